"""The drills on what your opponent may hold: how many hands are possible, and how likely a card is among them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import comb
from random import Random
from typing import Final

from .cards import Card, Rank, Suit, in_words
from .counting import GIVEN, certain, holds, holds_any, unseen_by_suit
from .drill_cards import shuffled
from .drill_deals import YOU, board, closing, playing, seeds, tricks
from .drills import CLOSE, Ask, Script, Task
from .players.simple import pick
from .position import Position
from .public import marriage
from .report import subject
from .rules import Rules
from .view import View

QUESTIONS: Final = 5
"""Questions in a round."""
FEW: Final = 100
"""The most hands that are few."""
PER_DEAL: Final = 2
"""The most questions on one deal."""
STRICT: Final = 3
"""The place in a round, from 0, of the question about strict play, where there is one."""
HIGH: Final = (Rank.ACE, Rank.TEN)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment between two tricks of a deal: the number of tricks so far, the position, and what you know in it."""

    number: int
    position: Position
    view: View

    @property
    def free(self) -> tuple[Card, ...]:
        """The unseen cards that your opponent may hold."""
        return tuple(sorted(self.view.unseen - self.view.lacks[1 - YOU]))

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that you know to be in your opponent's hand."""
        return self.view.hand(1 - YOU)

    @property
    def size(self) -> int:
        """How many cards your opponent holds."""
        return self.view.hand_size(1 - YOU)

    @property
    def needed(self) -> int:
        """How many of them you do not know."""
        return self.size - len(self.known)

    @property
    def ruled_out(self) -> bool:
        """Whether unseen cards are known to lie face down."""
        return len(self.free) < len(self.view.unseen)

    @property
    def hands(self) -> int:
        """How many hands your opponent may have."""
        return self.view.layouts()

    def told(self) -> str:
        """Say what cannot be read off the table: how many cards your opponent holds, and what is certain of them."""
        when = f"After trick {self.number}" if self.number else "Before the opening lead"
        said = [f"{when} your opponent holds {_cards(self.size)}."]
        if (closer := self.view.closed_by) is not None:
            said.insert(0, f"{subject(closer, YOU)} {'have' if closer == YOU else 'has'} closed the stock.")
        for fact in certain(self.view):
            why = "you have seen it" if fact.why == GIVEN else f"{fact.why[0].lower()}{fact.why[1:-1]}"
            names, several = in_words(fact.cards, "and"), len(fact.cards) > 1
            among = (
                f"{'are' if several else 'is'} among them" if fact.held else f"{'lie' if several else 'lies'} face down"
            )
            said.append(f"{names} {among}: {why}.")
        if self.ruled_out:
            said.append(f"You have not seen {in_words(sorted(self.view.unseen), 'and')}.")
        return " ".join(said)

    def counted(self) -> str:
        """Say how many of your opponent's cards are unknown, and out of how many they are."""
        are = "is" if self.needed == 1 else "are"
        possible = " that are possible" if self.ruled_out else ""
        cards = f"{self.needed} of your opponent's {_cards(self.size)} {are} unknown to you"
        return f"{cards}, out of {len(self.free)} unseen cards{possible}"


def _cards(many: int) -> str:
    return f"{many} card{'' if many == 1 else 's'}"


def _moments(positions: Iterator[Position]) -> Iterator[_Moment]:
    """Go through the moments of a deal before the opening lead and after each trick, while anything is unknown."""
    first = next(positions)
    yield _Moment(0, first, first.view(YOU))
    for trick in tricks(chain((first,), positions)):
        moment = _Moment(trick.number, trick.after, trick.view)
        if moment.hands > 1:
            yield moment


_Writer = Callable[[_Moment, int, Random], Ask | None]
"""Writes a question about a moment, given its number in the round; None where the moment is not of use."""


def _round(seed: int, rules: Rules, write: _Writer, *, earliest: int, strict: bool) -> Script:
    """Write the questions of a round, no answer twice, on several deals, each from some trick up to `earliest` on.

    If it is wanted, one question is about strict play that has ruled out some cards.
    """
    chance = Random(seed)
    asks: list[Ask] = []
    for one in seeds(seed):
        ruled_out = strict and len(asks) == STRICT
        first = 0 if ruled_out else int(chance.random() * (earliest + 1))
        most = STRICT + 1 if ruled_out else len(asks) + PER_DEAL
        for moment in _moments(closing(one, rules) if ruled_out else playing(one, rules)):
            usable = moment.number >= first and (moment.ruled_out or not ruled_out)
            ask = write(moment, len(asks), chance) if usable else None
            if ask and ask.truth not in [other.truth for other in asks]:
                asks.append(ask)
                if len(asks) == QUESTIONS:
                    return tuple(asks)
                if len(asks) == most or (strict and len(asks) == STRICT):
                    break
    raise AssertionError("the search for deals ends with an error")


def choose(cards: int, many: int) -> str:
    """Say in how many ways so many of the cards can be chosen, and how that is computed.

    >>> choose(8, 3)
    '8 choose 3 is 8·7·6 / 3·2·1 = 56'
    >>> choose(7, 6)
    '7 choose 6, the same as 7 choose 1, is 7'
    """
    few = min(many, cards - many)
    same = f", the same as {cards} choose {few}," if few < many else ""
    over = "·".join(str(cards - step) for step in range(few))
    under = "·".join(str(few - step) for step in range(few))
    how = f"{over} / {under} = " if few > 1 else ""
    return f"{cards} choose {many}{same} is {how}{comb(cards, many):,}"


# How many hands


def _layouts(seed: int, level: int, rules: Rules) -> Script:
    if level == 1:
        return _layouts_in_words(seed)
    return _round(seed, rules, _few_hands if level == 2 else _with_known, earliest=0, strict=level == 2)


def _layouts_in_words(seed: int) -> Script:
    chance = Random(seed)
    asks: dict[int, Ask] = {}
    while len(asks) < QUESTIONS:
        unseen = 4 + int(chance.random() * 6)
        held = 2 + int(chance.random() * (unseen - 2))
        hands = comb(unseen, held)
        question = (
            f"You have not seen {unseen} cards, and your opponent holds {held} of them. How many hands are possible?"
        )
        asks.setdefault(hands, Ask(question, (hands,), note=f"{choose(unseen, held)}."))
    return tuple(asks.values())


def _few_hands(moment: _Moment, number: int, chance: Random) -> Ask | None:
    return _hands(moment) if moment.hands <= FEW else None


def _with_known(moment: _Moment, number: int, chance: Random) -> Ask | None:
    return _hands(moment) if moment.known else None


def _hands(moment: _Moment) -> Ask:
    return Ask(
        f"{moment.told()} How many hands may your opponent have?",
        (moment.hands,),
        note=f"{moment.counted()}: {choose(len(moment.free), moment.needed)}.",
        board=board(moment.position),
    )


# How likely


def _odds(seed: int, level: int, rules: Rules) -> Script:
    write = (_unknown, _beside_known, _of_several)[level - 1]
    return _round(seed, rules, write, earliest=(5, 0, 3)[level - 1], strict=level == 3)


def _unknown(moment: _Moment, number: int, chance: Random) -> Ask | None:
    if moment.known or moment.ruled_out:
        return None
    return _one_card(moment, chance)


def _beside_known(moment: _Moment, number: int, chance: Random) -> Ask | None:
    if not moment.known or moment.ruled_out:
        return None
    return _one_card(moment, chance)


def _one_card(moment: _Moment, chance: Random) -> Ask:
    card = pick([card for card in moment.free if card.rank in HIGH] or moment.free, chance)
    question = f"How likely is it that your opponent holds {card}?"
    return _ask(moment, question, holds(moment.view, card), f"{moment.needed} in {len(moment.free)}")


def _ask(moment: _Moment, question: str, truth: Fraction, reckoned: str) -> Ask:
    note = f"{moment.counted()}: {reckoned}."
    return Ask(f"{moment.told()} {question}", truth, note=note, board=board(moment.position))


def _of_several(moment: _Moment, number: int, chance: Random) -> Ask | None:
    """Ask for one of two cards, for a void or for a marriage."""
    ask = (_either, _void, _pair)[number % 3](moment, chance)
    return ask if ask and ask.truth not in (0, 1) else None


def _share(moment: _Moment, ways: int) -> str:
    return f"{ways:,} of the {moment.hands:,} possible hands {'has' if ways == 1 else 'have'}"


def _either(moment: _Moment, chance: Random) -> Ask | None:
    high = [card for card in moment.free if card.rank in HIGH]
    cards = sorted(shuffled(high if len(high) > 1 else moment.free, chance)[:2])
    neither = comb(len(moment.free) - 2, moment.needed)
    rest = f"{_share(moment, neither)} neither card, {moment.hands - neither:,} one or both"
    question = f"How likely is it that your opponent holds {in_words(cards)}, or both?"
    return _ask(moment, question, holds_any(moment.view, cards), rest)


def _void(moment: _Moment, chance: Random) -> Ask | None:
    unseen = {suit: cards for suit, cards in unseen_by_suit(moment.view).items() if len(cards) > 1}
    suits = [
        suit
        for suit, cards in unseen.items()
        if moment.view.lacks[1 - YOU].isdisjoint(cards) and all(card.suit is not suit for card in moment.known)
    ]
    if not suits:
        return None
    cards = unseen[pick(suits, chance)]
    ways = comb(len(moment.free) - len(cards), moment.needed)
    listed = f"Of {cards[0].suit} you have not seen {in_words(cards, 'and')}."
    question = f"{listed} How likely is it that your opponent holds none of them?"
    reckoned = f"{_share(moment, ways)} none of the {len(cards)}"
    return _ask(moment, question, 1 - holds_any(moment.view, cards), reckoned)


def _pair(moment: _Moment, chance: Random) -> Ask | None:
    pairs = [pair for pair in map(marriage, Suit) if set(pair) <= set(moment.free)]
    if not pairs or moment.needed < 2:
        return None
    pair = pick(pairs, chance)
    ways = comb(len(moment.free) - 2, moment.needed - 2)
    question = f"How likely is it that your opponent holds both {in_words(pair, 'and')}?"
    return _ask(moment, question, holds(moment.view, pair), f"{_share(moment, ways)} both")


LAYOUTS: Final = Task(
    "layouts",
    "How many hands?",
    "Count the hands that your opponent may have.",
    (
        "in numbers",
        f"at the table, at most {FEW} hands",
        "at the table, with a card you know",
    ),
    _layouts,
)
ODDS: Final = Task(
    "odds",
    "How likely is it?",
    f"Estimate how likely it is that your opponent holds a card: up to {CLOSE} percentage points off is right.",
    (
        "one card, none of your opponent's known",
        "one card, some of your opponent's known",
        "one of two cards, a marriage, or no card of a suit",
    ),
    _odds,
)
