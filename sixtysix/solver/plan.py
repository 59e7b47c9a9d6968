"""A plan that one can follow: my card in every situation that the opponent can bring about."""

from dataclasses import dataclass

import numpy as np

from ..actions import Action, Announce, ClaimOut, Close, Exchange, Play
from ..cards import Card, Rank
from ..errors import PuzzleError, quoted
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
    silent: bool = False
    """Whether the plan never says out, so that the close fails by itself."""

    def reply(self, view: View) -> Action:
        """Return what the plan does in this view, which must have come from its start; `PuzzleError` otherwise.

        Where all layouts left are lost to the plan, the card that would win most of them in the open is played.
        """
        seat = self.start.seat
        if not isinstance(view, View) or not self._follows(view):
            raise PuzzleError("the plan is for another deal: it must be asked about views that follow from its start")
        if view.to_move != seat:
            raise PuzzleError("the plan has nothing to say now: it is not your turn")
        if not self.silent and view.why_illegal(ClaimOut()) is None and view.points(seat) >= OUT:
            return ClaimOut()
        if self.closes and view.closed_by is None:
            return Close()
        exchange = Exchange()
        if self.exchanges and exchange not in view.history[len(self.start.log) :] and not view.why_illegal(exchange):
            return exchange
        card = self.card(view.log[len(self.start.log) :])
        if card is None:
            return _best_in_the_open(view)
        announce = Announce(card.suit)
        married = card.rank in (Rank.KING, Rank.QUEEN) and view.why_illegal(announce) is None
        return announce if married else Play(card)

    def _follows(self, view: View) -> bool:
        """Say whether a view comes from the start, as far as that can be seen."""
        start = self.start
        same = all(getattr(view, name) == getattr(start, name) for name in ("seat", "rules", "dealer", "trump"))
        own = {*start.own, start.turn_up}
        closes = self.closes and view.closed_by is None
        log = view.log[: len(start.log)] == start.log and not (closes and len(view.log) > len(start.log))
        return same and log and own.issuperset(view.own) and start.unseen >= view.unseen

    def card(self, log: tuple[tuple[int, Action], ...]) -> Card | None:
        """Return the card for what has happened since the start, by seat and action; None where the plan has lost.

        It must be this side's turn to play one: closes, exchanges and claims are not looked at.
        """
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
        """Return so many tricks of the plan as an indented text; `PuzzleError` unless it is a whole number from 1."""
        if not isinstance(tricks, int) or isinstance(tricks, bool) or tricks < 1:
            raise PuzzleError(f"tricks: {quoted(tricks)} is not a number of tricks; use a whole number from 1")
        lines = ["Close the stock."] if self.closes else []
        if self.exchanges:
            lines.append("Exchange.")
        for node, code in enumerate(self.course.start.tolist()):
            below = self._trick(0, node, tricks)
            lines += ["If your opponent exchanges:", *_indented(below)] if code == EXCHANGED else below
        return "\n".join(lines)

    def _trick(self, step: int, node: int, tricks: int) -> list[str]:
        """Say what the plan does in the next trick, and in so many tricks in all."""
        if step == len(self.course.steps):
            return []
        here, setup = self.course.steps[step], self.question.setup
        answers: dict[tuple[str, ...], list[str]] = {}
        for place in _after(here.before, node):
            event, card = int(here.before[place]) % EVENTS, setup.mine[int(here.cards[place])]
            rest = self._replies(step, place, tricks, None if event == NOTHING else event % ANNOUNCED)
            if event == NOTHING:
                return [f"Lead {card}.", *_indented(rest)]
            led = str(setup.unseen[event % ANNOUNCED]) + (" with its marriage" if event >= ANNOUNCED else "")
            answers.setdefault((f"Play {card}.", *rest), []).append(led)
        return [line for below, leads in answers.items() for line in _case(f"If {_either(leads)} is led:", below)]

    def _replies(self, step: int, node: int, tricks: int, led: int | None) -> list[str]:
        """Say what follows the opponent's cards in a trick, alike ones together."""
        if tricks == 1:
            return []
        here, setup = self.course.steps[step], self.question.setup
        mine = setup.mine[int(here.cards[node])]
        cases: dict[tuple[str, tuple[str, ...]], list[str]] = {}

        def add(code: int, below: list[str]) -> None:
            card = setup.unseen[code % EVENTS]
            verb = "is played" if setup.takes(mine, card) else "takes it"
            cases.setdefault((verb, tuple(below)), []).append(str(card))

        for place in _after(here.after, node):
            add(int(here.after[place]), self._trick(step + 1, place, tricks - 1))
        for codes, end in ((here.out, "You are out."), (here.lost, "Lost.")):
            for place in _after(codes, node):
                add(int(codes[place]), [end])
        if led is not None:
            return [line for _, below in cases for line in below]
        return [line for (verb, below), cards in cases.items() for line in _case(f"If {_either(cards)} {verb}:", below)]


def _case(case: str, below: tuple[str, ...]) -> list[str]:
    """Return what to do in a case: on its line if that is one thing, else below it."""
    if len(below) == 1 and not below[0].startswith("If "):
        return [f"{case} {below[0][0].lower()}{below[0][1:]}"]
    return [case, *_indented(list(below))]


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


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
