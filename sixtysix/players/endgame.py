"""The end of a deal with all cards known: the best play, searched to the last trick.

Once the stock is gone both hands are known, and a good player plays the rest by looking ahead. `values` does it for one
layout of the hidden cards. Hands are bit masks over `Card.index` here, where lower bits are higher cards of a suit.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from ..actions import Announce, Play
from ..cards import PACK, Card, Rank
from ..public import marriage
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER
from ..scoring import Result, claim_result, last_trick_result
from ..view import View

WORST: Final = -9
"""Less than any deal can be worth."""

_SUIT: Final = tuple(sum(1 << other.index for other in PACK if other.suit is card.suit) for card in PACK)
_ABOVE: Final = tuple(suit & ((1 << index) - 1) for index, suit in enumerate(_SUIT))
_POINTS: Final = tuple(card.points for card in PACK)
_PARTNER: Final = tuple(
    0 if card.rank not in (Rank.KING, Rank.QUEEN) else sum(1 << c.index for c in marriage(card.suit) if c is not card)
    for card in PACK
)


class TooLong(Exception):
    """The search met more positions than it was allowed."""


class Side(NamedTuple):
    """What one player has: the cards, the points that count, those that wait for a trick, whether a trick is won."""

    hand: int
    points: int
    waiting: int
    trick: bool

    def plays(self, card: int) -> "Side":
        """Return the side without a card."""
        return Side(self.hand & ~(1 << card), self.points, self.waiting, self.trick)

    def marries(self, worth: int) -> "Side":
        """Return the side with a marriage booked."""
        if self.trick:
            return Side(self.hand, self.points + worth, 0, True)
        return Side(self.hand, self.points, self.waiting + worth, False)

    def takes(self, points: int) -> "Side":
        """Return the side with a trick of so many points."""
        return Side(self.hand, self.points + self.waiting + points, 0, True)


def mask(cards: Iterable[Card]) -> int:
    """Return cards as a bit mask.

    >>> mask([Card("AS"), Card("9S")])
    33
    """
    return sum(1 << card.index for card in cards)


def each_card(hand: int) -> Iterator[int]:
    """Go through the cards of a mask as numbers.

    >>> list(each_card(33))
    [0, 5]
    """
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


class Search:
    """One search from a view, the opponent's hand given: both see all cards and play their best.

    Alpha-beta over game points; `limit` is the number of tricks looked at before it gives up with `TooLong`.
    """

    def __init__(self, view: View, limit: int) -> None:
        """Read the rules that matter once the stock is closed or gone."""
        rules = view.rules
        self.view, self.left = view, limit
        self.trumps = _SUIT[Card.of(Rank.ACE, view.trump).index]
        self.must_beat, self.must_trump = rules.must_beat, rules.must_trump
        self.marries = rules.marriages == "always" or (rules.marriages != "open" and view.turn_up is not None)
        self.marriage_ends = rules.claim != "lead"
        self.bonus = rules.bonus_exhausted if view.closed_by is None else rules.bonus_closed
        self.worths: dict[tuple[object, ...], int] = {}
        self.bounds: dict[tuple[int, Side, Side], tuple[int, int]] = {}

    def values(self, theirs: int) -> dict[Play | Announce, int]:
        """Return what each card is worth to the seat of the view, in game points.

        Where leading a card can announce a marriage, the announcement stands for it.
        """
        view, seat, other = self.view, self.view.seat, 1 - self.view.seat
        own = Side(mask(view.own), view.points(seat), view.pending(seat), view.tricks_won(seat) > 0)
        opponent = Side(theirs, view.points(other), view.pending(other), view.tricks_won(other) > 0)
        found: dict[Play | Announce, int] = {}
        if view.trick:
            led = view.trick[0][1].index
            for card in each_card(self.replies(led, own.hand)):
                after = self.trick(other, led, card, opponent, own.plays(card), WORST, -WORST)
                found[Play(PACK[card])] = -after
            return found
        for card in each_card(own.hand):
            if view.announced is not None:
                if PACK[card] in marriage(view.announced):
                    found[Play(PACK[card])] = self.replied(seat, card, own.plays(card), opponent, WORST, -WORST)
            else:
                worth = self.marriage_worth(card, own.hand)
                action: Play | Announce = Announce(PACK[card].suit) if worth else Play(PACK[card])
                value = self.lead(seat, card, worth, own, opponent, WORST, -WORST)
                found[action] = max(value, found.get(action, WORST))
        return found

    def replies(self, led: int, hand: int) -> int:
        """Return the cards of a hand that may be played to a lead."""
        following = hand & _SUIT[led]
        if following:
            return (self.must_beat and following & _ABOVE[led]) or following
        return (self.must_trump and hand & self.trumps) or hand

    def beats(self, card: int, led: int) -> bool:
        """Say whether a reply takes the trick."""
        return bool((_ABOVE[led] >> card | (self.trumps & ~_SUIT[led]) >> card) & 1)

    def marriage_worth(self, card: int, hand: int) -> int:
        """Return the points of the marriage that leading this card announces, 0 without one."""
        if not self.marries or not _PARTNER[card] & hand:
            return 0
        return ROYAL_MARRIAGE if self.trumps >> card & 1 else MARRIAGE

    def best(self, seat: int, own: Side, other: Side, low: int, high: int) -> int:
        """Return what the position is worth to the seat on lead, exact between the bounds `low` and `high`."""
        if own.points >= OUT:
            return self.claim(seat, own, other)
        key = (seat, own, other)
        least, most = self.bounds.get(key) or (-self.hope(1 - seat, other, own), self.hope(seat, own, other))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        found = WORST
        for card in self.leads(own.hand, other.hand):
            worth = self.marriage_worth(card, own.hand)
            found = max(found, self.lead(seat, card, worth, own, other, max(low, found), high))
            if found >= high:
                break
        self.bounds[key] = (found if found > low else least, found if found < high else most)
        return found

    def leads(self, hand: int, others: int) -> list[int]:
        """Return the cards of a hand, what should be tried first in front: sure winners, then dear cards."""
        return sorted(each_card(hand), key=lambda card: (bool(_ABOVE[card] & others), -_POINTS[card]))

    def lead(self, seat: int, card: int, worth: int, own: Side, other: Side, low: int, high: int) -> int:
        """Return what a lead is worth to the seat that makes it, the marriage it announces included."""
        if worth:
            own = own.marries(worth)
            if own.points >= OUT and self.marriage_ends:
                return self.claim(seat, own, other)
        return self.replied(seat, card, own.plays(card), other, low, high)

    def replied(self, seat: int, led: int, own: Side, other: Side, low: int, high: int) -> int:
        """Return what a lead is worth to the seat that made it, after the best reply."""
        found = -WORST
        replies = each_card(self.replies(led, other.hand))
        for card in sorted(replies, key=lambda card: (not self.beats(card, led), _POINTS[card])):
            found = min(found, self.trick(seat, led, card, own, other.plays(card), low, min(high, found)))
            if found <= low:
                break
        return found

    def trick(self, seat: int, led: int, card: int, own: Side, other: Side, low: int, high: int) -> int:
        """Return what a full trick is worth to the seat that led to it."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        points = _POINTS[led] + _POINTS[card] + (0 if own.hand else self.bonus)
        if self.beats(card, led):
            other = other.takes(points)
            if own.hand:
                return -self.best(1 - seat, other, own, -high, -low)
            return -self.end(1 - seat, other, own)
        own = own.takes(points)
        return self.best(seat, own, other, low, high) if own.hand else self.end(seat, own, other)

    # What the end of a deal is worth, asked of the rules once for each kind of end

    def claim(self, seat: int, own: Side, other: Side) -> int:
        """Return what a right claim is worth to the seat that makes it."""
        key = (seat, other.points < SCHNEIDER, own.trick, other.trick)
        return self.worth(key, lambda view: claim_result(view, seat), seat, own, other)

    def hope(self, seat: int, own: Side, other: Side) -> int:
        """Return the most that a seat can still win: the worth of a claim now, or of the other's failed close."""
        claim = self.claim(seat, Side(0, OUT, 0, True), other)
        rules = self.view.rules
        return (
            max(claim, rules.failed_close, rules.failed_close_trickless) if self.view.closed_by == 1 - seat else claim
        )

    def end(self, seat: int, own: Side, other: Side) -> int:
        """Return what the end of a deal is worth to the seat that took the last trick."""
        classes = [(side.points >= OUT, side.points < SCHNEIDER, side.trick) for side in (own, other)]
        lead = (own.points > other.points) - (own.points < other.points)
        return self.worth((seat, *classes, lead), lambda view: last_trick_result(view, seat), seat, own, other)

    def worth(
        self, key: tuple[object, ...], result: Callable[[View], Result], seat: int, own: Side, other: Side
    ) -> int:
        """Return the game points to the seat less those to the other, from memory where the end is of a known kind."""
        if key not in self.worths:
            sides = (own, other) if seat == 0 else (other, own)
            tricks = (int(sides[0].trick), int(sides[1].trick))
            view = replace(self.view, taken=(sides[0].points, sides[1].points), waiting=(0, 0), tricks=tricks)
            points = result(view).game_points
            self.worths[key] = points[seat] - points[1 - seat]
        return self.worths[key]
