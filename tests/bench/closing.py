"""How fast and how exact the analysis of a close is. Run with ``python -m tests.bench.closing [closes]``.

The closes come from random play. Tables are timed against a plain C alpha-beta for one pair of needs, built here; plans
are searched for three seconds, fifteen at the first lead. There almost every random deal is hopeless, so only hands
count that win one layout in twenty, both sides seeing.
"""

import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator

from sixtysix import Announce, Close, Deal, Play, Rules, View, analyse_close
from sixtysix.actions import Action
from sixtysix.solver.closing import CloseAnalysis

from .yardstick import count_wins, mask

PEERS = (
    "sixty-six-solver (browser, Rust): value matrices card x world for one position, no figure published",
    "cpatrasciuc (Cython): closing among the moves of a Monte-Carlo search, 0.28 to 1.17 s a decision, no proof",
    "surveyor's plain Python alpha-beta: 7 s for 5,005 layouts, 0.65 s for 462, one pair of needs, seeing only",
)


def closes(tricks: int, count: int) -> Iterator[View]:
    """Go through views of random play in which the seat on lead may close after so many tricks."""
    found = seed = 0
    while found < count:
        seed += 1
        chance, position = random.Random(seed), Deal.random(Rules.guide(), seed).start()
        while sum(position.tricks) < tricks or position.trick:
            actions = position.legal_actions()
            marriages: list[Action] = [action for action in actions if isinstance(action, Announce)]
            plays: list[Action] = [action for action in actions if isinstance(action, Play)]
            position = position.apply(chance.choice(marriages or plays))
        if Close() in position.legal_actions() and position.view(position.turn).layouts() > 1:
            found += 1
            yield position.view(position.turn)


def tables() -> None:
    """Compare the tables at the first lead with the C yardstick."""
    print("Tables at the first lead, 12,376 layouts, all 4,356 pairs of needs; C: one pair (need 66 or 40, his 66)")
    for seed in range(1, 6):
        view = Deal.random(Rules.guide(), seed).start().view(0)
        spent = []
        for _ in range(5):
            begun = time.perf_counter()
            analyse_close(view, plan=False)
            spent.append(time.perf_counter() - begun)
        ours = statistics.median(spent)
        for need in (66, 40):
            _, other = count_wins(mask(view.own), mask(view.unseen), 6, view.trump, True, True, 0, need, 66)
            print(
                f" deal {seed}: {ours * 1e3:4.0f} ms; C, need {need}: {other * 1e3:5.1f} ms, ratio {ours / other:.1f}"
            )
    print(f"  most memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def plans(name: str, views: Iterator[View], seconds: float) -> None:
    """Search for plans and say how many are proven best."""
    found: list[tuple[CloseAnalysis, float]] = []
    for view in views:
        begun = time.perf_counter()
        analysis = analyse_close(view, seconds=seconds)
        found.append((analysis, time.perf_counter() - begun))
    for label, some in (
        ("all", found),
        ("that win 1 in 20 seeing", [(a, spent) for a, spent in found if a.open_cards_wins >= 0.05]),
    ):
        exact = sum(analysis.exact for analysis, _ in some)
        distance = statistics.mean(a.plan_bound - (a.plan_wins or 0) for a, _ in some)
        gap = statistics.mean(a.peeking_gap or 0 for a, _ in some)
        spent = sorted(spent for _, spent in some)
        print(
            f"{name}, {label}: {len(some)} closes, exact {exact / len(some):.1%}, mean distance of the bounds "
            f"{distance:.2%}, peeking gap {gap:.1%}; median {spent[len(spent) // 2]:.2f} s, "
            f"9 of 10 within {spent[len(spent) * 9 // 10]:.2f} s, longest {spent[-1]:.2f} s"
        )


def strong(count: int) -> Iterator[View]:
    """Go through first leads that win one layout in twenty, both sides seeing."""
    found = seed = 0
    while found < count:
        seed += 1
        view = Deal.random(Rules.guide(), seed).start().view(0)
        if sum(card.points for card in view.own) >= 38 and analyse_close(view, plan=False).open_cards_wins >= 0.05:
            found += 1
            yield view


def main() -> None:
    """Print everything."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    tables()
    for tricks, layouts in ((4, "84 layouts"), (3, "462 layouts"), (2, "1,716 layouts")):
        plans(layouts, closes(tricks, count), 3)
    plans("12,376 layouts", strong(max(1, count // 10)), 15)
    print("Elsewhere:", *PEERS, sep="\n  ")


if __name__ == "__main__":
    main()
