"""What one seat knows: its own hand and everything that lies open, and how the hidden cards may lie."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from .cards import Card
from .position import Position, checked_seed
from .public import Public


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class View(Public):
    """What one seat knows; it reads like a `Position`, and no hidden card can be reached from it.

    `hand` of another seat gives only the cards known to be there; `stock` is the number of face-down cards.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> len(view.hand(0)), view.hand(1), view.stock, len(view.unseen), view.layouts()
    (6, (), 11, 17, 12376)
    """

    seat: int
    own: tuple[Card, ...]

    @property
    def stock(self) -> int:
        """The number of face-down cards, the turn-up counted apart."""
        return self.stock_size

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return this seat's own cards, or the cards known to be in another hand, in sorting order."""
        return self.own if self.rules.seat(seat) == self.seat else tuple(sorted(self.shown[seat]))

    def _can_act(self) -> bool:
        return self.to_move == self.seat

    @property
    def unseen(self) -> frozenset[Card]:
        """The cards this seat has never seen face up: they are with others or face down."""
        seen = {*self.own, *self.played, *(card for _, card in self.trick)}.union(*self.shown)
        return frozenset(card for card in self.rules.pack if card not in seen and card is not self.turn_up)

    def layouts(self) -> int:
        """Return how many sets of cards the opponent may hold, the order of the stock ignored (two players).

        Cards that the opponent's strict play has ruled out are not counted: who did not follow, beat or trump has none.
        """
        free, needed = self._open_question()
        return comb(len(free), needed)

    def each_layout(self) -> Iterator[frozenset[Card]]:
        """Go through the hands the opponent may hold, `layouts()` of them (two players)."""
        free, needed = self._open_question()
        known = self.hand(1 - self.seat)
        return (frozenset((*known, *chosen)) for chosen in combinations(free, needed))

    def deal_hidden(self, seed: int) -> Position:
        """Deal the hidden cards afresh: a position in which this seat knows exactly what it knows here (two players).

        Raises `PuzzleError` for a seed that is not a whole number from 0.

        >>> from sixtysix.position import Deal
        >>> from sixtysix.rules import Rules
        >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
        >>> view.deal_hidden(seed=1).view(0) == view
        True
        """
        generator = Random(checked_seed(seed))
        free, needed = self._open_question()
        drawn = sorted(free, key=lambda _: generator.random())
        other = (*self.hand(1 - self.seat), *drawn[:needed])
        rest = sorted(self.unseen.difference(other))
        return self.with_hidden(other, sorted(rest, key=lambda _: generator.random()))

    def with_hidden(self, hand: Iterable[Card], stock: Iterable[Card]) -> Position:
        """Return the position in which the opponent holds these cards and the stock lies in this order (two players).

        The cards must be a layout of `each_layout` and the rest of `unseen`; this is not checked.
        """
        facts = {name: getattr(self, name) for name in Public.__dataclass_fields__}
        hands = (self.own, tuple(sorted(hand)))
        return Position(**facts, hands=hands if self.seat == 0 else hands[::-1], stock=tuple(stock))

    def to_dict(self) -> dict[str, Any]:
        """Return the view as JSON data in the case format (two players)."""
        from .case import view_to_case

        return view_to_case(self)

    @classmethod
    def from_dict(cls, data: object) -> "View":
        """Read a view from case data; `PuzzleError` names the field that is wrong (two players)."""
        from .case import view_from_case

        return view_from_case(data)

    def notation(self) -> str:
        """Return the view as one line of text (two players)."""
        from .notation import write

        return write(self.to_dict())

    @classmethod
    def parse(cls, text: object) -> "View":
        """Read what `notation` wrote; `NotationError` or `PuzzleError` names the part that is wrong."""
        from .notation import read

        return cls.from_dict(read(text))

    def __repr__(self) -> str:
        """Return text that makes a two-player view again; for more players a short description."""
        if self.rules.players == 2:
            return f"View.parse({self.notation()!r})"
        return (
            f"<View of seat {self.seat}: {self.rules.name}, {len(self.played)} cards played, seat {self.turn} to move>"
        )

    def _repr_svg_(self) -> str:
        from .render import table_svg

        return table_svg(self)

    def _open_question(self) -> tuple[list[Card], int]:
        """Return the cards the opponent may hold unseen, and how many of them it does hold."""
        self.rules.require_two_players("the counting of layouts")
        other = 1 - self.seat
        free = sorted(self.unseen - self.lacks[other])
        return free, self.hand_sizes[other] - len(self.shown[other])
