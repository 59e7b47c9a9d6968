"""Tricks in rows, as they were played: what a lesson shows of a deal to be counted along."""

from collections.abc import Sequence

from ..cards import Card, Suit
from ..public import trick_winner
from .drawing import MARGIN, Marks, Svg, card_at, picture, strip, suit_sign, words
from .faces import HEIGHT, WIDTH
from .theme import COLOURS

_CARD = 49.0
_TALL = _CARD * HEIGHT / WIDTH
_ACROSS = 640.0
_PER_ROW = 4
_COLUMN = (_ACROSS - 2 * MARGIN) / _PER_ROW

Cards = Sequence[tuple[int, Card]]
"""The two cards of a trick as (seat, card), the leader's first."""


def tricks_svg(
    tricks: Sequence[Cards],
    *,
    trump: Suit | str,
    notes: Sequence[str] = (),
    first: int = 1,
    you: int = 0,
    caption: str | None = None,
    width: int | None = None,
) -> Svg:
    """Draw finished tricks of two players, four to a row: who led, who played what, and who took it. No points.

    `notes` say what its leader did before each trick, an empty text for nothing; `first` is the number of the first.
    The card that took a trick has a gold ring. `caption` and `width` are those of `table_svg`. `ValueError` without a
    trick, for a trick without two cards, or when the notes are not as many as the tricks.

    >>> tricks_svg([((0, Card("QH")), (1, Card("TH")))], trump="C", notes=["marriage ♥"])
    <picture: trump ♣; trick 1: you: marriage ♥, you led Q♥, your opponent 10♥, your opponent took it>
    """
    suit = trump if isinstance(trump, Suit) else Suit.parse(trump)
    if not tricks or any(len(cards) != 2 for cards in tricks):
        raise ValueError("tricks: there must be one or more tricks of two cards each")
    notes = notes or [""] * len(tricks)
    if len(notes) != len(tricks):
        raise ValueError(f"notes: {len(notes)} notes for {len(tricks)} tricks")
    parts, told = [], []
    tall = _TALL + 82
    for at, (cards, note) in enumerate(zip(tricks, notes, strict=True)):
        x, y = MARGIN + _COLUMN * (at % _PER_ROW), 14 + tall * (at // _PER_ROW)
        winner = trick_winner(cards, suit)
        marks = Marks.of([card for seat, card in cards if seat == winner], [])
        parts.append(words(x, y + 14, f"Trick {first + at}", bold=True))
        if note:
            parts.append(words(x, y + 32, note, size=13, colour=COLOURS.gold))
        for place, (seat, card) in enumerate(cards):
            left = x + (_CARD + 16) * place
            parts.append(card_at(left, y + 42, card, marks, width=_CARD))
            who = "you" if seat == you else "opponent"
            parts.append(
                words(left + _CARD / 2, y + 58 + _TALL, who, size=13, colour=COLOURS.soft_ink, anchor="middle")
            )
        told.append(_told(cards, note, first + at, winner, you))
    y = 14 + tall * ((len(tricks) - 1) // _PER_ROW + 1)
    parts.append(words(_ACROSS - MARGIN - 30, 28, "trump", size=13, colour=COLOURS.soft_ink, anchor="end"))
    parts.append(suit_sign(_ACROSS - MARGIN - 12, 24, suit))
    if caption:
        foot, height = strip(y, _ACROSS, [caption])
        parts.append(foot)
        y += height + 12
    return picture(
        parts,
        (_ACROSS, y),
        title=caption or "Tricks as they were played",
        description="\n".join([f"Trump {suit}.", *(f"{line[:1].upper()}{line[1:]}." for line in told)]),
        shows="; ".join([f"trump {suit}", *told]),
        width=width,
    )


def _told(cards: Cards, note: str, number: int, winner: int, you: int) -> str:
    (leader, led), (_, reply) = cards
    names = ("you", "your opponent") if leader == you else ("your opponent", "you")
    taker = "you" if winner == you else "your opponent"
    before = f"{names[0]}: {note}, " if note else ""
    return f"trick {number}: {before}{names[0]} led {led}, {names[1]} {reply}, {taker} took it"
