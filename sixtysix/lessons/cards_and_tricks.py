"""Lesson 01: who takes a trick, what it is worth, and a hand in which both matter."""

from ..cards import Card, Rank, Suit, card_points
from ..guided import Hand, Step, Wrong
from ..public import trick_winner
from ..render import Svg, cards_svg
from ..teach import Option, Question

ORDER = " ".join(rank.label for rank in Rank)
"""The ranks of a suit, the highest first."""


def trick_question(trump: str, led: str, played: str, *, you_lead: bool = False) -> Question:
    """Ask who takes a trick; the answer and its reason come from the rules.

    >>> trick_question("S", "KH", "TH").options[0].feedback
    'The order is A 10 K Q J 9: 10♥ is above K♥. You take 14 points.'
    """
    first, second, suit = Card(led), Card(played), Suit.parse(trump)
    taken = trick_winner(((0, first), (1, second)), suit) == int(not you_lead)
    winner, loser = (second, first) if second.beats(first, suit) else (first, second)
    who = "You take" if taken else "Your opponent takes"
    points = card_points((first, second))
    right = f"{_reason(winner, loser, suit)} {who} {points} points."
    wrong = _mistake(winner, loser, suit)
    ask = (
        f"You lead {first}, your opponent plays {second}. Who takes the trick?"
        if you_lead
        else f"Your opponent leads {first}, you play {second}. Who takes the trick?"
    )
    return Question(
        ask,
        (
            Option("You", right if taken else wrong, right=taken),
            Option("Your opponent", wrong if taken else right, right=not taken),
        ),
        cards=(led, played),
        trump=trump,
    )


def _reason(winner: Card, loser: Card, trump: Suit) -> str:
    """Say why one card takes the other."""
    if winner.suit is loser.suit:
        return f"The order is {ORDER}: {winner} is above {loser}."
    if winner.suit is trump:
        return f"{winner} is a trump, and any trump takes any card of another suit."
    return f"{winner.suit.word.capitalize()} were led, and {loser} is neither a {winner.suit.word[:-1]} nor a trump."


def _mistake(winner: Card, loser: Card, trump: Suit) -> str:
    """Say what the other answer overlooks."""
    if winner.suit is loser.suit:
        return f"Both are {winner.suit.word}, so the rank decides. {ORDER}: {loser} comes after {winner}."
    high = loser.strength > winner.strength
    if winner.suit is trump:
        rank = f"{loser} ranks high among {loser.suit.word}, but any trump is" if high else "Any trump is"
        return f"{trump.word.capitalize()} are trumps. {rank} above every card of another suit."
    look = f"{loser} has the higher rank, but it is" if high else f"{loser} is"
    suit = winner.suit.word[:-1]
    return f"{look} of another suit and no trump. Only a higher {suit} or a trump takes {winner}."


TRICKS = (
    trick_question("S", "KH", "TH"),
    trick_question("S", "AD", "9S"),
    trick_question("H", "TC", "AS"),
    trick_question("D", "JC", "QC"),
    trick_question("C", "TC", "KC"),
    trick_question("H", "9D", "JD"),
    trick_question("S", "QS", "AH"),
    trick_question("D", "9C", "AH"),
    trick_question("C", "AS", "TS", you_lead=True),
    trick_question("H", "TD", "QH", you_lead=True),
    trick_question("S", "KD", "TD", you_lead=True),
    trick_question("D", "9S", "9C", you_lead=True),
)
"""Twelve tricks, mixed: same suit, trumps, and cards of another suit."""


def twelve_tricks() -> Svg:
    """Draw the twelve tricks, four in a row.

    >>> repr(twelve_tricks())[:45]
    '<picture: K♥ (1 led), 10♥ (trump is ♠), A♦ (2'
    """
    cards = [card for question in TRICKS for card in question.cards]
    labels = [
        label
        for number, question in enumerate(TRICKS, 1)
        for label in (f"{number} led", f"trump is {Suit.parse(question.trump or '')}")
    ]
    return cards_svg(cards, labels=labels, per_row=8, small=True)


WORTH = (
    Question(
        "What is this trick worth?",
        (
            Option("21", "11 for the ace and 10 for the ten.", right=True),
            Option("11", "11 is the ace alone. Both cards count for the player who takes the trick."),
            Option("20", "The ace is worth 11, one more than the ten."),
        ),
        cards=("AS", "TS"),
    ),
    Question(
        "And this one?",
        (
            Option("2", "2 for the jack and nothing for the nine.", right=True),
            Option("11", "The nine does not count as nine: its worth is 0."),
            Option("0", "The nine is worth 0, but the jack counts 2."),
        ),
        cards=("9C", "JC"),
    ),
    Question(
        "King and queen of one suit fall in the same trick. What is it worth?",
        (
            Option("7", "4 for the king and 3 for the queen.", right=True),
            Option("20", "20 is for one player who holds both and announces them. Here they only fall together."),
            Option("8", "The king is worth 4, the queen one less."),
        ),
        cards=("KD", "QD"),
    ),
    Question(
        "What is the most that a trick of two cards can be worth?",
        (
            Option(
                "22",
                "Two aces of different suits: 11 + 11. The one led takes the other, unless that is a trump.",
                right=True,
            ),
            Option("21", "An ace and a ten are 21. Two aces can fall together as well, when they are of two suits."),
            Option("15", "An ace and a king are 15. A ten in place of the king is worth more, and so is an ace."),
        ),
    ),
    Question(
        "What are the six cards of one suit worth together?",
        (
            Option("30", "11 + 10 + 4 + 3 + 2 + 0 = 30, so the whole pack holds 4 × 30 = 120.", right=True),
            Option("21", "That is the ace and the ten. King, queen and jack add 9 more."),
            Option("120", "That is the whole pack, four suits of this kind."),
        ),
        cards=("AH", "TH", "KH", "QH", "JH", "9H"),
    ),
)
"""Five sums."""

TAKE_THE_TENS = Hand(
    goal="Take both tens that your opponent leads, and waste nothing on the rest.",
    case={
        "dealer": 0,
        "trump": "S",
        "turn_up": "JS",
        "stock": ["9D", "KC", "9H", "JD", "QD", "TC", "AD", "9S", "AS", "TS", "AC"],
        "hand": ["QS", "AH", "QH", "JH", "KD", "9C"],
        "opponent": ["KS", "TH", "KH", "TD", "QC", "JC"],
        "to_move": 0,
        "led": "JC",
        "points": [0, 0],
        "tricks": [0, 0],
        "log": ["1JC"],
    },
    steps=(
        Step(
            ask="Your opponent led J♣, worth 2. You may play any card: the stock is open.",
            right=("9C",),
            replies=("TH",),
            say="2 points are not worth a good card. Your opponent leads again.",
            wrong={
                "QS": Wrong(
                    "The queen of trumps takes it, for 5 points in all. It was your only trump, though, "
                    "and later you will want it for a ten.",
                    replies=("9C", "QC", "TD", "9D"),
                ),
                "AH": Wrong(
                    "An ace, but of another suit: it takes nothing, and your opponent gets 13 points. Your "
                    "trump must do its work, and then nothing takes the other ten.",
                    replies=("TH", "QS", "9C", "QC", "TD", "JH"),
                ),
            },
            other="That card loses the trick too, and the points on it go to your opponent. How little can you lose?",
        ),
        Step(
            ask="A ten is worth a good card. Which?",
            right=("AH",),
            say="Only the ace is above the ten, and together they make 21.",
            wrong={
                "QS": Wrong(
                    "A trump takes the ten, for 13 points. But the ace would have taken it for 21, and kept your only "
                    "trump for a suit in which you have no ace.",
                    replies=("9H", "KH", "TD", "JH"),
                ),
                "JH": Wrong("Saving the ace costs 12 points here: the ten goes home. Aces are there to catch tens."),
                "QH": Wrong("The queen is far below the ten, and now your opponent has 13 points more."),
            },
            other="That card cannot take 10♥: it is neither a heart above the ten nor a trump.",
        ),
        Step(
            ask="It is your lead. You would like your opponent to lead the next ten as well.",
            right=("9H",),
            replies=("KH", "TD"),
            say="A nine costs nothing, and your opponent has the lead again.",
            wrong={
                "KD": Wrong(
                    "The king looks high, but in every suit both the ace and the ten are above it. Your opponent had "
                    "the ten.",
                    replies=("TD",),
                ),
                "QS": Wrong(
                    "A higher trump takes it, and it was your only one. It was needed for a ten.",
                    replies=("KS", "TD", "JH"),
                ),
            },
            refused={
                "c": "Whoever closes has to come to 66. You have 21, and not one of your cards is sure of a trick. "
                "What closing is for comes in lesson 05.",
            },
            other="If your opponent takes that card, the points on it are gone. How little can you lose?",
        ),
        Step(
            ask="This time you have no ace of the suit.",
            right=("QS",),
            say="13 points more: you have 34. One ace and one trump took both tens.",
            wrong={
                "KD": Wrong(
                    "This is the commonest mistake of all: the ten ranks above the king. Your opponent gets 14 points."
                ),
                "JH": Wrong("Let a trick go when it is worth little. This one held 10 points, and your jack's 2."),
            },
            other="That card cannot take 10♦. What takes a card of any other suit?",
        ),
    ),
)
"""Let a jack go, catch a ten with the ace, give up the lead for nothing, catch the other ten with a trump."""
