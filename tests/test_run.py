"""The commands of run.py, and the one sentence that each says where something is missing."""

import ast
import errno
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import run
from tests.browser import chromium
from tests.checkout import ROOT


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that run.py reads, in a folder with a space in its name; run.py works there."""
    folder = tmp_path / "sixty six"
    for name in ("run.py", "pyproject.toml", "tests/requirements.txt", "binder/overrides.json"):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes())
    lesson = folder / run.FIRST_LESSON
    lesson.parent.mkdir()
    lesson.write_text("{}")
    for name in ("VENV", "VENV_BIN", "VENV_PYTHON", "STAMP", "HALF_MADE", "PIP_LOG"):
        monkeypatch.setattr(run, name, str(folder / Path(getattr(run, name)).relative_to(run.ROOT)))
    monkeypatch.setattr(run, "ROOT", str(folder))
    return folder


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that must fail, and give the one sentence it ends with."""

    def call(*arguments: str) -> str:
        assert run.main(list(arguments)) == 1
        (sentence,) = capsys.readouterr().err.splitlines()
        assert sentence.startswith("run.py: ")
        return sentence.removeprefix("run.py: ")

    return call


def modules_but(*missing: str) -> Callable[[str], bool]:
    return lambda name: name not in missing


# Python, venv, pip


def test_old_pythons_can_read_it() -> None:
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    assert "from __future__" not in source


def test_old_python(said: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "sys", SimpleNamespace(version_info=(3, 9, 2), executable="python3.9", stderr=sys.stderr))
    assert said("lab") == (
        "needs Python 3.11 or newer, this is 3.9.2 (python3.9); start it with a newer one, for example: "
        "python3.12 run.py lab"
    )


def test_no_venv(elsewhere: Path, said: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "has_module", modules_but("venv"))
    sentence = said("test")
    assert "has no venv module" in sentence
    assert "apt-get install python3-venv" in sentence
    assert not (elsewhere / ".venv").exists()


@pytest.mark.parametrize(("version", "words"), [((), "it has no pip"), ((20, 3), "its pip is 20.3")])
def test_no_pip(
    version: tuple[int, ...],
    words: str,
    elsewhere: Path,
    said: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "has_module", modules_but("ensurepip"))
    monkeypatch.setattr(run, "outer_pip", lambda: version)
    sentence = said("lab")
    assert f"neither ensurepip nor pip 22.3 or newer ({words})" in sentence
    assert "apt-get install python3-pip" in sentence
    assert not (elsewhere / ".venv").exists()


def test_read_only_folder(elsewhere: Path, said: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert said("test") == (
        f"cannot write into the folder {elsewhere} ({os.strerror(errno.EROFS)}); copy the project to a folder of your "
        "own and start it there"
    )


def test_a_folder_that_is_no_environment_is_left_alone(elsewhere: Path, said: Callable[..., str]) -> None:
    mine = elsewhere / ".venv" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("keep")
    assert "is not a Python environment; move it away" in said("test")
    assert mine.read_text() == "keep"


def test_no_network(elsewhere: Path) -> None:
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "1",
    }
    done = subprocess.run(
        [sys.executable, str(elsewhere / "run.py"), "test"],
        env=os.environ | nowhere,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert re.match(r"run\.py: the Python package index cannot be reached \(pip says: .+\)", sentence)
    assert "making the environment .venv" in done.stdout


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...): Failed to "
            "establish a new connection: [Errno -3] Temporary failure in name resolution'\n"
            "ERROR: No matching distribution found for numpy",
            "cannot be reached (pip says: Temporary failure in name resolution)",
        ),
        (
            "ERROR: No matching distribution found for numpy==99",
            "it says: No matching distribution found for numpy==99",
        ),
        (
            "ERROR: Cannot install a and b\nERROR: ResolutionImpossible: for help visit a page",
            "it says: Cannot install a and b",
        ),
        ("OSError: [Errno 28] No space left on device", "no space left on the disk"),
        ("something\nelse\n\n", "it says: else"),
        ("", "it says: (nothing)"),
    ],
)
def test_what_pip_says(output: str, sentence: str) -> None:
    assert sentence in run.explain_pip(output)


# .venv


@pytest.fixture
def installs(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been installed; the environment itself is made, without pip."""
    calls: list[list[str]] = []
    monkeypatch.setattr(run, "has_module", modules_but("ensurepip"))
    monkeypatch.setattr(run, "install", lambda what, purpose: calls.append(what))
    assert str(elsewhere) == run.ROOT
    return calls


def test_an_environment_is_used_again(installs: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    run.prepare("test")
    assert installs == [["--editable", ".[test]"]]
    assert run.venv_version() == sys.version_info[:3]
    settings = Path(run.VENV) / "share/jupyter/lab/settings/overrides.json"
    assert "fetchNews" in settings.read_text()
    capsys.readouterr()
    for command in ("test", "lab", "lock"):
        run.prepare(command)
    assert len(installs) == 1
    assert capsys.readouterr().out.count("nothing to install") == 3


def test_what_lab_needs_is_not_enough_for_the_tests(installs: list[list[str]]) -> None:
    run.prepare("lab")
    run.prepare("test")
    assert installs == [["--editable", ".[lab]"], ["--editable", ".[test]"]]


@pytest.mark.parametrize("name", ["pyproject.toml", "tests/requirements.txt"])
def test_a_change_is_installed(name: str, elsewhere: Path, installs: list[list[str]]) -> None:
    run.prepare("lab")
    with open(elsewhere / name, "a") as file:
        file.write("# changed\n")
    run.prepare("lab")
    assert len(installs) == 2


def test_a_half_made_environment_is_made_again(
    elsewhere: Path, installs: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    run.prepare("lab")
    run.mark_half_made()
    rest = elsewhere / ".venv" / "rest"
    rest.write_text("of an interrupted run")
    run.prepare("lab")
    assert "which an interrupted run left half made" in capsys.readouterr().out
    assert not rest.exists()
    assert not Path(run.HALF_MADE).exists()
    assert len(installs) == 2


def test_an_environment_without_its_python_is_made_again(
    installs: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    run.prepare("lab")
    for program in Path(run.VENV_BIN).glob("python*"):
        program.unlink()
    run.prepare("lab")
    assert "whose Python no longer runs" in capsys.readouterr().out
    assert run.venv_version() == sys.version_info[:3]


def test_pip_that_fails_before_it_writes_leaves_the_environment_as_it_was(
    installs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run.prepare("lab")

    def fail(what: list[str], purpose: str) -> None:
        raise run.Stop("no network")

    monkeypatch.setattr(run, "install", fail)
    with pytest.raises(run.Stop):
        run.prepare("test")
    assert not Path(run.HALF_MADE).exists()
    run.prepare("lab")
    assert len(installs) == 1


def test_an_environment_with_an_old_python(
    installs: list[list[str]], said: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run.prepare("lab")
    monkeypatch.setattr(run, "venv_version", lambda: (3, 10, 4))
    assert "has Python 3.10.4, but 3.11 or newer is needed; remove that folder" in said("test")
    assert len(installs) == 1


# lab


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("form", ["--port {}", "--port={}", "--ServerApp.port={}"])
def test_port_taken(form: str, taken: int, said: Callable[..., str]) -> None:
    sentence = said("lab", *form.format(taken).split())
    assert sentence.startswith(f"port {taken} is taken by another program; name another one, for example: ")
    assert sentence.endswith("or leave --port out and a free one is chosen")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight", ""])
def test_no_port(port: str, said: Callable[..., str]) -> None:
    assert said("lab", f"--port={port}") == (
        f"--port {port}: a port is a whole number from 1 to 65535, for example: --port 9500"
    )


def test_the_next_free_port_is_chosen(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "JUPYTER_PORT", taken)
    (chosen,) = run.choose_port(["--no-browser"])
    port = int(chosen.removeprefix("--port="))
    assert taken < port < taken + 100
    assert capsys.readouterr().out == f"run.py: port {taken} is taken, so JupyterLab gets port {port}\n"


def test_all_ports_taken(said: Callable[..., str], elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "port_state", lambda host, port: "taken")
    assert "the ports 8888 to 8987 are all taken" in said("lab")


def test_a_port_of_the_system(said: Callable[..., str], elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "port_state", lambda host, port: "refused")
    assert said("lab", "--port", "80").startswith("port 80 may not be opened by this user; ")


def test_the_first_lesson_is_missing(elsewhere: Path, said: Callable[..., str]) -> None:
    (elsewhere / run.FIRST_LESSON).unlink()
    assert said("lab") == f"{run.FIRST_LESSON} is missing in {elsewhere}; get the whole project again"


@pytest.mark.usefixtures("installs")
@pytest.mark.parametrize(("user", "flag"), [(0, ["--allow-root"]), (1000, [])])
def test_lab_opens_the_first_lesson(
    user: int, flag: list[str], elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def take_over(program: str, command: list[str], variables: dict[str, str]) -> None:
        started.append(command)
        raise SystemExit

    monkeypatch.setattr(run, "WINDOWS", False)
    monkeypatch.setattr("os.geteuid", lambda: user, raising=False)
    monkeypatch.setattr("os.execve", take_over)
    monkeypatch.setattr(run, "port_state", lambda host, port: "free")
    monkeypatch.setattr(run, "prepare", lambda command: None)
    exercise = elsewhere / "exercises" / "01-some.ipynb"
    exercise.parent.mkdir()
    exercise.touch()
    trusted: list[str] = []
    monkeypatch.setattr("subprocess.run", lambda command, **_: trusted.extend(command))
    monkeypatch.chdir(elsewhere)
    with pytest.raises(SystemExit):
        run.lab(["--no-browser"])
    assert trusted == [run.VENV_PYTHON, "-m", "nbformat.sign", str(elsewhere / run.FIRST_LESSON), str(exercise)]
    root = f"--ServerApp.root_dir={elsewhere}"
    lesson = "--LabApp.default_url=/lab/tree/notebooks/00-start-here.ipynb"
    quiet = "--LanguageServerManager.autodetect=False"
    assert started == [[run.VENV_PYTHON, "-m", "jupyterlab", root, lesson, quiet, *flag, "--no-browser"]]


# test


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stages that only note that they ran; the second one fails."""
    ran: list[str] = []

    def stage(name: str) -> Callable[[], bool]:
        def call() -> bool:
            ran.append(name)
            return name != "types"

        return call

    monkeypatch.setattr(run, "prepare", lambda command: None)
    monkeypatch.setattr(run, "STAGES", {name: stage(name) for name in run.STAGES})
    return ran


def test_every_stage_runs_even_after_one_failed(stages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["test"]) == 1
    assert stages == ["lint", "types", "unit", "notebooks", "browser", "binder"]
    summary = capsys.readouterr().out.partition("=== summary ===\n")[2].splitlines()
    assert [line.split()[:2] for line in summary] == [
        [name, "FAILED" if name == "types" else "passed"] for name in stages
    ]


def test_named_stages(stages: list[str]) -> None:
    assert run.main(["test", "unit", "lint"]) == 0
    assert stages == ["unit", "lint"]


def test_the_notebooks_of_both_folders_are_executed(elsewhere: Path) -> None:
    assert run.notebook_folders() == ["notebooks"]
    (elsewhere / "exercises").mkdir()
    (elsewhere / "exercises" / "01-some.ipynb").touch()
    assert run.notebook_folders() == ["notebooks", "exercises"]


def test_unknown_stage(stages: list[str], said: Callable[..., str]) -> None:
    assert said("test", "lint", "units") == (
        "test units: there is no such stage; the stages are lint types unit notebooks browser binder"
    )
    assert stages == []


def test_unknown_command(said: Callable[..., str]) -> None:
    assert said("labs") == "labs: there is no such command; the commands are " + " ".join(run.COMMANDS)


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"run.py {command}" in text for command in run.COMMANDS)
    assert " ".join(run.STAGES) in text
    assert run.main([]) == 2


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(command: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "prepare", interrupted)
    assert run.main(["test"]) == 130
    assert capsys.readouterr().err == "\nrun.py: stopped by Ctrl-C\n"


def test_what_the_system_refuses(said: Callable[..., str], elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(command: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "a file")

    monkeypatch.setattr(run, "prepare", full)
    assert said("test") == "the system refused a step: [Errno 28] No space left on device: 'a file'"


def test_a_browser_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chromium, "driver_problem", lambda: None)
    monkeypatch.setenv(chromium.VARIABLE, "no-such-browser")
    assert chromium.main() == 1
    assert capsys.readouterr().err == (
        "browser: SIXTYSIX_BROWSER=no-such-browser is not a program; set it to the path of Chromium or Chrome, or "
        "unset it\n"
    )


def test_a_driver_that_does_not_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chromium, "driver_problem", lambda: "libatomic.so.1: no such file")
    assert chromium.main() == 1
    assert capsys.readouterr().err == (
        "browser: Playwright, which drives the browser, does not run here (libatomic.so.1: no such file); install what "
        "it misses (Debian and Ubuntu: apt-get install libatomic1)\n"
    )


def test_no_browser_and_no_download(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chromium, "driver_problem", lambda: None)
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "download", lambda: False)
    assert chromium.main() == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "browser: there is no Chromium or Chrome, and none could be downloaded; install one (Debian and Ubuntu: "
        "apt-get install chromium) or set SIXTYSIX_BROWSER to its path"
    )


def test_the_browser_that_the_variable_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.find() == sys.executable
