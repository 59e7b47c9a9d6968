"""What a finder proposes: a puzzle without name and level."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ...position import Position
from ..puzzle import Answer

WEAKER: Final = ("random", "greedy", "club", "shallow")
"""Weaker players whose failures make the level, from the weakest on."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that was found: all that stands in a file but its name and level."""

    themes: tuple[str, ...]
    """The theme that was looked for, and others that fit."""
    position: Position
    """Seat 0, the learner, is to move; how the hidden cards lie is chosen so that wrong answers fail on them."""
    question: str
    answers: tuple[Answer, ...]
    hints: tuple[str, str, str]
    explanation: str
    failures: Mapping[str, float]
    """How often each of `WEAKER` gives a wrong answer, from 0 to 1."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Optional fields of the file."""


Finder = Callable[[Position], Found | None]
"""Looks for a puzzle of one theme in a position of real play in which seat 0 is to move; must always find the same."""
