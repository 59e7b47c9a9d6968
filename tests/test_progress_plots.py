"""The charts and the table of a learner's record."""

from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from sixtysix.drill_tasks import TASKS
from sixtysix.drilling import RUN, Drilling
from sixtysix.progress import Progress, Round
from sixtysix.progress_plots import accuracy_chart, drill_table, example, pace_chart
from sixtysix.progress_store import Store
from sixtysix.training_record import round_name

PAGE = Path(__file__).parents[1] / "notebooks" / "90-your-progress.ipynb"
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


def test_a_streak_of_puzzles_has_a_name_in_words() -> None:
    played = Progress().with_round(Round(round_name("pull-trumps"), 2, 1_790_000_000_000, 4, 3, 60.0))
    assert drill_table(played)["drill"].tolist() == ["Puzzles: pull trumps"]


def test_the_level_in_the_table_is_the_one_that_the_drill_goes_on_with(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.json")
    for played in (*PROGRESS.rounds, Round("odds", 99, DAY, 5, 5, 20.0), Round("card-value", 0, DAY, 5, 5, 20.0)):
        store.record(played)
    table = drill_table(store.progress).set_index("drill")["level now"]
    for name in ("my-points", "his-hand", "odds", "card-value"):
        drilling = Drilling(name, store=store)
        assert table[drilling.task.title] == drilling.level
    assert table["a-drill-of-tomorrow"] == 1


def test_the_invented_record_is_one_that_the_drills_could_have_written() -> None:
    for name, rounds in example().by_drill().items():
        for before, after in pairwise(rounds):
            wrong = before.asked - before.right
            risen = before.right >= RUN and 4 * before.right >= 3 * before.asked
            kept = before.right <= (RUN - 1) * (wrong + 1)  # so many can be right without a run
            assert risen if after.level == before.level + 1 else kept and after.level == before.level
        for played in rounds:
            fewest, most = {1: (6, 12), 2: (3, 6), 3: (2, 4), 4: (0, 1)}[played.level]  # a deal of 6 to 12 tricks
            assert fewest <= played.asked <= most
        assert {one.level for one in rounds} <= set(range(1, len(TASKS[name].levels) + 1))


def test_what_the_page_of_your_progress_says_about_the_invented_record() -> None:
    text = " ".join(cell.source for cell in nbformat.read(PAGE, as_version=4).cells).replace("\n", " ")
    first, second = drill_table(example()).to_dict("records")

    assert "In the first, right answers rise from about half to nine in ten, and an answer takes half the time" in text
    assert first["right, first 3, %"] == pytest.approx(50, abs=5)
    assert first["right, last 3, %"] == pytest.approx(90, abs=5)
    assert first["seconds, last 3"] / first["seconds, first 3"] == pytest.approx(0.5, abs=0.05)

    assert "the second, begun four days later, is on the same way" in text
    lines = example().by_drill()
    assert lines["both-points"][0].begun - lines["my-points"][0].begun == 4 * DAY
    assert second["right, last 3, %"] > second["right, first 3, %"] + 5
    assert second["seconds, last 3"] < 0.9 * second["seconds, first 3"]

    assert "Where a line of right answers falls for a round, the level had just risen" in text
    falls = 0
    for rounds in lines.values():
        played = [one for one in rounds if one.asked]
        for at, (before, after) in enumerate(pairwise(played)):
            if after.right / after.asked < before.right / before.asked:
                falls += 1
                assert after.level == before.level + 1
                if played[at + 2 :]:  # for a round: the next is up again
                    assert played[at + 2].right / played[at + 2].asked > after.right / after.asked
    assert falls >= 3


@pytest.mark.parametrize(("code", "said"), [("66P1-hello", "The progress code is cut off"), ("x", "is not a progress")])
def test_the_page_of_your_progress_answers_a_damaged_code_with_a_sentence(
    code: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [cell.source for cell in nbformat.read(PAGE, as_version=4).cells if 'code_to_add = ""' in cell.source]
    (source,) = cells
    store = Store(tmp_path / "progress.json")
    exec(source.replace('code_to_add = ""', f'code_to_add = "{code}"'), {"store": store})
    printed = capsys.readouterr().out
    assert said in printed
    assert printed.count("\n") == 1
    exec(source, {"store": store})
    assert capsys.readouterr().out == ""
    good = example().code().text
    exec(source.replace('code_to_add = ""', f'code_to_add = "{good}"'), {"store": store})
    assert capsys.readouterr().out == "Added from the code: 12 rounds.\n"
    assert store.progress == example()


def test_an_empty_record_says_so() -> None:
    for chart in (accuracy_chart(Progress()), pace_chart(Progress())):
        assert [note.text for note in chart.layout.annotations] == ["No round on record yet."]
    assert drill_table(Progress()).empty
