"""A real JupyterLab in a real browser, with everything that goes wrong in either collected; any of it fails a test."""

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from tests.browser import chromium
from tests.checkout import ROOT

SCREENSHOTS = ROOT / "build" / "screenshots"
NOTEBOOKS = [sorted((ROOT / folder).glob("*.ipynb")) for folder in ("notebooks", "exercises")]
FLAGS = [
    "--no-sandbox",  # containers of CI run as root, where Chromium's sandbox does not start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUIET = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}

# What browser and server may say. Everything else they report as an error fails the test.
ALLOWED = (
    r"Canceled future for debug_request",  # a kernel is restarted while JupyterLab asks it for its debugger
)
# A page was left while the server wrote to it.
LEFT = (
    r"Task exception was never retrieved\nfuture: <Task [^\n]*WebSocketProtocol13\.write_message"
    r"(?:(?!Task exception).)*?\ntornado\.websocket\.WebSocketClosedError\n"
)
# A table that fails in Python says so in its status line, for a moment; the console keeps it.
LISTEN = """new MutationObserver((changes) => {
  for (const { target } of changes)
    if (target.classList?.contains("s66-status") && target.textContent.startsWith("Something went wrong"))
      console.error(target.textContent);
}).observe(document, { childList: true, subtree: true });"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        pytest.fail("no Chromium or Chrome: run python -m tests.browser.chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose errors fail the test."""
    page = context.new_page()
    problems = watch(page)
    yield page
    assert problems == []


def watch(page: Page) -> list[str]:
    problems: list[str] = []

    def note(text: str) -> None:
        if not any(re.search(pattern, text) for pattern in ALLOWED):
            problems.append(text)

    page.on("pageerror", lambda error: note(f"page error: {error}"))
    page.on("console", lambda said: note(f"{said.text} {said.location['url']}") if said.type == "error" else None)
    page.add_init_script(LISTEN)
    page.on("crash", lambda _: problems.append("the page has crashed"))
    return problems


class Lab:
    """A running JupyterLab, its own folders and a copy of the lessons and exercises, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notebooks = folder / "work"
        shutil.copytree(ROOT / "notebooks", self.notebooks)
        for book in NOTEBOOKS[1]:
            shutil.copy(book, self.notebooks)
        settings = folder / "settings"
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(QUIET))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.token = secrets.token_hex(8)
        self.url = f"http://127.0.0.1:{port}"
        self.progress = folder / "progress.json"  # nobody's own
        own = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep)
        self.log = folder / "server.log"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"),
                *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
                *(f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.notebooks}"),
                f"--LabApp.app_settings_dir={settings}",
            ],
            cwd=self.notebooks,
            env=os.environ | own | {"HOME": str(folder), "PYTHONPATH": path, "SIXTYSIX_PROGRESS": str(self.progress)},
            stdout=self.log.open("w"),
            stderr=subprocess.STDOUT,
        )
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/api?token={self.token}", timeout=5).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.1)
        raise TimeoutError(self.log.read_text())

    def write(self, name: str, *cells: str) -> str:
        """Write a notebook of code cells."""
        code: list[dict[str, Any]] = [
            {
                "cell_type": "code",
                "id": f"c{at}",
                "metadata": {},
                "source": cell,
                "outputs": [],
                "execution_count": None,
            }
            for at, cell in enumerate(cells)
        ]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        book = {"cells": code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
        (self.notebooks / name).write_text(json.dumps(book))
        return name

    def open(self, page: Page, name: str) -> None:
        """Open a notebook and wait until its kernel is there; the indicator says so too early."""
        page.goto(f"{self.url}/doc/tree/{name}?token={self.token}&reset")
        self.wait(page)

    def wait(self, page: Page) -> None:
        page.wait_for_function(READY, timeout=40_000)

    def problems(self) -> list[str]:
        """What the server has logged as an error until it was stopped: its last words about kernels are its own."""
        log = re.sub(LEFT, "", self.log.read_text(), flags=re.DOTALL)
        lines = takewhile(lambda line: "received signal 15, stopping" not in line, log.splitlines())
        bad = [line for line in lines if re.match(r"\[[EC] ", line) or "Traceback" in line or "Exception" in line]
        return [line for line in bad if not any(re.search(pattern, line) for pattern in ALLOWED)]

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


READY = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
  return context?.isReady && context.session?.kernel?.status === "idle";
}"""


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    yield lab
    lab.stop()
    assert lab.problems() == []


def command(page: Page, name: str, **arguments: Any) -> None:
    """Run a command of JupyterLab and wait until it is done."""
    page.evaluate(
        "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)", [name, arguments]
    )


def run_all(page: Page) -> None:
    command(page, "notebook:run-all-cells")


# What is on a table


def table(page: Page, at: int = 0) -> Locator:
    found = page.locator(".s66-table").nth(at)
    found.locator(".s66-handCard, .s66-report:not([hidden])").first.wait_for()
    return found


def status(table: Locator) -> str:
    # Not inner_text: JupyterLab does not render the cells that are out of view, and then it is empty.
    return table.locator(".s66-status").text_content() or ""
