"""The sets of cards that one side may hold, level by level, as arrays that other code can index.

A level holds every set of so many cards as a bit mask; `child` leads to the place in the level below of a set without
one of its cards. Nothing here knows what the cards are, so the levels are kept for the next question.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]


class Level(NamedTuple):
    """The sets of one size, in rising order of their masks."""

    masks: NDArray[np.int64]
    """The sets, shape (sets,)."""
    cards: NDArray[np.int64]
    """The numbers of the cards in each set, shape (sets, size)."""
    child: Places
    """The place in the level below of the set without that card, shape (sets, size)."""
    rank: NDArray[np.int32]
    """The place of a mask in this level, -1 for none, shape (2 ** cards,)."""


@lru_cache(maxsize=64)
def levels(cards: int, known: int, size: int, apart: int = 0) -> tuple[Level, ...]:
    """Return the levels from the empty set to `size` cards, for hands that hold all of the `known` cards.

    `cards` is the number of cards there are, `known` and `apart` are masks; no hand holds both cards of `apart`.

    >>> [len(level.masks) for level in levels(4, 0b0001, 2)]
    [1, 4, 3]
    """
    free = size - known.bit_count()
    every = np.arange(1 << cards, dtype=np.int64)
    fits = np.bitwise_count(every & ~known) <= free
    if apart:
        fits &= (every & apart) != apart
    every = every[fits]
    sizes = np.bitwise_count(every)
    built: list[Level] = []
    for number in range(size + 1):
        masks = every[sizes == number]
        rank = np.full(1 << cards, -1, np.int32)
        rank[masks] = np.arange(len(masks), dtype=np.int32)
        inside = np.empty((len(masks), number), np.int64)
        rest = masks.copy()
        for place in range(number):
            low = rest & -rest
            inside[:, place] = np.bitwise_count(low - 1)
            rest ^= low
        below = built[-1].rank if built else rank
        child = below[masks[:, None] ^ (1 << inside)].astype(np.intp)
        built.append(Level(masks, inside, child, rank))
    return tuple(built)
