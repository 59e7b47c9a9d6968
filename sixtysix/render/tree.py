"""A picture of a tree of play: what may be played, what may follow, and what each card is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..cards import Card
from .drawing import MARGIN, Svg, picture, strip, words
from .paths import number
from .theme import COLOURS, suit_colour

_COLUMN: Final = 138.0
_PLATE: Final = (88.0, 28.0)
_ROW: Final = 36.0
_NOTE: Final = 176.0
_HEAD: Final = 44.0


@dataclass(frozen=True, slots=True)
class Branch:
    """A card in a tree of play: whose it is, what it is worth to the reader, and what may follow.

    `worth` is in game points, below 0 for the opponent. The best branches make one line from the root. `note` is said
    where a branch ends.

    >>> Branch(Card("TH"), mine=True, worth=-1, note="your opponent is out").words
    'you play 10♥ (-1)'
    """

    card: Card
    mine: bool
    worth: int
    best: bool = False
    note: str = ""
    then: tuple["Branch", ...] = ()

    @property
    def words(self) -> str:
        """What the branch says, for readers who don't see the picture."""
        return f"{'you play' if self.mine else 'your opponent plays'} {self.card} ({self.worth:+})"

    def lines(self, indent: str = "") -> Iterator[str]:
        """Go through the branch and all that follows, a line each."""
        note = f": {self.note}" if self.note else ""
        yield f"{indent}{'best: ' if self.best else ''}{self.words}{note}"
        for branch in self.then:
            yield from branch.lines(indent + "  ")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A branch with its place: the number of its column, and the height of its middle."""

    branch: Branch
    column: int
    y: float
    then: tuple["_Placed", ...] = ()


def tree_svg(
    branches: Sequence[Branch],
    *,
    heads: Sequence[str] = (),
    caption: str | None = None,
    width: int | None = None,
) -> Svg:
    """Draw a tree of play from left to right, a column for each card.

    Rounded plates are the reader's cards, square ones with a blue edge the opponent's; each says what the card is worth
    to the reader in game points, both playing their best afterwards. The best line is thick and gold. `heads` stand
    over the columns; `caption` stands at the foot over the key; `width` is in pixels. `ValueError` without a branch.

    >>> tree_svg([Branch(Card("AS"), True, 1, best=True), Branch(Card("9S"), True, -1)])
    <picture: tree of play: A♠ +1 (best), 9♠ -1>
    """
    if not branches:
        raise ValueError("branches: there is nothing to draw")
    placed, rows = _place(branches, 0, 0)
    columns = 1 + max(one.column for one in _each(placed))
    root = _Placed(Branch(branches[0].card, True, 0), -1, _middle([one.y for one in placed]), tuple(placed))
    across = 2 * MARGIN + 40 + _COLUMN * columns - 50 + _NOTE
    parts = [
        words(_x(column) + _PLATE[0] / 2, 30, head, size=13, colour=COLOURS.soft_ink, anchor="middle")
        for column, head in enumerate(heads[:columns])
    ]
    edges = [(one, child) for one in (root, *_each(placed)) for child in one.then]
    edges.sort(key=lambda edge: edge[1].branch.best)  # the best line lies on top
    parts += [_edge(one, child) for one, child in edges]
    parts.append(f'<circle cx="{number(MARGIN)}" cy="{number(root.y)}" r="6" fill="{COLOURS.gold}"/>')
    parts += [_plate(one) for one in _each(placed)]
    key = "Rounded: your cards. Square: your opponent's. Numbers: game points to you. Thick and gold: the best line."
    foot, height = strip(_HEAD + _ROW * rows + 8, across, [*([caption] if caption else []), key])
    shows = ", ".join(f"{one.card} {one.worth:+}{' (best)' if one.best else ''}" for one in branches)
    told = [line for branch in branches for line in branch.lines()]
    return picture(
        [*parts, foot],
        (across, _HEAD + _ROW * rows + height + 22),
        title=caption or "A tree of play",
        description="\n".join(["The tree, game points to you in brackets.", *told]),
        shows=f"tree of play: {shows}",
        width=width,
    )


def _place(branches: Sequence[Branch], column: int, row: int) -> tuple[list[_Placed], int]:
    """Give every branch its place, a row for each end; return them and the next row."""
    placed = []
    for branch in branches:
        then, after = _place(branch.then, column + 1, row)
        y = _middle([one.y for one in then]) if then else _HEAD + _ROW * (row + 0.5)
        row = after if then else row + 1
        placed.append(_Placed(branch, column, y, tuple(then)))
    return placed, row


def _middle(heights: Sequence[float]) -> float:
    return (heights[0] + heights[-1]) / 2


def _each(placed: Sequence[_Placed]) -> Iterator[_Placed]:
    for one in placed:
        yield one
        yield from _each(one.then)


def _x(column: int) -> float:
    """Return the left edge of a column."""
    return MARGIN + 40 + _COLUMN * column


def _edge(one: _Placed, child: _Placed) -> str:
    x, y = MARGIN if one.column < 0 else _x(one.column) + _PLATE[0], number(one.y)
    look = f'stroke="{COLOURS.gold}" stroke-width="5"' if child.branch.best else f'stroke="{COLOURS.place}"'
    middle, end = number((x + _x(child.column)) / 2), f"{number(_x(child.column))} {number(child.y)}"
    return f'<path d="M{number(x)} {y}C{middle} {y} {middle} {number(child.y)} {end}" fill="none" {look}/>'


def _plate(one: _Placed) -> str:
    branch, (width, height) = one.branch, _PLATE
    x, y = _x(one.column), one.y - height / 2
    edge, thick, corner = (COLOURS.card_edge, 1, 14) if branch.mine else (COLOURS.back, 3, 1)
    drawn = (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="{corner}" '
        f'fill="{COLOURS.card}" stroke="{edge}" stroke-width="{thick}"/>'
    )
    drawn += words(x + 12, y + 19, str(branch.card), size=15, colour=suit_colour(branch.card.suit), bold=True)
    worth = f"{branch.worth:+}".replace("-", "−")
    drawn += words(x + width - 12, y + 19, worth, colour=COLOURS.spades, anchor="end", bold=branch.best)
    if branch.note:
        drawn += words(x + width + 12, y + 19, branch.note, size=13, bold=branch.best)
    return drawn
