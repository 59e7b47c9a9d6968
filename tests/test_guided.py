"""A guided hand at the table: what its buttons do, in any order, through the messages that the table sends."""

import pytest

from sixtysix.actions import parse_action
from sixtysix.guided import PLAYED_ON, GuidedSession, Hand, Step, Wrong
from sixtysix.lessons import cards_and_tricks, closing, going_out, marriages, start_here, the_stock
from sixtysix.lessons.start_here import FIRST_HAND
from sixtysix.match import Match
from sixtysix.position import Deal
from sixtysix.rules import Rules


def send(session: GuidedSession, do: str, **more: str) -> str:
    """Send a message as the table does and return the status line."""
    session.handle({"do": do, "version": session.version, **more})
    return str(session.state()["status"])


def start() -> GuidedSession:
    return GuidedSession(FIRST_HAND)


def test_from_the_start_after_a_wrong_line() -> None:
    session = start()
    send(session, "play", card="AS")
    assert session.task["stopped"]
    said = send(session, "again")
    assert said == start().state()["status"]
    assert not session.task["stopped"]
    send(session, "play", card="TH")
    assert session.task["step"] == 2


def test_from_the_start_in_the_middle_and_at_the_end() -> None:
    session = start()
    for number, step in enumerate(FIRST_HAND.steps):
        token = step.right[0]
        for do in (f"announce:{token[1]}",) if token[0] == "*" else ("out",) if token == "!" else ("play",):
            send(session, do, card=token)
        while session.waiting:
            send(session, "next")
        if number == 2:
            send(session, "again")
            assert session.task["step"] == 1
            return_to_step(session, 3)
    assert session.task["solved"]
    assert send(session, "again") == start().state()["status"]
    assert session.state()["task"] == start().state()["task"]


def return_to_step(session: GuidedSession, step: int) -> None:
    for done in FIRST_HAND.steps[:step]:
        token = done.right[0]
        send(session, f"announce:{token[1]}" if token[0] == "*" else "play", card=token)
        while session.waiting:
            send(session, "next")


def test_an_explanation_is_still_there_when_the_wrong_line_has_been_played_out() -> None:
    session = start()
    send(session, "play", card="AS")
    why = FIRST_HAND.steps[0].wrong["AS"].why
    assert why in session.state()["status"]
    while session.waiting:
        send(session, "next")
    assert session.state()["status"].endswith(f"{why} Choose Try again.")
    send(session, "undo")
    assert session.state()["status"] == start().state()["status"]


@pytest.mark.parametrize(
    "text",
    [
        Match(Rules.german(), seed=4).notation(),
        Deal.random(Rules.guide(), seed=3).start().view(0).notation(),
        "nothing",
    ],
)
def test_another_game_is_not_pasted_into_a_lesson_hand(text: str) -> None:
    session = start()
    before = session.positions.copy()
    said = send(session, "paste", text=text)
    assert "paste your text at a table for practice or a match" in said
    assert session.positions == before
    assert session.match is None


def test_another_deal_is_refused() -> None:
    session = start()
    assert "set up for its point" in send(session, "another")
    assert session.position == start().position


def test_every_message_in_a_wrong_line_leaves_a_way_on() -> None:
    """Whatever is chosen in a wrong line, Try again or From the start leads back to a step that can be solved."""
    for do in ("next", "undo", "again", "look_back", "out", "close", "paste", "another", "next_deal", "new_match"):
        session = start()
        send(session, "play", card="AS")
        send(session, do)
        if session.task["stopped"]:
            send(session, "undo")
        assert not session.task["stopped"]
        while session.waiting:
            send(session, "next")
        send(session, "play", card="TH")
        assert session.task["step"] == 2, do


def test_a_hand_that_is_none_is_refused() -> None:
    broken = Hand(goal="None.", case={"trump": "S", "hand": ["AS"], "opponent": ["AS"]}, steps=())
    with pytest.raises(ValueError, match="opponent: A♠ is also in hand"):
        GuidedSession(broken)


def test_no_explanation_sends_you_on_where_the_line_ends() -> None:
    """The prompt says when Next shows more; a text that is said again at the end must not."""
    for module in (cards_and_tricks, closing, going_out, marriages, start_here, the_stock):
        for hand in vars(module).values():
            if isinstance(hand, Hand):
                for step in hand.steps:
                    assert not [wrong.why for wrong in step.wrong.values() if "Go on" in wrong.why]


def test_a_wrong_claim_says_how_to_go_on() -> None:
    session = start()
    return_to_step(session, 1)
    said = send(session, "out")
    assert session.task["stopped"]
    assert said.endswith("Choose Try again.")
    send(session, "undo")
    assert session.task["step"] == 2


def test_a_guided_hand_flows_and_hides_points_when_asked() -> None:
    session = GuidedSession(FIRST_HAND, memory=True, flow=True)
    send(session, "play", card="TH")
    assert not session.waiting
    assert session.state()["you"]["points"] is None


ONE_CARD = {"trump": "S", "hand": ["AH", "9C"], "opponent": ["9H", "TC"], "points": [15, 31], "tricks": [5, 5]}


@pytest.mark.parametrize("memory", [False, True])
def test_a_claim_that_comes_too_early_is_told_so_without_the_count_in_memory_mode(memory: bool) -> None:
    session = GuidedSession(Hand("Win a trick.", ONE_CARD, (Step(("AH",), "Won."),), memory=memory))
    said = send(session, "out")
    assert ("15 card points" in said) is not memory
    assert "a claim needs 66" in said
    assert session.position.result is None
    assert not session.task["stopped"]


def test_an_action_is_refused_with_its_own_reason_before_the_common_one() -> None:
    step = Step(("AH",), "Won.", other="That loses the lead.", refused={"9C": "10♣ takes the nine."})
    session = GuidedSession(Hand("Win a trick.", ONE_CARD, (step,)))
    assert "10♣ takes the nine." in send(session, "play", card="9C")
    assert step.refusal(parse_action("c"), session.position) == "That loses the lead."


def test_of_two_scripted_actions_the_first_that_is_legal_is_played() -> None:
    """So that one script goes on after either of two right cards."""
    for token, left in (("AH", "9C"), ("9C", "AH")):
        steps = (Step(("AH", "9C"), "One of two.", replies=("9H/TC",)), Step(("AH", "9C"), "The other."))
        session = GuidedSession(Hand("Play both.", ONE_CARD, steps))
        session.act(parse_action(token))
        assert [card.code for card in session.position.hand(0)] == [left]
        assert not session.position.trick


def test_where_the_table_plays_the_learners_cards_it_says_so_once_and_names_them() -> None:
    start = {"trump": "S", "hand": ["AH", "9C", "KD"], "opponent": ["9H", "TC", "AD"], "points": [30, 31]}
    wrong = Wrong("You lose the rest.", ("TC", "AD", "KD", "9H", "AH"))
    session = GuidedSession(Hand("Win a trick.", start, (Step(("AH",), "Won.", {"9C": wrong}),)))
    assert PLAYED_ON not in send(session, "play", card="9C")
    assert f"{PLAYED_ON} You played K♦." in send(session, "next")
    last = send(session, "next")
    assert PLAYED_ON not in last
    assert "You played A♥." in last
    assert session.position.result is not None
    assert wrong.why not in last, "it has been said, and the verdict says how it ended"
