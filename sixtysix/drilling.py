"""The controller behind a drill: it goes through rounds with a learner, raises the level and keeps the record.

A drill widget shows `Drilling.state()` and passes on what the learner chooses to `Drilling.handle`. No answer is in the
state before it has been given.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from .cards import Card
from .drill_tasks import TASKS, task
from .drills import Ask, Board, Script, Step, Task, judge
from .errors import DrillError, ProgressError, quoted
from .position import checked_seed, next_seed
from .progress import LATEST, Progress, Round
from .progress_store import Store
from .rules import Rules

RUN: Final = 3
"""Right answers in a row that raise the level."""
PACES: Final = (0, 8, 5, 3, 2)
"""Seconds a trick is shown; 0 waits for the learner."""
LONGEST: Final = 60
"""Seconds of one trick or question that are counted at most: who goes for a coffee has not counted slowly."""

ROOM: Final = 10**9
"""Milliseconds at the end of time that no clock reaches: what is begun after a round is later than it."""


def milliseconds() -> int:
    """Return the time since 1970, in UTC."""
    return time.time_ns() // 1_000_000


def level_to_go_on(drill: Task, progress: Progress) -> int:
    """Return the level with which a drill goes on: that of the last round on record, 1 where there is none.

    >>> level_to_go_on(task("my-points"), Progress())
    1
    """
    rounds = progress.by_drill().get(drill.name, ())
    return max(1, min(rounds[-1].level, len(drill.levels))) if rounds else 1


class Drilling:
    """Rounds of a counting drill.

    `drill` is it or names it, `seed` is the number of the first round, `level` counts from 1 (None goes on with the
    level of the last round on record). `store` keeps the record, `clock` tells milliseconds since 1970. Raises
    `DrillError`, `RulesError` or `PuzzleError` for what it cannot use.

    The time of a round is what was spent on its tricks and questions, not on reading what is said after an answer.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> drilling = Drilling("card-value", store=Store(f"{folder.name}/progress.json"))
    >>> drilling.go()
    >>> drilling.state()["status"], drilling.state()["ask"]["cards"][0]["card"]
    ('What is A♠ worth?', 'AS')
    >>> drilling.answer(["11"])
    >>> drilling.state()["status"]
    '✓ Right: 11. A 11, 10 10, K 4, Q 3, J 2, 9 0.'
    >>> folder.cleanup()
    """

    def __init__(
        self,
        drill: str | Task,
        *,
        store: Store,
        seed: int = 66,
        level: int | None = None,
        rules: Rules | str | None = None,
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        """Make the first round ready; nothing is shown before the learner begins."""
        self.task = drill if isinstance(drill, Task) else task(drill)
        self.store = store
        self.seed = checked_seed(seed)
        self.rules = Rules.from_data({} if rules is None else rules)
        self.rules.require_two_players("a drill")
        self.level = self._last_level() if level is None else self._checked_level(level)
        self.by_hand = False
        """Whether the learner has chosen the level: then it does not rise by itself."""
        self.version = 0
        """Counts the messages obeyed or refused, so that a choice made on an older state is known."""
        self.pace = 0
        self.paused = False
        self.refusal = ""
        self.run = 0
        """Right answers in a row at this level. A round in which it was `RUN` long, and three quarters of which were
        right, raises the level at its end."""
        self._longest = 0
        self._clock = clock
        self._reserved: int | None = None
        self._on_record = level is None
        self._ready()

    def _ready(self) -> None:
        """Leave the round on screen and wait for the next to be begun."""
        self.script: Script = ()
        self.at = 0
        self.said = ""
        self.given: object = None
        self.right: bool | None = None
        """Whether the question on screen has been answered rightly; None before an answer."""
        self.record = Round(self.task.name, self.level, 0, 0, 0, 0.0)
        self._seconds = 0.0
        self._since = 0
        self._rise = ""

    def _leave(self) -> None:
        """Put the round on screen aside; what has been seen of its deal is not asked again."""
        if self.script:
            self.seed = next_seed(self.seed)
        self._ready()

    @property
    def phase(self) -> str:
        """``"ready"``, ``"watch"``, ``"ask"``, ``"told"`` or ``"done"``."""
        if not self.script:
            return "ready"
        if self.at == len(self.script):
            return "done"
        if isinstance(self.script[self.at], Step):
            return "watch"
        return "ask" if self.right is None else "told"

    @property
    def _beat(self) -> Step | Ask | None:
        """What is on screen of the script."""
        return self.script[self.at] if self.at < len(self.script) else None

    # What the learner can do

    def go(self) -> None:
        """Go on: begin a round, show the next trick, leave a question that has been answered."""
        phase = self.phase
        if phase == "ask":
            raise DrillError("Answer the question first.")
        if phase in ("ready", "done"):
            if phase == "done":
                self._leave()
            self.script = self.task.script(self.seed, self.level, self.rules)
            self.record = Round(self.task.name, self.level, self._begin(), 0, 0, 0.0)
            self._since = self._clock()
            return
        if phase == "told":
            self.right, self.given, self.said = None, None, ""
            self._since = self._clock()
        else:
            self._spend()
        self.at += 1
        if self.phase == "done":
            self._finish()

    def answer(self, answer: object) -> None:
        """Take an answer; `DrillError` for what is none, and then it may be given again."""
        if self.phase != "ask":
            raise DrillError("No question is open.")
        ask = self._beat
        assert isinstance(ask, Ask)  # the phase says so
        verdict = judge(ask, answer)
        self.right, self.given, self.said = verdict.right, verdict.given, verdict.said
        self.run = self.run + 1 if verdict.right else 0
        self._longest = max(self._longest, self.run)
        self._spend()
        old = self.record
        if not old.asked:
            old = replace(old, begun=self._in_order(old.begun))
        self.record = replace(old, asked=old.asked + 1, right=old.right + verdict.right, seconds=self._seconds)
        self.store.record(self.record)

    def choose(self, drill: object) -> None:
        """Change the drill."""
        self.task = task(drill)
        self._at_level(self._last_level(), by_hand=False)

    def set_level(self, level: object) -> None:
        """Change the level; the round on screen is left. It stays until another is chosen; None lets it rise again."""
        if level is None:
            self._at_level(self._last_level(), by_hand=False)
        else:
            self._at_level(self._checked_level(level), by_hand=True)

    def _at_level(self, level: int, *, by_hand: bool) -> None:
        self.level, self.by_hand, self.run, self._longest = level, by_hand, 0, 0
        self._on_record = not by_hand
        self._reserved = None
        self._leave()

    def set_pace(self, pace: object) -> None:
        """Change how long a trick is shown: one of `PACES`."""
        if not isinstance(pace, int) or isinstance(pace, bool) or pace not in PACES:
            raise DrillError(f"The pace is one of {', '.join(map(str, PACES))} seconds a trick, not {quoted(pace)}.")
        self.pace, self.paused = pace, False

    def pause(self) -> None:
        """Stop the clock that shows tricks, or let it go on."""
        self.paused = not self.paused

    def handle(self, message: object) -> str | None:
        """Do what a message of the widget asks for; return a text if it asked for one to copy.

        A message is an object with ``do`` and the ``version`` of the state it was chosen on: a choice made on an older
        one is left alone. Whatever is wrong becomes the status line.
        """
        if not isinstance(message, Mapping) or not isinstance(message.get("do"), str):
            return None
        if message["do"] == "copy":
            return self.store.progress.code().text
        if message.get("version", self.version) != self.version:
            return None
        self.refusal = ""
        try:
            self._obey(message)
        except (DrillError, ProgressError) as error:
            self.refusal = str(error)
        self.version += 1
        return None

    def _obey(self, message: Mapping[str, Any]) -> None:
        match message["do"]:
            case "go":
                self.go()
            case "pause":
                self.pause()
            case "answer":
                self.answer(message.get("answer"))
            case "drill":
                self.choose(message.get("drill"))
            case "level":
                self.set_level(message.get("level"))
            case "pace":
                self.set_pace(message.get("pace"))
            case "paste":
                self.store.add_code(message.get("text"))
                if self._on_record and self.phase == "ready":
                    self._at_level(self._last_level(), by_hand=False)
            case unknown:
                raise DrillError(f"{quoted(unknown)} is not a choice in a drill.")

    # Levels and the record

    def _checked_level(self, level: object) -> int:
        most = len(self.task.levels)
        if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= most:
            raise DrillError(f"The levels of this drill are 1 to {most}, not {quoted(level)}.")
        return level

    def _last_level(self) -> int:
        return level_to_go_on(self.task, self.store.progress)

    def _finish(self) -> None:
        """Raise the level for the next round after a run of right answers, unless it was chosen by hand."""
        run, self._longest = self._longest, self.run
        if run < RUN or 4 * self.record.right < 3 * self.record.asked or self.level == len(self.task.levels):
            return
        if self.by_hand:
            self._rise = f"{RUN} right answers in a row: level {self.level + 1} is there when you want it."
            return
        self.level += 1
        self.run = self._longest = 0
        self._rise = f"{RUN} right answers in a row: the next round is level {self.level}."
        # A round that is only reserved keeps the level on record; the next one at it takes its place.
        self._reserved = self._in_order(self._begin())
        self.store.record(Round(self.task.name, self.level, self._reserved, 0, 0, 0.0))

    # Time

    def _begin(self) -> int:
        """Return when a new round begins: a round that was reserved for it has its time."""
        reserved, self._reserved = self._reserved, None
        return min(max(0, self._clock()), LATEST - ROOM) if reserved is None else reserved

    def _in_order(self, begun: int) -> int:
        """Return this time, or one after all rounds of this drill on record, whatever the clock says.

        The level of the latest round is the one to go on with, and rounds with one time and level were one round.
        """
        rounds = self.store.progress.by_drill().get(self.task.name, ())
        taken = {one.begun for one in rounds if one.asked or one.key != (begun, self.task.name, self.level)}
        latest = max(taken, default=-1)
        if latest < LATEST:
            return max(begun, latest + 1)
        return next(free for free in range(LATEST, -1, -1) if free not in taken)  # no program wrote such a record

    def _spend(self) -> None:
        """Count the time since the trick or question on screen was shown."""
        now = self._clock()
        self._seconds += min(1000 * LONGEST, max(0, now - self._since)) / 1000
        self._since = now

    # What is shown

    def state(self) -> dict[str, Any]:
        """Return all that the widget shows, as JSON data; the answer of an open question is not in it."""
        beat = self._beat
        return {
            "version": self.version,
            "drill": self.task.name,
            "title": self.task.title,
            "about": self.task.about,
            "drills": [{"name": one.name, "title": one.title} for one in TASKS.values()],
            "level": self.level,
            "levels": list(self.task.levels),
            "pace": self.pace,
            "paces": list(PACES),
            "paused": self.paused,
            "phase": self.phase,
            "step": _step(beat) if isinstance(beat, Step) else None,
            "ask": _ask(beat) if isinstance(beat, Ask) else None,
            "told": self._told(beat) if isinstance(beat, Ask) and self.right is not None else None,
            "board": _board(beat.board) if beat else None,
            "round": {
                "asked": self.record.asked,
                "of": sum(isinstance(one, Ask) for one in self.script),
                "right": self.record.right,
                "seconds": self.record.seconds,
            },
            "go": _GO[self.phase],
            "status": self._status(),
            "refused": bool(self.refusal),
        }

    def _told(self, ask: Ask) -> dict[str, Any]:
        totals = [0] * len(ask.count[0].adds) if ask.count else []
        rows = []
        for line in ask.count:
            totals = [total + add for total, add in zip(totals, line.adds, strict=True)]
            rows.append({"text": line.text, "adds": list(line.adds), "totals": totals})
        truth: object = ask.truth
        if isinstance(truth, Fraction):
            truth = round(float(100 * truth), 1)
        elif isinstance(truth, frozenset):
            truth = [card.code for card in sorted(truth)]
        return {
            "right": self.right,
            "given": self.given,
            "truth": list(truth) if isinstance(truth, tuple) else truth,
            "count": rows,
            "note": ask.note,
        }

    def _status(self) -> str:
        if self.refusal:
            return self.refusal
        beat = self._beat
        match self.phase:
            case "ready":
                said = f"{self.task.about} Level {self.level}: {self.task.levels[self.level - 1]}."
            case "watch" if isinstance(beat, Step):
                played = ", ".join(
                    f"{card}" if not who else f"{'you' if who == 'you' else 'your opponent'} {card}"
                    for who, card in beat.cards
                )
                said = " ".join(
                    [f"{beat.title}.", *beat.said, f"{played[:1].upper()}{played[1:]}.", beat.taken]
                ).strip()
            case "ask":
                assert isinstance(beat, Ask)
                said = beat.question
            case "told":
                assert isinstance(beat, Ask)
                said = f"{'✓' if self.right else '✗'} {self.said} {beat.note}".strip()
            case "watch":
                said = self.task.about
            case _:
                asked, right = self.record.asked, self.record.right
                each = self.record.seconds / asked if asked else 0
                said = f"{right} of {asked} right, {each:.0f} seconds a question. {self._rise}".strip()
        return f"{said} {self.store.trouble}".strip() if self.store.trouble else said


_GO: Final = {"ready": "Begin", "watch": "Next", "ask": "", "told": "Go on", "done": "Next round"}
"""What the button that goes on is called in each phase."""


def _board(board: Board | None) -> dict[str, Any] | None:
    if board is None:
        return None
    return {
        "hand": _cards(board.hand),
        "turn_up": board.turn_up.code if board.turn_up else None,
        "trump": board.trump.value,
        "stock": board.stock,
    }


def _cards(cards: Iterable[Card]) -> list[dict[str, str]]:
    return [{"card": card.code, "name": card.name} for card in cards]


def _step(step: Step) -> dict[str, Any]:
    cards = [{"who": who, "card": card.code, "name": card.name} for who, card in step.cards]
    return {"title": step.title, "cards": cards, "said": list(step.said), "taken": step.taken}


def _ask(ask: Ask) -> dict[str, Any]:
    return {
        "question": ask.question,
        "kind": ask.kind,
        "labels": list(ask.labels),
        "many": len(ask.truth) if isinstance(ask.truth, tuple) else None,
        "cards": _cards(ask.cards),
        "choices": _cards(ask.choices),
    }
