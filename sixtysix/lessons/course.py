"""The map of the course: which questions and guided hands a lesson has, and how far a learner has come with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

import pandas as pd

from ..exercise_pages import PAGES
from ..guided import Hand
from ..progress import Progress
from ..puzzles import load


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its number, its title, and where its questions and guided hands are."""

    number: str
    title: str
    module: str
    names: str
    """The names in that module that the lesson shows, in order."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The names under which its questions and hands are marked in the progress file.

        >>> len(LESSONS[0].marks)
        4
        """
        module = import_module(f".{self.module}", __package__)
        values = (getattr(module, name) for name in self.names.split())
        return tuple(one.mark for value in values for one in ((value,) if isinstance(value, Hand) else value))


LESSONS: Final = (
    Lesson("00", "Start here", "start_here", "FIRST_HAND QUICK"),
    Lesson("01", "Cards and tricks", "cards_and_tricks", "TRICKS WORTH TAKE_THE_TENS"),
    Lesson("02", "The stock", "the_stock", "EXCHANGE_FIRST LOSE_TRICK_SIX WHO_GETS_IT MAY_I_EXCHANGE"),
    Lesson("03", "Marriages", "marriages", "ENDS SAVED WHEN"),
    Lesson("04", "Going out and scoring", "going_out", "WORTH BY_HEART"),
    Lesson("05", "Closing and strict play", "closing", "REPLIES CERTAIN NOT_YET"),
    Lesson("06", "The last six tricks", "last_six", "PULL FORCE THROW_IN DUCK SQUEEZE MARRIAGE WHICH"),
    Lesson("07", "When to close", "when_to_close", "COUNTED NOT_YET HOW_GOOD"),
    Lesson("08", "The price of peeking", "peeking", "WHICH_NUMBER"),
    Lesson("09", "Defending a close", "defending", "GUARDS SPEND TAKE_OVER LIMIT DEFEND"),
    Lesson("10", "Counting points", "counting_points", "BLIND COUNTS"),
    Lesson("11", "Counting trumps and suits", "counting_suits", "FIRST_DEAL SECOND_DEAL SUITS"),
    Lesson("12", "What is your opponent holding?", "holding", "WHAT_IS_CERTAIN"),
    Lesson("13", "The known six", "known_six", "NAME_THEM BLIND"),
)


def course_table(progress: Progress) -> pd.DataFrame:
    """Return for each lesson and each set of exercises how much of it is solved, and how much at the first try.

    >>> int(course_table(Progress())["questions and hands"][0])
    4
    """
    rows = [(f"{lesson.number} {lesson.title}", lesson.marks) for lesson in LESSONS]
    rows += [(f"Exercises {page.name[:2]} {page.title}", _marks(page.name)) for page in PAGES]
    return pd.DataFrame(
        [{"": title, "questions and hands": len(wanted), **_done(progress, wanted)} for title, wanted in rows]
    )


def _marks(name: str) -> tuple[str, ...]:
    return tuple(puzzle.mark for puzzle in load(name))


def exercise_table(progress: Progress) -> pd.DataFrame:
    """Return for each set of exercises its levels, puzzles and minutes, and how many of its puzzles are solved.

    >>> list(exercise_table(Progress())["minutes"][:2])
    [35, 50]
    """
    rows = [(page, load(page.name)) for page in PAGES]
    return pd.DataFrame(
        [
            {
                "set": f"{page.name[:2]} {page.title}",
                "levels": " ".join(map(str, sorted({puzzle.level for puzzle in puzzles}))),
                "in the notebook": min(page.shown or len(puzzles), len(puzzles)),
                "minutes": page.minutes,
                "in the trainer": len(puzzles),
                **_done(progress, [puzzle.mark for puzzle in puzzles]),
            }
            for page, puzzles in rows
        ]
    )


def _done(progress: Progress, names: Iterable[str]) -> dict[str, int]:
    marks = [mark for name in names if (mark := progress.mark(name))]
    return {"solved": sum(mark.solved for mark in marks), "at the first try": sum(mark.first for mark in marks)}
