"""What lies open to every seat, and what the rules allow the seat whose turn it is.

`Position` (all cards known) and `View` (what one seat knows) share this base, so both are read alike and one piece of
code decides what is legal; it looks at nothing but the open facts and the hand of the seat to move.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
from .cards import Card, Rank, Suit, hand_order, in_words
from .errors import quoted
from .rules import Rules
from .scoring import Result


class Phase(StrEnum):
    """What the seat to move is asked for."""

    PLAY = "play"
    DRAW = "draw"
    """The trick's winner draws, or closes before drawing."""
    EXCHANGE = "exchange"
    """The closer's opponent exchanges or passes."""
    CLOSED = "closed"
    """As PLAY, and the closer may still exchange before the lead."""


class AtClose(NamedTuple):
    """Card points and tricks of the closer's opponent when the stock was closed."""

    points: int
    tricks: int


class Trick(NamedTuple):
    """A finished trick: the cards in the order played, and the seat that took it."""

    cards: tuple[tuple[int, Card], ...]
    winner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Public(ABC):
    """What every seat sees. All seats are 0..n-1; points are card points."""

    rules: Rules
    dealer: int
    trump: Suit
    turn_up: Card | None
    """The face-up card under the stock; None once drawn."""
    stock_size: int
    """Face-down cards, the turn-up counted apart."""
    hand_sizes: tuple[int, ...]
    turn: int
    """The seat to move; without meaning once there is a result."""
    phase: Phase = Phase.PLAY
    trick: tuple[tuple[int, Card], ...] = ()
    """The cards on the table as (seat, card), the leader's first."""
    announced: Suit | None = None
    """The marriage announced for the lead now due."""
    taken: tuple[int, ...]
    """Points each seat has that count: tricks and marriages."""
    waiting: tuple[int, ...]
    """Points of marriages that wait for their owner's first trick."""
    tricks: tuple[int, ...]
    """Tricks each seat has won."""
    played: tuple[Card, ...] = ()
    """The cards of finished tricks."""
    closed_by: int | None = None
    at_close: AtClose | None = None
    shown: tuple[frozenset[Card], ...]
    """Cards in each hand that everybody has seen."""
    lacks: tuple[frozenset[Card], ...]
    """Cards each seat is known not to hold, since it did not follow, beat or trump with them."""
    log: tuple[tuple[int, Action], ...] = ()
    """Every action so far with its seat."""
    result: Result | None = None

    # What is read

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None once the deal is over."""
        return None if self.result else self.turn

    @property
    def leader(self) -> int:
        """The seat that led to this trick or is about to lead."""
        if self.trick:
            return self.trick[0][0]
        return self.closed_by if self.phase is Phase.EXCHANGE and self.closed_by is not None else self.turn

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action so far, oldest first."""
        return tuple(action for _, action in self.log)

    @property
    def is_open(self) -> bool:
        """Whether cards are still drawn: the stock is neither closed nor gone."""
        return self.turn_up is not None and self.closed_by is None

    @abstractmethod
    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return the cards known to be in this hand, in sorting order."""

    def hand_size(self, seat: int) -> int:
        """Return how many cards this seat holds."""
        return self.hand_sizes[self.rules.seat(seat)]

    def points(self, seat: int) -> int:
        """Return the card points that count now for this seat's side, pending marriages not among them."""
        return sum(self.taken[s] for s in self.rules.side(seat))

    def pending(self, seat: int) -> int:
        """Return the points of this side's marriages that wait for its first trick."""
        return sum(self.waiting[s] for s in self.rules.side(seat))

    def tricks_won(self, seat: int) -> int:
        """Return how many tricks this seat's side has won."""
        return sum(self.tricks[s] for s in self.rules.side(seat))

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats that play against this one."""
        side = self.rules.side(seat)
        return tuple(s for s in range(self.rules.players) if s not in side)

    def finished_tricks(self) -> Iterator[Trick]:
        """Go through the finished tricks that the log tells of, oldest first."""
        on_table: list[tuple[int, Card]] = []
        for seat, action in self.log:
            if isinstance(action, Play):
                on_table.append((seat, action.card))
                if len(on_table) == self.rules.players:
                    yield Trick(tuple(on_table), trick_winner(on_table, self.trump))
                    on_table.clear()

    # What is allowed

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action that is accepted now: cards first, from trumps down; `()` once there is a result."""
        if not self._can_act():
            return ()
        others: list[Action] = [*(Announce(suit) for suit in Suit), Exchange(), Close(), Draw(), Pass(), ClaimOut()]
        cards = hand_order(self._playable(), self.trump) if self.phase in (Phase.PLAY, Phase.CLOSED) else []
        return (*(Play(card) for card in cards), *(action for action in others if self._refusal(action) is None))

    def why_illegal(self, action: Action) -> str | None:
        """Return None if the action is legal, else why it is not and what is allowed instead, in plain sentences."""
        if self.result is not None:
            return "The deal is over: no action is possible."
        if not self._can_act():
            return "It is not your turn: another player is to act first."
        refusal = self._refusal(action)
        return None if refusal is None else f"{refusal} {self._allowed()}"

    def _can_act(self) -> bool:
        """Whether the hand of the seat to move is known here."""
        return self.result is None

    def _allowed(self) -> str:
        legal = self.legal_actions()
        cards = [action.card for action in legal if isinstance(action, Play)]
        if cards and len(cards) == len(self.hand(self.turn)):
            first = ["play any card"]
        else:
            first = [f"play {in_words(cards)}"] if cards else []
        rest = [str(action) for action in legal if not isinstance(action, Play)]
        options = first + rest
        return f"You may {', '.join(options[:-1]) + ' or ' if options[1:] else ''}{options[-1]}."

    def _playable(self) -> list[Card]:
        """Return the cards that may be played now, the phase aside."""
        hand = list(self.hand(self.turn))
        if not self.trick:
            if self.announced is None:
                return hand
            return [card for card in hand if card.suit is self.announced and card.rank in (Rank.KING, Rank.QUEEN)]
        if self.is_open:
            return hand
        led = self.trick[0][1].suit
        following = [card for card in hand if card.suit is led]
        if following:
            best = _best(self.trick, self.trump)[1]
            beating = [card for card in following if card.beats(best, self.trump)]
            return beating if self.rules.must_beat and beating else following
        trumps = [card for card in hand if card.suit is self.trump]
        return trumps if self.rules.must_trump and trumps else hand

    def _refusal(self, action: object) -> str | None:
        """Say why an action is not allowed, or None."""
        match action:
            case Play():
                return self._refuse_play(action.card)
            case Announce():
                return self._refuse_marriage(action.suit)
            case Exchange():
                return self._refuse_exchange()
            case Close():
                return self._refuse_close()
            case Draw():
                return None if self.phase is Phase.DRAW else "There is nothing to draw now."
            case Pass():
                return None if self.phase is Phase.EXCHANGE else "Passing is only for the exchange right after a close."
            case ClaimOut():
                return self._refuse_claim()
            case _:
                kinds = "Play, Announce, Exchange, Close, Draw, Pass and ClaimOut"
                return f"{quoted(action)} is not an action; there are {kinds}."

    def _refuse_play(self, card: Card) -> str | None:
        if self.phase is Phase.DRAW:
            return "Before you lead, draw a card or close the stock."
        if self.phase is Phase.EXCHANGE:
            return "The stock has just been closed: first exchange or pass."
        hand = self.hand(self.turn)
        if card not in hand:
            return f"{card} is not in your hand."
        if card in self._playable():
            return None
        if not self.trick:
            return f"You announced the marriage in {self.announced}, so you must lead its king or queen."
        led = self.trick[0][1]
        state = "closed" if self.closed_by is not None else "gone" if self.rules.has_stock else "none"
        because = {
            "closed": "The stock is closed",
            "gone": "The stock is used up",
            "none": "There is no stock",
        }[state]
        if card.suit is led.suit:
            return f"{because}, so you must beat {_best(self.trick, self.trump)[1]} if you can, and {card} does not."
        if any(held.suit is led.suit for held in hand):
            return f"{because}, so you must follow suit: {led.suit} was led and {card} is a {card.suit.word[:-1]}."
        return f"{because}, and without a {led.suit.word[:-1]} you must trump if you can: {card} is no trump."

    def _refuse_on_lead(self, what: str) -> str | None:
        """Refuse what needs the lead, a card still to be led and no other duty first."""
        if self.trick:
            return f"You may {what} only when you are to lead, and {self.trick[0][1]} has been led."
        if self.phase is Phase.EXCHANGE:
            return "The stock has just been closed: first exchange or pass."
        if not self.rules.first_lead_extras and not any(self.tricks):
            return f"Under these rules you may not {what} at the opening lead."
        return None

    def _refuse_marriage(self, suit: Suit) -> str | None:
        if refusal := self._refuse_on_lead("announce a marriage"):
            return refusal
        if self.phase is Phase.DRAW:
            return "A marriage is announced after drawing."
        if self.announced is not None:
            return f"You have announced the marriage in {self.announced}: one marriage for each lead."
        if self.closed_by is not None and self.rules.marriages == "open":
            return "Under these rules a marriage may be announced only while the stock is open, and it is closed."
        if self.turn_up is None and self.rules.marriages != "always":
            return "Under these rules a marriage may not be announced once the stock is used up."
        missing = [card for card in marriage(suit) if card not in self.hand(self.turn)]
        if missing:
            return f"The marriage in {suit} needs its king and queen, and you do not hold {in_words(missing)}."
        return None

    def _refuse_exchange(self) -> str | None:
        answering = self.phase is Phase.EXCHANGE
        if not answering and (refusal := self._refuse_on_lead("exchange")):
            return refusal
        if self.phase is Phase.DRAW:
            return "The exchange comes after drawing."
        if self.turn_up is None:
            return "There is no turn-up to exchange for: the stock is used up."
        after_close = answering or self.phase is Phase.CLOSED
        if self.closed_by is not None and not after_close:
            return "The stock is closed: the turn-up can no longer be exchanged."
        low = self.rules.low_trump(self.trump)
        if low not in self.hand(self.turn):
            return f"You need {low} to exchange, and you do not hold it."
        if not answering and self.rules.exchange_needs_trick and not self.tricks[self.turn]:
            return "You may exchange only once you have won a trick."
        if not after_close and self.stock_size + 1 < self.rules.least_stock:
            return self._too_few("exchange")
        return None

    def _refuse_close(self) -> str | None:
        if refusal := self._refuse_on_lead("close the stock"):
            return refusal
        if self.closed_by is not None:
            return "The stock is closed already."
        if self.turn_up is None:
            return "The stock is used up: there is nothing to close."
        if self.stock_size + 1 < self.rules.least_stock:
            return self._too_few("close the stock")
        return None

    def _too_few(self, what: str) -> str:
        needed = self.rules.least_stock
        return f"To {what}, {needed} stock cards must be left, the turn-up included; here {self.stock_size + 1} are."

    def _refuse_claim(self) -> str | None:
        if self.phase is Phase.EXCHANGE:
            return "The stock has just been closed: first exchange or pass."
        when = self.rules.claim
        if when == "any_turn":
            return None
        if self.trick:
            return "You may say out only when you are to lead."
        if self.announced is not None:
            return (
                None if when == "lead_or_marriage" else "Under these rules you may not say out after an announcement."
            )
        if not self.tricks[self.turn]:
            return "You may say out only after winning a trick" + (
                " or right after announcing a marriage." if when == "lead_or_marriage" else "."
            )
        return None


def marriage(suit: Suit) -> tuple[Card, Card]:
    """Return the king and the queen of a suit.

    >>> marriage(Suit.HEARTS)
    (Card('KH'), Card('QH'))
    """
    return Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)


def trick_winner(cards: Sequence[tuple[int, Card]], trump: Suit) -> int:
    """Return the seat whose card takes the trick.

    >>> trick_winner([(0, Card("JD")), (1, Card("AC"))], Suit.SPADES)
    0
    """
    return _best(cards, trump)[0]


def _best(cards: Sequence[tuple[int, Card]], trump: Suit) -> tuple[int, Card]:
    best = cards[0]
    for seat, card in cards[1:]:
        if card.beats(best[1], trump):
            best = seat, card
    return best
