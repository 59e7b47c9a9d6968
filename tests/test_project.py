"""The project's own files agree with each other, and its wheel has what it needs."""

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import sixtysix
from tests.checkout import ROOT, files, notebooks


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    with open(ROOT / "pyproject.toml", "rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def pins(lock: str) -> dict[str, str]:
    """The versions in a lock file, by package name."""
    found = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        match = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", line)
        if match:
            name = match[1].lower()
            assert name not in found, f"{lock} pins {name} twice; one version must serve every Python"
            found[name] = match[2]
    return found


def unmet(wanted: list[str], lock: str) -> list[str]:
    """The requirements that a lock does not meet."""
    locked = pins(lock)
    needs = [Requirement(text) for text in wanted]
    return [str(need) for need in needs if need.name != "sixtysix" and locked.get(need.name, "0") not in need.specifier]


def test_the_locks_meet_what_the_project_asks_for(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    assert unmet(project["dependencies"], "binder/requirements.txt") == []
    assert unmet(project["dependencies"] + extras["lab"] + extras["test"], "tests/requirements.txt") == []


def test_the_extra_for_tests_has_the_one_for_lab(project: dict[str, Any]) -> None:
    assert "sixtysix[lab]" in project["optional-dependencies"]["test"]


def test_binder_gets_the_versions_that_are_tested() -> None:
    tested = pins("tests/requirements.txt")
    assert {name: tested.get(name) for name in pins("binder/requirements.txt")} == pins("binder/requirements.txt")


def test_binder_gets_an_allowed_python(project: dict[str, Any]) -> None:
    name, _, version = (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip().partition("-")
    assert name == "python"
    assert version in SpecifierSet(project["requires-python"])


def test_the_version_of_the_package_is_the_newest_in_the_changelog(project: dict[str, Any]) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[([^]]+)\]", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == sixtysix.__version__
    assert "version" in project["dynamic"], "the version stands in sixtysix/__init__.py and nowhere else"


def test_ci_runs_the_command_that_the_readme_names() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert script.rstrip().endswith("exec python3 run.py test")
    assert "python3 run.py test\n" in readme
    assert "python3 run.py lab\n" in readme


@pytest.mark.parametrize("script", [".ci/run", "binder/postBuild"])
def test_scripts_can_be_executed(script: str) -> None:
    assert os.name == "nt" or os.access(ROOT / script, os.X_OK), f"{script} is not executable; chmod +x {script}"


def test_no_file_names_a_place_on_one_machine_or_a_thing_left_undone() -> None:
    # In pieces, so that this file does not have them.
    machine = [f"{slash}{name}{slash}" for slash in ("/",) for name in ("work", "root", "Users")]
    unwanted = re.compile("|".join([*machine, r"\.\./sha" + "red", "TO" + "DO", "FIX" + "ME"]))
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in unwanted.finditer(text)]
    assert found == []


def cells(path: Path) -> list[tuple[str, int | None]]:
    """Source and execution count of the code cells of a notebook."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), cell["execution_count"]) for cell in code]


def test_notebooks_are_committed_as_run_from_top_to_bottom() -> None:
    # nbval compares nothing where a cell was not executed.
    wrong = {}
    for path in notebooks():
        counts = [count for source, count in cells(path) if source.strip()]
        if counts != list(range(1, len(counts) + 1)):
            wrong[path.name] = counts
    assert wrong == {}


def test_notebooks_are_small_and_hold_no_widget_state() -> None:
    wrong = []
    for path in notebooks():
        if path.stat().st_size >= 200_000:
            wrong.append(f"{path.name}: {path.stat().st_size} bytes, fewer than 200,000 are allowed")
        if "widgets" in json.loads(path.read_text(encoding="utf-8"))["metadata"]:
            wrong.append(f"{path.name}: widget state is saved in its metadata; save it without")
    assert wrong == []


def test_code_cells_of_notebooks_are_short() -> None:
    longest = 15
    wrong = []
    for path in notebooks():
        for source, count in cells(path):
            lines = len(source.splitlines())
            if lines > longest:
                wrong.append(f"{path.name} [{count}]: {lines} lines, {longest} are allowed; move code into the package")
    assert wrong == []


def test_the_wheel_has_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("sixtysix-*.whl")
    assert wheel.name.startswith(f"sixtysix-{sixtysix.__version__}-")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {path.relative_to(ROOT).as_posix() for path in files() if path.is_relative_to(ROOT / "sixtysix")}
    assert package - names == set()
    puzzles = {path.name for path in files() if path.parent == ROOT / "exercises" / "puzzles"}
    assert {name.rpartition("/")[2] for name in names if name.startswith("sixtysix/_puzzles/")} == puzzles
    assert "sixtysix/py.typed" in names
    assert not [name for name in names if name.startswith(("tests/", "notebooks/", "exercises/"))]
    # Without a checkout around it, the package finds its puzzles.
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    command = [sys.executable, "-c", "from sixtysix.puzzles import load, names; print([len(load(n)) for n in names()])"]
    done = subprocess.run(command, cwd=tmp_path / "installed", check=True, capture_output=True, text=True)
    assert len(json.loads(done.stdout)) == len(puzzles)
