"""The lines of a guided hand, and what its choices are worth as the cards lie."""

from collections.abc import Iterator

from sixtysix.actions import action_token
from sixtysix.guided import Hand
from sixtysix.lessons.lines import line, right_line
from sixtysix.position import Position
from tests.brute import position_value


def steps(hand: Hand) -> Iterator[tuple[int, Position]]:
    """The position before each step on the right line, with the step's index."""
    for number in range(len(hand.steps)):
        yield number, right_line(hand, number)[-1]


def values(position: Position) -> dict[str, int]:
    """What each action is worth to seat 0 as the cards lie, by brute force."""
    return {action_token(action): position_value(position.apply(action)) for action in position.legal_actions()}


def every_wrong(hand: Hand) -> Iterator[tuple[str, str, list[Position]]]:
    """Each wrong line: its action, its explanation, and the positions on its way."""
    for number, start in steps(hand):
        for token, wrong in hand.steps[number].wrong.items():
            yield token, wrong.why, line(start, " ".join([token, *wrong.replies]))
