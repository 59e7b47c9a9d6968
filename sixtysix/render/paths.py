"""Outlines as path data: the suit signs, the rank letters, and a way to put an outline anywhere, either way up.

Everything is drawn by us, with no font, so a card looks alike on every machine; and every outline is written out where
it is used, because shared parts need ids: they clash when several pictures stand in one page, and sanitisers drop them.
"""

import re
from typing import Final

from ..cards import Rank, Suit

PIPS: Final[dict[Suit, str]] = {
    Suit.SPADES: "m0-10c2.6 4.2 9 9 9 12.4s-2 4.6-4.3 4.6s-3-.8-3.9-2c.3 2.2 1.2 3.8 3 5h-7.6c1.8-1.2 2.7-2.8 3-5"
    "c-.9 1.2-1.6 2-3.9 2s-4.3-1.2-4.3-4.6s6.4-8.2 9-12.4z",
    Suit.HEARTS: "m0 9.6c-2.2-3.8-9-7.6-9-13.2c0-3.4 2.4-5.6 5-5.6c1.9 0 3.4 1.2 4 3c.6-1.8 2.1-3 4-3"
    "c2.6 0 5 2.2 5 5.6c0 5.6-6.8 9.4-9 13.2z",
    Suit.DIAMONDS: "m0-10c1.8 3.4 4.6 7 7.5 10c-2.9 3-5.7 6.6-7.5 10c-1.8-3.4-4.6-7-7.5-10c2.9-3 5.7-6.6 7.5-10z",
    Suit.CLUBS: "m-3.8 10h7.6c-1.8-1.2-2.7-2.8-3-5.2a4.7 4.7 0 1 0 2-7a4.7 4.7 0 1 0-5.6 0a4.7 4.7 0 1 0 2 7"
    "c-.3 2.4-1.2 4-3 5.2z",
}
"""The suit signs around (0, 0), about 20 high, filled."""

LETTERS: Final[dict[Rank, str]] = {
    Rank.ACE: "m-4.7 14l4.7-13.2l4.7 13.2m-7.9-4.4h6.4",
    Rank.TEN: "m-6.3 3l2.5-2.4v13.4m6.6-13a3 6 0 1 1 0 12a3 6 0 1 1 0-12z",
    Rank.KING: "m-3.6 0v14m8-14l-8 8.8m2.6-2.8l5.8 8",
    Rank.QUEEN: "m-.2 1a4.4 6 0 1 1 0 12a4.4 6 0 1 1 0-12zm1 8.4l4 4.6",
    Rank.JACK: "m-1.4 1h4.2v8.8a3.2 3.4 0 0 1-6.6 0v-1",
    Rank.NINE: "m3.8 5a3.8 4 0 1 0-7.6 0a3.8 4 0 1 0 7.6 0c0 4-1.2 6.6-4.6 8.6",
}
"""The rank letters, 14 high from y = 0 and centred on x = 0, as strokes about 2 wide."""

_STEP = re.compile(r"([a-z])([^a-z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")


def number(value: float) -> str:
    """Write a number as short as it goes, to one place: a twentieth of a unit is too small to see.

    >>> number(0.5), number(-0.25), number(12.0), number(-0.001)
    ('.5', '-.2', '12', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def place(outline: str, x: float, y: float, scale: float = 1, *, turned: bool = False) -> str:
    """Put an outline of relative steps at a place: the first step starts from (x, y); `turned` is upside down.

    Each step is written from where the rounded ones before it have led, so that rounding does not add up.

    >>> place("m0-10h4.5z", 20, 30, 2), place("m0-10h4.5z", 20, 30, 2, turned=True)
    ('M20 10h9z', 'M20 50h-9z')
    """
    factor = -scale if turned else scale
    true, shown = (x, y), (0.0, 0.0)
    start = shown
    text: list[str] = []
    for letter, numbers in _STEP.findall(outline):
        if letter == "z":
            true = shown = start
            text.append(letter)
            continue
        values = [float(value) for value in _NUMBER.findall(numbers)]
        points = [(true[0] + dx * factor, true[1] + dy * factor) for dx, dy in _points(letter, values)]
        rounded = [(round(px - shown[0], 1), round(py - shown[1], 1)) for px, py in points]
        written = [value for point in rounded for value in point]
        if letter in "hv":
            written = [written["hv".index(letter)]]
        elif letter == "a":  # the radii and flags stay: half a turn does not change which way round an arc goes
            written = [values[0] * scale, values[1] * scale, *values[2:5], *written]
        text.append(("M" if not text else letter) + " ".join(map(number, written)).replace(" -", "-"))
        true, shown = points[-1], (shown[0] + rounded[-1][0], shown[1] + rounded[-1][1])
        if letter == "m":
            start = true = shown
    return "".join(text)


def _points(letter: str, values: list[float]) -> list[tuple[float, float]]:
    """Return the points a step names, counted from where it starts; the last is where it ends."""
    if letter == "h":
        return [(values[0], 0)]
    if letter == "v":
        return [(0, values[0])]
    if letter == "a":
        values = values[5:]
    return list(zip(values[::2], values[1::2], strict=True))
