"""A decision to close, set up card by card: where every card lies, what is missing, and the view that it makes."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import product

from .actions import Action, Close, parse_action
from .cards import PACK, Card, Suit, card_points
from .errors import PuzzleError
from .public import marriage
from .rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from .rules import Rules
from .view import View


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
        if max(view.points(me), view.points(other)) >= OUT:
            raise PuzzleError(f"view: somebody has {OUT} card points already: saying out ends the deal, not a close")
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

    @property
    def standing(self) -> Suit | None:
        """The marriage announced, as long as its king and queen are in your hand."""
        suit = self.announced
        held = suit is not None and all(self.places[card] is Place.HAND for card in marriage(suit))
        return suit if held else None

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
        announced = self.standing
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
                    "announced": announced.value if announced else None,
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
            raise Missing(f"Your hand has {count_cards(hand)}: {_change(full - hand)}.")
        if played % 2:
            raise Missing(
                f"{count_cards(played)} {'is' if played == 1 else 'are'} played: a trick has two, so {_odd(played)}."
            )
        if his > hand:
            raise Missing(f"Your opponent has {count_cards(hand)}, but {his} are known: take {his - hand} away.")
        left = len(self.cards(Place.UNSEEN)) + his - hand
        if left < 1:
            raise Missing(f"No card is left for the stock: take {count_cards(1 - left)} away from those played.")

    def _check_points(self) -> None:
        """Say what is wrong with points and tricks."""
        for who, have, points, tricks in zip(
            ("You", "Your opponent"), ("have", "has"), self.points, self.tricks, strict=True
        ):
            if points and not tricks:
                raise Missing(f"{who} {have} {points} points but no trick: {_give_a_trick(who)} or no points.")
        worth, married = card_points(self.cards(Place.PLAYED)), self.married()
        if sum(self.points) > self.most_points:
            extra = f" and marriages at most {married} more" if married else ""
            raise Missing(
                f"Together you have {sum(self.points)} points, but the cards played are worth {worth}{extra}: "
                "lower the points, or mark other cards as played."
            )

    def facts(self) -> list[str]:
        """Say what a view given may bring with it and no click can change."""
        mine, his = self.tricks
        said = [f"marriage in {self.standing} announced"] if self.standing else []
        said += [f"{self.pending[0]} points of yours wait for a trick"] if self.pending[0] and not mine else []
        return said + (
            [f"{self.pending[1]} points of your opponent's wait for a trick"] if self.pending[1] and not his else []
        )

    @property
    def most_points(self) -> int:
        """The most card points that both sides can have together: the cards played, and marriages."""
        return card_points(self.cards(Place.PLAYED)) + self.married()

    def married(self) -> int:
        """Return the most that marriages can have added: where a king or queen has been played, or is announced now."""
        trump = self.turn_up.suit if self.turn_up else None
        led = [suit for suit in Suit if any(self.places[card] is Place.PLAYED for card in marriage(suit))]
        if self.standing is not None and self.standing not in led:
            led.append(self.standing)
        return sum(ROYAL_MARRIAGE if suit is trump else MARRIAGE for suit in led)


def _after(view: View, action: Action) -> View:
    """Return the view after one of your own actions before closing; what is hidden does not matter for it."""
    return view.deal_hidden(0).apply(action).view(view.seat)


def count_cards(number: int) -> str:
    """Say a number of cards.

    >>> count_cards(1)
    '1 card'
    """
    return f"{number} card{'' if number == 1 else 's'}"


def _change(missing: int) -> str:
    if missing > 0:
        return f"choose {missing if missing > 1 else 'one'} more"
    return f"take {-missing if missing < -1 else 'one'} away"


def _odd(played: int) -> str:
    return "mark one more" if played == 1 else "mark one more or one fewer"


def _give_a_trick(who: str) -> str:
    return "give yourself a trick" if who == "You" else "leave your opponent a trick"
