"""What lesson 06 says is true: every worth once more by brute force, and the reason each technique works."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sixtysix.actions import Announce, ClaimOut, Play
from sixtysix.cards import Card, Suit
from sixtysix.lessons import known, last_six
from sixtysix.lessons.known import by_leader, card_values, reading, sure_leads, tricks_picture, tricks_tree
from sixtysix.lessons.last_six import DUCK, FORCE, MARRIAGE, PULL, SQUEEZE, THREE_CARDS, THROW_IN, WHICH
from sixtysix.lessons.lines import after, line, right_line
from sixtysix.position import Position
from sixtysix.render.tree import Branch, tree_svg
from sixtysix.rules import Rules
from sixtysix.scoring import Reason
from tests.brute import position_value
from tests.guided_lines import every_wrong, possible, steps, values

HANDS = {
    "PULL": PULL,
    "FORCE": FORCE,
    "THROW_IN": THROW_IN,
    "DUCK": DUCK,
    "SQUEEZE": SQUEEZE,
    "MARRIAGE": MARRIAGE,
}


# All six hands


@pytest.mark.parametrize("name", HANDS)
def test_at_the_start_one_card_wins_and_every_other_loses(name: str) -> None:
    hand = HANDS[name]
    found = {token: value for token, value in values(hand.start).items() if token != "!"}
    won = {token for token, value in found.items() if value > 0}
    assert won == {"AC", "TC"} if name == "PULL" else won == {hand.steps[0].right[0]}
    assert all(value < 0 for token, value in found.items() if token not in won)


@pytest.mark.parametrize("name", HANDS)
def test_right_is_best_wrong_is_worse_and_what_else_is_best_is_named(name: str) -> None:
    hand = HANDS[name]
    for number, start in steps(hand):
        step, found = hand.steps[number], values(start)
        best = max(found.values())
        assert all(found[token] == best for token in possible(start, step.right))
        assert all(found[token] < best for token in possible(start, step.wrong)), (number, found)
        for token in found.keys() - set(step.right) - set(step.wrong):
            if found[token] == best and number < len(hand.steps) - 1:
                named = "Announcing" if token.startswith("*") else str(Card(token))
                assert named in step.other, (number, token)


@pytest.mark.parametrize("name", HANDS)
def test_your_opponent_defends_as_well_as_can_be_and_the_right_line_wins(name: str) -> None:
    positions = right_line(HANDS[name])
    assert {position_value(position) for position in positions} == {2 if name == "PULL" else 1}
    end = positions[-1].result
    assert end is not None
    assert end.game_points == ((2, 0) if name == "PULL" else (1, 0))
    assert end.reason is (Reason.PLAYED_OUT if name == "SQUEEZE" else Reason.OUT)


@pytest.mark.parametrize("name", HANDS)
def test_a_wrong_line_stays_lost_and_its_numbers_are_those_on_the_table(name: str) -> None:
    for token, why, positions in every_wrong(HANDS[name]):
        assert all(position_value(position) < 0 for position in positions[1:]), (token, why)
        seen = {points for position in positions for points in (position.points(0), position.points(1))}
        totals = [(positions[-1].points(0), positions[-1].points(1))]
        for mine, theirs in re.findall(r"(\d+) to (\d+)", why):
            assert (int(mine), int(theirs)) in totals, why
        told = re.sub(r"10[♠♥♦♣]|\d+ (?:points|more)|\d+ to \d+|under \d+|worth \d+", "", why)
        for number in re.findall(r"\b\d\d\b", told):
            assert int(number) in seen, (number, why)


@pytest.mark.parametrize("name", HANDS)
def test_what_is_said_after_a_right_card_is_the_score(name: str) -> None:
    hand = HANDS[name]
    for number, start in steps(hand):
        step = hand.steps[number]
        reached = [
            position
            for token in possible(start, step.right)
            for position in line(start, " ".join([token, *step.replies]))
        ]
        seen = {points for position in reached for points in (position.points(0), position.points(1))}
        told = re.sub(r"10[♠♥♦♣]|\d+ points|under 33|With 40", "", f"{step.ask} {step.say}")
        assert {int(number) for number in re.findall(r"\b\d\d\b", told)} <= seen | {10}, (told, seen)


@pytest.mark.parametrize("name", HANDS)
def test_all_cards_are_known_and_the_stock_is_gone(name: str) -> None:
    start = HANDS[name].start
    assert start.turn_up is None
    assert start.closed_by is None
    view = start.view(0)
    assert view.layouts() == 1
    assert view.hand(1) == start.hand(1)
    assert start.points(0) == int(re.findall(r"You have (\d+)", HANDS[name].goal)[0])


@pytest.mark.parametrize("name", HANDS)
def test_the_values_in_the_tables_are_those_of_the_brute_force(name: str) -> None:
    start = HANDS[name].start
    table = card_values(start)
    found = values(start)
    assert {card: int(worth.replace("−", "-")) for card, worth in table[known.WORTH].items()} == {
        str(Card(token)): value for token, value in found.items() if token != "!"
    }


# The reason each works


def test_pull_no_heart_with_your_opponent_and_two_rounds_of_trumps() -> None:
    assert not [card for card in PULL.start.hand(1) if card.suit is Suit.HEARTS]
    assert sure_leads(PULL.start, 0) == (Card("AC"), Card("TC"))
    for reply in ("KC", "9C"):
        two = after(PULL.start, f"AC {reply} TC {'9C' if reply == 'KC' else 'KC'}")
        assert not [card for card in two.hand(1) if card.suit is two.trump]
        assert {Card("AH"), Card("TH")} <= set(sure_leads(two, 0))
    assert by_leader(PULL.start) == (2, -1)


def test_force_the_same_trick_with_ace_ten_or_king_differs_by_the_points_only() -> None:
    start = FORCE.start
    for card, points in (("AS", 53), ("TS", 52), ("KS", 46)):
        led = after(start, card)
        assert led.legal_actions() == (Play("TD"),), "the only trump must be played"
        assert after(led, "TD").points(1) == points
    assert not [card for card in start.hand(1) if card.suit is Suit.SPADES]
    trumps = [card for seat in (0, 1) for card in start.hand(seat) if card.suit is start.trump]
    assert trumps == [Card("9D"), Card("TD")] or trumps[::-1] == [Card("9D"), Card("TD")]


def test_throw_in_whoever_has_to_lead_loses() -> None:
    thrown_in = after(THROW_IN.start, "JS TS")
    assert by_leader(thrown_in) == (-1, 1)
    led = after(THROW_IN.start, "JS")
    assert led.legal_actions() == (Play("TS"),)
    replies = {card: max(position_value(after(thrown_in, f"{card.code} {reply.card.code}"))
                         for reply in thrown_in.apply(Play(card)).legal_actions() if isinstance(reply, Play))
               for card in thrown_in.hand(1)}  # fmt: skip
    assert set(replies.values()) == {1}
    assert position_value(after(thrown_in, "KD")) == 1
    assert after(thrown_in, "KD").legal_actions() == (Play("TD"),), "the king runs into the ten"


def test_duck_the_ace_takes_the_lead_back_whatever_is_led() -> None:
    for reply in ("KC", "QC"):
        ducked = after(DUCK.start, f"9C {reply}")
        todo, ends = [ducked], 0
        while todo:
            position = todo.pop()
            if position.tricks[0] > ducked.tricks[0]:
                assert Card("AC") in position.played[-2:]
                ends += 1
                continue
            todo += [position.apply(action) for action in position.legal_actions() if isinstance(action, Play)]
        assert ends >= 3
    caught = after(DUCK.start, "9C KC QC AC")
    assert not [card for seat in (0, 1) for card in caught.hand(seat) if card.suit is caught.trump]
    assert after(DUCK.start, "9C KC AS 9S TS").legal_actions() == (Play("AC"),)
    assert DUCK.start.points(1) + Card("9C").points + Card("KC").points == 46, "4 points given away"


def test_squeeze_every_card_thrown_costs_the_deal_and_no_lead_answers_all() -> None:
    led = after(SQUEEZE.start, "9D")
    replies = [action.card for action in led.legal_actions() if isinstance(action, Play)]
    assert set(replies) == set(SQUEEZE.start.hand(1)), "neither a diamond nor a trump: anything may be thrown"
    winning: dict[Card, set[str]] = {}
    for reply in replies:
        found = values(led.apply(Play(reply)))
        winning[reply] = {token for token, value in found.items() if value > 0}
        assert winning[reply]
    assert winning[Card("QH")] == {"KH"}
    assert winning[Card("KC")] == {"QC"}
    assert position_value(led.apply(Play("TH"))) == position_value(led.apply(Play("TC"))) == 2
    assert {card.suit for card in SQUEEZE.start.hand(1)} == {Suit.HEARTS, Suit.CLUBS}


def test_marriage_without_the_announcement_the_deal_is_lost() -> None:
    start = MARRIAGE.start
    guide = replace(start, rules=Rules.guide())
    assert start.rules == Rules(marriages="always")
    assert position_value(guide) == -1, "under the guide's rules nothing wins here"
    assert {action.card for action in start.legal_actions() if isinstance(action, Play)} == {
        Card("TH"), Card("KH"), Card("QH"),
    }  # fmt: skip
    assert start.legal_actions()[-1] != ClaimOut(), "your opponent is on lead"
    taken = after(start, "TH")
    assert taken.points(0) == 19
    assert {token for token, value in values(taken).items() if value > 0} == {"AC", "TC", "*H"}
    assert after(taken, "AC").legal_actions() == (Play("KC"),)
    married = after(taken, "AC KC *H")
    assert married.points(0) == 74
    assert married.why_illegal(ClaimOut()) is None
    assert start.why_illegal(Announce("H")) is not None


# Reading and trees


def test_the_reading_of_a_position() -> None:
    table = reading(PULL.start)
    assert list(table["points"]) == [15, 18]
    assert list(table["needs"]) == [51, 48]
    assert list(table["sure if led now"]) == ["A♣ 10♣", "A♠ 10♠"]
    for name in ("PULL", "FORCE", "THROW_IN", "DUCK", "SQUEEZE"):
        start = HANDS[name].start
        both = tuple(position_value(replace(start, turn=seat)) for seat in (0, 1))
        assert by_leader(start) == both
        assert both == {"PULL": (2, -1), "THROW_IN": (1, 1)}.get(name, (1, -1))


def flat(branches: tuple[Branch, ...], start: Position) -> Iterator[tuple[Branch, Position]]:
    """Every branch with the position after it."""
    for branch in branches:
        there = start.apply(Play(branch.card))
        yield branch, there
        yield from flat(branch.then, there)


@pytest.mark.parametrize("name", ["PULL", "FORCE", "THROW_IN", "DUCK", "SQUEEZE"])
def test_the_trees_are_exact_and_leave_nothing_out_that_matters(name: str) -> None:
    start = HANDS[name].start
    tree = tricks_tree(start)
    assert {branch.card for branch in tree} == set(start.hand(0))
    assert [branch.card.code for branch in tree if branch.best] == [HANDS[name].steps[0].right[0]]
    for branch, there in flat(tree, start):
        assert branch.worth == position_value(there)
        assert branch.mine == (there.hands[0] != start.hands[0] and branch.card in start.hand(0))
        assert bool(branch.note) == (not branch.then)
        if branch.then:
            best = (max if there.turn == 0 else min)(position_value(there.apply(Play(c.card))) for c in branch.then)
            assert best == branch.worth == branch.then[0].worth
        if "out" in branch.note:
            assert there.points(there.turn) >= 66
    first = next(branch for branch in tree if branch.best)
    assert len(first.then) == len([a for a in start.apply(Play(first.card)).legal_actions() if isinstance(a, Play)])


def test_the_tree_as_a_picture_tells_the_same_in_words() -> None:
    heads = ("you lead", "reply", "next lead", "reply")
    drawn = tricks_picture(THROW_IN.start, heads=heads, caption="Whoever leads a heart or a diamond loses by it.")
    for words in (*heads, "Whoever leads", "best: you play J♠ (+1)", "  best: your opponent plays 10♠ (+1)"):
        assert words in drawn
    assert drawn.count("<circle") == 1
    assert drawn.count('stroke-width="5"') == 4, "the best line, two tricks"
    assert all(branch.words in drawn for branch in tricks_tree(THROW_IN.start))
    with pytest.raises(ValueError, match="nothing to draw"):
        tree_svg([])


def test_two_cards_each_who_should_lead() -> None:
    """The notebook's own ending, and its second question: A♥ K♥ against 10♥ Q♥."""
    trump_or_ten = Position.from_dict(
        {"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [42, 42], "tricks": [5, 5]}
    )
    assert {token: value for token, value in values(trump_or_ten).items() if token != "!"} == {"AS": -1, "TH": 1}
    hearts = Position.from_dict(
        {"trump": "S", "hand": ["AH", "KH"], "opponent": ["TH", "QH"], "points": [46, 46], "tricks": [5, 5]}
    )
    led_to = replace(hearts, turn=1)
    assert {after(led_to, tokens).tricks_won(0) for tokens in ("TH AH KH QH", "QH KH AH TH")} == {7}
    assert {after(hearts, tokens).tricks_won(0) for tokens in ("AH QH KH TH", "KH TH QH AH")} == {6}


# Questions


def test_of_three_cards_exactly_one_wins_and_the_explanations_count_right() -> None:
    for name, position in THREE_CARDS.items():
        assert position.hand_size(0) == 3
        found = {token: value for token, value in values(position).items() if token != "!"}
        assert sorted(value > 0 for value in found.values()) == [False, False, True], name
    right = [next(option.text for option in question.options if option.right) for question in WHICH]
    assert right == ["Q♠", "9♠", "K♠", "10♦", "9♥"]


@pytest.mark.parametrize(
    ("name", "tokens", "points"),
    [
        ("force", "9D TD KH AS", (44, 70)),
        ("force", "AS TD", (44, 66)),
        ("duck", "AS KS 9S JS TD AC", (62, 88)),
        ("duck", "9S KS TD AS", (68, 59)),
        ("duck", "AC KS", (47, 70)),
        ("pull", "KS QS TH TC", (67, 39)),
        ("pull", "TH QS AC QC", (40, 66)),
        ("pull", "QC AC TC KS TH QS", (54, 76)),
        ("squeeze", "AS 9S KS TS AC TD", (39, 91)),
        ("squeeze", "KS TS AC AS", (28, 82)),
        ("squeeze", "TD AC KS TS 9S AS", (70, 60)),
        ("throw in", "TS AS QS JS AH 9H", (63, 67)),
        ("throw in", "JS QS AS TS AH 9H", (63, 67)),
        ("throw in", "9H AH QS TS", (76, 31)),
    ],
)
def test_the_lines_that_the_answers_tell(name: str, tokens: str, points: tuple[int, int]) -> None:
    end = after(THREE_CARDS[name], tokens)
    assert (end.points(0), end.points(1)) == points


def test_three_cards_what_the_right_answers_promise() -> None:
    forced = after(THREE_CARDS["force"], "QS")
    assert forced.legal_actions() == (Play("TD"),)
    for led in ("KH", "QC"):
        assert after(forced, f"TD {led}").legal_actions() == (Play("9D"),)
    ducked = THREE_CARDS["duck"]
    for high, low in (("KS", "JS"), ("JS", "KS")):
        for led in ("TD", low):
            assert after(ducked, f"9S {high} {led}").legal_actions() == (Play("AS"),)
        assert sure_leads(after(ducked, f"9S {high} {low} AS"), 0) == (Card("AC"),)
    thrown = after(THREE_CARDS["squeeze"], "TD")
    for spade in ("TS", "9S"):
        assert sure_leads(after(thrown, spade), 0)[0] == Card("AS")
        rest = after(thrown, f"{spade} AS {'9S' if spade == 'TS' else 'TS'} KS AC")
        assert rest.tricks_won(0) == thrown.tricks_won(0) + 3
    assert {card.suit for card in after(THREE_CARDS["throw in"], "9H AH").hand(1)} == {Suit.SPADES}
    worst = max(position_value(after(THREE_CARDS["pull"], f"KS QS TH {card}")) for card in ("AC", "TC"))
    assert worst == 1
    assert after(THREE_CARDS["pull"], "KS QS TH TC").points(0) >= 66


@pytest.mark.parametrize("module", [last_six, known])
def test_voice(module: object) -> None:
    words = Path(str(vars(module)["__file__"])).read_text("utf-8")
    assert not re.search(r"\b(simply|just click|obviously|of course)\b", words)
    assert not re.search(r"\w!(?![\"'])", words)
