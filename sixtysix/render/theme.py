"""All colours of the project, the pairs that meet on screen, and the style sheet variables made from them.

Nothing else names a colour: pictures, widgets and plots read `COLOURS`, style sheets the variables of `css_variables`.
`PAIRS` lists which ink really stands on which ground, and the tests compute the contrast of each.
"""

from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from ..cards import Suit


@dataclass(frozen=True, slots=True)
class Colours:
    """The palette, by plain names.

    The four suit colours keep their distance under the three common kinds of colour blindness, and each is dark enough
    for text on a white card. Cards carry their own white face and grey edge, so a dark notebook changes nothing.

    >>> COLOURS.spades, COLOURS.card
    ('#111111', '#FFFFFF')
    """

    # The table.
    felt: str = "#1F5C4A"
    felt_edge: str = "#174638"
    felt_light: str = "#256B56"  # the lighter middle of the felt; soft_ink must still be readable on it
    well: str = "#123B2F"  # the sunk strip with the status line
    ink: str = "#F4F1E8"
    soft_ink: str = "#D6E5DE"
    place: str = "#A9C6BA"  # the dashed outline where a card will lie
    button: str = "#2F6D5A"
    button_edge: str = "#A9C6BA"
    quiet_ink: str = "#CFDFD7"  # the words on a button that can't be used now
    gold: str = "#F2C14E"
    gold_words: str = "#FFDB80"  # gold as an ink: the ring and the edges may be deeper
    gold_ink: str = "#2B2100"

    # The cards.
    card: str = "#FFFFFF"
    card_edge: str = "#6B6B6B"
    spades: str = "#111111"
    hearts: str = "#D60904"
    diamonds: str = "#0D12C7"
    clubs: str = "#158568"
    court: str = "#FDF6E3"  # the ground of the picture cards
    court_gold: str = "#F7D077"
    back: str = "#274B7A"
    back_line: str = "#C9D6EA"

    # Pages of text: panels, captions, verdicts.
    paper: str = "#FEFDFB"
    paper_ink: str = "#1D1D1B"
    paper_soft_ink: str = "#55534E"
    paper_edge: str = "#85827A"
    paper_focus: str = "#8A5A00"
    right: str = "#0B6B3A"
    right_ground: str = "#E6F4EA"
    wrong: str = "#B3261E"
    wrong_ground: str = "#FBE9E7"
    near: str = "#8A5A00"
    near_ground: str = "#FDF3DC"
    right_on_felt: str = "#B4F0CB"
    wrong_on_felt: str = "#FFD5CE"

    plot_ground: str = "#FFFFFF"
    plot_ink: str = "#1D1D1B"
    plot_grid: str = "#DEDCD5"
    plot_you: str = "#0072B2"
    plot_opponent: str = "#B4568A"
    # Three numbers that are never mixed: one plan for all layouts, both sides seeing, and played by players.
    plot_guaranteed: str = "#0072B2"
    plot_seeing: str = "#C44F00"
    plot_in_play: str = "#007A5A"
    heat: str = "#2A8C82"  # a map's fullest cell; the emptier ones let the paper through


COLOURS: Final = Colours()
"""The palette in use."""


class Pair(NamedTuple):
    """Two colours that meet: an ink (or edge) and its ground, and the least contrast ratio it needs."""

    ink: str
    ground: str
    least: float


TEXT: Final = 4.5
"""Least contrast of text (WCAG 1.4.3)."""

EDGE: Final = 3.0
"""Least contrast of an edge, a focus ring or a drawn mark (WCAG 1.4.11)."""

_SUITS = ("spades", "hearts", "diamonds", "clubs")
_FELTS = ("felt", "felt_light")

PAIRS: Final[tuple[Pair, ...]] = (
    *(Pair(ink, ground, TEXT) for ink in ("ink", "soft_ink") for ground in (*_FELTS, "felt_edge", "well")),
    *(Pair(ink, ground, TEXT) for ink in ("right_on_felt", "wrong_on_felt") for ground in (*_FELTS, "well")),
    *(Pair(edge, ground, EDGE) for edge in ("place", "gold", "card") for ground in _FELTS),
    Pair("gold", "well", EDGE),
    Pair("ink", "button", TEXT),
    *(Pair(ink, ground, TEXT) for ink in ("quiet_ink", "gold_words") for ground in _FELTS),
    Pair("button_edge", "felt", EDGE),
    Pair("gold_ink", "gold", TEXT),
    *(Pair(suit, ground, TEXT) for suit in _SUITS for ground in ("card", "paper", "plot_ground")),
    *(Pair(suit, ground, EDGE) for suit in _SUITS for ground in ("court", "court_gold")),
    Pair("card_edge", "card", EDGE),
    Pair("back", "card", EDGE),
    Pair("back_line", "back", EDGE),
    *(Pair(ink, "paper", TEXT) for ink in ("paper_ink", "paper_soft_ink", "right", "wrong", "near")),
    *(Pair(edge, "paper", EDGE) for edge in ("paper_edge", "paper_focus")),
    *(Pair(verdict, f"{verdict}_ground", TEXT) for verdict in ("right", "wrong", "near")),
    *(Pair("paper_ink", f"{verdict}_ground", TEXT) for verdict in ("right", "wrong", "near")),
    Pair("heat", "paper", EDGE),
    *(Pair(f"plot_{name}", "paper", EDGE) for name in ("seeing", "guaranteed")),
    Pair("paper_ink", "heat", EDGE),
    Pair("plot_ink", "plot_ground", TEXT),
    *(Pair(f"plot_{name}", "plot_ground", TEXT) for name in ("you", "opponent", "guaranteed", "seeing", "in_play")),
)
"""Every ink and ground that meet, by name, with the contrast they need."""


def suit_colour(suit: Suit) -> str:
    """Return the colour of a suit.

    >>> suit_colour(Suit.HEARTS)
    '#D60904'
    """
    return str(getattr(COLOURS, suit.word))


def css_variables(selector: str = ":root") -> str:
    """Write the palette as custom properties, one rule for `selector`: ``--s66-felt`` and so on.

    The widgets put this text before their own style sheet, which then never names a colour itself.

    >>> css_variables(".s66").splitlines()[:2]
    ['.s66 {', '  --s66-felt: #1F5C4A;']
    """
    lines = [f"  --s66-{name.replace('_', '-')}: {colour};" for name, colour in asdict(COLOURS).items()]
    return "\n".join([f"{selector} {{", *lines, "}", ""])


def contrast(one: str, other: str) -> float:
    """Compute the WCAG contrast ratio of two colours written ``#RRGGBB``: 1 for equal ones, 21 for black on white.

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
