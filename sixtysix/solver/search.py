"""The search for the best single plan: a plan to follow and a proven bound close in on each other."""

import math
import time
from collections.abc import Callable
from numbers import Real

from ..errors import PuzzleError, quoted
from .follow import Course, Follower
from .fronts import Cut, Fronts, truths
from .goal import Goal
from .outcome import Move

WIDTHS = tuple(4**power for power in range(1, 11))
"""How long fronts may be before they are cut, from one round of the search to the next."""


class OutOfTime(Exception):
    """The time is used up."""


class Search:
    """The best single plan for a goal, as far as it is known.

    `course` is what the best plan so far makes of every layout; `bound` is the number of layouts that no single plan
    can exceed against an opponent who sees all cards. Both only improve, and where they meet the plan is proven best.
    """

    def __init__(self, goal: Goal, news: Callable[["Search"], None] | None = None) -> None:
        """Start with the greedy plan, and with what the tables say after the first card."""
        self.goal, self.news = goal, news
        self.follower = Follower(goal)
        self.course: Course = self.follower.play()
        self.fronts = Fronts(self.follower, self._tick)
        self.hopeful = self.fronts.hopeful()
        self.bound = self.hopeful.bit_count() if self.course.steps else len(self.course.wins)
        self.stopped = False
        self._until = math.inf

    @property
    def wins(self) -> int:
        """The number of layouts that the best plan so far wins."""
        return int(self.course.wins.sum())

    @property
    def exact(self) -> bool:
        """Whether the plan is proven best."""
        return self.wins == self.bound

    def run(self, until: float) -> None:
        """Search until the plan is proven best or the clock (`time.perf_counter`) says so.

        An interrupt ends the search at once and marks it `stopped`; a second one is not caught.
        """
        self._until = until
        try:
            for width in WIDTHS:
                if not self.exact:
                    self._better_plan(width)
                for depth in (1, 2, 3, self.goal.table.size):
                    if not self.exact:
                        self._better_bound(width, depth)
        except OutOfTime:
            pass
        except KeyboardInterrupt:
            self.stopped = True

    def certain(self, until: float) -> bool | None:
        """Say whether one plan wins every layout; None if time ran out before that was known."""
        every = self.fronts.every
        if self.wins == len(self.course.wins):
            return True
        if self.hopeful != every or self.bound < len(self.course.wins):
            return False
        self._until = until
        self.fronts.cut_to(Cut.PLANS, 1)
        try:
            front = self.fronts.first(0, self.goal.table.size, every)
        except OutOfTime:
            return None
        self._found(front, 0)
        return bool(front)

    def refutation(self, move: Move) -> list[int]:
        """Return layouts that no plan beginning with this card wins all, none of them to spare; none if one plan can.

        Junker's way to a smallest conflict: what of one half matters, given the other half or what matters of it?
        """
        self.fronts.cut_to(Cut.PLANS, 1)
        layouts = list(range(len(self.course.wins)))
        return [] if self.fronts.can_win(move, self.fronts.every) else self._conflict(move, 0, False, layouts)

    def conflicts(self, move: Move, layouts: list[int], most: int) -> list[list[int]]:
        """Return up to so many families of layouts, none in two: no plan beginning with this card wins all of one.

        The layouts are to be won with that card if both sides see all cards. As every plan loses one of each family,
        their number is proof how many it loses.
        """
        self.fronts.cut_to(Cut.PLANS, 1)
        families: list[list[int]] = []
        left = list(layouts)
        while left and len(families) < most and not self.fronts.can_win(move, as_mask(left)):
            families.append(self._conflict(move, 0, False, left))
            left = [layout for layout in left if layout not in families[-1]]
        return families

    def _conflict(self, move: Move, given: int, grown: bool, layouts: list[int]) -> list[int]:
        if grown and not self.fronts.can_win(move, given):
            return []
        if len(layouts) == 1:
            return layouts
        one, two = layouts[: len(layouts) // 2], layouts[len(layouts) // 2 :]
        of_two = self._conflict(move, given | as_mask(one), True, two)
        of_one = self._conflict(move, given | as_mask(of_two), bool(of_two), one)
        return of_one + of_two

    def _tick(self) -> None:
        if time.perf_counter() > self._until:
            raise OutOfTime

    def _better_plan(self, width: int) -> None:
        """Look for a plan that loses less than the best so far."""
        self.fronts.cut_to(Cut.PLANS, width)
        allowance = self.hopeful.bit_count() - self.wins - 1
        self._found(self.fronts.first(allowance, self.goal.table.size, self.hopeful), allowance)

    def _found(self, front: list[int], allowance: int) -> None:
        """Take the best plan of a front; where nothing was cut, it is proven, or that there is none."""
        hopeful = self.hopeful.bit_count()
        if front:
            lost = front[0]
            aim = truths(self.hopeful & ~lost, len(self.course.wins))
            self.course = self.follower.play(decide=self.fronts.decide, aim=aim)
            if not self.fronts.cut:
                self.bound = hopeful - lost.bit_count()
        elif not self.fronts.cut:
            self.bound = min(self.bound, hopeful - allowance - 1)
        self._tell()

    def _better_bound(self, width: int, depth: int) -> None:
        """Raise the number of layouts that every plan loses, by halving what is open."""
        self.fronts.cut_to(Cut.BOUND, width)
        hopeful = self.hopeful.bit_count()
        least, most = hopeful - self.bound, hopeful - self.wins
        while least < most:
            allowance = (least + most) // 2
            front = self.fronts.first(allowance, depth, self.hopeful)
            if not front:
                least = allowance + 1
                self.bound = hopeful - least
                self._tell()
            elif depth == self.goal.table.size and not self.fronts.cut:
                self._found(front, allowance)
                return
            else:
                most = front[0].bit_count()

    def _tell(self) -> None:
        if self.news is not None:
            self.news(self)


def as_mask(layouts: list[int]) -> int:
    """Return layouts as a mask.

    >>> as_mask([0, 3])
    9
    """
    return sum(1 << layout for layout in layouts)


def checked_seconds(seconds: object) -> float:
    """Return a time budget; `PuzzleError` unless it is a number from 0.

    >>> checked_seconds(2)
    2.0
    """
    if isinstance(seconds, bool) or not isinstance(seconds, Real) or not 0 <= float(seconds) < 1e9:
        raise PuzzleError(f"seconds: {quoted(seconds)} is not a time budget; use a number of seconds from 0")
    return float(seconds)
