"""What stands around the problems of each exercise notebook."""

from dataclasses import dataclass
from typing import Final

INDEX: Final = "00-index"
"""The name of the notebook with the map of all."""
SOME: Final = 12
_LAST_SIX: Final = "[06 · The last six tricks](../notebooks/06-the-last-six-tricks.ipynb)"
_CLOSING: Final = "[07 · When to close](../notebooks/07-when-to-close.ipynb)"
_PEEKING: Final = "[08 · The price of peeking](../notebooks/08-the-price-of-peeking.ipynb)"
_EXACT: Final = (
    "The stock is used up, so you know your opponent's cards. Every worth is *exact*: both sides see all cards and "
    "play their best. The positions come from deals of the program's players."
)
_GUARANTEED: Final = (
    "You do not see your opponent's cards. A right answer is *guaranteed* to be worth what the solution says, in every "
    "layout (a hand that your opponent may hold), against an opponent who sees all cards. A wrong answer is played out "
    "on cards chosen so that it fails."
)


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
    Page(
        name="05-claims-and-counts",
        title="Claims and counts",
        asks="You counted the deal: what is true, and is it time to say out?",
        can=(
            "answer the questions that decide a deal: both counts, the trumps, the hidden cards",
            "say out neither too early nor too late",
        ),
        minutes=30,
        needs="[04 · Going out and scoring](../notebooks/04-going-out-and-scoring.ipynb) and "
        "[10 · Counting points](../notebooks/10-counting-points.ipynb)",
        about="Every position comes from a deal of two of the program's players. The picture leaves the points out, "
        "and the tricks so far are listed below it.",
        shown=SOME,
    ),
    Page(
        name="06-certain-closes",
        title="Certain closes",
        asks="Which close cannot fail, and how does it begin?",
        can=(
            "find the one lead that makes a close certain",
            "close before you draw, where the rules allow it",
        ),
        minutes=35,
        needs=f"{_CLOSING} and {_PEEKING}",
        about=f"{_GUARANTEED} The rules stand at the head of each table: some problems have rules that let you "
        "close before you draw.",
        shown=SOME,
    ),
    Page(
        name="07-closes-by-odds",
        title="Closes by the odds",
        asks="No close is certain here: which is worth it, and which lead wins most layouts?",
        can=(
            "judge a close by the share of layouts that it wins",
            "choose the lead that wins most of them",
        ),
        minutes=40,
        needs=f"{_CLOSING} and {_PEEKING}",
        about="Here an answer is worth a number of layouts. For the right one it is *guaranteed*: one plan wins so "
        "many of them, against an opponent who sees all cards, and none wins more. For a wrong one it is *seeing*: no "
        "plan wins more, even if both of you see all cards.",
        shown=SOME,
    ),
    Page(
        name="08-exchange-and-marriage",
        title="Exchange and marriage",
        asks="Close now, or exchange or announce first?",
        can=(
            "see what an exchange or a marriage adds to a close, and what it gives away",
            "choose the order of the two",
        ),
        minutes=35,
        needs=f"[03 · Marriages](../notebooks/03-marriages.ipynb) and {_CLOSING}",
        about=_GUARANTEED,
        shown=SOME,
    ),
    Page(
        name="09-defence",
        title="Defending a close",
        asks="Your opponent has closed: which card stops it, however the cards lie?",
        can=("find the card that makes a close fail", "keep the card that your opponent is counting on"),
        minutes=35,
        needs="[09 · Defending a close](../notebooks/09-defending-a-close.ipynb)",
        about=_GUARANTEED,
        shown=SOME,
    ),
    Page(
        name="10-trumps",
        title="Trumps in the endgame",
        asks="Draw the trumps, or make your opponent spend one?",
        can=("draw trumps where a long suit waits", "force your opponent to trump where that breaks the hand"),
        minutes=30,
        needs=_LAST_SIX,
        about=_EXACT,
        shown=SOME,
    ),
    Page(
        name="11-giving-and-taking",
        title="Giving and taking tricks",
        asks="Which trick do you give away, and which do you keep for the end?",
        can=(
            "give a trick so that every lead back helps you",
            "keep your high card for the second round, and reach the last trick with it",
        ),
        minutes=40,
        needs=_LAST_SIX,
        about=_EXACT,
        shown=SOME,
    ),
    Page(
        name="12-match-score",
        title="At 6 to 6",
        asks="The next game point decides the match: is closing better than even?",
        can=("judge a close where all that counts is whether it succeeds",),
        minutes=30,
        needs=f"{_CLOSING} and {_PEEKING}",
        about="The match is at 6 to 6 of 7, so one game point is worth as much as three, and a close that fails loses "
        "it all. The best plan is the one that wins most layouts (hands that your opponent may hold), against an "
        "opponent who sees all cards: are they more than half?",
        shown=SOME,
    ),
    Page(
        name="13-schnapsen",
        title="Schnapsen endgames",
        asks="Twenty cards, five in hand, and the last trick wins: which card?",
        can=("use in Schnapsen what you know from Sixty-Six, and mind what differs",),
        minutes=30,
        needs=_LAST_SIX,
        about=f"{_EXACT} The rules are those of Schnapsen: there is no nine, and who takes the last trick once the "
        "stock is used up has won.",
        shown=SOME,
    ),
)
"""The notebooks, in order."""
