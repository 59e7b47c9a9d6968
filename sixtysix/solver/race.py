"""The race to 66 with all cards known, answered for every opposing hand and every pair of needs at once.

Once the stock is closed or gone there is no chance left: I need `a` more card points, my opponent `b`, and the cards
decide who is there first. For each of my hands, each of his and each leader the table keeps a row: for every need of
mine the least need of his with which I still win. If I take a trick of v points, the row is the next one moved by v; if
he takes it, v is added. My leads take the least of the rows, his replies the greatest, so a few thousand operations on
arrays answer for all his hands together.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import Card, Rank, Suit
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from .subsets import Level, Places, levels

Rows = NDArray[np.uint8]
"""Rows of `WIDTH` needs: the least need of the opponent with which I win."""

FREE: Final = OUT + 1
"""The column for a player who never says out: no number of points is enough."""
WIDTH: Final = OUT + 2
NEVER: Final = 200
"""More than any need that can decide: I lose even against an opponent who never says out."""


class Ending(NamedTuple):
    """Who wins when the cards are gone and nobody has said out: a row each for whose the last trick was."""

    mine: Rows
    his: Rows


def ending(if_out: int, otherwise: int) -> Ending:
    """Return the ending that asks only whether I have 66: the least need of the opponent's if I have, and if not.

    >>> ending(0, NEVER).mine[:3].tolist()
    [0, 200, 200]
    """
    row = np.full(WIDTH, otherwise, np.uint8)
    row[0] = if_out
    return Ending(row, row)


@dataclass(frozen=True, slots=True)
class Setup:
    """The cards and the rules of a race.

    `mine` are my cards and `unseen` those that the opponent may hold, both in sorting order; he holds `size` of them,
    among them the `known`. No hand of his holds both cards of `apart`. `marriages` says whether they are announced in
    the race; `my_claim` and `his_claim` whether their points count at once or only at the next lead.
    """

    mine: tuple[Card, ...]
    unseen: tuple[Card, ...]
    size: int
    trump: Suit
    known: frozenset[Card] = frozenset()
    apart: frozenset[Card] = frozenset()
    must_beat: bool = True
    must_trump: bool = True
    marriages: bool = False
    my_claim: bool = True
    his_claim: bool = True
    any_turn: bool = False
    bonus: int = 0

    def mask(self, cards: frozenset[Card]) -> int:
        """Return unseen cards as a mask over their numbers."""
        return sum(1 << number for number, card in enumerate(self.unseen) if card in cards)

    def levels(self) -> tuple[Level, ...]:
        """Return the sets of cards that the opponent may hold, by their number."""
        return levels(len(self.unseen), self.mask(self.known), self.size, self.mask(self.apart))

    def my_levels(self) -> tuple[Level, ...]:
        """Return the sets of cards that I may hold, by their number."""
        return levels(len(self.mine), 0, len(self.mine))

    def takes(self, led: Card, reply: Card) -> bool:
        """Say whether the lead takes the trick."""
        return not reply.beats(led, self.trump)

    def worth(self, card: Card) -> int:
        """Return the points of a marriage in this card's suit."""
        return ROYAL_MARRIAGE if card.suit is self.trump else MARRIAGE

    def must(self, led: Card, hand: list[Card]) -> list[Card]:
        """Return the cards of a hand that may be played to a lead."""
        following = [card for card in hand if card.suit is led.suit]
        if following:
            beating = [card for card in following if card.strength > led.strength]
            return beating if self.must_beat and beating else following
        trumps = [card for card in hand if card.suit is self.trump]
        return trumps if self.must_trump and trumps else hand


def partner(card: Card) -> Card | None:
    """Return the other card of a marriage, None for a card that cannot marry."""
    other = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}.get(card.rank)
    return Card.of(other, card.suit) if other else None


class Replies(NamedTuple):
    """The legal replies to one lead of mine in each hand of a level, hands with more replies first."""

    order: Places
    """The place in that order of each hand of the level, shape (hands,)."""
    slots: tuple[Places, ...]
    """For the first, second, ... reply: where its row stands among the rows of all outcomes, level below by level."""


class Outcomes(NamedTuple):
    """What can become of a lead of mine: the kinds of tricks, and the kind for each reply."""

    kinds: tuple[tuple[bool, int], ...]
    """Whether I take the trick, and its points."""
    kind: NDArray[np.intp]
    """The number of the kind for each unseen card, shape (unseen,)."""


class Below(NamedTuple):
    """What a trick leads to: the rows below if I take it and if he does, by number of cards, and what else they bring.

    `extra` are the points of a waiting marriage, mine if I take the trick and his if he does.
    """

    won: list[Rows]
    lost: list[Rows]
    extra: tuple[int, int] = (0, 0)


class RaceTable:
    """All races of one hand: rows for every hand the opponent may hold, built from the last trick upwards.

    `mine` and `his` hold them by number of cards left, as arrays of shape (my sets, his sets, `WIDTH`), for the side
    that leads; the first trick is asked for with `leads`, `replies` or `his_leads`. Six cards of mine and 17 unseen
    make about 100,000 rows a side, 14 MB together.
    """

    def __init__(self, setup: Setup, end: Ending) -> None:
        """Build every level below the first trick."""
        self.setup = setup
        self.theirs, self.ours = setup.levels(), setup.my_levels()
        self.size = len(setup.mine)
        self._kinds = [self._kinds_of(card) for card in setup.mine]
        self._legal: dict[tuple[int, int], Replies] = {}
        self._rooms: dict[tuple[str, int], Rows] = {}
        self.mine: list[Rows] = [end.mine.reshape(1, 1, WIDTH)]
        self.his: list[Rows] = [end.his.reshape(1, 1, WIDTH)]
        self.below = Below(self.mine, self.his)
        for number in range(1, self.size):
            mine, his = self._space(number), self._space(number)
            for place in range(len(mine)):
                self._best_lead(number, place, self.below, mine[place])
                self._his_lead(number, place, self.below, his[place])
            self.mine.append(mine)
            self.his.append(his)

    @property
    def hands(self) -> NDArray[np.int64]:
        """The hands the opponent may hold, as masks over the unseen cards."""
        return self.theirs[self.size].masks

    def waiting(self, my_points: int, his_points: int) -> Below:
        """Return what the first trick leads to while a marriage of one side waits for its first trick."""
        if my_points:
            return self.until_a_trick(True, self.mine, my_points)
        return self.until_a_trick(False, self.his, his_points) if his_points else self.below

    def until_a_trick(self, mine: bool, then: list[Rows], points: int) -> Below:
        """Return what the first trick leads to for a side without a trick, mine or his.

        With its first trick that side gets the points, and the rows `then` hold from there. Until then the other side
        keeps the lead, so only its leads need rows of their own.
        """
        chain = [self.his[0] if mine else self.mine[0]]
        below = Below(then, chain, (points, 0)) if mine else Below(chain, then, (0, points))
        for number in range(1, self.size):
            rows = self._space(number)
            for place in range(len(rows)):
                (self._his_lead if mine else self._best_lead)(number, place, below, rows[place])
            chain.append(rows)
        return below

    # The first trick

    def leads(self, card: int, below: Below, announce: bool) -> Rows:
        """Return the rows after a lead of mine, with its marriage where it announces one; shape (hands, `WIDTH`)."""
        rows = self._after_lead(self.size, self._without(card), card, below)
        rows = self._married(card, (1 << self.size) - 1, rows) if announce else rows
        return np.minimum(rows, NEVER)

    def replies(self, led: int, card: int, below: Below) -> Rows:
        """Return the rows after his lead and this reply of mine, for the hands that hold the lead."""
        level = self.theirs[self.size]
        out = self._room("first", len(self.theirs[self.size - 1].masks))
        self._reply(self.size, self._without(card), led, card, below, out)
        rows: Rows = out.take(self.theirs[self.size - 1].rank[level.masks ^ (1 << led)], axis=0)
        return np.minimum(rows, NEVER)

    def his_leads(self, below: Below) -> Rows:
        """Return the rows before a lead of his."""
        out = np.empty((len(self.hands), WIDTH), np.uint8)
        self._his_lead(self.size, 0, below, out)
        return out

    def _without(self, card: int) -> int:
        """Return the place of my hand without a card."""
        return int(self.ours[self.size].child[0, card])

    # One trick

    def _best_lead(self, number: int, place: int, below: Below, out: Rows) -> None:
        """Fill in the rows of my hand on lead: the least of what my leads leave."""
        level = self.ours[number]
        for slot, card in enumerate(level.cards[place].tolist()):
            rows = self._after_lead(number, int(level.child[place, slot]), card, below)
            if self.setup.marriages:
                rows = self._married(card, int(level.masks[place]), rows)
            if slot == 0:
                out[:] = rows
            else:
                np.minimum(out, rows, out=out)
        np.minimum(out, NEVER, out=out)
        out[:, 0] = 0

    def _after_lead(self, number: int, rest: int, card: int, below: Below) -> Rows:
        """Return the rows after a lead of mine that leaves the set `rest` of the level below."""
        legal, kinds = self.legal_replies(number, card), self.kinds(card)
        hands = len(self.theirs[number - 1].masks)
        room = self._room("outcomes", len(kinds) * hands)
        for place, (taken, points) in enumerate(kinds):
            self._move(number, rest, taken, points, below, room[place * hands : (place + 1) * hands])
        best = self._room("best", len(legal.order))
        more = self._room("more", len(legal.order))
        for slot, places in enumerate(legal.slots):
            part = (more if slot else best)[: len(places)]
            np.take(room, places, axis=0, out=part, mode="clip")
            if slot:
                np.maximum(best[: len(places)], part, out=best[: len(places)])
        rows = best.take(legal.order, axis=0)
        if self.setup.any_turn:
            np.maximum(rows[:, 1:], 1, out=rows[:, 1:])
        return rows

    def _his_lead(self, number: int, place: int, below: Below, out: Rows) -> None:
        """Fill in the rows of my hand when he leads: the greatest of what his leads leave after my best reply."""
        unseen = self.setup.unseen
        hands = len(self.theirs[number - 1].masks)
        room = self._room("led", len(unseen) * hands)
        for led in range(len(unseen)):
            self._after_his_lead(number, place, led, below, room[led * hands : (led + 1) * hands])
        level = self.theirs[number]
        places = level.cards * hands + level.child
        more = self._room("more", len(level.masks))
        np.take(room, places[:, 0], axis=0, out=out, mode="clip")
        for slot in range(1, number):
            np.take(room, places[:, slot], axis=0, out=more, mode="clip")
            np.maximum(out, more, out=out)
        np.minimum(out, NEVER, out=out)
        np.maximum(out, 1, out=out)

    def _after_his_lead(self, number: int, place: int, led: int, below: Below, out: Rows) -> None:
        """Fill in the rows after a lead of his, for the hands of the level below that he keeps."""
        setup, level = self.setup, self.ours[number]
        card = setup.unseen[led]
        cards = level.cards[place].tolist()
        legal = setup.must(card, [setup.mine[reply] for reply in cards])
        more, first = self._room("reply", len(out)), True
        for slot, reply in enumerate(cards):
            if setup.mine[reply] in legal:
                self._reply(number, int(level.child[place, slot]), led, reply, below, out if first else more)
                if not first:
                    np.minimum(out, more, out=out)
                first = False
        if setup.any_turn:
            out[:, 0] = 0
        if setup.marriages and (other := partner(card)) in setup.unseen:
            self._his_marriage(number, setup.unseen.index(other), setup.worth(card), out)

    def _reply(self, number: int, rest: int, led: int, reply: int, below: Below, out: Rows) -> None:
        """Fill in the rows after a lead of his and a reply of mine that leaves the set `rest`."""
        card, mine = self.setup.unseen[led], self.setup.mine[reply]
        self._move(number, rest, not self.setup.takes(card, mine), card.points + mine.points, below, out)

    def _move(self, number: int, rest: int, taken: bool, points: int, below: Below, out: Rows) -> None:
        """Fill in the rows a trick earlier: moved by its points if I take it, raised by them if he does."""
        points += below.extra[0 if taken else 1] + (self.setup.bonus if number == 1 else 0)
        rows = (below.won if taken else below.lost)[number - 1][rest]
        if taken:
            points = min(points, OUT)
            out.reshape(-1)[points:] = rows.reshape(-1)[: rows.size - points]
            out[:, :points] = rows[:, :1]
            out[:, FREE] = rows[:, FREE]
        elif number > 1:
            np.add(np.minimum(rows, 255 - points) if points > 255 - NEVER else rows, points, out=out)
        else:
            np.add(np.clip(rows, 1, 255 - points), points, out=out)
            out[rows == 0] = 0

    def _married(self, card: int, hand: int, rows: Rows) -> Rows:
        """Return the rows before a lead of mine that announces a marriage, if it does."""
        setup = self.setup
        other = partner(setup.mine[card])
        if other not in setup.mine or not hand >> setup.mine.index(other) & 1:
            return rows
        worth = setup.worth(setup.mine[card])
        moved = np.empty_like(rows)
        moved[:, worth:FREE] = rows[:, : FREE - worth]
        moved[:, : worth + 1] = 0 if setup.my_claim else rows[:, :1]
        moved[:, FREE] = rows[:, FREE]
        return moved

    def _his_marriage(self, number: int, other: int, worth: int, rows: Rows) -> None:
        """Raise the rows of the hands that announce a marriage with the lead."""
        pairs = np.flatnonzero(self.theirs[number - 1].masks >> other & 1)
        some = np.minimum(rows[pairs], NEVER)
        raised = np.maximum(some, 1) + np.uint8(worth)
        rows[pairs] = raised if self.setup.his_claim else np.where(some == 0, 0, raised)

    # What the rules make of the cards

    def _kinds_of(self, card: Card) -> Outcomes:
        """Sort the replies to a lead of mine by who takes the trick and by its points."""
        setup = self.setup
        tricks = [(setup.takes(card, reply), card.points + reply.points) for reply in setup.unseen]
        kinds = tuple(sorted(set(tricks)))
        return Outcomes(kinds, np.array([kinds.index(trick) for trick in tricks], np.intp))

    def kinds(self, card: int) -> tuple[tuple[bool, int], ...]:
        """Return the kinds of tricks that a lead of mine can become: whether I take it, and its points."""
        return self._kinds[card].kinds

    def legal_replies(self, number: int, card: int) -> Replies:
        """Return the legal replies to a lead of mine in every hand of so many cards."""
        if (number, card) not in self._legal:
            self._legal[number, card] = self._find_replies(number, card)
        return self._legal[number, card]

    def _find_replies(self, number: int, card: int) -> Replies:
        level, kind = self.theirs[number], self._kinds[card].kind
        legal = self.legal(level.masks, self.setup.mine[card])[:, None] >> level.cards & 1
        count = legal.sum(axis=1, dtype=np.uint8)
        places = (kind[level.cards] * len(self.theirs[number - 1].masks) + level.child)[legal.astype(bool)]
        start = np.cumsum(count, dtype=np.intp) - count
        order = np.argsort(number - count, kind="stable")
        start, longest = start[order], count[order]
        inverse = np.empty(len(order), np.intp)
        inverse[order] = np.arange(len(order))
        widths = [int(np.count_nonzero(longest > slot)) for slot in range(number)]
        slots = tuple(places[start[:width] + slot] for slot, width in enumerate(widths) if width)
        return Replies(inverse, slots)

    def legal(self, hands: NDArray[np.int64], led: Card) -> NDArray[np.int64]:
        """Return the cards that may be played to a lead of mine, as masks, for hands given as masks."""
        setup = self.setup
        suit = setup.mask(frozenset(card for card in setup.unseen if card.suit is led.suit))
        above = setup.mask(
            frozenset(card for card in setup.unseen if card.suit is led.suit and card.beats(led, setup.trump))
        )
        trumps = setup.mask(frozenset(card for card in setup.unseen if card.suit is setup.trump))
        following = hands & suit
        if setup.must_beat:
            following = np.where(hands & above, hands & above, following)
        void = np.where(hands & trumps, hands & trumps, hands) if setup.must_trump else hands
        return np.where(hands & suit, following, void)

    def _space(self, number: int) -> Rows:
        """Return new room for the rows of a level."""
        return np.empty((len(self.ours[number].masks), len(self.theirs[number].masks), WIDTH), np.uint8)

    def _room(self, name: str, rows: int) -> Rows:
        """Return room for rows, the same each time."""
        room = self._rooms.get((name, rows))
        if room is None:
            room = self._rooms[name, rows] = np.empty((rows, WIDTH), np.uint8)
        return room
