"""Deals and positions: what stands in rules.md under "Common to all", "On lead and before leading", "How a deal ends",
"Boundaries that programs get wrong", "Three players" and "Four players"; whole games by hand; refusals in words."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Deal, IllegalAction, Match, Play, Position, PuzzleError, Rules
from sixtysix.actions import ClaimOut, parse_action
from sixtysix.cards import PACK
from sixtysix.scoring import Reason

from .build import TWO_HANDED, allows, cards, codes, dealt, game_points, legal, named, plain_play, play, playable, scene

GUIDE, AMERICAN, APP, GERMAN = Rules.guide(), Rules.american(), Rules.app(), Rules.german()
PAGAT, SANTASE, SCHNAPSEN = Rules.pagat(), Rules.santase(), Rules.schnapsen()
THREE, FOUR = Rules.three_handed(), Rules.four_handed()


# The shuffle


def shuffled(pack: list[str], seed: int) -> list[str]:
    """Shuffle as documented: from the last place down, each card changes places with one at or before it."""
    number = Random(seed).random
    for place in reversed(range(1, len(pack))):
        with_place = int(number() * (place + 1))
        pack[place], pack[with_place] = pack[with_place], pack[place]
    return pack


# The packs as dealt, written out: a change of the shuffle would change every numbered deal there is.
PINNED = {
    0: "AS 9H TC TS JD JS QC QD KS TD JC QS AH AD KH AC 9C KD TH JH 9S QH 9D KC",
    66: "KH 9D JS QD KS TD 9H TC AC QS AS KC 9C AH TH KD AD JH JD QC JC 9S QH TS",
    20260101: "9S JH KD TC JC JS 9H KS AD QD QH TD 9C 9D QC KH QS JD TH KC AC AS AH TS",
}


@pytest.mark.parametrize("seed", PINNED)
def test_a_seed_gives_the_same_deal_for_ever(seed: int) -> None:
    deal = Deal.random(GUIDE, seed)
    assert [card.code for card in deal.pack] == PINNED[seed].split()
    in_order = [rank + suit for suit in "SHDC" for rank in "ATKQJ9"]
    assert shuffled(in_order, seed) == PINNED[seed].split()


@pytest.mark.parametrize("rules", [GUIDE, SCHNAPSEN], ids=lambda rules: rules.name)
def test_every_card_comes_to_every_place_alike(rules: Rules) -> None:
    """Chi-square of card by place over 5,000 seeds: (n-1)² degrees of freedom, mean d and variance about 2d.

    Five standard deviations either way leave a right shuffle a chance of about one in a million to fail.
    """
    size, deals = len(rules.pack), 5_000
    counts = Counter((card, place) for seed in range(deals) for place, card in enumerate(Deal.random(rules, seed).pack))
    expected = deals / size
    chi_square = sum((counts[card, place] - expected) ** 2 for card in rules.pack for place in range(size)) / expected
    freedom = (size - 1) ** 2
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("junk", [-1, True, False, 1.0, "66", None, float("nan"), [1]])
def test_a_seed_is_a_whole_number_from_0(junk: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^seed: .* use a whole number from 0"):
        Deal.random(GUIDE, junk)


@pytest.mark.parametrize("junk", [-1, 2, True, False, 1.0, "1", [1]])
def test_a_dealer_is_a_seat(junk: Any) -> None:
    for make in (lambda: Deal.random(GUIDE, 1, junk), lambda: Deal.from_pack(PACK, GUIDE, junk)):
        with pytest.raises(PuzzleError, match=r"^dealer: .* is not a seat; seats are 0 to 1"):
            make()


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        ([*PACK[:-1], PACK[0]], "A♠ is there twice"),
        (PACK[1:], "A♠ is missing"),
        ([], "A♠ is missing"),
        (PACK[:20], "K♣ is missing"),
    ],
)
def test_a_pack_must_be_whole(pack: Any, said: str) -> None:
    with pytest.raises(PuzzleError, match=r"^pack: ") as refused:
        Deal.from_pack(pack, GUIDE)
    assert said in str(refused.value)


def test_schnapsen_has_no_nines_in_its_pack() -> None:
    with pytest.raises(PuzzleError, match=r"^pack: 9♠ is not in this game's pack of 20 cards"):
        Deal.from_pack(PACK, SCHNAPSEN)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_non_dealer_leads_and_gets_the_first_packet(dealer: int) -> None:
    start = Deal.from_pack(PACK, GUIDE, dealer).start()
    assert start.to_move == 1 - dealer
    assert codes(start.hand(1 - dealer)) == named("AS TS KS AH TH KH")
    assert codes(start.hand(dealer)) == named("QS JS 9S QH JH 9H")
    assert start.turn_up is Card("AD")
    assert [card.code for card in start.stock] == cards("TD KD QD JD 9D AC TC KC QC JC 9C")


@pytest.mark.parametrize("name", Rules.names())
def test_the_seat_after_the_dealer_leads(name: str) -> None:
    rules = Rules.preset(name)
    for dealer in range(rules.players):
        assert Deal.random(rules, 1, dealer).start().to_move == (dealer + 1) % rules.players
    assert Deal.random(rules, 1).dealer == rules.players - 1


# Drawing


def test_the_winner_draws_first_then_the_loser_and_the_winner_leads() -> None:
    start = dealt(GUIDE, "AC AD TC TD KH QH", "JC JD QC QD KD JH", turn_up="AS", stock="9C 9H")
    after = play(start, "QH KD")  # a heart led, a diamond thrown
    assert ("9C" in codes(after.hand(0)), "9H" in codes(after.hand(1)), after.to_move) == (True, True, 0)
    after = play(start, "TD KD")
    assert ("9C" in codes(after.hand(0)), "9H" in codes(after.hand(1)), after.to_move) == (True, True, 0)
    start = dealt(GUIDE, "9D AD TC TD KH QH", "JC JD QC QD KD JH", turn_up="AS", stock="9C 9H")
    after = play(start, "9D KD")
    assert ("9H" in codes(after.hand(0)), "9C" in codes(after.hand(1)), after.to_move) == (True, True, 1)


def test_the_loser_of_trick_6_takes_the_turn_up_known_to_both() -> None:
    """Boundaries: the turn-up belongs to the loser of trick 6; the winner draws the last face-down card."""
    state = scene(GUIDE, "AH KH QC JC 9C TC", "JH QH QD JD 9D TD", turn_up="KS", stock="9S", tricks=[3, 2])
    after = play(state, "AH JH")
    assert "9S" in codes(after.hand(0))
    assert codes(after.view(0).hand(1)) == {"KS"}
    assert after.turn_up is None
    assert after.stock == ()
    assert not after.is_open


def test_after_an_exchange_the_9_lies_face_up() -> None:
    state = scene(GUIDE, "9S KH QC JC 9C TC", "JH QH QD JD 9D TD", turn_up="AS", stock="9H", tricks=[3, 2])
    after = play(state, "x")
    assert after.turn_up is Card("9S")
    drawn = play(after, "KH QH")
    assert "9S" in codes(drawn.hand(1)), "and is drawn by the loser of trick 6"
    assert "9S" in codes(drawn.view(0).hand(1))


def test_a_draw_is_one_action_that_deals_to_both() -> None:
    start = dealt(APP, "AC AD TC TD KH QH", "JC JD QC QD KD JH", turn_up="AS", stock="9C 9H")
    won = play(start, "AC JC")
    assert legal(won) == {"c", "d", "!"}
    after = play(won, "d")
    assert (len(after.hand(0)), len(after.hand(1)), after.stock_size) == (6, 6, 9)
    assert after.history[-1] == parse_action("d")


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


# Three players


def three_start(dealer: int = 2) -> Position:
    return Deal.from_pack(PACK, THREE, dealer).start()


def test_three_players_are_dealt_3_then_2_then_3_and_the_next_card_makes_trumps() -> None:
    """Three cards each, then trump is picked, then packets of 2 and 3; the card shown is dealt to the leader."""
    start = three_start()
    # packets: ATK QJ9 of spades and ATK of hearts; QH (trump) JH 9H AD TD KD; QD JD 9D AC TC KC QC JC 9C
    assert start.trump.value == "H"
    assert codes(start.hand(0)) == named("AS TS KS QH JH QD JD 9D")
    assert codes(start.hand(1)) == named("QS JS 9S 9H AD AC TC KC")
    assert codes(start.hand(2)) == named("AH TH KH TD KD QC JC 9C")
    assert (start.to_move, start.stock, start.turn_up) == (0, (), None)
    assert codes(start.view(1).hand(0)) == {"QH"}, "it was shown to all"


def test_three_play_strictly_from_the_first_trick() -> None:
    """Follow and trump when void, as in german: beating is not required."""
    state = play(three_start(), "KS")
    assert playable(state) == {"QS", "JS", "9S"}
    state = play(state, "QS")
    assert playable(state) == {"AH", "TH", "KH"}, "seat 2 is void and must trump"
    after = play(state, "KH")
    assert (after.to_move, after.points(2), after.tricks_won(2)) == (2, 4 + 3 + 4, 1)
    led = play(three_start(), "QD")
    assert playable(led) == {"AD"}


def test_three_marriages_on_lead() -> None:
    state = play(three_start(), "KS QS KH")
    # seat 2 leads; its marriage would need K and Q of one suit
    assert not any(action.startswith("*") for action in legal(state))
    pack = "KS QS 9S AS TS JS AH TH KH QH JH 9H AD TD KD QD JD 9D AC TC KC QC JC 9C"
    shown = play(Deal.from_pack(pack.split(), THREE).start(), "*S")
    assert (shown.points(0), shown.pending(0)) == (0, 20)
    assert playable(shown) == {"KS", "QS"}


@pytest.mark.parametrize(
    ("taken", "points"),
    [((66, 33, 0), (1, 0, 0)), ((66, 32, 32), (2, 0, 0)), ((66, 0, 0), (2, 0, 0)), ((66, 32, 33), (1, 0, 0))],
)
def test_three_out_is_1_or_2_if_both_others_have_under_33(taken: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = replace(three_start(), taken=taken, tricks=(3, 1, 1))
    assert game_points(play(state, "!")) == points


def test_three_a_wrong_claim_gives_each_opponent_1() -> None:
    end = play(replace(three_start(), taken=(65, 20, 20), tricks=(3, 1, 1)), "!")
    assert game_points(end) == (0, 1, 1)
    assert end.result is not None
    assert end.result.winner is None


def three_last(taken: tuple[int, int, int]) -> Position:
    """The last trick: AS, 9H and JC lie in the hands, seat 0 leads; hearts are trumps: seat 1 takes 13 + 10."""
    hands = tuple((Card(card),) for card in ("AS", "9H", "JC"))
    return replace(three_start(), hands=hands, hand_sizes=(1, 1, 1), taken=taken, tricks=(3, 2, 2))


def test_three_nobody_out_the_highest_total_wins() -> None:
    """Last trick 10; a shared highest wins nothing."""
    for taken, points in (
        ((50, 20, 37), (1, 0, 0)),  # 50 43 37
        ((36, 38, 33), (0, 1, 0)),  # 36 61 33
        ((20, 80, 7), (0, 2, 0)),  # both others under 33
        ((61, 38, 8), (0, 0, 0)),  # 61 61
    ):
        end = play(three_last(taken), "AS 9H JC")
        assert end.points(1) == taken[1] + 11 + 2 + 10
        assert game_points(end) == points


def test_three_the_deal_passes_to_the_left() -> None:
    end = play(three_last((50, 20, 37)), "AS 9H JC")
    assert Match(THREE, 1, 2, position=end).next_deal().before.dealer == 0


# Four players


def four_start() -> Position:
    return Deal.from_pack(PACK, FOUR, 3).start()


def test_four_players_are_dealt_3_and_3_and_the_dealers_last_card_makes_trumps() -> None:
    """Four players: six cards each (3+3), no stock; the last card dealt is shown for trump."""
    start = four_start()
    assert codes(start.hand(0)) == named("AS TS KS AD TD KD")
    assert codes(start.hand(3)) == named("QH JH 9H QC JC 9C")
    assert start.trump.value == "C"
    assert codes(start.view(0).hand(3)) == {"9C"}
    assert (start.to_move, start.stock, start.turn_up) == (0, (), None)


def test_four_partners_sit_crosswise_and_add_up() -> None:
    """A side adds its tricks and marriages together; a marriage counts once the side has a trick."""
    # seats 2 and 3 are void of spades and must trump: the king of clubs takes 11 + 3 + 4 + 3
    state = play(four_start(), "AS QS KC QC")
    assert (state.to_move, state.tricks_won(0), state.tricks_won(1)) == (2, 1, 0)
    assert [state.points(seat) for seat in range(4)] == [21, 0, 21, 0]
    # seats 0 and 1 have each shown a marriage before their sides had a trick: the partner's trick makes it count
    shown = replace(four_start(), waiting=(20, 40, 0, 0))
    assert [shown.pending(seat) for seat in range(4)] == [20, 40, 20, 40]
    after = play(shown, "AS QS KC QC")
    assert [after.points(seat) for seat in range(4)] == [41, 0, 41, 0]
    assert [after.pending(seat) for seat in range(4)] == [0, 40, 0, 40]


def test_four_a_marriage_counts_at_once_if_the_partner_has_a_trick() -> None:
    pack = "KS QS 9S AS TS JS AH TH KH QH JH 9H AD TD KD QD JD 9D AC TC KC QC JC 9C"
    start = Deal.from_pack(cards(pack), FOUR).start()
    assert play(start, "*S").pending(2) == 20
    for partner, counts in ((2, True), (1, False)):
        state = replace(start, tricks=tuple(int(seat == partner) for seat in range(4)))
        assert (play(state, "*S").points(0), play(state, "*S").pending(0)) == ((20, 0) if counts else (0, 20))


@pytest.mark.parametrize("seat", range(4))
def test_four_either_partner_may_claim_on_its_lead(seat: int) -> None:
    """Right claim 1 or 2 to both partners, never 3; wrong claim: the other side gets 2."""
    tricks = tuple(1 if s == seat else 0 for s in range(4))
    partner = (seat + 2) % 4
    for mine, theirs, others, winners, worth in (
        (30, 36, 40, (seat, partner), 1),
        (30, 36, 20, (seat, partner), 2),
        (30, 36, 0, (seat, partner), 2),
        (30, 35, 40, ((seat + 1) % 4, (seat + 3) % 4), 2),
        (30, 35, 0, ((seat + 1) % 4, (seat + 3) % 4), 2),
    ):
        taken = [0, 0, 0, 0]
        taken[seat], taken[partner], taken[(seat + 1) % 4] = mine, theirs, others
        state = replace(four_start(), turn=seat, taken=tuple(taken), tricks=tricks)
        assert state.points(seat) == mine + theirs
        assert game_points(play(state, "!")) == tuple(worth if s in winners else 0 for s in range(4))


def test_four_the_opening_lead_carries_no_claim() -> None:
    assert not allows(four_start(), "!")


def test_four_the_claim_is_on_lead_only_and_not_after_an_announcement() -> None:
    state = replace(four_start(), taken=(66, 0, 0, 0), tricks=(2, 0, 0, 0))
    assert allows(state, "!")
    assert not allows(play(state, "AS"), "!")
    pack = cards("KS QS 9S AS TS JS AH TH KH QH JH 9H AD TD KD QD JD 9D AC TC KC QC JC 9C")
    shown = play(replace(Deal.from_pack(pack, FOUR).start(), tricks=(1, 0, 0, 0)), "*S")
    assert shown.points(0) == 20
    assert not allows(shown, "!")


@pytest.mark.parametrize("name", ["three_handed", "four_handed"])
def test_three_and_four_players_share_out_130_points(name: str) -> None:
    rules = Rules.preset(name)
    for seed in range(20):
        end = plain_play(Deal.random(rules, seed).start(), choose=seed)
        sides = {rules.side(seat): end.points(seat) for seat in range(rules.players)}
        assert sum(sides.values()) == 130
        assert len(end.played) == 24


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


# Refusals in plain words: why, and what is allowed instead

OPEN = scene(GUIDE, "KH QH AC AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1])
NO_TRICK = dealt(GUIDE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS")
LED = play(OPEN, "AC")
SHOWN = play(OPEN, "*H")
CLOSED = scene(GUIDE, "KH QH 9S", "AH JH TS", turn_up="AS", stock=1, closed_by=0, tricks=[1, 1])
CLOSED_LED = play(CLOSED, "KH")
CLOSED_VOID = scene(GUIDE, "KH", "9S", turn_up="AS", stock=1, closed_by=0, led="KH", to_move=1)
GONE = scene(GUIDE, "KH QH 9S", "AC JC TS", tricks=[1, 1])
ASKED = play(scene(PAGAT, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1]), "c")
DRAW = play(dealt(PAGAT, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS"), "AD JD")
FEW = scene(SANTASE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=1, tricks=[1, 1])
FIRST = dealt(SANTASE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS")
GERMAN_SHOWN = play(scene(GERMAN, "KH QH AC AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1]), "*H")
OVER = plain_play(Deal.random(GUIDE, 1).start())


@pytest.mark.parametrize(
    ("state", "token", "words"),
    [
        (OPEN, "AS", "A♠ is not in your hand. You may play any card, announce the marriage in ♥"),
        (
            SHOWN,
            "AC",
            "You announced the marriage in ♥, so you must lead its king or queen. You may play K♥ or Q♥, close",
        ),
        (SHOWN, "*H", "one marriage for each lead"),
        (OPEN, "*C", "The marriage in ♣ needs its king and queen, and you do not hold K♣ or Q♣"),
        (
            LED,
            "*D",
            "You may announce a marriage only when you are to lead, and A♣ has been led. You may play any card.",
        ),
        (CLOSED, "*H", "only while the stock is open, and it is closed"),
        (GONE, "*H", "may not be announced once the stock is used up"),
        (FIRST, "*H", "you may not announce a marriage at the opening lead"),
        (CLOSED_LED, "JH", "The stock is closed, so you must beat K♥ if you can, and J♥ does not. You may play A♥."),
        (
            CLOSED_LED,
            "TS",
            "The stock is closed, so you must follow suit: ♥ was led and 10♠ is a spade. You may play A♥.",
        ),
        (
            play(GONE, "KH"),
            "AC",
            "The stock is used up, and without a heart you must trump if you can: A♣ is no trump. You may play 10♠.",
        ),
        (play(three_start(), "KS"), "AD", "There is no stock, so you must follow suit"),
        (LED, "x", "You may exchange only when you are to lead"),
        (NO_TRICK, "x", "only once you have won a trick"),
        (OPEN, "x", "You need 9♠ to exchange, and you do not hold it"),
        (CLOSED, "x", "The stock is closed: the turn-up can no longer be exchanged"),
        (GONE, "x", "There is no turn-up to exchange for: the stock is used up"),
        (FEW, "x", "To exchange, 3 stock cards must be left, the turn-up included; here 2 are"),
        (FIRST, "x", "you may not exchange at the opening lead"),
        (DRAW, "x", "The exchange comes after drawing. You may close the stock, draw or say out."),
        (LED, "c", "You may close the stock only when you are to lead"),
        (CLOSED, "c", "The stock is closed already"),
        (GONE, "c", "The stock is used up: there is nothing to close"),
        (FEW, "c", "To close the stock, 3 stock cards must be left"),
        (FIRST, "c", "you may not close the stock at the opening lead"),
        (OPEN, "d", "There is nothing to draw now"),
        (OPEN, "-", "Passing is only for the exchange right after a close"),
        (DRAW, "KH", "Before you lead, draw a card or close the stock"),
        (DRAW, "*H", "A marriage is announced after drawing"),
        (ASKED, "JH", "The stock has just been closed: first exchange or pass. You may pass."),
        (ASKED, "!", "The stock has just been closed: first exchange or pass"),
        (ASKED, "*H", "The stock has just been closed: first exchange or pass"),
        (ASKED, "c", "The stock has just been closed: first exchange or pass"),
        (ASKED, "x", "You need 9♠ to exchange, and you do not hold it. You may pass."),
        (NO_TRICK, "!", "You may say out only after winning a trick or right after announcing a marriage"),
        (LED, "!", "You may say out only when you are to lead"),
        (GERMAN_SHOWN, "!", "you may not say out after an announcement"),
        (three_start(), "!", "You may say out only after winning a trick. You may play any card."),
        (OVER, "!", "The deal is over: no action is possible."),
        (OVER, "AS", "The deal is over: no action is possible."),
    ],
)
def test_a_refusal_says_why_and_what_is_allowed(state: Position, token: str, words: str) -> None:
    action = parse_action(token)
    reason = state.why_illegal(action)
    assert reason is not None
    assert words in reason
    assert reason.endswith(".")
    assert reason.count(". ") <= 1, "two sentences at most"
    if state.result is None:
        assert "You may " in reason
    with pytest.raises(IllegalAction) as refused:
        state.apply(action)
    assert str(refused.value) == reason


@pytest.mark.parametrize("junk", ["AS", None, 5, Card("AS"), Play, [], "play"])
def test_what_is_no_action_is_refused(junk: Any) -> None:
    with pytest.raises(IllegalAction, match="is not an action; there are Play, Announce, Exchange, Close"):
        OPEN.apply(junk)


def test_a_view_says_when_it_is_not_its_turn() -> None:
    reason = OPEN.view(1).why_illegal(Play("JH"))
    assert reason is not None
    assert reason.startswith("It is not your turn")
    assert OPEN.view(1).legal_actions() == ()
