"""How strong the players are under every rule set, and how long the club player thinks.

Run with ``python -m tests.bench.players [deals]``; 2000 deals take some minutes.
"""

import sys
import time

from sixtysix import Deal, Rules
from sixtysix.players import player
from sixtysix.players.duel import duel

PAIRS = (("Club", "Greedy"), ("Club", "Random"))
SHARES = (0.5, 0.95, 0.99)


def decision_times(rules: Rules, deals: int) -> list[float]:
    """Return the processor milliseconds of every decision of the club player against itself, sorted.

    Processor time, so that whatever else the computer does is left out.
    """
    times = []
    club = player("Club")
    for seed in range(deals):
        position = Deal.random(rules, seed).start()
        while (seat := position.to_move) is not None:
            view = position.view(seat)
            begun = time.process_time()
            action = club.choose(view, None)  # type: ignore[arg-type]  # it needs no chance
            times.append((time.process_time() - begun) * 1000)
            position = position.apply(action)
    return sorted(times)


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name in Rules.names():
        rules = Rules.preset(name)
        if rules.players != 3:
            for first, second in PAIRS:
                print(f"{name}: {first} - {second}: {duel(player(first), player(second), rules, deals=deals, seed=0)}")
        times = decision_times(rules, deals)
        shares = ", ".join(f"{share:.0%} under {times[int(share * len(times))]:.2f} ms" for share in SHARES)
        print(f"{name}: {len(times)} decisions of club: {shares}, longest {times[-1]:.2f} ms", flush=True)


if __name__ == "__main__":
    main()
