"""A deal and its positions: immutable states that an action leads on from one to the next."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Self, TypeVar

from .actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
from .cards import Card, Suit
from .errors import IllegalAction, PuzzleError, RulesError, quoted
from .public import AtClose, Phase, Public, Trick, marriage, trick_winner
from .rule_table import MARRIAGE, ROYAL_MARRIAGE
from .rules import Rules
from .scoring import claim_result, last_trick_result

if TYPE_CHECKING:
    from .view import View

_T = TypeVar("_T")
LAST_SEED = 10**18
"""The largest seed: enough for everybody, and short enough to write down."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole pack in dealing order with its rules, dealer and, if it was shuffled here, its seed.

    Dealing order: the packets as the rules deal them, the leader's first, the turn-up where it is turned, then the
    stock from the top. Make one with `Deal.random` or `Deal.from_pack`.

    >>> deal = Deal.random(Rules.guide(), seed=66)
    >>> deal == Deal.random(Rules.guide(), seed=66, dealer=1), deal.start().to_move
    (True, 0)
    """

    rules: Rules
    dealer: int
    pack: tuple[Card, ...]
    seed: int | None = None

    @classmethod
    def random(cls, rules: Rules, seed: int, dealer: int | None = None) -> Self:
        """Shuffle and deal: the same seed gives the same deal everywhere.

        `seed` is a whole number from 0; `dealer` a seat, by default the last, so that seat 0 leads. Otherwise raises
        `PuzzleError`.
        """
        dealer, generator = checked_dealer(rules, dealer), Random(checked_seed(seed))
        pack = list(rules.pack)
        # Only random() is promised to give the same numbers in every Python, so the shuffle is done here.
        for last in range(len(pack) - 1, 0, -1):
            other = int(generator.random() * (last + 1))
            pack[last], pack[other] = pack[other], pack[last]
        return cls(rules, dealer, tuple(pack), seed)

    @classmethod
    def from_pack(cls, cards: Iterable[Card | str], rules: Rules, dealer: int | None = None) -> Self:
        """Deal from a pack given card by card in dealing order; `PuzzleError` if it is not the whole pack.

        >>> from sixtysix.cards import PACK
        >>> Deal.from_pack(PACK, Rules.guide()).start().turn_up
        Card('AD')
        """
        dealer = checked_dealer(rules, dealer)
        if not isinstance(cards, Iterable):
            raise PuzzleError(f"pack: {quoted(cards)} is not a list of cards")
        pack = tuple(Card(card) for card in cards)
        twice = sorted({card for card in pack if pack.count(card) > 1})
        if twice:
            raise PuzzleError(f"pack: {twice[0]} is there twice")
        missing = [card for card in rules.pack if card not in pack]
        if missing:
            raise PuzzleError(f"pack: {missing[0]} is missing; the pack has {len(rules.pack)} cards")
        foreign = [card for card in pack if card not in rules.pack]
        if foreign:
            raise PuzzleError(f"pack: {foreign[0]} is not in this game's pack of {len(rules.pack)} cards")
        return cls(rules, dealer, pack)

    def start(self) -> "Position":
        """Deal the cards and return the position before the opening lead."""
        rules, pack = self.rules, list(self.pack)
        leader = (self.dealer + 1) % rules.players
        hands: list[list[Card]] = [[] for _ in range(rules.players)]
        shown_card: Card | None = None
        for number, size in enumerate(rules.packets):
            if number == 1:
                if rules.trump_card == "turn_up_after_first_packet":
                    shown_card = pack.pop(0)
                elif rules.trump_card == "next_card":
                    shown_card = pack[0]
            for step in range(rules.players):
                hands[(leader + step) % rules.players] += pack[:size]
                del pack[:size]
        if rules.trump_card == "last_card":
            shown_card = hands[self.dealer][-1]
        elif rules.trump_card == "turn_up":
            shown_card = pack.pop(0)
        assert shown_card is not None  # every value of trump_card shows one
        nothing = (0,) * rules.players
        empty: frozenset[Card] = frozenset()
        in_hand = frozenset() if rules.has_stock else frozenset({shown_card})
        return Position(
            rules=rules,
            dealer=self.dealer,
            trump=shown_card.suit,
            turn_up=shown_card if rules.has_stock else None,
            stock_size=len(pack),
            hand_sizes=(rules.hand_size,) * rules.players,
            turn=leader,
            taken=nothing,
            waiting=nothing,
            tricks=nothing,
            shown=tuple(in_hand.intersection(hand) for hand in hands),
            lacks=(empty,) * rules.players,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stock=tuple(pack),
        )


def checked_seed(seed: object) -> int:
    """Return the seed; `PuzzleError` unless it is a whole number from 0 to `LAST_SEED`.

    >>> checked_seed(66)
    66
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
        raise PuzzleError(f"seed: {quoted(seed)} is not allowed; use a whole number from 0 to {LAST_SEED}")
    return seed


def next_seed(seed: int) -> int:
    """Return the number of the deal after this one; after `LAST_SEED` comes 0.

    >>> next_seed(66), next_seed(LAST_SEED)
    (67, 0)
    """
    return (seed + 1) % (LAST_SEED + 1)


def checked_dealer(rules: Rules, dealer: object) -> int:
    """Return the dealer's seat, the last one by default; `PuzzleError` if it is no seat.

    >>> checked_dealer(Rules.guide(), None)
    1
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"rules: {quoted(rules)} is not a rule set; use one like Rules.guide()")
    if dealer is None:
        return rules.players - 1
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < rules.players:
        raise PuzzleError(f"dealer: {quoted(dealer)} is not a seat; seats are 0 to {rules.players - 1}")
    return dealer


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Position(Public):
    """All cards at one moment of a deal: immutable, hashable, equal when everything in it is.

    Get one from `Deal.start()`, `Position.from_dict` or `Position.parse`; `apply` leads on to the next.

    >>> start = Deal.random(Rules.guide(), seed=66).start()
    >>> after = start.apply(start.legal_actions()[0])
    >>> after.to_move, len(after.trick), start.trick
    (1, 1, ())
    """

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    """The face-down cards, top first, the turn-up counted apart."""

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return this seat's cards in sorting order."""
        return self.hands[self.rules.seat(seat)]

    def apply(self, action: Action) -> "Position":
        """Return the position after the action; `IllegalAction` says why it is not allowed and what is.

        >>> from sixtysix.actions import Pass
        >>> Deal.random(Rules.guide(), seed=66).start().apply(Pass())  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        sixtysix.errors.IllegalAction: Passing is only for the exchange right after a close. You may ...
        """
        reason = self.why_illegal(action)
        if reason is not None:
            raise IllegalAction(reason)
        log = (*self.log, (self.turn, action))
        match action:
            case Play():
                return self._play(action.card, log)
            case Announce():
                return self._announce(action.suit, log)
            case Exchange():
                return self._exchange(log)
            case Close():
                return self._close(log)
            case Draw():
                return replace(self, log=log)._draw()
            case Pass():
                return replace(self, log=log, **self._back_to_closer())
            case ClaimOut():
                return replace(self, log=log, result=claim_result(self, self.turn))

    def view(self, seat: int) -> "View":
        """Return what this seat knows: nothing in it depends on cards hidden from it."""
        from .view import View

        open_facts = {name: getattr(self, name) for name in Public.__dataclass_fields__}
        return View(**open_facts, seat=seat, own=self.hand(seat))

    def to_dict(self) -> dict[str, Any]:
        """Return the position as JSON data in the case format (two players)."""
        from .case import position_to_case

        return position_to_case(self)

    @classmethod
    def from_dict(cls, data: object) -> "Position":
        """Read a position from case data; `PuzzleError` names the field that is wrong (two players)."""
        from .case import position_from_case

        return position_from_case(data)

    def notation(self) -> str:
        """Return the position as one line of text (two players)."""
        from .notation import write

        return write(self.to_dict())

    @classmethod
    def parse(cls, text: object) -> "Position":
        """Read what `notation` wrote; `NotationError` or `PuzzleError` names the part that is wrong."""
        from .notation import read

        return cls.from_dict(read(text))

    def __repr__(self) -> str:
        """Return text that makes a two-player position again; for more players a short description."""
        if self.rules.players == 2:
            return f"Position.parse({self.notation()!r})"
        return f"<Position: {self.rules.name}, {len(self.played)} cards played, seat {self.turn} to move>"

    def _repr_svg_(self) -> str:
        from .render import table_svg

        return table_svg(self)

    # One method for each kind of action that changes cards

    def _announce(self, suit: Suit, log: tuple[tuple[int, Action], ...]) -> "Position":
        seat, worth = self.turn, ROYAL_MARRIAGE if suit is self.trump else MARRIAGE
        counts = self.tricks_won(seat) > 0
        return replace(
            self,
            log=log,
            announced=suit,
            taken=_add(self.taken, seat, worth if counts else 0),
            waiting=_add(self.waiting, seat, 0 if counts else worth),
            shown=_with(self.shown, seat, self.shown[seat].union(marriage(suit))),
        )

    def _exchange(self, log: tuple[tuple[int, Action], ...]) -> "Position":
        seat, low, high = self.turn, self.rules.low_trump(self.trump), self.turn_up
        assert high is not None  # the exchange is refused without a turn-up
        hand = tuple(sorted((set(self.hands[seat]) - {low}) | {high}))
        after = replace(
            self,
            log=log,
            turn_up=low,
            hands=_with(self.hands, seat, hand),
            shown=_with(self.shown, seat, (self.shown[seat] - {low}) | {high}),
        )
        return replace(after, **self._back_to_closer()) if self.phase is Phase.EXCHANGE else after

    def _close(self, log: tuple[tuple[int, Action], ...]) -> "Position":
        seat = self.turn
        other = self.opponents(seat)[0]
        answered = self.rules.exchange_after_close != "nobody"
        return replace(
            self,
            log=log,
            closed_by=seat,
            at_close=AtClose(self.points(other), self.tricks_won(other)),
            turn=other if answered else seat,
            phase=Phase.EXCHANGE if answered else Phase.PLAY,
        )

    def _back_to_closer(self) -> dict[str, Any]:
        both = self.rules.exchange_after_close == "both"
        return {"turn": self.closed_by, "phase": Phase.CLOSED if both else Phase.PLAY}

    def _play(self, card: Card, log: tuple[tuple[int, Action], ...]) -> "Position":
        seat = self.turn
        trick = (*self.trick, (seat, card))
        hand = tuple(held for held in self.hands[seat] if held is not card)
        after = replace(
            self,
            log=log,
            trick=trick,
            turn=(seat + 1) % self.rules.players,
            phase=Phase.PLAY,
            announced=None,
            hands=_with(self.hands, seat, hand),
            hand_sizes=_with(self.hand_sizes, seat, len(hand)),
            shown=_with(self.shown, seat, self.shown[seat] - {card}),
            lacks=_with(self.lacks, seat, self.lacks[seat] | self._betrayed(card)) if self.trick else self.lacks,
        )
        return after._take(Trick(trick, trick_winner(trick, self.trump))) if len(trick) == self.rules.players else after

    def _betrayed(self, card: Card) -> frozenset[Card]:
        """Return the cards that playing this one to the trick shows the player not to hold."""
        if self.is_open:
            return frozenset()
        rules, pack = self.rules, self.rules.pack
        led = self.trick[0][1].suit
        best = max((c for _, c in self.trick), key=lambda c: (c.suit is self.trump, c.suit is led, c.strength))
        if card.suit is led:
            if not rules.must_beat or card.beats(best, self.trump):
                return frozenset()
            return frozenset(c for c in pack if c.suit is led and c.beats(best, self.trump))
        no_trump = rules.must_trump and card.suit is not self.trump
        return frozenset(c for c in pack if c.suit is led or (no_trump and c.suit is self.trump))

    def _take(self, trick: Trick) -> "Position":
        """Give the full trick to its winner, then draw or end the deal."""
        rules, winner = self.rules, trick.winner
        side = rules.side(winner)
        taken = _add(self.taken, winner, sum(card.points for _, card in trick.cards))
        last = not any(self.hands)
        if last:
            taken = _add(taken, winner, rules.bonus_exhausted if self.closed_by is None else rules.bonus_closed)
        after = replace(
            self,
            trick=(),
            turn=winner,
            taken=tuple(n + self.waiting[s] if s in side else n for s, n in enumerate(taken)),
            waiting=tuple(0 if s in side else n for s, n in enumerate(self.waiting)),
            tricks=_add(self.tricks, winner, 1),
            played=(*self.played, *(card for _, card in trick.cards)),
        )
        if last:
            return replace(after, result=last_trick_result(after, winner))
        if not after.is_open:
            return after
        if rules.close_before_draw and after._refuse_close() is None:
            return replace(after, phase=Phase.DRAW)
        return after._draw()

    def _draw(self) -> "Position":
        """Let the winner of the trick draw, then the other; the last card is the turn-up."""
        winner, turn_up = self.turn, self.turn_up
        loser = self.opponents(winner)[0]
        assert turn_up is not None  # cards are drawn only while there is a turn-up
        second = self.stock[1] if len(self.stock) > 1 else turn_up
        hands, shown = self.hands, self.shown
        for seat, card in ((winner, self.stock[0]), (loser, second)):
            hands = _with(hands, seat, tuple(sorted((*hands[seat], card))))
        if second is turn_up:
            shown = _with(shown, loser, shown[loser] | {turn_up})
        return replace(
            self,
            phase=Phase.PLAY,
            hands=hands,
            hand_sizes=tuple(len(hand) for hand in hands),
            shown=shown,
            stock=self.stock[2:],
            stock_size=max(0, len(self.stock) - 2),
            turn_up=None if second is turn_up else turn_up,
        )


def _add(amounts: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return _with(amounts, seat, amounts[seat] + amount)


def _with(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
