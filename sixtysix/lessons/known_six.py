"""Lesson 13, the known six: why nothing is hidden after trick six, a hand played blind, and what counting gains.

Run as a program it writes the data of the lesson: ``python -m sixtysix.lessons.known_six known-six.csv``.
"""

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action, Announce, Play
from ..cards import Card, Rank, Suit, card_points
from ..drill_deals import WHO, played, tricks
from ..guided import Hand, Step, Wrong
from ..players import Player, player
from ..players.habits import duty
from ..players.simple import pick
from ..position import Deal, Position
from ..rule_table import OUT
from ..rules import Rules
from ..solver.endgame import Search
from ..teach import Option, Question
from ..view import View
from .lines import line, signed

if TYPE_CHECKING:
    import pandas as pd

SIX_TOKENS: Final = "JS 9S JC AC 9D JD KC JH QC TC x QS TS"


def six_tricks() -> list[Position]:
    """Return every position of deal 1195 up to the end of trick six, as two Club players played it; you are seat 0.

    >>> six_tricks()[-1].view(0).layouts()
    1
    """
    return line(Deal.random(Rules(), seed=1195, dealer=0).start(), SIX_TOKENS)


def tricks_table(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return the finished tricks of a deal without any points: what came before, the cards in order, and who took them.

    >>> tricks_table(six_tricks()).loc[6, "led"]
    'your opponent Q♠'
    """
    import pandas as pd

    names = {WHO[0]: "you", WHO[1]: "your opponent"}
    rows = {}
    for trick in tricks(tuple(positions)):
        led, reply = (f"{names[who]} {card}" for who, card in trick.step.cards)
        rows[trick.number] = (" ".join(trick.step.said), led, reply, names[WHO[trick.winner]])
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["before it", "led", "reply", "taken by"])
    return table.rename_axis(columns="trick")


def narrowing_table(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return how many cards are unseen and how many layouts are left for you, seat 0, before each trick.

    >>> list(narrowing_table(six_tricks())["layouts"])
    ['12,376', '5,005', '1,716', '462', '84', '7', '1']
    """
    import pandas as pd

    rows = {}
    for position in positions:
        number = sum(position.tricks) + 1
        if not position.trick and number not in rows:
            view = position.view(0)
            rows[number] = (len(view.played), len(view.own), view.stock, f"{view.layouts():,}")
    columns = ["played", "your hand", "face down", "layouts"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(columns="before trick")


def suits_table(view: View) -> "pd.DataFrame":
    """Return the pack suit by suit after trick six: yours, those played, and what is left for your opponent.

    >>> suits_table(six_tricks()[-1].view(0)).loc["♦", "your opponent's"]
    '10♦ Q♦'
    """
    import pandas as pd

    rows = {}
    for suit in Suit:
        suited = [card for card in view.rules.pack if card.suit is suit]
        left = [card for card in suited if card not in view.own and card not in view.played]
        own, gone = ([card for card in suited if card in some] for some in (view.own, view.played))
        rows[str(suit)] = tuple(" ".join(map(str, cards)) or "none" for cards in (own, gone, left))
    columns = ["yours", "played", "your opponent's"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(columns="suit")


def check_sum(position: Position) -> str:
    """Say the check sum after trick six, without marriages: both totals and both hands are 120.

    >>> check_sum(six_tricks()[-1])
    '32 (your tricks) + 17 (your opponent) + 32 (your hand) + 39 (the known six) = 120'
    """
    mine, theirs = (position.points(seat) for seat in (0, 1))
    hand, six = (card_points(position.hand(seat)) for seat in (0, 1))
    total = mine + theirs + hand + six
    return f"{mine} (your tricks) + {theirs} (your opponent) + {hand} (your hand) + {six} (the known six) = {total}"


# A hand played blind

BLIND: Final = Hand(
    goal="Six tricks of deal 1195 are played, and you know your opponent's six cards. No points are shown. You are to "
    "lead: win.",
    memory=True,
    name="known-six-blind",
    case={
        "dealer": 0,
        "trump": "H",
        "hand": ["KS", "TH", "QH", "AD", "KD", "9C"],
        "opponent": ["AS", "AH", "KH", "9H", "TD", "QD"],
        "to_move": 0,
        "points": [32, 17],
        "tricks": [3, 3],
        "played": ["JS", "9S", "JC", "AC", "9D", "JD", "KC", "JH", "QC", "TC", "QS", "TS"],
    },
    steps=(
        Step(
            ask="Think of the six cards, suit by suit. Which of yours do you lead?",
            right=("KS",),
            replies=("AS", "AH"),
            say="A♠ was the only spade and had to take it. Now your opponent must lead from hearts and diamonds, where "
            "you wait.",
            wrong={
                "9C": Wrong(
                    "It looks like the cheapest card to lose. But no club is left over there: 9♥ trumps it, and A♠ "
                    "takes your king. You end with 60, your opponent with 70.",
                    ("9H", "AS", "KS", "TD", "AD", "TH", "AH", "QD", "KD", "QH", "KH"),
                ),
                "AD": Wrong(
                    "It takes Q♦ and sets 10♦ free. A♥, K♥ and 9♥ against your two hearts do the rest: 46 to 84.",
                    ("QD", "TH", "AH", "KH", "QH", "9H", "KS", "AS", "KD", "TD", "9C"),
                ),
                "KD": Wrong(
                    "10♦ takes it. A♥ and A♠ are still to come, and you end with 60, your opponent with 70.",
                    ("TD", "AH", "QH", "KH", "TH", "KS", "AS", "QD", "AD", "9C", "9H"),
                ),
                "TH": Wrong(
                    "A♥ was among the six: your ten is lost, and K♥ draws your queen. 60 to 70.",
                    ("AH", "KH", "QH", "TD", "AD", "KS", "AS", "QD", "KD", "9C", "9H"),
                ),
                "!": Wrong("32 are in your tricks. A wrong claim costs 2 game points."),
            },
            other="K♥ takes the queen, and A♥ your ten. Look for a lead that makes your opponent lead.",
        ),
        Step(
            ask="You must follow suit, and neither of your hearts beats it.",
            right=("QH",),
            replies=("KH",),
            say="The queen goes, and the ten stays above what is left: K♥ and 9♥.",
            wrong={
                "TH": Wrong(
                    "The ten brings your opponent 10 points, and it was the only card of yours above K♥. "
                    "You end with 60, your opponent with 70.",
                    ("TD", "AD", "QH", "KH", "QD", "KD", "9C", "9H"),
                ),
            },
        ),
        Step(
            ask="You have one heart left.",
            right=("TH",),
            say="You must beat it, and the lead is yours. Three cards are left on each side.",
        ),
        Step(
            ask="Three of the six are gone. Which three are left, and what do you lead?",
            right=("9C",),
            replies=("9H", "TD"),
            say="9♥ was the last trump and had to take a trick without a point. Then only diamonds were left to lead. "
            "(On Q♦ you would have played K♦ and kept the ace for the ten.)",
            wrong={
                "AD": Wrong(
                    "Q♦ falls, and 10♦ is free. It takes your king, and 9♥ the last trick: 60 to 70.",
                    ("QD", "KD", "TD", "9H", "9C"),
                ),
                "KD": Wrong(
                    "10♦ takes it. Your ace brings in Q♦, and 9♥ takes the last trick: 60 to 70.",
                    ("TD", "QD", "AD", "9C", "9H"),
                ),
                "!": Wrong("14 came with the last trick, and that makes 46. You are 20 short."),
            },
        ),
        Step(
            ask="You hold two diamonds.",
            right=("AD",),
            say="Ace and ten in one trick, and the trick is yours.",
        ),
        Step(
            ask="Count: what had you after trick six, and what came in since?",
            right=("!",),
            say="32, then 14 and 21. Your opponent has 46: 1 game point.",
            other="Playing on cannot bring you more than you have won by now. Count your card points first.",
        ),
    ),
)  # fmt: skip
"""The end of deal 1195: your opponent's cards lie hidden and the points are not shown, and yet all is known."""

NAME_THEM: Final[tuple[Question, ...]] = (
    Question(
        "Which six cards has your opponent after trick six of deal 1195?",
        (
            Option("A♠ · A♥ K♥ 9♥ · 10♦ Q♦", "Neither played nor yours: one spade, three hearts, two diamonds, no "
                   "club.", right=True),
            Option("A♠ 10♠ · A♥ K♥ · 10♦ Q♦", "10♠ was yours and took trick six. And 9♥ is missing: it lay face up "
                   "after the exchange, and the loser of trick six drew it."),
            Option("A♠ · A♥ K♥ · 10♦ Q♦ J♦", "J♦ took trick three, and 9♥ was drawn as the turn-up."),
            Option("A♠ · A♥ 9♥ · 10♦ Q♦ · 9♣", "9♣ is in your own hand. K♥ was taken up in the exchange before trick "
                   "six."),
        ),
    ),
    Question(
        "How many card points have you, and how many has your opponent?",
        (
            Option("32 and 17", "Tricks two, four and six are yours: 13 + 6 + 13. Your opponent has 2 + 2 + 13.",
                   right=True),
            Option("32 and 19", "Your 32 is right. Your opponent's tricks bring 2, 2 and 13."),
            Option("28 and 17", "Your opponent's 17 is right. Trick four, K♣ and J♥, brings you 6."),
        ),
        note="The trumps are hearts. Tricks only: nobody has announced a marriage.",
    ),
    Question(
        "What are the six cards worth together?",
        (
            Option("39", "120 − 32 − 17 leaves 71 in both hands, and 32 of them are yours. If your six cards add up to "
                   "something else, one of them is wrong.", right=True),
            Option("71", "That is what is left in both hands. Yours holds 32 of it."),
            Option("36", "One card is missing from this sum. A♠ and A♥ are 22, 10♦ is 10, K♥ and Q♦ are 7."),
        ),
        cards=("TH", "QH", "KS", "AD", "KD", "9C"),
        note="Your hand.",
    ),
)  # fmt: skip
"""The count before the blind hand: the six cards, both totals, and the check sum."""

# What a counter gains

IMAGINED: Final = 30
"""Hands that a player without a memory imagines for a decision, as many as the Club player looks at."""


@dataclass(frozen=True, slots=True)
class Forgetful:
    """Plays the last six tricks as exactly as the Club player, but does not know the opponent's hand.

    It sees its own cards, the card led and both totals. Of the cards played it remembers the trumps, aces and tens if
    `high`, otherwise none. It imagines hands from all the rest and plays what is best on average.

    >>> Forgetful(high=True).choose(six_tricks()[-1].view(0), Random(1)) in six_tricks()[-1].legal_actions()
    True
    """

    high: bool
    name: str = "Forgetful"

    def choose(self, view: View, rng: Random) -> Action:
        """Return an action once the stock is gone; chance decides which hands are imagined."""
        legal = view.legal_actions()
        action = duty(view, legal)
        if action is not None or len(legal) == 1:
            return action or legal[0]
        gone = [card for card in view.played if self.high and self._remembered(view, card)]
        pool = [
            card
            for card in view.rules.pack
            if card not in view.own and card not in gone and (1 - view.seat, card) not in view.trick
        ]
        total: dict[Play | Announce, int] = {}
        for _ in range(IMAGINED):
            hand = sorted(sorted(pool), key=lambda _: rng.random())[: view.hand_size(1 - view.seat)]
            for way, value in Search(view).values(hand).items():
                total[way] = total.get(way, 0) + value
        best = max(total.values())
        return pick([way for way, value in total.items() if value == best], rng)

    @staticmethod
    def _remembered(view: View, card: Card) -> bool:
        return card.suit is view.trump or card.rank in (Rank.ACE, Rank.TEN)


KNOWS: Final[dict[str, Player]] = {
    "all six cards": player("Club"),
    "trumps, aces and tens": Forgetful(high=True),
    "own cards only": Forgetful(high=False),
    "own cards only, takes what it can": player("Greedy"),
}
"""Who takes your seat for the last six tricks, by what is known; each of them knows both totals."""
DEALS: Final = 1000


class Ending(NamedTuple):
    """One deal from trick seven on: its seed, and the game points to you with each of `KNOWS` in your seat."""

    seed: int
    results: tuple[int, ...]


def trick_seven(seed: int) -> Position | None:
    """Return a deal of two Club players before trick seven; None if it ended, was closed, or is decided by then.

    >>> trick_seven(1195).hands == six_tricks()[-1].hands
    True
    """
    for position in played(seed, Rules()):
        if sum(position.tricks) == 6 and position.turn_up is None and position.closed_by is None:
            return position if max(position.points(0), position.points(1)) < OUT else None
    return None


def ending_of(seed: int) -> Ending | None:
    """Return what each of `KNOWS` brings in your seat, against the Club player; None without a trick seven.

    >>> ending_of(1195).results[0]
    1
    """
    start = trick_seven(seed)
    if start is None:
        return None
    return Ending(seed, tuple(_play(start, one, seed) for one in KNOWS.values()))


def _play(position: Position, you: Player, seed: int) -> int:
    chance, opponent = Random(seed), player("Club")
    while position.result is None:
        who = (you, opponent)[position.turn]
        position = position.apply(who.choose(position.view(position.turn), chance))
    won, lost = position.result.game_points
    return won - lost


def endings(number: int = DEALS) -> Iterator[Ending]:
    """Go through the first so many deals that come to trick seven, by seed from 1."""
    seed = 0
    while number:
        seed += 1
        found = ending_of(seed)
        if found is not None:
            number -= 1
            yield found


def write_endings(path: Path, number: int = DEALS) -> None:
    """Write these deals as a table of numbers, a deal to a line."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("seed", *KNOWS))
        writer.writerows((one.seed, *one.results) for one in endings(number))


def read_endings(path: str | Path) -> list[Ending]:
    """Read what `write_endings` wrote."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = [[int(cell) for cell in row] for row in list(csv.reader(file))[1:]]
    return [Ending(row[0], tuple(row[1:])) for row in rows]


def gain_table(found: Sequence[Ending]) -> "pd.DataFrame":
    """Return what each knowledge brings in a deal and what it brings less than the whole, in game points with errors.

    >>> gain_table([Ending(1, (1, 1, 1, -1)), Ending(2, (2, 2, -1, 2))])["deals changed"].to_list()
    ['', '0 %', '50 %', '50 %']
    """
    import pandas as pd

    rows = {}
    for number, name in enumerate(KNOWS):
        results = [one.results[number] for one in found]
        less = [one.results[number] - one.results[0] for one in found]
        changed = f"{100 * fmean(bool(one) for one in less):.0f} %"
        rows[name] = (_with_error(results), *((_with_error(less), changed) if number else ("", "")))
    columns = ["game points (in play)", "against all six", "deals changed"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis(columns="you know")


def _with_error(values: Iterable[int]) -> str:
    numbers = list(values)
    return f"{signed(fmean(numbers), 2)} ± {stdev(numbers) / sqrt(len(numbers)):.2f}"


if __name__ == "__main__":
    write_endings(Path(sys.argv[1]))
