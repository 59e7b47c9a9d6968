"""The controller of the closing explorer: what is set up, what is missing, and what is said of it."""

import json
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Close, Deal, Position, Rules, View, analyse_close, solve
from sixtysix.actions import Announce, ClaimOut, Exchange, Play
from sixtysix.cards import PACK, Suit
from sixtysix.errors import NotationError, PuzzleError, RulesError
from sixtysix.explore import EXAMPLE, Explorer
from sixtysix.explored import hands_data
from sixtysix.render.heat import percent
from sixtysix.setting import Place, Setting

from .build import TWO_HANDED, cards

# Seven unseen cards, six of them with the opponent: seven layouts.
LAST = {
    "trump": "S",
    "turn_up": "9S",
    "hand": cards("AS KS AH TH AD QC"),
    "stock": 1,
    "points": [40, 20],
    "tricks": [3, 2],
    "unseen": cards("TS QS KH AC TC KC JC"),
}


def change(explorer: Explorer, **parts: Any) -> dict[str, Any]:
    explorer.handle({"do": "change", "version": explorer.version, **parts})
    return explorer.state()


def may_close(seed: int, rules: str) -> View | None:
    """Play a deal at random to where its leader may close with few cards left."""
    generator = Random(seed)
    position = Deal.random(Rules.preset(rules), seed).start()
    while position.result is None:
        if position.why_illegal(Close()) is None and position.stock_size <= 7:
            return position.view(position.turn)
        actions = [one for one in position.legal_actions() if not isinstance(one, ClaimOut | Close)]
        position = position.apply(generator.choice(actions))
    return None


# From a view and back


def test_the_example_makes_the_view_it_came_from() -> None:
    explorer = Explorer()
    assert explorer.view == View.parse(EXAMPLE)
    assert explorer.analysis is not None
    assert explorer.analysis.layouts == 462
    assert explorer.state()["missing"] == ""


@pytest.mark.parametrize("rules", TWO_HANDED)
def test_any_view_is_taken_over_whole(rules: str) -> None:
    """Of either seat, with shown cards, pending marriages and announcements: the tables say the same."""
    tried = 0
    for seed in range(60):
        view = may_close(seed, rules)
        if view is None or view.points(view.seat) > 65 or view.points(1 - view.seat) > 65:
            continue
        explorer = Explorer(view)
        assert explorer.missing == "", view
        own, given = explorer.analysis, analyse_close(view, plan=False)
        assert own is not None
        assert sorted(own.game_points.tolist()) == sorted(given.game_points.tolist()), view
        assert explorer.view.pending(0) == view.pending(view.seat)
        assert View.parse(explorer.view.notation()) == explorer.view
        tried += 1
        if tried == 6:
            break
    assert tried > 2


def test_a_text_and_case_data_are_read() -> None:
    assert Explorer(EXAMPLE).view == Explorer(View.parse(EXAMPLE).to_dict()).view == Explorer().view


@pytest.mark.parametrize(
    ("start", "error", "says"),
    [
        ({**LAST, "closed_by": 0}, PuzzleError, "closed already"),
        ({**LAST, "to_move": 1, "led": None}, PuzzleError, "not your turn"),
        ("66 nonsense", NotationError, "nonsense"),
        ({"hand": []}, PuzzleError, "trump"),
        (5, PuzzleError, "5"),
    ],
)
def test_a_start_without_a_close_is_refused(start: Any, error: type[ValueError], says: str) -> None:
    with pytest.raises(error, match=says):
        Explorer(start)


def test_an_announced_marriage_stands_as_long_as_it_is_held() -> None:
    """K♥ Q♥ announced with a trick won: the 20 points are there."""
    start = {**LAST, "hand": cards("QS KH QH AS TH AD"), "unseen": cards("TS KS QC AC TC KC JC"), "announced": "H"}
    explorer = Explorer({**start, "points": [40, 10]})
    assert "marriage in ♥ announced" in explorer.state()["counts"]
    assert explorer.view.announced is Suit.HEARTS
    assert [way["tokens"] for way in explorer.state()["before"]["ways"]] == [""]
    state = change(explorer, cards={"QH": "unseen", "QC": "hand"}, points=[20, 10])
    assert "announced" not in state["counts"]
    assert explorer.view.announced is None


def test_a_view_with_66_points_is_refused() -> None:
    with pytest.raises(PuzzleError, match="66 card points already"):
        Explorer({**LAST, "hand": cards("JS AS TH AD QC KS"), "points": [66, 0], "tricks": [5, 0]})


def test_three_players_are_refused() -> None:
    with pytest.raises((RulesError, PuzzleError)):
        Explorer(Deal.random(Rules.three_handed(), 1).start().view(0))


# What is missing


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"cards": {"AH": "unseen"}}, "Your hand has 5 cards: choose one more."),
        ({"cards": {"AH": "unseen", "AD": "unseen"}}, "Your hand has 4 cards: choose 2 more."),
        ({"cards": {"AS": "hand"}}, "Your hand has 7 cards: take one away."),
        ({"cards": {"9S": "unseen"}}, "There is no turn-up: choose the open card under the stock."),
        ({"cards": {"KS": "played"}}, "7 cards are played: a trick has two, so mark one more or one fewer."),
        (
            {"cards": {"9D": "unseen", "JD": "unseen", "9H": "unseen", "QH": "unseen", "QC": "unseen"}},
            "1 card is played",
        ),
        (
            {"cards": dict.fromkeys(cards("AS TS KS JS TH KH"), "played")},
            "No card is left for the stock: take 2 cards away from those played.",
        ),
        (
            {"cards": dict.fromkeys(cards("AS TS KS JS TH KH JH"), "his")},
            "Your opponent has 6 cards, but 7 are known: take 1 away.",
        ),
        ({"tricks": 0}, "You have 26 points but no trick: give yourself a trick or no points."),
        ({"tricks": 3}, "Your opponent has 2 points but no trick: leave your opponent a trick or no points."),
        (
            {"points": [65, 65]},
            "Together you have 130 points, but the cards played are worth 8 and marriages at most 40 more",
        ),
        ({"rules": "schnapsen"}, "There is no turn-up"),
        ({"rules": "schnapsen", "cards": {"JS": "turn_up"}}, "Your hand has 6 cards: take one away."),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(parts: dict[str, Any], says: str) -> None:
    explorer = Explorer()
    state = change(explorer, **parts)
    assert state["missing"].startswith(says), state["missing"]
    assert state["status"] == state["missing"]
    assert state["result"] is None
    assert explorer.analysis is None
    with pytest.raises(PuzzleError):
        _ = explorer.view
    explorer.handle({"do": "reset"})
    assert explorer.state()["missing"] == ""


def test_rules_that_allow_no_close_here_say_why() -> None:
    """Two stock cards are left, and these rules want more."""
    explorer = Explorer(LAST)
    assert "must be left" in change(explorer, rules="santase")["missing"]
    assert change(explorer, rules="guide")["missing"] == ""


def test_five_cards_are_enough_where_one_may_close_before_drawing() -> None:
    explorer = Explorer()
    assert change(explorer, cards={"AH": "unseen"})["missing"]
    assert change(explorer, rules="german")["missing"] == ""
    assert explorer.view.hand_size(1) == 5


# Setting cards


def test_a_second_turn_up_sends_the_first_back() -> None:
    setting = Explorer().setting.put(Card("KH"), Place.TURN_UP)
    assert setting.turn_up is Card("KH")
    assert setting.places[Card("9S")] is Place.UNSEEN
    assert Explorer().setting.turn_up is Card("9S")


def test_tricks_follow_the_cards_played() -> None:
    explorer = Explorer()
    assert explorer.setting.tricks == (2, 1)
    change(explorer, cards={"9D": "unseen", "JD": "unseen", "9H": "unseen", "QH": "unseen"}, points=[0, 0])
    assert explorer.setting.tricks == (1, 0)
    assert explorer.state()["missing"] == ""
    change(explorer, tricks=0)
    assert explorer.setting.tricks == (0, 1)


def test_cards_of_another_pack_come_back_with_the_rules() -> None:
    explorer = Explorer()
    before = explorer.setting
    assert "9S" not in change(explorer, rules="schnapsen")["cards"]
    assert explorer.setting.turn_up is None
    change(explorer, rules="guide")
    assert explorer.setting == before


def test_ways_to_close_are_those_the_rules_allow() -> None:
    """With a trick, the king and queen of hearts and the nine of trumps in hand."""
    start = {
        **LAST,
        "hand": cards("9S KH QH AS TH AD"),
        "turn_up": "KS",
        "unseen": cards("TS QS QC AC TC KC JC"),
        "points": [20, 10],
    }
    explorer = Explorer(start)
    labels = [way["label"] for way in explorer.state()["before"]["ways"]]
    assert labels == ["close at once", "announce ♥ first", "exchange first", "exchange and announce ♥ first"]
    at_once = explorer.analysis
    state = change(explorer, before="x *H")
    assert state["before"]["chosen"] == "x *H"
    assert explorer.view.history == (Exchange(), Announce("H"))
    assert explorer.view.points(0) == 40
    assert explorer.analysis is not None
    assert at_once is not None
    assert (at_once.question.needs[0], explorer.analysis.question.needs[0]) == (46, 26)
    state = change(explorer, tricks=5)
    assert state["refused"] is False
    state = change(explorer, points=[0, 20], tricks=0)
    assert state["before"]["chosen"] == "", "without a trick there is no exchange"
    assert change(explorer, before="x")["refused"]


# What is said


def test_seeing_counts_the_layouts_that_a_search_of_each_finds_won() -> None:
    explorer = Explorer(LAST)
    view = explorer.view
    won = 0
    for hand in view.each_layout():
        closed = view.with_hidden(hand, sorted(view.unseen - hand)).apply(Close())
        won += max(solve(closed).values()) > 0
    result = explorer.state()["result"]
    assert result["layouts"] == 7
    assert result["seeing"]["won"] == f"{won} of 7 layouts"
    shown = [set(hand["cards"]) for hand in result["beaten"]["hands"]]
    assert len(shown) == 7 - won
    for codes in shown:
        lost = view.with_hidden(map(Card, codes), [card for card in view.unseen if card.code not in codes])
        assert max(solve(lost.apply(Close())).values()) < 0


def test_each_lead_says_what_it_wins() -> None:
    explorer = Explorer(LAST)
    view = explorer.view
    for lead in explorer.state()["result"]["leads"]:
        won = 0
        for hand in view.each_layout():
            closed = view.with_hidden(hand, sorted(view.unseen - hand)).apply(Close())
            won += solve(closed)[Play(lead["card"])] > 0
        assert lead["won"] == f"{won} of 7"


def test_a_plan_is_added_when_it_is_asked_for_and_only_for_what_is_shown() -> None:
    explorer = Explorer(LAST)
    assert explorer.state()["plan"] is None
    explorer.handle({"do": "plan", "version": explorer.version - 1})
    assert explorer.state()["plan"] is None
    explorer.handle({"do": "plan", "version": explorer.version})
    plan, analysis = explorer.state()["plan"], analyse_close(explorer.view)
    assert analysis.plan_wins is not None
    assert plan["guaranteed"]["won"] == f"{round(analysis.plan_wins * 7)} of 7 layouts"
    assert plan["lines"][0] == "Close the stock."
    assert not plan["longer"]
    assert change(explorer, points=[41, 20])["plan"] is None


def test_a_certain_close_is_called_certain_by_its_game_points() -> None:
    """Ace and ten of trumps and three aces: with 30 to go nothing can go wrong."""
    explorer = Explorer({**LAST, "hand": cards("AS TS AH AD AC KD"), "unseen": cards("KS QS KH TH TC KC JC")})
    explorer.handle({"do": "plan"})
    state = explorer.state()
    certain = analyse_close(explorer.view).certain
    assert certain
    assert state["plan"]["is_certain"]
    word = "game point" if certain == 1 else "game points"
    assert state["plan"]["certain"] == f"Certain: one plan wins every layout, by {certain} {word} at least."
    assert state["result"]["seeing"]["share"] == state["plan"]["guaranteed"]["share"] == "100.0 %"
    assert state["result"]["beaten"]["hands"] == []


def test_the_words_are_not_mixed() -> None:
    explorer = Explorer()
    explorer.handle({"do": "plan"})
    state = explorer.state()
    assert "uarantee" not in json.dumps(state["result"])
    assert explorer.analysis is not None
    assert explorer.analysis.plan_wins is not None
    guaranteed = percent(explorer.analysis.plan_wins)
    assert state["status"].startswith(f"462 layouts. Seeing: 80.5 %. Guaranteed: {guaranteed}. ")
    assert len(state["result"]["beaten"]["hands"]) == 6
    assert state["result"]["beaten"]["title"] == "90 layouts beat you even if you see them, 6 of them here"


def test_searching_longer_searches_again_only_where_something_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    explorer = Explorer(LAST)

    def searched(view: View, **options: Any) -> Any:
        asked.append(options["seconds"])
        return analyse_close(view, seconds=0.2)

    monkeypatch.setattr("sixtysix.solver.analyse_close", searched, raising=False)
    for do in ("plan", "plan", "longer", "longer"):
        explorer.handle({"do": do})
    assert asked == [1.0], "seven layouts are settled at once"


# Messages


PLACES: list[Any] = [5, [], {"AS": "pocket"}, {"AS": None}, {"XX": "hand"}, {"AS": {}}]
TRICKS: list[Any] = [-1, 13, "2", None, 1.5, 10**100]
RULES: list[Any] = ["three_handed", "whist", 5, None, {}, "<b>"]
BEFORE: list[Any] = ["x", "*S", "c", 5, None, "<script>"]
POINTS: list[Any] = [5, [1], [1, 2, 3], [-1, 0], [66, 0], [True, 0], ["1", 0], [1e9, 0]]


@pytest.mark.parametrize(
    "message",
    [
        *(None, 7, "change", [], {}, {"do": None}, {"do": ["plan"]}, {"do": "dance"}, {"do": "_look"}),
        *({"do": "change", "cards": value} for value in PLACES),
        {"do": "change", "cards": {str(n): "hand" for n in range(1000)}},
        *({"do": "change", "points": value} for value in POINTS),
        *({"do": "change", "tricks": value} for value in TRICKS),
        *({"do": "change", "rules": value} for value in RULES),
        *({"do": "change", "before": value} for value in BEFORE),
        {"do": "plan", "version": -5},
        {"do": "plan", "version": "0"},
    ],
    ids=lambda message: repr(message)[:60],
)
def test_hostile_messages_change_nothing(message: object) -> None:
    explorer = Explorer()
    setting, analysis = explorer.setting, explorer.analysis
    explorer.handle(message)
    assert explorer.setting == setting
    assert explorer.analysis is analysis
    state = explorer.state()
    json.dumps(state)
    assert 0 < len(state["status"]) < 400
    explorer.handle({"do": "change", "points": [20, 2]})
    assert explorer.state()["refused"] is False


def test_half_of_a_message_is_not_done() -> None:
    explorer = Explorer()
    setting = explorer.setting
    state = change(explorer, cards={"AH": "unseen"}, points=[99, 0])
    assert state["refused"]
    assert explorer.setting == setting


def test_random_changes_never_raise_and_always_say_something() -> None:
    generator, explorer = Random(66), Explorer(LAST)
    answered = 0
    for _ in range(250):
        parts: dict[str, Any] = {}
        if generator.random() < 0.5:
            card, place = generator.choice(PACK), generator.choice(list(Place))
            parts["cards"] = {card.code: place.value}
        if generator.random() < 0.3:
            parts["points"] = [generator.randrange(66), generator.randrange(66)]
        if generator.random() < 0.3:
            parts["tricks"] = generator.randrange(8)
        if generator.random() < 0.1:
            parts["rules"] = generator.choice(TWO_HANDED)
        if generator.random() < 0.1:
            parts["before"] = generator.choice(["", "x", "*H"])
        state = change(explorer, **parts)
        assert state["status"]
        assert bool(state["missing"]) != bool(state["result"])
        answered += state["result"] is not None
        if generator.random() < 0.15:
            explorer.handle({"do": "reset"})
    json.dumps(explorer.state())
    assert answered > 30


def test_a_setting_of_a_position_in_play_is_the_movers() -> None:
    position = Deal.random(Rules.guide(), 5).start()
    assert isinstance(position, Position)
    setting = Setting.of(position.view(0))
    assert {card for card, place in setting.places.items() if place is Place.HAND} == set(position.hand(0))


def test_one_layout_beats_and_two_beat() -> None:
    one, several = (
        hands_data(analyse_close(View.parse(EXAMPLE), plan=False), range(n), "beats", "beat") for n in (1, 2)
    )
    assert (one["title"], several["title"]) == ("1 layout beats", "2 layouts beat")


def test_the_sliders_end_where_the_points_would_be_refused() -> None:
    explorer = Explorer()
    most, points = explorer.state()["most_points"], explorer.state()["points"]
    for side in (0, 1):
        for more, refused in ((0, False), (1, True)):
            changed = list(points)
            changed[side] = most[side] + more
            other = Explorer()
            other.handle({"do": "change", "points": changed})
            assert bool(other.missing) is refused
