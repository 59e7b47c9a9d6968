"""Exact play once all cards are known and the stock is closed or gone: what every action is worth, and a best line.

The search answers one question at a time, "does this seat get at least so many game points?", as often as it takes to
settle the worth of an action. What makes it quick, and exact all the same:

- More points never harm their owner: what he may do stays allowed, and no ending gets worse for him. So a king or
  queen that can be married is never led without its marriage, except where just that is asked about.
- A right claim is as good as anything its seat can still hope for, under nearly all rules (`Endings.most` says which):
  then the answer to the question is the claim's. Where it is not, as for a closer's opponent who gains more when the
  close fails, playing on is tried too. A wrong claim ends the deal at a known price, which can be the lesser evil for a
  seat without a trick: it is one more thing to try.
- A leader whose sure tricks make 66 needs no search, nor does a close that the cards left cannot bring to 66.
"""

from collections.abc import Callable, Iterable
from typing import Final

from ..actions import Action, Announce, ClaimOut, Exchange, Play
from ..cards import PACK, Card, Rank
from ..errors import PuzzleError, quoted
from ..position import Position
from ..public import Phase, Public, marriage
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from ..view import View
from .endings import Table, endings_of
from .sides import (
    ABOVE,
    ENOUGH,
    HAND,
    KINGS,
    PARTNER,
    POINTS,
    SUIT,
    TRICK,
    WORTH,
    can_have,
    each_card,
    kind,
    married,
    runs_out,
    side_of,
    with_first_trick,
)

NO_LIMIT: Final = 1 << 60


class TooLong(Exception):
    """The search met more tricks than it was allowed."""


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << card.index for card in cards)


class Search:
    """A search from a position, or from a view whose hidden cards are given: both see all cards and play their best.

    `limit` is the number of tricks looked at before it gives up with `TooLong`. Nobody says out wrongly unless
    `wrong_claims`.

    >>> pos = Position.from_dict({"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39]})
    >>> Search(pos).values(pos.hand(1))
    {Play(card=Card('AS')): -1, Play(card=Card('TH')): 1}
    """

    def __init__(self, state: Public, limit: int = NO_LIMIT, *, wrong_claims: bool = False) -> None:
        """Read what matters once the stock is closed or gone; it stays so to the end of the deal."""
        rules = state.rules
        self.state, self.left, self.wrong_claims = state, limit, wrong_claims
        self.endings = endings_of(state)
        self.closer, self.trump = state.closed_by, state.trump
        self.trumps = SUIT[Card.of(Rank.ACE, state.trump).index]
        self.must_beat, self.must_trump = rules.must_beat, rules.must_trump
        self.marries = rules.marriages == "always" or (rules.marriages != "open" and state.turn_up is not None)
        self.any_turn, self.after_marriage = rules.claim == "any_turn", rules.claim != "lead"
        self.bonus = (rules.bonus_exhausted if self.closer is None else rules.bonus_closed) << POINTS
        self._questions: dict[int, _AtLeast] = {}
        self._guess = 1

    def values(self, theirs: Iterable[Card]) -> dict[Play | Announce, int]:
        """Return what each card is worth to the seat to move, in game points, `theirs` being the other hand.

        Where leading a card can announce a marriage, the announcement stands for it.
        """
        state, seat = self.state, self.state.turn
        hand = _mask(state.hand(seat))
        own, other = side_of(state, seat, hand), side_of(state, 1 - seat, _mask(theirs))
        led = state.trick[0][1].index if state.trick else None
        found: dict[Play | Announce, int] = {}
        for card in each_card(hand if led is None else sum(self.replies(led, hand))):
            worth = self.marriage_worth(card, hand) if led is None and state.announced is None else 0
            if state.announced is None or PACK[card] in marriage(state.announced):
                action = Announce(PACK[card].suit) if worth else Play(PACK[card])
                value = self._card(seat, card, led, worth, own, other)
                found[action] = max(value, found.get(action, value))
        return found

    def value(self, position: Position, action: Action) -> int:
        """Return what a legal action is worth to the seat that takes it, in game points."""
        seat = position.turn
        if isinstance(action, Play):
            led = position.trick[0][1].index if position.trick else None
            return self._card(seat, action.card.index, led, 0, *_sides(position, seat))
        after = position.apply(action)
        if after.result is not None:
            return after.result.game_points[seat] - after.result.game_points[1 - seat]
        value = self._value_to_move(after)
        return value if after.turn == seat else -value

    def _value_to_move(self, position: Position) -> int:
        """Return what a position without a card on the table is worth to the seat to move."""
        seat, legal = position.turn, position.legal_actions()
        if position.phase is Phase.EXCHANGE or position.announced is not None:
            return max(self.value(position, action) for action in legal)
        own, other = _sides(position, seat)
        value = self._settle(seat, own, other, lambda question: question.leads(seat, own, other))
        return max(value, self.value(position, Exchange())) if Exchange() in legal else value

    def _card(self, seat: int, card: int, led: int | None, marriage_worth: int, own: int, other: int) -> int:
        """Return what playing a card is worth to the seat, to a lead or as a lead with or without a marriage."""
        own -= 1 << card
        if led is not None:
            return -self._settle(1 - seat, other, own, lambda question: question.takes(1 - seat, led, card, other, own))
        if not marriage_worth:
            return self._settle(seat, own, other, lambda question: question.holds(seat, card, own, other))
        own = married(own, marriage_worth)
        return self._settle(seat, own, other, lambda question: question.holds_married(seat, card, own, other))

    def _settle(self, seat: int, own: int, other: int, asked: Callable[["_AtLeast"], bool]) -> int:
        """Return the most that the seat gets according to `asked`, asking first for the worth found last."""
        endings, guess = self.endings, self._guess if seat == 0 else -self._guess
        most, least = endings.most[seat][kind(own, other)], -endings.most[1 - seat][kind(other, own)]
        worths = [worth for worth in endings.worths[seat] if least <= worth <= most]
        low, high = 0, len(worths) - 1
        while low < high:
            middle = low + 1
            while middle < high and worths[middle] < guess:
                middle += 1
            if asked(self._question(seat, worths[middle])):
                low = middle
            else:
                high = middle - 1
        self._guess = worths[low] if seat == 0 else -worths[low]
        return worths[low]

    def _question(self, seat: int, worth: int) -> "_AtLeast":
        """Return the question whether a seat gets at least so much, asked about seat 0: does it, or does it not?"""
        first = worth if seat == 0 else 1 - worth
        if first not in self._questions:
            self._questions[first] = _AtLeast(self, first)
        return self._questions[first]

    def replies(self, led: int, hand: int) -> tuple[int, int]:
        """Return the cards of a hand that may be played to a lead: those that take the trick, and the others."""
        following = hand & SUIT[led]
        if following:
            above = following & ABOVE[led]
            return above, 0 if above and self.must_beat else following ^ above
        trumps = hand & self.trumps
        return trumps, 0 if trumps and self.must_trump else hand ^ trumps

    def marriage_worth(self, card: int, hand: int) -> int:
        """Return the points of the marriage that leading this card announces, 0 without one."""
        if not self.marries or not PARTNER[card] & hand:
            return 0
        return ROYAL_MARRIAGE if self.trumps >> card & 1 else MARRIAGE


class _AtLeast:
    """The question whether seat 0 gets at least so many game points; for seat 1, whether seat 0 gets less.

    Each method says whether the seat it is given gets what is asked for, both playing their best.
    """

    def __init__(self, search: Search, worth: int) -> None:
        """Mark the endings that give each seat what is asked for."""
        endings = search.endings
        self.search, self.goals = search, (worth, 1 - worth)
        self.right, self.most, self.short = map(self._reached, (endings.right, endings.most, endings.short))
        nothing = [False] * 8
        self.wrong = self._reached(endings.wrong) if search.wrong_claims else (nothing, nothing)
        self.known: tuple[dict[int, bool], dict[int, bool]] = ({}, {})

    def _reached(self, table: Table) -> tuple[list[bool], list[bool]]:
        first, second = ([worth >= goal for worth in row] for goal, row in zip(self.goals, table, strict=True))
        return first, second

    def claims(self, seat: int, own: int, other: int) -> bool:
        """Answer for a seat that says out, rightly or not."""
        return (self.right if own >= ENOUGH else self.wrong)[seat][kind(own, other)]

    def leads(self, seat: int, own: int, other: int) -> bool:
        """Answer for the seat to lead."""
        if not self.most[seat][kind(own, other)]:
            return False
        if not self.most[1 - seat][kind(other, own)]:
            return True
        if (own & TRICK or self.search.any_turn) and self.claims(seat, own, other):
            return True
        known, place = self.known[seat], own << 64 | other
        if place not in known:
            known[place] = self._searched(seat, own, other)
        return known[place]

    def _searched(self, seat: int, own: int, other: int) -> bool:
        search = self.search
        if search.closer == seat and self.falls_short(seat, own, other):
            return False
        if search.closer == 1 - seat and self.falls_short(1 - seat, other, own):
            return True
        if self.sure_to_claim(seat, own, other):
            return True
        hand, others = own & HAND, other & HAND
        masters: list[int] = []
        rest: list[int] = []
        for card in each_card(hand):
            (rest if ABOVE[card] & others else masters).append(card)
        for card in masters + rest:
            worth = search.marriage_worth(card, hand)
            if worth:
                if self.holds_married(seat, card, married(own, worth) - (1 << card), other):
                    return True
            elif self.holds(seat, card, own - (1 << card), other):
                return True
        return False

    def falls_short(self, closer: int, own: int, other: int) -> bool:
        """Say whether the closer can no longer have 66, and so cannot get what is asked for."""
        if self.short[closer][kind(own, other)] or (self.search.marries and own & own >> 1 & KINGS):
            return False
        return can_have(own, other, self.search.bonus) < ENOUGH

    def sure_to_claim(self, seat: int, own: int, other: int) -> bool:
        """Say whether the seat to lead can say out after sure tricks, and the other cannot say out before."""
        search, later = self.search, own | TRICK
        if not self.right[seat][kind(later, other)]:
            return False
        if search.any_turn and (self.claims(1 - seat, other, own) or self.claims(1 - seat, other, later)):
            return False
        return runs_out(own, other, search.trump, last_counts=search.closer == seat)

    def holds_married(self, seat: int, led: int, own: int, other: int) -> bool:
        """Answer for the seat that has announced a marriage and is about to lead one of its cards."""
        return (self.search.after_marriage and self.claims(seat, own, other)) or self.holds(seat, led, own, other)

    def holds(self, seat: int, led: int, own: int, other: int) -> bool:
        """Answer for the seat that has led a card, whatever the reply."""
        if self.search.any_turn and self.claims(1 - seat, other, own):
            return False
        for cards in self.search.replies(led, other & HAND):
            for card in each_card(cards):
                if not self.takes(seat, led, card, own, other - (1 << card)):
                    return False
        return True

    def takes(self, seat: int, led: int, card: int, own: int, other: int) -> bool:
        """Answer for the seat that led to a full trick."""
        search = self.search
        search.left -= 1
        if search.left < 0:
            raise TooLong
        beaten = (ABOVE[led] | search.trumps & ~SUIT[led]) >> card & 1
        taker, winner, loser = (1 - seat, other, own) if beaten else (seat, own, other)
        winner += WORTH[led] + WORTH[card]
        if not winner & TRICK:
            winner = with_first_trick(winner)
        if winner & HAND:
            reached = self.leads(taker, winner, loser)
        else:
            points = winner + search.bonus >> POINTS, loser >> POINTS
            reached = search.endings.last_trick(taker, points, loser & TRICK > 0) >= self.goals[taker]
        return not reached if beaten else reached


def solve(pos: Position) -> dict[Action, int]:
    """Return what every legal action is worth to the seat to move, if both see all cards and play their best.

    Game points: above 0 the seat to move wins them, below 0 the other does, 0 is a draw. The keys are
    `pos.legal_actions()` in its order, claims included, and nobody has to say out as soon as he can; a deal that is
    over gives an empty dictionary. The stock must be closed or gone, otherwise raises `PuzzleError`; `RulesError` for
    more than two players.

    >>> pos = Position.from_dict({"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39]})
    >>> solve(pos)
    {Play(card=Card('AS')): -1, Play(card=Card('TH')): 1, ClaimOut(): -2}
    """
    search = _search(pos)
    return {action: search.value(pos, action) for action in pos.legal_actions()}


def best_line(pos: Position) -> tuple[Action, ...]:
    """Return actions to the end of the deal that are best for each side in turn, and so lead to what `solve` says.

    Among actions worth the same a right claim comes first, then the first legal one; but a king or queen led without
    its marriage, and a wrong claim, only if nothing else is worth as much. Errors as for `solve`.

    >>> pos = Position.from_dict({"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39]})
    >>> [str(action) for action in best_line(pos)]
    ['play 10♥', 'play A♥', 'play K♠', 'play A♠']
    """
    search = _search(pos)
    line: list[Action] = []
    while legal := pos.legal_actions():
        ranked = [(-search.value(pos, action), _oddness(pos, action), place) for place, action in enumerate(legal)]
        line.append(legal[min(ranked)[-1]])
        pos = pos.apply(line[-1])
    return tuple(line)


def _oddness(pos: Position, action: Action) -> int:
    """Return 0 for what comes first among actions worth the same, more for what looks odd."""
    match action:
        case ClaimOut():
            return 0 if pos.points(pos.turn) >= OUT else 3
        case Play(card) if card.rank in (Rank.KING, Rank.QUEEN) and pos.why_illegal(Announce(card.suit)) is None:
            return 2
        case _:
            return 1


def _sides(position: Position, seat: int) -> tuple[int, int]:
    own, other = (side_of(position, one, _mask(position.hand(one))) for one in (seat, 1 - seat))
    return own, other


def _search(pos: Position) -> Search:
    """Begin a search, or say why this cannot be solved."""
    require_strict_play(pos)
    return Search(pos, wrong_claims=True)


def require_strict_play(pos: object) -> None:
    """Raise `PuzzleError` or `RulesError` unless this is a two-player position with the stock closed or gone."""
    if not isinstance(pos, Position):
        given = f"the view of seat {pos.seat} hides some" if isinstance(pos, View) else f"{quoted(pos)} is none"
        raise PuzzleError(f"position: all cards must be known, so give a Position; {given}")
    pos.rules.require_two_players("solving")
    if pos.result is None and pos.is_open:
        left = pos.stock_size + 1
        raise PuzzleError(
            f"position: the stock is open: {left} cards can still be drawn; close it or play until it is gone"
        )
