"""What the pictures are put together from: the picture itself, cards in their places, words on the felt, marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape

from ..cards import Card, Suit
from .faces import HEIGHT, WIDTH, back, face
from .paths import PIPS, number, place
from .theme import COLOURS, suit_colour

FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MARGIN: Final = 20.0
_LINE: Final = 20.0


class Svg(str):
    """An SVG picture as text, shown as a picture in a notebook; its repr says only what it shows.

    There is a `_repr_svg_` and on purpose no `_repr_html_`: JupyterLab, nbconvert, nbviewer and GitHub all show
    ``image/svg+xml``, Lab and nbconvert as an image apart from the page's styles. HTML would be preferred to it
    everywhere, GitHub and untrusted notebooks strip drawings out of HTML, and both together would double the file.

    >>> Svg("<svg/>", "three cards")
    <picture: three cards>
    """

    __slots__ = ("shows",)

    shows: str

    def __new__(cls, text: str, shows: str) -> "Svg":
        """Keep the text, and beside it what the picture shows in a few words."""
        made = super().__new__(cls, text)
        made.shows = shows
        return made

    def __reduce__(self) -> tuple[type["Svg"], tuple[str, str]]:
        """Let copies and pickles keep both."""
        return Svg, (str(self), self.shows)

    def __repr__(self) -> str:
        """Say what the picture shows."""
        return f"<picture: {self.shows}>"

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass
class Marks:
    """Which cards are ringed or crossed out, and which of them have been drawn."""

    ringed: frozenset[Card]
    crossed: frozenset[Card]
    met: set[Card] = field(default_factory=set)

    @classmethod
    def of(cls, highlight: Iterable[Card | str], crossed: Iterable[Card | str]) -> "Marks":
        """Read the cards an author names."""
        return cls(frozenset(map(Card, highlight)), frozenset(map(Card, crossed)))

    def check(self) -> None:
        """Raise `ValueError` if a marked card is not in the picture: nobody would see the mark."""
        missing = sorted((self.ringed | self.crossed) - self.met)
        if missing:
            raise ValueError(f"{missing[0]} is marked, but it is not to be seen in this picture")


def card_at(x: float, y: float, card: Card | None, marks: Marks, *, width: float = WIDTH, turn: int = 0) -> str:
    """Put a card, or a back for None, with its upper left corner at (x, y); narrow cards get the large index.

    `turn` turns it about that corner.
    """
    scale = width / WIDTH
    inside = back(small=width < 50) if card is None else face(card, small=width < 50)
    if card is not None:
        marks.met.add(card)
        if card in marks.crossed:
            # The cross leaves the index free; its pale edge keeps it visible on a red or black figure.
            cross = (
                '<path fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" d="M18 40l36 46m0-46l-36 46"/>'
            )
            inside += cross.format(COLOURS.card, 9) + cross.format(COLOURS.wrong, 5)
        if card in marks.ringed:
            inside += (
                f'<rect x="-4" y="-4" width="80" height="112" rx="11" fill="none" stroke="{COLOURS.gold}" '
                f'stroke-width="{number(3.5 / scale)}"/>'
            )
    turned = f"rotate({turn})" if turn else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned}scale({scale:.4g})">{inside}</g>'


def row_of_cards(
    cards: Sequence[Card | None], middle: float, y: float, marks: Marks, *, width: float = WIDTH, room: float
) -> str:
    """Lay cards in a row around `middle`; they close up and overlap when there is not room enough."""
    if not cards:
        return ""
    step = width + 8 * width / WIDTH
    if len(cards) > 1:
        step = min(step, (room - width) / (len(cards) - 1))
    left = middle - (step * (len(cards) - 1) + width) / 2
    return "".join(card_at(left + step * at, y, card, marks, width=width) for at, card in enumerate(cards))


def words(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 14,
    colour: str = COLOURS.ink,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """Write a line of text with its base line at y."""
    weight = ' font-weight="600"' if bold else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"{side}{weight}>'
        f"{escape(text)}</text>"
    )


def empty_place(x: float, y: float, *, due: bool) -> str:
    """Draw the outline where a card will lie; gold where it is due now."""
    colour = COLOURS.gold if due else COLOURS.place
    return (
        f'<rect x="{number(x + 1)}" y="{number(y + 1)}" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="7" '
        f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="6 5"/>'
    )


def suit_sign(x: float, y: float, suit: Suit) -> str:
    """Draw a suit sign on a small white plate of its own, 24 wide, with its middle at (x, y)."""
    return (
        f'<rect x="{number(x - 12)}" y="{number(y - 12)}" width="24" height="24" rx="5" fill="{COLOURS.card}" '
        f'stroke="{COLOURS.card_edge}"/><path fill="{suit_colour(suit)}" d="{place(PIPS[suit], x, y, 0.8)}"/>'
    )


def strip(y: float, width: float, lines: Sequence[str]) -> tuple[str, float]:
    """Write lines into the sunk strip at the foot of a picture; return it and its height."""
    letters = int((width - 2 * MARGIN - 24) / 7.2)  # broad letters at this size: a line must fit in any system font
    wrapped = [part for line in lines for part in wrap(line, letters)]
    height = _LINE * len(wrapped) + 14
    texts = "".join(words(MARGIN + 12, y + 22 + _LINE * at, line) for at, line in enumerate(wrapped))
    box = (
        f'<rect x="{number(MARGIN)}" y="{number(y)}" width="{number(width - 2 * MARGIN)}" height="{number(height)}" '
        f'rx="9" fill="{COLOURS.well}"/>'
    )
    return box + texts, height


def picture(
    parts: Iterable[str], size: tuple[float, float], *, title: str, description: str, shows: str, width: int | None
) -> Svg:
    """Put parts on a felt of their own, named and described for screen readers.

    Attributes only, and no ids, style sheets, gradients or shared parts: sanitisers leave such a picture whole.
    """
    across, down = size
    shown = (across, down) if width is None else (width, width * down / across)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(shown[0])}" height="{number(shown[1])}" '
        f'viewBox="0 0 {number(across)} {number(down)}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f'<rect x="1" y="1" width="{number(across - 2)}" height="{number(down - 2)}" rx="14" fill="{COLOURS.felt}" '
        f'stroke="{COLOURS.felt_edge}" stroke-width="2"/>'
        f'<g font-family="{FONT}">{"".join(parts)}</g></svg>',
        shows,
    )
