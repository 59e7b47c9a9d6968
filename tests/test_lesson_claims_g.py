"""What lessons 12 and 13 say is true: what is certain, the odds, habits, and what the known six are worth."""

import ast
import re
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random

import nbformat
import pytest

from sixtysix.actions import Announce, Exchange, Play
from sixtysix.cards import Card, Suit
from sixtysix.counting import holds
from sixtysix.drill_tasks import TASKS
from sixtysix.drills import Ask
from sixtysix.lessons import holding, known_six
from sixtysix.lessons.holding import (
    WHAT_IS_CERTAIN,
    before,
    closed_deal,
    counted,
    habit_table,
    layouts_table,
    odds_table,
    open_deal,
    read_habits,
    sightings,
    strict_table,
    trump_odds,
    trump_table,
    without_marriage,
    write_habits,
)
from sixtysix.lessons.known_six import (
    BLIND,
    KNOWS,
    NAME_THEM,
    Forgetful,
    check_sum,
    gain_table,
    narrowing_table,
    read_endings,
    six_tricks,
    suits_table,
    trick_seven,
    tricks_table,
    write_endings,
)
from sixtysix.lessons.lines import line, right_line
from sixtysix.players import PLAYERS, player
from sixtysix.plots import trump_odds_chart
from sixtysix.position import Position
from sixtysix.rules import Rules
from sixtysix.solver import solve
from sixtysix.view import View
from tests.brute import position_value
from tests.build import codes, game_points, named, play, scene
from tests.guided_lines import every_wrong, steps, values

DATA = Path(__file__).parents[1] / "notebooks" / "data"


def cells_of(notebook: str, kind: str) -> list[str]:
    """The cells of one kind of the lesson whose file begins like this."""
    (path,) = DATA.parent.glob(f"{notebook}*.ipynb")
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def text_of(notebook: str) -> str:
    """All prose of a lesson, without its line breaks."""
    return " ".join(" ".join(cells_of(notebook, "markdown")).split())


def share(view: View, wanted: str, least: int) -> Fraction:
    """The share of layouts with at least so many of these cards, by going through all of them."""
    hands = list(view.each_layout())
    return Fraction(sum(len(codes(hand) & named(wanted)) >= least for hand in hands), len(hands))


def club_plays_on(positions: list[Position], first: int, last: int | None = None) -> bool:
    """Whether the Club player chooses what was done in these positions."""
    club, chance = player("Club"), Random(1)
    steps = zip(positions[first:last], positions[first + 1 :], strict=False)
    return all(club.choose(now.view(now.turn), chance) == then.log[-1][1] for now, then in steps)


# Lesson 12


def test_the_deals_were_played_by_club_players() -> None:
    assert club_plays_on(open_deal(), 0)
    closed = closed_deal()
    close = next(at for at, one in enumerate(closed) if one.closed_by is not None)
    assert club_plays_on(closed, 0, close - 1)
    assert sum(closed[close].tricks) == 4
    replies = [one for one in range(close, len(closed) - 1) if closed[one].turn == 1]
    assert all(club_plays_on(closed, at, at + 1) for at in replies)


def test_three_cards_are_shown_before_the_fourth_lead() -> None:
    position = before(open_deal(), 4)
    view = position.view(0)
    assert [action for _, action in position.log[-2:]] == [Exchange(), Announce(Suit("D"))]
    assert codes(view.hand(1)) == named("KS KD QD") <= codes(position.hand(1))
    assert (view.turn, view.turn_up, view.stock, len(view.unseen)) == (1, Card("9S"), 5, 8)
    assert list(layouts_table(open_deal(), 4)["layouts"]) == [462, 252, 56]
    assert len(list(view.each_layout())) == 56
    after = before(open_deal(), 5).view(0)
    assert codes(after.hand(1)) == named("KS KD")
    assert Card("AD") in after.own


def test_strict_play_betrays_what_it_is_said_to() -> None:
    closed = closed_deal()
    table = strict_table(closed)
    assert list(table["surely not held"]) == ["A♦", "9♣", "no other"]
    assert list(table["layouts left"]) == [15, 4, 3]
    start = before(closed, 5).view(0)
    assert (start.layouts(), start.trump, codes(start.hand(1))) == (56, Suit("D"), {"KH"})
    assert "QD" in codes(start.own)
    # by the rules alone: which of the 56 hands could have replied so
    left = [codes(hand) for hand in start.each_layout()]
    left = [hand for hand in left if "KD" in hand and "AD" not in hand]
    assert len(left) == 15
    left = [hand for hand in left if "JH" in hand and not any(card[1] in "CD" for card in hand - {"KD"})]
    assert len(left) == 4
    assert len([hand for hand in left if "KS" in hand]) == 3
    assert "But K♠ fell, and only 3 of the 4 layouts had it. So 56 layouts have become 3." in text_of("12-what-is-he-")
    late = before(closed, 6).view(0)
    assert all(card.strength < Card("QD").strength or card in late.own for card in late.rules.pack
               if card.suit is late.trump and card not in late.played and card.code != "AD")  # fmt: skip
    assert game_points(closed[-1]) == (2, 0)


def test_the_odds_of_the_ace_are_the_share_of_layouts() -> None:
    table = odds_table(open_deal(), "AH")
    for trick in range(1, 8):
        view = before(open_deal(), trick).view(0)
        assert table.loc[trick, "chance of A♥"] == f"{100 * float(share(view, 'AH', 1)):.1f} %"
        unknown, unseen = (list(table[name])[trick - 1] for name in ("unknown", "unseen"))
        assert Fraction(int(unknown), int(unseen)) == share(view, "AH", 1)
    assert [table.loc[trick, "chance of A♥"] for trick in (3, 4)] == ["46.2 %", "37.5 %"]
    assert share(before(open_deal(), 4).view(0), "AH", 1) == Fraction(21, 56)


def test_ruled_out_cards_are_not_among_the_unseen_that_count() -> None:
    view = before(closed_deal(), 7).view(0)
    assert (len(view.unseen), view.hand_size(1) - len(view.hand(1)), len(view.lacks[1] & view.unseen)) == (6, 3, 2)
    assert share(view, "AS", 1) == holds(view, "AS") == Fraction(3, 4)


def test_two_cards_together() -> None:
    view = before(open_deal(), 5).view(0)
    assert (view.layouts(), len(view.unseen), view.hand_size(1) - len(view.hand(1))) == (35, 7, 4)
    assert [share(view, "AH KC", least) for least in (2, 1)] == [Fraction(2, 7), Fraction(6, 7)]
    assert Fraction(4, 7) * Fraction(3, 6) == Fraction(2, 7)
    assert 1 - Fraction(3, 7) * Fraction(2, 6) == Fraction(6, 7)


def test_the_odds_of_trumps_are_the_shares_of_layouts_and_hide_the_truth_to_the_end() -> None:
    deal = open_deal()
    odds = trump_odds(deal)
    for one in odds:
        position = before(deal, one.trick)
        assert one.counts == counted(position.view(0), position.trump)
        assert sum(card.suit is position.trump for card in position.hand(1)) in one.counts
    assert [len(one.counts) for one in odds] == [5, 4, 4, 2, 2, 2, 1]
    assert sum(card.suit is Suit("S") for card in before(deal, 7).hand(1)) == 3
    assert list(trump_table(deal)[1])[:5] == ["13.9 %", "41.6 %", "34.7 %", "9.2 %", "0.6 %"]
    assert list(trump_table(deal)[6])[:4] == ["0.0 %", "20.0 %", "80.0 %", "0.0 %"]
    assert before(deal, 6).view(0).turn_up == Card("9S")
    figure = trump_odds_chart(odds)
    steps = figure.layout.sliders[0].steps
    assert figure.layout.sliders[0].active == 0
    assert list(figure.data[0].y) == steps[0].args[0]["y"][0]
    for step, one in zip(steps, odds, strict=True):
        assert step.args[0]["y"][0] == [round(100 * float(one.counts.get(n, 0)), 1) for n in range(5)]


def test_a_lead_without_a_marriage() -> None:
    lead = open_deal()[3]
    view = lead.view(0)
    assert (lead.trick[0][0], lead.tricks, lead.turn_up) == (1, (0, 1), Card("KS"))
    assert [one for one in lead.log if not isinstance(one[1], Play)] == []
    hands = [codes(hand) for hand in view.each_layout()]
    single = [hand for hand in hands if not any({f"K{suit}", f"Q{suit}"} <= hand for suit in "SHDC")]
    assert (len(hands), len(single), len(without_marriage(view))) == (2002, 1372, 1372)
    assert f"{sum('KC' in hand for hand in single) / len(single):.1%}" == "29.6%"
    assert share(view, "KC", 1) == share(view, "9S", 1) == Fraction(5, 14)
    # the nine came with a later card
    assert Card("9S") not in lead.hand(1)
    assert Card("9S") in next(one for one in open_deal() if sum(one.tricks) == 3 and not one.trick).hand(1)


def test_the_habits_file_is_what_its_command_writes(tmp_path: Path) -> None:
    write_habits(tmp_path / "habits.csv", 3)
    few = [one for one in read_habits(DATA / "opponent-habits.csv") if one.seed <= 3]
    assert read_habits(tmp_path / "habits.csv") == few
    assert (DATA / "opponent-habits.csv").stat().st_size < 100_000


def test_what_the_habits_are_said_to_be() -> None:
    found = read_habits(DATA / "opponent-habits.csv")
    assert {one.seed for one in found} <= set(range(1, 1001))
    assert len({(one.player, one.seed, one.fact) for one in found}) == len(found), "one occasion of a kind in a deal"
    assert not any(one.held for one in found if one.fact == "nine")
    table = habit_table(found)
    held = dict(zip(table.index.to_list(), table["held (in play)"], strict=True))
    kings = [held[holding.FACTS["king"], name] for name in ("Random", "Greedy", "Club")]
    assert kings == ["29.6 % ± 1.8", "34.1 % ± 1.7", "32.6 % ± 1.7"]
    higher = [held[holding.FACTS["higher"], name] for name in ("Random", "Greedy", "Club")]
    assert higher == ["61.3 % ± 1.9", "0 of 36", "2.3 % ± 1.0"]


@pytest.mark.parametrize("name", PLAYERS)
def test_an_occasion_is_what_it_is_said_to_be(name: str) -> None:
    for seed in range(1, 12):
        for one in sightings(name, seed):
            assert 0 < one.odds < 1
            assert one.fact in holding.FACTS


def right(number: int) -> str:
    return next(option.text for option in WHAT_IS_CERTAIN[number].options if option.right)


def test_the_quiz_follows_from_the_rules() -> None:
    rules = open_deal()[0].rules
    hands = ("KD QS JS 9S 9H JC", "JD QD AS TS KH 9C")
    strict = scene(rules, *hands, stock=3, turn_up="KS", closed_by=0, points=[20, 20], tricks=[2, 2])
    seen = play(strict, "KD JD").view(0)
    assert named("AD TD") == codes(seen.lacks[1])
    assert "QD" not in codes(seen.lacks[1])
    loose = scene(rules, *hands, stock=3, turn_up="KS", points=[20, 20], tricks=[2, 2])
    assert not play(loose, "KD 9C").view(0).lacks[1]
    married = scene(rules, "9S JS AH JH JC 9C", "KH QH AS TS AD 9D", stock=3, turn_up="KS", to_move=1,
                    points=[20, 20], tricks=[2, 2])  # fmt: skip
    assert "KH" in codes(play(married, "*H QH AH").view(0).hand(1))
    nine = list(combinations(range(9), 6))
    assert Fraction(sum(0 in hand for hand in nine), len(nine)) == Fraction(6, 9)
    assert Fraction(sum({0, 1} <= set(hand) for hand in nine), len(nine)) == Fraction(5, 12)
    assert (right(3), right(4)) == ("6 in 9", "5 in 12")
    assert all(sum(option.right for option in question.options) == 1 for question in WHAT_IS_CERTAIN)


# Lesson 13


def test_six_tricks_of_deal_1195() -> None:
    deal = six_tricks()
    assert club_plays_on(deal, 0)
    last = deal[-1]
    assert (last.points(0), last.points(1), last.tricks, last.turn) == (32, 17, (3, 3), 0)
    case = BLIND.start
    assert (case.hands, case.taken, case.tricks, case.trump) == (last.hands, last.taken, last.tricks, last.trump)
    assert case.played == last.played
    assert not case.view(0).hand(1), "your opponent's cards are hidden"
    assert BLIND.memory
    view = last.view(0)
    assert codes(view.hand(1)) == named("KH 9H")
    assert list(view.each_layout()) == [frozenset(last.hand(1))]


def test_the_way_to_one_layout() -> None:
    table = narrowing_table(six_tricks())
    assert list(table["layouts"]) == ["12,376", "5,005", "1,716", "462", "84", "7", "1"]
    assert [sum(row) for row in zip(*(table[name] for name in ("played", "your hand", "face down")), strict=True)] == [
        *(17, 17, 17, 17, 17, 17, 18)
    ]
    assert 24 - 12 - 6 == 6


def test_the_tables_of_the_six() -> None:
    last = six_tricks()[-1]
    left = " ".join(suits_table(last.view(0))["your opponent's"]).replace("none", "").split()
    assert {Card(card) for card in left} == set(last.hand(1))
    assert sum(map(int, re.findall(r"(\d+) \(", check_sum(last)))) == 120
    told = tricks_table(six_tricks())
    assert not re.search(r"\bpoints?\b", told.to_string())
    assert list(told["taken by"]) == ["your opponent", "you"] * 3


def test_the_drill_of_the_six_has_as_many_cards_as_the_lesson_says() -> None:
    text = "at level 1 among nine cards, at level 2 among twelve, at level 3 among all eighteen that are not yours"
    assert text in text_of("13-the-known-six")
    for level, many in ((1, 9), (2, 12), (3, 18)):
        ask = TASKS["his-hand"].script(66, level, Rules.guide())[-1]
        assert isinstance(ask, Ask)
        assert len(ask.choices) == many


@pytest.mark.parametrize("lesson", ["12-what-is-he-holding", "13-the-known-six"])
def test_cells_run_again_show_the_same(lesson: str, monkeypatch: pytest.MonkeyPatch, progress_file: Path) -> None:
    monkeypatch.chdir(DATA.parent)
    names: dict[str, object] = {}

    def shown(source: str) -> tuple[str, str]:
        """Run a cell; return what it prints, and its last expression as a text."""
        body = ast.parse(source).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(ast.Module(body, []), lesson, "exec"), names)
            value = eval(compile(ast.Expression(last.value), lesson, "eval"), names) if last else None  # type: ignore[attr-defined]
        return printed.getvalue(), repr(value)

    once = [[shown(source), shown(source)] for source in cells_of(lesson, "code")]
    assert all(one == two for one, two in once), "each twice"
    assert [shown(source) for source in cells_of(lesson, "code")] == [one for one, _ in once], "and all once more"


def test_naming_the_six_has_the_right_answers() -> None:
    last = six_tricks()[-1]
    chosen = [next(option.text for option in question.options if option.right) for question in NAME_THEM]
    assert {Card(card) for card in chosen[0].replace("·", " ").split()} == set(last.hand(1))
    assert chosen[1:] == ["32 and 17", "39"]
    assert sum(card.points for card in last.hand(1)) == 120 - 32 - 17 - sum(card.points for card in last.hand(0)) == 39
    for option in NAME_THEM[0].options:
        assert len(re.findall(r"[AKQJ9]|10", option.text)) == 6
    gained = [one.taken[0] + one.taken[1] for one in six_tricks() if not one.trick and one.log and
              isinstance(one.log[-1][1], Play)]  # fmt: skip
    assert [then - now for now, then in zip([0, *gained], gained, strict=False)] == [2, 13, 2, 6, 13, 13]


def test_blind_one_lead_wins_and_every_step_is_best_by_brute_force() -> None:
    for number, start in steps(BLIND):
        found = values(start)
        best = max(found.values())
        step = BLIND.steps[number]
        assert {token for token, value in found.items() if value == best} >= set(step.right)
        assert best == 1
        assert all(found[token] < best for token in step.wrong)
        if number < 5:
            assert sum(value == best for value in found.values()) == 1, "no other action is as good"
    assert game_points(right_line(BLIND)[-1]) == (1, 0)
    assert right_line(BLIND)[-1].points(0) == 67


def test_blind_what_follows_a_wrong_card_is_best_play_and_ends_as_said() -> None:
    for _, why, shown in every_wrong(BLIND):
        assert len({position_value(one) for one in shown[1:]}) == 1
        end = shown[-1]
        told = re.findall(r"(\d+) to (\d+)|end with (\d+), your opponent with (\d+)", why)
        for numbers in told:
            assert [int(number) for number in numbers if number] == [end.points(0), end.points(1)], why
        if not told:
            assert game_points(end) == (0, 2)


def test_blind_the_reply_not_chosen() -> None:
    (after,) = line(BLIND.start, "KS AS AH QH KH TH 9C 9H QD")[-1:]
    assert values(after) == {"AD": -1, "KD": 1}
    other = values(BLIND.start)
    assert other["QH"] == -1
    assert line(BLIND.start, "QH KH AH TH")[-1].tricks == (3, 5)


def test_greedy_leads_the_nine() -> None:
    action = player("Greedy").choose(BLIND.start.view(0), Random(66))
    assert (action, solve(BLIND.start)[action]) == (Play("9C"), -1)


ENDINGS = read_endings(DATA / "known-six.csv")


def test_the_file_of_endings_is_what_its_command_writes(tmp_path: Path) -> None:
    write_endings(tmp_path / "six.csv", 8)
    assert read_endings(tmp_path / "six.csv") == ENDINGS[:8]
    assert (len(ENDINGS), ENDINGS[-1].seed) == (1000, 2021)


def test_the_counter_brings_what_both_seeing_is_worth() -> None:
    for ending in ENDINGS[::25]:
        start = trick_seven(ending.seed)
        assert start is not None
        best = max(solve(start).values())
        assert ending.results[0] == (best if start.turn == 0 else -best)
    assert all(
        position_value(now) == ENDINGS[at].results[0] for at in range(3) if (now := trick_seven(ENDINGS[at].seed))
    )


def test_what_the_counter_gains() -> None:
    table = gain_table(ENDINGS)
    assert list(table["game points (in play)"]) == ["−0.02 ± 0.04", "−0.25 ± 0.04", "−0.27 ± 0.04", "−0.58 ± 0.04"]
    assert list(table["against all six"])[1:] == ["−0.23 ± 0.02", "−0.26 ± 0.02", "−0.56 ± 0.03"]
    assert list(table["deals changed"])[1:] == ["14 %", "15 %", "34 %"]
    less = [one.results[2] - one.results[0] for one in ENDINGS]
    assert round(sum(less) / 1000, 2) == -0.26


@pytest.mark.parametrize("high", [True, False])
def test_who_forgets_uses_nothing_that_is_forgotten(high: bool) -> None:
    for ending in ENDINGS[:12]:
        start = trick_seven(ending.seed)
        assert start is not None
        view = start.view(start.turn)
        kept = [card for card in view.played if high and (card.suit is view.trump or card.rank.label in ("A", "10"))]
        without = replace(view, played=tuple(kept), shown=(frozenset(), frozenset()), log=())
        assert Forgetful(high).choose(view, Random(5)) == Forgetful(high).choose(without, Random(5))
    assert next(iter(KNOWS)) == "all six cards"


def voice_of(module: object) -> Iterable[str]:
    words = Path(str(vars(module)["__file__"])).read_text("utf-8")
    yield from re.findall(r"\b(?:simply|just click|obviously|of course|himself)\b", words)
    yield from re.findall(r"\w!(?![\"'=])", words)


@pytest.mark.parametrize("module", [holding, known_six])
def test_voice(module: object) -> None:
    assert not list(voice_of(module))
