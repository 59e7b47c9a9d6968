"""Techniques of the endgame, each with a check that comes near a proof: all cards are known and all worths exact."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Self

from ...actions import Action, Announce, ClaimOut, Play
from ...cards import Card, Suit
from ...position import Position
from ...public import trick_winner
from ..puzzle import YOU
from .lines import Trick, natural_line, told

THEM: Final = 1 - YOU


@dataclass(frozen=True)
class Endgame:
    """A position with all cards known and no claim to make, and what each action is worth to seat 0, who is to move."""

    position: Position
    worths: Mapping[Action, int]
    _lines: dict[Action, tuple[Action, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, position: Position) -> Self:
        """Solve a position in which all cards are known.

        >>> from sixtysix.puzzles import load
        >>> end = Endgame.of(load("03-endgames")[0].start)
        >>> end.best, end.right
        (2, (Play(card=Card('QH')),))
        """
        from ...solver import solve

        return cls(position, {action: worth for action, worth in solve(position).items() if action != ClaimOut()})

    @cached_property
    def best(self) -> int:
        """What the best action is worth, in game points."""
        return max(self.worths.values())

    @cached_property
    def right(self) -> tuple[Action, ...]:
        """The actions that are worth most."""
        return tuple(action for action, worth in self.worths.items() if worth == self.best)

    @cached_property
    def mine(self) -> tuple[Card, ...]:
        """Your hand."""
        return self.position.hand(YOU)

    @cached_property
    def theirs(self) -> tuple[Card, ...]:
        """Your opponent's hand."""
        return self.position.hand(THEM)

    @cached_property
    def their_trumps(self) -> tuple[Card, ...]:
        """Your opponent's trumps."""
        return tuple(card for card in self.theirs if card.suit is self.position.trump)

    @cached_property
    def leads(self) -> bool:
        """Whether you are to lead."""
        return not self.position.trick

    def is_high(self, card: Card) -> bool:
        """Whether your opponent has no higher card in the suit."""
        return not any(other.suit is card.suit and other.strength > card.strength for other in self.theirs)

    def are_void(self, card: Card) -> bool:
        """Whether your opponent holds no card of the suit."""
        return all(other.suit is not card.suit for other in self.theirs)

    def line(self, action: Action) -> tuple[Action, ...]:
        """Return how the deal goes on after an action, both sides playing their best."""
        if action not in self._lines:
            self._lines[action] = natural_line(self.position.apply(action))
        return self._lines[action]

    def tricks(self, action: Action) -> list[Trick]:
        """Return the tricks of that line, the action's own the first."""
        return told(self.position, (action, *self.line(action)))

    def replies(self, card: Card) -> list[Card]:
        """Return what your opponent may play to a lead of yours."""
        after = self.position.apply(Play(card))
        return [action.card for action in after.legal_actions() if isinstance(action, Play)]

    def takes(self, led: Card, reply: Card) -> bool:
        """Whether you win a trick that you lead to."""
        return trick_winner([(YOU, led), (THEM, reply)], self.position.trump) == YOU

    def wins_later(self, card: Card) -> bool:
        """Whether a card takes a trick, led by you, in the line of the right answer, after the first trick."""
        return any(trick.led is card and trick.taker == YOU for trick in self.tricks(self.right[0])[1:])


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique that wins: the card it is about, and the mistake that lies near."""

    theme: str
    card: Card
    """pull-trumps: the winner that would be trumped; force: the trump that must come; duck: the top card kept;
    throw-in: the card led; squeeze: the winner led; last-trick: the card that takes the last trick."""
    mistake: Action


def led_cards(end: Endgame) -> list[Card]:
    """Return the cards of the right answers if all of them are plain leads, else none.

    >>> from sixtysix.puzzles import load
    >>> led_cards(Endgame.of(load("03-endgames")[0].start))
    [Card('QH')]
    """
    cards = [action.card for action in end.right if isinstance(action, Play)]
    return cards if end.leads and len(cards) == len(end.right) else []


def pull_trumps(end: Endgame) -> Technique | None:
    """Lead trumps before a side winner.

    Every right lead is a trump, and the opponent has trumps to follow with. You hold the highest card of a side suit
    that the opponent is void in: led at once it must be trumped, and that is worth less. In the line it wins a trick.

    >>> from sixtysix.puzzles import load
    >>> found = pull_trumps(Endgame.of(load("03-endgames")[0].start))
    >>> str(found.card)
    'A♦'
    """
    cards, trump = led_cards(end), end.position.trump
    if not cards or not end.their_trumps or any(card.suit is not trump for card in cards):
        return None
    for card in sorted(end.mine, key=lambda card: (-card.points, card.index)):
        if card.suit is trump or not end.are_void(card) or end.worths[Play(card)] >= end.best:
            continue
        if all(reply.suit is trump for reply in end.replies(card)) and end.wins_later(card):
            return Technique("pull-trumps", card, Play(card))
    return None


def force(end: Endgame) -> Technique | None:
    """Lead a suit that the opponent must trump, and so take away the trump that the opponent needs.

    Every right lead is of a side suit in which the opponent is void, and every reply is a trump; you lose the trick.
    Every other lead is worth less. You lead no trump, and later take a trick with a card that the trump played could
    have taken.

    >>> from sixtysix.puzzles import load
    >>> found = force(Endgame.of(load("03-endgames")[2].start))
    >>> str(found.card)
    'Q♦'
    """
    cards, trump = led_cards(end), end.position.trump
    if not cards or not end.their_trumps or len(end.their_trumps) > 2:
        return None
    if any(card.suit is trump or not end.are_void(card) for card in cards):
        return None
    others = [card for card in end.mine if card.suit is trump or not end.are_void(card)]
    if not others or any(reply.suit is not trump for card in cards for reply in end.replies(card)):
        return None
    first, *later = end.tricks(end.right[0])
    if not any(trick.taker == YOU for trick in later):
        return None
    mistake = max(others, key=lambda card: (card.suit is trump, end.is_high(card), card.points))
    return Technique("force", first.reply, Play(mistake))


def throw_in(end: Endgame) -> Technique | None:
    """Give the opponent a trick so that the opponent has to lead.

    Every reply takes the right lead. With the cards that are left then, and the same points, your own lead would be
    worth less than any lead of the opponent's; and you take a trick in the suit that comes back.

    >>> from sixtysix.puzzles import load
    >>> found = throw_in(Endgame.of(load("03-endgames")[8].start))
    >>> str(found.card)
    '10♦'
    """
    cards = led_cards(end)
    if len(cards) != 1:
        return None
    (card,) = cards
    if any(end.takes(card, reply) for reply in end.replies(card)):
        return None
    after = end.position.apply(Play(card))
    for reply in end.replies(card):
        lost = after.apply(Play(reply))
        if lost.result is not None or not _must_help(lost):
            return None
    others = [other for other in end.mine if other is not card]
    mistake = max(others, key=lambda other: (end.is_high(other), other.points))
    return Technique("throw-in", card, Play(mistake))


def _must_help(lost: Position) -> bool:
    """Whether it is worth more to you that the opponent has to lead, and each lead brings you a trick in its suit."""
    from ...solver import solve

    if max(solve(replace(lost, turn=YOU)).values()) >= -max(solve(lost).values()):
        return False
    for action in lost.legal_actions():
        if isinstance(action, Play):
            tricks = told(lost, (action, *natural_line(lost.apply(action))))
            if not any(trick.taker == YOU and trick.led.suit is action.card.suit for trick in tricks):
                return False
    return True


def duck(end: Endgame) -> Technique | None:
    """Give up a low card of a suit in which you hold the top card, and take later.

    The right lead loses to every reply. You hold a card of its suit that nothing in the opponent's hand beats; led at
    once it is worth less. In the line it takes a later trick.

    >>> from sixtysix.puzzles import load
    >>> found = duck(Endgame.of(load("03-endgames")[3].start))
    >>> str(found.card)
    'A♠'
    """
    cards = led_cards(end)
    if not cards or len({card.suit for card in cards}) > 1:
        return None
    if any(end.takes(card, reply) for card in cards for reply in end.replies(card)):
        return None
    for top in end.mine:
        if top.suit is cards[0].suit and not end.are_void(top) and end.is_high(top):
            taken = any(
                trick.taker == YOU and top in (trick.led, trick.reply) for trick in end.tricks(end.right[0])[1:]
            )
            if end.worths[Play(top)] < end.best and taken:
                return Technique("duck", top, Play(top))
    return None


def squeeze(end: Endgame) -> Technique | None:
    """Lead a winner that makes the opponent throw away a card that is needed.

    Nothing can take the right lead, and the opponent, void in its suit and out of trumps, has to throw a card of one
    of two suits or more. What you do next depends on the card thrown: no way of going on, saying out or leading a suit,
    is best after each of them. Every other suit led is worth less.

    >>> from sixtysix.puzzles import load
    >>> found = squeeze(Endgame.of(load("03-endgames")[10].start))
    >>> str(found.card)
    'J♠'
    """
    cards = led_cards(end)
    if not cards or len({card.suit for card in cards}) > 1 or end.their_trumps or not end.are_void(cards[0]):
        return None
    discards, others = end.replies(cards[0]), [card for card in end.mine if Play(card) not in end.right]
    if len({card.suit for card in discards}) < 2 or not others:
        return None
    ways = [_ways_on(end.position.apply(Play(cards[0])).apply(Play(card))) for card in discards]
    if frozenset.intersection(*ways):
        return None
    mistake = max(others, key=lambda other: (end.is_high(other), other.points))
    return Technique("squeeze", cards[0], Play(mistake))


def _ways_on(position: Position) -> frozenset[Suit | None]:
    """Return the suits to lead that are best, None among them for saying out."""
    from ...solver import solve

    worths = solve(position)
    best = max(worths.values(), default=0)
    good = [action for action, worth in worths.items() if worth == best]
    return frozenset(action.card.suit if isinstance(action, Play) else None for action in good)


def without_last_ten(position: Position) -> Position:
    """Return a position under rules without points for the last trick.

    >>> from sixtysix.puzzles import load
    >>> without_last_ten(load("03-endgames")[0].start).rules.bonus_exhausted
    0
    """
    return replace(position, rules=replace(position.rules, bonus_exhausted=0))


def last_trick(end: Endgame) -> Technique | None:
    """Play so as to win the last trick, because of what it adds.

    In the line all cards are played and you take the last trick; less its points you would not be ahead. And without
    them every right answer would be worth less.

    >>> from sixtysix.puzzles import load
    >>> last_trick(Endgame.of(load("03-endgames")[0].start))  # you are out before that
    """
    from ...solver import solve

    if not end.position.rules.bonus_exhausted or not all(isinstance(action, Play) for action in end.right):
        return None
    end_trick = end.tricks(end.right[0])[-1]
    if not end_trick.is_last or end_trick.taker != YOU:
        return None
    plain = solve(without_last_ten(end.position))
    ahead = end_trick.after[YOU] - end.position.rules.bonus_exhausted > end_trick.after[THEM]
    if ahead or any(plain[action] >= end.best for action in end.right):
        return None
    card = end_trick.led if end_trick.leader == YOU else end_trick.reply
    mistake = max(
        (action for action in end.worths if action not in end.right and isinstance(action, Play)),
        key=lambda action: (plain[action], action.card.points),
    )
    return Technique("last-trick", card, mistake)


TECHNIQUES: Final[Mapping[str, Callable[[Endgame], Technique | None]]] = {
    "pull-trumps": pull_trumps,
    "force": force,
    "throw-in": throw_in,
    "duck": duck,
    "squeeze": squeeze,
    "last-trick": last_trick,
}
"""How each technique is recognised."""


def marries(end: Endgame) -> bool:
    """Whether a marriage can be announced.

    >>> from sixtysix.puzzles import load
    >>> marries(Endgame.of(load("03-endgames")[0].start))
    False
    """
    return any(isinstance(action, Announce) for action in end.worths)
