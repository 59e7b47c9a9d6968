"""The best single plan by exhaustion, for small worlds: plain recursion over the game's own actions.

Layouts that look alike to one seat are one group and must be played alike; the opponent sees all cards and knows the
plan, so a layout is won only if every action of his is answered. Kept for each group are the sets of layouts that some
plan wins together, those inside another left out. No tables, no bounds, nothing of the solver.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from sixtysix import ClaimOut, Plan, Position
from sixtysix.actions import Action

World = tuple[int, Position]
"""A layout as a bit, and where it stands."""


class BestPlan:
    """The sets of layouts that a seat's plans win: the closer by at least so many game points, or holds him under."""

    def __init__(self, seat: int, closer: int, least: int, wrong_claims: bool = False) -> None:
        """Without `wrong_claims` nobody claims with less than 66."""
        self.seat, self.closer, self.least, self.wrong_claims = seat, closer, least, wrong_claims

    def wins(self, worlds: list[World]) -> list[int]:
        """Return the greatest sets of layouts of one group that one plan wins together, as bits."""
        position = worlds[0][1]
        if position.result is not None:
            return [reduce(or_, (bit for bit, position in worlds if self.reached(position)), 0)]
        if position.to_move == self.seat:
            return greatest(
                won
                for action in self.actions(position)
                for won in self.of_groups([(bit, position.apply(action)) for bit, position in worlds])
            )
        return self.of_groups(
            [(bit, position.apply(action)) for bit, position in worlds for action in self.actions(position)]
        )

    def of_groups(self, worlds: list[World]) -> list[int]:
        """Return the sets won by one plan for several groups; a layout in more than one must be won in each."""
        groups: dict[object, list[World]] = {}
        for bit, position in worlds:
            # All that was done since the beginning, which looked alike, was done openly.
            groups.setdefault(position.log, []).append((bit, position))
        best = [reduce(or_, (bit for bit, _ in worlds))]
        for group in groups.values():
            members = reduce(or_, (bit for bit, _ in group))
            best = greatest(won & (some | ~members) for some in self.wins(group) for won in best)
        return best

    def actions(self, position: Position) -> Iterable[Action]:
        """Return what may be done, wrong claims only where they are asked for."""
        wrong = not self.wrong_claims and position.points(position.turn) < 66
        return (action for action in position.legal_actions() if not (wrong and isinstance(action, ClaimOut)))

    def reached(self, position: Position) -> bool:
        """Say whether the goal is reached at the end."""
        assert position.result is not None
        gain = position.result.game_points[self.closer] - position.result.game_points[1 - self.closer]
        return gain >= self.least if self.seat == self.closer else gain < self.least


def greatest(sets: Iterable[int]) -> list[int]:
    """Return the sets that are inside no other."""
    kept: list[int] = []
    for some in sorted(set(sets), key=int.bit_count, reverse=True):
        if not any(some & ~other == 0 for other in kept):
            kept.append(some)
    return kept


def worst(plan: Plan, position: Position, closer: int, *, enough: int, replies: dict[object, Action]) -> int:
    """Follow a plan against every defence; return the game points to the closer that it is sure of.

    The defences tried end where the closer gets no more than `enough`, or as his opponent's plan no less than that.
    Right and wrong claims of the opponent are among them, wrong ones only where they are cheaper than what he loses.
    """
    seat = plan.start.seat
    if position.result is not None:
        return position.result.game_points[closer] - position.result.game_points[1 - closer]
    if position.to_move == seat:
        if position.log not in replies:
            replies[position.log] = plan.reply(position.view(seat))
        return worst(plan, position.apply(replies[position.log]), closer, enough=enough, replies=replies)
    sign = 1 if seat == closer else -1
    least: int | None = None
    for action in position.legal_actions():
        if isinstance(action, ClaimOut) and position.points(position.turn) < 66 and seat != closer:
            continue
        value = sign * worst(plan, position.apply(action), closer, enough=enough, replies=replies)
        least = value if least is None else min(least, value)
        if least <= sign * enough:
            break
    assert least is not None, "somebody can always act"
    return sign * least
