"""Lesson 11, counting trumps and suits: a deal to follow, and two hands that look alike but for one trump."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ..cards import Card, Rank, hand_order, in_words
from ..counting import beats, unseen_by_suit
from ..drills import percent
from ..guided import Hand, Step, Wrong
from ..position import Deal, Position
from ..render.drawing import Svg
from ..render.seen import seen_svg
from ..rules import Rules
from ..teach import Option, Question
from ..view import View
from .lines import line

if TYPE_CHECKING:
    import pandas as pd

FOLLOWED_TOKENS: Final = "9H 9D x JH AS *C QC TC KH 9C TS JD QD KD AH TH JC QS 9S KS QH JS TD KC AD AC"
"""How deal 169 was played, both seats, to its last trick; your opponent leads first."""

_PACKETS: Final = ("KC JH JS", "{} AD 9S", "9C TH QS", "QC 9H JD", "KS TD TC QH QD JC KH AH 9D AS KD {}")
"""The pack of the two deals that look alike, in dealing order, with two cards to be put in."""
_ALIKE_TOKENS: Final = "KC {} x AD JH KS JS QC TC QS 9H QD TD 9D 9S AH QH"
"""How both were played for eight tricks; the first reply is one card here and the other there."""


def followed() -> list[Position]:
    """Return every position of deal 169 as it was played, oldest first.

    >>> followed()[-1].points(0), followed()[-1].points(1)
    (65, 85)
    """
    return line(Deal.random(Rules(), seed=169, dealer=0).start(), FOLLOWED_TOKENS)


def alike(trump_out: bool) -> list[Position]:
    """Return every position of one of the two deals that look alike, up to your lead to trick nine.

    With `trump_out` your opponent took the first trick with A♣ and still has 10♠, without it is the other way round.

    >>> [str(card) for card in alike(True)[-1].hand(1)], [str(card) for card in alike(False)[-1].hand(1)]
    (['10♠', 'K♦', 'J♦', 'J♣'], ['K♦', 'J♦', 'A♣', 'J♣'])
    """
    first, last = ("AC", "TS") if trump_out else ("TS", "AC")
    pack = " ".join(_PACKETS).format(first, last).split()
    return line(Deal.from_pack([Card(card) for card in pack], Rules(), 1).start(), _ALIKE_TOKENS.format(first))


def after_tricks(positions: Sequence[Position]) -> list[View]:
    """Return what seat 0 knows after each finished trick, the card drawn included.

    `positions` are all positions of a deal from its first lead.
    """
    ends = [after for before, after in pairwise(positions) if sum(after.tricks) > sum(before.tricks)]
    return [position.view(0) for position in ends]


def seen(positions: Sequence[Position], *tricks: int, caption: str | None = None) -> Svg:
    """Draw which cards you have seen after some tricks of a deal, three at most.

    >>> seen(followed(), 8)
    <picture: after trick 8: not seen ♠ J, ♥ none, ♦ A 10, ♣ none>
    """
    views = after_tricks(positions)
    return seen_svg(
        [views[trick - 1] for trick in tricks], [f"after trick {trick}" for trick in tricks], caption=caption
    )


def trump_count(positions: Sequence[Position]) -> "pd.DataFrame":
    """Return where the six trumps are after each trick of a deal, as far as seat 0 knows.

    Columns: in your hand, played, the turn-up, seen and with your opponent, and not seen. Each row adds up to six.

    >>> [int(number) for number in trump_count(followed()).loc[4]]
    [1, 1, 1, 1, 2]
    """
    import pandas as pd

    rows = []
    for view in after_tricks(positions):
        groups = (view.own, view.played, [view.turn_up] if view.turn_up else [], view.hand(1), view.unseen)
        rows.append([sum(card.suit is view.trump for card in cards) for cards in groups])
    columns = ["your hand", "played", "turn-up", "seen, with opponent", "not seen"]
    return pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(1, len(rows) + 1)).rename_axis(columns="after trick")


def to_remember(view: View) -> str:
    """Say what a counter keeps in mind: how many trumps are not seen, and which plain aces and tens.

    >>> to_remember(followed()[0].view(0))
    '4 trumps not seen; aces and tens not seen: A♥, 10♥, A♦, 10♦ and 10♣'
    """
    trumps = len(unseen_by_suit(view)[view.trump])
    high = [c for c in sorted(view.unseen) if c.suit is not view.trump and c.rank in (Rank.ACE, Rank.TEN)]
    return f"{trumps} trump{'s' * (trumps != 1)} not seen; aces and tens not seen: {in_words(high, 'and')}"


def leads(view: View) -> "pd.DataFrame":
    """Return for each card of your hand which higher cards of its suit are out, and how likely it is beaten if led.

    The probability is that of `counting.beats`: every layout is as likely as any other.

    >>> leads(alike(False)[-1].view(0)).loc["10♥", "beaten if led"]
    '0 %: impossible'
    """
    import pandas as pd

    rows = []
    out = (*view.unseen, *view.hand(1 - view.seat))
    cards = hand_order(view.own, view.trump)
    for card in cards:
        higher = sorted(one for one in out if one.suit is card.suit and one.strength > card.strength)
        rows.append((in_words(higher, "and") if higher else "none", percent(beats(view, card))))
    return pd.DataFrame(rows, index=list(map(str, cards)), columns=["higher ones out", "beaten if led"]).rename_axis(
        columns="card"
    )


def trumps_not_seen(view: View) -> str:
    """Name the trumps not seen in a view.

    >>> trumps_not_seen(alike(True)[-1].view(0)), trumps_not_seen(alike(False)[-1].view(0))
    ('10♠', 'no card')
    """
    return in_words(unseen_by_suit(view)[view.trump], "and")


def _alike_case(trump_out: bool) -> dict[str, Any]:
    position = alike(trump_out)[-1]
    return {
        "dealer": 1,
        "trump": position.trump.value,
        "hand": [card.code for card in position.hand(0)],
        "opponent": [card.code for card in position.hand(1)],
        "points": [position.points(0), position.points(1)],
        "tricks": list(position.tricks),
        "played": [card.code for card in position.played],
    }


_GOAL: Final = (
    "Eight tricks are played, and the stock is used up: you hold A♠, 10♥, K♥ and 9♣, and spades are trumps. "
    "Count the trumps that are out, then win the deal."
)

FIRST_DEAL: Final = Hand(
    name="11-first-deal",
    goal=_GOAL,
    case=_alike_case(True),
    steps=(
        Step(
            right=("AS",),
            replies=("TS",),
            say="That was the last trump out. No heart can beat yours, and now no trump can either.",
            wrong={
                "TH": Wrong(
                    "Five trumps are seen, and the sixth is 10♠. Your opponent has no heart and must trump: 20 points, "
                    "67 in all. You are under 33, so it costs 2.",
                    ("TS", "!"),
                ),
                "KH": Wrong(
                    "10♠ is out and takes the king. Your ace of trumps then falls on K♦, and the last ten goes to "
                    "your opponent: 73 against your 57.",
                    ("TS", "KD", "AS", "TH", "JD", "9C", "JC"),
                ),
                "9C": Wrong(
                    "You gave up the lead with a trump out. K♦ draws your ace of trumps, 10♠ takes your ten, and your "
                    "opponent has 69.",
                    ("JC", "KD", "AS", "TH", "TS", "!"),
                ),
            },
            other="Count first.",
            ask="How many trumps are out? Choose your lead by the answer.",
        ),
        Step(
            right=("TH", "KH"),
            replies=("JD",),
            say="Nothing in that hand beats a heart.",
            wrong={
                "9C": Wrong(
                    "Your hearts were sure, and you gave the lead away. Two diamonds take them and the last ten: "
                    "79 for your opponent.",
                    ("JC", "KD", "KH", "JD", "TH"),
                ),
            },
            other="That is not sure.",
            ask="Which tricks can you no longer lose?",
        ),
        Step(
            right=("KH", "TH"),
            replies=("JC",),
            say="30, 21, 12 and 6.",
            wrong={
                "9C": Wrong(
                    "You still had a sure heart. J♣ takes the nine, and K♦ takes the heart and the last ten.",
                    ("JC", "KD/KH", "KH/TH"),
                ),
            },
            other="That is not sure.",
            ask="On with what is sure. Count your points, too.",
        ),
        Step(
            right=("!",),
            say="The trump drawn, two sure hearts, 66 and more.",
            other="Count your points.",
            ask="Say out, or lead on?",
        ),
    ),
)
"""One trump is out: it is drawn before the hearts are cashed."""

SECOND_DEAL: Final = Hand(
    name="11-second-deal",
    goal=_GOAL,
    case=_alike_case(False),
    steps=(
        Step(
            right=("TH", "KH"),
            replies=("JD",),
            say="Nobody can trump, and nobody can beat a heart. Your own trump is still there.",
            wrong={
                "AS": Wrong(
                    "No trump was out: A♠ drew nothing. Without it your nine loses the last trick to A♣, with its ten. "
                    "63 against 67.",
                    ("JD", "TH", "JC", "KH", "KD", "9C", "AC"),
                ),
            },
            refused={
                "9C": "As the cards lie that wins as well. But it gives the lead away while you have tricks to take: "
                "begin with those.",
            },
            other="Count first.",
            ask="How many trumps are out? Choose your lead by the answer.",
        ),
        Step(
            right=("KH", "TH"),
            replies=("JC",),
            say="Your opponent keeps what is worth most.",
            wrong={
                "AS": Wrong(
                    "Your last trump for a jack. The nine will lose the last trick, and with it the ten.",
                    ("JC", "KH/TH", "KD", "9C", "AC"),
                ),
            },
            refused={
                "9C": "As the cards lie that wins as well. But one more trick is sure: take it before you give "
                "up the lead.",
            },
            other="Count first.",
            ask="And now?",
        ),
        Step(
            right=("9C",),
            replies=("AC", "KD"),
            say="A♣ had to take it. Whatever comes back, you have the trump.",
            wrong={
                "AS": Wrong(
                    "You have 63 and no sure trick left. A♣ takes the nine and the last ten: 67 for your opponent.",
                    ("KD", "9C", "AC"),
                ),
            },
            other="Count first.",
            ask="Two cards each: K♦ and A♣ over there. Which of yours should take the last trick?",
        ),
        Step(
            right=("AS",),
            say="The last trump takes the last trick: 15 for the cards and 10 more.",
            ask="You have no diamond, so you must trump.",
        ),
    ),
)
"""No trump is out: the hearts are cashed, and the last trump is kept for the last trick."""


def _not_seen(hand: str, turn_up: str, played: str, right: int, why: dict[int, str], note: str = "") -> Question:
    """Ask how many trumps are not seen, with spades as trumps."""
    options = tuple(Option(str(number), text, right=number == right) for number, text in sorted(why.items()))
    told = f"Played so far: {in_words(map(Card, played.split()), 'and')}. " if played else ""
    up = f"The turn-up is {Card(turn_up)}. " if turn_up else "The stock is used up. "
    return Question(f"{up}{told}How many trumps have you not seen?", options, tuple(hand.split()), "S", note)


SUITS: Final[tuple[Question, ...]] = (
    _not_seen(
        "KS 9S AH QD JD TC",
        "JS",
        "",
        3,
        {
            3: "Six, less the two in your hand and the turn-up. This is the number to begin with.",
            4: "The turn-up is seen too: it is one of the six.",
            2: "Two in your hand and the turn-up are three. Six less three is three.",
        },
        "Before the first lead.",
    ),
    _not_seen(
        "KS 9S AH 9H QD TC",
        "JS",
        "QS JD",
        2,
        {
            2: "Q♠ is the one trump among the cards played, and 9♥, which you drew, is none: from three down to two.",
            3: "Three was the number at the start. Q♠ has been played since.",
            1: "Only Q♠ is new. J♠ and your own two were counted at the start.",
        },
        "The same hand, one trick later: your opponent led Q♠, you gave J♦ and drew 9♥.",
    ),
    Question(
        "Spades are trumps. Your opponent exchanges 9♠ for the turn-up A♠. What do you know of trumps?",
        (
            Option(
                "A♠ is in that hand, and 9♠ is the new turn-up",
                "Both are seen. The ace is seen and against you: the strongest card there is.",
                right=True,
            ),
            Option("One more trump has been played", "An exchange plays nothing. Both cards are still to come."),
            Option(
                "A♠ is out of the game for now",
                "It went into your opponent's hand, and may be played to the next trick.",
            ),
        ),
        cards=("9S", "AS"),
        trump="S",
    ),
    Question(
        "You hold 10♥. A♥ was played in trick 2, K♥ and Q♥ are not seen. The stock is used up, and no trump is out. "
        "Can your ten be beaten?",
        (
            Option("No", "Only the ace is above the ten, and it is gone.", right=True),
            Option("Yes, by the king", "The ten stands above the king: A, 10, K, Q, J, 9."),
            Option(
                "Yes, if a hand has no heart", "A hand without hearts can beat it only with a trump, and none is out."
            ),
        ),
        cards=("TH",),
        trump="S",
    ),
    Question(
        "You hold 10♥, and A♥ is gone. The stock is open, and two trumps are not seen. Is your ten safe to lead?",
        (
            Option(
                "No, a trump may take it",
                "While the stock is open a trump may be played even by a hand that has hearts.",
                right=True,
            ),
            Option("Yes, it is the highest heart", "The highest of its suit, but any trump beats it."),
            Option(
                "Yes, a hand with hearts must follow",
                "Following suit is a duty only when the stock is closed or used up.",
            ),
        ),
        cards=("TH",),
        trump="S",
    ),
    Question(
        "You have room for one fact about diamonds, a plain suit. You hold 10♦ and Q♦. Which one?",
        (
            Option("Whether A♦ has been played", "It decides whether your ten is the highest.", right=True),
            Option("Whether K♦ has been played", "It matters for your queen, 3 points. The ten is worth 10."),
            Option("How many diamonds have been played", "The number says nothing of the ace."),
        ),
        cards=("TD", "QD"),
        trump="S",
    ),
)
"""Six questions about what is out."""
