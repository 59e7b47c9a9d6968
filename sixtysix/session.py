"""The controller behind the table: it keeps a deal or a match and lets the opponent answer.

A table shows `Session.state()` and passes on what the learner chooses to `Session.handle`; nothing else changes a
session. The words are in `shown` and `report`.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from .actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
from .cards import Suit
from .errors import IllegalAction, NotationError, PuzzleError, quoted
from .match import Match
from .notation import read
from .players import player
from .position import Deal, Position, checked_seed, next_seed
from .report import say_action, say_draw, say_trick
from .rules import Rules
from .shown import table_state, turning_point
from .view import View


class Session:
    """A deal for practice, or a match, against a player of the package.

    `rules` (or a preset's name) must be for two players; `seed` is the number of the first deal; `opponent` names a
    player. With `match` the deals count and nothing can be taken back. `start` is what to practise instead of a dealt
    hand: a position, a view, case data or a line of text. `memory` hides the card points; with `flow` a finished trick
    does not wait for Next. Raises `RulesError`, `PuzzleError`, `NotationError` or `ValueError` for what it cannot use.

    >>> session = Session(seed=66)
    >>> session.act(session.position.legal_actions()[0])
    >>> session.waiting
    True
    """

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        seed: int = 66,
        opponent: str = "Club",
        match: bool = False,
        start: Position | View | Mapping[str, Any] | str | None = None,
        memory: bool = False,
        flow: bool = False,
    ) -> None:
        """Deal, and let the opponent lead if it leads."""
        if start is not None and (match or rules is not None):
            raise IllegalAction("A start position brings its own rules and is no match: leave out rules and match.")
        self._seed = checked_seed(seed)
        self._start: Position | None = None
        self.you = 0
        if start is not None:
            self._start, self.you = read_start(start, self._seed)
        self._rules = self._start.rules if self._start else Rules.from_data({} if rules is None else rules)
        self._rules.require_two_players("the table")
        self.opponent = player(opponent)
        self.memory = memory
        self.flow = flow
        self.version = 0
        """Counts the messages obeyed or refused, so that a choice made on an older table is known."""
        self.match = Match(self._rules, self._seed) if match else None
        self.positions: list[Position] = []
        """Every position of this deal, oldest first."""
        self.told: list[str] = []
        """What has happened since the learner's last choice."""
        self.refusal = ""
        """Why the last choice was not possible."""
        self.waiting = False
        """Whether a finished trick lies on the table until Next."""
        self.looking_back = False
        """Whether the last trick is shown."""
        self._news: list[str] = []
        """What is told once the finished trick is cleared."""
        self._undo: list[tuple[int, list[str]]] = []
        self._begin()

    @property
    def task(self) -> dict[str, Any] | None:
        """The goal of a guided hand and how it stands; a plain session has none."""
        return None

    @property
    def prompt(self) -> str:
        """What a guided hand asks for; a plain session leaves it to the usual hint."""
        return ""

    @property
    def fixed(self) -> tuple[str, ...]:
        """Messages that the table does not offer here: settings that stay, and ``"paste"``."""
        return ()

    @property
    def kind(self) -> str:
        """What a session that is no match is called."""
        return "practice"

    @property
    def afterword(self) -> list[str]:
        """What is added to the verdict on a finished deal; a plain session has nothing to add."""
        return []

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.positions[-1]

    @property
    def view(self) -> View:
        """What the learner knows."""
        return self.position.view(self.you)

    @property
    def deal_number(self) -> int | None:
        """The number of the deal on the table; None for a position that was set up."""
        return self.match.deal_number if self.match else None if self._start else self._seed

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self._undo)

    @property
    def may_look_back(self) -> bool:
        """Whether the last trick may be seen: the rules allow it until the next lead."""
        position = self.position
        return position.rules.look_back and not position.trick and any(position.finished_tricks())

    def who(self, seat: int) -> str:
        """Return ``"you"`` or ``"opponent"``."""
        return "you" if seat == self.you else "opponent"

    def state(self) -> dict[str, Any]:
        """Return all that the table shows, as JSON data; nothing hidden is in it."""
        return table_state(self)

    # What the learner can do

    def act(self, action: Action) -> None:
        """Do an action; `IllegalAction` says why it is not possible, and then nothing has changed."""
        if self.waiting:
            raise IllegalAction("The trick is finished: choose Next first.")
        after = self.position.apply(action)
        self._undo.append((len(self.positions), self.told))
        self.told = []
        self._step(after)
        self._run()

    def next(self) -> None:
        """Clear the finished trick and let the opponent go on."""
        if not self.waiting:
            raise IllegalAction("No finished trick is waiting.")
        self.waiting = self.looking_back = False
        self.told, self._news = self._news, []
        self._run()

    def undo(self) -> None:
        """Take back your last action (practice only)."""
        self._need_practice("taken back")
        if not self._undo:
            raise IllegalAction("There is nothing to take back.")
        length, self.told = self._undo.pop()
        del self.positions[length:]
        self.waiting = self.looking_back = False
        self._news = []

    def again(self) -> None:
        """Deal the same cards again (practice only)."""
        self._need_practice("dealt again")
        self._begin()

    def another(self) -> None:
        """Deal the next number, or the hidden cards of a set-up position afresh (practice only)."""
        self._need_practice("dealt anew")
        self._seed = next_seed(self._seed)
        if self._start is not None:
            self._start = self._start.view(self.you).deal_hidden(self._seed)
        self._begin()

    def next_deal(self) -> None:
        """Go on to the next deal of the match."""
        if self.match is None:
            raise IllegalAction("This is practice: choose another deal.")
        self.match = self.match.next_deal()
        self._begin()

    def new_match(self) -> None:
        """Start a new match with the number after the last deal."""
        if self.match is None or self.match.winner is None:
            raise IllegalAction("A new match starts when a match is over.")
        self.match = Match(self._rules, next_seed(self.match.deal_number))
        self._begin()

    def look_back(self) -> None:
        """Show the last trick, or hide it again."""
        if not self.looking_back and not self.position.rules.look_back:
            raise IllegalAction("Under these rules you may not look back at a trick.")
        if not self.looking_back and not any(self.position.finished_tricks()):
            raise IllegalAction("No finished trick is known yet.")
        if not self.looking_back and not self.may_look_back:
            raise IllegalAction("You may look at the last trick only until the next lead.")
        self.looking_back = not self.looking_back

    def text(self, *, whole_match: bool = False) -> str:
        """Return what may be copied: your view, the deal once it has ended, or the match to take up again."""
        if whole_match and self.match is not None:
            return self.match.notation()
        return self.view.notation() if self.position.result is None else self.position.notation()

    def paste(self, text: object) -> None:
        """Take up a match from its text, or practise a position, or a view: the cards it hides are dealt afresh.

        Raises `NotationError` or `PuzzleError`; then nothing has changed.
        """
        if isinstance(text, str) and text.strip().startswith("66-match"):
            match = Match.parse(text)
            match.rules.require_two_players("the table")
            self.match, self._rules, self._seed, self._start, self.you = match, match.rules, match.seed, None, 0
        else:
            start, you = read_start(text, self._seed)
            if start.result is not None:
                raise NotationError("This deal is over: paste a position in which somebody is to move.")
            self._start, self.you = start, you
            self.match, self._rules = None, start.rules
        self._begin()

    def handle(self, message: object) -> str | None:
        """Do what a message of the table asks for; return a text if it asked for one to copy.

        A message is an object with ``do`` and the ``version`` of the table it was chosen on: a choice made on an older
        table is left alone, so that a double click does one thing. Whatever is wrong becomes the status line.
        """
        if not isinstance(message, Mapping) or not isinstance(message.get("do"), str):
            return None
        if message["do"] == "copy":
            return self.text(whole_match=message.get("what") == "match")
        if message.get("version", self.version) != self.version:
            return None
        self.refusal = ""
        try:
            self._obey(message)
        except ValueError as error:
            self.refusal = str(error)
        self.version += 1
        return None

    def _obey(self, message: Mapping[str, Any]) -> None:
        do = message["do"]
        if do in ("memory", "flow"):
            setattr(self, do, bool(message.get("on")))
        elif do == "paste":
            self.paste(message.get("text"))
        elif do in _CONTROLS:
            getattr(self, do)()
        elif do in _ACTIONS:
            self.act(_ACTIONS[do])
        elif do == "play":
            self.act(Play(str(message.get("card"))))
        else:
            raise NotationError(f"{quoted(do)} is not a choice at this table.")

    def _need_practice(self, what: str) -> None:
        if self.match is not None:
            raise IllegalAction(f"In a match nothing is {what}.")

    # How the deal goes on

    def _begin(self) -> None:
        """Lay out the deal from its start; a match taken up again is played to where it was."""
        self.told, self._news, self.refusal = [], [], ""
        self.waiting = self.looking_back = False
        self._undo.clear()
        if self._start is not None:
            self.positions = [self._start]
        else:
            deal = self.match.deal() if self.match else Deal.random(self._rules, self._seed)
            self.positions = [deal.start()]
        for action in self.match.position.history if self.match else ():  # a match taken up again
            if self.position.turn == self.you:
                self.told = []
            before, after = self.position, self.position.apply(action)
            self.positions.append(after)
            self._tell(before, after)
        self._run()

    def _step(self, after: Position) -> None:
        before, action = self.position, after.log[-1][1]
        self.positions.append(after)
        self.looking_back = False
        if self.match is not None:
            self.match = self.match.apply(action)
        self.waiting = not self.flow and after.result is None and isinstance(action, Play) and bool(before.trick)
        self._tell(before, after)

    def _tell(self, before: Position, after: Position) -> None:
        """Say what has happened; what is drawn after a trick is told with Next."""
        seat, action = after.log[-1]
        # The table shows your own cards; the verdict tells of a claim.
        if isinstance(action, Announce | Exchange | Close) or (seat != self.you and not isinstance(action, ClaimOut)):
            self.told.append(say_action(before, action, self.you, points=not self.memory))
        if isinstance(action, Play) and before.trick:
            cards = (*before.trick, (seat, action.card))
            self.told.append(say_trick(cards, after, self.you, points=not self.memory))
        if isinstance(action, Play | Draw):
            news = self._news if self.waiting else self.told
            news += [*say_draw(before, after, self.you), *turning_point(before, after)]

    def _run(self) -> None:
        """Let the opponent act until the learner has to."""
        while not self.waiting and self.position.result is None and self.position.turn != self.you:
            reply = self._reply()  # which may deal the hidden cards another way: first ask, then look
            self._step(self.position.apply(reply))

    def _reply(self) -> Action:
        """Ask the opponent, with a generator for this very moment: it answers alike after undo, reload and replay."""
        generator = Random((self.deal_number or 0) * 1000 + len(self.position.log))
        return self.opponent.choose(self.position.view(self.position.turn), generator)


def read_start(start: object, seed: int) -> tuple[Position, int]:
    """Read what to practise and the learner's seat from a position, a view, case data or a line of text.

    What a view hides is dealt by the seed. Raises `NotationError` or `PuzzleError`.
    """
    if isinstance(start, Position):
        return start, 0
    if not isinstance(start, View):
        case = start if isinstance(start, Mapping) else read(start)
        if "hand" in case and "opponent" in case:
            with suppress(PuzzleError):  # the order of the stock may be missing; then it is a view
                return Position.from_dict(case), View.from_dict(case).seat
        start = View.from_dict(case)
    return start.deal_hidden(seed), start.seat


_CONTROLS = ("next", "undo", "again", "another", "next_deal", "new_match", "look_back")
"""Messages that are the name of a method."""
_ACTIONS: dict[str, Action] = {
    "exchange": Exchange(),
    "close": Close(),
    "draw": Draw(),
    "pass": Pass(),
    "out": ClaimOut(),
    **{f"announce:{suit.value}": Announce(suit) for suit in Suit},
}
