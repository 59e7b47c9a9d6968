"""Lesson 6, the last six tricks: both hands are known, and one technique each decides who wins."""

from typing import Any, Final

from ..guided import ENOUGH, Hand, Step, Wrong
from ..position import Position
from ..teach import Option, Question
from .known import worth_of_cards


def _case(
    trump: str, mine: str, theirs: str, points: tuple[int, int], tricks: tuple[int, int], played: str, **more: Any
) -> dict[str, Any]:
    """Return the end of a deal in which everybody has counted: your opponent's cards lie open."""
    cards = theirs.split()
    return {
        "trump": trump,
        "hand": mine.split(),
        "opponent": cards,
        "opponent_known": cards,
        "points": points,
        "tricks": tricks,
        "played": played.split(),
        **more,
    }


PULL: Final = Hand(
    goal="You have 15, your opponent 18. Your opponent has no heart, so A♥ and 10♥ cannot be beaten by one. "
    "Bring them home.",
    case=_case(
        "C", "KS QS AH TH AC TC", "AS TS AD JD KC 9C", (15, 18), (4, 2),
        "9H KD 9D 9S QH JC JS QC QD TD JH KH",
    ),
    steps=(
        Step(
            ask="Your opponent has no heart, but two trumps: K♣ and 9♣. What do you lead?",
            right=("AC", "TC"),
            replies=("KC",),
            say="K♣ fell. One trump is left.",
            wrong={
                "AH": Wrong(
                    "Without a heart your opponent must trump, and takes your 11 points. From here your opponent wins.",
                    ("KC",),
                ),
                "TH": Wrong(
                    "The ten is trumped as the ace would be. Keeping the ace back does not help: "
                    "what takes it is still there.",
                    ("KC",),
                ),
                "KS": Wrong(
                    "A♠ takes the king, and the lead is gone. It was what you needed to draw the trumps.",
                    ("AS",),
                ),
                "QS": Wrong(
                    "A♠ takes the queen, and 10♠ your king. A♦ will then make you spend a trump, and your opponent "
                    "keeps two.",
                    ("AS", "TS", "KS"),
                ),
            },
        ),
        Step(
            ask="One trump is still out, the lowest of all. What now?",
            right=("TC", "AC"),
            replies=("9C",),
            say="40, and no trump is left. Now your hearts are sure.",
            wrong={
                "AH": Wrong("The lowest trump is enough: 9♣ takes your ace, and your opponent wins.", ("9C",)),
                "TH": Wrong("9♣ takes it. One more lead of trumps, and nothing could have taken it.", ("9C",)),
                "KS": Wrong(
                    "Your opponent takes two tricks in spades and still has 9♣ for one of your hearts.",
                    ("AS", "TS", "QS"),
                ),
                "QS": Wrong(
                    "A♠ and 10♠ go to your opponent, and A♦ makes you spend your trump. 9♣ is still there for a heart.",
                    ("AS", "TS", "KS", "AD", "TC/AC", "AH", "9C"),
                ),
            },
        ),
        Step(
            ask="You have 40 and the lead, and your opponent has neither a heart nor a trump.",
            right=("AH",),
            replies=("JD",),
            say="53. What your opponent throws to your hearts counts for you.",
            wrong={
                "KS": Wrong(
                    "A♠ takes it, and 10♠ your queen. Then A♦ takes your ten: 67, and your opponent is out.",
                    ("AS", "TS", "QS", "AD", "TH", "!"),
                ),
                "QS": Wrong(
                    "You gave the lead away with two sure tricks in your hand. 10♥ falls to A♦, and A♥ comes too late.",
                    ("AS", "TS", "KS", "AD", "TH", "!"),
                ),
                "!": Wrong("You have 40. The hearts must be taken before they count."),
            },
            other="10♥ is as good. Take the ace first, so that the count below fits.",
        ),
        Step(
            ask="53, and 10♥ is still yours.",
            right=("TH",),
            replies=("TS",),
            say="73.",
            wrong={
                "KS": Wrong(
                    "A sure ten in your hand, and you lead a king that A♠ takes. You do not win another trick.",
                    ("AS", "AD", "QS", "TS", "TH"),
                ),
                "QS": Wrong(
                    "A♠ takes the queen, 10♠ your king and A♦ your ten: the last trick too, 53 to 77.",
                    ("AS", "TS", "KS", "AD", "TH"),
                ),
                "!": Wrong("You have 53. 10♥ and the card thrown to it would have been enough."),
            },
        ),
        Step(
            ask="Count, then choose.",
            right=("!",),
            say="Your opponent still has 18, under 33: 2 game points.",
            other=ENOUGH,
        ),
    ),
)  # fmt: skip
"""Pull the trumps: two rounds of trumps, then the suit that your opponent cannot follow."""

FORCE: Final = Hand(
    goal="You have 53 and need 13. Your opponent's only trump, 10♦, is above your only trump, 9♦. Win.",
    case=_case(
        "D", "AS TS KS 9D KC", "AH KH TD AC TC", (53, 32), (3, 4),
        "9S JS QH QD JC QC JH KD QS JD 9C 9H TH AD",
    ),
    steps=(
        Step(
            ask="Your opponent has no spade and must trump the first one. Which card do you lead?",
            right=("KS",),
            replies=("TD", "AH"),
            say="10♦ is gone, and it took no more than 4 points of yours.",
            wrong={
                "AS": Wrong(
                    "10♦ must take it, but with 11 points in the trick. A♣ takes 15 more: 68.", ("TD", "AC", "KC", "!")
                ),
                "TS": Wrong(
                    "10♦ must take it, and your ten is 10 points. With A♣ and your king that makes 67.",
                    ("TD", "AC", "KC", "!"),
                ),
                "9D": Wrong(
                    "Your trump is lost for nothing, and you need it against the hearts: A♥ and K♥ now take your "
                    "ace and your ten of spades.",
                    ("TD", "AH", "AS", "KH", "TS", "!"),
                ),
                "KC": Wrong(
                    "A♣ takes it, then your opponent draws your trump and goes on with A♥.",
                    ("AC", "TD", "9D", "AH", "AS", "!"),
                ),
            },
        ),
        Step(
            ask="A♥ is led. You have no heart.",
            right=("9D",),
            say="You must trump, and gladly: 64, and the lead is yours.",
        ),
        Step(
            ask="64. No trump is left in either hand.",
            right=("AS",),
            replies=("KH",),
            say="Nobody can follow or trump: 79.",
            wrong={
                "KC": Wrong(
                    "A♣ takes it. K♥ then takes your ten, and your opponent is out while your ace waits.",
                    ("AC", "KH", "TS", "!"),
                ),
                "!": Wrong("You have 64. Any trick would have been enough, and two of yours are sure."),
            },
            other="10♠ is as good. Take the ace, so that the count below fits.",
        ),
        Step(
            ask="Count, then choose.",
            right=("!",),
            say="Your opponent has 46: 1 game point.",
            other=ENOUGH,
        ),
    ),
)  # fmt: skip
"""Force: a king that you do not need makes your opponent spend the only trump."""

THROW_IN: Final = Hand(
    goal="You have 54 and need 12. Your opponent's K♥ and J♥ lie between A♥ and Q♥, and your 10♦ waits for K♦. "
    "Make your opponent lead.",
    case=_case(
        "H", "JS AH QH TD QD AC", "TS KH JH 9H AD KD", (54, 35), (4, 2),
        "QS TH 9S 9C QC TC JC KC 9D JD KS AS",
    ),
    steps=(
        Step(
            ask="Hearts and diamonds are better led by your opponent. What do you lead?",
            right=("JS",),
            replies=("TS", "AD"),
            say="10♠ had to take your jack. What is left over there runs into your ace, your queen and your ten.",
            wrong={
                "TD": Wrong("A♦ takes the ten: 56. 10♠ and your jack make 68.", ("AD", "TS", "JS", "!")),
                "QD": Wrong(
                    "K♦ takes the queen, 10♠ the jack, and A♦ the ten that is now alone: 75.",
                    ("KD", "TS", "JS", "AD", "TD", "!"),
                ),
                "AH": Wrong(
                    "9♥ is all that falls, and you have 65, one short. K♥ takes your queen, and "
                    "what follows brings your opponent to 66.",
                    ("9H", "QH", "KH", "JH", "JS", "TS", "TD", "!"),
                ),
                "QH": Wrong(
                    "K♥ takes the queen, and 9♥ makes you spend the ace: 65. Then the lead is yours and no lead is "
                    "good.",
                    ("KH", "9H", "AH", "JS", "TS", "JH", "TD", "!"),
                ),
                "AC": Wrong(
                    "Your opponent has no club and must trump: K♥ takes 11 points. Then 10♠ and A♦ take the rest.",
                    ("KH", "TS", "JS", "AD", "TD", "!"),
                ),
            },
        ),
        Step(
            ask="A♦ is led. The ten and the queen may both be played to it.",
            right=("QD",),
            replies=("KD",),
            say="61 for your opponent, who had to lead once more.",
            wrong={
                "TD": Wrong("A♦ and your ten are 21 points: 68, and your opponent is out.", ("!",)),
            },
        ),
        Step(
            ask="K♦ is led. (With any heart instead, A♥ or Q♥ would have been waiting.)",
            right=("TD",),
            say="The king had to be led into your ten: 68.",
        ),
        Step(
            ask="Count, then choose.",
            right=("!",),
            say="Your opponent stopped at 61.",
            other=ENOUGH,
        ),
    ),
)  # fmt: skip
"""Throw in: a jack given away, and your opponent must lead into your tens."""

DUCK: Final = Hand(
    goal="You have 48 and need 18. A♣ is the highest trump and 9♣ the lowest; your opponent has the two between. Win.",
    case=_case(
        "C", "9S AH AC 9C", "AS TS KC QC", (48, 42), (3, 5),
        "KD TD 9H QS 9D JC QD AD JD TC JH QH KS JS KH TH",
    ),
    steps=(
        Step(
            ask="A♣ can win one trick, now or later. What do you lead?",
            right=("9C",),
            replies=("KC", "QC"),
            say="You gave away 4 points and kept the ace. Whatever is led, A♣ takes the lead back in time.",
            wrong={
                "AC": Wrong(
                    "You have 63, but the queen stayed. When your nine draws it, the lead goes with it, "
                    "and the spades take the rest: 63 to 87.",
                    ("KC", "9C", "QC", "AS", "9S", "TS", "AH"),
                ),
                "AH": Wrong(
                    "Your opponent has no heart and must trump: 57 with K♣, and A♠ makes 68.", ("KC", "AS", "9S", "!")
                ),
                "9S": Wrong(
                    "A♠ takes it, and K♣ brings down your ace. Q♣ takes your nine, and the last spade your A♥.",
                    ("AS", "KC", "AC", "9C", "QC", "TS", "AH"),
                ),
            },
        ),
        Step(
            ask="Q♣ is led. (Had spades been led, 9♠ would have gone to the first, and A♣ taken the second.)",
            right=("AC",),
            say="62. The ace caught the lead, and both trumps of your opponent are gone.",
        ),
        Step(
            ask="Nobody has a trump now. Which ace or nine?",
            right=("AH",),
            replies=("TS",),
            say="83: there is no heart to follow and no trump to take it.",
            wrong={
                "9S": Wrong(
                    "Your opponent takes the nine and then your ace, with the last trick: 62 to 88.",
                    ("AS", "TS", "AH"),
                ),
                "!": Wrong("You have 62, four short. A♥ could not have lost."),
            },
        ),
        Step(
            ask="Count, then choose.",
            right=("!",),
            say="The 4 points that you gave away bought the rest.",
            other=ENOUGH,
        ),
    ),
)  # fmt: skip
"""Duck: the low trump is led and the ace kept, which catches the lead when it is needed."""

SQUEEZE: Final = Hand(
    goal="You have 52, your opponent 30. Your opponent's tens are above your king and your queen. Win.",
    case=_case(
        "S", "KS KH 9D QC", "TH QH TC KC", (52, 30), (5, 3),
        "9H AS JS 9C QD JH AH JD AC QS JC KD TS 9S TD AD",
    ),
    steps=(
        Step(
            ask="Your opponent's hearts and clubs have two jobs in each suit: to beat your card, and to make you spend "
            "your trump. What do you lead?",
            right=("9D",),
            replies=("QH",),
            say="No diamond and no trump: a card had to be thrown, and each of the four was needed.",
            wrong={
                "KS": Wrong(
                    "Your trump is gone, so Q♥ has no job any more and can be thrown. 59 to 71.",
                    ("QH", "KH", "TH", "TC", "QC", "KC", "9D"),
                ),
                "KH": Wrong(
                    "10♥ takes the king, and Q♥ draws your trump. The last trick goes to 10♣: 63 to 67.",
                    ("TH", "QH", "KS", "9D", "KC", "QC", "TC"),
                ),
                "QC": Wrong(
                    "10♣ takes the queen, and K♣ draws your trump. The hearts take the rest: 60 to 70.",
                    ("TC", "KC", "KS", "KH", "TH", "QH", "9D"),
                ),
            },
        ),
        Step(
            ask="Q♥ was thrown, so 10♥ stands alone. You have 55.",
            right=("KH",),
            replies=("TH", "TC"),
            say="10♥ had to take it, and no heart is left to draw your trump.",
            wrong={
                "KS": Wrong(
                    "Your trump is spent, and the last two tricks are your opponent's: 63 to 67.",
                    ("KC", "KH", "TH", "TC", "QC"),
                ),
                "QC": Wrong(
                    "Clubs are the suit in which both jobs are still filled: 10♣ takes it, K♣ draws your trump. "
                    "10♥ makes the last trick, and again it is 63 to 67.",
                    ("TC", "KC", "KS", "KH", "TH"),
                ),
            },
        ),
        Step(
            ask="10♣ is led. It takes your queen.",
            right=("QC",),
            replies=("KC",),
            say="57 for your opponent. One trick is left, and so is your trump.",
        ),
        Step(
            ask="K♣ is led, your last card is a trump, and the last trick adds 10.",
            right=("KS",),
            say="Had K♣ been thrown in place of Q♥, you would have led Q♣: the same with the suits exchanged.",
        ),
    ),
)  # fmt: skip
"""Squeeze: a worthless nine makes your opponent give up one of two pairs, each of which was needed whole."""

MARRIAGE: Final = Hand(
    goal="In this hand marriages may be announced to the last lead. You have 5, your opponent 44. Win.",
    case=_case(
        "H", "AS TH KH QH AC TC", "AH JH AD TD KD KC", (5, 44), (2, 4),
        "JC QC QD 9H KS TS 9D JD JS QS 9C 9S",
        rules={"marriages": "always"}, to_move=0, led="KD",
    ),
    steps=(
        Step(
            ask="K♦ is led. You have no diamond and must trump. With which trump?",
            right=("TH",),
            say="19, the lead is yours, and king and queen are still together.",
            wrong={
                "QH": Wrong(
                    "Any trump takes the trick, and the queen costs least. But with the king it was worth 40. This way "
                    "your opponent is out with 78, and you have 42.",
                    ("TH", "AH", "AD", "KH", "AC", "KC", "AS", "JH", "!"),
                ),
                "KH": Wrong(
                    "The ten is saved, for A♥ to take. Without the king there is no marriage, and your trumps alone "
                    "are not enough.",
                    ("TH", "AH", "AD", "QH", "AC", "KC", "AS", "JH", "!"),
                ),
            },
        ),
        Step(
            ask="You have 19 and a marriage in trumps, and A♣ is sure: K♣ must follow.",
            right=("AC", "TC"),
            replies=("KC",),
            say="K♣ had to follow. With 40 more that is enough.",
            wrong={
                "KH": Wrong(
                    "Led without announcing, the king is worth 4 points. A♥ takes it.",
                    ("AH", "AD", "QH", "AS", "JH", "!"),
                ),
                "QH": Wrong(
                    "You led the queen and said nothing: the 40 points are gone with it. A♥ takes the trick.",
                    ("AH", "AD", "KH", "AS", "JH", "!"),
                ),
                "AS": Wrong(
                    "Your opponent has no spade and must trump: A♥ makes 66 before you have announced anything.",
                    ("AH", "!"),
                ),
            },
            other="Announcing at once wins as well. This hand takes the sure trick first: then the marriage "
            "ends the deal.",
        ),
        Step(
            ask="You have the lead, and the marriage is whole.",
            right=("*H",),
            say="40 points for king and queen of trumps, and that is more than enough.",
            wrong={
                "TC": Wrong(
                    "Your opponent has no club any more and must trump. Then A♥ breaks the marriage.",
                    ("JH", "AH", "KH", "!"),
                ),
                "AC": Wrong(
                    "Your opponent has no club any more and must trump, even an ace. Then A♥ breaks the marriage.",
                    ("JH", "AH", "KH", "!"),
                ),
                "AS": Wrong("A♥ trumps the ace: 66, and the marriage was never announced.", ("AH", "!")),
                "KH": Wrong(
                    "First announce, then lead. A♥ took the king, and a queen alone is worth 3.",
                    ("AH", "AD", "QH", "AS", "JH", "!"),
                ),
                "QH": Wrong(
                    "First announce, then lead. A♥ took the queen, and a king alone is worth 4.",
                    ("AH", "AD", "KH", "AS", "JH", "!"),
                ),
            },
        ),
        Step(
            ask="After announcing you need not lead first.",
            right=("!",),
            say="The ten was worth less than what it protected.",
            other=ENOUGH,
        ),
    ),
)  # fmt: skip
"""Keep the marriage: the ten takes the trick where the queen would do, under rules with marriages to the end."""


def _which(position: Position, answers: dict[str, str]) -> Question:
    """Ask which card wins; the answers are cards with their explanation, and the solver says which one is right."""
    worths = worth_of_cards(position)
    options = tuple(Option(str(card), answers[card.code], right=worth > 0) for card, worth in worths.items())
    theirs = ", ".join(map(str, position.hand(1)))
    mine, other = position.points(0), position.points(1)
    return Question(
        f"Your opponent has {theirs}. You have {mine} points, your opponent {other}. Which card do you lead?",
        options,
        cards=tuple(card.code for card in worths),
        trump=position.trump.value,
        note="The last three tricks, and the last one adds 10.",
    )  # fmt: skip


THREE_CARDS: Final[dict[str, Position]] = {
    "pull": Position.from_dict(_case(
        "S", "KS TH QC", "QS AC TC", (40, 39), (5, 4), "9H 9D QD KD JD TD JH QH 9C KH JC KC JS AS AH TS AD 9S"
    )),
    "force": Position.from_dict(_case(
        "D", "AS QS 9D", "KH TD QC", (44, 45), (5, 4), "JC KC 9H KS JS TS QH AH JH TH 9S 9C QD AD TC AC JD KD"
    )),
    "throw in": Position.from_dict(_case(
        "C", "TS JS 9H", "AS QS AH", (63, 20), (5, 4), "KS JC 9S KH 9D QH JH TH KD QC JD TD AC 9C AD QD TC KC"
    )),
    "duck": Position.from_dict(_case(
        "S", "AS 9S AC", "KS JS TD", (47, 55), (5, 4), "9H 9C KH TH QD KD 9D JD QC TC JH AH QH QS JC KC AD TS"
    )),
    "squeeze": Position.from_dict(_case(
        "H", "AS KS TD", "TS 9S AC", (28, 46), (4, 5), "9D JD QS 9H 9C QD JS QH QC KC JC TC AH KH TH JH KD AD"
    )),
}  # fmt: skip
"""Three cards each, one technique each: you lead, and one card wins."""

WHICH: Final[tuple[Question, ...]] = (
    _which(
        THREE_CARDS["force"],
        {
            "9D": "10♦ takes your trump, and K♥ then takes your ace: 70.",
            "AS": "10♦ must take it, and 21 points with it: your opponent is out at once.",
            "QS": "10♦ must take the queen. Your 9♦ then takes whatever is led next, and A♠ the last trick.",
        },
    ),
    _which(
        THREE_CARDS["duck"],
        {
            "AS": "K♠ falls, but J♠ stays. It takes your nine, and 10♦ your A♣ with the last trick: 62 to 88.",
            "9S": "Your opponent must beat it. A♠ takes the next trick whatever is led: 10♦ brings you 68 at "
            "once, and after the last trump A♣ is sure.",
            "AC": "Your opponent has no club and must trump: 15 points make 70.",
        },
    ),
    _which(
        THREE_CARDS["pull"],
        {
            "KS": "The only trump falls. Now 10♥ cannot be beaten, and with the card thrown to it you are out.",
            "TH": "Your opponent has no heart and must trump. A♣ follows: 66.",
            "QC": "A♣ takes it, and 10♣ draws your trump. Q♠ takes your ten: 54 to 76.",
        },
    ),
    _which(
        THREE_CARDS["squeeze"],
        {
            "AS": "9♠ falls. 10♠ takes your king, and A♣ the last trick: 39 to 91.",
            "KS": "10♠ takes the king. Your ace then falls on A♣: your opponent is out with 82, and you are under 33.",
            "TD": "No diamond and no trump, so a card must be thrown. A spade: then your ace and king both win. A♣: "
            "then K♠ goes to 10♠, and your ace takes the last trick.",
        },
    ),
    _which(
        THREE_CARDS["throw in"],
        {
            "TS": "A♠ takes the ten, and A♥ the last trick: 63 to 67.",
            "JS": "Q♠ takes the jack, A♠ your ten and A♥ the last trick: 63 to 67.",
            "9H": "A♥ must take it, and then only spades are left to lead. Your ten takes the queen, now or later.",
        },
    ),
)
"""Which card wins? Three cards each, one technique each."""
