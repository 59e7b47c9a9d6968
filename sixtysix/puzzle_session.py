"""A puzzle on the table: you answer by playing, a wrong answer is refuted there, and a right one may be played on."""

from collections.abc import Mapping
from typing import Any, Final

from .actions import Action, Announce, ClaimOut, Close, Play, action_token, parse_action
from .adapt import CLEAN, WON, AdaptiveSession
from .against import best_reply, readable
from .errors import IllegalAction, PuzzleError, RulesError
from .guided import ScriptedSession
from .position import Position, next_seed
from .puzzles.facts import at_most, bound, seen
from .puzzles.play import feedback, stated
from .puzzles.puzzle import LAYOUTS, YOU, Answer, Puzzle
from .rule_table import OUT
from .session import Session

ASK: Final = "ask"
WRONG: Final = "wrong"
SOLVED: Final = "solved"
SHOWN: Final = "shown"
"""The stages of a puzzle: it waits for an answer, has got a wrong or a right one, or its solution is shown."""

ANSWER_BELOW: Final = "Answer the question below the table first."
NOT_PROVEN: Final = "What that is worth cannot be proven here, so it is not among the answers. Choose another."

ELSEWHERE: Final = "Here your opponent has other cards, with which it fails."
"""Said where the line of a wrong answer wins and so is not played."""


class PuzzleSession(ScriptedSession, AdaptiveSession):
    """A session for one puzzle at a time: `lay` puts another on the table.

    Your actions are the answer. As long as they begin one, you go on; a right answer solves the puzzle and may be
    played on, the hidden cards adapting; a wrong one is refuted on the table, and `again` lays the puzzle anew. Where
    a fact is asked for, no card is played before `answer`. Raises `RulesError` for rules the solver does not know.

    >>> from sixtysix.puzzles import load
    >>> session = PuzzleSession(load("03-endgames")[0])
    >>> session.act(Play("AD"))
    >>> session.stage, session.attempts[0].value
    ('wrong', -1)
    >>> session.again()
    >>> session.act(Play("QH"))
    >>> session.stage
    'solved'
    """

    def __init__(self, puzzle: Puzzle, *, opponent: str = "Club") -> None:
        """Lay a puzzle; `opponent` names the player against whom it can be played on."""
        self.puzzle = puzzle
        self._clear()
        super().__init__(puzzle.start, opponent=opponent, memory=puzzle.memory)

    def _clear(self) -> None:
        self.stage = ASK
        self.attempts: list[Answer] = []
        """The answers given so far, the last one last."""
        self.wants_next = False
        """Whether the next puzzle was asked for at the table."""
        self._so_far: tuple[Action, ...] = ()
        self._script, self._played_on, self._why = [], False, ""
        self._club = False

    def lay(self, puzzle: Puzzle) -> None:
        """Put another puzzle on the table."""
        start = puzzle.start
        self.puzzle, self._start, self._rules, self.you = puzzle, start, start.rules, YOU
        self._clear()
        self._readings = {}
        self._begin()
        self.version += 1

    def _begin(self) -> None:
        """Lay the puzzle from its start; the answers given are kept."""
        self.stage, self.wants_next, self._so_far, self._club = ASK, False, (), False
        self._script, self._why = [], ""
        self.memory = self.puzzle.memory
        super()._begin()

    # What the table shows

    @property
    def kind(self) -> str:
        """What this session is called."""
        return "puzzle"

    @property
    def fixed(self) -> tuple[str, ...]:
        """A trick waits for Next; the points stay hidden while they are to be counted."""
        return ("flow", "paste", *(["memory"] if self._counting else []))

    @property
    def _counting(self) -> bool:
        """Whether points, and known cards of the opponent's, are to be counted or found out."""
        return self.puzzle.memory and self.stage in (ASK, WRONG)

    @property
    def task(self) -> dict[str, Any]:
        """The question, and whether it is answered."""
        solved, stopped = self.stage == SOLVED, self.stage == WRONG
        note = {ASK: f"Level {self.puzzle.level}", SHOWN: "The solution"}.get(self.stage)
        title = {"title": "Puzzle", "note": note, "goes_on": self.stage in (SOLVED, SHOWN)}
        return {"goal": self.puzzle.question, "step": 1, "steps": 1, "solved": solved, "stopped": stopped, **title}

    @property
    def prompt(self) -> str:
        """What is to be done now, without a hint at the answer."""
        over = self.position.result is not None
        match self.stage:
            case "ask" if self.puzzle.fact:
                return ANSWER_BELOW
            case "ask" if self._so_far:
                return "Go on, or take it back with Undo."
            case "ask":
                return "Answer on the table."
            case "wrong" if self.waiting:
                return "Choose Next to see what follows, or Try again." if self._script else "Choose Next or Try again."
            case "wrong":
                return "Choose Try again."
            case _ if self.waiting:
                return "Choose Next to go on, or Next puzzle."
            case _ if over:
                return "Choose Next puzzle."
            case _:
                return "Play on if you like, or choose Next puzzle."

    def state(self) -> dict[str, Any]:
        """Return what the table shows; what is to be counted or found out is not in it."""
        state = super().state()
        rows = [one for one in state["controls"] if one["do"] == "next"]
        if self.stage in (SOLVED, SHOWN):
            rows.append({"do": "another", "label": "Next puzzle", "enabled": True})
        if self.stage == WRONG:
            rows.append({"do": "undo", "label": "Try again", "enabled": True})
        else:
            rows.append({"do": "undo", "label": "Undo", "enabled": self.can_undo})
        rows += [one for one in state["controls"] if one["do"] == "look_back"]
        name = self.opponent.name if self._club else "Best play"
        opponent = {**state["opponent"], "name": name if self.stage in (SOLVED, SHOWN) else ""}
        if self._counting:
            opponent["known"] = []
        return {**state, "controls": rows, "opponent": opponent}

    def handle(self, message: object) -> str | None:
        """Do what a message asks for; the text of a position tells what is to be counted, so it is not given then."""
        if isinstance(message, Mapping) and message.get("do") == "copy" and self._counting:
            self.refusal = "The text of the position tells what you are to count: copy it when you have answered."
            self.version += 1
            return None
        return super().handle(message)

    def _obey(self, message: Mapping[str, Any]) -> None:
        if message["do"] in self.fixed:
            raise IllegalAction("At a puzzle a trick waits for Next, and what is to be counted stays hidden.")
        super()._obey(message)

    @property
    def afterword(self) -> list[str]:
        """At the end of the deal what was learnt of the hidden cards, and whether the answer was worth more."""
        said, result = super().afterword, self.position.result
        answer = next((one for one in reversed(self.attempts) if one.right), self.puzzle.right[0])
        if result is None or answer.fact or self.stage not in (SOLVED, SHOWN) or self.puzzle.values_in == LAYOUTS:
            return said
        mine, theirs = result.game_points[YOU], result.game_points[1 - YOU]
        if self.puzzle.needed(mine - theirs) >= answer.value:
            return said
        more = f"The right answer was worth more ({stated(self.puzzle, answer)})."
        return [*(one for one in said if one not in (WON, CLEAN)), more]

    # What the learner can do

    def act(self, action: Action) -> None:
        """Answer with an action, or play on; `IllegalAction` for what the rules or the puzzle do not allow."""
        if self.stage == WRONG:
            raise IllegalAction("This line has gone wrong: choose Try again.")
        if self.stage == ASK and self.puzzle.fact:
            raise IllegalAction(ANSWER_BELOW)
        if self.waiting:
            raise IllegalAction("The trick is finished: choose Next first.")
        refusal = self.position.why_illegal(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        if self.stage != ASK:
            super().act(action)
            return
        actions = (*self._so_far, action)
        begun = [one for one in self.puzzle.answers if one.actions[: len(actions)] == actions]
        found = next((one for one in begun if one.actions == actions), None)
        if found is None and begun:
            Session.act(self, action)
            self._so_far = actions
        else:
            self._take(action, found or self._unlisted(actions))

    def answer(self, answer: Answer) -> None:
        """Take the answer to a question about a fact; after a right one the position may be played on."""
        if self.puzzle.fact is None or self.stage != ASK:
            raise IllegalAction("No question is open.")
        self.attempts.append(answer)
        self.stage = SOLVED if answer.right else WRONG
        self.told, self._why = [], ""
        if answer.right:
            self.memory = False
        self.version += 1

    def show(self) -> None:
        """Show the solution: the right answer and its line are played, trick by trick."""
        right = self.puzzle.right[0]
        self._begin()
        self.stage, self.memory = SHOWN, False
        if not right.fact:
            self._script, self._played_on = [*right.text.split(), *right.line], True
            self.told = [f"The solution: {self.puzzle.say(right)}. {feedback(self.puzzle, right)}"]
            self._run()
        self._undo.clear()
        self.version += 1

    @property
    def may_play_on(self) -> bool:
        """Whether the deal goes on after the right answer."""
        return self.stage in (SOLVED, SHOWN) and self._answered().result is None

    def play_on(self) -> None:
        """Play on from the right answer against the club player, the hidden cards dealt anew."""
        if not self.may_play_on:
            raise IllegalAction("There is nothing to play on from here.")
        stage, start = self.stage, self.puzzle.view.deal_hidden(self._seed)
        self._seed = next_seed(self._seed)
        self._begin()
        self.stage, self.memory, self._club = stage, False, True
        self.positions = [start]
        for action in self.puzzle.right[0].actions:
            self.positions.append(self.position.apply(action))
        hidden = "; the hidden cards are dealt anew" if self.puzzle.view.layouts() > 1 else ""
        self.told = [f"From here you play against {self.opponent.name}{hidden}."]
        self._run()
        self.version += 1

    def undo(self) -> None:
        """Take back your last action; after a wrong answer the whole puzzle is laid anew."""
        if self.stage == WRONG:
            self.again()
            return
        super().undo()
        if self.stage == ASK:
            self._so_far = self._so_far[:-1]

    def another(self) -> None:
        """Ask for the next puzzle, once this one is answered."""
        if self.stage not in (SOLVED, SHOWN):
            raise IllegalAction("Answer the puzzle first, or choose Skip or Show the solution below the table.")
        self.wants_next = True

    def next(self) -> None:
        """Clear the finished trick; at the end of a wrong line say the explanation again, unless the deal is over."""
        super().next()
        if self.stage == WRONG and not self.waiting and self.position.result is None:
            self.told.append(self._why)

    # How an answer is judged and played out

    def _unlisted(self, actions: tuple[Action, ...]) -> Answer:
        """Judge what no answer names; `IllegalAction` where nothing is proven about it."""
        last = {one.actions[-1] for one in self.puzzle.answers}
        for aim, said in ((Close(), "how to close"), (ClaimOut(), "how to say out")):
            if last == {aim} and aim not in actions:
                raise IllegalAction(f"This puzzle asks {said}: choose a way to do that.")
        best, claims = self.puzzle.right[0].value, actions[-1] == ClaimOut()
        try:
            value = 0 if claims and self.puzzle.values_in == LAYOUTS else bound(self.puzzle, actions)
        except (PuzzleError, RulesError):
            value = best
        right = value >= best and seen(self.puzzle)
        if value >= best and not right:
            raise IllegalAction(NOT_PROVEN)
        why = "This is as good as the answer that was thought of." if right else "There is a better choice."
        why = f"A claim needs {OUT} card points." if claims and not right else why
        return Answer(" ".join(map(action_token, actions)), value, right, why)

    def _take(self, action: Action, answer: Answer) -> None:
        """Play an answer; a wrong one is followed by what refutes it."""
        said = feedback(self.puzzle, answer)
        self.attempts.append(answer)
        if answer.right:
            self.stage = SOLVED
            self.memory = False
            super().act(action)
        else:
            line = answer.line
            if self.puzzle.values_in == LAYOUTS and self._wins(action, line):
                line, said = (), f"{said} {ELSEWHERE}"
            self._script, self._played_on = list(line or self._refutation(action)), False
            self.stage, self._why = WRONG, said
            Session.act(self, action)
        self.told.append(f"{'✓' if answer.right else '✗'} {said}")
        self._undo.clear()

    def _wins(self, action: Action, line: tuple[str, ...]) -> bool:
        """Whether the learner has won at the end of a line: a wrong answer may do well on the cards of the puzzle."""
        position = self.position.apply(action)
        for token in line:
            position = position.apply(parse_action(token))
        return position.result is not None and position.result.winner == YOU

    def _refutation(self, action: Action) -> tuple[str, ...]:
        """Return best play after a wrong action, on cards that refute it; one reply while cards can be drawn."""
        after = self.position.apply(action)
        if after.result is not None:
            return ()
        if after.is_open:
            return self._worst_reply((*self._so_far, action), after)
        if self.view.layouts() > 1 and isinstance(action, Play | Announce | Close):
            self._deal_against(action)
        return _best(self.position.apply(action))

    def _worst_reply(self, actions: tuple[Action, ...], after: Position) -> tuple[str, ...]:
        """Return the reply to a card, the stock being open, that costs most, and what follows once nobody draws."""
        if not after.trick or after.turn == self.you:
            return ()
        replies = [reply for reply in after.legal_actions() if isinstance(reply, Play)]
        reply = min(replies, key=lambda one: at_most(self.puzzle, (*actions, one)))
        then = after.apply(reply)
        return (action_token(reply), *(() if then.is_open or then.result is not None else _best(then)))

    def _deal_against(self, action: Play | Announce | Close) -> None:
        """Deal the hidden cards so that an action turns out as badly as it can, and a right one better if it may."""
        reading = readable(self.view)
        if reading is None:
            return
        values = reading.best() if isinstance(action, Close) else reading.after(action)
        bad = values == values.min()
        right = self.puzzle.right[0].actions[len(self._so_far) :][:1]
        if right and isinstance(right[0], Play | Announce) and not isinstance(action, Close):
            better = bad & (reading.after(right[0]) > values.min())
            bad = better if better.any() else bad
        places: list[int] = bad.nonzero()[0].tolist()
        self._deal(reading.hand(places[0]))

    def _answered(self) -> Position:
        """Return the position after the right answer."""
        position = self.puzzle.start
        for action in self.puzzle.right[0].actions:
            position = position.apply(action)
        return position

    def _run(self) -> None:
        """Play what the script says; once the puzzle is answered the opponent goes on."""
        self._play_script()
        if self.stage in (SOLVED, SHOWN) and not self._script:
            super()._run()

    @property
    def _adapts(self) -> bool:
        """Hidden cards adapt where a plan is to win on all of them, and not while you play against the club player."""
        return not self._club and self.puzzle.values_in != LAYOUTS and super()._adapts

    def _reply(self) -> Action:
        if self._club:
            return Session._reply(self)
        if self._adapts and self.stage == SOLVED and self._just_answered:
            return best_reply(self.position, self._generator())  # the answer is proven: no layout is to be looked for
        return super()._reply()

    @property
    def _just_answered(self) -> bool:
        """Whether nothing has been played since an answer."""
        actions = self.attempts[-1].actions if self.attempts else ()
        return len(self.position.log) == len(self.puzzle.start.log) + len(actions)


def _best(position: Position) -> tuple[str, ...]:
    from .solver.endgame import best_line

    return tuple(map(action_token, best_line(position)))
