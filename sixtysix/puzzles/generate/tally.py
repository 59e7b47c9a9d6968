"""What the tricks of a deal tell, in numbers and in words: the stuff that counting puzzles are made of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from ...actions import Announce, Exchange, Play
from ...cards import Card, Suit, in_words
from ...position import Position
from ...public import Trick, marriage
from ...rule_table import MARRIAGE, ROYAL_MARRIAGE
from ...view import View
from ..puzzle import YOU

_WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


class Booked(NamedTuple):
    """A marriage of the deal: who announced which, what it is worth, before which trick, and whether it counts now."""

    seat: int
    suit: Suit
    worth: int
    number: int
    counts: bool


class Slip(NamedTuple):
    """A wrong answer, what slip of memory or thought leads to it, and the slip as an order: ``leave out K♥``."""

    text: str
    why: str
    order: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about a fact: all of a puzzle but its position and level. The right answer is a text and its why."""

    fact: str
    question: str
    right: tuple[str, str]
    slips: tuple[Slip, ...]
    hints: tuple[str, str, str]
    explanation: str
    themes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tally:
    """A position of a deal that its log tells from the start, as seat 0 knows it.

    >>> from sixtysix.puzzles import load
    >>> tally = Tally(load("04-counting")[0].start)
    >>> tally.story(Card("9H")), tally.in_tricks(0)
    ('9♥ trumped your J♠ in trick 1', 15)
    """

    position: Position

    @cached_property
    def view(self) -> View:
        """What seat 0 knows."""
        return self.position.view(YOU)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return tuple(self.position.finished_tricks())

    @cached_property
    def where(self) -> dict[Card, int]:
        """The number of the finished trick that each card fell in."""
        return {card: number for number, trick in enumerate(self.tricks, 1) for _, card in trick.cards}

    @cached_property
    def marriages(self) -> tuple[Booked, ...]:
        """All marriages announced, oldest first."""
        found, cards = [], 0
        for seat, action in self.position.log:
            if isinstance(action, Play):
                cards += 1
            elif isinstance(action, Announce):
                worth = ROYAL_MARRIAGE if action.suit is self.position.trump else MARRIAGE
                counts = self.position.tricks_won(seat) > 0
                found.append(Booked(seat, action.suit, worth, cards // 2 + 1, counts))
        return tuple(found)

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.position.trump

    @property
    def trumps(self) -> str:
        """The trump suit in a sentence: ``hearts are trumps``."""
        return f"{self.trump.word} are trumps"

    @property
    def played(self) -> str:
        """How many tricks have been played, as the beginning of a question."""
        number = len(self.tricks)
        return f"{count(number).capitalize()} {'trick has' if number == 1 else 'tricks have'} been played"

    def won(self, seat: int) -> list[int]:
        """Return the numbers of the tricks that a seat has won."""
        return [number for number, trick in enumerate(self.tricks, 1) if trick.winner == seat]

    def worth(self, number: int) -> int:
        """Return the card points of a trick."""
        return sum(card.points for _, card in self.tricks[number - 1].cards)

    def in_tricks(self, seat: int) -> int:
        """Return the card points in all tricks of a seat."""
        return sum(map(self.worth, self.won(seat)))

    def booked(self, seat: int, *, counts: bool = True) -> list[Booked]:
        """Return the marriages of a seat that count, or those that wait for a trick."""
        return [one for one in self.marriages if one.seat == seat and one.counts is counts]

    def taker(self, number: int) -> Card:
        """Return the card that took a trick."""
        trick = self.tricks[number - 1]
        return next(card for seat, card in trick.cards if seat == trick.winner)

    def pair(self, number: int) -> str:
        """Return the cards of a trick, the one that took it first."""
        taker = self.taker(number)
        (other,) = (card for _, card in self.tricks[number - 1].cards if card is not taker)
        return f"{taker} and {other}"

    def story(self, card: Card) -> str:
        """Say as a clause what became of a card that has been played."""
        number = self.where[card]
        trick = self.tricks[number - 1]
        (leader, led), (_, reply) = trick.cards
        who = "you" if leader == YOU else "your opponent"
        whose = "your" if leader == YOU else "your opponent's"
        if card is led:
            if trick.winner == leader:
                return f"{who} took {reply} with {card} in trick {number}"
            return f"{who} led {card} in trick {number}, and {reply} took it"
        if trick.winner != leader:
            return f"{card} {'took' if card.suit is led.suit else 'trumped'} {whose} {led} in trick {number}"
        how = "fell under" if card.suit is led.suit else "was thrown on"
        return f"{card} {how} {whose} {led} in trick {number}"

    @cached_property
    def fetched(self) -> Card | None:
        """The turn-up that the opponent took by an exchange and still holds, if no marriage shows it too."""
        if (1 - YOU, Exchange()) not in self.position.log:
            return None
        told = {card for one in self.marriages if one.seat != YOU for card in marriage(one.suit)}
        cards = {card for card in self.view.hand(1 - YOU) if card.suit is self.trump} - told
        return cards.pop() if len(cards) == 1 and self.position.turn_up else None

    @property
    def before(self) -> str:
        """What the list of tricks cannot tell: the turn-up that an exchange took."""
        return f"When the cards were dealt, {self.fetched} was the turn-up. " if self.fetched else ""

    @property
    def stage(self) -> str:
        """Say how the stock stands."""
        if self.position.closed_by is not None:
            return "You have closed" if self.position.closed_by == YOU else "Your opponent has closed"
        return "The stock is open" if self.position.turn_up else "The stock is used up"


def count(number: int) -> str:
    """Write a small number as a word.

    >>> count(3), count(20)
    ('three', '20')
    """
    return _WORDS[number] if 0 < number < len(_WORDS) else str(number)


def listed(items: Iterable[object]) -> str:
    """List things for a sentence.

    >>> listed([1, 4, 5]), listed(["K♠"])
    ('1, 4 and 5', 'K♠')
    """
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last


def cards(some: Iterable[Card]) -> str:
    """List cards for a sentence, in the pack's order."""
    return in_words(sorted(some), "and")


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def codes(some: Iterable[Card]) -> str:
    """Write cards as an answer."""
    return " ".join(card.code for card in sorted(some)) or "none"


def chosen(chance: Random, options: Sequence[str]) -> str:
    """Return one of some ways to say a thing."""
    return options[int(chance.random() * len(options))]


def distinct(slips: Iterable[Slip], true: str, most: int) -> tuple[Slip, ...]:
    """Return the first slips that lead to different wrong answers."""
    kept: dict[str, Slip] = {}
    for slip in slips:
        if slip.text != true and slip.text not in kept and len(kept) < most:
            kept[slip.text] = slip
    return tuple(kept.values())
