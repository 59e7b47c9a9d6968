"""Grids of the whole pack, suit by suit: which cards a player has seen, and which are still out."""

from collections.abc import Sequence

from ..cards import Card, Rank, Suit
from ..view import View
from .drawing import Svg, picture, strip, suit_sign, words
from .theme import COLOURS, suit_colour

_CELL, _TALL, _GAP = 25.0, 30.0, 2.0
_ACROSS = 640.0
_GRID = 36.0 + 6 * (_CELL + _GAP)
LEGEND = (
    "Gold: not seen yet. White: in your hand. Outlined: seen, and not played: the turn-up or in your opponent's hand. "
    "Bare: played."
)


def seen_svg(views: Sequence[View], titles: Sequence[str], *, caption: str | None = None) -> Svg:
    """Draw up to three views of one deal beside each other: a row for each suit, trumps first, a column for each rank.

    A card not seen yet is gold; `titles` stand above the grids. `ValueError` for no view or more than three, or when
    the titles are not as many as the views.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> seen_svg([Deal.random(Rules.guide(), seed=66).start().view(0)], ["at the start"])
    <picture: at the start: not seen ♣ K Q J, ♠ A 10 K Q 9, ♥ A 10 Q J, ♦ A 10 K Q J>
    """
    if not 1 <= len(views) <= 3 or len(titles) != len(views):
        raise ValueError(f"views: one to three with a title each, not {len(views)} with {len(titles)} titles")
    trump = views[0].trump
    suits = (trump, *(suit for suit in Suit if suit is not trump))
    parts, told = [], []
    left = (_ACROSS - _GRID * len(views)) / (len(views) + 1)
    for at, (view, title) in enumerate(zip(views, titles, strict=True)):
        x = left + (_GRID + left) * at
        parts.append(words(x, 32, title, bold=True))
        for row, suit in enumerate(suits):
            y = 46 + (_TALL + _GAP + (6 if row else 0)) * row
            parts.append(suit_sign(x + 12, y + _TALL / 2, suit))
            ranks = [rank for rank in Rank if Card.of(rank, suit) in view.rules.pack]
            parts += [
                _cell(view, Card.of(rank, suit), x + 36 + (_CELL + _GAP) * column, y)
                for column, rank in enumerate(ranks)
            ]
        told.append(f"{title}: not seen {_unseen(view, suits)}")
    y = 46 + 4 * (_TALL + _GAP + 6) + 8
    foot, height = strip(y, _ACROSS, [*([caption] if caption else []), LEGEND])
    return picture(
        [*parts, foot],
        (_ACROSS, y + height + 12),
        title=caption or "Which cards have been seen",
        description="\n".join([f"Trump {trump}.", *(f"{line[:1].upper()}{line[1:]}." for line in told)]),
        shows="; ".join(told),
        width=None,
    )


def _cell(view: View, card: Card, x: float, y: float) -> str:
    """Draw one card of a grid by what this player knows of it."""
    if card in view.unseen:
        ground, edge, ink, bold = COLOURS.gold, COLOURS.gold, COLOURS.gold_ink, True
    elif card in view.own:
        ground, edge, ink, bold = COLOURS.card, COLOURS.card_edge, suit_colour(card.suit), True
    elif card is view.turn_up or card in view.hand(1 - view.seat):
        ground, edge, ink, bold = "none", COLOURS.gold, COLOURS.ink, False
    else:
        ground, edge, ink, bold = "none", "none", COLOURS.quiet_ink, False
    box = (
        f'<rect x="{x:g}" y="{y:g}" width="{_CELL:g}" height="{_TALL:g}" rx="4" fill="{ground}" stroke="{edge}"/>'
        if edge != "none"
        else ""
    )
    return box + words(x + _CELL / 2, y + 20, card.rank.label, size=14, colour=ink, anchor="middle", bold=bold)


def _unseen(view: View, suits: Sequence[Suit]) -> str:
    rows = []
    for suit in suits:
        labels = [card.rank.label for card in sorted(view.unseen) if card.suit is suit]
        rows.append(f"{suit} {' '.join(labels) or 'none'}")
    return ", ".join(rows)
