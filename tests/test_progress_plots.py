"""The charts and the table of a learner's record."""

from pathlib import Path

import pytest

from sixtysix.drilling import Drilling
from sixtysix.progress import Progress, Round
from sixtysix.progress_plots import accuracy_chart, drill_table, example, pace_chart
from sixtysix.progress_store import Store

DAY = 86_400_000
PROGRESS = (
    Progress()
    .with_round(Round("his-hand", 1, 3 * DAY, 2, 1, 30.0))
    .with_round(Round("my-points", 2, 2 * DAY, 4, 4, 10.0))
    .with_round(Round("my-points", 1, 1 * DAY, 4, 1, 60.0))
    .with_round(Round("my-points", 3, 4 * DAY, 0, 0, 0.0))
    .with_round(Round("a-drill-of-tomorrow", 1, 5 * DAY, 1, 0, 9.0))
)


def test_the_charts_show_shares_and_seconds_in_order_of_time() -> None:
    accuracy, pace = accuracy_chart(PROGRESS), pace_chart(PROGRESS)
    assert [trace.name for trace in accuracy.data] == ["Your points", "Your opponent's hand", "a-drill-of-tomorrow"]
    assert list(accuracy.data[0].y) == [25, 100]
    assert list(pace.data[0].y) == [15, 2.5]
    assert [when.day for when in accuracy.data[0].x] == [2, 3]
    assert accuracy.data[0].text[0] == "level 1, 1 of 4 right"


def test_no_two_drills_look_alike_without_colour() -> None:
    looks = [(trace.line.dash, trace.marker.symbol) for trace in accuracy_chart(PROGRESS).data]
    assert len(set(looks)) == len(looks)


def test_the_table_has_first_and_last_rounds() -> None:
    row = drill_table(PROGRESS).iloc[0].to_dict()
    assert row["rounds"] == 2
    assert row["level now"] == 3  # reached in the last round, the next will be played with it
    assert row["right, first 3, %"] == round(100 * 5 / 8)
    assert row["seconds, last 3"] == pytest.approx(70 / 8, abs=0.06)
    assert len(drill_table(example())) == 2


def test_the_level_in_the_table_is_the_one_that_the_drill_goes_on_with(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.json")
    for played in (*PROGRESS.rounds, Round("odds", 99, DAY, 5, 5, 20.0), Round("card-value", 0, DAY, 5, 5, 20.0)):
        store.record(played)
    table = drill_table(store.progress).set_index("drill")["level now"]
    for name in ("my-points", "his-hand", "odds", "card-value"):
        drilling = Drilling(name, store=store)
        assert table[drilling.task.title] == drilling.level
    assert table["a-drill-of-tomorrow"] == 1


def test_an_empty_record_says_so() -> None:
    for chart in (accuracy_chart(Progress()), pace_chart(Progress())):
        assert [note.text for note in chart.layout.annotations] == ["No round on record yet."]
    assert drill_table(Progress()).empty
