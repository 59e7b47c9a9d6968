"""The games for three, each for himself, and for four in two partnerships."""

from dataclasses import replace

import pytest

from sixtysix import Card, Deal, Match, Position, Rules
from sixtysix.cards import PACK

from .build import allows, cards, codes, game_points, legal, named, plain_play, play, playable, three_start

THREE, FOUR = Rules.three_handed(), Rules.four_handed()

# Three players


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
