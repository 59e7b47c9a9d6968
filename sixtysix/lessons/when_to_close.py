"""Lesson 7, when to close: a close that is counted out, one that is better made a trick later, and closes in doubt."""

from typing import Any, Final

from ..cards import hand_order, in_words
from ..guided import ENOUGH, Hand, Step, Wrong
from ..teach import Option, Question
from ..view import View

COUNTED: Final = Hand(
    goal="You have 24, your opponent 50. Count whether there are 66 points in your hand, and play as you have counted.",
    case={
        "dealer": 1,
        "trump": "C",
        "turn_up": "9C",
        "stock": ["QD", "TD", "JD"],
        "hand": ["TS", "QH", "JH", "AD", "AC", "JC"],
        "hand_known": ["JC"],
        "opponent": ["QS", "AH", "TH", "KH", "9H", "KC"],
        "opponent_known": ["KC"],
        "points": [24, 50],
        "tricks": [2, 2],
        "played": ["9D", "KD", "QC", "TC", "JS", "KS", "9S", "AS"],
    },
    steps=(
        Step(
            right=("c",),
            say="Closed at 24 against 50. Four tricks are sure, and you know the least that they bring.",
            wrong={
                "AC": Wrong(
                    "With the stock open your opponent need not give up K♣, and Q♠ is thrown. The trump stays where it "
                    "is: from here your opponent wins with best play.",
                    ("QS",),
                ),
                "AD": Wrong(
                    "With the stock open any card may be played to it: K♣ takes your ace. Your opponent has 65 and "
                    "the lead.",
                    ("KC",),
                ),
            },
            other="With the stock open your opponent may play any card to that, K♣ too, and as the cards lie you lose.",
            ask="Which of your cards are sure if you close, and what is the least that must fall on them?",
        ),
        Step(
            right=("AC",),
            replies=("KC",),
            say="K♣ had to follow. You have two trumps, your opponent had one: J♣ is now the last trump in play.",
            wrong={
                "AD": Wrong(
                    "In one of the 56 layouts your opponent has no diamond, and this is it: K♣ takes your ace. "
                    "You cannot get 66 any more.",
                    ("KC",),
                ),
                "JC": Wrong(
                    "J♣ does make K♣ fall, but K♣ takes the trick, and your two hearts are losers too. "
                    "You cannot get 66 any more.",
                    ("KC",),
                ),
                "QH": Wrong(
                    "A loser first: A♥ takes it, 10♥ takes your jack, and your opponent is out.",
                    ("AH", "TH", "JH", "!"),
                ),
                "JH": Wrong(
                    "The other loser first: A♥ takes the jack, 10♥ your queen, and your opponent is out.",
                    ("AH", "TH", "QH", "!"),
                ),
            },
            other="Q♠ would follow as the cards lie. But in 21 of the 56 layouts it is not there, and K♣ takes your "
            "ten.",
            ask="K♣ is the only trump your opponent can have, and you know that it is there. What first?",
        ),
        Step(
            right=("TS",),
            replies=("QS",),
            say="The last spade fell, 3 points. That had to be counted too: your opponent must follow suit.",
            wrong={
                "!": Wrong(
                    "You have 39: 24 and 15 with the trumps. The other three sure tricks are still in your hand."
                ),
                "JH": Wrong(
                    "Hearts are your losers: 10♥ takes the jack, A♥ your queen, and your opponent is out.",
                    ("TH", "AH", "QH", "!"),
                ),
                "QH": Wrong(
                    "Hearts are your losers: A♥ takes the queen, 10♥ your jack, and your opponent is out.",
                    ("AH", "TH", "JH", "!"),
                ),
            },
            other="That card is as sure as 10♠ is. This hand goes on with 10♠, so that the count below fits.",
            ask="Three more cards cannot be beaten, and your opponent has no trump. Which one?",
        ),
        Step(
            right=("AD",),
            replies=("9H",),
            say="No diamond, no trump: your opponent throws what is worth least, and that is 0.",
            wrong={
                "QH": Wrong(
                    "You are 14 short, and A♥ takes the queen. 10♥ follows, and your opponent is out before you.",
                    ("AH", "TH", "JH", "!"),
                ),
                "JH": Wrong(
                    "The jack is a loser too. A♥ takes it, 10♥ your queen, and your opponent is out before you.",
                    ("AH", "TH", "QH", "!"),
                ),
                "!": Wrong("You have 52. A♦ and J♣ are both sure, and you need both."),
            },
            other="J♣ is sure as well, now or later. Take A♦ first, so that the count below fits.",
            ask="52 so far. What is left of the count?",
        ),
        Step(
            right=("JC",),
            replies=("KH",),
            say="Nothing but high hearts was left to throw on it, and even the lowest is worth 4.",
            wrong={
                "QH": Wrong(
                    "63 is not 66. A♥ takes the queen and 10♥ the jack, and your opponent is out.",
                    ("AH", "TH", "JH", "!"),
                ),
                "JH": Wrong(
                    "Three points short, and you led a loser. A♥ takes the jack and 10♥ the queen.",
                    ("AH", "TH", "QH", "!"),
                ),
                "!": Wrong("You have 63, three short. Your last trump is sure, and something falls on it."),
            },
            ask="Three points are missing. Which card cannot lose?",
        ),
        Step(
            right=("!",),
            say="Counted before, kept after.",
            other=ENOUGH,
            ask="Count, then choose.",
        ),
    ),
)
"""A close that four sure tricks and the least that must fall on them bring to 66, whatever the opponent holds."""

NOT_YET: Final = Hand(
    goal="You have 15 and hold the three highest trumps left and A♦. Close at the right moment.",
    case={
        "dealer": 1,
        "trump": "C",
        "turn_up": "9C",
        "stock": ["KS", "TH", "JC"],
        "hand": ["KH", "AD", "QD", "AC", "TC", "KC"],
        "hand_known": ["TC"],
        "opponent": ["AH", "QH", "TD", "KD", "JD", "QC"],
        "points": [15, 13],
        "tricks": [3, 1],
        "played": ["JH", "9S", "9H", "9D", "QS", "TS", "JS", "AS"],
    },
    steps=(
        Step(
            right=("AC",),
            replies=("JD",),
            say="11 and 2 more, and a new card: K♠. Ace, ten, queen and jack of spades have been played, the nine too.",
            wrong={
                "c": Wrong(
                    "All four sure tricks came home, and your opponent threw the least each time: 63. "
                    "Your losers bring nothing. The close has failed.",
                    ("AC", "QC", "TC", "JD", "KC", "QH", "AD", "KD", "QD", "TD", "AH", "KH"),
                ),
                "AD": Wrong(
                    "The stock is open, so your opponent need not follow suit: Q♣ takes your ace, 14 points. "
                    "Take a trick that nothing can take.",
                    ("QC",),
                ),
                "QD": Wrong("10♦ takes the trick, 13 points. Take a trick that nothing can take.", ("TD",)),
            },
            refused={"KH": "A♥ and 10♥ are unseen, and either takes your king. Take a trick that nothing can take."},
            other="Nothing beats that either, but a trick that is as sure brings you more.",
            ask="Count what a close brings for certain. Is it 66?",
        ),
        Step(
            right=("c",),
            say="Seven cards are unseen, and your opponent holds six of them: little is left to fear, and much must "
            "fall.",
            wrong={
                "TC": Wrong(
                    "That was trick six: the stock is used up, and there is nothing left to close. Your opponent has "
                    "kept Q♣ and drawn 9♣. With best play you still win, but 1 game point in place of 2.",
                    ("QH",),
                ),
                "AD": Wrong(
                    "The stock is open, and Q♣ takes your ace. With best play you win 1 game point in place of 2.",
                    ("QC",),
                ),
                "KS": Wrong(
                    "The stock is open, and Q♣ takes your king. With best play you win 1 game point in place of 2.",
                    ("QC",),
                ),
            },
            other="This is trick six, played with the stock open: your opponent need not follow suit, and after it "
            "there "
            "is nothing left to close. Count again what is sure now that you have K♠.",
            ask="You drew K♠, and no other spade is left. Count again.",
        ),
        Step(
            right=("TC",),
            replies=("QC",),
            say="A trump had to follow. One more is unseen, J♣.",
            wrong={
                "KS": Wrong(
                    "Nobody but you has a spade, so your opponent must trump: Q♣. With best play you win 1 game "
                    "point in place of 2.",
                    ("QC",),
                ),
                "QD": Wrong("10♦ takes it, 13 points. With best play you win 1 game point in place of 2.", ("TD",)),
            },
            refused={"KH": "A♥ and 10♥ are unseen, and either takes your king. Sure tricks come first."},
            other="That card is as sure as 10♣ is. This hand draws the trumps from the top, so that the count below "
            "fits.",
            ask="What could still take a trick from you?",
        ),
        Step(
            right=("KC",),
            replies=("QH",),
            say="No trump came: J♣ lies with the closed stock.",
            wrong={
                "QD": Wrong("10♦ takes it, 13 points, and the lead is gone. You can no longer win 2.", ("TD",)),
                "!": Wrong("You have 41. Three sure tricks are still in your hand."),
            },
            refused={
                "KS": "Nobody else has a spade: if J♣ is over there, it takes your king. Take no risk.",
                "KH": "A♥ and 10♥ are unseen, and either takes your king. Sure tricks come first.",
            },
            other="A♦ is as safe as K♣ is. This hand draws the trumps first, so that the count below fits.",
            ask="J♣ may be in your opponent's hand or in the stock. What next?",
        ),
        Step(
            right=("AD",),
            replies=("KD",),
            say="63: at this point the early close was at its end. You have K♠.",
            wrong={
                "QD": Wrong(
                    "10♦ takes it. The hearts follow, your last cards fall on them, and you have not reached 66.",
                    ("TD", "AH", "KH", "TH", "KS", "KD", "AD"),
                ),
                "KH": Wrong(
                    "A♥ takes the king, and 10♥ and 10♦ your queen before A♦ gets in: 69 to 41. You win 1 game point "
                    "in "
                    "place of 2.",
                    ("AH", "TH", "QD", "TD", "AD", "!"),
                ),
                "!": Wrong("You have 48. A♦ and K♠ are both sure now."),
            },
            other="K♠ is as sure as A♦ is. This hand takes A♦ first, so that the count below fits.",
            ask="Every card of your opponent's is known now: A♥, 10♥, 10♦ and K♦.",
        ),
        Step(
            right=("KS",),
            replies=("TH",),
            say="The card you waited for, and a ten must fall on it.",
            wrong={
                "KH": Wrong(
                    "A♥ takes it, and 10♦ your queen. You stay at 63.",
                    ("AH", "TD", "QD", "TH", "KS"),
                ),
                "QD": Wrong("10♦ takes it, and A♥ your king. You stay at 63.", ("TD", "AH", "KH", "TH", "KS")),
            },
            ask="Three points are missing. Which card cannot lose?",
        ),
        Step(
            right=("!",),
            say="2 game points: your opponent has 13.",
            other=ENOUGH,
            ask="Count, then choose.",
        ),
    ),
)
"""A close that may fall short; one trick later, with the card drawn, it is certain."""


def _view(hand: str, unseen: str, played: str, **facts: Any) -> View:
    """Return what you, seat 0, know before a lead in a deal with three face-down cards."""
    cards = {"hand": hand.split(), "unseen": unseen.split(), "played": played.split()}
    return View.from_dict({"stock": 3, "to_move": 0, **cards, **facts})


IN_DOUBT: Final = _view(
    "AS TS AD TD KC JC", "KS JS AH KD QD JD AC TC QC", "QH TH 9D 9H JH KH 9S QS",
    dealer=0, trump="C", turn_up="9C", hand_known=["JC"], points=[16, 26], tricks=[3, 1],
)  # fmt: skip
"""Two aces, two tens and two trumps, but neither of the two highest: a close that pays a little."""

NEARLY_THERE: Final = _view(
    "TS QS 9S TD TC KC", "AS KS AH KH JH AD KD JD AC", "9H TH 9D QD QH JC QC JS",
    dealer=0, trump="C", turn_up="9C", hand_known=["TC", "KC"], opponent_known=["KH"], points=[60, 23], tricks=[3, 1],
)  # fmt: skip
"""Six points short: a close would succeed more often than the odds ask for, and is not the best."""

BEFORE: Final = _view(
    "JS KH 9H TC KC QC", "AS TS QS 9S TH QH AD AC JC", "9D JH QD TD KS 9C JD KD",
    dealer=0, trump="H", turn_up="AH", points=[28, 17], tricks=[2, 2],
)  # fmt: skip
"""An exchange and a marriage to be had before the close."""

THREE_ACES_A_TRUMP: Final = _view(
    "AS TS AH AD TD 9C", "QS JS TH KH QH KD JD AC QC", "KC 9S KS 9D QD JH JC TC",
    dealer=1, trump="H", turn_up="9H", hand_known=["AH"], points=[20, 5], tricks=[3, 1],
)  # fmt: skip
TWO_TRUMPS_ON_TOP: Final = _view(
    "KS AH AD TD TC KC", "TS 9S TH QH QD JD AC QC JC", "9C KD QS AS 9H KH JS JH",
    dealer=0, trump="D", turn_up="9D", hand_known=["KS", "AD"], points=[32, 14], tricks=[3, 1],
)  # fmt: skip
AGAINST_58: Final = _view(
    "QS AH JH KD TC KC", "AS TS KS JS 9S KH TD QD 9C", "9D AD QC AC JD JC QH TH",
    dealer=0, trump="H", turn_up="9H", opponent_known=["KH"], points=[44, 58], tricks=[2, 2],
)  # fmt: skip
TEN_SHORT: Final = _view(
    "KS JH TD KD JD TC", "AS AH KH QH AD AC KC QC JC", "9C 9H JS TS 9S QS QD TH",
    dealer=1, trump="D", turn_up="9D", hand_known=["KD"], points=[56, 12], tricks=[3, 1],
)  # fmt: skip
NO_TRUMP: Final = _view(
    "AS TS QS AH 9H AC", "KS JS 9S TH JH AD TC QC JC", "QH 9D QD TD KH KD 9C KC",
    dealer=0, trump="D", turn_up="JD", points=[17, 51], tricks=[2, 2],
)  # fmt: skip

ANSWERS: Final = ("In every layout", "In two thirds or more, not in all", "In less than two thirds")


def _how_good(view: View, right: int, *why: str) -> Question:
    """Ask how often a close succeeds, one plan for all layouts; there is a reason for each of the three answers."""
    known = view.hand(1)
    unseen = len(view.unseen) + len(known)
    hidden = " ".join(map(str, hand_order([*view.unseen, *known], view.trump)))
    note = f"Turn-up {view.turn_up}. Your opponent holds {len(view.own)} of these {unseen}: {hidden}"
    note += f"; {in_words(known, 'and')} for certain." if known else "."
    options = [
        Option(text, said, number == right) for number, (text, said) in enumerate(zip(ANSWERS, why, strict=True))
    ]
    return Question(
        f"{view.points(0)} to {view.points(1)}. You close, with one plan: how often does it succeed?",
        tuple(options),
        cards=tuple(card.code for card in view.own),
        trump=view.trump.value,
        note=note,
    )


HOW_GOOD: Final[tuple[Question, ...]] = (
    _how_good(
        TWO_TRUMPS_ON_TOP, 0,
        "A♦ and 10♦ draw the trumps, for there are two at most, and then A♥ is sure. That is 32 from your hand, and at "
        "least 4 must fall: 68.",
        "Look for a layout in which it fails: A♦, 10♦ and A♥ win in all of them, and bring you to 68 at least.",
        "You need 34, and three tricks cannot be beaten: A♦, 10♦ and then A♥. At the least they bring 36.",
    ),
    _how_good(
        THREE_ACES_A_TRUMP, 2,
        "Three trumps are unseen, and you can draw one. A hand with two of them trumps one of your aces or tens.",
        "It would be so if your opponent had one trump at most. In 65 of the 84 layouts it is two or three.",
        "50 of 84 layouts. Count the trumps before the aces: you have one, and your opponent mostly has two or three.",
    ),
    _how_good(
        AGAINST_58, 0,
        "A♥ makes K♥ fall: 59. No trump is left against you and no higher club, so 10♣ makes 69. The 58 do not "
        "matter, since your opponent never gets the lead.",
        "There is no layout in which it fails: K♥ is the only trump that your opponent can have, and A♥ makes it fall.",
        "58 looks frightening, but your opponent never gets the lead: two sure tricks are enough.",
    ),
    _how_good(
        TEN_SHORT, 1,
        "A♦ beats every card that you can lead, and with high cards beside it your opponent can keep you under 66.",
        "65 of 84 layouts. In 28 of them A♦ is face down, and all of those are won.",
        "It would be so if your opponent always had A♦: 37 of 56 are won then. But in 28 layouts A♦ is face down.",
    ),
    _how_good(
        NO_TRUMP, 1,
        "One trump is unseen, A♦. In 56 of the 84 layouts your opponent has it, and you cannot draw it.",
        "63 of 84 layouts. You cannot draw A♦, but it takes one trick only, and you have three aces.",
        "A♦ takes one trick, no more. In 63 of the 84 layouts the rest comes to 66.",
    ),
)  # fmt: skip
"""How often does one plan succeed? Five closes from real deals."""
