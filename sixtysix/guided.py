"""Hands set up for one point: a goal, the right line, and wrong lines that each get their own explanation."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .actions import Action, ClaimOut, Play, action_token, parse_action
from .errors import IllegalAction
from .position import Position
from .progress import mark_name
from .report import say_action
from .rule_table import OUT
from .session import Session

TOO_EARLY: Final = f"Count again: a claim needs {OUT} card points, and you do not have them yet."
"""What is said of a claim where the learner is to keep count."""
PLAYED_ON: Final = "Here the table plays for you too."
"""What is said before the first action of a script that is the learner's own."""
ENOUGH: Final = "Playing on cannot make the deal worth more to you. Count your card points first."
"""What is said of any action but the claim where a step asks for it: a right claim is never worth more later."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A tempting wrong action: why it is wrong, and what follows on the table."""

    why: str
    replies: tuple[str, ...] = ()
    """What happens next, for both seats, as action tokens; then the hand stops. ``KC/AC``: the first that is legal."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the learner, in action tokens (``AS`` play, ``*H`` announce, ``x c d - !``)."""

    right: tuple[str, ...]
    say: str
    """What is said after a right action."""
    wrong: Mapping[str, Wrong] = field(default_factory=dict)
    other: str = "That does not lead to the goal of this hand."
    """Why any other legal action is not taken: true for each of them, and without the solution in it."""
    replies: tuple[str, ...] = ()
    """The opponent's actions until the next step. ``KC/AC``: the first that is legal."""
    ask: str = ""
    """What is asked at this step, if the usual prompt does not do."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Other actions that are not taken, each for a reason of its own."""

    def refusal(self, action: Action, position: Position, *, memory: bool = False) -> str:
        """Say why an action that is neither right nor wrong here is not taken.

        A claim with too few card points is told them, unless the learner is to keep count (`memory`).

        >>> step = Step(("AH",), "Won.", other="That loses the trick.")
        >>> position = Position.from_dict({"trump": "S", "hand": ["AH"], "opponent": ["9H"], "points": [15, 31],
        ...                                "tricks": [5, 6]})
        >>> step.refusal(parse_action("!"), position)
        'You have 15 card points, and a claim needs 66.'
        """
        if action_token(action) in self.refused:
            return self.refused[action_token(action)]
        points = position.points(position.turn)
        if action != ClaimOut() or points >= OUT:
            return self.other
        return TOO_EARLY if memory else f"You have {points} card points, and a claim needs {OUT}."


@dataclass(frozen=True, slots=True)
class Hand:
    """A guided hand: its goal, the position as case data, and the steps.

    The position is checked when it is first used, and the tests play every line. `name` is what the hand is called in
    the progress file; without one it is known by its position.
    """

    goal: str
    case: Mapping[str, Any]
    steps: tuple[Step, ...]
    memory: bool = False
    name: str = ""

    @property
    def mark(self) -> str:
        """What the hand is called in the progress file."""
        return self.name or mark_name("hand", json.dumps(dict(self.case), sort_keys=True))

    @property
    def start(self) -> Position:
        """The position the hand begins with; `PuzzleError` names what is wrong with its case."""
        return Position.from_dict(self.case)


def scripted(position: Position, token: str) -> Action:
    """Return the action of a script here; of two with a stroke between them the first that is legal.

    >>> position = Position.from_dict({"trump": "S", "hand": ["AH"], "opponent": ["9H"], "points": [60, 31]})
    >>> scripted(position, "TH/AH")
    Play(card=Card('AH'))
    """
    choices = [parse_action(choice) for choice in token.split("/")]
    return next((action for action in choices if position.why_illegal(action) is None), choices[0])


class ScriptedSession(Session):
    """A session in which what follows may be written down; it plays that for both seats."""

    _script: list[str]
    """What is still to be played, as action tokens."""
    _played_on: bool
    """Whether it has been told that the learner's own actions are played too."""

    def _play_script(self) -> None:
        """Play on until the script or the deal is over, or a finished trick waits."""
        while self._script and not self.waiting and self.position.result is None:
            before, action = self.position, scripted(self.position, self._script.pop(0))
            if before.turn == self.you:
                if not self._played_on:
                    self.told.append(PLAYED_ON)
                self._played_on = True
                if isinstance(action, Play):  # the session tells of everything else
                    self.told.append(say_action(before, action, self.you))
            self._step(before.apply(action))


class GuidedSession(ScriptedSession):
    """A session that leads through a `Hand`.

    A right action goes on; a wrong one is played out, explained and taken back with "Try again"; any other is refused
    with a sentence.

    >>> hand = Hand("Win the trick.", {"trump": "S", "hand": ["AH"], "opponent": ["9H"], "points": [60, 31],
    ...             "tricks": [6, 5]}, (Step(("AH",), "Won."),))
    >>> session = GuidedSession(hand)
    >>> session.act(parse_action("AH"))
    >>> session.task["solved"]
    True
    """

    def __init__(self, hand: Hand, *, memory: bool = False, flow: bool = False) -> None:
        """Lay out the hand; `memory` and `flow` as in a plain session, a hand may ask for memory itself."""
        self._hand = hand
        self._at = 0
        self._stopped, self._why = False, ""
        self._script, self._played_on = [], False
        super().__init__(start=hand.start, memory=memory or hand.memory, flow=flow, opponent="Random")

    @property
    def mark(self) -> str:
        """What the hand is called in the progress file."""
        return self._hand.mark

    @property
    def task(self) -> dict[str, Any]:
        """The goal, the step, and whether the hand is solved or has gone wrong."""
        steps = len(self._hand.steps)
        return {
            "goal": self._hand.goal,
            "step": min(self._at + 1, steps),
            "steps": steps,
            "solved": self._at == steps,
            "stopped": self._stopped,
        }

    @property
    def prompt(self) -> str:
        """What is asked now."""
        if self._stopped:
            follows = "Choose Next to see what follows, or Try again." if self._script else "Choose Next or Try again."
            return follows if self.waiting else "Choose Try again."
        if self.waiting:
            return ""
        if self._at == len(self._hand.steps):
            return "The goal is reached."
        return self._hand.steps[self._at].ask

    def next(self) -> None:
        """Clear the finished trick; at the end of a wrong line say the explanation again, unless the deal is over."""
        super().next()
        if self._stopped and not self.waiting and self.position.result is None:
            self.told.append(self._why)

    def act(self, action: Action) -> None:
        """Follow the script with the learner's action; `IllegalAction` for what leads nowhere."""
        if self._stopped:
            raise IllegalAction("This line has gone wrong: choose Try again.")
        if self._at == len(self._hand.steps):
            raise IllegalAction("The goal is reached. Choose From the start to play the hand once more.")
        if self.waiting:
            raise IllegalAction("The trick is finished: choose Next first.")
        refusal = self.position.why_illegal(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        step, token = self._hand.steps[self._at], action_token(action)
        if token in step.wrong:
            self._follow(action, step.wrong[token].replies, step.wrong[token].why)
            self._stopped, self._why = True, step.wrong[token].why
        elif token in step.right:
            self._follow(action, step.replies, step.say)
            self._at += 1
        else:
            raise IllegalAction(step.refusal(action, self.position, memory=self.memory))

    def undo(self) -> None:
        """Take back the last action and its consequence."""
        right = not self._stopped
        super().undo()
        if right:
            self._at -= 1
        self._stopped = False
        self._script.clear()

    def again(self) -> None:
        """Lay out the hand again."""
        self._at, self._stopped = 0, False
        self._script.clear()
        super().again()

    def another(self) -> None:
        """Refuse: the hand is set up for its point."""
        raise IllegalAction("This hand is set up for its point. Choose From the start to play it once more.")

    def paste(self, text: object) -> None:
        """Refuse: the steps belong to this hand and no other."""
        raise IllegalAction("This is a guided hand: paste your text at a table for practice or a match.")

    def _follow(self, action: Action, replies: tuple[str, ...], said: str) -> None:
        self._script, self._played_on = list(replies), False
        super().act(action)
        self.told.append(said)

    def _run(self) -> None:
        """Play what the script says, then stop."""
        self._play_script()
