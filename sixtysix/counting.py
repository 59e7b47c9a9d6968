"""What a counter can know of the hidden cards: odds, expected card points and what is certain (two players).

Every answer is an exact count over the hands that `View.each_layout` goes through: each of them is equally likely, and
the opponent's hand is the one held now, so a card on the table is in no hand. What an opponent would rather have kept
or thrown is not weighed. What is certain fixes or rules out single cards, so every count is a binomial coefficient.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from .actions import Announce, Close, Exchange, Play
from .cards import Card, Suit, card_points
from .errors import PuzzleError, quoted
from .public import marriage, trick_winner
from .view import View

Cards = Card | str | Iterable[Card | str]
"""One card or several, each a `Card` or its text."""

GIVEN = "Given with the position."
"""The reason where no log tells how a fact became known."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something certain about cards you do not see: the cards in the pack's order, where they are, and how you know.

    `held` says whether they are in the opponent's hand; if not, they lie face down. `why` is one sentence.

    >>> Fact((Card("KH"),), held=True, why=GIVEN).cards
    (Card('KH'),)
    """

    cards: tuple[Card, ...]
    held: bool
    why: str


def holds(view: View, cards: Cards) -> Fraction:
    """Return the probability that the opponent holds all of these cards; 1 for no card at all.

    Cards whose place elsewhere is known give 0: your own, those played or on the table, and the turn-up. A card named
    twice counts once. Raises `NotationError` for what is not a card, `PuzzleError` for a card that the pack has not.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> holds(view, "AS"), holds(view, ["AS", "10♠"]) == Fraction(6, 17) * Fraction(5, 16)
    (Fraction(6, 17), True)
    """
    hidden, wanted = _hidden(view), _named(view, cards)
    if not wanted <= hidden.known | hidden.free:
        return Fraction(0)
    missing = len(wanted - hidden.known)
    if missing > hidden.needed:
        return Fraction(0)
    return Fraction(comb(len(hidden.free) - missing, hidden.needed - missing), hidden.layouts)


def holds_any(view: View, cards: Cards) -> Fraction:
    """Return the probability that the opponent holds at least one of these cards; 0 for no card at all.

    Cards and errors are those of `holds`.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> holds_any(view, ["AS", "TS"]) == 1 - Fraction(11, 17) * Fraction(10, 16)
    True
    """
    hidden = _hidden(view)
    return 1 - Fraction(hidden.without(_named(view, cards)), hidden.layouts)


def suit_counts(view: View, suit: Suit | str) -> dict[int, Fraction]:
    """Return how likely each number of cards of a suit is in the opponent's hand.

    Only possible numbers are there, in rising order; the sum is 1. Raises `NotationError` for what is not a suit.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> suit_counts(view, "C") == {n: Fraction(comb(3, n) * comb(14, 6 - n), comb(17, 6)) for n in range(4)}
    True
    """
    hidden = _hidden(view)
    suit = suit if isinstance(suit, Suit) else Suit.parse(suit)
    known = sum(card.suit is suit for card in hidden.known)
    free = sum(card.suit is suit for card in hidden.free)
    counts = (
        (more, comb(free, more) * comb(len(hidden.free) - free, hidden.needed - more))
        for more in range(min(free, hidden.needed) + 1)
    )
    return {known + more: Fraction(ways, hidden.layouts) for more, ways in counts if ways}


def beats(view: View, card: Card | str) -> Fraction:
    """Return the probability that the opponent holds a card that may be played and beats this one if you lead it.

    The card is in your hand, or your lead that lies on the table; any other raises `PuzzleError`. While the stock is
    open any higher card of the suit and any trump beats it. In strict play a trump beats a plain card only in a hand
    without that suit. What counts is the opponent's hand and the stock as they are now, before anybody draws or closes.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> beats(view, "9D") == holds_any(view, "AD TD KD QD JD KC QC JC".split()), beats(view, "AC")
    (True, Fraction(0, 1))
    """
    hidden = _hidden(view)
    (card,) = _named(view, Card(card))
    if card not in view.own and (view.seat, card) not in view.trick[:1]:
        yours = ", ".join(map(str, view.own)) or "none"
        raise PuzzleError(f"card: {card} is not yours to lead; use a card of your hand ({yours}) or your lead")
    suit = {other for other in view.rules.pack if other.suit is card.suit}
    higher = {other for other in suit if other.strength > card.strength}
    trumps = {other for other in view.rules.pack if other.suit is view.trump}
    if card.suit is view.trump:
        ways = hidden.layouts - hidden.without(higher)
    elif view.is_open:
        ways = hidden.layouts - hidden.without(higher | trumps)
    else:  # a hand with a higher card, or one that has trumps and is void in the suit
        ways = hidden.layouts - hidden.without(higher) + hidden.without(suit) - hidden.without(suit | trumps)
    return Fraction(ways, hidden.layouts)


def expected_points(view: View) -> tuple[Fraction, Fraction]:
    """Return the card points to expect in the opponent's hand and in the face-down stock, the turn-up apart.

    Both together are `points_out`.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> points_out(view), expected_points(view) == (93 * Fraction(6, 17), 93 * Fraction(11, 17))
    (93, True)
    """
    hidden = _hidden(view)
    share = Fraction(hidden.needed, len(hidden.free)) if hidden.free else Fraction(0)
    hand = card_points(hidden.known) + share * card_points(hidden.free)
    return hand, points_out(view) - hand


def points_out(view: View) -> int:
    """Return the card points in the opponent's hand and the face-down stock together.

    They are those of the unseen cards and of the cards known to be in the opponent's hand: what 120 leaves after the
    tricks of both, the table, your hand and the turn-up. Marriages are no card points of this sum.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> view = Deal.random(Rules.guide(), seed=66).start().view(0)
    >>> points_out(view) == 120 - card_points(view.own) - view.turn_up.points
    True
    """
    _hidden(view)
    return card_points(view.unseen) + card_points(view.hand(1 - view.seat))


def unseen_by_suit(view: View) -> dict[Suit, tuple[Card, ...]]:
    """Return the unseen cards of each of the four suits, in the pack's order; `()` where you have seen all.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> cards = unseen_by_suit(Deal.random(Rules.guide(), seed=66).start().view(0))
    >>> [suit.value for suit in cards], sum(map(len, cards.values()))
    (['S', 'H', 'D', 'C'], 17)
    """
    _hidden(view)
    return {suit: tuple(sorted(card for card in view.unseen if card.suit is suit)) for suit in Suit}


def certain(view: View) -> tuple[Fact, ...]:
    """Return what is certain about single cards you do not see, in the order it became known, each card once.

    Together these are all cards that are in every layout and all unseen cards that are in none. What the log does not
    tell about comes first, as given.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> state = Deal.random(Rules.guide(), seed=66).start()
    >>> while state.turn_up:
    ...     state = state.apply(state.legal_actions()[0])
    >>> certain(state.view(1))[-1].why
    "No stock is left after trick 6, so every card neither played nor in your hand is your opponent's."
    """
    hidden = _hidden(view)
    left = {
        True: set(hidden.known | hidden.free if len(hidden.free) == hidden.needed else hidden.known),
        False: set(view.unseen if not hidden.needed else view.unseen - hidden.free),
    }
    facts = []
    for cards, held, why in _reasons(view, hidden):
        found = left[held] & cards
        if found:
            facts.append(Fact(tuple(sorted(found)), held, why))
            left[held] -= found
    given = [Fact(tuple(sorted(cards)), held, GIVEN) for held, cards in left.items() if cards]
    return (*given, *facts)


_Reason = tuple[frozenset[Card], bool, str]
"""Some cards, whether they are held, and why that is certain."""


class _Hidden(NamedTuple):
    """The question of the opponent's hand: `needed` of the `free` cards lie there beside the `known` ones."""

    known: frozenset[Card]
    free: frozenset[Card]
    needed: int
    layouts: int

    def without(self, cards: Iterable[Card]) -> int:
        """Return how many layouts have none of these cards."""
        return 0 if self.known.intersection(cards) else comb(len(self.free.difference(cards)), self.needed)


def _hidden(view: View) -> _Hidden:
    if not isinstance(view, View):
        raise PuzzleError(f"view: {quoted(view)} is not a view; use one like position.view(0)")
    view.rules.require_two_players("counting")
    other = 1 - view.seat
    known, free = view.shown[other], view.unseen - view.lacks[other]
    layouts = view.layouts()
    if not layouts:
        raise PuzzleError(f"view: the opponent has {view.hand_size(other)} cards, but too few are possible")
    return _Hidden(known, free, view.hand_size(other) - len(known), layouts)


def _named(view: View, cards: Cards) -> frozenset[Card]:
    """Read one card or several; `PuzzleError` for a card that this game's pack has not."""
    listed = [cards] if isinstance(cards, Card | str) or not isinstance(cards, Iterable) else cards
    named = frozenset(Card(card) for card in listed)
    for card in named:
        if card not in view.rules.pack:
            ranks = ", ".join(dict.fromkeys(other.rank.label for other in view.rules.pack))
            raise PuzzleError(f"cards: {card} is not in this game's pack; it has {ranks} of each suit")
    return named


def _reasons(view: View, hidden: _Hidden) -> Iterator[_Reason]:
    """Go through the reasons for certainty, oldest first; cards since played or named before may be among theirs."""
    rules, other = view.rules, 1 - view.seat
    last_draw = len(rules.pack) // 2 - rules.hand_size  # the trick after which the turn-up is drawn
    gone = view.turn_up is None
    closed = view.closed_by is not None and not any(isinstance(action, Close) for _, action in view.log)
    number = len(view.played) // 2 - sum(isinstance(action, Play) for _, action in view.log) // 2
    whole = number == 0
    low, exchanged_by = rules.low_trump(view.trump), -1
    why = f"No stock is left after trick {last_draw}, so every card neither played nor in your hand is your opponent's."
    all_told = frozenset(rules.pack), True, why
    if gone and number >= last_draw:
        yield all_told
    led: Card | None = None
    for place, (seat, action) in enumerate(view.log):
        match action:
            case Announce() if seat == other:
                why = f"Your opponent announced the marriage in {action.suit} in trick {number + 1}."
                yield frozenset(marriage(action.suit)), True, why
            case Exchange():
                exchanged_by = seat
                high = _turn_up_taken(view, place, whole, {low}) if seat == other else None
                if high:
                    why = f"Your opponent exchanged {low} for {high} before trick {number + 1}."
                    yield frozenset({high}), True, why
            case Close():
                closed = True
            case Play() if not led:
                led = action.card
            case Play() if led:
                number += 1
                if seat == other and closed:  # with the stock gone all is told already
                    yield from _not_played(view, led, action.card, number)
                loser = 1 - trick_winner([(1 - seat, led), (seat, action.card)], view.trump)
                led = None
                if gone and number == last_draw:
                    drawn = low if exchanged_by >= 0 else _turn_up_taken(view, place + 1, whole, set())
                    if loser == other and drawn:
                        yours = ", which you had exchanged" if exchanged_by == view.seat else ""
                        why = f"Your opponent lost trick {number} and drew the turn-up {drawn}{yours}."
                        yield frozenset({drawn}), True, why
                    yield all_told
    if hidden.needed == len(hidden.free):
        yield hidden.free, True, "Your opponent can hold no other unseen cards, so these are there."
    if not hidden.needed:
        every = "Every card in your opponent's hand is known" if hidden.known else "Your opponent has no card left"
        yield hidden.free, False, f"{every}, so the other unseen cards lie face down."


def _not_played(view: View, led: Card, reply: Card, number: int) -> Iterator[_Reason]:
    """Go through what the opponent's reply in strict play shows not to be held."""
    rules, trump = view.rules, view.trump
    if reply.suit is led.suit:
        if rules.must_beat and reply.strength < led.strength:
            higher = frozenset(card for card in rules.pack if card.suit is led.suit and card.strength > led.strength)
            yield higher, False, f"Your opponent did not beat {led} in trick {number}."
        return
    void = frozenset(card for card in rules.pack if card.suit is led.suit)
    yield void, False, f"Your opponent did not follow {led.suit} in trick {number}."
    if rules.must_trump and reply.suit is not trump:
        trumps = frozenset(card for card in rules.pack if card.suit is trump)
        yield trumps, False, f"Your opponent did not trump in trick {number}."


def _turn_up_taken(view: View, place: int, whole: bool, never: set[Card]) -> Card | None:
    """Return the turn-up that the opponent took at this place of the log, or None where that cannot be told any more.

    A view keeps no turn-up that is gone; it is one of the trumps that the opponent played later or is known to hold.
    """
    other = 1 - view.seat
    later = {action.card for seat, action in view.log[place:] if seat == other and isinstance(action, Play)}
    possible = {card for card in later | view.shown[other] if card.suit is view.trump} - never
    if len(possible) > 1 and whole:  # then a known trump was the turn-up unless a marriage showed it
        married = marriage(view.trump) if (other, Announce(view.trump)) in view.log else ()
        possible = possible & view.shown[other] - {*married}
    return possible.pop() if len(possible) == 1 else None
