"""The drill of a whole deal: what is asked while a learner plays, and what the table does not give away meanwhile."""

import json
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Rank, Suit
from sixtysix.deal_drill import EVERY, DealDrilling
from sixtysix.drills import Ask
from sixtysix.errors import RulesError
from sixtysix.position import LAST_SEED
from sixtysix.progress import Progress
from sixtysix.progress_store import Store

from .build import TWO_HANDED


def drill(folder: Path, **options: Any) -> DealDrilling:
    ticks = count(1_000, 2_000)
    return DealDrilling(store=Store(folder / "progress.json"), clock=lambda: next(ticks), **options)


def move(drilling: DealDrilling, chance: Random) -> None:
    """Play a card or go on to the next trick, as a learner would, without saying out."""
    session = drilling.session
    state = session.state()
    message: dict[str, object] = {"do": "next"}
    if not state["waiting"]:
        free = [one["card"] for one in state["hand"] if one["legal"]]
        draw = [one["do"] for one in state["actions"] if one["do"] in ("draw", "pass") and one["enabled"]]
        message = {"do": draw[0]} if draw else {"do": "play", "card": chance.choice(free)}
    session.handle({**message, "version": session.version})
    drilling.look()
    assert not session.refusal


def own_count(drilling: DealDrilling) -> Any:
    """Answer the open question from the history of the deal, with a count of the tests' own."""
    position, question = drilling.session.position, drilling.state()["ask"]["question"]
    if "points" in question:
        return [position.points(0), position.points(1)][: 1 if "have you now" in question else 2]
    played = {card for trick in position.finished_tricks() for _, card in trick.cards}
    known = {*position.hand(0), *position.view(0).hand(1), *played, position.turn_up}
    hidden = [card for suit in Suit for rank in Rank if (card := Card.of(rank, suit)) not in known]
    hidden = [card for card in hidden if card in position.rules.pack]
    if "trumps" in question:
        return [sum(card.suit is position.trump for card in hidden)]
    assert "Which aces and tens" in question
    return [card.code for card in hidden if card.rank in (Rank.ACE, Rank.TEN)]


@pytest.mark.parametrize("name", TWO_HANDED)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_question_comes_after_every_second_trick_and_an_own_count_answers_it(
    name: str, level: int, tmp_path: Path
) -> None:
    chance, kinds = Random(level), set()
    drilling = drill(tmp_path, rules=name, level=level)
    drilling.look()
    asked = 0
    for _ in range(4):
        while drilling.phase != "done":
            tricks = sum(drilling.session.position.tricks)
            if drilling.phase == "watch":
                assert not (drilling.session.waiting and tricks % EVERY == 0 and tricks > drilling._asked)
                move(drilling, chance)
                continue
            assert tricks % EVERY == 0
            kinds.add(drilling.state()["ask"]["question"])
            drilling.handle({"do": "answer", "answer": own_count(drilling)})
            assert drilling.right, (drilling.refusal, drilling.said, drilling.session.position.notation())
            asked += 1
            drilling.handle({"do": "go"})
        drilling.handle({"do": "go"})
    assert asked >= 6
    assert len(kinds) >= (1, 1, 2, 3)[level - 1]
    rounds = drilling.store.progress.by_drill()["whole-deal"]
    assert sum(one.asked for one in rounds) == sum(one.right for one in rounds) == asked


def open_question(drilling: DealDrilling, chance: Random) -> Ask:
    while drilling.phase != "ask":
        if drilling.phase == "done":
            drilling.handle({"do": "go"})
        else:
            move(drilling, chance)
    ask = drilling.script[drilling.at]
    assert isinstance(ask, Ask)
    return ask


def test_the_table_stands_still_while_a_question_is_open(tmp_path: Path) -> None:
    drilling = drill(tmp_path)
    drilling.handle({"do": "go"})
    assert drilling.refusal == "Play on at the table: a question comes now and then."
    open_question(drilling, Random(1))
    session = drilling.session
    before = session.position
    for message in ({"do": "next"}, {"do": "play", "card": session.view.own[0].code}, {"do": "close"}, {"do": "out"}):
        session.handle({**message, "version": session.version})
        drilling.look()
        assert session.refusal == "Answer the question below the table first."
        assert session.position == before
    drilling.handle({"do": "go"})
    assert drilling.refusal == "Answer the question first."
    drilling.handle({"do": "answer", "answer": ["0"]})
    assert session.waiting
    drilling.handle({"do": "go"})
    assert not session.waiting  # the trick goes with the question
    open_question(drilling, Random(4))
    drilling.handle({"do": "answer", "answer": ["0"]})
    session.handle({"do": "next", "version": session.version})
    drilling.look()
    assert not session.refusal
    assert drilling.phase in ("watch", "done")  # and the question with the trick


def test_no_points_are_shown_and_nothing_is_taken_back(tmp_path: Path) -> None:
    drilling, chance = drill(tmp_path), Random(3)
    session = drilling.session
    while session.position.result is None:
        state = session.state()
        assert state["you"]["points"] is state["opponent"]["points"] is None
        assert "card point" not in json.dumps(state)
        assert {one["do"] for one in state["controls"]} <= {"next", "look_back"}
        for do in ("memory", "flow", "undo", "again", "another", "paste"):
            position = session.position
            session.handle({"do": do, "on": do == "flow", "text": "66", "version": session.version})
            assert session.refusal.startswith("In this drill")
            assert session.position == position
            assert session.memory
            assert not session.flow
        assert session.handle({"do": "copy", "what": "view"}) is None
        assert "copy it when the deal is over" in session.refusal
        if drilling.phase == "watch":
            move(drilling, chance)
        else:
            drilling.handle({"do": "answer", "answer": ["1"]} if drilling.phase == "ask" else {"do": "go"})
    assert session.handle({"do": "copy", "what": "view"})


def test_the_same_answer_is_not_asked_for_twice_running(tmp_path: Path) -> None:
    drilling, chance = drill(tmp_path, level=1), Random(8)
    for _ in range(12):
        while drilling.phase != "done":
            if drilling.phase == "watch":
                move(drilling, chance)
            else:
                drilling.handle({"do": "answer", "answer": ["1"]} if drilling.phase == "ask" else {"do": "go"})
        truths = [ask.truth for ask in drilling.script if isinstance(ask, Ask)]
        assert all(one != other for one, other in pairwise(truths))
        seed = drilling.seed
        drilling.session.handle({"do": "another", "version": drilling.session.version})  # the table's own button
        drilling.look()
        assert (drilling.phase, drilling.seed, drilling.session.deal_number) == ("watch", seed + 1, seed + 1)


def test_the_level_rises_after_a_deal_and_a_change_by_hand_lets_the_deal_go_on(tmp_path: Path) -> None:
    drilling, chance = drill(tmp_path), Random(2)
    while drilling.level == 1:
        if drilling.phase == "watch":
            move(drilling, chance)
        elif drilling.phase == "ask":
            drilling.handle({"do": "answer", "answer": own_count(drilling)})
        else:
            drilling.handle({"do": "go"})
    assert drilling.phase == "done"
    assert "the next round is level 2" in drilling.state()["status"]
    drilling.handle({"do": "go"})
    position = drilling.session.position
    drilling.handle({"do": "level", "level": 4})
    assert (drilling.level, drilling.session.position) == (4, position)
    for message in ({"do": "drill", "drill": "my-points"}, {"do": "pace", "pace": 3}, {"do": "level", "level": 9}):
        drilling.handle(message)
        assert drilling.refusal
    again = DealDrilling(store=Store(tmp_path / "progress.json"))
    assert again.level == 2


def test_storms_of_messages_never_break_it(tmp_path: Path) -> None:
    drilling, chance = drill(tmp_path), Random(5)
    kinds = (
        "go",
        "answer",
        "level",
        "drill",
        "pace",
        "pause",
        "paste",
        "copy",
        "nonsense",
        "next",
        "play",
        "out",
        "close",
    )
    values: tuple[Any, ...] = (None, 1, "x", [], ["0"], [0, 1], -1, 10**9, {}, True, "AS")
    for _ in range(3_000):
        do, value = chance.choice(kinds), chance.choice(values)
        message = {
            "do": do,
            "answer": value,
            "level": value,
            "drill": value,
            "pace": value,
            "text": value,
            "card": value,
        }
        if chance.random() < 0.5:
            drilling.handle(message)
        elif chance.random() < 0.5 and drilling.phase == "watch":
            move(drilling, chance)
        else:
            drilling.session.handle({**message, "version": drilling.session.version})
            drilling.look()
        json.dumps(drilling.state())
        json.dumps(drilling.session.state())
        assert drilling.session.question_open == (drilling.phase == "ask")
    assert drilling.seed > 66


def test_after_the_last_seed_comes_the_first(tmp_path: Path) -> None:
    drilling, chance = drill(tmp_path, seed=LAST_SEED), Random(4)
    while drilling.phase != "done":
        if drilling.phase == "watch":
            move(drilling, chance)
        else:
            drilling.handle({"do": "answer", "answer": ["1"]} if drilling.phase == "ask" else {"do": "go"})
    drilling.handle({"do": "go"})
    assert not drilling.refusal
    assert drilling.phase == "watch"
    assert drilling.seed == drilling.session.deal_number == 0


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="players"):
        drill(tmp_path, rules="three_handed")
    assert Store(tmp_path / "progress.json").progress == Progress()
