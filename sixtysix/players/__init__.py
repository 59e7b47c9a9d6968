"""Players: each sees a `View`, nothing more, and answers with an action.

Three strengths stand ready in `PLAYERS`. Anything with a `name` and a `choose` method is a player too.
"""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from ..actions import Action
from ..errors import quoted
from ..view import View
from .club import Club
from .simple import Greedy, Random

__all__ = ["PLAYERS", "Club", "Greedy", "Player", "Random", "player"]


class Player(Protocol):
    """Who answers a view with a legal action.

    A player keeps nothing between two questions: the same view and a generator in the same state give the same action,
    so that a deal taken back, loaded or played again goes the same way.

    >>> isinstance(player("Greedy").name, str)
    True
    """

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """Return a legal action for the seat of the view, which is to move; chance comes from `rng` only."""


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType({one.name: one for one in (Random(), Greedy(), Club())})
"""The players that stand ready, by name, the weakest first."""


def player(name: str) -> Player:
    """Return the player of this name, capitals or not; `ValueError` lists the names that exist.

    >>> player("Greedy")
    Greedy(name='Greedy')
    >>> player("champion")
    Traceback (most recent call last):
        ...
    ValueError: opponent: 'champion' is not a player; there are Random, Greedy and Club
    """
    wanted = name.capitalize() if isinstance(name, str) else ""
    if wanted not in PLAYERS:
        *first, last = PLAYERS
        raise ValueError(f"opponent: {quoted(name)} is not a player; there are {', '.join(first)} and {last}")
    return PLAYERS[wanted]
