"""Refusals in plain words: why an action is not allowed, and what is allowed instead."""

from typing import Any

import pytest

from sixtysix import Card, Deal, IllegalAction, Play, Position, Rules
from sixtysix.actions import parse_action

from .build import dealt, plain_play, play, scene, three_start

GUIDE, GERMAN = Rules.guide(), Rules.german()
PAGAT, SANTASE = Rules.pagat(), Rules.santase()

# Refusals in plain words: why, and what is allowed instead

OPEN = scene(GUIDE, "KH QH AC AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1])
NO_TRICK = dealt(GUIDE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS")
LED = play(OPEN, "AC")
SHOWN = play(OPEN, "*H")
CLOSED = scene(GUIDE, "KH QH 9S", "AH JH TS", turn_up="AS", stock=1, closed_by=0, tricks=[1, 1])
CLOSED_LED = play(CLOSED, "KH")
CLOSED_VOID = scene(GUIDE, "KH", "9S", turn_up="AS", stock=1, closed_by=0, led="KH", to_move=1)
GONE = scene(GUIDE, "KH QH 9S", "AC JC TS", tricks=[1, 1])
ASKED = play(scene(PAGAT, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1]), "c")
DRAW = play(dealt(PAGAT, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS"), "AD JD")
FEW = scene(SANTASE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=1, tricks=[1, 1])
FIRST = dealt(SANTASE, "KH QH 9S AD TC TD", "JH JC JD QC QD KD", turn_up="AS")
GERMAN_SHOWN = play(scene(GERMAN, "KH QH AC AD TC TD", "JH JC JD QC QD KD", turn_up="AS", stock=5, tricks=[1, 1]), "*H")
OVER = plain_play(Deal.random(GUIDE, 1).start())


@pytest.mark.parametrize(
    ("state", "token", "words"),
    [
        (OPEN, "AS", "A♠ is not in your hand. You may play any card, announce the marriage in ♥"),
        (
            SHOWN,
            "AC",
            "You announced the marriage in ♥, so you must lead its king or queen. You may play K♥ or Q♥, close",
        ),
        (SHOWN, "*H", "one marriage for each lead"),
        (OPEN, "*C", "The marriage in ♣ needs its king and queen, and you do not hold K♣ or Q♣"),
        (
            LED,
            "*D",
            "You may announce a marriage only when you are to lead, and A♣ has been led. You may play any card.",
        ),
        (CLOSED, "*H", "only while the stock is open, and it is closed"),
        (GONE, "*H", "may not be announced once the stock is used up"),
        (FIRST, "*H", "you may not announce a marriage at the opening lead"),
        (CLOSED_LED, "JH", "The stock is closed, so you must beat K♥ if you can, and J♥ does not. You may play A♥."),
        (
            CLOSED_LED,
            "TS",
            "The stock is closed, so you must follow suit: ♥ was led and 10♠ is a spade. You may play A♥.",
        ),
        (
            play(GONE, "KH"),
            "AC",
            "The stock is used up, and without a heart you must trump if you can: A♣ is no trump. You may play 10♠.",
        ),
        (play(three_start(), "KS"), "AD", "There is no stock, so you must follow suit"),
        (LED, "x", "You may exchange only when you are to lead"),
        (NO_TRICK, "x", "only once you have won a trick"),
        (OPEN, "x", "You need 9♠ to exchange, and you do not hold it"),
        (CLOSED, "x", "The stock is closed: the turn-up can no longer be exchanged"),
        (GONE, "x", "There is no turn-up to exchange for: the stock is used up"),
        (FEW, "x", "To exchange, 3 stock cards must be left, the turn-up included; here 2 are"),
        (FIRST, "x", "you may not exchange at the opening lead"),
        (DRAW, "x", "The exchange comes after drawing. You may close the stock, draw or say out."),
        (LED, "c", "You may close the stock only when you are to lead"),
        (CLOSED, "c", "The stock is closed already"),
        (GONE, "c", "The stock is used up: there is nothing to close"),
        (FEW, "c", "To close the stock, 3 stock cards must be left"),
        (FIRST, "c", "you may not close the stock at the opening lead"),
        (OPEN, "d", "There is nothing to draw now"),
        (OPEN, "-", "Passing is only for the exchange right after a close"),
        (DRAW, "KH", "Before you lead, draw a card or close the stock"),
        (DRAW, "*H", "A marriage is announced after drawing"),
        (ASKED, "JH", "The stock has just been closed: first exchange or pass. You may pass."),
        (ASKED, "!", "The stock has just been closed: first exchange or pass"),
        (ASKED, "*H", "The stock has just been closed: first exchange or pass"),
        (ASKED, "c", "The stock has just been closed: first exchange or pass"),
        (ASKED, "x", "You need 9♠ to exchange, and you do not hold it. You may pass."),
        (NO_TRICK, "!", "You may say out only after winning a trick or right after announcing a marriage"),
        (LED, "!", "You may say out only when you are to lead"),
        (GERMAN_SHOWN, "!", "you may not say out after an announcement"),
        (three_start(), "!", "You may say out only after winning a trick. You may play any card."),
        (OVER, "!", "The deal is over: no action is possible."),
        (OVER, "AS", "The deal is over: no action is possible."),
    ],
)
def test_a_refusal_says_why_and_what_is_allowed(state: Position, token: str, words: str) -> None:
    action = parse_action(token)
    reason = state.why_illegal(action)
    assert reason is not None
    assert words in reason
    assert reason.endswith(".")
    assert reason.count(". ") <= 1, "two sentences at most"
    if state.result is None:
        assert "You may " in reason
    with pytest.raises(IllegalAction) as refused:
        state.apply(action)
    assert str(refused.value) == reason


@pytest.mark.parametrize("junk", ["AS", None, 5, Card("AS"), Play, [], "play"])
def test_what_is_no_action_is_refused(junk: Any) -> None:
    with pytest.raises(IllegalAction, match="is not an action; there are Play, Announce, Exchange, Close"):
        OPEN.apply(junk)


def test_a_view_says_when_it_is_not_its_turn() -> None:
    reason = OPEN.view(1).why_illegal(Play("JH"))
    assert reason is not None
    assert reason.startswith("It is not your turn")
    assert OPEN.view(1).legal_actions() == ()
