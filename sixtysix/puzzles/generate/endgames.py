"""Finders of puzzles."""

from typing import Final

from .found import Finder

ENDGAME_FINDERS: Final[dict[str, Finder]] = {}
"""The finder of each theme."""
