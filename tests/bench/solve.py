"""How long an exact endgame takes: full hands, stock closed or gone, the worth of every action.

Run with ``python -m tests.bench.solve [positions]``. The budget is a median of 4 ms for six cards each.
"""

import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from statistics import median

from sixtysix import ClaimOut, Close, Deal, Position, Rules, solve
from sixtysix.public import Phase

from ..build import TWO_HANDED

BUDGET = 4
PEERS = (
    ("C#, minimax of NikolayIT/SantaseGameEngine, 6 cards each", "median 0.042, 90% under 0.19, longest 12"),
    ("Cython, full tree of cpatrasciuc/schnapsen-card-game, 5 cards each", "median 0.7, longest 2.8"),
    ("Python, alpha-beta of the schnapsen package, 6 cards each", "median 11, 90% under 33, longest 67"),
)
"""What other programs of this family need for one decision, in ms: measured elsewhere on the same kind of machine."""


def positions(rules: Rules, *, closed: bool) -> Iterator[Position]:
    """Go through first leads of full hands in strict play, from deals played at random up to there."""
    for seed in count():
        chance = Random(seed)
        close_after = chance.randrange(6) if closed else 99
        position = Deal.random(rules, seed).start()
        while position.is_open or position.phase is Phase.EXCHANGE:
            legal = position.legal_actions()
            if Close() in legal and position.phase is Phase.PLAY and sum(position.tricks) >= close_after:
                position = position.apply(Close())
            else:
                position = position.apply(chance.choice([a for a in legal if a not in (Close(), ClaimOut())]))
        if closed == (position.closed_by is not None) and position.announced is None:
            yield position


def times(rules: Rules, number: int, *, closed: bool) -> list[float]:
    """Return the processor milliseconds of each of so many positions, sorted."""
    found = []
    for position in islice(positions(rules, closed=closed), number):
        assert set(position.hand_sizes) == {rules.hand_size}
        begun = time.process_time()
        solve(position)
        found.append((time.process_time() - begun) * 1000)
    return sorted(found)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    slowest = 0.0
    for closed in (True, False):
        print(f"stock {'closed' if closed else 'gone'}, {number} positions of each rule set, ms for all actions:")
        for preset in TWO_HANDED:
            rules = Rules.preset(preset)
            found = times(rules, number, closed=closed)
            late = found[min(int(0.9 * number), number - 1)]
            slowest = max(slowest, median(found))
            print(
                f"  {preset:10} {rules.hand_size} cards each: "
                f"median {median(found):.2f}, 90% under {late:.2f}, longest {found[-1]:.2f}",
                flush=True,
            )
    print(f"the slowest median is {'within' if slowest <= BUDGET else 'over'} the budget of {BUDGET} ms")
    print("others, for one decision, measured elsewhere on the same kind of machine, ms:")
    for peer, figures in PEERS:
        print(f"  {peer}: {figures}")


if __name__ == "__main__":
    main()
