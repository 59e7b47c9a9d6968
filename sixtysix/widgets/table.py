"""The card table as one widget: it shows a session's state and passes on what the learner chooses."""

from collections.abc import Mapping
from typing import Any

import traitlets

from ..adapt import AdaptiveSession
from ..errors import IllegalAction
from ..guided import GuidedSession, Hand
from ..position import Position
from ..progress_store import default_store
from ..render import Svg, table_svg
from ..rules import Rules
from ..session import Session
from ..view import View
from .files import card_pictures, script, style
from .served import Served

Start = Position | View | Mapping[str, Any] | str | None


class Table(Served):
    """An interactive table for a deal, a match, a position or a guided hand.

    `rules`, `seed`, `match`, `memory` and `flow` are those of `Session`; `opponent` names a player. `start` is what to
    practise instead of a dealt hand: a position, a view (the hidden cards are dealt by the seed), case data or a line
    of text. With `adapt` its hidden cards are chosen against you at every turn once the stock is closed: see
    `AdaptiveSession`. `hand` is a guided hand, which needs nothing else; how it goes is marked in the progress file.
    With `one_click` a click plays a card at once.

    >>> Table(seed=66)
    Table(deal 66, guide, practice)
    """

    _esm = script("table.js")
    _css = style("table.css")

    _what = "table"
    _kept = "Your deal is kept."

    table = traitlets.Dict(help="What the table shows; it goes to the browser and never comes back.").tag(sync=True)

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        seed: int = 66,
        opponent: str = "Club",
        match: bool = False,
        start: Start = None,
        hand: Hand | None = None,
        memory: bool = False,
        flow: bool = False,
        one_click: bool = False,
        adapt: bool = False,
        session: Session | None = None,
    ) -> None:
        """Lay the table; the errors are those of `Session`."""
        if session is not None:
            self.session = session
        elif hand is not None:
            if start is not None or match or adapt or rules is not None:
                raise IllegalAction("A guided hand brings its own position: leave out rules, start, match and adapt.")
            self.session = GuidedSession(hand, memory=memory, flow=flow)
        elif adapt:
            self.session = _adaptive(start, rules, match, seed=seed, opponent=opponent, memory=memory, flow=flow)
        else:
            self.session = Session(
                rules, seed=seed, opponent=opponent, match=match, start=start, memory=memory, flow=flow
            )
        self._one_click = one_click
        super().__init__(self.session, card_pictures())

    def picture(self) -> Svg:
        """Return a still picture of what you see at this table.

        >>> Table(seed=66).picture()
        <picture: table, you are to lead; your hand A♣ 10♣ J♠ K♥ 9♥ 9♦>
        """
        return table_svg(self.session.view, show_points=not self.session.memory)

    def __repr__(self) -> str:
        """Say what is on the table; the same in every run, since lessons are compared by it."""
        session = self.session
        name = session.position.rules.name
        if session.task is not None:
            return f"Table(guided hand, {name})"
        deal = "a position" if session.deal_number is None else f"deal {session.deal_number}"
        return f"Table({deal}, {name}, {'match' if session.match else session.kind})"

    def _state(self) -> dict[str, Any]:
        return {**self.session.state(), "one_click": self._one_click}

    def _do(self, message: object) -> dict[str, Any]:
        session = self.session
        if isinstance(message, Mapping) and message.get("do") == "one_click":
            self._one_click = bool(message.get("on"))
            session.version += 1
            return {}
        task = session.task
        answer = super()._do(message)
        if isinstance(session, GuidedSession):
            _mark(session, task or {})
        return answer


def _mark(session: GuidedSession, before: Mapping[str, Any]) -> None:
    """Mark a guided hand that has just been solved, or has just gone wrong."""
    for end in ("solved", "stopped"):
        if session.task[end] and not before[end]:
            default_store().mark(session.mark, end == "solved")


def _adaptive(start: Start, rules: object, match: bool, **options: Any) -> Session:
    """Make a session whose hidden cards adapt; `IllegalAction` for what does not go with that."""
    if match or rules is not None:
        raise IllegalAction(
            "Cards that adapt are for practice from a start with rules of its own: leave out rules and match."
        )
    return AdaptiveSession(start, **options)
