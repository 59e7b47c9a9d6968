"""Deals really played, trick by trick, as a drill shows them: what is seen, and what each trick adds to a count."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from .actions import Action, Announce, ClaimOut, Draw, Play
from .cards import Card, card_points, hand_order, in_words
from .drills import Board, Line, Step
from .players import player
from .position import Deal, Position
from .public import trick_winner
from .report import say_action, subject
from .rules import Rules
from .view import View

YOU: Final = 0
"""The learner's seat in every drill."""
WHO: Final = ("you", "opponent")


@dataclass(frozen=True, slots=True)
class Trick:
    """One finished trick of a deal: how it is shown, who took it, and the positions before its lead and after it."""

    number: int
    step: Step
    winner: int
    before: Position
    after: Position

    @property
    def view(self) -> View:
        """What you know after it, the card drawn included."""
        return self.after.view(YOU)


def played(seed: int, rules: Rules) -> tuple[Position, ...]:
    """Return a deal played to its end by two Club players: every position, oldest first.

    >>> played(66, Rules.guide())[-1].result is not None
    True
    """
    club, chance = player("Club"), Random(seed)
    positions = [Deal.random(rules, seed, dealer=1 - seed % 2).start()]
    while positions[-1].result is None:
        now = positions[-1]
        positions.append(now.apply(club.choose(now.view(now.turn), chance)))
    return tuple(positions)


def tricks(positions: tuple[Position, ...]) -> Iterator[Trick]:
    """Go through the finished tricks of a deal; what was announced, exchanged or closed is told with the trick.

    No sentence has the points in it: they are what a learner counts.
    """
    said: list[str] = []
    before = positions[0]
    for old, new in pairwise(positions):
        seat, action = new.log[-1]
        if not isinstance(action, Play):
            if not isinstance(action, Draw | ClaimOut):
                said.append(_without_points(old, action, seat))
            continue
        if not old.trick:
            before = old
            continue
        number = sum(new.tricks)
        cards = (*old.trick, (seat, action.card))
        winner = trick_winner(cards, new.trump)
        step = Step(
            title=f"Trick {number}",
            cards=tuple((WHO[who], card) for who, card in cards),
            said=tuple(said),
            taken=f"{subject(winner, YOU)} took the trick.",
            board=board(old, action.card),
        )
        yield Trick(number, step, winner, before, new)
        said = []


def _without_points(position: Position, action: Action, seat: int) -> str:
    if isinstance(action, Announce):
        return f"{subject(seat, YOU)} announced the marriage in {action.suit}."
    return say_action(position, action, YOU)


def board(position: Position, played: Card | None = None) -> Board:
    """Return what lies open for you in a position, without a card that you are about to play."""
    cards = hand_order((card for card in position.hand(YOU) if card is not played), position.trump)
    return Board(position.trump, tuple(cards), position.turn_up, position.stock_size)


def point_lines(trick: Trick, since: Position) -> tuple[Line, ...]:
    """Return what has come to count from an earlier position to the end of a trick: adds for you, for your opponent.

    `since` is the position after the trick before, or the first of the deal.
    """
    last = not any(trick.after.hands)
    rules, closed = trick.after.rules, trick.after.closed_by is not None
    lines = []
    for seat in (YOU, 1 - YOU):
        gained = trick.after.points(seat) - since.points(seat)
        if trick.winner == seat:
            cards = [card for _, card in trick.step.cards]
            text = f"Trick {trick.number}: {subject(seat, YOU).lower()} took {in_words(cards, 'and')}"
            lines.append((text, seat, card_points(cards)))
            gained -= card_points(cards)
            bonus = (rules.bonus_closed if closed else rules.bonus_exhausted) if last else 0
            if bonus:
                lines.append((f"The last trick: {subject(seat, YOU).lower()} took it", seat, bonus))
                gained -= bonus
        if gained:
            whose = "your" if seat == YOU else "your opponent's"
            lines.append((f"The marriage: {whose} {gained} count now", seat, gained))
    return tuple(Line(text, (points, 0) if seat == YOU else (0, points)) for text, seat, points in lines)
