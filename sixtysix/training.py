"""The controller behind the puzzle trainer: it chooses puzzles, gives hints, judges, and keeps the record.

The trainer shows `Training.state()` and passes on what the learner chooses to `Training.handle`; what is played goes to
its `PuzzleSession`, after which `look` finds out what has happened. Nothing is in the state before it is given: no
answer, no hint that was not asked for, no theme.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from .answering import PLAY, kind, read_fact
from .drilling import ROOM, milliseconds
from .errors import DrillError, IllegalAction, ProgressError, PuzzleError, quoted
from .position import checked_seed
from .progress import LATEST, Round
from .progress_store import Store
from .puzzle_session import ASK, SHOWN, SOLVED, WRONG, PuzzleSession
from .puzzles.play import feedback, tricks
from .puzzles.puzzle import HINTS, LEVELS, THEMES, Answer, Puzzle, load, names
from .training_record import ANY, ENOUGH, MIX, counts, due, is_due, round_name
from .training_shown import title_of, training_state

STEPS_UP: Final = 3
"""So many puzzles of a streak through all levels have one level, then it rises."""
LONGEST: Final = 600_000
"""Milliseconds that one puzzle counts at most in the time of a streak."""


def every_puzzle() -> tuple[Puzzle, ...]:
    """Return all puzzles that come with the package, set by set."""
    return tuple(puzzle for name in names() for puzzle in load(name))


class Training:
    """Puzzles one after another, with hints, refutations and a record.

    `puzzles` are a set by its name, or any puzzles; by default all that come with the package. `theme` is one of
    theirs or ``"mix"``, `level` 1 to 5 or 0 for any, `first` the id of the puzzle to begin with. With `streak` the
    puzzles in a row that are solved at once are counted. `seed` decides the order, `opponent` names the player
    to play on against, `store` keeps the record, `clock` tells milliseconds since 1970. Raises `PuzzleError` or
    `RulesError` for what it cannot use, and `ValueError` for an unknown player.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> training = Training("03-endgames", store=Store(f"{folder.name}/progress.json"), first="bring-down-the-nine")
    >>> training.hint()
    >>> training.state()["hints"]["taken"]
    ["One card of your opponent's can spoil your ace. Which one is it, and who can take it?"]
    >>> folder.cleanup()
    """

    def __init__(
        self,
        puzzles: Iterable[Puzzle] | str | None = None,
        *,
        store: Store,
        theme: str = MIX,
        level: int = ANY,
        streak: bool = False,
        first: str | None = None,
        seed: int = 66,
        opponent: str = "Club",
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        """Lay the first puzzle."""
        self.puzzles = _all_of(puzzles)
        self.store, self.seed, self._clock = store, checked_seed(seed), clock
        self.themes = [theme for theme in THEMES if any(theme in puzzle.themes for puzzle in self.puzzles)]
        self.theme, self.level = self._checked(theme, level)
        self.version = 0
        """Counts what has changed, so that a choice made on an older state is known."""
        self.refusal = ""
        self.streak = streak
        """Whether a streak is played."""
        self.over = False
        """Whether the streak has ended."""
        self.record = Round(round_name(self.theme), self.level, 0, 0, 0, 0.0)
        """The streak, as it is saved: how many puzzles were answered, and how many of them at once."""
        self.number = 0
        """How many puzzles have been laid."""
        self._seen: list[str] = []
        self._laid: dict[str, int] = {}
        """When each puzzle of this sitting was laid last."""
        opening = self._pick() if first is None else self._named(first)
        self.session = PuzzleSession(opening, opponent=opponent)
        self._note(opening)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self.session.puzzle

    def now(self) -> int:
        """Return the time in milliseconds since 1970 (UTC)."""
        return min(max(0, self._clock()), LATEST)

    @property
    def phase(self) -> str:
        """``"ask"``, ``"wrong"``, ``"solved"`` or ``"shown"``."""
        return self.session.stage

    # What the learner can do

    def hint(self) -> None:
        """Give the next hint: the idea, the suit or card, the line. In a streak it ends the streak."""
        if self.phase not in (ASK, WRONG):
            raise DrillError("The puzzle is answered: no hint is needed.")
        if self.hints == HINTS:
            raise DrillError("All hints are given. You may show the solution.")
        self.hints += 1
        self.hinted = True
        self.over = self.over or self.streak

    def answer(self, answer: object) -> None:
        """Answer a question about a fact; `DrillError` for what is no answer, and then it may be given again."""
        if kind(self.puzzle) == PLAY:
            raise DrillError("Answer this puzzle on the table.")
        if self.phase != ASK:
            raise DrillError("Try again first." if self.phase == WRONG else "The puzzle is answered.")
        self.session.answer(read_fact(self.puzzle, answer))
        self.look()

    def retry(self) -> None:
        """Lay the puzzle anew."""
        if self.phase == ASK:
            raise DrillError("The puzzle is waiting for an answer.")
        self.hinted = self._against_club = False
        self.session.again()
        self.session.version += 1

    def show(self) -> None:
        """Show the solution, at any time before the right answer."""
        if self.phase not in (ASK, WRONG):
            raise DrillError("The solution is shown already.")
        self.helped, self.hinted = True, False
        if not self.session.attempts:
            self._mark(False)
        self.over = self.over or self.streak
        self.session.show()

    def play_on(self) -> None:
        """Play on from the right answer against the club player."""
        self.session.play_on()
        self._against_club = True

    @property
    def plays_on(self) -> bool:
        """Whether the learner plays on after the right answer."""
        return self.phase in (SOLVED, SHOWN) and (self._against_club or self.session.can_undo)

    def next(self) -> None:
        """Lay the next puzzle; one that nobody has answered is skipped, which a streak does not allow."""
        if self.streak and not self.over and self.phase in (ASK, WRONG):
            raise DrillError("In a streak no puzzle is skipped. Show the solution to end the streak.")
        if self.over:
            self._new_streak()
        self._lay(self._pick())

    def choose(self, theme: object = None, level: object = None) -> None:
        """Change theme or level, None leaves it if it can; `PuzzleError` for none such, or a level without puzzles."""
        wanted = self.theme if theme is None else theme
        if level is None:
            level = self.level if self.pool(wanted, self.level) else ANY
        self.theme, self.level = self._checked(wanted, level)
        self._new_streak()
        self._lay(self._pick())

    def set_streak(self, on: bool) -> None:
        """Begin a streak with a new puzzle, or leave it."""
        self.streak = on
        self._new_streak()
        self._lay(self._pick())

    def look(self) -> None:
        """Take in what was done at the table: an answer is judged and marked, and the next puzzle laid if asked for."""
        session = self.session
        while self._judged < len(session.attempts):
            self._judge(session.attempts[self._judged])
            self._judged += 1
            self.version += 1
        if session.wants_next:
            session.wants_next = False
            self.refusal = ""
            self.next()
            self.version += 1

    def handle(self, message: object) -> str | None:
        """Do what a message of the trainer asks for; return a text if it asked for one to copy.

        A message is an object with ``do`` and the ``version`` of the state it was chosen on: a choice made on an older
        one is left alone. Whatever is wrong becomes the status line.
        """
        if not isinstance(message, Mapping) or not isinstance(message.get("do"), str):
            return None
        if message["do"] == "copy" and message.get("what") == "progress":
            return self.store.progress.code().text
        if message.get("version", self.version) != self.version:
            return None
        self.refusal, text = "", None
        try:
            text = self._obey(message)
        except (DrillError, IllegalAction, ProgressError, PuzzleError) as error:
            self.refusal = str(error)
        self.version += 1
        return text

    def _obey(self, message: Mapping[str, Any]) -> str | None:
        match message["do"]:
            case "hint":
                self.hint()
            case "answer":
                self.answer(message.get("answer"))
            case "retry":
                self.retry()
            case "show":
                self.show()
            case "play_on":
                self.play_on()
            case "next":
                self.next()
            case "theme":
                self.choose(theme=message.get("theme"))
            case "level":
                self.choose(level=message.get("level"))
            case "streak":
                self.set_streak(bool(message.get("on")))
            case "copy":
                return self.text()
            case unknown:
                raise DrillError(f"{quoted(unknown)} is not a choice in the trainer.")
        return None

    def text(self) -> str:
        """Return the puzzle as text, once it is answered."""
        if self.phase not in (SOLVED, SHOWN):
            raise DrillError("The text names the puzzle and its theme: copy it when you have answered.")
        puzzle = self.puzzle
        lines = [f"Puzzle {puzzle.id}, level {puzzle.level}: {', '.join(puzzle.themes)}", puzzle.question]
        lines += [puzzle.view.notation(), *([tricks(puzzle)] if puzzle.start.log else [])]
        lines += [f"{'✓' if one.right else '✗'} {puzzle.say(one)}: {feedback(puzzle, one)}" for one in puzzle.answers]
        return "\n".join([*lines, puzzle.explanation])

    # Choosing puzzles

    def _checked(self, theme: object, level: object) -> tuple[str, int]:
        if not isinstance(theme, str) or (theme != MIX and theme not in self.themes):
            raise PuzzleError(f"theme: {quoted(theme)} is none of these puzzles'; use {', '.join([MIX, *self.themes])}")
        if not isinstance(level, int) or isinstance(level, bool) or not ANY <= level <= LEVELS:
            raise PuzzleError(f"level: {quoted(level)} is none; use 1 to {LEVELS}, or {ANY} for any")
        if not self.pool(theme, level):
            raise PuzzleError(
                f"There is no puzzle of level {level} about {title_of(theme).lower()}: choose another level."
            )
        return theme, level

    def pool(self, theme: object, level: int) -> list[Puzzle]:
        """Return the puzzles of a theme and a level."""
        return [one for one in self.puzzles if theme in (MIX, *one.themes) and level in (ANY, one.level)]

    def _named(self, name: object) -> Puzzle:
        found = next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)
        if found is None:
            raise PuzzleError(f"first: {quoted(name)} is the id of none of these puzzles")
        return found

    def _pick(self) -> Puzzle:
        """Choose the next puzzle: one that is due, else a new one, else the one seen longest ago.

        What was laid in this sitting comes again only when all others have been, or when it has come due since. In a
        streak all puzzles are alike. The first few a learner tries are the easiest.
        """
        pool, progress, now = self.pool(self.theme, self.level), self.store.progress, self.now()
        marks = {puzzle.id: progress.mark(puzzle.mark) for puzzle in pool}

        def longest_ago(puzzle: Puzzle) -> int:
            mark = marks[puzzle.id]
            return mark.last if mark else 0

        def not_laid(puzzle: Puzzle) -> bool:
            """Whether a puzzle that is due was not laid since it came due; the one on the table never comes at once."""
            laid = self._laid.get(puzzle.id)
            return laid is None or (laid < (due(marks[puzzle.id]) or 0) and puzzle.id != self._seen[-1])

        overdue = [puzzle for puzzle in pool if is_due(marks[puzzle.id], now) and not_laid(puzzle)]
        if overdue and not self.streak:
            return min(overdue, key=longest_ago)
        fresh = [puzzle for puzzle in pool if puzzle.id not in self._seen]
        if not fresh:
            return min(pool, key=lambda puzzle: self._seen.index(puzzle.id))
        chance = Random(self.seed * 1000 + self.number)
        if self.streak:
            if self.level == ANY:
                wanted = 1 + self.record.right // STEPS_UP
                nearest = min(abs(puzzle.level - wanted) for puzzle in fresh)
                fresh = [puzzle for puzzle in fresh if abs(puzzle.level - wanted) == nearest]
            return chance.choice(fresh)
        new = [puzzle for puzzle in fresh if marks[puzzle.id] is None]
        if self.level == ANY and sum(mark is not None for mark in marks.values()) < ENOUGH:
            easiest = min((puzzle.level for puzzle in new), default=ANY)  # a learner who is new here begins with those
            new = [puzzle for puzzle in new if puzzle.level == easiest]
        return chance.choice(new) if new else min(fresh, key=longest_ago)

    def _lay(self, puzzle: Puzzle) -> None:
        self.session.lay(puzzle)
        self._note(puzzle)

    def _note(self, puzzle: Puzzle) -> None:
        self.number += 1
        self._seen = [*(one for one in self._seen if one != puzzle.id), puzzle.id]
        self._laid[puzzle.id] = self.now()
        self.hints = 0
        """How many hints of this puzzle were taken."""
        self.hinted = False
        """Whether a hint is the last thing that was said."""
        self.helped = False
        """Whether its solution was shown."""
        self._judged = 0
        self._against_club = False
        self._right = self._wrong = False  # marked so already
        self._since = self._clock()

    # Judging, and the record

    def _judge(self, answer: Answer) -> None:
        self.hinted = False
        if self.hints and not self.helped:
            self._mark(False)  # with a hint it is not solved at the first try, and comes back
        self._mark(answer.right)
        if self.streak and not self.over and not self._judged:
            spent = min(LONGEST, max(0, self._clock() - self._since)) / 1000
            old = self.record
            begun = old.begun if old.asked else self._begin()
            self.record = replace(
                old, begun=begun, asked=old.asked + 1, right=old.right + answer.right, seconds=old.seconds + spent
            )
            self.store.record(self.record)
            self.over = not answer.right

    def _mark(self, right: bool) -> None:
        """Mark a puzzle as wrong and as right, at most once each time that it is laid; what follows is curiosity."""
        if self._right or (self.helped if right else self._wrong):
            return
        self._right, self._wrong = self._right or right, self._wrong or not right
        name = self.puzzle.mark
        if counts(self.store.progress.mark(name), right, self.now()):
            self.store.mark(name, right)

    def _new_streak(self) -> None:
        self.over, self.record = False, Round(round_name(self.theme), self.level, 0, 0, 0, 0.0)

    def _begin(self) -> int:
        """Return when the streak begins, later than all on record, so that none is taken for another."""
        rounds = self.store.progress.by_drill().get(self.record.drill, ())
        latest = max((one.begun for one in rounds if one.begun < LATEST), default=-1)
        return max(min(max(0, self._clock()), LATEST - ROOM), latest + 1)

    def state(self) -> dict[str, Any]:
        """Return all that the trainer shows beside the table, as JSON data."""
        return training_state(self)


def _all_of(puzzles: Iterable[Puzzle] | str | None) -> tuple[Puzzle, ...]:
    use = "give puzzles, a set, or the name of a set"
    if puzzles is not None and not isinstance(puzzles, Iterable):
        raise PuzzleError(f"puzzles: {quoted(puzzles)} is neither; {use}")
    found = every_puzzle() if puzzles is None else load(puzzles) if isinstance(puzzles, str) else tuple(puzzles)
    for one in found:
        if not isinstance(one, Puzzle):
            raise PuzzleError(f"puzzles: {quoted(one)} is no puzzle; {use}")
    if not found:
        raise PuzzleError("puzzles: there is none")
    ((name, many),) = Counter(one.id for one in found).most_common(1)
    if many > 1:
        raise PuzzleError(f"puzzles: two have the id {quoted(name)}")
    for one in {str(one.case.get("rules")): one for one in found}.values():
        PuzzleSession(one)  # rules that the solver does not know are refused now, not when they are laid
    return found
