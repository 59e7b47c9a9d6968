"""What lessons 07 and 08 say is true: counts, certain closes, shares of layouts, and which line is better."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sixtysix.actions import Announce, Close, Exchange, Play
from sixtysix.adapt import AdaptiveSession
from sixtysix.cards import Card
from sixtysix.guided import Hand
from sixtysix.lessons import closes, peeking, when_to_close
from sixtysix.lessons.closes import (
    closed,
    count_out,
    guaranteed_by_need,
    in_play,
    laid_out,
    next_close,
    odds_table,
    proven,
    say_way,
    with_need,
)
from sixtysix.lessons.closing import holds
from sixtysix.lessons.lines import line, right_line
from sixtysix.lessons.peeking import (
    CLOSES,
    ONE_POINT,
    PEEK,
    WHICH_NUMBER,
    WITH_JACK,
    WITH_KING,
    WITH_TEN,
    WITHOUT_HEART,
    gap_table,
    random_close,
    read_gaps,
    write_gaps,
)
from sixtysix.lessons.when_to_close import ANSWERS, BEFORE, COUNTED, HOW_GOOD, IN_DOUBT, NEARLY_THERE, NOT_YET
from sixtysix.plots import gap_chart, map_chart, need_chart, numbers_chart, trump_chart
from sixtysix.position import Position
from sixtysix.solver import Plan, analyse_close, compare_closes
from sixtysix.view import View
from tests.build import codes, game_points
from tests.deal_tree import after_wrong, before, values, worth

HANDS = {"COUNTED": COUNTED, "NOT_YET": NOT_YET}


def least_of(position: Position, leads: tuple[str, ...]) -> int:
    """The least points of seat 0 after these leads, by trying every reply; each lead must take its trick."""
    if not leads:
        return position.points(0)
    led = position.apply(Play(leads[0]))
    ends = [led.apply(reply) for reply in led.legal_actions() if isinstance(reply, Play)]
    assert all(end.turn == 0 for end in ends)
    return min(least_of(end, leads[1:]) for end in ends)


def worst_for_plan(position: Position, plan: Plan, seat: int = 0) -> int:
    """The game points to a seat that follows a plan, by trying everything that the other can do."""
    if position.result is not None:
        return position.result.game_points[seat] - position.result.game_points[1 - seat]
    if position.turn == seat:
        return worst_for_plan(position.apply(plan.reply(position.view(seat))), plan, seat)
    # A wrong claim before 66 is no defence against a plan: it gives the closer at least as much.
    choices = [action for action in position.legal_actions() if isinstance(action, Play) or position.points(1) >= 66]
    return min(worst_for_plan(position.apply(action), plan, seat) for action in choices)


# Both guided hands of lesson 07


@pytest.mark.parametrize("name", HANDS)
def test_a_right_action_is_best_and_a_wrong_one_is_worse(name: str) -> None:
    """With all cards open: the whole tree of every step, the stock in its order."""
    hand = HANDS[name]
    for number, step in enumerate(hand.steps, 1):
        found = values(before(hand, number))
        best = max(found.values())
        assert {found[token] for token in step.right} == {best}, (number, found)
        assert all(found[token] < best for token in step.wrong), (number, found)


@pytest.mark.parametrize("name", HANDS)
def test_what_follows_a_wrong_line_is_no_worse_than_it_has_to_be(name: str) -> None:
    hand = HANDS[name]
    for number, step in enumerate(hand.steps, 1):
        for token, wrong in step.wrong.items():
            shown = line(before(hand, number), " ".join([token, *wrong.replies]))
            assert len({worth(position) for position in shown[1:]}) == 1, (number, token)


@pytest.mark.parametrize(("name", "points"), [("COUNTED", (1, 0)), ("NOT_YET", (2, 0))])
def test_the_right_line_wins(name: str, points: tuple[int, int]) -> None:
    assert game_points(right_line(HANDS[name])[-1]) == points


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
def test_the_explanations_count_right(hand: Hand) -> None:
    for number, step in enumerate(hand.steps, 1):
        for token, wrong in step.wrong.items():
            seen = line(before(hand, number), " ".join([token, *wrong.replies]))
            had = {position.points(0) for position in seen}
            for told in re.findall(r"[Yy]ou (?:have|stay at) (\d+)", wrong.why):
                assert int(told) in had, wrong.why


COUNTED_LEADS = ("AC", "TS", "AD", "JC")
EARLY_LEADS = ("AC", "TC", "KC", "AD")
LATE_LEADS = ("TC", "KC", "AD", "KS")


@pytest.mark.parametrize(
    ("view", "leads", "points"),
    [
        (COUNTED.start.view(0), COUNTED_LEADS, [24, 39, 49, 62, 67]),
        (NOT_YET.start.view(0), EARLY_LEADS, [15, 28, 40, 47, 61]),
        (before(NOT_YET, 2).view(0), LATE_LEADS, [28, 40, 47, 62, 69]),
    ],
    ids=["counted", "early", "late"],
)
def test_the_least_that_must_fall_by_trying_everything(view: View, leads: tuple[str, ...], points: list[int]) -> None:
    starts = [laid_out(closed(view), theirs) for theirs in view.each_layout()]
    for number in range(1, len(leads) + 1):
        assert min(least_of(start, leads[:number]) for start in starts) == points[number]
    assert list(count_out(view, *leads)["at least"]) == points


def test_a_count_refuses_a_lead_that_can_be_beaten() -> None:
    with pytest.raises(ValueError, match="leads: A♦ is not sure, K♣ can take it"):
        count_out(COUNTED.start.view(0), "A♦")
    with pytest.raises(ValueError, match="need: 67 is not"):
        with_need(IN_DOUBT, 67)


def test_counted_the_four_tricks_hold_and_the_ace_of_diamonds_first_fails_once() -> None:
    view = closed(COUNTED.start.view(0))
    assert holds(view, *COUNTED_LEADS) == (56, 56)
    assert holds(view, "AD", "AC", "TS", "JC") == (55, 56)
    without = [theirs for theirs in view.each_layout() if not any(card.suit.value == "D" for card in theirs)]
    assert without == [frozenset(COUNTED.start.hand(1))], "and this is the layout of the hand"
    assert codes(card for card in view.unseen if card.suit.value == "S") == {"QS"}, "the last spade"
    assert proven(COUNTED.start.view(0)).certain == 1


def test_counted_average_of_the_cards_not_seen() -> None:
    assert list(count_out(COUNTED.start.view(0), *COUNTED_LEADS)["on average"])[-1] == f"{24 + 34 + 4 * 47 / 9:.1f}"


def test_not_yet_the_sure_tricks_fall_five_short_and_as_the_cards_lie_three() -> None:
    end = after_wrong(NOT_YET, 1, "c")
    assert end.points(0) == 63
    assert game_points(end) == (0, 2)
    early = proven(NOT_YET.start.view(0))
    assert early.plan_wins == 50 / 84
    assert 50 / 84 < 2 / 3
    assert early.certain == 0


def test_not_yet_one_trick_later_the_plan_wins_two_against_everything() -> None:
    late = before(NOT_YET, 2).view(0)
    found = proven(late)
    assert (found.layouts, found.certain) == (7, 2)
    assert found.plan is not None
    for theirs in late.each_layout():
        assert worst_for_plan(laid_out(late, theirs), found.plan) >= 2


def test_not_yet_what_is_said_to_be_as_safe_is_certain_and_the_rest_is_not() -> None:
    late = closed(before(NOT_YET, 2).view(0))
    found = analyse_close(late)
    safe = {card.code for card in late.own if not found.refuted_by(card)}
    assert safe == {"TC", "KC", "AD"}
    then = analyse_close(before(NOT_YET, 4).view(0))
    assert {card.code for card in then.view.own if not then.refuted_by(card)} == {"KC", "AD"}
    last = before(NOT_YET, 5)
    assert last.view(0).layouts() == 1
    assert codes(last.hand(1)) == {"AH", "TH", "TD", "KD"}


def test_not_yet_the_ace_of_trumps_cannot_be_taken_and_the_next_close_is_mostly_certain() -> None:
    view = NOT_YET.start.view(0)
    assert all(Card("AC").beats(card, view.trump) for card in view.unseen)
    good, ways = next_close(view, "AC")
    assert (good, ways) == (170, 84 * 3)
    assert {card.code for card in view.played if card.suit.value == "S"} == {"AS", "TS", "QS", "JS", "9S"}


# Closes in doubt


def test_in_doubt_the_trumps_decide() -> None:
    found = analyse_close(IN_DOUBT, plan=False)
    assert found.by_trumps() == {0: (1, 1.0), 1: (18, 1.0), 2: (45, 1.0), 3: (20, 0.0)}
    bars = trump_chart(found).data
    assert [sum(bar.y) for bar in bars] == [64, 20]


def test_in_doubt_the_two_shares_and_their_curve() -> None:
    found = proven(IN_DOUBT)
    assert (found.plan_wins, found.open_cards_wins) == (58 / 84, 64 / 84)
    needs = (10, 26, 42, 46, 50, 54, 58)
    guaranteed = guaranteed_by_need(IN_DOUBT, needs)
    assert all(guaranteed[need] <= found.by_need[need] for need in needs)
    assert all(one >= other for one, other in pairwise(guaranteed.values()))
    assert [round(100 * guaranteed[need]) for need in (46, 50, 58)] == [76, 69, 26]
    seeing, plan = need_chart(found, guaranteed).data
    assert len(seeing.y) == 67
    assert plan.y[4] == 69.0


def test_in_doubt_the_need_of_the_opponent_matters_no_more_from_40_on() -> None:
    found = analyse_close(IN_DOUBT, plan=False)
    assert found.question.needs == (50, 40)
    shares = found.share()
    assert shares[50, 40] == shares[50, 66] > shares[50, 30] > shares[50, 20]
    figure = map_chart(found)
    assert figure.data[0].z[40, 50] == 76
    assert (figure.data[1].x, figure.data[1].y) == ((50,), (40,))


def test_break_even() -> None:
    found = analyse_close(IN_DOUBT, plan=False)
    assert found.break_even == {2: {1: 2 / 3, 2: 1 / 2, 3: 2 / 5}}
    assert list(odds_table(found).index) == ["success +1", "success +2", "success +3"]
    trickless = replace(IN_DOUBT, taken=(42, 0), tricks=(4, 0))
    assert analyse_close(trickless, plan=False).break_even == {3: {1: 3 / 4, 2: 3 / 5, 3: 1 / 2}}


def test_nearly_there_beats_the_odds_and_is_better_left_open() -> None:
    found = proven(NEARLY_THERE)
    assert found.plan_wins is not None
    assert found.plan_wins > 2 / 3
    left_open, close = (in_play(NEARLY_THERE, plays=40, seed=1, plan=plan) for plan in (None, found))
    assert left_open.mean - close.mean > 3 * (left_open.error**2 + close.error**2) ** 0.5


def test_before_closing_each_step_helps_and_both_are_certain() -> None:
    ways = {say_way(actions): found for actions, found in compare_closes(BEFORE, seconds=closes.SECONDS).items()}
    shares = {way: (found.plan_wins, found.certain) for way, found in ways.items()}
    assert all(found.exact for found in ways.values())
    assert shares == {
        "close": (17 / 84, 0),
        "exchange, close": (65 / 84, 0),
        "announce ♣, close": (69 / 84, 0),
        "exchange, announce ♣, close": (1.0, 1),
    }
    after_it = BEFORE.deal_hidden(0).apply(Close())
    assert after_it.why_illegal(Exchange()) is not None
    assert after_it.why_illegal(Announce("C")) is not None


def test_how_good_every_answer_is_computed() -> None:
    views = [
        when_to_close.TWO_TRUMPS_ON_TOP,
        when_to_close.THREE_ACES_A_TRUMP,
        when_to_close.AGAINST_58,
        when_to_close.TEN_SHORT,
        when_to_close.NO_TRUMP,
    ]
    for view, question in zip(views, HOW_GOOD, strict=True):
        found = proven(view)
        assert found.plan_wins is not None
        right = 0 if found.certain else 1 if found.plan_wins >= 2 / 3 else 2
        assert [option.text for option in question.options] == list(ANSWERS)
        assert [option.right for option in question.options] == [number == right for number in range(3)]
        for told, of in re.findall(r"(\d+) of (?:the )?(\d+) layouts\.", question.options[right].feedback):
            assert found.plan_wins == int(told) / int(of)
    top, aces, against, short, none = views
    assert list(count_out(top, "AD", "TD", "AH")["at least"])[-1] == 32 + 36 == 68
    assert list(count_out(against, "AH", "TC")["at least"]) == [44, 59, 69]
    trumps = analyse_close(aces, plan=False).by_trumps()
    assert trumps[0][1] == trumps[1][1] == 1
    assert trumps[2][0] + trumps[3][0] == 65
    assert {card.code for card in aces.unseen if card.suit is aces.trump} == {"TH", "KH", "QH"}
    assert analyse_close(short, plan=False).by_trumps() == {0: (28, 1.0), 1: (56, 37 / 56)}
    assert analyse_close(none, plan=False).by_trumps()[1][0] == 56


# Lesson 08


TEN, KING = WITH_TEN, WITH_KING
LINES = {
    (TEN, "AS JS KH QD 9S 9C TC AC AH QC !"): (2, 72),
    (TEN, "KH QD JS AS AH QC AC JC KC TC 9S 9C"): (-2, 64),
    (KING, "KH QD KS AS AH JS AC QC !"): (2, 66),
    (KING, "AS JS AH QD KS KH 9S AC QC KC 9C JC"): (-2, 44),
}


def winning_leads(view: View, theirs: frozenset[Card]) -> set[str]:
    position = laid_out(closed(view), theirs)
    return {card.code for card in view.own if worth(position.apply(Play(card))) > 0}


def test_peek_the_three_numbers() -> None:
    found = proven(PEEK)
    assert (found.layouts, found.open_cards_wins, found.plan_wins, found.certain) == (84, 1.0, 60 / 84, 0)
    played = in_play(PEEK, plays=50, seed=66, plan=found)
    assert abs(played.won - 60 / 84) < 2 * (60 / 84 * 24 / 84 / played.plays) ** 0.5, "two standard errors"
    assert [bar.y[0] for bar in numbers_chart(found, played).data] == [100.0, 71.4, round(100 * played.won, 1)]
    assert [card.code for card in PEEK.own if card.suit is PEEK.trump] == []
    assert {card.code for card in PEEK.unseen if card.suit is PEEK.trump} == {"QD"}


def test_peek_two_hands_that_differ_in_one_card_need_different_leads() -> None:
    assert {Card("TC")} == TEN - KING
    assert {Card("KS")} == KING - TEN
    assert {TEN, KING} <= set(PEEK.each_layout())
    assert winning_leads(PEEK, TEN) == {"AS"}
    assert winning_leads(PEEK, KING) == {"KH", "AC", "KC"}
    for theirs, tokens in LINES:
        shown = line(laid_out(PEEK, theirs), f"c {tokens}")
        points, total = LINES[theirs, tokens]
        assert {worth(position) for position in shown[2:]} == {points}, "both play their best after the lead"
        assert shown[-1].points(0) == total


def test_peek_every_first_lead_is_beaten_by_a_hand() -> None:
    found = analyse_close(PEEK, plan=False)
    for card in PEEK.own:
        (hand,) = found.refuted_by(card)
        assert card.code not in winning_leads(PEEK, hand)


def test_peek_the_plan_wins_its_60_layouts_whatever_the_opponent_does() -> None:
    plan = proven(PEEK).plan
    assert plan is not None
    results = [worst_for_plan(laid_out(closed(PEEK), theirs), plan) for theirs in PEEK.each_layout()]
    assert sum(result > 0 for result in results) == 60


def test_peek_is_certain_up_to_30_and_seeing_wins_all_up_to_44() -> None:
    found = analyse_close(PEEK, plan=False)
    assert [need for need in range(67) if found.by_need[need] == 1] == list(range(45))
    assert {need: proven(with_need(PEEK, need)).certain for need in (1, 15, 29, 30)} == dict.fromkeys(
        (1, 15, 29, 30), 2
    )
    assert all(not proven(with_need(PEEK, need)).certain for need in (31, 38, 44))
    plan = proven(with_need(PEEK, 30)).plan
    assert plan is not None
    start = closed(with_need(PEEK, 30))
    assert all(worst_for_plan(laid_out(start, theirs), plan) >= 2 for theirs in PEEK.each_layout())


def test_one_point_hangs_on_one_jack() -> None:
    one = with_need(ONE_POINT, 1)
    found = proven(one)
    assert (found.open_cards_wins, found.plan_wins, found.certain) == (1.0, 68 / 84, 0)
    assert max(need for need in range(67) if found.by_need[need] == 1) == 29
    assert winning_leads(one, WITH_JACK) == {"AH"}
    assert winning_leads(one, WITHOUT_HEART) == {"9H"}
    with_it = laid_out(closed(one), WITH_JACK).apply(Play("AH"))
    assert with_it.legal_actions() == (Play("JH"),)
    assert with_it.apply(Play("JH")).points(0) >= 66
    without = line(laid_out(closed(one), WITHOUT_HEART), "AH AC AD JD !")
    assert game_points(without[-1]) == (0, 2)
    assert [after.points(1) - one.points(1) for after in without[2:5:2]] == [22, 35], (
        "22 and 13: exactly what was missing"
    )
    assert without[3].legal_actions() == (Play("JD"),), "the jack must follow"
    assert without[-1].tricks_won(0) == one.tricks[0], "before you get a trick"


GAPS = Path(__file__).parents[1] / "notebooks" / "data" / "closing-gaps.csv"


def test_the_gaps_of_2000_closes() -> None:
    found = read_gaps(GAPS)
    assert GAPS.stat().st_size < 100_000
    assert len(found) == len({gap.seed for gap in found}) == CLOSES == 2000
    assert [gap.seed for gap in found] == sorted(gap.seed for gap in found)
    for gap in found:
        assert 42 <= gap.seeing <= 84
        assert gap.guaranteed <= gap.seeing
        assert (gap.certain > 0) == (gap.guaranteed == 84)
    table = gap_table(found)
    assert list(table["not certain"]) == ["1,326", "44.2 %", "4.7", "1.2", "14.3", "38.1"]
    assert sum(gap.points >= 100 * 24 / 84 for gap in found) == 12
    bars = gap_chart([gap.points for gap in found]).data
    assert bars[0].y[0] + sum(bars[1].y) == 2000
    assert bars[0].y[0] == sum(gap.points == 0 for gap in found)


def test_the_file_of_gaps_is_what_its_command_writes(tmp_path: Path) -> None:
    write_gaps(tmp_path / "gaps.csv", 5)
    assert (tmp_path / "gaps.csv").read_text().splitlines() == GAPS.read_text().splitlines()[:6]
    view = random_close(read_gaps(GAPS)[0].seed)
    assert view is not None
    assert sum(view.tricks) == 4
    assert view.layouts() == 84


@pytest.mark.parametrize(("need", "points"), [(30, 2), (42, -2)])
def test_cards_that_adapt_beat_the_best_plan_where_none_is_certain(need: int, points: int) -> None:
    start = with_need(PEEK, need)
    plan = proven(start).plan
    assert plan is not None
    session = AdaptiveSession(start, flow=True)
    while session.position.result is None:
        session.act(plan.reply(session.view))
    result = session.position.result.game_points
    assert result[0] - result[1] == points


def test_which_number_has_one_right_answer_each() -> None:
    names = [next(option.text for option in question.options if option.right) for question in WHICH_NUMBER]
    assert names == ["Seeing", "In play", "Guaranteed", "Guaranteed"]
    assert all(sum(option.right for option in question.options) == 1 for question in WHICH_NUMBER)


@pytest.mark.parametrize("module", [when_to_close, closes, peeking])
def test_voice(module: object) -> None:
    words = Path(str(vars(module)["__file__"])).read_text("utf-8")
    assert not re.search(r"\b(simply|just click|obviously|of course)\b", words)
    assert not re.search(r"\w!(?![\"'=])", words)
