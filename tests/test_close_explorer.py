"""The closing explorer without a browser: messages in, the synchronised state out."""

import json
import logging
import random
from collections.abc import Iterator
from typing import Any

import ipywidgets
import pytest

from sixtysix import CloseExplorer, PuzzleError, Table, View
from sixtysix.cards import PACK
from sixtysix.explore import EXAMPLE, Explorer
from sixtysix.render.theme import COLOURS
from sixtysix.widgets.files import script, style

from .test_widgets import Comm, answers

FEW = (
    "66 rules=guide trump=S turn_up=9S stock=1 hand=AS,KS,AH,TH,AD,QC points=40-20 tricks=3-2 to_move=0 "
    "unseen=TS,QS,KH,AC,TC,KC,JC"
)
"""Seven layouts."""


@pytest.fixture(autouse=True)
def no_error_is_swallowed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A widget that fails in a callback only logs it; here that fails the test."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)] == []


def updates(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [data["state"] for data in sent if data["method"] == "update"]


def change(widget: CloseExplorer, comm: Comm, **parts: object) -> list[dict[str, Any]]:
    return comm.say({"do": "change", "version": widget.explorer["version"], **parts})


def test_a_change_is_one_update_of_one_trait_and_one_acknowledgement() -> None:
    widget = CloseExplorer(FEW)
    comm = Comm(widget)
    for message in (
        {"do": "change", "points": [30, 20]},
        {"do": "plan"},
        {"do": "longer"},
        {"do": "reset"},
        {"do": "?"},
    ):
        sent = comm.say({**message, "version": widget.explorer["version"]})
        assert [data["method"] for data in sent] == ["update", "custom"], message
        assert [list(state) for state in updates(sent)] == [["explorer"]]
        assert answers(sent) == [{"ack": widget.explorer["version"]}]


def test_the_state_is_json_of_moderate_size() -> None:
    widget = CloseExplorer()
    comm = Comm(widget)
    comm.say({"do": "plan"})
    assert len(json.dumps(widget.explorer)) < 40_000
    assert len(json.dumps(widget.faces)) < 40_000
    assert set(widget.faces["small"]) == {card.code for card in PACK}


def test_what_the_browser_sends_back_changes_nothing() -> None:
    widget = CloseExplorer(FEW)
    comm = Comm(widget)
    before = (dict(widget.explorer), dict(widget.faces))
    assert comm.set(explorer={"cards": {}}, faces={}) == []
    assert (widget.explorer, widget.faces) == before


@pytest.mark.parametrize(
    "junk",
    [
        *(None, 7, "plan", [], {}, {"do": None}, {"do": "_obey"}, {"do": "plan", "version": 1e300}),
        {"do": "change", "cards": {"<script>alert(1)</script>": "hand"}},
        {"do": "change", "cards": {"A" * 1_000_000: "hand"}},
        {"do": "change", "rules": "x" * 1_000_000},
        {"do": "change", "before": "*H " * 300_000},
        {"do": "change", "points": [10**5000, 0]},
    ],
    ids=lambda junk: repr(junk)[:50] if not isinstance(junk, dict) or "points" not in junk else "points",
)
def test_junk_leaves_the_explorer_whole(junk: object) -> None:
    widget = CloseExplorer(FEW)
    comm = Comm(widget)
    cards, keys = widget.explorer["cards"], set(widget.explorer)
    assert answers(comm.say(junk))[0]["ack"] == widget.explorer["version"]
    assert widget.explorer["cards"] == cards
    assert set(widget.explorer) == keys
    assert len(widget.explorer["status"]) < 400
    assert "Something went wrong" not in widget.explorer["status"]
    change(widget, comm, points=[30, 20])
    assert widget.explorer["points"] == [30, 20]


def test_an_error_reaches_the_status_line_and_the_log_and_the_cards_are_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    widget = CloseExplorer(FEW)
    comm = Comm(widget)
    setting = widget.controller.setting

    def broken(self: Explorer) -> None:
        raise RuntimeError("no idea")

    with monkeypatch.context() as patch:
        patch.setattr(Explorer, "_look", broken)
        sent = change(widget, comm, points=[30, 20])
    assert widget.explorer["status"] == "Something went wrong in the explorer: no idea. Your cards are kept."
    assert widget.explorer["refused"]
    assert answers(sent) == [{"ack": widget.explorer["version"]}]
    assert widget.controller.setting == setting
    assert [record.exc_info is not None for record in caplog.records] == [True]
    caplog.clear()
    change(widget, comm, points=[30, 20])
    assert widget.explorer["points"] == [30, 20]
    assert not widget.explorer["refused"]


def test_many_changes_make_no_widgets() -> None:
    widget = CloseExplorer(FEW)
    comm = Comm(widget)
    generator = random.Random(1)
    living = ipywidgets.widgets.widget._instances
    before = len(living)
    for _ in range(60):
        places = ["hand", "unseen", "played", "turn_up", "his"]
        sent = change(widget, comm, cards={generator.choice(PACK).code: generator.choice(places)})
        assert len(updates(sent)) == 1
        if generator.random() < 0.2:
            comm.say({"do": "reset"})
    assert len(living) == before


def test_the_repr_is_short_and_stable() -> None:
    widget = CloseExplorer()
    assert repr(widget) == "CloseExplorer(462 layouts, guide)"
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["text/plain"] == repr(widget)
    change(widget, Comm(widget), cards={"AH": "unseen"})
    assert repr(widget) == "CloseExplorer(incomplete, guide)"


def test_the_view_goes_on_in_code() -> None:
    widget = CloseExplorer(View.parse(EXAMPLE))
    change(widget, Comm(widget), points=[20, 2])
    assert widget.view.points(0) == 20
    assert widget.analysis is not None
    assert widget.analysis.layouts == widget.view.layouts()
    assert Table(start=widget.view, adapt=True).session.view == widget.view
    change(widget, Comm(widget), cards={"AH": "unseen"})
    assert widget.analysis is None
    with pytest.raises(PuzzleError, match="choose one more"):
        _ = widget.view


def test_script_and_style_need_nothing_from_elsewhere() -> None:
    code, sheet = script("close_build.js", "close_explorer.js"), style("close_explorer.css")
    assert CloseExplorer._esm == code
    for text in (code, sheet):
        assert "http" not in text.replace("http://www.w3.org", "")
        assert "import " not in text
        assert "@import" not in text
    assert "innerHTML" not in code.replace("holder.innerHTML = svg;", "")
    assert "eval(" not in code


def test_the_style_sheet_names_no_colour_itself() -> None:
    known = {colour.lower() for colour in vars(type(COLOURS)).values() if isinstance(colour, str)}
    own = style("close_explorer.css").partition("}")[2]
    for word in ("#", "rgb(", "rgba(", "hsl"):
        assert word not in own
    assert not any(colour in own.lower() for colour in known)
    assert "transition" not in own
    assert "animation" not in own
