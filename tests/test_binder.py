"""Binder's recipe, and what its builder would do with it, without a container.

The recipe comes from repo2docker, the program behind Binder. Its steps are then done in an environment with the Python
and the versions of Binder's base: the lock, `postBuild` in a clean clone, and the first lesson from top to bottom.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import repo2docker
from repo2docker.app import Repo2Docker

from tests.checkout import ROOT, clone

LESSON = "notebooks/00-start-here.ipynb"
# Packages of Binder's base that the lessons meet: the name there, the name for pip.
BASE = {
    "ipykernel": "ipykernel",
    "ipywidgets": "ipywidgets",
    "jupyter_server": "jupyter_server",
    "jupyterhub-singleuser": "jupyterhub",
    "jupyterlab": "jupyterlab",
    "nbconvert-core": "nbconvert",
    "notebook": "notebook",
    "pip": "pip",
}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder for all of this; removed at the end, as it grows to 700 MB."""
    with tempfile.TemporaryDirectory(prefix="sixtysix-binder-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def checkout(folder: Path) -> Path:
    clone(folder / "checkout")
    return folder / "checkout"


class Recipe(NamedTuple):
    python: str
    steps: list[str]

    def place(self, words: str) -> int:
        """The number of the one step that has these words."""
        (place,) = [number for number, step in enumerate(self.steps) if words in step]
        return place


@pytest.fixture
def recipe(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    monkeypatch.chdir(checkout)
    builder = Repo2Docker(repo=str(checkout))
    packs = (pack(base_image=builder.base_image) for pack in builder.buildpacks)
    chosen: Any = next(pack for pack in packs if pack.detect())
    chosen.platform = "linux/amd64"
    text = chosen.render({"NB_UID": "1000", "NB_USER": "jovyan"}).replace("\\\n", " ")
    steps = [line for line in text.splitlines() if re.match(r"(RUN|COPY|USER|ENV) ", line)]
    return Recipe(chosen.python_version, steps)


def wanted_python() -> str:
    return (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")


def test_the_recipe_takes_our_python(recipe: Recipe) -> None:
    assert recipe.python == wanted_python()
    assert any("environment-2epy-2d3-2e12" in step for step in recipe.steps)


def test_the_recipe_installs_the_lock_then_the_project_then_runs_post_build(recipe: Recipe) -> None:
    base = recipe.place("install-base-env.bash' &&")
    lock = recipe.place('pip install --no-cache-dir -r "binder/requirements.txt"')
    project = recipe.place("src/ ${REPO_DIR}/")
    post_build = recipe.place("RUN ./binder/postBuild")
    assert base < lock < project < post_build
    assert [step for step in recipe.steps[lock:post_build] if step.startswith("USER")][-1] == "USER ${NB_USER}"


def base_versions() -> list[str]:
    """What is in Binder's base, as repo2docker's own lock file has it."""
    conda = Path(repo2docker.__file__).parent / "buildpacks/conda" / f"environment.py-{wanted_python()}-linux-64.lock"
    text = conda.read_text(encoding="utf-8")
    found = {name: re.search(rf"/{re.escape(name)}-(\d[^-]*)-", text) for name in BASE}
    return [f"{BASE[name]}=={match[1]}" for name, match in found.items() if match is not None]


def python_like_binders() -> str:
    """A Python of Binder's version; the running one where there is none, and then it is said."""
    version = wanted_python()
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [
        shutil.which(f"python{version}"),
        *sorted(map(str, pyenv.glob(f"{version}.*/bin/python")), reverse=True),
    ]
    for candidate in [sys.executable, *filter(None, candidates)]:
        code = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([candidate, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode == 0 and done.stdout.strip() == version:  # a shim may be there without a Python behind it
            return candidate
    return sys.executable


@pytest.fixture(scope="module")
def build(folder: Path, checkout: Path) -> Path:
    """Do the builder's steps; the Python of the environment that they make."""
    base = python_like_binders()
    subprocess.run([base, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile"]
    subprocess.run([*install, *base_versions()], check=True)
    call(folder, python, "-m", "pip", "install", "--quiet", "-r", "binder/requirements.txt")
    call(folder, "bash", "binder/postBuild")
    return python


def call(folder: Path, *command: str | Path) -> str:
    """Run a command in the clean clone as in Binder's image: its environment comes first, no settings of this user."""
    binaries = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    variables = os.environ | {
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "NB_PYTHON_PREFIX": str(folder / "env"),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "XDG_DATA_HOME": str(folder / "share"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder / "checkout",
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def test_the_base_is_the_one_of_the_recipe() -> None:
    assert [version.partition("==")[0] for version in base_versions()] == list(BASE.values())


def test_the_build_gives_an_environment_that_fits_together(build: Path, folder: Path) -> None:
    version = call(folder, build, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    if version != wanted_python():
        warnings.warn(f"Binder has Python {wanted_python()}, which is not here; this ran with {version}", stacklevel=1)
    assert "No broken requirements found" in call(folder, build, "-m", "pip", "check")
    extensions = call(folder, build, "-m", "jupyter", "labextension", "list")
    for name in ("anywidget", "@jupyter-widgets/jupyterlab-manager", "jupyterlab-plotly"):
        assert re.search(rf"{name} v\S+ .*enabled.* .*OK", extensions), extensions
    settings = folder / "env/share/jupyter/lab/settings/overrides.json"
    assert json.loads(settings.read_text(encoding="utf-8")) == json.loads((ROOT / "binder/overrides.json").read_text())


def printed(notebook: Path) -> list[str]:
    """What the cells of a notebook print."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return ["".join(output["text"]) for output in outputs if output["output_type"] == "stream"]


def test_the_first_lesson_runs_and_prints_what_was_committed(build: Path, folder: Path) -> None:
    flags = ["--to=notebook", "--execute", "--ExecutePreprocessor.timeout=120", f"--output-dir={folder / 'executed'}"]
    call(folder, build, "-m", "nbconvert", *flags, LESSON)
    assert printed(folder / "executed" / Path(LESSON).name) == printed(folder / "checkout" / LESSON)
