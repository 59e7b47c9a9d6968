"""What every sensible player does without thinking, and small readings of a view that all of them share."""

from collections.abc import Iterable

from ..actions import Action, Announce, ClaimOut, Draw, Exchange, Pass, Play
from ..cards import Card, Suit
from ..public import trick_winner
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from ..view import View


def duty(view: View, legal: tuple[Action, ...]) -> Action | None:
    """Return what needs no thought, or None: a right claim, an exchange, a draw, and a pass where nothing else is left.

    A claim is made as soon as it is right and allowed: waiting can only give the opponents points.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> duty(view, view.legal_actions()) is None
    True
    """
    if ClaimOut() in legal and view.points(view.seat) >= OUT:
        return ClaimOut()
    return next((action for action in (Exchange(), Draw(), Pass()) if action in legal), None)


def best_marriage(view: View, legal: tuple[Action, ...]) -> Announce | None:
    """Return the announcement worth most, or None if no marriage can be announced now.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=17).start().view(0)
    >>> best_marriage(view, view.legal_actions())
    """
    marriages = [action for action in legal if isinstance(action, Announce)]
    return max(marriages, key=lambda action: marriage_points(view, action.suit), default=None)


def marriage_points(view: View, suit: Suit) -> int:
    """Return what the marriage of a suit is worth: 40 in trumps, else 20.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> marriage_points(view, view.trump)
    40
    """
    return ROYAL_MARRIAGE if suit is view.trump else MARRIAGE


def playable(legal: Iterable[Action]) -> list[Card]:
    """Return the cards among some actions.

    >>> playable([Play("AS"), ClaimOut()])
    [Card('AS')]
    """
    return [action.card for action in legal if isinstance(action, Play)]


def takes(view: View, card: Card) -> bool:
    """Say whether this card would be the best on the table so far.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> takes(view, view.hand(0)[0])
    True
    """
    return trick_winner((*view.trick, (view.seat, card)), view.trump) == view.seat


def partner_is_taking(view: View) -> bool:
    """Say whether a partner holds the trick on the table so far.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> partner_is_taking(Deal.random(Rules.guide(), seed=66).start().view(0))
    False
    """
    return bool(view.trick) and trick_winner(view.trick, view.trump) in view.rules.side(view.seat)
