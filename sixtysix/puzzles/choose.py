"""Some puzzles of a large set, for a page that a class can work through."""

from collections import Counter
from collections.abc import Iterable

from .puzzle import Puzzle


def some(puzzles: Iterable[Puzzle], many: int) -> tuple[Puzzle, ...]:
    """Return so many puzzles, or all if there are no more: of every level and theme, in rising difficulty.

    >>> from sixtysix.puzzles import load
    >>> [puzzle.level for puzzle in some(load("03-endgames"), 5)]
    [1, 2, 3, 4, 5]
    """
    left, chosen = list(puzzles), list[Puzzle]()
    levels, themes = Counter[int](), Counter[str]()
    while left and len(chosen) < many:
        best = min(left, key=lambda puzzle: (levels[puzzle.level], themes[puzzle.themes[0]]))
        left.remove(best)
        chosen.append(best)
        levels[best.level] += 1
        themes[best.themes[0]] += 1
    return tuple(sorted(chosen, key=lambda puzzle: puzzle.level))
