"""Rules of thumb for a card to play: what it wins or loses now against what it is worth in the hand later.

Everything is reckoned in card points. `thumb` adds it up for one card; the functions below it each hold one tip.
"""

from typing import Final

from ..cards import Card, Rank, Suit, card_points
from ..public import marriage, trick_winner
from ..rule_table import OUT
from ..view import View
from .habits import marriage_points, partner_is_taking, takes
from .reading import chance_of_any, elsewhere, higher, of_suit

TRUMP: Final = 10.0
"""What a trump is worth to its holder beyond its points: it takes a card of an opponent's some day, or the lead."""
HOPE: Final = 0.5
"""The share of a marriage's points that a hope of drawing its other card is worth: it may come too late."""
SAVED: Final = 0.3
"""The share of a card's points that an opponent gains by bringing it home on a low lead."""
DEAL: Final = 100.0
"""More than any card: this play wins the deal, or keeps it from being lost."""


def thumb(view: View, card: Card) -> float:
    """Return how good it is to play this card, in card points; only comparisons between cards mean anything.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> max(view.hand(0), key=lambda card: thumb(view, card))
    Card('9H')
    """
    swing = reply_swing(view, card) if view.trick else lead_swing(view, card)
    return swing - keep(view, card)


def keep(view: View, card: Card) -> float:
    """Return what a card is worth in the hand: its points and hopes.

    An ace will bring its points and something caught with them, a ten most of its own; what a lower card is worth
    goes to an opponent half the time.
    """
    share = {Rank.ACE: 1.2, Rank.TEN: 0.8}.get(card.rank, 0.5)
    return share * card.points + marriage_hope(view, card) + (trump_power(view, card) if card.suit is view.trump else 0)


def trump_power(view: View, card: Card) -> float:
    """Return what a trump is worth beyond its points, the hope of exchanging the lowest included."""
    if card is view.rules.low_trump(view.trump) and view.turn_up is not None and view.is_open:
        return TRUMP + view.turn_up.points
    return TRUMP


def marriage_hope(view: View, card: Card) -> float:
    """Return what a king or queen is worth for its marriage: in the hand already, or still to be drawn."""
    if card.rank not in (Rank.KING, Rank.QUEEN) or view.announced is card.suit or not can_marry_later(view):
        return 0.0
    worth = marriage_points(view, card.suit)
    partner = next(other for other in marriage(card.suit) if other is not card)
    if partner in view.own:
        return float(worth)
    draws = (view.stock_size + 1) // 2 if view.is_open else 0
    return HOPE * worth * draws / len(view.unseen) if partner in view.unseen else 0.0


def can_marry_later(view: View) -> bool:
    """Say whether a marriage may still be announced at the next lead."""
    if view.rules.marriages == "always":
        return True
    return view.stock_size > 1 if view.is_open else view.turn_up is not None and view.rules.marriages != "open"


def lead_swing(view: View, card: Card) -> float:
    """Return what leading a card brings: its points if it holds, lost if it is beaten, and what an opponent saves."""
    above = higher(elsewhere(view), card)
    beaten = chance_of_any(view, above)
    lost = 1 - (1 - beaten) * (1 - chance_of_trump(view, card))
    saved = beaten * max((other.points for other in above), default=0)
    return card.points * (1 - 2 * lost) - SAVED * saved


def chance_of_trump(view: View, card: Card) -> float:
    """Return how likely an opponent is to trump this lead: one who may will for a ten, but not often for a jack."""
    if card.suit is view.trump:
        return 0.0
    others = elsewhere(view)
    wish = min(1.0, card.points / 10) if view.is_open else 1 - chance_of_any(view, of_suit(others, card.suit))
    return wish * chance_of_any(view, of_suit(others, view.trump))


def reply_swing(view: View, card: Card) -> float:
    """Return what a card brings in reply: the trick won or lost, and what being on lead after it is worth."""
    points = card_points(other for _, other in view.trick) + card.points
    if takes(view, card) or partner_is_taking(view):
        return points + lead_worth(view, card, points) - last_draw(view)
    return -points - (DEAL if opponent_out(view, points) else 0)


def lead_worth(view: View, card: Card, points: int) -> float:
    """Return what the lead is worth after a trick of so many points taken with a card.

    That is the deal if there are 66 to claim then, at once or by a marriage; otherwise a marriage counts half, since
    it may be announced at a later lead too.
    """
    total = view.points(view.seat) + view.pending(view.seat) + points
    married = best_later_marriage(view, card)
    if total >= OUT or (total + married >= OUT and view.rules.claim != "lead"):
        return DEAL
    return married / 2


def best_later_marriage(view: View, card: Card) -> int:
    """Return the points of the best marriage in the hand, this card gone, that can be announced at the next lead."""
    if not can_marry_later(view):
        return 0
    left = set(view.own) - {card}
    return max((marriage_points(view, suit) for suit in Suit if left.issuperset(marriage(suit))), default=0)


def last_draw(view: View) -> float:
    """Return what the winner of the last open trick gives up: the turn-up, a trump, for a hidden card."""
    if not view.is_open or view.stock_size != 1 or view.turn_up is None:
        return 0.0
    return TRUMP + view.turn_up.points - card_points(view.unseen) / len(view.unseen)


def opponent_out(view: View, points: int) -> bool:
    """Say whether a trick of so many points brings the opponent that holds it to 66."""
    taker = trick_winner(view.trick, view.trump)
    return view.points(taker) + view.pending(taker) + points >= OUT
