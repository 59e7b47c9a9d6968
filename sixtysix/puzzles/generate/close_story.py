"""What happens on the table after a card, told in a sentence or two with the card points."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ...actions import Action, Play
from ...cards import Card
from ...position import Position
from ...public import trick_winner
from ...rule_table import OUT, SCHNEIDER
from ..puzzle import YOU

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class Told(NamedTuple):
    """A finished trick: who led, both cards, who took it, and the card points of you and your opponent after it."""

    leader: int
    led: Card
    reply: Card
    winner: int
    before: tuple[int, int]
    points: tuple[int, int]

    @property
    def best(self) -> Card:
        """The card that takes it."""
        return self.led if self.leader == self.winner else self.reply

    @property
    def other(self) -> Card:
        """The card that loses."""
        return self.reply if self.leader == self.winner else self.led


def tricks_of(position: Position, actions: Iterable[Action]) -> tuple[list[Told], Position]:
    """Play actions, and return the tricks that they finish and the position after them."""
    tricks: list[Told] = []
    for action in actions:
        after = position.apply(action)
        if isinstance(action, Play) and position.trick:
            (leader, led), reply = position.trick[0], action.card
            winner = trick_winner([(leader, led), (1 - leader, reply)], position.trump)
            before, points = ((one.points(YOU), one.points(1 - YOU)) for one in (position, after))
            tricks.append(Told(leader, led, reply, winner, before, points))
        position = after
    return tricks, position


def listed(cards: Iterable[Card], word: str = "and") -> str:
    """List cards in a sentence.

    >>> listed([Card("AS"), Card("TH"), Card("9C")])
    'A♠, 10♥ and 9♣'
    """
    *first, last = map(str, cards)
    return f"{', '.join(first)} {word} {last}" if first else last


def capital(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def clause(trick: Told, position: Position) -> str:
    """Say who takes a trick: your cards are called yours."""
    trumps = trick.best.suit is position.trump and trick.other.suit is not position.trump
    leads = trick.leader == trick.winner
    draws = leads and trick.other.suit is trick.best.suit is position.trump
    verb = "trumps" if trumps and not leads else "draws" if draws else "takes"
    return (
        f"your {trick.best} {verb} {trick.other}" if trick.winner == YOU else f"{trick.best} {verb} your {trick.other}"
    )


def with_sum(trick: Told, position: Position) -> str:
    """Say who takes a trick, and add up what that makes."""
    seat = trick.winner
    before, after, worth = trick.before[seat], trick.points[seat], trick.led.points + trick.reply.points
    told = clause(trick, position)
    if after - before != worth:  # a marriage has waited for this trick
        return f"{told}: {before}, {worth} and the {after - before - worth} of the marriage are {after}"
    if not worth:
        return f"{told}, which brings nothing"
    return f"{told}: {before} and {worth} are {after}" if before else f"{told}: {after}"


def group(tricks: Sequence[Told], position: Position) -> str:
    """Say who takes some tricks in a row."""
    if len(tricks) == 1:
        return clause(tricks[0], position)
    best, other = [trick.best for trick in tricks], [trick.other for trick in tricks]
    if tricks[0].winner == YOU:
        if len(tricks) == 2:
            return f"your {listed(best)} take {listed(other)}"
        return f"you win the next {NUMBERS[len(tricks)]} tricks with {listed(best)}"
    if len(tricks) == 2:
        return f"{listed(best)} take your {listed(other)}"
    return f"{listed(best)} win the next {NUMBERS[len(tricks)]} tricks"


def story(position: Position, actions: Sequence[Action], *, best: int = 1, variant: int = 0) -> str:
    """Tell what follows: the first trick with its sum, the next ones briefly, and how it ends.

    `position` is the one before the first action, `best` the game points that could be won. `variant` chooses among
    ways to say the same.

    >>> from sixtysix.actions import parse_action
    >>> start = Position.from_dict({"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39]})
    >>> story(start, [parse_action(token) for token in "TH AH KS AS".split()])
    'A♥ takes your 10♥: 39 and 21 are 60. Then your A♠ takes K♠: you have 65 to 60 in the end.'
    """
    tricks, end = tricks_of(position, actions)
    if not tricks:
        return ""
    first, ending = capital(with_sum(tricks[0], position)), ending_of(end, best, variant)
    if not tricks[1:]:
        if end.result is not None and end.result.winner == tricks[0].winner and "," not in ending:
            ending = "you are out" if _yours(end) else "your opponent is out"  # the sum has said with how much
        return f"{first}, and {ending}." if ending else f"{first}."
    rest = _rest(tricks[1:], position, won=_yours(end), variant=variant)
    return f"{first}. {rest}: {ending}." if ending else f"{first}. {rest}."


def brief(position: Position, actions: Sequence[Action], *, best: int = 1, variant: int = 0) -> str:
    """Tell the first trick and how it ends, as a part of a sentence."""
    tricks, end = tricks_of(position, actions)
    ending = ending_of(end, best, variant)
    if tricks[0].winner != YOU or not tricks[1:]:
        return f"{clause(tricks[0], position)}, and {ending}"
    later = [trick.best for trick in tricks[1:] if trick.winner != YOU]
    if not later or _yours(end):
        return f"{clause(tricks[0], position)}, and then {ending}"
    after = "wins later" if len(later) == 1 else "win later tricks"
    return f"{clause(tricks[0], position)}, yet {listed(later[:3])} {after}, and {ending}"


def _rest(tricks: Sequence[Told], position: Position, *, won: bool, variant: int) -> str:
    """Tell the tricks after the first."""
    runs = [list(some) for _, some in groupby(tricks, key=lambda trick: trick.winner)]
    told = [group(run, position) for run in runs]
    if len(runs) == 1:
        return f"{('Then', 'After that', 'Now')[variant % 3]} {told[0]}"
    if len(runs) == 2:
        return f"{capital(told[0])}, {'but' if won is not (runs[0][0].winner == YOU) else 'and'} {told[1]}"
    mine, theirs = ([trick.best for trick in tricks if trick.winner == seat] for seat in (YOU, 1 - YOU))
    wins = "wins a trick" if len(mine) == 1 else "win tricks"
    takes = "takes one" if len(theirs) == 1 else "take the others"
    if won:
        return (
            f"{capital(listed(theirs))} still {takes.replace('the others', 'tricks')}, but your {listed(mine)} {wins}"
        )
    return f"Your {listed(mine)} {wins}, but {listed(theirs)} {takes}"


def _yours(end: Position) -> bool:
    return end.result is not None and end.result.winner == YOU


def ending_of(end: Position, best: int = 1, variant: int = 0) -> str:
    """Say how a deal ended, as the end of a sentence; nothing if it goes on."""
    result = end.result
    if result is None:
        return ""
    mine, theirs = end.points(YOU), end.points(1 - YOU)
    if end.closed_by is None and max(mine, theirs) < OUT:
        return f"you have {mine} to {theirs} in the end"
    if result.winner == YOU:
        if end.closed_by == 1 - YOU and mine < OUT:
            return (f"the closer stops at {theirs}", f"the close ends at {theirs}, {OUT - theirs} short")[variant % 2]
        if result.game_points[YOU] < best:
            lost = f"{theirs} is no longer under {SCHNEIDER}" if result.game_points[YOU] == 1 else "a trick is lost"
            return f"you are out with {mine}, but {lost}"
        return (f"you are out with {mine}", f"you have {mine}")[variant % 2]
    if theirs >= OUT:
        return (
            f"your opponent is out with {theirs}",
            f"that makes {theirs} for your opponent",
            f"your opponent has {theirs}",
        )[variant % 3]
    return (f"you end with {mine}, {OUT - mine} short", f"you stop at {mine}")[variant % 2]
