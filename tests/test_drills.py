"""What a drill says to an answer: right or not, by how much, and where the count went wrong."""

import json
from fractions import Fraction
from random import Random

import pytest

from sixtysix import Card, Suit
from sixtysix.drills import MOST, Ask, Board, Line, judge, percent
from sixtysix.errors import DrillError

POINTS = Ask(
    "How many card points have you now?",
    (43,),
    count=(
        Line("So far: the count at the last question", (9,), base=True),
        Line("Trick 4: you took A♠ and J♥", (13,)),
        Line("Trick 6: you took 9♣ and A♥", (11,)),
        Line("The bonus for the last trick: you took it", (10,)),
    ),
    traps=(Line("trick 5, which your opponent took,", (21,)),),
)
SUITS = Ask(
    "How many cards of each suit have you not seen yet?",
    (2, 0, 3, 1),
    ("♠", "♥", "♦", "♣"),
    count=(
        Line("The pack: all of them", (6, 6, 6, 6), base=True),
        Line("Your hand: A♠, K♥ and Q♥", (-1, -2, 0, 0)),
        Line("Trick 1: J♠ and 9♥", (-1, -1, 0, 0)),
        Line("Trick 2: 9♠ and Q♠", (-2, 0, 0, 0)),
    ),
)
CARDS = tuple(map(Card, ("AS", "TS", "AH", "TH", "AD", "KC")))
HELD = Ask(
    "Which cards does your opponent hold?",
    frozenset(map(Card, ("AS", "TH"))),
    choices=CARDS,
    why=((Card("TS"), "is in your hand"), (Card("AD"), "was played in trick 3"), (Card("KC"), "is the turn-up")),
)
ODDS = Ask("How likely is it that your opponent holds A♠?", Fraction(6, 17))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (43, "Right: 43."),
        (["43"], "Right: 43."),
        (" 43 ", "Right: 43."),
        ((43,), "Right: 43."),
        (30, "30 is 13 too few, as if trick 4 had been left out. It is 43."),
        (33, "33 is 10 too few, as if the bonus for the last trick had been left out. It is 43."),
        # 13 and 11 are the only two lines that make 24
        (19, "19 is 24 too few, as if trick 4 and trick 6 had been left out. It is 43."),
        (64, "64 is 21 too many, as if trick 5, which your opponent took, had been counted. It is 43."),
        (54, "54 is 11 too many, as if trick 6 had been counted twice. It is 43."),
        # what was counted before is never to blame
        (34, "34 is 9 too few. It is 43."),
        (44, "44 is 1 too many. It is 43."),
        (0, "0 is 43 too few. It is 43."),
        (12345, "12,345 is 12,302 too many. It is 43."),
    ],
)
def test_a_count(answer: object, said: str) -> None:
    verdict = judge(POINTS, answer)
    assert verdict.said == said
    assert verdict.right == said.startswith("Right")


def test_two_places_that_explain_a_mistake_are_no_explanation() -> None:
    ask = Ask("?", (20,), count=(Line("Trick 1: A♠ and 9♠", (10,)), Line("Trick 2: 10♥ and 9♥", (10,))))
    assert judge(ask, 10).said == "10 is 10 too few. It is 20."
    either = Ask("?", (20,), count=(Line("Trick 1: 10♠", (10,)),), traps=(Line("your hand", (-10,)),))
    assert judge(either, 10).said == "10 is 10 too few. It is 20."


def test_a_number_may_have_the_comma_it_is_shown_with() -> None:
    hands = Ask("How many hands are possible?", (12376,))
    assert judge(hands, ["12,376"]).said == judge(hands, ["12376"]).said == "Right: 12,376."


def test_several_numbers_are_told_one_by_one() -> None:
    assert judge(SUITS, [2, 0, 3, 1]).said == "Right: ♠ 2, ♥ 0, ♦ 3, ♣ 1."
    said = judge(SUITS, ["3", "1", "3", "0"]).said
    # a line that takes away was left out where too many are counted; ♠ could be the hand or trick 1
    assert said == (
        "♠: 3 is 1 too many. ♥: 1 is 1 too many, as if trick 1 had been left out. ♣: 0 is 1 too few. "
        "The count: ♠ 2, ♥ 0, ♦ 3, ♣ 1."
    )
    both = Ask("?", (10, 4), ("you", "your opponent"))
    assert judge(both, [10, 5]).said == "Your opponent: 5 is 1 too many. You have 10, your opponent 4."
    assert judge(both, [10, 4]).said == "Right: you have 10, your opponent 4."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([], "Type a whole number"),
        ([""], "Type a whole number, then press Enter"),
        (["  "], "Type a whole number, then press Enter"),
        ("ten", "'ten' is none"),
        ("-3", "'-3' is none"),
        (-3, "-3 is none"),
        (4.0, "4.0 is none"),
        ("4.0", "is none"),
        ("1,5", "is none"),
        ("1,2345", "is none"),
        (",123", "is none"),
        ("999,999", "is none"),
        ("٤٣", "is none"),
        ("1" * 5000, "is none"),
        pytest.param(10**5000, "a very large number is none", id="very large"),
        (MOST + 1, "is none"),
        (True, "True is none"),
        (None, "None is none"),
        ({"a": 1}, "is none"),
        ([[43]], "is none"),
        ([43, 43], "One number is asked for, not 2"),
    ],
)
def test_what_is_no_number_is_refused(answer: object, said: str) -> None:
    with pytest.raises(DrillError, match=said if answer != [] else "One number is asked for, not 0"):
        judge(POINTS, answer)


def test_all_numbers_are_needed() -> None:
    with pytest.raises(DrillError, match="4 numbers are asked for, not 3"):
        judge(SUITS, [1, 2, 3])


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (["TH", "AS"], "Right: A♠ and 10♥."),
        (["TH", "AS", "TH"], "Right: A♠ and 10♥."),
        (["AS"], "You left out 10♥. They are A♠ and 10♥."),
        ([], "You left out A♠ and 10♥. They are A♠ and 10♥."),
        (["AS", "TH", "AD"], "A♦ was played in trick 3. They are A♠ and 10♥."),
        (["TH", "TS", "AH"], "You left out A♠. 10♠ is in your hand. A♥ does not belong to it. They are A♠ and 10♥."),
        (
            ["AS", "TH", "TS", "AD", "KC"],
            "10♠ is in your hand. A♦ was played in trick 3. K♣ is the turn-up. They are A♠ and 10♥.",
        ),
    ],
)
def test_chosen_cards(answer: list[str], said: str) -> None:
    verdict = judge(HELD, answer)
    assert verdict.said == said
    assert verdict.right == said.startswith("Right")


@pytest.mark.parametrize(("answer", "given"), [("6/17", 35.29), (" 6 in 17 ", 35.29), ("0/5", 0), ("5/5", 100)])
def test_odds_may_be_given_as_a_fraction(answer: str, given: float) -> None:
    assert judge(ODDS, answer).given == given


@pytest.mark.parametrize("answer", ["7/6", "1/0", "/5", "1/2/3", "-1/2"])
def test_what_is_no_fraction_is_refused(answer: str) -> None:
    with pytest.raises(DrillError, match="a fraction such as 2/5"):
        judge(ODDS, answer)


def test_one_card_or_none_may_be_the_answer() -> None:
    ask = Ask("Which aces have you not seen yet?", frozenset(), choices=CARDS)
    assert judge(ask, []).said == "Right: none of them."
    assert judge(ask, ["AS", "AH"]).said == "A♠ and A♥ do not belong to it. It is none of them."
    one = Ask("Which aces have you not seen yet?", frozenset({Card("AS")}), choices=CARDS)
    assert judge(one, ["AS"]).said == "Right: A♠."
    assert judge(one, []).said == "You left out A♠. It is A♠."


@pytest.mark.parametrize("answer", ["AS", None, 5, ["XX"], ["QC"], [[]], [{}], [None], [5], {"AS": 1}])
def test_what_is_no_choice_is_refused(answer: object) -> None:
    with pytest.raises(DrillError, match=r"Choose the cards first|is not among the cards"):
        judge(HELD, answer)


@pytest.mark.parametrize(
    ("answer", "grade", "right"),
    [
        # 6 in 17 is 35.294… %
        (35, "35 % is spot on", True),
        (37, "37 % is spot on", True),
        (38, "38 % is close", True),
        (31, "31 % is close", True),
        (30, "30 % is near, but not close", False),
        (45, "45 % is near, but not close", False),
        (46, "46 % is off", False),
        (16, "16 % is off", False),
        (56, "56 % is far off", False),
        (0, "0 % is far off", False),
        ("37", "37 % is spot on", True),
        ("35.3 %", "35.3 % is spot on", True),
        (35.29, "35.29 % is spot on", True),
        ("35,3", "35.3 % is spot on", True),
        ("37,0 %", "37 % is spot on", True),
        (-0.0, "0 % is far off", False),
        (1e-9, "0 % is far off", False),
        ("0.000000001", "0 % is far off", False),
        (35.123456789, "35.12 % is spot on", True),
    ],
)
def test_an_estimate_is_graded_by_its_distance(answer: object, grade: str, right: bool) -> None:
    verdict = judge(ODDS, answer)
    assert verdict.said == f"{grade}. It is 35.3 %, or 6 in 17."
    assert verdict.right is right


def test_the_limits_of_the_grades_belong_to_the_better_one() -> None:
    half = Ask("?", Fraction(1, 2))
    grades = [judge(half, 50 + off).said.partition(".")[0].partition("% ")[2] for off in (2, 5, 10, 20, 21)]
    assert grades == ["is spot on", "is close", "is near, but not close", "is off", "is far off"]


@pytest.mark.parametrize(
    "answer",
    [
        *("", "x", "1e2", "nan", "101", "35,3,1", "-0", "1e-9", "0x10", ",5"),
        *(None, True, -1, 101, float("nan"), float("inf"), 10**400, [35]),
    ],
)
def test_what_is_no_estimate_is_refused(answer: object) -> None:
    with pytest.raises(DrillError, match="from 0 to 100"):
        judge(ODDS, answer)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %: impossible"),
        (Fraction(1), "100 %: certain"),
        (Fraction(3, 4), "75.0 %, or 3 in 4"),
        (Fraction(1, 12376), "under 0.1 %, or 1 in 12,376"),
        (Fraction(12375, 12376), "over 99.9 %, or 12,375 in 12,376"),
        (Fraction(999, 1000), "99.9 %, or 999 in 1,000"),
    ],
)
def test_a_probability_in_words(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_the_kind_follows_the_answer() -> None:
    assert [ask.kind for ask in (POINTS, SUITS, HELD, ODDS)] == ["numbers", "numbers", "cards", "percent"]
    assert Board(Suit.HEARTS).stock is None


def test_an_answer_is_given_back_as_it_was_understood() -> None:
    assert judge(POINTS, " 7 ").given == [7]
    assert judge(SUITS, ("1", 2, "03", 4)).given == [1, 2, 3, 4]
    assert judge(HELD, ["TH", "AS", "TH"]).given == ["AS", "TH"]
    assert judge(ODDS, "12.5 %").given == 12.5
    for ask, answer in ((POINTS, 7), (SUITS, (1, 2, 3, 4)), (HELD, ("AS",)), (ODDS, 40)):
        assert json.loads(json.dumps(judge(ask, answer).given)) == judge(ask, answer).given


def test_a_mistake_that_is_named_makes_the_difference() -> None:
    """Whatever is typed: what is said to have been left out or counted is exactly what is missing or too much."""
    chance = Random(66)
    named = 0
    for _ in range(3000):
        lines = tuple(Line(f"Trick {n}: cards", (int(chance.random() * 22),)) for n in range(1, 6))
        traps = tuple(Line(f"trick {n}, which your opponent took,", (int(chance.random() * 22),)) for n in (6, 7))
        truth = sum(line.adds[0] for line in lines)
        given = int(chance.random() * (truth + 30))
        said = judge(Ask("?", (truth,), count=lines, traps=traps), given).said
        if ", as if " not in said:
            continue
        named += 1
        what = said.partition(", as if ")[2].partition(". It is")[0]
        worth = {f"trick {n}": line.adds[0] for n, line in enumerate(lines, 1)}
        worth |= {trap.text: trap.adds[0] for trap in traps}
        if what.endswith(" had been left out"):
            names = what.removesuffix(" had been left out").split(" and ")
            assert given == truth - sum(worth[name] for name in names)
        elif what.endswith(" had been counted twice"):
            assert given == truth + worth[what.removesuffix(" had been counted twice")]
        else:
            assert given == truth + worth[what.removesuffix(" had been counted")]
    assert named > 300
