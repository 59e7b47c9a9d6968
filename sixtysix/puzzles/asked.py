"""What a puzzle can ask for where it does not ask what to do, and what the text of an answer means."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..cards import Card, Rank, Suit, in_words
from ..errors import NotationError, PuzzleError, quoted

NUMBERS: Final = (
    *("my points", "their points", "points missing", "points out"),
    *("trumps unseen", "hands", "certain points", "wins of close"),
)
"""Facts that are a number. ``points out`` are the card points of the opponent's hand and the face-down stock, ``hands``
is how many hands the opponent may have, ``wins of close`` in how many of them the best plan of the closer's wins."""
YES_OR_NO: Final = ("out", "certain", "close pays", "high")
"""Facts that are true or not. ``high TS``: no card that is still out beats your 10♠ in its suit. ``close pays``: the
best plan of the closer's is worth more than 0 game points, on average over the layouts."""
CARDS: Final = ("unseen", "their hand", "known", "ruled out")
"""Facts that are cards. ``unseen S`` asks for spades, ``unseen A T`` for aces and tens, the turn-up and your own hand
being seen. ``known`` is what the opponent certainly holds, ``ruled out`` the unseen cards that certainly lie face down.
"""
ODDS: Final = ("holds", "holds any", "beaten")
"""Facts that are a probability. ``holds KS QS``: the opponent holds both. ``holds any AS TS``: at least one of them.
``beaten AS``: the opponent can beat your A♠ if you lead it."""
FACTS: Final = (*NUMBERS, *YES_OR_NO, *CARDS, *ODDS)
"""All that can be asked for."""
CLOSING: Final = ("certain", "certain points", "close pays", "wins of close")
"""Facts about a close: the solver finds them, and the learner may see the points."""

_NAMED: Final = {"high": (1, 1), "beaten": (1, 1), "holds": (1, 24), "holds any": (2, 24)}
"""How many cards a fact names, at least and at most; others name none."""
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_ODDS: Final = re.compile(rf"({_NUMBER.pattern}) in ({_NUMBER.pattern})")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: one of `FACTS`, and the cards it is about, or its suits and ranks, all four and six if none.

    >>> Asked.read("holds any AS TS").cards
    (Card('AS'), Card('TS'))
    >>> len(Asked.read("unseen A T").suits), [rank.value for rank in Asked.read("unseen A T").ranks]
    (4, ['A', 'T'])
    """

    name: str
    cards: tuple[Card, ...] = ()
    suits: tuple[Suit, ...] = ()
    ranks: tuple[Rank, ...] = ()

    @classmethod
    def read(cls, text: object) -> "Asked":
        """Read the text of a fact; `PuzzleError` says what can be asked for."""
        words = text.split() if isinstance(text, str) else []
        for size in (3, 2, 1):
            name, more = " ".join(words[:size]), words[size:]
            if name in FACTS and " ".join(words) == text:
                found = cls._about(name, more)
                if found:
                    return found
        named = {"unseen": "unseen S, unseen A T", "high": "high TS", "beaten": "beaten AS"}
        named |= {"holds": "holds KS QS", "holds any": "holds any AS TS"}
        facts = ", ".join(named.get(fact, fact) for fact in FACTS)
        raise PuzzleError(f"fact: {quoted(text)} cannot be asked for; use {facts}")

    @classmethod
    def _about(cls, name: str, more: list[str]) -> "Asked | None":
        if name == "unseen":
            suits, ranks = {suit.value: suit for suit in Suit}, {rank.value: rank for rank in Rank}
            if not more or not set(more) <= {*suits, *ranks}:
                return None
            return cls(
                name,
                suits=tuple(suits[word] for word in more if word in suits) or tuple(Suit),
                ranks=tuple(ranks[word] for word in more if word in ranks) or tuple(Rank),
            )
        least, most = _NAMED.get(name, (0, 0))
        if not least <= len(more) <= most:
            return None
        try:
            cards = tuple(map(Card, more))
        except NotationError:
            return None
        return cls(name, cards) if len(set(cards)) == len(cards) else None


def meaning(fact: str, text: str) -> object:
    """Return what the text of an answer says: a number, a truth, a set of cards or a `Fraction`.

    `PuzzleError` if it says nothing of what is asked for.

    >>> meaning("holds AS", "6 in 17"), meaning("high TS", "yes"), meaning("hands", "56"), meaning("unseen S", "none")
    (Fraction(6, 17), True, 56, frozenset())
    """
    name = Asked.read(fact).name
    try:
        if name in NUMBERS and _NUMBER.fullmatch(text):
            return int(text)
        if name in YES_OR_NO:
            return {"yes": True, "no": False}[text]
        if name in ODDS:
            return _odds(text)
        if name in CARDS:
            cards = [Card(word) for word in text.split()] if text != "none" else []
            if len(set(cards)) == len(cards):
                return frozenset(cards)
    except (ValueError, KeyError):
        pass
    raise PuzzleError(f"answer: {quoted(text)} does not answer what is asked for: {fact}")


def _odds(text: str) -> Fraction:
    found = _ODDS.fullmatch(text)
    if not found:
        raise ValueError("odds are written like 6 in 17")
    part, whole = map(int, found.groups())
    if not part <= whole or not whole:
        raise ValueError("a part is no more than the whole")
    return Fraction(part, whole)


def in_answer(meant: object) -> str:
    """Say a fact as an answer that a learner reads.

    >>> in_answer(frozenset({Card("TS"), Card("AS")})), in_answer(True)
    ('A♠ and 10♠', 'Yes')
    >>> in_answer(Fraction(6, 17))
    '6 in 17'
    """
    if isinstance(meant, bool):
        return "Yes" if meant else "No"
    if isinstance(meant, Fraction):
        return f"{meant.numerator} in {meant.denominator}"
    if isinstance(meant, frozenset):
        return in_words(sorted(meant), "and") if meant else "None"
    return str(meant)
