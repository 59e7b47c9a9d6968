"""What the tests of the project itself know about its files."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Made by tools in a checkout, never part of the project (.gitignore names the same).
MADE = {".git", ".venv", "__pycache__", ".ipynb_checkpoints", "build", "dist"}


def files() -> list[Path]:
    """The files of the project: those that git knows; all of them where the project came without git."""
    found = [ROOT / name for name in git("ls-files", "-z").split("\0") if name]
    if not found:
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in MADE and not name.endswith(("_cache", ".egg-info"))]
            found += [Path(folder) / name for name in names]
    return sorted(path for path in found if path.is_file())


def notebooks() -> list[Path]:
    """Every notebook, lessons and exercises."""
    return [path for path in files() if path.suffix == ".ipynb"]


def clone(target: Path) -> None:
    """A clean clone of the project; a copy of its files where it came without git."""
    if git("rev-parse", "HEAD") and shutil.which("git"):
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(target)], check=True)
        return
    for path in files():
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)


def git(*arguments: str) -> str:
    """What git prints about this checkout; nothing where there is no git, or where it refuses."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return ""
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout if done.returncode == 0 else ""
