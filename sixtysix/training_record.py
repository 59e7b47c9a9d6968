"""What a puzzle trainer reads from the learner's progress: which puzzles come back when, and how it goes so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .progress import Mark, Progress
from .puzzles.puzzle import LEVELS, Puzzle

DAY: Final = 86_400_000
"""Milliseconds."""
INTERVALS: Final = (1, 3, 7, 21)
"""Days after which a puzzle that was once answered wrongly comes back, step by step."""
MIX: Final = "mix"
"""All themes together."""
TRAINER: Final = "trainer/"
"""What the names of streaks begin with in the progress file."""
ANY: Final = 0
"""The level that stands for all of them."""
ENOUGH: Final = 5
"""So many puzzles of a level must have been tried before it counts for the learner's level."""

SCHEDULE: Final = (
    f"A puzzle that you got wrong, or solved with a hint, comes back after {', '.join(map(str, INTERVALS[:-1]))} and "
    f"then every {INTERVALS[-1]} days: a step later each time that it is due and you are right, a step sooner for each "
    "mistake."
)
"""The rule of `due`, in a sentence."""
RATING: Final = (
    f"Your level is the highest at which you have tried {ENOUGH} puzzles or more and were right at the first try, "
    "without a hint, in two of three."
)
"""The rule of `rating`, in a sentence."""


def due(mark: Mark | None) -> int | None:
    """Return when a puzzle comes back, in milliseconds since 1970 (UTC); None if it has no need to.

    A mark holds how often a puzzle was tried and solved, not in which order. So the step is the number of right answers
    less that of wrong ones, and the last of the `INTERVALS` is for all further steps: whatever was right before, a
    puzzle that went wrong comes back.

    >>> [due(Mark("puzzle/x", tries, right, False, 0)) // DAY for tries, right in ((1, 0), (2, 1), (3, 2), (4, 3))]
    [1, 1, 3, 7]
    >>> due(Mark("puzzle/x", 10, 9, True, 0)) // DAY
    21
    >>> due(Mark("puzzle/x", 1, 1, True, 0)) is None
    True
    """
    if mark is None or mark.tries == mark.right:
        return None
    return mark.last + INTERVALS[min(max(0, _step(mark)), len(INTERVALS) - 1)] * DAY


def _step(mark: Mark) -> int:
    return 2 * mark.right - mark.tries


def counts(mark: Mark | None, right: bool, now: int) -> bool:
    """Return whether a try is to be marked: what is soon repeated makes no step, be it right or wrong.

    Else a puzzle solved again and again in an hour would seem well known, and one that went wrong as often lost.

    >>> [counts(Mark("puzzle/x", 2, 1, False, 0), True, now) for now in (DAY - 1, DAY)]
    [False, True]
    """
    if mark is None:
        return True
    if right:
        return not mark.solved or now >= (due(mark) or mark.last + DAY)
    return _step(mark) >= 0 or now >= mark.last + DAY


def round_name(theme: str) -> str:
    """Return what the streaks of a theme are called in the progress file."""
    return f"{TRAINER}{theme}"


@dataclass(frozen=True, slots=True)
class Tally:
    """How some puzzles stand: how many there are, were tried, solved, solved at the first try, and are due now."""

    puzzles: int
    tried: int
    solved: int
    first: int
    due: int


def tally(puzzles: Iterable[Puzzle], progress: Progress, now: int) -> Tally:
    """Count how some puzzles stand at a time (milliseconds since 1970, UTC).

    >>> tally((), Progress(), 0)
    Tally(puzzles=0, tried=0, solved=0, first=0, due=0)
    """
    found = [progress.mark(puzzle.mark) for puzzle in puzzles]
    marks = [mark for mark in found if mark is not None]
    solved, first = sum(mark.solved for mark in marks), sum(mark.first for mark in marks)
    return Tally(len(found), len(marks), solved, first, sum(is_due(mark, now) for mark in marks))


def is_due(mark: Mark | None, now: int) -> bool:
    """Return whether a puzzle comes back by now."""
    at = due(mark)
    return at is not None and at <= now


def rating(puzzles: Iterable[Puzzle], progress: Progress) -> int | None:
    """Return the learner's level by the rule of `RATING`; None where too little was tried or solved.

    >>> rating((), Progress()) is None
    True
    """
    by_level: dict[int, list[Mark]] = {level: [] for level in range(1, LEVELS + 1)}
    for puzzle in puzzles:
        mark = progress.mark(puzzle.mark)
        if mark is not None:
            by_level[puzzle.level].append(mark)
    reached = [
        level
        for level, marks in by_level.items()
        if len(marks) >= ENOUGH and 3 * sum(mark.first for mark in marks) >= 2 * len(marks)
    ]
    return max(reached, default=None)


def best_streak(progress: Progress, theme: str, level: int) -> int:
    """Return the longest streak on record with a theme and a level (0 for any level)."""
    rounds = progress.by_drill().get(round_name(theme), ())
    return max((one.right for one in rounds if one.level == level), default=0)
