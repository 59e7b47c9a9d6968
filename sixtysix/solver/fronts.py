"""The best single plan, exactly: which sets of layouts one plan can be made to lose, and no fewer.

A plan that works in one layout may fail in another that looks the same, so a plan is judged by the set of layouts that
it loses. For an open situation only the smallest sets matter, none inside another: its front (Cazenave and Ventos,
alpha-mu, kept here as losses instead of wins). My choices join fronts, his choices unite one loss of each. Two things
keep fronts short: layouts that are lost even if both sides see all cards are left out from the start, and no set may
grow beyond an allowance: where an allowance leaves nothing, every plan loses more.

Some fronts are still too long to keep. A front cut down to its shortest sets (`Cut.PLANS`) tells only of plans that
exist: what it finds can be played. A front in which similar sets are replaced by what they have in common
(`Cut.BOUND`) tells of plans better than any that exist: what it rules out is impossible. If nothing had to be cut, both
are exact.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np

from ..rule_table import OUT
from .follow import Follower, Threads
from .goal import Truths
from .outcome import Move

KEPT = 500_000
"""The most sets that are remembered; then the memory starts anew."""


class Cut(Enum):
    """How a front that is too long is shortened."""

    PLANS = "the shortest sets are kept"
    BOUND = "similar sets become what they share"


class State(NamedTuple):
    """An open situation on somebody's lead; `gone` are the cards he has played or exchanged away, as a mask."""

    number: int
    mine: int
    gone: int
    branch: int
    points: int
    his_points: int
    waiting: int
    trick: bool
    his_trick: bool
    i_lead: bool


class Option(NamedTuple):
    """A card of mine: the layouts that it loses at once, and the situations it may lead to with their layouts."""

    card: int
    lost: int
    branches: list[tuple[State, int]]


class Fronts:
    """The fronts of one goal, kept in memory from one question to the next until `cut_to` says otherwise."""

    def __init__(self, follower: Follower, tick: Callable[[], None]) -> None:
        """Note which layouts hold which cards; `tick` is called often and may stop the search by raising."""
        self.goal, self.follower, self.tick = follower.goal, follower, tick
        asked = follower.asked
        masks = follower.race.hands
        self.hands = [masks[asked.layouts], masks[np.where(asked.swapped < 0, asked.layouts, asked.swapped)]]
        self.swaps = bits(asked.swapped >= 0)
        self.every = (1 << len(asked.layouts)) - 1
        unseen = range(len(follower.setup.unseen))
        self.holding = [[bits(hands >> card & 1 > 0) for card in unseen] for hands in self.hands]
        # Plain lists are quicker than arrays for one number at a time.
        self.takes, self.beats = follower.takes.tolist(), follower.beats.tolist()
        self.my_points, self.his_points = follower.my_points.tolist(), follower.his_points.tolist()
        self.my_cards = [level.cards.tolist() for level in follower.race.ours]
        self.my_masks = [level.masks.tolist() for level in follower.race.ours]
        self.my_places = [level.rank.tolist() for level in follower.race.ours]
        self.my_legal = [legal.tolist() for legal in follower.my_legal]
        self.known: dict[State, int] = {}
        self.answers: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        self.cut_to(Cut.PLANS, 1)

    def cut_to(self, how: Cut, width: int) -> None:
        """Choose how fronts longer than `width` are shortened, and forget those known."""
        self.how, self.width, self.cut, self.kept = how, width, False, 0
        self.memory: dict[tuple[State, int, int], tuple[int, list[int]]] = {}

    # The first decision

    def hopeful(self) -> int:
        """Return the layouts that are won if both sides see all cards."""
        hopeful = self.every
        for state, worlds in self._starts():
            for options in self._first_choices(state, worlds):
                hopeful &= ~reduce(and_, (option.lost for option in options))
        return hopeful

    def first(self, allowance: int, depth: int, alive: int) -> list[int]:
        """Return the front of the whole plan: sets of the layouts `alive`, as masks, of at most `allowance` layouts.

        `depth` is the number of my decisions looked at; from then on both sides see all cards, so it is a bound.
        """
        fronts = [self._first(state, allowance, depth, worlds & alive) for state, worlds in self._starts()]
        return reduce(lambda one, two: self._united(one, two, allowance), fronts)

    def _starts(self) -> Iterator[tuple[State, int]]:
        asked = self.follower.asked
        for branch, worlds in enumerate((self.every, self.swaps)):
            if worlds:
                mine, his = asked.pending
                yield (
                    State(
                        self.follower.race.size, 0, 0, branch, asked.mine, asked.his, mine - his, *asked.tricks,
                        not asked.his_lead and asked.led is None,
                    ),
                    worlds,
                )  # fmt: skip

    def can_win(self, move: Move, worlds: int) -> bool:
        """Say whether one plan that begins with this card wins all these layouts."""
        for state, some in self._starts():
            for option in next(self._first_choices(state, some & worlds, claim=False)):
                if option.card == move.card and not self._wins_all(option, self.goal.table.size - 1):
                    return False
        return True

    def _wins_all(self, option: Option, depth: int) -> bool:
        return not option.lost and all(self.front(after, some, 0, depth) for after, some in option.branches if some)

    def _first(self, state: State, allowance: int, depth: int, alive: int) -> list[int]:
        if self.follower.asked.led is None:
            return self.front(state, alive, allowance, depth)
        return self._decide(next(self._first_choices(state, alive)), allowance, depth)

    def _first_choices(self, state: State, worlds: int, claim: bool = True) -> Iterator[list[Option]]:
        """Go through what may be led to me: my choices then; without `claim` I play a card, though I might say out."""
        led = self.follower.asked.led
        if led is not None:
            yield self._replies(state, led, worlds, claim)
        elif state.i_lead:
            yield self._leads(state, worlds)
        else:
            yield from self._his_leads(state, worlds)

    # Any decision

    def front(self, state: State, alive: int, allowance: int, depth: int) -> list[int]:
        """Return the front of a situation on a lead: the least sets of layouts, of those alive, that a plan loses."""
        if not depth:
            return [0]
        key = (state, alive, depth)
        known = self.memory.get(key)
        if known is not None and known[0] >= allowance:
            return [lost for lost in known[1] if lost.bit_count() <= allowance]
        self.tick()
        if state.i_lead:
            front = self._decide(self._leads(state, alive), allowance, depth)
        else:
            front = [0]
            for options in self._his_leads(state, alive):
                common = reduce(and_, front)
                options = [Option(c, d & ~common, [(s, w & ~common) for s, w in rest]) for c, d, rest in options]
                front = self._united(front, self._decide(options, allowance, depth), allowance)
                if not front:
                    break
        self.kept += len(front)
        if self.kept > KEPT:
            self.memory.clear()
            self.kept = len(front)
        self.memory[key] = (allowance, front)
        return front

    def _decide(self, options: list[Option], allowance: int, depth: int) -> list[int]:
        """Return the front of a choice of mine."""
        best: list[int] = []
        for _, dead, branches in sorted(options, key=lambda option: option.lost.bit_count()):
            left = allowance - dead.bit_count()
            if left < 0 or best == [0]:
                break
            if any(lost & ~dead == 0 for lost in best):
                continue
            lost = [dead]
            for state, worlds in branches:
                worlds &= ~reduce(and_, lost)
                if worlds:
                    lost = self._united(lost, self.front(state, worlds, left, depth - 1), allowance)
                    if not lost:
                        break
            best = self._short(best + lost)
        return best

    def _united(self, one: list[int], two: list[int], allowance: int) -> list[int]:
        """Return the least unions of a set of one front with a set of the other, none larger than allowed."""
        if two == [0]:
            return one
        if one == [0]:
            return two
        unions: set[int] = set()
        for some in one:
            self.tick()
            unions.update(union for other in two if (union := some | other).bit_count() <= allowance)
        return self._short(unions)

    def _short(self, sets: Iterable[int]) -> list[int]:
        """Return the least of the sets, cut to the width where they are too many."""
        front = self._least(sets)
        while len(front) > self.width:
            self.cut = True
            if self.how is Cut.PLANS:
                return front[: self.width]
            front = self._least(shared(sorted(front), len(front) - self.width))
        return front

    def _least(self, sets: Iterable[int]) -> list[int]:
        """Return the sets that contain no other, the smallest first."""
        kept: list[int] = []
        for some in sorted(set(sets), key=int.bit_count):
            self.tick()
            if not any(other & ~some == 0 for other in kept):
                kept.append(some)
        return kept

    def _leads(self, state: State, alive: int) -> list[Option]:
        """Return my leads: the layouts that each loses at once, and the situations it may lead to."""
        follower = self.follower
        options: list[Option] = []
        first = state.number == follower.race.size
        spoken = follower.setup.any_turn and state.his_points >= OUT
        moves = {move.card: move.announces for move in self.goal.outcome.moves} if first else None
        for card in self.my_cards[state.number][state.mine]:
            if moves is not None and card not in moves:
                continue
            pair = int(follower.my_pairs[card])
            announces = bool(follower.setup.marriages) and pair >= 0 and self._hold(state, pair)
            if moves is not None:
                announces = moves[card]
            now = state
            if announces:
                now = self._booked(state, int(follower.my_worth[card]))
                if state.trick and follower.setup.my_claim and now.points >= self.goal.needs[0]:
                    options.append(Option(card, 0, []))
                    continue
            if spoken:  # he says out before he plays
                options.append(Option(card, alive, []))
                continue
            replies = self._his_replies(now, card)
            after = [(self._after(now, card, his, True), some) for his, w in replies if (some := alive & w)]
            options.append(self._option(card, after))
        return options

    def _his_leads(self, state: State, alive: int) -> Iterator[list[Option]]:
        """Go through his leads, with a marriage or without: my replies to each."""
        follower, holding = self.follower, self.holding[state.branch]
        for led in range(len(holding)):
            worlds = alive & holding[led]
            if state.gone >> led & 1 or not worlds:
                continue
            yield self._replies(state, led, worlds)
            pair = int(follower.his_pairs[led])
            if follower.setup.marriages and pair >= 0 and not state.gone >> pair & 1 and worlds & holding[pair]:
                worlds &= holding[pair]
                now = self._booked(state, -int(follower.his_worth[led]))
                if state.his_trick and follower.setup.his_claim and now.his_points >= self.goal.needs[1]:
                    yield [Option(-1, worlds, [])]
                else:
                    yield self._replies(now, led, worlds)

    def _replies(self, state: State, led: int, worlds: int, claim: bool = True) -> list[Option]:
        """Return my replies to a lead of his."""
        if claim and self.follower.setup.any_turn and state.points >= self.follower.my_out:
            return [Option(self.my_cards[state.number][state.mine][0], 0, [])]
        legal = self.my_legal[state.number][led][state.mine]
        legal_cards = [card for card in self.my_cards[state.number][state.mine] if legal >> card & 1]
        return [self._option(card, [(self._after(state, card, led, False), worlds)]) for card in legal_cards]

    def _option(self, card: int, after: Iterable[tuple[State, int]]) -> Option:
        dead, branches = 0, []
        for state, worlds in after:
            dead |= worlds & ~self.reached(state)
            if not self._over(state):
                branches.append((state, worlds))
        return Option(card, dead, [(state, worlds & ~dead) for state, worlds in branches])

    def _hold(self, state: State, card: int) -> bool:
        return bool(self.my_masks[state.number][state.mine] >> card & 1)

    def _booked(self, state: State, worth: int) -> State:
        """Return the state with a marriage announced, mine or (negative) his."""
        if worth > 0:
            return state._replace(points=state.points + worth) if state.trick else state._replace(waiting=worth)
        if state.his_trick:
            return state._replace(his_points=state.his_points - worth)
        return state._replace(waiting=worth)

    def _over(self, state: State) -> bool:
        mine, his = self.goal.needs
        if state.points >= mine and (state.i_lead or self.goal.kept):
            return True
        swept = self.goal.sweep is not None and not self.goal.dear
        lost = not state.i_lead and (state.his_points >= his or swept)
        return lost or not state.number

    def _after(self, state: State, card: int, his: int, my_lead: bool) -> State:
        """Return the state after a trick of my card and his."""
        number = state.number
        taken = self.takes[card][his] if my_lead else self.beats[his][card]
        worth = self.my_points[card] + self.his_points[his] + (self.follower.setup.bonus if number == 1 else 0)
        mine = self.my_places[number - 1][self.my_masks[number][state.mine] ^ (1 << card)]
        points, his_points, waiting = state.points, state.his_points, state.waiting
        if taken:
            points, waiting = points + worth + max(waiting, 0), min(waiting, 0)
        else:
            his_points, waiting = his_points + worth + max(-waiting, 0), max(waiting, 0)
        return State(
            number - 1, mine, state.gone | 1 << his, state.branch, points, his_points, waiting,
            state.trick or taken, state.his_trick or not taken, taken,
        )  # fmt: skip

    def _his_replies(self, state: State, card: int) -> list[tuple[int, int]]:
        """Return his replies to my lead: the number of each card, and the layouts in which he may play it."""
        key = (card, state.gone, state.branch)
        if key not in self.answers:
            self.answers[key] = list(self._find_replies(*key))
        return self.answers[key]

    def _find_replies(self, card: int, gone: int, branch: int) -> Iterator[tuple[int, int]]:
        setup, holding = self.follower.setup, self.holding[branch]
        led = setup.mine[card]
        left = [t for t in range(len(holding)) if not gone >> t & 1]
        suit = [t for t in left if setup.unseen[t].suit is led.suit]
        above = [t for t in suit if setup.unseen[t].strength > led.strength]
        trumps = [t for t in left if setup.unseen[t].suit is setup.trump]
        follows, beats, ruffs = (reduce(or_, (holding[t] for t in some), 0) for some in (suit, above, trumps))
        for t in left:
            if t in suit:
                yield t, holding[t] & (~beats if setup.must_beat and t not in above else -1)
            else:
                yield t, holding[t] & ~follows & (~ruffs if setup.must_trump and t not in trumps else -1)

    def reached(self, state: State) -> int:
        """Return the layouts in which the goal is reached if both sides see all cards from here on."""
        if state not in self.known:
            hands = self.hands[state.branch]
            worlds = np.flatnonzero(hands & state.gone == state.gone)
            his = self.follower.race.theirs[state.number].rank[hands[worlds] ^ state.gone].astype(np.int64)
            points = (state.points, state.his_points)
            won = self.goal.reached_alike(state.number, state.mine, his, state.i_lead, points, state.waiting)
            truths = np.zeros(len(hands), np.bool_)
            truths[worlds[won]] = True
            self.known[state] = bits(truths)
        return self.known[state]

    # A plan

    def decide(self, number: int, threads: Threads, alive: Truths) -> int:
        """Return a card with which every layout still to be won is won; for these there must be a plan."""
        aim = np.zeros(len(alive), np.bool_)
        aim[threads.world] = alive[threads.world]
        worlds = bits(aim)
        world, hand, branch = int(threads.world[0]), int(threads.hand[0]), int(threads.exchanged[0])
        left = int(self.follower.race.theirs[number].masks[hand])
        state = State(
            number, int(threads.mine[0]), int(self.hands[branch][world]) ^ left, branch, int(threads.points[0]),
            int(threads.his_points[0]), int(threads.waiting[0]), bool(threads.trick[0]), bool(threads.his_trick[0]),
            int(threads.led[0]) < 0,
        )  # fmt: skip
        led = int(threads.led[0])
        options = self._leads(state, worlds) if led < 0 else self._replies(state, led, worlds)
        for option in options:
            if self._wins_all(option, number - 1):
                return option.card
        raise AssertionError("no card wins all the layouts that the plan was to win")


def bits(truths: Truths) -> int:
    """Return an array of truths as one whole number, the first in the lowest bit."""
    return int.from_bytes(np.packbits(truths, bitorder="little").tobytes(), "little")


def truths(mask: int, count: int) -> Truths:
    """Return a whole number as an array of truths."""
    raw = np.frombuffer(mask.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little").astype(np.bool_)


def shared(sets: list[int], fewer: int) -> list[int]:
    """Return sets of which some neighbours, the most alike first, are replaced by what both have.

    At most a third goes at a time, and no more than `fewer`.

    >>> shared([0b1100, 0b1101, 0b0011, 0b0010], 1)
    [12, 3, 2]
    """
    alike = sorted(range(len(sets) - 1), key=lambda place: (sets[place] ^ sets[place + 1]).bit_count())
    gone: set[int] = set()
    joined: list[int] = []
    for place in alike:
        if len(joined) >= min(fewer, max(1, len(sets) // 3)):
            break
        if place not in gone and place + 1 not in gone:
            gone.update((place, place + 1))
            joined.append(sets[place] & sets[place + 1])
    return joined + [some for place, some in enumerate(sets) if place not in gone]
