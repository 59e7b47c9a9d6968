"""The generator keeps what it finds, goes on where it was stopped, and takes nothing twice."""

import json
from pathlib import Path

import pytest

from sixtysix import Position
from sixtysix.puzzles.generate import __main__ as command
from sixtysix.puzzles.generate.bank import Bank, Search, masked, near_keys
from sixtysix.puzzles.generate.found import Finder, Found
from sixtysix.puzzles.generate.themes import SEARCHES, SETS
from sixtysix.puzzles.puzzle import THEMES

SET = next(name for name, themes in SETS.items() if "claim" in themes)
CLAIMS = SEARCHES["claim"]


def quiet(text: str) -> None:
    """Hear no news."""


def few(finder: Finder = CLAIMS.finder, want: int = 4) -> Search:
    return Search("claim", finder, CLAIMS.rules, want)


def test_a_search_that_was_stopped_goes_on_to_the_same_bank(tmp_path: Path) -> None:
    folders = [tmp_path / "once", tmp_path / "twice"]
    for folder in folders:
        folder.mkdir()
    once = [puzzle.id for puzzle in Bank(folders[0], SETS).extend(few(), quiet)]
    stopped = Bank(folders[1], SETS).extend(few(), quiet)
    twice = [next(stopped).id]
    stopped.close()  # type: ignore[attr-defined]
    twice += [puzzle.id for puzzle in Bank(folders[1], SETS).extend(few(), quiet)]
    assert len(once) == 4
    assert once == twice
    files = [(folder / f"{SET}.json").read_bytes() for folder in folders]
    assert files[0] == files[1]
    assert [path.name for folder in folders for path in folder.iterdir()] == [f"{SET}.json"] * 2
    assert list(Bank(folders[0], SETS).extend(few(), quiet)) == []  # there is enough


def test_a_key_pressed_to_stop_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[Found] = []

    def tired(position: Position) -> Found | None:
        if len(found) == 2:
            raise KeyboardInterrupt
        puzzle = CLAIMS.finder(position)
        found.extend([puzzle] if puzzle else [])
        return puzzle

    monkeypatch.setattr(command, "FOLDERS", (tmp_path, tmp_path))
    monkeypatch.setattr(command, "SEARCHES", {"claim": few(tired)})
    monkeypatch.setattr("sys.argv", ["generate"])
    assert command.main() == 1
    assert capsys.readouterr().out.splitlines()[-1] == "stopped; what was found is kept"
    kept = json.loads((tmp_path / f"{SET}.json").read_text("utf-8"))
    assert 1 <= len(kept) <= 2


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (["calim"], "[]", "calim: no such theme; there are claim, counting, "),
        (["claim"], "[{]", f"{SET}.json: this is no JSON text"),
        (["claim"], '[{"id": "x"}]', f"{SET}.json: puzzle 'x': themes: missing"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(
    arguments: list[str],
    text: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / f"{SET}.json").write_text(text)
    monkeypatch.setattr(command, "FOLDERS", (tmp_path, tmp_path))
    monkeypatch.setattr("sys.argv", ["generate", *arguments])
    assert command.main() == 2
    assert capsys.readouterr().out.startswith(said)
    assert (tmp_path / f"{SET}.json").read_text() == text


def test_without_a_checkout_there_is_no_bank_to_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "FOLDERS", (tmp_path, tmp_path / "none"))
    monkeypatch.setattr("sys.argv", ["generate", "claim"])
    assert command.main() == 2
    assert "no such folder" in capsys.readouterr().out


def endgame(trump: str, hand: str, opponent: str) -> Position:
    case = {"trump": trump, "hand": hand.split(), "opponent": opponent.split(), "points": [40, 40]}
    return Position.from_dict(case)


def test_positions_that_differ_by_one_card_or_in_the_names_of_suits_are_alike() -> None:
    first = near_keys(endgame("S", "AS KH QD", "TS AH JD"))
    assert not first.isdisjoint(near_keys(endgame("H", "AH KC QS", "TH AC JS")))
    assert not first.isdisjoint(near_keys(endgame("S", "AS KH QD", "TS AH 9D")))
    assert first.isdisjoint(near_keys(endgame("S", "AS KH JD", "TS AH 9D")))  # two cards differ
    assert first.isdisjoint(near_keys(endgame("D", "AS KH QD", "TS AH JD")))  # other trumps
    assert first.isdisjoint(near_keys(endgame("S", "TS AH JD", "AS KH QD")))  # the hands change places


def test_texts_about_other_cards_are_alike() -> None:
    assert masked("10♠ falls on A♥: 21.") == masked("K♠ falls on A♦: 21.")
    assert masked("10♠ falls on A♥: 21.") != masked("10♠ falls on A♥: 22.")


def test_every_theme_is_searched_for_and_has_its_set() -> None:
    assert sorted(SEARCHES) == sorted(THEMES)
    assert sorted(theme for themes in SETS.values() for theme in themes) == sorted(THEMES)
