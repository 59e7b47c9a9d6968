"""Every guided hand of every lesson, played through the controller: the right line and each wrong one."""

import importlib
import pkgutil

import pytest

import sixtysix.lessons
from sixtysix.actions import action_token, parse_action
from sixtysix.errors import IllegalAction
from sixtysix.guided import GuidedSession, Hand

HANDS = {
    f"{module.name}.{name}": value
    for module in pkgutil.iter_modules(sixtysix.lessons.__path__)
    for name, value in vars(importlib.import_module(f"sixtysix.lessons.{module.name}")).items()
    if isinstance(value, Hand)
}


def advance(session: GuidedSession) -> None:
    """Clear finished tricks until the learner has to decide."""
    while session.waiting:
        session.handle({"do": "next", "version": session.version})


def play_right_to(session: GuidedSession, hand: Hand, step: int) -> None:
    """Play the first right action of each step before this one."""
    for number in range(step):
        advance(session)
        session.act(parse_action(hand.steps[number].right[0]))
        assert session.task["step"] == min(number + 2, len(hand.steps))
    advance(session)


@pytest.mark.parametrize("name", HANDS)
def test_the_right_line_reaches_the_goal(name: str) -> None:
    hand = HANDS[name]
    session = GuidedSession(hand)
    play_right_to(session, hand, len(hand.steps))
    assert session.task["solved"]
    assert not session.task["stopped"]
    assert all(step.say for step in hand.steps)


@pytest.mark.parametrize("name", HANDS)
def test_every_right_action_goes_on(name: str) -> None:
    hand = HANDS[name]
    for number, step in enumerate(hand.steps):
        for token in step.right:
            session = GuidedSession(hand)
            play_right_to(session, hand, number)
            session.act(parse_action(token))
            assert step.say in session.state()["status"]
            advance(session)
            # the opponent's replies fit each right action, and then the learner is to move again
            assert session.task["solved"] or session.position.turn == session.you


@pytest.mark.parametrize("name", HANDS)
def test_each_wrong_line_has_its_own_explanation(name: str) -> None:
    hand = HANDS[name]
    heard: list[str] = []
    for number, step in enumerate(hand.steps):
        assert not set(step.right) & set(step.wrong)
        for token, wrong in step.wrong.items():
            session = GuidedSession(hand)
            play_right_to(session, hand, number)
            session.act(parse_action(token))
            assert session.task["stopped"]
            assert not session.task["solved"]
            assert wrong.why in session.state()["status"]
            heard.append(session.state()["status"])
            advance(session)
            assert not session._script, f"{token}: replies left over"
            with pytest.raises(IllegalAction, match="Try again"):
                session.act(
                    session.position.legal_actions()[0] if session.position.legal_actions() else parse_action("c")
                )
            session.undo()
            play = GuidedSession(hand)
            play_right_to(play, hand, number)
            assert session.position == play.position
            assert not session.task["stopped"]
    assert len(heard) >= 2, "a hand needs at least two tempting wrong lines"
    assert len(set(heard)) == len(heard), "two wrong lines say the same"


@pytest.mark.parametrize("name", HANDS)
def test_any_other_action_is_refused_with_a_sentence_and_changes_nothing(name: str) -> None:
    hand = HANDS[name]
    for number, step in enumerate(hand.steps):
        session = GuidedSession(hand)
        play_right_to(session, hand, number)
        before = session.position
        for action in before.legal_actions():
            if action_token(action) not in (*step.right, *step.wrong):
                with pytest.raises(IllegalAction) as refused:
                    session.act(action)
                assert str(refused.value) == step.other
                assert session.position == before
