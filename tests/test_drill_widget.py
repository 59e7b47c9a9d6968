"""The drill widget without a browser: messages in, the synchronised state out."""

import json
import logging
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import sixtysix
from sixtysix import Drill
from sixtysix.drill_tasks import TASKS
from sixtysix.drilling import Drilling
from sixtysix.drills import Ask, Script, Step
from sixtysix.progress import Progress, Round
from sixtysix.progress_store import Store
from sixtysix.render.theme import COLOURS
from sixtysix.widgets.files import script, style

from .drill_scripts import ALONE, CARDS, PERCENT, POINTS, SUITS, drill_of
from .test_widgets import Comm, answers

SCRIPTS = {"points": POINTS, "suits": SUITS, "cards": CARDS, "percent": PERCENT, "alone": ALONE}


@pytest.fixture(autouse=True)
def no_error_is_swallowed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A widget that fails in a callback only logs it; here that fails the test."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)] == []


def say(widget: Drill, comm: Comm, do: str, **parts: object) -> list[dict[str, Any]]:
    return comm.say({"do": do, "version": widget.drill["version"], **parts})


def truth(ask: Ask) -> object:
    """The right answer, as the browser would send it."""
    if isinstance(ask.truth, Fraction):
        return round(float(100 * ask.truth), 1)
    if isinstance(ask.truth, frozenset):
        return [card.code for card in ask.truth]
    return [str(number) for number in ask.truth]


def go_through(widget: Drill, comm: Comm) -> None:
    """Play a round with every answer right."""
    say(widget, comm, "go")
    while widget.drill["phase"] != "done":
        if widget.drill["phase"] == "ask":
            beat = widget.controller.script[widget.controller.at]
            assert isinstance(beat, Ask)
            say(widget, comm, "answer", answer=truth(beat))
            assert widget.drill["told"]["right"], widget.drill
        say(widget, comm, "go")
        assert not widget.drill["refused"], widget.drill["status"]


def test_a_choice_is_one_update_of_one_trait_and_one_acknowledgement(tmp_path: Path) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    for message in (
        {"do": "go"},
        {"do": "pace", "pace": 5},
        {"do": "pause"},
        {"do": "go"},
        {"do": "answer", "answer": ["x"]},
        {"do": "answer", "answer": ["9"]},
        {"do": "go"},
        {"do": "level", "level": 99},
        {"do": "?"},
        {"do": "drill", "drill": "both-points"},
        {"do": "paste", "text": "no code"},
    ):
        sent = comm.say({**message, "version": widget.drill["version"]})
        assert [data["method"] for data in sent] == ["update", "custom"], message
        assert [list(data["state"]) for data in sent if data["method"] == "update"] == [["drill"]]
        assert answers(sent) == [{"ack": widget.drill["version"]}]


def test_a_stale_choice_changes_nothing_but_is_answered(tmp_path: Path) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    say(widget, comm, "go")
    before = widget.drill
    sent = comm.say({"do": "go", "version": 0})
    assert sent == [{"method": "custom", "content": {"ack": 1}}]
    assert widget.drill == before


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_answer_of_an_open_question_is_in_no_trait(tmp_path: Path, name: str) -> None:
    """The same question with another answer looks the same until it is answered."""
    suits, cards, alone = SUITS[0], CARDS[0], ALONE[0]
    assert isinstance(suits, Ask)
    assert isinstance(cards, Ask)
    assert isinstance(alone, Ask)
    other: dict[str, Script] = {
        "points": (POINTS[0], Ask("How many card points have you now?", (77,)), *POINTS[2:]),
        "suits": (replace(suits, truth=(9, 9, 9, 9), count=()),),
        "cards": (replace(cards, truth=frozenset()),),
        "percent": (Ask("How likely is the ace of hearts?", Fraction(1, 2)),),
        "alone": (replace(alone, truth=(4,)), *ALONE[1:]),
    }
    shown = []
    for rounds in (SCRIPTS[name], other[name]):
        widget = drill_of(rounds, tmp_path)
        comm = Comm(widget)
        while widget.drill["phase"] != "ask":
            say(widget, comm, "go")
        shown.append(widget.drill)
    assert shown[0] == shown[1]


def test_the_state_is_json_of_moderate_size(tmp_path: Path) -> None:
    for rounds in SCRIPTS.values():
        widget = drill_of(rounds, tmp_path)
        comm = Comm(widget)
        say(widget, comm, "go")
        assert len(json.dumps(widget.drill)) < 8_000
    assert len(json.dumps(widget.faces)) < 80_000


@pytest.mark.parametrize("name", TASKS)
def test_every_drill_goes_through_a_round_and_is_recorded(name: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.json")
    widget = Drill(name, store=store)
    go_through(widget, Comm(widget))
    done = widget.drill["round"]
    assert done["right"] == done["asked"] > 0
    played = [one for one in store.progress.rounds if one.asked]
    assert [(one.drill, one.asked) for one in played] == [(name, done["asked"])]
    assert f"{done['asked']} of {done['asked']} answers right" in widget.drill["progress"]["record"]


def test_the_taker_of_a_trick_is_named_and_a_lone_card_has_none(tmp_path: Path) -> None:
    assert isinstance(POINTS[0], Step)
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    say(widget, comm, "go")
    assert widget.drill["step"]["taker"] == "you"  # ten over nine
    say(widget, comm, "go")
    say(widget, comm, "answer", answer=["10"])
    say(widget, comm, "go")
    assert widget.drill["step"]["taker"] == "opponent"  # ace over nine
    widget = drill_of((Step("One card", (("", POINTS[0].cards[0][1]),)), *POINTS), tmp_path)
    say(widget, Comm(widget), "go")
    assert widget.drill["step"]["taker"] is None


def test_what_the_browser_sends_back_changes_nothing(tmp_path: Path) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    before = (dict(widget.drill), dict(widget.faces))
    assert comm.set(drill={"phase": "done"}, faces={}) == []
    assert (widget.drill, widget.faces) == before


@pytest.mark.parametrize(
    "junk",
    [
        *(None, 7, "go", [], {}, {"do": None}, {"do": "_obey"}, {"do": "go", "version": 1e300}),
        {"do": "answer"},
        {"do": "answer", "answer": [10**5000]},
        {"do": "answer", "answer": ["9" * 1_000_000]},
        {"do": "answer", "answer": {"a": 1}},
        {"do": "answer", "answer": ["<b>1</b>"]},
        {"do": "drill", "drill": ["my-points"]},
        {"do": "drill", "drill": "x" * 1_000_000},
        {"do": "level", "level": True},
        {"do": "level", "level": "2"},
        {"do": "pace", "pace": [8]},
        {"do": "pace", "pace": 0.5},
        {"do": "paste"},
        {"do": "paste", "text": "66P1-" + "A" * 1_000_000},
    ],
    ids=range(21),
)
def test_junk_leaves_the_drill_whole(tmp_path: Path, junk: object) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    say(widget, comm, "go")
    say(widget, comm, "go")
    keys, ask = set(widget.drill), widget.drill["ask"]
    assert answers(comm.say(junk))[0]["ack"] == widget.drill["version"]
    assert widget.drill["phase"] == "ask"
    assert (set(widget.drill), widget.drill["ask"]) == (keys, ask)
    assert len(widget.drill["status"]) < 400
    assert "Something went wrong" not in widget.drill["status"]
    say(widget, comm, "answer", answer=["10"])
    assert widget.drill["told"]["right"]


def test_an_error_reaches_the_status_line_and_the_log_and_the_round_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    say(widget, comm, "go")
    say(widget, comm, "go")

    def broken(self: Drilling, ask: Ask) -> None:
        raise RuntimeError("no idea")

    with monkeypatch.context() as patch:
        patch.setattr(Drilling, "_told", broken)
        sent = say(widget, comm, "answer", answer=["10"])
    assert widget.drill["status"] == "Something went wrong in the drill: no idea. Your round is kept."
    assert widget.drill["refused"]
    assert answers(sent) == [{"ack": widget.drill["version"]}]
    assert (widget.drill["phase"], widget.controller.phase, widget.controller.run) == ("ask", "ask", 0)
    assert [record.exc_info is not None for record in caplog.records] == [True]
    caplog.clear()
    say(widget, comm, "answer", answer=["10"])
    assert widget.drill["told"]["right"]
    assert widget.drill["round"]["asked"] == widget.controller.store.progress.rounds[0].asked == 1


def test_a_code_is_copied_and_pasted_and_the_status_says_what_it_brought(tmp_path: Path) -> None:
    first, second = drill_of(POINTS, tmp_path / "one"), drill_of(POINTS, tmp_path / "two")
    comm = Comm(first)
    go_through(first, comm)
    first.controller.store.mark("06/question-2", right=True)
    sent = say(first, comm, "copy")
    [answer] = answers(sent)
    assert answer == {"text": first.controller.store.progress.code().text, "note": "", "ack": first.drill["version"]}
    comm = Comm(second)
    say(second, comm, "paste", text=answer["text"])
    assert second.drill["status"] == "Added from the code: 1 round and 1 mark."
    assert second.drill["notice"]
    assert second.controller.store.progress == first.controller.store.progress
    say(second, comm, "paste", text=answer["text"])
    assert second.drill["status"] == "Nothing was added: all that is in the code is known here already."
    say(second, comm, "paste", text=answer["text"][:-8])  # whatever its length, not one letter too many
    assert second.drill["refused"]
    assert second.drill["status"].startswith("The progress code is cut off")
    assert not second.drill["notice"]
    say(second, comm, "go")
    assert not second.drill["notice"]
    assert second.drill["status"].startswith("Trick 1.")


def test_a_stale_paste_adds_nothing(tmp_path: Path) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    say(widget, comm, "go")
    text = Progress().with_mark("06/question-2", True, now=1000).code().text
    comm.say({"do": "paste", "text": text, "version": 0})
    assert widget.controller.store.progress == Progress()
    assert not widget.drill["notice"]


def test_what_has_no_room_in_the_code_is_said(tmp_path: Path) -> None:
    generator = random.Random(1)
    rounds = tuple(Round("my-points", 1, generator.randrange(10**12), 9, 5, generator.random()) for _ in range(1_800))
    store = Store(tmp_path / "progress.json")
    for first in range(0, 1_800, 600):
        store.add_code(Progress(rounds[first : first + 600]).code().text)
    widget = Drill(store=store)
    [answer] = answers(say(widget, Comm(widget), "copy"))
    assert answer["note"] == store.progress.code().sentence
    assert answer["note"].startswith("The code has no room for")


def test_by_default_the_learners_own_file_is_used(progress_file: Path) -> None:
    widget = Drill("both-points")
    assert not progress_file.exists()
    assert str(progress_file.resolve()) in widget.drill["progress"]["kept"]
    go_through(widget, Comm(widget))
    assert {one.drill for one in Store(progress_file).progress.rounds} == {"both-points"}


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("not a folder")
    widget = drill_of(POINTS, tmp_path / "a file")
    go_through(widget, Comm(widget))
    assert widget.drill["progress"]["trouble"]
    assert widget.drill["progress"]["kept"].startswith("Your progress is not saved in ")
    assert widget.drill["status"].endswith(widget.drill["progress"]["kept"])


def test_many_choices_make_no_widgets(tmp_path: Path) -> None:
    widget = drill_of(POINTS, tmp_path)
    comm = Comm(widget)
    generator = random.Random(1)
    living = ipywidgets.widgets.widget._instances
    before = len(living)
    for _ in range(60):
        do = generator.choice(["go", "go", "pause", "answer"])
        say(widget, comm, do, answer=[str(generator.randrange(50))])
    assert len(living) == before


def test_the_repr_is_the_same_whatever_is_on_record(tmp_path: Path) -> None:
    assert sixtysix.Drill is Drill
    store = Store(tmp_path / "progress.json")
    assert repr(Drill("my-points", store=store)) == "Drill(my-points)"
    store.record(Round("my-points", 3, 1000, 5, 4, 20))
    widget = Drill("my-points", store=store)
    assert widget.drill["level"] == 3
    assert repr(widget) == "Drill(my-points)"
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["text/plain"] == "Drill(my-points)"
    say(widget, Comm(widget), "drill", drill="both-points")
    assert repr(widget) == "Drill(both-points)"


@pytest.mark.parametrize(
    ("options", "named"),
    [({"drill": "whist"}, "whist"), ({"level": 0}, "0"), ({"seed": -1}, "-1"), ({"rules": "poker"}, "poker")],
    ids=str,
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Drill(store=Store(tmp_path / "progress.json"), **options)


def test_script_and_style_need_nothing_from_elsewhere() -> None:
    code = script("asking.js", "drill_build.js", "drill_told.js", "drill.js")
    sheet = style("drill.css", "drill_told.css")
    assert (Drill._esm, Drill._css) == (code, sheet)
    for text in (code, sheet):
        assert "http" not in text.replace("http://www.w3.org", "")
        assert "import " not in text
        assert "@import" not in text
    assert "innerHTML" not in code.replace("holder.innerHTML = svg;", "")
    assert "eval(" not in code


def test_the_style_sheet_names_no_colour_and_nothing_moves() -> None:
    known = {colour.lower() for colour in vars(type(COLOURS)).values() if isinstance(colour, str)}
    own = style("drill.css", "drill_told.css").partition("}")[2]
    for word in ("#", "rgb(", "rgba(", "hsl"):
        assert word not in own
    assert not any(colour in own.lower() for colour in known)
    assert "transition" not in own
    assert "animation" not in own
