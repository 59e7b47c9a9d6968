"""The analysis of a close as one meets it: its budgets, its readings, and a plan that is asked."""

import time
import warnings
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix import (
    Announce,
    Card,
    ClaimOut,
    Close,
    CloseAnalysis,
    Deal,
    Exchange,
    Play,
    Position,
    Rules,
    View,
    analyse_close,
    compare_closes,
)
from sixtysix.solver import closing, search

from .best_plan import BestPlan
from .build import TWO_HANDED, play, scene
from .closes import analysed_view, boundary_positions, played_views
from .test_plan import LONG, first_close, small_close, worlds


def sample() -> Position:
    """Return a close of three cards each with 20 layouts."""
    facts: dict[str, Any] = {"turn_up": "JS", "stock": 3, "closed_by": 0, "points": [30, 20], "tricks": [1, 1]}
    return scene(Rules.guide(), "AS KS AH", "TS 9H 9D", **facts)


def many_layouts(seed: int = 0) -> View:
    """Return an open view with some hundred layouts that no plan settles at once."""
    view = first_close(Rules.guide(), seed, most=500)
    assert view is not None
    return view


# Budgets


def test_without_time_there_is_a_plan_and_a_bound() -> None:
    found = analyse_close(many_layouts(), seconds=0)
    assert found.plan is not None
    assert found.plan_wins is not None
    assert found.plan_wins <= found.plan_bound <= found.open_cards_wins
    assert not found.stopped


def test_news_only_improve() -> None:
    heard: list[CloseAnalysis] = []
    view = many_layouts()
    found = analyse_close(view, seconds=LONG, news=heard.append)
    assert len(heard) > 2
    known = [*heard, found]
    wins = [news.plan_wins or 0.0 for news in known]
    bounds = [news.plan_bound for news in known]
    assert wins == sorted(wins)
    assert bounds == sorted(bounds, reverse=True)
    assert all(news.plan_wins is not None and news.plan is not None for news in heard)
    assert found.exact == (found.plan_wins == found.plan_bound)


def test_an_interrupt_returns_what_is_known() -> None:
    heard: list[CloseAnalysis] = []

    def interrupt(news: CloseAnalysis) -> None:
        heard.append(news)
        raise KeyboardInterrupt

    found = analyse_close(many_layouts(), seconds=LONG, news=interrupt)
    assert found.stopped
    assert len(heard) == 1
    assert found.plan_wins == heard[0].plan_wins
    assert found.plan is not None


def test_an_interrupt_may_come_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    view = many_layouts()
    for moment in (0, 1, 5, 50):
        left = [moment]

        def tick(left: list[int] = left) -> float:
            left[0] -= 1
            if left[0] == -1:
                raise KeyboardInterrupt
            return 0.0

        with monkeypatch.context() as patched:
            patched.setattr(time, "perf_counter", tick)
            if moment == 0:  # before anything is known
                with pytest.raises(KeyboardInterrupt):
                    analyse_close(view)
                continue
            found = analyse_close(view, seconds=LONG)
        assert found.stopped
        assert found.plan_wins is not None
        assert found.plan_wins <= found.plan_bound


def test_a_second_interrupt_is_not_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(search.Search, "run", interrupt)
        patched.setattr(closing, "Plan", interrupt)
        with pytest.raises(KeyboardInterrupt):
            analyse_close(many_layouts())


def test_a_plan_need_not_be_asked_for() -> None:
    found = analyse_close(sample().view(0), plan=False)
    assert (found.plan, found.plan_wins, found.plan_value, found.certain) == (None, None, None, None)
    assert found.peeking_gap is None
    assert (found.exact, found.plan_bound, found.stopped) == (False, found.open_cards_wins, False)


def test_who_has_66_and_the_lead_has_nothing_to_plan() -> None:
    pos = scene(Rules.guide(), "AS KD", "TS KS", stock=3, turn_up="9S", points=[70, 20], tricks=[5, 2], closed_by=0)
    found = analyse_close(pos.view(0), seconds=0)
    assert (found.open_cards_wins, found.plan_wins, found.plan_value, found.certain, found.exact) == (1, 1, 2, 2, True)
    assert found.plan is not None
    assert found.plan.reply(pos.view(0)) == ClaimOut()


def test_holding_the_closer_under_two_points() -> None:
    # 33 stay 33: who has them may lose every trick after that
    text = (
        "66 trump=H turn_up=9H stock=3 hand=AS,9S,AH,KD,QC opponent_known=QH unseen=KS,QS,TH,QH,JH,AD,TD,TC to_move=0 "
        'closed_by=1 at_close={"points":2,"tricks":1} points=17-61 tricks=2-3'
    )
    found = analyse_close(View.parse(text), at_least=2)
    assert found.exact
    assert found.plan_wins == found.open_cards_wins == 30 / 35


# Readings


def some_views() -> Iterator[View]:
    """Go through views of every rule set, played and made up, some of them read from their data."""
    for name in TWO_HANDED:
        chance, rules = Random(name), Rules.preset(name)
        yield from islice(played_views(rules, chance), 8)
        made_up = (analysed_view(position, chance) for position in boundary_positions(rules, chance))
        yield from (View.from_dict(view.to_dict()) for view in islice(made_up, 10) if view is not None)


def test_the_readings_go_together() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for view in some_views():
            check_readings(analyse_close(view, plan=False))


def check_readings(seen: CloseAnalysis) -> None:
    """Check everything that is read from the tables of one view against everything else."""
    view, rules, points = seen.view, seen.view.rules, seen.game_points
    assert seen.layouts == len(points) == view.layouts()
    allowed = {1, 2, 3, -rules.failed_close, -rules.failed_close_trickless}
    assert set(points.tolist()) <= allowed | ({-3} if rules.counter_out == "closer_trickless" else set())
    assert seen.open_cards_value == pytest.approx(points.mean())
    assert seen.open_cards_wins == pytest.approx(seen.wins.mean())
    need, share = np.array(seen.by_need), seen.share()
    assert (need.shape, share.shape) == ((67,), (67, 67))
    assert np.all(np.diff(need) <= 0)
    assert np.all(np.diff(share, axis=0) <= 1e-12)
    assert np.all(np.diff(share, axis=1) >= -1e-12)
    assert share.min() >= 0
    assert share.max() <= 1
    my_need, his_need = (max(0, 66 - view.points(seat)) for seat in (view.seat, 1 - view.seat))
    assert need[my_need] == pytest.approx(share[my_need, his_need])
    if my_need:
        assert need[my_need] == pytest.approx(seen.open_cards_wins)
        if seen.by_lead:
            assert max(seen.by_lead.values()) <= seen.open_cards_wins
    assert set(seen.by_lead) <= set(view.own)
    assert all(0 <= number <= 1 for number in (*seen.by_lead.values(), *seen.beaten_by().values()))
    trumps = seen.by_trumps()
    assert sum(number for number, _ in trumps.values()) == seen.layouts
    won = sum(number * some for number, some in trumps.values())
    assert won == pytest.approx(seen.wins.sum())


def test_weights_weigh_the_game_points() -> None:
    view = many_layouts()
    plain = analyse_close(view, seconds=0)
    same = analyse_close(view, seconds=0, weights={points: points for points in range(-3, 4)})
    one = analyse_close(view, seconds=0, weights=dict.fromkeys(range(-3, 4), 1.0))
    wins = analyse_close(view, seconds=0, weights={points: float(points > 0) for points in range(-3, 4)})
    assert (same.open_cards_value, same.plan_value) == pytest.approx((plain.open_cards_value, plain.plan_value))
    assert (one.open_cards_value, one.plan_value) == (1.0, 1.0)
    assert (wins.open_cards_value, wins.plan_value) == pytest.approx((plain.open_cards_wins, plain.plan_wins))


def test_what_is_needed_to_break_even() -> None:
    found = analyse_close(Deal.random(Rules.guide(), 66).start().view(0), plan=False)
    # A failure costs three at the opening lead; a success brings one, two or three.
    assert found.break_even == {3: {1: 0.75, 2: 0.6, 3: 0.5}}


LED = {"closed_by": 1, "led": "9C"}


@pytest.mark.parametrize(("facts", "layouts"), [({}, 12376), ({"closed_by": 0}, 12376), (LED, 4368)])
def test_a_view_of_few_words(facts: dict[str, Any], layouts: int) -> None:
    hand = ["AS", "KS", "AH", "TH", "9D", "9H"]
    view = View.from_dict({"turn_up": "JS", "hand": hand, "stock": 11, **facts})
    assert analyse_close(view, plan=False).layouts == layouts


# Several ways to close


def test_every_way_to_close_is_compared() -> None:
    hand = {"hand": ["KS", "9S", "KD", "QD", "AH", "TH"], "turn_up": "QS", "stock": 5, "trump": "S"}
    played = ["AC", "TC", "KC", "QC", "AD", "TD"]
    view = View.from_dict({**hand, "played": played, "points": [22, 27], "tricks": [2, 1]})
    found = compare_closes(view, plan=False)
    diamonds, spades = Announce(Card("KD").suit), Announce(Card("KS").suit)
    assert set(found) == {
        (Close(),),
        (Exchange(), Close()),
        (diamonds, Close()),
        (Exchange(), diamonds, Close()),
        (Exchange(), spades, Close()),
    }
    for actions, seen in found.items():
        position = view.deal_hidden(seed=1)
        for action in actions[:-1]:
            position = position.apply(action)
        assert seen.game_points.tolist() == analyse_close(position.view(0), plan=False).game_points.tolist()
    assert found[diamonds, Close()].open_cards_wins >= found[Close(),].open_cards_wins


# Why a card is wrong


@pytest.mark.parametrize(("name", "seed"), [("app", 698), ("app", 973), ("app", 1147), ("pagat", 759), ("guide", 352)])
def test_a_refutation_is_a_family_that_no_plan_wins_and_no_card_too_many(name: str, seed: int) -> None:
    view = small_close(name, seed, most=21)
    found = analyse_close(view)
    layouts = {found.hand(layout): world for layout, world in enumerate(worlds(found))}
    assert view.closed_by is not None
    every_plan = BestPlan(view.seat, view.closed_by, 1)
    for card in found.by_lead:
        family = [layouts[hand] for hand in found.refuted_by(card)]
        # These games have no marriage once the stock is closed, so a plan that begins with a card plays it.
        after = [(bit, position.apply(Play(card))) for bit, position in family or layouts.values()]
        every = sum(bit for bit, _ in after)
        assert (every in every_plan.of_groups(after)) == (not family)
        for bit, _ in family:
            fewer = [world for world in after if world[0] != bit]
            assert not fewer or every - bit in every_plan.of_groups(fewer)


MARRIED = [
    *(("american", seed) for seed in (261, 327, 532)),
    *(("santase", seed) for seed in (1019, 1515, 1572)),
    *(("schnapsen", seed) for seed in (920, 1300, 1415)),
]
"""Small closes in which a marriage may be announced that goes out at once."""


@pytest.mark.parametrize(("name", "seed"), MARRIED)
def test_a_marriage_that_wins_at_once_makes_no_other_lead_certain(name: str, seed: int) -> None:
    view = small_close(name, seed, most=15)
    found = analyse_close(view)
    layouts = {found.hand(layout): world for layout, world in enumerate(worlds(found))}
    assert view.closed_by == view.seat
    # Under american rules his opponent may also claim wrongly, but never where that costs him more than it saves.
    plans = BestPlan(view.seat, view.closed_by, 1)
    for card in found.by_lead:
        family = [layouts[hand] for hand in found.refuted_by(card)]
        first = (
            Play(card) if view.why_illegal(Announce(card.suit)) or card.points not in (3, 4) else Announce(card.suit)
        )
        after = [(bit, position.apply(first)) for bit, position in family or layouts.values()]
        every = sum(bit for bit, _ in after)
        assert (every in plans.of_groups(after)) == (not family), card


def test_points_for_a_claim_win_at_a_reply_where_one_may_say_out_at_any_turn() -> None:
    view = View.parse(
        "66 rules=american seat=0 dealer=0 trump=D turn_up=JD stock=11 hand=JS "
        "unseen=AS,9S,TH,KH,QH,JH,9H,AD,TD,9D,JC,9C to_move=0 led=JH closed_by=1 points=78-65 tricks=2-3 "
        "played=QC,AC,KD,KC,QD,TC,QS,TS,AH,KS"
    )
    found = analyse_close(view)
    assert (found.open_cards_wins, found.by_need[0], found.share()[0, 1]) == (1, 1, 1)
    # Who does not say out now leaves the last trick, and with it the 66, to the closer.
    assert found.refuted_by("JS")


@pytest.mark.parametrize("number", [np.int64(1), np.float64(1)])
def test_numbers_of_numpy_are_numbers(number: Any) -> None:
    weights: dict[int, float] = dict.fromkeys((-3, -2, 1, 2, 3), number)
    found = analyse_close(sample().view(0), seconds=number, at_least=int(number), weights=weights)
    assert found.open_cards_value == pytest.approx(1)
    assert analyse_close(sample().view(0), at_least=np.int64(1)).at_least == 1  # type: ignore[arg-type]


# A plan that is asked


def test_a_plan_closes_first_and_says_out_when_it_can() -> None:
    view = many_layouts()
    plan = analyse_close(view, seconds=0).plan
    assert plan is not None
    assert plan.reply(view) == Close()
    begun = must_lead_the_ace()
    plan = analyse_close(begun.view(0)).plan
    assert plan is not None
    assert plan.reply(begun.view(0)) == Play(Card("AS"))
    assert plan.reply(play(begun, "AS 9D").view(0)) == ClaimOut()


def test_the_tree_of_a_plan_that_must_trump() -> None:
    # Every card of mine is forced. The ace takes eleven at least: 66. He has 21 at most, so two points are certain.
    facts: dict[str, Any] = {"closed_by": 0, "points": [55, 10], "tricks": [1, 1], "to_move": 1}
    position = scene(Rules.guide(), "AS 9H", "AH 9D", turn_up="QS", stock="JD", **facts)
    found = analyse_close(position.view(0))
    assert (found.layouts, found.plan_wins, found.certain, found.exact) == (3, 1.0, 2, True)
    assert str(found.plan).splitlines() == [
        "If A♥ is led:",
        "  Play 9♥.",
        "  If J♦ or 9♦ is led: play A♠.",
        "If J♦ or 9♦ is led:",
        "  Play A♠.",
        "  You are out.",
    ]


def must_lead_the_ace() -> Position:
    """Return a close in which the ace of trumps makes 66, and the ten led first may make 66 for the other."""
    facts: dict[str, Any] = {"closed_by": 0, "points": [55, 45], "tricks": [1, 1]}
    return scene(Rules.guide(), "AS TH", "AH 9D", turn_up="QS", stock="JD", **facts)


def test_the_tree_of_a_plan_that_must_lead_the_ace() -> None:
    found = analyse_close(must_lead_the_ace().view(0))
    assert (found.plan_wins, found.certain) == (1.0, 1)
    assert found.plan is not None
    assert found.plan.tree() == "Lead A♠.\n  If A♥, J♦ or 9♦ is played: you are out."


# Faults that were found


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        (
            "66 rules=app trump=S turn_up=AS stock=3 hand=KS,QD unseen=TS,KH,9H,JD,KC to_move=1 closed_by=0 "
            'at_close={"points":60,"tricks":1} points=66-60 tricks=7-1',
            1,
        ),
        (
            "66 rules=american trump=S turn_up=TS stock=1 hand=TH,TD unseen=JS,QH,9D to_move=0 closed_by=0 "
            'at_close={"points":33,"tricks":1} points=65-66 tricks=8-1',
            0,
        ),
    ],
)
def test_who_may_say_out_at_any_turn_does_so_first(text: str, wins: int) -> None:
    found = analyse_close(View.parse(text))
    assert (found.open_cards_wins, found.plan_wins, found.exact) == (wins, wins, True)


def test_marriages_do_not_undo_33_that_are_reached() -> None:
    texts = (
        "66 rules=santase trump=S turn_up=JS stock=7 hand=KS,TD,9D,TC,9C opponent_known=KD "
        "unseen=TS,9S,AH,TH,KH,JH,9H,KD,AC,KC,QC,JC to_move=0 closed_by=1 "
        'at_close={"points":5,"tricks":1} points=19-34 tricks=2-1',
        "66 rules=santase seat=1 trump=S turn_up=9S stock=3 opponent=AS,AD,TD,JD,JC,9C "
        "unseen=TS,QS,TH,KH,QH,JH,KD,QD,KC to_move=0 closed_by=0 "
        'at_close={"points":0,"tricks":0} points=41-0 tricks=4-0',
    )
    for text in texts:
        found = analyse_close(View.parse(text), at_least=2, seconds=5)
        assert found.plan is not None
        assert found.exact
        assert ((found.plan.course.values < 2) == found.plan.course.wins).all()


def test_a_closer_without_a_trick_may_give_up_cheaply() -> None:
    text = (
        "66 rules=american seat=1 trump=C turn_up=KC stock=11 opponent=TS,AC,QC "
        "unseen=AS,JS,9S,QH,9H,AD,TD,KD,QD,JD,9D,TC,JC,9C to_move=1 closed_by=0 "
        'at_close={"points":0,"tricks":0} points=0-34 tricks=0-3'
    )
    found = analyse_close(View.parse(text), seconds=5)
    assert found.plan is not None
    assert (found.plan.course.values >= found.game_points).all()
    assert found.plan_value == -2


def test_what_the_seat_loses_is_never_certain() -> None:
    text = (
        "66 rules=american seat=1 trump=C turn_up=QC stock=3 opponent=QH,AD,KD,AC unseen=TS,QS,JH,9H,TD,TC,JC "
        'to_move=0 closed_by=0 at_close={"points":26,"tricks":3} points=25-26 tricks=3-3'
    )
    assert analyse_close(View.parse(text), at_least=2).certain == 0


def test_a_refutation_knows_of_the_closers_own_exchange() -> None:
    text = (
        "66 rules=german seat=1 trump=S turn_up=JS stock=3 opponent=AS,9S,KH unseen=TS,AH,TH,9H,TD,KD to_move=1 "
        'closed_by=1 at_close={"points":0,"tricks":0} points=32-50 tricks=3-4 phase=closed'
    )
    found = analyse_close(View.parse(text))
    assert found.certain == 2
    assert found.refuted_by("AS") == ()
    assert all(isinstance(found.refuted_by(card), tuple) for card in found.by_lead)


def test_failures_of_any_price_are_read() -> None:
    rules = Rules(failed_close=99, failed_close_trickless=99)
    case = {
        "rules": rules.to_data(),
        "trump": "S",
        "hand": ["AS", "AH"],
        "stock": 1,
        "turn_up": "9S",
        "unseen": ["KS", "TH", "9D"],
        "closed_by": 0,
        "points": [34, 20],
        "tricks": [4, 4],
    }
    assert set(analyse_close(View.from_dict(case)).game_points.tolist()) == {2, -99}
