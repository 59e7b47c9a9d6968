"""The drill of a whole deal as a widget: what happens at the table reaches the questions, and the other way round."""

from pathlib import Path
from typing import Any

from sixtysix import DealDrill, Table
from sixtysix.progress_store import Store, default_store


def say(widget: Any, **message: object) -> None:
    state = getattr(widget, widget._what)
    widget.send = lambda *_: None
    widget._handle_custom_msg({**message, "version": state["version"]}, [])


def to_a_question(deal: DealDrill) -> None:
    while deal.questions.drill["phase"] != "ask":
        if deal.questions.drill["phase"] == "done":
            say(deal.questions, do="go")
        table = deal.table.table
        card = next(one["card"] for one in table["hand"] if one["legal"])
        say(deal.table, **({"do": "next"} if table["waiting"] else {"do": "play", "card": card}))


def test_table_and_questions_tell_each_other(tmp_path: Path) -> None:
    deal = DealDrill(seed=66, level=1, store=Store(tmp_path / "own.json"))
    assert repr(deal) == "DealDrill(deal 66)"
    assert deal.questions.drill["phase"] == "watch"
    assert deal.questions.drill["go"] == ""
    assert deal.table.table["memory"]
    to_a_question(deal)
    assert deal.table.table["status"].endswith("Answer the question below the table first.")
    before = deal.table.table["hand"]
    say(deal.table, do="next")
    assert deal.table.table["refused"]
    assert deal.table.table["hand"] == before
    say(deal.questions, do="answer", answer=["0"])
    assert deal.questions.drill["phase"] == "told"
    assert not deal.table.table["status"].endswith("first.")
    say(deal.questions, do="go")
    assert deal.questions.drill["phase"] == "watch"
    assert not deal.table.table["waiting"]
    to_a_question(deal)
    say(deal.questions, do="answer", answer=["0"])
    say(deal.table, do="next")
    assert deal.questions.drill["phase"] == "watch"


def test_a_setting_that_would_leave_out_the_questions_is_refused_and_not_offered(tmp_path: Path) -> None:
    deal = DealDrill(seed=66, level=1, store=Store(tmp_path / "own.json"))
    assert set(deal.table.table["fixed"]) == {"memory", "flow", "paste"}
    for setting, on in (("flow", True), ("memory", False)):
        say(deal.table, do=setting, on=on)
        assert deal.table.table["refused"]
        assert (deal.table.table["flow"], deal.table.table["memory"]) == (False, True)
    to_a_question(deal)
    assert deal.table.table["waiting"]
    assert Table(seed=66).table["fixed"] == []


def test_the_learners_own_record_is_used_by_default(progress_file: Path) -> None:
    deal = DealDrill()
    to_a_question(deal)
    say(deal.questions, do="answer", answer=["0"])
    assert default_store().path == progress_file
    (played,) = default_store().progress.by_drill()["whole-deal"]
    assert played.asked == 1
    assert repr(deal) == "DealDrill(deal 66)"
