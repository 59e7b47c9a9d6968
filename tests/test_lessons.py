"""Every guided hand of every lesson, played through the controller: the right line and each wrong one."""

import importlib
import json
import pkgutil
from collections.abc import Iterable, Iterator

import pytest

import sixtysix.lessons
from sixtysix.actions import Action, ClaimOut, action_token, parse_action
from sixtysix.cards import PACK, Card
from sixtysix.errors import IllegalAction
from sixtysix.guided import GuidedSession, Hand, Step
from sixtysix.position import Position
from sixtysix.solver import solve
from tests.checkout import ROOT

HANDS = {
    f"{module.name}.{name}": value
    for module in pkgutil.iter_modules(sixtysix.lessons.__path__)
    for name, value in vars(importlib.import_module(f"sixtysix.lessons.{module.name}")).items()
    if isinstance(value, Hand)
}

BY_CARD = {card.code for card in PACK}


def advance(session: GuidedSession) -> None:
    """Clear finished tricks until the learner has to decide."""
    while session.waiting:
        session.handle({"do": "next", "version": session.version})


def legal(session: GuidedSession, tokens: Iterable[str]) -> list[str]:
    """The actions that are possible now, of those that a step names."""
    return [token for token in tokens if session.position.why_illegal(parse_action(token)) is None]


def played(hand: Hand, path: tuple[str, ...]) -> GuidedSession:
    """The hand after these actions of the learner, at its next decision."""
    session = GuidedSession(hand)
    for number, token in enumerate(path, 1):
        session.act(parse_action(token))
        assert session.task["step"] == min(number + 1, len(hand.steps))
        advance(session)
    return session


def decisions(hand: Hand) -> Iterator[tuple[tuple[str, ...], Step]]:
    """Every decision that right actions lead to, as the actions before it, with its step."""
    todo: list[tuple[str, ...]] = [()]
    while todo:
        path = todo.pop()
        yield path, hand.steps[len(path)]
        if len(path) + 1 < len(hand.steps):
            todo += [(*path, token) for token in legal(played(hand, path), hand.steps[len(path)].right)]


@pytest.mark.parametrize("name", HANDS)
def test_every_right_action_goes_on_to_the_goal(name: str) -> None:
    """After each right action, in each order, the opponent's replies fit, and the learner is to move or has won."""
    hand = HANDS[name]
    used: dict[int, set[str]] = {}
    for path, step in decisions(hand):
        found = legal(played(hand, path), step.right)
        assert found, path
        used.setdefault(len(path), set()).update(found)
        for token in found:
            session = played(hand, path)
            session.act(parse_action(token))
            assert step.say
            assert step.say in session.state()["status"]
            advance(session)
            assert not session.task["stopped"]
            assert not session._script, f"{token}: replies left over"
            last = len(path) + 1 == len(hand.steps)
            assert session.task["solved"] == last
            assert last or session.position.turn == session.you
    assert [used[number] for number in range(len(hand.steps))] == [set(step.right) for step in hand.steps]


@pytest.mark.parametrize("name", HANDS)
def test_each_wrong_line_has_its_own_explanation(name: str) -> None:
    hand = HANDS[name]
    heard: dict[tuple[int, str], str] = {}
    for path, step in decisions(hand):
        assert not set(step.right) & set(step.wrong)
        before = played(hand, path).position
        for token in legal(played(hand, path), step.wrong):
            wrong = step.wrong[token]
            session = played(hand, path)
            session.act(parse_action(token))
            assert session.task["stopped"]
            assert not session.task["solved"]
            assert wrong.why in session.state()["status"]
            heard[len(path), token] = wrong.why
            advance(session)
            assert not session._script, f"{token}: replies left over"
            on = session.position.legal_actions()
            with pytest.raises(IllegalAction, match="Try again"):
                session.act(on[0] if on else parse_action("c"))
            session.undo()
            assert session.position == before
            assert not session.task["stopped"]
    assert set(heard) == {(number, token) for number, step in enumerate(hand.steps) for token in step.wrong}
    assert len(heard) >= 2, "a hand needs at least two tempting wrong lines"
    assert len(set(heard.values())) == len(heard), "two wrong lines say the same"


@pytest.mark.parametrize("name", HANDS)
def test_any_other_action_is_refused_with_a_reason_and_changes_nothing(name: str) -> None:
    hand = HANDS[name]
    said: dict[int, set[str]] = {}
    for path, step in decisions(hand):
        session = played(hand, path)
        before = session.position
        for action in others(before, step):
            with pytest.raises(IllegalAction) as refused:
                session.act(action)
            text = str(refused.value)
            assert text == step.refusal(action, before, memory=hand.memory)
            assert text != Step(right=(), say="").other, (path, action)
            if action == ClaimOut():
                assert before.points(0) < 66, "a right claim is never refused"
                assert "66" in text
                assert hand.memory or str(before.points(0)) in text
            else:
                said.setdefault(len(path), set()).add(text)
            assert session.position == before
    for number, step in enumerate(hand.steps):
        assert set(step.refused.values()) <= said.get(number, set()), "every reason that is written can be heard"


@pytest.mark.parametrize("name", HANDS)
def test_a_refusal_does_not_give_the_solution_away(name: str) -> None:
    """No right card is named, nor what else is right, unless the refused action is as good as the cards lie."""
    hand = HANDS[name]
    for path, step in decisions(hand):
        position = played(hand, path).position
        worth = values(position)
        best = max((worth[token] for token in step.right if token in worth), default=9)
        for action in others(position, step):
            text = step.refusal(action, position, memory=hand.memory)
            if action != ClaimOut() and worth.get(action_token(action), -9) < best:
                named = [token for token in step.right if token in BY_CARD and str(Card(token)) in text]
                assert not named, (path, text)
                assert "!" not in step.right or "say out" not in text
                assert "x" not in step.right or "xchange" not in text


def others(position: Position, step: Step) -> list[Action]:
    """The legal actions that a step has not in its script."""
    return [a for a in position.legal_actions() if action_token(a) not in (*step.right, *step.wrong)]


def values(position: Position) -> dict[str, int]:
    """What each action is worth with all cards seen, where no card is drawn any more."""
    if position.is_open:
        return {}
    return {action_token(action): value for action, value in solve(position).items()}


@pytest.mark.parametrize("name", HANDS)
def test_where_a_claim_is_right_nothing_is_worth_more(name: str) -> None:
    """Which is what is said of every other action there."""
    for path, step in decisions(HANDS[name]):
        if step.right == ("!",):
            position = played(HANDS[name], path).position
            assert "!" not in step.wrong
            claimed = position.apply(ClaimOut()).result
            assert claimed is not None
            assert max(values(position).values(), default=-9) <= claimed.game_points[0]


def test_no_legend_of_a_chart_lies_over_its_title() -> None:
    """On a phone a legend takes several lines, and above the plot there is one."""
    figures = [
        (path.stem, output["data"]["application/vnd.plotly.v1+json"]["layout"])
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        for output in cell.get("outputs", ())
        if "application/vnd.plotly.v1+json" in output.get("data", {})
    ]
    assert len(figures) >= 8
    assert [name for name, layout in figures if layout.get("legend", {}).get("y", 0) > 0.9] == []
