"""Finders of puzzles."""

from typing import Final

from .found import Finder

COUNT_FINDERS: Final[dict[str, Finder]] = {}
"""The finder of each theme."""
