"""The exercise notebooks, written from the puzzle files: ``python -m sixtysix.exercises`` writes them all.

Each cell is run here and its output kept, so that a page shows its pictures before anything is run. The text of a
puzzle file is escaped before it becomes part of a page.
"""

import ast
import html
import json
import os
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

import pandas as pd

from .actions import ClaimOut, Play, parse_action
from .exercise_pages import INDEX, PAGES, Page
from .progress_store import VARIABLE
from .puzzles import LEVELS, YOU, Answer, Puzzle, load, some
from .puzzles.play import stated

FOLDER: Final = Path(__file__).parent.parent / "exercises"


def notebook(page: Page) -> dict[str, Any]:
    """Return the notebook of a set as JSON data, its cells run.

    >>> [cell["cell_type"] for cell in notebook(PAGES[-1])["cells"]][:3]
    ['markdown', 'code', 'code']
    """
    puzzles = load(page.name) if page.shown is None else some(load(page.name), page.shown)
    cells = [
        _text("head", _head(page, puzzles)),
        _code("imports", _imports(page, puzzles)),
        _code("problems", _problems(page)),
    ]
    for number, puzzle in enumerate(puzzles, start=1):
        cells += _problem(number, puzzle)
    if page.shown is not None:
        every = TRAIN_TEXT.format(count=len(load(page.name)))
        cells += [_text("train-text", every), _code("train", f'Trainer("{page.name}")')]
    cells += [_text("check-text", CHECK_TEXT), _code("check", CHECK), _text("next", _tail(page))]
    return _book(cells)


def _book(cells: list[dict[str, Any]]) -> dict[str, Any]:
    _run(cells)
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def index() -> dict[str, Any]:
    """Return the notebook that is the map of all exercises, as JSON data, its cells run.

    What it shows of a learner is empty in the file.

    >>> [cell["cell_type"] for cell in index()["cells"]][:3]
    ['markdown', 'code', 'code']
    """
    path = "\n".join(
        f"{place}. Read {page.needs}. Then [{page.title}]({page.name}.ipynb): {page.asks}"
        for place, page in enumerate(PAGES, start=1)
    )
    cells = [
        _text("head", INDEX_HEAD),
        _code("imports", INDEX_IMPORTS),
        _code("map", "exercise_table(default_store().progress)"),
        _text("path", f"{INDEX_PATH}\n\n{path}"),
        _text("trainer-text", INDEX_TRAINER),
        _code("trainer", "Trainer()"),
        _text("next", INDEX_NEXT),
    ]
    return _book(cells)


def text_of(book: dict[str, Any]) -> str:
    """Return notebook data as the text of its file, written as Jupyter writes it."""
    return json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def plain(text: str) -> str:
    """Escape text of a puzzle file for a Markdown page: no tag and no mark of Markdown is left in it.

    >>> plain("<b>*K♠*</b>")
    '&lt;b&gt;&#42;K♠&#42;&lt;/b&gt;'
    """
    escaped = html.escape(" ".join(text.split()), quote=False)
    escaped = "".join(f"&#{ord(sign)};" if sign in "*_`[]\\$|~!#" else sign for sign in escaped)
    # A list or a rule begins with these, and a bare address would become a link.
    escaped = re.sub(r"^(\d*)([-+=.)])", lambda start: f"{start[1]}&#{ord(start[2])};", escaped)
    return escaped.replace("://", "&#58;//").replace("www.", "www&#46;")


RUN_ALL: Final = """\
**First** choose *Run All Cells* from the *Run* menu, then come back to this place. If a cell says `NameError`, a cell
above it has not been run: choose *Run All Cells* once more."""
"""How to run a page, in the words of the lessons."""
CHECK: Final = """\
faults = [prove(puzzle) for puzzle in problem.values()]
print(len(faults), "problems computed again, faults:", [fault for fault in faults if fault])"""
CHECK_TEXT: Final = """\
## Is all this true?

You need not believe the answers: the solver computes the worth of each one again."""


INDEX_HEAD: Final = f"""\
# Exercises · The map

**Which problems are there, and which do I take next?**

You will be able to

- find the exercises that go with a lesson,
- see how many of them you have solved, and how many at the first try,
- train with puzzles of one theme, one level or a mix of all.

**Time** 2 minutes, and the trainer as long as you like. **You need**
[00 · Start here](../notebooks/00-start-here.ipynb).

{RUN_ALL}"""
INDEX_IMPORTS: Final = """\
from sixtysix import Trainer, __version__
from sixtysix.lessons.course import exercise_table
from sixtysix.progress_store import default_store

print(f"sixtysix {__version__}")"""
INDEX_PATH: Final = """\
*All sets.* The notebook of a large set shows a dozen of its puzzles; the trainer below has all. The minutes are for
the notebook. *Solved* counts what you have answered rightly anywhere: in a notebook, in the trainer, at a table.

## The recommended path

Each set follows from a lesson. Go down the list, and come back to a set when its puzzles have become strange again."""
INDEX_TRAINER: Final = """\
## The trainer

All puzzles of all sets, one after the other. Answer with a card or a button of the table; where the table has no
buttons, answer below it. A wrong answer is played out on the cards, and you may try again as often as you like. What
you got wrong comes back after a while.

Theme, level and *Streak* stand at the foot: begin with *level 1*. A streak ends with the first wrong answer."""
INDEX_NEXT: Final = """\
Puzzles of your own? [Make your own](make-your-own.ipynb) shows how a set is written, and the solver proves it.

*Next: [Going out](01-going-out.ipynb)* · *How it goes: [your progress](../notebooks/90-your-progress.ipynb)* · *Back to
the map of the course: [00 · Start here](../notebooks/00-start-here.ipynb)*"""


TRAIN_TEXT: Final = """\
## All {count} puzzles of this set

The problems above are some of them. Here all come, one after the other. Answer with a card or a button of the table;
where it has no buttons, answer below it."""


def _told(puzzle: Puzzle) -> bool:
    """Whether tricks are told; a card that has been led is in the picture."""
    return any(puzzle.start.finished_tricks())


def _imports(page: Page, puzzles: tuple[Puzzle, ...]) -> str:
    played, told = not all(puzzle.fact for puzzle in puzzles), any(map(_told, puzzles))
    names = {"hand": played, "load": True, "picture": True, "prove": True, "question": True}
    names |= {"some": page.shown is not None, "tricks": told}
    widgets = {"Quiz": True, "Table": played, "Trainer": page.shown is not None, "__version__": True}
    return f"""\
from sixtysix import {", ".join(name for name, needed in widgets.items() if needed)}
from sixtysix.puzzles import {", ".join(name for name, needed in names.items() if needed)}"""


def _problems(page: Page) -> str:
    chosen = f'load("{page.name}")'
    if page.shown is not None:
        chosen = f"some({chosen}, {page.shown})"
    return f"""\
problem = dict(enumerate({chosen}, start=1))
rules = {{puzzle.start.rules.name for puzzle in problem.values()}}
print(f"sixtysix {{__version__}} · {{len(problem)}} problems · rules:", *sorted(rules))"""


def _head(page: Page, puzzles: tuple[Puzzle, ...]) -> str:
    folded = "Hints and the solution are folded."
    if not all(puzzle.fact for puzzle in puzzles):
        folded = f"""\
At the table below it the same answers are played out on the cards, and a wrong one can be taken back. {folded}
In lines of play your opponent's cards stand in brackets."""
    can = "\n".join(f"- {line}," for line in page.can).rstrip(",") + "."
    return f"""\
# Exercises {page.name[:2]} · {page.title}

**{page.asks}**

You will be able to

{can}

**Time** about {page.minutes} minutes for {len(puzzles)} problems; stop where you like. **You need** {page.needs}.

{page.about}

The stars say how hard a problem is, from ★ to {"★" * LEVELS}. Answer in the box: every answer says what it leads to.
{folded}

{RUN_ALL}"""


def _tail(page: Page) -> str:
    place = [other.name for other in PAGES].index(page.name)
    following = PAGES[place + 1] if place + 1 < len(PAGES) else None
    onward = f"*Next set: [{following.title}]({following.name}.ipynb)*" if following else "*That was the last set.*"
    return f"""\
{onward} · *[The map of the exercises]({INDEX}.ipynb)* · *Back to the map of the course:
[00 · Start here](../notebooks/00-start-here.ipynb)*"""


def _problem(number: int, puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the cells of one problem: picture, question, hints, answers, table, solution."""
    name, stars = f"p{number}", "★" * puzzle.level + "☆" * (LEVELS - puzzle.level)
    cells = [
        _text(name, f"## {number} · {stars}\n\n{plain(puzzle.question)}"),
        _code(f"{name}-picture", f"picture(problem[{number}])"),
    ]
    if _told(puzzle):
        cells.append(_code(f"{name}-tricks", f"print(tricks(problem[{number}]))"))
    hints = "\n".join(
        f"<details><summary>Hint {place}</summary>{plain(hint)}</details>"
        for place, hint in enumerate(puzzle.hints, start=1)
    )
    cells += [
        _text(f"{name}-hints", hints),
        _code(f"{name}-answer", f'Quiz([question(problem[{number}])], title="Problem {number}")'),
    ]
    if not puzzle.fact:
        cells.append(_code(f"{name}-table", f"Table(hand=hand(problem[{number}]))"))
    cells.append(_text(f"{name}-solution", _solution(puzzle)))
    return cells


def _solution(puzzle: Puzzle) -> str:
    """Return the solution, folded; all in one HTML block, so without an empty line."""
    rows = "\n".join(_row(puzzle, answer) for answer in puzzle.answers)
    head = "<th>answer</th>" + ("<th>why</th>" if puzzle.fact else "<th>worth</th><th>what follows</th>")
    themes = ", ".join(theme.replace("-", " ") for theme in puzzle.themes)
    return f"""\
<details><summary>Solution</summary>
<p><b>{plain(" or ".join(puzzle.say(answer) for answer in puzzle.right))}.</b> {plain(puzzle.explanation)}</p>
<table><tr>{head}</tr>
{rows}
</table>
<p>Themes: {themes}</p>
</details>"""


def _row(puzzle: Puzzle, answer: Answer) -> str:
    mark = "✓" if answer.right else "✗"
    said = f"<td>{mark} {plain(puzzle.say(answer))}</td>"
    if puzzle.fact:
        return f"<tr>{said}<td>{plain(answer.why)}</td></tr>"
    return f"<tr>{said}<td>{stated(puzzle, answer)}</td><td>{line_in_words(puzzle, answer)}</td></tr>"


def line_in_words(puzzle: Puzzle, answer: Answer) -> str:
    """Write an answer and what follows it trick by trick, the opponent's cards in brackets.

    >>> puzzle = load("03-endgames")[0]
    >>> line_in_words(puzzle, puzzle.right[0])
    'Q♥ (9♥), A♦ (A♠), you are out'
    """
    position = puzzle.start
    parts = [f"({card})" for _, card in position.trick]
    done: list[str] = []
    for place, action in enumerate((*answer.actions, *map(parse_action, answer.line))):
        mine = position.turn == YOU
        match action:
            case Play(card):
                parts.append(str(card) if mine else f"({card})")
            case ClaimOut() if place >= len(answer.actions):
                done.append("you are out" if mine else "your opponent is out")
            case _ if place >= len(answer.actions):
                done.append(f"{'you' if mine else 'your opponent'}: {action}")
        position = position.apply(action)
        if not position.trick and parts:
            done.append(" ".join(parts))
            parts = []
    if position.result is not None and answer.line and answer.line[-1] != "!":
        done.append(f"{position.points(YOU)} to {position.points(1 - YOU)}")
    return ", ".join([*done, *([" ".join(parts)] if parts else [])])


# Cells


def _text(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name: str, source: str) -> dict[str, Any]:
    cell = {"cell_type": "code", "id": name, "metadata": {}, "source": _lines(source)}
    return {**cell, "execution_count": None, "outputs": []}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _run(cells: list[dict[str, Any]]) -> None:
    """Run the code cells in order and keep what they print and show."""
    names: dict[str, Any] = {}
    count = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = _outputs("".join(cell["source"]), names, count)


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run one cell and return its outputs in the format of notebooks."""
    printed: list[str] = []
    names["print"] = lambda *values, sep=" ": printed.append(sep.join(map(str, values)) + "\n")
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None
    outputs: list[dict[str, Any]] = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines("".join(printed))})
    if value is not None:
        with pd.option_context("display.max_columns", 20, "display.width", 80):  # as in a kernel, whatever runs this
            data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = _lines(value._repr_svg_())
        if hasattr(value, "_repr_html_"):
            data["text/html"] = _lines(value._repr_html_())
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main(folder: Path = FOLDER) -> None:
    """Write all notebooks into a folder, by default that of this checkout."""
    books = {INDEX: index} | {page.name: partial(notebook, page) for page in PAGES}
    os.environ[VARIABLE] = os.devnull  # what a page shows of a learner is nobody's
    for name, book in books.items():
        path = folder / f"{name}.ipynb"
        path.write_text(text_of(book()), "utf-8")
        print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
