"""Card faces and the card back, drawn by us as small SVG pictures without ids, style sheets or fonts."""

from functools import cache
from typing import Final
from xml.sax.saxutils import escape

from ..cards import Card, Rank
from .courts import court
from .paths import LETTERS, PIPS, place
from .theme import COLOURS, suit_colour

WIDTH: Final = 72
HEIGHT: Final = 104
"""The size of a card in its own units: about the shape of a poker card."""

_FRAME = 'x=".5" y=".5" width="71" height="103" rx="6.5"'
_ROWS = (19.0, 41.0, 63.0, 85.0)
_LEFT, _MIDDLE, _RIGHT = 25.5, 36.0, 46.5
_SIDES = tuple((x, y) for y in _ROWS for x in (_LEFT, _RIGHT))
_PLACES: Final[dict[Rank, tuple[tuple[float, float], ...]]] = {
    Rank.ACE: ((_MIDDLE, 52.0),),
    Rank.TEN: (*_SIDES, (_MIDDLE, 30.0), (_MIDDLE, 74.0)),
    Rank.NINE: (*_SIDES, (_MIDDLE, 52.0)),
}


def face_svg(card: Card, *, width: int | None = None, titled: bool = True, small: bool = False) -> str:
    """Draw the face of a card.

    A picture that stands alone carries its spoken name. Inside a button that has a name already pass ``titled=False``:
    the picture is then hidden from screen readers, which would otherwise read the card twice. Without `width` the
    picture fills the box it is put in. Below some 50 pixels ``small=True`` is easier to read: a large index and pip.

    >>> "<title>ten of hearts</title>" in face_svg(Card("TH")), "title" in face_svg(Card("TH"), titled=False)
    (True, False)
    """
    return _picture(face(card, small=small), card.name if titled else None, width)


def back_svg(*, width: int | None = None, titled: bool = True) -> str:
    """Draw the back of a card, with the same options as `face_svg`.

    >>> "<title>face-down card</title>" in back_svg()
    True
    """
    return _picture(back(), "face-down card" if titled else None, width)


@cache
def face(card: Card, *, small: bool = False) -> str:
    """Draw the face as a fragment, 72 by 104 units from (0, 0), to be put into a larger picture.

    Where a card is shown small, ``small=True`` draws only a large index and one large pip.

    >>> face(Card("9C")).count("<path"), face(Card("9C"), small=True).count("<path")
    (3, 2)
    """
    colour, letter, pip = suit_colour(card.suit), LETTERS[card.rank], PIPS[card.suit]
    if small:
        letters, pips, stroke = place(letter, 17, 9, 1.7), place(pip, 40, 66, 2.4), 4.2
        middle = ""
    else:
        letters, stroke = place(letter, 9.8, 6.2) + place(letter, 62.2, 97.8, turned=True), 2.3
        pips = place(pip, 9.8, 27.6, 0.46) + place(pip, 62.2, 76.4, 0.46, turned=True)
        middle = _pips(card) if card.rank in _PLACES else court(card)
    return (
        f'<rect {_FRAME} fill="{COLOURS.card}" stroke="{COLOURS.card_edge}"/>{middle}'
        f'<path fill="none" stroke="{colour}" stroke-width="{stroke}" d="{letters}"/><path fill="{colour}" d="{pips}"/>'
    )


def _pips(card: Card) -> str:
    """Draw the pips of an ace, ten or nine as one path, those of the lower half upside down."""
    scale = 2.1 if card.rank is Rank.ACE else 0.62
    pips = (place(PIPS[card.suit], x, y, scale, turned=y > HEIGHT / 2) for x, y in _PLACES[card.rank])
    return f'<path fill="{suit_colour(card.suit)}" d="{"".join(pips)}"/>'


@cache
def back(*, small: bool = False) -> str:
    """Draw the back as a fragment, like `face`: a lattice with a star in the middle, the same from both ends.

    Small backs come in numbers, so theirs is a squared lattice, which dashes draw in half the bytes.

    >>> back().count("<path")
    2
    """
    if small:
        lattice = (
            f'<path stroke="{COLOURS.back_line}" stroke-width="88" stroke-dasharray="1 10" d="M8 52h56"/>'
            f'<path stroke="{COLOURS.back_line}" stroke-width="56" stroke-dasharray="1 9.875" d="M36 8v88"/>'
        )
    else:
        lines = "".join(_lattice_line(shift, slope) for shift in range(-66, 67, 12) for slope in (1, -1))
        lattice = f'<path fill="none" stroke="{COLOURS.back_line}" stroke-width=".7" d="{lines}M8 8h56v88h-56z"/>'
    star = "m0-14l3.2 10.8l10.8 3.2l-10.8 3.2l-3.2 10.8l-3.2-10.8l-10.8-3.2l10.8-3.2z"
    return (
        f'<rect {_FRAME} fill="{COLOURS.card}" stroke="{COLOURS.card_edge}"/>'
        f'<rect x="5" y="5" width="62" height="94" rx="3.5" fill="{COLOURS.back}"/>'
        f'{lattice}<circle cx="36" cy="52" r="17" fill="{COLOURS.back}" stroke="{COLOURS.back_line}"/>'
        f'<path fill="{COLOURS.back_line}" d="{place(star, 36, 52)}"/>'
    )


def _lattice_line(shift: int, slope: int) -> str:
    """Write the part of a slanting line, `shift` below the middle of the card, that lies inside the back's frame."""
    half_width, half_height = 28, 44
    low, high = sorted(slope * (edge - shift) for edge in (-half_height, half_height))
    low, high = max(low, -half_width), min(high, half_width)
    if low >= high:
        return ""
    return f"M{36 + low} {52 + shift + slope * low}l{high - low} {slope * (high - low)}".replace(" -", "-")


def _picture(drawing: str, title: str | None, width: int | None) -> str:
    size = "" if width is None else f' width="{width}" height="{round(width * HEIGHT / WIDTH)}"'
    role = 'aria-hidden="true" focusable="false"' if title is None else 'role="img"'
    name = "" if title is None else f"<title>{escape(title)}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"{size} {role}>{name}{drawing}</svg>'
