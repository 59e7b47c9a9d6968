"""How an endgame goes on: a line a teacher would show, and the tricks of it."""

from dataclasses import dataclass

from ...actions import Action, Announce, ClaimOut, Play
from ...cards import Card
from ...position import Position
from ...public import trick_winner
from ...rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from ..puzzle import YOU
from .weaker import gained, replies


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick of a line; points are card points, by seat, before it and after it."""

    leader: int
    led: Card
    reply: Card
    taker: int
    before: tuple[int, int]
    after: tuple[int, int]
    is_last: bool
    married: int = 0
    """What the marriage announced with the lead is worth."""

    @property
    def points(self) -> int:
        """The card points of the two cards."""
        return self.led.points + self.reply.points


def natural_line(position: Position) -> tuple[Action, ...]:
    """Return actions to the end of the deal that are best for each side in turn.

    Among actions worth the same a right claim comes first, then what brings most in the trick, then what keeps higher
    cards; a king or queen led without its marriage and a wrong claim come last.

    >>> from sixtysix.puzzles import load
    >>> position = load("03-endgames")[0].start
    >>> [str(action) for action in natural_line(position)]
    ['play Q♥', 'play 9♥', 'play A♦', 'play A♠', 'say out']
    """
    from ...solver import solve

    line: list[Action] = []
    while position.result is None:
        worths = solve(position)
        best = max(worths.values())
        good = [action for action, worth in worths.items() if worth == best]
        line.append(min(good, key=lambda action: _order(position, action)))
        position = position.apply(line[-1])
    return tuple(line)


def _order(position: Position, action: Action) -> tuple[int, int, int, int]:
    seat = position.turn
    match action:
        case ClaimOut():
            return 0 if position.points(seat) >= OUT else 3, 0, 0, 0
        case Play(card):
            odd = not position.trick and position.why_illegal(Announce(card.suit)) is None and card.points in (3, 4)
            if position.trick:
                gain = gained(position, position.trick[0][1], card, you_lead=False)
            else:
                hand = frozenset(position.hand(1 - seat))
                gain = min(gained(position, card, reply, you_lead=True) for reply in replies(position, card, hand))
            return 2 if odd else 1, -gain, card.strength + 6 * (card.suit is position.trump), card.index
        case Announce(suit):
            return 1, -(ROYAL_MARRIAGE if suit is position.trump else MARRIAGE), 0, 0
        case _:
            return 1, 0, 0, 0


def told(position: Position, actions: tuple[Action, ...]) -> list[Trick]:
    """Return the tricks of a line, the one on the table the first; a trick that is not finished is left out."""
    tricks: list[Trick] = []
    before, married = (position.points(0), position.points(1)), 0
    for action in actions:
        if isinstance(action, Announce):
            married = ROYAL_MARRIAGE if action.suit is position.trump else MARRIAGE
        table = position.trick
        position = position.apply(action)
        if not isinstance(action, Play) or not table:
            continue
        (leader, led) = table[0]
        after = (position.points(0), position.points(1))
        cards = ((leader, led), (1 - leader, action.card))
        taker = trick_winner(cards, position.trump)
        tricks.append(Trick(leader, led, action.card, taker, before, after, not position.hand(YOU), married))
        before, married = after, 0
    return tricks
