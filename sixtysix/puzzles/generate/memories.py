"""Three counters with a weaker memory: how they fail makes the level of a puzzle about facts.

A count of the tricks is lost in a known order: first what was played longest ago, then what was shown and not played,
and last what is remembered but not understood. So three counters stand in for the weaker players that a choice of cards
is measured with:

- *greedy* remembers the last two tricks and what was shown since they began. Of older tricks it knows how many each
  side has, and takes each for an average one of ten card points; the older cards are to it as good as unseen.
- *club* remembers every trick, but no marriage, no exchange, and nothing that strict play betrays.
- *shallow* remembers all, with a slip of thought: it takes every marriage for 20 that count at once, the turn-up for a
  card not seen, and a trump for playable in strict play, and multiplies chances as if each card were drawn anew.

Each gives the offered answer that is nearest to what it believes. So a puzzle is hard if its wrong answers lie where
memory fails, and easy if an average guess is good enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Final

from ...actions import Action, Announce, Exchange, Play
from ...cards import Card, card_points
from ...counting import beats
from ...position import Position
from ...public import marriage
from ...rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from ...view import View
from ..asked import Asked
from ..puzzle import YOU, Answer

COUNTERS: Final = ("greedy", "club", "shallow")
"""The counters, the one with the weakest memory first."""
LATE: Final = 2
"""How many tricks the first of them remembers."""
AVERAGE: Final = 10
"""Card points of a trick on average: 120 in twelve tricks."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a counter believes: card points by seat, and where the cards are that it has not seen go by.

    `held` are cards known to be in the opponent's hand, `free` those that may be there; `hidden` is how many there are
    of both, which everybody sees: vague memory has more.
    """

    points: tuple[int, int]
    held: frozenset[Card]
    free: frozenset[Card]
    hidden: int


def remember(position: Position, who: str) -> Memory:
    """Return what one of `COUNTERS` believes in a position whose log tells the deal from its start.

    >>> from sixtysix.puzzles import load
    >>> start = load("04-counting")[4].start  # two tricks of three, and a marriage after the first
    >>> start.points(0), [remember(start, who).points[0] for who in COUNTERS]
    (42, [41, 22, 42])
    """
    view = position.view(YOU)
    shown = view.shown[1 - YOU]
    hidden = len(view.unseen) + len(shown)
    if who == "club":
        return Memory(_points(position, lambda worth: 0), frozenset(), view.unseen | shown, hidden)
    if who == "shallow":
        more = {view.turn_up} if view.turn_up else set()
        free = frozenset((view.unseen - view.lacks[1 - YOU]) | more)
        return Memory(_points(position, lambda worth: MARRIAGE), shown, free, hidden + len(more))
    return _vague(position, view, hidden)


def _vague(position: Position, view: View, hidden: int) -> Memory:
    tricks = list(position.finished_tricks())
    forgotten, late = tricks[:-LATE], tricks[-LATE:]
    points = [AVERAGE * sum(trick.winner == seat for trick in forgotten) for seat in (0, 1)]
    for trick in late:
        points[trick.winner] += sum(card.points for _, card in trick.cards)
    held: set[Card] = set()
    for seat, action in _since(position, len(forgotten)):
        if isinstance(action, Announce):
            points[seat] += _worth(position, action) if position.tricks_won(seat) else 0
            held |= {*marriage(action.suit)} & view.shown[1 - YOU] if seat != YOU else set()
        elif isinstance(action, Exchange) and seat != YOU:
            held |= {card for card in view.shown[1 - YOU] if card.suit is view.trump}
    gone = {card for trick in late for _, card in trick.cards} | {card for _, card in position.trick}
    free = frozenset(view.rules.pack) - gone - held - {*view.own, view.turn_up}
    return Memory((points[0], points[1]), frozenset(held), free, hidden)


def _points(position: Position, worth: Callable[[int], int]) -> tuple[int, int]:
    points = [0, 0]
    for trick in position.finished_tricks():
        points[trick.winner] += sum(card.points for _, card in trick.cards)
    for seat, action in position.log:
        if isinstance(action, Announce):
            points[seat] += worth(_worth(position, action))
    return points[0], points[1]


def _worth(position: Position, action: Announce) -> int:
    return ROYAL_MARRIAGE if action.suit is position.trump else MARRIAGE


def _since(position: Position, tricks: int) -> Sequence[tuple[int, Action]]:
    """Return what was done once this many tricks were full."""
    plays = 0
    for place, (_, action) in enumerate(position.log):
        if plays == 2 * tricks:
            return position.log[place:]
        plays += isinstance(action, Play)
    return ()


def believed(position: Position, who: str, fact: str) -> object:
    """Return what a counter takes for the truth of a fact: a number, a truth, a set of cards or a `Fraction`.

    >>> from sixtysix.puzzles import load
    >>> first = load("04-counting")[0]
    >>> [believed(first.start, who, first.fact) for who in COUNTERS]
    [2, 2, 3]
    """
    memory, asked, view = remember(position, who), Asked.read(fact), position.view(YOU)
    held, free = memory.held, memory.free
    real = Fraction(memory.hidden - len(held), max(1, len(free)))  # how much of what may be hidden is hidden
    match asked.name:
        case "my points":
            return memory.points[YOU]
        case "their points":
            return memory.points[1 - YOU]
        case "points missing":
            return max(0, OUT - memory.points[YOU])
        case "out":
            return memory.points[YOU] >= OUT
        case "points out":
            return round(card_points(held) + card_points(free) * real)
        case "trumps unseen":
            return round(real * sum(card.suit is view.trump for card in free))
        case "hands":
            return comb(memory.hidden - len(held), max(0, view.hand_size(1 - YOU) - len(held)))
        case "high":
            (card,) = asked.cards
            out = {*free, *held, view.turn_up}
            return not any(one and one.suit is card.suit and one.strength > card.strength for one in out)
        case "unseen":
            return frozenset(card for card in free if card.suit in asked.suits and card.rank in asked.ranks)
        case "their hand":
            return held | free
        case "known":
            return held
        case "ruled out":
            return view.unseen & view.lacks[1 - YOU] if who == "shallow" else frozenset[Card]()
        case _:
            return _chance(memory, view, who, asked)


def _chance(memory: Memory, view: View, who: str, asked: Asked) -> Fraction:
    """Return a chance: by combinations for all cards that are hidden, or multiplied as if each were drawn anew."""
    places = view.hand_size(1 - YOU) - len(memory.held)
    number = memory.hidden - len(memory.held)
    if asked.name == "beaten" and who != "shallow":
        nothing: tuple[frozenset[Card], ...] = (frozenset(), frozenset())
        shown = (view.shown[YOU], memory.held)
        return beats(replace(view, shown=shown, lacks=nothing), asked.cards[0])
    if asked.name == "beaten":
        (mine,) = asked.cards
        wanted = {card for card in memory.free | memory.held if card.beats(mine, view.trump)}
    else:
        wanted = {*asked.cards}
    missing = len(wanted - memory.held)
    if not 0 <= places <= number or missing > number:
        return Fraction(0)
    everyone = asked.name == "holds"
    if not everyone and wanted & memory.held:
        return Fraction(1)
    if who == "shallow":
        one = Fraction(places, number) if number else Fraction(0)
        return one**missing if everyone else 1 - (1 - one) ** missing
    if everyone:
        return Fraction(comb(number - missing, places - missing) if missing <= places else 0, comb(number, places))
    return 1 - Fraction(comb(number - missing, places), comb(number, places))


def failures(position: Position, answers: Sequence[Answer]) -> dict[str, float]:
    """Return how often a guess and each counter answer a question about a fact wrongly, from 0 to 1.

    >>> from sixtysix.puzzles import load
    >>> first = load("04-counting")[0]
    >>> failures(first.start, first.answers)
    {'random': 0.75, 'greedy': 0.0, 'club': 0.0, 'shallow': 1.0}
    """
    failed = {"random": sum(not answer.right for answer in answers) / len(answers)}
    for who in COUNTERS:
        belief = believed(position, who, str(answers[0].fact))
        far = [_distance(belief, answer.meant) for answer in answers]
        near = [answer for answer, distance in zip(answers, far, strict=True) if distance == min(far)]
        failed[who] = sum(not answer.right for answer in near) / len(near)
    return failed


def _distance(one: object, other: object) -> Fraction:
    """Return how far apart two answers to the same question are; cards by how many must be changed."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return Fraction(len(one ^ other))
    assert isinstance(one, int | Fraction)
    assert isinstance(other, int | Fraction)
    return Fraction(abs(Fraction(one) - Fraction(other)))
