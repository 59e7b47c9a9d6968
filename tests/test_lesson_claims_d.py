"""What lesson 09 says is true: the layouts counted once more, the plans played out, and the lines on the table."""

import re
from pathlib import Path

import pytest

from sixtysix import analyse_close, solve
from sixtysix.actions import Play, action_token
from sixtysix.cards import Card, Suit
from sixtysix.lessons import defending
from sixtysix.lessons.defending import (
    CLOSES,
    DEFEND,
    GUARDS,
    LIMIT,
    SPEND,
    TAKE_OVER,
    breaking,
    guaranteed,
    stakes,
    what_matters,
)
from sixtysix.lessons.defending import replies as reply_table
from sixtysix.lessons.lines import after, line, right_line
from sixtysix.position import Position
from sixtysix.scoring import Reason
from sixtysix.solver.plan import Plan
from sixtysix.view import View
from tests.brute import position_value
from tests.guided_lines import every_wrong, possible, steps, values

HANDS = {"GUARDS": GUARDS, "SPEND": SPEND, "TAKE_OVER": TAKE_OVER, "LIMIT": LIMIT}


def layouts_of(view: View) -> list[Position]:
    """Every position that the view may be."""
    return [view.with_hidden(theirs, sorted(view.unseen - theirs)) for theirs in view.each_layout()]


def counted(view: View, least: int = 0) -> dict[Card, int]:
    """For each card, the layouts in which it is worth more than `least` to seat 0, by the endgame search."""
    found: dict[Card, int] = {}
    for position in layouts_of(view):
        for action, value in solve(position).items():
            if isinstance(action, Play):
                found[action.card] = found.get(action.card, 0) + (value > least)
    return found


# All four hands


@pytest.mark.parametrize("name", HANDS)
def test_right_is_best_as_the_cards_lie_and_wrong_is_worse(name: str) -> None:
    hand = HANDS[name]
    for number, start in steps(hand):
        step, found = hand.steps[number], values(start)
        best = max(found.values())
        assert all(found[token] == best for token in possible(start, step.right))
        assert all(found[token] < best for token in possible(start, step.wrong)), (number, found)
        for token in found.keys() - set(step.right) - set(step.wrong) - {"!"}:
            assert found[token] < best or str(Card(token)) in step.other, (number, token)


@pytest.mark.parametrize("name", HANDS)
def test_right_is_best_over_all_layouts(name: str) -> None:
    hand = HANDS[name]
    least = -2 if name == "LIMIT" else 0
    for number, start in steps(hand):
        found = counted(start.view(0), least)
        shown = breaking(start.view(0), at_least=2 if name == "LIMIT" else 1)
        assert shown == found
        best = max(found.values())
        assert all(found[Card(token)] == best for token in possible(start, hand.steps[number].right))
        for token in possible(start, hand.steps[number].wrong):
            assert token == "!" or found[Card(token)] < best, (number, token)


@pytest.mark.parametrize("name", HANDS)
def test_a_wrong_line_stays_lost_and_its_numbers_are_those_on_the_table(name: str) -> None:
    worst = -1 if name == "LIMIT" else 0
    for token, why, positions in every_wrong(HANDS[name]):
        assert all(position_value(position) < worst for position in positions[1:]), (token, why)
        seen = {points for position in positions for points in (position.points(0), position.points(1))}
        for theirs, mine in re.findall(r"(\d+) to (\d+)", why):
            assert (int(mine), int(theirs)) == (positions[-1].points(0), positions[-1].points(1))
        told = re.sub(r"10[♠♥♦♣]|\d+ points|\d+ to \d+|before you have 33|is not 66|60 and 1[01]", "", why)
        for number in re.findall(r"\b\d\d\b", told):
            assert int(number) in seen, (number, why)


@pytest.mark.parametrize(
    ("name", "points", "totals"),
    [("GUARDS", (2, 0), (53, 64)), ("SPEND", (2, 0), (50, 64)), ("TAKE_OVER", (2, 0), (78, 47))],
)
def test_the_close_fails(name: str, points: tuple[int, int], totals: tuple[int, int]) -> None:
    end = right_line(HANDS[name])[-1]
    assert end.result is not None
    assert end.result.game_points == points
    assert end.result.reason is Reason.FAILED_CLOSE
    assert (end.points(0), end.points(1)) == totals


@pytest.mark.parametrize("name", HANDS)
def test_what_is_told_of_the_score_is_on_the_table(name: str) -> None:
    hand = HANDS[name]
    for number, start in steps(hand):
        step = hand.steps[number]
        reached = [
            position
            for token in possible(start, step.right)
            for position in line(start, " ".join([token, *step.replies]))
        ]
        seen = {points for position in reached for points in (position.points(0), position.points(1))}
        told = re.sub(r"10[♠♥♦♣]|have 33|is led: 60", "", f"{step.ask} {step.say}")
        assert {int(score) for score in re.findall(r"\b\d\d\b", told)} <= seen, told


def test_the_scores_in_the_goals() -> None:
    for hand in HANDS.values():
        view = hand.start.view(0)
        assert f"has {view.points(1)}" in hand.goal
        assert view.closed_by == 1


# Each hand


def test_guards_the_counts_that_are_told() -> None:
    start = GUARDS.start
    assert start.view(0).layouts() == 35
    assert {card.code: n for card, n in counted(start.view(0)).items()} == {
        "JH": 19, "KH": 17, "KS": 11, "TS": 2, "AH": 2,
    }  # fmt: skip
    second = after(start, "JH JD")
    assert second.view(0).layouts() == 20
    assert (counted(second.view(0))[Card("KH")], counted(second.view(0))[Card("KS")]) == (13, 8)
    assert {card.code: n for card, n in guaranteed(start).items()} == {"JH": 13, "KH": 13, "KS": 11, "TS": 2, "AH": 2}
    table = reply_table(start)
    assert list(table.loc["J♥"]) == ["19 of 35", "13 of 35"]
    assert not [card for card in start.hand(0) if card.suit is start.trump]


def test_guards_only_the_cheapest_card_keeps_the_closer_short() -> None:
    last = right_line(GUARDS, 2)[-1]
    assert last.points(1) + Card("AD").points == 60
    assert {card.code: after(last, card.code).points(1) for card in last.hand(0)} == {"KS": 64, "TS": 70, "AH": 71}


def test_spend_clubs_break_the_close_in_every_layout() -> None:
    view = SPEND.start.view(0)
    assert [card for card in view.unseen if card.suit is Suit.CLUBS] == [Card("QC")]
    assert view.hand(1) == (Card("AS"),)
    assert view.layouts() == 35
    assert {card.code: n for card, n in counted(view).items()} == {"AC": 35, "KC": 35, "KD": 26, "KS": 23, "JS": 23}
    again = right_line(SPEND, 2)[-1]
    assert {card.code: n for card, n in counted(again.view(0)).items()} == {"KC": 6, "KS": 1, "KD": 1}
    assert not [card for card in SPEND.start.hand(1) if card.suit is Suit.CLUBS]


def test_take_over_the_king_shows_where_the_ace_lies() -> None:
    start = TAKE_OVER.start
    assert {card.code: n for card, n in counted(start.view(0)).items()} == {"JH": 70, "TH": 15}
    drawn = right_line(TAKE_OVER, 2)[-1].view(0)
    assert Card("AH") in drawn.lacks[1]
    assert Card("AH") in drawn.unseen, "so it lies in the stock"
    assert not [card for card in drawn.unseen - drawn.lacks[1] if card.suit is drawn.trump]
    assert drawn.layouts() == 70
    assert {card.code: n for card, n in counted(drawn).items()} == {"AS": 70, "TS": 70, "JS": 35, "QD": 5}
    claim = after(right_line(TAKE_OVER, 5)[-1], "!").result
    assert claim is not None
    assert claim.game_points == (0, 2), "what the wrong claim would give"


def test_limit_nothing_breaks_the_close_and_33_save_a_game_point() -> None:
    view = LIMIT.start.view(0)
    assert set(counted(view).values()) == {0}
    assert counted(view, -2)[Card("AS")] == counted(view, -2)[Card("AH")] == 30
    assert right_line(LIMIT)[-1].points(0) == 46
    assert position_value(right_line(LIMIT)[-1]) == -1
    end = after(LIMIT.start, "KD TD !").result
    assert end is not None
    assert end.game_points == (0, 2)


# Plans


def broken(plan: Plan, position: Position) -> bool:
    """Whether a plan of seat 0's breaks the close against every way to play on."""
    if position.result is not None:
        return position.result.game_points[0] > 0
    if position.turn == 0:
        return broken(plan, position.apply(plan.reply(position.view(0))))
    return all(
        broken(plan, position.apply(action))
        for action in position.legal_actions()
        if action_token(action) != "!" or position.points(1) >= 66
    )


@pytest.mark.parametrize(("name", "share"), [("GUARDS", 13), ("SPEND", 35), ("TAKE_OVER", 70)])
def test_the_guaranteed_layouts_are_won_by_playing_the_plan(name: str, share: int) -> None:
    start = HANDS[name].start
    found = analyse_close(start.view(0))
    assert found.exact
    assert found.plan is not None
    assert round((found.plan_wins or 0) * found.layouts) == share
    assert sum(broken(found.plan, layout) for layout in layouts_of(start.view(0))) == share


# What the notebook shows, and the questions


def test_the_stakes_in_words() -> None:
    assert stakes(GUARDS.start.view(0)).endswith("2, and only 1 once you have 33.")
    assert "you get 3 game points, because you had no trick" in stakes(CLOSES["no trick"].view(0))
    assert stakes(CLOSES["no trick"].view(0)).endswith("3, 2 once you have a trick, and only 1 once you have 33.")
    assert stakes(CLOSES["go out"].view(0)).endswith("gets 1, since you have 60.")


def test_the_picture_has_every_card_with_its_layouts() -> None:
    drawn = what_matters(GUARDS.start.view(0))
    assert drawn.shows == "J♥ (19 of 35), K♥ (17 of 35), K♠ (11 of 35), 10♠ (2 of 35), A♥ (2 of 35)"
    assert "35 layouts: seeing" in drawn


@pytest.mark.parametrize(
    ("name", "best", "counts"),
    [
        ("follow", {"JC"}, {"JC": 50, "TC": 6}),
        ("trump", {"JC"}, {"JC": 71, "AC": 15}),
        ("go out", {"TD"}, {"TD": 126, "QD": 102, "TC": 100, "KC": 100}),
        ("no trick", {"QD", "JD"}, {"QD": 50, "JD": 50, "AD": 20}),
    ],
)
def test_the_questions_count_right(name: str, best: set[str], counts: dict[str, int]) -> None:
    view = CLOSES[name].view(0)
    assert {card.code: n for card, n in counted(view).items()} == counts
    assert {card.code: n for card, n in breaking(view).items()} == counts
    question = DEFEND[list(CLOSES).index(name)]
    assert {Card(option.text.replace("10", "T")).code for option in question.options if option.right} == best
    for option in question.options:
        told = f"in {counts[Card(option.text).code]} of {view.layouts()} layouts"
        assert told in option.feedback


def test_what_the_answers_say_besides() -> None:
    follow = after(CLOSES["follow"], "JC")
    trumps = {card for seat in (0, 1) for card in follow.hand(seat) if card.suit is follow.trump} | {Card("9C")}
    assert all(not card.beats(Card("TC"), follow.trump) for card in trumps)
    out = CLOSES["go out"].view(0)
    assert not [card for card in out.unseen if card.suit is out.trump]
    assert len([card for card in out.played if card.suit is out.trump]) == 5
    assert Card("AD") in out.played
    assert {Card("KD"), Card("AC")} <= out.unseen
    for reply in ("QD", "JD"):
        taken = after(CLOSES["no trick"], reply)
        assert taken.tricks_won(0) == 1
        assert all(taken.apply(Play("AD")).apply(a).turn == 0 for a in taken.apply(Play("AD")).legal_actions())
    assert Card("KC") in CLOSES["trump"].view(0).hand(1)


def test_voice() -> None:
    words = Path(str(vars(defending)["__file__"])).read_text("utf-8")
    assert not re.search(r"\b(simply|just click|obviously|of course)\b", words)
    assert not re.search(r"\w!(?![\"'])", words)
