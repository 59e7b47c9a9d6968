"""Closes by their layouts: how many one plan wins, how many are won with all cards seen, and whether a close pays."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..actions import Action, Announce, ClaimOut, Close, Play
from ..cards import Card
from ..errors import PuzzleError
from ..public import marriage
from ..rule_table import OUT
from ..view import View
from .puzzle import YOU, Answer, Puzzle

if TYPE_CHECKING:
    from ..solver import CloseAnalysis, Plan

SECONDS: Final = 60.0
"""The time for one best plan; most need a tenth of a second."""


def planned(puzzle: Puzzle, answer: Answer) -> int:
    """Return how many layouts the best single plan that begins with an answer wins: *guaranteed*.

    `PuzzleError` if the plan is not proven best in `SECONDS`, or where nothing is closed.
    """
    view, last = _at_last(puzzle, answer.actions)
    if isinstance(last, Close):
        analysis = best_plan(view)
        return round((analysis.plan_wins or 0) * analysis.layouts)
    return max(card_wins(view, card) for card in cards_of(view, last))


def seeing(puzzle: Puzzle, actions: Sequence[Action]) -> int:
    """Return how many layouts are won after some actions if both sides see all cards: no plan wins more."""
    from ..solver import analyse_close

    if actions[-1] == ClaimOut():
        return puzzle.view.layouts() if puzzle.start.points(YOU) >= OUT else 0
    view, last = _at_last(puzzle, actions)
    analysis = analyse_close(view, plan=False)
    if isinstance(last, Close):
        return round(analysis.open_cards_wins * analysis.layouts)
    return max(round(analysis.by_lead[card] * analysis.layouts) for card in cards_of(view, last))


def best_plan(view: View, puzzle: Puzzle | None = None) -> "CloseAnalysis":
    """Return the analysis of a close with a plan that is proven best; `PuzzleError` if none is in `SECONDS`.

    With a puzzle its match score weighs the game points.
    """
    from ..solver import analyse_close

    weights = {value: float(puzzle.needed(value)) for value in range(-3, 4)} if puzzle else None
    analysis = analyse_close(view, seconds=SECONDS, weights=weights)
    if not analysis.exact:
        raise PuzzleError("how many layouts the best plan wins could not be settled")
    return analysis


def card_wins(view: View, card: Card) -> int:
    """Return how many layouts the best single plan wins that plays this card first, the stock being closed."""
    return sum(best_beginning(view, card).course.wins.tolist())


def best_beginning(view: View, card: Card, *, least: int = 1, certain: bool = False) -> "Plan":
    """Return the best single plan that plays this card first, the stock being closed, for at least so many game points.

    With `certain` it must win every layout. `PuzzleError` if there is none, or none is proven best in `SECONDS`.
    """
    from ..solver import Plan
    from ..solver.goal import Goal
    from ..solver.outcome import Move, Outcome
    from ..solver.question import questions
    from ..solver.search import Search

    class Beginning(Outcome):
        """The same close with one first card."""

        @property
        def moves(self) -> tuple[Move, ...]:
            return tuple(move for move in super().moves if self.card(move) is card)

    found: list[Search] = []
    for question in questions(view):
        outcome = Beginning(question)
        goal = Goal(outcome, least)
        if outcome.moves and goal.possible:
            search = Search(goal)
            until = time.perf_counter() + SECONDS
            settled = True
            if certain:
                settled = search.certain(until) is not None
            else:
                search.run(until)
                settled = search.exact
            if not settled:
                raise PuzzleError(f"how many layouts a plan beginning with {card} wins could not be settled")
            found.append(search)
    best = max(found, key=lambda search: search.wins, default=None)
    if best is None or (certain and not best.course.wins.all()):
        raise PuzzleError(f"no plan beginning with {card} wins {least} in every layout")
    asked = best.goal.outcome.question
    return Plan(view, asked, best.course, closes=False, exchanges=asked.setup.mine != view.own)


def pays(puzzle: Puzzle) -> bool:
    """Say whether the best plan of the closer's is worth more than 0 game points, on average over the layouts.

    The match score weighs them. `PuzzleError` where neither is proven: yes by what a plan is sure of, no by a bound
    that no plan can exceed.
    """
    analysis = best_plan(puzzle.view, puzzle)
    if not analysis.question.i_close:
        raise PuzzleError("fact: 'close pays' is asked of the closer")
    if (analysis.plan_value or 0) > 0:
        return True
    if most_with(puzzle, round((analysis.plan_wins or 0) * analysis.layouts)) <= 0:
        return False
    raise PuzzleError("whether the close pays could not be settled: a plan that wins fewer layouts may win more points")


def most_with(puzzle: Puzzle, wins: int) -> int:
    """Return the most game points, over all layouts, that a close can bring its closer who wins no more than `wins`.

    None of these layouts brings more than it does if both sides see all cards, and the others fail.
    """
    from ..solver import analyse_close

    analysis = analyse_close(puzzle.view, plan=False)
    values = sorted((puzzle.needed(int(value)) for value in analysis.game_points if value > 0), reverse=True)[:wins]
    return sum(values) + puzzle.needed(-analysis.question.stakes.low) * (analysis.layouts - len(values))


def wins_of_close(view: View) -> int:
    """Return how many layouts the best plan of the closer's wins."""
    analysis = best_plan(view)
    return round((analysis.plan_wins or 0) * analysis.layouts)


def _at_last(puzzle: Puzzle, actions: Sequence[Action]) -> tuple[View, Action]:
    """Return the view before the last of some actions, and that action: a close, or a card of a closed stock."""
    position = puzzle.start
    for action in actions[:-1]:
        position = position.apply(action)
    last = actions[-1]
    if not isinstance(last, Close) and position.closed_by is None:
        raise PuzzleError("layouts are counted only where the stock is closed, or for ways to close it")
    return position.view(YOU), last


def cards_of(view: View, last: Action) -> tuple[Card, ...]:
    """Return the cards that an action leads, a marriage either of its two."""
    if isinstance(last, Announce):
        return marriage(last.suit)
    if not isinstance(last, Play):
        raise PuzzleError(f"{last}: layouts are counted only for cards, marriages and ways to close")
    if view.why_illegal(Announce(last.card.suit)) is None and last.card in marriage(last.card.suit):
        raise PuzzleError(f"{last}: its marriage can be announced, and layouts are counted only for that")
    return (last.card,)
