"""The house: one floor imports only floors below it, heavy packages come late, and `import sixtysix` is quick."""

import ast
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from .build import cards

PACKAGE = Path(__file__).parents[1] / "sixtysix"

# Some names are for modules to come: counting, solver, simulate, puzzles, progress and coach.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("cards", "errors"),
    ("rules", "rule_table"),
    ("actions", "public", "scoring", "position", "view", "case", "case_facts", "notation", "match", "counting"),
    ("render",),
    ("solver", "players", "simulate"),
    (
        *("session", "report", "shown", "guided", "against", "adapt", "explore", "explored", "setting", "teach"),
        *("puzzles", "coach"),
        *("progress", "progress_code", "progress_file", "progress_store"),
        *("drills", "drill_deals", "drill_tasks", "drill_cards", "drill_play", "drill_odds", "drilling", "deal_drill"),
        *("answering", "puzzle_session", "training", "training_record", "training_shown"),
    ),
    ("plots", "progress_plots", "widgets", "lessons", "exercises", "exercise_pages"),
)
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}

# numpy comes with these only, and no notebook package below the top floor
NUMPY_IN = ("solver", "simulate", "plots", "widgets", "lessons")
NOTEBOOK_PACKAGES = {"IPython", "ipywidgets", "anywidget", "plotly", "pandas", "jupyter", "jupyterlab", "ipykernel"}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


def home(path: Path) -> str:
    """Return the module or subpackage that stands on a floor."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Go through what a module imports: names inside the package as ``.render``, others by their first word."""
    package = ["sixtysix", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            full = [*base, *(node.module.split(".") if node.module else [])]
            # "from . import rules" names modules, "from .rules import Rules" what is in one
            names = [".".join([*full, alias.name]) for alias in node.names] if len(full) == 1 else [".".join(full)]
        else:
            continue
        for name in names:
            words = name.split(".")
            yield ("." + words[1] if words[0] == "sixtysix" and len(words) > 1 else words[0]), node


def in_svg_method(path: Path, node: ast.AST) -> bool:
    """Whether an import stands inside `_repr_svg_`, the one call upward."""
    methods = [n for n in ast.walk(parsed(path)) if isinstance(n, ast.FunctionDef) and n.name == "_repr_svg_"]
    line = getattr(node, "lineno", 0)
    return any(method.lineno <= line <= (method.end_lineno or 0) for method in methods)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_its_own_floor_and_those_below(path: Path) -> None:
    assert home(path) in FLOOR_OF, "a new module needs its floor in this test"
    floor = FLOOR_OF[home(path)]
    for name, node in imports(path):
        if name.startswith(".") and name[1:] in FLOOR_OF and not in_svg_method(path, node):
            assert FLOOR_OF[name[1:]] <= floor, f"line {getattr(node, 'lineno', 0)} imports {name} from above"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_packages_stay_on_their_floors(path: Path) -> None:
    used = {name for name, _ in imports(path)}
    if FLOOR_OF.get(home(path), 6) < 6:
        assert not used & NOTEBOOK_PACKAGES
    if home(path) not in NUMPY_IN:
        assert "numpy" not in used


def test_the_search_for_imports_finds_them() -> None:
    found = {name for name, _ in imports(PACKAGE / "position.py")}
    assert {".rules", ".cards", ".view", ".render", "dataclasses"} <= found
    below = {name for name, _ in imports(PACKAGE / "render" / "text.py")}
    assert ".public" in below


def seconds_to_run(code: str) -> float:
    """Return the shortest time of several that a fresh interpreter needs."""
    best = float("inf")
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, cwd=PACKAGE.parent)
        best = min(best, time.perf_counter() - begun)
    return best


def test_the_import_takes_less_than_100_ms() -> None:
    assert seconds_to_run("import sixtysix") - seconds_to_run("pass") < 0.1


@pytest.mark.parametrize(
    "code",
    [
        "import sixtysix",
        "from sixtysix import Card, Rules, Deal, Position, View, Match, Play, IllegalAction; "
        "print(Deal.random(Rules(), 1).start().view(0).notation())",
    ],
)
def test_the_game_needs_the_standard_library_only(code: str) -> None:
    listing = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", listing], check=True, capture_output=True, text=True, cwd=PACKAGE.parent
    )
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    # an editable install puts its own finder into every interpreter
    bare = subprocess.run(
        [sys.executable, "-c", "import sys\nprint(*sys.modules)"], check=True, capture_output=True, text=True
    )
    foreign = loaded - set(sys.stdlib_module_names) - {name.partition(".")[0] for name in bare.stdout.split()}
    assert foreign == {"sixtysix"}


def test_every_public_name_is_there() -> None:
    import sixtysix

    for name in cards("Card Rules Deal Position View Match Play Announce Exchange Close Draw Pass ClaimOut"):
        assert getattr(sixtysix, name).__name__ == name
    for name in ("IllegalAction", "NotationError", "PuzzleError", "RulesError"):
        assert issubclass(getattr(sixtysix, name), ValueError)
    assert set(sixtysix.__all__) <= set(dir(sixtysix))
    with pytest.raises(AttributeError, match="no attribute 'Whist'"):
        _ = sixtysix.Whist
