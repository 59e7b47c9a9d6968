"""Positions and views of random two-player deals in which everything is done that can be done."""

from collections.abc import Iterator
from functools import cache
from random import Random

from sixtysix import Announce, ClaimOut, Close, Deal, Exchange, Position, Rules, View


def wander(rules: Rules, seed: int) -> Iterator[Position]:
    """Play a deal at random with every kind of action but the claim, and give each of its positions."""
    chance = Random(seed)
    state = Deal.random(rules, seed).start()
    yield state
    while state.result is None:
        actions = [action for action in state.legal_actions() if not isinstance(action, ClaimOut)]
        gains = [action for action in actions if isinstance(action, Announce | Exchange)]
        closes = [action for action in actions if isinstance(action, Close)]
        others = [action for action in actions if action not in gains + closes]
        options = gains if gains and chance.random() < 0.7 else closes if chance.random() < 0.06 else ()
        state = state.apply(chance.choice(options or others))
        yield state


@cache
def samples(name: str) -> tuple[tuple[Position, View], ...]:
    """Choose moments of random deals with at most 84 layouts, a few with up to 1,716 and two with all of them."""
    chance, found, many = Random(name), [], 0
    for seed in range(40):
        for state in wander(Rules.preset(name), seed):
            for seat in (0, 1):
                view = state.view(seat)
                layouts = view.layouts()
                if layouts <= 84 and chance.random() < (0.25 if layouts > 1 else 0.05):
                    found.append((state, view))
                elif 84 < layouts <= 1716 and many < 5 and chance.random() < 0.1:
                    many += 1
                    found.append((state, view))
    start = Deal.random(Rules.preset(name), 66).start()
    led = start.apply(start.legal_actions()[0])
    return (*found, (start, start.view(0)), (led, led.view(1)))
