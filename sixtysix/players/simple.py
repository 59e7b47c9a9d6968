"""Two opponents to begin with: one that plays any card, and one that takes whatever it can."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..actions import Action, Play
from ..cards import Card, card_points
from ..view import View
from .habits import best_marriage, duty, partner_is_taking, playable, takes

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Random:
    """Plays any legal card, each as likely as the others.

    It announces every marriage, exchanges and says out when it has 66 card points, since an opponent that throws the
    deal away teaches nothing. For the same reason it never closes and never says out wrongly.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> Random().choose(view, random.Random(1)) in view.legal_actions()
    True
    """

    name: str = "Random"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Return an action for the seat to move."""
        legal = view.legal_actions()
        return duty(view, legal) or best_marriage(view, legal) or Play(pick(playable(legal), rng))


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes every trick with points in it that it can take, with the cheapest card that does; else throws its cheapest.

    It announces every marriage, exchanges, says out when it has 66 card points and never closes. It saves nothing: a
    trump goes on a jack as gladly as on an ace.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> Greedy().choose(view, random.Random(1)) == Greedy().choose(view, random.Random(2))
    True
    """

    name: str = "Greedy"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Return an action for the seat to move."""
        legal = view.legal_actions()
        return duty(view, legal) or best_marriage(view, legal) or Play(self._card(view, playable(legal)))

    @staticmethod
    def _card(view: View, cards: list[Card]) -> Card:
        """Return the cheapest card that takes points, or the cheapest of all."""
        worth_taking = card_points(card for _, card in view.trick) > 0 and not partner_is_taking(view)
        winners = [card for card in cards if takes(view, card)] if worth_taking else []
        return min(winners or cards, key=lambda card: (card.suit is view.trump, card.strength, card.index))


def pick(options: Sequence[_T], rng: random.Random) -> _T:
    """Return one of the options, the same for the same generator in every Python version.

    >>> pick("abc", random.Random(66)) == pick("abc", random.Random(66))
    True
    """
    return options[int(rng.random() * len(options))]
