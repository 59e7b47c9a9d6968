"""Lesson 02: the stock, the exchange, and why the last trick before it runs out may be worth losing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ..actions import ClaimOut, Exchange, Play
from ..cards import Card, Suit
from ..guided import ENOUGH, Hand, Step, Wrong
from ..position import Position
from ..public import trick_winner
from ..rule_table import OUT
from ..solver.endgame import Search
from ..teach import Option, Question
from ..view import View

EXCHANGE_FIRST = Hand(
    goal="Make 66 and say out. The turn-up can help.",
    case={
        "dealer": 0,
        "trump": "C",
        "turn_up": "AC",
        "stock": ["JC", "9H", "KC", "TC", "AS"],
        "hand": ["9C", "QS", "KH", "JH", "QD", "9D"],
        "hand_known": ["KH"],
        "opponent": ["QC", "TS", "9S", "TH", "KD", "JD"],
        "to_move": 0,
        "points": [47, 14],
        "tricks": [2, 1],
        "played": ["TD", "AD", "QH", "AH", "JS", "KS"],
    },
    steps=(
        Step(
            ask="It is your lead. You have won a trick, and you hold 9♣, the lowest trump. What is first?",
            right=("x",),
            say="The ace of trumps is yours, the nine lies under the stock, and it cost you nothing.",
            wrong={
                "9D": Wrong(
                    "You may exchange only when you are to lead, and now your opponent leads: the "
                    "nine of trumps stands in for the ace.",
                    replies=("KD", "TS", "9C"),
                ),
                "QD": Wrong(
                    "The exchange is possible only when you are to lead. Your opponent takes this trick, and with it "
                    "your chance.",
                    replies=("KD",),
                ),
                "c": Wrong("Under these rules nobody exchanges once the stock is closed: A♣ stays where it is."),
            },
            refused={
                "9C": "9♣ may be worth more than a lead: the turn-up under the stock is A♣. Once led, it is gone."
            },
            other="Your opponent may take that card, and then you are no longer to lead. Is there something that only "
            "the player who is to lead may do?",
        ),
        Step(
            ask="Now you hold A♣, and you need 19 more. What do you lead?",
            right=("9D",),
            replies=("KD", "TS"),
            say="It cost you nothing, and your ace is still waiting for something better.",
            wrong={
                "AC": Wrong(
                    "Nothing beats it, but it gathers only what your opponent cares to give: a nine. You have 58, and "
                    "your best card is gone.",
                    replies=("9S",),
                ),
                "KH": Wrong(
                    "A♥ has been played, but 10♥ has not, and it is above the king. Your opponent had it.",
                    replies=("TH",),
                ),
            },
            refused={
                "c": "Whoever closes has to come to 66. You have 47, and A♣ is your only card that is sure of a trick. "
                "What closing is for comes in lesson 05.",
            },
            other="Your opponent has a card that takes it, and the points on yours are gone. How little can you lose?",
        ),
        Step(
            ask="A ten of another suit: what have you been waiting for?",
            right=("AC",),
            say="That makes 68. The nine of trumps would have brought 10 points and made 57, 9 too few.",
            wrong={
                "QS": Wrong(
                    "The ten is above the queen: your opponent takes 13 points, and your ace of trumps looks on. "
                    "With the lead comes a marriage in trumps.",
                    replies=("*C", "!"),
                ),
                "KH": Wrong(
                    "A card of another suit takes nothing unless it is a trump. Your opponent gets 14 points, draws K♣ "
                    "and has a marriage in trumps.",
                    replies=("*C", "!"),
                ),
            },
            other="That does not take 10♠, and it is a trick worth taking.",
        ),
        Step(
            ask="You have 68 points and the lead.",
            right=("!",),
            say="That ends the deal.",
            other=ENOUGH,
        ),
    ),
)
"""The exchange comes first; the ace it brings takes a ten, where the nine would not have been enough."""

LOSE_TRICK_SIX = Hand(
    goal="This is trick six. Win the deal.",
    case={
        "dealer": 1,
        "trump": "H",
        "turn_up": "AH",
        "stock": ["KC"],
        "hand": ["QS", "KH", "JH", "9H", "TD", "QC"],
        "opponent": ["AS", "TS", "KS", "QH", "JD", "9D"],
        "to_move": 0,
        "led": "9D",
        "points": [35, 38],
        "tricks": [2, 3],
        "played": ["QD", "TH", "9S", "JS", "9C", "TC", "JC", "AC", "KD", "AD"],
        "log": ["19D"],
    },
    steps=(
        Step(
            ask="Your opponent led 9♦. One card lies face down, and under it A♥, the ace of trumps. Whoever takes "
            "this trick draws the face-down card; whoever loses it gets the ace.",
            right=("QS",),
            replies=("AS",),
            say="You gave away 3 points, and you draw A♥.",
            wrong={
                "TD": Wrong(
                    "10 points, and 45 in all: it looks like a bargain. But your opponent gets the ace of trumps. "
                    "Even your best lead is not enough now.",
                    replies=("KH", "AH", "AS", "QS", "!"),
                ),
                "9H": Wrong(
                    "You spend a trump on a trick worth nothing, and your opponent gets the ace of trumps for it. "
                    "10♦ comes home, and still it is not enough.",
                    replies=("TD", "JD", "KH", "AH", "AS", "QS", "!"),
                ),
                "JH": Wrong(
                    "2 points, all of them your own, and your opponent gets the best trump of all.",
                    replies=("KH", "AH", "QH", "9H", "AS", "QS", "!"),
                ),
                "KH": Wrong(
                    "The king of trumps for a nine, and your opponent gets the ace that is above it. That ace "
                    "takes your jack, and the queen takes your last trump.",
                    replies=("JH", "AH", "QH", "9H", "AS", "QS", "!"),
                ),
            },
            other="Q♣ loses the trick just as well. This hand goes on with the other queen: then you have no spade "
            "left, and your trumps can take the high ones.",
        ),
        Step(
            ask="You have no spade, so now you must trump. Which trump?",
            right=("9H",),
            say="The lowest was enough: 46.",
            other="That takes it as well. But 9♥ is enough, and your high trumps have work to do.",
        ),
        Step(
            ask="Your opponent holds the five cards you have not seen: 10♠, K♠, Q♥, J♦ and K♣. Which lead takes the "
            "last trump away?",
            right=("AH",),
            replies=("QH",),
            say="Your opponent had to follow suit. You have 60, and nobody else has a trump.",
            wrong={"!": Wrong("46 are 20 short, and a wrong claim ends the deal.")},
            other="You could still win with it. But the ace first is the safe way: then no trump can hurt you.",
        ),
        Step(
            ask="Six more, and no card of your opponent's beats a trump or your ten of diamonds.",
            right=("KH", "TD"),
            replies=("JD",),
            say="That is enough.",
            wrong={"!": Wrong("60 are 6 short, and a wrong claim ends the deal. Take one more trick first.")},
            refused={"JH": "Nothing beats J♥ now, but it brings 2 points and what is thrown on it: perhaps 4 in all."},
            other="Your opponent's K♣ takes that. Which card cannot lose, and brings six with whatever falls?",
        ),
        Step(
            ask="You have 66 and the lead.",
            right=("!",),
            say="A trick you lost on purpose won the deal.",
            other=ENOUGH,
        ),
    ),
)
"""The sixth trick of deal 1169: who takes it loses the deal, who loses it draws the ace of trumps and wins."""


def worth_by_hidden_card(position: Position) -> dict[Card, dict[Card, int]]:
    """Return what each reply to trick six is worth, for each card that may be the last one face down.

    The seat to move sees its own cards only; once the trick is over both hands are known, and both play their best.
    The numbers are game points, below 0 if they go to the opponent.

    >>> worth = worth_by_hidden_card(LOSE_TRICK_SIX.start)
    >>> list(worth[Card("TD")].values())
    [-1, -1, -1, -1, -1, -1]
    """
    view = position.view(position.turn)
    worth: dict[Card, dict[Card, int]] = {card: {} for card in view.own}
    for face_down in sorted(view.unseen):
        theirs = tuple(sorted(view.unseen - {face_down}))
        hands = (view.own, theirs) if view.seat == 0 else (theirs, view.own)
        layout = replace(position, hands=hands, stock=(face_down,))
        for card in view.own:
            after = layout.apply(Play(card))
            search = Search(after.view(after.turn), limit=1_000_000)
            best = max(search.values(after.hand(1 - after.turn)).values())
            out = after.apply(ClaimOut()).result if after.points(after.turn) >= OUT else None
            best = max(best, out.game_points[after.turn]) if out else best
            worth[card][face_down] = best if after.turn == view.seat else -best
    return worth


def turn_up_question(led: str, played: str, *, trump: str, turn_up: str) -> Question:
    """Ask who gets the turn-up after trick six; the answer comes from the rules.

    >>> turn_up_question("KD", "AD", trump="S", turn_up="TS").options[1].right
    True
    """
    first, second, last = Card(led), Card(played), Card(turn_up)
    you_take = trick_winner(((1, first), (0, second)), Suit.parse(trump)) == 0
    if you_take:
        you = f"{second} takes the trick, so you draw first, and that is the last card face down."
        other = f"You take the trick and draw the last card face down. {last} is left for your opponent."
    else:
        you = f"You lose the trick, so you draw second, and the second card is {last}."
        other = f"{first} keeps the trick. Your opponent draws the last card face down, and {last} is left for you."
    return Question(
        f"Trick six. Your opponent leads {first}, you play {second}. The turn-up is {last}. Who gets it?",
        (Option("You", you, right=not you_take), Option("Your opponent", other, right=you_take)),
        cards=(led, played),
        trump=trump,
    )


WHO_GETS_IT = (
    turn_up_question("KD", "AD", trump="S", turn_up="TS"),
    turn_up_question("KD", "9C", trump="S", turn_up="TS"),
    turn_up_question("QH", "JC", trump="C", turn_up="AC"),
    Question(
        "How many tricks are played before the stock is used up?",
        (
            Option("6", "Twelve cards, two for each trick.", right=True),
            Option("11", "Eleven cards lie face down, and the turn-up is drawn as well. Each trick takes two."),
            Option("12", "Twelve cards, the turn-up included. But after each trick both of you draw one."),
        ),
    ),
    Question(
        "You have just lost a trick. Who draws first?",
        (
            Option("You", "The loser of a trick draws second. The winner draws first and leads next."),
            Option("Your opponent", "The winner draws first, then the loser, and the winner leads.", right=True),
        ),
    ),
)
"""Who draws what."""

_EARLY = ["QS", "AS", "KC", "JC"]
_LATE = ["QS", "AS", "KC", "JC", "TD", "QD", "JH", "KH", "9C", "QC"]
EXCHANGE_CASES: Final[tuple[Mapping[str, Any], ...]] = (
    {"stock": 7, "hand": ["9H", "AD", "KS", "JS", "JD", "TC"], "played": _EARLY, "points": [14, 6], "tricks": [1, 1]},
    {"stock": 11, "hand": ["9H", "AD", "KS", "JS", "JD", "TC"]},
    {
        "stock": 7,
        "hand": ["9H", "AD", "KS", "JS", "JD", "TC"],
        "played": _EARLY,
        "points": [14, 6],
        "tricks": [1, 1],
        "led": "9S",
    },
    {"stock": 7, "hand": ["JH", "AD", "KS", "JS", "JD", "TC"], "played": _EARLY, "points": [14, 6], "tricks": [1, 1]},
    {
        "stock": 7,
        "hand": ["9H", "AD", "KS", "JS", "JD", "TC"],
        "played": _EARLY,
        "points": [14, 6],
        "tricks": [1, 1],
        "closed_by": 1,
    },
    {"stock": 1, "hand": ["9H", "AD", "KS", "JS", "JD", "TC"], "played": _LATE, "points": [14, 28], "tricks": [1, 4]},
)
"""Six moments, as case data of what you know; trumps are hearts and the turn-up is 10♥."""


def exchange_question(number: int, tells: str, yes: str, no: str) -> Question:
    """Ask whether you may exchange in one of `EXCHANGE_CASES`; the rules decide which answer is right."""
    view = View.from_dict({"trump": "H", "turn_up": "TH", "to_move": 0, **EXCHANGE_CASES[number]})
    may = view.why_illegal(Exchange()) is None
    return Question(
        f"{tells} May you exchange?",
        (Option("Yes", yes, right=may), Option("No", no, right=not may)),
        cards=tuple(card.code for card in view.own),
        trump="H",
        note="The cards are your hand. The turn-up is 10♥.",
    )


MAY_I_EXCHANGE = (
    exchange_question(
        0,
        "It is your lead, you have won one trick, and seven cards lie face down.",
        "You are to lead, you have a trick, the stock is open and you hold 9♥.",
        "Check the four conditions: your lead, a trick won, the stock open, 9♥ in hand. All of them hold.",
    ),
    exchange_question(
        1,
        "It is the first lead of the deal, and it is yours.",
        "Nobody has won a trick yet, and you need one before you may exchange.",
        "You are to lead and you hold 9♥, but you have not won a trick.",
    ),
    exchange_question(
        2,
        "Your opponent has led 9♠, and you have won one trick.",
        "The exchange is for the player who is to lead, and a card has been led already.",
        "You exchange when you are to lead, not when you follow. Take this trick, and you may.",
    ),
    exchange_question(
        3,
        "It is your lead, you have won one trick, and the stock is open.",
        "The jack is low, but the exchange is for the lowest trump alone, and that is 9♥.",
        "Only 9♥ may be exchanged, and you do not hold it.",
    ),
    exchange_question(
        4,
        "It is your lead, you have won one trick, but your opponent has closed the stock.",
        "A closed stock is out of play, under these rules the turn-up too.",
        "Once the stock is closed, the turn-up stays where it is.",
    ),
    exchange_question(
        5,
        "It is your lead before trick six, you have won one trick, and one card lies face down.",
        "The stock is still open, so this is your last chance. After trick six there is no turn-up left.",
        "One card face down is enough: the stock is open until it has been drawn.",
    ),
)
"""Six times the question of the exchange."""
