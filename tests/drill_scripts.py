"""Rounds of drills with answers known beforehand, so that a test of the widget hangs on no real deal."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sixtysix import Card, Drill, Suit
from sixtysix.drills import Ask, Board, Line, Script, Step
from sixtysix.progress_store import Store

from .build import cards as codes


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of these codes."""
    return tuple(map(Card, codes(text)))


BOARD = Board(Suit.CLUBS, cards("AC TC JS KH"), cards("9C")[0], 9)
FIRST = Step(
    "Trick 1",
    (("you", cards("TH")[0]), ("opponent", cards("9H")[0])),
    taken="You took the trick.",
    board=BOARD,
)
SECOND = Step(
    "Trick 2",
    (("you", cards("9D")[0]), ("opponent", cards("AD")[0])),
    said=("Your opponent announced the marriage in ♠.",),
    taken="Your opponent took the trick.",
    board=replace(BOARD, hand=cards("AC TC JS"), stock=7),
)
POINTS: Script = (
    FIRST,
    Ask("How many card points have you now?", (10,), count=(Line("Trick 1: you took 10♥ and 9♥", (10,)),)),
    SECOND,
    Ask(
        "How many card points has each of you now?",
        (10, 31),
        ("you", "your opponent"),
        count=(
            Line("So far", (10, 0)),
            Line("Trick 2: your opponent took 9♦ and A♦", (0, 11)),
            Line("The marriage: your opponent's 20 count now", (0, 20)),
        ),
        note="A marriage counts from the first trick on.",
    ),
)
SUITS: Script = (
    Ask(
        "How many unseen cards has each suit?",
        (3, 2, 4, 1),
        ("spades", "hearts", "diamonds", "clubs"),
        count=(Line("So far", (5, 5, 4, 2)), Line("Trick 5: you took A♠ and 9♠", (-2, -3, 0, -1))),
    ),
)
CARDS: Script = (
    Ask(
        "Which cards may your opponent hold?",
        frozenset(cards("AH KH JC")),
        choices=cards("KS QS AH TH KH AD QC JC"),
        note="They are the ones you have not seen.",
        board=Board(Suit.SPADES, cards("AS TS QH"), None, 0),
    ),
)
PERCENT: Script = (Ask("How likely is the ace of hearts?", Fraction(6, 17), note="6 of 17 unseen cards are his."),)
ALONE: Script = (
    Ask("What is A♠ worth?", (11,), cards=cards("AS")),
    Ask("What are these worth together?", (19,), cards=cards("TH KD QC JC")),
)


def drill_of(script: Script, path: Path, **options: Any) -> Drill:
    """Return a drill with rounds like this and the progress in a file of this folder."""
    widget = Drill("my-points", store=Store(path / "progress.json"), **options)
    task = replace(widget.controller.task, script=lambda seed, level, rules: script)
    widget.controller.task = task
    return widget
