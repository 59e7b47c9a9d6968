"""Lesson 00: the first hand, and a picture of the table with numbers on its parts."""

from ..guided import ENOUGH, Hand, Step, Wrong
from ..render import COLOURS, Svg, table_svg
from ..teach import Option, Question
from .lines import right_line

FIRST_HAND = Hand(
    goal="Make 66 card points, then say out.",
    case={
        "dealer": 0,
        "trump": "C",
        "turn_up": "9C",
        "stock": ["9S", "QD", "TS", "QH", "KS", "9H", "QS", "AH", "TD", "KD", "JC"],
        "hand": ["KC", "QC", "AS", "TH", "JH", "JD"],
        "opponent": ["AC", "TC", "AD", "9D", "KH", "JS"],
        "to_move": 0,
        "led": "KH",
        "points": [0, 0],
        "tricks": [0, 0],
        "log": ["1KH"],
    },
    steps=(
        Step(
            ask="Your opponent led K♥. The cards of a suit rank A 10 K Q J 9, and clubs are trumps. You may play any "
            "card: which one takes the king?",
            right=("TH",),
            say="The ten ranks above the king. Whoever takes a trick leads to the next.",
            wrong={
                "AS": Wrong(
                    "An ace, but a spade, and hearts were led. A card of another suit takes nothing unless it is a "
                    "trump, so your ace is lost as well."
                ),
                "JH": Wrong("J♥ is of the suit led, but it ranks below K♥: the order is A 10 K Q J 9."),
                "KC": Wrong(
                    "A trump takes it. But K♣ and Q♣ are worth more together than any trick here, and now they are "
                    "parted. You hold another card that takes K♥."
                ),
                "QC": Wrong(
                    "A trump takes it. But Q♣ and K♣ are worth more together than any trick here, and now they are "
                    "parted. A heart can do the same work."
                ),
            },
            other="J♦ is neither a heart nor a trump, so it cannot take K♥.",
        ),
        Step(
            ask="It is your lead, with 14 points. K♣ and Q♣ are a marriage: if you announce it before you lead one of "
            "the two, it brings 20 points, or 40 in trumps. What is first?",
            right=("*C",),
            say="40 at one stroke: you have 54.",
            wrong={
                "KC": Wrong(
                    "You led the king without a word. Once one of the two is gone, there is no marriage, and no 40 "
                    "points. Your queen takes an ace, and you come to 28 in place of 69.",
                    replies=("AC", "AD", "QC"),
                ),
                "QC": Wrong(
                    "You led the queen without a word. A marriage must be announced first: 40 points are gone. "
                    "The next trick is yours all the same, and you come to 29 in place of 69.",
                    replies=("AC", "AD", "KC"),
                ),
                "AS": Wrong(
                    "A♠ is the highest spade, but no trump, and your opponent is free to play one. Now you have lost "
                    "the ace and the lead, and nobody announces without the lead.",
                    replies=("TC",),
                ),
                "!": Wrong("Saying out ends the deal, right or wrong. You had 14, and 66 are needed."),
            },
            refused={
                "c": "Under these rules nobody announces a marriage once the stock is closed. What closing is for "
                "comes in lesson 05.",
            },
            other="Your opponent may take that card, and a marriage can be announced only while the lead is yours.",
        ),
        Step(
            ask="Now lead one of the two. Your opponent may take it: which one would you rather lose?",
            right=("QC",),
            replies=("AC", "AD"),
            say="A♣ and 10♣ are the only cards that take your queen, and your opponent had both. You need 12 more.",
            wrong={
                "!": Wrong("54 is close, but 12 short, and saying out ends the deal, right or wrong."),
                "c": Wrong(
                    "Closing the stock ends the drawing, and whoever closes must come to 66 or pay for it. That is "
                    "lesson 05; here you do not need it."
                ),
            },
            other="Only A♣ and 10♣ take either of them, so the one you keep is as strong either way. But the king is "
            "worth 4 points and the queen 3.",
        ),
        Step(
            ask="No diamond takes the ace of diamonds. What does?",
            right=("KC",),
            say="Any trump takes any card of another suit. You have 69.",
            wrong={
                "AS": Wrong(
                    "Two aces, but diamonds were led. Your spade takes nothing, and your opponent gets 22 points."
                ),
                "JD": Wrong(
                    "While the stock is open you may follow suit, but you need not. This way your opponent gets 13 "
                    "points that you could have taken."
                ),
            },
            other="That card takes nothing here: it is neither a diamond above the ace nor a trump.",
        ),
        Step(
            ask="You have 69 points and the lead, and 66 are enough. Say out, or play on for more?",
            right=("!",),
            say="That ends the deal.",
            wrong={
                "AS": Wrong(
                    "That makes 35 for your opponent. You may say out only when you are on lead, and against 33 or "
                    "more your win is worth 1 game point instead of 2.",
                    replies=("TC",),
                ),
            },
            other=ENOUGH,
        ),
    ),
)
"""A whole deal from its first trick, won by saying out after five decisions."""

_PARTS = ((176, 46), (150, 186), (216, 168), (546, 146), (62, 288), (604, 372))
"""Where the numbers stand on the picture."""


QUICK: tuple[Question, ...] = (
    Question(
        "Your opponent leads A♦, and clubs are trumps. Which of your cards takes it?",
        (
            Option("A♠", "An ace of another suit takes nothing: it must be the suit led, or a trump."),
            Option("K♣", "Any trump takes a card that is no trump.", right=True),
            Option("J♦", "The jack is of the suit led, but it ranks below the ace: A 10 K Q J 9."),
        ),
        cards=("AD",),
        trump="C",
    ),
    Question(
        "You hold K♥ and Q♥, you are to lead, and the stock is open. How do you get 20 points for them?",
        (
            Option("Lead K♥, and Q♥ later", "Led without a word they are two cards worth 4 and 3 points."),
            Option(
                "Choose Marriage, then lead one of them",
                "It is announced first, then one of the two is led.",
                right=True,
            ),
            Option(
                "Wait until the stock is used up", "Under these rules a marriage is announced while the stock is open."
            ),
        ),
        cards=("KH", "QH"),
    ),
    Question(
        "You have 54 card points and are to lead after winning a trick. What happens if you choose I am out?",
        (
            Option("The table refuses", "You may say out on lead after winning a trick, whether it is true or not."),
            Option("The deal goes on", "A claim ends the deal at once, right or wrong."),
            Option("Your opponent scores", "54 is 12 short of 66, so the claim is wrong and costs 2 or 3.", right=True),
        ),
    ),
)


def numbered_table() -> Svg:
    """Draw the table in the middle of the first hand, with a number on each of its parts.

    >>> numbered_table()
    <picture: table with numbered parts>
    """
    position = right_line(FIRST_HAND, steps=3)[-1]
    badges = "".join(_badge(x, y, number) for number, (x, y) in enumerate(_PARTS, 1))
    drawing = str(table_svg(position.view(0)))
    return Svg(drawing.replace("</g></svg>", f"{badges}</g></svg>"), "table with numbered parts")


def _badge(x: int, y: int, number: int) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="12" fill="{COLOURS.gold}"/><text x="{x}" y="{y + 5}" font-size="15" '
        f'font-weight="600" text-anchor="middle" fill="{COLOURS.gold_ink}">{number}</text>'
    )
