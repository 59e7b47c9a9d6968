"""How far one side gets without losing a trick: what the pair of needs in a race does not tell.

A deal is worth three game points only while the loser has no trick, and some rules ask at a failed close who had
none. Until a side loses a trick it keeps the lead, so one number for each pair of hands is enough.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .race import RaceTable, partner

Points = NDArray[np.int16]

NO_TRICK: Final = -1
"""Not even one trick is sure."""
ENOUGH: Final = 999
"""More card points than there are: the other side cannot help taking a trick, and that is what is wanted."""


class Sweep:
    """The card points that one side takes for certain before it loses a trick, against the best defence.

    `mine` says whose tricks they are. `lost` is what a lost trick counts for: `NO_TRICK`, or `ENOUGH` where the side is
    content to lose one. Without `last` the last trick brings nothing, since nobody says out after it.
    """

    def __init__(self, table: RaceTable, mine: bool, lost: int = NO_TRICK, last: bool = True) -> None:
        """Count every level below the first trick, the side being on lead."""
        self.table, self.mine, self.lost, self.last = table, mine, lost, last
        self.levels: list[Points] = [np.zeros((1, 1), np.int16)]
        for number in range(1, table.size):
            ours = table.ours[number]
            points = np.zeros((len(ours.masks), len(table.theirs[number].masks)), np.int16)
            if number > 1 or last:
                for place, cards in enumerate(ours.cards.tolist()):
                    rest = ours.child[place].tolist()
                    if mine:
                        held = int(ours.masks[place])
                        leads = [self._lead(number, r, card, held) for r, card in zip(rest, cards, strict=True)]
                        points[place] = np.max(leads, axis=0)
                    else:
                        points[place] = self._his_best(number, rest, cards)
            self.levels.append(points)

    # The first trick

    def leads(self, card: int, announce: bool, extra: int = 0) -> Points:
        """Return the points for each hand when I lead a card, `extra` being a marriage that waits for the trick."""
        size = self.table.size
        held = (1 << size) - 1 if announce else 0
        return self._lead(size, int(self.table.ours[size].child[0, card]), card, held, extra)

    def replies(self, led: int, card: int, extra: int = 0) -> Points:
        """Return the points for each hand when he leads a card and I play this one."""
        table = self.table
        level, size = table.theirs[table.size], table.size
        below = table.theirs[size - 1].rank[level.masks ^ (1 << led)]
        points: Points = self._reply(size, int(table.ours[size].child[0, card]), led, card, extra)[below]
        return points

    def his_leads(self, extra: int = 0) -> Points:
        """Return the points for each hand before a lead of his."""
        size = self.table.size
        return self._his_best(size, self.table.ours[size].child[0].tolist(), list(range(size)), extra)

    # One trick

    def _trick(self, number: int, rest: int, mine: bool, points: int, extra: int) -> Points:
        """Return the points of a trick and of what comes after it, for the hands of the level below."""
        below = self.levels[number - 1][rest]
        if mine is not self.mine:
            return np.full_like(below, self.lost)
        if number == 1:
            points = points + self.table.setup.bonus if self.last else 0
        return np.where(below == ENOUGH, ENOUGH, np.maximum(below, 0) + np.int16(points + extra)).astype(np.int16)

    def _lead(self, number: int, rest: int, card: int, held: int, extra: int = 0) -> Points:
        """Return the points after a lead of mine, with its marriage if its partner is among the cards `held`."""
        table, setup = self.table, self.table.setup
        legal = table.legal_replies(number, card)
        kinds = [self._trick(number, rest, *kind, extra) for kind in table.kinds(card)]
        room = np.concatenate(kinds)
        choose = np.minimum if self.mine else np.maximum
        best = np.empty(len(legal.order), np.int16)
        for slot, places in enumerate(legal.slots):
            part = best[: len(places)]
            part[:] = choose(part, room[places]) if slot else room[places]
        points = best[legal.order]
        other = partner(setup.mine[card])
        if self.mine and setup.marriages and other in setup.mine and held >> setup.mine.index(other) & 1:
            return self._with_marriage(points, setup.worth(setup.mine[card]), setup.my_claim and not extra)
        return points

    def _his_best(self, number: int, rest: list[int], cards: list[int], extra: int = 0) -> Points:
        """Return the points before a lead of his."""
        table, setup = self.table, self.table.setup
        below, level = table.theirs[number - 1], table.theirs[number]
        after = np.empty((len(setup.unseen), len(below.masks)), np.int16)
        for led, card in enumerate(setup.unseen):
            legal = setup.must(card, [setup.mine[mine] for mine in cards])
            mine = [
                self._reply(number, r, led, reply, extra)
                for r, reply in zip(rest, cards, strict=True)
                if setup.mine[reply] in legal
            ]
            after[led] = (np.max if self.mine else np.min)(mine, axis=0)
            other = partner(card)
            if not self.mine and setup.marriages and other in setup.unseen:
                pairs = np.flatnonzero(below.masks >> setup.unseen.index(other) & 1)
                after[led, pairs] = self._with_marriage(after[led, pairs], setup.worth(card), setup.his_claim)
        tricks = after[level.cards, level.child]
        best: Points = (tricks.min if self.mine else tricks.max)(axis=1)
        return best

    def _reply(self, number: int, rest: int, led: int, reply: int, extra: int) -> Points:
        """Return the points after a lead of his and a reply of mine, for the hands that he keeps."""
        setup = self.table.setup
        card, mine = setup.unseen[led], setup.mine[reply]
        return self._trick(number, rest, not setup.takes(card, mine), card.points + mine.points, extra)

    def _with_marriage(self, points: Points, worth: int, at_once: bool) -> Points:
        """Add a marriage: it is sure where its points may be claimed at once, else only with a trick."""
        if at_once:
            return np.where(points == ENOUGH, ENOUGH, np.maximum(points, 0) + worth).astype(np.int16)
        return np.where((points == ENOUGH) | (points < 0), points, points + worth).astype(np.int16)
