"""What a closed stock asks: the race of a view's cards, the layouts, and what is at stake under the rules."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ..actions import Close
from ..cards import Card, card_points
from ..errors import PuzzleError, RulesError
from ..public import AtClose, Phase
from ..rule_table import OUT, SCHNEIDER, SCHWARZ
from ..rules import Rules
from ..view import View
from .race import NEVER, Ending, Setup, ending
from .subsets import Places

MOST: Final = 300
"""More card points than a side can have: the pack, the last trick and four marriages."""

Loss = Literal["same", "unclaimed", "closer sweeps", "other sweeps"]


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the ways to end a close are worth, in game points.

    `fixed` is the worth of a success that was settled at the close (0: judged at the end, with `three` where no trick
    is worth that). A close that fails costs `low` or `high`; `which` says when it is `high`: never ("same"), when the
    closer cannot get 66 although his opponent never says out ("unclaimed"), when the closer takes every trick and
    still has no 66 ("closer sweeps"), or when the opponent goes out before the closer has a trick ("other sweeps").
    """

    fixed: int
    three: bool
    low: int
    high: int
    which: Loss

    @classmethod
    def of(cls, rules: Rules, at_close: AtClose) -> "Stakes":
        """Read the stakes off the rules; `RulesError` for a mixture of rules that this does not know."""
        if rules.claim == "any_turn" and (rules.wrong_claim > 2 or rules.success_scale == "close"):
            raise RulesError(
                "claim: 'any_turn', with a wrong claim as a way out at every turn, can be analysed only with "
                "wrong_claim 2 and success_scale 'end'"
            )
        if rules.wrong_claim < 2:
            raise RulesError(
                f"wrong_claim: {rules.wrong_claim} makes a wrong claim a way out; the analysis needs 2 or more"
            )
        fixed = 0
        if rules.success_scale == "close":
            fixed = 2 if at_close.points < SCHNEIDER else 1
            fixed = SCHWARZ if rules.schwarz and not at_close.tricks else fixed
        low, high = rules.failed_close, rules.failed_close_trickless
        if rules.trickless_judged == "close":
            low, high = (high, high) if not at_close.tricks else (low, low)
        loss: Loss = "same" if low == high else "closer sweeps"
        if rules.counter_out == "flat" and rules.failed_close < low:
            low, loss = rules.failed_close, "unclaimed"
        elif rules.counter_out == "closer_trickless":
            if not low == high == rules.failed_close <= SCHWARZ:
                raise RulesError(
                    f"counter_out: {rules.counter_out!r} can be analysed only where every failed close costs the same, "
                    f"at most {SCHWARZ}"
                )
            high, loss = SCHWARZ, "other sweeps" if low < SCHWARZ else "same"
        return cls(fixed, rules.schwarz and not fixed, low, high, loss)


@dataclass(frozen=True, slots=True)
class Question:
    """A closed stock seen from one seat: the race, the first decision, and how the points stand.

    `mine` and `his` are the card points of the seat and its opponent; `i_close` says whose close it is. `layouts` are
    the places of the hands the opponent may hold among the hands of the race; `swapped` the place of each after the
    exchange that he may make before the first lead, -1 where he cannot.
    """

    view: View
    i_close: bool
    setup: Setup
    stakes: Stakes
    layouts: Places
    swapped: Places
    led: int | None
    his_lead: bool

    @property
    def mine(self) -> int:
        """My card points that count."""
        return self.view.points(self.view.seat)

    @property
    def his(self) -> int:
        """The opponent's card points that count."""
        return self.view.points(1 - self.view.seat)

    @property
    def pending(self) -> tuple[int, int]:
        """The points of marriages that wait for a trick, mine and his."""
        return self.view.pending(self.view.seat), self.view.pending(1 - self.view.seat)

    @property
    def tricks(self) -> tuple[bool, bool]:
        """Whether I have a trick, and whether he has."""
        return self.view.tricks_won(self.view.seat) > 0, self.view.tricks_won(1 - self.view.seat) > 0

    @property
    def needs(self) -> tuple[int, int]:
        """The card points that I need to go out, and that he needs; 0 for 66 and more."""
        return max(0, OUT - self.mine), max(0, OUT - self.his)

    def ending(self) -> Ending:
        """Return who wins when the cards are gone: the closer only with 66."""
        return ending(0, NEVER) if self.i_close else ending(1, 1)

    def hands(self) -> NDArray[np.int64]:
        """Return the opponent's hand in each layout, as masks over the unseen cards."""
        masks: NDArray[np.int64] = self.setup.levels()[self.setup.size].masks[self.layouts]
        return masks

    def hand(self, place: int) -> frozenset[Card]:
        """Return the cards of a layout by its number."""
        mask = int(self.hands()[place])
        return frozenset(card for number, card in enumerate(self.setup.unseen) if mask >> number & 1)


def questions(view: object) -> tuple[Question, ...]:
    """Return the question of a view as it stands, or as it will stand when its seat has closed the stock.

    There are two where that seat may still exchange after the close: without and with the exchange. Raises
    `PuzzleError` where nothing is or can be closed.
    """
    if not isinstance(view, View):
        raise PuzzleError(f"a view is needed here, what one seat knows; {type(view).__name__} is none")
    view.rules.require_two_players("the analysis of a close")
    if view.result is not None:
        raise PuzzleError("the deal is over: there is nothing left to analyse")
    seat, other = view.seat, 1 - view.seat
    if view.closed_by is None:
        if (reason := view.why_illegal(Close())) is not None:
            raise PuzzleError(f"the stock cannot be closed here. {reason}")
        after: Final = view.rules.exchange_after_close
        closed = replace(
            view,
            closed_by=seat,
            at_close=AtClose(view.points(other), view.tricks_won(other)),
            phase=Phase.CLOSED if after == "both" else Phase.PLAY,
        )
        _refuse_contradictions(closed)
        return tuple(_question(state, he_may_exchange=after != "nobody") for state in _with_exchange(closed))
    if view.to_move != seat and (view.trick or view.phase is not Phase.PLAY):
        raise PuzzleError("it is not your turn: your opponent is to act first")
    if view.to_move != seat and view.points(other) >= OUT:
        raise PuzzleError("your opponent has 66 and is on lead: he can say out, and nothing is left to analyse")
    if view.to_move != seat and view.announced is not None:
        raise PuzzleError("your opponent has announced a marriage and must lead from it: ask again after that lead")
    if view.phase is Phase.EXCHANGE:
        raise PuzzleError("first exchange or pass: then the close can be analysed")
    _refuse_contradictions(view)
    return tuple(_question(state, he_may_exchange=False) for state in _with_exchange(view))


def _refuse_contradictions(view: View) -> None:
    """Raise `PuzzleError` for a view whose cards, turns or points are impossible: it was put together by hand.

    Points that its tricks do not explain are let pass, so that one may ask about the same cards at other points.
    """
    if any(not 0 <= points <= MOST for points in (*view.taken, *view.waiting)):
        raise PuzzleError(f"the view contradicts itself: points go from 0 to {MOST}, and here are {view.taken}")
    if view.closed_by is not None and view.at_close is None:
        raise PuzzleError("the view contradicts itself: the stock is closed, and how it stood then is missing")
    if any(points and tricks for points, tricks in zip(view.waiting, view.tricks, strict=True)):
        raise PuzzleError("the view contradicts itself: a marriage waits although its seat has a trick")
    held = card_points(view.played)
    taken = (held, 0) if view.tricks[0] else (0, held)
    closed = AtClose(0, view.at_close.tricks if view.at_close else 0)
    try:
        View.from_dict(replace(view, log=(), taken=taken, waiting=(0, 0), at_close=closed).to_dict())
    except PuzzleError as error:
        raise PuzzleError(f"the view contradicts itself: {error}") from None
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise PuzzleError("the view contradicts itself: its cards, points and turns do not fit together") from None


def _with_exchange(view: View) -> tuple[View, ...]:
    """Return the view, and the view after the closer's exchange where that is still to be had."""
    low, turn_up = view.rules.low_trump(view.trump), view.turn_up
    allowed = not view.rules.exchange_needs_trick or view.tricks_won(view.seat) > 0
    plain = replace(view, phase=Phase.PLAY)
    if view.phase is not Phase.CLOSED or low not in view.own or turn_up is None or not allowed:
        return (plain,)
    own = tuple(sorted({*view.own, turn_up} - {low}))
    shown = view.shown[view.seat] - {low} | {turn_up}
    both = (shown, view.shown[1]) if view.seat == 0 else (view.shown[0], shown)
    return plain, replace(plain, own=own, turn_up=low, shown=both)


def _question(view: View, he_may_exchange: bool) -> Question:
    rules, seat, other = view.rules, view.seat, 1 - view.seat
    assert view.at_close is not None  # a closed stock always has it
    lead = view.trick[0][1] if view.trick else None
    known = view.shown[other] | ({lead} if lead else set())
    unseen = {*view.unseen - view.lacks[other], *known}
    size = view.hand_sizes[other] + (lead is not None)
    if len(view.own) != size or not len(known) <= size <= len(unseen):
        raise PuzzleError(
            f"hand: {len(view.own)} cards against {size}, of which {len(known)} are known and {len(unseen)} possible, "
            "do not go together"
        )
    low, turn_up = rules.low_trump(view.trump), view.turn_up
    he_may_exchange = he_may_exchange and low in unseen and turn_up is not None
    apart: frozenset[Card] = frozenset()
    if he_may_exchange and turn_up is not None:
        unseen.add(turn_up)
        apart = frozenset((low, turn_up))
    setup = Setup(
        mine=view.own,
        unseen=tuple(sorted(unseen)),
        size=size,
        trump=view.trump,
        known=frozenset(known - apart),
        apart=apart,
        must_beat=rules.must_beat,
        must_trump=rules.must_trump,
        marriages=rules.marriages != "open",
        my_claim=rules.claim != "lead",
        his_claim=rules.claim != "lead",
        any_turn=rules.claim == "any_turn",
        bonus=rules.bonus_closed,
    )
    level = setup.levels()[setup.size]
    masks = level.masks
    places = np.arange(len(masks))
    swapped = np.full(len(masks), -1)
    if turn_up is not None and apart:
        nine, high = (1 << setup.unseen.index(card) for card in (low, turn_up))
        has_nine = (masks & nine) != 0
        swapped[has_nine] = level.rank[masks[has_nine] ^ nine ^ high]
        places = np.flatnonzero(((masks & high) == 0) & (has_nine | (low not in known)))
    return Question(
        view=view,
        i_close=view.closed_by == seat,
        setup=setup,
        stakes=Stakes.of(rules, view.at_close),
        layouts=places,
        swapped=swapped[places],
        led=setup.unseen.index(lead) if lead else None,
        his_lead=view.to_move != seat,
    )
