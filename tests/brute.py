"""An independent brute force for deals without a stock to draw from: plain recursion over every play, with a memory.

It knows the cards and the fields of `Rules` and nothing of the engine's own play or of any solver: what may be played
and what a deal is worth is written here a second time, from the page of rules. Both players see all cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sixtysix import Card, Position, Rules
from sixtysix.cards import Rank, Suit
from sixtysix.public import Phase

Pair = tuple[int, int]
"""A number for each seat."""
Hands = tuple[frozenset[Card], frozenset[Card]]


@dataclass(frozen=True, kw_only=True)
class Ending:
    """Two hands of which nobody draws any more. Seats are 0 and 1; a card `led` has left the leader's hand."""

    rules: Rules
    trump: Suit
    hands: Hands
    leader: int = 0
    led: Card | None = None
    points: Pair = (0, 0)
    tricks: Pair = (0, 0)
    pending: Pair = (0, 0)
    announced: Suit | None = None
    """The marriage announced for the lead now due; its points are booked."""


@dataclass(frozen=True, kw_only=True)
class Closed(Ending):
    """A closed stock: seat 0 is the closer."""

    at_close: Pair = (0, 0)
    """Points and tricks of the closer's opponent when the stock was closed."""


@dataclass(frozen=True, kw_only=True)
class Exhausted(Ending):
    """A stock that is used up: nobody has closed."""


def deal_value(state: Closed) -> int:
    """Return the exact game points to the closer under best play of both."""
    return _Search(state).value(_now(state))


def exhausted_value(state: Exhausted) -> int:
    """Return the exact game points to seat 0 under best play of both; 0 is a draw."""
    return _Search(state).value(_now(state))


def closer_wins(
    rules: Rules,
    trump: Suit,
    closer_hand: frozenset[Card],
    other_hand: frozenset[Card],
    leader: int,
    led: Card | None,
    closer_need: int,
    other_need: int,
) -> bool:
    """Say whether the closer (seat 0) gets at least one game point when the two need so many more card points.

    Needs are 0 to 66. Both have won a trick, no marriage is pending, and `led` has left the leader's hand.
    """
    state = Closed(
        rules=rules,
        trump=trump,
        hands=(closer_hand, other_hand),
        leader=leader,
        led=led,
        points=(66 - closer_need, 66 - other_need),
        tricks=(1, 1),
        at_close=(66 - other_need, 1),
    )
    return _Search(state, who_wins_only=True).value(_now(state)) > 0


def ending_of(position: Position) -> Closed | Exhausted:
    """Read an ending off a position with the stock closed or gone; a closer takes seat 0.

    Raises `ValueError` while cards are drawn, in the exchange after a close and when the deal is over.
    """
    if position.is_open or position.result or position.phase in (Phase.EXCHANGE, Phase.CLOSED):
        raise ValueError(f"no ending without a stock: {position}")
    first = position.closed_by or 0
    seats = (first, 1 - first)
    facts = Ending(
        rules=position.rules,
        trump=position.trump,
        hands=(frozenset(position.hand(seats[0])), frozenset(position.hand(seats[1]))),
        leader=seats.index(position.leader),
        led=position.trick[0][1] if position.trick else None,
        points=(position.points(seats[0]), position.points(seats[1])),
        tricks=(position.tricks_won(seats[0]), position.tricks_won(seats[1])),
        pending=(position.pending(seats[0]), position.pending(seats[1])),
        announced=position.announced,
    )
    if position.at_close is None:
        return Exhausted(**vars(facts))
    return Closed(**vars(facts), at_close=(position.at_close.points, position.at_close.tricks))


def position_value(position: Position) -> int:
    """Return the exact game points to seat 0 of a position with the stock closed or gone, or of a deal that is over.

    In the exchange after a close the engine leads on until cards are played.
    """
    if position.result:
        won, lost = position.result.game_points
        return won - lost
    if position.phase in (Phase.EXCHANGE, Phase.CLOSED):
        values = [position_value(position.apply(action)) for action in position.legal_actions()]
        return max(values) if position.turn == 0 else min(values)
    ending = ending_of(position)
    if isinstance(ending, Closed):
        return deal_value(ending) if position.closed_by == 0 else -deal_value(ending)
    return exhausted_value(ending)


class _Now(NamedTuple):
    """What changes from one play to the next."""

    hands: Hands
    leader: int
    led: Card | None
    points: Pair
    tricks: Pair
    pending: Pair
    announced: Suit | None

    @property
    def turn(self) -> int:
        return self.leader if self.led is None else 1 - self.leader


def _now(state: Ending) -> _Now:
    return _Now(state.hands, state.leader, state.led, state.points, state.tricks, state.pending, state.announced)


class _Search:
    """Minimax of the game points to seat 0, or only of their sign."""

    def __init__(self, state: Ending, *, who_wins_only: bool = False) -> None:
        self.rules = state.rules
        self.trump = state.trump
        self.at_close = state.at_close if isinstance(state, Closed) else None
        self.who_wins_only = who_wins_only
        self.memory: dict[_Now, int] = {}

    def value(self, now: _Now) -> int:
        """Return what the deal is worth to seat 0 from here."""
        if not now.hands[0] and not now.hands[1]:
            return self.counted(self.played_out(now))
        if now not in self.memory:
            # A right claim comes first, so that a search for the winner can stop there.
            best: int | None = None
            for option in self.options(now):
                if best is None or (option > best if now.turn == 0 else option < best):
                    best = option
                if self.who_wins_only and best == (1 if now.turn == 0 else -1):
                    break
            assert best is not None, "a player with a card can play one"
            self.memory[now] = best
        return self.memory[now]

    def options(self, now: _Now) -> Iterator[int]:
        """Go through what everything the player to move may do leads to."""
        if self.may_claim(now):
            yield self.counted(self.claim(now))
        for suit in self.marriages(now):
            yield self.value(self.announce(now, suit))
        for card in sorted(self.playable(now)):
            yield self.value(self.play(now, card))

    def counted(self, game_points: int) -> int:
        """Return the game points, or only who gets them."""
        return (game_points > 0) - (game_points < 0) if self.who_wins_only else game_points

    # What is allowed

    def may_claim(self, now: _Now) -> bool:
        """Whether the player to move may say out, rightly or wrongly."""
        if self.rules.claim == "any_turn":
            return True
        if now.led is not None:
            return False
        if now.announced is not None:
            return self.rules.claim == "lead_or_marriage"
        return now.tricks[now.turn] > 0

    def marriages(self, now: _Now) -> list[Suit]:
        """Return the marriages the player to move may announce."""
        allowed = ("open_or_closed", "always") if self.at_close is not None else ("always",)
        opening = now.tricks == (0, 0)
        if now.led is not None or now.announced is not None or self.rules.marriages not in allowed:
            return []
        if opening and not self.rules.first_lead_extras:
            return []
        hand = now.hands[now.turn]
        return [suit for suit in Suit if {Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)} <= hand]

    def playable(self, now: _Now) -> frozenset[Card]:
        """Return the cards the player to move may play."""
        hand = now.hands[now.turn]
        if now.led is None:
            if now.announced is None:
                return hand
            return hand & {Card.of(Rank.KING, now.announced), Card.of(Rank.QUEEN, now.announced)}
        following = frozenset(card for card in hand if card.suit is now.led.suit)
        higher = frozenset(card for card in following if card.strength > now.led.strength)
        trumps = frozenset(card for card in hand if card.suit is self.trump)
        if following:
            return higher if self.rules.must_beat and higher else following
        return trumps if self.rules.must_trump and trumps else hand

    # What happens

    def announce(self, now: _Now, suit: Suit) -> _Now:
        """Book a marriage: at once for who has a trick, else to wait for it."""
        worth = 40 if suit is self.trump else 20
        if now.tricks[now.turn]:
            return now._replace(announced=suit, points=_plus(now.points, now.turn, worth))
        return now._replace(announced=suit, pending=_plus(now.pending, now.turn, worth))

    def play(self, now: _Now, card: Card) -> _Now:
        """Play a card; the second one gives the trick to its winner, who leads."""
        left = now.hands[now.turn] - {card}
        hands = (left, now.hands[1]) if now.turn == 0 else (now.hands[0], left)
        if now.led is None:
            return now._replace(hands=hands, led=card, announced=None)
        same_suit = card.suit is now.led.suit
        second_wins = card.strength > now.led.strength if same_suit else card.suit is self.trump
        winner = 1 - now.leader if second_wins else now.leader
        gain = now.led.points + card.points + now.pending[winner]
        if not hands[0] and not hands[1]:
            gain += self.rules.bonus_exhausted if self.at_close is None else self.rules.bonus_closed
        return _Now(
            hands=hands,
            leader=winner,
            led=None,
            points=_plus(now.points, winner, gain),
            tricks=_plus(now.tricks, winner, 1),
            pending=(0, now.pending[1]) if winner == 0 else (now.pending[0], 0),
            announced=None,
        )

    # What it is worth to seat 0

    def claim(self, now: _Now) -> int:
        """Return what it is worth that the player to move says out."""
        rules, turn = self.rules, now.turn
        right = now.points[turn] >= 66
        if self.at_close is not None and turn == 0:
            return self.win(now, 0) if right else -self.failed_close(now)
        if self.at_close is not None and right:
            return -self.counter_out(now)
        sign = 1 if turn == 0 else -1
        if right:
            return sign * self.win(now, turn)
        return -sign * (rules.wrong_claim if now.tricks[1 - turn] else rules.wrong_claim_trickless)

    def played_out(self, now: _Now) -> int:
        """Return what the deal is worth after the last trick, whose winner is the leader now."""
        if self.at_close is not None:
            return self.win(now, 0) if now.points[0] >= 66 else -self.failed_close(now)
        if self.rules.played_out == "last_trick":
            return 1 if now.leader == 0 else -1
        first, second = now.points
        if first == second:
            return 0
        if self.rules.played_out == "sole_66" and (first >= 66) == (second >= 66):
            return 0
        return self.win(now, 0) if first > second else -self.win(now, 1)

    def win(self, now: _Now, winner: int) -> int:
        """Return what a right claim gives."""
        points, tricks = now.points[1 - winner], now.tricks[1 - winner]
        if self.at_close is not None and self.rules.success_scale == "close":
            points, tricks = self.at_close
        if self.rules.schwarz and tricks == 0:
            return 3
        return 2 if points < 33 else 1

    def failed_close(self, now: _Now) -> int:
        """Return what a failed close gives to the closer's opponent."""
        assert self.at_close is not None
        tricks = self.at_close[1] if self.rules.trickless_judged == "close" else now.tricks[1]
        return self.rules.failed_close if tricks else self.rules.failed_close_trickless

    def counter_out(self, now: _Now) -> int:
        """Return what the closer's opponent gets for going out first."""
        if self.rules.counter_out == "failed_close":
            return self.failed_close(now)
        if self.rules.counter_out == "closer_trickless" and now.tricks[0] == 0:
            return 3
        return self.rules.failed_close


def _plus(pair: Pair, seat: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)
