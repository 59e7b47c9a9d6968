"""A decision to close, set up card by card: what lies where, what is still missing, and the view that it makes.

The controller behind `CloseExplorer`, which shows `Explorer.state()` and passes on messages to `Explorer.handle`; the
words for the results are in `explored`.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from .actions import Action, Close, parse_action
from .cards import PACK, Card, Suit, card_points
from .errors import NotationError, PuzzleError, quoted
from .explored import before_words, plan_data, result_data, summary
from .public import marriage
from .rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from .rules import Rules
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


class Place(StrEnum):
    """Where a card lies."""

    HAND = "hand"
    UNSEEN = "unseen"
    PLAYED = "played"
    TURN_UP = "turn_up"
    HIS = "his"
    """In the opponent's hand, and known to be there."""


class Missing(PuzzleError):
    """A setting that makes no view yet; the message says what to do."""


@dataclass(frozen=True)
class Setting:
    """Where every card lies, and how the points and tricks stand; you are seat 0.

    `pending` are points of marriages that wait for a trick, `announced` is your marriage announced for this lead, and
    `before` are the tokens of what you do before closing (``x`` exchange, ``*H`` announce).
    """

    rules: Rules
    places: Mapping[Card, Place]
    points: tuple[int, int] = (0, 0)
    my_tricks: int = 0
    pending: tuple[int, int] = (0, 0)
    announced: Suit | None = None
    before: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, view: View) -> "Setting":
        """Read a view in which its seat may close; `PuzzleError` says why it may not."""
        view.rules.require_two_players("the closing explorer")
        if (reason := view.why_illegal(Close())) is not None:
            raise PuzzleError(f"view: there is no closing here to explore. {reason}")
        me, other = view.seat, 1 - view.seat
        places = dict.fromkeys(PACK, Place.UNSEEN)
        for cards, place in (
            (view.own, Place.HAND),
            (view.played, Place.PLAYED),
            (view.shown[other], Place.HIS),
            ((view.turn_up,) if view.turn_up else (), Place.TURN_UP),
        ):
            places.update(dict.fromkeys(cards, place))
        return cls(
            view.rules,
            places,
            (view.points(me), view.points(other)),
            view.tricks_won(me),
            (view.pending(me), view.pending(other)),
            view.announced,
        )

    def cards(self, place: Place) -> tuple[Card, ...]:
        """Return the cards of this game's pack that lie in a place, in sorting order."""
        return tuple(card for card in self.rules.pack if self.places[card] is place)

    @property
    def turn_up(self) -> Card | None:
        """The turn-up, None while it is not chosen."""
        return next(iter(self.cards(Place.TURN_UP)), None)

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks of each side: yours as far as so many have been played, the rest your opponent's."""
        number = len(self.cards(Place.PLAYED)) // 2
        mine = min(self.my_tricks, number)
        return mine, number - mine

    def put(self, card: Card, place: Place) -> "Setting":
        """Return the setting with a card in another place; a second turn-up sends the first back among the unseen."""
        places = dict(self.places)
        if place is Place.TURN_UP and self.turn_up is not None:
            places[self.turn_up] = Place.UNSEEN
        places[card] = place
        return replace(self, places=places, before=())

    @cached_property
    def view(self) -> View:
        """What you know before you do anything; raises `Missing` with a sentence where something is not right yet."""
        self._check_cards()
        self._check_points()
        mine, his = self.tricks
        hand, turn_up = self.cards(Place.HAND), self.turn_up
        assert turn_up is not None  # checked
        announced = self.announced is not None and set(marriage(self.announced)) <= set(hand)
        try:
            return View.from_dict(
                {
                    "rules": self.rules.to_data(),
                    "hand": [card.code for card in hand],
                    "unseen": [card.code for card in (*self.cards(Place.UNSEEN), *self.cards(Place.HIS))],
                    "opponent_known": [card.code for card in self.cards(Place.HIS)],
                    "stock": len(self.cards(Place.UNSEEN)) + len(self.cards(Place.HIS)) - len(hand),
                    "turn_up": turn_up.code,
                    "points": list(self.points),
                    "tricks": [mine, his],
                    "pending": [0 if mine else self.pending[0], 0 if his else self.pending[1]],
                    "announced": self.announced.value if announced and self.announced else None,
                }
            )
        except PuzzleError as error:
            raise Missing(f"{error}.") from None

    @cached_property
    def closing(self) -> View:
        """The view in which you close: after what you do before; raises `Missing` like `view`."""
        view = self.view
        for token in self.before:
            view = _after(view, parse_action(token))
        if (reason := view.why_illegal(Close())) is not None:
            raise Missing(reason)
        return view

    def ways(self) -> tuple[tuple[str, ...], ...]:
        """Return what may be done before closing, nothing first, as tokens."""
        found = []
        for exchange, announce in product(((), ("x",)), ((), *((f"*{suit.value}",) for suit in Suit))):
            tokens = (*exchange, *announce)
            view = self.view
            for token in tokens:
                if view.why_illegal(parse_action(token)) is not None:
                    break
                view = _after(view, parse_action(token))
            else:
                if view.why_illegal(Close()) is None:
                    found.append(tokens)
        return tuple(found)

    def possible(self) -> "Setting":
        """Return the setting without what may no longer be done before closing."""
        with suppress(Missing):
            if self.before not in self.ways():
                return replace(self, before=())
        return self

    def _check_cards(self) -> None:
        """Say what is wrong with the number of cards in each place."""
        hand, played, his = (len(self.cards(place)) for place in (Place.HAND, Place.PLAYED, Place.HIS))
        full = self.rules.hand_size
        fewer = full - 1 if self.rules.close_before_draw and played else full
        if self.turn_up is None:
            raise Missing("There is no turn-up: choose the open card under the stock.")
        if not fewer <= hand <= full:
            raise Missing(f"Your hand has {_cards(hand)}: {_change(full - hand)}.")
        if played % 2:
            raise Missing(
                f"{_cards(played)} {'is' if played == 1 else 'are'} played: a trick has two, so {_odd(played)}."
            )
        if his > hand:
            raise Missing(f"Your opponent has {_cards(hand)}, but {his} are known: take {his - hand} away.")
        left = len(self.cards(Place.UNSEEN)) + his - hand
        if left < 1:
            raise Missing(f"No card is left for the stock: take {_cards(1 - left)} away from those played.")

    def _check_points(self) -> None:
        """Say what is wrong with points and tricks."""
        for who, have, points, tricks in zip(
            ("You", "Your opponent"), ("have", "has"), self.points, self.tricks, strict=True
        ):
            if points and not tricks:
                raise Missing(f"{who} {have} {points} points but no trick: {_give_a_trick(who)} or no points.")
        played = self.cards(Place.PLAYED)
        worth = card_points(played)
        married = self.married()
        if sum(self.points) > worth + married:
            extra = f" and marriages at most {married} more" if married else ""
            raise Missing(
                f"Together you have {sum(self.points)} points, but the cards played are worth {worth}{extra}: "
                "lower the points, or mark other cards as played."
            )

    def facts(self) -> list[str]:
        """Say what a view given may bring with it and no click can change."""
        mine, his = self.tricks
        said = [f"marriage in {self.announced} announced"] if self.announced else []
        said += [f"{self.pending[0]} points of yours wait for a trick"] if self.pending[0] and not mine else []
        return said + ([f"{self.pending[1]} points of his wait for a trick"] if self.pending[1] and not his else [])

    def married(self) -> int:
        """Return the most that marriages can have added: where a king or queen has been played, or is announced now."""
        trump = self.turn_up.suit if self.turn_up else None
        led = [suit for suit in Suit if any(self.places[card] is Place.PLAYED for card in marriage(suit))]
        if self.announced is not None and self.announced not in led:
            led.append(self.announced)
        return sum(ROYAL_MARRIAGE if suit is trump else MARRIAGE for suit in led)


def _after(view: View, action: Action) -> View:
    """Return the view after one of your own actions before closing; what is hidden does not matter for it."""
    return view.deal_hidden(0).apply(action).view(view.seat)


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _change(missing: int) -> str:
    if missing > 0:
        return f"choose {missing if missing > 1 else 'one'} more"
    return f"take {-missing if missing < -1 else 'one'} away"


def _odd(played: int) -> str:
    return "mark one more" if played == 1 else "mark one more or one fewer"


def _give_a_trick(who: str) -> str:
    return "give yourself a trick" if who == "You" else "leave him a trick"


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
        ways = [] if self.missing else setting.ways()
        return {
            "version": self.version,
            "rules": own,
            "rule_names": names if own in names else [own, *names],
            "cards": {card.code: setting.places[card].value for card in PACK if card in setting.rules.pack},
            "trump": turn_up.suit.value if turn_up else None,
            "counts": " · ".join(
                [f"{hand} of {setting.rules.hand_size} in your hand", f"{_cards(played)} played", *setting.facts()]
            ),
            "points": list(setting.points),
            "most_points": OUT - 1,
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
