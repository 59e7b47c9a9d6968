"""The widgets without a browser: messages in, the synchronised state out."""

import json
import logging
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets
import pytest

from sixtysix import IllegalAction, Match, Position, Rules, View
from sixtysix.cards import PACK
from sixtysix.guided import Hand, Step, Wrong
from sixtysix.render.theme import COLOURS
from sixtysix.teach import Option, Question, answer
from sixtysix.widgets import Quiz, Table
from sixtysix.widgets.files import script, style

HAND = Hand(
    "Win both tricks.",
    {"trump": "S", "hand": ["AH", "9H"], "opponent": ["TH", "KH"], "points": [50, 31], "tricks": [6, 4]},
    (
        Step(("AH",), "The ace is high.", {"9H": Wrong("The nine wins nothing.", ("KH",))}, replies=("TH",)),
        Step(("9H",), "Done."),
    ),
)


@pytest.fixture(autouse=True)
def no_error_is_swallowed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A widget that fails in a callback only logs it; here that fails the test."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)] == []


class Comm:
    """Stands in for the line to a browser: it keeps what is sent and delivers what a test says."""

    comm_id = "a line"
    kernel = "a kernel"

    def __init__(self, widget: ipywidgets.Widget) -> None:
        self.sent: list[dict[str, Any]] = []
        self.deliver: Callable[[dict[str, Any]], None]
        widget.comm = self

    def on_msg(self, deliver: Callable[[dict[str, Any]], None]) -> None:
        self.deliver = deliver

    def send(self, data: dict[str, Any], buffers: object = None) -> None:
        self.sent.append(data)

    def close(self) -> None:
        """Nothing to close."""

    def say(self, content: object) -> list[dict[str, Any]]:
        """Deliver a message of the front end; return what was sent back."""
        self.sent.clear()
        self.deliver({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
        return list(self.sent)

    def set(self, **traits: object) -> list[dict[str, Any]]:
        self.sent.clear()
        self.deliver(
            {"content": {"data": {"method": "update", "state": traits, "buffer_paths": []}}, "buffers": []},
        )
        return list(self.sent)


def updates(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [data["state"]["table"] for data in sent if data["method"] == "update"]


def answers(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [data["content"] for data in sent if data["method"] == "custom"]


def choose(table: Table, comm: Comm, **message: object) -> list[dict[str, Any]]:
    return comm.say({"version": table.table["version"], **message})


def play_on(table: Table, comm: Comm) -> None:
    """Do the first thing that goes on with the deal."""
    if table.table["waiting"]:
        choose(table, comm, do="next")
        return
    possible = [{"do": "play", "card": one["card"]} for one in table.table["hand"] if one["legal"]]
    possible += [
        {"do": one["do"]} for one in table.table["actions"] if one["enabled"] and one["do"] in ("draw", "pass")
    ]
    for message in possible:
        choose(table, comm, **message)
        if not table.table["refused"]:
            return


def hidden(table: Table) -> set[str]:
    """The cards the learner must not see: those with the opponent and in the stock, but not what was shown."""
    position, view = table.session.position, table.session.view
    seen = set(view.hand(1 - table.session.you)) | {position.turn_up}
    return {card.code for card in (*position.hand(1 - table.session.you), *position.stock) if card not in seen}


def names_cards(data: object, codes: set[str]) -> list[str]:
    """Which of these cards some text tells of, as code, sign or name."""
    text = json.dumps(data, ensure_ascii=False)
    cards = [card for card in PACK if card.code in codes]
    return [c.code for c in cards if f'"{c.code}"' in text or str(c) in text or c.name in text]


# What goes to the browser


def test_the_synchronised_state_is_json_and_has_no_hidden_card() -> None:
    for seed in range(30):
        table = Table(seed=seed, flow=seed % 2 == 0)
        comm = Comm(table)
        for _ in range(12):
            if table.session.position.result is not None:
                break
            state = table.get_state()
            json.dumps(state)
            told = {name: value for name, value in state.items() if name not in ("_esm", "_css", "faces")}
            # The exchange card is named on its button whoever holds it.
            low = table.session.position.rules.low_trump(table.session.position.trump).code
            assert names_cards(told, hidden(table) - {low}) == []
            play_on(table, comm)


def test_in_memory_mode_the_points_are_in_no_trait() -> None:
    table = Table(seed=66, memory=True)
    comm = Comm(table)
    for _ in range(6):
        play_on(table, comm)
        assert table.table["you"]["points"] is None
        assert table.table["you"]["pending"] is None
    assert table.session.view.points(0) > 0
    sent = choose(table, comm, do="copy", what="view")
    text = answers(sent)[0]["text"]
    assert updates(sent) == []
    assert text == table.session.view.notation()
    assert text not in json.dumps(table.get_state())


def test_the_pictures_are_sent_once() -> None:
    table = Table()
    comm = Comm(table)
    sent = choose(table, comm, do="play", card="AC")
    assert [list(data["state"]) for data in sent if data["method"] == "update"] == [["table"]]
    assert len(json.dumps(table.faces)) < 80_000


def test_a_choice_is_one_change_and_one_acknowledgement() -> None:
    table = Table(seed=66)
    comm = Comm(table)
    for message in ({"do": "play", "card": "AC"}, {"do": "close"}, {"do": "next"}, {"do": "nonsense"}, {"do": "undo"}):
        sent = choose(table, comm, **message)
        assert [data["method"] for data in sent] == ["update", "custom"], message
        assert answers(sent) == [{"ack": table.table["version"]}]


def test_a_stale_choice_changes_nothing_but_is_answered() -> None:
    table = Table(seed=66)
    comm = Comm(table)
    choose(table, comm, do="play", card="AC")
    before = table.table
    assert comm.say({"do": "next", "version": 0}) == [{"method": "custom", "content": {"ack": 1}}]
    assert table.table == before


def test_what_the_browser_sends_back_changes_nothing() -> None:
    table = Table(seed=66)
    comm = Comm(table)
    table_before, faces_before = dict(table.table), dict(table.faces)
    sent = comm.set(table={"hand": []}, faces={})
    assert (table.table, table.faces) == (table_before, faces_before)
    assert sent == []


@pytest.mark.parametrize(
    "junk",
    [
        None,
        7,
        "next",
        [],
        {},
        {"do": None},
        {"do": 7, "version": 0},
        {"do": "play", "version": 0},
        {"do": "play", "card": None, "version": 0},
        {"do": "play", "card": {"a": 1}, "version": 0},
        {"do": "play", "card": "<script>alert(1)</script>", "version": 0},
        {"do": "play", "card": "A" * 1_000_000, "version": 0},
        {"do": "announce:X", "version": 0},
        {"do": "announce:", "version": 0},
        {"do": "paste", "version": 0},
        {"do": "paste", "text": 5, "version": 0},
        {"do": "paste", "text": "66 " * 300_000, "version": 0},
        {"do": "paste", "text": "66-match rules=guide seed=1 dealer=0 deals=" + "AS," * 10_000, "version": 0},
        {"do": "paste", "text": "66 rules=guide hand=<b>", "version": 0},
        {"do": "memory", "on": "perhaps", "version": 0},
        {"do": "one_click"},
        {"do": "copy", "what": 9},
        {"do": "_obey", "version": 0},
        {"do": "next", "version": "0"},
        {"do": "next", "version": None},
        {"do": "next", "version": 1e300},
    ],
    ids=lambda junk: json.dumps(junk)[:60],
)
def test_junk_leaves_the_table_whole(junk: object) -> None:
    table = Table(seed=66)
    comm = Comm(table)
    keys, hand = set(table.table), table.session.view.hand(0)
    assert answers(comm.say(junk))[0]["ack"] == table.table["version"]
    assert set(table.table) == keys
    assert table.session.view.hand(0) == hand
    assert len(table.table["status"]) < 1000
    assert "Something went wrong" not in table.table["status"]
    choose(table, comm, do="play", card="AC")
    assert table.table["waiting"]


def test_an_error_reaches_the_status_line_and_the_log_and_the_deal_is_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(seed=66)
    comm = Comm(table)
    choose(table, comm, do="play", card="AC")
    choose(table, comm, do="next")
    position, version = table.session.position, table.table["version"]

    class Broken:
        name = "broken"

        def choose(self, view: View, rng: random.Random) -> Any:
            raise RuntimeError("no idea")

    with monkeypatch.context() as patch:
        patch.setattr(table.session, "opponent", Broken())
        sent = choose(table, comm, do="play", card="TC")
    assert table.table["status"] == "Something went wrong in the table: no idea. Your deal is kept."
    assert table.table["refused"]
    assert answers(sent) == [{"ack": version + 1}]
    assert table.session.position == position
    assert [record.exc_info is not None for record in caplog.records] == [True]
    caplog.clear()
    choose(table, comm, do="play", card="TC")
    assert table.session.position != position
    assert not table.table["refused"]


# Wild clicking


def everything(rng: random.Random, table: Table) -> dict[str, Any]:
    """Any choice that a table offers, possible or not, now and then on an older table."""
    shown = table.table
    choices: list[dict[str, Any]] = [{"do": one["do"]} for one in (*shown["actions"], *shown["controls"])]
    choices += [{"do": "play", "card": one["card"]} for one in shown["hand"]] * 3
    choices += [{"do": name, "on": rng.random() < 0.5} for name in ("memory", "flow", "one_click")]
    choices += [{"do": "copy", "what": rng.choice(["view", "match"])}, {"do": "play", "card": "AS"}, {"do": "next"}]
    message = rng.choice(choices)
    return {**message, "version": shown["version"] - (rng.random() < 0.1)}


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_random_clicks_never_raise(start: int) -> None:
    for seed in range(start, start + 50):
        rng = random.Random(seed)
        rules = Rules.preset(["guide", "schnapsen", "german", "american"][seed % 4])
        table = Table(hand=HAND) if seed % 10 == 9 else Table(rules, seed=seed, match=seed % 3 == 0, opponent="Greedy")
        comm = Comm(table)
        for _ in range(40):
            message = everything(rng, table)
            before = table.table["version"]
            sent = comm.say(message)
            assert len(updates(sent)) <= 1
            assert len(answers(sent)) == 1
            assert table.table["version"] >= before
            assert "Something went wrong" not in table.table["status"]
            json.dumps(table.table)


def test_playing_makes_no_widgets() -> None:
    table = Table(seed=66)
    comm = Comm(table)
    living = ipywidgets.widgets.widget._instances
    before = len(living)
    for _ in range(40):
        play_on(table, comm)
        if table.table["report"]:
            choose(table, comm, do="another")
    assert len(living) == before


# Making a table


def test_the_repr_is_short_and_stable() -> None:
    assert repr(Table()) == "Table(deal 66, guide, practice)"
    assert repr(Table(Rules.schnapsen(), seed=3, match=True)) == "Table(deal 3, schnapsen, match)"
    assert repr(Table(start=Table().session.position)) == "Table(a position, guide, practice)"
    assert repr(Table(hand=HAND)) == "Table(guided hand, guide)"
    table = Table()
    bundle = table._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["text/plain"] == repr(table)


def test_a_table_starts_from_a_position_a_view_data_or_text() -> None:
    position = Table(seed=5).session.position
    view = position.view(0)
    for start in (position, position.to_dict(), position.notation()):
        assert Table(start=start).session.position == position
    for seen in (view, view.to_dict(), view.notation()):
        table = Table(start=seen, seed=9)
        assert table.session.view.hand(0) == view.hand(0)
        assert table.session.position == Table(start=seen, seed=9).session.position
    assert Table(start=position.view(1)).session.you == 1


def test_a_table_refuses_what_does_not_fit_together() -> None:
    position = Table().session.position
    for options in ({"start": position}, {"match": True}, {"rules": Rules.guide()}):
        with pytest.raises(IllegalAction, match="guided hand"):
            Table(hand=HAND, **options)
    for start in (position, position.view(0)):
        with pytest.raises(IllegalAction, match="match"):
            Table(start=start, match=True)
    with pytest.raises(ValueError, match="not a player"):
        Table(opponent="nobody")


def test_settings_and_players_reach_the_session() -> None:
    table = Table(memory=True, flow=True, one_click=True, opponent="Greedy")
    assert (table.table["memory"], table.table["flow"], table.table["one_click"]) == (True, True, True)
    assert table.session.opponent.name == "Greedy"
    comm = Comm(table)
    choose(table, comm, do="one_click", on=False)
    assert table.table["one_click"] is False


def test_the_still_picture_shows_what_the_learner_sees() -> None:
    table = Table(seed=66, memory=True)
    comm = Comm(table)
    play_on(table, comm)
    picture = table.picture()
    assert picture.startswith("<svg")
    assert f"{table.session.view.points(0)} card points" not in picture
    shown = picture.split("</desc>")[1]
    assert "AC" not in shown


def test_a_match_is_copied_and_taken_up_again() -> None:
    table = Table(seed=4, match=True)
    comm = Comm(table)
    for _ in range(5):
        play_on(table, comm)
    text = answers(choose(table, comm, do="copy", what="match"))[0]["text"]
    assert Match.parse(text).position == table.session.position
    other = Table()
    choose(other, Comm(other), do="paste", text=text)
    assert other.session.position == table.session.position


def test_a_guided_hand_goes_wrong_and_right() -> None:
    table = Table(hand=HAND)
    comm = Comm(table)
    choose(table, comm, do="play", card="9H")
    assert table.table["task"]["stopped"]
    choose(table, comm, do="undo")
    for message in ({"do": "play", "card": "AH"}, {"do": "next"}, {"do": "play", "card": "9H"}):
        choose(table, comm, **message)
    assert table.table["task"]["solved"]


# The files for the browser


@pytest.mark.parametrize("name", ["table", "quiz"])
def test_script_and_style_need_nothing_from_elsewhere(name: str) -> None:
    code, sheet = script(f"{name}.js"), style(f"{name}.css")
    for text in (code, sheet):
        assert "http" not in text.replace("http://www.w3.org", "")
        assert "import " not in text
        assert "@import" not in text
    assert "innerHTML" not in code.replace("holder.innerHTML = svg;", "")
    assert "eval(" not in code


def test_the_style_sheets_name_no_colour_themselves() -> None:
    known = {colour.lower() for colour in vars(type(COLOURS)).values() if isinstance(colour, str)}
    for name in ("table", "quiz"):
        own = style(f"{name}.css").partition("}")[2]
        for word in ("#", "rgb(", "rgba(", "hsl"):
            assert word not in own, f"{name}.css names a colour with {word}"
        assert not any(colour in own.lower() for colour in known)
        assert "transition" not in own
        assert "animation" not in own


# The quiz

QUESTIONS = (
    Question(
        "Which card wins? Hearts were led.",
        (Option("the ace", "A trump beats it."), Option("the nine", "Any trump wins.", right=True)),
        cards=("AH", "9♠"),
        trump="S",
    ),
    Question(
        "What is a ten worth?", (Option("10", "It counts what it says.", right=True), Option("0", "No, <b>10</b>."))
    ),
)


def test_the_quiz_has_everything_in_one_trait() -> None:
    quiz = Quiz(QUESTIONS, "Tricks")
    comm = Comm(quiz)
    assert repr(quiz) == "Quiz(2 questions)"
    assert list(quiz.quiz["faces"]) == ["9S", "AH"]
    assert quiz.quiz["questions"][0]["cards"] == ["AH", "9S"]
    said = [[option["said"] for option in question["options"]] for question in quiz.quiz["questions"]]
    assert said[0][1] == answer(QUESTIONS[0], 1) == "✓ Right. Any trump wins."
    assert said[1][1] == "✗ Not this one. No, <b>10</b>."
    before = dict(quiz.quiz)
    assert comm.set(quiz={}) == []
    assert quiz.quiz == before


def test_every_option_of_a_question_must_say_something_of_its_own() -> None:
    right = Option("yes", "It is.", right=True)
    for make, named in (
        (lambda: Option("yes", " "), "'yes'"),
        (lambda: Option("", "No."), "text is empty"),
        (lambda: Question("", (right, Option("no", "No."))), "no text"),
        (lambda: Question("Why?", (right,)), "'Why?'"),
        (lambda: Question("Why?", (Option("a", "b"), Option("c", "d"))), "no option is right"),
        (lambda: Question("Why?", (right, Option("no", "It is."))), "feedback 'It is.'"),
        (lambda: Question("Why?", (right, Option("yes", "Other."))), "text 'yes'"),
        (lambda: Question("Why?", (right, Option("no", "No.")), cards=("1H",)), "1H"),
        (lambda: Question("Why?", (right, Option("no", "No.")), trump="X"), "X"),
        (lambda: Quiz([]), "needs a question"),
        (lambda: Quiz([QUESTIONS[0], QUESTIONS[0]]), "twice"),
        (lambda: answer(QUESTIONS[0], 2), "0 to 1"),
        (lambda: answer(QUESTIONS[0], -1), "0 to 1"),
    ):
        with pytest.raises(ValueError, match=re.escape(named)):
            make()


def test_a_position_over_is_shown_with_all_cards() -> None:
    table = Table(seed=67)
    comm = Comm(table)
    while not table.table["report"]:
        play_on(table, comm)
    position = table.session.position
    assert isinstance(position, Position)
    assert len(table.table["opponent"]["known"]) == len(position.hand(1))
    assert table.table["report"]["tricks"]
