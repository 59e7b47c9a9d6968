"""A plan that one can follow: my card in every situation that the opponent can bring about."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..actions import Action, Announce, ClaimOut, Close, Exchange, Play
from ..cards import Card, Rank, in_words
from ..errors import PuzzleError
from ..rule_table import OUT
from ..view import View
from .follow import ANNOUNCED, EVENTS, EXCHANGED, NOTHING, Course
from .outcome import Outcome
from .question import Question, questions

NOWHERE = -1
"""The number of a situation that the plan does not know: there it has lost in every layout."""


@dataclass(frozen=True, eq=False)
class Plan:
    """One plan for all layouts, made from a view: it plays alike wherever the cards look alike so far.

    `reply` follows it, `str` shows its beginning as a tree. `start` is the view it was made from.
    """

    start: View
    question: Question
    course: Course
    closes: bool
    exchanges: bool

    def reply(self, view: View) -> Action:
        """Return what the plan does in this view, which must have come from its start; `PuzzleError` otherwise.

        Where all layouts left are lost to the plan, the card that would win most of them in the open is played.
        """
        seat = self.start.seat
        if not isinstance(view, View) or view.seat != seat or view.log[: len(self.start.log)] != self.start.log:
            raise PuzzleError("the plan is for another deal: it must be asked about views that follow from its start")
        if view.to_move != seat:
            raise PuzzleError("the plan has nothing to say now: it is not your turn")
        if view.why_illegal(ClaimOut()) is None and view.points(seat) >= OUT:
            return ClaimOut()
        if self.closes and view.closed_by is None:
            return Close()
        exchange = Exchange()
        if self.exchanges and exchange not in view.history[len(self.start.log) :] and not view.why_illegal(exchange):
            return exchange
        card = self._card(view.log[len(self.start.log) :])
        if card is None:
            return _best_in_the_open(view)
        announce = Announce(card.suit)
        married = card.rank in (Rank.KING, Rank.QUEEN) and view.why_illegal(announce) is None
        return announce if married else Play(card)

    def _card(self, log: tuple[tuple[int, Action], ...]) -> Card | None:
        """Return the card for what has happened since the start, None where the plan has lost."""
        mine, unseen = self.question.setup.mine, self.question.setup.unseen
        seat, led, step = self.start.seat, 0, 0
        node = self._at(self.course.start, EXCHANGED if (1 - seat, Exchange()) in log else NOTHING)
        trick: list[tuple[int, Card]] = list(self.start.trick)
        for player, action in log:
            if isinstance(action, Announce) and player != seat:
                led = ANNOUNCED
            if not isinstance(action, Play):
                continue
            trick.append((player, action.card))
            if len(trick) == 2:
                event = NOTHING if trick[0][0] == seat else unseen.index(trick[0][1]) + led
                cards = dict(trick)
                node = self._at(self.course.steps[step].before, node * EVENTS + event) if node != NOWHERE else node
                if node != NOWHERE and mine[self.course.steps[step].cards[node]] is not cards[seat]:
                    planned = mine[self.course.steps[step].cards[node]]
                    raise PuzzleError(f"the plan was left: it plays {planned}, and {cards[seat]} was played")
                if node != NOWHERE:
                    node = self._at(self.course.steps[step].after, node * EVENTS + unseen.index(cards[1 - seat]))
                trick, led, step = [], 0, step + 1
        if node == NOWHERE or step >= len(self.course.steps):
            return None
        event = unseen.index(trick[0][1]) + led if trick else NOTHING
        node = self._at(self.course.steps[step].before, node * EVENTS + event)
        return None if node == NOWHERE else mine[self.course.steps[step].cards[node]]

    @staticmethod
    def _at(codes: np.ndarray[tuple[int], np.dtype[np.int64]], code: int) -> int:
        place = int(np.searchsorted(codes, code))
        return place if place < len(codes) and codes[place] == code else NOWHERE

    # In words

    def __str__(self) -> str:
        """Return the beginning of the plan as a tree."""
        return self.tree()

    def tree(self, tricks: int = 2) -> str:
        """Return so many tricks of the plan as an indented text."""
        return "\n".join(self._lines(tricks))

    def _lines(self, tricks: int) -> Iterator[str]:
        if self.closes:
            yield "Close the stock."
        if self.exchanges:
            yield "Exchange."
        for node, code in enumerate(self.course.start.tolist()):
            if code == EXCHANGED:
                yield "If your opponent exchanges:"
            yield from self._lead(0, node, tricks, "  " if code == EXCHANGED else "")

    def _lead(self, step: int, node: int, tricks: int, indent: str) -> Iterator[str]:
        """Say what the plan does from an open situation on."""
        if step >= len(self.course.steps):
            return
        here = self.course.steps[step]
        for place in _after(here.before, node):
            event = int(here.before[place]) % EVENTS
            card = self.question.setup.mine[int(here.cards[place])]
            if event == NOTHING:
                yield f"{indent}Lead {card}."
            else:
                led = self.question.setup.unseen[event % ANNOUNCED]
                marries = " with the marriage" if event >= ANNOUNCED else ""
                yield f"{indent}If {led} is led{marries}: play {card}."
            yield from self._replies(step, place, tricks, indent + "  ", event)

    def _replies(self, step: int, node: int, tricks: int, indent: str, event: int) -> Iterator[str]:
        """Say what follows each of the opponent's cards, alike replies in one line."""
        here = self.course.steps[step]
        unseen = self.question.setup.unseen
        if tricks <= 1:
            return
        groups: dict[tuple[str, ...], list[Card]] = {}
        for place in _after(here.after, node):
            reply = unseen[int(here.after[place]) % EVENTS]
            groups.setdefault(tuple(self._lead(step + 1, place, tricks - 1, "")), []).append(reply)
        out = [unseen[int(code) % EVENTS] for code in here.out[here.out // EVENTS == node]]
        if out:
            yield f"{indent}{in_words(out)}: you are out." if event == NOTHING else f"{indent}You are out."
        for lines, cards in groups.items():
            if event == NOTHING:
                yield f"{indent}{in_words(cards)}: {lines[0][0].lower() + lines[0][1:] if lines else '…'}"
                yield from (f"{indent}  {line}" for line in lines[1:])
            else:
                yield from (indent + line for line in lines)


def _after(codes: np.ndarray[tuple[int], np.dtype[np.int64]], node: int) -> range:
    """Return the places of the codes that follow a situation."""
    first, last = np.searchsorted(codes, [node * EVENTS, (node + 1) * EVENTS])
    return range(int(first), int(last))


def _best_in_the_open(view: View) -> Action:
    """Return the card that would win most layouts if both sides saw all cards."""
    question = questions(view)[0]
    outcome = Outcome(question)
    sign = 1 if question.i_close else -1
    move = max(outcome.moves, key=lambda move: (sign * outcome.by_layout(outcome.by_move[move])).sum())
    card = outcome.card(move)
    return Announce(card.suit) if move.announces and not view.why_illegal(Announce(card.suit)) else Play(card)
