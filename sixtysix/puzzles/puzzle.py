"""Puzzles: a position, a question, answers with their worth, hints and an explanation, read from JSON files.

A file is a list of objects with the fields of `Puzzle`, the last three where they are needed. Its case is a whole
`Position`, also where the learner does not see all of it: how the hidden cards lie is chosen so that every wrong answer
fails on them. `facts` has what the solver says to all this.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ..actions import Action, Announce, ClaimOut, Play, parse_action
from ..errors import NotationError, PuzzleError, quoted
from ..position import Position
from ..view import View
from .asked import CLOSING, NUMBERS, ODDS, Asked, in_answer, meaning

_THEMES: Final = """
    claim certain-close close-by-odds lead-after-close close-before-draw defend-close exchange marriage pull-trumps
    throw-in duck squeeze force last-trick counting match-score schnapsen
"""
THEMES: Final = tuple(_THEMES.split())
"""What a puzzle can be about."""

LEVELS: Final = 5
HINTS: Final = 3
YOU: Final = 0
"""The learner's seat."""

GAME_POINTS: Final = "game points"
LAYOUTS: Final = "layouts"
"""What the values of answers count."""

_HERE = Path(__file__).parent.parent
FOLDERS: Final = (_HERE / "_puzzles", _HERE.parent / "exercises" / "puzzles")
"""Where the sets lie: in an installed package, in a checkout."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a puzzle: what is chosen, what it is worth, and why it is right or wrong."""

    text: str
    """Action tokens of the learner (``AS``, ``c``, ``x c``); or a fact: a number, ``yes`` or ``no``, cards (``none`` if
    there is no such card), or odds (``6 in 17``)."""
    value: int
    """Game points to the learner, or the number of layouts won, as `Puzzle.values_in` says; for a fact 1 if it is true
    and 0 if not."""
    right: bool
    why: str
    line: tuple[str, ...] = ()
    """What follows on the table, for both seats, as action tokens."""
    fact: str | None = None
    """What is asked for, where the answer is no action."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The learner's actions; none where the answer is a fact."""
        return () if self.fact else tuple(map(parse_action, self.text.split()))

    @property
    def meant(self) -> object:
        """What the answer says: a fact as a value, else the actions; `PuzzleError` if the text is no such fact."""
        return meaning(self.fact, self.text) if self.fact is not None else self.actions


@dataclass(frozen=True)
class Puzzle:
    """One puzzle; the learner is seat 0. `start` is the whole position, `view` what the learner sees.

    >>> puzzle = load("03-endgames")[0]
    >>> puzzle.level, puzzle.view.seat, len(puzzle.hints)
    (1, 0, 3)
    """

    id: str
    themes: tuple[str, ...]
    level: int
    case: Mapping[str, Any]
    question: str
    answers: tuple[Answer, ...]
    hints: tuple[str, ...]
    explanation: str
    values_in: str = GAME_POINTS
    """What the values of answers are: `GAME_POINTS`, or `LAYOUTS`, the number of layouts that are won."""
    score: tuple[int, int] | None = None
    """The game points of the match so far, the learner's and the opponent's; None where nothing hangs on them."""
    certificate: Mapping[str, Any] | None = None
    """What proves the answers without a search."""

    @cached_property
    def start(self) -> Position:
        """The position, hidden cards included."""
        return Position.from_dict(self.case)

    @property
    def mark(self) -> str:
        """What the puzzle is called in the progress file."""
        return f"puzzle/{self.id}"

    @property
    def view(self) -> View:
        """What the learner sees."""
        return self.start.view(YOU)

    @property
    def fact(self) -> str | None:
        """What is asked for, None if it is what to do."""
        return self.answers[0].fact

    @property
    def memory(self) -> bool:
        """Whether the learner is to know the points, and the cards of the opponent's hand, without seeing them.

        So it is where something is to be counted, and where the tricks are listed for a choice that counting decides.
        """
        return self.fact not in CLOSING if self.fact else any(self.start.finished_tricks())

    @property
    def right(self) -> tuple[Answer, ...]:
        """The right answers."""
        return tuple(answer for answer in self.answers if answer.right)

    def needed(self, value: int) -> int:
        """Return game points to the learner, no more of them than their winner needs for the match.

        >>> from dataclasses import replace
        >>> puzzle = replace(load("03-endgames")[0], score=(6, 5))
        >>> [puzzle.needed(value) for value in (3, 1, -1, -3)]
        [1, 1, -1, -2]
        """
        if self.score is None:
            return value
        mine, theirs = (self.start.rules.match_points - points for points in self.score)
        return max(-theirs, min(mine, value))

    def say(self, answer: Answer) -> str:
        """Say an answer in words.

        >>> puzzle = load("03-endgames")[0]
        >>> puzzle.say(puzzle.right[0])
        'Lead Q♥'
        """
        if answer.fact:
            plain = Asked.read(answer.fact).name in (*NUMBERS, *ODDS)
            return answer.text if plain else in_answer(answer.meant)
        parts = [said(action, self.start) for action in answer.actions]
        return ", then ".join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])])


def said(action: Action, position: Position) -> str:
    """Say an action as an answer.

    >>> said(Play("AS"), load("03-endgames")[0].start)
    'Lead A♠'
    """
    match action:
        case Play():
            return f"{'Play' if position.trick else 'Lead'} {action.card}"
        case Announce():
            return f"Announce the marriage in {action.suit}"
        case ClaimOut():
            return "Say out"
        case _:
            return str(action).capitalize()


def names() -> tuple[str, ...]:
    """Return the names of the sets that come with the package.

    >>> "03-endgames" in names()
    True
    """
    return tuple(sorted({path.stem for folder in FOLDERS for path in folder.glob("*.json")}))


def load(name: str | Path) -> tuple[Puzzle, ...]:
    """Read a set of puzzles by its name, or from a file of your own by its path (a `Path`, or a text with ``.json``).

    `PuzzleError` names the file, the puzzle and the field that is wrong. Positions of a set that comes with the package
    are not checked again, the tests do so.

    >>> len(load("03-endgames")) >= 12
    True
    """
    path = _find(name)
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PuzzleError(f"{path.name}: it cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"{path.name}: this is no JSON text: {str(error) or type(error).__name__}") from None
    try:
        return read(data, tested=name in names())
    except PuzzleError as error:
        raise PuzzleError(f"{path.name}: {error}") from None


def _find(name: object) -> Path:
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".json")):
        return Path(name)
    found = [folder / f"{name}.json" for folder in FOLDERS if name in names()]
    if not found:
        raise PuzzleError(f"{quoted(name)} is not a set of puzzles; there are {', '.join(names()) or 'none'}")
    return next(path for path in found if path.exists())


def read(data: object, *, tested: bool = False) -> tuple[Puzzle, ...]:
    """Read the puzzles of a file already taken apart; `PuzzleError` names the puzzle and the field that is wrong.

    Where they are `tested` already, positions and the actions in them are not looked at, which takes most of the time.
    """
    if not isinstance(data, list) or not data:
        raise PuzzleError("a set is a list of puzzles, and this is none")
    puzzles: list[Puzzle] = []
    for number, given in enumerate(data, start=1):
        name = given.get("id") if isinstance(given, dict) else None
        called = quoted(name, 30) if isinstance(name, str) else str(number)
        try:
            puzzle = _puzzle(given)
            if not tested:
                _check_position(puzzle)
                _check_score(puzzle)
                _check_answers(puzzle)
            _need(puzzle.id not in [other.id for other in puzzles], "id", "an earlier puzzle has it too")
        except PuzzleError as error:
            raise PuzzleError(f"puzzle {called}: {error}") from None
        puzzles.append(puzzle)
    return tuple(puzzles)


_ID: Final = re.compile(r"[A-Za-z0-9_./:-]{1,50}")
_FIELDS = ("id", "themes", "level", "case", "question", "answers", "hints", "explanation")
_TOO = ("values_in", "score", "certificate")
_ANSWER = ("answer", "value", "right", "why")
_ANSWER_TOO = ("line", "fact")


def _need(condition: object, field: str, why: str) -> None:
    if not condition:
        raise PuzzleError(f"{field}: {why}")


def _puzzle(given: object) -> Puzzle:
    fields = _object(given, "puzzle", _FIELDS, _TOO)
    values_in = fields.get("values_in", GAME_POINTS)
    _need(
        values_in in (GAME_POINTS, LAYOUTS),
        "values_in",
        f"{quoted(values_in)} is unknown; use {GAME_POINTS!r} or {LAYOUTS!r}",
    )
    certificate = fields.get("certificate")
    _need(
        certificate is None or isinstance(certificate, Mapping),
        "certificate",
        f"{quoted(certificate)} is not an object of fields",
    )
    level = fields["level"]
    _need(type(level) is int and 1 <= level <= LEVELS, "level", f"{quoted(level)} is not a number from 1 to {LEVELS}")
    themes = _texts(fields["themes"], "themes")
    for theme in themes:
        _need(theme in THEMES, "themes", f"{quoted(theme)} is unknown; themes are {', '.join(THEMES)}")
    _need(isinstance(fields["case"], Mapping), "case", f"{quoted(fields['case'])} is not an object of fields")
    hints = _texts(fields["hints"], "hints")
    _need(len(hints) == HINTS, "hints", f"{len(hints)} hints; give {HINTS}: the idea, the card, the line")
    name = _text(fields["id"], "id")
    _need(_ID.fullmatch(name), "id", f"{quoted(name)} is no name: use letters, digits and -_./:, at most 50")
    return Puzzle(
        id=name,
        themes=themes,
        level=level,
        case=fields["case"],
        question=_text(fields["question"], "question"),
        answers=_answers(fields["answers"], values_in),
        hints=hints,
        explanation=_text(fields["explanation"], "explanation"),
        values_in=values_in,
        score=_score(fields["score"]) if "score" in fields else None,
        certificate=certificate,
    )


def _object(given: object, name: str, needed: Iterable[str], allowed: Iterable[str] = ()) -> Mapping[str, Any]:
    _need(isinstance(given, Mapping), name, f"{quoted(given)} is not an object of fields")
    assert isinstance(given, Mapping)
    known = (*needed, *allowed)
    for found in given:
        said = found if isinstance(found, str) and len(found) <= 30 else quoted(found, 30)
        _need(found in known, said, f"there is no such field; fields are {', '.join(known)}")
    for wanted in needed:
        _need(wanted in given, wanted, "missing")
    return given


def _text(value: object, field: str) -> str:
    _need(isinstance(value, str) and value.strip(), field, f"{quoted(value)} is not a text")
    assert isinstance(value, str)
    return value


def _texts(value: object, field: str) -> tuple[str, ...]:
    _need(isinstance(value, list) and value, field, f"{quoted(value)} is not a list of texts")
    assert isinstance(value, list)
    texts = tuple(_text(text, field) for text in value)
    _need(len(set(texts)) == len(texts), field, "one is there twice")
    return texts


def _score(given: object) -> tuple[int, int]:
    both = isinstance(given, list) and len(given) == 2 and all(type(points) is int and points >= 0 for points in given)
    _need(both, "score", f"{quoted(given)} is not a list of two numbers of game points, yours and your opponent's")
    assert isinstance(given, list)
    return given[0], given[1]


def _answers(given: object, values_in: str) -> tuple[Answer, ...]:
    _need(isinstance(given, list) and len(given) >= 2, "answers", "give a list of two answers or more")
    assert isinstance(given, list)
    answers = []
    for number, answer in enumerate(given, start=1):
        try:
            answers.append(_answer(answer, values_in))
        except PuzzleError as error:
            raise PuzzleError(f"answers: {number}: {error}") from None
    return tuple(answers)


def _answer(given: object, values_in: str) -> Answer:
    fields = _object(given, "answer", _ANSWER, _ANSWER_TOO)
    value, right, fact, line = fields["value"], fields["right"], fields.get("fact"), fields.get("line", "")
    if values_in == LAYOUTS:
        _need(type(value) is int and value >= 0, "value", f"{quoted(value)} is not a number of layouts")
    else:
        _need(type(value) is int and -3 <= value <= 3, "value", f"{quoted(value)} is not a number from -3 to 3")
    _need(isinstance(right, bool), "right", f"{quoted(right)} is not true or false")
    if fact is not None:
        Asked.read(fact)
    _need(isinstance(line, str), "line", f"{quoted(line)} is not a text of actions")
    return Answer(
        text=_text(fields["answer"], "answer"),
        value=value,
        right=right,
        why=_text(fields["why"], "why"),
        line=tuple(line.split()),
        fact=fact,
    )


def _check_position(puzzle: Puzzle) -> None:
    try:
        start = puzzle.start
    except PuzzleError as error:
        raise PuzzleError(f"case: {error}") from None
    _need(start.result is None and start.turn == YOU, "case", f"seat {YOU} is the learner's and must be to move")


def _check_score(puzzle: Puzzle) -> None:
    whole = puzzle.start.rules.match_points
    for points in puzzle.score or ():
        _need(
            points < whole, "score", f"{quoted(points)} ends the match: give 0 to {whole - 1} game points for each side"
        )


def _check_answers(puzzle: Puzzle) -> None:
    """Refuse answers that do not belong together, and actions that are not legal."""
    _need(any(answer.right for answer in puzzle.answers), "answers", "none is right")
    _need(len({answer.fact for answer in puzzle.answers}) == 1, "answers", "they answer different questions")
    if puzzle.values_in == LAYOUTS:
        _need(not puzzle.fact, "values_in", "only what is done wins layouts; a fact is worth 1 or 0")
        most = puzzle.view.layouts()
        for number, answer in enumerate(puzzle.answers, start=1):
            fault = f"{quoted(answer.value)} is more than the {most} layouts that there are"
            _need(answer.value <= most, f"answers: {number}: value", fault)
    for name, values in (("answer", [a.text for a in puzzle.answers]), ("why", [a.why for a in puzzle.answers])):
        double = next((value for value in values if values.count(value) > 1), None)
        _need(double is None, "answers", f"two have the {name} {quoted(double)}")
    for number, answer in enumerate(puzzle.answers, start=1):
        field = f"answers: {number}"
        try:
            actions = [*answer.actions, *map(parse_action, answer.line)]
            _ = answer.meant if answer.fact else None
        except NotationError as error:
            raise PuzzleError(f"{field}: {error}") from None
        except PuzzleError as error:
            raise PuzzleError(f"{field}: {error}") from None
        position = puzzle.start
        for place, action in enumerate(actions):
            own = place >= len(answer.actions) or position.turn == YOU
            refusal = position.why_illegal(action) if own else "It is your opponent's turn."
            _need(refusal is None, field, f"{action}: {refusal}")
            position = position.apply(action)
    meanings = [(answer.meant, tuple(map(parse_action, answer.line))) for answer in puzzle.answers]
    _need(len(set(meanings)) == len(meanings), "answers", "two mean the same")
