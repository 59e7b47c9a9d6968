"""Before leading, how a deal ends, whole games from their record, and positions as values."""

from typing import Any

import pytest

from sixtysix import Card, Deal, IllegalAction, PuzzleError, Rules
from sixtysix.actions import ClaimOut, parse_action
from sixtysix.scoring import Reason

from .build import TWO_HANDED, allows, cards, codes, dealt, game_points, legal, named, plain_play, play, playable, scene

GUIDE, AMERICAN, APP, GERMAN = Rules.guide(), Rules.american(), Rules.app(), Rules.german()
PAGAT, SCHNAPSEN = Rules.pagat(), Rules.schnapsen()

# On lead and before leading: in any order that leaves each condition holding


@pytest.mark.parametrize("order", ["x *S c", "x c", "*H x c", "*H c", "x *H c", "c"])
def test_what_the_leader_may_do_before_the_lead(order: str) -> None:
    state = scene(GUIDE, "QS 9S KH QH AC AD", "JH JC JD QC QD KD", turn_up="KS", stock=5, tricks=[1, 1], points=[40, 0])
    after = play(state, order)
    assert after.to_move == 0
    assert after.closed_by == 0
    assert allows(after, "!")


def test_a_marriage_and_then_a_close_on_one_lead() -> None:
    """The announcement came while the stock was open; after the close there is none under the guide."""
    state = scene(GUIDE, "KS QS KH QH AC AD", "JH JC JD QC QD KD", turn_up="TS", stock=5, tricks=[1, 1])
    assert play(state, "*H c").points(0) == state.points(0) + 20
    assert not allows(play(state, "c"), "*H")
    assert playable(play(state, "*H c")) == {"KH", "QH"}


def test_after_a_close_the_stock_is_not_open_for_an_exchange() -> None:
    state = scene(GUIDE, "9S KH QH AC AD TD", "JH JC JD QC QD KD", turn_up="TS", stock=5, tricks=[1, 1])
    assert allows(state, "x")
    assert not allows(play(state, "c"), "x")


def test_before_drawing_one_may_draw_close_or_say_out_and_the_rest_comes_after() -> None:
    """Exchange and announcement come after the draw, or after the close where they are allowed when closed."""
    hand, opponent = "AC KH QH 9S AD TD", "JC JH JD QC QD KD"
    for rules, after_close, closed_too in ((GERMAN, "c -", {"*H", "x"}), (PAGAT, "c -", set()), (APP, "c", set())):
        won = play(dealt(rules, hand, opponent, turn_up="TS"), "AC JC")
        assert legal(won) == {"c", "d", "!"}
        assert {"*H", "x"} <= legal(play(won, "d"))
        closed = play(won, after_close)
        assert [len(closed.hand(seat)) for seat in (0, 1)] == [5, 5]
        assert legal(closed) & {"*H", "x"} == closed_too


def test_one_face_down_card_is_enough_to_close_before_drawing() -> None:
    state = scene(GERMAN, "KH QH AC AD TC", "JH JC JD QC QD", turn_up="AS", stock="9H", tricks=[4, 2], points=[20, 20])
    assert legal(state) == {"c", "d", "!"}
    drawn = play(state, "d")
    assert (drawn.turn_up, drawn.stock) == (None, ())
    assert "9H" in codes(drawn.hand(0))
    assert "AS" in codes(drawn.hand(1))
    assert play(state, "c").turn_up is Card("AS")


def test_after_an_announcement_its_king_or_queen_must_be_led() -> None:
    state = scene(GUIDE, "KS QS KH QH AC AD", "JH JC JD QC QD KD", turn_up="TS", stock=5, tricks=[1, 1])
    assert playable(play(state, "*H")) == {"KH", "QH"}
    assert playable(state) == codes(state.hand(0)), "a plain lead of a marriage card is legal too"
    plain = play(state, "KH")
    assert plain.points(0) == state.points(0), "and scores nothing"


def test_one_marriage_for_each_lead_and_two_in_one_deal() -> None:
    """Boundaries: two marriages may be announced in one deal, one per lead."""
    start = dealt(GUIDE, "KS QS KH QH AC AD", "JH JC JD QC QD KD", turn_up="TS", stock="9C 9D 9H 9S")
    first = play(start, "*S")
    assert not allows(first, "*H")
    second = play(first, "KS JH *H")
    assert second.points(0) == 40 + 4 + 2 + 20
    # two pending ones count together from the first trick
    waiting = scene(GUIDE, "KH QH AC AD TC TD", "JH JC JD QC QD KD", turn_up="TS", stock=1, pending=[40, 0])
    assert play(waiting, "*H").pending(0) == 60


def test_a_pending_marriage_counts_from_a_trick_of_two_nines() -> None:
    """Boundaries: a trick of two nines ends "no trick" and makes a pending marriage count."""
    state = scene(GUIDE, "9C AC AD TC TD AH", "9D JC JD QC QD KD", turn_up="TS", stock=1, pending=[40, 0])
    assert (state.points(0), state.tricks_won(0)) == (0, 0)
    after = play(state, "9C 9D")
    assert (after.points(0), after.pending(0), after.tricks_won(0)) == (40, 0, 1)


def test_a_pending_marriage_counts_neither_towards_66_nor_33() -> None:
    """Boundaries: a pending marriage does not count towards 33 or 66 until then."""
    mine = scene(GUIDE, "KS QS AC AD TC TD", "JH JC JD QC QD KD", turn_up="TS", stock=1, pending=[40, 0], tricks=[0, 2])
    claimed = play(play(mine, "*S"), "!")
    assert mine.points(0) == 0
    assert game_points(claimed) == (0, 2), "80 are waiting, none count"
    theirs = scene(GUIDE, "JS JH", "JD JC", points=[66, 0], pending=[0, 40], tricks=[5, 0])
    assert game_points(play(theirs, "!")) == (3, 0)


def test_a_marriage_of_a_seat_without_a_trick_counts_for_nothing_at_the_end() -> None:
    """How a deal ends: a marriage announced by somebody who never wins a trick counts for nothing."""
    last = scene(GUIDE, "AS", "JD", points=[107, 0], pending=[0, 40], tricks=[11, 0])
    end = play(last, "AS JD")
    assert (end.points(0), end.points(1)) == (130, 0)
    assert game_points(end) == (3, 0)


# How a deal ends


def test_33_exactly_is_not_under_33_and_66_exactly_is_enough() -> None:
    for points, worth in ((33, 1), (32, 2)):
        assert game_points(play(scene(GUIDE, "JS JH", "JD JC", points=[66, points], tricks=[5, 4]), "!")) == (worth, 0)
    wrong = play(scene(GUIDE, "JS JH", "JD JC", points=[65, 33], tricks=[5, 4]), "!")
    assert wrong.result is not None
    assert (wrong.result.reason, game_points(wrong)) == (Reason.WRONG_CLAIM, (0, 2))


def test_the_deal_does_not_end_by_itself_at_66() -> None:
    """Common to all: a 66 reached is not announced by anybody but its owner."""
    state = scene(GUIDE, "AS TH", "JS JH", points=[60, 20], tricks=[5, 3])
    after = play(state, "AS JS")
    assert after.points(0) == 60 + 11 + 2
    assert after.result is None
    assert allows(after, "!")


def test_the_first_right_claim_wins_even_if_the_other_reached_66_earlier() -> None:
    end = play(scene(GUIDE, "JS JH", "JD JC", points=[66, 75], tricks=[5, 4]), "!")
    assert game_points(end) == (1, 0)


def test_a_card_on_the_table_counts_for_nobody() -> None:
    """How a deal ends: seat 1 claims while the ace it could take lies on the table."""
    state = scene(AMERICAN, "AC JH", "AS JD", points=[20, 60], tricks=[3, 4])
    claimed = play(state, "AC !")
    assert claimed.result is not None
    assert claimed.points(1) == 60
    assert game_points(claimed) == (2, 0)
    right = play(scene(AMERICAN, "AC JH", "AS JD", points=[20, 66], tricks=[3, 4]), "AC !")
    assert game_points(right) == (0, 2)
    assert right.points(0) == 20


@pytest.mark.parametrize(
    ("rules", "worth"), [(GUIDE, 3), (PAGAT, 3), (SCHNAPSEN, 3)], ids=["guide", "pagat", "schnapsen"]
)
def test_a_failed_close_at_the_opening_lead_costs_3(rules: Rules, worth: int) -> None:
    """Boundaries: a failed close at the opening lead costs 3 (guide, pagat, schnapsen)."""
    hand, opponent = cards("JH QH JC QC QD JD"), cards("AH TH AC TC AD TD")
    start = dealt(rules, " ".join(hand[: rules.hand_size]), " ".join(opponent[: rules.hand_size]), turn_up="TS")
    closed = play(start, "c -" if rules is PAGAT else "c")
    end = plain_play(closed)
    assert end.tricks_won(1) > 0, "it has tricks at the end, and had none when the stock was closed"
    assert game_points(end) == (0, worth)


def test_the_closer_may_lose_although_the_opponent_never_reaches_66() -> None:
    """Boundaries: the closer may lose although the opponent never reaches 66."""
    last = scene(GUIDE, "AH", "JH", turn_up="TS", stock=1, closed_by=0, points=[50, 20], tricks=[3, 2])
    end = play(last, "AH JH")
    assert (end.points(0), end.points(1)) == (63, 20)
    assert end.result is not None
    assert (end.result.reason, end.result.winner, game_points(end)) == (Reason.FAILED_CLOSE, 1, (0, 2))


def test_the_closers_opponent_may_go_out() -> None:
    """Boundaries: the closer's opponent may go out."""
    state = scene(
        GUIDE, "JD JC", "AS JH", turn_up="TS", stock=1, closed_by=0, points=[50, 66], tricks=[3, 3], to_move=1
    )
    end = play(state, "!")
    assert end.result is not None
    assert (end.result.reason, end.result.winner, game_points(end)) == (Reason.COUNTER_OUT, 1, (0, 2))


def test_a_closers_wrong_claim_is_a_failed_close() -> None:
    """How a deal ends: the opponent had no trick when the stock was closed, and has one at the claim."""
    state = scene(
        GUIDE,
        "AH KH",
        "JH QD",
        turn_up="TS",
        stock=1,
        closed_by=0,
        points=[50, 13],
        tricks=[3, 1],
        at_close={"points": 0, "tricks": 0},
    )
    end = play(state, "!")
    assert end.result is not None
    assert (end.result.reason, game_points(end)) == (Reason.FAILED_CLOSE, (0, 3))


def test_a_pending_marriage_does_not_count_at_the_close() -> None:
    """Schnapsen scales by the points as they stood at the close: a marriage that waited then is not among them."""
    state = scene(
        SCHNAPSEN,
        "AC AD TC TD AH",
        "JH JC JD QC QD",
        turn_up="TS",
        stock=3,
        pending=[0, 20],
        points=[10, 0],
        tricks=[1, 0],
    )
    assert play(state, "c").at_close == (0, 0)


def test_trickless_is_judged_at_the_claim() -> None:
    """How a deal ends: the trick that is on the table is not won yet."""
    before = scene(APP, "AH JC", "KH QD", points=[60, 0], tricks=[5, 0])
    assert game_points(play(before, "!")) == (0, 3)
    lost = play(scene(APP, "JH JC", "KH QD", points=[60, 0], tricks=[5, 0]), "JH KH")
    assert lost.to_move == 1
    assert game_points(play(play(lost, "QD"), "!")) == (0, 2), "seat 0 claims wrongly, now that seat 1 has a trick"


def test_after_the_last_trick_nobody_need_say_out() -> None:
    """With the stock closed, a closer who has 66 wins as by a right claim."""
    for other, tricks, worth in ((33, 3, 1), (32, 3, 2), (0, 0, 3)):
        last = scene(GUIDE, "AH", "JH", turn_up="TS", stock=1, closed_by=0, points=[53, other], tricks=[3, tricks])
        end = play(last, "AH JH")
        assert end.result is not None
        assert (end.result.reason, game_points(end)) == (Reason.OUT, (worth, 0))


def test_a_closer_without_66_loses_to_a_silent_opponent_with_66() -> None:
    last = scene(GUIDE, "JH", "AH", turn_up="TS", stock=1, closed_by=0, points=[40, 53], tricks=[3, 3])
    end = play(last, "JH AH")
    assert end.points(1) == 66
    assert game_points(end) == (0, 2)


def test_nothing_can_be_done_once_the_deal_is_over() -> None:
    end = plain_play(Deal.random(GUIDE, 1).start())
    assert end.legal_actions() == ()
    assert end.to_move is None
    for seat in (0, 1):
        assert end.view(seat).legal_actions() == ()
        assert end.view(seat).to_move is None
    with pytest.raises(IllegalAction, match="The deal is over"):
        end.apply(ClaimOut())


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_deal_played_out_with_the_stock_open_shares_out_all_points(name: str) -> None:
    """130 card points with the ten for the last trick, 120 in Schnapsen."""
    rules = Rules.preset(name)
    for seed in range(20):
        end = plain_play(Deal.random(rules, seed).start(), choose=seed)
        assert end.points(0) + end.points(1) == 120 + rules.bonus_exhausted
        assert end.closed_by is None


# A whole game from its record, rules: guide. Trumps are clubs, the queen of clubs is turned up.
#   seat 0 (leads): A♠ K♠ 9♠ K♥ Q♥ 9♣     seat 1: 10♠ Q♠ A♥ J♥ 10♦ A♣
#   stock from the top: J♠ 9♦ | K♣ Q♦ | A♦ 9♥ | K♦ J♦ | 10♥ 10♣ | J♣, then the turn-up
GAME_PACK = "AS KS 9S TS QS AH KH QH 9C JH TD AC QC JS 9D KC QD AD 9H KD JD TH TC JC"
# (actions of one trick, winner, points of seat 0, points of seat 1, pending of seat 0)
GAME = [
    # hearts announced at the opening lead, 20 pending; king 4 to the ace 11: seat 1 has 15, draws J♠, seat 0 the 9♦
    ("*H KH AH", 1, 0, 15, 20),
    # J♥ 2 is led, seat 0 takes it with Q♥ 3: 5, and the marriage counts: 25. Draws K♣, seat 1 Q♦
    ("JH QH", 0, 25, 15, 0),
    # 9♣ exchanged for Q♣, then K♣ Q♣ announced: 40 more, 65. Q♣ 3 to A♣ 11: seat 1 has 29, draws A♦, seat 0 9♥
    ("x *C QC AC", 1, 65, 29, 0),
]


def test_a_whole_game_from_its_record() -> None:
    state = Deal.from_pack(GAME_PACK.split(), GUIDE).start()
    assert codes(state.hand(0)) == named("AS KS 9S KH QH 9C")
    assert codes(state.hand(1)) == named("TS QS AH JH TD AC")
    assert state.turn_up is Card("QC")
    for actions, winner, first, second, pending in GAME:
        state = play(state, actions)
        assert (state.to_move, state.points(0), state.points(1)) == (winner, first, second)
        assert state.pending(0) == pending
        assert [len(state.hand(seat)) for seat in (0, 1)] == [6, 6]
    assert state.turn_up is Card("9C")
    assert codes(state.hand(0)) == named("AS KS 9S KC 9D 9H")
    assert codes(state.hand(1)) == named("TS QS JS TD QD AD")
    # 10♦ 10 is led and K♣ 4 trumps it: 65 + 14 = 79 for seat 0; K♦ goes to seat 0, J♦ to seat 1
    state = play(state, "TD KC")
    assert (state.to_move, state.points(0), state.points(1)) == (0, 79, 29)
    # out: 79 is 66 and more, seat 1 has 29, under 33, and tricks: 2 game points
    end = play(state, "!")
    assert end.result is not None
    assert (end.result.game_points, end.result.winner, end.result.reason) == ((2, 0), 0, Reason.OUT)
    assert [trick.winner for trick in end.finished_tricks()] == [1, 0, 1, 0]
    assert len(end.history) == 12


# The same pack played on: seat 0 says nothing after trick 4, and closes
def test_the_same_game_with_a_close_that_fails() -> None:
    state = play(Deal.from_pack(GAME_PACK.split(), GUIDE).start(), "KH AH JH QH")
    # without the announcement seat 0 has 5, seat 1 has 15; seat 0 draws K♣, seat 1 Q♦
    assert (state.points(0), state.points(1), state.to_move) == (5, 15, 0)
    # closed with six cards each: A♠ K♠ 9♠ K♣ 9♣ 9♦ against 10♠ Q♠ J♠ 10♦ Q♦ A♣; marriages are over under the guide
    state = play(state, "c")
    assert state.at_close == (15, 1)
    # A♠ 11, and seat 1 must follow: J♠ 2: 18
    state = play(state, "AS JS")
    assert (state.points(0), state.to_move) == (18, 0)
    # K♠ 4: seat 1 must beat it with 10♠ 10: 29
    assert playable(play(state, "KS")) == {"TS"}
    state = play(state, "KS TS")
    assert (state.points(1), state.to_move) == (29, 1)
    # Q♦ 3: seat 0 must follow and cannot beat: 9♦: 32 for seat 1
    assert playable(play(state, "QD")) == {"9D"}
    state = play(state, "QD 9D")
    # 10♦ 10: seat 0 is void and must trump: K♣ 4: 32 for seat 0
    assert playable(play(state, "TD")) == {"KC", "9C"}
    state = play(state, "TD KC")
    assert (state.points(0), state.points(1), state.to_move) == (32, 32, 0)
    # 9♠: Q♠ 3 must beat it: 35 for seat 1; its A♣ 11 takes 9♣: 46, and no ten for the last trick after a close
    state = play(state, "9S QS AC 9C")
    assert (state.points(0), state.points(1)) == (32, 46)
    assert state.result is not None
    assert (state.result.game_points, state.result.reason) == ((0, 2), Reason.FAILED_CLOSE)


# Positions as values


def test_positions_are_equal_by_value_and_hashable() -> None:
    one, other = Deal.random(GUIDE, 66).start(), Deal.random(GUIDE, 66, dealer=1).start()
    assert one == other
    assert len({one, other, Deal.random(GUIDE, 67).start()}) == 2
    assert one != Deal.random(GUIDE, 66, dealer=0).start()


def test_a_position_cannot_be_changed() -> None:
    start = Deal.random(GUIDE, 66).start()
    with pytest.raises(AttributeError):
        start.turn = 1  # type: ignore[misc]
    before = hash(start)
    for action in start.legal_actions():
        start.apply(action)
    assert hash(start) == before
    assert start == Deal.random(GUIDE, 66).start()


def test_a_refused_action_changes_nothing() -> None:
    start = Deal.random(GUIDE, 66).start()
    before = start.notation()
    with pytest.raises(IllegalAction):
        start.apply(parse_action("d"))
    assert start.notation() == before


@pytest.mark.parametrize("junk", [2, -1, 5, "0", None, 1.0, True, [0]])
def test_a_view_needs_a_seat(junk: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^seat: .* is not a seat; seats are 0 to 1"):
        Deal.random(GUIDE, 66).start().view(junk)
