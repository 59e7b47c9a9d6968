"""What each way to end a deal without a stock to draw from is worth, asked of the rules once for each kind."""

from functools import lru_cache
from itertools import product
from typing import Protocol

from ..cards import Suit
from ..public import AtClose, Public
from ..rule_table import OUT, SCHNEIDER
from ..rules import Rules
from ..scoring import Result, claim_result, last_trick_result
from ..view import View

Table = tuple[list[int], list[int]]
"""Game points for each seat, by situation: 4 if it has a trick, plus 2 if the other has, plus 1 if he is under 33."""


class Endings:
    """What the ends of a deal are worth under some rules, for a stock closed by a seat or gone (`closed_by` None).

    Game points to the seat asked about, less those to the other.

    >>> Endings(Rules(), None, None).worths[0]
    [-3, -2, -1, 0, 1, 2, 3]
    """

    def __init__(self, rules: Rules, closed_by: int | None, at_close: AtClose | None) -> None:
        """Ask what the claims are worth in each kind of situation."""
        self.rules, self.closed_by, self.at_close = rules, closed_by, at_close
        self._last: dict[tuple[object, ...], int] = {}
        self.right = self._table(self._right)
        """A right claim."""
        self.wrong = self._table(self._wrong)
        """A wrong claim."""
        self.most = self._table(self._most)
        """The most that the seat can still get if the other never claims wrongly; he need not."""
        self.short = self._table(self._short)
        """The most that the seat can still get if it can no longer have 66 and the other never claims wrongly."""
        first, second = ({*self.right[seat], *self.wrong[seat], *self.most[seat], *self.short[seat]} for seat in (0, 1))
        first |= {-worth for worth in second} | ({0} if closed_by is None else set())
        self.worths = sorted(first), sorted(-worth for worth in first)
        """All that the deal can be worth to each seat, ascending."""

    def last_trick(self, taker: int, points: tuple[int, int], other_trick: bool) -> int:
        """Return what the deal is worth to the taker of the last trick, `points` being his and the other's."""
        own, other = points
        # the rules ask no more of the points than this
        classes = own >= OUT, other >= OUT, own < SCHNEIDER, other < SCHNEIDER, (own > other) - (own < other)
        key = (taker, other_trick, classes)
        if key not in self._last:
            self._last[key] = _difference(
                last_trick_result(self._state(taker, points, (True, other_trick)), taker), taker
            )
        return self._last[key]

    def _right(self, seat: int, own_trick: bool, other_trick: bool, other_low: bool) -> int:
        return self._claim(seat, OUT, (own_trick, other_trick), other_low)

    def _wrong(self, seat: int, own_trick: bool, other_trick: bool, other_low: bool) -> int:
        return self._claim(seat, 0, (own_trick, other_trick), other_low)

    def _most(self, seat: int, own_trick: bool, other_trick: bool, other_low: bool) -> int:
        # Points and tricks of the other only grow, so that a later claim is worth no more, and by no rule is a deal
        # played out worth more than a claim. One thing can grow: what the closer's opponent gets for going out, if
        # that asks for the closer's tricks. He may also let the close fail.
        claims = [self._right(seat, True, tricks, other_low) for tricks in (other_trick, True)]
        return claims[0] if self.closed_by != 1 - seat else max(*claims, self._failure(own_trick))

    def _short(self, seat: int, own_trick: bool, other_trick: bool, other_low: bool) -> int:
        # The closer's opponent need not go out: he can wait until the close fails.
        if seat != self.closed_by:
            return self._most(seat, own_trick, other_trick, other_low)
        return -min(self._failure(other_trick), self._failure(True))

    def _failure(self, trick: bool) -> int:
        """Return what the closer's opponent gets, with or without a trick, if the closer has no 66 at the end."""
        assert self.closed_by is not None
        other = 1 - self.closed_by
        return _difference(last_trick_result(self._state(other, (0, 0), (trick, True)), other), other)

    def _claim(self, seat: int, points: int, tricks: tuple[bool, bool], other_low: bool) -> int:
        state = self._state(seat, (points, 0 if other_low else SCHNEIDER), tricks)
        return _difference(claim_result(state, seat), seat)

    def _table(self, worth: "_Worth") -> Table:
        kinds = list(product((False, True), repeat=3))  # in the order of the numbers
        return [worth(0, *one) for one in kinds], [worth(1, *one) for one in kinds]

    def _state(self, seat: int, points: tuple[int, int], tricks: tuple[bool, bool]) -> View:
        """Return as much of a deal as its scoring asks for; points and tricks are the seat's and the other's."""
        won = int(tricks[0]), int(tricks[1])
        return View(
            rules=self.rules,
            dealer=1,
            trump=Suit.SPADES,
            turn_up=None,
            stock_size=0,
            hand_sizes=(0, 0),
            turn=seat,
            taken=points if seat == 0 else points[::-1],
            waiting=(0, 0),
            tricks=won if seat == 0 else won[::-1],
            closed_by=self.closed_by,
            at_close=self.at_close,
            shown=(frozenset(), frozenset()),
            lacks=(frozenset(), frozenset()),
            seat=seat,
            own=(),
        )


class _Worth(Protocol):
    def __call__(self, seat: int, own_trick: bool, other_trick: bool, other_low: bool, /) -> int: ...


def _difference(result: Result, seat: int) -> int:
    return result.game_points[seat] - result.game_points[1 - seat]


@lru_cache(maxsize=128)
def _endings(rules: Rules, closed_by: int | None, at_close: AtClose | None) -> Endings:
    return Endings(rules, closed_by, at_close)


def endings_of(state: Public) -> Endings:
    """Return the ends of this deal, from memory where another deal was like it."""
    at_close = state.at_close
    if at_close is not None:  # no rule asks for more than this
        at_close = AtClose(0 if at_close.points < SCHNEIDER else SCHNEIDER, min(at_close.tricks, 1))
    return _endings(state.rules, state.closed_by, at_close)
