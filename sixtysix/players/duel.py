"""Which of two players is better, and how sure that is: deals played twice with the seats exchanged."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from ..position import Deal, Position
from ..rules import Rules
from . import Player

_NORMAL_95 = 1.96
"""Standard errors to either side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """Mean difference in game points a deal, first player minus second, with its 95 % interval.

    `deals` is the number of deals, each played twice; the interval comes from the differences of these pairs.

    >>> print(DuelResult(mean=0.5, low=0.4, high=0.6, deals=100))
    +0.50 game points a deal (95 %: +0.40 to +0.60; 100 deals, each played twice)
    """

    mean: float
    low: float
    high: float
    deals: int

    def __str__(self) -> str:
        """Say the result in one line."""
        return (
            f"{self.mean:+.2f} game points a deal "
            f"(95 %: {self.low:+.2f} to {self.high:+.2f}; {self.deals} deals, each played twice)"
        )


def play_deal(deal: Deal, players: Sequence[Player], seed: int) -> Position:
    """Play a deal to its end, one player to a seat, and return the last position.

    Each seat draws its chances from a generator of its own, made from `seed`, so that one player's use of chance does
    not change another's.

    >>> from . import player
    >>> end = play_deal(Deal.random(Rules.guide(), seed=66), [player("Random"), player("Greedy")], seed=1)
    >>> end.result is not None
    True
    """
    generators = [random.Random(seed * len(players) + seat) for seat in range(len(players))]
    position = deal.start()
    while (seat := position.to_move) is not None:
        position = position.apply(players[seat].choose(position.view(seat), generators[seat]))
    return position


def duel(first: Player, second: Player, rules: Rules, *, deals: int, seed: int) -> DuelResult:
    """Play deals number `seed`, `seed + 1` and so on twice each, with seats exchanged, and compare the game points.

    The same arguments give the same result. Four-handed, each player takes both seats of a side; with three seats there
    are no two sides to compare. Raises `ValueError` for these and for fewer than two deals.

    >>> from . import player
    >>> result = duel(player("Greedy"), player("Random"), Rules.guide(), deals=20, seed=66)
    >>> result.low < result.mean < result.high, result.deals
    (True, 20)
    """
    if rules.players == 3:
        raise ValueError(f"rules: {rules.name} is for 3 players; a duel needs two sides")
    if deals < 2:
        raise ValueError(f"deals: {deals} is too few; use at least 2")
    differences = [_pair(first, second, Deal.random(rules, seed + number), seed + number) for number in range(deals)]
    mean = fmean(differences)
    reach = _NORMAL_95 * stdev(differences) / sqrt(deals)
    return DuelResult(mean, mean - reach, mean + reach, deals)


def _pair(first: Player, second: Player, deal: Deal, seed: int) -> float:
    """Return the first player's mean gain over the second in one deal played both ways."""
    gain = 0
    for home, players in enumerate(((first, second), (second, first))):
        end = play_deal(deal, players * (deal.rules.players // 2), seed)
        assert end.result is not None  # a deal played to its end has one
        gain += end.result.game_points[home] - end.result.game_points[1 - home]
    return gain / 2
