"""Play many random deals of every rule set and check each: `python -m tests.bench.deals [number of deals]`.

The deals run over two processes and are shared out among the rule sets; Ctrl-C ends the run and prints what was done.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal

from sixtysix import Deal, Position, Rules
from sixtysix.actions import Action, ClaimOut, Close
from sixtysix.cards import card_points
from sixtysix.rule_table import OUT

PROCESSES = 2
BATCH = 500

Endings = Counter[tuple[str, str]]
"""How many deals of a rule set ended for a reason."""


def play_random(rules: Rules, seed: int) -> Position:
    """Play a deal with random actions to its end, seldom closing and seldom claiming wrongly."""
    chance = Random(seed)
    position = Deal.random(rules, seed, dealer=seed % rules.players).start()
    while actions := position.legal_actions():
        action = actions[int(chance.random() * len(actions))]
        if is_rash(position, action) and chance.random() < 0.8:
            calm = [other for other in actions if not is_rash(position, other)]
            action = calm[int(chance.random() * len(calm))]
        position = position.apply(action)
    return position


def is_rash(position: Position, action: Action) -> bool:
    """Whether this closes the stock or claims wrongly: there is always something else to do."""
    return isinstance(action, Close) or (isinstance(action, ClaimOut) and position.points(position.turn) < OUT)


def fault_in(position: Position) -> str | None:
    """Say what is wrong with a deal that is over, or None: cards and points are all there, the result is possible."""
    rules, result = position.rules, position.result
    if result is None or position.legal_actions() or position.to_move is not None:
        return "a deal without an action left has a result, and one with a result no action"
    cards = [*position.played, *(card for _, card in position.trick), *position.stock]
    cards += [card for hand in position.hands for card in hand]
    cards += [position.turn_up] if position.turn_up else []
    if sorted(cards) != list(rules.pack):
        return "the cards are not those of the pack"
    marriages = sum(position.taken) + sum(position.waiting) - card_points(position.played)
    if not any(position.hands):
        marriages -= rules.bonus_exhausted if position.closed_by is None else rules.bonus_closed
    if marriages not in range(0, 101, 20):
        return f"{marriages} points come from neither cards nor marriages"
    if any(position.taken[seat] and not position.tricks_won(seat) for seat in range(rules.players)):
        return "points without a trick"
    worth = {points for points in result.game_points if points}
    if len(worth) > 1 or not worth <= {1, 2, 3}:
        return f"{result.game_points} is no result"
    if not worth and result.winner is not None:
        return "a winner without game points"
    return None


def play_batch(batch: tuple[str, int, int]) -> Endings:
    """Play some deals of a rule set; a fault raises `AssertionError` with rule set and seed."""
    name, first, number = batch
    rules = Rules.preset(name)
    endings: Endings = Counter()
    for seed in range(first, first + number):
        position = play_random(rules, seed)
        fault = fault_in(position)
        if fault or position.result is None:
            raise AssertionError(f"{name}, deal {seed}: {fault}")
        endings[name, position.result.reason.value] += 1
    return endings


def batches(deals: int) -> Iterator[tuple[str, int, int]]:
    """Share out deals among the rule sets, a batch of each in turn."""
    names = Rules.names()
    for start in range(0, deals, BATCH):
        yield names[start // BATCH % len(names)], start, min(BATCH, deals - start)


def summary(endings: Endings, seconds: float) -> str:
    """Return the table of endings and the speed."""
    deals = endings.total()
    reasons = sorted({reason for _, reason in endings})
    width = max(map(len, Rules.names()))
    lines = [f"{'':{width}}  " + "  ".join(reasons)]
    lines += [
        f"{name:{width}}  " + "  ".join(f"{endings[name, reason]:>{len(reason)}}" for reason in reasons)
        for name in Rules.names()
    ]
    rate = deals / seconds if seconds else 0.0
    return "\n".join([*lines, f"{deals} deals without a fault in {seconds:.0f} s: {rate:.0f} deals per second"])


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that prints."""
    signal(SIGINT, SIG_IGN)


def main(deals: int) -> None:
    """Play the deals, show progress, print the summary."""
    endings: Endings = Counter()
    begun = time.perf_counter()
    shown = 0.0
    with get_context("spawn").Pool(PROCESSES, ignore_interrupt) as pool:
        try:
            for done in pool.imap_unordered(play_batch, batches(deals)):
                endings += done
                seconds = time.perf_counter() - begun
                if seconds - shown > 2:
                    shown = seconds
                    print(f"{endings.total()} of {deals} deals, {endings.total() / seconds:.0f} per second", flush=True)
        except KeyboardInterrupt:
            pool.terminate()
            print("stopped")
    print(summary(endings, time.perf_counter() - begun))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
