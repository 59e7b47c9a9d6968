"""A closed stock as a finder sees it: what each card brings in every layout, and a layout that refutes the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final
from zlib import crc32

from ...actions import Action, Announce, Close, Draw, Exchange, Play
from ...cards import Card, Rank, Suit
from ...players import player
from ...position import Position
from ...public import AtClose, Phase
from ...rule_table import OUT
from ...view import View
from ..puzzle import YOU
from .lines import natural_line
from .weaker import shallow

if TYPE_CHECKING:
    from ...solver.outcome import GamePoints, Outcome

Way = tuple[Action, ...]
"""Actions that end with closing, or with the lead after it."""

MOST_LAYOUTS: Final = 462
PLIES: Final = 8
"""How far a closed stock is played on in the search for a good moment."""


def number_of(view: View) -> int:
    """Return a number that is the same for the same view: it chooses among wordings."""
    return crc32(view.notation().encode())


def deal_number(position: Position) -> int:
    """Return a number that is the same throughout a deal, from its first trick on."""
    return crc32("".join(sorted(card.code for card in position.played[:2])).encode())


@dataclass(frozen=True)
class Study:
    """A position with the stock closed, you to play a card; what your cards bring, both sides seeing."""

    position: Position
    only_winning: bool = False
    """Whether each win, and each loss, counts as one game point: at 6 to 6 in a match."""

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
        """What each card brings in each layout, both sides seeing."""
        return {card: one.clip(-1, 1) if self.only_winning else one for card, one in self.points.items()}

    def tempts(self, card: Card) -> float:
        """Return the game points that a card brings on average where only winning counts, else 0."""
        return float(self.points[card].mean()) if self.only_winning else 0.0

    @cached_property
    def points(self) -> dict[Card, "GamePoints"]:
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
        return refuting_layout([self.worths[card] for card in wrong], best, self)


@dataclass(frozen=True, eq=False)
class WayStudy:
    """A position in which you may close, and what ways to close, and leads after them, bring, both sides seeing."""

    position: Position
    ways: tuple[Way, ...]
    values: dict[Way, "GamePoints"] = field(default_factory=dict)
    """Game points to you in each layout, by way."""

    def __post_init__(self) -> None:
        """Read the tables of each way."""
        from ...solver import analyse_close

        for way in self.ways:
            view = after(self.position, way[:-1]).view(YOU)
            self.values[way] = analyse_close(view, plan=False).game_points

    @property
    def view(self) -> View:
        """What you see."""
        return self.position.view(YOU)

    @cached_property
    def at_once(self) -> Study:
        """The position after closing at once."""
        return Study(self.position.apply(Close()))

    def leads(self, way: Way, best: int) -> dict[Way, bool]:
        """Return the leads after a way to close, and whether each keeps what is best."""
        study = Study(after(self.position, way))
        found = {}
        for card, values in study.worths.items():
            lead = (*way, Play(card))
            self.values[lead] = values
            found[lead] = study.least[card] >= best
        return found

    def is_sure(self, way: Way, best: int) -> bool:
        """Whether a plan that begins with the lead after a way to close brings so many game points in every layout."""
        lead = way[-1]
        return isinstance(lead, Play) and Study(after(self.position, way[:-1])).is_sure(lead.card, best)

    def refuting(self, wrong: Sequence[Way], best: int) -> int | None:
        """Return the layout in which all these ways bring less than `best`; None if there is none."""
        return refuting_layout([self.values[way] for way in wrong], best, self.at_once)


def after(position: Position, actions: Sequence[Action]) -> Position:
    """Return the position after some actions."""
    for action in actions:
        position = position.apply(action)
    return position


def refuting_layout(values: Sequence["GamePoints"], best: int, study: Study) -> int | None:
    """Return the layout in which all these values are less than `best`, and as little as can be; None if none.

    Of layouts as good the real one is taken.
    """
    total = [sum(map(int, column)) for column in zip(*values, strict=True)]
    fails = [number for number in range(len(total)) if all(int(one[number]) < best for one in values)]
    real = frozenset(study.position.hand(1 - YOU))
    return min(fails, key=lambda one: (total[one], study.hand(one) != real, one), default=None)


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


def failures_of_ways(position: Position, right: list[Way], answers: list[Way]) -> dict[str, float]:
    """Return how weaker players fare with ways to close, and with the lead after it where that is asked.

    Greedy closes at once; Club does what it does, closing in the end or not; shallow first takes all that is offered,
    and leads what is best in one trick.
    """
    chosen: list[Action] = []
    now = position
    while now.result is None and not (chosen and isinstance(chosen[-1], Play)):
        chosen.append(player("Club").choose(now.view(YOU), Random(0)))
        now = now.apply(chosen[-1])
    ways = ways_to_close(position)
    every = max(ways, key=len)
    asked = len(right[0]) > len(every) or right[0][-1] != Close()
    club = tuple(chosen) if asked else tuple(chosen[:-1])
    last: list[Way] = [every]
    if asked:
        last = [(*every, lead) for lead in shallow(after(position, every).view(YOU))]
    return {
        "random": sum(way not in right for way in answers) / len(answers),
        "greedy": float(min(ways, key=len) not in [way[: way.index(Close()) + 1] for way in right]),
        "club": float(club not in right),
        "shallow": sum(way not in right for way in last) / len(last),
    }


def played_on(position: Position, plies: int = PLIES) -> Iterator[Position]:
    """Go through the positions that follow from one with the stock closed, club players playing, you to move."""
    for _ in range(plies):
        if position.result is not None:
            return
        if position.turn == YOU and position.phase is Phase.PLAY and position.points(YOU) < OUT:
            yield position
        position = position.apply(player("Club").choose(position.view(position.turn), Random(0)))


def closed_by_you(position: Position) -> Iterator[Position]:
    """Go through positions of a close of yours: real, or where a sensible player might close now."""
    if position.closed_by == YOU and position.points(YOU) < OUT and not position.trick:
        yield position
    elif may_close(position) and _promising(position.view(YOU), 0.6):
        yield from (later for later in played_on(position.apply(Close())) if not later.trick)


def may_close(position: Position, phase: Phase = Phase.PLAY) -> bool:
    """Whether you may close here, and there are few enough layouts to look at."""
    return (
        position.is_open
        and not position.trick
        and position.phase is phase
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
    position = start
    for action in actions:
        position = position.apply(action)
    line: list[Action] = []
    while position.result is None:
        action = reply(position.view(YOU)) if position.turn == YOU else natural_line(position)[0]
        line.append(action)
        position = position.apply(action)
    return line


def out_trumps(view: View) -> list[Card]:
    """Return the trumps that the opponent may hold, the highest first."""
    other = 1 - view.seat
    return sorted(card for card in {*view.unseen - view.lacks[other], *view.shown[other]} if card.suit is view.trump)


def out_in(view: View, suit: Suit) -> list[Card]:
    """Return the cards of a suit that the opponent may hold, the highest first."""
    other = 1 - view.seat
    return sorted(card for card in {*view.unseen - view.lacks[other], *view.shown[other]} if card.suit is suit)
