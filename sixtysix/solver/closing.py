"""The decision to close: the exact truth over all layouts, and the best single plan for somebody who cannot see."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, Announce, Close, Exchange
from ..cards import Card, Suit, in_words
from ..errors import PuzzleError, quoted
from ..rule_table import OUT, SCHWARZ
from ..view import View
from .goal import Goal
from .outcome import GamePoints, Outcome
from .plan import Plan
from .question import Question, Stakes, questions
from .race import WIDTH, Rows
from .search import Search, checked_seconds

News = Callable[["CloseAnalysis"], None]
Weights = Mapping[int, float]
_HUGE: Final = 1e12


@dataclass(frozen=True, eq=False, repr=False)
class CloseAnalysis:
    """What closing is worth, or what a close under way is worth.

    Two numbers that are never mixed: *seeing*, both sides see all cards (`open_cards_...`), and *guaranteed*, one plan
    for all layouts against an opponent who sees everything (`plan_...`). Shares go from 0 to 1 and are of the layouts
    that the seat of the view wins: the closer goes out, or, for his opponent, the close fails. Values are game points
    to the closer on average over the layouts, or what the weights make of them.
    """

    view: View
    layouts: int
    open_cards_wins: float
    open_cards_value: float
    by_need: tuple[float, ...]
    """The share of layouts won, both sides seeing, for each number of card points that the seat may need, 0 to 66."""
    by_lead: Mapping[Card, float]
    """The share of layouts won, both sides seeing, after each card the seat may play now."""
    game_points: GamePoints
    """Game points to the closer in each layout, both sides seeing, shape (layouts,)."""
    plan_wins: float | None = None
    """The share of layouts that the best plan found wins; None where no plan was asked for."""
    plan_value: float | None = None
    """What that plan is worth at least to the closer (as his opponent's plan: at most)."""
    plan_bound: float = field(kw_only=True)
    """The share of layouts that no single plan can exceed: proven."""
    exact: bool = False
    """Whether the plan is proven best."""
    certain: int | None = None
    """The game points, 0 to 3, that one plan guarantees in every layout; None if that was not asked or not settled."""
    plan: Plan | None = None
    stopped: bool = False
    """Whether an interrupt ended the search."""
    at_least: int = 1
    """The game points that the closer is to win, or to be held under: what counts as a layout won."""
    question: Question = field(kw_only=True)
    rows: Rows = field(kw_only=True)
    """The least need of the opponent's with which each layout is won, by the seat's own need; (layouts, `WIDTH`)."""

    def __repr__(self) -> str:
        """Say the main numbers in one line."""
        seeing = f"{self.layouts} layouts, seeing {self.open_cards_wins:.1%} ({self.open_cards_value:+.2f})"
        if self.plan_wins is None or self.plan_value is None:
            return f"<CloseAnalysis: {seeing}>"
        proof = "proven best" if self.exact else f"at most {self.plan_bound:.1%}"
        sure = f", certain {self.certain}" if self.certain else ""
        stopped = ", stopped" if self.stopped else ""
        guaranteed = f"guaranteed {self.plan_wins:.1%} ({self.plan_value:+.2f}), {proof}"
        return f"<CloseAnalysis: {seeing}, {guaranteed}{sure}{stopped}>"

    @property
    def peeking_gap(self) -> float | None:
        """The share of layouts that seeing both hands adds to the best plan found; None without a plan."""
        return None if self.plan_wins is None else self.open_cards_wins - self.plan_wins

    @property
    def break_even(self) -> dict[int, dict[int, float]]:
        """The share of closes that must succeed: for what a failure costs, for what a success brings (game points).

        A close that brings k and costs c when it fails breaks even at c / (c + k).
        """
        stakes = self.question.stakes
        return {
            cost: {gain: cost / (cost + gain) for gain in range(1, SCHWARZ + 1)} for cost in {stakes.low, stakes.high}
        }

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Whether the seat of the view wins each layout, both sides seeing, shape (layouts,)."""
        enough = self.game_points >= self.at_least
        return enough if self.question.i_close else ~enough

    def hand(self, layout: int) -> frozenset[Card]:
        """Return the opponent's cards in a layout, by its number from 0; `PuzzleError` if there is no such layout."""
        if isinstance(layout, bool) or not isinstance(layout, Integral) or not 0 <= layout < self.layouts:
            raise PuzzleError(f"layout: {quoted(layout)} is not one; their numbers are 0 to {self.layouts - 1}")
        return self.question.hand(layout)

    def share(self) -> NDArray[np.float64]:
        """Return the share of layouts won, both sides seeing, by my need and his need, shape (67, 67)."""
        counts = np.zeros((OUT + 1, OUT + 1))
        for need in range(OUT + 1):
            counts[need] = np.cumsum(np.bincount(self.rows[:, need], minlength=WIDTH)[: OUT + 1])
        return counts / self.layouts

    def beaten_by(self) -> dict[Card, float]:
        """Return for each unseen card the share of the lost layouts in which the opponent has it, both sides seeing."""
        lost = np.flatnonzero(~self.wins)
        held = self._held()[:, lost]
        return {
            card: float(held[number].mean()) if len(lost) else 0.0
            for number, card in enumerate(self.question.setup.unseen)
        }

    def by_trumps(self) -> dict[int, tuple[int, float]]:
        """Return for each number of trumps in the opponent's hand the layouts, and the share won, both sides seeing."""
        trumps = [card.suit is self.view.trump for card in self.question.setup.unseen]
        number = self._held()[trumps].sum(axis=0)
        return {
            int(some): (int((number == some).sum()), float(self.wins[number == some].mean()))
            for some in np.unique(number)
        }

    def refuted_by(self, card: Card | str) -> tuple[frozenset[Card], ...]:
        """Return a few layouts, as the opponent's hands, that no plan beginning with this card wins all.

        One layout is enough where the card loses with both hands seen; more are a family whose members look alike until
        it is too late. Empty where a plan beginning with the card wins every layout. Raises `PuzzleError` for a card
        that cannot be played now.
        """
        card, families = Card(card), list[list[int]]()
        for outcome in map(Outcome, questions(self.view)):
            moves = {outcome.card(move): move for move in outcome.moves}
            if card in moves:
                families.append(Search(Goal(outcome, self.at_least)).refutation(moves[card]))
        if not families:
            raise PuzzleError(f"card: {card} cannot be played now; {in_words(self.by_lead)} can")
        return tuple(self.hand(layout) for layout in min(families, key=len))

    def _held(self) -> NDArray[np.bool_]:
        """Return which card is in the opponent's hand in which layout, shape (unseen cards, layouts)."""
        masks = self.question.hands()
        return np.array([masks >> number & 1 > 0 for number in range(len(self.question.setup.unseen))])


def analyse_close(
    view: View,
    *,
    plan: bool = True,
    seconds: float = 1.0,
    at_least: int = 1,
    weights: Weights | None = None,
    news: News | None = None,
) -> CloseAnalysis:
    """Analyse closing now, or a close under way, from the closer's seat or his opponent's.

    `seconds` is the time for the search of the best plan, which stops earlier when the plan is proven best; without
    `plan` only the tables are read. The plan wins as many layouts as it can by `at_least` so many game points (his
    opponent's: holds the closer under that). `weights` give each number of game points to the closer another worth, say
    at a match score. `news` is called with what is known so far whenever it improves.

    An interrupt ends the search and returns what it has reached, marked `stopped`. Raises `PuzzleError` where nothing
    can be closed, for a view that contradicts itself and for a wrong budget; `RulesError` for rules it cannot read.

    >>> from sixtysix import Deal, Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> analyse_close(view, plan=False).layouts
    12376
    """
    begun = time.perf_counter()
    seconds = checked_seconds(seconds)
    if not isinstance(at_least, Integral) or isinstance(at_least, bool) or not 1 <= at_least <= SCHWARZ:
        raise PuzzleError(f"at_least: {quoted(at_least)} game points cannot be asked for; use 1, 2 or 3")
    at_least = int(at_least)
    outcomes = [Outcome(question) for question in questions(view)]
    if not Goal(outcomes[0], at_least).possible:
        raise PuzzleError(f"at_least: whether the closer wins {at_least} game points is settled already; use less")
    if news is not None and not callable(news):
        raise PuzzleError(f"news: {quoted(news)} cannot be called")
    _check_weights(weights, outcomes[0].question.stakes)
    analysis = _read(view, outcomes, at_least, weights)
    if not plan:
        return analysis
    try:
        planner = _Planner(view, analysis, outcomes, weights, news)
    except KeyboardInterrupt:
        return replace(analysis, stopped=True)
    return planner.run(begun, seconds)


def _read(view: View, outcomes: list[Outcome], at_least: int, weights: Weights | None) -> CloseAnalysis:
    """Read the tables: what both sides seeing makes of every layout."""
    asked = outcomes[0].question
    best = np.maximum if asked.i_close else np.minimum
    points: GamePoints = best.reduce([outcome.best for outcome in outcomes])
    rows: Rows = np.minimum.reduce([outcome.rows_by_layout() for outcome in outcomes])
    his = asked.needs[1]
    leads: dict[Card, float] = {}
    for outcome in outcomes:
        for move, values in outcome.by_move.items():
            enough = outcome.by_layout(values) >= at_least
            share = float(np.mean(enough if asked.i_close else ~enough))
            leads[outcome.card(move)] = max(share, leads.get(outcome.card(move), 0.0))
    enough = points >= at_least
    return CloseAnalysis(
        view=view,
        layouts=len(points),
        open_cards_wins=float(np.mean(enough if asked.i_close else ~enough)),
        open_cards_value=_mean(points, weights),
        by_need=tuple(float(share) for share in np.mean(rows[:, : OUT + 1] <= his, axis=0)),
        by_lead=leads,
        plan_bound=float(np.mean(enough if asked.i_close else ~enough)),
        game_points=points,
        at_least=at_least,
        question=asked,
        rows=rows,
    )


def _check_weights(weights: object, stakes: Stakes) -> None:
    """Raise `PuzzleError` unless there is a number for every result that a close can have."""
    if weights is None:
        return
    if not isinstance(weights, Mapping):
        raise PuzzleError(f"weights: {quoted(weights)} is no table; give one like {{3: 1, 2: 1, 1: 1, -2: -1, -3: -1}}")
    for weight in weights.values():
        if isinstance(weight, bool) or not isinstance(weight, Real) or not -_HUGE < float(weight) < _HUGE:
            raise PuzzleError(f"weights: {quoted(weight)} is not a number")
    for value in (1, 2, SCHWARZ, -stakes.low, -stakes.high):
        if value not in weights:
            raise PuzzleError(f"weights: there is none for {value} game points; give one for each from -3 to 3")


def _mean(points: GamePoints, weights: Weights | None) -> float:
    """Return the mean of game points, each weighed."""
    if weights is None:
        return float(points.mean())
    worth = 0.0
    for value, count in zip(*np.unique(points, return_counts=True), strict=True):
        worth += float(weights[int(value)]) * int(count)
    return worth / len(points)


class _Planner:
    """Finds the plan: first whether one wins for certain, then the best there is."""

    CERTAIN: Final = 5.0
    """Seconds for the question whether a plan wins every layout, if the budget is smaller."""

    def __init__(
        self, view: View, seeing: CloseAnalysis, outcomes: list[Outcome], weights: Weights | None, news: News | None
    ) -> None:
        """Begin with the greedy plan for each way to close."""
        self.view, self.seeing, self.weights, self.news = view, seeing, weights, news
        self.certain: int | None = None if seeing.open_cards_wins == 1 else 0
        self.searches = [Search(Goal(outcome, seeing.at_least), self._tell) for outcome in outcomes]

    def run(self, begun: float, seconds: float) -> CloseAnalysis:
        """Search until the time is used up, the plan is proven best or an interrupt comes."""
        try:
            if self.certain is None:
                self._settle_certain(begun + max(seconds, self.CERTAIN))
            for number, search in enumerate(self.searches):
                share = seconds * (number + 1) / len(self.searches)
                search.run(begun + share)
                if search.stopped:
                    break
        except KeyboardInterrupt:
            return self._analysis(stopped=True)
        return self._analysis(stopped=any(search.stopped for search in self.searches))

    def _settle_certain(self, until: float) -> None:
        """Ask whether a plan wins every layout, then by how much at least."""
        answers = [search.certain(until) for search in self.searches]
        if not any(answers):
            self.certain = None if None in answers else 0
            return
        self.certain = self._sure(self.searches)
        asked = self.seeing.question
        if asked.i_close:
            for least in range(self.seeing.at_least + 1, SCHWARZ + 1):
                if not self._found_better([Goal(search.goal.outcome, least) for search in self.searches], until):
                    break
        else:
            self._found_better([Goal(one.goal.outcome, one.goal.least, dear=True) for one in self.searches], until)
        if asked.setup.any_turn:
            self._claim_at_once()

    def _found_better(self, goals: list[Goal], until: float) -> bool:
        """Ask whether a plan is certain to reach one of these goals, and go on with it if so."""
        better = [Search(goal) for goal in goals if goal.possible]
        found = any(search.certain(until) for search in better)
        if found:
            self.searches, self.certain = better, max(self.certain or 0, self._sure(better))
        return found

    def _claim_at_once(self) -> None:
        """Prefer a marriage that ends the deal now: he cannot give up before it, as he could at his turn."""
        for search in self.searches:
            sign = 1 if search.goal.i_close else -1
            for move in search.goal.outcome.moves:
                course = search.follower.play(first=move) if move.announces else search.course
                if course.wins.all() and int((course.values * sign).min()) > (self.certain or 0):
                    search.course, self.certain = course, int((course.values * sign).min())

    @staticmethod
    def _sure(searches: list[Search]) -> int:
        """Return the game points that the plans that win every layout make sure of."""
        sides = [(search.course, 1 if search.goal.i_close else -1) for search in searches]
        return max((max(0, int((c.values * side).min())) for c, side in sides if c.wins.all()), default=0)

    def _analysis(self, stopped: bool = False) -> CloseAnalysis:
        search = max(self.searches, key=lambda search: (search.wins, search.course.values.sum()))
        bound = max(search.bound for search in self.searches)
        asked = search.goal.outcome.question
        return replace(
            self.seeing,
            plan_wins=search.wins / self.seeing.layouts,
            plan_value=_mean(search.course.values, self.weights),
            plan_bound=min(bound / self.seeing.layouts, self.seeing.open_cards_wins),
            exact=search.wins == bound,
            certain=self.certain,
            plan=Plan(
                start=self.view,
                question=asked,
                course=search.course,
                closes=self.view.closed_by is None,
                exchanges=asked.setup.mine != self.view.own,
                silent=search.goal.dear,
            ),
            stopped=stopped,
        )

    def _tell(self, _: Search) -> None:
        if self.news is not None:
            self.news(self._analysis())


def compare_closes(
    view: View, *, plan: bool = True, seconds: float = 1.0, weights: Weights | None = None
) -> dict[tuple[Action, ...], CloseAnalysis]:
    """Analyse every way to close now: at once, after exchanging, after announcing a marriage, and after both.

    Keys are the actions up to the close, as far as the rules allow them; `seconds` is the time for each. Raises what
    `analyse_close` raises.

    >>> from sixtysix import Deal, Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> [" ".join(map(str, actions)) for actions in compare_closes(view, plan=False)]
    ['close the stock']
    """
    found: dict[tuple[Action, ...], CloseAnalysis] = {
        (Close(),): analyse_close(view, plan=plan, seconds=seconds, weights=weights)
    }
    for before in _before_closing():
        # What is hidden does not matter for these actions, so any layout leads to the same view.
        position = view.deal_hidden(seed=0)
        for action in before:
            if position.why_illegal(action) is not None:
                break
            position = position.apply(action)
        else:
            if position.why_illegal(Close()) is None:
                later = position.view(view.seat)
                found[*before, Close()] = analyse_close(later, plan=plan, seconds=seconds, weights=weights)
    return found


def _before_closing() -> list[tuple[Action, ...]]:
    marriages: list[tuple[Action, ...]] = [(Announce(suit),) for suit in Suit]
    return [(Exchange(),), *marriages, *((Exchange(), *marriage) for marriage in marriages)]
