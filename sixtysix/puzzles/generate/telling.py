"""Endgame lines in words: what takes what, what that brings, and how the deal ends. All points are card points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...actions import Action, Announce
from ...cards import Card
from ...position import Position
from ...rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER, SCHWARZ
from ...scoring import Reason, Result
from ..puzzle import YOU
from .lines import Trick
from .techniques import THEM, Endgame


@dataclass(frozen=True)
class Story:
    """What follows an action of yours, both sides playing their best."""

    end: Endgame
    action: Action

    @cached_property
    def tricks(self) -> list[Trick]:
        """The tricks, the action's own first."""
        return self.end.tricks(self.action)

    @cached_property
    def finish(self) -> Position:
        """The position at the end of the deal."""
        position = self.end.position.apply(self.action)
        for action in self.end.line(self.action):
            position = position.apply(action)
        return position

    @property
    def result(self) -> Result:
        """How the deal ends."""
        assert self.finish.result is not None  # a line goes on to the end
        return self.finish.result

    @property
    def value(self) -> int:
        """What the action is worth to you, in game points."""
        return self.end.worths[self.action]

    def parts(self, most: int, *, it: bool = False, last: bool = True) -> list[str]:
        """Tell up to so many tricks in a clause each: the first, and those that bring the winner of the deal most.

        With `it` the card that you play first is called so. Without `last` the last trick is left out.
        """
        first, *later = self.tricks
        side = YOU if self.value > 0 else THEM
        told = [trick for trick in later if last or not trick.is_last]
        telling = sorted(told, key=lambda trick: (trick.taker != side, -trick.points))[: most - 1]
        chosen = [trick for trick in later if trick in telling]
        parts = [clause(first, self.end.position, it=it)]
        for number, trick in enumerate(chosen):
            turn = "but " if number == 0 and first.taker == YOU and side == trick.taker == THEM else ""
            skipped = "later " if number == 0 and later[0] is not trick else ""
            parts.append(turn + skipped + clause(trick, self.end.position))
        return parts

    def sum(self) -> str:
        """Say how the winner's points add up, and how the deal ends.

        A sentence without its full stop, such as ``48, 3 and 22 make 73``.
        """
        return sum_of(self, YOU) if self.value > 0 else sum_of(self, THEM) if self.value < 0 else self.short()

    def bonus(self, side: int) -> int:
        """Return what the last trick adds for a side."""
        last = self.tricks[-1] if self.tricks else None
        won = last is not None and last.is_last and last.taker == side
        return self.end.position.rules.bonus_exhausted if won else 0

    def married(self, side: int) -> int:
        """Return the points of the marriages that a side announces on the way."""
        won = sum(trick.points for trick in self.tricks if trick.taker == side) + self.bonus(side)
        return self.finish.points(side) - self.end.position.points(side) - won

    def short(self) -> str:
        """Say how the deal ends, in a few words."""
        mine, theirs = self.finish.points(YOU), self.finish.points(THEM)
        match self.result.reason:
            case Reason.DRAWN:
                return f"it ends {mine} to {theirs}, and nobody wins"
            case Reason.LAST_TRICK:
                taker = "you take" if self.value > 0 else "your opponent takes"
                return f"{taker} the last trick, at {mine} to {theirs}"
            case _ if self.value < 0:
                out = self.result.reason is Reason.OUT
                return f"your opponent is out with {theirs}" if out else f"you lose {mine} to {theirs}"
            case _:
                return f"{'with the marriage ' if self.married(YOU) else ''}you have {mine}{self.dearer()}"

    def dearer(self, *, told: bool = False) -> str:
        """Say what your opponent's points mean for a win, where they matter; `told` if they have been said."""
        theirs, values = self.finish.points(THEM), {value for value in self.end.worths.values() if value > 0}
        if len(values) < 2:
            return ""
        if self.value == SCHWARZ:
            return ", and your opponent has no trick"
        if self.value == 2:
            return f", under {SCHNEIDER}" if told else f", while your opponent has {theirs}, under {SCHNEIDER}"
        one = "a single game point"
        return f", which is {one}" if told else f", but with {theirs} for your opponent that is {one}"


def sum_of(story: Story, side: int) -> str:
    """Say how one side's points add up to its last count."""
    final, start = story.finish.points(side), story.end.position.points(side)
    gains = [trick.points for trick in story.tricks if trick.taker == side]
    bonus, married = story.bonus(side), story.married(side)
    parts = [str(gain) for gain in gains if gain]
    if married in (MARRIAGE, ROYAL_MARRIAGE):
        parts.append(f"{married} for the marriage")
        gains.append(married)
    if bonus:
        parts.append(f"{bonus} for the last trick")
    if 1 <= len(parts) <= 5 and start + sum(gains) + bonus == final:
        made = f"{listed([str(start), *parts])} {'make' if len(parts) > 1 else 'are'} {final}"
    else:
        made = f"{'you go' if side == YOU else 'your opponent goes'} from {start} to {final}"
        return made + _ending(story, side).replace(" to ", ", against ", 1)
    return made + _ending(story, side)


def _ending(story: Story, side: int) -> str:
    other = story.finish.points(1 - side)
    against = f" to {other}" if side == YOU else f" to your {other}"
    match story.result.reason:
        case Reason.LAST_TRICK:
            last = ", and the last trick is yours" if side == YOU else ", and the last trick is your opponent's"
            return against + (last if story.finish.points(side) < OUT else "")
        case Reason.PLAYED_OUT:
            return against + (story.dearer(told=True) if side == YOU else "")
        case Reason.OUT if side == YOU:
            return story.dearer()
        case _:
            return " for your opponent"


def clause(trick: Trick, position: Position, *, it: bool = False) -> str:
    """Tell one trick in a few words; with `it` your own card is called so."""
    trump, led, reply = position.trump, trick.led, trick.reply
    mine = "it" if it else str(led if trick.leader == YOU else reply)
    your = "it" if it else f"your {led if trick.leader == YOU else reply}"
    if trick.leader == YOU:
        if trick.taker == YOU:
            catches = f"{mine} catches {reply}" if it or (led.index + reply.index) % 2 else f"{reply} falls on {mine}"
            return f"{mine} takes {reply}" if led.suit is reply.suit else catches
        return f"{reply} {'takes' if led.suit is reply.suit else 'trumps'} {your}"
    if trick.taker == YOU:
        return f"{mine} {'takes' if led.suit is reply.suit else 'trumps'} {led}"
    if reply.suit is led.suit:
        return f"{led} {'draws' if led.suit is trump else 'takes'} {your}"
    return f"{led} catches {your}"


def listed(parts: Sequence[str], joiner: str = "and") -> str:
    """Join a few words each with commas and an "and".

    >>> listed(["48", "3", "22"]), listed(["48", "22"]), listed(["48"])
    ('48, 3 and 22', '48 and 22', '48')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joiner} {parts[-1]}"


def in_turn(parts: Sequence[str]) -> str:
    """Join clauses in the order in which they happen.

    >>> in_turn(["A♠ takes K♠"]), in_turn(["A♠ takes K♠", "9♥ falls on 10♠"])
    ('A♠ takes K♠', 'A♠ takes K♠, and 9♥ falls on 10♠')
    """
    first, *others = parts
    if not others:
        return first
    second = others[0]
    if len(others) == 1:
        return f"{first}, {second if second.startswith('but ') else f'and {second}'}"
    then = "" if second.startswith(("but ", "later ")) else "then "
    return f"{first}, {then}{', '.join(others[:-1])}, and {others[-1]}"


def cards(some: Sequence[Card], joiner: str = "and") -> str:
    """List cards.

    >>> cards([Card("AS"), Card("TS")])
    'A♠ and 10♠'
    """
    return listed([str(card) for card in some], joiner)


def suit_word(card: Card) -> str:
    """Return the word for a card's suit, as in "no heart".

    >>> suit_word(Card("AH"))
    'heart'
    """
    return card.suit.word[:-1]


def sentence(text: str) -> str:
    """Make a sentence of a clause.

    >>> sentence("it takes K♠")
    'It takes K♠.'
    """
    return f"{text[:1].upper()}{text[1:]}."


def why(story: Story) -> str:
    """Say what an action leads to on the table, and the count.

    >>> from sixtysix.puzzles import load
    >>> end = Endgame.of(load("03-endgames")[0].start)
    >>> why(Story(end, end.right[0]))
    'Q♥ takes 9♥, and A♠ falls on A♦: 48, 3 and 22 make 73.'
    """
    position = story.end.position
    worth = 0
    if isinstance(story.action, Announce):
        worth = ROYAL_MARRIAGE if story.action.suit is position.trump else MARRIAGE
    if not story.tricks:  # announced, and out at once
        mine = position.points(YOU)
        return sentence(f"the marriage counts {worth}, and {mine} and {worth} are {mine + worth}{story.dearer()}")
    opening, parts, first = f"The marriage counts {worth}. " if worth else "", story.parts(3), story.tricks[0]
    if first.leader == YOU and first.taker == THEM and first.reply.suit is not first.led.suit:
        trumps = "has to trump" if position.rules.must_trump else "trumps"
        opening += f"Your opponent has no {suit_word(first.led)} and {trumps}: "
        parts[0] = parts[0].replace(" trumps ", " takes ")
        end = f"{in_turn(parts[1:])}: {story.sum()}" if parts[1:] else story.sum()
        return f"{opening}{parts[0]}. {sentence(end)}"
    return opening + sentence(f"{in_turn(parts)}: {story.sum()}")
