"""A closed stock with all its layouts, for walks that ask neither a table nor a search of the solver's.

Once the stock is closed all that happens lies open. So the layouts that are still possible are a set, and each card of
the opponent's leaves a part of it. A set of layouts is a number with a bit for each.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

from ..actions import Action, Close, Exchange, Pass
from ..cards import PACK, Card
from ..position import Position
from ..public import Phase, marriage
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER
from ..scoring import Result, claim_result, last_trick_result
from ..view import View

Log = tuple[tuple[int, Action], ...]


@dataclass(frozen=True)
class Root:
    """Where a walk begins: a view with a closed stock, and the hand that the opponent holds in each layout."""

    view: View
    hands: dict[int, frozenset[Card]]
    log: Log = ()
    """What has happened since the view that the plan was made for."""


def roots(view: View, *, exchanges: bool = False) -> list[Root]:
    """Return where a plan begins: here, or after a close here and each thing that the opponent may then do.

    `exchanges` says whether the plan exchanges after the close, as soon as that is allowed.
    """
    hands = dict(enumerate(view.each_layout()))
    first = _laid_out(view, hands[0])
    if view.closed_by is None:
        first = first.apply(Close())
    ways: list[tuple[Position, dict[int, frozenset[Card]]]] = [(first, hands)]
    if first.phase is Phase.EXCHANGE:
        ways = [(first.apply(Pass()), hands)]
        low, high = view.rules.low_trump(view.trump), view.turn_up
        able = {layout: hand for layout, hand in hands.items() if low in hand}
        if able and high is not None:
            other = _laid_out(view, next(iter(able.values()))).apply(Close()).apply(Exchange())
            ways.append((other, {layout: (hand - {low}) | {high} for layout, hand in able.items()}))
    found = []
    for position, those in ways:
        after = position.apply(Exchange()) if exchanges and position.why_illegal(Exchange()) is None else position
        found.append(Root(after.view(view.seat), those, after.log[len(view.log) :]))
    return found


def _laid_out(view: View, theirs: frozenset[Card]) -> Position:
    return view.with_hidden(theirs, sorted(view.unseen - theirs))


class Stand(NamedTuple):
    """How a deal stands; of two numbers the first is the plan's side's. Cards are masks over the pack."""

    cards: int
    gone: int
    """What the opponent has played."""
    points: tuple[int, int]
    waiting: tuple[int, int]
    tricks: tuple[int, int]


class Closed:
    """A closed stock with its layouts: what may be played, what a trick leads to, and what an end is worth."""

    def __init__(self, root: Root) -> None:
        """Lay out the cards as masks."""
        view = root.view
        self.view, self.me, self.trump, self.rules = view, view.seat, view.trump, view.rules
        self.has = [0] * len(PACK)
        """The layouts in which the opponent holds each card of the pack."""
        for layout, hand in root.hands.items():
            for card in hand:
                self.has[card.index] |= 1 << layout
        self.unseen = _mask(card for card in PACK if self.has[card.index])
        self.every = sum(1 << layout for layout in root.hands)
        self._results: dict[tuple[object, ...], int] = {}

    @property
    def start(self) -> Stand:
        """How the deal stands at first."""
        view, me, other = self.view, self.me, 1 - self.me
        return Stand(
            _mask(view.own),
            0,
            (view.points(me), view.points(other)),
            (view.pending(me), view.pending(other)),
            (view.tricks_won(me), view.tricks_won(other)),
        )

    def nothing(self) -> int:
        """Return the least that the deal can still bring, however it goes on."""
        (mine, theirs), ends = self.start.tricks, []
        for tricks in product((mine, mine + 1), (theirs, theirs + 1)):
            for own, other in product((0, SCHNEIDER, OUT), repeat=2):
                stand = Stand(0, 0, (own, other), (0, 0), tricks)
                ends += [self.last_trick(stand, mine=True), self.last_trick(stand, mine=False)]
                ends.append(self.claim(stand, mine=False))
        return min(ends)

    def may_claim(self, stand: Stand, *, mine: bool) -> bool:
        """Whether a side that is to lead may say out."""
        return self.rules.claim == "any_turn" or stand.tricks[0 if mine else 1] > 0

    def leads(self, hand: int) -> list[Card]:
        """Return what may be led from a hand at first: after an announcement only its king or queen."""
        return cards_of(hand) if self.view.announced is None else list(marriage(self.view.announced))

    def allowed(self, led: Card, hand: int) -> list[Card]:
        """Return what the plan's side may play to a lead."""
        cards = cards_of(hand)
        following = [card for card in cards if card.suit is led.suit]
        if following:
            beating = [card for card in following if card.strength > led.strength]
            return beating if self.rules.must_beat and beating else following
        trumps = [card for card in cards if card.suit is self.trump]
        return trumps if self.rules.must_trump and trumps else cards

    def married(self, stand: Stand, card: Card) -> Stand | None:
        """Return how the deal stands after a marriage of the plan's side with this lead, None if there is none."""
        other = _partner(card)
        if self.rules.marriages == "open" or other is None or not stand.cards >> other.index & 1:
            return None
        return _booked(stand, self._worth(card), 0)

    def their_leads(self, stand: Stand, layouts: int) -> Iterator[tuple[Card, int, Stand | None]]:
        """Go through the opponent's leads with the layouts that allow them: a card, or a card with its marriage."""
        left = self.unseen & ~stand.gone
        for card in cards_of(left):
            those = layouts & self.has[card.index]
            if those:
                yield card, those, None
            other = _partner(card)
            if self.rules.marriages != "open" and other is not None and left >> other.index & 1:
                those &= self.has[other.index]
                if those:
                    yield card, those, _booked(stand, 0, self._worth(card))

    def replies(self, stand: Stand, layouts: int, led: Card) -> Iterator[tuple[Card, int]]:
        """Go through the cards that the opponent may play to a lead, with the layouts that allow them."""
        left = cards_of(self.unseen & ~stand.gone)
        follows, beats, trumps = 0, 0, 0
        for card in left:
            if card.suit is led.suit:
                follows |= self.has[card.index]
                beats |= self.has[card.index] if card.strength > led.strength else 0
            elif card.suit is self.trump:
                trumps |= self.has[card.index]
        for card in left:
            those = layouts & self.has[card.index]
            if card.suit is led.suit:
                those &= ~beats if self.rules.must_beat and card.strength < led.strength else -1
            else:
                those &= ~follows
                those &= ~trumps if self.rules.must_trump and card.suit is not self.trump else -1
            if those:
                yield card, those

    def taken(self, stand: Stand, mine: Card, theirs: Card, *, i_led: bool) -> tuple[Stand, bool]:
        """Return how the deal stands after a trick, and whether the plan's side took it."""
        i_take = not theirs.beats(mine, self.trump) if i_led else mine.beats(theirs, self.trump)
        cards = stand.cards & ~(1 << mine.index)
        worth = mine.points + theirs.points + (0 if cards else self.rules.bonus_closed)
        gone = stand.gone | 1 << theirs.index
        (p, q), (v, w), (t, u) = stand.points, stand.waiting, stand.tricks
        if i_take:
            return Stand(cards, gone, (p + worth + v, q), (0, w), (t + 1, u)), True
        return Stand(cards, gone, (p, q + worth + w), (v, 0), (t, u + 1)), False

    def claim(self, stand: Stand, *, mine: bool) -> int:
        """Return what a claim is worth to the plan's side, in game points."""
        return self._result(claim_result, stand, mine)

    def last_trick(self, stand: Stand, *, mine: bool) -> int:
        """Return what the deal is worth to the plan's side after the last trick."""
        return self._result(last_trick_result, stand, mine)

    def _result(self, ending: Callable[[View, int], Result], stand: Stand, mine: bool) -> int:
        key = (ending, mine, stand.points, stand.tricks)
        if key not in self._results:
            taken, tricks = (pair if self.me == 0 else pair[::-1] for pair in (stand.points, stand.tricks))
            state = replace(self.view, taken=taken, tricks=tricks, waiting=(0, 0), trick=(), announced=None)
            points = ending(state, self.me if mine else 1 - self.me).game_points
            self._results[key] = points[self.me] - points[1 - self.me]
        return self._results[key]

    def _worth(self, card: Card) -> int:
        return ROYAL_MARRIAGE if card.suit is self.trump else MARRIAGE


def _mask(cards: Sequence[Card] | Iterator[Card]) -> int:
    return sum(1 << card.index for card in cards)


@cache
def cards_of(mask: int) -> list[Card]:
    """Return the cards of a mask over the pack."""
    return [card for card in PACK if mask >> card.index & 1]


@cache
def _partner(card: Card) -> Card | None:
    """Return the other card of a marriage, None where a card has none."""
    pair = marriage(card.suit)
    return None if card not in pair else pair[1] if card is pair[0] else pair[0]


def _booked(stand: Stand, mine: int, theirs: int) -> Stand:
    """Return how the deal stands after a marriage, which waits where its side has no trick."""
    points, waiting = list(stand.points), list(stand.waiting)
    for side, worth in enumerate((mine, theirs)):
        place = points if stand.tricks[side] else waiting
        place[side] += worth
    return stand._replace(points=(points[0], points[1]), waiting=(waiting[0], waiting[1]))
