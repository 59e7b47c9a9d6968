"""What stands around the problems of each exercise notebook."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Page:
    """What stands around the problems of a set."""

    name: str
    title: str
    asks: str
    can: tuple[str, ...]
    minutes: int
    needs: str
    about: str
    shown: int | None = None
    """How many problems the notebook has, of every level; all of the set if None."""


PAGES: Final = (
    Page(
        name="01-going-out",
        title="Going out",
        asks="Can you say out now, and if not, when?",
        can=(
            "count both sides' card points from the tricks, marriages included",
            "say out at the right moment, and for 2 game points where 2 are to be had",
        ),
        minutes=35,
        needs="[04 · Going out and scoring](../notebooks/04-going-out-and-scoring.ipynb)",
        about="Some problems ask what to do, others what you have counted: there the picture leaves the points out, "
        "and the tricks so far are listed below it. Where you see your opponent's cards, what an answer is "
        "worth is *exact*. Where you do not, the worth of a right answer is *guaranteed*: it holds however the cards "
        "lie. A wrong answer is then played out on cards chosen against it.",
    ),
    Page(
        name="02-closing",
        title="Closing",
        asks="Do you close, when, and for how many game points?",
        can=(
            "tell a certain close from a promising one, and find the lead that makes it certain",
            "prepare a close with an exchange or a marriage, and break one of your opponent's",
        ),
        minutes=50,
        needs="[07 · When to close](../notebooks/07-when-to-close.ipynb) and, for the words *guaranteed* and *seeing*, "
        "[08 · The price of peeking](../notebooks/08-the-price-of-peeking.ipynb); in three problems your "
        "opponent has closed, as in [09 · Defending a close](../notebooks/09-defending-a-close.ipynb)",
        about="You do not see your opponent's cards. A right answer is *guaranteed* to be worth what the solution "
        "says: one plan brings it about in every layout (a hand that your opponent may hold), against an opponent who "
        "sees all cards. A wrong answer is "
        "played out on cards chosen so that it fails; its worth is *seeing*, for these cards only.",
    ),
    Page(
        name="03-endgames",
        title="Endgames",
        asks="The stock is gone: which card wins most?",
        can=(
            "name the card that wins an endgame of three to six cards, and say what the others cost",
            "count to the point where 65 is not 66 and 33 is not less than 33",
        ),
        minutes=45,
        needs="[06 · The last six tricks](../notebooks/06-the-last-six-tricks.ipynb)",
        about="The stock is used up, so you know your opponent's cards: all that you have not seen. Strict play holds, "
        "and the last trick counts 10 more. Every worth is *exact*: both sides see all cards and play their best.",
    ),
    Page(
        name="04-counting",
        title="Counting",
        asks="Points, trumps, hidden cards, odds: what do you know, and what follows from it?",
        can=(
            "count points, trumps and suits from the tricks, and check them against 120",
            "name the cards that your opponent certainly holds, and those that cannot be there",
            "count the hands that are possible, and turn them into odds",
            "play the card that the count tells you to",
        ),
        minutes=50,
        needs="[10](../notebooks/10-counting-points.ipynb), [11](../notebooks/11-counting-trumps-and-suits.ipynb) and "
        "[12 · What is your opponent holding?](../notebooks/12-what-is-he-holding.ipynb)",
        about="Each problem is a moment of a deal played by two of the program's players. As at a real table you see "
        "your own hand and what lies open, no points, and your opponent's cards face down, those you know too. The "
        "tricks so far are listed below the picture: read them once, cover them, and look again only if you must. Odds "
        "such as *6 in 11* count every card you have not seen as equally likely.",
    ),
)
"""The notebooks, in order."""
