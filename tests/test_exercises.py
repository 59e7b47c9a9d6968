"""The exercise notebooks are what the puzzle files make, and nothing of a file becomes part of a page unescaped."""

import copy
import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from sixtysix import exercises, puzzles
from sixtysix.exercise_pages import INDEX, PAGES, Page
from sixtysix.exercises import index, line_in_words, notebook, plain, text_of
from sixtysix.lessons.course import exercise_table
from sixtysix.progress import Progress
from sixtysix.puzzles import Puzzle, load, names, read, some
from sixtysix.puzzles.play import tricks
from tests.checkout import ROOT

SETS = ROOT / "exercises" / "puzzles"


@cache
def written(page: Page) -> dict[str, Any]:
    return notebook(page)


def chosen(page: Page) -> tuple[Puzzle, ...]:
    """The puzzles that a page shows."""
    return load(page.name) if page.shown is None else some(load(page.name), page.shown)


def test_every_set_has_its_page_and_its_notebook_and_no_other() -> None:
    assert [page.name for page in PAGES] == list(names())
    assert sorted(path.stem for path in (ROOT / "exercises").glob("[0-9]*.ipynb")) == [INDEX, *names()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_notebook_is_in_step_with_its_puzzles(page: Page) -> None:
    text = (ROOT / "exercises" / f"{page.name}.ipynb").read_text("utf-8")
    assert text == text_of(written(page)), "run python -m sixtysix.exercises"


def test_the_map_is_in_step_with_the_sets_and_links_them_all() -> None:
    text = (ROOT / "exercises" / f"{INDEX}.ipynb").read_text("utf-8")
    assert text == text_of(index()), "run python -m sixtysix.exercises"
    links = re.findall(r"\]\(([^)]+\.ipynb)\)", "".join(json.loads(text)["cells"][3]["source"]))
    assert [link for link in links if "/" not in link] == [f"{page.name}.ipynb" for page in PAGES]
    assert all((ROOT / "exercises" / link).is_file() for link in links)
    table = exercise_table(Progress().with_mark(load("03-endgames")[0].mark, True, 1_790_000_000_000))
    assert table["solved"].tolist() == [int(page.name == "03-endgames") for page in PAGES]


def test_some_of_a_large_set_are_of_every_level_and_theme() -> None:
    for page in PAGES:
        if page.shown is not None:
            every, few = load(page.name), chosen(page)
            levels = Counter(puzzle.level for puzzle in few)
            assert len(few) == page.shown
            assert set(levels) == {puzzle.level for puzzle in every}
            assert {puzzle.themes[0] for puzzle in few} == {puzzle.themes[0] for puzzle in every}
            assert [puzzle.level for puzzle in few] == sorted(puzzle.level for puzzle in few)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_notebook_teaches_without_a_kernel(page: Page) -> None:
    book = written(page)
    texts = "\n".join("".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "markdown")
    outputs = json.dumps([cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code"])
    for puzzle in chosen(page):
        for text in (puzzle.question, *puzzle.hints, puzzle.explanation):
            assert plain(text) in texts
    assert outputs.count("<svg") == len(chosen(page))
    assert texts.count("<details>") == texts.count("</details>") == 4 * len(chosen(page))
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])


def test_a_line_in_words_says_who_plays() -> None:
    puzzle = next(puzzle for puzzle in load("03-endgames") if puzzle.id == "win-draw-or-lose")
    told = [line_in_words(puzzle, answer) for answer in puzzle.answers]
    assert told == [
        "10♥ (A♥), (Q♥) K♥, 9♥ (10♣), 65 to 65",
        "K♥ (A♥), (Q♥) 10♥, 9♥ (10♣), 71 to 59",
        "9♥ (Q♥), (10♣) 10♥, K♥ (A♥), 58 to 72",
    ]
    follow = next(puzzle for puzzle in load("03-endgames") if puzzle.id == "not-the-ace")
    assert line_in_words(follow, follow.right[0]) == "(J♥) K♦, A♦ (10♦), you are out"


def test_the_tricks_so_far_are_told_without_their_points() -> None:
    puzzle = next(puzzle for puzzle in load("01-going-out") if puzzle.id == "forty-and-what-else")
    assert tricks(puzzle).splitlines() == [
        "   You announced the marriage in ♠.",
        "1. You led Q♠, your opponent played 10♠. Your opponent took it.",
        "   Your opponent exchanged 9♠ for the turn-up.",
        "2. Your opponent led J♥, you played 10♥. You took it.",
        "3. You led 9♦, your opponent played J♦. Your opponent took it.",
        "4. Your opponent led J♣, you played 10♣. You took it.",
    ]


NASTY = "</details><script>alert(1)</script> **x** [a](b) `c` $d$ | & \\ ~~e~~\n\n# head"


def poisoned(puzzle: dict[str, Any]) -> Puzzle:
    """Return a puzzle with markup in all of its texts."""
    other = copy.deepcopy(puzzle)
    for field in ("question", "explanation"):
        other[field] += NASTY
    other["hints"] = [hint + NASTY for hint in other["hints"]]
    for answer in other["answers"]:
        answer["why"] += NASTY
    return read([other])[0]


def test_markup_in_a_file_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGES[-1]
    data = json.loads((SETS / f"{page.name}.json").read_text("utf-8"))
    bad = tuple(poisoned(puzzle) for puzzle in data)
    monkeypatch.setattr(exercises, "load", lambda name: bad)
    clean = notebook(page)
    for cell in clean["cells"]:
        if cell["cell_type"] != "markdown":
            continue
        source = "".join(cell["source"])
        tags = set(re.findall(r"</?([a-z]+)", source))
        assert tags <= {"details", "summary", "p", "b", "table", "tr", "th", "td"}
        assert source.count("<details>") == source.count("</details>")
        assert not re.search(r"\*\*x|\[a\]|`c`|\$d|~~|\n# head", source)
    assert puzzles.load(page.name) != bad


def test_plain_text_keeps_cards_and_escapes_the_rest() -> None:
    assert plain("A♦ and 10♠: 48, 3 & 22.") == "A♦ and 10♠: 48, 3 &amp; 22."
    assert plain("a <b> _c_\n d") == "a &lt;b&gt; &#95;c&#95; d"
    assert plain("- 1. see http://a.b www.a.b") == "&#45; 1. see http&#58;//a.b www&#46;a.b"
    assert [plain(text) for text in ("1. a", "12) a", "---", "66 is out.")] == [
        "1&#46; a",
        "12&#41; a",
        "&#45;--",
        "66 is out.",
    ]


def test_the_page_of_the_exercises_tells_of_every_set() -> None:
    """Its question, its problems and minutes, and the same lessons to read first as the set itself names."""
    rows = [line for line in (ROOT / "exercises" / "README.md").read_text("utf-8").splitlines() if line[:3] == "| ["]
    assert len(rows) == len(PAGES)
    for row, page in zip(rows, PAGES, strict=True):
        name, asks, needs, problems, minutes, puzzles = (cell.strip() for cell in row.strip("|").split("|"))
        assert name == f"[{page.name[:2]} {page.title}]({page.name}.ipynb)"
        assert (asks, problems, minutes) == (page.asks, str(len(chosen(page))), str(page.minutes))
        assert puzzles == str(len(load(page.name)))
        lessons = re.findall(r"\((\.\./notebooks/\S+\.ipynb)\)", page.needs)
        assert re.findall(r"\((\S+)\)", needs) == lessons
        assert lessons
        assert all((ROOT / "exercises" / lesson).is_file() for lesson in lessons)


def test_a_lesson_and_an_exercise_say_alike_how_to_run_them() -> None:
    said = " ".join(exercises.RUN_ALL.split())
    for number in range(10):
        (lesson,) = (ROOT / "notebooks").glob(f"{number:02}-*.ipynb")
        head = "".join(json.loads(lesson.read_text("utf-8"))["cells"][0]["source"])
        assert said in " ".join(head.split()), lesson.name
    for page in PAGES:
        assert said in " ".join("".join(written(page)["cells"][0]["source"]).split())


def test_the_tricks_are_told_only_where_there_are_some() -> None:
    """A card that has been led stands in the picture."""
    for page in PAGES:
        outputs = json.dumps([cell.get("outputs") for cell in written(page)["cells"]])
        assert "not part of this problem" not in outputs
