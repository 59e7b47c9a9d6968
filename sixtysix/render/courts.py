"""King, queen and jack: an upper half drawn once and set twice, so that a picture reads the same from both ends."""

from typing import Final

from ..cards import Card, Rank
from .paths import PIPS, place
from .theme import COLOURS, suit_colour

MIDDLE: Final = (36.0, 52.0)

_LINE, _SUIT, _GOLD, _PALE = "line", "suit", "gold", "pale"

# Each layer: how it is painted, and its outline from the middle of the card, upper half. Painted from back to front.
_ROBE = (_SUIT, "m-19 7v-10c3.5-4.6 8-7.4 14-9h16c4 1.2 6.5 2.8 8 5z")
_COURTS: Final[dict[Rank, tuple[tuple[str, str], ...]]] = {
    Rank.KING: (
        _ROBE,
        (_PALE, "m-19-3c3.5-4.6 8-7.4 14-9h16c4 1.2 6.5 2.8 8 5v4c-3-2.6-6-4-9.5-4.4l-6.5 5.4l-6.5-5.4"
                "c-6 1-11.5 4-15.5 8.8z"),
        (_SUIT, "m-4.4-29c-1.4 6-1.6 11.5 1 15.4c1.6 2.4 3.8 4.6 6.4 6c2.6-1.4 4.8-3.6 6.4-6c2.6-3.9 2.4-9.4 1-15.4z"),
        (_PALE, "m-2.4-29h10.8v7c0 3-2.4 4.6-5.4 4.6s-5.4-1.6-5.4-4.6z"),
        (_SUIT, "m3-19.2c-1.6-1.2-3.6-.8-4.8.8c1.6 1.2 3.6 1 4.8.2c1.2.8 3.2 1 4.8-.2c-1.2-1.6-3.2-2-4.8-.8z"),
        (_LINE, "m-.8-23.6h2m3.6 0h2m-3.8 0v3"),
        (_GOLD, "m-4.6-27.6l-2-10l5 4.4l4.6-6.4l4.6 6.4l5-4.4l-2 10z"),
        (_LINE, "m-4.2-30h14.4"),
    ),
    Rank.QUEEN: (
        _ROBE,
        (_SUIT, "m-3.4-30c-4.4 6-2.4 12-6.2 18.4c3.4 2.4 8 3 12.6 3s9.2-.6 12.6-3c-3.8-6.4-1.8-12.4-6.2-18.4z"),
        (_PALE, "m.6-17v4l-5 2l7.4 8.6l7.4-8.6l-5-2v-4z"),
        (_PALE, "m-2-29h10v5.6c0 4-2.4 7.4-5 7.4s-5-3.4-5-7.4z"),
        (_LINE, "m-.6-24h2m3.2 0h2m-3.6 0v3m-1.4 2.4h2.8"),
        (_GOLD, "m-3.4-28l-1.8-5.4c1.6 1.6 3.8 1.4 4.4-.8c.8 1.6 2.6.8 3.8-2.2c1.2 3 3 3.8 3.8 2.2"
                "c.6 2.2 2.8 2.4 4.4.8l-1.8 5.4z"),
        (_GOLD, "m3-10.6a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z"),
    ),
    Rank.JACK: (
        _ROBE,
        (_PALE, "m-3-13l6 8l6-8l2 3.4l-8 9.6l-8-9.6z"),
        (_SUIT, "m-4-30c-1.6 5-1.6 9.4-2.6 14c2 1.6 4 2 6 1.6h7.2c2 .4 4 0 6-1.6c-1-4.6-1-9-2.6-14z"),
        (_PALE, "m-2-28h10v5.6c0 4-2.4 7-5 7s-5-3-5-7z"),
        (_LINE, "m-.6-23h2m3.2 0h2m-3.6 0v3m-1.4 2.2h2.8"),
        (_GOLD, "m9-32c1-4 4-7.4 8-7.6c-.4 4-2.6 7.6-6 9.6z"),
        (_SUIT, "m-6-28c-1.6-4.6 2.4-9 8-9s11.6 2.6 11 9z"),
        (_GOLD, "m-6-27.4v-2.6h19v2.6z"),
    ),
}  # fmt: skip

_FRAME = "M17 9h38v86h-38z"
_CORNERS = ((23.2, 16.2, False), (48.8, 87.8, True))
_SASH = "m-19 3.6l38-14v6.8l-38 14z"


def court(card: Card) -> str:
    """Draw the framed picture of a king, queen or jack, without the card around it.

    >>> court(Card("KS")).startswith("<path")
    True
    """
    colour = suit_colour(card.suit)
    paints = {
        _LINE: 'fill="none"',
        _SUIT: f'fill="{colour}" stroke="{COLOURS.court}"',
        _GOLD: f'fill="{COLOURS.court_gold}"',
        _PALE: f'fill="{COLOURS.court}"',
    }
    parts = [f'<path fill="{COLOURS.court}" d="{_FRAME}"/><g stroke="{colour}">']
    for paint, outline in _COURTS[card.rank]:
        both = "".join(place(outline, *MIDDLE, turned=turned) for turned in (False, True))
        parts.append(f'<path {paints[paint]} d="{both}"/>')
    parts.append(f'<path {paints[_GOLD]} d="{place(_SASH, *MIDDLE)}"/><path {paints[_LINE]} d="{_FRAME}"/></g>')
    pips = "".join(place(PIPS[card.suit], x, y, 0.54, turned=turned) for x, y, turned in _CORNERS)
    parts.append(f'<path fill="{colour}" d="{pips}"/>')
    return "".join(parts)
