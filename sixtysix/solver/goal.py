"""What a plan is to reach, asked of the tables for any position of a closed stock."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..rule_table import OUT, SCHNEIDER, SCHWARZ
from .outcome import Outcome
from .race import FREE, Below, RaceTable
from .sweep import ENOUGH, Sweep

NEVER_OUT: Final = 999
"""More card points than there are: the need of a side that never says out."""

Ints = NDArray[np.int64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Goal:
    """At least so many game points for the closer, or for his opponent: less than that for the closer.

    `reached` asks the tables, both sides seeing all cards; no plan reaches more layouts than they.
    """

    outcome: Outcome
    least: int
    dear: bool = False
    """Whether a close that fails must cost the closer the most: by itself, the plan never saying out, or, where that is
    what counts (`Stakes.which`), while the closer takes every trick against his will."""

    @cached_property
    def i_close(self) -> bool:
        """Whether the plan is the closer's."""
        return self.outcome.question.i_close

    @cached_property
    def needs(self) -> tuple[int, int]:
        """The card points, mine and his, that decide: 66, or 33 for the side that is to be held under it."""
        if self.dear:
            return NEVER_OUT, OUT
        limit = SCHNEIDER if self.least == 2 and not self.outcome.question.stakes.fixed else OUT
        return (OUT, limit) if self.i_close else (limit, OUT)

    @cached_property
    def table(self) -> RaceTable:
        """The race that decides."""
        return self.outcome.race if min(self.needs) >= OUT else self.outcome.at_once

    @cached_property
    def sweep(self) -> Sweep | None:
        """The count of tricks without a loss, where only that will do."""
        stakes = self.outcome.question.stakes
        if self.dear:
            return Sweep(self.outcome.race, mine=False, lost=ENOUGH) if stakes.which == "closer sweeps" else None
        return Sweep(self.outcome.race, mine=True) if self.least == SCHWARZ and not stakes.fixed else None

    @cached_property
    def possible(self) -> bool:
        """Whether the rules and the points so far leave the goal open."""
        asked = self.outcome.question
        if self.dear:
            trickless = not asked.tricks[0]
            return not self.i_close and {"unclaimed": True, "closer sweeps": trickless}.get(asked.stakes.which, False)
        if self.least == SCHWARZ:
            return self.i_close and asked.stakes.three and not asked.tricks[1] and not asked.setup.any_turn
        if self.least == 2:
            return not asked.stakes.fixed and (asked.his if self.i_close else asked.mine) < SCHNEIDER
        return True

    @cached_property
    def kept(self) -> bool:
        """Whether my points, once enough, stay enough: 33 do, while 66 must still be claimed."""
        return self.needs[0] < OUT

    def below(self, waiting: int) -> Below:
        """Return the rows that the next trick leads to; `waiting` points are mine, or his if negative."""
        return self.outcome.after_trick(self.table, max(waiting, 0), max(-waiting, 0))

    def reached(
        self, number: int, mine: Ints, his: Ints, i_lead: Truths, points: tuple[Ints, Ints], waiting: Ints
    ) -> Truths:
        """Return where the goal is reached with best play, `number` cards each being left.

        `mine` and `his` are places in the levels, `i_lead` says who took the last trick, `points` are the card points
        of both sides, `waiting` those of a marriage that waits. All of one shape.
        """
        reached = np.empty(len(mine), np.bool_)
        for amount in np.unique(waiting).tolist():
            for leads in (False, True):
                some = np.flatnonzero((waiting == amount) & (i_lead == leads))
                if len(some):
                    mine_his = (points[0][some], points[1][some])
                    reached[some] = self.reached_alike(number, mine[some], his[some], leads, mine_his, amount)
        return reached

    def reached_alike(
        self,
        number: int,
        mine: Ints | int,
        his: Ints,
        i_lead: bool,
        points: tuple[Ints | int, Ints | int],
        waiting: int,
    ) -> Truths:
        """Return the same where the side to lead and the waiting points are one for all."""
        my_need, his_need = (np.clip(need - some, 0, FREE) for need, some in zip(self.needs, points, strict=True))
        reached: Truths
        if self.sweep is None:
            below = self.below(waiting)
            reached = (below.won if i_lead else below.lost)[number][mine, his, my_need] <= his_need
            reached |= self.kept & (my_need == 0)
        elif self.dear:
            reached = np.full(len(his), not i_lead) & (self.sweep.levels[number][mine, his] < his_need)
        elif i_lead:
            reached = (my_need == 0) | ((number > 0) & (self.sweep.levels[number][mine, his] >= my_need))
        else:
            reached = np.zeros(len(his), np.bool_)
        return reached
