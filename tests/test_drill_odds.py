"""The drills on possible hands: every answer is counted again, hand by hand, and every explanation checked."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, pairwise

import pytest

from sixtysix import Rules, View
from sixtysix.drill_deals import board, closing, playing, seeds, tricks
from sixtysix.drill_odds import FEW, choose
from sixtysix.drill_tasks import TASKS
from sixtysix.drills import Ask, Step
from sixtysix.errors import RulesError

from .build import TWO_HANDED

CARD = re.compile(r"(?:10|[AKQJ9])[♠♥♦♣]")
ROUNDS = [("guide", seed) for seed in (1, 2, 3)] + [(name, 66) for name in TWO_HANDED[1:]]


@cache
def asks(drill: str, level: int, rules: str, seed: int) -> tuple[Ask, ...]:
    beats = TASKS[drill].script(seed, level, Rules.preset(rules))
    assert not any(isinstance(beat, Step) for beat in beats)
    return tuple(beat for beat in beats if isinstance(beat, Ask))


def rounds(drill: str, *levels: int) -> Iterator[tuple[int, str, int, tuple[Ask, ...]]]:
    for level in levels:
        for rules, seed in ROUNDS:
            yield level, rules, seed, asks(drill, level, rules, seed)


@cache
def moment(rules: str, seed: int, question: Ask) -> View:
    """Find the moment of a deal that a question is about: same number of tricks, same board, same facts told."""
    wanted = re.search(r"After trick (\d+)", question.question)
    number = int(wanted[1]) if wanted else 0
    for one in seeds(seed):
        for play in (playing, closing):
            positions = play(one, Rules.preset(rules))
            first = next(positions)
            if not number and board(first) == question.board:
                return first.view(0)
            for trick in tricks(chain((first,), positions)) if number else ():
                if trick.number == number:
                    if board(trick.after) == question.board and told(question.question)[0] == shown(trick.view):
                        return trick.view
                    break
    raise AssertionError("no such moment")


def shown(view: View) -> set[str]:
    return {str(card) for card in view.hand(1)}


def layouts(view: View) -> list[set[str]]:
    """List the hands that are possible, from the unseen cards alone: not with the engine's own counting."""
    free = sorted(view.unseen - view.lacks[1])
    known = view.hand(1)
    return [{str(card) for card in (*known, *some)} for some in combinations(free, view.hand_size(1) - len(known))]


def told(question: str) -> tuple[set[str], set[str], int]:
    """Return what a question says: cards among your opponent's, cards face down, and how many your opponent holds."""
    among, down = set[str](), set[str]()
    for sentence in re.findall(r"[^.]+\.", question):
        cards = CARD.findall(sentence.partition(":")[0])
        if "among them" in sentence:
            among |= {*cards}
        elif "face down" in sentence:
            down |= {*cards}
    size = re.search(r"your opponent holds (\d+) cards?\.", question)
    assert size
    return among, down, int(size[1])


@pytest.mark.parametrize("drill", ["layouts", "odds"])
def test_a_round_has_five_different_answers(drill: str) -> None:
    for _, _, _, found in rounds(drill, 1, 2, 3):
        assert len({ask.truth for ask in found}) == len(found) == 5
        assert all(one.question != other.question for one, other in pairwise(found))
        for ask in found:
            assert ask.note.endswith(".")
            assert "!" not in ask.question + ask.note


def test_a_few_cards_in_words() -> None:
    for seed in range(60):
        for ask in asks("layouts", 1, "guide", seed):
            unseen, held = map(int, re.findall(r"\d+", ask.question))
            hands = sum(1 for _ in combinations(range(unseen), held))
            assert ask.truth == (hands,)
            assert 4 <= hands <= 126
            assert f"{unseen} choose {held}" in ask.note


def test_hands_are_counted_one_by_one() -> None:
    strict = known = 0
    for level, rules, seed, found in rounds("layouts", 2, 3):
        for ask in found:
            view, hands = moment(rules, seed, ask), ask.truth
            assert isinstance(hands, tuple)
            assert hands == (len(layouts(view)),)
            assert hands == (sum(1 for _ in view.each_layout()),)
            assert hands[0] > 1
            among, down, size = told(ask.question)
            # the same number from what the learner is shown
            assert ask.board is not None
            assert ask.board.stock is not None
            free = ask.board.stock - len(down) + size - len(among)
            assert ask.truth == (sum(1 for _ in combinations(range(free), size - len(among))),)
            if level == 2:
                assert hands[0] <= FEW
            else:
                assert among
            known += bool(among)
            strict += bool(down)
    assert known > 20
    assert strict


def test_odds_are_shares_of_the_possible_hands() -> None:
    kinds = set()
    for level, rules, seed, found in rounds("odds", 1, 2, 3):
        for ask in found:
            view = moment(rules, seed, ask)
            *facts, question = re.split(r"(?<=\.) ", ask.question)
            cards = CARD.findall(question)
            if question.endswith("holds none of them?"):
                kind, cards = "none", CARD.findall(facts[-1])
                assert facts[-1].startswith(f"Of {cards[0][-1]} you have not seen ")
                assert set(cards) == {str(card) for card in view.unseen if str(card)[-1] == cards[0][-1]}
            elif question.endswith("or both?"):
                kind = "either"
            elif "holds both" in question:
                kind = "both"
                assert {card[:-1] for card in cards} == {"K", "Q"}
                assert cards[0][-1] == cards[1][-1]
            else:
                kind = "one"
                assert len(cards) == 1
            right = {
                "one": lambda hand, some: some <= hand,
                "both": lambda hand, some: some <= hand,
                "either": lambda hand, some: bool(some & hand),
                "none": lambda hand, some: not some & hand,
            }[kind]
            hands = layouts(view)
            ways = sum(right(hand, set(cards)) for hand in hands)
            assert ask.truth == Fraction(ways, len(hands))
            assert ask.truth not in (0, 1)
            kinds.add((level, kind, view.closed_by is not None))
            among, _, _ = told(" ".join(facts))
            assert (kind == "one") == (level < 3)
            if level < 3:
                assert bool(among) == (level == 2)
            share = re.search(r": (\d+) in (\d+)\.$", ask.note)
            if share:
                assert Fraction(int(share[1]), int(share[2])) == ask.truth
                continue
            numbers = re.search(r": ([\d,]+) of the ([\d,]+) possible hands has? ", ask.note.replace("have", "has"))
            assert numbers
            some, every = (int(number.replace(",", "")) for number in numbers.groups())
            assert every == len(hands)
            assert some == (len(hands) - ways if kind == "either" else ways)
            if kind == "either":
                assert f"neither card, {ways:,} one or both." in ask.note
    assert {(level, kind) for level, kind, _ in kinds} == {
        (1, "one"),
        (2, "one"),
        (3, "either"),
        (3, "both"),
        (3, "none"),
    }
    assert any(closed for level, _, closed in kinds if level == 3)


def test_one_question_of_a_round_is_about_strict_play() -> None:
    for drill, level in (("odds", 3), ("layouts", 2)):
        for _, rules, seed, found in rounds(drill, level):
            assert told(found[3].question)[1], "some card is ruled out"
            for ask in found:
                closer = moment(rules, seed, ask).closed_by
                said = {None: "", 0: "You have closed the stock.", 1: "Your opponent has closed the stock."}[closer]
                assert ask.question.startswith(said)
                assert ("closed the stock" in ask.question) == bool(said)


def test_what_is_told_is_true_and_enough() -> None:
    down_told = 0
    for drill in ("layouts", "odds"):
        for level, rules, seed, found in rounds(drill, 1, 2, 3):
            if (drill, level) == ("layouts", 1):
                continue
            for ask in found:
                view = moment(rules, seed, ask)
                among, down, size = told(ask.question)
                assert size == view.hand_size(1)
                assert among == {str(card) for card in view.hand(1)}
                hands = layouts(view)
                unseen = {str(card) for card in view.unseen}
                assert down == {card for card in unseen if not any(card in hand for hand in hands)}
                listed = re.search(r"\. You have not seen ([^.]+)\.", ask.question)
                assert bool(listed) == bool(down)
                if listed:
                    down_told += 1
                    assert set(CARD.findall(listed[1])) == unseen
                free, needed = len(unseen) - len(down), size - len(among)
                cards = f"{size} card{'s' * (size > 1)}"
                assert ask.note.startswith(
                    f"{needed} of your opponent's {cards} {'is' if needed == 1 else 'are'} unknown to you, "
                    f"out of {free} unseen cards{' that are possible' if down else ''}: "
                )
    assert down_told


@pytest.mark.parametrize("cards", range(1, 18))
def test_the_way_to_a_number_of_hands_is_true(cards: int) -> None:
    for many in range(cards + 1):
        text = choose(cards, many)
        hands = sum(1 for _ in combinations(range(cards), many))
        assert text.startswith(f"{cards} choose {many}")
        assert text.endswith(f" {hands:,}")
        if same := re.search(r"the same as (\d+) choose (\d+),", text):
            assert sum(1 for _ in combinations(range(int(same[1])), int(same[2]))) == hands
        if how := re.search(r"is ([\d·]+) / ([\d·]+) =", text):
            over, under = ([int(factor) for factor in part.split("·")] for part in how.groups())
            product = Fraction(1)
            for one, other in zip(over, under, strict=True):
                product *= Fraction(one, other)
            assert product == hands


def test_choosing_in_words() -> None:
    assert choose(9, 4) == "9 choose 4 is 9·8·7·6 / 4·3·2·1 = 126"
    assert choose(6, 5) == "6 choose 5, the same as 6 choose 1, is 6"
    assert choose(5, 5) == "5 choose 5, the same as 5 choose 0, is 1"


@pytest.mark.parametrize("rules", ["three_handed", "four_handed"])
def test_more_players_are_refused(rules: str) -> None:
    for drill, level in (("layouts", 2), ("layouts", 3), ("odds", 1)):
        with pytest.raises(RulesError, match="a drill is for 2 players"):
            TASKS[drill].script(1, level, Rules.preset(rules))
