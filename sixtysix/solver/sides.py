"""The cards and the score of one side of a known ending as one number, and what can be read off it quickly.

From the lowest bit on: the hand, a mask over `Card.index` in which lower bits are higher cards of a suit; a bit for a
trick won; the pending points; the points.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from ..cards import PACK, Card, Rank, Suit
from ..public import Public, marriage
from ..rule_table import OUT, SCHNEIDER

HAND: Final = (1 << 24) - 1
TRICK: Final = 1 << 24
POINTS: Final = 32
"""The first bit of the points."""
_PENDING, _PENDING_BITS = 25, 127
ENOUGH: Final = OUT << POINTS
"""A side with 66 points or more is at least this."""
_LOW: Final = SCHNEIDER << POINTS

SUIT: Final = tuple(sum(1 << other.index for other in PACK if other.suit is card.suit) for card in PACK)
"""For each card, the cards of its suit."""
ABOVE: Final = tuple(suit & ((1 << index) - 1) for index, suit in enumerate(SUIT))
"""For each card, the higher cards of its suit."""
WORTH: Final = tuple(card.points << POINTS for card in PACK)
"""For each card, what it adds to the side that takes it."""
PARTNER: Final = tuple(
    0 if card.rank not in (Rank.KING, Rank.QUEEN) else sum(1 << c.index for c in marriage(card.suit) if c is not card)
    for card in PACK
)
"""For each card, the card it is married to, if any."""
KINGS: Final = sum(1 << card.index for card in PACK if card.rank is Rank.KING)
_HALVES: Final = [0]
"""The points of the cards of two suits: of the first two as of the last two."""
for _worth in WORTH[:12]:
    _HALVES.extend([half + _worth for half in _HALVES])


def side_of(state: Public, seat: int, hand: int) -> int:
    """Return the number for a seat of a position or view that holds this mask of cards."""
    trick = TRICK if state.tricks_won(seat) else 0
    return hand | trick | state.pending(seat) << _PENDING | state.points(seat) << POINTS


def each_card(hand: int) -> Iterator[int]:
    """Go through the cards of a mask as numbers.

    >>> list(each_card(33))
    [0, 5]
    """
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def kind(own: int, other: int) -> int:
    """Return the number of a side's situation: its place in the tables of `Endings`."""
    return own >> 22 & 4 | other >> 23 & 2 | (other < _LOW)


def married(side: int, worth: int) -> int:
    """Return the side with a marriage booked."""
    return side + (worth << POINTS if side & TRICK else worth << _PENDING)


def with_first_trick(side: int) -> int:
    """Return the side with a trick won, so that its pending points count."""
    pending = side >> _PENDING & _PENDING_BITS
    return side - (pending << _PENDING) + (pending << POINTS) | TRICK


def can_have(own: int, other: int, bonus: int) -> int:
    """Return the side with all cards of both hands, the last trick and its pending points: no trick brings more."""
    cards = (own | other) & HAND
    return own + _HALVES[cards & 4095] + _HALVES[cards >> 12] + bonus + ((own >> _PENDING & _PENDING_BITS) << POINTS)


# Sure tricks: counted in card points, and from bit 8 on in tricks

_TRICKS, _CARDS, _NO_TRUMP_LEFT = 8, 63, 1 << 16


def _sure_tricks_of_a_suit() -> tuple[list[int], list[int], list[int]]:
    """Tell for the cards of one suit, mine then theirs, the tricks I surely take by leading it from the top.

    First in a side suit when they have no trump, second in a side suit as long as they must follow, third in trumps.
    """
    free, followed, trumps = ([0] * (1 << 12) for _ in range(3))

    def count(cards: list[int]) -> int:
        return len(cards) << _TRICKS | sum(PACK[card].points for card in cards)

    for mine, theirs in product(range(_CARDS + 1), repeat=2):
        if not mine & theirs:
            cards, length = list(each_card(mine)), theirs.bit_count()
            masters = list(each_card(mine & ((theirs & -theirs) - 1)))
            outlast = len(masters) >= length
            entry = mine << 6 | theirs
            free[entry] = count(cards if outlast else masters)
            followed[entry] = count(masters[:length])
            trumps[entry] = count(cards) | _NO_TRUMP_LEFT if outlast else count(masters)
    return free, followed, trumps


_FREE, _FOLLOWED, _TRUMPS = _sure_tricks_of_a_suit()
_SHIFTS: Final = {suit: Card.of(Rank.ACE, suit).index for suit in Suit}


def runs_out(own: int, other: int, trump: Suit, *, last_counts: bool) -> bool:
    """Say whether the side to lead has 66 by sure tricks alone.

    If their trumps can be drawn, trumps are led first, otherwise the side suits as long as they must follow. Unless
    `last_counts`, it must be before the last trick, so that it can still be claimed.
    """
    shift = _SHIFTS[trump]
    sure = _TRUMPS[(own >> shift & _CARDS) << 6 | other >> shift & _CARDS]
    suit = _FREE if sure & _NO_TRUMP_LEFT else _FOLLOWED
    for side_suit, shift in _SHIFTS.items():
        if side_suit is not trump:
            sure += suit[(own >> shift & _CARDS) << 6 | other >> shift & _CARDS]
    points, tricks = sure & 255, sure >> _TRICKS & 255
    if not tricks:
        return False
    if tricks == (own & HAND).bit_count() and not last_counts:
        points -= PACK[0].points  # the last card led is an ace at most
    return own + (points + (own >> _PENDING & _PENDING_BITS) << POINTS) >= ENOUGH
