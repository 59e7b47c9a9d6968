"""Compare the table of races with brute force at full size: `python -m tests.bench.races [number of positions]`.

Positions come from random deals of every two-handed rule set in turn, hands of every size, my lead, his lead and a card
led. Each is compared at 23 pairs of needs with plain recursion, and at every pair with the other brute force; one of
each rule set with plain recursion at all 4,356 pairs.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixtysix import Card, Rules, View
from sixtysix.solver.question import questions
from sixtysix.solver.race import NEVER, RaceTable

from ..brute import closer_wins
from ..build import TWO_HANDED
from ..closes import played_views, race_of
from ..needs import Race, Side
from ..test_race import BY_CLOSER, FirstTrick, reply_rows, same, some_hands

HANDS = 4
"""Layouts looked at of each view."""
FIXED = ((1, 1), (33, 33), (66, 66))
EVERY = tuple((mine, his) for mine in range(1, 67) for his in range(1, 67))


class Case(NamedTuple):
    """One position: the cards, who leads, the card he has led if any, and the row of the table."""

    view: View
    mine: frozenset[Card]
    his: frozenset[Card]
    i_lead: bool
    led: Card | None
    closer_me: bool
    row: NDArray[np.uint8]
    race: Race

    def by_recursion(self, my_need: int, his_need: int) -> bool:
        """Say by plain recursion whether I win."""
        me, he = (self.mine, my_need), (self.his - {self.led}, his_need)
        first, second = (me, he) if self.closer_me else (he, me)
        leader = int(self.i_lead is not self.closer_me)
        rules, trump = self.view.rules, self.view.trump
        closed = closer_wins(rules, trump, first[0], second[0], leader, self.led, first[1], second[1])
        return closed is self.closer_me

    def at_every_pair(self) -> bool:
        """Say whether the other brute force agrees at every pair of needs."""
        me, he = Side(self.mine), Side(self.his)
        if self.led is None:
            return same(self.row, self.race.on_lead(me, he, self.i_lead))
        return same(self.row, self.race.after_his_lead(me, he, self.led))


def cases(rules: Rules, chance: Random) -> Iterator[Case]:
    """Make positions without end."""
    for view in played_views(rules, chance):
        for asked in questions(view):
            closer_me = chance.random() < 0.5
            table, race = RaceTable(asked.setup, BY_CLOSER[closer_me]), race_of(rules, view, closer_me=closer_me)
            rows, mine = FirstTrick.of(table), frozenset(asked.setup.mine)
            for place, hand in some_hands(table, HANDS, chance):
                match chance.randrange(3):
                    case 0:
                        yield Case(view, mine, hand, True, None, closer_me, rows.mine[place], race)
                    case 1:
                        yield Case(view, mine, hand, False, None, closer_me, rows.his[place], race)
                    case _:
                        led = chance.choice(sorted(hand & asked.setup.known or hand))
                        row = reply_rows(table, race, led)[place]
                        yield Case(view, mine, hand, False, led, closer_me, row, race)


def compare(case: Case, needs: Iterable[tuple[int, int]]) -> int:
    """Compare a position at these pairs and return their number; `AssertionError` shows what differs."""
    number = 0
    for mine, his in needs:
        seen = case.row[mine] <= his and case.row[mine] < NEVER
        assert seen == case.by_recursion(mine, his), (case, mine, his)
        number += 1
    assert case.at_every_pair(), case
    return number


def main(count: int) -> None:
    """Compare so many positions and print what they were."""
    begun, shown = time.perf_counter(), 0.0
    chance = Random(66)
    streams = {name: cases(Rules.preset(name), chance) for name in TWO_HANDED}
    found: Counter[str] = Counter()
    for number in range(count):
        name = TWO_HANDED[number % len(TWO_HANDED)]
        case = next(streams[name])
        random_needs = [(chance.randint(0, 66), chance.randint(0, 66)) for _ in range(20)]
        found["pairs by recursion"] += compare(case, (*random_needs, *FIXED))
        found[name] += 1
        found[f"{len(case.mine)} cards"] += 1
        found["a card led"] += case.led is not None
        found["a card known"] += bool(case.view.hand(1 - case.view.seat))
        found["my close" if case.closer_me else "his close"] += 1
        seconds = time.perf_counter() - begun
        if seconds - shown > 10:
            shown = seconds
            print(f"{number + 1} of {count} positions after {seconds:.0f} s", flush=True)
    print(f"{count} positions agree: " + ", ".join(f"{what}: {number}" for what, number in sorted(found.items())))
    for name, stream in streams.items():
        case = next(case for case in stream if len(case.mine) >= 5)
        print(f"{name}: {compare(case, EVERY)} pairs of one position, {len(case.mine)} cards", flush=True)
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
