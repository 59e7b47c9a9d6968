"""The progress file: what its bytes say, the lock, and new files that are whole or not there."""

import errno
import json
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from .errors import ProgressError, quoted
from .progress import Progress

VERSION: Final = 1
MOST_BYTES: Final = 8_000_000
"""The largest file read or written: about 80,000 rounds."""
DEEPEST: Final = 20
"""How deep an unknown field may be nested."""
PATIENCE: Final = 3.0
"""Seconds to wait for another notebook that is saving."""
BRIEF: Final = 0.5
"""Seconds to wait with a single answer: the learner waits too, and the next save takes it along."""
PAUSE: Final = 0.001
HELD: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
"""What the system answers while another has the lock."""


class NewerVersion(ValueError):
    """The file was written by a newer version of this program."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a file says."""

    progress: Progress
    others: Mapping[str, Any]
    """Fields that this program does not know, to be written back."""
    damage: str
    """What part of the file cannot be read; empty if all can."""


def parse(content: bytes) -> Found:
    """Return what a progress file says.

    `ProgressError` if nothing of it can be read, `NewerVersion` if it is of a newer version.

    >>> parse(b'{"version":1,"rounds":[],"marks":[],"colour":"red"}').others
    {'colour': 'red'}
    """
    if len(content) > MOST_BYTES:
        raise ProgressError(f"it has more than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content.decode("utf-8"))
    except RecursionError:
        raise ProgressError("it is nested too deeply") from None
    except ValueError:  # bad JSON, bad UTF-8, a number too long to read
        raise ProgressError("it is not whole JSON") from None
    version = data.get("version") if isinstance(data, dict) else None
    if type(version) is not int or version < VERSION:
        raise ProgressError("it does not tell its version")
    if version > VERSION:
        raise NewerVersion(f"version {quoted(version)}, where this program knows up to {VERSION}")
    progress, damaged = Progress.from_data(data)
    others = {name: value for name, value in data.items() if name not in ("version", "rounds", "marks")}
    deep = [name for name, value in others.items() if not _shallow(value, DEEPEST)]
    damaged = (*damaged, *(f"{quoted(name)} is nested too deeply" for name in deep))
    more = f", and {len(damaged) - 1:,} more" if damaged[1:] else ""
    kept = {name: value for name, value in others.items() if name not in deep}
    return Found(progress, kept, f"{damaged[0]}{more}" if damaged else "")


def content_of(progress: Progress, others: Mapping[str, Any]) -> bytes:
    """Return the file for a progress and unknown fields; `OSError` if it were too large to be read again.

    >>> content_of(Progress(), {"colour": "red"})
    b'{"version":1,"rounds":[],"marks":[],"colour":"red"}'
    """
    data = {"version": VERSION, **progress.to_data(), **others}
    content = json.dumps(data, separators=(",", ":")).encode("ascii")
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it would have more than {MOST_BYTES:,} bytes")
    return content


def read(path: Path) -> bytes | None:
    """Return a file's bytes, of a file that is too large one too many; None if there is none, else `OSError`.

    >>> read(Path("no-such-folder/progress.json"))
    """
    try:
        # a pipe would wait for ever, a device never end
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "it is not an ordinary file")
        with open(path, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None


@contextmanager
def alone(path: Path, *, briefly: bool = False) -> Iterator[bool]:
    """Keep other stores from saving meanwhile; tells whether the disk has locks, `OSError` if another keeps it long."""
    file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        yield _locked(file, BRIEF if briefly else PATIENCE)
    finally:
        os.close(file)  # which gives the lock back


def aside_names(path: Path, now: int) -> Iterator[Path]:
    """Go through names for a damaged file; now is in milliseconds since 1970.

    >>> next(aside_names(Path("progress.json"), now=1_796_046_300_000)).name
    'progress.damaged-20261130-134500.json'
    """
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now // 1000))
    for number in count(1):
        yield path.with_name(f"{path.stem}.damaged-{stamp}{f'-{number}' if number > 1 else ''}{path.suffix}")


def write_new(names: Iterator[Path], content: bytes) -> Path:
    """Write a file under the first name that is free: it gets all of the content, or `OSError` and no file."""
    for name in names:
        try:
            file = open(name, "xb")  # noqa: SIM115  # closed below
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            _remove(name)
            raise
        return name
    raise AssertionError("there is always one more name")


def replace(path: Path, content: bytes) -> None:
    """Put a new file in the place of an old one: whatever happens, one of the two is there and whole."""
    temporary = (path.with_name(f"{path.name}.{os.getpid()}-{number}.tmp") for number in count())
    _rename(write_new(temporary, content), path)


def move_away(path: Path, names: Iterator[Path]) -> Path:
    """Give a file the first name that is free."""
    reserved = write_new(names, b"")
    try:
        os.replace(path, reserved)
    except BaseException:
        _remove(reserved)
        raise
    return reserved


def remove_leftovers(path: Path) -> None:
    """Remove what saves have left that were killed, and no other file: only while nobody else is saving."""
    ours = re.compile(rf"{re.escape(path.name)}\.[0-9]+-[0-9]+\.tmp")  # the names that `replace` gives
    for name in os.listdir(path.parent):
        if ours.fullmatch(name):
            _remove(path.with_name(name))


def _shallow(value: object, most: int) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return items is None or (most > 0 and all(_shallow(item, most - 1) for item in items))


def _locked(file: int, patience: float) -> bool:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            _lock(file)
            return True
        except OSError as error:
            if error.errno not in HELD:  # a network disk without locks
                return False
        time.sleep(PAUSE)
    raise OSError(errno.EAGAIN, "another notebook is still saving")


def _lock(file: int) -> None:
    """Take the lock at once, or raise."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    elif sys.platform not in ("emscripten", "wasi"):  # a browser runs one process only
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _rename(written: Path, path: Path) -> None:
    try:
        os.replace(written, path)
    except BaseException:
        _remove(written)
        raise


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
