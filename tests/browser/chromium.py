"""Finds the Chromium or Chrome that the browser tests drive.

`python -m tests.browser.chromium` prints its path; where none is installed it first downloads Playwright's own into
the environment that runs it. The computer outside the environment stays as it is.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "SIXTYSIX_BROWSER"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Chromium\Application\chrome.exe",
)
OWN = Path(sys.prefix) / "browsers"


def find() -> str | None:
    """The path of an installed Chromium or Chrome, or of one downloaded before; None where there is none.

    Raises FileNotFoundError where the environment variable SIXTYSIX_BROWSER names no program.
    """
    named = os.environ.get(VARIABLE)
    if named:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(
                f"{VARIABLE}={named} is not a program; set it to the path of Chromium or Chrome, or unset it"
            )
        return path
    for command in COMMANDS:
        path = shutil.which(command)
        if path is not None:
            return path
    for place in PLACES:
        path = os.path.expandvars(place)
        if os.path.isfile(path):
            return path
    return find_own()


def find_own() -> str | None:
    """The browser that `download` left in this environment."""
    if not OWN.is_dir():
        return None
    code = "import playwright.sync_api as p\nwith p.sync_playwright() as d: print(d.chromium.executable_path)"
    done = subprocess.run([sys.executable, "-c", code], env=own_environment(), stdout=subprocess.PIPE, text=True)
    path = done.stdout.strip()
    return path if done.returncode == 0 and os.path.isfile(path) else None


def download() -> bool:
    """Playwright's Chromium, into this environment."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        return subprocess.run(command, env=own_environment(), stdout=sys.stderr, timeout=900).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def own_environment() -> dict[str, str]:
    return os.environ | {"PLAYWRIGHT_BROWSERS_PATH": str(OWN)}


def driver_problem() -> str | None:
    """Why the program with which Playwright drives a browser does not run here; None where it does."""
    command = [sys.executable, "-m", "playwright", "--version"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode == 0:
        return None
    return "".join(done.stdout.splitlines()[-1:]).rpartition("/node: ")[2] or f"it ended with {done.returncode}"


def main() -> int:
    problem = driver_problem()
    if problem is not None:
        print(
            f"browser: Playwright, which drives the browser, does not run here ({problem}); install what it misses "
            "(Debian and Ubuntu: apt-get install libatomic1)",
            file=sys.stderr,
        )
        return 1
    try:
        path = find()
    except FileNotFoundError as wrong:
        print(f"browser: {wrong}", file=sys.stderr)
        return 1
    if path is None:
        print("browser: no Chromium or Chrome is installed, downloading one into the environment", file=sys.stderr)
        path = find_own() if download() else None
    if path is None:
        print(
            "browser: there is no Chromium or Chrome, and none could be downloaded; install one (Debian and Ubuntu: "
            f"apt-get install chromium) or set {VARIABLE} to its path",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
