"""Puzzles: positions with a question whose answers are proven, read from JSON files.

`puzzle` has the values and reads files, `asked` the facts that can be asked for, `facts` proves answers with the
solver, `play` makes questions, guided hands and pictures of puzzles, and `sets` checks whole files.
"""

from .choose import some
from .facts import prove
from .play import hand, picture, question, tricks
from .puzzle import HINTS, LEVELS, THEMES, YOU, Answer, Puzzle, load, names, read, said
from .sets import PuzzleSet, check

__all__ = [
    "HINTS",
    "LEVELS",
    "THEMES",
    "YOU",
    "Answer",
    "Puzzle",
    "PuzzleSet",
    "check",
    "hand",
    "load",
    "names",
    "picture",
    "prove",
    "question",
    "read",
    "said",
    "some",
    "tricks",
]
