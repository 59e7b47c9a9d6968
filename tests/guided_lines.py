"""The lines of a guided hand, and what its choices are worth as the cards lie."""

from collections.abc import Iterable, Iterator

from sixtysix.actions import action_token, parse_action
from sixtysix.guided import Hand
from sixtysix.lessons.lines import line
from sixtysix.position import Position
from tests.brute import position_value


def steps(hand: Hand) -> Iterator[tuple[int, Position]]:
    """The position before each step, with the step's index: on each line of right actions."""
    todo = [(0, hand.start)]
    while todo:
        number, position = todo.pop()
        yield number, position
        if number + 1 < len(hand.steps):
            step = hand.steps[number]
            todo += [
                (number + 1, line(position, " ".join([token, *step.replies]))[-1])
                for token in possible(position, step.right)
            ]


def possible(position: Position, tokens: Iterable[str]) -> list[str]:
    """The actions that are legal here, of those that a step names."""
    return [token for token in tokens if position.why_illegal(parse_action(token)) is None]


def values(position: Position) -> dict[str, int]:
    """What each action is worth to seat 0 as the cards lie, by brute force."""
    return {action_token(action): position_value(position.apply(action)) for action in position.legal_actions()}


def every_wrong(hand: Hand) -> Iterator[tuple[str, str, list[Position]]]:
    """Each wrong line: its action, its explanation, and the positions on its way."""
    for number, start in steps(hand):
        for token in possible(start, hand.steps[number].wrong):
            wrong = hand.steps[number].wrong[token]
            yield token, wrong.why, line(start, " ".join([token, *wrong.replies]))
