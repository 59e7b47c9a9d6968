"""When to close: counting the points that no layout of the hidden cards can take away."""

from ..cards import Card, Rank, Suit, card_points
from ..public import marriage
from ..rule_table import OUT
from ..view import View
from .habits import marriage_points
from .reading import higher, may_hold


def close_is_certain(view: View) -> bool:
    """Say whether closing now wins whatever the opponent holds, by leading sure tricks from the top.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> close_is_certain(Deal.random(Rules.guide(), seed=66).start().view(0))
    False
    """
    points, leads = sure_points(view)
    return bool(leads) and view.points(view.seat) + points >= OUT


def sure_points(view: View) -> tuple[int, list[Card]]:
    """Return the points that the seat to lead makes for certain once the stock is closed, and the leads that make them.

    Each lead must win whatever the opponent holds: a trump above all trumps left, then side cards from the top when no
    trump can be left or the opponent must still follow suit. The opponent is taken to throw the cheapest cards.
    """
    count = _Count(view)
    while (card := count.next_lead()) is not None:
        count.lead(card)
    return count.points(), count.led


class _Count:
    """A count of sure tricks under way."""

    def __init__(self, view: View) -> None:
        """Start with every card the opponent may hold."""
        self.view = view
        self.other = 1 - view.seat
        self.left = list(view.own)
        self.led: list[Card] = []
        self.married = 0
        self.size = view.hand_sizes[self.other]
        self.known = view.shown[self.other]
        self.others = may_hold(view, self.other)
        if may_still_exchange(view) and view.turn_up is not None:
            self.others = self.others | {view.turn_up}

    def next_lead(self) -> Card | None:
        """Return the next lead that is sure to win: side cards that must be followed, trumps, then any."""
        cards = self.left
        if not self.led and self.view.announced is not None:
            cards = [card for card in cards if card in marriage(self.view.announced)]
        sure = [card for card in cards if self.is_sure(card)]
        return max(sure, key=lambda card: (card.suit is not self.view.trump, card.strength), default=None)

    def is_sure(self, card: Card) -> bool:
        """Say whether a lead wins whatever the opponent holds."""
        trump = self.view.trump
        top = not higher(self.others, card) or self.most(card.suit) == 0
        return top and (card.suit is trump or self.most(trump) == 0 or self.least(card.suit) > 0)

    def rounds(self, suit: Suit) -> int:
        """Return how often a suit has been led."""
        return sum(card.suit is suit for card in self.led)

    def most(self, suit: Suit) -> int:
        """Return how many cards of a suit the opponent can have left, since leads of it had to be followed."""
        inside = [card for card in self.others if card.suit is suit]
        tied = sum(card.suit is not suit for card in self.known)
        return max(0, min(len(inside), self.size - tied) - self.rounds(suit))

    def least(self, suit: Suit) -> int:
        """Return how many cards of a suit the opponent must have left: the known, or what other cards cannot fill."""
        outside = [card for card in self.others if card.suit is not suit]
        known = sum(card.suit is suit for card in self.known)
        return max(known, self.size - len(outside)) - len(self.led)

    def lead(self, card: Card) -> None:
        """Count a lead, with the marriage that it announces where the rules allow that after closing."""
        self.married += self.marriage_worth(card) if self.view.announced is None or self.led else 0
        self.left.remove(card)
        self.led.append(card)

    def marriage_worth(self, card: Card) -> int:
        """Return the points of the marriage that leading a card announces."""
        pair = marriage(card.suit)
        if self.view.rules.marriages == "open" or card.rank not in (Rank.KING, Rank.QUEEN):
            return 0
        if not set(pair) <= set(self.left):
            return 0
        return marriage_points(self.view, card.suit)

    def points(self) -> int:
        """Return the points made: the cards led, the cheapest replies, and marriages that count."""
        view, tricks = self.view, len(self.led)
        if not tricks and not view.tricks_won(view.seat):
            return 0
        hidden = sorted(card.points for card in self.others - self.known)
        hand = sorted([card.points for card in self.known] + hidden[: self.size - len(self.known)])
        total = card_points(self.led) + sum(hand[:tricks]) + self.married
        total += view.pending(view.seat) if tricks else 0
        if not self.left:
            return total + view.rules.bonus_closed
        may_claim = view.rules.claim != "lead" and (tricks or view.announced is None)
        return total + (max(self.marriage_worth(card) for card in self.left) if may_claim else 0)


def may_still_exchange(view: View) -> bool:
    """Say whether the opponent might take the turn-up right after a close."""
    if view.rules.exchange_after_close == "nobody" or view.closed_by is not None:
        return False
    return view.rules.low_trump(view.trump) in may_hold(view, 1 - view.seat)
