"""Rules of thumb for a card to play: what it wins or loses now against what it is worth in the hand later.

Everything is reckoned in card points. `thumb` adds it up for one card; the functions below it each hold one tip.
"""

from typing import Final

from ..cards import Card, Rank, card_points
from ..public import marriage
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from ..view import View
from .habits import partner_is_taking, takes
from .reading import chance_of_any, elsewhere, higher, of_suit

TRUMP: Final = 10.0
"""What a trump is worth to its holder beyond its points: it takes a card of an opponent's some day, or the lead."""
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
    """Return what a card is worth in the hand: a share of its points, its power as a trump, its hope of a marriage."""
    share = {Rank.ACE: 1.2, Rank.TEN: 0.6}.get(card.rank, 0.75)
    return share * card.points + marriage_hope(view, card) + (trump_power(view, card) if card.suit is view.trump else 0)


def trump_power(view: View, card: Card) -> float:
    """Return what a trump is worth beyond its points, the hope of exchanging the lowest included."""
    if card is view.rules.low_trump(view.trump) and view.turn_up is not None and view.is_open:
        return TRUMP + view.turn_up.points
    return TRUMP


def marriage_hope(view: View, card: Card) -> float:
    """Return what a king or queen is worth for its marriage: in the hand already, or still to be drawn."""
    rules = view.rules
    if card.rank not in (Rank.KING, Rank.QUEEN) or not (view.is_open or rules.marriages == "always"):
        return 0.0
    worth = ROYAL_MARRIAGE if card.suit is view.trump else MARRIAGE
    partner = next(other for other in marriage(card.suit) if other is not card)
    if partner in view.own:
        return float(worth) if view.announced is not card.suit else 0.0
    draws = (view.stock_size + 1) // 2 if view.is_open else 0
    return worth * draws / len(view.unseen) if partner in view.unseen and draws else 0.0


def lead_swing(view: View, card: Card) -> float:
    """Return what leading a card brings: its points if it holds, lost if it is beaten, and what an opponent saves."""
    others = elsewhere(view)
    above = higher(others, card)
    beaten = chance_of_any(view, above)
    trumped = 0.0
    if card.suit is not view.trump:
        trumped = chance_of_any(view, of_suit(others, view.trump)) * trump_wish(view, card)
    lost = 1 - (1 - beaten) * (1 - trumped)
    saved = beaten * max((other.points for other in above), default=0)
    return card.points * (1 - 2 * lost) - 0.3 * saved


def trump_wish(view: View, card: Card) -> float:
    """Return how likely an opponent with a trump is to spend it on this lead."""
    if view.is_open:
        return min(1.0, card.points / 10)
    following = chance_of_any(view, of_suit(elsewhere(view), card.suit))
    return 1 - following


def reply_swing(view: View, card: Card) -> float:
    """Return what a card brings in reply: the trick won or lost, and what being on lead after it is worth."""
    points = card_points(other for _, other in view.trick) + card.points
    ours = takes(view, card) or partner_is_taking(view)
    if ours:
        return points + lead_worth(view, points) - last_draw(view)
    return -points - (DEAL if opponent_out(view, points) else 0)


def lead_worth(view: View, points: int) -> float:
    """Return what being on lead is worth after a trick of so many points: 66 to claim, or a marriage to announce."""
    total = view.points(view.seat) + view.pending(view.seat) + points
    if total >= OUT:
        return DEAL
    best = best_hand_marriage(view)
    if total + best >= OUT and view.rules.claim != "lead":
        return DEAL
    return best / 2


def best_hand_marriage(view: View) -> int:
    """Return the points of the best marriage in the hand that can still be announced at the next lead."""
    rules = view.rules
    if not (rules.marriages == "always" or (view.is_open and view.stock_size > 1)):
        return 0
    held = [suit for suit in {card.suit for card in view.own} if set(marriage(suit)) <= set(view.own)]
    return max((ROYAL_MARRIAGE if suit is view.trump else MARRIAGE for suit in held), default=0)


def last_draw(view: View) -> float:
    """Return what the winner of the last open trick gives up: the turn-up goes to the loser."""
    if not view.is_open or view.stock_size != 1 or view.turn_up is None:
        return 0.0
    return TRUMP + view.turn_up.points - 5


def opponent_out(view: View, points: int) -> bool:
    """Say whether a trick of so many points brings the opponent that leads it to 66."""
    leader = view.leader
    return view.points(leader) + view.pending(leader) + points >= OUT
