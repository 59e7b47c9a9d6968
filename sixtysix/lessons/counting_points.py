"""Lesson 10, counting points: a deal to count along, the sum of 120, and a hand with the points hidden."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..actions import Action, Announce, Exchange, Play
from ..cards import Card, Rank, card_points, in_words
from ..drill_tasks import TASKS
from ..guided import Hand, Step, Wrong
from ..position import Deal, Position
from ..public import Trick
from ..render.drawing import Svg
from ..render.tricks import tricks_svg
from ..rules import Rules
from ..teach import Option, Question
from .lines import line

if TYPE_CHECKING:
    import pandas as pd

ALONG_TOKENS: Final = "*H QH TH QS KS x JH AH JD TD KH 9S 9H KD 9D AD TS JS AC JC 9C TC KC QC QD AS"
"""How deal 518 was played, both seats, to its last trick."""
AHEAD_TOKENS: Final = "QD JH TS JD 9D JC QH TH x 9H QC KH KS TD KD TC 9C AC KC !"
"""How deal 2244 was played, both seats, until you said out."""
BEFORE_TOKENS: Final = "*H QH TH 9D KH 9H AH x KS AS JD"
"""How deal 1516 was played until the hand `BLIND` begins: four tricks and a lead."""


def along() -> list[Position]:
    """Return every position of deal 518 as it was played, oldest first.

    >>> along()[-1].points(0), along()[-1].points(1)
    (88, 62)
    """
    return line(Deal.random(Rules(), seed=518).start(), ALONG_TOKENS)


def ahead() -> list[Position]:
    """Return every position of deal 2244 as it was played, oldest first.

    >>> ahead()[-1].result.game_points
    (2, 0)
    """
    return line(Deal.random(Rules(), seed=2244).start(), AHEAD_TOKENS)


def before_blind() -> list[Position]:
    """Return every position of deal 1516 up to the start of the hand `BLIND`.

    >>> before_blind()[-1].hands == BLIND.start.hands
    True
    """
    return line(Deal.random(Rules(), seed=1516).start(), BEFORE_TOKENS)


def tricks_played(positions: Sequence[Position], first: int, last: int, caption: str | None = None) -> Svg:
    """Draw the tricks `first` to `last` of a deal, counted from 1, with what was announced, exchanged or closed.

    `positions` are all positions of the deal from its first lead; seat 0 is you. No points are shown.

    >>> tricks_played(along(), 2, 2)
    <picture: trump ♣; trick 2: your opponent led Q♠, you K♠, you took it>
    """
    notes: list[str] = []
    said: list[str] = []
    for before, after in pairwise(positions):
        action = after.log[-1][1]
        if isinstance(action, Play):
            if before.trick:
                notes.append(", ".join(said))
                said = []
        else:
            said.append(_note(before, action))
    tricks = [trick.cards for trick in positions[-1].finished_tricks()][first - 1 : last]
    trump = positions[0].trump
    return tricks_svg(tricks, trump=trump, notes=notes[first - 1 : last], first=first, caption=caption)


def _note(position: Position, action: Action) -> str:
    if isinstance(action, Announce):
        return f"marriage {action.suit}"
    if isinstance(action, Exchange):
        return f"exchange {position.rules.low_trump(position.trump)}"
    return str(action)


def trick_values() -> "pd.DataFrame":
    """Return what a trick of two cards is worth, a row and a column for each rank.

    >>> int(trick_values().loc["A", "10"])
    21
    """
    import pandas as pd

    ranks = [rank.label for rank in Rank]
    return pd.DataFrame([[one.points + two.points for two in Rank] for one in Rank], columns=ranks, index=ranks)


def _finished(positions: Sequence[Position]) -> list[tuple[Trick, Position]]:
    """Return each finished trick with the position right after it."""
    ends = [after for before, after in pairwise(positions) if sum(after.tricks) > sum(before.tricks)]
    return list(zip(positions[-1].finished_tricks(), ends, strict=True))


def check_sum(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return where the 120 card points are after each trick of a deal, marriages and the last ten left out.

    `positions` are all positions of the deal from its first lead; seat 0 is you. Columns: in your tricks, in your
    opponent's, in your hand, in all cards you do not hold that have not been played, and the sum.

    >>> list(check_sum(along())["sum"]) == [120] * 12
    True
    """
    import pandas as pd

    rows, tricks = [], [0, 0]
    for trick, after in _finished(positions):
        tricks[trick.winner] += card_points(card for _, card in trick.cards)
        hand = card_points(after.hand(0))
        turn_up = after.turn_up.points if after.turn_up else 0
        others = card_points(after.hand(1)) + card_points(after.stock) + turn_up
        rows.append((*tricks, hand, others, sum(tricks) + hand + others))
    columns = ["your tricks", "your opponent's tricks", "your hand", "other cards", "sum"]
    return pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(1, len(rows) + 1)).rename_axis(columns="after trick")


def at_most(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return after each trick but the last what your own count says of your opponent's.

    `positions` are as for `check_sum`. Columns: the card points of your tricks and of your hand, what your opponent can
    have at most (120 less both, and the marriages that count for your opponent), and what it has in truth.

    >>> [int(number) for number in at_most(ahead()).loc[9]]
    [66, 25, 29, 16]
    """
    import pandas as pd

    table, rows = check_sum(positions), []
    counts = zip(table["your tricks"], table["your opponent's tricks"], table["your hand"], strict=True)
    for (tricks, theirs, hand), (_, after) in zip(counts, _finished(positions), strict=True):
        if not any(after.hands):
            break
        marriages = after.points(1) - theirs
        rows.append((tricks, hand, 120 - tricks - hand + marriages, after.points(1)))
    columns = ["your tricks", "your hand", "your opponent at most", "in truth"]
    return pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(1, len(rows) + 1)).rename_axis(columns="after trick")


def slip(positions: Sequence[Position], forgotten: int) -> str:
    """Say what the check sum tells after a trick if its points were forgotten, beside what it tells if they were not.

    >>> print(slip(along(), 10).splitlines()[1])
    With trick 10 forgotten: yours 27, your opponent's 62, not yet played 21. Sum 110: 10 are missing.
    """
    row = check_sum(positions).loc[forgotten]
    mine, theirs, hand, others, total = (int(number) for number in row.to_numpy())
    trick = list(positions[-1].finished_tricks())[forgotten - 1]
    lost = card_points(card for _, card in trick.cards)
    wrong = (mine - lost, theirs) if trick.winner == 0 else (mine, theirs - lost)
    return "\n".join(
        [
            f"Rightly counted: yours {mine}, your opponent's {theirs}, not yet played {hand + others}. Sum {total}.",
            f"With trick {forgotten} forgotten: yours {wrong[0]}, your opponent's {wrong[1]}, "
            f"not yet played {hand + others}. Sum {total - lost}: {lost} are missing.",
        ]
    )


def levels(*drills: str) -> "pd.DataFrame":
    """Return what the levels of some drills ask, a column for each drill.

    >>> levels("my-points").loc[4, "my-points"]
    'once, at the end'
    """
    import pandas as pd

    table = pd.DataFrame({name: pd.Series(TASKS[name].levels) for name in drills}).fillna("")
    table.index = pd.RangeIndex(1, len(table) + 1)
    return table.rename_axis(columns="level")


AIMS: Final[dict[str, tuple[str, int]]] = {
    "card-value": ("the value of a card", 1),
    "trick-value": ("the value of a trick", 2),
    "my-points": ("your points, asked after every trick", 4),
    "both-points": ("both counts, asked after every trick", 6),
}
"""What a good record looks like, by drill: what is asked, and seconds for an answer once every answer is right."""


def aims() -> "pd.DataFrame":
    """Return `AIMS` as a table."""
    import pandas as pd

    rows = [(asked, "all", f"about {seconds}") for asked, seconds in AIMS.values()]
    table = pd.DataFrame(rows, index=list(AIMS), columns=["asked", "right", "seconds an answer"])
    return table.rename_axis(columns="drill")


_LATE: Final = "You had 66 at this lead, and more, and led on. Your opponent's 10♣ takes the trick"

BLIND: Final = Hand(
    name="10-blind",
    goal="The first four tricks are played: keep both counts. The table hides the points. Say out at the first lead "
    "at which you have 66.",
    case={
        "dealer": 1,
        "trump": "C",
        "turn_up": "9C",
        "stock": ["JH", "JS", "9S"],
        "hand": ["TS", "KD", "QD", "AC", "QC", "JC"],
        "hand_known": ["QC"],
        "opponent": ["QS", "AD", "TD", "JD", "TC", "KC"],
        "led": "JD",
        "points": [31, 32],
        "tricks": [1, 3],
        "played": ["QH", "TH", "9D", "KH", "9H", "AH", "KS", "AS"],
    },
    memory=True,
    steps=(
        Step(
            right=("JC",),
            say="Two jacks: a small trick, and the lead is yours.",
            wrong={
                "TS": Wrong(
                    "12 points given away for nothing. Your opponent closed at once, your marriage in ♦ could not "
                    "be announced any more, and you stayed at 31.",
                    ("c", "QS", "JS", "AD", "KD", "TD", "QD", "!"),
                ),
                "AC": Wrong(
                    "13 points, but A♣ was the only card of yours that beats 10♣. As the cards lie the deal is lost "
                    "now, even with the marriage in ♦."
                ),
            },
            other="That takes the trick too, but it spends a card that will be missed, or breaks up the marriage in ♦. "
            "A smaller one is enough.",
            ask="Your opponent leads J♦. How do you take this trick?",
        ),
        Step(
            right=("*D",),
            say="You have won a trick, so it counts at once. Add it now, not when the trick is over.",
            wrong={
                "!": Wrong("You have 35: 11 and 20 from trick 3, and 4 from two jacks. You claimed 31 points too few."),
                "c": Wrong(
                    "Once the stock is closed no marriage may be announced. You have 35 without those 20, and the "
                    "close fails."
                ),
                "KD": Wrong(
                    "You led a card of the marriage and did not announce it. The stock is used up after this trick: "
                    "those 20 points are gone for good."
                ),
            },
            other="This is the last lead with the stock open. What is not announced now can't be announced at all.",
            ask="One card is face down, and the turn-up. What do you do with this lead?",
        ),
        Step(
            right=("QD",),
            replies=("TD", "AD"),
            say="10♦ took your queen, so your opponent leads, and you drew the turn-up.",
            wrong={
                "!": Wrong(
                    "You have 55: 31, 4 and 20. The marriage in ♥ is in the 31 already; whoever adds it once more "
                    "believes in 75."
                ),
            },
            other="That wins as well, as the cards lie. Lead the cheaper card of the pair, so that the count stays "
            "the one of this hand.",
            ask="You may say out right after announcing. Have you 66?",
        ),
        Step(
            right=("KD",),
            replies=("9S",),
            say="A large trick for your opponent. Both counts matter from here.",
            ask="The stock is used up: you must follow suit, and K♦ is your only diamond. Add the trick.",
        ),
        Step(
            right=("TS",),
            say="You have the lead again.",
            ask="10♠ is your only spade, and nine and ten are a trick for you. Add it.",
        ),
        Step(
            right=("AC",),
            replies=("KC",),
            say="A♣ is the highest trump: this trick could not be lost.",
            wrong={
                "!": Wrong("One point too early. You have 65: 31, 4, 20 and 10."),
                "QC": Wrong(
                    "Your opponent takes the trick with 10♣ and has 73. A♣ would have brought your points first.",
                    ("TC", "!"),
                ),
                "9C": Wrong(
                    "You saved the ace, and 10♣ takes the nine: 10 points more for your opponent make 70.",
                    ("TC", "!"),
                ),
                "JH": Wrong(
                    "Your opponent has no heart and must trump, with 10♣: 72. The only sure trick in your hand was A♣.",
                    ("TC", "!"),
                ),
            },
            ask="Say out, or lead on?",
        ),
        Step(
            right=("!",),
            say="55, 10 and 15: said at the first lead at which it was true.",
            wrong={
                "QC": Wrong(f"{_LATE} and brings 73.", ("TC", "!")),
                "9C": Wrong(f"{_LATE} and brings 70.", ("TC", "!")),
                "JH": Wrong(f"{_LATE}: there is no heart in that hand. That makes 72.", ("TC", "!")),
            },
            ask="Say out, or lead on?",
        ),
    ),
)
"""Both counts with the points hidden: 65 at one lead, 80 at the next, and at the one after that it is too late."""


def _sum(cards: str) -> int:
    """Add up the card points of some cards."""
    return card_points(map(Card, cards.split()))


def _add(have: int, cards: str, wrong: dict[int, str], right: str) -> Question:
    """Ask for a total after a trick of yours; the wrong totals come with what they forget."""
    total = have + _sum(cards)
    answers = sorted([(total, right, True), *((number, why, False) for number, why in wrong.items())])
    options = tuple(Option(str(number), why, right=true) for number, why, true in answers)
    names = in_words(map(Card, cards.split()), "and")
    return Question(
        f"You have {have} and take {names}. What do you say to yourself?", options, cards=tuple(cards.split())
    )


COUNTS: Final[tuple[Question, ...]] = (
    _add(
        38,
        "TD AD",
        {
            48: "That adds the ten alone. Both cards of the trick are yours now.",
            49: "That adds the ace alone. Both cards of the trick are yours now.",
            58: "An ace is 11, not 10: the commonest slip there is.",
        },
        "38, and 21 for an ace with a ten.",
    ),
    Question(
        "At the opening lead you announced a marriage in ♦; trumps are ♥. You lost three tricks, and now you take "
        "J♣ and K♣. What have you?",
        (
            Option("6", "The pending 20 count with your first trick, and this is it."),
            Option("20", "The marriage counts now, but so does the trick."),
            Option("26", "6 for the trick, and the 20 that were waiting for it.", right=True),
            Option("46", "40 would be the marriage in trumps. Diamonds are not trumps here."),
        ),
        cards=("JC", "KC"),
    ),
    Question(
        "You have 47, and 20 of them are a marriage. Your opponent has 26, all in tricks. The cards not played yet are "
        "worth 67. Do the two counts agree with the check sum?",
        (
            Option("Yes", "27 in your tricks, 26 in your opponent's and 67 to come: 120.", right=True),
            Option("No, they are 20 too high", "47, 26 and 67 make 140, but a marriage is not among the 120."),
            Option("No, 20 are missing", "27, 26 and 67 make 120: nothing is missing."),
        ),
    ),
    Question(
        "Your tricks hold 41 card points, and your hand is A♠, 10♠ and K♥. Nobody has announced a marriage. What can "
        "your opponent have at most?",
        (
            Option("54", "120 less 41 and less the 25 in your hand.", right=True),
            Option("79", "That is 120 less your tricks. The 25 in your hand are not your opponent's either."),
            Option("65", "Nothing says that it must be under 66. Subtract what you have and what you hold from 120."),
        ),
        cards=("AS", "TS", "KH"),
    ),
    Question(
        "The stock is used up, and your opponent has 43. Can the next trick, which is not the last, bring your "
        "opponent to 66?",
        (
            Option("No", "A trick of two cards is worth 22 at most, two aces. 43 and 22 make 65.", right=True),
            Option("Yes, with an ace and a ten", "That is 21, and 43 and 21 make 64."),
            Option("Yes, with two aces", "That is 22, the most there is, and it makes 65."),
        ),
    ),
    Question(
        "The stock is used up. You have 64, your opponent 62, and the last two cards are Q♦ and A♠. You take them. "
        "What have you?",
        (
            Option("78", "64 and 14 for the cards. The last trick brings 10 more once the stock is used up."),
            Option("88", "64, 14 for the cards and 10 for the last trick.", right=True),
            Option("74", "64 and the ten for the last trick. The cards count too."),
        ),
        cards=("QD", "AS"),
    ),
)
"""Six totals and what follows from them."""
