"""Lines of play for lessons: actions as tokens (``AS`` play, ``*H`` announce, ``x c d - !``) and where they lead."""

from ..actions import parse_action
from ..position import Position
from ..report import verdict


def line(start: Position, tokens: str) -> list[Position]:
    """Return a position and every one after it, one for each token.

    >>> from sixtysix import Deal, Rules
    >>> start = Deal.random(Rules.guide(), seed=66).start()
    >>> [position.turn for position in line(start, "9H")]
    [0, 1]
    """
    positions = [start]
    for token in tokens.split():
        positions.append(positions[-1].apply(parse_action(token)))
    return positions


def after(start: Position, tokens: str) -> Position:
    """Return the position that the actions lead to."""
    return line(start, tokens)[-1]


def ending(start: Position, tokens: str) -> str:
    """Say how the deal ends when it goes on with these actions, seen from seat 0."""
    return verdict(after(start, tokens), you=0)
