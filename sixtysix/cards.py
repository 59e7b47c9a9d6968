"""Suits, ranks and cards: the 24 cards of Sixty-Six and the 20 of Schnapsen."""

from collections.abc import Iterable
from enum import Enum
from functools import total_ordering
from typing import Final, Self

from .errors import NotationError, quoted


class Suit(Enum):
    """A suit; the value is its letter: S, H, D or C.

    >>> Suit("H").symbol, Suit.HEARTS.word
    ('♥', 'hearts')
    """

    SPADES = "S", "♠", "spades"
    HEARTS = "H", "♥", "hearts"
    DIAMONDS = "D", "♦", "diamonds"
    CLUBS = "C", "♣", "clubs"

    _value_: str
    symbol: str
    word: str

    def __new__(cls, letter: str, symbol: str = "", word: str = "") -> Self:
        """Make the member; only the letter is its value, so that it alone finds the suit again."""
        member = object.__new__(cls)
        member._value_ = letter
        member.symbol = symbol
        member.word = word
        return member

    def __str__(self) -> str:
        """Return the suit sign."""
        return self.symbol

    def __repr__(self) -> str:
        """Return text that makes the suit again."""
        return f"Suit({self.value!r})"

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read a suit from its letter, sign or name; `NotationError` for anything else.

        >>> Suit.parse("♦") is Suit.parse("d") is Suit.parse("diamonds")
        True
        """
        wanted = text.strip().lower() if isinstance(text, str) else None
        for suit in cls:
            if wanted in (suit.value.lower(), suit.symbol, suit.word, suit.word[:-1]):
                return suit
        raise NotationError(f"{quoted(text)} is not a suit: use S, H, D, C or ♠, ♥, ♦, ♣")


class Rank(Enum):
    """A rank; the value is its letter: A, T (the ten), K, Q, J or 9.

    `points` is its worth in card points, `strength` orders the ranks (5 for the ace, 4 for the ten, 0 for the nine).

    >>> [(rank.label, rank.points) for rank in Rank]
    [('A', 11), ('10', 10), ('K', 4), ('Q', 3), ('J', 2), ('9', 0)]
    """

    ACE = "A", "A", "ace", 11, 5
    TEN = "T", "10", "ten", 10, 4
    KING = "K", "K", "king", 4, 3
    QUEEN = "Q", "Q", "queen", 3, 2
    JACK = "J", "J", "jack", 2, 1
    NINE = "9", "9", "nine", 0, 0

    _value_: str
    label: str
    word: str
    points: int
    strength: int

    def __new__(cls, letter: str, label: str = "", word: str = "", points: int = 0, strength: int = 0) -> Self:
        """Make the member; only the letter is its value, so that it alone finds the rank again."""
        member = object.__new__(cls)
        member._value_ = letter
        member.label = label
        member.word = word
        member.points = points
        member.strength = strength
        return member

    def __repr__(self) -> str:
        """Return text that makes the rank again."""
        return f"Rank({self.value!r})"


@total_ordering
class Card:
    """One card: immutable, hashable, equal by value and the same object each time it is named.

    Reads ``"AS"``, ``"10H"``, ``"TH"`` and ``"A♠"``; raises `NotationError` for anything else. Cards sort by suit
    (♠ ♥ ♦ ♣), then from ace to nine; `points` are card points.

    >>> Card("10H") is Card("TH"), str(Card("TH")), Card("A♠").code, Card("AS").points
    (True, '10♥', 'AS', 11)
    """

    __slots__ = ("code", "index", "points", "rank", "strength", "suit")

    code: str
    index: int
    points: int
    rank: Rank
    strength: int
    suit: Suit

    def __new__(cls, text: "str | Card") -> "Card":
        """Return the one object for this card."""
        if isinstance(text, Card):
            return text
        plain = text if isinstance(text, str) else ""
        # Phones add an invisible sign of style behind ♠ ♥ ♦ ♣.
        card = _BY_TEXT.get(plain) or _BY_TEXT.get(plain.strip().replace("\ufe0f", "").upper())
        if card is None:
            raise NotationError(f"{quoted(text)} is not a card: write rank then suit, like 'AS', '10H' or 'Q♦'")
        return card

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Card":
        """Return the card of this rank and suit.

        >>> Card.of(Rank.KING, Suit.CLUBS)
        Card('KC')
        """
        return _BY_TEXT[rank.value + suit.value]

    @property
    def name(self) -> str:
        """The card as one says it: ``"ten of hearts"``."""
        return f"{self.rank.word} of {self.suit.word}"

    def beats(self, other: "Card", trump: Suit) -> bool:
        """Whether this card, played second, takes a trick in which `other` leads.

        >>> Card("TH").beats(Card("KH"), Suit.SPADES), Card("AD").beats(Card("9H"), Suit.SPADES)
        (True, False)
        """
        if self.suit is other.suit:
            return self.strength > other.strength
        return self.suit is trump

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: cards do not change."""
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        """Refuse: cards do not change."""
        raise AttributeError(f"a card cannot be changed: {name}")

    def __hash__(self) -> int:
        """Hash by place in the pack, the same in every process."""
        return self.index

    def __lt__(self, other: object) -> bool:
        """Order by suit, then from ace to nine."""
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        """Return rank and suit sign."""
        return self.rank.label + self.suit.symbol

    def __repr__(self) -> str:
        """Return text that makes the card again."""
        return f"Card({self.code!r})"

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        """Copy to the same object."""
        return Card, (self.code,)


_BY_TEXT: dict[str, Card] = {}


def _make_pack() -> tuple[Card, ...]:
    pack: list[Card] = []
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            for name, value in (
                ("code", rank.value + suit.value),
                ("index", len(pack)),
                ("points", rank.points),
                ("rank", rank),
                ("strength", rank.strength),
                ("suit", suit),
            ):
                object.__setattr__(card, name, value)
            pack.append(card)
            for label in {rank.value, rank.label}:
                _BY_TEXT[label + suit.value] = _BY_TEXT[label + suit.symbol] = card
    return tuple(pack)


PACK: Final = _make_pack()
"""The 24 cards in sorting order; they hold 120 card points."""


def card_points(cards: Iterable[Card]) -> int:
    """Add up the card points of some cards.

    >>> card_points(PACK)
    120
    """
    return sum(card.points for card in cards)


def hand_order(cards: Iterable[Card], trump: Suit) -> list[Card]:
    """Sort cards as a hand is shown: trumps first, then ♠ ♥ ♦ ♣, each suit from ace to nine.

    >>> [str(card) for card in hand_order([Card("9S"), Card("KD"), Card("TD"), Card("AS")], Suit.DIAMONDS)]
    ['10♦', 'K♦', 'A♠', '9♠']
    """
    return sorted(cards, key=lambda card: (card.suit is not trump, card.index))


def in_words(cards: Iterable[Card], joiner: str = "or") -> str:
    """List cards for a sentence.

    >>> in_words([Card("AS"), Card("TH"), Card("9C")])
    'A♠, 10♥ or 9♣'
    """
    texts = [str(card) for card in cards]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {joiner} {texts[-1]}" if texts else "no card"
