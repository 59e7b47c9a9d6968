"""What each of your choices comes to in every layout of a closed stock, and the best reply to it in one of them."""

import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from .actions import Action, Announce, ClaimOut, Play
from .cards import Card, Rank
from .errors import PuzzleError
from .players.thumb import thumb
from .position import Position
from .rule_table import OUT
from .solver import solve
from .view import View

if TYPE_CHECKING:
    from .solver.outcome import GamePoints, Move


class Reading:
    """The tables for one view of yours: what each choice comes to in every layout. Values are game points to you."""

    def __init__(self, view: View) -> None:
        """Build the tables; `PuzzleError` where there is nothing to read yet."""
        from .solver.outcome import Outcome
        from .solver.question import questions

        self.outcomes: list[Outcome] = [Outcome(question) for question in questions(view)]
        self.asked = self.outcomes[0].question

    def hand(self, place: int) -> frozenset[Card]:
        """Return the cards that the opponent still holds in a layout."""
        return self.asked.hand(place) - {card for _, card in self.asked.view.trick}

    def best(self) -> "GamePoints":
        """Return what each layout comes to with best play of both."""
        return _better([self._yours(outcome.best) for outcome in self.outcomes])

    def after(self, action: Play | Announce) -> "GamePoints":
        """Return what each layout comes to after one of your choices."""
        outcome = self.outcomes[0]
        return _better([self._yours(outcome.by_layout(outcome.after(move))) for move in self._moves(action)])

    def safe(self) -> tuple[Play | Announce, ...]:
        """Return the choices that lose in no layout; an announcement stands for its king and queen."""
        outcome, found = self.outcomes[0], dict[Play | Announce, None]()
        for move, values in outcome.by_move.items():
            card = outcome.card(move)
            if (self._yours(outcome.by_layout(values)) > 0).all():
                found[Announce(card.suit) if move.announces else Play(card)] = None
        return tuple(found)

    def certain(self, until: float, action: Action | None = None) -> bool | None:
        """Say whether one plan, beginning with your action if it is given, wins every layout; None if time runs out."""
        from .solver.follow import Follower
        from .solver.fronts import Fronts
        from .solver.goal import Goal

        answers: list[bool | None] = []
        for outcome in self.outcomes if action is None else self.outcomes[:1]:
            goal = Goal(outcome, 1)
            fronts = Fronts(Follower(goal), _clock(until))
            try:
                if isinstance(action, Play | Announce):
                    moves = [move for move in self._moves(action) if move in outcome.moves]
                    answers.append(any(fronts.can_win(move, fronts.every) for move in moves) if moves else None)
                else:
                    answers.append(bool(fronts.first(0, goal.table.size, fronts.every)))
            except _OutOfTime:
                answers.append(None)
        return True if True in answers else None if None in answers else False

    def _moves(self, action: Play | Announce) -> "list[Move]":
        """Return the first cards that an action stands for: an announcement is followed by its king or queen."""
        from .solver.outcome import Move

        mine = self.asked.setup.mine
        if isinstance(action, Play):
            return [Move(mine.index(action.card), False)]
        return [Move(mine.index(Card.of(rank, action.suit)), True) for rank in (Rank.KING, Rank.QUEEN)]

    def _yours(self, to_closer: "GamePoints") -> "GamePoints":
        return to_closer if self.asked.i_close else -to_closer


def readable(view: View) -> Reading | None:
    """Return the tables for a view, None while the opponent owes an answer or a lead that he has announced."""
    with suppress(PuzzleError):
        return Reading(view)
    return None


def best_reply(position: Position, rng: Random) -> Action:
    """Return an action that is best for the seat to move if both see all cards (a closed or used-up stock).

    Among actions worth the same a right claim comes first, then what a sensible player would like best.

    >>> case = {"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39]}
    >>> best_reply(Position.from_dict(case), Random(1))
    Play(card=Card('TH'))
    """
    values = solve(position)
    most, view = max(values.values()), position.view(position.turn)

    def liking(action: Action) -> tuple[float, float]:
        if isinstance(action, ClaimOut):
            return (2.0 if position.points(position.turn) >= OUT else -1.0), 0.0
        if not isinstance(action, Play):
            return 1.0, rng.random()
        married = action.card.rank in (Rank.KING, Rank.QUEEN) and not position.why_illegal(Announce(action.card.suit))
        return (-0.5 if married else 0.0), thumb(view, action.card)

    return max((action for action, value in values.items() if value == most), key=liking)


def _better(ways: "list[GamePoints]") -> "GamePoints":
    """Return the better of one or two ways to go on, layout by layout."""
    return ways[0] if len(ways) == 1 else ways[0].clip(min=ways[1])


class _OutOfTime(Exception):
    pass


def _clock(until: float) -> Callable[[], None]:
    """Return what stops a search when the time has come."""

    def tick() -> None:
        if time.perf_counter() > until:
            raise _OutOfTime

    return tick
