"""Sets of puzzles: reading a file of your own, proving all its answers, and answering a puzzle by its name."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from ..actions import Action, Play, action_token, parse_action
from ..cards import Card
from ..errors import NotationError, PuzzleError, quoted
from ..position import checked_seed
from .asked import meaning
from .facts import prove
from .play import feedback
from .puzzle import Answer, Puzzle, load, names

PROVEN = "proven"
"""What the report says of a puzzle in which everything is right."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """The puzzles of one file, in its order.

    >>> endgames = PuzzleSet.load("03-endgames")
    >>> len(endgames), endgames.check(sample=1, seed=2)
    (15, {'make-it-trump': 'proven'})
    """

    name: str
    puzzles: tuple[Puzzle, ...]

    @classmethod
    def load(cls, path: str | Path) -> "PuzzleSet":
        """Read a set that comes with the package by its name, or a file of your own by its path.

        A path is a `Path`, or a text with ``.json``. `PuzzleError` names the file, the puzzle and the field that is
        wrong; fields that nobody knows are refused too.
        """
        return cls(Path(path).stem if isinstance(path, str | Path) else "", load(path))

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        """Go through the puzzles."""
        return iter(self.puzzles)

    def __getitem__(self, name: str) -> Puzzle:
        """Return the puzzle with this `id`; `PuzzleError` lists those that there are."""
        for puzzle in self.puzzles:
            if puzzle.id == name:
                return puzzle
        raise PuzzleError(f"id: {quoted(name)} is not in this set; there are {_some(one.id for one in self)}")

    def check(
        self, sample: int | None = None, *, seed: int = 0, news: Callable[[str, str], None] | None = None
    ) -> dict[str, str]:
        """Prove the answers, and return a report for each puzzle: `PROVEN`, or a sentence that says what is not.

        With `sample` only so many puzzles are looked at, chosen by `seed`. `news` is called with the name and the
        report of each as soon as it is known; Ctrl-C ends it there. `PuzzleError` for a sample that is no number from 0
        or a seed that is none.
        """
        chosen = list(self.puzzles)
        if sample is not None:
            if isinstance(sample, bool) or not isinstance(sample, int) or sample < 0:
                raise PuzzleError(f"sample: {quoted(sample)} is not a number of puzzles; use a whole number from 0")
            chance = Random(checked_seed(seed))
            order = sorted(range(len(chosen)), key=lambda _: chance.random())
            chosen = [chosen[place] for place in sorted(order[:sample])]
        report: dict[str, str] = {}
        for puzzle in chosen:
            report[puzzle.id] = prove(puzzle) or PROVEN
            if news is not None:
                news(puzzle.id, report[puzzle.id])
        return report


def check(name: object, answer: object) -> str:
    """Say what an answer to the puzzle of this name leads to; always a sentence, whatever is asked.

    The answer is an action (or several), its text (``"AS"``, ``"x c"``, ``"!"``), a number, yes or no, odds or cards.

    >>> check("bring-down-the-nine", "Q♥")[:9]
    '✓ Lead Q♥'
    >>> check("bring-down-the-nine", "KS")
    "'KS' is not among the answers: Lead Q♥, Lead 10♠ or Lead A♦."
    """
    try:
        puzzle = _by_name().get(name) if isinstance(name, str) else None
        if puzzle is None:
            return f"There is no puzzle {quoted(name)}; names are {_some(_by_name())}."
        return _said(puzzle, answer)
    except ValueError as error:
        return str(error)


@cache
def _by_name() -> dict[str, Puzzle]:
    """Return every puzzle that comes with the package."""
    return {puzzle.id: puzzle for name in names() for puzzle in load(name)}


def _said(puzzle: Puzzle, answer: object) -> str:
    text = _text(answer)
    found = next((one for one in puzzle.answers if _same(puzzle, one, text)), None)
    if found is not None:
        return f"{'✓' if found.right else '✗'} {puzzle.say(found)}: {feedback(puzzle, found)}"
    if puzzle.fact:
        meaning(puzzle.fact, text)  # which says so where it is no answer at all
        return f"✗ {text} is not right. {puzzle.hints[0]}"
    said = [puzzle.say(one) for one in puzzle.answers]
    return f"{quoted(text)} is not among the answers: {', '.join(said[:-1])} or {said[-1]}."


def _same(puzzle: Puzzle, answer: Answer, text: str) -> bool:
    if puzzle.fact:
        with suppress(PuzzleError):
            return answer.meant == meaning(puzzle.fact, text)
        return False
    return answer.actions == _actions(text)


def _text(answer: object) -> str:
    """Write an answer as the text of a puzzle file."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, Fraction):
        return f"{answer.numerator} in {answer.denominator}"
    if isinstance(answer, Action):
        return action_token(answer)
    if isinstance(answer, Card):
        return answer.code
    if isinstance(answer, list | tuple | set | frozenset):
        return " ".join(map(_text, answer)) or "none"
    text = str(answer).strip()
    return text.lower() if text.lower() in ("yes", "no", "none") else text


def _actions(text: str) -> tuple[Action, ...] | None:
    """Read action tokens; a card may be written in every way that a card can be."""
    found: list[Action] = []
    for word in text.split():
        try:
            found.append(parse_action(word))
        except NotationError:
            try:
                found.append(Play(Card(word)))
            except NotationError:
                return None
    return tuple(found)


def _some(every: Iterable[str], most: int = 5) -> str:
    listed = list(every)
    return ", ".join(listed[:most]) + (" …" if len(listed) > most else "")
