"""What the analysis of a close and its plans refuse, each with one clear sentence."""

import math
from dataclasses import replace
from typing import Any

import pytest

from sixtysix import (
    Announce,
    Card,
    ClaimOut,
    Close,
    Deal,
    Play,
    PuzzleError,
    Rules,
    RulesError,
    View,
    analyse_close,
)

from .build import scene, three_start
from .test_analyse_close import many_layouts, sample


@pytest.mark.parametrize("seconds", ["x", math.nan, math.inf, -1, -0.5, True, None])
def test_a_budget_is_a_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^seconds: .* is not a time budget; use a number of seconds from 0$"):
        analyse_close(sample().view(0), seconds=seconds)


@pytest.mark.parametrize("at_least", [0, 4, -1, True, None, "2"])
def test_one_to_three_game_points_can_be_asked_for(at_least: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^at_least: .* game points cannot be asked for; use 1, 2 or 3$"):
        analyse_close(sample().view(0), at_least=at_least)


def test_what_was_settled_at_the_close_cannot_be_asked_for() -> None:
    view = Deal.random(Rules.schnapsen(), 1).start().view(0)
    with pytest.raises(PuzzleError, match=r"^at_least: .* is settled already; use less$"):
        analyse_close(view, plan=False, at_least=2)


def test_weights_must_be_complete() -> None:
    with pytest.raises(PuzzleError, match=r"^weights: there is none for -2 game points; give one for each"):
        analyse_close(sample().view(0), weights={1: 1.0, 2: 2.0, 3: 3.0})


def test_who_may_not_close_is_told_why() -> None:
    start = Deal.random(Rules.guide(), 66).start()
    for view, why in (
        (start.view(1), "not your turn"),
        (start.apply(Play(start.hand(0)[0])).view(1), "only when you are to lead"),
        (Deal.random(Rules.santase(), 66).start().view(0), "at the opening lead"),
        (scene(Rules.guide(), "AS KS", "TS 9H", points=[30, 20], tricks=[5, 5]).view(0), "nothing to close"),
    ):
        with pytest.raises(PuzzleError, match=rf"^the stock cannot be closed here\. .*{why}"):
            analyse_close(view)


def test_there_must_be_something_left_to_decide() -> None:
    closed = sample()
    over = closed.apply(Play(Card("AS"))).apply(Play(Card("TS"))).apply(ClaimOut())
    assert over.result is not None
    exchanging = Deal.random(Rules.pagat(), 66).start().apply(Close())
    with pytest.raises(PuzzleError, match=r"^the deal is over"):
        analyse_close(over.view(0))
    with pytest.raises(PuzzleError, match=r"^it is not your turn"):
        analyse_close(closed.apply(Play(Card("AH"))).view(0))
    with pytest.raises(PuzzleError, match=r"^first exchange or pass"):
        analyse_close(exchanging.view(1))
    with pytest.raises(PuzzleError, match=r"^it is not your turn"):
        analyse_close(exchanging.view(0))


def test_the_opponent_must_have_a_choice_too() -> None:
    facts: dict[str, Any] = {"turn_up": "JS", "stock": 3, "closed_by": 0, "to_move": 1}
    out = scene(Rules.guide(), "AS KS AH", "TS 9H 9D", points=[30, 66], tricks=[1, 5], **facts)
    with pytest.raises(PuzzleError, match=r"^your opponent has 66 and is on lead"):
        analyse_close(out.view(0))
    married = scene(Rules.american(), "AS AD AH", "KH QH 9D", points=[30, 20], tricks=[1, 1], **facts)
    with pytest.raises(PuzzleError, match=r"^your opponent has announced a marriage"):
        analyse_close(married.apply(Announce(Card("KH").suit)).view(0))


def test_a_view_of_two_is_needed() -> None:
    for wrong in (None, 5, sample()):
        with pytest.raises(PuzzleError, match=r"^a view is needed here"):
            analyse_close(wrong)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"^players: the analysis of a close is for 2 players"):
        analyse_close(three_start().view(0))


@pytest.mark.parametrize("view", [sample().view(0), many_layouts()], ids=["closed", "open"])
def test_hands_that_do_not_go_together_are_refused(view: View) -> None:
    free = sorted(view.unseen)
    for wrong in (
        replace(view, own=view.own[:-1]),
        replace(view, own=tuple(sorted((*view.own, free[0])))),
        replace(view, hand_sizes=(9, 9)),
        replace(view, lacks=(frozenset(), view.unseen)),
    ):
        match = r"^(the view contradicts itself: [a-z_]+: .*|hand: .* do not go together$)"
        with pytest.raises(PuzzleError, match=match):
            analyse_close(wrong)


def test_a_card_that_cannot_be_played_has_no_refutation() -> None:
    with pytest.raises(PuzzleError, match=r"^card: 9♣ cannot be played now; A♠, K♠ or A♥ can$"):
        analyse_close(sample().view(0), plan=False).refuted_by("9C")


def test_a_plan_answers_views_of_its_own_deal_on_turn() -> None:
    position = sample()
    plan = analyse_close(position.view(0)).plan
    assert plan is not None
    first = plan.reply(position.view(0))
    assert first in position.legal_actions()
    after = position.apply(first)
    with pytest.raises(PuzzleError, match=r"^the plan has nothing to say now: it is not your turn$"):
        plan.reply(after.view(0))
    with pytest.raises(PuzzleError, match=r"^the plan is for another deal"):
        plan.reply(after.view(1))
    with pytest.raises(PuzzleError, match=r"^the plan is for another deal"):
        plan.reply(None)  # type: ignore[arg-type]
    later, other = many_layouts(0), many_layouts(4)
    found = analyse_close(later, seconds=0)
    assert found.plan is not None
    with pytest.raises(PuzzleError, match=r"^the plan is for another deal"):
        found.plan.reply(other)


def test_a_plan_that_was_left_says_so() -> None:
    position = scene(
        Rules.guide(), "AS TH 9C", "9D QD JC", turn_up="JS", stock="AH", closed_by=0, points=[45, 45], tricks=[1, 1]
    )
    plan = analyse_close(position.view(0)).plan
    assert plan is not None
    planned = plan.reply(position.view(0))
    other = next(action for action in position.legal_actions() if isinstance(action, Play) and action != planned)
    left = position.apply(other)
    while left.result is None and left.to_move != 0:
        left = left.apply(left.legal_actions()[0])
    assert left.to_move == 0
    with pytest.raises(PuzzleError, match=r"^the plan was left: it plays .*, and .* was played$"):
        plan.reply(left.view(0))


@pytest.mark.parametrize(
    "changes",
    [{"taken": (-5, 0)}, {"own": ()}, {"closed_by": 7}, {"turn": 5}, {"own": (Card("AS"),) * 6}],
    ids=lambda changes: next(iter(changes)),
)
def test_a_view_put_together_by_hand_must_fit_together(changes: Any) -> None:
    view = replace(Deal.random(Rules.guide(), 5).start().apply(Close()).view(0), **changes)
    with pytest.raises(PuzzleError, match=r"^the view contradicts itself: .*"):
        analyse_close(view, plan=False)


@pytest.mark.parametrize("weights", [5, "x", {1: math.nan}, {1: "a"}])
def test_weights_are_a_table_of_numbers(weights: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^weights: .* is (no table; give one like .*|not a number)$"):
        analyse_close(sample().view(0), plan=False, weights=weights)


def test_a_plan_is_asked_about_its_own_deal_only() -> None:
    plan = analyse_close(Deal.random(Rules.guide(), 5).start().view(0), seconds=0).plan
    assert plan is not None
    start = Deal.random(Rules.guide(), 5).start()
    for other in (Deal.random(Rules.guide(), 6).start(), Deal.random(Rules.pagat(), 5).start()):
        with pytest.raises(PuzzleError, match="the plan is for another deal"):
            plan.reply(other.view(0))
    assert plan.reply(start.view(0)) == Close()
    later = start.apply(Play(start.hand(0)[0]))
    while later.turn != 0 or later.trick:
        later = later.apply(next(action for action in later.legal_actions() if isinstance(action, Play)))
    with pytest.raises(PuzzleError, match="the plan is for another deal"):
        plan.reply(later.view(0))  # play went on with the stock open


@pytest.mark.parametrize("layout", [-1, 10**6, 1.5, "0", True, None])
def test_a_layout_has_a_number(layout: Any) -> None:
    found = analyse_close(sample().view(0), plan=False)
    with pytest.raises(PuzzleError, match=r"^layout: .* is not one; their numbers are 0 to \d+$"):
        found.hand(layout)


@pytest.mark.parametrize("tricks", [0, -1, None, "x", True])
def test_a_tree_shows_a_number_of_tricks(tricks: Any) -> None:
    plan = analyse_close(sample().view(0), seconds=0).plan
    assert plan is not None
    with pytest.raises(PuzzleError, match=r"^tricks: .* is not a number of tricks; use a whole number from 1$"):
        plan.tree(tricks)


@pytest.mark.parametrize(
    ("change", "why"), [({"at_close": None}, "how it stood then"), ({"waiting": (40, 0)}, "waits")]
)
def test_a_close_put_together_by_hand_must_be_whole(change: dict[str, Any], why: str) -> None:
    with pytest.raises(PuzzleError, match=rf"^the view contradicts itself: .*{why}"):
        analyse_close(replace(sample().view(0), **change))
