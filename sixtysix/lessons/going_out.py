"""Lesson 4, going out and scoring: a real deal counted trick by trick, and what each ending is worth."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..actions import Announce, ClaimOut, Play
from ..cards import card_points
from ..guided import Hand, Step, Wrong
from ..position import Deal, Position
from ..rules import Rules
from ..scoring import Reason
from ..teach import Option, Question
from .lines import line

if TYPE_CHECKING:
    import pandas as pd

DEAL_TOKENS: Final = "*D QD TD JH AH KD JC KH 9S *S QS 9H KS 9D TS JS QH TC AD JD KC QC !"
"""How deal 5570 was played, both seats, until somebody said out."""


def played_deal() -> list[Position]:
    """Return every position of deal 5570 as it was played, oldest first.

    >>> played_deal()[-1].result.game_points
    (1, 0)
    """
    return line(Deal.random(Rules(), seed=5570).start(), DEAL_TOKENS)


def ledger(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return a deal as a table, a trick to a row: what was announced, the cards, who took them, points and totals.

    `positions` are all positions of the deal, oldest first; seat 0 is you.

    >>> ledger(played_deal()).loc[2, "points"]
    '13 + 20'
    """
    import pandas as pd

    names = ("you", "your opponent")
    rows, announced, totals = [], "", (0, 0)
    for before, after in pairwise(positions):
        seat, action = after.log[-1]
        if isinstance(action, Announce):
            waits = after.pending(seat) - before.pending(seat)
            announced = f"{names[seat]}: {action.suit} {waits or after.points(seat) - before.points(seat)}"
            announced += ", pending" if waits else ""
            totals = (after.points(0), after.points(1))
        if sum(after.tricks) > sum(before.tricks):
            cards = [card for _, card in (*before.trick, (seat, action.card))] if isinstance(action, Play) else []
            taker = 0 if after.tricks[0] > before.tricks[0] else 1
            extra = after.points(taker) - totals[taker] - card_points(cards)
            totals = (after.points(0), after.points(1))
            points = f"{card_points(cards)} + {extra}" if extra else str(card_points(cards))
            rows.append((announced, " ".join(map(str, cards)), names[taker], points, *totals))
            announced = ""
    columns = ["announced", "cards", "taken by", "points", *names]
    return pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(1, len(rows) + 1)).rename_axis(columns="trick")


def _case(
    trump: str, mine: str, theirs: str, points: tuple[int, int], tricks: tuple[int, int], played: str
) -> Position:
    """Return the end of a real deal, the stock used up, with seat 0 to lead."""
    return Position.from_dict(
        {
            "trump": trump,
            "hand": mine.split(),
            "opponent": theirs.split(),
            "points": points,
            "tricks": tricks,
            "played": played.split(),
        }
    )


CLAIMS: Final[dict[str, Position]] = {
    "66 to 33": _case(
        "D", "KD QD", "AS QC", (66, 33), (7, 3),
        "TH 9C 9H TS TC KS JS JD QH KC AD AH 9S 9D KH JH AC JC TD QS",
    ),
    "66 to 32": _case(
        "C", "AH", "AD", (66, 32), (7, 4),
        "TD AC 9S AS KD 9C 9D JC KS TS JS 9H QS QC KC TC QH TH JD QD KH JH",
    ),
    "66 to 0, with a trick of two nines": _case(
        "H", "AS TS QH TC JC", "AH TH KH JH AD", (66, 0), (6, 1),
        "QS 9D 9H 9C QD TD KS JD KD JS QC 9S AC KC",
    ),
    "66 to 0, without a trick": _case(
        "D", "QS KH TD AC QC 9C", "KS TH KD QD 9D JC", (66, 0), (6, 0),
        "AD AH QH TS KC JS JD TC JH 9S AS 9H",
    ),
    "65 to 47": _case(
        "C", "AH AD", "QS QD", (65, 47), (7, 3),
        "9S JC AS 9C JH KD 9H TC KS TS JS QH KH AC QC KC TH JD TD 9D",
    ),
    "65 to 0, without a trick": _case(
        "S", "TS KS QS KH KD TC", "AS 9S QH QD QC 9C", (65, 0), (6, 0),
        "9H AC AH TD JH AD TH 9D KC JC JS JD",
    ),
    "66 to 76": _case(
        "C", "AH AD TD", "QS QH 9C", (66, 76), (5, 4),
        "9S 9D QC TC QD KC 9H JH KS AS JS TS KH TH JC AC KD JD",
    ),
}  # fmt: skip
"""Moments of real deals in which seat 0 is to lead and says out, by your points and your opponent's."""

LAST_TRICKS: Final[dict[str, Position]] = {
    "63 to 73": _case(
        "C", "9C", "KS", (63, 73), (5, 6),
        "9S AS AC JD JH AH QS 9H QH KC TC QD JS TS KH TH JC QC KD AD 9D TD",
    ),
    "65 to 51": _case(
        "C", "KH", "9C", (65, 51), (7, 4),
        "QD JH JS JD 9S KD TS AS KC TC TH QH QS KS TD 9D AC JC AD QC AH 9H",
    ),
}  # fmt: skip
"""Moments before the last trick, the stock used up, in which nobody has said out."""

BY_HEART: Final = Hand(
    goal="You have 41 card points, your opponent 57. From here the table hides the points. Say out at the first "
    "moment at which you have 66.",
    case={
        "trump": "S",
        "hand": ["AS", "KS", "QS", "JS", "9H", "TC"],
        "hand_known": ["JS"],
        "opponent": ["9S", "AH", "KH", "KD", "AC", "JC"],
        "opponent_known": ["9S", "KH", "KD"],
        "points": [41, 57],
        "tricks": [4, 2],
        "played": ["JD", "JH", "QC", "KC", "QD", "AD", "TS", "9C", "9D", "TD", "QH", "TH"],
    },
    memory=True,
    steps=(
        Step(
            right=("AS",),
            replies=("9S",),
            say="That was your opponent's only trump, so your other three trumps cannot lose.",
            wrong={
                "!": Wrong("41 was the start, and no trick has been played since."),
                "9H": Wrong(
                    "You gave the lead away while your trumps were sure. A♥ brought your opponent past 66.",
                    ("AH", "!"),
                ),
                "TC": Wrong(
                    "10♣ looks big, but A♣ is still out. Your opponent took 21 points and passed 66.",
                    ("AC", "!"),
                ),
            },
            other="That trump is as sure as A♠ is. This hand takes them from the top, so that the count below fits.",
            ask="You hold the four highest trumps that are left. Lead, and keep count.",
        ),
        Step(
            right=("KS",),
            replies=("JC",),
            say="Your opponent throws the cheapest card there is.",
            wrong={
                "!": Wrong("41 and one trick of 11."),
                "9H": Wrong("Your three trumps were sure, and you led a nine. A♥ ends the deal.", ("AH", "!")),
                "TC": Wrong("Three trumps were still sure. A♣ takes your ten: 21 points, and the deal.", ("AC", "!")),
            },
            other="That trump is as sure as K♠ is. This hand takes them from the top, so that the count below fits.",
            ask="Say out, or lead on?",
        ),
        Step(
            right=("QS",),
            replies=("KD",),
            say="Add it up before you choose the next action.",
            wrong={
                "!": Wrong("41, then 11 and 6 make 58, and your trumps have not all been led."),
                "TC": Wrong("Two trumps were still sure. A♣ takes your ten, and your opponent says out.", ("AC", "!")),
                "9H": Wrong("Two trumps were still sure. A♥ takes your nine, and your opponent says out.", ("AH", "!")),
            },
            other="That trump is as sure as Q♠ is. This hand takes them from the top, so that the count below fits.",
            ask="Say out, or lead on?",
        ),
        Step(
            right=("JS",),
            replies=("KH",),
            say="Your last trump has brought its trick too. Add it up.",
            wrong={
                "!": Wrong("41, then 11, 6 and 7: one point short, and one more trick was sure."),
                "TC": Wrong("One trump was still sure. A♣ takes your ten, and your opponent says out.", ("AC", "!")),
                "9H": Wrong("One trump was still sure. A♥ takes your nine, and your opponent says out.", ("AH", "!")),
            },
            ask="Say out, or lead on?",
        ),
        Step(
            right=("!",),
            say="41, then 11, 6, 7 and 6: said at the first moment at which it was true.",
            wrong={
                "TC": Wrong(
                    "You had enough and led on. A♣ takes the trick, and your opponent says out before you can.",
                    ("AC", "!"),
                ),
                "9H": Wrong(
                    "You had enough and led on. A♥ takes 11 points, enough for your opponent to say out.",
                    ("AH", "!"),
                ),
            },
            ask="Say out, or lead on?",
        ),
    ),
)
"""Counting from 41 with the points hidden: at 65 the claim is wrong, at 71 it is the last chance."""


def _worth(name: str, texts: tuple[str, str, str, str]) -> Question:
    """Ask what saying out brings in a position of `CLAIMS`; the engine says which answer is right.

    The texts explain the four answers: 1, 2 and 3 game points to you, and what a wrong claim gives your opponent.
    """
    position = CLAIMS[name]
    result = position.apply(ClaimOut()).result
    assert result is not None  # a claim ends the deal
    wrong = result.reason is not Reason.OUT
    rules = position.rules
    cost = rules.wrong_claim if position.tricks_won(1) else rules.wrong_claim_trickless
    answers = [f"{n} game point{'s' * (n > 1)} to you" for n in (1, 2, 3)] + [f"{cost} game points to your opponent"]
    right = 3 if wrong else result.game_points[0] - 1
    options = tuple(Option(answers[n], text, right=n == right) for n, text in enumerate(texts))
    mine, theirs = position.points(0), position.points(1)
    tricks = position.tricks_won(1)
    has = "no trick" if not tricks else "1 trick" if tricks == 1 else f"{tricks} tricks"
    return Question(f"You have {mine}, your opponent has {theirs} and {has}. You say out. What is it worth?", options)


WORTH: Final[tuple[Question, ...]] = (
    _worth(
        "66 to 33",
        (
            "33 exactly is not under 33, so the deal is worth 1.",
            "For 2 your opponent would need 32 or less. 33 exactly is not under 33.",
            "3 is for an opponent without a trick.",
            "66 exactly is enough: the claim is right.",
        ),
    ),
    _worth(
        "66 to 32",
        (
            "32 is under 33, and that doubles the deal.",
            "Under 33 with a trick: 2 game points.",
            "3 is for an opponent without a trick, and here 4 have been won.",
            "66 exactly is enough: the claim is right.",
        ),
    ),
    _worth(
        "66 to 0, with a trick of two nines",
        (
            "0 is under 33, so it is more than 1.",
            "A trick of two nines scores nothing, but it is a trick: 2, not 3.",
            "Points do not matter for this, tricks do: your opponent has won one.",
            "66 exactly is enough: the claim is right.",
        ),
    ),
    _worth(
        "66 to 0, without a trick",
        (
            "Without a single trick for your opponent it is worth more.",
            "2 is for an opponent under 33 who has won a trick.",
            "No trick at all: 3 game points.",
            "66 exactly is enough: the claim is right.",
        ),
    ),
    _worth(
        "65 to 47",
        (
            "65 is not 66. The next trick would have done it.",
            "Nobody checks the difference before a claim: 65 makes it wrong.",
            "A wrong claim wins nothing for you.",
            "One point short is a wrong claim: 2 game points to your opponent. Without a trick it would be 3.",
        ),
    ),
    _worth(
        "66 to 76",
        (
            "The first right claim wins, whoever has more. 76 is not under 33, so it is worth 1.",
            "Your opponent is far from being under 33.",
            "3 is for an opponent without a trick.",
            "Your opponent had 66 earlier and did not say so. The claim decides, not the higher total.",
        ),
    ),
)
"""What is the deal worth?"""
