"""Cards, suits and ranks: reading, writing, order and worth (rules.md, Common to all)."""

import copy
import pickle
from typing import Any

import pytest

from sixtysix import Announce, Card, NotationError, Play, Rank, Rules, Suit
from sixtysix.actions import ClaimOut, Close, Draw, Exchange, Pass, action_token, parse_action
from sixtysix.cards import PACK, card_points, hand_order, in_words

ALL_ACTIONS = [
    *(Play(card) for card in PACK),
    *(Announce(suit) for suit in Suit),
    Exchange(),
    Close(),
    Draw(),
    Pass(),
    ClaimOut(),
]


def test_the_pack_has_24_cards_worth_120_points() -> None:
    assert len(set(PACK)) == 24
    assert card_points(PACK) == 120


def test_each_suit_ranks_a_10_k_q_j_9_and_is_worth_11_10_4_3_2_0() -> None:
    for suit in Suit:
        in_suit = sorted((card for card in PACK if card.suit is suit), key=lambda card: -card.strength)
        assert [card.rank.label for card in in_suit] == ["A", "10", "K", "Q", "J", "9"]
        assert [card.points for card in in_suit] == [11, 10, 4, 3, 2, 0]


def test_schnapsen_has_20_cards_without_nines_worth_120_points() -> None:
    pack = Rules.schnapsen().pack
    assert len(pack) == 20
    assert Rank.NINE not in {card.rank for card in pack}
    assert card_points(pack) == 120


@pytest.mark.parametrize("text", ["TH", "10H", "10♥", "T♥", "th", " 10h "])
def test_a_card_reads_every_spelling(text: str) -> None:
    assert Card(text) is Card("TH")


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_reads_what_it_writes(card: Card) -> None:
    assert Card(card.code) is Card(str(card)) is Card(card) is card
    assert eval(repr(card)) is card
    assert Card.of(card.rank, card.suit) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_a_card_shows_sign_code_name_suit_and_rank() -> None:
    ten = Card("TH")
    assert (str(ten), ten.code, ten.name, ten.suit, ten.rank) == ("10♥", "TH", "ten of hearts", Suit.HEARTS, Rank.TEN)


@pytest.mark.parametrize(
    "junk", ["", "A", "S", "1S", "AX", "8H", "10", "ASS", "A S", "🂡", 5, None, True, ["AS"], {}, 1.5]
)
def test_what_is_no_card_is_refused_with_the_text_and_the_spelling(junk: Any) -> None:
    with pytest.raises(NotationError, match="is not a card: write rank then suit"):
        Card(junk)


@pytest.mark.parametrize("junk", ["", "X", "SS", "spadess", 5, None, ["S"]])
def test_what_is_no_suit_is_refused(junk: Any) -> None:
    with pytest.raises(NotationError, match="is not a suit: use S, H, D, C"):
        Suit.parse(junk)


@pytest.mark.parametrize("suit", Suit, ids=str)
def test_every_suit_reads_letter_sign_and_name(suit: Suit) -> None:
    for text in (suit.value, suit.symbol, suit.word, suit.word[:-1], suit.value.lower()):
        assert Suit.parse(text) is suit
    assert Suit(suit.value) is suit is eval(repr(suit))


@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.word)
def test_every_rank_reads_its_letter(rank: Rank) -> None:
    assert Rank(rank.value) is rank is eval(repr(rank))


@pytest.mark.parametrize("junk", ["", "X", "s", "10", None, 1])
def test_a_letter_that_names_no_suit_or_rank_is_a_value_error(junk: Any) -> None:
    for kind in (Suit, Rank):
        with pytest.raises(ValueError, match="is not a valid"):
            kind(junk)


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Card("AS").points = 12


# (second card, first card, trump, takes the trick): the higher trump, else the higher card of the suit led
@pytest.mark.parametrize(
    ("second", "led", "trump", "wins"),
    [
        ("TH", "KH", "S", True),
        ("KH", "TH", "S", False),
        ("9S", "AH", "S", True),
        ("AS", "9H", "H", False),
        ("AC", "JD", "S", False),
        ("AS", "TS", "S", True),
        ("JS", "QS", "S", False),
    ],
)
def test_which_card_takes_a_trick(second: str, led: str, trump: str, wins: bool) -> None:
    assert Card(second).beats(Card(led), Suit.parse(trump)) is wins


def test_cards_sort_by_suit_then_from_ace_to_nine() -> None:
    assert [card.code for card in sorted(map(Card, ["9S", "AC", "TS", "AS", "KH"]))] == ["AS", "TS", "9S", "KH", "AC"]
    assert Card("AS") < Card("TS") <= Card("TS")
    assert Card("9C") > Card("AS")


def test_a_hand_is_shown_trumps_first() -> None:
    shown = hand_order(map(Card, ["AS", "9C", "KC", "TD"]), Suit.CLUBS)
    assert [card.code for card in shown] == ["KC", "9C", "AS", "TD"]


@pytest.mark.parametrize(
    ("given", "text"),
    [([], "no card"), (["AS"], "A♠"), (["AS", "TH"], "A♠ or 10♥"), (["AS", "TH", "9C"], "A♠, 10♥ or 9♣")],
)
def test_cards_in_a_sentence(given: list[str], text: str) -> None:
    assert in_words(map(Card, given)) == text


@pytest.mark.parametrize("action", ALL_ACTIONS, ids=str)
def test_every_action_reads_what_it_writes(action: Any) -> None:
    assert parse_action(action_token(action)) == action
    assert hash(parse_action(action_token(action))) == hash(action)


def test_actions_are_equal_by_value_and_all_different() -> None:
    assert Play("AS") == Play(Card("A♠")) != Play("AH")
    assert Announce("H") == Announce(Suit.HEARTS) != Announce("S")
    assert len(set(ALL_ACTIONS)) == len(ALL_ACTIONS) == 33


def test_an_action_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Play("AS").card = Card("AH")  # type: ignore[misc]


@pytest.mark.parametrize("junk", ["", "*", "*X", "xx", "8H", "!!", "AS,KS", "play AS"])
def test_what_is_no_action_is_refused(junk: str) -> None:
    with pytest.raises(NotationError, match="is not an action: a card"):
        parse_action(junk)


def test_nothing_of_a_card_can_be_taken_away() -> None:
    """Every ace of spades is the same object."""
    with pytest.raises(AttributeError, match="cannot be changed"):
        del Card("AS").code
    assert Card("AS").code == "AS"


def test_a_sign_as_a_phone_pastes_it_is_read() -> None:
    assert Card("A♠\ufe0f") is Card("AS")
