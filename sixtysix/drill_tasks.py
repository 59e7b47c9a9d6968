"""The counting drills: all of them by name, in the order in which they are best learned."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .drill_cards import CARD_VALUE, TRICK_VALUE
from .drill_odds import LAYOUTS, ODDS
from .drill_play import BOTH_POINTS, HIGH_CARDS, HIS_HAND, MY_POINTS, TRUMPS_OUT, UNSEEN_BY_SUIT
from .drills import Task
from .errors import DrillError, quoted

TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        task.name: task
        for task in (
            *(CARD_VALUE, TRICK_VALUE, MY_POINTS, BOTH_POINTS, TRUMPS_OUT),
            *(HIGH_CARDS, UNSEEN_BY_SUIT, HIS_HAND, LAYOUTS, ODDS),
        )
    }
)
"""All drills by name, in the order in which they are best learned."""


def task(name: object) -> Task:
    """Return the drill of this name; `DrillError` lists the names that exist.

    >>> task("my-points").title
    'Your points'
    """
    if not isinstance(name, str) or name not in TASKS:
        raise DrillError(f"{quoted(name)} is not a drill; there are {', '.join(TASKS)}.")
    return TASKS[name]
