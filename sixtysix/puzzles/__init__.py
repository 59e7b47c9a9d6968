"""Puzzles: positions with a question whose answers are proven, read from JSON files.

`puzzle` has the values and reads files, `asked` the facts that can be asked for, `facts` proves answers with the
solver, and `play` makes questions, guided hands and pictures of puzzles.
"""

from .facts import check
from .play import hand, picture, question, tricks
from .puzzle import HINTS, LEVELS, THEMES, YOU, Answer, Puzzle, load, names, read, said

__all__ = [
    "HINTS",
    "LEVELS",
    "THEMES",
    "YOU",
    "Answer",
    "Puzzle",
    "check",
    "hand",
    "load",
    "names",
    "picture",
    "question",
    "read",
    "said",
    "tricks",
]
