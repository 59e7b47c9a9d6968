"""How hard a puzzle is: how weaker players fare with it."""

from .found import WEAKER, Found


def level(found: Found) -> int:
    """Return the level, 1 to 5: one more for every weaker player who fails at least every second time.

    >>> from sixtysix.puzzles import load
    >>> puzzle = load("03-endgames")[0]
    >>> hints = ("The idea.", "The card.", "The line.")
    >>> half = {"random": 0.67, "greedy": 1, "club": 0, "shallow": 0}
    >>> level(Found(("duck",), puzzle.start, "?", puzzle.answers, hints, "Because.", half))
    3
    """
    return 1 + sum(found.failures[name] >= 0.5 for name in WEAKER)
