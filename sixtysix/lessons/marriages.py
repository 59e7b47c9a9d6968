"""Lesson 3, marriages: twenty or forty points, when they count, and what they tell."""

from typing import Final

from ..actions import Announce
from ..guided import ENOUGH, Hand, Step, Wrong
from ..position import Deal, Position
from ..rules import Rules
from ..teach import Option, Question
from .closing import CERTAIN
from .going_out import BY_HEART
from .lines import after

OPENING: Final = Deal.random(Rules(), seed=26655).start()
"""A hand dealt with a marriage in a side suit."""

ENDS: Final = Hand(
    goal="You have 46 card points and your opponent 53. End the deal before your opponent gets the lead.",
    case={
        "trump": "S",
        "turn_up": "9S",
        "stock": ["JC", "JD", "9C"],
        "hand": ["TH", "KH", "QH", "JH", "KD", "KC"],
        "hand_known": ["KD"],
        "opponent": ["AS", "KS", "JS", "AH", "AD", "AC"],
        "opponent_known": ["KS"],
        "points": [46, 53],
        "tricks": [3, 1],
        "played": ["9H", "QC", "QD", "TD", "QS", "TS", "9D", "TC"],
    },
    steps=(
        Step(
            right=("*H",),
            say="46 and 20 are 66, and they count at once, because you have won tricks.",
            wrong={
                "!": Wrong("The marriage counts once it is announced, not while it lies in your hand."),
                "QH": Wrong(
                    "You led from the marriage without announcing it. Your 20 are gone, and A♥ took the trick.",
                    ("AH", "!"),
                ),
                "TH": Wrong(
                    "10♥ is not sure while A♥ is out. Your opponent took 21 and has passed 66.",
                    ("AH", "!"),
                ),
                "c": Wrong(
                    "Under these rules nobody announces once the stock is closed, so the 20 are out of reach. "
                    "The order is: announce first, then close."
                ),
            },
            other="Any card you lead now can lose to an ace, and then your opponent has 66. "
            "Look for 20 points that need no trick.",
            ask="You are to lead. Where are 20 more points?",
        ),
        Step(
            right=("!",),
            say="66 exactly is enough. You may say out right after announcing, before the lead.",
            wrong={
                "QH": Wrong(
                    "You had 66 and led on. A♥ takes the queen, and your opponent says out first.",
                    ("AH", "!"),
                ),
                "KH": Wrong(
                    "You had 66 and led on. A♥ takes the king, and your opponent says out first.",
                    ("AH", "!"),
                ),
            },
            other="Nothing needs closing any more: count what you have.",
            ask="The marriage is announced. What now?",
        ),
    ),
)
"""A marriage that ends the deal: 66 exactly, said before the lead."""

SAVED: Final = Hand(
    goal="Your 20 are pending, your opponent has 64 and you have no trick. Win the deal all the same.",
    case={
        "trump": "H",
        "turn_up": "9H",
        "stock": ["9S", "TD", "AC"],
        "hand": ["KH", "QH", "AD", "9D", "TC", "KC"],
        "opponent": ["TS", "JH", "KD", "JD", "QC", "JC"],
        "opponent_known": ["KD", "JD"],
        "led": "JD",
        "log": ["1JD"],
        "points": [0, 64],
        "pending": [20, 0],
        "tricks": [0, 4],
        "played": ["QS", "AS", "QD", "9C", "AH", "JS", "TH", "KS"],
    },
    steps=(
        Step(
            right=("AD",),
            say="One trick, and the pending 20 count: you have 33. You also hold the lead and an unbroken marriage.",
            wrong={
                "9D": Wrong(
                    "J♦ and 9♦ are 2 points, and 64 and 2 are 66. You have no trick, so your 20 never counted "
                    "and the deal costs 3 game points.",
                    ("!",),
                ),
                "QH": Wrong(
                    "The trick is yours and the 20 count, but Q♥ was half of a marriage worth 40. "
                    "You have 25, your opponent needs 2 more, and your hand cannot stop that. You win two "
                    "more tricks, and the third ends it.",
                    ("KH", "QC", "AD", "KD", "9S", "TS", "!"),
                ),
                "KH": Wrong(
                    "The trick is yours and the 20 count, but K♥ was half of a marriage worth 40. "
                    "You have 26, and 40 more will not come from tricks while your opponent needs 2."
                ),
            },
            other="That card does not win the trick. Your opponent would have 66 and say out, and you have no trick: "
            "3 game points.",
            ask="The stock is open, so any card may be played to J♦. Which one saves your 20?",
        ),
        Step(
            right=("*H",),
            say="Forty for the royal marriage: 33 and 40 are 73. "
            "This was the lead to trick six, the last at which you may announce.",
            wrong={
                "!": Wrong("Count again: 20 for the marriage in ♠ and 13 in the trick. The 40 are not announced yet."),
                "KH": Wrong(
                    "Without a word before the lead there is no marriage. The king takes this trick, "
                    "but 40 points have gone with it."
                ),
                "QH": Wrong(
                    "The queen was half of a marriage, and nobody announces a marriage of one card: 40 points gone."
                ),
                "c": Wrong("Under these rules nobody announces once the stock is closed: the 40 are out of reach."),
            },
            other="This is trick six. After it the stock is used up, and under these rules nothing can be announced "
            "any more.",
            ask="You are to lead, with K♥ and Q♥ in hand.",
        ),
        Step(
            right=("!",),
            say="From no trick and no points to out, in one trick and two marriages.",
            other=ENOUGH,
            ask="Count, then choose.",
        ),
    ),
)
"""A pending marriage saved by one trick, and a second marriage that must not be broken."""


def _may_announce(ask: str, position: Position, suit: str, *, yes: str, no: str, note: str) -> Question:
    """Ask whether a marriage may be announced; the engine says which answer is right."""
    refused = position.why_illegal(Announce(suit)) is not None
    return Question(
        ask,
        (Option("Yes", yes, right=not refused), Option("No", no, right=refused)),
        cards=tuple(card.code for card in position.hand(0)),
        trump=position.trump.value,
        note=note,
    )


_TWO: Final = Deal.random(Rules(), seed=37).start()

WHEN: Final[tuple[Question, ...]] = (
    _may_announce(
        "Opening lead: you hold K♠ and Q♠. May you announce?",
        OPENING,
        "S",
        yes="You are on lead, the stock is open and you hold both. Without a trick the 20 are pending.",
        no="A trick is needed to make the 20 count, not to announce. At the opening lead they are pending.",
        note="No trick has been played.",
    ),
    _may_announce(
        "Your opponent has led J♦, and you hold K♥ and Q♥. May you announce now?",
        SAVED.start,
        "H",
        yes="Only the player who is to lead announces, because king or queen must then be led. Win this trick first.",
        no="A marriage is announced on lead. Win this trick, and you may announce before the next one.",
        note="The stock is open.",
    ),
    _may_announce(
        "You are to lead to trick six, and you hold K♥ and Q♥. May you announce?",
        after(SAVED.start, "AD"),
        "H",
        yes="The stock is still open: two cards are left, to be drawn after this trick. It is the last chance.",
        no="One face-down card and the turn-up are left, so the stock is open. After this trick it will be gone.",
        note="One face-down card and the turn-up are left.",
    ),
    _may_announce(
        "You are to lead to trick seven, and you hold K♠ and Q♠. May you announce?",
        BY_HEART.start,
        "S",
        yes="Under these rules the chance ends with the stock: the last cards were drawn after trick six.",
        no="The stock is used up, and under these rules marriages end with it. The 40 came too late.",
        note="The stock is used up.",
    ),
    _may_announce(
        "The stock has been closed, and you hold K♥ and Q♥. May you announce?",
        after(ENDS.start, "c"),
        "H",
        yes="Under these rules closing ends it for both players. Announce first, then close. "
        "(In the American and the German rules you may.)",
        no="Under these rules only while the stock is open. In the American and the German rules also after a close.",
        note="You closed just now.",
    ),
    _may_announce(
        "You announced ♦ two tricks ago and led Q♦. You still hold K♦. May you announce ♦ again?",
        CERTAIN.start,
        "D",
        yes="A marriage needs king and queen together in your hand, and Q♦ has been played.",
        no="The queen is gone, so K♦ is a plain card now. Each marriage counts once.",
        note="You are to lead, the stock is open.",
    ),
    _may_announce(
        "Opening lead: you hold two marriages and have just announced ♦. May you announce ♣ too before leading?",
        after(_TWO, "*D"),
        "C",
        yes="One marriage for each lead: K♦ or Q♦ has to be led now. Keep ♣ for your next lead.",
        no="Each lead carries one marriage. You may announce ♣ at your next lead, while the stock is open.",
        note="K♦ or Q♦ must be led next.",
    ),
)
"""When may a marriage be announced?"""
