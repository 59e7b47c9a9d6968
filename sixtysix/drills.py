"""The values of a counting drill: what is shown, what is asked, and how an answer is judged.

A round of a drill is a script: `Step`s to look at and `Ask`s to answer, in order. `drill_tasks` writes the scripts,
`drilling` goes through one with a learner.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from .cards import Card, Suit, in_words
from .errors import DrillError, quoted
from .rules import Rules

SPOT_ON, CLOSE, NEAR, FAR = 2, 5, 10, 20
"""Percentage points by which an estimate may be off to be called so; right is whatever is at least close."""
MOST: Final = 100_000
"""The largest number that can be typed."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies open beside the trick: your hand, the turn-up, the trump suit and the number of face-down cards."""

    trump: Suit
    hand: tuple[Card, ...] = ()
    turn_up: Card | None = None
    stock: int | None = None
    """None where the stock is not part of the drill."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something to look at: cards, most often a trick, and what happened before it. No points are in it."""

    title: str
    cards: tuple[tuple[str, Card], ...] = ()
    """Who played it, ``"you"`` or ``"opponent"`` (empty for a card of nobody), and the card."""
    said: tuple[str, ...] = ()
    """What happened before the cards were played, in sentences."""
    taken: str = ""
    """Who took the trick, in a sentence."""
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a count: what it was, and what it adds to each of the numbers asked for."""

    text: str
    adds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and its answer: one or more whole numbers, a set of cards, or a probability.

    `labels` name the numbers, where there are several; `choices` are the cards to choose from. `count` tells how the
    numbers come about, from the last question on; `note` is the rule or reason said after every answer.
    """

    question: str
    truth: tuple[int, ...] | frozenset[Card] | Fraction
    labels: tuple[str, ...] = ()
    choices: tuple[Card, ...] = ()
    count: tuple[Line, ...] = ()
    note: str = ""
    board: Board | None = None

    @property
    def kind(self) -> str:
        """What is to be given: ``"numbers"``, ``"cards"`` or ``"percent"``."""
        if isinstance(self.truth, Fraction):
            return "percent"
        return "cards" if isinstance(self.truth, frozenset) else "numbers"


Script = tuple[Step | Ask, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A drill: its name in the progress file, its title, what it trains, its levels in words, and who writes a round.

    `script(seed, level, rules)` returns a round; levels count from 1.
    """

    name: str
    title: str
    about: str
    levels: tuple[str, ...]
    script: Callable[[int, int, Rules], Script]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, and what is said about it."""

    right: bool
    said: str


def judge(ask: Ask, answer: object) -> Verdict:
    """Judge an answer: a list of numbers, a list of card codes, or a number of percent.

    Raises `DrillError` for what is no answer to this question; then it may be answered again.

    >>> ask = Ask("Your points?", (24,), count=(Line("Trick 1", (10,)), Line("Trick 2", (14,))))
    >>> judge(ask, [10]).said
    '10 is 14 too few, as much as trick 2 brought. It is 24.'
    >>> judge(Ask("How likely?", Fraction(6, 17)), 37).said
    '37 % is spot on. It is 35.3 %, or 6 in 17.'
    """
    if isinstance(ask.truth, Fraction):
        return _judge_percent(ask.truth, answer)
    if isinstance(ask.truth, frozenset):
        return _judge_cards(ask, ask.truth, answer)
    return _judge_numbers(ask, ask.truth, answer)


def _judge_numbers(ask: Ask, truth: tuple[int, ...], answer: object) -> Verdict:
    given = _numbers(answer, len(truth))
    if given == truth:
        return Verdict(True, f"Right: {_listed(ask, truth)}.")
    said = [
        f"{_label(ask, at)}{one} is {abs(one - true)} too {'few' if one < true else 'many'}"
        f"{_where(ask.count, at, true - one)}."
        for at, (one, true) in enumerate(zip(given, truth, strict=True))
        if one != true
    ]
    return Verdict(False, " ".join([*said, f"It is {_listed(ask, truth)}."]))


def _numbers(answer: object, many: int) -> tuple[int, ...]:
    values = list(answer) if isinstance(answer, list | tuple) else [answer]
    if len(values) != many:
        raise DrillError(f"{many} numbers are asked for, not {len(values)}.")
    found = []
    for value in values:
        text = str(value).strip() if isinstance(value, int | str) and not isinstance(value, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and int(text) <= MOST):
            said = f"Type a whole number from 0, for example 24: {quoted(value)} is none."
            raise DrillError(said if text else "Type a whole number, then press Enter.")
        found.append(int(text))
    return tuple(found)


def _listed(ask: Ask, values: Iterable[int]) -> str:
    return ", ".join(f"{_label(ask, at)}{value}" for at, value in enumerate(values))


def _label(ask: Ask, at: int) -> str:
    return f"{ask.labels[at]} " if ask.labels else ""


def _where(count: tuple[Line, ...], at: int, missing: int) -> str:
    """Say which line, or which two lines together, make exactly the difference, if there is one such place only."""
    for many in (1, 2):
        found = [lines for lines in combinations(count, many) if sum(line.adds[at] for line in lines) == abs(missing)]
        found = [lines for lines in found if all(line.adds[at] for line in lines)]
        if len(found) == 1:
            names = " and ".join(line.text.partition(":")[0].lower() for line in found[0])
            return f", as much as {names} brought"
        if found:
            return ""
    return ""


def _judge_cards(ask: Ask, truth: frozenset[Card], answer: object) -> Verdict:
    if not isinstance(answer, list | tuple):
        raise DrillError("Choose the cards first.")
    codes = {card.code: card for card in ask.choices}
    for code in answer:
        if code not in codes:
            raise DrillError(f"{quoted(code)} is not among the cards to choose from.")
    given = frozenset(codes[code] for code in answer)
    if given == truth:
        return Verdict(True, f"Right: {_cards(truth)}.")
    said = []
    if missed := truth - given:
        said.append(f"You left out {_cards(missed)}.")
    if wrong := given - truth:
        said.append(f"{_cards(wrong)} {'does' if len(wrong) == 1 else 'do'} not belong to it.")
    return Verdict(False, " ".join([*said, f"It is {_cards(truth)}."]))


def _cards(cards: Iterable[Card]) -> str:
    found = sorted(cards)
    return in_words(found, "and") if found else "no card"


def _judge_percent(truth: Fraction, answer: object) -> Verdict:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 <= answer <= 100:
        raise DrillError(f"Give a number of percent from 0 to 100: {quoted(answer)} is none.")
    off = abs(Fraction(answer) - 100 * truth)
    grade = next((word for limit, word in _GRADES.items() if off <= limit), "is far off")
    return Verdict(off <= CLOSE, f"{answer:g} % {grade}. It is {percent(truth)}.")


_GRADES: Final[Mapping[int, str]] = {
    SPOT_ON: "is spot on",
    CLOSE: "is close",
    NEAR: "is near, but not close",
    FAR: "is off",
}
"""The five grades of an estimate, the last of them without a limit."""


def percent(chance: Fraction) -> str:
    """Write a probability as a percentage and as a fraction.

    >>> percent(Fraction(1, 4)), percent(Fraction(1))
    ('25.0 %, or 1 in 4', '100 %: certain')
    """
    if chance in (0, 1):
        return "100 %: certain" if chance else "0 %: impossible"
    return f"{float(100 * chance):.1f} %, or {chance.numerator} in {chance.denominator:,}"
