"""Check plans at full size: `python -m tests.bench.plans [scale]`.

A third part each: the best plan of small closes against exhaustive search; plans followed through the engine in every
layout against every defence, some with 462 layouts; closes with 84 layouts, all of which must be exact.
"""

import sys
import time
from collections import Counter
from itertools import islice
from random import Random

from sixtysix import Rules, analyse_close

from ..build import TWO_HANDED
from ..closes import played_views
from ..test_plan import LONG, check_bounds, check_exhaustively, first_close, follow, small_close


def search_everything(count: int) -> str:
    """Compare so many small closes of each rule set with exhaustive search."""
    gaps = closes = 0
    for name in TWO_HANDED:
        for seed in range(1000, 1000 + count):
            gap = check_exhaustively(small_close(name, seed, most=21)).peeking_gap
            closes += 1
            gaps += bool(gap)
    return f"{closes} small closes: the best plan is the best of all; in {gaps} of them seeing would win more"


def follow_plans(count: int) -> str:
    """Follow the plans of so many played closes of each rule set, and of a few with 462 layouts."""
    layouts: Counter[int] = Counter()
    for name in TWO_HANDED:
        views = played_views(Rules.preset(name), Random(f"bench {name}"))
        fitting = (view for view in views if 4 <= view.layouts() <= 84 and max(view.taken) < 66)
        for view in islice(fitting, count):
            follow(analyse_close(view))
            layouts[view.layouts()] += 1
    for seed in range(max(1, count // 10)):
        larger = first_close(Rules.guide(), seed, most=500)
        if larger is not None:
            follow(analyse_close(larger, seconds=LONG))
            layouts[larger.layouts()] += 1
    sizes = ", ".join(f"{number} x {size}" for size, number in sorted(layouts.items()))
    return f"{layouts.total()} plans win what they say against every defence; layouts: {sizes}"


def settle(count: int) -> str:
    """Analyse closes with at most 84 layouts, a sixth as many of the other rule sets each."""
    gaps = exact = 0
    begun = time.perf_counter()
    for name in TWO_HANDED:
        for seed in range(count if name == "guide" else count // 6):
            view = first_close(Rules.preset(name), seed, most=84)
            if view is not None:
                found = analyse_close(view, seconds=LONG)
                check_bounds(found)
                assert found.exact, view
                exact += 1
                gaps += bool(found.peeking_gap)
    mean = (time.perf_counter() - begun) / exact * 1000
    return f"{exact} closes with at most 84 layouts are exact, {gaps} with a gap; {mean:.0f} ms each"


def main(scale: int) -> None:
    """Run the three parts."""
    for part, count in ((settle, 20 * scale), (search_everything, 10 * scale), (follow_plans, 5 * scale)):
        begun = time.perf_counter()
        print(f"{part(count)} ({time.perf_counter() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
