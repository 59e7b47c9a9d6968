"""One plan played against every layout and every defence at once.

A plan decides by what lies open: it plays the same card in all layouts that look alike so far. The opponent sees
everything, so each layout runs through all his legal choices, one thread for each; a layout is won when all its threads
are. Threads are arrays that one step for each trick moves on.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..cards import Card
from ..rule_table import OUT, SCHNEIDER, SCHWARZ
from .goal import Goal, Ints, Truths
from .outcome import GamePoints, Move
from .race import Setup, partner

ANNOUNCED: Final = 64
"""Added to the number of a card that is led with its marriage announced."""
EXCHANGED: Final = 128
"""The event of an exchange before the first lead."""
NOTHING: Final = 127
"""The event before my own lead; below `EXCHANGED`, so that the codes of the beginning rise."""
EVENTS: Final = 256
UNKNOWN: Final = 127
"""No game points yet."""


@dataclass
class Threads:
    """Layouts under way, one place each in all arrays.

    `hand` and `mine` are places in the levels of his cards and mine, `node` is the open situation, `points` count,
    `waiting` are those of a marriage that waits (his if negative), `led` is the card he has led, -1 on my lead, and
    `exchanged` whether he has exchanged after the close.
    """

    world: Ints
    node: Ints
    hand: Ints
    mine: Ints
    points: Ints
    his_points: Ints
    waiting: Ints
    trick: Truths
    his_trick: Truths
    i_lead: Truths
    led: Ints
    exchanged: Truths

    def take(self, chosen: NDArray[np.intp] | Truths) -> "Threads":
        """Return some of the threads."""
        return Threads(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.world)


def joined(parts: list[Threads]) -> Threads:
    """Return threads one after the other."""
    return Threads(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Threads)))


@dataclass(frozen=True)
class Step:
    """One trick of a plan: its open situations, in rising order of their codes, and my card in each.

    A code is the number of the situation before, times `EVENTS`, and what happened then: in `before` his lead (or
    `NOTHING`), in `after` his card.
    """

    before: Ints
    cards: Ints
    after: Ints
    out: Ints
    """Where I am out after that trick, as codes like those of `after`."""
    lost: Ints
    """Where every layout is lost after that trick, as codes like those of `after`."""


@dataclass(frozen=True)
class Course:
    """What a plan makes of every layout.

    `wins` says which layouts reach the goal whatever the opponent does; `values` is what each is worth to the closer at
    least, for a plan of his opponent's at most, in game points. `start` are the codes of the situations it begins with.
    """

    start: Ints
    steps: tuple[Step, ...]
    wins: Truths
    values: GamePoints


Decide = Callable[[int, Threads, Truths], int]
"""Chooses the number of my card in one situation: from the cards left, its threads, and the layouts still to be won."""


class Follower:
    """Plays plans for one goal against all layouts."""

    def __init__(self, goal: Goal) -> None:
        """Lay out the facts about the cards as arrays."""
        self.goal, self.race = goal, goal.table
        self.asked = goal.outcome.question
        self.my_out = max(OUT, goal.needs[0])
        self.setup = setup = self.race.setup
        self.takes = np.array([[setup.takes(card, reply) for reply in setup.unseen] for card in setup.mine])
        self.beats = np.array([[not setup.takes(led, card) for card in setup.mine] for led in setup.unseen])
        self.my_points = np.array([card.points for card in setup.mine])
        self.his_points = np.array([card.points for card in setup.unseen])
        self.my_pairs, self.my_worth = _pairs(setup, setup.mine)
        self.his_pairs, self.his_worth = _pairs(setup, setup.unseen)
        self.legal = [
            np.array([self.race.legal(level.masks, card) for card in setup.mine]) for level in self.race.theirs
        ]
        self.my_legal = [
            np.array([[self._my_legal(hand, card) for hand in level.cards.tolist()] for card in setup.unseen])
            for level in self.race.ours
        ]

    def _my_legal(self, hand: list[int], led: Card) -> int:
        legal = self.setup.must(led, [self.setup.mine[card] for card in hand])
        return sum(1 << card for card in hand if self.setup.mine[card] in legal)

    def play(self, first: Move | None = None, decide: Decide | None = None, aim: Truths | None = None) -> Course:
        """Play a plan against all layouts: the given first card, then in every situation what `decide` says.

        Without `decide`, and where nothing of the aim is left, the plan is greedy: it plays the card that wins most of
        the layouts still to be won, if both sides saw all cards from then on. The `aim` is every layout by default.
        """
        count = len(self.asked.layouts)
        self.won: Truths = np.ones(count, np.bool_)
        self.aim: Truths = self.won.copy() if aim is None else aim.copy()
        self.values = np.full(count, UNKNOWN if self.goal.i_close else -UNKNOWN, np.int8)
        threads, start = self._start()
        claim = None if self.goal.dear else self.goal.outcome.right_claim
        if claim is not None:  # nothing is left to plan
            self.values[:] = claim
            won = (self.values >= self.goal.least) == self.goal.i_close
            return Course(start, (), won, self.values)
        if self.asked.his_lead:
            self._he_may_give_up(threads)
        steps = []
        for number in range(self.race.size, 0, -1):
            threads, before = self._his_leads(number, threads)
            cards, chosen = self._choose(number, threads, first, decide)
            threads, after, out, lost = self._trick(number, threads, chosen)
            steps.append(Step(before, cards, after, out, lost))
            first = None
            if not len(threads):
                break
        assert not np.any(abs(self.values) == UNKNOWN)  # every thread has come to an end
        return Course(start, tuple(steps), self.won, self.values)

    def _start(self) -> tuple[Threads, Ints]:
        asked = self.asked
        swaps = np.flatnonzero(asked.swapped >= 0)
        worlds = np.concatenate([np.arange(len(asked.layouts)), swaps])
        count = len(worlds)
        exchanged = np.arange(count) >= len(asked.layouts)
        mine, his = asked.pending
        threads = Threads(
            world=worlds,
            node=exchanged.astype(np.int64),
            hand=np.concatenate([asked.layouts, asked.swapped[swaps]]),
            mine=np.zeros(count, np.int64),
            points=np.full(count, asked.mine),
            his_points=np.full(count, asked.his),
            waiting=np.full(count, mine - his),
            trick=np.full(count, asked.tricks[0]),
            his_trick=np.full(count, asked.tricks[1]),
            i_lead=np.full(count, not asked.his_lead and asked.led is None),
            led=np.full(count, -1),
            exchanged=exchanged,
        )
        return threads, np.array([NOTHING, EXCHANGED][: 1 + exchanged.any()])

    # One trick

    def _his_leads(self, number: int, threads: Threads) -> tuple[Threads, Ints]:
        """Let him lead every card he may lead, with its marriage or without; then number the situations anew."""
        parts, events = [threads.take(threads.i_lead)], [np.full(int(threads.i_lead.sum()), NOTHING)]
        rest = threads.take(~threads.i_lead)
        if len(rest):
            level = self.race.theirs[number]
            first = number == self.race.size
            for slot in range(number):
                led = level.cards[rest.hand, slot]
                asked_for = led == self.asked.led if first and self.asked.led is not None else np.ones(len(led), bool)
                part = replace(rest, led=led).take(asked_for)
                parts.append(part)
                events.append(part.led)
                if self.setup.marriages and not (first and self.asked.led is not None):
                    pairs = self.his_pairs[led]
                    announcing = np.flatnonzero((pairs >= 0) & (level.masks[rest.hand] >> np.maximum(pairs, 0) & 1 > 0))
                    part = self._his_marriage(replace(rest, led=led).take(announcing))
                    parts.append(part)
                    events.append(part.led + ANNOUNCED)
        threads = joined(parts)
        before, threads.node = np.unique(threads.node * EVENTS + np.concatenate(events), return_inverse=True)
        return threads, before

    def _his_marriage(self, threads: Threads) -> Threads:
        """Book the marriages he announces; where he then has 66 he says out."""
        worth = self.his_worth[threads.led]
        threads.his_points = threads.his_points + np.where(threads.his_trick, worth, 0)
        threads.waiting = threads.waiting - np.where(threads.his_trick, 0, worth)
        reached = threads.his_trick & (threads.his_points >= self.goal.needs[1]) & self.setup.his_claim
        reached &= ~(self.goal.kept & (threads.points >= self.goal.needs[0]))
        self._lose(threads.world[reached])
        out = threads.his_trick & (threads.his_points >= OUT) & self.asked.setup.his_claim
        return self._he_is_out(threads, out)

    def _choose(self, number: int, threads: Threads, first: Move | None, decide: Decide | None) -> tuple[Ints, Ints]:
        """Return my card in each situation, and for each thread."""
        nodes = int(threads.node.max()) + 1
        cards = self.race.ours[number].cards
        wins = np.zeros((number, len(threads)), np.bool_)
        allowed = np.zeros((number, len(threads)), np.bool_)
        moves = {move.card for move in ([first] if first else self.goal.outcome.moves)}
        for slot in range(number):
            card = cards[threads.mine, slot]
            legal = self.my_legal[number][np.maximum(threads.led, 0), threads.mine] >> card & 1 > 0
            allowed[slot] = (threads.led < 0) | legal
            if number == self.race.size and moves:
                allowed[slot] &= np.isin(card, list(moves))
            some = np.flatnonzero(allowed[slot])
            wins[slot, some] = self._wins(number, threads.take(some), card[some])
        alive = self.aim[threads.world]
        score = np.empty((number, nodes))
        for slot in range(number):
            # Layouts lost elsewhere count only where nothing else decides.
            score[slot] = np.bincount(threads.node, np.where(allowed[slot], wins[slot] * (alive + 1e-6), -1), nodes)
        chosen = score.argmax(axis=0)
        if decide is not None:
            order = np.argsort(threads.node, kind="stable")
            bounds = np.searchsorted(threads.node[order], np.arange(nodes + 1))
            for node in range(nodes):
                group = threads.take(order[bounds[node] : bounds[node + 1]])
                if self.aim[group.world].any():
                    chosen[node] = cards[group.mine[0]].tolist().index(decide(number, group, self.aim))
        slots = chosen[threads.node]
        won = wins[slots, np.arange(len(threads))]
        self._lose(threads.world[~won])
        by_thread = cards[threads.mine, slots]
        by_node = np.zeros(nodes, np.int64)
        by_node[threads.node] = by_thread
        return by_node, by_thread

    def _wins(self, number: int, threads: Threads, card: Ints) -> Truths:
        """Return which threads reach the goal after a card of mine, if both sides see all cards from then on."""
        won = np.ones(len(threads), np.bool_)
        threads, announced = self._my_marriage(number, threads, card)
        claims = announced & threads.trick & (threads.points >= self.goal.needs[0]) & self.setup.my_claim
        if self.setup.any_turn:  # he says out before he plays, or I do
            won &= claims | (threads.led >= 0) | (threads.his_points < OUT)
            claims |= (threads.led >= 0) & (threads.points >= self.my_out)
        for slot in range(number):
            reply = self._reply(number, threads, slot, card)
            some = np.flatnonzero((reply >= 0) & won & ~claims)
            after = self._taken(number, threads.take(some), card[some], reply[some])
            won[some] = self.goal.reached(
                number - 1, after.mine, after.hand, after.i_lead, (after.points, after.his_points), after.waiting
            )
        return won

    def _reply(self, number: int, threads: Threads, slot: int, card: Ints) -> Ints:
        """Return the number of his card in a place of his hand where it completes the trick, else -1."""
        his = self.race.theirs[number].cards[threads.hand, slot]
        legal = self.legal[number][card, threads.hand] >> his & 1 > 0
        return np.where(np.where(threads.led < 0, legal, his == threads.led), his, -1)

    def _my_marriage(self, number: int, threads: Threads, card: Ints) -> tuple[Threads, Truths]:
        """Book the marriages that my leads announce, and say where there is one."""
        if not self.setup.marriages or (number == self.race.size and self.asked.view.announced is not None):
            return threads, np.zeros(len(threads), np.bool_)
        pairs = self.my_pairs[card]
        held = self.race.ours[number].masks[threads.mine] >> np.maximum(pairs, 0) & 1 > 0
        worth = np.where((threads.led < 0) & (pairs >= 0) & held, self.my_worth[card], 0)
        counts = threads.trick
        booked = replace(
            threads,
            points=threads.points + np.where(counts, worth, 0),
            waiting=threads.waiting + np.where(counts, 0, worth),
        )
        return booked, worth > 0

    def _taken(self, number: int, threads: Threads, card: Ints, reply: Ints) -> Threads:
        """Return the threads after the trick of my card and his."""
        mine = np.where(threads.led < 0, self.takes[card, reply], self.beats[reply, card])
        worth = self.my_points[card] + self.his_points[reply] + (self.setup.bonus if number == 1 else 0)
        my_wait, his_wait = np.maximum(threads.waiting, 0), np.maximum(-threads.waiting, 0)
        ours, theirs = self.race.ours[number], self.race.theirs[number]
        below, above = self.race.ours[number - 1].rank, self.race.theirs[number - 1].rank
        return Threads(
            world=threads.world,
            node=threads.node * EVENTS + reply,
            hand=above[theirs.masks[threads.hand] ^ (1 << reply)].astype(np.int64),
            mine=below[ours.masks[threads.mine] ^ (1 << card)].astype(np.int64),
            points=threads.points + np.where(mine, worth + my_wait, 0),
            his_points=threads.his_points + np.where(mine, 0, worth + his_wait),
            waiting=np.where(mine, -his_wait, my_wait),
            trick=threads.trick | mine,
            his_trick=threads.his_trick | ~mine,
            i_lead=mine,
            led=np.full(len(threads), -1),
            exchanged=threads.exchanged,
        )

    def _trick(self, number: int, threads: Threads, card: Ints) -> tuple[Threads, Ints, Ints, Ints]:
        """Play my cards and every reply; threads that end get their game points."""
        threads, announced = self._my_marriage(number, threads, card)
        married = announced & threads.trick & (threads.points >= self.my_out) & self.asked.setup.my_claim
        if self.setup.any_turn:
            married |= (threads.led >= 0) & (threads.points >= self.my_out)
        self._i_am_out(threads.take(married))
        threads, card = threads.take(~married), card[~married]
        if self.setup.any_turn:
            out_now = (threads.led < 0) & (threads.his_points >= OUT)
            card = card[~out_now]
            threads = self._he_is_out(threads, out_now)
            self._he_may_give_up(threads)
        parts = []
        for slot in range(number):
            reply = self._reply(number, threads, slot, card)
            some = np.flatnonzero(reply >= 0)
            parts.append(self._taken(number, threads.take(some), card[some], reply[some]))
        threads = joined(parts)
        mine = threads.i_lead & (threads.points >= self.my_out)
        out, every = distinct(threads.node[mine]), distinct(threads.node)
        if number == 1:
            self._cards_gone(threads)
            threads = threads.take(np.zeros(len(threads), np.bool_))
        else:
            self._i_am_out(threads.take(mine))
            threads = threads.take(~mine)
            threads = self._he_is_out(threads, ~threads.i_lead & (threads.his_points >= OUT))
            self._he_may_give_up(threads.take(~threads.i_lead))
        if self.goal.i_close:
            lost = ~self.won[threads.world] & self._costs_the_least(threads)
            self._settle(threads.take(lost), np.full(int(lost.sum()), -self.asked.stakes.low))
            threads = threads.take(~lost)
        after, threads.node = np.unique(threads.node, return_inverse=True)
        lost = np.ones(len(every), np.bool_)
        for some in (after, out):
            lost[np.searchsorted(every, some)] = False
        return threads, after, out, every[lost]

    # Ends

    def _costs_the_least(self, threads: Threads) -> Truths:
        """Say where a close that fails can no longer cost the higher price."""
        nowhere = np.zeros(len(threads), np.bool_)
        settled = {"same": ~nowhere, "closer sweeps": threads.his_trick, "other sweeps": threads.trick}
        return settled.get(self.asked.stakes.which, nowhere)

    def _lose(self, worlds: Ints) -> None:
        self.won[worlds] = False
        self.aim[worlds] = False

    def _i_am_out(self, threads: Threads) -> None:
        self._settle(threads, self._success(threads) if self.goal.i_close else self._counter(threads))

    def _he_is_out(self, threads: Threads, out: Truths) -> Threads:
        """Let him say out; return the threads that go on. He may play on where that could cost the closer more."""
        some = threads.take(out)
        self._settle(some, self._counter(some) if self.goal.i_close else self._success(some))
        return threads if self.goal.i_close and self.asked.stakes.which == "unclaimed" else threads.take(~out)

    def _he_may_give_up(self, threads: Threads) -> None:
        """Let him, at his turn, claim wrongly where that is cheaper than to lose without a trick."""
        rules, stakes = self.asked.view.rules, self.asked.stakes
        if self.goal.i_close:
            self._settle(threads, np.where(threads.trick, rules.wrong_claim, rules.wrong_claim_trickless))
        elif stakes.which == "other sweeps":
            self._settle(threads, np.full(len(threads), -stakes.low))

    def _cards_gone(self, threads: Threads) -> None:
        closer = threads.points if self.goal.i_close else threads.his_points
        self._settle(threads, np.where(closer >= OUT, self._success(threads), self._failed(threads)))

    def _settle(self, threads: Threads, values: Ints) -> None:
        """Keep the worst for my side."""
        if self.goal.i_close:
            np.minimum.at(self.values, threads.world, values.astype(np.int8))
        else:
            np.maximum.at(self.values, threads.world, values.astype(np.int8))

    def _success(self, threads: Threads) -> Ints:
        stakes = self.asked.stakes
        if stakes.fixed:
            return np.full(len(threads), stakes.fixed)
        points, trick = (
            (threads.his_points, threads.his_trick) if self.goal.i_close else (threads.points, threads.trick)
        )
        worth = np.where(points < SCHNEIDER, 2, 1)
        return np.where(~trick, SCHWARZ, worth) if stakes.three else np.where(~trick, 2, worth)

    def _failed(self, threads: Threads) -> Ints:
        stakes = self.asked.stakes
        other = threads.his_trick if self.goal.i_close else threads.trick
        if stakes.which == "closer sweeps":
            return np.where(other, -stakes.low, -stakes.high)
        return np.full(len(threads), -stakes.high if stakes.which == "unclaimed" else -stakes.low)

    def _counter(self, threads: Threads) -> Ints:
        stakes = self.asked.stakes
        closer = threads.trick if self.goal.i_close else threads.his_trick
        if stakes.which == "other sweeps":
            return np.where(closer, -stakes.low, -stakes.high)
        return np.full(len(threads), -stakes.low)


def distinct(codes: Ints) -> Ints:
    """Return the codes that occur, in order; numpy's own way is a hundred times slower for some of ours.

    >>> distinct(np.array([7, 2, 7]))
    array([2, 7])
    """
    codes = np.sort(codes)
    return codes[np.flatnonzero(np.diff(codes, prepend=-1))]


def _pairs(setup: Setup, cards: tuple[Card, ...]) -> tuple[Ints, Ints]:
    """Return for each card the number of its partner in a marriage, -1 without, and what the marriage is worth."""
    others = [partner(card) for card in cards]
    return (
        np.array([cards.index(other) if other in cards else -1 for other in others], np.int64),
        np.array([setup.worth(card) for card in cards], np.int64),
    )
