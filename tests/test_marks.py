"""What learners do in lessons and exercises is marked in their progress file."""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from sixtysix import PuzzleError, Quiz, Table
from sixtysix.lessons.course import LESSONS, Lesson, course_table
from sixtysix.lessons.start_here import FIRST_HAND, QUICK
from sixtysix.progress import Mark, Progress
from sixtysix.progress_store import default_store
from sixtysix.puzzles import load, names, read
from sixtysix.puzzles.play import hand, question

from .checkout import ROOT


def said(widget: Any, **message: object) -> None:
    widget.send = lambda *_: None
    widget._handle_custom_msg(message, [])


def wrong_and_right(options: Any) -> tuple[int, int]:
    rights = [option.right for option in options]
    return rights.index(False), rights.index(True)


def test_an_answer_is_marked_and_the_first_try_counts() -> None:
    quiz = Quiz(QUICK)
    wrong, right = wrong_and_right(QUICK[1].options)
    said(quiz, do="answered", question=1, option=wrong)
    said(quiz, do="answered", question=1, option=right)
    said(quiz, do="answered", question=0, option=wrong_and_right(QUICK[0].options)[1])
    progress = default_store().progress
    first, second = progress.mark(QUICK[0].mark), progress.mark(QUICK[1].mark)
    assert first
    assert second
    assert (first.tries, first.right, first.first) == (1, 1, True)
    assert (second.tries, second.right, second.first) == (2, 1, False)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "answered"},
        {"question": "1", "option": 0},
        {"question": True, "option": 0},
        {"question": 0, "option": 99},
        {"question": -1, "option": 0},
        {"question": 0, "option": None},
    ],
)
def test_a_message_that_is_no_answer_marks_nothing(message: dict[str, object]) -> None:
    quiz = Quiz(QUICK)
    said(quiz, **message)
    quiz._handle_custom_msg("answered", [])
    assert default_store().progress == Progress()


def test_a_guided_hand_is_marked_when_it_is_solved_and_when_it_has_gone_wrong() -> None:
    table = Table(hand=FIRST_HAND)
    wrong = next(iter(FIRST_HAND.steps[0].wrong))

    def do(**message: object) -> None:
        said(table, **message, version=table.session.version)

    do(do="play", card=wrong)
    assert default_store().progress.mark(FIRST_HAND.mark) == Mark(
        FIRST_HAND.mark, 1, 0, False, default_store().progress.marks[0].last
    )
    do(do="memory", on=True)  # it is still wrong, and that is marked once
    do(do="again")
    words = {"x": "exchange", "c": "close", "d": "draw", "-": "pass", "!": "out"}
    for step in FIRST_HAND.steps:
        if table.session.waiting:
            do(do="next")
        token = step.right[0]
        if token in words or token.startswith("*"):
            do(do=words.get(token) or f"announce:{token[1]}")
        else:
            do(do="play", card=token)
    (mark,) = default_store().progress.marks
    assert (mark.tries, mark.right, mark.first) == (2, 1, False)


def test_a_plain_table_marks_nothing() -> None:
    table = Table(seed=66)
    said(table, do="play", card=table.session.view.own[0].code, version=table.session.version)
    assert default_store().progress == Progress()


def test_a_puzzle_has_one_name_as_a_question_and_as_a_hand() -> None:
    for name in names():
        for puzzle in load(name):
            assert question(puzzle).mark == puzzle.mark == f"puzzle/{puzzle.id}"
            Mark(puzzle.mark, 1, 1, True, 0)  # which is a name that can be marked
            guided = hand(puzzle)
            assert guided is None or guided.mark == puzzle.mark


@pytest.mark.parametrize("name", ["", "a b", "ü", "x" * 51, "<b>"])
def test_a_puzzle_whose_name_cannot_be_marked_is_refused(name: str) -> None:
    (data,) = json.loads((ROOT / "exercises" / "puzzles" / "03-endgames.json").read_text("utf-8"))[:1]
    with pytest.raises(PuzzleError, match="id: "):
        read([{**data, "id": name}])


def test_no_two_questions_or_hands_share_a_mark() -> None:
    every = [mark for lesson in LESSONS for mark in lesson.marks]
    assert [mark for mark, times in Counter(every).items() if times > 1] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.number)
def test_the_map_has_every_question_and_hand_of_a_lesson(lesson: Lesson) -> None:
    (book,) = (ROOT / "notebooks").glob(f"{lesson.number}-*.ipynb")
    cells = json.loads(book.read_text("utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert f"{lesson.number} · {lesson.title}" in "".join(cells[0]["source"])
    shown = re.findall(r"(?:Quiz\(|Table\(hand=)([A-Z_]+)", source)
    assert list(dict.fromkeys(shown)) == lesson.names.split()


def test_every_lesson_is_on_the_map() -> None:
    numbers = {path.name[:2] for path in (ROOT / "notebooks").glob("[0-8]*.ipynb")}
    assert numbers == {lesson.number for lesson in LESSONS}


def test_the_table_of_the_course_counts_what_is_solved() -> None:
    first, second = LESSONS[0].marks[:2]
    progress = Progress().with_mark(first, True, 1).with_mark(second, False, 2).with_mark(second, True, 3)
    row = course_table(progress).iloc[0]
    assert row.tolist() == ["00 Start here", 4, 2, 1]


def test_all_marks_of_the_course_fit_into_one_code() -> None:
    """With three tries each, at times a day apart or more, which packs worst."""
    progress, chance = Progress(), Random(1)
    names_of_all = [*(mark for lesson in LESSONS for mark in lesson.marks)]
    names_of_all += [puzzle.mark for name in names() for puzzle in load(name)]
    for day, name in enumerate(names_of_all):
        for _ in range(3):
            progress = progress.with_mark(name, chance.random() < 0.6, 86_400_000 * day + chance.randrange(86_400_000))
    code = progress.code()
    assert (code.marks_left_out, Progress.from_code(code.text)) == (0, progress)
