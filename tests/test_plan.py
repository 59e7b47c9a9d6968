"""The best single plan: against exhaustive search, and followed through the engine against every defence."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from sixtysix import Announce, ClaimOut, Close, CloseAnalysis, Deal, Draw, Play, Rules, View, analyse_close
from sixtysix.actions import Action
from sixtysix.public import Phase

from .best_plan import BestPlan, World, worst
from .build import TWO_HANDED
from .closes import analysed_view, boundary_positions, played_views, position_of

LONG = 20.0
"""Seconds that are never needed."""


def small_close(name: str, seed: int, most: int = 10) -> View:
    """Make up a close of two to four cards and at most so many layouts, neither side having 66; one in three is open.

    An open stock with such hands is no real one, but the rules of closing and of the exchange after it are the same.
    """
    chance = Random(f"{name} {seed}")
    for position in boundary_positions(Rules.preset(name), chance):
        if chance.random() < 0.3 and position.phase is Phase.PLAY:
            opened = replace(position, closed_by=None, at_close=None)
            position = opened if Close() in opened.legal_actions() else position
        view = analysed_view(position, chance)
        if view and len(view.own) > 1 and 2 <= view.layouts() <= most and max(view.taken) < 66:
            return view
    raise AssertionError


def worlds(analysis: CloseAnalysis) -> list[World]:
    """Return all layouts of a close, the stock closed."""
    view = analysis.view
    positions = [position_of(view, analysis.hand(layout)) for layout in range(analysis.layouts)]
    closed = [p if view.closed_by is not None else p.apply(Close()) for p in positions]
    return [(1 << layout, position) for layout, position in enumerate(closed)]


def closer(view: View) -> int:
    """Return the seat that has closed, or is to close."""
    return view.seat if view.closed_by is None else view.closed_by


def check_bounds(analysis: CloseAnalysis) -> None:
    """Check that no plan is better than its bound, and the bound no better than seeing all cards."""
    wins, value = analysis.plan_wins, analysis.plan_value
    assert wins is not None
    assert value is not None
    assert wins <= analysis.plan_bound <= analysis.open_cards_wins
    assert analysis.exact == (wins == analysis.plan_bound)
    assert analysis.peeking_gap == analysis.open_cards_wins - wins
    better = value - analysis.open_cards_value
    assert (better if closer(analysis.view) == analysis.view.seat else -better) <= 1e-9


# Exhaustive search


def check_exhaustively(view: View) -> CloseAnalysis:
    """Compare the best plan with all there are."""
    found = analyse_close(view, seconds=LONG)
    check_bounds(found)
    families = BestPlan(view.seat, closer(view), 1).of_groups(worlds(found))
    most = max(family.bit_count() for family in families)
    assert found.exact
    assert found.plan_wins == most / found.layouts, view
    assert found.certain == 0 or most == found.layouts
    return found


GAPS = {
    "guide": (334, 352),
    "american": (31, 32, 143, 207, 388),
    "app": (116, 202, 206, 247, 274, 289),
    "german": (193, 337, 352, 379),
    "pagat": (1, 18, 97, 199),
    "santase": (176, 212, 247, 328, 333),
    "schnapsen": (7, 14, 81, 116, 376, 397),
}
"""Small closes in which no plan wins all that could be won seeing all cards; most small ones have no such gap."""


@pytest.mark.parametrize("name", TWO_HANDED)
def test_the_best_plan_of_small_closes(name: str) -> None:
    roles = set()
    for seed in range(14):
        found = check_exhaustively(small_close(name, seed))
        roles.add("open" if found.view.closed_by is None else found.view.closed_by == found.view.seat)
    check_exhaustively(small_close(name, 0, most=21))
    assert {True, False} <= roles


@pytest.mark.parametrize("name", TWO_HANDED)
def test_the_best_plan_where_seeing_wins_more(name: str) -> None:
    for seed in GAPS[name]:
        gap = check_exhaustively(small_close(name, seed)).peeking_gap
        assert gap is not None
        assert gap > 0


SURE = {
    "guide": {1: 17, 2: 18, 3: 8},
    "american": {1: 1, 2: 42},
    "app": {1: 15, 2: 87},
    "german": {1: 1, 2: 13},
    "pagat": {1: 11, 2: 39, 3: 163},
    "santase": {1: 24, 2: 10, 3: 490},
    "schnapsen": {1: 9, 2: 67, 3: 99},
}
"""Closes that are certain to bring so many game points."""


@pytest.mark.parametrize(("name", "points"), [(name, points) for name, some in SURE.items() for points in some])
def test_certain_is_what_one_plan_guarantees(name: str, points: int) -> None:
    view = small_close(name, SURE[name][points], most=5)
    found = analyse_close(view, seconds=LONG)
    assert found.certain == points
    assert found.plan_value is not None
    assert found.plan_value >= points
    every = (1 << found.layouts) - 1
    # Here the opponent may also claim wrongly, where that is cheaper for him.
    for least in (1, 2, 3):
        families = BestPlan(view.seat, view.seat, least, wrong_claims=True).of_groups(worlds(found))
        assert (every in families) == (least <= points)


@pytest.mark.parametrize("name", ["guide", "american", "app", "german", "pagat", "santase"])
@pytest.mark.parametrize("mine", [True, False], ids=["closer", "opponent"])
def test_a_plan_for_two_game_points(name: str, mine: bool) -> None:
    views = (small_close(name, seed) for seed in range(200, 400))
    fitting = (view for view in views if (closer(view) == view.seat) is mine and view.points(1 - closer(view)) < 33)
    checked = 0
    for view in fitting:
        found = analyse_close(view, seconds=LONG, at_least=2)
        if found.open_cards_wins == 0:
            continue
        check_bounds(found)
        families = BestPlan(view.seat, closer(view), 2, wrong_claims=True).of_groups(worlds(found))
        assert found.exact
        assert found.plan_wins == max(family.bit_count() for family in families) / found.layouts, view
        checked += 1
        if checked == 3:
            return
    raise AssertionError


def test_an_opponent_who_cannot_be_held_under_33_gives_one_point() -> None:
    # With 45 to 65 at the start, no plan makes two of it; where one may say out at any turn, nor does it seem so.
    facts = {"rules": "app", "trump": "D", "turn_up": "9D", "stock": 1, "closed_by": 0, "to_move": 0, "tricks": [1, 6]}
    cards = {"hand": ["KS", "KH", "KD", "QC"], "unseen": ["QS", "QH", "QD", "JD", "KC"]}
    view = View.from_dict({**facts, **cards, "points": [60, 50], "led": "QD"})
    found = analyse_close(view)
    assert (found.plan_wins, found.certain, set(found.game_points.tolist())) == (1.0, 1, {1})


# Followed


def follow(found: CloseAnalysis) -> None:
    """Play the plan in every layout against every defence: it wins what it says, and is worth what it says."""
    assert found.plan is not None
    assert found.plan_value is not None
    view, seat = found.view, closer(found.view)
    mine = seat == view.seat
    replies: dict[object, Action] = {}
    # Where the closer fails, he may lose more by what comes later.
    enough = -max(view.rules.failed_close_trickless, 3) if mine else 3
    values = [
        worst(found.plan, position_of(view, found.hand(layout)), seat, enough=enough, replies=replies)
        for layout in range(found.layouts)
    ]
    won = [(value > 0) is mine for value in values]
    assert sum(won) / len(won) == found.plan_wins, view
    assert won == found.plan.course.wins.tolist(), view
    mean = sum(values) / len(values)
    assert mean >= found.plan_value - 1e-9 if mine else mean <= found.plan_value + 1e-9, view


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_followed_plan_wins_what_it_says_in_small_closes(name: str) -> None:
    for seed in range(400, 405):
        follow(analyse_close(small_close(name, seed, most=35)))


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_followed_plan_wins_what_it_says_in_played_closes(name: str) -> None:
    views = played_views(Rules.preset(name), Random(name))
    fitting = (view for view in views if 10 <= view.layouts() <= 84 and len(view.own) > 2 and max(view.taken) < 66)
    for view in islice(fitting, 1):
        follow(analyse_close(view))


@pytest.mark.parametrize(("name", "seed"), [("german", 50), ("german", 57), ("pagat", 37), ("pagat", 57)])
def test_the_plan_answers_an_exchange_after_the_close(name: str, seed: int) -> None:
    view = first_close(Rules.preset(name), seed, most=21)
    assert view is not None
    found = analyse_close(view)
    assert 0 < found.open_cards_wins < 1
    assert (found.question.swapped >= 0).any(), "he may exchange in some layouts"
    follow(found)


# Every close with few layouts is settled


def first_close(rules: Rules, seed: int, most: int) -> View | None:
    """Play at random until so few layouts are left, and return the view of who may close then, if anybody."""
    position, chance = Deal.random(rules, seed).start(), Random(seed)
    while position.result is None and position.is_open:
        if Close() in position.legal_actions() and position.view(position.turn).layouts() <= most:
            return position.view(position.turn)
        actions = [action for action in position.legal_actions() if isinstance(action, Play | Announce | Draw)]
        position = position.apply(chance.choice(actions))
    return None


@pytest.mark.parametrize(("name", "seeds"), [("guide", 45), *((name, 4) for name in TWO_HANDED if name != "guide")])
def test_a_close_with_84_layouts_is_exact(name: str, seeds: int) -> None:
    views = [view for seed in range(seeds) if (view := first_close(Rules.preset(name), seed, most=84))]
    assert len(views) > seeds / 2
    for view in views:
        found = analyse_close(view, seconds=LONG)
        check_bounds(found)
        assert found.exact, view


def test_the_bounds_hold_however_little_time_there_is() -> None:
    for seed in range(3):
        view = first_close(Rules.guide(), seed, most=500)
        assert view is not None
        best = analyse_close(view, seconds=LONG)
        quick = analyse_close(view, seconds=0)
        check_bounds(quick)
        assert quick.plan is not None
        assert quick.plan_wins is not None
        assert best.plan_wins is not None
        assert quick.plan_wins <= best.plan_wins <= quick.plan_bound


def test_a_marriage_that_ends_the_deal_at_once_is_certain_for_three() -> None:
    # Under these rules a claim is possible at every turn, so a closer's opponent who fears three gives up for two.
    view = View.parse(
        "66 rules=american seat=0 dealer=1 trump=S turn_up=9S stock=9 hand=AS,JH,KD,QD "
        "unseen=TS,KS,QS,JS,QH,9H,AD,JD,9D,KC,QC,JC,9C to_move=0 closed_by=0 points=56-0 tricks=3-0 "
        "played=AH,TH,AC,TC,TD,KH"
    )
    found = analyse_close(view)
    assert (found.certain, found.plan_value, found.exact) == (3, 3, True)
    assert found.plan is not None
    position = view.deal_hidden(seed=1)
    for action in (Announce("D"), ClaimOut()):
        assert found.plan.reply(position.view(0)) == action
        position = position.apply(action)
    assert position.result is not None
    assert position.result.game_points == (3, 0)


@pytest.mark.parametrize(
    ("name", "seed", "points"),
    [
        *(("pagat", seed, 3) for seed in (95, 118, 127, 180, 386)),
        ("app", 126, 3),
        ("pagat", 12, 2),
        ("american", 0, 2),
        ("guide", 7, 2),
    ],
)
def test_certain_is_what_one_plan_of_the_opponents_guarantees(name: str, seed: int, points: int) -> None:
    view = next(
        view
        for number in range(seed, seed + 40)
        if (view := small_close(name, number, most=6)).closed_by == 1 - view.seat
        and analyse_close(view, seconds=LONG).certain == points
    )
    found = analyse_close(view, seconds=LONG)
    assert view.closed_by is not None
    every = (1 << found.layouts) - 1
    for least in (2, 3):  # that many, or more, against the closer, who may also claim wrongly
        families = BestPlan(view.seat, view.closed_by, 1 - least, wrong_claims=True).of_groups(worlds(found))
        assert (every in families) == (least <= points)
    assert found.plan is not None
    for _, position in worlds(found):
        assert worst(found.plan, position, view.closed_by, enough=-1, replies={}) <= -points


def test_a_plan_that_never_says_out_where_that_costs_the_closer_more() -> None:
    found = analyse_close(small_close("pagat", 95, most=6), seconds=LONG)
    assert found.plan is not None
    assert found.plan.silent
    assert found.certain == 3
    assert set(found.plan.course.values.tolist()) == {-3}
