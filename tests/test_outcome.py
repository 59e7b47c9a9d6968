"""What a close is worth with all cards seen: game points in every layout, against brute force and by proof."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Close, Rules, RulesError, View, analyse_close
from sixtysix.solver.question import questions

from .brute import position_value
from .build import TWO_HANDED, named, scene
from .closes import analysed_view, boundary_positions, played_views, position_of
from .test_brute import random_rules


def check(view: View, chance: Random, hands: int = 2) -> int:
    """Compare some layouts of a view with brute force and return their number."""
    seen = analyse_close(view, plan=False)
    chosen = chance.sample(range(seen.layouts), min(hands, seen.layouts))
    for layout in chosen:
        position = position_of(view, seen.hand(layout))
        closed = position if position.closed_by is not None else position.apply(Close())
        value = position_value(closed) * (1 if closed.closed_by == 0 else -1)
        assert seen.game_points[layout] == value, position
    return len(chosen)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_played_closes_are_worth_what_brute_force_says(name: str) -> None:
    chance, rules = Random(name), Rules.preset(name)
    assert sum(check(view, chance) for view in islice(played_views(rules, chance, most_cards=5), 25)) >= 40


def test_the_played_closes_are_of_every_kind() -> None:
    chance = Random(66)
    kinds = set()
    for name in TWO_HANDED:
        for view in islice(played_views(Rules.preset(name), chance), 60):
            kinds.add("led" if view.trick else "he leads" if view.to_move != view.seat else "I lead")
            kinds.add({None: "open", view.seat: "my close"}.get(view.closed_by, "his close"))
            kinds |= {view.phase.value, "announced" if view.announced else "", "lacks" if any(view.lacks) else ""}
            kinds |= {"I wait" if view.pending(view.seat) else "", "he waits" if view.pending(1 - view.seat) else ""}
            kinds |= {f"{len(view.own)} cards", "he exchanges" if len(questions(view)[0].swapped) else ""}
            kinds.add(f"{len(questions(view))} ways")
    wanted = {"led", "he leads", "I lead", "open", "my close", "his close", "play", "draw", "closed", "announced"}
    wanted |= {"lacks", "I wait", "he waits", "6 cards", "5 cards", "1 cards", "he exchanges", "2 ways"}
    assert wanted <= kinds


@pytest.mark.parametrize("name", TWO_HANDED)
def test_closes_with_points_at_the_limits(name: str) -> None:
    chance, rules = Random(name), Rules.preset(name)
    checked = 0
    for position in islice(boundary_positions(rules, chance), 120):
        view = analysed_view(position, chance)
        checked += check(view, chance) if view is not None else 0
    assert checked > 160


@pytest.mark.parametrize("name", TWO_HANDED)
def test_whole_hands(name: str) -> None:
    chance, rules = Random(name), Rules.preset(name)
    views = (view for view in played_views(rules, chance) if len(view.own) == rules.hand_size)
    assert sum(check(view, chance, 1) for view in islice(views, 2)) == 2


def test_mixed_rules_are_answered_rightly_or_refused() -> None:
    chance = Random(66)
    checked, refused = 0, set()
    while checked < 600:
        rules = random_rules(chance)
        position = next(boundary_positions(rules, chance, most_cards=3))
        view = analysed_view(position, chance)
        if view is None:
            continue
        try:
            checked += check(view, chance)
        except RulesError as error:
            refused.add(str(error))
    assert {sentence.partition(":")[0] for sentence in refused} == {"wrong_claim", "counter_out", "claim"}
    assert not any("." in sentence for sentence in refused), "one sentence each"


# By hand. Spades are trumps; seat 0 has closed, and to move is seat 0 unless it is said otherwise.


def worth(rules: Rules, closer: str, other: str, *, seat: int = 0, **facts: Any) -> int:
    """Return what the close is worth in one layout, in game points to the closer, seen from a seat."""
    fields: dict[str, Any] = {"turn_up": "JS", "stock": 1, "closed_by": 0, "tricks": [1, 1]}
    position = scene(rules, closer, other, **{**fields, **facts})
    seen = analyse_close(position.view(seat), plan=False)
    hidden = {Card(code) for code in named(other if seat == 0 else closer)}
    layouts = [layout for layout in range(seen.layouts) if seen.hand(layout) == hidden]
    assert len(layouts) == 1
    return int(seen.game_points[layouts[0]])


NO_TRICK: dict[str, Any] = {"tricks": [1, 0], "at_close": {"points": 0, "tricks": 0}}
"""The closer's opponent has no trick, and had none."""
BOTH_SEATS = pytest.mark.parametrize("seat", [0, 1])


@BOTH_SEATS
@pytest.mark.parametrize(
    ("points", "value"), [([55, 32], 2), ([55, 33], 1), ([55, 40], 1), ([54, 32], -2), ([54, 33], -2)]
)
def test_33_exactly_is_not_under_33_and_66_exactly_is_out(points: list[int], value: int, seat: int) -> None:
    # The ace takes the nine: eleven points.
    assert worth(Rules.guide(), "AS", "9H", points=points, seat=seat) == value


@BOTH_SEATS
@pytest.mark.parametrize(
    ("rules", "value"),
    # Where one may say out at any turn, the opponent claims wrongly when the ace is led: that costs two.
    [(Rules.guide(), 3), (Rules.santase(), 3), (Rules.pagat(), 3), (Rules.german(), 2), (Rules.app(), 2)],
)
def test_no_trick_pays_three_where_the_rules_know_it(rules: Rules, value: int, seat: int) -> None:
    assert worth(rules, "AS", "9H", points=[55, 0], seat=seat, **NO_TRICK) == value


def test_a_trick_without_points_is_a_trick() -> None:
    assert worth(Rules.guide(), "AS", "9H", points=[55, 0], tricks=[1, 1]) == 2
    # The ace makes 66 at once. A point less, and the queen takes a trick: nothing but a failed close is left.
    assert worth(Rules.guide(), "AS 9D", "9H QD", points=[55, 0], **NO_TRICK) == 3
    assert worth(Rules.guide(), "AS 9D", "9H QD", points=[54, 0], **NO_TRICK) == -3


@BOTH_SEATS
@pytest.mark.parametrize(
    ("rules", "at_close", "value"),
    [
        (Rules.guide(), 0, -3),  # judged at the close, whatever he has taken since
        (Rules.guide(), 1, -2),
        (Rules.pagat(), 0, -3),
        (Rules.pagat(), 1, -2),
        (Rules.santase(), 0, -3),
        (Rules.santase(), 1, -3),
        (Rules.american(), 0, -2),
        (Rules.german(), 0, -2),
        (Rules.app(), 0, -2),  # judged at the end, and now he has a trick
        (Rules.app(), 1, -2),
    ],
)
def test_what_a_failed_close_costs(rules: Rules, at_close: int, value: int, seat: int) -> None:
    # With the bonus of the last trick where there is one, 20 + 11 + 10 is far from 66.
    before = {"points": 0, "tricks": at_close}
    assert worth(rules, "AS", "9H", points=[20, 10], at_close=before, seat=seat) == value


@BOTH_SEATS
@pytest.mark.parametrize(
    ("closer", "other", "value"),
    [
        ("AS", "9H", -3),  # the ace takes the last trick too
        ("9S", "AS", -2),  # the ace of trumps must take the nine
        ("9H", "AH", -2),  # he must follow with the ace
        ("AH", "9D", -3),
    ],
)
def test_app_asks_at_the_end_who_has_no_trick(closer: str, other: str, value: int, seat: int) -> None:
    assert worth(Rules.app(), closer, other, points=[20, 0], seat=seat, **NO_TRICK) == value


@BOTH_SEATS
def test_pagat_pays_less_for_going_out_than_for_a_close_that_fails(seat: int) -> None:
    trickless: dict[str, Any] = {"at_close": {"points": 0, "tricks": 0}, "seat": seat}
    # The closer's opponent leads the ace of hearts, takes 11 + 0 and is on lead with 66: he may say out for two. If
    # the closer gets no more than the last trick, 21, he waits for the end: the failed close costs three.
    hands = ("9H TS", "AH JD")
    assert worth(Rules.pagat(), *hands, points=[40, 55], to_move=1, **trickless) == -3
    assert worth(Rules.pagat(), *hands, points=[53, 55], to_move=1, **trickless) == -3
    assert worth(Rules.pagat(), *hands, points=[54, 55], to_move=1, **trickless) == -2
    assert worth(Rules.guide(), *hands, points=[54, 55], to_move=1, **trickless) == -3
    assert worth(Rules.pagat(), *hands, points=[54, 54], to_move=1, **trickless) == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_american_pays_three_for_going_out_while_the_closer_has_no_trick(seat: int) -> None:
    facts: dict[str, Any] = {"to_move": 1, "stock": 11, "at_close": {"points": 0, "tricks": 0}, "seat": seat}
    # With the royal marriage he is out before the closer's turn.
    assert worth(Rules.american(), "9H 9D", "KS QS", points=[0, 26], tricks=[0, 1], **facts) == -3
    # A point less, and he must lead first: the closer claims wrongly for two.
    assert worth(Rules.american(), "9H 9D", "KS QS", points=[0, 25], tricks=[0, 1], **facts) == -2
    assert worth(Rules.american(), "9H 9D", "KS QS", points=[2, 26], tricks=[1, 1], **facts) == -2


@BOTH_SEATS
def test_a_wrong_claim_is_a_way_out_of_three_in_schnapsen(seat: int) -> None:
    # Closed when the opponent had no trick: three, whatever he has now. On lead he may claim wrongly, which costs two;
    # when he has led it is too late.
    facts: dict[str, Any] = {"points": [53, 4], "at_close": {"points": 0, "tricks": 0}, "seat": seat}
    rules = Rules.schnapsen()
    assert worth(rules, "AS", "QH", turn_up="KS", **facts) == 3
    assert worth(rules, "AS", "QH", turn_up="KS", to_move=1, **facts) == 2
    if seat == 0:
        assert worth(rules, "AS", "QH", turn_up="KS", led="QH", **facts) == 3
    # Settled at the close: two for his 32 then, although he has 40 now; one for 33.
    facts = {"points": [53, 40], "seat": seat, "turn_up": "KS"}
    assert worth(rules, "AS", "QH", at_close={"points": 32, "tricks": 1}, **facts) == 2
    assert worth(rules, "AS", "QH", at_close={"points": 33, "tricks": 1}, **facts) == 1


@BOTH_SEATS
def test_german_cannot_claim_an_announcement_at_once(seat: int) -> None:
    # The royal marriage makes 66, but its king or queen must be led. The queen loses to the ace, 14 points: if that is
    # 66 the opponent is out, else the closer has 66 when the cards are gone.
    hands = ("KS QS", "AS TS")
    for his, german in ((52, -2), (51, 1)):
        assert worth(Rules.german(), *hands, points=[26, his], seat=seat) == german
        assert worth(Rules.american(), *hands, points=[26, his], seat=seat) == 1
        assert worth(Rules.guide(), *hands, points=[26, his], seat=seat) == -2, "no marriage once it is closed"


@BOTH_SEATS
@pytest.mark.parametrize(("rules", "value"), [(Rules.american(), 1), (Rules.guide(), -2), (Rules.german(), -2)])
def test_the_bonus_of_the_last_trick_counts_where_the_rules_give_it(rules: Rules, value: int, seat: int) -> None:
    assert worth(rules, "AS", "9H", points=[45, 40], seat=seat) == value
    assert worth(rules, "AS", "9H", points=[44, 40], seat=seat) == -2


def test_with_66_the_closer_says_out_on_lead_and_may_have_to_wait_for_it() -> None:
    assert worth(Rules.guide(), "9H", "AH", points=[66, 40]) == 1
    # Led to, he must play first, and an ace that makes 66 wins for his opponent if there is another lead.
    assert worth(Rules.guide(), "9H 9D", "AH AD", points=[66, 54], led="AH") == 1
    assert worth(Rules.guide(), "9H 9D", "AH AD", points=[66, 55], led="AH") == -2
    assert worth(Rules.app(), "9H 9D", "AH AD", points=[66, 55], led="AH") == 1, "out at any turn"
    assert worth(Rules.guide(), "9H", "AH", points=[66, 55], led="AH") == 1, "after the last trick 66 wins"


@BOTH_SEATS
def test_pending_points_do_not_count_towards_33(seat: int) -> None:
    # His marriage of 40 waits for a trick that he does not get.
    facts: dict[str, Any] = {"pending": [0, 40], "seat": seat, "tricks": [1, 0]}
    assert worth(Rules.german(), "AS 9H", "9D JD", points=[55, 0], **facts) == 2


def test_the_readings_of_one_card_against_one_of_two() -> None:
    position = scene(Rules.guide(), "AS", "9H", turn_up="JS", stock="9D", closed_by=0, tricks=[1, 1], points=[55, 40])
    seen = analyse_close(position.view(0), plan=False)
    assert (seen.layouts, seen.open_cards_wins, seen.open_cards_value) == (2, 1.0, 1.0)
    assert seen.by_lead == {Card("AS"): 1.0}
    assert [need for need, share in enumerate(seen.by_need) if share == 1] == list(range(12))
    # The ace comes before anything the opponent can do.
    assert seen.share()[11].tolist() == [1.0] * 67
    assert seen.share()[12].tolist() == [0.0] * 67
