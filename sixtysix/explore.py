"""A decision to close, set up card by card: what lies where, what is still missing, and the view that it makes.

The controller behind `CloseExplorer`, which shows `Explorer.state()` and passes on messages to `Explorer.handle`; the
words for the results are in `explored`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from .cards import PACK, Card
from .errors import NotationError, quoted
from .explored import before_words, plan_data, result_data, summary
from .rule_table import OUT
from .rules import Rules
from .setting import Place, Setting, count_cards
from .view import View

if TYPE_CHECKING:
    from .solver import CloseAnalysis

SECONDS: Final = 1.0
LONGER: Final = 5.0
"""Seconds for the search of the best plan, by itself and when asked to search longer."""
EXAMPLE: Final = (
    "66 rules=guide trump=S turn_up=9S stock=5 hand=QS,AH,AD,QD,AC,KC points=26-2 tricks=2-1 to_move=0 "
    "unseen=AS,TS,KS,JS,TH,KH,JH,TD,KD,TC,JC played=QH,9H,JD,9D,QC,9C"
)
"""462 layouts: seeing wins four in five, one plan seven in ten, and none is certain."""


class Explorer:
    """The setting on screen, and what is known about closing in it.

    `start` is a view, case data or a line of text; without it there is an example. Raises `PuzzleError` or
    `NotationError` for what cannot be read, and where nothing can be closed.

    >>> explorer = Explorer()
    >>> explorer.handle({"do": "change", "cards": {"AH": "unseen"}})
    >>> explorer.state()["missing"]
    'Your hand has 5 cards: choose one more.'
    """

    def __init__(self, start: View | Mapping[str, Any] | str | None = None) -> None:
        """Lay out the start and read its tables."""
        self.start = Setting.of(_read(start))
        self.setting = self.start
        self.version = 0
        """Counts the messages obeyed or refused."""
        self.refusal = ""
        """Why the last message was not possible."""
        self.missing = ""
        """What is missing for an answer."""
        self.analysis: CloseAnalysis | None = None
        """What is known; its plan is None until it has been asked for."""
        self.searched = 0.0
        """Seconds that the plan has been searched for."""
        self._look()

    @property
    def view(self) -> View:
        """The view in which you close; `PuzzleError` says what is missing."""
        return self.setting.closing

    def handle(self, message: object) -> None:
        """Do what a message asks for; what cannot be done becomes the status line, and nothing changes.

        ``change`` sets some of ``cards`` (places by card code), ``points``, ``tricks``, ``rules`` and ``before``;
        ``plan`` and ``longer`` search for the best plan of the ``version`` shown; ``reset`` goes back to the start.
        """
        if not isinstance(message, Mapping) or not isinstance(message.get("do"), str):
            return
        self.refusal = ""
        try:
            self._obey(message)
        except ValueError as error:
            self.refusal = str(error)
        self.version += 1

    def state(self) -> dict[str, Any]:
        """Return all that is shown, as JSON data."""
        setting, turn_up = self.setting, self.setting.turn_up
        names = [name for name in Rules.names() if Rules.preset(name).players == 2]
        own = setting.rules.name
        hand, played = len(setting.cards(Place.HAND)), len(setting.cards(Place.PLAYED))
        ways, points = [] if self.missing else setting.ways(), setting.points
        return {
            "version": self.version,
            "rules": own,
            "rule_names": names if own in names else [own, *names],
            "cards": {card.code: setting.places[card].value for card in PACK if card in setting.rules.pack},
            "trump": turn_up.suit.value if turn_up else None,
            "counts": " · ".join(
                [f"{hand} of {setting.rules.hand_size} in your hand", f"{count_cards(played)} played", *setting.facts()]
            ),
            "points": list(points),
            "out": OUT,
            "most_points": [
                max(own, min(OUT - 1, setting.most_points - other)) for own, other in (points, points[::-1])
            ],
            "together": f"Together at most {setting.most_points}, by the cards played.",
            "tricks": list(setting.tricks),
            "before": {"chosen": " ".join(setting.before), "ways": [before_words(way) for way in ways]},
            "missing": self.missing,
            "status": self.refusal or self.missing or (summary(self.analysis) if self.analysis else ""),
            "refused": bool(self.refusal),
            "result": result_data(self.analysis) if self.analysis else None,
            "plan": plan_data(self.analysis) if self.analysis and self.analysis.plan else None,
        }

    def _obey(self, message: Mapping[str, Any]) -> None:
        do = message["do"]
        if do == "change":
            changed = self._changed(message)
            if changed != self.setting:
                self.setting = changed
                self._look()
        elif do == "reset":
            self.setting = self.start
            self._look()
        elif do in ("plan", "longer"):
            if message.get("version", self.version) == self.version:
                self._plan(SECONDS if do == "plan" else LONGER)
        else:
            raise NotationError(f"{quoted(do)} is not a choice here.")

    def _changed(self, message: Mapping[str, Any]) -> Setting:
        """Return the setting that a message asks for; `ValueError` for what it cannot mean."""
        setting = self.setting
        if "rules" in message and message["rules"] != setting.rules.name:
            rules = Rules.preset(_text(message["rules"], "rules"))
            rules.require_two_players("the closing explorer")
            setting = replace(setting, rules=rules, before=())
        if "cards" in message:
            cards = message["cards"]
            if not isinstance(cards, Mapping) or len(cards) > len(PACK):
                raise NotationError(f"cards: {quoted(cards)} does not give places to cards")
            for code, place in cards.items():
                if place not in list(Place):
                    raise NotationError(f"cards: {quoted(place)} is not a place; use {', '.join(Place)}")
                setting = setting.put(Card(_text(code, "cards")), Place(place))
        if "points" in message:
            points = message["points"]
            if not isinstance(points, list | tuple) or len(points) != 2:
                raise NotationError(f"points: {quoted(points)} is not a pair of numbers")
            mine, his = (_number(value, "points", OUT - 1) for value in points)
            setting = replace(setting, points=(mine, his))
        if "tricks" in message:
            setting = replace(setting, my_tricks=_number(message["tricks"], "tricks", len(PACK) // 2))
        if "before" in message:
            tokens = tuple(_text(message["before"], "before").split())
            if tokens not in setting.ways():
                raise NotationError(f"before: {quoted(message['before'])} is not possible before closing here")
            setting = replace(setting, before=tokens)
        return setting.possible()

    def _look(self) -> None:
        """Read the tables of the setting, or say what is missing."""
        from .solver import analyse_close

        self.analysis, self.missing, self.searched = None, "", 0.0
        try:
            self.analysis = analyse_close(self.setting.closing, plan=False)
        except ValueError as error:
            self.missing = str(error)

    def _plan(self, seconds: float) -> None:
        """Search for the best plan, unless one is there that cannot be bettered."""
        from .solver import analyse_close

        known = self.analysis
        if known is None or seconds <= self.searched or (known.exact and known.certain is not None):
            return
        self.analysis, self.searched = analyse_close(known.view, seconds=seconds), seconds


def _read(start: View | Mapping[str, Any] | str | None) -> View:
    if isinstance(start, View):
        return start
    return (
        View.parse(EXAMPLE) if start is None else View.parse(start) if isinstance(start, str) else View.from_dict(start)
    )


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise NotationError(f"{name}: {quoted(value)} is not a text")
    return value


def _number(value: object, name: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise NotationError(f"{name}: {quoted(value)} is not a whole number from 0 to {most}")
    return value
