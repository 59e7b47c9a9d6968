"""Matches: score, dealer, carried points, the end; written as one line and taken up again (rules.md, Common to all)."""

from dataclasses import replace
from typing import Any

import pytest

from sixtysix import Deal, IllegalAction, Match, NotationError, Position, PuzzleError, Rules
from sixtysix.match import Standing, with_carried
from sixtysix.position import LAST_SEED
from sixtysix.scoring import Reason, Result

from .build import plain_action, play, scene

GUIDE, AMERICAN, SCHNAPSEN = Rules.guide(), Rules.american(), Rules.schnapsen()


def ended(rules: Rules, winner: int, worth: int) -> Position:
    """Return a deal that `winner` has won by a right claim for so many game points."""
    points, tricks = {1: (33, 2), 2: (32, 2), 3: (0, 0)}[worth]
    sides = [66, points] if winner == 0 else [points, 66]
    taken = [4, tricks] if winner == 0 else [tricks, 4]
    end = play(scene(rules, "JS JH", "JD JC", points=sides, tricks=taken, to_move=winner), "!")
    assert end.result is not None
    assert end.result.game_points[winner] == worth
    return end


def drawn(rules: Rules) -> Position:
    """Return a deal played out at 65 all."""
    return play(scene(rules, "AH", "JH", points=[42, 65], tricks=[3, 3]), "AH JH")


def match_of(rules: Rules, *deals: Position, dealer: int = 1) -> Match:
    """Return a match in which these deals have been played, the last one not left yet."""
    return Match(rules, seed=1, first_dealer=dealer, finished=deals[:-1], position=deals[-1])


def play_match(rules: Rules, seed: int, choose: int = 0) -> Match:
    """Play a whole match with nothing but cards."""
    match = Match(rules, seed)
    while match.winner is None:
        while match.position.result is None:
            match = match.apply(plain_action(match.position, choose))
        if match.winner is None:
            match = match.next_deal()
    return match


def test_a_match_begins_with_the_deal_of_its_seed() -> None:
    match = Match(GUIDE, seed=66)
    assert match.position == Deal.random(GUIDE, 66).start()
    assert (match.deal_number, match.scores, match.winner) == (66, (0, 0), None)
    assert match.before == Standing((0, 0), 0, 1)
    assert match.deal() == Deal.random(GUIDE, 66, 1)


def test_after_the_last_number_comes_the_first() -> None:
    match = Match(GUIDE, LAST_SEED, 1, (ended(GUIDE, 0, 2),))
    assert match.deal_number == 0
    assert match.position == Deal.random(GUIDE, 0, dealer=0).start()
    assert Match.parse(f"66-match rules=guide seed={LAST_SEED} dealer=1 deals=").deal_number == LAST_SEED
    with pytest.raises(PuzzleError, match="seed"):
        Match(GUIDE, LAST_SEED + 1)


def test_the_next_deal_has_the_next_number_and_its_dealer() -> None:
    match = match_of(GUIDE, ended(GUIDE, 0, 2)).next_deal()
    assert (match.deal_number, match.scores) == (2, (2, 0))
    assert match.position == Deal.random(GUIDE, 2, dealer=0).start()
    assert match.position.to_move == 1


def test_the_first_to_7_wins() -> None:
    deals = [ended(GUIDE, 0, 3), ended(GUIDE, 1, 2), ended(GUIDE, 0, 3)]
    six = match_of(GUIDE, *deals)
    assert (six.scores, six.winner) == ((6, 2), None)
    seven = match_of(GUIDE, *deals, ended(GUIDE, 0, 1))
    assert (seven.scores, seven.winner) == ((7, 2), 0)
    with pytest.raises(IllegalAction, match="The match is over"):
        seven.next_deal()


def test_the_bulgarian_match_goes_to_11() -> None:
    rules = Rules.santase()
    deals = [ended(rules, 1, 3)] * 3
    assert match_of(rules, *deals, ended(rules, 1, 1)).winner is None
    assert match_of(rules, *deals, ended(rules, 1, 2)).winner == 1


def test_schnapsen_counts_down_from_7_to_0() -> None:
    match = match_of(SCHNAPSEN, *[ended(SCHNAPSEN, 0, 3)] * 2)
    assert SCHNAPSEN.counts_down
    assert [SCHNAPSEN.match_points - score for score in match.scores] == [1, 7]
    assert match_of(SCHNAPSEN, *[ended(SCHNAPSEN, 0, 3)] * 3).winner == 0


def test_drawn_deals_are_carried_to_the_next_deal_won() -> None:
    match = match_of(AMERICAN, drawn(AMERICAN), drawn(AMERICAN))
    assert match.now == Standing((0, 0), 2, 1)
    match = match_of(AMERICAN, drawn(AMERICAN), drawn(AMERICAN), ended(AMERICAN, 1, 2))
    assert match.now == Standing((0, 4), 0, 1)
    match = match_of(AMERICAN, drawn(AMERICAN), ended(AMERICAN, 1, 2), ended(AMERICAN, 0, 1), drawn(AMERICAN))
    assert match.now == Standing((1, 3), 1, 0)
    assert match_of(GUIDE, drawn(GUIDE), ended(GUIDE, 1, 2)).scores == (0, 2)


def test_carried_points_go_to_the_winners_alone() -> None:
    assert with_carried(Result((0, 1, 1), None, Reason.WRONG_CLAIM), 2) == (0, 3, 3)
    assert with_carried(Result((0, 0), None, Reason.DRAWN), 2) == (0, 0)


def test_who_wins_by_a_wrong_claim_deals() -> None:
    wrong = play(scene(GUIDE, "JS JH", "JD JC", points=[60, 20], tricks=[4, 2]), "!")
    assert match_of(GUIDE, wrong).next_deal().before.dealer == 1


def test_several_may_reach_the_goal_in_one_deal() -> None:
    """Three players: a wrong claim gives both others a point; a tie goes on, else the higher score wins."""
    rules = Rules.from_data({"preset": "three_handed", "match_points": 1})
    start = Match(rules, 1).position
    wrong = play(replace(start, tricks=(1, 0, 0), taken=(30, 0, 0)), "!")
    tied = Match(rules, 1, 2, (), wrong)
    assert (tied.scores, tied.winner) == ((0, 1, 1), None)
    right = play(replace(start, turn=1, tricks=(0, 1, 0), taken=(0, 66, 40)), "!")
    assert Match(rules, 1, 2, (wrong,), right).winner == 1


def test_partners_win_together() -> None:
    rules = Rules.four_handed()
    end = play(replace(Match(rules, 1).position, tricks=(1, 0, 0, 0), taken=(66, 0, 0, 0)), "!")
    match = Match(rules, 1, 3, (end,) * 3, end)
    assert match.scores == (8, 0, 8, 0)
    assert match.winner == 0


def test_no_new_deal_while_one_is_in_play() -> None:
    with pytest.raises(IllegalAction, match="The deal is not over"):
        Match(GUIDE, 1).next_deal()


def test_an_illegal_action_changes_nothing() -> None:
    match = Match(GUIDE, 1)
    before = match.notation()
    with pytest.raises(IllegalAction, match="There is nothing to draw"):
        play(match, "d")
    assert match.notation() == before


@pytest.mark.parametrize("name", Rules.names())
def test_a_match_is_taken_up_where_it_was_left(name: str) -> None:
    rules = Rules.preset(name)
    match = Match(rules, seed=10)
    left = [match]
    while match.winner is None and len(match.finished) < 3:
        match = match.apply(plain_action(match.position, 1)) if match.position.result is None else match.next_deal()
        left.append(match)
    for state in left[::7] + left[-3:]:
        again = Match.parse(state.notation())
        assert again == state
        assert hash(again) == hash(state)
        assert "\n" not in state.notation()


def test_a_match_under_mixed_rules_is_taken_up() -> None:
    rules = Rules.from_data({"preset": "german", "match_points": 3, "must_beat": True})
    match = play_match(rules, seed=4)
    assert Match.parse(match.notation()) == match
    assert Match.parse(match.notation()).rules == rules


@pytest.mark.parametrize("name", Rules.names())
def test_whole_matches_end_with_a_winner(name: str) -> None:
    rules = Rules.preset(name)
    match = play_match(rules, seed=100, choose=1)
    winner = match.winner
    assert winner is not None
    assert match.scores[winner] >= rules.match_points
    dealers = [position.dealer for position in (*match.finished, match.position)]
    if rules.next_dealer == "rotates":
        assert dealers == [(rules.players - 1 + n) % rules.players for n in range(len(dealers))]
    else:
        for before, after, position in zip(dealers, dealers[1:], match.finished, strict=False):
            assert position.result is not None
            assert after == (before if position.result.winner is None else position.result.winner)


@pytest.mark.parametrize("junk", [-1, True, 1.5, "1", None])
def test_a_match_needs_a_seed(junk: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^seed: "):
        Match(GUIDE, junk)


@pytest.mark.parametrize("junk", [-1, 2, True, "0", 1.0])
def test_a_match_needs_a_dealer_who_plays(junk: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^dealer: "):
        Match(GUIDE, 1, junk)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "66-match",
        "66-match rules=guide seed=1 dealer=1",
        "66-match seed=1 rules=guide dealer=1 deals=",
        "66-match rules=guide seed=1 dealer=1 deals= more=1",
        "66-match rules=guide seed=1 seed=2 dealer=1 deals=",
        "66-match rules=guide seed=1 dealer=1 deals= deals=",
        "66-match rules guide seed=1 dealer=1 deals=",
        "67-match rules=guide seed=1 dealer=1 deals=",
        "66-match rules=whist seed=1 dealer=1 deals=",
        "66-match rules= seed=1 dealer=1 deals=",
        '66-match rules={"match_points":0} seed=1 dealer=1 deals=',
        '66-match rules={"match_points seed=1 dealer=1 deals=',
        '66-match rules={"speed":1} seed=1 dealer=1 deals=',
        "66-match rules=" + "{" * 10_000 + " seed=1 dealer=1 deals=",
        "66-match rules=guide seed=-1 dealer=1 deals=",
        "66-match rules=guide seed=x dealer=1 deals=",
        "66-match rules=guide seed=² dealer=1 deals=",
        "66-match rules=guide seed=" + "9" * 5000 + " dealer=1 deals=",
        "66-match rules=guide seed=1 dealer=2 deals=",
        "66-match rules=guide seed=1 dealer= deals=",
        "66-match rules=guide seed=1 dealer=1 deals=XX",
        "66-match rules=guide seed=1 dealer=1 deals=d",  # nothing to draw
        "66-match rules=guide seed=1 dealer=1 deals=;",  # the first deal is not over
        "66-match rules=guide seed=1 dealer=1 deals=,",
        "66-match rules=guide seed=1 dealer=1 deals=AS,AS",
        "66 trump=S hand=AS opponent=KS",
    ],
)
def test_junk_is_no_match(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Match.parse(text)
    assert str(refused.value)


@pytest.mark.parametrize("junk", [None, 5, b"66-match", [], True])
def test_what_is_no_text_is_no_match(junk: Any) -> None:
    with pytest.raises(NotationError, match="is not a match"):
        Match.parse(junk)


def test_an_action_that_the_rules_refuse_is_shown_with_its_deal() -> None:
    text = play_match(GUIDE, 5).notation()
    deals = text.split("deals=")[1].split(";")
    broken = text.replace(deals[1], "d", 1)
    with pytest.raises(NotationError, match=r"deals: deal 2 cannot be played like this\. There is nothing to draw"):
        Match.parse(broken)


def test_a_torn_line_is_read_or_refused() -> None:
    text = play_match(GUIDE, 5).notation()
    for end in range(0, len(text), 3):
        try:
            match = Match.parse(text[:end])
        except NotationError:
            continue
        assert match.rules == GUIDE
