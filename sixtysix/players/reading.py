"""What can be read off a view: what others may hold, which cards are sure, how likely a card is with an opponent."""

from collections.abc import Iterable
from math import comb

from ..cards import Card, Suit
from ..view import View


def may_hold(view: View, seat: int) -> frozenset[Card]:
    """Return every card that another seat may hold.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> may_hold(view, 1) == view.unseen
    True
    """
    return (view.unseen - view.lacks[seat]) | view.shown[seat]


def elsewhere(view: View) -> frozenset[Card]:
    """Return every card that some opponent may hold.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> len(elsewhere(Deal.random(Rules.guide(), seed=66).start().view(0)))
    17
    """
    return frozenset().union(*(may_hold(view, seat) for seat in view.opponents(view.seat)))


def chance_of_any(view: View, cards: Iterable[Card]) -> float:
    """Return the chance that the opponents hold at least one of some cards, every layout equally likely.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> round(chance_of_any(view, sorted(view.unseen)[:1]), 3)  # 6 of the 17 unseen cards
    0.353
    """
    wanted = elsewhere(view).intersection(cards)
    opponents = view.opponents(view.seat)
    known = frozenset().union(*(view.shown[seat] for seat in opponents))
    if wanted & known:
        return 1.0
    free = len(elsewhere(view) - known)
    held = min(free, sum(view.hand_sizes[seat] for seat in opponents) - len(known))
    return 1.0 - comb(free - len(wanted), held) / comb(free, held)


def higher(cards: Iterable[Card], card: Card) -> list[Card]:
    """Return those cards that beat a card in its own suit.

    >>> higher([Card("AS"), Card("TS"), Card("AH")], Card("TS"))
    [Card('AS')]
    """
    return [other for other in cards if other.suit is card.suit and other.strength > card.strength]


def of_suit(cards: Iterable[Card], suit: Suit) -> list[Card]:
    """Return those cards that are of a suit, in sorting order.

    >>> of_suit([Card("9S"), Card("AS"), Card("TH")], Suit.SPADES)
    [Card('AS'), Card('9S')]
    """
    return sorted(card for card in cards if card.suit is suit)
