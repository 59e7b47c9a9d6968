"""A whole deal as a drill: you play it at the table without the points, and are asked now and then."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from .actions import Action
from .drill_deals import YOU, Trick, tricks
from .drill_play import HIGH, high_unseen, points_held, trumps_unseen
from .drilling import Drilling, milliseconds
from .drills import Ask, Script, Task
from .errors import DrillError, IllegalAction
from .position import next_seed
from .progress_store import Store
from .rules import Rules
from .session import Session

Asker = Callable[[tuple[Trick, ...], int], Ask]
"""Makes a question from the tricks so far, and the number of the trick after which points were last asked for."""


class AskedSession(Session):
    """A deal for a drill: no points are shown, nothing is taken back, and it stands still while a question is open."""

    question_open = False

    @property
    def kind(self) -> str:
        """What this session is called."""
        return "drill"

    @property
    def fixed(self) -> tuple[str, ...]:
        """The points stay hidden, and a trick stays until Next: the question comes while it lies there."""
        return ("memory", "flow", "paste")

    @property
    def prompt(self) -> str:
        """What is to be done first."""
        return "Answer the question below the table first." if self.question_open else ""

    def act(self, action: Action) -> None:
        """Do an action, if no question is open."""
        self._need_answer()
        super().act(action)

    def next(self) -> None:
        """Clear the finished trick, if no question is open."""
        self._need_answer()
        super().next()

    def state(self) -> dict[str, Any]:
        """Return what the table shows, without what this drill does not allow."""
        state = super().state()
        controls = [one for one in state["controls"] if one["do"] in ("next", "look_back")]
        if self.position.result is not None:
            controls.insert(0, {"do": "another", "label": "Next deal", "enabled": True})
        return {**state, "controls": controls}

    def handle(self, message: object) -> str | None:
        """Do what a message asks for; the text of a deal tells its points, so it is given at the end only."""
        if isinstance(message, Mapping) and message.get("do") == "copy" and self.position.result is None:
            self.refusal = "The text of the deal tells the points: copy it when the deal is over."
            self.version += 1
            return None
        return super().handle(message)

    def _obey(self, message: Mapping[str, Any]) -> None:
        over = self.position.result is not None
        if message["do"] in (*self.fixed, "undo", "again") or (message["do"] == "another" and not over):
            raise IllegalAction(
                "In this drill the points stay hidden, a trick waits for Next, and the deal is played as it comes."
            )
        super()._obey(message)

    def _need_answer(self) -> None:
        if self.question_open:
            raise IllegalAction("Answer the question below the table first.")


def _points(*seats: int) -> Asker:
    def ask(found: tuple[Trick, ...], asked: int) -> Ask:
        return points_held(found, asked, seats)

    return ask


def _trumps(found: tuple[Trick, ...], _: int) -> Ask:
    return trumps_unseen(found)


def _high(found: tuple[Trick, ...], _: int) -> Ask:
    high = frozenset(card for card in found[-1].after.rules.pack if card.rank in HIGH)
    return high_unseen(found, high, which=True)


_MINE, _BOTH = _points(YOU), _points(YOU, 1 - YOU)
_ASKERS: Final[tuple[tuple[Asker, ...], ...]] = ((_MINE,), (_BOTH,), (_BOTH, _trumps), (_BOTH, _trumps, _high))
"""What may be asked, by level."""


def _none(seed: int, level: int, rules: Rules) -> Script:
    """Return the script of a deal that has not been played yet."""
    return ()


WHOLE_DEAL: Final = Task(
    "whole-deal",
    "A whole deal",
    "Play a deal without the points. A question comes now and then.",
    (
        "your points",
        "both players' points",
        "both players' points, or the trumps not seen",
        "points, trumps, or the aces and tens not seen",
    ),
    _none,
)
EVERY: Final = 2
"""Tricks from one question to the next."""


class DealDrilling(Drilling):
    """The questions about deals that the learner plays in `session`.

    The parameters are those of `Drilling`, and the name of the opponent. After a change of the session `look` finds out
    whether a question is due.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> drilling = DealDrilling(store=Store(f"{folder.name}/progress.json"))
    >>> drilling.phase, drilling.session.memory
    ('watch', True)
    >>> folder.cleanup()
    """

    def __init__(
        self,
        *,
        store: Store,
        seed: int = 66,
        level: int | None = None,
        rules: Rules | str | None = None,
        opponent: str = "Club",
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        """Deal the first hand."""
        self.session = AskedSession(rules, seed=seed, opponent=opponent, memory=True)
        super().__init__(WHOLE_DEAL, store=store, seed=seed, level=level, rules=rules, clock=clock)
        self._start()

    def _start(self) -> None:
        self._ready()
        self.record = replace(self.record, begun=self._begin())
        self._asked = self._counted = 0  # the tricks after which a question, and one about points, was asked last
        self._over = False
        self._last: object = None
        """The answer of the last question."""

    @property
    def phase(self) -> str:
        """``"watch"`` while no question is open, then ``"ask"`` and ``"told"``, and ``"done"`` after the deal."""
        if self.at < len(self.script):
            return "ask" if self.right is None else "told"
        return "watch" if self.session.position.result is None else "done"

    def look(self) -> None:
        """Ask, if a question is due: after every second trick, while it lies there, and not for the same again."""
        session = self.session
        if self._over and session.position.result is None:
            self.seed = next_seed(self.seed)
            self._start()
        found = tuple(tricks(session.positions))
        due = session.waiting and len(found) % EVERY == 0 and len(found) > self._asked
        if due and self.at == len(self.script):
            chance = Random(self.seed * 1000 + len(found))
            asker = chance.choice(_ASKERS[self.level - 1])
            question = asker(found, self._counted)
            self._asked = len(found)
            if question.truth != self._last:
                self._last = question.truth
                self.script = (*self.script, question)
                self._since = self._clock()
                if asker in (_MINE, _BOTH):
                    self._counted = len(found)
        if self.phase == "told" and not session.waiting:
            super().go()  # the learner plays on, so the answer has been read
        session.question_open = self.phase == "ask"
        if session.position.result is not None and not self._over:
            self._over = True
            self._finish()

    def go(self) -> None:
        """Leave a question that has been answered, and its trick with it; or deal again."""
        match self.phase:
            case "watch":
                raise DrillError("Play on at the table: a question comes now and then.")
            case "done":
                self.session.another()
            case "told" if self.session.waiting:
                self.session.next()
            case _:
                super().go()
        self.look()

    def answer(self, answer: object) -> None:
        """Take an answer; the table is free again."""
        super().answer(answer)
        self.session.refusal = ""
        self.look()

    def choose(self, drill: object) -> None:
        """Refuse: this table has one drill."""
        raise DrillError("This is the drill of the whole deal; the others have a place of their own.")

    def set_pace(self, pace: object) -> None:
        """Refuse: the learner plays."""
        raise DrillError("You play this deal, so you set the pace.")

    def state(self) -> dict[str, Any]:
        """Return what is shown below the table; with `summons` a question takes the focus from there."""
        own = [{"name": self.task.name, "title": self.task.title}]
        go = {"told": "Go on", "done": "Next deal"}.get(self.phase, "")
        return {**super().state(), "drills": own, "paces": [0], "go": go, "summons": True}

    def _at_level(self, level: int, *, by_hand: bool) -> None:
        """Change the level of the questions to come; the deal goes on."""
        self.level, self.by_hand, self.run, self._longest = level, by_hand, 0, 0
