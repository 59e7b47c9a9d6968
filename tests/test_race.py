"""The table of all races against brute force: every pair of needs of every position looked at.

`needs.Race` answers for all pairs at once by another way; `brute.closer_wins` and `brute.exhausted_value` for one pair.
The run at full size is ``python -m tests.bench.races``.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from sixtysix import Card, Rules, View
from sixtysix.cards import PACK, Suit
from sixtysix.solver.maps import played_out
from sixtysix.solver.question import questions
from sixtysix.solver.race import NEVER, RaceTable, Setup, ending
from sixtysix.solver.subsets import levels

from .brute import Exhausted, closer_wins, exhausted_value
from .build import TWO_HANDED, named
from .closes import played_views, race_of
from .needs import ALL, CLOSER_HE, CLOSER_ME, FREE, HE_IS_OUT, I_AM_OUT, Race, Side, pair

BY_CLOSER = {True: ending(0, NEVER), False: ending(1, 1)}
"""Who wins when the cards are gone: the closer is me, or he."""
NOBODY_COUNTS = pair(FREE, FREE)


def won_by(row: NDArray[np.uint8]) -> int:
    """Return a row of the table as a set of pairs of needs."""
    his = np.append(np.arange(FREE), NEVER - 1)
    return int.from_bytes(np.packbits(row[:, None] <= his, bitorder="little").tobytes(), "little")


def same(row: NDArray[np.uint8], won: int, but: int = 0) -> bool:
    """Say whether a row tells of the same pairs, some aside: two players who never say out are no race."""
    return not (won_by(row) ^ won) & ~(but | NOBODY_COUNTS)


def cards_of(numbers: int, cards: tuple[Card, ...]) -> frozenset[Card]:
    """Return the cards of a mask."""
    return frozenset(card for number, card in enumerate(cards) if numbers >> number & 1)


def some_hands(table: RaceTable, number: int, chance: Random) -> Iterator[tuple[int, frozenset[Card]]]:
    """Go through some of the hands that the opponent may hold, with their places."""
    for place in chance.sample(range(len(table.hands)), min(number, len(table.hands))):
        yield place, cards_of(int(table.hands[place]), table.setup.unseen)


class FirstTrick(NamedTuple):
    """The rows of the first trick of a table, by hand of his."""

    mine: NDArray[np.uint8]
    his: NDArray[np.uint8]

    @classmethod
    def of(cls, table: RaceTable, my_points: int = 0, his_points: int = 0) -> "FirstTrick":
        """Read them while marriages of so many points wait for a first trick."""
        below = table.waiting(my_points, his_points)
        cards, announce = range(table.size), table.setup.marriages
        mine = np.minimum.reduce([table.leads(card, below, announce) for card in cards])
        mine[:, 0] = 0
        return cls(mine, table.his_leads(below))


def reply_rows(table: RaceTable, race: Race, led: Card) -> NDArray[np.uint8]:
    """Return the rows of his lead of a card, after my best reply."""
    mine, unseen = table.setup.mine, table.setup.unseen
    legal = race.legal(led, frozenset(mine))
    rows: NDArray[np.uint8] = np.minimum.reduce(
        [table.replies(unseen.index(led), mine.index(card), table.below) for card in legal]
    )
    if race.any_turn:
        rows[:, 0] = 0
    return rows


def check_below(table: RaceTable, race: Race, chance: Random) -> None:
    """Compare a race of fewer cards, both ways to lead."""
    number = chance.randrange(table.size)
    ours, theirs = table.ours[number].masks, table.theirs[number].masks
    place, other = chance.randrange(len(ours)), chance.randrange(len(theirs))
    me = Side(cards_of(int(ours[place]), table.setup.mine))
    he = Side(cards_of(int(theirs[other]), table.setup.unseen))
    assert same(table.mine[number][place, other], race.on_lead(me, he, True))
    assert same(table.his[number][place, other], race.on_lead(me, he, False))


def check_first_trick(table: RaceTable, race: Race, hand: frozenset[Card], place: int, rows: FirstTrick) -> None:
    """Compare the first trick against one hand of his: who may lead, every card."""
    setup, me, he = table.setup, Side(frozenset(table.setup.mine)), Side(hand)
    assert same(rows.mine[place], race.on_lead(me, he, True))
    assert same(rows.his[place], race.on_lead(me, he, False))
    for number, card in enumerate(setup.mine):
        # With nothing to gain any more I have said out before I lead.
        over = I_AM_OUT if race.any_turn else 0
        assert same(table.leads(number, table.below, False)[place], race.after_my_lead(me, he, card), over)


def views_by_size(rules: Rules, chance: Random) -> Iterator[View]:
    """Go through views of some whole hands, some with one card less, and some smaller ones."""
    wanted = {0: 2, 1: 2, 2: 6}
    for view in played_views(rules, chance):
        missing = min(rules.hand_size - len(view.own), 2)
        if wanted[missing]:
            wanted[missing] -= 1
            yield view
        elif not any(wanted.values()):
            return


@pytest.mark.parametrize("name", TWO_HANDED)
def test_the_table_is_the_brute_force_at_every_pair_of_needs(name: str) -> None:
    chance, rules = Random(name), Rules.preset(name)
    known = led = 0
    for number, view in enumerate(views_by_size(rules, chance)):
        for asked in questions(view):
            closer_me = number % 2 == 0
            table, race = RaceTable(asked.setup, BY_CLOSER[closer_me]), race_of(rules, view, closer_me=closer_me)
            rows = FirstTrick.of(table)
            for place, hand in some_hands(table, 2, chance):
                check_first_trick(table, race, hand, place, rows)
                card = chance.choice(sorted(hand & asked.setup.known or hand))
                after_lead = race.after_his_lead(Side(frozenset(asked.setup.mine)), Side(hand), card)
                assert same(reply_rows(table, race, card)[place], after_lead)
                check_below(table, race, chance)
            known += bool(asked.setup.known)
            led += asked.led is not None
    assert known
    assert led


@pytest.mark.parametrize("name", TWO_HANDED)
def test_both_brute_forces_agree_with_the_table_at_single_pairs(name: str) -> None:
    chance, rules = Random(name), Rules.preset(name)
    for view in islice(played_views(rules, chance, most_cards=4), 5):
        setup = questions(view)[0].setup
        needs = [(chance.randint(0, 66), chance.randint(0, 66)) for _ in range(20)] + [(1, 1), (33, 33), (66, 66)]
        mine = frozenset(setup.mine)
        for closer_me in (True, False):
            table, race = RaceTable(setup, BY_CLOSER[closer_me]), race_of(rules, view, closer_me=closer_me)
            rows = FirstTrick.of(table)
            for place, hand in some_hands(table, 1, chance):
                for i_lead in (True, False):
                    row = (rows.mine if i_lead else rows.his)[place]
                    won = race.on_lead(Side(mine), Side(hand), i_lead)
                    for my_need, his_need in needs:
                        if closer_me:
                            both, needed, leader = (mine, hand), (my_need, his_need), int(not i_lead)
                        else:
                            both, needed, leader = (hand, mine), (his_need, my_need), int(i_lead)
                        closed = closer_wins(rules, view.trump, *both, leader, None, *needed)
                        assert (row[my_need] <= his_need) == (closed is closer_me)
                        assert bool(won & pair(my_need, his_need)) == (closed is closer_me)


def test_every_mixture_of_what_a_race_asks() -> None:
    chance = Random(66)
    for _ in range(200):
        size, extra = chance.choice((1, 2, 3, 3, 4)), chance.choice((0, 1, 2, 3))
        kind = chance.choice(("", "SH", "KQ"))  # few suits, or kings and queens for marriages
        pack = sorted(chance.sample(PACK, len(PACK)), key=lambda c: c.suit.value in kind or c.rank.value in kind)[::-1]
        unseen = sorted(pack[size : 2 * size + extra])
        known = frozenset(chance.sample(unseen, chance.choice((0, 0, 1))))
        apart = frozenset(chance.sample([card for card in unseen if card not in known], 2) if extra > 1 else ())
        claims = chance.choice(((True, True), (True, False), (False, True), (False, False)))
        race = Race(
            trump=chance.choice(list(Suit)),
            must_beat=chance.random() < 0.5,
            must_trump=chance.random() < 0.5,
            marriages=chance.random() < 0.7,
            my_claim=claims[0],
            his_claim=claims[1],
            any_turn=all(claims) and chance.random() < 0.5,
            bonus=chance.choice((0, 0, 10, 30)),
            if_last_is_mine=CLOSER_ME,
            if_last_is_his=CLOSER_ME,
        )
        table = RaceTable(setup_of(race, sorted(pack[:size]), unseen, known, apart), BY_CLOSER[True])
        assert {cards_of(int(hand), table.setup.unseen) for hand in table.hands} == {
            frozenset(hand)
            for hand in combinations(unseen, size)
            if known <= set(hand) and (not apart or not apart <= set(hand))
        }
        rows = FirstTrick.of(table)
        for place, hand in some_hands(table, 3, chance):
            check_first_trick(table, race, hand, place, rows)


def setup_of(
    race: Race,
    mine: list[Card],
    unseen: list[Card],
    known: frozenset[Card] = frozenset(),
    apart: frozenset[Card] = frozenset(),
) -> Setup:
    """Set up the table of a race."""
    return Setup(
        mine=tuple(mine),
        unseen=tuple(unseen),
        size=len(mine),
        trump=race.trump,
        known=known,
        apart=apart,
        must_beat=race.must_beat,
        must_trump=race.must_trump,
        marriages=race.marriages,
        my_claim=race.my_claim,
        his_claim=race.his_claim,
        any_turn=race.any_turn,
        bonus=race.bonus,
    )


def test_a_marriage_that_waits_counts_with_the_first_trick() -> None:
    chance, waiting_he = Random(20), 0
    for _ in range(100):
        size = chance.choice((1, 2, 3, 4))
        pack = chance.sample(PACK, 2 * size + 2)
        closer_me, waits = chance.random() < 0.5, chance.choice((20, 40, 60))
        end = CLOSER_ME if closer_me else CLOSER_HE
        beat, always = chance.random() < 0.5, chance.random() < 0.5
        race = Race(chance.choice(list(Suit)), beat, always, chance.random() < 0.5, True, True, False, 0, end, end)
        table = RaceTable(setup_of(race, sorted(pack[:size]), sorted(pack[size:])), BY_CLOSER[closer_me])
        mine, his = table.waiting(waits, 0), table.waiting(0, waits)
        me, first = Side(frozenset(pack[:size])), chance.randrange(size)
        card = table.setup.mine[first]
        for place, hand in some_hands(table, 3, chance):
            # Who has no trick has no points and cannot say out.
            waiting = me._replace(trick=False, waiting=waits)
            assert same(table.his_leads(mine)[place], race.on_lead(waiting, Side(hand), False), I_AM_OUT)
            row = table.leads(first, mine, False)[place]
            assert same(row, race.after_my_lead(waiting, Side(hand), card), I_AM_OUT)
            he = Side(hand, trick=False, waiting=waits)
            row = table.leads(first, his, False)[place]
            assert same(row, race.after_my_lead(me, he, card), HE_IS_OUT)
            waiting_he += won_by(row) != won_by(table.leads(first, table.below, False)[place])
    assert waiting_he > 60


# A stock that is used up: there the last trick, or who has more, may decide


def exhausted_end(rule: str, mine: bool, drawn: bool) -> int:
    """Return the pairs with which I win when the cards are gone, or at least draw, read off the page of rules."""
    needs = [(my, his) for my in range(FREE + 1) for his in range(FREE + 1)]
    if rule == "last_trick":
        return ALL if mine else 0
    if rule == "sole_66":
        return sum(pair(my, his) for my, his in needs if (my == 0) > (his == 0) or (drawn and (my == 0) == (his == 0)))
    return sum(pair(my, his) for my, his in needs if my < his or (drawn and my == his))


@pytest.mark.parametrize("drawn", [False, True], ids=["win", "not lose"])
@pytest.mark.parametrize("name", TWO_HANDED)
def test_an_exhausted_stock_is_a_race_with_another_end(name: str, drawn: bool) -> None:
    chance, rules = Random(name), Rules.preset(name)
    last_mine, last_his = (exhausted_end(rules.played_out, mine, drawn) for mine in (True, False))
    # Out of reach: nobody wins a trick with 66 without saying out, so the two cannot both end with 66.
    unasked = I_AM_OUT | HE_IS_OUT | sum(pair(need, FREE) | pair(FREE, need) for need in range(FREE + 1))
    for number in range(30):
        size = number % (rules.hand_size + 1) or rules.hand_size
        size = size if size < 5 or number < 8 else 2
        pack = chance.sample(rules.pack, 2 * size)
        trump, mine, his = chance.choice(list(Suit)), sorted(pack[:size]), frozenset(pack[size:])
        claims, always = rules.claim != "lead", rules.marriages == "always"
        any_turn, bonus = rules.claim == "any_turn", rules.bonus_exhausted
        race = Race(
            trump, rules.must_beat, rules.must_trump, always, claims, claims, any_turn, bonus, last_mine, last_his
        )
        table = RaceTable(setup_of(race, mine, sorted(his)), played_out(rules, drawn))
        rows = FirstTrick.of(table)
        assert same(rows.mine[0], race.on_lead(Side(frozenset(mine)), Side(his), True), unasked)
        assert same(rows.his[0], race.on_lead(Side(frozenset(mine)), Side(his), False), unasked)
        if size > 4:
            continue
        for _ in range(6):
            needs, leader = (chance.randint(1, 66), chance.randint(1, 66)), chance.choice((0, 1))
            state = Exhausted(
                rules=rules,
                trump=trump,
                hands=(frozenset(mine), his),
                leader=leader,
                points=(66 - needs[0], 66 - needs[1]),
                tricks=(1, 1),
            )
            row = (rows.his if leader else rows.mine)[0]
            assert (row[needs[0]] <= needs[1]) == (exhausted_value(state) >= (0 if drawn else 1)), state


# By hand


def hands_of(mine: str, his: str, trump: Suit = Suit.SPADES) -> RaceTable:
    """Build the table of two known hands, closed by me."""
    both = tuple(sorted(map(Card, named(mine)))), tuple(sorted(map(Card, named(his))))
    return RaceTable(Setup(mine=both[0], unseen=both[1], size=len(both[0]), trump=trump), BY_CLOSER[True])


def test_an_ace_of_trumps_is_worth_what_it_takes() -> None:
    # On lead it takes ten and ace: 21. Led to, the same; but he may be out before.
    row = FirstTrick.of(hands_of("AS", "TS"))
    assert row.mine[0, [21, 22]].tolist() == [0, NEVER]
    assert row.his[0, [21, 22]].tolist() == [1, NEVER]


def test_he_is_out_first_if_he_leads_twice() -> None:
    # He leads the ace of hearts and takes my nine, 11, then the ten of spades goes to my ace, 21.
    row = FirstTrick.of(hands_of("AS 9H", "AH TS")).his[0]
    assert row[21] == 12, "with eleven to go he is out before his second lead"
    assert row[22] == NEVER


def test_the_levels_hold_every_set_once() -> None:
    built = levels(5, 0b00011, 3, 0b01100)
    for number, level in enumerate(built):
        sets = {
            mask
            for mask in range(1 << 5)
            if mask.bit_count() == number and (mask & ~0b00011).bit_count() <= 1 and mask & 0b01100 != 0b01100
        }
        assert set(level.masks.tolist()) == sets
        assert len(level.masks) == len(sets)
        for place, mask in enumerate(level.masks.tolist()):
            assert level.rank[mask] == place
            assert {1 << card for card in level.cards[place].tolist()} == {1 << n for n in range(5) if mask >> n & 1}
            for card, below in zip(level.cards[place].tolist(), level.child[place].tolist(), strict=True):
                assert built[number - 1].masks[below] == mask ^ 1 << card
