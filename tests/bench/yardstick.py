"""A small C alpha-beta as a yardstick: every layout, one pair of needs. Run with ``python -m tests.bench.yardstick``.

It checks the C against the brute force on random layouts, then prints for five deals how long the count takes at the
first lead and after two, three and four tricks. It needs a C compiler, which nothing else in the project does.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from sixtysix import Card, Deal, Play, Rules, View
from sixtysix.cards import PACK, Suit

from ..brute import closer_wins

SOURCE = Path(__file__).with_name("yardstick.c")
SEEDS = range(5)
REPEATS = 5


@cache
def library() -> ctypes.CDLL:
    """Compile the C and load it; ends the program with a message where that is impossible."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        sys.exit("The yardstick is written in C and found no compiler: install cc, or name one in the variable CC.")
    with TemporaryDirectory() as folder:
        built = Path(folder) / "yardstick.so"
        done = subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", str(built), str(SOURCE)], capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{compiler} could not compile {SOURCE.name}:\n{done.stderr}")
        loaded = ctypes.CDLL(str(built))
    loaded.count_wins.restype = ctypes.c_long
    loaded.count_wins.argtypes = [ctypes.c_uint32] * 2 + [ctypes.c_int] * 9 + [ctypes.POINTER(ctypes.c_double)]
    return loaded


def mask(cards: Iterable[Card]) -> int:
    """Return the set of cards as bits, `Card.index` telling the bit."""
    return sum(1 << card.index for card in cards)


def count_wins(
    hand_mask: int,
    unseen_mask: int,
    size: int,
    trump: Suit,
    must_beat: bool,
    must_trump: bool,
    bonus: int,
    closer_need: int,
    other_need: int,
    *,
    give_up: bool = False,
    repeats: int = REPEATS,
) -> tuple[int, float]:
    """Return in how many layouts the closer on lead wins, and the shortest time of some counts in seconds.

    Both hold `size` cards, the opponent any of the unseen; needs are the card points each misses to 66. No marriages.
    With `give_up` the search stops where all cards left are worth too little for the closer: the same count, sooner.
    """
    seconds = ctypes.c_double()
    suit = list(Suit).index(trump)
    wins = library().count_wins(
        hand_mask,
        unseen_mask,
        size,
        suit,
        must_beat,
        must_trump,
        bonus,
        closer_need,
        other_need,
        give_up,
        repeats,
        ctypes.byref(seconds),
    )
    return int(wins), seconds.value


def check(number: int = 300) -> int:
    """Compare with the brute force; returns the number of layouts compared, `AssertionError` shows a difference."""
    chance = Random(66)
    compared = 0
    for step in range(number):
        beat, trumping, bonus = chance.random() < 0.5, chance.random() < 0.5, chance.choice((0, 10))
        rules = Rules(must_beat=beat, must_trump=trumping, bonus_closed=bonus, marriages="open")
        size = step % 6 + 1
        extra = chance.choice((0, 0, 1, 2) if size > 3 else (2, 3, 4))
        cards, trump = chance.sample(PACK, 2 * size + extra), chance.choice(list(Suit))
        mine, unseen = cards[:size], cards[size:]
        worth = sum(card.points for card in cards)
        needs = chance.randrange(min(worth, 66) + 1), chance.randrange(min(worth, 66) + 1)
        question = mask(mine), mask(unseen), size, trump, beat, trumping, bonus, *needs
        wins, _ = count_wins(*question, give_up=step % 4 == 0, repeats=1)
        layouts = [frozenset(his) for his in combinations(unseen, size)]
        expected = sum(closer_wins(rules, trump, frozenset(mine), his, 0, None, *needs) for his in layouts)
        assert wins == expected, (rules, trump, mine, unseen, needs, wins, expected)
        compared += len(layouts)
    return compared


def views(seed: int) -> list[View]:
    """Return what the leader sees at the start of a deal and after two, three and four tricks of random plays."""
    chance = Random(seed)
    position = Deal.random(Rules.guide(), seed).start()
    found = []
    for tricks in range(5):
        if tricks != 1:
            found.append(position.view(position.turn))
        for _ in range(2):
            position = position.apply(chance.choice([a for a in position.legal_actions() if isinstance(a, Play)]))
    return found


def main() -> None:
    print(f"{check()} random layouts agree with the brute force")
    print("times: plain, and with the hopeless given up early")
    plain: dict[int, list[float]] = {}
    for seed in SEEDS:
        for view in views(seed):
            rules, seat, size = view.rules, view.seat, view.hand_size(view.seat)
            needs = 66 - view.points(seat), 66 - view.points(1 - seat)
            layouts = comb(len(view.unseen), size)
            cards = mask(view.hand(seat)), mask(view.unseen), size, view.trump
            flags = rules.must_beat, rules.must_trump, rules.bonus_closed
            wins, seconds = count_wins(*cards, *flags, *needs)
            same, sooner = count_wins(*cards, *flags, *needs, give_up=True)
            assert wins == same, view
            plain.setdefault(layouts, []).append(seconds * 1000)
            print(
                f"deal {seed}: {layouts:6} layouts, needs {needs[0]:2} and {needs[1]:2}: "
                f"wins {wins:6}, {seconds * 1000:7.3f} ms, {sooner * 1000:7.3f} ms"
            )
    for layouts, some in plain.items():
        print(f"{layouts:6} layouts, plain: {min(some):.3f} to {max(some):.3f} ms, median {median(some):.3f} ms")


if __name__ == "__main__":
    main()
