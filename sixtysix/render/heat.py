"""A map of the share of layouts won, for every pair of needs."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

from ..rule_table import OUT
from .drawing import FONT, Svg, words
from .paths import number
from .theme import COLOURS

BANDS: Final = 10
"""Shares are drawn in steps of a tenth; none of the layouts and all of them are bands of their own."""
_CELL: Final = 5.0
_SIDE: Final = _CELL * (OUT + 1)
_LEFT, _TOP = 62.0, 42.0
_ACROSS, _DOWN = _LEFT + _SIDE + 16, _TOP + _SIDE + 96


def need_map_svg(shares: Sequence[Sequence[float]], my_need: int, his_need: int, *, width: int | None = None) -> Svg:
    """Draw the share of layouts that a close wins, seeing, by the card points each side needs.

    ``shares[mine][his]`` are shares from 0 to 1 for needs from 0 to 66. My need runs to the right, his need upwards; a
    line parts the needs with which at least half the layouts, and with which all of them, are won. The needs given are
    marked. The description says all of it in words. `ValueError` for shares of another shape or needs out of range.

    >>> need_map_svg([[1.0] * 67] * 34 + [[0.0] * 67] * 33, 20, 40)
    <picture: share of layouts won by need; you need 20, your opponent 40: 100.0 %>
    """
    if len(shares) != OUT + 1 or any(len(row) != OUT + 1 for row in shares):
        raise ValueError(f"shares: a map needs {OUT + 1} rows of {OUT + 1} shares, by my need and his need")
    for name, need in (("my_need", my_need), ("his_need", his_need)):
        if not 0 <= need <= OUT:
            raise ValueError(f"{name}: {need} is not a number of card points from 0 to {OUT}")
    here = f"you need {my_need}, your opponent {his_need}: {percent(shares[my_need][his_need])}"
    parts = [_cells(shares), _line(shares, 0.5), _line(shares, 1.0), _axes(), _here(my_need, his_need), _legend()]
    described = " ".join(
        [
            "Share of layouts that closing wins, both sides seeing all cards, by the card points you need (to the",
            "right) and the card points your opponent needs (upwards).",
            f"{here[0].upper()}{here[1:]}.",
            f"If your opponent needs {his_need}:",
            ", ".join(f"need {need}, {percent(shares[need][his_need])}" for need in range(0, OUT + 1, 10)) + ".",
        ]
    )
    across = _ACROSS if width is None else width
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(across)}" height="{number(across * _DOWN / _ACROSS)}" '
        f'viewBox="0 0 {number(_ACROSS)} {number(_DOWN)}" role="img">'
        f"<title>Share of layouts won, by need</title><desc>{escape(described)}</desc>"
        f'<rect width="{number(_ACROSS)}" height="{number(_DOWN)}" rx="10" fill="{COLOURS.paper}"/>'
        f'<g font-family="{FONT}">{"".join(parts)}</g></svg>',
        f"share of layouts won by need; {here}",
    )


def percent(share: float) -> str:
    """Write a share with one decimal: never 0.0 % or 100.0 % unless it is none or all.

    >>> percent(1.0), percent(0.9996), percent(0.0002), percent(0.705)
    ('100.0 %', '99.9 %', '0.1 %', '70.5 %')
    """
    rounded = share * 100 if share in (0, 1) else min(max(share * 100, 0.1), 99.9)
    return f"{rounded:.1f} %"


def _band(share: float) -> int:
    """Return the band of a share: 0 for none, `BANDS` + 1 for all."""
    return 0 if share <= 0 else BANDS + 1 if share >= 1 else 1 + int(share * BANDS)


def _fill(band: int) -> str:
    return f'fill="{COLOURS.heat}" fill-opacity="{band / (BANDS + 1):.2f}"'


def _cells(shares: Sequence[Sequence[float]]) -> str:
    """Draw one path for each band, made of runs of equal cells."""
    runs: dict[int, list[str]] = {}
    for his in range(OUT + 1):
        at = 0
        for band, cells in groupby(_band(shares[mine][his]) for mine in range(OUT + 1)):
            length = len(list(cells))
            runs.setdefault(band, []).append(f"M{at} {OUT - his}h{length}v1h-{length}z")
            at += length
    drawn = "".join(f'<path {_fill(band)} d="{"".join(paths)}"/>' for band, paths in sorted(runs.items()))
    return (
        f'<g transform="translate({number(_LEFT)} {number(_TOP)})scale({number(_CELL)})" '
        f'shape-rendering="crispEdges">{drawn}</g>'
    )


def _line(shares: Sequence[Sequence[float]], least: float) -> str:
    """Draw the border between cells of at least so much and the others."""
    path = ""
    for mine in range(OUT + 1):
        for his in range(OUT + 1):
            inside = shares[mine][his] >= least
            x, y = mine, OUT - his
            if mine < OUT and (shares[mine + 1][his] >= least) != inside:
                path += f"M{x + 1} {y}v1"
            if his < OUT and (shares[mine][his + 1] >= least) != inside:
                path += f"M{x} {y}h1"
    dash = "" if least == 1 else ' stroke-dasharray=".9 .6"'
    return (
        f'<path transform="translate({number(_LEFT)} {number(_TOP)})scale({number(_CELL)})" fill="none" '
        f'stroke="{COLOURS.paper_ink}" stroke-width=".36"{dash} d="{path}"/>'
    )


def _place(my_need: float, his_need: float) -> tuple[float, float]:
    """Return the middle of a cell on the picture."""
    return _LEFT + (my_need + 0.5) * _CELL, _TOP + (OUT - his_need + 0.5) * _CELL


def _axes() -> str:
    ink, soft = COLOURS.paper_ink, COLOURS.paper_soft_ink
    drawn = (
        f'<rect x="{number(_LEFT)}" y="{number(_TOP)}" width="{number(_SIDE)}" height="{number(_SIDE)}" '
        f'fill="none" stroke="{COLOURS.paper_edge}"/>'
    )
    for need in range(0, OUT + 1, 10):
        x, y = _place(need, need)
        drawn += words(x, _TOP + _SIDE + 18, str(need), size=13, colour=soft, anchor="middle")
        drawn += words(_LEFT - 8, y + 4, str(need), size=13, colour=soft, anchor="end")
    drawn += words(_LEFT + _SIDE / 2, _TOP + _SIDE + 38, "card points you need", colour=ink, anchor="middle")
    drawn += words(12, _TOP - 16, "card points your opponent needs", colour=ink)
    return drawn


def _here(my_need: int, his_need: int) -> str:
    """Mark the needs as they are: a cross of lines through the map and a ring."""
    x, y = _place(my_need, his_need)
    lines = f"M{number(x)} {number(_TOP)}V{number(_TOP + _SIDE)}M{number(_LEFT)} {number(y)}H{number(_LEFT + _SIDE)}"
    ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="6.5" fill="none" stroke="{{}}" stroke-width="{{}}"/>'
    return (
        f'<path fill="none" stroke="{COLOURS.paper_ink}" stroke-width=".8" d="{lines}"/>'
        + ring.format(COLOURS.paper, 6)
        + ring.format(COLOURS.paper_ink, 2.5)
    )


def _legend() -> str:
    """Draw the bands with their shares, and say what the lines and the ring mean."""
    y, soft = _TOP + _SIDE + 52, COLOURS.paper_soft_ink
    step = _SIDE / (BANDS + 2)
    drawn = ""
    for band in range(BANDS + 2):
        drawn += (
            f'<rect x="{number(_LEFT + step * band)}" y="{number(y)}" width="{number(step)}" height="12" '
            f'{_fill(band)} stroke="{COLOURS.paper_edge}" stroke-width=".5"/>'
        )
    for at, text, anchor in (
        (0.0, "none", "start"),
        (_SIDE / 2, "half (dashed line)", "middle"),
        (_SIDE, "all (line)", "end"),
    ):
        drawn += words(_LEFT + at, y + 28, text, size=13, colour=soft, anchor=anchor)
    return drawn
