"""Who wins at every pair of needs, against brute force, with the stock closed and gone."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sixtysix import Announce, ClaimOut, Close, Deal, Play, Position, PuzzleError, Rules, RulesError
from sixtysix.public import Phase
from sixtysix.solver import need_map

from .brute import Closed, Exhausted, deal_value, ending_of, exhausted_value
from .build import TWO_HANDED


def endings(rules: Rules, *, closed: bool, cards: int) -> Iterator[Position]:
    """Go through positions of random play in which so many cards are left to lead from."""
    seed = 0
    while True:
        seed += 1
        chance, position = Random(seed), Deal.random(rules, seed).start()
        close_after = chance.randrange(6) if closed else 99
        while (position.result is None and len(position.hand(position.turn)) > cards) or position.is_open:
            actions = [action for action in position.legal_actions() if not isinstance(action, ClaimOut)]
            if Close() in actions:
                actions.remove(Close())
                if sum(position.tricks) >= close_after:
                    actions = [Close()]
            position = position.apply(chance.choice(actions))
        if position.result is None and position.phase is Phase.PLAY and closed == (position.closed_by is not None):
            yield position


def sign(position: Position, mine: int, his: int) -> int:
    """Return who wins at these needs by brute force: 1 the seat to move, -1 the other, 0 nobody."""
    ending = ending_of(position)
    turn, closer = position.turn, position.closed_by or 0
    needs = {turn: mine, 1 - turn: his}
    points = (66 - needs[closer], 66 - needs[1 - closer])
    changed = replace(ending, points=points, tricks=(1, 1), pending=(0, 0))
    value = deal_value(changed) if isinstance(changed, Closed) else exhausted_value(changed)
    return int(np.sign(value)) * (1 if turn == closer else -1)


@pytest.mark.parametrize("preset", TWO_HANDED)
@pytest.mark.parametrize("closed", [True, False])
def test_the_map_tells_who_wins_at_every_pair_of_needs(preset: str, closed: bool) -> None:
    rules, chance = Rules.preset(preset), Random(66)
    looked = 0
    for cards in (1, 2, 2, 3):
        positions = endings(rules, closed=closed, cards=cards)
        for _ in range(6):
            position = next(positions)
            assert isinstance(ending_of(position), Closed if closed else Exhausted)
            signs = need_map(position)
            for mine, his in ((chance.randint(1, 66), chance.randint(1, 66)) for _ in range(12)):
                # somebody who has 66 and the lead would have said out, so needs begin at 1
                assert signs[mine, his] == sign(position, mine, his), (position, mine, his)
                looked += 1
    assert looked == 288


def test_more_points_never_hurt() -> None:
    signs = need_map(next(endings(Rules.guide(), closed=False, cards=4)))
    assert signs.shape == (67, 67)
    assert (np.diff(signs, axis=0) <= 0).all()
    assert (np.diff(signs, axis=1) >= 0).all()


def test_what_has_no_map_is_refused() -> None:
    with pytest.raises(PuzzleError, match="the stock is open"):
        need_map(Deal.random(Rules.guide(), 1).start())
    with pytest.raises(RulesError, match="totals above 66"):
        need_map(next(endings(Rules(marriages="always", claim="lead"), closed=False, cards=2)))
    over = next(endings(Rules.guide(), closed=False, cards=1))
    while over.result is None:
        over = over.apply(next(action for action in over.legal_actions() if isinstance(action, Play | Announce)))
    with pytest.raises(PuzzleError, match="somebody must be to lead"):
        need_map(over)
