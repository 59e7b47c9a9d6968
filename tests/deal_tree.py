"""What the lessons' hands are worth with all cards seen, the stock too: a plain search over the game's own actions."""

from sixtysix.actions import ClaimOut, action_token
from sixtysix.guided import Hand
from sixtysix.lessons.lines import after, right_line
from sixtysix.position import Position


def worth(position: Position, known: dict[object, int] | None = None, low: int = -9, high: int = 9) -> int:
    """Game points to seat 0 when both see all cards, the stock too, and play their best: every action is tried.

    Who may say out with 66 does so. `low` and `high` are the bounds between which the answer is exact.
    """
    known = {} if known is None else known
    if position.result is not None:
        return position.result.game_points[0] - position.result.game_points[1]
    seat = position.turn
    if position.points(seat) >= 66 and position.why_illegal(ClaimOut()) is None:
        return worth(position.apply(ClaimOut()))
    facts = position.hands, position.trick, seat, position.taken, position.waiting, position.tricks
    key = (*facts, position.announced, position.closed_by, position.stock)
    if key in known:
        return known[key]
    best, least, most = (-9 if seat == 0 else 9), low, high
    for action in position.legal_actions():
        value = worth(position.apply(action), known, low, high)
        if seat == 0:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    if least < best < most:
        known[key] = best
    return best


def values(position: Position) -> dict[str, int]:
    """What each action is worth to seat 0."""
    return {action_token(action): worth(position.apply(action)) for action in position.legal_actions()}


def before(hand: Hand, step: int) -> Position:
    """The position of a step, counted from 1, on the right line."""
    return right_line(hand, step - 1)[-1]


def after_wrong(hand: Hand, step: int, token: str) -> Position:
    return after(before(hand, step), " ".join([token, *hand.steps[step - 1].wrong[token].replies]))


def game_points(position: Position) -> tuple[int, ...]:
    assert position.result is not None
    return position.result.game_points
