"""An opponent whose hidden cards adapt: once the stock is closed nobody beats him by luck.

At every turn the hidden cards are dealt anew, as far as everything shown allows it, so that your choice loses if there
is any layout in which it does; and the opponent then plays as if he saw all cards. What he cannot beat is certain.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from .actions import Action, Announce, ClaimOut, Play
from .against import Reading, best_reply, readable
from .cards import Card, in_words
from .errors import IllegalAction
from .position import Position
from .public import AtClose
from .session import Session, read_start
from .view import View

if TYPE_CHECKING:
    from .solver.outcome import GamePoints

SECONDS: Final = 0.06
"""For the question whether a choice is certain, each time: the answer must not keep the learner waiting."""
HUNT: Final = 0.25
"""For the search of an answer to a choice that is not: this is rare."""
AT_THE_END: Final = 0.5
"""For the same question once the deal is won, as far as it is still open."""
KEPT: Final = 4
"""How many positions are kept with their tables, for choices taken back."""
WON: Final = "No layout could stop this: the plan is certain."
CLEAN: Final = "Each of your choices won in every layout that was left."


class AdaptiveSession(Session):
    """A session for practising a close: from then on the hidden cards are always those that beat your choice.

    `start` is what to practise, as in a plain session; while the stock is open the named opponent plays. `SECONDS` is
    the time spent on each choice that no layout beats outright. Raises what a plain session raises, and `RulesError`
    for rules that the exact analysis does not know.

    >>> start = {"trump": "S", "hand": ["AS", "AH"], "stock": 1, "turn_up": "9S", "unseen": ["KS", "TH", "9D"],
    ...          "closed_by": 0, "points": [55, 20], "tricks": [4, 4]}
    >>> session = AdaptiveSession(start, flow=True)
    >>> session.act(Play("AS"))
    >>> session.act(ClaimOut())
    >>> session.afterword
    ['No layout could stop this: the plan is certain.']
    """

    def __init__(
        self,
        start: Position | View | Mapping[str, Any] | str | None,
        *,
        seed: int = 66,
        opponent: str = "Club",
        memory: bool = False,
        flow: bool = False,
    ) -> None:
        """Lay out the start; what is hidden is dealt by the seed until the first choice."""
        if start is None:
            raise IllegalAction("Hidden cards that adapt need a start: a view or a position to close in.")
        self._moments: list[_Moment] = []
        self._readings: dict[View, Reading] = {}
        _check(start, seed)
        super().__init__(start=start, seed=seed, opponent=opponent, memory=memory, flow=flow)

    @property
    def kind(self) -> str:
        """What this session is called."""
        return "adaptive"

    @property
    def afterword(self) -> list[str]:
        """At the end of the deal: whether the hidden cards were chosen to beat you, and what would have been safe."""
        result = self.position.result
        if result is None or not self._moments:
            return []
        lost = next((moment for moment in self._moments if moment.lost), None)
        if lost is not None:
            return [lost.say()]
        if result.winner != self.you:
            return []
        return [WON if all(moment.certain for moment in self._moments) else CLEAN]

    def state(self) -> dict[str, Any]:
        """Return what the table shows, as in a plain session; the opponent is called what he is."""
        state = super().state()
        return {**state, "opponent": {**state["opponent"], "name": "Adaptive"}}

    def act(self, action: Action) -> None:
        """Choose the hidden cards against this action, then do it; `IllegalAction` where it is not possible."""
        if not self.waiting and self.position.why_illegal(action) is None and self._adapts:
            self._choose_against(action)
        super().act(action)

    def undo(self) -> None:
        """Take back your last action, and forget what was learnt of it."""
        super().undo()
        self._moments = [moment for moment in self._moments if moment.at < len(self.position.log)]

    def paste(self, text: object) -> None:
        """Practise another position or view, its hidden cards adapting too; a match is refused."""
        if isinstance(text, str) and text.strip().startswith("66-match"):
            raise IllegalAction("Here the hidden cards adapt, which is practice: paste a match at another table.")
        _check(text, self._seed)
        super().paste(text)

    def _begin(self) -> None:
        self._moments = []
        super()._begin()

    def _run(self) -> None:
        super()._run()
        if self.position.result is not None:
            self._look_back_at_choices()

    def _look_back_at_choices(self) -> None:
        """Find out what would have been safe, or whether a win was certain where time left that open."""
        until = time.perf_counter() + AT_THE_END
        for number, moment in enumerate(self._moments):
            if moment.lost:
                safe = () if moment.view is None else self._reading(moment.view).safe()
                self._moments[number] = replace(moment, safe=safe)
                return
            if moment.certain is None and moment.view is not None:
                certain = self._reading(moment.view).certain(until, moment.action)
                self._moments[number] = replace(moment, certain=certain)

    # The layouts

    @property
    def _adapts(self) -> bool:
        """Whether hidden cards are left that can be dealt another way, and will not be drawn."""
        return not self.position.is_open and self.view.layouts() > 1

    def _reading(self, view: View) -> "Reading":
        if view not in self._readings:
            for old in list(self._readings)[: 1 - KEPT]:
                del self._readings[old]
            self._readings[view] = Reading(view)
        return self._readings[view]

    def _deal(self, hand: frozenset[Card]) -> None:
        """Give the opponent these cards instead of his: some cards nobody has shown change places, from the start on.

        So every position of the deal goes on to follow from the one before.
        """
        other = 1 - self.you
        old = frozenset(self.position.hand(other))
        places = dict(zip(sorted(old - hand), sorted(hand - old), strict=True))
        places |= {new: gone for gone, new in places.items()}
        if places:
            self.positions = [_exchanged(position, other, places) for position in self.positions]

    def _generator(self) -> Random:
        return Random(self._seed * 1000 + len(self.position.log))

    # Your choices

    def _choose_against(self, action: Action) -> None:
        """Deal the hidden cards so that this action turns out as badly as it can."""
        if not isinstance(action, Play | Announce):
            return  # nothing is lost yet, or nothing hidden matters any more
        view = self.view
        reading = self._reading(view)
        values = reading.after(action)
        self._deal(reading.hand(_any_place(values, self._generator())))
        lost, certain = int((values < 0).sum()), None
        if not lost:
            certain = reading.certain(time.perf_counter() + SECONDS, action)
        self._moments.append(_Moment(len(view.log), lost, len(values), certain, view, action))

    @property
    def _beaten(self) -> bool:
        """Whether you have lost whatever you do: the cards lie so, and the opponent sees them."""
        return any(moment.lost for moment in self._moments)

    # The opponent's choices

    def _reply(self) -> Action:
        """Play best in the layout chosen; where that is not enough, look for one in which you must go wrong later."""
        if self.position.is_open:
            return super()._reply()
        certain = bool(self._moments) and self._moments[-1].certain
        if self._adapts and not self._beaten and not certain:
            found = self._hunt(self.view)
            if found is not None:
                self._deal(frozenset(found[0].hand(1 - self.you)))
                if found[1] is not None:
                    return found[1]
        return best_reply(self.position, self._generator())

    def _hunt(self, view: View) -> tuple[Position, Action | None] | None:
        """Look for a layout, and an action in it, after which no single plan of yours wins in every layout left."""
        if not view.trick and (reading := readable(view)) is not None:
            values = reading.best()
            lost = int((values < 0).sum())
            certain = None if lost else reading.certain(time.perf_counter() + SECONDS)
            self._moments.append(_Moment(len(view.log), lost, len(values), certain))
            if lost:
                return _position(view, reading.hand(_any_place(values, self._generator()))), None
            if certain:
                return None
        until = time.perf_counter() + HUNT
        for action, position in _possible(view, until):
            if self._sure(position.apply(action), until) is False:
                return position, action
        return None

    def _sure(self, position: Position, until: float) -> bool | None:
        """Say whether one plan of yours wins from here on in every layout that looks like this position."""
        if position.result is not None:
            return position.result.winner == self.you
        view = position.view(self.you)
        if (reading := readable(view)) is not None:
            return bool((reading.best() > 0).all()) and reading.certain(until)
        answers = [self._sure(one.apply(action), until) for action, one in _possible(view, until)]
        return False if False in answers else None if None in answers else True


@dataclass(frozen=True, slots=True)
class _Moment:
    """A turn at which the hidden cards could be chosen: yours with its view and action, or the opponent's without."""

    at: int
    lost: int
    layouts: int
    certain: bool | None
    view: View | None = None
    action: Play | Announce | None = None
    safe: tuple[Play | Announce, ...] = ()
    """Your choices that would have lost in no layout."""

    def say(self) -> str:
        """Say in how many layouts this choice loses."""
        some = f"{self.lost} of {self.layouts} layouts" if self.lost < self.layouts else f"all {self.layouts} layouts"
        chosen = "Your opponent's cards were chosen to beat you" if self.lost < self.layouts else "Any cards beat you"
        if self.action is None:
            return f"{chosen}: both sides seeing all cards, {some} were lost before you played a card."
        better = f"{self._name(*self.safe)} in none" if self.safe else "and no choice was safe in all of them"
        return f"{chosen}: both sides seeing all cards, {self._name(self.action)} loses in {some}, {better}."

    def _name(self, *actions: Play | Announce) -> str:
        """Name choices: "leading A♠ or K♥"."""
        does = "playing" if self.view is not None and self.view.trick else "leading"
        cards = [action.card for action in actions if isinstance(action, Play)]
        names = [f"{does} {in_words(cards)}"] if cards else []
        suits = [str(action.suit) for action in actions if isinstance(action, Announce)]
        names += [f"announcing the marriage in {' or '.join(suits)}"] if suits else []
        return " or ".join(names)


def _check(start: object, seed: int) -> None:
    """Raise `RulesError` for rules that the analysis of a close does not know, and what reading the start raises."""
    rules = read_start(start, seed)[0].rules
    rules.require_two_players("the table")
    from .solver.question import Stakes

    Stakes.of(rules, AtClose(0, 0))


def _any_place(values: "GamePoints", rng: Random) -> int:
    """Return one of the layouts that are worst for you."""
    worst: list[int] = (values == values.min()).nonzero()[0].tolist()
    return worst[int(rng.random() * len(worst))]


def _exchanged(position: Position, other: int, places: Mapping[Card, Card]) -> Position:
    """Return the position with some of the hidden cards in each other's places."""
    moved = tuple(sorted(places.get(card, card) for card in position.hands[other]))
    hands = (position.hands[0], moved) if other else (moved, position.hands[1])
    return replace(position, hands=hands, stock=tuple(places.get(card, card) for card in position.stock))


def _position(view: View, hand: frozenset[Card]) -> Position:
    return view.with_hidden(hand, sorted(view.unseen - hand))


def _possible(view: View, until: float) -> Iterator[tuple[Action, Position]]:
    """Go through the actions that the opponent, to move, may have, each with a layout in which he has it."""
    seen: set[Action] = set()
    for hand in view.each_layout():
        position = _position(view, hand)
        for action in position.legal_actions():
            if action not in seen and not isinstance(action, ClaimOut):
                seen.add(action)
                yield action, position
        if time.perf_counter() > until:
            return
