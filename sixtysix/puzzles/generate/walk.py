"""Real play to look for puzzles in: deals of the club player's, who plays exactly once nobody can draw."""

from collections.abc import Iterator
from random import Random

from ...actions import Action
from ...players import player
from ...position import Deal, Position
from ...public import Phase
from ...rules import Rules
from ..puzzle import YOU


def moments(rules: Rules, seed: int) -> Iterator[Position]:
    """Go through the positions of one deal in which seat 0 is to move and has a choice.

    >>> next(moments(Rules.guide(), 2)).turn
    0
    """
    position = Deal.random(rules, seed, dealer=seed % 2).start()
    chance = Random(seed)
    while position.result is None:
        if position.turn == YOU and len(position.legal_actions()) > 1:
            yield position
        position = position.apply(choice(position, chance))


def choice(position: Position, chance: Random) -> Action:
    """Return what the club player does, or, where all cards are known to it, an action that is worth most."""
    from ...solver import solve

    view = position.view(position.turn)
    action = player("Club").choose(view, chance)
    if position.is_open or view.layouts() > 1 or position.phase is not Phase.PLAY:
        return action
    worths = solve(position)
    best = max(worths.values())
    return action if worths[action] == best else next(other for other, worth in worths.items() if worth == best)
