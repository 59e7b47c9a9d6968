"""Lesson 9, defending a close: your opponent has closed the stock and promised 66."""

from typing import TYPE_CHECKING, Any, Final

from ..actions import Play
from ..cards import Card
from ..guided import Hand, Step, Wrong
from ..position import Position
from ..render.drawing import Svg
from ..render.svg import cards_svg
from ..rule_table import OUT, SCHNEIDER
from ..solver import analyse_close
from ..teach import Option, Question
from ..view import View

if TYPE_CHECKING:
    import pandas as pd


def _case(
    trump: str,
    mine: str,
    theirs: str,
    points: tuple[int, int],
    tricks: tuple[int, int],
    at_close: tuple[int, int],
    stock: str,
    played: str,
    **more: Any,
) -> dict[str, Any]:
    """Return a deal that your opponent, seat 1, has closed; `at_close` are your points and tricks then."""
    return {
        "trump": trump,
        "turn_up": f"9{trump}",
        "stock": stock.split(),
        "hand": mine.split(),
        "opponent": theirs.split(),
        "points": points,
        "tricks": tricks,
        "closed_by": 1,
        "at_close": {"points": at_close[0], "tricks": at_close[1]},
        "to_move": 0,
        "played": played.split(),
        **{name: cards.split() if name.endswith(("known", "lacks")) else cards for name, cards in more.items()},
    }


GUARDS: Final = Hand(
    goal="Your opponent has closed, has 38 and needs 28 more. Break the close.",
    case=_case(
        "D", "TS KS AH KH JH", "9S QH AD QD JD", (29, 38), (2, 3), (29, 2), "JS TH AS",
        "QS 9H 9C TC JC KC QC AC TD KD",
        hand_known="KS", hand_lacks="AD", led="QD",
    ),
    steps=(
        Step(
            ask="Q♦ is led, a trump, and you have none. Which card can you spare?",
            right=("JH",),
            replies=("JD",),
            say="2 points are all that you gave, and both your suits are still guarded.",
            wrong={
                "TS": Wrong(
                    "You gave 10 points away. With the trumps that are left your opponent comes to 70, and needs no "
                    "other suit.",
                    ("AD", "JH", "JD", "KH", "!"),
                ),
                "AH": Wrong(
                    "You gave 11 points to a trick that was lost anyway. The trumps alone now bring 71.",
                    ("AD", "JH", "JD", "KH", "!"),
                ),
            },
            other="You can spare less. Seeing, the close fails in 17 of the 35 layouts after K♥ and in 11 after K♠, "
            "but in 19 after another card.",
        ),
        Step(
            ask="J♦ is led. Your opponent has 43 and takes 2 with the jack. What next?",
            right=("KH",),
            replies=("AD",),
            say="49. One trump is left over there, and then your cards count.",
            wrong={
                "TS": Wrong(
                    "10 points more: A♦ and a king bring your opponent to 70.",
                    ("AD", "KH", "!"),
                ),
                "AH": Wrong(
                    "Your ace was the card that stops the hearts, and 11 points besides: 71 with the next trick.",
                    ("AD", "KH", "!"),
                ),
            },
            other="K♠ still guards your ten. Seeing, the close fails in 8 of the 20 layouts after it, and in 13 after "
            "another card.",
        ),
        Step(
            ask="A♦ is led: 60 for your opponent, with what you throw on top.",
            right=("KS",),
            replies=("9S",),
            say="64. Two points more, and the promise would be kept.",
            wrong={
                "TS": Wrong("60 and 10 are 70: your opponent is out.", ("!",)),
                "AH": Wrong("60 and 11 are 71: your opponent is out.", ("!",)),
            },
        ),
        Step(
            ask="9♠ is led.",
            right=("TS",),
            say="The ten that you kept takes the lead. Your opponent still has 64.",
        ),
        Step(
            ask="Your last card.",
            right=("AH",),
            replies=("QH",),
            say="Two points short. Each of the cards you kept took a trick.",
        ),
    ),
)  # fmt: skip
"""Keep the guards and feed little: your opponent draws trumps that you do not have."""

SPEND: Final = Hand(
    goal="Your opponent has closed and has 20, with A♠, the highest trump, known from the exchange. You have the lead.",
    case=_case(
        "S", "KS JS KD AC KC", "AS QS AH AD TD", (23, 20), (3, 2), (9, 2), "QD QC 9D",
        "9H TH JH QH JC JD 9C TC KH TS",
        opponent_known="AS", hand_lacks="AH TH KH QH JH 9H",
    ),
    steps=(
        Step(
            ask="Of all clubs only Q♣ is unseen. What do you lead?",
            right=("AC", "KC"),
            replies=("QS", "AH"),
            say="No club over there, so a trump had to go. That is one lead fewer with which yours can be drawn.",
            wrong={
                "KS": Wrong(
                    "You play your opponent's game: two rounds of trumps, and yours are gone. The aces follow.",
                    ("AS", "QS", "JS", "AH", "KD", "AD", "AC", "!"),
                ),
                "JS": Wrong(
                    "Q♠ takes the jack and A♠ your king. Without a trump you must watch the red aces.",
                    ("QS", "AS", "KS", "AH", "KD", "AD", "AC", "!"),
                ),
                "KD": Wrong(
                    "A♦ takes the king, A♠ draws one of your trumps, and A♥ the other. Clubs come too late.",
                    ("AD", "AS", "JS", "AH", "KS", "AC", "QS", "TD", "KC"),
                ),
            },
        ),
        Step(
            ask="A♥ is led. You have no heart and must trump. Which trump?",
            right=("JS",),
            say="36 for you, and the higher trump is still in your hand.",
            other="K♠ takes it too, and the close still fails. Keep the higher trump: A♠ has to be spent first.",
        ),
        Step(
            ask="You have the lead again: K♠, K♦ and a club.",
            right=("KC", "AC"),
            replies=("AS", "AD"),
            say="The last trump over there had to take your club. Now yours is the only one.",
            wrong={
                "KS": Wrong(
                    "A♠ draws your trump, and the diamonds run: 78.",
                    ("AS", "AD", "KD", "TD", "KC/AC"),
                ),
                "KD": Wrong(
                    "A♦ takes it. A♠ draws your trump, and 10♦ takes your last club: 78.",
                    ("AD", "AS", "KS", "TD", "KC/AC"),
                ),
            },
        ),
        Step(
            ask="A♦ is led.",
            right=("KD",),
            replies=("TD",),
            say="64 for your opponent, and one trick to go.",
        ),
        Step(
            ask="10♦ is led, and you have a trump.",
            right=("KS",),
            say="Two short. Two club leads took both trumps of your opponent's out of the way.",
        ),
    ),
)  # fmt: skip
"""Make your opponent spend trumps: lead the suit that is not there, twice."""

TAKE_OVER: Final = Hand(
    goal="Your opponent has closed and has 47, you have 5. One trump over there is known: K♥. Break the close.",
    case=_case(
        "H", "AS TS JS TH JH QD", "KH AD KD JD TC KC", (5, 47), (1, 2), (5, 1), "AH AC TD QS 9D",
        "JC QC 9S KS QH 9C",
        opponent_known="KH KC", led="KC",
    ),
    steps=(
        Step(
            ask="K♣ is led. You have no club and must trump. With the ten or with the jack?",
            right=("JH",),
            say="11. The ten is still there, and it is above K♥.",
            wrong={
                "TH": Wrong(
                    "19 points, but now K♥ is above your jack. The next trump lead costs you the lead and the deal.",
                    ("JH", "KH", "AD", "QD", "!"),
                ),
            },
        ),
        Step(
            ask="Your spades are good if no trump is left over there. K♥ is one; A♥ is unseen.",
            right=("TH",),
            replies=("KH",),
            say="K♥ fell, and that tells you more: A♥ would have had to beat your ten. It lies in the stock.",
            wrong={
                "AS": Wrong(
                    "Without a spade your opponent must trump, and K♥ takes 11 points. A♦ brings the rest.",
                    ("KH", "AD", "QD", "!"),
                ),
                "JS": Wrong(
                    "K♥ takes it, and A♦ makes 67. Your aces and tens are still in your hand.",
                    ("KH", "AD", "QD", "!"),
                ),
                "QD": Wrong(
                    "Diamonds are your opponent's suit. You trump the second one, but K♥ then takes your ace: 76.",
                    ("AD", "KD", "TH", "AS", "KH", "!"),
                ),
                "TS": Wrong(
                    "10♠ is good only where no trump is left. K♥ takes it, and A♦ makes 75.",
                    ("KH", "AD", "QD", "!"),
                ),
            },
        ),
        Step(
            ask="25, and no trump is left over there. Which card now?",
            right=("AS", "TS"),
            replies=("JD",),
            say="From here the close is broken in every layout.",
            wrong={
                "QD": Wrong(
                    "The one thing not to do is to give the lead back. Two diamonds make 76.",
                    ("AD", "KD", "AS", "!"),
                ),
            },
            other="Q♠ is unseen. If it is over there, it takes J♠ and the lead: seeing, J♠ breaks the close in 35 of "
            "the 70 layouts.",
        ),
        Step(
            ask="Two spades and a diamond are left.",
            right=("TS", "AS"),
            replies=("KD",),
            say="52. Your opponent still has 47 and cannot get in.",
            wrong={
                "QD": Wrong(
                    "A♦ takes it, and a high spade of yours falls on K♦. Your spades would have kept the lead.",
                    ("AD", "KD", "TS/AS", "!"),
                ),
            },
            other="J♠ is as good now. Take the high spade first, so that the count below fits.",
        ),
        Step(
            ask="52 for you. J♠ is the last spade.",
            right=("JS",),
            replies=("AD",),
            say="65: one short, so be careful.",
            wrong={
                "QD": Wrong("A♦ takes it, and 10♣ your jack: 73 for your opponent.", ("AD", "TC", "JS")),
            },
        ),
        Step(
            ask="You have 65 and one card.",
            right=("QD",),
            replies=("TC",),
            say="78 for you, 47 for your opponent. You won because of one trump kept and one trump drawn.",
            wrong={
                "!": Wrong("65 is not 66. Your opponent had all but lost, and gets 2 for your wrong claim."),
            },
        ),
    ),
)  # fmt: skip
"""Win the lead cheaply, draw the last trump and run your own suit."""

LIMIT: Final = Hand(
    goal="Your opponent has 61 and 5 are missing: this close cannot be broken. Hold its price down and reach 33.",
    case=_case(
        "H", "AS 9S AH KD QC", "KS TH QH TD TC", (17, 61), (2, 3), (2, 1), "AD JH QS",
        "9D QD KH JD 9C JC JS TS KC AC",
        hand_known="AH", opponent_known="QH",
    ),
    steps=(
        Step(
            ask="You have 17 and the lead. A success against you costs 2, and only 1 once you have 33.",
            right=("AS",),
            replies=("KS",),
            say="32: one short. You have another ace.",
            wrong={
                "KD": Wrong("10♦ takes it, and your opponent is out. You have 17: 2 game points.", ("TD", "!")),
                "QC": Wrong("10♣ takes it: 2 game points lost, with two aces in your hand.", ("TC", "!")),
                "9S": Wrong(
                    "K♠ takes it, and your opponent has 65. One more trick, before you have 33, ends the deal.",
                    ("KS", "QH", "AH", "AS", "TH", "!"),
                ),
            },
            other="A♥ does as well: seeing, you reach 33 in 30 of the 35 layouts, as with A♠. This hand goes on "
            "with A♠.",
        ),
        Step(
            ask="32. The next trick decides between 1 and 2.",
            right=("AH",),
            replies=("QH",),
            say="46. The promise will be kept, but it is worth 1 game point and not 2.",
            wrong={
                "9S": Wrong("No spade is left over there. A trump takes it: 71 to 32, and 2 game points.", ("TH", "!")),
                "KD": Wrong("10♦ takes the king: 75 to 32, and 2 game points.", ("TD", "!")),
                "QC": Wrong("10♣ takes the queen: 74 to 32, and 2 game points.", ("TC", "!")),
            },
        ),
    ),
)  # fmt: skip
"""A close that cannot be broken: 33 card points save a game point."""


def breaking(view: View, *, at_least: int = 1) -> dict[Card, int]:
    """Return for each card you may play the layouts in which the close then fails, seeing, the best card first.

    With ``at_least=2``: the layouts in which the closer gets fewer than 2 game points.

    >>> {str(card): layouts for card, layouts in breaking(GUARDS.start.view(0)).items()}
    {'J♥': 19, 'K♥': 17, 'K♠': 11, '10♠': 2, 'A♥': 2}
    """
    found = analyse_close(view, plan=False, at_least=at_least)
    shares = sorted(found.by_lead.items(), key=lambda item: -item[1])
    return {card: round(share * found.layouts) for card, share in shares}


def guaranteed(position: Position) -> dict[Card, int]:
    """Return for each reply to the card led the layouts that one plan of yours then breaks, whatever the closer does.

    You are seat 0; the closer may even see your cards. Only what you know in the position is used.

    >>> {str(card): layouts for card, layouts in guaranteed(GUARDS.start).items()}
    {'10♠': 2, 'K♠': 11, 'A♥': 2, 'K♥': 13, 'J♥': 13}
    """
    found = {}
    for action in position.legal_actions():
        if isinstance(action, Play):
            after = analyse_close(position.apply(action).view(0))
            assert after.plan_wins is not None  # a plan was asked for
            found[action.card] = round(after.plan_wins * after.layouts)
    return found


def replies(position: Position) -> "pd.DataFrame":
    """Return in how many layouts the close fails after each reply to the card led, seeing and guaranteed.

    You are seat 0.

    >>> replies(GUARDS.start).loc["J♥", "seeing"]
    '19 of 35'
    """
    import pandas as pd

    view = position.view(0)
    sure = guaranteed(position)
    rows = {
        str(card): (f"{layouts} of {view.layouts()}", f"{sure[card]} of {view.layouts()}")
        for card, layouts in breaking(view).items()
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["seeing", "guaranteed"]).rename_axis(columns="card")


def what_matters(view: View) -> Svg:
    """Draw the cards you may play, each with the layouts in which the close still fails without it, seeing.

    >>> what_matters(GUARDS.start.view(0))
    <picture: J♥ (19 of 35), K♥ (17 of 35), K♠ (11 of 35), 10♠ (2 of 35), A♥ (2 of 35)>
    """
    layouts = view.layouts()
    counts = breaking(view)
    return cards_svg(
        list(counts),
        labels=[f"{count} of {layouts}" for count in counts.values()],
        caption=f"Play this card, and the close fails in so many of the {layouts} layouts: seeing.",
    )


def stakes(view: View) -> str:
    """Say what a close that your opponent has made stands at and is worth, in three sentences.

    >>> print(stakes(GUARDS.start.view(0)))
    Your opponent has 38 and needs 28 more; you have 29.
    If the close fails, you get 2 game points.
    If it succeeds, your opponent gets 2, and only 1 once you have 33.
    """
    mine, theirs = view.points(view.seat), view.points(1 - view.seat)
    assert view.at_close is not None  # the stock is closed
    fails = view.rules.failed_close if view.at_close.tricks else view.rules.failed_close_trickless
    why = "" if view.at_close.tricks else ", because you had no trick when the stock was closed"
    if not view.tricks_won(view.seat):
        succeeds = f"3, 2 once you have a trick, and only 1 once you have {SCHNEIDER}"
    else:
        succeeds = f"2, and only 1 once you have {SCHNEIDER}" if mine < SCHNEIDER else f"1, since you have {mine}"
    return (
        f"Your opponent has {theirs} and needs {max(0, OUT - theirs)} more; you have {mine}.\n"
        f"If the close fails, you get {fails} game points{why}.\n"
        f"If it succeeds, your opponent gets {succeeds}."
    )


CLOSES: Final[dict[str, Position]] = {
    "follow": Position.from_dict(_case(
        "C", "TS KS AH KH TC JC", "JH AD TD AC KC QC", (44, 27), (1, 3), (44, 1), "QD JS JD", "QH TH 9S 9H 9D KD QS AS",
        hand_known="KS KH JC", led="AC",
    )),
    "trump": Position.from_dict(_case(
        "C", "KS AD TD KD AC JC", "TS QS 9S AH QH KC", (23, 47), (1, 2), (23, 1), "TC TH AS JS KH", "QD 9H 9D JD QC JH",
        hand_known="KD", opponent_known="AH KC", led="AH",
    )),
    "go out": Position.from_dict(_case(
        "S", "TD QD TC KC", "AH QH AC QC", (60, 37), (2, 3), (46, 1), "JC 9C KD JD 9H", "QS TS JH KH 9D AD AS JS TH KS",
        hand_lacks="AH TH KH QH JH 9H",
    )),
    "no trick": Position.from_dict(_case(
        "D", "AD QD JD KC", "TS AH TD QC", (0, 65), (0, 5), (0, 0), "KH AS KD 9C JH", "QS JC JS 9S KS 9H TH QH AC TC",
        hand_lacks="AH", led="AH",
    )),
}  # fmt: skip
"""Four closes of your opponent's, and you are to play."""


def _best(name: str, ask: str, answers: dict[str, str]) -> Question:
    """Ask for the card with which the close fails most often; the solver counts, and says which answer is right."""
    position = CLOSES[name]
    view = position.view(0)
    counts = breaking(view)
    most = max(counts.values())
    layouts = view.layouts()
    options = tuple(
        Option(
            str(card),
            f"The close fails in {counts[card]} of {layouts} layouts, seeing. {answers[card.code]}",
            right=counts[card] == most,
        )
        for card in sorted(counts, key=lambda card: list(answers).index(card.code))
    )
    mine, theirs = view.points(0), view.points(1)
    return Question(
        f"Your opponent has closed. You have {mine}, your opponent {theirs}. {ask}",
        options,
        cards=tuple(card.code for card in view.own),
        trump=view.trump.value,
        note="The card that breaks the close most often wins the question.",
    )


DEFEND: Final[tuple[Question, ...]] = (
    _best(
        "follow",
        "A♣ is led, the highest trump.",
        {
            "TC": "You give 10 points, and nothing above K♣ and Q♣ is left in your hand.",
            "JC": "2 points are enough for a trick that is lost. The ten is now the highest trump.",
        },
    ),
    _best(
        "trump",
        "A♥ is led, and you have no heart. K♣ is known over there.",
        {
            "AC": "The ace takes it, but then K♣ is above your jack. You need the ace for the king.",
            "JC": "The jack is enough to take the ace, and A♣ stays above K♣.",
        },
    ),
    _best(
        "go out",
        "You have the lead, and A♦ has been played.",
        {
            "TC": "A♣ is unseen, and it would take your ten.",
            "QD": "K♦ is unseen. The ten does the same without that risk.",
            "TD": "Five trumps have been played and the sixth is the turn-up, so nothing can take 10♦. 60 and 10 are "
            "70: you go out first, and that breaks the close.",
            "KC": "A♣ is unseen, and it would take your king.",
        },
    ),
    _best(
        "no trick",
        "A♥ is led, you have no heart, and one point is all that your opponent needs.",
        {
            "AD": "The ace takes it, but your queen and jack do not hold 10♦ and K♦ off.",
            "QD": "It takes the trick, and A♦ the next one. You had no trick when the stock was closed, so this "
            "failure is worth 3.",
            "JD": "It takes the trick as the queen does, and A♦ the next one. The failure is worth 3, since you had no "
            "trick when the stock was closed.",
        },
    ),
)
"""Which card breaks the close most often? Four decisions."""
