"""Odds and expected points against plain enumeration of every hand the opponent may hold, and numbers by hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sixtysix import Announce, Card, Deal, Exchange, Play, PuzzleError, Rules, View
from sixtysix.cards import Suit, card_points
from sixtysix.counting import (
    beats,
    certain,
    expected_points,
    holds,
    holds_any,
    points_out,
    suit_counts,
    unseen_by_suit,
)
from sixtysix.errors import NotationError, RulesError
from sixtysix.public import Phase

from .build import TWO_HANDED, dealt, play, three_start
from .wander import samples

GUIDE = Rules.guide()
Hand = frozenset[Card]


def share(fits: Iterable[bool]) -> Fraction:
    """Return the share of the layouts, asked one by one, that fit."""
    answers = list(fits)
    return Fraction(sum(answers), len(answers))


def test_the_samples_hold_every_kind_of_moment() -> None:
    kinds: Counter[str] = Counter()
    for name in TWO_HANDED:
        for state, view in samples(name):
            other = 1 - view.seat
            kinds["seat 1"] += view.seat
            kinds["led by me"] += view.trick[:1] != () and view.trick[0][0] == view.seat
            kinds["led by the opponent"] += view.trick[:1] != () and view.trick[0][0] == other
            kinds["closed"] += view.closed_by is not None
            kinds["exhausted"] += view.turn_up is None
            kinds["ruled out"] += bool(view.lacks[other] & view.unseen)
            kinds["known"] += bool(view.shown[other])
            kinds["exchanged"] += any(isinstance(action, Exchange) for _, action in view.log)
            kinds["announced"] += any(isinstance(action, Announce) for _, action in view.log)
            kinds["before drawing"] += view.phase is Phase.DRAW
            kinds["over"] += view.result is not None
            kinds["12376"] += view.layouts() == 12_376
            assert frozenset(state.hand(other)) in set(view.each_layout())
    assert len(kinds) == 12
    assert min(kinds.values()) >= 6, kinds


@pytest.mark.parametrize("name", TWO_HANDED)
def test_probabilities_are_shares_of_the_layouts(name: str) -> None:
    chance = Random(name)
    for _, view in samples(name):
        pack = view.rules.pack
        likely = sorted(view.unseen.union(view.shown[1 - view.seat])) or list(pack)
        for cards in (chance.sample(pack, 1), chance.sample(likely, min(2, len(likely))), chance.sample(pack, 3)):
            wanted = frozenset(cards)
            assert holds(view, cards) == share(wanted <= hand for hand in view.each_layout())
            assert holds_any(view, cards) == share(bool(hand & wanted) for hand in view.each_layout())
        suit = chance.choice(list(Suit))
        counted = Counter(sum(card.suit is suit for card in hand) for hand in view.each_layout())
        found = suit_counts(view, suit)
        assert found == {number: Fraction(times, view.layouts()) for number, times in counted.items()}
        assert list(found) == sorted(counted)
        assert sum(found.values()) == 1


@pytest.mark.parametrize("name", TWO_HANDED)
def test_expected_points_are_means_over_the_layouts_and_add_up_to_120(name: str) -> None:
    for _, view in samples(name):
        hand, stock = expected_points(view)
        assert hand == Fraction(sum(map(card_points, view.each_layout())), view.layouts())
        everywhere = view.unseen.union(view.shown[1 - view.seat])
        face_down = sum(card_points(everywhere - layout) for layout in view.each_layout())
        assert stock == Fraction(face_down, view.layouts())
        turn_up = view.turn_up.points if view.turn_up else 0
        table = card_points(card for _, card in view.trick)
        seen = card_points(view.played) + table + card_points(view.own) + turn_up
        assert seen + hand + stock == seen + points_out(view) == 120


@pytest.mark.parametrize("name", TWO_HANDED)
def test_unseen_cards_by_suit_are_the_unseen_cards(name: str) -> None:
    for _, view in samples(name):
        by_suit = unseen_by_suit(view)
        assert list(by_suit) == list(Suit)
        assert [card for cards in by_suit.values() for card in cards] == sorted(view.unseen)
        assert all(card.suit is suit for suit, cards in by_suit.items() for card in cards)


# Whether a lead is beaten, asked of the engine


def can_be_beaten(view: View, hand: Hand, lead: Card) -> bool:
    """Whether the engine lets the opponent with this hand win the trick; the lead may be on the table already."""
    position = view.with_hidden(hand, sorted(view.unseen - hand))
    if not position.trick:
        position = position.apply(Play(lead))
    replies = [action for action in position.legal_actions() if isinstance(action, Play)]
    return any(position.apply(reply).tricks[1 - view.seat] > position.tricks[1 - view.seat] for reply in replies)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_lead_is_beaten_where_the_engine_has_a_winning_reply(name: str) -> None:
    compared: Counter[bool] = Counter()
    chance = Random(name)
    for _, view in samples(name):
        if view.result is None and view.layouts() <= 84:
            leads = (
                [action.card for action in view.legal_actions() if isinstance(action, Play)] if not view.trick else []
            )
            if view.trick and view.trick[0][0] == view.seat:
                leads = [view.trick[0][1]]
            for lead in chance.sample(leads, min(2, len(leads))):
                expected = share(can_be_beaten(view, hand, lead) for hand in view.each_layout())
                assert beats(view, lead) == expected
                compared[view.is_open] += 1
    assert compared[True] >= 3
    assert compared[False] >= 30


def beaten_by(view: View, hand: Hand, lead: Card) -> bool:
    """Say the same without the engine, at any time: while the stock is open any trump, else only from a void."""
    higher = any(card.suit is lead.suit and card.strength > lead.strength for card in hand)
    trumps = lead.suit is not view.trump and any(card.suit is view.trump for card in hand)
    void = all(card.suit is not lead.suit for card in hand)
    strict = view.turn_up is None or view.closed_by is not None
    return higher or (trumps and (void or not strict))


@pytest.mark.parametrize("name", TWO_HANDED)
def test_any_card_of_ones_own_can_be_asked_about_at_any_time(name: str) -> None:
    for _, view in samples(name):
        for lead in view.own[:2]:
            assert beats(view, lead) == share(beaten_by(view, hand, lead) for hand in view.each_layout())


# Numbers worked out by hand: trumps are spades, the nine is turned up. Unseen are three spades (10 Q J), four hearts
# (A 10 Q J), four diamonds (K Q J 9) and all six clubs; there are 17! / (6! 11!) = 12,376 hands.

MINE = "AS KS KH 9H AD TD"
HIS = "TS QH JD 9C JC KC"
START = dealt(GUIDE, MINE, HIS, turn_up="9S")


def test_the_first_lead_by_hand() -> None:
    view = START.view(0)
    assert holds(view, "QH") == Fraction(6, 17)
    assert holds(view, ["AH", "10♥"]) == Fraction(6, 17) * Fraction(5, 16)
    assert holds(view, ["AH", "TH", "QH", "JH", "KD", "QD"]) == Fraction(1, 12_376)
    assert holds(view, ["AH", "TH", "QH", "JH", "KD", "QD", "JD"]) == 0, "seven cards do not fit in a hand of six"
    assert holds_any(view, ["AH", "TH"]) == 2 * Fraction(6, 17) - Fraction(6, 17) * Fraction(5, 16)
    # none of 3 trumps: 14 over 6 = 3,003; one: 3 · (14 over 5) = 3 · 2,002; two: 3 · (14 over 4) = 3 · 1,001;
    # all three: 14 over 3 = 364
    ways = {0: 3003, 1: 6006, 2: 3003, 3: 364}
    assert sum(ways.values()) == 12_376
    assert suit_counts(view, "S") == {number: Fraction(way, 12_376) for number, way in ways.items()}
    # 120 less A♠ 11, K♠ 4, K♥ 4, A♦ 11, 10♦ 10 in my hand and the turn-up's 0
    assert points_out(view) == 80
    assert expected_points(view) == (Fraction(6 * 80, 17), Fraction(11 * 80, 17))
    assert [len(cards) for cards in unseen_by_suit(view).values()] == [3, 4, 4, 6]
    assert unseen_by_suit(view)[Suit.HEARTS] == tuple(map(Card, ("AH", "TH", "QH", "JH")))
    assert certain(view) == ()


def test_who_beats_a_lead_by_hand() -> None:
    opened, closed = START.view(0), play(START, "c").view(0)
    # the king of hearts, stock open: two higher hearts and three trumps beat it; 12 over 6 = 924 hands have none
    assert beats(opened, "KH") == Fraction(12_376 - 924, 12_376)
    # closed: no higher heart in 15 over 6 = 5,005 hands; no heart in 13 over 6 = 1,716, of which 10 over 6 = 210 have
    # no trump either
    assert beats(closed, "KH") == Fraction(12_376 - 5005 + 1716 - 210, 12_376)
    # the ace of diamonds: only a trump beats it; no diamond in 1,716 hands, no trump either in 210
    assert beats(opened, "AD") == Fraction(12_376 - 3003, 12_376)
    assert beats(closed, "AD") == Fraction(1716 - 210, 12_376)
    # of the trumps only the ten beats the king, and nothing the ace
    for view in (opened, closed):
        assert beats(view, "KS") == Fraction(6, 17)
        assert beats(view, "AS") == 0
    assert beats(play(START, "KH").view(0), "KH") == beats(opened, "KH"), "the lead on the table is still mine"


def test_cards_that_lie_elsewhere_are_not_held() -> None:
    view = play(START, "9H 9C").view(1)  # seat 0 takes the trick and draws first; then seat 0 leads
    view = play(START, "9H 9C AD").view(1)
    for elsewhere in ("TS", "9H", "9C", "AD", "9S"):
        assert holds(view, elsewhere) == 0
        assert holds(view, ["AS", elsewhere]) == 0
    assert holds(view, []) == 1
    assert holds_any(view, []) == 0
    # of seat 0's hand five cards are left to find among 4 · 6 - 6 own - 3 played or on the table - the turn-up
    assert holds(view, "AS") == Fraction(5, 24 - 6 - 3 - 1)


def test_cards_are_named_in_every_way() -> None:
    view = START.view(0)
    one = holds(view, Card("QH"))
    for same in ("QH", "Q♥", ["QH"], (Card("QH"), "Q♥"), {"qh"}, iter(["QH", "QH"])):
        assert holds(view, same) == one
        if not isinstance(same, Iterator):
            assert holds_any(view, same) == one
    for suit in (Suit.HEARTS, "H", "♥", "hearts"):
        assert suit_counts(view, suit) == suit_counts(view, Suit.HEARTS)
    assert beats(view, Card("KH")) == beats(view, "K♥")


def test_known_cards_count_as_held() -> None:
    """The leader shows K♠ Q♠ and leads the queen: the king is known, five of 16 others are not."""
    state = play(dealt(GUIDE, "KS QS TH JH 9D 9C", "AH QH JD QD KD AC", turn_up="9S"), "*S QS")
    view = state.view(1)
    assert holds(view, "KS") == holds_any(view, ["KS", "QS"]) == 1
    # of 24 cards I hold six; the turn-up, the queen on the table and the king are seen: 15 unseen, four in his hand
    assert len(view.unseen) == 15
    assert holds(view, "AS") == holds(view, ["AS", "KS"]) == Fraction(4, 15)
    assert min(suit_counts(view, "S")) == 1
    assert expected_points(view)[0] == 4 + Fraction(4, 15) * card_points(view.unseen)


# What is refused

ASKED: tuple[Callable[[Any], object], ...] = (
    lambda view: holds(view, "AS"),
    lambda view: holds_any(view, "AS"),
    lambda view: suit_counts(view, "S"),
    lambda view: beats(view, "AS"),
    expected_points,
    points_out,
    unseen_by_suit,
    certain,
)


@pytest.mark.parametrize("asked", ASKED)
def test_three_players_and_what_is_no_view_are_refused(asked: Callable[[Any], object]) -> None:
    with pytest.raises(RulesError, match=r"^players: counting is for 2 players, and here 3 play$"):
        asked(three_start().view(0))
    with pytest.raises(PuzzleError, match=r"^view: <?Position.* is not a view; use one like position\.view\(0\)$"):
        asked(START)
    with pytest.raises(PuzzleError, match=r"^view: None is not a view"):
        asked(None)
    nothing = replace(START.view(0), lacks=(frozenset(), START.view(0).unseen))
    with pytest.raises(PuzzleError, match=r"^view: the opponent has 6 cards, but too few are possible$"):
        asked(nothing)


@pytest.mark.parametrize("junk", ["", "1S", "AS TH", 5, None, 1.5, ["AS", "XX"], [["AS"]], b"AS", [None]])
def test_what_is_no_card_is_refused(junk: Any) -> None:
    view = START.view(0)
    for ask in (holds, holds_any):
        with pytest.raises(NotationError, match="is not a card: write rank then suit"):
            ask(view, junk)


def test_cards_that_the_pack_has_not_are_refused() -> None:
    view = Deal.random(Rules.schnapsen(), 1).start().view(0)
    words = r"^cards: 9♥ is not in this game's pack; it has A, 10, K, Q, J of each suit$"
    for ask in (holds, holds_any):
        for cards in ("9H", ["AS", "9H"]):
            with pytest.raises(PuzzleError, match=words):
                ask(view, cards)
    with pytest.raises(PuzzleError, match=words):
        beats(view, "9H")


@pytest.mark.parametrize("junk", ["", "X", "AS", 5, None, ["S"], Card("AS")])
def test_what_is_no_suit_is_refused(junk: Any) -> None:
    with pytest.raises(NotationError, match="is not a suit: use S, H, D, C or ♠, ♥, ♦, ♣"):
        suit_counts(START.view(0), junk)


def test_only_ones_own_cards_can_be_led() -> None:
    view = play(START, "KH").view(1)
    for foreign in ("KH", "AS", "9S", "AC"):  # the lead of the other, an unseen card twice, the turn-up
        with pytest.raises(
            PuzzleError, match=rf"^card: {Card(foreign)} is not yours to lead; use a card of your hand "
        ):
            beats(view, foreign)
    with pytest.raises(PuzzleError, match=r"use a card of your hand \(10♠, Q♥, J♦, K♣, J♣, 9♣\) or your lead$"):
        beats(view, "AC")
    for junk in (None, ["AS"], 5):
        with pytest.raises(NotationError, match="is not a card"):
            beats(view, junk)  # type: ignore[arg-type]
