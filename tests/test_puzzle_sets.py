"""Sets of puzzles as their authors and solvers meet them: reports, and a sentence for whatever is answered."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sixtysix import Card, ClaimOut, Play, PuzzleError, Rules
from sixtysix.puzzles import Puzzle, PuzzleSet, check, load, names
from sixtysix.puzzles.asked import FACTS
from sixtysix.puzzles.play import feedback
from sixtysix.puzzles.sets import PROVEN

from .checkout import ROOT

ENDGAMES = ROOT / "exercises" / "puzzles" / "03-endgames.json"


def own_file(folder: Path, **changes: Any) -> Path:
    """Write a file with two puzzles, the second one changed."""
    data = json.loads(ENDGAMES.read_text("utf-8"))[:2]
    data[1].update(changes)
    path = folder / "mine.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_set_is_read_and_proved(tmp_path: Path) -> None:
    mine = PuzzleSet.load(own_file(tmp_path))
    assert (mine.name, len(mine)) == ("mine", 2)
    heard: list[tuple[str, str]] = []
    report = mine.check(news=lambda *one: heard.append(one))
    assert report == {puzzle.id: PROVEN for puzzle in mine} == dict(heard)
    assert mine[mine.puzzles[1].id] is mine.puzzles[1]


def test_the_smallest_file_of_the_format_is_one(tmp_path: Path) -> None:
    text = (ROOT / "exercises" / "FORMAT.md").read_text("utf-8")
    path = tmp_path / "mine.json"
    path.write_text(text.partition("```json\n")[2].partition("```")[0], "utf-8")
    mine = PuzzleSet.load(path)
    assert mine.check() == {"the-trump-first": PROVEN}
    fields = {name for puzzle in json.loads(path.read_text("utf-8")) for name in puzzle}
    assert all(f"| `{name}` |" in text for name in (*fields, "values_in", "score", "certificate"))
    assert all(fact in text for fact in FACTS)


def test_a_file_of_rules_that_the_solver_does_not_know_is_reported(tmp_path: Path) -> None:
    """One puzzle that cannot be proven does not keep the others from their report."""
    case = {
        **json.loads((ROOT / "exercises" / "puzzles" / "02-closing.json").read_text("utf-8"))[0]["case"],
        "rules": {"preset": Rules.guide().name, "wrong_claim": 1},
    }
    data = json.loads((ROOT / "exercises" / "puzzles" / "02-closing.json").read_text("utf-8"))[:2]
    data[0]["case"] = case
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data), "utf-8")
    report = PuzzleSet.load(path).check()
    assert list(report.values()) == [
        "wrong_claim: 1 makes a wrong claim a way out; the analysis needs 2 or more",
        PROVEN,
    ]


def test_a_wrong_value_is_reported_by_name(tmp_path: Path) -> None:
    answers = json.loads(ENDGAMES.read_text("utf-8"))[1]["answers"]
    answers[0]["value"] += 1
    mine = PuzzleSet.load(own_file(tmp_path, answers=answers, id="changed"))
    report = mine.check()
    assert report.pop("changed") != PROVEN
    assert set(report.values()) == {PROVEN}


def test_a_sample_is_chosen_by_its_seed() -> None:
    endgames = PuzzleSet.load("03-endgames")
    one, two = endgames.check(sample=3, seed=1), endgames.check(sample=3, seed=1)
    assert list(one) == list(two)
    order = [puzzle.id for puzzle in endgames]
    assert list(one) == sorted(one, key=order.index)
    assert endgames.check(sample=0) == {}
    assert len(endgames.check(sample=99)) == len(endgames)
    assert {frozenset(endgames.check(sample=3, seed=seed)) for seed in range(6)} != {frozenset(one)}


@pytest.mark.parametrize("sample", [-1, True, 1.5, "3"])
def test_a_sample_is_a_number(sample: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^sample: .* is not a number of puzzles"):
        PuzzleSet.load("03-endgames").check(sample=sample)


def test_faults_of_a_file_name_file_puzzle_and_field(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"^mine\.json: puzzle 'twice' *: level: "):
        PuzzleSet.load(own_file(tmp_path, id="twice", level=9))
    with pytest.raises(PuzzleError, match=r"^mine\.json: puzzle 'x': author: there is no such field"):
        PuzzleSet.load(own_file(tmp_path, id="x", author="me"))
    with pytest.raises(PuzzleError, match=r"^id: 'nobody' is not in this set; there are "):
        PuzzleSet.load("03-endgames")["nobody"]


@pytest.mark.parametrize("name", names())
def test_every_answer_of_every_puzzle_gets_its_own_feedback(name: str) -> None:
    for puzzle in load(name):
        for answer in puzzle.answers:
            said = check(puzzle.id, answer.text)
            assert said == f"{'✓' if answer.right else '✗'} {puzzle.say(answer)}: {feedback(puzzle, answer)}"
            if not puzzle.fact:
                assert check(puzzle.id, list(answer.actions)) == said
                assert check(puzzle.id, answer.actions) == said
            else:
                assert check(puzzle.id, answer.meant) == said


def fact(name: str) -> Puzzle:
    return next(one for every in names() for one in load(every) if one.fact and one.fact.split()[0] == name)


def test_answers_that_no_option_has() -> None:
    mine = fact("my")
    assert check(mine.id, 119).startswith("✗ 119 is not right. ")
    assert check(mine.id, "many").startswith("answer: 'many' does not answer what is asked for")
    odds = fact("holds")
    assert check(odds.id, Fraction(1, 97)).startswith("✗ 1 in 97 is not right. ")
    first = load("03-endgames")[0]
    assert check(first.id, Play("9C")).startswith("'9C' is not among the answers: Lead ")
    assert check(first.id, "Q♥ !").startswith("'Q♥ !' is not among the answers")
    assert check(first.id, Card("QH")) == check(first.id, " QH ") == check(first.id, [Play("QH")])
    assert check(first.id, ClaimOut()).startswith("'!' is")


@pytest.mark.parametrize("answer", [None, "", " ", 10**50, -1, 1.5, b"x", object(), {}, [[]], [None], "\0", "x" * 5000])
@pytest.mark.parametrize("name", ["bring-down-the-nine", "no-such-puzzle", "", None, 3, ["x"], "<b>"])
def test_whatever_is_asked_comes_back_as_one_short_sentence(name: Any, answer: Any) -> None:
    said = check(name, answer)
    assert said
    assert len(said) < 400
    assert "\n" not in said
