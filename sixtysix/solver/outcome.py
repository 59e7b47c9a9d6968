"""What a closed stock is worth when all cards are known: game points for every layout at once, read off the tables."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import ClaimOut
from ..cards import Card
from ..public import marriage
from ..rule_table import OUT, SCHNEIDER, SCHWARZ
from ..scoring import claim_result
from .question import Question
from .race import FREE, NEVER, WIDTH, Below, RaceTable, Rows, ending, partner
from .sweep import ENOUGH, Points, Sweep

GamePoints = NDArray[np.int8]


class Move(NamedTuple):
    """A first card of mine, and whether it announces its marriage. `card` is its number in my hand."""

    card: int
    announces: bool


class Outcome:
    """The worth of a close in each layout, both sides seeing all cards: "seeing", in the word of the lessons.

    Values are game points to the closer, negative where the close fails, one for each hand of the race table.
    """

    def __init__(self, question: Question) -> None:
        """Build the race table; the other tables follow where the rules ask for them."""
        self.question = question
        self.race = RaceTable(question.setup, question.ending())
        self._below: dict[tuple[int, int, bool], Below] = {}
        self._rows: dict[Move | None, Rows] = {}

    @property
    def moves(self) -> tuple[Move, ...]:
        """My first cards; none when the opponent is to lead."""
        asked = self.question
        setup, announced = asked.setup, asked.view.announced
        if asked.his_lead:
            return ()
        if asked.led is not None:
            legal = setup.must(setup.unseen[asked.led], list(setup.mine))
            return tuple(Move(setup.mine.index(card), False) for card in legal)
        if announced is not None:
            return tuple(Move(setup.mine.index(card), False) for card in marriage(announced))
        return tuple(
            Move(number, setup.marriages and partner(card) in setup.mine) for number, card in enumerate(setup.mine)
        )

    @cached_property
    def at_once(self) -> RaceTable:
        """The race in which the marriages of the side that must reach 33 count at once, as far as that is another."""
        asked, setup = self.question, self.question.setup
        later = setup.marriages and not setup.my_claim
        if asked.i_close:
            other = later or not asked.needs[0]
            return RaceTable(replace(setup, his_claim=True), ending(1, NEVER)) if other else self.race
        other = later or not asked.needs[1]
        return RaceTable(replace(setup, my_claim=True), ending(0, 1)) if other else self.race

    def rows(self, table: RaceTable, move: Move | None, after: Callable[[int, int], Below] | None = None) -> Rows:
        """Return the rows of a race after my first card, or before his.

        `after` says what the first trick leads to while marriages of so many points, mine and his, wait for it.
        """
        asked = self.question
        mine, his = asked.pending
        waits = move is not None and move.announces and not asked.tricks[0]
        if move is not None and waits:
            mine += asked.setup.worth(asked.setup.mine[move.card])
        below = after(mine, his) if after else self.after_trick(table, mine, his)
        if move is None:
            return table.his_leads(below)
        if asked.led is not None:
            return table.replies(asked.led, move.card, below)
        return table.leads(move.card, below, move.announces and not waits)

    def after_trick(self, table: RaceTable, mine: int, his: int) -> Below:
        """Return what the next trick leads to while marriages of so many points wait for it."""
        key = (mine, his, table is self.race)
        if key not in self._below:
            self._below[key] = table.waiting(mine, his)
        return self._below[key]

    def sweep(self, sweep: Sweep, move: Move | None) -> Points:
        """Return the points of a sweep after my first card, or before his."""
        asked = self.question
        waiting = asked.pending[0 if sweep.mine else 1]
        if move is None:
            return sweep.his_leads(waiting)
        if asked.led is not None:
            return sweep.replies(asked.led, move.card, waiting)
        waits = move.announces and not asked.tricks[0] and sweep.mine
        waiting += asked.setup.worth(asked.setup.mine[move.card]) if waits else 0
        return sweep.leads(move.card, move.announces and not waits, waiting)

    def after(self, move: Move | None) -> GamePoints:
        """Return the worth of the close for each hand of the race after my first card, or before his."""
        asked, stakes = self.question, self.question.stakes
        won = self.wins(move) if asked.i_close else ~self.wins(move)
        values = np.where(won, np.int8(stakes.fixed or 1), np.int8(-stakes.low))
        if stakes.fixed == SCHWARZ:
            values[won & ~self._gives_no_way_out(move)] = 2
        elif not stakes.fixed:
            values[won & self._holds_under_33(move)] = 2
            if stakes.three:
                values[won & self._holds_trickless(move)] = SCHWARZ
        if stakes.which != "same":
            values[~won & self._costs_more(move)] = -stakes.high
        return values

    def wins(self, move: Move | None) -> NDArray[np.bool_]:
        """Return for each hand of the race whether my side of the close succeeds: I get out, or the closer does not."""
        mine, his = self.question.needs
        return self.race_rows(move)[:, mine] <= his

    def race_rows(self, move: Move | None) -> Rows:
        """Return the rows of the race to 66 after my first card, or before his."""
        if move not in self._rows:
            self._rows[move] = self.rows(self.race, move)
        return self._rows[move]

    def _holds_under_33(self, move: Move | None) -> NDArray[np.bool_]:
        """Say where the closer's opponent, if the close succeeds, can be held under 33."""
        asked = self.question
        left = SCHNEIDER - (asked.his if asked.i_close else asked.mine)
        if left <= 0:
            return np.zeros(len(self.race.hands), np.bool_)
        rows = self.race_rows(move) if self.at_once is self.race else self.rows(self.at_once, move)
        return rows[:, asked.needs[0]] <= left if asked.i_close else rows[:, left] > asked.needs[1]

    def _holds_trickless(self, move: Move | None) -> NDArray[np.bool_]:
        """Say where the closer can get out without giving his opponent a trick."""
        asked = self.question
        closer = 0 if asked.i_close else 1
        if asked.tricks[1 - closer]:
            return np.zeros(len(self.race.hands), np.bool_)
        if asked.setup.any_turn:  # his opponent would claim wrongly at the next turn: that costs two
            return self._claims_at_once(move, mine=asked.i_close)
        return self.sweep(self._closer_sweeps, move) >= asked.needs[closer]

    def _gives_no_way_out(self, move: Move | None) -> NDArray[np.bool_]:
        """Say where the closer wins the three points of a trickless close, settled when the stock was closed.

        His opponent, once on lead, may claim wrongly: that costs less if the closer has a trick. So the closer must
        keep the lead from his first trick on.
        """
        asked, rules = self.question, self.question.view.rules
        closer = 0 if asked.i_close else 1
        if rules.wrong_claim >= SCHWARZ:
            return np.ones(len(self.race.hands), np.bool_)
        if asked.setup.any_turn:
            return self._claims_at_once(move, mine=asked.i_close)
        if asked.tricks[closer] or rules.wrong_claim_trickless < SCHWARZ:
            if move is None and asked.i_close:
                return np.zeros(len(self.race.hands), np.bool_)
            if self.race.size == 1 and not asked.needs[closer]:
                return np.ones(len(self.race.hands), np.bool_)
            return self.sweep(self._closer_sweeps, move) >= asked.needs[closer]
        mine, his = asked.needs
        rows = self.rows(self.race, move, lambda mine, his: self._then_sweeps(mine if asked.i_close else his))
        return rows[:, mine] <= his if asked.i_close else rows[:, mine] > his

    def _then_sweeps(self, points: int) -> Below:
        """Return what the first trick leads to if the closer, without a trick, must then take every trick."""
        i_close, needs = self.question.i_close, np.arange(WIDTH)
        then = [(self.race.mine if i_close else self.race.his)[0]]
        for level in self._closer_sweeps.levels[1:]:
            sure = level[..., None]
            rows = np.where(needs <= np.maximum(sure, 0), 0, NEVER) if i_close else np.maximum(sure, 0) + 1 + 0 * needs
            then.append(rows.astype(np.uint8))
        return self.race.until_a_trick(i_close, then, points)

    def _claims_at_once(self, move: Move | None, mine: bool) -> NDArray[np.bool_]:
        """Say where a side that announces a marriage with the first lead is out with it."""
        asked, setup = self.question, self.question.setup
        now = np.zeros(len(self.race.hands), np.bool_)
        if not mine and move is None and not asked.needs[1]:
            return ~now
        if not asked.tricks[0 if mine else 1] or not setup.marriages:
            return now
        if mine:
            announced = move is not None and move.announces and setup.worth(setup.mine[move.card]) >= asked.needs[0]
            return ~now if announced else now
        if move is None:
            for number, card in enumerate(setup.unseen):
                if (other := partner(card)) in setup.unseen and setup.worth(card) >= asked.needs[1]:
                    pair = 1 << number | 1 << setup.unseen.index(other)
                    now |= self.race.hands & pair == pair
        return now

    def _costs_more(self, move: Move | None) -> NDArray[np.bool_]:
        """Say where a close that fails costs the higher price."""
        asked = self.question
        mine, his = asked.needs
        closer = 0 if asked.i_close else 1
        if asked.stakes.which == "unclaimed":
            rows = self.race_rows(move)
            return rows[:, mine] >= NEVER if asked.i_close else rows[:, FREE] <= his
        if asked.stakes.which == "closer sweeps":
            trickless = not asked.tricks[1 - closer]
            return trickless & (self.sweep(self._closer_cannot_help_it, move) < asked.needs[closer])
        if asked.tricks[closer]:
            return np.zeros(len(self.race.hands), np.bool_)
        if asked.setup.any_turn:  # the closer would claim wrongly at his next turn: that costs less
            return self._claims_at_once(move, mine=not asked.i_close)
        return self.sweep(self._other_sweeps, move) >= asked.needs[1 - closer]

    @cached_property
    def _closer_sweeps(self) -> Sweep:
        return Sweep(self.race, self.question.i_close)

    @cached_property
    def _closer_cannot_help_it(self) -> Sweep:
        return Sweep(self.race, self.question.i_close, lost=ENOUGH)

    @cached_property
    def _other_sweeps(self) -> Sweep:
        return Sweep(self.race, not self.question.i_close, last=False)

    # By layout

    def by_layout(self, values: GamePoints) -> GamePoints:
        """Return the values for each layout, the opponent exchanging where that is better for him."""
        asked = self.question
        plain = values[asked.layouts]
        can = asked.swapped >= 0
        choose = np.minimum if asked.i_close else np.maximum
        plain[can] = choose(plain[can], values[asked.swapped[can]])
        return plain

    @cached_property
    def by_move(self) -> dict[Move, GamePoints]:
        """The worth of the close in each layout for each first card of mine."""
        return {move: self.after(move) for move in self.moves}

    @cached_property
    def claim(self) -> int | None:
        """What saying out at once is worth to the closer, right or wrong; None where it is not allowed."""
        view = self.question.view
        seat = view.turn
        if self.question.his_lead:
            legal = view.rules.claim == "any_turn" or view.tricks_won(seat) > 0
        else:
            legal = view.why_illegal(ClaimOut()) is None
        if not legal:
            return None
        points = claim_result(view, seat).game_points
        return points[view.closed_by or 0] - points[1 - (view.closed_by or 0)]

    @property
    def right_claim(self) -> int | None:
        """What my saying out at once is worth to the closer, None where I may not or have no 66."""
        asked = self.question
        return self.claim if asked.mine >= OUT and not asked.his_lead else None

    @cached_property
    def best(self) -> GamePoints:
        """The worth of the close in each layout."""
        values = np.array(list(self.by_move.values()) or [self.after(None)])
        best = self.by_layout(values.max(axis=0) if self.question.i_close else values.min(axis=0))
        if self.claim is None:
            return best
        closer = self.question.i_close is not self.question.his_lead
        return (np.maximum if closer else np.minimum)(best, np.int8(self.claim))

    def rows_by_layout(self) -> Rows:
        """Return the rows of the race for each layout: what the share of wins by need is read from."""
        asked = self.question
        rows = np.minimum.reduce([self.race_rows(move) for move in self.moves or (None,)])
        if not asked.his_lead and (asked.led is None or asked.setup.any_turn):  # I may say out
            rows[:, 0] = 0
        plain: Rows = rows[asked.layouts]
        can = asked.swapped >= 0
        plain[can] = np.maximum(plain[can], rows[asked.swapped[can]])
        return plain

    def card(self, move: Move) -> Card:
        """Return the card of a move."""
        return self.question.setup.mine[move.card]
