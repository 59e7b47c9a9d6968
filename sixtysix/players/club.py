"""A club player: counts, saves trumps, marries, closes on a count, and plays the known endgame without a mistake."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ..actions import Action, Announce, Close, Draw, Play
from ..cards import Card, Rank
from ..solver.endgame import Search, TooLong
from ..view import View
from .closing import close_is_certain, sure_points
from .habits import best_marriage, duty, marriage_points, playable
from .thumb import thumb

LAYOUTS: Final = 30
"""The most layouts of the hidden cards looked at for one decision."""
TRICKS: Final = 1200
"""The most tricks looked at for one decision: some 7 milliseconds of work, twice that on a busy computer."""


@dataclass(frozen=True, slots=True)
class Club:
    """A sensible player that reasons as a good book advises.

    While the stock is open it follows rules of thumb; once it is closed or gone it looks ahead.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> Club().choose(view, random.Random(1))
    Play(card=Card('9H'))
    """

    name: str = "Club"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Return an action for the seat to move; no chance is needed."""
        legal = view.legal_actions()
        action = duty(view, legal)
        if action in (None, Draw()) and Close() in legal and close_is_certain(view):
            return Close()
        if action is not None:
            return action
        if len(legal) == 1:
            return legal[0]
        if view.is_open or view.rules.players > 2:
            return best_marriage(view, legal) or best_by_thumb(view, legal)
        if view.layouts() > 1 and (lead := counted_lead(view)) is not None:
            return lead
        return best_ahead(view, legal)


def best_by_thumb(view: View, legal: tuple[Action, ...]) -> Play:
    """Return the card that the rules of thumb like best."""
    return Play(max(playable(legal), key=lambda card: thumb(view, card)))


def counted_lead(view: View) -> Action | None:
    """Return the first of the leads that make 66 for certain, or None if they do not or it is not our lead."""
    if view.trick or not close_is_certain(view):
        return None
    return with_marriage(view, sure_points(view)[1][0])


def with_marriage(view: View, card: Card) -> Action:
    """Return the announcement of the marriage that leading this card allows, or else the play of the card."""
    announcement = Announce(card.suit)
    married = card.rank in (Rank.KING, Rank.QUEEN) and announcement in view.legal_actions()
    return announcement if married else Play(card)


def best_ahead(view: View, legal: tuple[Action, ...]) -> Action:
    """Return the action worth most game points on average over layouts of the hidden cards, all cards then known.

    One layout is left once the stock is gone: then this is exact. Where actions are worth the same, the rules of
    thumb decide; so they do where not even one layout can be looked through.
    """
    values = look_ahead(view) or {Play(card): 0 for card in playable(legal)}
    return max(
        values,
        key=lambda action: (
            values[action],
            thumb(view, action.card) if isinstance(action, Play) else marriage_points(view, action.suit),
        ),
    )


def look_ahead(view: View) -> dict[Play | Announce, int]:
    """Return the sum of each action's game points over the layouts looked through."""
    total: defaultdict[Play | Announce, int] = defaultdict(int)
    budget = TRICKS
    for hand in some_layouts(view):
        search = Search(view, budget)
        try:
            values = search.values(hand)
        except TooLong:
            break
        for action, value in values.items():
            total[action] += value
        budget = search.left
    return dict(total)


def some_layouts(view: View) -> Iterator[Iterable[Card]]:
    """Go through hands the opponent may hold: all if they are few, otherwise some, the same for the same view."""
    if view.layouts() <= LAYOUTS:
        return iter(view.each_layout())
    return (view.deal_hidden(seed).hand(1 - view.seat) for seed in range(LAYOUTS))
