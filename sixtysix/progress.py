"""What a learner has done, as a value: rounds of drills, and marks for questions, guided hands and puzzles.

Two copies merge into one that has all of both, in any order and as often as you like, so nothing is lost where two
notebooks are open or a copy comes back late. `progress_store` keeps it in a file, `code` writes it as a short text.
"""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Final, TypeVar

from .errors import ProgressError, quoted
from .progress_code import MOST_CHARACTERS, seal, unseal

LONGEST_NAME: Final = 60
LEVELS: Final = 1_000
"""The highest level of a drill."""
COUNT: Final = 1_000_000
"""The most that is counted of anything."""
SECONDS: Final = 10_000_000.0
LATEST: Final = 253_402_300_799_999
"""The last millisecond of the year 9999, since 1970 (UTC)."""

_NAME: Final = re.compile(rf"[A-Za-z0-9_./:-]{{1,{LONGEST_NAME}}}")
_Entry = TypeVar("_Entry", "Round", "Mark")


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a drill, known by drill, level and when it was begun; `ProgressError` for what cannot be.

    >>> Round("count-points", level=2, begun=1_790_000_000_000, asked=10, right=8, seconds=61.04)
    Round(drill='count-points', level=2, begun=1790000000000, asked=10, right=8, seconds=61.0)
    """

    drill: str
    """A name: letters, digits and ``-_./:``, at most 60."""
    level: int
    begun: int
    """When it was begun: milliseconds since 1970 (UTC)."""
    asked: int
    """How many questions were asked: the number grows while the round is played."""
    right: int
    """How many of them were answered right."""
    seconds: float
    """How long it took, to a tenth of a second."""

    def __post_init__(self) -> None:
        """Check every field."""
        _name("drill", self.drill)
        _whole("level", self.level, 0, LEVELS)
        _whole("begun", self.begun, 0, LATEST)
        _whole("asked", self.asked, 0, COUNT)
        _whole("right", self.right, 0, self.asked)
        if (
            isinstance(self.seconds, bool)
            or not isinstance(self.seconds, int | float)
            or not 0 <= self.seconds <= SECONDS
        ):
            raise ProgressError(f"seconds: {quoted(self.seconds)} is not a number from 0 to {SECONDS:,.0f}")
        object.__setattr__(self, "seconds", abs(round(float(self.seconds), 1)))  # no minus before 0

    @property
    def key(self) -> tuple[int, str, int]:
        """What tells it from other rounds, in order of time."""
        return self.begun, self.drill, self.level

    @property
    def accuracy(self) -> float | None:
        """The share of right answers, None before the first."""
        return self.right / self.asked if self.asked else None

    def merge(self, other: "Round") -> "Round":
        """Return of two copies of one round the one that went on longer."""
        return max(self, other, key=lambda copy: (copy.asked, copy.right, copy.seconds))


@dataclass(frozen=True, slots=True)
class Mark:
    """How one question, guided hand or puzzle went so far; `ProgressError` for what cannot be.

    >>> Mark("06/question-2", tries=3, right=1, first=False, last=1_790_000_000_000).solved
    True
    """

    name: str
    """Letters, digits and ``-_./:``, at most 60."""
    tries: int
    """How often it was tried, at least once."""
    right: int
    """How often it was solved."""
    first: bool
    """Whether the first try was right."""
    last: int
    """When it was last tried: milliseconds since 1970 (UTC)."""

    def __post_init__(self) -> None:
        """Check every field."""
        _name("name", self.name)
        _whole("tries", self.tries, 1, COUNT)
        _whole("right", self.right, 0, self.tries)
        _whole("last", self.last, 0, LATEST)
        if not isinstance(self.first, bool) or self.first > self.right:
            raise ProgressError(f"first: {quoted(self.first)} is not true or false, or true where nothing was right")

    @property
    def key(self) -> str:
        """What tells it from other marks."""
        return self.name

    @property
    def solved(self) -> bool:
        """Whether it was ever solved."""
        return self.right > 0

    def merge(self, other: "Mark") -> "Mark":
        """Return what two copies know together: the larger numbers, and a first try right only if both say so."""
        tries, right, last = max(self.tries, other.tries), max(self.right, other.right), max(self.last, other.last)
        return Mark(self.name, tries, right, self.first and other.first, last)

    def tried(self, right: bool, now: int) -> "Mark":
        """Return the mark after one more try."""
        tries = min(self.tries + 1, COUNT)
        return Mark(self.name, tries, min(self.right + right, tries), self.first, max(self.last, now))


@dataclass(frozen=True)
class Code:
    """A progress code, and how much of the progress had no room in it."""

    text: str
    marks_left_out: int
    rounds_left_out: int
    """Rounds with a question; see `Progress.played`."""

    @property
    def sentence(self) -> str:
        """What was left out, in one sentence; empty if nothing was."""
        left = _listed(mark=self.marks_left_out, round=self.rounds_left_out)
        return f"The code has no room for {left}, the oldest." if left else ""


@dataclass(frozen=True)
class Progress:
    """All rounds (in order of time) and marks (by name); a value that never changes.

    >>> one = Progress().with_mark("06/question-2", True, now=1000)
    >>> two = Progress().with_round(Round("count-points", 1, begun=2000, asked=5, right=4, seconds=30))
    >>> both = one.merge(two)
    >>> both == two.merge(one) == both.merge(one), len(both.marks), Progress.from_code(both.code().text) == both
    (True, 1, True)
    """

    rounds: tuple[Round, ...] = ()
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        """Merge copies of one round or mark, and put all in order."""
        object.__setattr__(self, "rounds", _joined(self.rounds, Round))
        object.__setattr__(self, "marks", _joined(self.marks, Mark))

    def merge(self, other: "Progress") -> "Progress":
        """Return what both know together."""
        return Progress(self.rounds + other.rounds, self.marks + other.marks)

    def with_round(self, played: Round) -> "Progress":
        """Return the progress with a round added, or the round with the same key brought forward."""
        return Progress((*self.rounds, played), self.marks)

    def with_mark(self, name: str, right: bool, now: int) -> "Progress":
        """Return the progress after one more try, now in milliseconds since 1970; `ProgressError` for a bad name."""
        _name("name", name)
        if not isinstance(right, bool):
            raise ProgressError(f"right: {quoted(right)} is not true or false")
        _whole("now", now, 0, LATEST)
        known = self.mark(name)
        after = Mark(name, 1, int(right), right, now) if known is None else known.tried(right, now)
        return Progress(self.rounds, (*self.marks, after))  # merged with the known one, it prevails

    @property
    def played(self) -> tuple[Round, ...]:
        """The rounds in which a question was answered; a round without one only keeps a level that was reached."""
        return tuple(one for one in self.rounds if one.asked)

    @property
    def sentence(self) -> str:
        """How much is on record, in words.

        >>> Progress().with_mark("06/question-2", True, now=1000).sentence
        '0 rounds of drills and 1 mark on record'
        """
        return f"{_many(len(self.played), 'round')} of drills and {_many(len(self.marks), 'mark')} on record"

    def brought(self, code: "Progress") -> str:
        """Say what a code has brought to what was known before.

        >>> Progress().brought(Progress().with_mark("06/question-2", True, now=1000))
        'Added from the code: 1 mark.'
        """
        after = self.merge(code)
        if after == self:
            return "Nothing was added: all that is in the code is known here already."
        rounds, marks = set(after.played) - set(self.rounds), set(after.marks) - set(self.marks)
        return f"Added from the code: {_listed(round=len(rounds), mark=len(marks)) or 'a level that you reached'}."

    def mark(self, name: str) -> Mark | None:
        """Return the mark of this name, None if it was never tried."""
        return self._by_name.get(name)

    def by_drill(self) -> dict[str, tuple[Round, ...]]:
        """Return the rounds of each drill in order of time, drills by name."""
        drills = sorted({played.drill for played in self.rounds})
        return {drill: tuple(played for played in self.rounds if played.drill == drill) for drill in drills}

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON data: a list of rounds and one of marks, each an object."""
        return {"rounds": list(map(_fields, self.rounds)), "marks": list(map(_fields, self.marks))}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> tuple["Progress", tuple[str, ...]]:
        """Return what can be read of JSON data, and a sentence for each part that cannot."""
        troubles: list[str] = []
        rounds = tuple(_readable(data.get("rounds"), Round, troubles))
        return cls(rounds, tuple(_readable(data.get("marks"), Mark, troubles))), tuple(troubles)

    def code(self) -> Code:
        """Return it as a text of at most 12,000 characters: the newest marks first, then the newest rounds, as fit."""
        marks = sorted(self.marks, key=lambda mark: (-mark.last, mark.name))
        rounds = self.rounds[::-1]

        def text(size: int) -> str | None:
            return seal(_columns(rounds[: max(0, size - len(marks))], marks[:size]))

        def length(size: int) -> int:
            return len(text(size) or " " * (MOST_CHARACTERS + 1))

        size = bisect_right(range(len(marks) + len(rounds) + 1), MOST_CHARACTERS, key=length) - 1
        kept = min(size, len(marks))
        written = text(size)
        assert written is not None  # found above
        return Code(written, len(marks) - kept, sum(one.asked > 0 for one in rounds[size - kept :]))

    @classmethod
    def from_code(cls, text: object) -> "Progress":
        """Return what a code holds; `ProgressError` says in one sentence why a text is no code, or a damaged one."""
        data: Any = unseal(text)
        try:
            marks, rounds = data
            names, tries, right, first, last = marks
            told = [flag if flag not in (0, 1) else bool(flag) for flag in first]
            entries = tuple(map(Mark, names, tries, right, told, accumulate(last)))
            drills, levels, begun, asked, solved, tenths = rounds
            seconds = [tenth / 10 for tenth in tenths]
            played = tuple(map(Round, drills, levels, accumulate(begun), asked, solved, seconds))
        except ProgressError as error:
            raise ProgressError(f"The progress code holds what cannot be: {error}.") from None
        except (TypeError, ValueError, OverflowError):
            raise ProgressError("The progress code holds no progress: it was not made by this program.") from None
        if {len(column) for column in marks} != {len(entries)} or {len(column) for column in rounds} != {len(played)}:
            raise ProgressError("The progress code holds no progress: it was not made by this program.")
        return cls(played, entries)

    @cached_property
    def _by_name(self) -> dict[str, Mark]:
        return {mark.name: mark for mark in self.marks}


def mark_name(kind: str, *parts: str) -> str:
    """Return a name for a mark of something that has no name of its own: it is known by these texts.

    >>> mark_name("question", "What is a ten worth?")
    'question/48823b5e'
    """
    return f"{kind}/{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:8]}"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _listed(**counts: int) -> str:
    """List what there is any of."""
    return " and ".join(_many(count, what) for what, count in counts.items() if count)


def _columns(rounds: Iterable[Round], marks: Iterable[Mark]) -> list[list[list[object]]]:
    """Return rounds and marks as columns in order of time: packed, they need half the room of rows."""
    played = sorted(rounds, key=lambda one: one.key)
    tried = sorted(marks, key=lambda mark: (mark.last, mark.name))
    return [
        [
            [mark.name for mark in tried],
            [mark.tries for mark in tried],
            [mark.right for mark in tried],
            [int(mark.first) for mark in tried],
            _steps([mark.last for mark in tried]),
        ],
        [
            [one.drill for one in played],
            [one.level for one in played],
            _steps([one.begun for one in played]),
            [one.asked for one in played],
            [one.right for one in played],
            [round(one.seconds * 10) for one in played],
        ],
    ]


def _steps(times: list[int]) -> list[object]:
    return [after - before for before, after in pairwise([0, *times])]


def _joined(entries: Iterable[_Entry], kind: Callable[..., _Entry]) -> tuple[_Entry, ...]:
    """Return the entries in order of their keys, copies merged."""
    found: dict[Any, _Entry] = {}
    for entry in entries:
        if type(entry) is not kind:
            raise ProgressError(f"{quoted(entry)} is not a {getattr(kind, '__name__', kind)}")
        known = found.get(entry.key)
        found[entry.key] = entry if known is None else known.merge(entry)
    return tuple(found[key] for key in sorted(found))


def _readable(entries: object, kind: type[_Entry], troubles: list[str]) -> Iterable[_Entry]:
    """Go through the entries of a JSON list that can be read, and note what cannot."""
    wanted = set(kind.__slots__)
    what = f"{kind.__name__.lower()}s"
    if not isinstance(entries, list):
        troubles.append(f"{what}: {quoted(entries)} is not a list")
        return
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or entry.keys() != wanted:
            troubles.append(f"{what}, number {number}: {quoted(entry)} has not the fields {', '.join(sorted(wanted))}")
            continue
        try:
            yield kind(**entry)
        except ProgressError as error:
            troubles.append(f"{what}, number {number}: {error}")


def _fields(entry: Round | Mark) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__slots__}  # dataclasses.asdict takes many times as long


def _name(field: str, value: object) -> None:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        allowed = f"1 to {LONGEST_NAME} letters, digits and -_./:"
        raise ProgressError(f"{field}: {quoted(value)} is not a name of {allowed}")


def _whole(field: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise ProgressError(f"{field}: {quoted(value)} is not a whole number from {least} to {most:,}")
