"""A closed stock as a finder sees it: what each card brings in every layout, and a layout that refutes the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final
from zlib import crc32

from ...actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Play
from ...cards import Card, Rank, Suit
from ...players import player
from ...position import Position
from ...public import AtClose, Phase
from ...rule_table import OUT
from ...view import View
from ..puzzle import YOU

if TYPE_CHECKING:
    from ...solver.outcome import GamePoints, Outcome

MOST_LAYOUTS: Final = 462
PLIES: Final = 8
"""How far a closed stock is played on in the search for a good moment."""


def number_of(view: View) -> int:
    """Return a number that is the same for the same view: it chooses among wordings."""
    return crc32(view.notation().encode())


@dataclass(frozen=True)
class Study:
    """A position with the stock closed, you to play a card; what your cards bring, both sides seeing."""

    position: Position

    @cached_property
    def view(self) -> View:
        """What you see."""
        return self.position.view(YOU)

    @cached_property
    def layouts(self) -> int:
        """How many hands the opponent may have."""
        return self.view.layouts()

    @cached_property
    def outcome(self) -> "Outcome":
        """The tables, of rules without an exchange after the close."""
        from ...solver.outcome import Outcome
        from ...solver.question import questions

        (question,) = questions(self.view)
        return Outcome(question)

    @cached_property
    def worths(self) -> dict[Card, "GamePoints"]:
        """Game points to you in each layout after each card, both sides seeing."""
        sign = 1 if self.outcome.question.i_close else -1
        return {
            self.outcome.card(move): sign * self.outcome.by_layout(values)
            for move, values in self.outcome.by_move.items()
        }

    @cached_property
    def least(self) -> dict[Card, int]:
        """The least that each card brings in any layout, both sides seeing: no plan guarantees more."""
        return {card: int(values.min()) for card, values in self.worths.items()}

    def wins(self, card: Card) -> int:
        """In how many layouts a card wins, both sides seeing."""
        return int((self.worths[card] > 0).sum())

    def is_sure(self, card: Card, points: int) -> bool:
        """Whether a plan that begins with a card brings so many game points in every layout."""
        from ...solver.goal import Goal
        from ...solver.search import Search

        goal = Goal(self.outcome, points if self.outcome.question.i_close else 1)
        move = next(move for move in self.outcome.moves if self.outcome.card(move) is card)
        return goal.possible and self.least[card] >= points and not Search(goal).refutation(move)

    def hand(self, layout: int) -> frozenset[Card]:
        """Return the opponent's hand in a layout, a card on the table not among it."""
        return self.outcome.question.hand(layout).difference(card for _, card in self.position.trick)

    def refuting(self, wrong: Sequence[Card], best: int) -> int | None:
        """Return the layout in which all these cards bring less than `best`, and as little as can be; None if none."""
        import numpy as np

        values = np.array([self.worths[card] for card in wrong])
        fails = np.flatnonzero((values < best).all(axis=0))
        if not len(fails):
            return None
        real = frozenset(self.position.hand(1 - YOU))
        return int(min(fails, key=lambda one: (values[:, one].sum(), self.hand(int(one)) != real, one)))


def laid_out(view: View, theirs: frozenset[Card], stock: Sequence[Card] = ()) -> Position:
    """Return the position in which the opponent holds these cards, without the log: what was played is told instead."""
    rest = [*stock, *sorted(view.unseen - theirs - set(stock))]
    return replace(view.with_hidden(theirs, rest), log=())


def tokens(actions: Sequence[Action]) -> str:
    """Return action tokens as the text of an answer.

    >>> tokens([Close(), Play(Card("AS"))])
    'c AS'
    """
    from ...actions import action_token

    return " ".join(map(action_token, actions))


def ways_to_close(position: Position) -> list[tuple[Action, ...]]:
    """Return all ways to close on this lead: at once, and after drawing, exchanging or announcing.

    >>> from sixtysix import Deal, Rules
    >>> [tokens(way) for way in ways_to_close(Deal.random(Rules.guide(), 66).start())]
    ['c']
    """
    ways: list[tuple[Action, ...]] = []
    for action in position.legal_actions():
        if action == Close():
            ways.append((action,))
        elif isinstance(action, Draw | Exchange | Announce):
            ways += [(action, *way) for way in ways_to_close(position.apply(action))]
    return sorted(ways, key=len)


def played_on(position: Position, plies: int = PLIES) -> Iterator[Position]:
    """Go through the positions that follow from one with the stock closed, club players playing, you to move."""
    from random import Random

    for _ in range(plies):
        if position.result is not None:
            return
        if position.turn == YOU and position.phase is Phase.PLAY:
            yield position
        position = position.apply(player("Club").choose(position.view(position.turn), Random(0)))


def closed_by_you(position: Position) -> Iterator[Position]:
    """Go through positions of a close of yours: real, or where a sensible player might close now."""
    if position.closed_by == YOU:
        yield position
    elif _may_close(position) and _promising(position.view(YOU), 0.6):
        yield from played_on(position.apply(Close()))


def _may_close(position: Position) -> bool:
    return (
        position.is_open
        and not position.trick
        and position.phase is Phase.PLAY
        and position.announced is None
        and position.points(YOU) < OUT
        and position.why_illegal(Close()) is None
        and position.view(position.turn).layouts() <= MOST_LAYOUTS
    )


def _promising(view: View, share: float) -> bool:
    from ...solver import analyse_close

    return analyse_close(view, plan=False).open_cards_wins >= share


def closed_by_opponent(position: Position) -> Iterator[Position]:
    """Go through positions of a close of your opponent's, where a sensible one might have closed before this lead."""
    before = _before_the_lead(position)
    if before is None or not _promising(before.view(1 - YOU), 0.6):
        return
    from ...solver import analyse_close

    closed = replace(
        before, closed_by=1 - YOU, at_close=AtClose(before.points(YOU), before.tricks_won(YOU)), phase=Phase.PLAY
    )
    leads = analyse_close(closed.view(1 - YOU), plan=False).by_lead
    led = position.trick[0][1]
    best = max(leads, key=lambda card: (leads[card], card is led, -card.index))
    yield from played_on(closed.apply(Play(best)))


def _before_the_lead(position: Position) -> Position | None:
    """Return the position before your opponent's lead on the table, if one could close there; None if not."""
    if not position.trick or not position.is_open or position.turn != YOU or len(position.log) < 2:
        return None
    (leader, led) = position.trick[0]
    if _was_known(position, led) or isinstance(position.log[-2][1], Announce):
        return None
    hands = (position.hands[0], tuple(sorted((*position.hands[1], led))))
    before = replace(
        position, hands=hands, hand_sizes=(len(hands[0]), len(hands[1])), trick=(), turn=leader, log=position.log[:-1]
    )
    return before if before.why_illegal(Close()) is None and before.view(1).layouts() <= MOST_LAYOUTS else None


def _was_known(position: Position, card: Card) -> bool:
    """Whether a card led may have been known before: as a part of a marriage, or taken by exchange."""
    married = card.rank in (Rank.KING, Rank.QUEEN)
    done = [action for seat, action in position.log if seat != YOU]
    return (married and Announce(card.suit) in done) or (card.suit is position.trump and Exchange() in done)


def plan_line(start: Position, actions: Sequence[Action], reply: Callable[[View], Action]) -> list[Action]:
    """Return what follows some actions, you following a plan and your opponent doing the best that can be done."""
    from ...solver import solve

    position = start
    for action in actions:
        position = position.apply(action)
    line: list[Action] = []
    while position.result is None:
        if position.turn == YOU:
            action = reply(position.view(YOU))
        else:
            worths = solve(position)
            best = max(worths.values())
            action = min((one for one, worth in worths.items() if worth == best), key=lambda one: _odd(one, position))
        line.append(action)
        position = position.apply(action)
    return line


def _odd(action: Action, position: Position) -> bool:
    return action == ClaimOut() and position.points(position.turn) < OUT


def out_trumps(view: View) -> list[Card]:
    """Return the trumps that the opponent may hold, the highest first."""
    other = 1 - view.seat
    return sorted(card for card in {*view.unseen - view.lacks[other], *view.shown[other]} if card.suit is view.trump)


def out_in(view: View, suit: Suit) -> list[Card]:
    """Return the cards of a suit that the opponent may hold, the highest first."""
    other = 1 - view.seat
    return sorted(card for card in {*view.unseen - view.lacks[other], *view.shown[other]} if card.suit is suit)
