"""The values of a counting drill: what is shown, what is asked, and how an answer is judged.

A round of a drill is a script: `Step`s to look at and `Ask`s to answer, in order. `drill_tasks` writes the scripts,
`drilling` goes through one with a learner.
"""

import re
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
MOST: Final = 99_999
"""The largest number that can be typed."""
YOU: Final = "you"
"""The label of the learner's own number."""
REASONS: Final = 3
"""The most wrong cards whose place is told after an answer."""


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
    """What it is, most often a name and after a colon what belongs to it: ``"Trick 3: A♠ and 9♥"``."""
    adds: tuple[int, ...]
    base: bool = False
    """Whether it is what the count starts from; no mistake is looked for there."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and its answer: one or more whole numbers, a set of cards, or a probability.

    `labels` name the numbers, where there are several; `choices` are the cards to choose from. `count` tells how the
    numbers come about, from the last question on; `note` is the rule or reason said after every answer.

    >>> Ask("How likely?", Fraction(6, 17)).kind
    'percent'
    """

    question: str
    truth: tuple[int, ...] | frozenset[Card] | Fraction
    labels: tuple[str, ...] = ()
    choices: tuple[Card, ...] = ()
    count: tuple[Line, ...] = ()
    note: str = ""
    board: Board | None = None
    cards: tuple[Card, ...] = ()
    """What is looked at while the question is answered, where it is not asked from memory."""
    traps: tuple[Line, ...] = ()
    """What is easily counted by mistake, and what it would add to each number."""
    why: tuple[tuple[Card, str], ...] = ()
    """Where a card to choose from is, as the rest of a sentence that begins with it: ``"was played in trick 3"``."""

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
    """Whether an answer is right, what is said about it, and the answer as it was understood (JSON data)."""

    right: bool
    said: str
    given: list[int] | list[str] | float


def judge(ask: Ask, answer: object) -> Verdict:
    """Judge an answer: a list of numbers, a list of card codes, or a number of percent; a number may be a text.

    Raises `DrillError` for what is no answer to this question; then it may be answered again.

    >>> ask = Ask("Your points?", (24,), count=(Line("Trick 1", (10,)), Line("Trick 2", (14,))))
    >>> judge(ask, [10]).said
    '10 is 14 too few, as if trick 2 had been left out. It is 24.'
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
        return Verdict(True, f"Right: {_listed(ask, truth)}.", list(given))
    said = []
    for at, (one, true) in enumerate(zip(given, truth, strict=True)):
        if one != true:
            label = f"{ask.labels[at][:1].upper()}{ask.labels[at][1:]}: " if ask.labels else ""
            much = f"{abs(one - true):,} too {'few' if one < true else 'many'}"
            said.append(f"{label}{one:,} is {much}{_mistake(ask, at, one - true)}.")
    found = _listed(ask, truth)
    if ask.labels[:1] == (YOU,):
        said.append(f"{found[0].upper()}{found[1:]}.")
    else:
        said.append(f"The count: {found}." if ask.labels else f"It is {found}.")
    return Verdict(False, " ".join(said), list(given))


def _numbers(answer: object, many: int) -> tuple[int, ...]:
    values = list(answer) if isinstance(answer, list | tuple) else [answer]
    if len(values) != many:
        wanted = "One number is" if many == 1 else f"{many} numbers are"
        raise DrillError(f"{wanted} asked for, not {len(values)}.")
    return tuple(_number(value) for value in values)


def _number(value: object) -> int:
    found = value
    if isinstance(value, str):
        text = value.strip()
        if not text:
            raise DrillError("Type a whole number, then press Enter.")
        found = int(text.replace(",", "")) if _WHOLE.fullmatch(text) else None
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= MOST:
        raise DrillError(f"Type a whole number from 0 to {MOST:,}, for example 24: {quoted(value)} is none.")
    return found


_WHOLE: Final = re.compile(rf"[0-9]{{1,{len(str(MOST))}}}|[0-9]{{1,3}},[0-9]{{3}}")
"""A whole number, with or without the comma that it is shown with."""


def _listed(ask: Ask, values: Iterable[int]) -> str:
    labels = [f"{label} have " if label == YOU else f"{label} " for label in ask.labels] or [""]
    return ", ".join(f"{label}{value:,}" for label, value in zip(labels, values, strict=True))


def _mistake(ask: Ask, at: int, off: int) -> str:
    """Say which one mistake makes exactly the difference, if there is only one: nothing if there are none or more."""
    lines = [line for line in ask.count if line.adds[at] and not line.base]
    left_out: list[tuple[Line, ...]] = [(line,) for line in lines if line.adds[at] == -off]
    trapped = [line for line in ask.traps if line.adds[at] == off]
    twice = [line for line in lines if line.adds[at] == off]
    if not left_out and not trapped and not twice:
        left_out += [pair for pair in combinations(lines, 2) if sum(line.adds[at] for line in pair) == -off]
    if len(left_out) + len(trapped) == 1:
        names = " and ".join(map(_name, left_out[0] if left_out else trapped))
        return f", as if {names} had been {'left out' if left_out else 'counted'}"
    if not left_out and not trapped and len(twice) == 1:
        return f", as if {_name(twice[0])} had been counted twice"
    return ""


def _name(line: Line) -> str:
    """Return what a line is about, for the middle of a sentence."""
    name = line.text.partition(":")[0]
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def _judge_cards(ask: Ask, truth: frozenset[Card], answer: object) -> Verdict:
    if not isinstance(answer, list | tuple):
        raise DrillError("Choose the cards first.")
    codes = {card.code: card for card in ask.choices}
    for code in answer:
        if not isinstance(code, str) or code not in codes:
            raise DrillError(f"{quoted(code)} is not among the cards to choose from.")
    given = frozenset(codes[code] for code in answer)
    listed = [card.code for card in sorted(given)]
    if given == truth:
        return Verdict(True, f"Right: {_cards(truth) if truth else 'none of them'}.", listed)
    said = []
    if missed := truth - given:
        said.append(f"You left out {_cards(missed)}.")
    if wrong := given - truth:
        reasons = dict(ask.why)
        told = sorted(wrong & reasons.keys())[:REASONS]
        said += [f"{card} {reasons[card]}." for card in told]
        if rest := wrong.difference(told):
            said.append(f"{_cards(rest)} {'does' if len(rest) == 1 else 'do'} not belong to it.")
    found = _cards(truth) if truth else "none of them"
    return Verdict(False, " ".join([*said, f"{'They are' if len(truth) > 1 else 'It is'} {found}."]), listed)


def _cards(cards: Iterable[Card]) -> str:
    return in_words(sorted(cards), "and")


def _judge_percent(truth: Fraction, answer: object) -> Verdict:
    given: object = answer
    if isinstance(answer, str):
        text = answer.strip().removesuffix("%").strip()
        part = _FRACTION.fullmatch(text)
        if part and int(part[2]):
            given = 100 * int(part[1]) / int(part[2])
        else:
            given = float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 100:
        raise DrillError(
            f"Give a number of percent from 0 to 100, or a fraction such as 2/5: {quoted(answer)} is none."
        )
    given = abs(round(given, 2))  # as it is shown: no minus before 0, no 1e-09
    off = abs(Fraction(given) - 100 * truth)
    grade = next((word for limit, word in _GRADES.items() if off <= limit), "is far off")
    return Verdict(off <= CLOSE, f"{given:g} % {grade}. It is {percent(truth)}.", given)


_DECIMAL: Final = re.compile(r"[0-9]{1,3}([.,][0-9]{1,9})?")
_FRACTION: Final = re.compile(r"([0-9]{1,6})\s*(?:/|in)\s*([0-9]{1,6})")
_GRADES: Final[Mapping[int, str]] = {
    SPOT_ON: "is spot on",
    CLOSE: "is close",
    NEAR: "is near, but not close",
    FAR: "is off",
}
"""The five grades of an estimate, the last of them without a limit."""


def percent(chance: Fraction) -> str:
    """Write a probability as a percentage and as a fraction.

    >>> percent(Fraction(1, 4)), percent(Fraction(1)), percent(Fraction(1, 12376))
    ('25.0 %, or 1 in 4', '100 %: certain', 'under 0.1 %, or 1 in 12,376')
    """
    if chance in (0, 1):
        return "100 %: certain" if chance else "0 %: impossible"
    tenths = round(1000 * chance)
    about = {0: "under 0.1", 1000: "over 99.9"}.get(tenths, f"{tenths / 10:.1f}")
    return f"{about} %, or {chance.numerator:,} in {chance.denominator:,}"
