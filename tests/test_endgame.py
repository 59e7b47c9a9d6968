"""Exact endgames: as plain minimax through the engine has them, as play bears out, as the rules ask."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix import (
    Announce,
    ClaimOut,
    Close,
    Deal,
    Exchange,
    Pass,
    Play,
    Position,
    PuzzleError,
    Rules,
    RulesError,
    solve,
)
from sixtysix.actions import Action
from sixtysix.public import Phase
from sixtysix.rule_table import TABLE
from sixtysix.solver import best_line

from .build import TWO_HANDED, cards, scene, three_start

GUIDE = Rules.guide()


# The independent answer: every action is tried through the engine, nothing is left out but what was met before.


def by_trying(position: Position, known: dict[object, int]) -> dict[Action, int]:
    """Return what each legal action is worth to the seat to move."""
    found = {}
    for action in position.legal_actions():
        after = position.apply(action)
        if after.result is not None:
            found[action] = after.result.game_points[position.turn] - after.result.game_points[1 - position.turn]
        else:
            place = (
                *(after.hands, after.trick, after.turn, after.phase, after.announced, after.turn_up),
                *(after.taken, after.waiting, after.tricks),
            )
            if place not in known:
                known[place] = max(by_trying(after, known).values())
            found[action] = known[place] if after.turn == position.turn else -known[place]
    return found


def strict_positions(rules: Rules, seed: int) -> Iterator[Position]:
    """Play a random deal; go through its positions, from when the stock is closed or gone to the end.

    Wrong claims are left out and right ones are rare, so that play goes on past 66.
    """
    chance = Random(seed)
    position = Deal.random(rules, seed, dealer=seed % 2).start()
    close_after = chance.choice((0, 0, 1, 2, 3, 4, 5, 7))
    while legal := position.legal_actions():
        if not position.is_open:
            yield position
        choices = [action for action in legal if action not in (ClaimOut(), Close())]
        others = [action for action in choices if not isinstance(action, Play)]
        if others and chance.random() < 0.5:
            position = position.apply(chance.choice(others))
        elif Close() in legal and sum(position.tricks) >= close_after:
            position = position.apply(Close())
        else:
            position = position.apply(chance.choice(choices))


def with_fewer_cards(position: Position, number: int, chance: Random) -> Position:
    """Take cards out of both hands until a hand has so many before a trick, marriages and the lowest trump last.

    So the first moments after a close, with few tricks and points won, can be tried through too.
    """
    keep = {position.rules.low_trump(position.trump)}
    for suit in {card.suit for hand in position.hands for card in hand}:
        keep |= {card for card in position.rules.pack if card.suit is suit and card.rank.value in "KQ"}
    hands = []
    for seat, hand in enumerate(position.hands):
        size = number - any(player == seat for player, _ in position.trick)
        ranked = sorted(hand, key=lambda card: (card not in keep) + chance.random() * 1.5)
        if position.announced is not None and seat == position.turn:
            ranked.sort(key=lambda card: card.suit is not position.announced or card.rank.value not in "KQ")
        hands.append(tuple(sorted(ranked[:size])))
    sizes = tuple(map(len, hands))
    return replace(position, hands=tuple(hands), hand_sizes=sizes, shown=(frozenset(), frozenset()))


def small_positions(rules: Rules, deals: int, seed: int = 0) -> Iterator[Position]:
    """Go through positions of one to three cards each: ends of random deals, and earlier ones with cards taken out."""
    for number in range(seed, seed + deals):
        chance = Random(number)
        for position in strict_positions(rules, number):
            size = max(position.hand_sizes)
            if size <= 3:
                yield position
            elif position.phase is not Phase.PLAY or chance.random() < 0.4:
                yield with_fewer_cards(position, chance.randint(1 + (position.announced is not None), 3), chance)


def random_rules(chance: Random) -> Rules:
    """Mix rules for two players in all that bears on an endgame, far from any known game."""
    mixed: dict[str, Any] = {}
    for name in cards(
        "must_beat must_trump marriages exchange_needs_trick exchange_after_close close_before_draw claim schwarz "
        "trickless_judged counter_out success_scale played_out"
    ):
        sentences = TABLE[name].sentences
        assert not isinstance(sentences, str)
        mixed[name] = chance.choice(list(sentences))
    for name in ("wrong_claim", "failed_close"):
        mixed[name] = chance.choice((0, 1, 2, 2, 3, 4))
        mixed[f"{name}_trickless"] = mixed[name] + chance.choice((0, 0, 1, 2))
    mixed["bonus_exhausted"] = 0 if mixed["played_out"] == "last_trick" else chance.choice((0, 10, 40))
    mixed["bonus_closed"] = chance.choice((0, 10))
    return Rules(**mixed)


def check_by_trying(rules: Rules, deals: int, seed: int = 0) -> int:
    """Compare position by position, the keys in the order of the legal actions; return how many there were."""
    number = 0
    for number, position in enumerate(small_positions(rules, deals, seed), start=1):  # noqa: B007
        assert list(solve(position).items()) == list(by_trying(position, {}).items()), position.to_dict()
    return number


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_agrees_with_trying_everything(preset: str) -> None:
    assert check_by_trying(Rules.preset(preset), 40) > 200


def test_agrees_with_trying_everything_under_rules_of_all_kinds() -> None:
    assert sum(check_by_trying(random_rules(Random(seed)), 1, seed) for seed in range(150)) > 900


def test_the_small_positions_are_of_all_kinds() -> None:
    seen: set[str] = set()
    for preset in TWO_HANDED:
        for position in small_positions(Rules.preset(preset), 40):
            seen |= {position.phase.value, *(name for name, holds in facts(position).items() if holds)}
    assert seen >= {*facts(position), "play", "exchange", "closed"}


def facts(position: Position) -> dict[str, bool]:
    seat, closer = position.turn, position.closed_by
    return {
        "led": bool(position.trick),
        "leads": not position.trick,
        "announced": position.announced is not None,
        "exhausted": closer is None,
        "closer": closer == seat,
        "closer's opponent": closer == 1 - seat,
        "pending": sum(position.waiting) > 0,
        "trickless": not position.tricks_won(seat),
        "out": position.points(seat) >= 66,
        "other out": position.points(1 - seat) >= 66,
    }


# Large positions: each worth follows from the worths one action on, and play bears it out


def large_positions(deals: int) -> Iterator[Position]:
    """Go through positions of four cards or more: of presets and of mixed rules, from random deals."""
    for seed in range(deals):
        rules = Rules.preset(TWO_HANDED[seed // 2 % len(TWO_HANDED)]) if seed % 2 else random_rules(Random(seed))
        for position in strict_positions(rules, seed):
            if max(position.hand_sizes) >= 4:
                yield position


def worth_to(seat: int, position: Position) -> int:
    if position.result is not None:
        return position.result.game_points[seat] - position.result.game_points[1 - seat]
    best = max(solve(position).values())
    return best if position.turn == seat else -best


def test_each_worth_is_that_of_what_follows() -> None:
    sizes = set()
    for position in large_positions(80):
        sizes.add(max(position.hand_sizes))
        for action, worth in solve(position).items():
            assert worth == worth_to(position.turn, position.apply(action)), (position.to_dict(), action)
    assert sizes == {4, 5, 6}


def test_the_best_line_brings_what_it_is_worth() -> None:
    for position in large_positions(60):
        worth, seat = max(solve(position).values()), position.turn
        for action in best_line(position):
            assert worth_to(seat, position) == worth, position.to_dict()
            position = position.apply(action)
        assert position.result is not None
        assert worth_to(seat, position) == worth


def test_best_play_gets_its_worth_against_anything() -> None:
    chance = Random(66)
    for number, start in enumerate(large_positions(90)):
        seat, position = number % 2, start
        worth = worth_to(seat, start)
        while legal := position.legal_actions():
            found = solve(position)
            best = max(legal, key=found.__getitem__)
            position = position.apply(best if position.turn == seat else chance.choice(legal))
        assert worth_to(seat, position) >= worth, start.to_dict()


def test_the_best_line_does_nothing_odd() -> None:
    # Wrong claims, and kings and queens led without their marriage, are for when nothing else is as good.
    for position in large_positions(60):
        found, first = solve(position), best_line(position)[0]
        plain = [
            action
            for action, worth in found.items()
            if worth == found[first] and action != ClaimOut() and not hides_marriage(position, action)
        ]
        right = position.points(position.turn) >= 66
        if first == ClaimOut():
            assert right or not plain
        assert not hides_marriage(position, first) or not plain
        assert first == ClaimOut() or not right or found.get(ClaimOut()) != found[first]


def hides_marriage(position: Position, action: Action) -> bool:
    return isinstance(action, Play) and action.card.rank.value in "KQ" and Announce(action.card.suit) in solve(position)


# What the rules ask for, worked out by hand


def test_a_marriage_led_without_announcing_is_worth_less() -> None:
    # 46 and the marriage make 66: out at once, the other having 33 or more. Without it neither K♥ nor Q♥ wins: A♥ takes
    # the trick, and the last, won by A♦ or 10♥, is his too.
    position = scene(Rules.santase(), "KH QH", "AH TH", points=[46, 44])
    assert solve(position) == {Play("KH"): -1, Play("QH"): -1, Announce("H"): 1, ClaimOut(): -2}
    assert best_line(position) == (Announce("H"), ClaimOut())


def test_a_wrong_claim_can_be_the_lesser_evil() -> None:
    # A♠ makes it 69 or 70 for the closer, who says out: 3 from an opponent without a trick. Where he may say out at any
    # turn, his wrong claim costs 2 as long as the closer has a trick.
    fields: dict[str, Any] = {
        "to_move": 1,
        "led": "AS",
        "closed_by": 0,
        "turn_up": "JS",
        "stock": 1,
        "points": [55, 0],
        "tricks": [4, 0],
    }
    plays: dict[Action, int] = {Play("KS"): -3, Play("QS"): -3}
    assert solve(scene(Rules.american(), "AS TS", "KS QS", **fields)) == {**plays, ClaimOut(): -2}
    assert solve(scene(GUIDE, "AS TS", "KS QS", **fields)) == plays


def test_it_can_pay_not_to_say_out() -> None:
    # Trickless at the close: if it fails he gets 3, but for going out 2 flat under these rules, as much as if it failed
    # under the others.
    fields: dict[str, Any] = {
        "closed_by": 1,
        "at_close": {"points": 0, "tricks": 0},
        "turn_up": "JS",
        "stock": 1,
        "points": [70, 20],
    }
    assert solve(scene(Rules.pagat(), "9C", "QD", **fields)) == {Play("9C"): 3, ClaimOut(): 2}
    assert best_line(scene(Rules.pagat(), "9C", "QD", **fields)) == (Play("9C"), Play("QD"))
    assert solve(scene(GUIDE, "9C", "QD", **fields)) == {Play("9C"): 3, ClaimOut(): 3}


def test_a_deal_can_be_drawn() -> None:
    # Nobody reaches 66, which only a sole holder of 66 wins: 50 + 10 for the last trick is 60.
    assert solve(scene(Rules.american(), "9C", "9D", points=[50, 50])) == {Play("9C"): 0, ClaimOut(): -2}


def test_the_exchange_after_a_close_is_looked_at() -> None:
    # The closer has 63, and Q♠ takes 9♠: 66. If the nine becomes the ace, no trick is left to him.
    fields: dict[str, Any] = {"closed_by": 0, "turn_up": "AS", "stock": 1, "to_move": 1, "points": [63, 20]}
    position = scene(Rules.pagat(), "QS TH", "9S AH", phase="exchange", **fields)
    assert solve(position) == {Exchange(): 2, Pass(): -2}


def test_after_the_end_there_is_nothing_to_choose() -> None:
    over = scene(GUIDE, "9C", "9D", points=[70, 40]).apply(ClaimOut())
    assert solve(over) == {}
    assert best_line(over) == ()


# What cannot be solved


def test_an_open_stock_is_refused() -> None:
    start = Deal.random(GUIDE, seed=66).start()
    for ask in (solve, best_line):
        with pytest.raises(PuzzleError, match="the stock is open: 12 cards can still be drawn; close it or play"):
            ask(start)
    assert solve(start.apply(Close()))


def test_a_position_is_asked_for() -> None:
    start = Deal.random(GUIDE, seed=66).start().apply(Close())
    with pytest.raises(PuzzleError, match="all cards must be known, so give a Position; the view of seat 1 hides some"):
        solve(start.view(1))  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="all cards must be known, so give a Position; 'AS' is none"):
        solve("AS")  # type: ignore[arg-type]


def test_more_players_are_refused() -> None:
    with pytest.raises(RulesError, match="players: solving is for 2 players, and here 3 play"):
        solve(three_start())


def test_needs_the_standard_library_only() -> None:
    code = (
        "from sixtysix import Close, Deal, Rules, solve; solve(Deal.random(Rules(), 1).start().apply(Close()))\n"
        "import sys; sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1]).returncode == 0
