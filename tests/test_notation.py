"""Positions and views as JSON and as one line of text, and everything that is not a position."""

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Deal, NotationError, Play, Position, PuzzleError, Rules, RulesError, Suit, View
from sixtysix.case_facts import FIELDS
from sixtysix.notation import read, write

from .build import TWO_HANDED, cards, plain_play, play, scene

GUIDE = Rules.guide()
PUBLISHED = json.loads((Path(__file__).parent / "data" / "schnapsen_positions.json").read_text("utf-8"))["cases"]


def moments(rules: Rules) -> Iterator[Position]:
    """Go through a deal with all that could be done next: each phase, each ending, each state of the stock."""
    state = Deal.random(rules, seed=5).start()
    while state.result is None:
        yield state
        for action in state.legal_actions():
            yield state.apply(action)
        state = state.apply(state.legal_actions()[0])
    yield state


@pytest.mark.parametrize("name", TWO_HANDED)
def test_every_moment_of_a_deal_reads_back(name: str) -> None:
    for state in moments(Rules.preset(name)):
        assert Position.from_dict(json.loads(json.dumps(state.to_dict()))) == state
        assert Position.parse(state.notation()) == state
        assert repr(state) == f"Position.parse({state.notation()!r})"
        assert state.notation().startswith("66 ")
        assert "\n" not in state.notation()
        for seat in (0, 1):
            view = state.view(seat)
            assert View.from_dict(json.loads(json.dumps(view.to_dict()))) == view
            assert View.parse(view.notation()) == view
            assert repr(view) == f"View.parse({view.notation()!r})"


def test_mixed_rules_are_written_out() -> None:
    rules = Rules.from_data({"preset": "german", "match_points": 5})
    start = Deal.random(rules, 1).start()
    assert Position.parse(start.notation()) == start
    assert Position.parse(start.notation()).rules.match_points == 5


@pytest.mark.parametrize("name", ["three_handed", "four_handed"])
def test_json_and_text_are_for_two_players_and_say_so(name: str) -> None:
    start = Deal.random(Rules.preset(name), 1).start()
    view = start.view(0)
    asked: list[Callable[[], object]] = [
        start.to_dict,
        start.notation,
        view.to_dict,
        view.notation,
        view.layouts,
        lambda: list(view.each_layout()),
        lambda: view.deal_hidden(1),
    ]
    for ask in asked:
        with pytest.raises(RulesError, match="2 players"):
            ask()
    with pytest.raises(PuzzleError, match=r"^rules: .*2 players"):
        Position.from_dict({"rules": name, "trump": "S", "hand": ["AS"], "opponent": ["KS"]})
    assert name in repr(start)


# Published positions


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["id"])
def test_published_positions_are_read(case: dict[str, Any]) -> None:
    view = View.from_dict(case)
    assert {card.code for card in view.hand(0)} == set(case["hand"])
    assert view.stock == case["stock"]
    assert view.to_move == case["to_move"]
    assert [view.points(0), view.points(1)] == case["points"]
    assert view.layouts() == len(list(view.each_layout())) > 0
    assert View.parse(view.notation()) == View.from_dict(view.to_dict()) == view
    if "unseen" in case:
        known = set(case.get("opponent_known", ())) | {case.get("led")} - {None}
        assert {card.code for card in view.unseen} == set(case["unseen"]) - known
    if "opponent" in case:
        position = Position.from_dict(case)
        assert Position.parse(position.notation()) == position
        assert position.view(0).hand(0) == view.hand(0)
        assert frozenset(position.hand(1)) in set(view.each_layout())
    else:
        with pytest.raises(PuzzleError, match=r"^opponent: missing"):
            Position.from_dict(case)


def test_there_are_26_published_positions() -> None:
    assert len(PUBLISHED) == 26
    assert sum("opponent" in case for case in PUBLISHED) == 10


# What may be left out

SHORT: dict[str, Any] = {"trump": "S", "hand": ["AS", "KD"], "opponent": ["TD", "9C"], "points": [63, 32]}


def test_what_a_case_leaves_out() -> None:
    state = Position.from_dict(SHORT)
    assert state.rules == GUIDE
    assert (state.dealer, state.to_move, state.closed_by, state.turn_up, state.stock) == (1, 0, None, None, ())
    assert (state.tricks_won(0), state.tricks_won(1)) == (1, 1), "who has points has a trick"
    assert (state.pending(0), state.trick, state.announced, state.history) == (0, (), None, ())
    assert len(state.played) == 20
    assert Position.from_dict({**SHORT, "points": [95, 0]}).tricks_won(1) == 0, "who has none has none"


def test_the_card_led_is_still_in_the_hand() -> None:
    state = Position.from_dict({**SHORT, "led": "TD", "to_move": 0})
    assert state.trick == ((1, Card("TD")),)
    assert [card.code for card in state.hand(1)] == ["9C"]
    assert state.to_dict()["opponent"] == ["TD", "9C"]
    assert state.history == (Play("TD"),), "the lead is all that is known of what went before"


def test_at_close_is_as_now_unless_it_is_told() -> None:
    case = {**SHORT, "turn_up": "TS", "stock": ["JS"], "closed_by": 0, "tricks": [4, 2]}
    assert Position.from_dict(case).at_close == (32, 2)
    assert Position.from_dict({**case, "at_close": {"points": 12, "tricks": 1}}).at_close == (12, 1)


def test_a_position_that_does_not_add_up_reads_back_too() -> None:
    """Points of a case that leaves out the cards played may be any that are possible."""
    state = Position.from_dict({**SHORT, "points": [51, 7]})
    for now in (state, play(state, "AS 9C"), plain_play(state)):
        assert Position.parse(now.notation()) == now
        assert View.parse(now.view(0).notation()) == now.view(0)


def test_a_marriage_stands_while_the_opponent_is_asked_for_an_exchange() -> None:
    """Announced, closed, and the opponent's turn: the marriage is the closer's, and is known to both."""
    for name in ("pagat", "german"):
        state = play(
            scene(
                Rules.preset(name),
                "KH QH AC AD TC TD",
                "JH JC JD QC QD KD",
                turn_up="AS",
                stock=5,
                tricks=[1, 1],
            ),
            "*H c",
        )
        assert (state.to_move, state.announced) == (1, Suit.HEARTS)
        assert Position.parse(state.notation()) == state
        for seat in (0, 1):
            assert View.parse(state.view(seat).notation()) == state.view(seat)
        assert {card.code for card in state.view(1).hand(0)} == {"KH", "QH"}
        assert {str(action) for action in play(state, "-").legal_actions()} >= {"play K♥", "play Q♥"}


# Contradictions, each named by its field

BASE: dict[str, Any] = {
    "rules": "guide",
    "trump": "S",
    "turn_up": "TS",
    "stock": ["JS"],
    "hand": cards("KH QH AC AD TC TD"),
    "opponent": cards("JH JC JD QC QD KD"),
    "points": [40, 20],
    "tricks": [3, 2],
}
VIEW: dict[str, Any] = {
    "rules": "guide",
    "trump": "S",
    "turn_up": "TS",
    "stock": 11,
    "hand": cards("KH QH AC AD TC TD"),
}


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("hand", {"hand": cards("KH KH AC AD TC TD")}),  # a card twice
        ("opponent", {"opponent": cards("KH JC JD QC QD KD")}),  # in both hands
        ("turn_up", {"turn_up": "TD", "trump": "D"}),  # in hand
        ("stock", {"stock": ["KH"]}),
        ("stock", {"stock": ["TS"]}),
        ("hand", {"hand": cards("KH QH AC AD TC TD AS"), "opponent": cards("JH JC JD QC QD KD KS")}),  # seven in hand
        ("opponent", {"opponent": cards("JH JC JD QC QD")}),  # hands of different size
        ("points", {"points": [400, 0]}),
        ("points", {"points": [200, 150]}),
        ("points", {"points": [5, 0], "tricks": [0, 5]}),  # points without a trick
        ("tricks", {"tricks": [4, 3]}),  # more than have been played
        ("pending", {"pending": [0, 20]}),  # seat 1 has a trick
        ("pending", {"pending": [0, 10], "tricks": [5, 0], "points": [40, 0]}),
        ("speed", {"speed": 3}),  # an unknown field
        ("turn_up", {"turn_up": "TH"}),  # not of the trump suit
        ("turn_up", {"turn_up": None}),  # a stock without a turn-up
        ("turn_up", {"stock": []}),  # a turn-up without a stock
        ("stock", {"stock": ["JS", "9S"], "opponent": None, "hand": cards("KH QH AC AD TC TD")}),  # even
        ("hand", {"hand": cards("KH QH AC AD TC"), "opponent": cards("JH JC JD QC QD")}),  # five with an open stock
        ("trump", {"trump": None, "turn_up": None, "stock": []}),
        ("hand", {"hand": None, "opponent": None}),
        ("hand", {"hand": [], "opponent": [], "turn_up": None, "stock": []}),
        ("led", {"led": "AS", "to_move": 0}),  # not in the hand of the seat that led
        ("led", {"led": "KH", "to_move": 0}),
        ("announced", {"announced": "D"}),
        ("announced", {"announced": "H", "led": "JH"}),
        ("closed_by", {"closed_by": 0, "turn_up": None, "stock": []}),
        ("at_close", {"at_close": {"points": 0, "tricks": 0}}),  # without closed_by
        ("at_close", {"closed_by": 0, "at_close": {"points": 21, "tricks": 0}}),  # more than now
        ("at_close", {"closed_by": 0, "at_close": {"points": 0, "tricks": 3}}),
        ("at_close", {"closed_by": 0, "at_close": {"points": 0}}),
        ("phase", {"phase": "exchange"}),
        ("phase", {"phase": "closed", "closed_by": 0}),  # these rules know no exchange after a close
        ("phase", {"phase": "exchange", "closed_by": 0, "rules": "pagat", "to_move": 0}),  # not the opponent's turn
        ("phase", {"phase": "closed", "closed_by": 0, "rules": "pagat"}),  # only the opponent exchanges
        ("opponent_lacks", {"opponent_lacks": ["JH"]}),
        ("opponent_known", {"opponent_known": ["AS"]}),
        ("hand_known", {"hand_known": ["AS"]}),
        ("played", {"played": ["KH"]}),
        ("played", {"played": ["AS", "KS"]}),  # the others are nowhere
        ("unseen", {"unseen": ["KH"]}),
        ("hand", {"rules": "schnapsen", "hand": cards("9H QH AC AD TC")}),  # no nines there
        ("rules", {"rules": "whist"}),
        ("rules", {"rules": {"speed": 1}}),
        ("rules", {"rules": {"must_beat": 3}}),
        ("result", {"result": {"winner": 0}}),
        ("result", {"result": {"game_points": [1, 0], "winner": 0, "reason": "luck"}}),
        ("result", {"result": {"game_points": [1, 2], "winner": 0, "reason": "out"}}),
        ("result", {"result": {"game_points": [0, 0], "winner": None, "reason": "out"}}),
        ("result", {"result": {"game_points": [0, 0], "winner": 0, "reason": "drawn"}}),
        ("log", {"log": ["AS"]}),
        ("log", {"log": ["0XX"]}),
        ("log", {"log": ["0KH"], "led": "JH"}),  # another lead than the one on the table
    ],
)
def test_a_contradiction_names_its_field(field: str, changes: dict[str, Any]) -> None:
    Position.from_dict(BASE)
    with pytest.raises(PuzzleError) as refused:
        Position.from_dict({**BASE, **changes})
    assert str(refused.value).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("hand", {"hand": None}),
        ("opponent", {"seat": 1}),
        ("unseen", {"unseen": cards("AS KS")}),  # too few
        ("unseen", {"stock": 9}),  # two cards too many are unseen
        ("opponent_known", {"opponent_known": cards("KH")}),  # in the own hand
        ("opponent_known", {"opponent_known": cards("AS KS QS JS 9S AH TH")}),  # seven in a hand of six
        ("announced", {"announced": "H", "to_move": 1}),  # both cards are in the own hand
        ("played", {"announced": "D", "to_move": 1, "played": cards("KD QD"), "points": [7, 0], "stock": 9}),
        ("opponent_lacks", {"opponent_lacks": cards("AS KS QS JS 9S AH TH JH 9H KD QD JD 9D")}),  # too few are left
    ],
)
def test_a_contradiction_in_a_view_names_its_field(field: str, changes: dict[str, Any]) -> None:
    View.from_dict(VIEW)
    with pytest.raises(PuzzleError) as refused:
        View.from_dict({**VIEW, **changes})
    assert str(refused.value).startswith(f"{field}: ")


def test_played_cards_and_points_must_add_up() -> None:
    state = plain_play(Deal.random(GUIDE, 3).start())
    middle = play(Deal.random(GUIDE, 3).start(), "")
    while len(middle.played) < 10:
        middle = middle.apply(middle.legal_actions()[0])
    for whole in (state, middle):
        data = whole.to_dict()
        first, second = data["points"]
        for wrong in ([first + 3, second], [first, second + 10], [max(0, first - 20), max(0, second - 20)]):
            with pytest.raises(PuzzleError, match=r"^points: "):
                Position.from_dict({**data, "points": wrong})


def test_the_bonus_that_counts_is_that_of_the_ending() -> None:
    rules = Rules.from_data({"bonus_exhausted": 10, "bonus_closed": 5})
    end = play(scene(rules, "AH", "JH", turn_up="TS", stock=1, closed_by=0, points=[45, 44], tricks=[5, 4]), "AH JH")
    assert end.points(0) == 45 + 13 + 5
    assert Position.parse(end.notation()) == end


# Junk in every field of JSON

RICH: list[dict[str, Any]] = [
    BASE,
    VIEW,
    {**BASE, "closed_by": 0, "at_close": {"points": 10, "tricks": 1}, "led": "KH", "to_move": 1},
    {**BASE, "announced": "H", "hand_known": ["KH", "QH"], "opponent_lacks": ["AS"], "log": ["0*H"]},
    {**VIEW, "seat": 0, "dealer": 0, "opponent_known": ["AS"], "unseen": None},
    plain_play(Deal.random(GUIDE, 3).start()).to_dict(),
    play(Deal.random(Rules.german(), 3).start(), "c").to_dict(),
    play(Deal.random(Rules.german(), 3).start(), "c -").view(0).to_dict(),
    PUBLISHED[0],
]
JUNK: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    2,
    7,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "junk",
    "S",
    "AS",
    "♥",
    [],
    [[]],
    [["AS"]],
    ["AS"],
    ["AS", "AS"],
    ["XX"],
    [None],
    [True, False],
    [1, 2],
    [-1, 3],
    [1.5, 2],
    [0, 10**30],
    [1, 2, 3],
    {},
    {"points": 1, "tricks": "1"},
    {"points": [1], "tricks": None},
    {"game_points": [1, 0], "winner": 0, "reason": "out"},
    {"game_points": "10", "winner": [], "reason": []},
    {"game_points": [1, 0], "winner": 5, "reason": "out"},
    {"game_points": [1, None], "winner": None, "reason": "drawn"},
    {"preset": []},
    {"packets": [[3], 3]},
    {"players": 3},
    ("AS", "KS"),
    {"AS"},
    object(),
    b"AS",
    "9" * 5000,
]


def outcome_of(kind: type[Position] | type[View], case: dict[str, Any]) -> Position | View | str:
    """Return what is read from a case, or the message that refuses it."""
    try:
        return kind.from_dict(case)
    except PuzzleError as error:
        return str(error)


@pytest.mark.parametrize("field", [*FIELDS, "junk", "", "hand "])
def test_junk_in_a_field_is_accepted_or_refused_by_name(field: str) -> None:
    """Never another error than `PuzzleError`, and its message begins with the name of a field."""
    for case in RICH:
        before = json.dumps(case, default=str)
        for junk in JUNK:
            for kind in (Position, View):
                outcome = outcome_of(kind, {**case, field: junk})
                if isinstance(outcome, str):
                    assert outcome.partition(":")[0] in {*FIELDS, field}, outcome
                    continue
                # what was accepted works
                assert kind.parse(outcome.notation()) == outcome
                assert all(outcome.why_illegal(action) is None for action in outcome.legal_actions())
                if isinstance(outcome, View):
                    assert outcome.layouts() >= 1
                    assert outcome.deal_hidden(1).view(outcome.seat) == outcome
        assert json.dumps(case, default=str) == before, "the case itself is left as it was"


@pytest.mark.parametrize("junk", [None, 5, "66", [], [BASE], True, 1.5, {1: 2}, {None: 1}, {"": 1}, {}])
def test_what_is_no_case_is_refused(junk: Any) -> None:
    for kind in (Position, View):
        with pytest.raises(PuzzleError, match=": "):
            kind.from_dict(junk)


# Junk as a line of text


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "66",
        "67 trump=S",
        "trump=S hand=AS",
        "66 trump",
        "66 =S",
        "66 trump=S trump=S",
        "66 speed=3",
        "66 id=x",
        "66 about=x",
        "66 trump=S hand=AS,XX opponent=KS,QS",
        "66 trump=S hand=AS opponent=KS points=1",
        "66 trump=S hand=AS opponent=KS points=a-b",
        "66 trump=S hand=AS opponent=KS points=1-2-3",
        "66 trump=S hand=AS opponent=KS points=--",
        "66 trump=S hand=AS opponent=KS to_move=x",
        "66 trump=S hand=AS opponent=KS to_move=²",
        "66 trump=S hand=AS opponent=KS to_move=" + "9" * 5000,
        "66 trump=S hand=AS opponent=KS closed_by=0 at_close=x",
        "66 trump=S hand=AS opponent=KS closed_by=0 at_close=[]",
        "66 trump=S hand=AS opponent=KS closed_by=0 at_close=" + "[" * 100_000,
        "66 trump=S hand=AS opponent=KS result={}",
        "66 trump=S hand=AS opponent=KS result=1",
        'rules={"a"',
        '66 rules={"a" trump=S',
        "66 rules=whist trump=S hand=AS opponent=KS",
        "66 trump=S hand=AS,,KS opponent=KH,QH",
        "66 trump=S hand=AS opponent=KS log=0AS,XX",
        "66-match rules=guide seed=1 dealer=1 deals=",
    ],
)
def test_junk_is_no_position(junk: str) -> None:
    for kind in (Position, View):
        with pytest.raises((NotationError, PuzzleError)) as refused:
            kind.parse(junk)
        assert len(str(refused.value)) < 120_000


@pytest.mark.parametrize("junk", [None, 5, b"66 trump=S", ["66"], True])
def test_what_is_no_text_is_no_position(junk: Any) -> None:
    for kind in (Position, View):
        with pytest.raises(NotationError, match="is not a position"):
            kind.parse(junk)


def test_any_word_of_a_line_may_be_missing_or_torn() -> None:
    """A line copied in part is read or refused; no other error comes of it."""
    for state in (Deal.random(GUIDE, 1).start(), play(Deal.random(Rules.german(), 3).start(), "c -")):
        text = state.notation()
        words = text.split()
        torn = [" ".join(words[:at] + words[at + 1 :]) for at in range(len(words))]
        torn += [text[:end] for end in range(len(text))]
        read_back = 0
        for line in torn:
            with contextlib.suppress(NotationError, PuzzleError):
                read_back += Position.parse(line) is not None
        assert 0 < read_back < len(torn)


def test_reading_undoes_writing() -> None:
    case = {"rules": {"match_points": 3}, "trump": "S", "hand": [], "points": [0, 10], "stock": 3, "closed_by": 1}
    assert read(write(case)) == case
    assert read(write({**case, "id": "x", "about": "y"})) == case


def test_parts_of_different_cases_put_together_are_read_or_refused() -> None:
    """What is accepted can be written, read and played on."""
    chance = Random(66)
    pool = [state.to_dict() for name in TWO_HANDED for state in moments(Rules.preset(name))]
    accepted = 0
    for _ in range(400):
        case, other = dict(chance.choice(pool)), chance.choice(pool)
        for field in chance.sample(sorted({*case, *other}), chance.randint(1, 2)):
            if field in other and chance.random() < 0.6:
                case[field] = other[field]
            else:
                case.pop(field, None)
        for kind in (Position, View):
            outcome = outcome_of(kind, case)
            if isinstance(outcome, str):
                assert outcome.partition(":")[0] in FIELDS, outcome
                continue
            accepted += 1
            assert kind.parse(outcome.notation()) == outcome
            if isinstance(outcome, Position):
                nexts = [outcome.apply(action) for action in outcome.legal_actions()]
                assert [Position.parse(after.notation()) for after in nexts] == nexts
    assert accepted > 50


def test_a_log_that_the_cards_contradict_is_refused() -> None:
    case = {"trump": "S", "hand": ["AS", "KS"], "opponent": ["AH", "KH"], "points": [50, 40], "tricks": [5, 5]}
    with pytest.raises(PuzzleError, match=r"^log: play A♠ is there, but the card has not been played"):
        Position.from_dict({**case, "log": ["0AS", "1AH"]})
    with pytest.raises(PuzzleError, match=r"^log: 9♦ is played twice"):
        Position.from_dict({**case, "log": ["09D", "19D"]})
