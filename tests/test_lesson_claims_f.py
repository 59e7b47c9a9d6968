"""What lessons 10 and 11 say is true: the counts, what follows from them, and which line is better."""

import re
from itertools import chain, pairwise
from pathlib import Path

import nbformat
import pytest

from sixtysix import drill_deals
from sixtysix.actions import Announce, Play, action_token
from sixtysix.cards import PACK, Card, card_points
from sixtysix.counting import beats
from sixtysix.drilling import Drilling
from sixtysix.guided import Hand
from sixtysix.lessons import counting_points, counting_suits
from sixtysix.lessons.counting_points import (
    AIMS,
    BLIND,
    COUNTS,
    ahead,
    along,
    at_most,
    before_blind,
    check_sum,
    levels,
    slip,
    trick_values,
)
from sixtysix.lessons.counting_suits import (
    FIRST_DEAL,
    SECOND_DEAL,
    SUITS,
    after_tricks,
    alike,
    followed,
    leads,
    to_remember,
    trump_count,
    trumps_not_seen,
)
from sixtysix.lessons.lines import after, right_line
from sixtysix.progress_store import Store
from sixtysix.rules import Rules
from sixtysix.teach import Question

from .deal_tree import after_wrong, before, game_points, values
from .test_drilling import play_round

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


def text_of(notebook: str) -> str:
    """All prose of a lesson."""
    cells = nbformat.read(NOTEBOOKS / notebook, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def right(question: Question) -> str:
    (text,) = [option.text for option in question.options if option.right]
    return text


def counted(tokens: str, trump: str, leader: int = 0) -> list[tuple[int, int]]:
    """Both counts after each trick, without the engine: a marriage waits for a trick, trick twelve brings ten more."""
    points, waiting, tricks = [0, 0], [0, 0], [0, 0]
    counts: list[tuple[int, int]] = []
    table: list[str] = []
    for token in tokens.split():
        if token.startswith("*"):
            waiting[leader] += 40 if token[1] == trump else 20
        elif len(token) == 2:
            table.append(token)
        for seat in (0, 1):
            if tricks[seat]:
                points[seat], waiting[seat] = points[seat] + waiting[seat], 0
        if len(table) == 2:
            (led, reply), order = table, "9JQKTA"
            higher = reply[1] == led[1] and order.index(reply[0]) > order.index(led[0])
            leader = 1 - leader if higher or (reply[1] == trump != led[1]) else leader
            tricks[leader] += 1
            points[leader] += WORTH[led[0]] + WORTH[reply[0]] + waiting[leader] + 10 * (sum(tricks) == 12)
            waiting[leader], table = 0, []
            counts.append((points[0], points[1]))
    return counts


# Lesson 10


@pytest.mark.parametrize(("name", "tokens"), [("along", "ALONG_TOKENS"), ("ahead", "AHEAD_TOKENS")])
def test_the_counts_of_the_deals_are_those_of_an_independent_count(name: str, tokens: str) -> None:
    positions = getattr(counting_points, name)()
    ends = [new for old, new in pairwise(positions) if sum(new.tricks) > sum(old.tricks)]
    counts = counted(getattr(counting_points, tokens), positions[0].trump.value)
    assert counts == [(position.points(0), position.points(1)) for position in ends]


def test_the_folded_counts_are_those_of_deal_518() -> None:
    counts = counted(counting_points.ALONG_TOKENS, "C")
    prose = text_of("10-counting-points.ipynb")
    for seat, name in enumerate(("Your count: ", "Your opponent's: ")):
        told = (map(int, found.split(", ")) for found in re.findall(rf"{name}((?:\d+, )+\d+)\.", prose))
        assert list(chain(*told)) == [count[seat] for count in counts[:11]]
    assert counts[11] == (88, 62)
    last = along()[-1]
    assert [str(card) for _, card in list(last.finished_tricks())[-1].cards] == ["Q♦", "A♠"]


def test_the_sums_of_a_trick_and_the_most_there_is() -> None:
    table = trick_values()
    for one in PACK:
        for two in PACK:
            assert table.loc[one.rank.label, two.rank.label] == WORTH[one.rank.value] + WORTH[two.rank.value]
    assert max(card_points([one, two]) for one in PACK for two in PACK if one is not two) == 22 == 65 - 43
    assert max(card.points for card in PACK) == 11 == 65 - 54


def test_the_check_sum_of_every_trick() -> None:
    table = check_sum(along())
    assert list(table["sum"]) == [120] * 12
    assert list(table["your tricks"])[-1] + 20 + 10 == 88
    assert list(table["your opponent's tricks"])[-1] == 62
    assert slip(along(), 10).splitlines()[1].endswith("not yet played 21. Sum 110: 10 are missing.")


def test_the_bound_holds_and_says_what_the_lesson_says() -> None:
    for positions in (along(), ahead()):
        table = at_most(positions)
        assert (table["your opponent at most"] >= table["in truth"]).all()
    assert not any(isinstance(action, Announce) for _, action in ahead()[-1].log)
    table = at_most(ahead())
    bounds = list(table["your opponent at most"])
    assert [bound <= 65 for bound in bounds] == [False] + [True] * 8
    assert bounds[7:] == [33, 29]
    assert list(table["in truth"])[4:] == [16] * 5
    assert game_points(ahead()[-1]) == (2, 0)


def test_the_hand_begins_as_deal_1516_was_played() -> None:
    dealt, start = before_blind()[-1], BLIND.start
    for name in ("hands", "stock", "turn_up", "trick"):
        assert getattr(start, name) == getattr(dealt, name)
    assert start.played == dealt.played
    assert [start.points(0), start.points(1), *start.tricks] == [dealt.points(0), dealt.points(1), *dealt.tricks]
    assert start.view(0).unseen == dealt.view(0).unseen
    assert counted(counting_points.BEFORE_TOKENS, "C") == [(0, 13), (0, 17), (31, 17), (31, 32)]


def test_blind_counts_as_its_explanations_say() -> None:
    tokens = counting_points.BEFORE_TOKENS + " JC *D QD TD AD KD 9S TS AC KC"
    assert counted(tokens, "C")[4:] == [(35, 32), (55, 45), (55, 60), (65, 60), (80, 60)]
    told = {1: {"TS": (31, 77)}, 6: {"QC": (65, 73), "9C": (65, 70), "JH": (65, 72)}}
    told[7] = {"QC": (80, 73), "9C": (80, 70), "JH": (80, 72)}
    for step, lines in told.items():
        for token, points in lines.items():
            end = after_wrong(BLIND, step, token)
            assert (end.points(0), end.points(1)) == points
            assert game_points(end)[1] > 0
            assert str(points[1]) in BLIND.steps[step - 1].wrong[token].why or step == 1
    assert [before(BLIND, step).points(0) for step in (2, 3, 6)] == [35, 55, 65]
    for step in (2, 3, 6):
        assert game_points(after_wrong(BLIND, step, "!")) == (0, 2)
    assert game_points(right_line(BLIND)[-1]) == (1, 0)


def test_blind_a_right_action_is_best_and_a_wrong_one_is_worse() -> None:
    """With all cards open: the whole tree of every step, the stock in its order."""
    for number, step in enumerate(BLIND.steps, 1):
        found = values(before(BLIND, number))
        best = max(found.values())
        assert best == 1
        assert {found[token] for token in step.right} == {best}, (number, found)
        assert all(found[token] < best for token in step.wrong), (number, found)
        others = {token: value for token, value in found.items() if token not in (*step.right, *step.wrong)}
        if number in (1, 3):  # "that takes the trick too", "that wins as well"
            assert set(others.values()) == {best}, (number, others)
        else:
            assert all(value < best for value in others.values()), (number, others)


def test_blind_what_is_said_of_the_cards() -> None:
    first = before(BLIND, 1)
    assert all(after(first, token).turn == 0 for token in ("QC", "KD", "QD", "JC", "AC"))
    assert [card for card in first.hand(0) if card.beats(Card("TC"), first.trump)] == [Card("AC")]
    assert after(first, "TS c").why_illegal(Announce("D")) is not None
    assert before(BLIND, 2).stock_size == 1
    assert after(before(BLIND, 2), "KD QS").turn_up is None, "the last lead with the stock open"
    for step, card in ((4, "KD"), (5, "TS")):
        assert [str(action) for action in before(BLIND, step).legal_actions()] == [str(Play(card))]
    sixth = before(BLIND, 6)
    assert not [card for card in sixth.hand(1) if card.suit.value == "H"]
    for held in sixth.hand(0):
        led = after(sixth, held.code)
        assert all(led.apply(reply).turn == 0 for reply in led.legal_actions()) == (held == Card("AC"))


def test_the_answers_about_counts() -> None:
    assert [right(question) for question in COUNTS] == ["59", "26", "Yes", "54", "No", "88"]
    assert 38 + WORTH["T"] + WORTH["A"] == 59
    assert WORTH["J"] + WORTH["K"] + 20 == 26
    assert 47 - 20 + 26 + 67 == 120
    assert 120 - 41 - card_points(map(Card, ("AS", "TS", "KH"))) == 54
    assert 43 + 22 == 65
    assert 64 + WORTH["Q"] + WORTH["A"] + 10 == 88
    assert 29 + WORTH["K"] + WORTH["T"] - 20 == 23
    assert 51 + 40 + 40 - 120 == 11
    assert 120 - 66 - 19 == 35


def test_drills_are_named_as_they_are() -> None:
    assert list(levels(*AIMS)) == list(AIMS)
    assert levels("my-points").loc[1, "my-points"] == "after every trick"


@pytest.mark.parametrize(("answers", "level"), [("rrrwrrwr", 2), ("rrrwrwrw", 1), ("wwrrrrrr", 2), ("rrwrrwrr", 1)])
def test_levels_rise_as_lesson_10_says(answers: str, level: int, tmp_path: Path) -> None:
    text = " ".join(text_of("10-counting-points.ipynb").split())
    assert "Three right answers in a row raise the level at the end of the round" in text
    assert "if three quarters of the round are right" in text
    drilling = Drilling("card-value", store=Store(tmp_path / "progress.json"))
    play_round(drilling, answers)
    assert drilling.level == level

    assert "A level that you choose yourself stays, and the drill says when the next one is there" in text
    drilling.set_level(1)
    play_round(drilling, answers)
    assert drilling.level == 1
    assert ("level 2 is there when you want it" in drilling.state()["status"]) == (level == 2)


# Lesson 11


def told_cards(tokens: str) -> list[str]:
    return [token for token in tokens.split() if len(token) == 2 and token[0] not in "*!"]


def test_the_trumps_of_deal_169_counted_from_its_cards() -> None:
    """Own trumps, those played, the turn-up and what the exchange showed, from the deal and the cards played alone."""
    positions = followed()
    ends = [new for old, new in pairwise(positions) if sum(new.tricks) > sum(old.tricks)]
    plays = told_cards(counting_suits.FOLLOWED_TOKENS)
    spades = [f"{rank}S" for rank in "ATKQJ9"]
    for number, (end, row) in enumerate(zip(ends, trump_count(positions).to_numpy(), strict=True), 1):
        gone = [card for card in plays[: 2 * number] if card in spades]
        mine = [card.code for card in end.hand(0) if card.code in spades]
        shown = {"TS", "9S"} if number >= 2 else {"TS"}
        seen_ones = {*gone, *mine, *shown}
        assert list(row)[:2] == [len(mine), len(gone)]
        assert list(row)[4] == 6 - len(seen_ones)
        assert sum(row) == 6
        assert set(spades) - seen_ones == {card.code for card in end.view(0).unseen if card.code in spades}
    assert [int(row[4]) for row in trump_count(positions).to_numpy()][:8] == [4, 3, 3, 2, 2, 2, 2, 1]


def test_a_marriage_in_trumps_is_counted_as_the_lesson_says() -> None:
    text = text_of("11-counting-trumps-and-suits.ipynb").replace("\n", " ")
    rule = "six − your own − played − the turn-up − shown by your opponent and not yet played = not seen"
    assert rule in text
    assert "Your number falls by two, or by one if you had seen   one of them before" in text
    falls = set()
    for seed in range(60):
        for old, new in pairwise(drill_deals.played(seed, Rules.guide())):
            seat, action = new.log[-1]
            if seat == 0 or not isinstance(action, Announce) or action.suit is not new.trump:
                continue
            trumps = {card for card in new.rules.pack if card.suit is new.trump}
            views = old.view(0), new.view(0)
            before, after = (len(trumps & view.unseen) for view in views)
            pair = {card for card in trumps if card.rank.label in "KQ"}
            assert before - after == len(pair & views[0].unseen)
            assert pair <= {*views[1].hand(1)}
            falls.add(before - after)
            view = views[1]
            up = [view.turn_up] if view.turn_up else []
            parts = [len(trumps.intersection(cards)) for cards in (view.own, view.played, up, view.hand(1))]
            assert after == 6 - sum(parts)
            assert after < 6 - sum(parts[:3]), "without the shown ones the rule would not hold"
    assert falls == {1, 2}


def test_what_is_told_of_deal_169() -> None:
    positions = followed()
    views = after_tricks(positions)
    drawn = [sorted({*new.own} - {*old.own}) for old, new in pairwise([positions[0].view(0), *views])][:6]
    assert [str(card) for (card,) in drawn] == ["Q♣", "Q♥", "9♣", "K♠", "K♦", "A♥"]
    assert to_remember(views[3]) == "2 trumps not seen; aces and tens not seen: A♥, 10♥, A♦ and 10♦"
    assert to_remember(views[7]) == "1 trump not seen; aces and tens not seen: A♦ and 10♦"
    assert {card.code for card in views[7].unseen} == {"JS", "AD", "TD"}
    assert [card.code for card in views[7].hand(1)] == ["9S"]
    tricks = [[card.code for _, card in trick.cards] for trick in positions[-1].finished_tricks()]
    assert tricks[2] == ["QC", "TC"]
    assert "TS" in tricks[4]
    assert tricks[6] == ["AH", "TH"]
    assert "QS" in tricks[7]
    after_seven = leads(views[6])["beaten if led"]
    assert list(after_seven[["A♣", "K♣", "J♣"]]) == ["100 %: certain"] * 3
    assert not [card for card in positions[-1].played if card.code[1] == "C" and card in views[6].unseen]
    assert views[6].layouts() == 1
    assert len([card for card in PACK if card.rank.value in "AT"]) == 8
    assert card_points(card for card in PACK if card.rank.value in "AT") == 84


def test_the_deals_that_look_alike_differ_in_one_card() -> None:
    one, other = (alike(trump_out) for trump_out in (True, False))
    first, second = (told_cards(" ".join(map(action_token, deal[-1].history))) for deal in (one, other))
    assert [(a, b) for a, b in zip(first, second, strict=True) if a != b] == [("AC", "TS")]
    assert one[-1].hand(0) == other[-1].hand(0)
    assert {*one[-1].hand(1)} ^ {*other[-1].hand(1)} == {Card("TS"), Card("AC")}
    for deal, hand in ((one, FIRST_DEAL), (other, SECOND_DEAL)):
        end, start = deal[-1], hand.start
        assert (start.hands, start.played, start.tricks) == (end.hands, end.played, end.tricks)
        assert [start.points(0), start.points(1)] == [end.points(0), end.points(1)]
        assert end.view(0).layouts() == 1
        assert counted(" ".join(map(action_token, end.history)), "S")[-1] == (end.points(0), end.points(1))
    assert [position.points(1) for position in (one[-1], other[-1])] == [47, 46]
    assert [trumps_not_seen(deal[-1].view(0)) for deal in (one, other)] == ["10♠", "no card"]
    assert [str(beats(deal[-1].view(0), "TH")) for deal in (one, other)] == ["1", "0"]


@pytest.mark.parametrize("hand", [FIRST_DEAL, SECOND_DEAL], ids=["first", "second"])
def test_alike_a_right_action_is_best_and_a_wrong_one_is_worse(hand: Hand) -> None:
    for number, step in enumerate(hand.steps, 1):
        found = values(before(hand, number))
        best = max(found.values())
        assert best > 0
        legal = {token for token in step.right if token in found}
        assert {found[token] for token in legal} == {best}, (number, found)
        assert all(found[token] < best for token in step.wrong), (number, found)
        assert all(found[token] == best for token in step.refused), "as the cards lie that wins as well"
        rest = {*found} - {*step.right, *step.wrong, *step.refused}
        assert all(found[token] < best or before(hand, number).points(0) >= 66 for token in rest), (number, found)


def test_alike_ends_as_the_explanations_say() -> None:
    ends = {
        (1, "TH"): (30, 67, (0, 2)),
        (1, "KH"): (57, 73, (0, 1)),
        (1, "9C"): (45, 69, (0, 1)),
        (2, "9C"): (51, 79, (0, 1)),
    }
    for (step, token), (mine, theirs, points) in ends.items():
        end = after_wrong(FIRST_DEAL, step, token)
        assert (end.points(0), end.points(1), game_points(end)) == (mine, theirs, points)
        assert str(theirs) in FIRST_DEAL.steps[step - 1].wrong[token].why
    assert right_line(FIRST_DEAL)[-2].points(0) == 30 + 21 + 12 + 6
    end = after_wrong(SECOND_DEAL, 1, "AS")
    assert (end.points(0), end.points(1), game_points(end)) == (63, 67, (0, 1))
    third = before(SECOND_DEAL, 3)
    assert [str(card) for card in third.hand(1)] == ["K♦", "A♣"]
    end = after(third, "AS KD 9C AC")
    assert (after(third, "AS KD").points(0), end.points(1), game_points(end)) == (63, 67, (0, 1))
    end = right_line(SECOND_DEAL)[-1]
    assert (end.points(0), end.points(1), game_points(end)) == (73, 57, (1, 0))


def test_the_answers_about_suits() -> None:
    assert [right(question) for question in SUITS[:2]] == ["3", "2"]
    for question, played in zip(SUITS[:2], ("", "QS JD"), strict=True):
        seen_ones = {card for card in (*question.cards, "JS", *played.split()) if card.endswith("S")}
        assert right(question) == str(6 - len(seen_ones))
    assert all(sum(option.right for option in question.options) == 1 for question in SUITS)
    above = [card.code for card in PACK if card.suit.value == "H" and card.strength > Card("TH").strength]
    assert above == ["AH"]
    assert Card("TD").points == 10
    assert Card("QD").points == 3
