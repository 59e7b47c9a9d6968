"""A second independent brute force: who wins the race to 66 with all cards known, for all pairs of needs at once.

A set of pairs (my need, his need) is one whole number with a bit for each pair, so that a trick of v points is a shift.
Nothing is assumed of the sets. The recursion goes over single cards of two known hands, without tables or arrays.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from sixtysix import Card
from sixtysix.cards import Rank, Suit

FREE = 67
"""The need of somebody who never says out and never has enough."""
_SIDE = FREE + 1
_ROW = (1 << _SIDE) - 1
_ROW_ZERO = _ROW
_COLUMN_ZERO = sum(1 << need * _SIDE for need in range(_SIDE))
ALL = (1 << _SIDE * _SIDE) - 1
I_AM_OUT = _ROW_ZERO
"""All pairs in which I need nothing."""
HE_IS_OUT = _COLUMN_ZERO
"""All pairs in which he needs nothing."""
CLOSER_ME, CLOSER_HE = I_AM_OUT, ALL & ~HE_IS_OUT
"""The pairs with which I win when the cards are gone: I have closed, or he has."""

_NO_CARDS: frozenset[Card] = frozenset()


def pair(mine: int, his: int) -> int:
    """Return the set of this one pair of needs."""
    return 1 << mine * _SIDE + his


@cache
def _masks(points: int) -> tuple[int, int, int, int]:
    """Return what a gain needs: rows that move, copies of the first row, columns that move, copies of the first."""
    moving = max(0, FREE - points)
    rows = sum(_ROW << need * _SIDE for need in range(moving))
    copies = sum(1 << need * _SIDE for need in range(min(points, FREE)))
    columns = ((1 << moving) - 1) * _COLUMN_ZERO
    return rows, copies, columns, (1 << min(points, FREE)) - 1


def if_i_gain(won: int, points: int) -> int:
    """Return the pairs that are in a set after I have gained so many points."""
    rows, copies, _, _ = _masks(points)
    return (won & rows) << points * _SIDE | (won & _ROW_ZERO) * copies | won & _ROW << FREE * _SIDE


def if_he_gains(won: int, points: int) -> int:
    """Return the pairs that are in a set after he has gained so many points."""
    _, _, columns, copies = _masks(points)
    return (won & columns) << points | (won & _COLUMN_ZERO) * copies | won & _COLUMN_ZERO << FREE


class Side(NamedTuple):
    """What one side holds: cards, whether it has a trick, and the points of a marriage that waits for one."""

    cards: frozenset[Card]
    trick: bool = True
    waiting: int = 0


@dataclass(frozen=True)
class Race:
    """The rules of a race, and the pairs with which I win once the cards are gone, by who took the last trick.

    `my_claim` and `his_claim` say whether one may say out between announcing a marriage and leading from it.
    """

    trump: Suit
    must_beat: bool
    must_trump: bool
    marriages: bool
    my_claim: bool
    his_claim: bool
    any_turn: bool
    bonus: int
    if_last_is_mine: int
    if_last_is_his: int
    memory: dict[tuple[Side, Side, bool], int] = field(default_factory=dict, compare=False)

    def on_lead(self, me: Side, he: Side, i_lead: bool) -> int:
        """Return the pairs with which I win when somebody is to lead."""
        key = me, he, i_lead
        if key not in self.memory:
            self.memory[key] = self._my_lead(me, he) if i_lead else self._his_lead(me, he)
        return self.memory[key]

    def after_my_lead(self, me: Side, he: Side, card: Card) -> int:
        """Return the pairs with which I win when I have led a card, which is still counted among mine."""
        won = ALL
        for reply in self.legal(card, he.cards):
            won &= self._trick(me, he, card, reply, i_lead=True)
        return won & ~HE_IS_OUT if self.any_turn else won

    def after_his_lead(self, me: Side, he: Side, card: Card) -> int:
        """Return the pairs with which I win when he has led a card, which is still counted among his."""
        won = 0
        for reply in self.legal(card, me.cards):
            won |= self._trick(me, he, card, reply, i_lead=False)
        return won | I_AM_OUT if self.any_turn else won

    def legal(self, led: Card, hand: frozenset[Card]) -> frozenset[Card]:
        """Return the cards that may be played to a lead."""
        suit = frozenset(card for card in hand if card.suit is led.suit)
        higher = frozenset(card for card in suit if card.points > led.points)
        trumps = frozenset(card for card in hand if card.suit is self.trump)
        if suit:
            return higher or suit if self.must_beat else suit
        return trumps or hand if self.must_trump else hand

    def _my_lead(self, me: Side, he: Side) -> int:
        if not me.cards:
            return self.if_last_is_mine
        won = I_AM_OUT if me.trick or self.any_turn else 0
        for card in me.cards:
            won |= self.after_my_lead(me, he, card)
            if worth := self._marriage(card, me.cards):
                if me.trick:
                    then = self.after_my_lead(me, he, card) | (I_AM_OUT if self.my_claim else 0)
                    won |= if_i_gain(then, worth)
                else:
                    won |= self.after_my_lead(me._replace(waiting=me.waiting + worth), he, card)
        return won

    def _his_lead(self, me: Side, he: Side) -> int:
        if not me.cards:
            return self.if_last_is_his
        won = ALL & ~HE_IS_OUT if he.trick or self.any_turn else ALL
        for card in he.cards:
            won &= self.after_his_lead(me, he, card)
            if worth := self._marriage(card, he.cards):
                if he.trick:
                    then = self.after_his_lead(me, he, card) & ~(HE_IS_OUT if self.his_claim else 0)
                    won &= if_he_gains(then, worth)
                else:
                    won &= self.after_his_lead(me, he._replace(waiting=he.waiting + worth), card)
        return won

    def _marriage(self, card: Card, hand: frozenset[Card]) -> int:
        other = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}.get(card.rank)
        if not self.marriages or other is None or Card.of(other, card.suit) not in hand:
            return 0
        return 40 if card.suit is self.trump else 20

    def _trick(self, me: Side, he: Side, led: Card, reply: Card, i_lead: bool) -> int:
        second = reply.points > led.points if reply.suit is led.suit else reply.suit is self.trump
        mine, his = (led, reply) if i_lead else (reply, led)
        me, he = Side(me.cards - {mine}, *me[1:]), Side(he.cards - {his}, *he[1:])
        points = led.points + reply.points + (0 if me.cards else self.bonus)
        if i_lead is not second:
            return if_i_gain(self.on_lead(Side(me.cards), he, True), points + me.waiting)
        return if_he_gains(self.on_lead(me, Side(he.cards), False), points + he.waiting)
