"""The browser's part of the widgets: scripts and style sheets of this folder, and the pictures of the cards."""

from functools import cache
from importlib.resources import files
from typing import Any

from ..cards import PACK, Suit
from ..render import back_svg, css_variables, face_svg
from ..render.drawing import suit_sign
from ..rule_table import OUT


def script(*names: str) -> str:
    """Return a widget's module: `common.js` and its own files joined, so that the browser has nothing to fetch."""
    return "".join(map(_read, ("common.js", *names)))


def style(*names: str) -> str:
    """Return a widget's style sheet: the colours of the theme, then what is common, then its own rules."""
    return css_variables(".s66") + "".join(map(_read, ("common.css", *names)))


@cache
def card_pictures() -> dict[str, Any]:
    """Return what never changes: faces by card code, the backs, suit signs, and the words for each card."""
    return {
        "full": {card.code: face_svg(card, titled=False) for card in PACK},
        "small": {card.code: face_svg(card, titled=False, small=True) for card in PACK},
        "back": back_svg(titled=False),
        "names": {card.code: card.name for card in PACK},
        "labels": {card.code: str(card) for card in PACK},
        "suits": {suit.value: suit.word for suit in Suit},
        "signs": {suit.value: _sign(suit) for suit in Suit},
        "out": OUT,
    }


def _sign(suit: Suit) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 26 26" aria-hidden="true" focusable="false">'
        f"{suit_sign(12, 12, suit)}</svg>"
    )


@cache
def _read(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
