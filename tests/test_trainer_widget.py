"""The puzzle trainer as a widget, without a browser: table and panel tell each other, and nothing is lost."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from sixtysix import PuzzleError, PuzzleSet, Trainer
from sixtysix.progress_store import Store, default_store
from sixtysix.puzzles import load
from sixtysix.render.theme import COLOURS
from sixtysix.widgets.files import script, style
from sixtysix.widgets.trainer import TrainerPanel


def trainer(folder: Path, **options: Any) -> Trainer:
    return Trainer(store=Store(folder / "progress.json"), **options)


def say(widget: Any, do: str, **message: object) -> list[dict[str, Any]]:
    """Deliver a message of the browser; return what is sent back."""
    answers: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: answers.append(content)
    state = getattr(widget, widget._what)
    widget._handle_custom_msg({"do": do, "version": state["version"], **message}, [])
    return answers


def test_what_is_played_is_judged_below_and_the_next_puzzle_comes_from_either_place(tmp_path: Path) -> None:
    widget = trainer(tmp_path, first="bring-down-the-nine")
    table, panel = widget.table, widget.panel
    assert (panel.trainer["phase"], table.table["task"]["goal"]) == ("ask", widget.controller.puzzle.question)
    say(table, "play", card="TS")
    assert (panel.trainer["phase"], panel.trainer["told"]["name"]) == ("wrong", "A heavy loss")
    assert table.table["waiting"]
    say(panel, "retry")
    assert (panel.trainer["phase"], table.table["waiting"]) == ("ask", False)
    say(table, "play", card="QH")
    assert panel.trainer["phase"] == "solved"
    say(table, "another")
    assert panel.trainer["puzzle"]["number"] == 2
    assert table.table["task"]["goal"] == panel.trainer["puzzle"]["question"]
    say(panel, "next")
    assert panel.trainer["puzzle"]["number"] == 3
    assert table.table["task"]["goal"] == panel.trainer["puzzle"]["question"]
    say(panel, "show")
    assert table.table["task"]["note"] == "The solution"


def test_a_choice_made_on_an_older_table_does_nothing_to_the_next_puzzle(tmp_path: Path) -> None:
    widget = trainer(tmp_path, first="bring-down-the-nine")
    old = widget.table.table["version"]
    say(widget.panel, "next")
    before = widget.table.table
    say(widget.table, "out", version=old)
    assert widget.table.table == before
    assert widget.panel.trainer["phase"] == "ask"


def test_every_message_is_answered_and_a_text_comes_with_the_answer(tmp_path: Path) -> None:
    widget = trainer(tmp_path, first="four-tricks")
    for do in ("hint", "answer", "nonsense", "copy"):
        (answer,) = say(widget.panel, do, answer="x")
        assert answer["ack"] == widget.panel.trainer["version"]
        assert "text" not in answer
    (answer,) = say(widget.panel, "copy", what="progress")
    assert answer["text"] == widget.controller.store.progress.code().text
    say(widget.panel, "show")
    (answer,) = say(widget.panel, "copy", what="puzzle")
    assert answer["text"].startswith("Puzzle four-tricks, level 1: counting")


def test_the_state_goes_one_way_and_holds_no_secret(tmp_path: Path) -> None:
    widget = trainer(tmp_path, first="the-cheaper-trump")
    puzzle = widget.controller.puzzle
    before = widget.panel.trainer
    widget.panel.set_state({"trainer": {"phase": "solved"}, "faces": {}})
    assert widget.panel.trainer == before
    state = widget.panel.get_state()["trainer"], widget.table.get_state()["table"]
    words = json.dumps(state, ensure_ascii=False)
    for secret in (puzzle.id, puzzle.explanation, *puzzle.hints, *(one.why for one in puzzle.answers)):
        assert secret not in words
    for card in puzzle.view.unseen:
        assert f'"{card.code}"' not in json.dumps(state[1])


def test_something_that_goes_wrong_is_told_and_keeps_what_was_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    widget = trainer(tmp_path, first="say-it-now")
    say(widget.table, "out")
    known = widget.controller.store.progress

    def broken(_: object) -> None:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(type(widget.controller), "next", broken)
    with caplog.at_level(logging.CRITICAL):
        (answer,) = say(widget.panel, "next")
    assert "ack" in answer
    status = widget.panel.trainer["status"]
    assert status == "Something went wrong in the trainer: by hand. What you have solved is kept."
    monkeypatch.undo()
    say(widget.panel, "next")
    assert widget.panel.trainer["puzzle"]["number"] == 2
    assert widget.controller.store.progress == known


def test_an_answer_comes_even_where_the_state_itself_cannot_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    widget = trainer(tmp_path, first="say-it-now")

    def broken(_: object) -> None:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(type(widget.controller), "state", broken)
    with caplog.at_level(logging.CRITICAL):
        for place in (widget.panel, widget.table):
            (answer,) = say(place, "hint")
            assert "ack" in answer
            assert "Something went wrong in the trainer: by hand." in widget.panel.trainer["status"]
    monkeypatch.undo()
    say(widget.panel, "hint")
    assert len(widget.panel.trainer["hints"]["taken"]) == 1


def test_the_number_of_widgets_does_not_grow(tmp_path: Path) -> None:
    widget = trainer(tmp_path)
    before = len(_instances)
    for _ in range(30):
        say(widget.panel, "show")
        say(widget.panel, "next")
    assert len(_instances) == before
    assert widget.children == (widget.table, widget.panel)


def test_puzzles_and_the_record_come_from_where_they_are_asked_for(progress_file: Path, tmp_path: Path) -> None:
    widget = Trainer("01-going-out", first="say-it-now")
    assert repr(widget) == "Trainer(15 puzzles)"
    say(widget.table, "out")
    assert default_store().path == progress_file
    assert default_store().progress.mark("puzzle/say-it-now") is not None
    assert repr(trainer(tmp_path, puzzles=load("03-endgames")[:1])) == "Trainer(1 puzzle)"
    assert len(trainer(tmp_path, puzzles=PuzzleSet.load("02-closing"), theme="duck").controller.puzzles) == 17
    with pytest.raises(PuzzleError, match="theme"):
        trainer(tmp_path, theme="whist")
    with pytest.raises(ValueError, match="not a player"):
        trainer(tmp_path, opponent="champion")


def test_script_and_style_need_nothing_from_elsewhere_and_name_no_colour() -> None:
    code = script("asking.js", "trainer_build.js", "trainer.js")
    sheet = style("drill.css", "drill_told.css", "trainer.css")
    assert (TrainerPanel._esm, TrainerPanel._css) == (code, sheet)
    for text in (code, sheet):
        assert "http" not in text.replace("http://www.w3.org", "")
        assert "import " not in text
    assert "innerHTML" not in code.replace("holder.innerHTML = svg;", "")
    own = sheet.partition("}")[2].lower()
    known = {colour.lower() for colour in vars(type(COLOURS)).values() if isinstance(colour, str)}
    assert not [colour for colour in known if colour in own]
    for word in ("#", "rgb(", "rgba(", "hsl", "transition", "animation"):
        assert word not in own
