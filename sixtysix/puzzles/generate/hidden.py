"""What is hidden from the learner, and chances written as answers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ...cards import Card
from ...counting import certain
from ...public import marriage
from ..puzzle import YOU
from .tally import Slip, Tally


class Hidden(NamedTuple):
    """How many cards may be held, how many of them are, how many lie face down; and cards known to be held or not."""

    free: int
    places: int
    down: int
    held: tuple[Card, ...]
    out: tuple[Card, ...]

    @property
    def odds(self) -> str:
        """How likely one of the cards is to be held, as an answer."""
        return f"{self.places} in {self.free}"


def hidden_cards(tally: Tally) -> Hidden | None:
    """Return what is hidden; None where nothing is, or too much to count."""
    view = tally.view
    if view.trick or not view.turn_up or view.layouts() < 3:
        return None
    free = view.unseen - view.lacks[1 - YOU]
    places = view.hand_size(1 - YOU) - len(view.hand(1 - YOU))
    out = tuple(sorted(view.unseen - free))
    return Hidden(len(free), places, len(free) - places, view.hand(1 - YOU), out)


def known_before(tally: Tally, hidden: Hidden) -> str:
    """Say what is known of the opponent's hand, as a sentence to put in front; nothing if nothing is."""
    return f"{in_one(fact.why for fact in certain(tally.view))} " if hidden.held or hidden.out else ""


def in_one(sentences: Iterable[str]) -> str:
    """Put sentences about your opponent into one.

    >>> in_one(["Your opponent closed.", "Your opponent exchanged 9♣ for A♣."])
    'Your opponent closed, and exchanged 9♣ for A♣.'
    """
    first, *more = dict.fromkeys(sentences)
    rest = (text.removeprefix("Your opponent ").removesuffix(".") for text in more)
    return ", and ".join([first.removesuffix("."), *(text[:1].lower() + text[1:] for text in rest)]) + "."


def themes_of(tally: Tally, hidden: Hidden) -> tuple[str, ...]:
    """Return the themes that what is known of the hand touches."""
    married = any(card in marriage(one.suit) for one in tally.marriages if one.seat != YOU for card in hidden.held)
    fetched = tally.fetched in hidden.held
    closed = tally.view.closed_by is not None
    named = (("marriage", married), ("exchange", fetched), ("lead-after-close", closed))
    return tuple(theme for theme, fits in named if fits)


def told_so_far(tally: Tally) -> str:
    """Begin a question: how far the deal has come."""
    return f"{tally.before}{tally.played}; {tally.stage[:1].lower()}{tally.stage[1:]}, and {tally.trumps}."


def different(slips: list[Slip], true: str, most: int = 4) -> tuple[Slip, ...]:
    """Keep slips whose chances differ, however they are written."""
    kept: list[Slip] = []
    seen = {fraction(true)}
    for slip in slips:
        if fraction(slip.text) not in seen:
            seen.add(fraction(slip.text))
            kept.append(slip)
    return tuple(sorted(kept[:most], key=lambda slip: fraction(slip.text)))


def fraction(text: str) -> Fraction:
    """Read odds.

    >>> fraction("6 in 9")
    Fraction(2, 3)
    """
    part, _, whole = text.partition(" in ")
    return Fraction(int(part), int(whole))


def written(odds: Fraction, whole: int) -> str:
    """Write odds over a whole if they fit, else shortened.

    >>> written(Fraction(2, 3), 9), written(Fraction(2, 3), 8)
    ('6 in 9', '2 in 3')
    """
    parts = odds * whole
    return f"{parts} in {whole}" if parts.denominator == 1 else f"{odds.numerator} in {odds.denominator}"


def refuted(slip: Slip) -> str:
    """Say as a sentence what a slip leads to."""
    return f"If you {slip.order}, you come to {slip.text}."
