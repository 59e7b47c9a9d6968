"""Lesson 12, what is your opponent holding: what is certain, the odds of the rest, and what is only likely.

Run as a program it writes the data of the lesson: ``python -m sixtysix.lessons.holding habits.csv``.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Play
from ..cards import Card, Suit
from ..counting import certain, holds, holds_any, suit_counts
from ..players import PLAYERS, player
from ..position import Deal, Position
from ..public import marriage
from ..rules import Rules
from ..teach import Option, Question
from ..view import View
from .lines import line, percent

if TYPE_CHECKING:
    import pandas as pd

DEAL_TOKENS: Final = "9D JD 9H JH QS AS x *D QD TD 9C TC QH TH AD KD AC KC TS 9S !"
CLOSED_TOKENS: Final = "9S TS JC QC *H QH AH x KC JS c TD KD AC JH TC KS !"


def open_deal() -> list[Position]:
    """Return every position of deal 76 as two Club players played it, oldest first; you are seat 0.

    >>> open_deal()[-1].result.game_points
    (1, 0)
    """
    return line(Deal.random(Rules(), seed=76).start(), DEAL_TOKENS)


def closed_deal() -> list[Position]:
    """Return every position of deal 177, played by Club players up to trick four; then you, seat 0, close.

    >>> closed_deal()[-1].result.game_points
    (2, 0)
    """
    return line(Deal.random(Rules(), seed=177, dealer=0).start(), CLOSED_TOKENS)


def before(positions: Sequence[Position], trick: int) -> Position:
    """Return the position in which the first card of a trick is due, with all that was announced and exchanged.

    >>> before(open_deal(), 4).view(0).layouts()
    56
    """
    return [one for one in positions if sum(one.tricks) == trick - 1 and not one.trick and not one.result][-1]


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, sorted(cards)))


# What is certain


def facts(view: View) -> str:
    """Return what is certain of cards you do not see, a line to a fact: the cards, where they are, and why.

    >>> print(facts(before(open_deal(), 4).view(0)))
    K♠ in your opponent's hand. Your opponent exchanged 9♠ for K♠ before trick 4.
    K♦ Q♦ in your opponent's hand. Your opponent announced the marriage in ♦ in trick 4.
    """
    places = {True: "in your opponent's hand", False: "face down"}
    return "\n".join(f"{_cards(fact.cards)} {places[fact.held]}. {fact.why}" for fact in certain(view))


def layouts_table(positions: Sequence[Position], trick: int) -> "pd.DataFrame":
    """Return how the layouts fall while your opponent, who is to lead to a trick, does one thing after another.

    >>> list(layouts_table(open_deal(), 4)["layouts"])
    [462, 252, 56]
    """
    import pandas as pd

    now = [one for one in positions if sum(one.tricks) == trick - 1 and not one.trick and not one.result]
    rows = {}
    for number, position in enumerate(now):
        what = str(position.log[-1][1]) if number else f"before trick {trick}"
        view = position.view(0)
        rows[what] = (_cards(view.hand(1)) or "none", len(view.unseen), view.layouts())
    return pd.DataFrame.from_dict(rows, orient="index", columns=["known in the hand", "unseen", "layouts"])


def strict_table(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return what each reply in strict play to a lead of yours, seat 0, rules out, and the layouts that are left.

    >>> list(strict_table(closed_deal())["layouts left"])
    [15, 4, 3]
    """
    import pandas as pd

    rows = {}
    for position in positions:
        if position.is_open or len(position.trick) != 1 or position.trick[0][0] != 0:
            continue
        after = next(one for one in positions if len(one.log) == len(position.log) + 1)
        reply = after.played[-1]
        view, old = after.view(0), position.view(0)
        gone = (view.lacks[1] - old.lacks[1]) & view.unseen
        rows[sum(after.tricks)] = (str(position.trick[0][1]), str(reply), _cards(gone) or "no other", view.layouts())
    columns = ["you led", "reply", "surely not held", "layouts left"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(columns="trick")


# Odds


def odds_table(positions: Sequence[Position], card: str) -> "pd.DataFrame":
    """Return the chance that your opponent holds a card, before each of the first seven tricks, as cards.

    "unknown" are the cards in the hand that you cannot name, "unseen" all those among which they are.

    >>> list(odds_table(open_deal(), "A♥")["unknown"])
    [6, 6, 6, 3, 4, 4, 3]
    """
    import pandas as pd

    rows = {}
    for trick in range(1, 8):
        view = before(positions, trick).view(0)
        unknown = view.hand_size(1) - len(view.hand(1))
        rows[trick] = (len(view.hand(1)), unknown, len(view.unseen), percent(float(holds(view, card))))
    columns = ["known", "unknown", "unseen", f"chance of {Card(card)}"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(columns="before trick")


def layouts_with(view: View, *cards: str) -> dict[int, int]:
    """Return how many layouts hold so many of these cards, from all of them down to none.

    >>> layouts_with(before(open_deal(), 4).view(0), "A♥")
    {1: 21, 0: 35}
    """
    wanted = {Card(card) for card in cards}
    found = Counter(len(wanted & hand) for hand in view.each_layout())
    return {number: found[number] for number in range(len(wanted), -1, -1)}


def pair_table(view: View, one: str, other: str) -> "pd.DataFrame":
    """Return how likely both of two cards are in your opponent's hand, one of them, and neither.

    >>> list(pair_table(before(open_deal(), 5).view(0), "A♥", "K♣")["layouts"])
    [10, 20, 5]
    """
    import pandas as pd

    found = layouts_with(view, one, other)
    total = sum(found.values())
    rows = [(layouts, str(Fraction(layouts, total)), percent(layouts / total)) for layouts in found.values()]
    return pd.DataFrame(rows, columns=["layouts", "of all", "chance"], index=["both", "one of them", "neither"])


class TrumpOdds(NamedTuple):
    """The odds of your opponent's trumps before a trick: by number, with the cards and trumps still unseen."""

    trick: int
    counts: dict[int, Fraction]
    unseen: int
    trumps: int
    known: int
    """Trumps that are known to be in the hand."""


def trump_odds(positions: Sequence[Position]) -> list[TrumpOdds]:
    """Return the odds of your opponent's trumps before each of the first seven tricks.

    >>> trump_odds(open_deal())[-1].counts
    {3: Fraction(1, 1)}
    """
    found = []
    for trick in range(1, 8):
        view = before(positions, trick).view(0)
        trumps, known = (sum(card.suit is view.trump for card in cards) for cards in (view.unseen, view.hand(1)))
        found.append(TrumpOdds(trick, suit_counts(view, view.trump), len(view.unseen), trumps, known))
    return found


def counted(view: View, suit: Suit) -> dict[int, Fraction]:
    """Return the same odds as `suit_counts` by going through every layout.

    >>> view = before(open_deal(), 4).view(0)
    >>> counted(view, view.trump) == suit_counts(view, view.trump)
    True
    """
    found = Counter(sum(card.suit is suit for card in hand) for hand in view.each_layout())
    return {number: Fraction(found[number], found.total()) for number in sorted(found)}


def trump_table(positions: Sequence[Position], tricks: Iterable[int] = (1, 4, 6, 7)) -> "pd.DataFrame":
    """Return the odds of your opponent's trumps before some tricks; a row says if going through the layouts agrees.

    >>> trump_table(open_deal()).loc["layouts agree", 1]
    'yes: 12,376'
    """
    import pandas as pd

    columns = {}
    for trick in tricks:
        view = before(positions, trick).view(0)
        odds = suit_counts(view, view.trump)
        same = "yes" if counted(view, view.trump) == odds else "no"
        cells = {str(number): percent(float(odds.get(number, 0))) for number in range(6)}
        columns[trick] = {**cells, "layouts agree": f"{same}: {view.layouts():,}"}
    return pd.DataFrame(columns).rename_axis(columns="trumps, before trick")


# What is only likely


def without_marriage(view: View) -> list[frozenset[Card]]:
    """Return the layouts in which your opponent holds no marriage.

    >>> view = open_deal()[3].view(0)
    >>> view.layouts(), len(without_marriage(view))
    (2002, 1372)
    """
    pairs = [frozenset(marriage(suit)) for suit in Suit]
    return [hand for hand in view.each_layout() if not any(pair <= hand for pair in pairs)]


DEALS: Final = 1000
FACTS: Final = {
    "nine": "led and did not exchange: the nine of trumps?",
    "king": "led and announced nothing: the king of a suit?",
    "higher": "did not take your card: a higher one of the suit?",
}
"""What your opponent did not do, and the card that you then ask for."""


class Sighting(NamedTuple):
    """One thing that your opponent did not do: who sat there, in which deal, the odds by counting, and the truth."""

    player: str
    seed: int
    fact: str
    odds: Fraction
    held: bool


def sightings(name: str, seed: int) -> list[Sighting]:
    """Return the first sighting of each fact in a deal that you, the Club player, play against this player.

    All of them are seen while the stock is open. "nine": your opponent has a trick, the turn-up is another trump, and
    a card is led without an exchange. "king": the same without an announcement; asked is the king of the first suit of
    which you have seen neither king nor queen. "higher": you led a card worth points that is no trump, and your
    opponent did not beat it; asked is any unseen higher card of its suit, at the moment of that reply.

    >>> [(one.fact, str(one.odds), one.held) for one in sightings("Club", 76)]
    [('nine', '5/14', False), ('king', '5/14', False)]
    """
    found: dict[str, Sighting] = {}
    you, opponent, chance = player("Club"), player(name), Random(seed)
    now = Deal.random(Rules(), seed=seed, dealer=1 - seed % 2).start()
    while now.result is None:
        action = (you, opponent)[now.turn].choose(now.view(now.turn), chance)
        after = now.apply(action)
        if isinstance(action, Play) and now.turn == 1 and now.is_open:
            seen = _after_reply(now, action.card) if now.trick else _after_lead(now, after)
            for fact, odds, held in seen:
                found.setdefault(fact, Sighting(name, seed, fact, odds, held))
        now = after
    return list(found.values())


def _after_lead(now: Position, after: Position) -> Iterator[tuple[str, Fraction, bool]]:
    view, hand, low = after.view(0), after.hand(1), now.rules.low_trump(now.trump)
    if now.tricks[1] and now.turn_up is not low and low in view.unseen:
        yield "nine", holds(view, low), low in hand
    suit = next((suit for suit in Suit if view.unseen.issuperset(marriage(suit))), None)
    if suit and now.announced is None:
        king, _ = marriage(suit)
        yield "king", holds(view, king), king in hand


def _after_reply(now: Position, reply: Card) -> Iterator[tuple[str, Fraction, bool]]:
    led, view = now.trick[0][1], now.view(0)
    higher = {card for card in view.unseen if card.suit is led.suit and card.strength > led.strength}
    if higher and led.points and led.suit is not now.trump and not reply.beats(led, now.trump):
        yield "higher", holds_any(view, higher), not higher.isdisjoint(now.hand(1))


def write_habits(path: Path, deals: int = DEALS) -> None:
    """Write the sightings against each player in so many deals, by seed from 1, a line each."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Sighting._fields)
        for name in PLAYERS:
            for seed in range(1, deals + 1):
                writer.writerows((*one[:4], int(one.held)) for one in sightings(name, seed))


def read_habits(path: str | Path) -> list[Sighting]:
    """Read what `write_habits` wrote."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [Sighting(name, int(seed), fact, Fraction(odds), held == "1") for name, seed, fact, odds, held in rows]


def habit_table(found: Sequence[Sighting]) -> "pd.DataFrame":
    """Return for each fact and player the times it was seen, the odds by counting, and how often the card was there.

    >>> habit_table([Sighting("Club", 1, "nine", Fraction(1, 3), False)]).iloc[0].tolist()
    ['1', '33.3 %', '0 of 1']
    """
    import pandas as pd

    rows = {}
    for fact, words in FACTS.items():
        for name in dict.fromkeys(one.player for one in found):
            some = [one for one in found if (one.fact, one.player) == (fact, name)]
            if some:
                share = fmean(one.held for one in some)
                error = 100 * sqrt(share * (1 - share) / len(some))
                odds = fmean(float(one.odds) for one in some)
                # where it never happened the usual error would be zero, and say too much
                truth = f"{percent(share)} ± {error:.1f}" if share else f"0 of {len(some)}"
                rows[words, name] = (str(len(some)), percent(odds), truth)
    index = pd.MultiIndex.from_tuples(rows, names=["your opponent", "player"])
    return pd.DataFrame(list(rows.values()), index=index, columns=["seen", "by counting", "held (in play)"])


# The quiz

WHAT_IS_CERTAIN: Final[tuple[Question, ...]] = (
    Question(
        "Your opponent announced the marriage in hearts and led Q♥. You won the trick, and both of you drew. What is "
        "certain?",
        (
            Option("K♥ is in the hand", "It was shown with the announcement and has not been played.", right=True),
            Option("K♥ was likely kept, but that is not certain", "It cannot be anywhere else: a card leaves the hand "
                   "only when it is played."),
            Option("Nothing, since a card was drawn", "A drawn card adds one to the hand. K♥ stays where it is."),
        ),
        cards=("KH", "QH"),
    ),
    Question(
        "The stock is closed. You lead K♦, and J♦ is played. What is certain of your opponent's hand?",
        (
            Option("A♦ and 10♦ are not in it", "In strict play the king must be beaten if it can be.", right=True),
            Option("Q♦ is not in it", "The queen does not beat the king, so the jack may have been played from both."),
            Option("No diamond is left in it", "The suit was followed. Only what would have beaten the king is out."),
        ),
        cards=("KD", "JD"),
        trump="S",
    ),
    Question(
        "The stock is open. You lead K♦, and J♣ is played. What is certain of your opponent's hand?",
        (
            Option("Nothing about diamonds", "With an open stock any card may be played. What you may suspect is a "
                   "habit, not a fact.", right=True),
            Option("There is no diamond in it", "That would follow in strict play only: with the stock closed or "
                   "gone."),
            Option("A♦ and 10♦ are not in it", "Nobody has to beat anything while the stock is open."),
        ),
        cards=("KD", "JC"),
        trump="S",
    ),
    Question(
        "Nine cards are unseen, and you know none of your opponent's six. How likely is A♠ in that hand?",
        (
            Option("6 in 9", "Each unseen card has the same chance: six of nine places are in the hand.", right=True),
            Option("1 in 2", "There or not there are two cases, but they are not alike: six places against three."),
            Option("1 in 9", "That is the chance of one place. Your opponent holds six of the nine."),
        ),
        cards=("AS",),
    ),
    Question(
        "The same nine cards. How likely are A♠ and 10♠ both in that hand?",
        (
            Option("5 in 12", "6 in 9 for the ace, then 5 in 8 for the ten: 30 in 72.", right=True),
            Option("4 in 9", "That is 6/9 × 6/9. With the ace in the hand, only five of eight places are left there."),
            Option("2 in 3", "That is one of them. Both together are less likely than either."),
        ),
        cards=("AS", "TS"),
    ),
    Question(
        "In every deal so far your opponent exchanged as soon as it was possible. Now a card is led without an "
        "exchange, though with the nine of trumps one would be allowed. You have not seen the nine. Where is it?",
        (
            Option("Likely in the stock", "You know the habit of this opponent. It is no proof.", right=True),
            Option("Certainly in the stock", "No rule makes anybody exchange. A nine may be kept back to surprise "
                   "you."),
            Option("In the hand as likely as counting says", "Counting knows nothing of habits. It is where you start "
                   "with an opponent whom you have never seen."),
        ),
    ),
)  # fmt: skip
"""What follows from what your opponent does, and what does not."""


if __name__ == "__main__":
    write_habits(Path(sys.argv[1]))
