"""What is certain of cards one does not see, against all layouts, and the reasons against the course of the deal."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from sixtysix import Announce, Card, Deal, Draw, Exchange, Play, Position, Rules, View
from sixtysix.counting import GIVEN, Fact, certain, holds, suit_counts

from .build import TWO_HANDED, codes, dealt, named, plain_action, play, scene
from .wander import samples, wander

GUIDE = Rules.guide()

# In strict play seat 1 has to show what it lacks; trumps are spades, the nine is turned up.
MINE = "AS KS KH 9H AD TD"
HIS = "TS QH JD 9C JC KC"
START = dealt(GUIDE, MINE, HIS, turn_up="9S")


def sentences(view: View) -> list[tuple[set[str], bool, str]]:
    """Write the facts shortly."""
    return [(codes(fact.cards), fact.held, fact.why) for fact in certain(view)]


def test_strict_play_tells_what_is_missing() -> None:
    state = play(START, "c KH QH AD JD TD TS 9C KS 9H JC")
    assert sentences(state.view(0)) == [
        (named("AH TH"), False, "Your opponent did not beat K♥ in trick 1."),
        (named("KD QD 9D"), False, "Your opponent did not follow ♦ in trick 3."),
        (named("JH"), False, "Your opponent did not follow ♥ in trick 5."),
        (named("QS JS"), False, "Your opponent did not trump in trick 5."),
    ]
    assert certain(state.view(0))[0] == Fact(
        (Card("AH"), Card("TH")), False, "Your opponent did not beat K♥ in trick 1."
    )
    assert suit_counts(state.view(0), "C") == {1: Fraction(1)}
    over = [why for _, _, why in sentences(play(state, "AS KC").view(0))]
    assert over[-1] == "Your opponent has no card left, so the other unseen cards lie face down."


def test_where_the_rules_force_less_less_is_told() -> None:
    """American rules ask for the suit only: no beating, no trumping."""
    state = play(dealt(Rules.american(), MINE, HIS, turn_up="9S"), "c KH QH AD JD TD TS 9C KS 9H JC")
    assert sentences(state.view(0)) == [
        (named("KD QD 9D"), False, "Your opponent did not follow ♦ in trick 3."),
        (named("AH TH JH"), False, "Your opponent did not follow ♥ in trick 5."),
    ]


def test_while_the_stock_is_open_nothing_is_told() -> None:
    assert certain(play(START, "KH JC").view(0)) == ()


def test_marriage_and_exchange_are_told_until_the_card_is_played() -> None:
    state = dealt(
        GUIDE, "AS KS 9S KH QH 9C", "TS QS AH JH TD AC", turn_up="QC", stock="JS 9D KC QD AD 9H KD JD TH TC JC"
    )
    hearts = "Your opponent announced the marriage in ♥ in trick 1."
    state = play(state, "*H")
    assert sentences(state.view(1)) == [(named("KH QH"), True, hearts)]
    state = play(state, "KH AH")
    assert sentences(state.view(1)) == [(named("QH"), True, hearts)]
    assert certain(state.view(0)) == ()
    state = play(state, "JH QH")
    assert certain(state.view(1)) == ()
    state = play(state, "x")
    exchange = (named("QC"), True, "Your opponent exchanged 9♣ for Q♣ before trick 3.")
    assert sentences(state.view(1)) == [exchange]
    # a view does not keep the turn-up that is gone: now it may have been the king as well, and the marriage tells both
    clubs = "Your opponent announced the marriage in ♣ in trick 3."
    state = play(state, "*C")
    assert sentences(state.view(1)) == [(named("KC QC"), True, clubs)]
    assert sentences(play(state, "QC AC").view(1)) == [(named("KC"), True, clubs)]


def to_the_last_draw(seat: int, *, exchange: bool = False) -> Position:
    """Play at random until the stock is gone, so that seat 0 has exchanged or not and this seat draws the turn-up."""
    for seed in range(200):
        chance = Random(seed)
        state = dealt(GUIDE, "9S TS AH KH AD KD", "QS JS TH QH TD QD", turn_up="AS")
        while state.turn_up is not None:
            may = exchange and Exchange() in state.legal_actions()
            cards = [action for action in state.legal_actions() if isinstance(action, Play)]
            state = state.apply(Exchange() if may else chance.choice(cards))
        exchanged = (0, Exchange()) in state.log
        if exchanged == exchange and Card("9S" if exchanged else "AS") in state.hand(seat):
            return state
    raise AssertionError("no such deal")


def test_the_last_card_drawn_and_then_everything_is_known() -> None:
    gone = "No stock is left after trick 6, so every card neither played nor in your hand is your opponent's."
    state = to_the_last_draw(1)
    first, second = certain(state.view(0))
    assert first == Fact((Card("AS"),), True, "Your opponent lost trick 6 and drew the turn-up A♠.")
    assert (codes(second.cards), second.why) == (codes(state.hand(1)) - {"AS"}, gone)
    (only,) = certain(state.view(1))
    assert (only.cards, only.held, only.why) == (state.hand(0), True, gone)


def test_the_nine_that_one_has_exchanged_comes_back() -> None:
    state = to_the_last_draw(1, exchange=True)
    why = "Your opponent lost trick 6 and drew the turn-up 9♠, which you had exchanged."
    assert certain(state.view(0))[0] == Fact((Card("9S"),), True, why)
    state = to_the_last_draw(0, exchange=True)
    assert (named("9S"), True, "Your opponent lost trick 6 and drew the turn-up 9♠.") in sentences(state.view(1))


def test_without_a_log_the_facts_are_given() -> None:
    state = play(START, "c KH QH AD JD TD TS 9C KS 9H JC")
    data = state.view(0).to_dict()
    data.pop("log")
    view = View.from_dict(data)
    assert sentences(view) == [(named("AH TH JH QS JS KD QD 9D"), False, GIVEN)]
    shown = play(dealt(GUIDE, "KS QS TH JH 9D 9C", "AH QH JD QD KD AC", turn_up="9S"), "*S QS").view(1).to_dict()
    shown.pop("log")
    assert sentences(View.from_dict(shown)) == [(named("KS"), True, GIVEN)]
    assert GIVEN == "Given with the position."


def test_a_log_that_begins_later_tells_only_what_came_later() -> None:
    data = play(START, "c KH QH AD JD").to_dict()
    data.pop("log")
    state = play(Position.from_dict(data), "TD TS 9C KS")
    third = (named("KD QD 9D"), False, "Your opponent did not follow ♦ in trick 3.")
    assert sentences(state.view(0)) == [(named("AH TH"), False, GIVEN), third]
    assert sentences(play(state, "9H JC").view(0)) == [
        third,
        (named("AH TH JH"), False, "Your opponent did not follow ♥ in trick 5."),
        (named("QS JS"), False, "Your opponent did not trump in trick 5."),
    ]


@pytest.mark.parametrize(("mine", "his"), [("AS TH", "KH QH"), ("AS TS KS AH TH KH", "AD TD KD QD JD 9D")])
def test_without_a_log_an_empty_stock_still_tells_all(mine: str, his: str) -> None:
    (fact,) = certain(scene(GUIDE, mine, his, tricks=[3, 3]).view(0))
    assert codes(fact.cards) == named(his)
    assert fact.why.startswith("No stock is left after trick 6,")


def test_a_trump_given_with_the_position_is_not_taken_for_the_turn_up() -> None:
    """Seat 1 is known to hold K♠ before the log begins; which card it then exchanged the nine for, A♠, is gone."""
    his = scene(
        GUIDE, "AC AD TD KD QD JD", "9S KS JH JC QC KC", turn_up="AS", stock="9H 9D 9C", opponent_known=["KS"],
        points=[20, 20], tricks=[2, 2], to_move=1,
    )  # fmt: skip
    assert codes(his.apply(Exchange()).view(0).hand(1)) == named("AS KS")
    assert sentences(play(his, "x AS JD").view(0)) == [(named("KS"), True, GIVEN)]
    mine = scene(
        GUIDE, "9S AD TD KD QD JD", "AC KS JH JC QC KC", turn_up="AS", stock="9H 9D 9C", opponent_known=["KS"],
        points=[20, 20], tricks=[2, 2],
    )  # fmt: skip
    assert sentences(play(mine, "x").view(0)) == [(named("KS"), True, GIVEN)]
    last = scene(
        GUIDE, "9S AD TD KD QD JD", "AC KS JH JC QC KC", turn_up="AS", stock="9H", opponent_known=["KS"],
        points=[20, 20], tricks=[3, 2], to_move=1,
    )  # fmt: skip
    for trick, drawer in (("AC JD", 0), ("JC 9S", 1)):
        after = play(last, trick)
        assert Card("AS") in after.hand(drawer)
        (fact,) = certain(after.view(0))
        assert fact.why.startswith("No stock is left after trick 6, ")


@pytest.mark.parametrize(
    ("rules", "trick"), [(Rules(packets=(3, 2, 3)), 4), (Rules(packets=(3, 2)), 7), (Rules.schnapsen(), 5)]
)
def test_the_stock_of_other_deals_ends_with_another_trick(rules: Rules, trick: int) -> None:
    """Eight cards each leave 8 of 24 to draw, five each leave 14, and of the 20 cards of Schnapsen 10."""
    states = [state for state in deal_played_out(rules) if state.turn_up is None]
    for state in states[:3]:
        facts = [certain(state.view(seat)) for seat in (0, 1)]
        assert sorted(map(len, facts)) == [1, 2], "one player knows the turn-up from before"
        assert all(fact[-1].why.startswith(f"No stock is left after trick {trick}, ") for fact in facts)
        assert any(f"lost trick {trick} and drew the turn-up" in fact[0].why for fact in facts)


def deal_played_out(rules: Rules) -> Iterator[Position]:
    """Play the first card that may be played, over and over."""
    state = Deal.random(rules, 5).start()
    while state.result is None:
        yield state
        state = state.apply(plain_action(state))


def test_hands_that_only_counting_tells() -> None:
    """Closed with one face-down card: two of three cards are his, and one of the three is ruled out, or two known."""
    told = scene(
        GUIDE, "AS TH", "KC QC", turn_up="TS", stock="9H", closed_by=0, points=[20, 20], tricks=[4, 4],
        opponent_lacks=["9H"],
    ).view(0)  # fmt: skip
    assert told.layouts() == 1
    assert sentences(told) == [
        (named("9H"), False, GIVEN),
        (named("KC QC"), True, "Your opponent can hold no other unseen cards, so these are there."),
    ]
    known = scene(
        GUIDE, "AS TH", "KC QC", turn_up="TS", stock="9H", closed_by=0, points=[20, 20], tricks=[4, 4],
        opponent_known=["KC", "QC"],
    ).view(0)  # fmt: skip
    assert sentences(known) == [
        (named("KC QC"), True, GIVEN),
        (named("9H"), False, "Every card in your opponent's hand is known, so the other unseen cards lie face down."),
    ]


def told_by(facts: tuple[Fact, ...], held: bool) -> set[Card]:
    """Unite the facts of one kind, each card named once."""
    cards = [card for fact in facts if fact.held is held for card in fact.cards]
    assert len(cards) == len(set(cards))
    return set(cards)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_certain_is_what_all_layouts_agree_on(name: str) -> None:
    for _, view in samples(name):
        layouts = list(view.each_layout())
        facts = certain(view)
        assert told_by(facts, True) == frozenset.intersection(*layouts)
        assert told_by(facts, False) == view.unseen.difference(*layouts)
        assert all(fact.cards == tuple(sorted(fact.cards)) != () for fact in facts)
        assert facts == certain(View.from_dict(view.to_dict()))
        assert told_by(facts, True) == {card for card in view.rules.pack if holds(view, card) == 1}


@pytest.mark.parametrize("name", TWO_HANDED)
def test_facts_of_many_deals_are_true_whole_and_have_reasons(name: str) -> None:
    """Against what the view keeps of shown and missing cards, and the true hand."""
    for seed in range(1000, 1290):
        states = list(wander(Rules.preset(name), seed))
        for state in states[seed % 5 :: 5]:
            for seat in (0, 1):
                view, other = state.view(seat), 1 - seat
                facts = certain(view)
                held, absent = told_by(facts, True), told_by(facts, False)
                assert held <= set(state.hand(other))
                assert not absent & set(state.hand(other))
                one = set(state.hand(other)) if view.layouts() == 1 else set()
                assert held == one | set(view.hand(other))
                assert absent == (
                    view.unseen - one if one or not state.hand(other) else view.lacks[other] & view.unseen
                )
                assert GIVEN not in {fact.why for fact in facts}


MENTION = re.compile(r"trick (\d+)")
BY = {"marriage": Announce, "exchange": Exchange, "stock": Play | Draw, "play": Play}


def since(views: list[View], card: Card, held: bool) -> int:
    """Return from which of these views on the last one's knowledge of a card has held without a break."""
    place = len(views)
    while place and known_in(views[place - 1], card, held):
        place -= 1
    return place


def known_in(view: View, card: Card, held: bool) -> bool:
    other = 1 - view.seat
    if held:
        return card in view.shown[other] or (view.turn_up is None and card in view.unseen)
    return card in view.lacks[other]


@pytest.mark.parametrize("name", TWO_HANDED)
def test_each_reason_names_the_moment_from_which_the_card_was_known(name: str) -> None:
    """The moment is found anew from the views of the whole deal, which a view's own log must tell."""
    checked: Counter[str] = Counter()
    for seed in range(2000, 2080):
        states = list(wander(Rules.preset(name), seed))
        for seat in (0, 1):
            views = [state.view(seat) for state in states]
            end = Random(seed).randrange(len(views) // 2, len(views))
            moments = []
            for fact in certain(views[end]):
                mention = MENTION.search(fact.why)
                if mention is None:  # by counting, and then after all the rest
                    continue
                for card in fact.cards:
                    place = since(views[: end + 1], card, fact.held)
                    kind = kind_of(fact.why)
                    finished = len(views[place].played) // 2
                    action = views[place].log[-1][1]
                    if kind == "marriage" and not isinstance(action, Announce):
                        # a trump that may have been the turn-up: the view cannot tell, and the marriage is as true
                        assert card.suit is views[0].trump
                        assert isinstance(action, Exchange)
                        checked["either"] += 1
                        continue
                    assert finished + (kind in ("marriage", "exchange")) == int(mention[1])
                    assert isinstance(action, BY[kind])
                    checked[kind] += 1
                    moments.append(place)
            assert all(before <= after for before, after in pairwise(moments))
    assert checked["marriage"] >= 4
    assert checked["exchange"] >= 4
    assert checked["stock"] > 20
    assert checked["play"] > 20


def kind_of(why: str) -> str:
    words = {"announced": "marriage", "exchanged 9": "exchange", "exchanged J": "exchange", "did not": "play"}
    return next((kind for word, kind in words.items() if word in why), "stock")


def test_facts_are_frozen_and_equal_by_value() -> None:
    fact = Fact((Card("KH"),), True, GIVEN)
    assert fact == Fact((Card("KH"),), True, GIVEN)
    assert len({fact, Fact((Card("KH"),), False, GIVEN)}) == 2
    with pytest.raises(AttributeError):
        fact.held = False  # type: ignore[misc]
