"""Progress kept in a file: what the widgets record, saved at once, whatever else happens to the file.

Every save takes a lock, reads the file again, merges, writes a new file beside it and puts that in its place. So a
crash leaves the old or the new file whole, and two notebooks lose nothing of each other's. What cannot be read is kept
aside under another name. A disk that fails never stops a lesson: the progress stays in memory, and `trouble` says so.
"""

import errno
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from .errors import ProgressError
from .progress import LATEST, Progress, Round
from .progress_file import (
    NewerVersion,
    alone,
    aside_names,
    content_of,
    move_away,
    parse,
    read,
    remove_leftovers,
    replace,
    write_new,
)

VARIABLE: Final = "SIXTYSIX_PROGRESS"
"""The environment variable that names the file."""


class Store:
    """The progress of a learner in a file: `record` and `mark` save at once, and no disk makes them raise.

    Without a path it is the file named by the environment variable ``SIXTYSIX_PROGRESS``, else ``progress.json`` in the
    user's data folder. The clock gives milliseconds since 1970 (UTC). One store is for one thread; several stores and
    several processes may share a file.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(Path(folder.name) / "progress.json")
    >>> store.mark("06/question-2", right=True)
    >>> Store(store.path).progress.mark("06/question-2").right, store.trouble
    (1, '')
    >>> folder.cleanup()
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, clock: Callable[[], int] | None = None) -> None:
        """Read the file; where there is none, write none before there is something to save."""
        self._path, self._nowhere = _resolved(path)
        self._clock = clock or _milliseconds
        self._progress = Progress()
        self._others: Mapping[str, Any] = {}
        self._seen: bytes | None = None  # the file as last read or written: all of it is in memory
        self._aside: bytes | None = None  # a file damaged in part that has its copy
        self._failure = self._damage = ""
        self._tidy = False
        self._state: tuple[int, int, int] | None = None  # of the file when it was looked at last
        try:
            damaged = bool(self._take_in(None if self._nowhere else read(self._path)))
        except (OSError, NewerVersion) as error:
            self._failure, damaged = self._told(error), False
        except ProgressError:
            damaged = True
        if damaged:
            self.save()

    @property
    def progress(self) -> Progress:
        """All that is known: what the file says now, where other notebooks save too, and what was done since."""
        self._look()
        return self._progress

    @property
    def path(self) -> Path:
        """Where the file is, or will be."""
        return self._path

    @property
    def trouble(self) -> str:
        """One sentence for the status line: why nothing is saved, else what was damaged; empty if all is well."""
        return self._failure or self._damage

    def record(self, played: Round) -> None:
        """Save a round, or how far it has come; call it as often as you like while it is played."""
        self._save(lambda progress: progress.with_round(played), briefly=True)

    def mark(self, name: str, right: bool) -> None:
        """Save a try at a question, guided hand or puzzle; `ProgressError` for a bad name."""
        now = self._now()
        self._save(lambda progress: progress.with_mark(name, right, now), briefly=True)

    def add_code(self, text: object) -> Progress:
        """Merge a progress code, save, and return what it held; `ProgressError` says what is wrong with it."""
        held = Progress.from_code(text)
        self._save(lambda progress: progress.merge(held))
        return held

    def paste(self, text: object) -> str:
        """Merge a progress code and save; return in a sentence what it brought, or why it is refused.

        >>> Store("no-such-folder/progress.json").paste("66P1-hello")
        'The progress code is cut off near its beginning: copy all of it.'
        """
        before = self._progress
        try:
            held = self.add_code(text)
        except ProgressError as error:
            return str(error)
        return f"{before.brought(held)} {self.trouble}".strip()

    def _look(self) -> None:
        """Take in a file that has changed. What is wrong with it is told, and kept aside, by the next save."""
        with suppress(OSError, ValueError):  # a newer version and damage are among the latter
            found = os.stat(self._path)
            state = (found.st_mtime_ns, found.st_size, found.st_ino)
            if state != self._state and not self._nowhere:
                self._state = state
                self._take_in(read(self._path))

    def save(self) -> None:
        """Take in what other notebooks saved, and save what could not be saved before."""
        self._save(lambda progress: progress)

    def _save(self, change: Callable[[Progress], Progress], *, briefly: bool = False) -> None:
        before = self._progress
        self._progress = change(before)  # known from here on, whatever the disk does
        try:
            if self._nowhere:
                raise OSError(errno.ENOENT, self._nowhere)
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with alone(self._path, briefly=briefly) as locked:
                if locked and not self._tidy:
                    remove_leftovers(self._path)
                    self._tidy = True
                # one change only, after what the file adds: a try counts on top of the tries of others
                try:
                    self._progress = before
                    self._merge_file()
                finally:
                    self._progress = change(self._progress)
                content = content_of(self._progress, self._others)
                if content != self._seen or not self._path.exists():
                    replace(self._path, content)
                    self._seen = content
            self._failure = ""
        except (OSError, NewerVersion) as error:
            self._failure = self._told(error)

    def _merge_file(self) -> None:
        """Read the file, alone with it, and keep a damaged one aside before another takes its place."""
        content = read(self._path)
        try:
            damage = self._take_in(content)
        except ProgressError as error:
            name = move_away(self._path, aside_names(self._path, self._now())).name
            rest = "an empty one" if self._progress == Progress() else "what this notebook knows"
            self._damage = f"The saved progress was damaged ({error}): it is kept as {name}, and you go on with {rest}."
            self._seen = None
            return
        if damage and content is not None:
            self._seen = None  # so that it is written even if nothing is new
            if content != self._aside:
                name = write_new(aside_names(self._path, self._now()), content).name
                self._aside = content
                whole = f"the rest was read, and the file as it was is kept as {name}"
                self._damage = f"Part of the saved progress was damaged ({damage}): {whole}."

    def _take_in(self, content: bytes | None) -> str:
        """Merge what a file says, and return what part of it is damaged; `ProgressError` if it cannot be read."""
        if content is None or content == self._seen:
            return ""
        found = parse(content)
        self._progress = self._progress.merge(found.progress)
        self._others = {**self._others, **found.others} if found.damage else found.others
        if not found.damage:
            self._seen = content
        return found.damage

    def _now(self) -> int:
        return min(max(0, self._clock()), LATEST)  # a computer's clock may be anything

    def _told(self, error: OSError | NewerVersion) -> str:
        if isinstance(error, OSError):
            why = error.strerror or str(error) or type(error).__name__
            return (
                f"Your progress is not saved in {self._path} ({why}): it is kept while this notebook runs, "
                "so copy the progress code before you leave."
            )
        return (
            f"The saved progress in {self._path} is of a newer version of this program ({error}): it stays as it is "
            "and nothing is saved, so copy the progress code before you leave."
        )


_STORES: dict[Path, Store] = {}


def default_store() -> Store:
    """Return the one store of this process for the file that is used now: see `Store` for which file that is.

    >>> os.environ[VARIABLE] = "no-such-folder/progress.json"
    >>> default_store() is default_store(), default_store().path.name
    (True, 'progress.json')
    >>> del os.environ[VARIABLE]
    """
    path, _ = _resolved(None)
    if path not in _STORES:
        _STORES[path] = Store()
    return _STORES[path]


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


def _resolved(path: str | os.PathLike[str] | None) -> tuple[Path, str]:
    """Return the file's full path, links followed, and why there can be no such file."""
    if path is None:
        path = os.environ.get(VARIABLE) or user_data_path("sixtysix", appauthor=False) / "progress.json"
    try:
        return Path(path).expanduser().resolve(), ""
    except (OSError, RuntimeError, ValueError):  # no home folder, a link to itself, a character no path may have
        return Path(path), "there is no such place"
