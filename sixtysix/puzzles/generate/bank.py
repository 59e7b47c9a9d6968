"""The bank: what is kept of all that is found, and the files of its sets."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations
from pathlib import Path
from typing import Any, Final

from ...cards import Suit
from ...errors import PuzzleError
from ...position import Position
from ...rules import Rules
from ..certificate import make, verify
from ..facts import prove
from ..puzzle import YOU, Answer, Puzzle, load, read
from .found import Finder, Found
from .levels import level
from .walk import moments

_CARD: Final = re.compile(r"(?:A|10|K|Q|J|9)[♠♥♦♣]")

MOST: Final = 4_000
"""The characters of the longest certificate that is kept."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: puzzles of a theme in deals under some rules."""

    theme: str
    finder: Finder
    rules: Rules
    want: int = 24
    """How many puzzles the bank should have of it."""
    most_deals: int = 60_000
    """The number of the last deal that is looked at."""


class Bank:
    """The puzzles found so far, in their sets.

    `folder` holds the files, `sets` says which themes go into which. Each puzzle is written as soon as it is found, so
    that a search goes on where it was stopped.
    """

    def __init__(self, folder: Path, sets: dict[str, tuple[str, ...]]) -> None:
        """Read what there is; `PuzzleError` names what is wrong with a file."""
        self.folder, self.sets = folder, sets
        self.entries: dict[str, list[dict[str, Any]]] = {}
        self._keys: set[frozenset[str]] = set()
        self._texts: set[str] = set()
        self._said: set[str] = set()
        for name in sets:
            path = folder / f"{name}.json"
            for puzzle in load(path) if path.exists() else ():
                self._note(puzzle)
            self.entries[name] = json.loads(path.read_text("utf-8")) if path.exists() else []

    def having(self, theme: str) -> list[dict[str, Any]]:
        """Return the entries that were looked for under a theme."""
        name = next(name for name, themes in self.sets.items() if theme in themes)
        return [entry for entry in self.entries[name] if entry["id"].startswith(f"{theme}-")]

    def extend(self, search: Search, news: Callable[[str], None]) -> Iterator[Puzzle]:
        """Look for what is missing, from the deal after the last one found; each new puzzle is kept and returned."""
        old = self.having(search.theme)
        first = 1 + max((int(entry["id"].rpartition("-")[2]) for entry in old), default=0)
        levels = Counter(entry["level"] for entry in old)
        for seed in count(first):
            if levels.total() >= search.want or seed > search.most_deals:
                return
            if seed % 500 == 0:
                news(f"{search.theme}: deal {seed}, {levels.total()} of {search.want}")
            puzzle = self._of_deal(search, seed, levels, news)
            if puzzle is not None:
                levels[puzzle.level] += 1
                yield puzzle

    def _of_deal(self, search: Search, seed: int, levels: Counter[int], news: Callable[[str], None]) -> Puzzle | None:
        """Return the first good puzzle of a deal, once it is kept."""
        for position in moments(search.rules, seed):
            found = search.finder(position)
            if found is None:
                continue
            hard = level(found)
            if levels[hard] >= search.want / 3:
                continue  # a theme has puzzles of several levels
            entry = as_entry(found, f"{search.theme}-{seed}", hard)
            try:
                (puzzle,) = read([entry])
            except PuzzleError as error:
                news(f"{search.theme}: deal {seed} is left out, {error}")
                continue
            if self._is_new(puzzle) and prove(puzzle) is None and certified(entry, puzzle):
                self._keep(search.theme, entry, puzzle)
                return puzzle
        return None

    def _is_new(self, puzzle: Puzzle) -> bool:
        """Whether there is no puzzle like it: the same cards but one, the same words about other cards, or a hint."""
        near = not self._keys.isdisjoint(near_keys(puzzle.start))
        new = masked(puzzle.explanation) not in self._texts and self._said.isdisjoint(said(puzzle))
        return new and not near

    def _note(self, puzzle: Puzzle) -> None:
        self._keys |= near_keys(puzzle.start)
        self._texts.add(masked(puzzle.explanation))
        self._said |= said(puzzle)

    def _keep(self, theme: str, entry: dict[str, Any], puzzle: Puzzle) -> None:
        name = next(name for name, themes in self.sets.items() if theme in themes)
        self._note(puzzle)
        entries = self.entries[name]
        entries.append(entry)
        entries.sort(key=lambda one: (one["level"], one["id"]))
        path = self.folder / f"{name}.json"
        part = path.with_suffix(".part")
        part.write_text(as_text(entries), "utf-8")
        part.replace(path)


def certified(entry: dict[str, Any], puzzle: Puzzle) -> bool:
    """Add its certificate to a puzzle that needs one; say whether it proves the answers and is short."""
    try:
        made = make(puzzle)
    except PuzzleError:
        return False
    if not made:
        return True
    entry["certificate"] = made
    return len(json.dumps(made)) <= MOST and verify(replace(puzzle, certificate=made)) is None


def as_entry(found: Found, name: str, hard: int) -> dict[str, Any]:
    """Return what is found as an object of a puzzle file."""
    return {
        "id": name,
        "themes": list(found.themes),
        "level": hard,
        "case": found.position.to_dict(),
        "question": found.question,
        "answers": [_answer(answer) for answer in found.answers],
        "hints": list(found.hints),
        "explanation": found.explanation,
        **found.more,
    }


def _answer(answer: Answer) -> dict[str, Any]:
    given = {"answer": answer.text, "value": answer.value, "right": answer.right, "why": answer.why}
    more = {"line": " ".join(answer.line), "fact": answer.fact}
    return given | {name: value for name, value in more.items() if value}


def as_text(entries: Sequence[dict[str, Any]]) -> str:
    """Write a puzzle file: one field a line, so that a change can be read."""
    return json.dumps(list(entries), ensure_ascii=False, indent=1) + "\n"


def said(puzzle: Puzzle) -> frozenset[str]:
    """Return the hints of a puzzle and the reasons of its answers: no two puzzles share one."""
    return frozenset((*puzzle.hints, *(answer.why for answer in puzzle.answers)))


def masked(text: str) -> str:
    """Return a text without the cards it names.

    >>> masked("A♠ takes 10♥: 21.")
    '_ takes _: 21.'
    """
    return _CARD.sub("_", text)


def near_keys(position: Position) -> frozenset[frozenset[str]]:
    """Return keys of a position; one that differs from it in a single card, or in the names of suits, shares one.

    Each key leaves one card out. Plain suits are named so that the key is the smallest.
    """
    places = dict.fromkeys(position.hand(YOU), "mine") | dict.fromkeys(position.hand(1 - YOU), "his")
    plain = [suit for suit in Suit if suit is not position.trump]
    keys = set()
    for order in permutations("abc"):
        names = dict(zip(plain, order, strict=True)) | {position.trump: "t"}
        cards = [f"{owner} {names[card.suit]}{card.rank.value}" for card, owner in places.items()]
        keys |= {frozenset([*(card for card in cards if card != left), str(len(cards))]) for left in cards}
    return frozenset(keys)
