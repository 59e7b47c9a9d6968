"""Shuffling, dealing and drawing."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Deal, PuzzleError, Rules
from sixtysix.actions import parse_action
from sixtysix.cards import PACK

from .build import cards, codes, dealt, legal, named, play, scene

GUIDE, APP = Rules.guide(), Rules.app()
SCHNAPSEN = Rules.schnapsen()

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
