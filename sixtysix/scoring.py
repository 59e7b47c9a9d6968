"""What a deal is worth: claims, failed closes and deals played out, read off the rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from .rule_table import OUT, SCHNEIDER, SCHWARZ

if TYPE_CHECKING:
    from .public import Public


class Reason(StrEnum):
    """How a deal ended."""

    OUT = "out"
    """A right claim, or a closer's 66 found after the last trick."""
    WRONG_CLAIM = "wrong claim"
    FAILED_CLOSE = "failed close"
    """The closer claimed wrongly, or had no 66 after the last trick."""
    COUNTER_OUT = "closer's opponent out"
    PLAYED_OUT = "played out"
    """Nobody said out; the totals decided."""
    LAST_TRICK = "last trick"
    """Nobody said out; the last trick decided."""
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: game points by seat (partners alike, zeros for a draw), the winner and the reason.

    `winner` is the seat that claimed or won; None for a draw and where several opponents score a wrong claim.
    """

    game_points: tuple[int, ...]
    winner: int | None
    reason: Reason


def claim_result(state: "Public", seat: int) -> Result:
    """Return how the deal ends when this seat says out, right or wrong (rules.md: right claim, wrong claim, close).

    The claim is right with 66 card points; a pending marriage does not count.
    """
    rules, closer = state.rules, state.closed_by
    if state.points(seat) < OUT:
        if seat == closer:
            return _failed_close(state, closer)
        trickless = not any(state.tricks_won(other) for other in state.opponents(seat))
        return _to_opponents(
            state, seat, rules.wrong_claim_trickless if trickless else rules.wrong_claim, Reason.WRONG_CLAIM
        )
    if closer is not None and seat != closer:
        return _won(state, seat, _counter_out(state, closer), Reason.COUNTER_OUT)
    return _won(state, seat, _worth(state, seat), Reason.OUT)


def last_trick_result(state: "Public", taker: int) -> Result:
    """Return how a deal ends after the last trick, its bonus already counted, when nobody has said out."""
    rules, closer = state.rules, state.closed_by
    if closer is not None:
        if state.points(closer) >= OUT:
            return _won(state, closer, _worth(state, closer), Reason.OUT)
        return _failed_close(state, closer)
    if rules.played_out == "last_trick":
        return _won(state, taker, 1, Reason.LAST_TRICK)
    totals = {rules.side(seat): state.points(seat) for seat in range(rules.players)}
    best = max(totals.values())
    if rules.played_out == "sole_66":
        winners = [side for side, total in totals.items() if total >= OUT]
    else:
        winners = [side for side, total in totals.items() if total == best]
    if len(winners) != 1:
        return Result((0,) * rules.players, None, Reason.DRAWN)
    return _won(state, winners[0][0], _worth(state, winners[0][0]), Reason.PLAYED_OUT)


def _worth(state: "Public", seat: int) -> int:
    """Return 1, 2 or 3: what the losers' tricks and points make a won deal worth."""
    others = [(state.points(other), state.tricks_won(other)) for other in state.opponents(seat)]
    if state.at_close is not None and state.rules.success_scale == "close":
        others = [(state.at_close.points, state.at_close.tricks)]
    if state.rules.schwarz and not any(tricks for _, tricks in others):
        return SCHWARZ
    return 2 if all(points < SCHNEIDER for points, _ in others) else 1


def _failed_close_worth(state: "Public", closer: int) -> int:
    rules, at_close = state.rules, state.at_close
    if rules.trickless_judged == "close" and at_close is not None:
        trickless = at_close.tricks == 0
    else:
        trickless = not any(state.tricks_won(other) for other in state.opponents(closer))
    return rules.failed_close_trickless if trickless else rules.failed_close


def _counter_out(state: "Public", closer: int) -> int:
    rules = state.rules
    if rules.counter_out == "failed_close":
        return _failed_close_worth(state, closer)
    if rules.counter_out == "closer_trickless" and not state.tricks_won(closer):
        return SCHWARZ
    return rules.failed_close


def _failed_close(state: "Public", closer: int) -> Result:
    return _to_opponents(state, closer, _failed_close_worth(state, closer), Reason.FAILED_CLOSE)


def _won(state: "Public", seat: int, worth: int, reason: Reason) -> Result:
    side = state.rules.side(seat)
    return Result(tuple(worth if s in side else 0 for s in range(state.rules.players)), seat, reason)


def _to_opponents(state: "Public", seat: int, worth: int, reason: Reason) -> Result:
    """Give every opponent the points; they are the winner if they are one side."""
    others = state.opponents(seat)
    one_side = all(other in state.rules.side(others[0]) for other in others)
    points = tuple(worth if s in others else 0 for s in range(state.rules.players))
    return Result(points, others[0] if one_side else None, reason)
