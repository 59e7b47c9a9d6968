"""Deals really played, trick by trick, as a drill shows them: what is seen, and what each trick adds to a count."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final

from .actions import Announce, ClaimOut, Close, Draw, Play
from .cards import Card, card_points, hand_order, in_words
from .drills import Ask, Board, Line, Script, Step
from .errors import DrillError
from .players import player
from .position import LAST_SEED, Deal, Position
from .public import Phase, trick_winner
from .report import say_action, subject
from .rules import Rules
from .view import View

YOU: Final = 0
"""The learner's seat in every drill."""
WHO: Final = ("you", "opponent")
STRIDE: Final = 1_000_003
"""How far apart the seeds of one round's deals are, so that the next rounds, with the next seeds, get other deals."""
SEARCH: Final = 300
"""The most deals looked at for one round."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One finished trick of a deal: how it is shown, who took it, and the positions before its lead and after it.

    The position after it is the one in which the cards have been drawn, if any are.
    """

    number: int
    step: Step
    winner: int
    before: Position
    after: Position

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order played."""
        return tuple(card for _, card in self.step.cards)

    @property
    def view(self) -> View:
        """What you know after it, the card drawn included."""
        return self.after.view(YOU)


def playing(seed: int, rules: Rules) -> Iterator[Position]:
    """Go through the positions of a deal played by two Club players, oldest first; no further than it is asked to.

    >>> next(playing(66, Rules.guide())).history
    ()
    """
    rules.require_two_players("a drill")
    club, chance = player("Club"), Random(seed)
    now = Deal.random(rules, seed, dealer=1 - seed % 2).start()
    yield now
    while now.result is None:
        now = now.apply(club.choose(now.view(now.turn), chance))
        yield now


def played(seed: int, rules: Rules) -> tuple[Position, ...]:
    """Return a deal played to its end by two Club players: every position, oldest first.

    >>> played(66, Rules.guide())[-1].result is not None
    True
    """
    return tuple(playing(seed, rules))


def closing(seed: int, rules: Rules) -> Iterator[Position]:
    """Go through the positions of a deal in which you close the stock at your first lead after a trick, if you may.

    Two Greedy players play the cards: strict play shows what your opponent does not hold, and they show it early.

    >>> next(position.closed_by for position in closing(66, Rules.guide()) if position.closed_by is not None)
    0
    """
    rules.require_two_players("a drill")
    greedy, chance = player("Greedy"), Random(seed)
    now = Deal.random(rules, seed, dealer=1 - seed % 2).start()
    yield now
    while now.result is None:
        may_close = now.turn == YOU and any(now.tricks) and now.why_illegal(Close()) is None
        now = now.apply(Close() if may_close else greedy.choose(now.view(now.turn), chance))
        yield now


def seeds(seed: int) -> Iterator[int]:
    """Go through the seeds of a round's deals, its own first.

    Raises `DrillError` after `SEARCH` of them: then nothing that the drill could use happens under the rules.

    >>> from itertools import islice
    >>> list(islice(seeds(66), 2))
    [66, 1000069]
    """
    for step in range(SEARCH):
        yield (seed + step * STRIDE) % (LAST_SEED + 1)
    raise DrillError("Under these rules no deal was found that this drill could use; choose other rules.")


def tricks(positions: Iterable[Position]) -> Iterator[Trick]:
    """Go through the finished tricks of a deal; what was announced, exchanged or closed is told with the next trick.

    No sentence has the points in it: they are what a learner counts.
    """
    said: list[str] = []
    before: Position | None = None
    undrawn: Trick | None = None
    for old, new in pairwise(positions):
        action = new.log[-1][1]
        if undrawn is not None:
            yield replace(undrawn, after=new) if isinstance(action, Draw) else undrawn
            undrawn = None
        if not isinstance(action, Play):
            if not isinstance(action, Draw | ClaimOut):
                said.append(say_action(old, action, YOU, points=False))
        elif not old.trick:
            before = old
        else:
            assert before is not None  # a lead comes before every reply
            trick = _trick(before, old, new, said)
            said = []
            if new.phase is Phase.DRAW:
                undrawn = trick
            else:
                yield trick
        if old.turn_up is not None and new.turn_up is None:
            loser = 1 - new.turn
            said.append(f"{subject(loser, YOU)} drew the turn-up {old.turn_up}.")
    if undrawn is not None:
        yield undrawn


def _trick(before: Position, led: Position, after: Position, said: list[str]) -> Trick:
    card = _card(after)
    cards = (*led.trick, (led.turn, card))
    number, winner = sum(after.tricks), trick_winner(cards, after.trump)
    step = Step(
        title=f"Trick {number}",
        cards=tuple((WHO[who], card) for who, card in cards),
        said=tuple(said),
        taken=f"{subject(winner, YOU)} took the trick.",
        board=board(led, card),
    )
    return Trick(number, step, winner, before, after)


def _card(position: Position) -> Card:
    """Return the card that was just played."""
    action = position.log[-1][1]
    assert isinstance(action, Play)
    return action.card


def written(
    seed: int, rules: Rules, good: Callable[[tuple[Trick, ...]], bool], write: Callable[[tuple[Trick, ...]], Script]
) -> Script:
    """Return the round written on the first of its deals that is good and gives more than one answer to its questions.

    Raises `DrillError` where there is none. A round with one question is as it comes.
    """
    for one in seeds(seed):
        found = tuple(tricks(playing(one, rules)))
        if good(found):
            script = write(found)
            truths = [beat.truth for beat in script if isinstance(beat, Ask)]
            if len(truths) == 1 or len(set(truths)) > 1:
                return script
    raise AssertionError("the search for deals ends with an error")


def played_until(seed: int, rules: Rules, stop: Callable[[Trick], bool]) -> tuple[Trick, ...]:
    """Return the tricks of the first deal of a round in which this happens, up to the trick with which it does.

    Raises `DrillError` where it never happens.
    """
    for one in seeds(seed):
        found = []
        for trick in tricks(playing(one, rules)):
            found.append(trick)
            if stop(trick):
                return tuple(found)
    raise AssertionError("the search for deals ends with an error")


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
            text = f"Trick {trick.number}: {subject(seat, YOU).lower()} took {in_words(trick.cards, 'and')}"
            lines.append((text, seat, card_points(trick.cards)))
            gained -= card_points(trick.cards)
            bonus = (rules.bonus_closed if closed else rules.bonus_exhausted) if last else 0
            if bonus:
                lines.append((f"The bonus for the last trick: {subject(seat, YOU).lower()} took it", seat, bonus))
                gained -= bonus
        if gained:
            whose = "your" if seat == YOU else "your opponent's"
            # A marriage waits for a trick, and the next can be announced after one only: so it is the latest.
            suit = next(
                action.suit for who, action in reversed(trick.after.log) if who == seat and isinstance(action, Announce)
            )
            lines.append((f"The marriage in {suit}: {whose} {gained} count now", seat, gained))
    return tuple(Line(text, (points, 0) if seat == YOU else (0, points)) for text, seat, points in lines)


def point_traps(trick: Trick) -> tuple[Line, ...]:
    """Return what may be counted by mistake after a trick: its cards for the wrong side, and what is still pending."""
    who = "you" if trick.winner == YOU else "your opponent"
    worth = card_points(trick.cards)
    wrong = Line(f"trick {trick.number}, which {who} took,", (0, worth) if trick.winner == YOU else (worth, 0))
    waiting = tuple(trick.after.pending(seat) for seat in (YOU, 1 - YOU))
    traps = (wrong, Line("the marriage that is still pending", waiting))
    return tuple(trap for trap in traps if any(trap.adds))
