"""The controller behind a drill: rounds, levels, the record, and what may never be shown."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix import Card, Rules, Suit
from sixtysix.drill_tasks import TASKS
from sixtysix.drilling import LONGEST, PACES, RUN, Drilling
from sixtysix.drills import Ask, Board, Line, Script, Step, Task
from sixtysix.errors import DrillError, PuzzleError, RulesError
from sixtysix.progress import LATEST, Progress, Round
from sixtysix.progress_store import Store

from .build import TWO_HANDED

NOW = 1_790_000_000_000


class Clock:
    """A clock that goes on by a second each time it is read, or stands, or jumps."""

    def __init__(self, now: int = NOW, step: int = 1000) -> None:
        self.now, self.step = now, step

    def __call__(self) -> int:
        self.now += self.step
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "progress.json")


def saved(store: Store, drill: str) -> tuple[Round, ...]:
    """Read the file again, as another notebook would."""
    return Store(store.path).progress.by_drill().get(drill, ())


def right_answer(ask: Ask) -> object:
    if isinstance(ask.truth, Fraction):
        return float(100 * ask.truth)
    return [card.code for card in ask.truth] if isinstance(ask.truth, frozenset) else list(ask.truth)


def wrong_answer(ask: Ask) -> object:
    if isinstance(ask.truth, Fraction):
        return 100 if ask.truth < Fraction(1, 2) else 0
    if isinstance(ask.truth, frozenset):
        return [card.code for card in ask.choices if card not in ask.truth]
    return [number + 1 for number in ask.truth]


def open_question(drilling: Drilling) -> Ask:
    beat = drilling.script[drilling.at]
    assert isinstance(beat, Ask)
    return beat


def to_question(drilling: Drilling) -> Ask:
    """Go on to the next question."""
    while drilling.phase != "ask":
        drilling.go()
    return open_question(drilling)


def play_round(drilling: Drilling, answers: str = "") -> None:
    """Play a round: `answers` says for each question r or w, the last of them for the rest; by default all right."""
    drilling.go()
    at = 0
    while drilling.phase != "done":
        if drilling.phase == "ask":
            ask = open_question(drilling)
            wrong = answers[min(at, len(answers) - 1) :][:1] == "w"
            drilling.answer(wrong_answer(ask) if wrong else right_answer(ask))
            at += 1
        drilling.go()


def card_value(store: Store, **options: Any) -> Drilling:
    return Drilling("card-value", store=store, **options)


# A round


def test_a_round_goes_from_trick_to_question_to_verdict(store: Store) -> None:
    drilling = Drilling("my-points", store=store, level=2)
    phases = [drilling.phase]
    while drilling.phase != "done":
        if drilling.phase == "ask":
            drilling.answer(right_answer(open_question(drilling)))
        else:
            drilling.go()
        phases.append(drilling.phase)
    assert phases[:7] == ["ready", "watch", "watch", "ask", "told", "watch", "watch"]
    assert phases[-3:] == ["ask", "told", "done"]
    record = saved(store, "my-points")[0]
    assert record.asked == record.right == phases.count("ask")
    assert drilling.state()["status"].startswith(f"{record.asked} of {record.asked} right, ")
    drilling.go()
    assert drilling.phase == "watch"
    assert drilling.state()["round"]["asked"] == 0


@pytest.mark.parametrize("rules", TWO_HANDED)
def test_every_drill_can_be_played_at_every_level(store: Store, rules: str) -> None:
    for name, task in TASKS.items():
        drilling = Drilling(name, store=store, rules=rules, level=len(task.levels), seed=3)
        play_round(drilling)
        assert drilling.record.asked == drilling.record.right == drilling.state()["round"]["of"] > 0
        json.dumps(drilling.state(), allow_nan=False)


def test_questions_and_rounds_have_their_order(store: Store) -> None:
    drilling = Drilling("my-points", store=store)
    with pytest.raises(DrillError, match="No question is open"):
        drilling.answer([1])
    drilling.go()
    with pytest.raises(DrillError, match="No question is open"):
        drilling.answer([1])
    ask = to_question(drilling)
    with pytest.raises(DrillError, match="Answer the question first"):
        drilling.go()
    drilling.answer(right_answer(ask))
    with pytest.raises(DrillError, match="No question is open"):
        drilling.answer(right_answer(ask))


@pytest.mark.parametrize("answer", [[], [""], ["x"], "x", None, [1, 2], [-1], {"a": 1}, [[]], [1.5], [10**9]])
def test_what_is_no_answer_leaves_the_question_open(store: Store, answer: object) -> None:
    drilling = card_value(store)
    drilling.go()
    ask = open_question(drilling)
    drilling.handle({"do": "answer", "answer": answer})
    state = drilling.state()
    assert (state["phase"], state["refused"], state["told"]) == ("ask", True, None)
    assert state["status"] != ask.question
    assert saved(store, "card-value") == ()
    drilling.handle({"do": "answer", "answer": right_answer(ask)})
    state = drilling.state()
    assert (state["phase"], state["refused"], state["told"]["right"]) == ("told", False, True)
    assert saved(store, "card-value")[0].right == 1


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"drill": "bridge"}, DrillError, "'bridge' is not a drill"),
        ({"level": 5}, DrillError, "levels of this drill are 1 to 4, not 5"),
        ({"level": 0}, DrillError, "not 0"),
        ({"level": True}, DrillError, "not True"),
        ({"level": "2"}, DrillError, "not '2'"),
        ({"seed": -1}, PuzzleError, "seed: -1"),
        ({"rules": "whist"}, RulesError, "'whist' is not a rule set"),
        ({"rules": "three_handed"}, RulesError, "a drill is for 2 players, and here 3 play"),
        ({"rules": Rules.four_handed()}, RulesError, "a drill is for 2 players, and here 4 play"),
    ],
)
def test_what_cannot_be_used_is_refused(
    store: Store, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        Drilling(**{"drill": "my-points", "store": store, **options})


def test_the_next_round_is_another_one_even_after_the_last_seed(store: Store) -> None:
    drilling = card_value(store, seed=10**18)
    play_round(drilling)
    first = drilling.script
    drilling.go()
    assert drilling.seed == 0
    assert drilling.script != first


def test_a_round_that_was_left_is_not_asked_again(store: Store) -> None:
    drilling = Drilling("my-points", store=store)
    drilling.go()
    first = drilling.script[0]
    drilling.set_level(2)
    assert drilling.phase == "ready"
    drilling.go()
    assert drilling.script[0] != first
    untouched = Drilling("my-points", store=store, seed=5)
    untouched.set_level(2)
    assert untouched.seed == 5


# Levels


def test_the_level_rises_after_a_run_of_right_answers(store: Store) -> None:
    drilling = card_value(store)
    play_round(drilling)
    assert drilling.level == 2
    state = drilling.state()
    assert state["status"].endswith(f"{RUN} right answers in a row: the next round is level 2.")
    assert state["level"] == 2
    assert saved(store, "card-value")[0].level == 1
    play_round(drilling)
    assert saved(store, "card-value")[1].level == 2
    assert drilling.level == 3


@pytest.mark.parametrize(
    ("answers", "rises"),
    [
        ("rrrwrrwr", True),  # a run of three anywhere in a round three quarters of which are right
        ("rrrwrwrw", False),
        ("wwwwwrrr", False),  # three right, but most of the round wrong
        ("rrwrrwrr", False),
        ("wwrrrrrr", True),
        ("w", False),
    ],
)
def test_a_run_is_three_right_answers_in_a_round_three_quarters_of_which_are_right(
    store: Store, answers: str, rises: bool
) -> None:
    drilling = card_value(store)
    play_round(drilling, answers)
    assert drilling.level == (2 if rises else 1)
    assert ("in a row" in drilling.state()["status"]) == rises
    assert [one.level for one in saved(store, "card-value")] == ([1, 2] if rises else [1])


def test_a_run_goes_on_over_rounds_with_one_question(store: Store) -> None:
    drilling = Drilling("his-hand", store=store)
    levels = []
    for answers in ("r", "r", "w", "r", "r", "r"):
        play_round(drilling, answers)
        levels.append(drilling.level)
    assert levels == [1, 1, 1, 1, 1, 2]


def test_the_highest_level_stays(store: Store) -> None:
    drilling = card_value(store, level=4)
    play_round(drilling)
    assert drilling.level == 4
    assert "row" not in drilling.state()["status"]


def test_a_level_chosen_by_hand_is_kept(store: Store) -> None:
    drilling = card_value(store)
    drilling.handle({"do": "level", "level": 1})
    play_round(drilling)
    assert drilling.level == 1
    assert drilling.state()["status"].endswith(f"{RUN} right answers in a row: level 2 is there when you want it.")
    assert [one.level for one in saved(store, "card-value")] == [1]
    drilling.handle({"do": "level", "level": None})  # let it rise again
    play_round(drilling)
    assert drilling.level == 2


def test_the_next_time_goes_on_at_the_level_reached(store: Store) -> None:
    drilling = card_value(store, clock=Clock())
    play_round(drilling)
    later = card_value(Store(store.path), clock=Clock(NOW + 10**9))
    assert later.level == 2
    play_round(later, "w")
    assert card_value(Store(store.path)).level == 2
    later.handle({"do": "level", "level": 4})
    play_round(later, "w")
    assert card_value(Store(store.path)).level == 4
    assert Drilling("my-points", store=Store(store.path)).level == 1


def test_a_level_reached_leaves_no_empty_round_behind_that_is_played(store: Store) -> None:
    drilling = card_value(store, clock=Clock())
    play_round(drilling)
    assert [(one.level, one.asked) for one in saved(store, "card-value")] == [(1, 8), (2, 0)]
    play_round(drilling, "w")
    assert [(one.level, one.asked) for one in saved(store, "card-value")] == [(1, 8), (2, 8)]
    play_round(drilling, "w")
    assert [(one.level, one.asked) for one in saved(store, "card-value")] == [(1, 8), (2, 8), (2, 8)]


def test_a_record_of_a_level_that_is_no_more_does_no_harm(store: Store) -> None:
    store.record(Round("card-value", 99, NOW, 3, 3, 9.0))
    store.record(Round("my-points", 0, NOW, 3, 3, 9.0))
    assert card_value(store).level == 4
    assert Drilling("my-points", store=store).level == 1


def test_another_drill_begins_at_its_own_level(store: Store) -> None:
    store.record(Round("odds", 3, NOW, 5, 2, 60.0))
    drilling = card_value(store, level=2)
    drilling.handle({"do": "drill", "drill": "odds"})
    state = drilling.state()
    assert (state["drill"], state["level"], state["phase"]) == ("odds", 3, "ready")
    assert state["status"] == f"{TASKS['odds'].about} Level 3: {TASKS['odds'].levels[2]}."


# The record


def test_progress_is_saved_after_each_answer(store: Store) -> None:
    drilling = card_value(store)
    drilling.go()
    for number in range(1, 5):
        ask = open_question(drilling)
        drilling.answer(right_answer(ask) if number != 2 else wrong_answer(ask))
        (record,) = saved(store, "card-value")
        assert (record.asked, record.right, record.level) == (number, number - (number > 1), 1)
        drilling.go()


def test_the_time_is_that_of_tricks_and_questions(store: Store) -> None:
    """The clock goes on by a second with each reading; it is read once as each trick, question or verdict is left."""
    drilling = Drilling("my-points", store=store, level=2, clock=Clock())
    drilling.go()
    to_question(drilling)
    drilling.answer(right_answer(open_question(drilling)))
    assert saved(store, "my-points")[0].seconds == 3.0  # two tricks and the question
    drilling._clock = Clock(NOW + 500_000)  # a long look at the verdict
    drilling.go()
    to_question(drilling)
    drilling.answer(right_answer(open_question(drilling)))
    assert saved(store, "my-points")[0].seconds == 6.0


@pytest.mark.parametrize("step", [-5_000, 0, 10**7, 10**11])
def test_a_clock_that_jumps_does_no_harm(store: Store, step: int) -> None:
    drilling = card_value(store, clock=Clock(NOW, step))
    for _ in range(2):
        play_round(drilling, "w")
    rounds = saved(store, "card-value")
    assert len(rounds) == 2, "both rounds are on record even if the clock stands or goes back"
    for record in rounds:
        assert record.asked == 8
        assert record.seconds == (8 * LONGEST if step > 0 else 0)


@pytest.mark.parametrize("ahead", [10 * 365 * 86_400_000, 10**20])
def test_a_clock_that_was_ahead_once_does_not_hold_the_level(store: Store, ahead: int) -> None:
    play_round(card_value(store, clock=Clock(NOW + ahead)), "w")
    drilling = card_value(Store(store.path), clock=Clock(NOW))
    play_round(drilling)
    assert drilling.level == card_value(Store(store.path)).level == 2
    play_round(drilling)
    assert card_value(Store(store.path)).level == 3
    later = card_value(Store(store.path), clock=Clock(NOW + 1000))
    later.set_level(1)
    play_round(later, "w")
    assert card_value(Store(store.path)).level == 1
    rounds = [one.asked for one in saved(store, "card-value") if one.asked]
    assert rounds == [8] * 4, "no round takes the place of another"


def test_a_record_at_the_end_of_all_time_loses_no_round(store: Store) -> None:
    store.record(Round("card-value", 1, LATEST, 3, 1, 9.0))
    drilling = card_value(store)
    for _ in range(3):
        play_round(drilling, "w")
    assert sorted(one.asked for one in saved(store, "card-value")) == [3, 8, 8, 8]


@pytest.mark.parametrize("order", ["ABAB", "AABB", "ABBA"])
def test_two_drills_on_one_record_keep_their_rounds_apart(store: Store, order: str) -> None:
    """Even if the clock stands, and the rounds are played at the same time."""
    both = {name: card_value(store, level=1, seed=seed, clock=Clock(NOW, 0)) for name, seed in (("A", 1), ("B", 500))}
    for drilling in both.values():
        drilling.go()
    for name in order:
        for _ in range(4):
            drilling = both[name]
            drilling.answer(right_answer(open_question(drilling)))
            drilling.go()
    assert {name: drilling.phase for name, drilling in both.items()} == {"A": "done", "B": "done"}
    assert [(one.level, one.asked) for one in saved(store, "card-value") if one.asked] == [(1, 8), (1, 8)]
    for drilling in both.values():
        play_round(drilling, "w")
    assert [one.asked for one in saved(store, "card-value") if one.asked] == [8] * 4


def test_a_round_played_since_is_not_overtaken_by_one_reserved_before(store: Store) -> None:
    one = card_value(store, clock=Clock(NOW, 0))
    play_round(one)  # reserves a round at level 2
    two = card_value(store, level=3, clock=Clock(NOW, 0))
    play_round(two, "w")
    assert card_value(Store(store.path)).level == 3
    play_round(one, "w")
    assert card_value(Store(store.path)).level == 2
    assert [(one.level, one.asked) for one in saved(store, "card-value") if one.asked] == [(1, 8), (3, 8), (2, 8)]


@pytest.mark.parametrize("now", [-(10**20), 0, 10**20, pytest.param(10**400, id="huge")])
def test_a_clock_may_tell_any_time(store: Store, now: int) -> None:
    play_round(card_value(store, clock=Clock(now, now // 10)))
    assert saved(store, "card-value")[0].asked == 8


def test_a_disk_in_trouble_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    store = Store(tmp_path / "file" / "progress.json")
    drilling = card_value(store)
    play_round(drilling)
    state = drilling.state()
    assert store.trouble
    assert state["status"].endswith(store.trouble)
    assert state["status"].startswith("8 of 8 right")
    assert drilling.level == 2
    drilling.go()
    assert drilling.state()["status"].endswith(store.trouble)


def test_a_code_is_copied_and_pasted(store: Store, tmp_path: Path) -> None:
    play_round(card_value(store))
    text = card_value(store).handle({"do": "copy"})
    assert text is not None
    assert Progress.from_code(text) == store.progress
    other = Store(tmp_path / "other.json")
    fresh = card_value(other)
    assert fresh.level == 1
    assert fresh.handle({"do": "paste", "text": text}) is None
    assert other.progress == store.progress
    assert fresh.level == 2, "it goes on at the level of the code"
    for wrong in ("nonsense", None, 5, ""):
        fresh.handle({"do": "paste", "text": wrong})
        assert fresh.state()["refused"]
    assert other.progress == store.progress


def test_a_code_leaves_the_round_and_a_chosen_level_alone(store: Store, tmp_path: Path) -> None:
    play_round(card_value(store))
    text = store.progress.code().text
    for options, begun in (({"level": 3}, False), ({}, True)):
        drilling = card_value(Store(tmp_path / f"{begun}.json"), **options)
        if begun:
            drilling.go()
        before = (drilling.level, drilling.phase, drilling.script)
        drilling.handle({"do": "paste", "text": text})
        assert (drilling.level, drilling.phase, drilling.script) == before


# Messages


def test_a_choice_made_on_an_older_state_is_left_alone(store: Store) -> None:
    drilling = card_value(store)
    drilling.handle({"do": "go", "version": 0})
    assert (drilling.version, drilling.phase) == (1, "ask")
    before = drilling.state()
    drilling.handle({"do": "answer", "answer": [11], "version": 0})
    drilling.handle({"do": "level", "level": 2, "version": 7})
    assert drilling.state() == before


def test_pace_and_pause(store: Store) -> None:
    drilling = Drilling("my-points", store=store)
    assert drilling.state()["paces"] == list(PACES)
    drilling.handle({"do": "pace", "pace": 5})
    drilling.handle({"do": "pause"})
    assert (drilling.state()["pace"], drilling.state()["paused"]) == (5, True)
    drilling.handle({"do": "pause"})
    assert not drilling.state()["paused"]
    wrong: object
    for wrong in (4, 8.0, "8", True, None, [], [8], {}):
        drilling.handle({"do": "pace", "pace": wrong})
        assert drilling.state()["refused"]
        assert drilling.state()["status"].startswith("The pace is one of 0, 8, 5, 3, 2 seconds")
    assert drilling.state()["pace"] == 5


def test_an_unknown_choice_is_told(store: Store) -> None:
    drilling = card_value(store)
    drilling.handle({"do": "dance"})
    assert drilling.state()["status"] == "'dance' is not a choice in a drill."
    nothing: object
    for nothing in (None, 5, "go", [], {}, {"do": None}, {"do": 5}, {"go": "do"}):
        assert drilling.handle(nothing) is None
    assert drilling.version == 1


VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, 2, 3, 4, 5, 8, -1, 10**9, 10**400, 2.5, float("nan"), float("inf")),
    *("", "x", "11", "24", "card-value", "odds", "his-hand", "AS", "KH", "50 %"),
    *([], [0], [11], ["4"], [2, 2, 1, 1], ["AS", "TH"], ["AS", ["x"]], [[]], [None], {}, {"do": "go"}, [1, 2]),
)
DO = (
    "go",
    "go",
    "go",
    "go",
    "pause",
    "answer",
    "answer",
    "drill",
    "level",
    "pace",
    "paste",
    "copy",
    "dance",
    "",
    None,
    5,
)


def storm(chance: Random) -> Iterator[object]:
    """Give random messages, many of them nonsense."""
    while True:
        pick = int(chance.random() * len(DO))
        message: dict[str, object] = {"do": DO[pick]}
        for key in ("answer", "drill", "level", "pace", "text"):
            if chance.random() < 0.5:
                message[key] = VALUES[int(chance.random() * len(VALUES))]
        if chance.random() < 0.1:
            message["version"] = VALUES[int(chance.random() * len(VALUES))]
        yield message if chance.random() < 0.97 else VALUES[pick]


@pytest.mark.parametrize("seed", range(6))
def test_no_storm_of_messages_does_harm(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    names = list(TASKS)
    (tmp_path / "file").write_text("", "utf-8")
    drilling = Drilling(names[seed], store=Store(tmp_path / "file" / "p.json"), clock=Clock(NOW, 700 - 300 * seed))
    phases = set()
    for _, message in zip(range(500), storm(chance), strict=False):
        version, phase = drilling.version, drilling.phase
        # right answers now and then, so that every phase is reached
        if phase == "ask" and chance.random() < 0.5:
            message = {"do": "answer", "answer": right_answer(open_question(drilling))}
        result = drilling.handle(message)
        assert result is None or isinstance(result, str)
        state = drilling.state()
        assert drilling.version in (version, version + 1)
        assert state["phase"] in ("ready", "watch", "ask", "told", "done")
        assert (state["step"] is not None) == (state["phase"] == "watch")
        assert (state["ask"] is not None) == (state["phase"] in ("ask", "told"))
        assert (state["told"] is not None) == (state["phase"] == "told")
        assert 1 <= state["level"] <= len(state["levels"])
        assert 0 <= state["round"]["right"] <= state["round"]["asked"] <= state["round"]["of"]
        assert state["round"]["seconds"] >= 0
        assert state["status"]
        assert json.loads(json.dumps(state, allow_nan=False)) == state
        phases.add(state["phase"])
    assert phases == {"ready", "watch", "ask", "told", "done"}


# What is shown


def test_the_state_has_these_fields(store: Store) -> None:
    """The widget reads them; a field may be added, none may go."""
    drilling = Drilling("both-points", store=store)
    drilling.go()
    state = drilling.state()
    assert state.keys() >= {
        *("version", "drill", "title", "about", "drills", "level", "levels", "pace", "paces", "paused", "phase"),
        *("step", "ask", "told", "board", "round", "go", "status", "refused"),
    }
    assert state["step"].keys() >= {"title", "cards", "said", "taken"}
    assert state["step"]["cards"][0].keys() >= {"who", "card", "name"}
    assert state["board"].keys() >= {"hand", "turn_up", "trump", "stock"}
    assert state["round"].keys() >= {"asked", "of", "right", "seconds"}
    assert [one["name"] for one in state["drills"]] == list(TASKS)
    ask = to_question(drilling)
    assert drilling.state()["ask"].keys() >= {"question", "kind", "labels", "many", "choices", "cards"}
    drilling.answer(wrong_answer(ask))
    told = drilling.state()["told"]
    assert told.keys() >= {"right", "given", "truth", "count", "note"}
    assert told["count"][-1]["totals"] == told["truth"] == list(ask.truth)  # type: ignore[arg-type]
    assert told["count"][0].keys() >= {"text", "adds", "totals"}


def test_a_verdict_is_said_with_its_note(store: Store) -> None:
    drilling = card_value(store)
    drilling.go()
    ask = open_question(drilling)
    assert drilling.state()["status"] == ask.question
    drilling.answer([5])
    (worth,) = drilling.state()["told"]["truth"]
    assert (worth,) == ask.truth
    status = drilling.state()["status"]
    assert status.startswith(f"✗ 5 is {abs(worth - 5)} too {'few' if worth > 5 else 'many'}. It is {worth}. ")
    assert status.endswith(ask.note)


def test_a_trick_is_told_in_words(store: Store) -> None:
    step = Step(
        "Trick 3",
        (("opponent", Card("KH")), ("you", Card("TH"))),
        ("Your opponent announced the marriage in ♥.",),
        "You took the trick.",
    )
    drilling = scripted(store, (step, Ask("?", (14,))))
    assert drilling.state()["status"] == (
        "Trick 3. Your opponent announced the marriage in ♥. Your opponent K♥, you 10♥. You took the trick."
    )
    shown = drilling.state()["step"]
    assert [(one["who"], one["card"], one["name"]) for one in shown["cards"]] == [
        ("opponent", "KH", "king of hearts"),
        ("you", "TH", "ten of hearts"),
    ]


def scripted(store: Store, script: Script) -> Drilling:
    """Begin a round that is given beat by beat."""
    drilling = Drilling("my-points", store=store, level=1)
    drilling.task = replace(drilling.task, script=lambda seed, level, rules: script)
    drilling.go()
    return drilling


CHOICES = tuple(map(Card, ("AS", "TS", "KS", "QS")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Ask("How many?", (3,)), Ask("How many?", (40,))),
        (Ask("How many?", (3, 5), ("you", "your opponent")), Ask("How many?", (0, 100), ("you", "your opponent"))),
        (Ask("How likely?", Fraction(1, 3)), Ask("How likely?", Fraction(2, 3))),
        (
            Ask("Which?", frozenset(CHOICES[:1]), choices=CHOICES),
            Ask("Which?", frozenset(CHOICES[1:]), choices=CHOICES),
        ),
        (Ask("Which?", frozenset(), choices=CHOICES), Ask("Which?", frozenset(CHOICES), choices=CHOICES)),
    ],
)
def test_nothing_of_the_answer_is_shown_before_it_is_given(store: Store, one: Ask, other: Ask) -> None:
    """Two rounds that differ in nothing but the answer, and in all that explains it, look alike until it is given."""
    looks = []
    for ask in (one, other):
        many = len(ask.truth) if isinstance(ask.truth, tuple) else 1
        full = replace(
            ask,
            note=f"It is {ask.truth}.",
            count=(Line(f"Trick 1: {ask.truth}", (7,) * many),) if isinstance(ask.truth, tuple) else (),
            traps=(Line(f"not {ask.truth}", (9,) * many),),
            why=((CHOICES[0], f"is {ask.truth}"),),
            board=Board(Suit.SPADES, CHOICES[:1]),
        )
        drilling = scripted(store, (full,))
        look = [drilling.state()]
        drilling.handle({"do": "answer", "answer": {"no": "answer"}})
        drilling.handle({"do": "go"})
        look.append(drilling.state())
        looks.append(look)
        drilling.answer(right_answer(full))
        assert drilling.state()["told"]["note"] == full.note
    assert looks[0] == looks[1]


def test_the_next_question_is_not_shown_while_tricks_are(store: Store) -> None:
    step = Step("Trick 1", (("you", Card("AS")), ("opponent", Card("9S"))))
    states = [scripted(store, (step, Ask("What comes now?", (truth,)))).state() for truth in (11, 22)]
    assert states[0] == states[1]
    assert "What comes now" not in json.dumps(states[0])


def test_a_task_is_a_value() -> None:
    task = TASKS["my-points"]
    assert isinstance(task, Task)
    assert task == replace(task)
