"""What one seat knows: nothing hidden, everything that has lain open, and what strict play tells."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import pytest

from sixtysix import Card, Deal, Play, Position, PuzzleError, Rules, View

from .build import TWO_HANDED, codes, dealt, named, plain_action, play, scene

GUIDE = Rules.guide()


def moments(rules: Rules, seed: int, *, close_at: int | None = None) -> Iterator[Position]:
    """Play a deal with cards chosen by a seed, closed after so many tricks if that is possible."""
    chance = Random(seed)
    state = Deal.random(rules, seed).start()
    while state.result is None:
        yield state
        actions = state.legal_actions()
        closing = [action for action in actions if str(action) == "close the stock"]
        if closing and close_at is not None and sum(state.tricks) >= close_at:
            state = state.apply(closing[0])
            continue
        plays = [action for action in actions if isinstance(action, Play)]
        state = state.apply(chance.choice(plays) if plays else plain_action(state))
    yield state


def test_a_view_reads_like_the_position() -> None:
    state = play(Deal.random(GUIDE, 66).start(), "")
    state = state.apply(state.legal_actions()[0])
    view = state.view(0)
    for name in ("to_move", "trick", "trump", "turn_up", "closed_by", "history", "result", "dealer", "leader"):
        assert getattr(view, name) == getattr(state, name)
    for seat in (0, 1):
        assert view.points(seat) == state.points(seat)
        assert view.pending(seat) == state.pending(seat)
        assert view.tricks_won(seat) == state.tricks_won(seat)
        assert view.hand_size(seat) == len(state.hand(seat))
    assert view.hand(0) == state.hand(0)
    assert view.hand(1) == ()
    assert view.stock == len(state.stock)
    assert view.seat == 0


def test_at_the_start_17_cards_are_unseen_and_12376_hands_possible() -> None:
    view = Deal.random(GUIDE, 66).start().view(0)
    assert len(view.unseen) == 17
    assert view.layouts() == comb(17, 6) == 12_376
    assert not view.unseen & {*view.hand(0), view.turn_up}


def test_layouts_after_each_draw() -> None:
    """Of the unseen cards six lie with the opponent: 12,376, 5,005, 1,716, 462, 84, 7 and after trick six one hand."""
    state = dealt(
        GUIDE, "AS TS AH TH AD TD", "JS QS JH QH JD QD", turn_up="9C", stock="AC TC KC QC JC KS KH KD 9S 9H 9D"
    )
    found = [state.view(0).layouts()]
    for lead, reply in (("TD", "JD"), ("AD", "QD"), ("AH", "JH"), ("TH", "QH"), ("AC", "JC"), ("KC", "QC")):
        if reply not in codes(state.hand(1)):
            reply = state.hand(1)[-1].code
        if lead not in codes(state.hand(0)):
            lead = state.hand(0)[0].code
        before = len(state.played)
        state = play(state, f"{lead} {reply}" if state.to_move == 0 else f"{reply} {lead}")
        assert len(state.played) == before + 2
        found.append(state.view(0).layouts())
    assert found[:2] == [comb(17, 6), comb(15, 6)]
    assert found[-1] == 1
    assert found == sorted(found, reverse=True)


def test_after_trick_6_the_unseen_cards_are_the_opponents_unshown_ones() -> None:
    for seed in range(30):
        for state in moments(GUIDE, seed):
            if state.turn_up is None:
                for seat in (0, 1):
                    view = state.view(seat)
                    assert view.unseen == set(state.hand(1 - seat)) - state.shown[1 - seat]
                    assert view.layouts() == 1
                    assert list(view.each_layout()) == [frozenset(state.hand(1 - seat))]


@pytest.mark.parametrize("name", TWO_HANDED)
def test_the_true_hand_is_always_possible(name: str) -> None:
    rules = Rules.preset(name)
    for seed in range(6):
        for state in moments(rules, seed, close_at=(None, 0, 1, 2, 3, 4)[seed]):
            for seat in (0, 1):
                view = state.view(seat)
                hand = frozenset(state.hand(1 - seat))
                assert set(view.hand(1 - seat)) <= hand
                assert hand <= view.unseen | set(view.hand(1 - seat))
                assert not hand & view.lacks[1 - seat]
                if view.layouts() <= 500:
                    layouts = list(view.each_layout())
                    assert len(layouts) == len(set(layouts)) == view.layouts()
                    assert hand in layouts


def test_what_was_shown_is_known_until_it_is_played() -> None:
    state = scene(GUIDE, "KH QH 9S AC AD TD", "JH JC JD QC QD KD", turn_up="AS", stock="9D 9C 9H JS QS", tricks=[1, 1])
    after = play(state, "x *H QH")
    assert codes(after.view(1).hand(0)) == named("KH AS")
    after = play(after, "JH AS")
    assert codes(after.view(1).hand(0)) == {"KH"}
    assert codes(after.view(0).hand(1)) == set(), "seat 1 has shown nothing that it still holds"


def test_a_card_drawn_face_down_is_not_known() -> None:
    start = dealt(
        GUIDE, "AS TS AH TH AD TD", "JS QS JH QH JD QD", turn_up="9C", stock="AC TC KC QC JC KS KH KD 9S 9H 9D"
    )
    after = play(start, "AH JH")
    assert "TC" in codes(after.hand(1))
    assert "TC" in codes(after.view(0).unseen)
    assert after.view(0).hand(1) == ()


# What strict play tells, against every hidden hand tried out


def allowed_reply(rules: Rules, trump: str, led: Card, hand: set[Card], card: Card) -> bool:
    """Whether a card may be played to a led card from this hand, once the stock is closed: written anew."""
    suit = {held for held in hand if held.suit is led.suit}
    if suit:
        higher = {held for held in suit if held.strength > led.strength}
        return card in (higher if higher and rules.must_beat else suit)
    trumps = {held for held in hand if held.suit.value == trump}
    return card in (trumps if trumps and rules.must_trump else hand)


def possible_hands(state: Position, seat: int) -> set[frozenset[Card]]:
    """Find every hand of the other seat under which all it has played since the close was allowed."""
    view, other = state.view(seat), 1 - seat
    known = frozenset(view.hand(other))
    found = set()
    for chosen in combinations(sorted(view.unseen), state.hand_sizes[other] - len(known)):
        hand = set(known | set(chosen))
        fits = True
        # undo the tricks from the last back to the close, putting the cards of the other seat back into its hand
        log = [(player, action.card) for player, action in state.log if isinstance(action, Play)]
        closed_after = sum(isinstance(action, Play) for _, action in state.log[: closing_place(state)])
        for place in range(len(log) - 1, closed_after - 1, -1):
            player, card = log[place]
            if player == other:
                hand.add(card)
                if place % 2 == 1:
                    fits = fits and allowed_reply(state.rules, state.trump.value, log[place - 1][1], hand, card)
        if fits:
            found.add(frozenset(known | set(chosen)))
    return found


def closing_place(state: Position) -> int:
    return next(place for place, (_, action) in enumerate(state.log) if str(action) == "close the stock")


@pytest.mark.parametrize("name", TWO_HANDED)
def test_layouts_are_exactly_the_hands_that_fit_the_play(name: str) -> None:
    """Close after a few tricks, play on, and try every hidden hand against the rules of following, written anew."""
    rules = Rules.preset(name)
    compared = narrowed = 0
    for seed in range(8):
        for state in moments(rules, seed, close_at=3 + seed % 3):
            if state.closed_by is None or state.result is not None or state.phase != "play":
                continue
            for seat in (0, 1):
                view = state.view(seat)
                if comb(len(view.unseen), 3) > 1000:
                    continue
                expected = possible_hands(state, seat)
                assert set(view.each_layout()) == expected
                assert view.layouts() == len(expected)
                compared += 1
                narrowed += bool(view.lacks[1 - seat] & view.unseen)
    assert compared >= 20
    assert narrowed >= 3


def test_strict_play_of_three_is_inferred_too() -> None:
    rules = Rules.three_handed()
    for seed in range(10):
        state = Deal.random(rules, seed).start()
        chance = Random(seed)
        while state.result is None:
            plays = [action for action in state.legal_actions() if isinstance(action, Play)]
            state = state.apply(chance.choice(plays))
            for seat in range(3):
                assert not state.lacks[seat] & set(state.hand(seat))


# Hidden cards dealt anew


def by_hand(state: Position, seat: int, chance: Random) -> Position:
    """Change the hidden cards of a position at random, so that this seat cannot tell."""
    other = 1 - seat
    view = state.view(seat)
    known = set(view.hand(other))
    layout = chance.choice([*map(set, view.each_layout())])
    rest = [card for card in view.unseen if card not in layout]
    chance.shuffle(rest)
    hands = list(state.hands)
    hands[other] = tuple(sorted(layout))
    assert known <= layout
    return replace(state, hands=tuple(hands), stock=tuple(rest))


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_view_does_not_depend_on_hidden_cards(name: str) -> None:
    rules = Rules.preset(name)
    for seed in range(4):
        chance = Random(seed)
        for state in moments(rules, seed, close_at=(None, 0, 2, 4)[seed]):
            for seat in (0, 1):
                view = state.view(seat)
                if view.layouts() > 2000:
                    others = [view.deal_hidden(seed)]
                else:
                    others = [view.deal_hidden(seed), by_hand(state, seat, chance)]
                for other in others:
                    assert sorted(card for hand in (*other.hands, other.stock) for card in hand) == sorted(
                        card for hand in (*state.hands, state.stock) for card in hand
                    )
                    same = other.view(seat)
                    assert same == view
                    assert same.to_dict() == view.to_dict()
                    assert same.notation() == view.notation()
                    assert repr(same) == repr(view)
                    assert same.legal_actions() == view.legal_actions()


def test_dealing_hidden_cards_again_is_seeded_and_reaches_every_hand() -> None:
    view = scene(
        GUIDE, "AS TH", "JH QD", turn_up="TS", stock="9H", closed_by=0, points=[20, 20], tricks=[4, 4], to_move=0
    ).view(0)
    assert view.layouts() == 3
    assert view.deal_hidden(5) == view.deal_hidden(5)
    reached = {frozenset(view.deal_hidden(seed).hand(1)) for seed in range(60)}
    assert reached == set(view.each_layout())


@pytest.mark.parametrize("junk", [-1, True, 1.5, "1", None])
def test_dealing_hidden_cards_needs_a_seed(junk: int) -> None:
    with pytest.raises(PuzzleError, match=r"^seed: "):
        Deal.random(GUIDE, 1).start().view(0).deal_hidden(junk)


def everything_in(thing: object, seen: set[int]) -> Iterator[object]:
    """Go through all that can be reached from a value by its fields, entries and items."""
    if id(thing) in seen or isinstance(thing, Rules | type):
        return
    seen.add(id(thing))
    yield thing
    if isinstance(thing, dict):
        parts: list[object] = [*thing, *thing.values()]
    elif isinstance(thing, tuple | list | set | frozenset):
        parts = list(thing)
    else:
        slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
        parts = [getattr(thing, name) for name in slots if hasattr(thing, name)]
    for part in parts:
        yield from everything_in(part, seen)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_no_hidden_card_can_be_reached_from_a_view(name: str) -> None:
    for state in moments(Rules.preset(name), seed=7, close_at=4):
        for seat in (0, 1):
            view = state.view(seat)
            hidden = (set(state.hand(1 - seat)) | set(state.stock)) - state.shown[1 - seat]
            fields = [value for field, value in fields_of(view) if field not in ("rules", "lacks")]
            reached = {thing for value in fields for thing in everything_in(value, set()) if isinstance(thing, Card)}
            assert not reached & hidden
            # unseen cards are named in text and JSON as what they are to this seat: one set, in sorting order
            data = view.to_dict()
            listed = [Card(code) for code in data.pop("unseen", [])]
            assert listed == sorted(listed)
            # `lacks` follow from the rules and the cards played: they name cards without saying where they are
            for name_of_hand in ("hand", "opponent"):
                data.pop(f"{name_of_hand}_lacks", None)
            told = {thing for thing in everything_in(data, set()) if isinstance(thing, str)}
            assert not told & codes(hidden)
            assert not hasattr(view, "hands")
            assert not hasattr(view, "__dict__")


def fields_of(view: View) -> list[tuple[str, object]]:
    return [(name, getattr(view, name)) for name in View.__dataclass_fields__]


def test_views_are_equal_by_value_and_hashable() -> None:
    start = Deal.random(GUIDE, 66).start()
    assert start.view(0) == start.view(0)
    assert start.view(0) != start.view(1)
    assert len({start.view(0), start.view(0), start.view(1)}) == 2
    with pytest.raises(AttributeError):
        start.view(0).seat = 1  # type: ignore[misc]
