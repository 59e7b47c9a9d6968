"""Puzzles on the table and in words: several right answers, refutations computed, layouts and match scores."""

import copy
import json
from typing import Any

import pytest

from sixtysix import IllegalAction, Position
from sixtysix.actions import ClaimOut, Play, parse_action
from sixtysix.guided import GuidedSession
from sixtysix.puzzles import Puzzle, read
from sixtysix.puzzles.facts import prove
from sixtysix.puzzles.play import feedback, hand, stated
from tests.checkout import ROOT


def of_set(name: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a set by their names."""
    text = (ROOT / "exercises" / "puzzles" / f"{name}.json").read_text("utf-8")
    return {entry["id"]: entry for entry in json.loads(text)}


ENDGAMES, CLOSES = of_set("03-endgames"), of_set("02-closing")


def changed(entry: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(entry), **fields}


def three_right() -> Puzzle:
    """Nothing takes a trick from these three cards, in whatever order they are led; a claim comes too early."""
    case = Position.from_dict(
        {"trump": "S", "hand": ["AS", "AH", "9C"], "opponent": ["KD", "JD", "9D"], "points": [45, 20], "tricks": [5, 4]}
    ).to_dict()
    answers = [
        {"answer": card, "value": 2, "right": True, "why": f"{card} is high, and so is all the rest."}
        for card in ("AS", "AH", "9C")
    ]
    answers.append({"answer": "!", "value": -2, "right": False, "why": "45 are not enough."})
    return read([changed(ENDGAMES["bring-down-the-nine"], case=case, answers=answers)])[0]


@pytest.mark.parametrize("token", ["AS", "AH", "9C"])
def test_of_several_right_answers_any_will_do(token: str) -> None:
    puzzle = three_right()
    assert prove(puzzle) is None
    guided = hand(puzzle)
    assert guided is not None
    session = GuidedSession(guided)
    session.act(parse_action(token))
    assert session.task["solved"]
    assert "Right: you win 2 game points." in session.state()["status"]
    session.again()
    session.act(ClaimOut())
    assert session.task["stopped"]


def test_of_two_right_ways_the_one_not_played_is_said_to_be_right() -> None:
    entry = changed(CLOSES["before-you-close"])
    for answer in entry["answers"]:
        answer.update(right=True, value=2)
    entry["answers"][0]["line"] = ""
    guided = hand(read([entry])[0])
    assert guided is not None
    assert [step.right for step in guided.steps] == [("x",), ("c",)]
    session = GuidedSession(guided)
    with pytest.raises(IllegalAction, match=r"^That is right too\. Here another way is played: Exchange, then close"):
        session.act(parse_action("c"))
    session.act(parse_action("x"))
    session.act(parse_action("c"))
    assert session.task["solved"]


@pytest.mark.parametrize("name", ENDGAMES)
def test_a_wrong_answer_without_a_line_is_refuted_by_the_solver(name: str) -> None:
    entry = changed(ENDGAMES[name])
    for answer in entry["answers"]:
        answer.pop("line", None)
    puzzle = read([entry])[0]
    guided = hand(puzzle)
    assert guided is not None
    for answer in puzzle.answers:
        if not answer.right:
            position = puzzle.start
            for token in (answer.text, *guided.steps[0].wrong[answer.text].replies):
                position = position.apply(parse_action(token))
            assert position.result is not None
            mine, theirs = position.result.game_points
            assert mine - theirs == answer.value


def test_a_close_is_refuted_on_the_cards_of_the_puzzle() -> None:
    entry = changed(CLOSES["one-card-is-enough"])
    for answer in entry["answers"]:
        answer.pop("line", None)
    guided = hand(read([entry])[0])
    assert guided is not None
    for token, wrong in guided.steps[0].wrong.items():
        position = read([entry])[0].start.apply(parse_action(token))
        for reply in wrong.replies:
            position = position.apply(parse_action(reply))
        assert position.result is not None
        assert position.result.game_points == (0, 2)


def test_while_cards_are_drawn_nothing_is_played_out() -> None:
    entry = changed(CLOSES["three-points-or-one"])
    for answer in entry["answers"]:
        answer.pop("line", None)
    guided = hand(read([entry])[0])
    assert guided is not None
    assert {wrong.replies for wrong in guided.steps[0].wrong.values()} == {()}


# Values in words


def test_layouts_in_words() -> None:
    entry = changed(CLOSES["one-card-is-enough"], values_in="layouts")
    for answer in entry["answers"]:
        answer["value"] = 252 if answer["right"] else 40
    puzzle = read([entry])[0]
    assert stated(puzzle, puzzle.answers[0]) == "guaranteed: wins in 252 of 252 layouts"
    assert stated(puzzle, puzzle.answers[1]) == "wins in at most 40 of 252 layouts, even if both see all cards"
    assert feedback(puzzle, puzzle.answers[0]).endswith(" Guaranteed: wins in 252 of 252 layouts.")


def test_layouts_in_words_where_the_opponent_has_closed() -> None:
    entry = changed(CLOSES["starve-the-closer"], values_in="layouts")
    for answer in entry["answers"]:
        answer["value"] = 56 if answer["right"] else 7
    puzzle = read([entry])[0]
    said = {answer.right: stated(puzzle, answer) for answer in puzzle.answers}
    assert said[True] == "guaranteed: the close fails in 56 of 56 layouts"
    assert said[False] == "the close fails in at most 7 of 56 layouts, even if both see all cards"


@pytest.mark.parametrize(
    ("score", "won", "lost"),
    [
        (None, "you win 2 game points", "your opponent wins 1 game point"),
        ([0, 0], "you win 2 game points", "your opponent wins 1 game point"),
        ([5, 5], "you win the match", "your opponent wins 1 game point"),
        ([6, 6], "you win the match", "your opponent wins the match"),
    ],
)
def test_a_match_score_in_words(score: list[int] | None, won: str, lost: str) -> None:
    entry = changed(ENDGAMES["bring-down-the-nine"])
    if score is not None:
        entry["score"] = score
        for answer in entry["answers"]:
            answer["value"] = min(7 - score[0], answer["value"])
    puzzle = read([entry])[0]
    assert prove(puzzle) is None
    assert [stated(puzzle, answer) for answer in puzzle.answers] == [won, lost, lost]


def test_at_a_match_score_the_steps_after_an_answer_count_what_is_needed() -> None:
    """At 6 to 6 a choice that wins 2 is no better than one that wins 1, so it is not asked for."""
    asked = {}
    for score in ([0, 0], [6, 6]):
        steps = 0
        for entry in ENDGAMES.values():
            capped = changed(entry, score=score)
            for answer in capped["answers"]:
                answer["value"] = max(score[1] - 7, min(7 - score[0], answer["value"]))
            best = max(answer["value"] for answer in capped["answers"])
            for answer in capped["answers"]:
                answer["right"] = answer["value"] == best
            puzzle = read([capped])[0]
            guided = hand(puzzle)
            assert guided is not None
            steps += len(guided.steps)
            played = {parse_action(token) for step in guided.steps[:1] for token in (*step.right, *step.wrong)}
            assert played == {action for action in puzzle.start.legal_actions() if isinstance(action, Play)}
        asked[tuple(score)] = steps
    assert asked[6, 6] < asked[0, 0]
