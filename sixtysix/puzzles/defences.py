"""A plan against every defence, and whether there can be a plan at all: walks through all that can happen."""

from collections.abc import Callable, Sequence

from ..actions import Announce, Play
from ..cards import Card
from ..rule_table import OUT
from .closed import Closed, Log, Root, Stand, cards_of

Choose = Callable[[Log, Sequence[Card]], Card | None]
"""Chooses one of the cards that may be played, from all that has happened since the plan began; None gives up."""


class Walk(Closed):
    """Plays a plan in every layout against every defence.

    `choose` is the plan, which says out as soon as it may and has 66 unless it is `silent`. What brings no more than
    `floor` game points is lost, and not followed any further: without a floor, what brings the least there is.
    """

    def __init__(self, root: Root, choose: Choose, *, silent: bool = False, floor: int | None = None) -> None:
        """Begin where the root stands; `run` does the rest."""
        super().__init__(root)
        self.choose, self.silent = choose, silent
        self.log = list(root.log)
        self.worst: dict[int, int] = {}
        """The layouts that can bring so many game points, and no more, against some defence."""
        self.lost = 0
        self.given_up = self.nothing()
        self.floor = self.given_up if floor is None else max(floor, self.given_up)

    def run(self, first: Card | None = None) -> None:
        """Walk through all defences, beginning with a card, or without one with what the plan says."""
        if self.view.trick:
            self._reply(self.start, self.every, self.view.trick[0][1], first)
        elif self.view.turn == self.me:
            self._lead(self.start, self.every, self.leads(self.start.cards), first)
        else:
            self._they_lead(self.start, self.every)

    def least(self) -> dict[int, int]:
        """Return the least that each layout brings."""
        found: dict[int, int] = {}
        for worth in sorted(self.worst, reverse=True):
            those = self.worst[worth]
            found |= {layout: worth for layout in range(those.bit_length()) if those >> layout & 1}
        return found

    def _lead(self, stand: Stand, layouts: int, allowed: Sequence[Card], card: Card | None = None) -> None:
        free = self.view.announced is None or stand.gone > 0
        if card is None and free and self._out(stand) and self.may_claim(stand, mine=True):
            self._end(layouts, self.claim(stand, mine=True))
            return
        layouts &= ~self.lost
        if not layouts:
            return
        card = card or self._chosen(allowed)
        if card is None:
            self._end(layouts, self.given_up)
            return
        married = self.married(stand, card) if free else None
        if married is not None and self.rules.claim != "lead" and self._out(married):
            self._end(layouts, self.claim(married, mine=True))
            return
        announced = [(self.me, Announce(card.suit))] if married is not None else []
        start = len(self.log)
        self.log += [*announced, (self.me, Play(card))]
        stand = married or stand
        if self.rules.claim == "any_turn":
            self._end(layouts, self.claim(stand, mine=False))
        for reply, those in self.replies(stand, layouts, card):
            self.log.append((1 - self.me, Play(reply)))
            self._on(*self.taken(stand, card, reply, i_led=True), those)
            self.log.pop()
        del self.log[start:]

    def _reply(self, stand: Stand, layouts: int, led: Card, card: Card | None = None) -> None:
        if card is None and self.rules.claim == "any_turn" and self._out(stand):
            self._end(layouts, self.claim(stand, mine=True))
            return
        layouts &= ~self.lost
        if not layouts:
            return
        card = card or self._chosen(self.allowed(led, stand.cards))
        if card is None:
            self._end(layouts, self.given_up)
            return
        self.log.append((self.me, Play(card)))
        self._on(*self.taken(stand, card, led, i_led=False), layouts)
        self.log.pop()

    def _they_lead(self, stand: Stand, layouts: int) -> None:
        if self.may_claim(stand, mine=False):
            self._end(layouts, self.claim(stand, mine=False))
        for card, those, married in self.their_leads(stand, layouts):
            start = len(self.log)
            if married is not None:
                self.log.append((1 - self.me, Announce(card.suit)))
                if self.rules.claim != "lead":
                    self._end(those, self.claim(married, mine=False))
            self.log.append((1 - self.me, Play(card)))
            self._reply(married or stand, those, card)
            del self.log[start:]

    def _on(self, stand: Stand, i_took: bool, layouts: int) -> None:
        """Go on after a trick."""
        if not stand.cards:
            self._end(layouts, self.last_trick(stand, mine=i_took))
        elif i_took:
            self._lead(stand, layouts, cards_of(stand.cards))
        else:
            self._they_lead(stand, layouts)

    def _chosen(self, allowed: Sequence[Card]) -> Card | None:
        return allowed[0] if len(allowed) == 1 else self.choose(tuple(self.log), allowed)

    def _out(self, stand: Stand) -> bool:
        return not self.silent and stand.points[0] >= OUT

    def _end(self, layouts: int, worth: int) -> None:
        self.worst[worth] = self.worst.get(worth, 0) | layouts
        if worth <= self.floor:
            self.lost |= layouts


class Hope(Closed):
    """Whether any plan brings so many game points in all of some layouts, by trying everything: meant for a few."""

    def __init__(self, root: Root, enough: int) -> None:
        """Ask for `enough` game points."""
        super().__init__(root)
        self.enough = enough
        self._known: dict[tuple[Stand, int, Card | None, bool], bool] = {}

    def can_win(self, layouts: int, first: Card | None = None) -> bool:
        """Whether one plan wins all these layouts, beginning with a card if one is given."""
        if self.view.trick:
            return self._reply(self.start, layouts, self.view.trick[0][1], first)
        if self.view.turn == self.me:
            leads = self.leads(self.start.cards) if first is None else [first]
            return self._lead(self.start, layouts, leads, claims=first is None and self.view.announced is None)
        return self._they_lead(self.start, layouts)

    def _lead(self, stand: Stand, layouts: int, leads: Sequence[Card], *, claims: bool = True) -> bool:
        out = claims and stand.points[0] >= OUT and self.may_claim(stand, mine=True)
        return (out and self.claim(stand, mine=True) >= self.enough) or any(
            self._led(stand, layouts, card) for card in leads
        )

    def _led(self, stand: Stand, layouts: int, card: Card) -> bool:
        married = self.married(stand, card) if self.view.announced is None or stand.gone else None
        out = married is not None and self.rules.claim != "lead" and married.points[0] >= OUT
        if married is not None and out and self.claim(married, mine=True) >= self.enough:
            return True
        stand = married or stand
        if self.rules.claim == "any_turn" and self.claim(stand, mine=False) < self.enough:
            return False
        replies = list(self.replies(stand, layouts, card))
        return all(self._on(*self.taken(stand, card, reply, i_led=True), those) for reply, those in replies)

    def _reply(self, stand: Stand, layouts: int, led: Card, first: Card | None = None) -> bool:
        out = first is None and self.rules.claim == "any_turn" and stand.points[0] >= OUT
        if out and self.claim(stand, mine=True) >= self.enough:
            return True
        cards = self.allowed(led, stand.cards) if first is None else [first]
        return any(self._on(*self.taken(stand, card, led, i_led=False), layouts) for card in cards)

    def _they_lead(self, stand: Stand, layouts: int) -> bool:
        if self.may_claim(stand, mine=False) and self.claim(stand, mine=False) < self.enough:
            return False
        for card, those, married in self.their_leads(stand, layouts):
            if married is not None and self.rules.claim != "lead" and self.claim(married, mine=False) < self.enough:
                return False
            if not self._reply(married or stand, those, card):
                return False
        return True

    def _on(self, stand: Stand, i_took: bool, layouts: int) -> bool:
        if not stand.cards:
            return self.last_trick(stand, mine=i_took) >= self.enough
        key = (stand, layouts, None, i_took)
        if key not in self._known:
            self._known[key] = self._settled(stand, i_took, layouts)
        return self._known[key]

    def _settled(self, stand: Stand, i_took: bool, layouts: int) -> bool:
        rest = layouts
        while rest and rest != layouts & -layouts:  # what one layout alone refutes needs no others
            one = rest & -rest
            if not self._on(stand, i_took, one):
                return False
            rest ^= one
        return self._lead(stand, layouts, cards_of(stand.cards)) if i_took else self._they_lead(stand, layouts)
