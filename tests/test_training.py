"""The puzzle trainer's controller: what it tells and when, its verdicts, repetition, streaks and the record."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixtysix.actions import parse_action
from sixtysix.answering import STEPS, choices, grade, kind, read_fact
from sixtysix.errors import DrillError, PuzzleError, RulesError
from sixtysix.progress import Mark, Progress, Round
from sixtysix.progress_store import Store
from sixtysix.puzzles import YOU, Puzzle, PuzzleSet, load, names
from sixtysix.training import Training
from sixtysix.training_record import DAY, ENOUGH, due, rating, tally

OWN = [puzzle for name in names() if name[:2] <= "04" for puzzle in load(name)]
BY_ID = {puzzle.id: puzzle for puzzle in OWN}


class Clock:
    """A clock that goes on when told to."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


def trainer(folder: Path, *ids: str, clock: Callable[[], int] | None = None, **options: Any) -> Training:
    puzzles = [BY_ID[name] for name in ids] or OWN
    clock = clock or Clock()
    return Training(puzzles, store=Store(folder / "progress.json", clock), clock=clock, **options)


def play(training: Training, text: str) -> None:
    """Answer at the table."""
    for action in map(parse_action, text.split()):
        training.session.act(action)
    training.look()


def say(training: Training, do: str, **more: object) -> None:
    training.handle({"do": do, "version": training.version, **more})


def solve(training: Training) -> None:
    """Give the right answer."""
    answer = training.puzzle.right[0]
    if answer.fact:
        training.session.answer(answer)
        training.look()
    else:
        play(training, answer.text)


def fail(training: Training) -> None:
    """Give a wrong answer."""
    answer = next(one for one in training.puzzle.answers if not one.right)
    if answer.fact:
        training.session.answer(answer)
        training.look()
    else:
        play(training, answer.text)


def mark(training: Training, name: str) -> tuple[int, int, bool]:
    found = training.store.progress.mark(f"puzzle/{name}")
    assert found is not None
    return found.tries, found.right, found.first


# What is told, and when


@pytest.mark.parametrize("puzzle", OWN, ids=lambda puzzle: puzzle.id)
def test_nothing_is_told_before_its_time(puzzle: Puzzle, tmp_path: Path) -> None:
    training = trainer(tmp_path, puzzle.id)
    state = training.state()
    assert state["told"] is state["solution"] is None
    own = {name: value for name, value in state.items() if name not in ("themes", "record")}
    words = json.dumps(own, ensure_ascii=False)
    secrets = [puzzle.id, puzzle.explanation, *puzzle.hints, *(one.why for one in puzzle.answers)]
    assert not [text for text in secrets if text in words]
    assert training.handle({"do": "copy"}) is None
    assert "copy it when you have answered" in training.refusal
    fail(training)
    words = json.dumps({**training.state(), "themes": [], "record": {}}, ensure_ascii=False)
    told = training.session.attempts[0]
    assert (told.why in words) is not any(told.why in line for line in training.session.told)  # said once
    others = [one.why for one in puzzle.answers if one is not told]
    assert not [text for text in (puzzle.id, puzzle.explanation, *puzzle.hints, *others) if text in words]
    say(training, "show")
    solution = training.state()["solution"]
    assert (solution["id"], solution["explanation"]) == (puzzle.id, puzzle.explanation)
    assert {row["why"] for row in solution["values"]} == {one.why for one in puzzle.answers}
    assert [row["answer"] for row in solution["values"] if row["chosen"]] == [puzzle.say(told)]
    text = training.handle({"do": "copy", "version": training.version})
    assert text is not None
    assert puzzle.id in text
    assert puzzle.view.notation() in text


def test_hints_come_one_by_one(tmp_path: Path) -> None:
    training = trainer(tmp_path, "bring-down-the-nine")
    hints = training.puzzle.hints
    for number in (1, 2, 3):
        say(training, "hint")
        assert training.state()["hints"]["taken"] == list(hints[:number])
        assert training.state()["status"] == f"Hint {number} of 3: {hints[number - 1]}"
    say(training, "hint")
    assert training.refusal.startswith("All hints are given")
    assert not training.state()["may"]["hint"]


# Verdicts


@pytest.mark.parametrize(
    ("name", "answer", "verdict", "loss"),
    [
        ("win-draw-or-lose", "KH", "Best", ""),
        ("win-draw-or-lose", "TH", "A small loss", "1 game point"),
        ("win-draw-or-lose", "9H", "A clear loss", "2 game points"),
        ("bring-down-the-nine", "TS", "A heavy loss", "3 game points"),
        ("starve-the-closer", "TD", "A heavy loss", "at least 3 game points"),
        ("three-points-or-one", "TC", "A clear loss", "at least 2 game points"),
        ("which-trumps", "AD QD", "Not right", ""),
        ("which-trumps", "AD QD 9D", "Best", ""),
    ],
)
def test_a_verdict_goes_by_the_game_points_lost(name: str, answer: str, verdict: str, loss: str) -> None:
    puzzle = BY_ID[name]
    found = grade(puzzle, next(one for one in puzzle.answers if one.text == answer), helped=False)
    assert (found.name, found.loss) == (verdict, loss)


def test_where_layouts_are_counted_a_verdict_goes_by_their_share() -> None:
    puzzle = BY_ID["the-cheaper-trump"]  # 56 layouts
    right = replace(puzzle.right[0], value=50)
    for value, step in ((49, 3), (45, 3), (44, 4), (32, 4), (31, 5), (0, 5)):
        other = replace(puzzle.answers[0], value=value)
        counted = replace(puzzle, values_in="layouts", answers=(right, other))
        found = grade(counted, other, helped=False)
        assert (found.step, found.name) == (step, STEPS[step - 1])
        assert found.loss == f"at least {50 - value} of 56 layouts"


def test_hints_and_another_try_are_help(tmp_path: Path) -> None:
    training = trainer(tmp_path, "make-it-trump")
    solve(training)
    assert training.state()["told"]["name"] == "Best"
    assert mark(training, "make-it-trump") == (1, 1, True)
    say(training, "next")
    say(training, "hint")
    solve(training)
    assert training.state()["told"]["name"] == "Best, with help"
    say(training, "next")
    fail(training)
    assert training.state()["told"]["step"] == 4
    say(training, "retry")
    fail(training)
    say(training, "retry")
    solve(training)
    assert (training.phase, training.state()["told"]["name"]) == ("solved", "Best, with help")
    # right; then with a hint, which is a wrong try; then wrong, however often; and it was solved today already
    assert mark(training, "make-it-trump") == (3, 1, True)


def test_a_solution_that_is_shown_counts_as_wrong_and_solving_after_it_as_nothing(tmp_path: Path) -> None:
    training = trainer(tmp_path, "make-it-trump")
    say(training, "show")
    assert training.phase == "shown"
    assert training.state()["status"] == "The solution is played on the table."
    assert mark(training, "make-it-trump") == (1, 0, False)
    say(training, "retry")
    assert training.state()["solution"] is None
    solve(training)
    assert training.state()["told"]["name"] == "Best, with help"
    assert mark(training, "make-it-trump") == (1, 0, False)


def test_what_is_tried_out_after_the_right_answer_counts_for_nothing(tmp_path: Path) -> None:
    training = trainer(tmp_path, streak=True, first="make-it-trump")
    solve(training)
    for again in (fail, solve):
        say(training, "retry")
        again(training)
    assert mark(training, "make-it-trump") == (1, 1, True)
    assert (training.over, training.record.asked, training.record.right) == (False, 1, 1)


# Facts


@pytest.mark.parametrize(
    ("name", "how", "right", "wrong", "none"),
    [
        ("four-tricks", "number", ["27", 27, " 27 "], ["26", "1,000"], ["", "many", "-1", None, [1, 2]]),
        ("forty-and-what-else", "yes or no", ["no", False, "No"], ["yes", True], ["", "maybe", 1.5, None, []]),
        ("which-trumps", "cards", [["9D", "AD", "QD"]], [["AD"], []], ["AD", ["XX"], [1], None]),
        ("the-last-heart", "cards", [["AH"]], [["AH", "KH"]], [["AS"]]),
        ("hand-or-stock", "odds", ["6 in 11", "6/11", "12 of 22", "54.55 %", "55%"], ["5 in 11", "1/2", "54 %"], []),
        ("any-trump-will-do", "odds", ["9 in 11", "81,8 %", "82 percent"], ["0 in 11", "81 %"], ["9", "9/0", "12/11"]),
    ],
)
def test_facts_are_read_as_a_learner_writes_them(
    name: str, how: str, right: list[object], wrong: list[object], none: list[object]
) -> None:
    puzzle = BY_ID[name]
    assert kind(puzzle) == how
    assert [read_fact(puzzle, given).right for given in right] == [True] * len(right)
    assert [read_fact(puzzle, given).right for given in wrong] == [False] * len(wrong)
    for given in none:
        with pytest.raises(DrillError):
            read_fact(puzzle, given)


def test_a_percentage_is_right_only_if_it_is_the_true_one_rounded() -> None:
    puzzle = BY_ID["hand-or-stock"]
    assert puzzle.right[0].meant == Fraction(6, 11)  # 54.5454…
    for tenths in range(500, 600):
        text = f"{tenths / 10:.1f} %"
        assert read_fact(puzzle, text).right == (tenths == 545)
    for whole in range(101):
        assert read_fact(puzzle, f"{whole} %").right == (whole == 55)


def test_a_wrong_fact_that_no_answer_names_is_told_its_direction_and_not_the_truth() -> None:
    many, cards, odds = BY_ID["four-tricks"], BY_ID["which-trumps"], BY_ID["hand-or-stock"]
    assert read_fact(many, "26").why == "26 is too few."
    assert read_fact(many, "28").why == "28 is too many."
    assert read_fact(cards, ["AD", "JD"]).why == "2 are missing and 1 does not belong to it."
    assert read_fact(odds, "3/4").why == "It is less likely than that."


def test_the_cards_to_choose_from_give_nothing_away() -> None:
    for puzzle in OWN:
        found = choices(puzzle)
        if kind(puzzle) != "cards":
            assert found == ()
            continue
        for answer in puzzle.answers:
            assert isinstance(answer.meant, frozenset)
            assert answer.meant < set(found), puzzle.id
        if puzzle.fact == "their hand":
            assert not set(puzzle.start.hand(YOU)) & set(found)
    assert {card.code for card in choices(BY_ID["which-trumps"])} == {f"{rank}D" for rank in "AKQJT9"}


def test_odds_in_per_cent_are_told_as_they_were_written(tmp_path: Path) -> None:
    training = trainer(tmp_path, "hand-or-stock")
    say(training, "answer", answer="54 %")
    assert training.state()["told"]["given"] == "54 %"
    assert training.state()["status"] == "✗ Not right. 54 %: It is more likely than that."
    say(training, "show")
    assert "✗ 54 %: It is more likely than that." not in training.text()  # nor is it among the puzzle's own answers
    assert [row["answer"] for row in training.state()["solution"]["values"] if row["chosen"]] == ["54 %"]


def test_the_same_wrong_cards_in_another_order_are_one_answer(tmp_path: Path) -> None:
    training = trainer(tmp_path, "which-trumps")
    for chosen in (["TD", "9D"], ["9D", "TD"], ["TD", "9D"]):
        say(training, "answer", answer=chosen)
        say(training, "retry")
    say(training, "show")
    rows = [row["answer"] for row in training.state()["solution"]["values"]]
    assert len(set(rows)) == len(rows) == 1 + len(training.puzzle.answers)
    assert [row["answer"] for row in training.state()["solution"]["values"] if row["chosen"]] == ["10♦ and 9♦"]


def test_a_fact_is_answered_in_the_trainer(tmp_path: Path) -> None:
    training = trainer(tmp_path, "four-tricks")
    say(training, "answer", answer="many")
    assert training.state()["refused"]
    assert training.phase == "ask"
    say(training, "answer", answer="25")
    assert training.state()["status"].startswith("✗ Not right. 25: ")
    say(training, "answer", answer="27")
    assert training.refusal == "Try again first."
    say(training, "retry")
    say(training, "answer", answer="27")
    assert training.phase == "solved"
    assert not training.session.memory
    tricks = training.state()["puzzle"]["tricks"]
    assert [line[:2] for line in tricks if line[0] != " "] == ["1.", "2.", "3.", "4."]


# Choosing puzzles


def test_a_failed_puzzle_comes_back_after_1_3_7_and_21_days(tmp_path: Path) -> None:
    clock = Clock()
    training = trainer(tmp_path, "make-it-trump", "bring-down-the-nine", clock=clock, first="make-it-trump")
    fail(training)
    waits = []
    for _ in range(4):
        last = clock.now
        at = due(training.store.progress.mark("puzzle/make-it-trump"))
        assert at is not None
        waits.append((at - last) // DAY)
        clock.now = at - 1
        say(training, "next")
        if training.puzzle.id == "make-it-trump":  # two puzzles take turns
            say(training, "next")
        assert training.state()["record"]["due"].startswith("To repeat now: 0.")
        clock.now = at
        say(training, "next")
        assert training.puzzle.id == "make-it-trump"
        solve(training)
    assert waits == [1, 1, 3, 7]
    assert due(Mark("puzzle/x", 5, 4, False, 0)) == 21 * DAY
    assert due(Mark("puzzle/x", 9, 9, True, 0)) is None
    # whatever was right before, what went wrong comes back
    assert due(Mark("puzzle/x", 10, 9, True, 0)) == due(Mark("puzzle/x", 6, 5, False, 0)) == 21 * DAY


def test_what_is_repeated_within_the_hour_changes_no_interval(tmp_path: Path) -> None:
    clock = Clock()
    training = trainer(tmp_path, "make-it-trump", clock=clock)  # alone, so that it comes again and again
    for step in (fail, solve, solve, solve, solve, solve, fail, fail, fail, fail):
        say(training, "next")
        step(training)
        clock.now += 60_000
    tries, right, first = mark(training, "make-it-trump")
    assert (right, first) == (1, False)
    assert tries <= 3
    found = training.store.progress.mark("puzzle/make-it-trump")
    at = due(found)
    assert at is not None
    assert clock.now < at <= clock.now + DAY
    clock.now = at
    say(training, "next")
    solve(training)
    assert mark(training, "make-it-trump") == (tries + 1, 2, False)


@pytest.mark.parametrize("failed", [1, 2, 3])
def test_puzzles_that_are_due_can_be_skipped(tmp_path: Path, failed: int) -> None:
    clock = Clock()
    store = Store(tmp_path / "progress.json", clock)
    names = list(BY_ID)[:8]
    for name in names[:failed]:
        store.mark(f"puzzle/{name}", False)
        clock.now += 1000
    clock.now += 2 * DAY
    training = Training([BY_ID[name] for name in names], store=store, clock=clock)
    order = [training.puzzle.id]
    for _ in range(7):
        say(training, "next")
        order.append(training.puzzle.id)
    assert order[:failed] == names[:failed]
    assert set(order) == set(names)  # none comes twice before all have been


def test_a_wrong_choice_is_never_called_best_where_a_set_says_it_is_worth_as_much() -> None:
    puzzle = BY_ID["bring-down-the-nine"]
    for value in (2, 3):
        listed = tuple(one if one.right else replace(one, value=value) for one in puzzle.answers)
        unproven = replace(puzzle, answers=listed)
        for answer in listed:
            found = grade(unproven, answer, helped=False)
            assert (found.name, found.loss) == ("Best" if answer.right else "Not right", "")


def test_nothing_is_rounded_to_certain_or_never(tmp_path: Path) -> None:
    puzzle = BY_ID["hand-or-stock"]
    right = replace(puzzle.right[0], text="461 in 462")
    rare = replace(puzzle, answers=(right, *(one for one in puzzle.answers if not one.right)))
    given = {text: read_fact(rare, text) for text in ("100 %", "100.0 %", "99.8 %", "1/1", "0 %")}
    assert [text for text, one in given.items() if one.right] == ["99.8 %"]
    assert given["100 %"].text == "100 %"


@pytest.mark.parametrize("given", [5, BY_ID["hand-or-stock"]])
def test_what_is_no_collection_of_puzzles_is_refused(tmp_path: Path, given: Any) -> None:
    with pytest.raises(PuzzleError, match="give puzzles, a set, or the name of a set"):
        Training(given, store=Store(tmp_path / "progress.json"))


def test_rules_that_the_solver_does_not_know_are_refused_before_anything_is_laid(tmp_path: Path) -> None:
    puzzle = BY_ID["bring-down-the-nine"]
    odd = {"wrong_claim": 1}  # the other fields are those of the default
    second = replace(puzzle, id="second", case={**puzzle.case, "rules": odd})
    with pytest.raises(RulesError, match="wrong_claim"):
        Training([puzzle, second], store=Store(tmp_path / "progress.json"))


def test_what_is_due_comes_first_then_what_is_new_then_what_was_seen_longest_ago(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(tmp_path / "progress.json", clock)
    store.mark("puzzle/make-it-trump", False)
    clock.now += 2 * DAY
    store.mark("puzzle/the-jack-first", True)
    ids = ("make-it-trump", "the-jack-first", "one-short", "sixty-five")
    training = trainer(tmp_path, *ids, clock=clock)
    order = [training.puzzle.id]
    for _ in range(7):
        clock.now += 1000
        solve(training)
        say(training, "next")
        order.append(training.puzzle.id)
    assert (order[0], order[3]) == ("make-it-trump", "the-jack-first")
    assert set(order[1:3]) == {"one-short", "sixty-five"}
    assert order[4:] == order[:4]


def test_a_learner_who_is_new_begins_with_the_easiest(tmp_path: Path) -> None:
    training = Training(None, store=Store(tmp_path / "progress.json"), clock=Clock(), seed=3)
    levels = []
    for _ in range(ENOUGH + 20):
        levels.append(training.puzzle.level)
        say(training, "show")
        say(training, "next")
    assert levels[:ENOUGH] == [1] * ENOUGH
    assert set(levels[ENOUGH:]) > {3, 4}


def test_theme_and_level_are_chosen_and_the_seed_decides_the_order(tmp_path: Path) -> None:
    training = trainer(tmp_path, theme="duck", level=4)
    seen = set()
    for _ in range(12):
        seen.add(training.puzzle.id)
        assert "duck" in training.puzzle.themes
        assert training.puzzle.level == 4
        say(training, "next")
    assert seen == {puzzle.id for puzzle in OWN if "duck" in puzzle.themes and puzzle.level == 4}
    say(training, "theme", theme="exchange")  # none of level 4 or 5: any level
    assert (training.theme, "exchange" in training.puzzle.themes) == ("exchange", True)
    for message in ({"do": "theme", "theme": "whist"}, {"do": "level", "level": 9}, {"do": "level", "level": True}):
        before = training.puzzle
        say(training, **message)
        assert training.refusal
        assert training.puzzle is before
    say(training, "theme", theme="squeeze")
    say(training, "level", level=1)
    assert training.refusal == "There is no puzzle of level 1 about squeeze: choose another level."

    def order(seed: int) -> list[str]:
        one = trainer(tmp_path / str(seed), seed=seed)
        found = [one.puzzle.id]
        for _ in range(9):
            say(one, "next")
            found.append(one.puzzle.id)
        return found

    assert order(3) == order(3)
    assert order(3) != order(4)
    assert len(set(order(3))) == 10


def test_puzzles_come_from_a_set_or_a_list_and_bad_ones_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "progress.json")
    whole = sum(len(load(name)) for name in names())
    assert len(Training(store=store).puzzles) == whole
    assert len(Training("03-endgames", store=store).puzzles) == 15
    assert len(Training(PuzzleSet.load("03-endgames"), store=store).puzzles) == 15
    bad: tuple[tuple[Any, str], ...] = (
        ((), "there is none"),
        (["x"], "is no puzzle"),
        ([OWN[0]] * 2, "two have the id"),
    )
    for puzzles, said in bad:
        with pytest.raises(PuzzleError, match=said):
            Training(puzzles, store=store)
    for options in ({"theme": "x"}, {"level": 6}, {"first": "x"}, {"seed": -1}):
        with pytest.raises(PuzzleError):
            Training(OWN, store=store, **options)


# Streaks and the record


def test_a_streak_counts_what_is_solved_at_once_and_ends_with_a_mistake(tmp_path: Path) -> None:
    clock = Clock()
    training = trainer(tmp_path, clock=clock, streak=True)
    levels = []
    for number in range(7):
        levels.append(training.puzzle.level)
        say(training, "next")
        assert training.refusal.startswith("In a streak no puzzle is skipped")
        clock.now += 5_000
        solve(training)
        assert training.state()["streak"]["count"] == number + 1
        say(training, "next")
    assert levels == [1, 1, 1, 2, 2, 2, 3]
    fail(training)
    assert training.state()["status"].endswith("The streak has ended: 7 in a row.")
    say(training, "retry")
    solve(training)
    (kept,) = training.store.progress.by_drill()["trainer/mix"]
    assert (kept.asked, kept.right, kept.level, kept.seconds) == (8, 7, 0, 35.0)
    say(training, "next")
    assert (training.state()["streak"]["count"], training.over) == (0, False)
    solve(training)
    assert [one.right for one in training.store.progress.by_drill()["trainer/mix"]] == [7, 1]
    assert training.state()["streak"]["best"] == 7
    assert "Longest streak: 7." in training.state()["record"]["line"]


@pytest.mark.parametrize("do", ["hint", "show"])
def test_a_hint_or_the_solution_ends_a_streak(tmp_path: Path, do: str) -> None:
    training = trainer(tmp_path, streak=True, theme="duck", level=2)
    solve(training)
    say(training, "next")
    say(training, do)
    assert training.over
    if do == "hint":
        solve(training)
    (kept,) = training.store.progress.by_drill()["trainer/duck"]
    assert (kept.asked, kept.right, kept.level) == (1, 1, 2)
    say(training, "streak", on=False)
    assert (training.streak, training.over) == (False, False)


def test_the_record_is_told_by_theme_and_level(tmp_path: Path) -> None:
    training = trainer(tmp_path, theme="duck", level=2)
    assert training.state()["record"]["line"] == "Duck, level 2: 0 of 2 puzzles solved, 0 at the first try."
    solve(training)
    say(training, "next")
    fail(training)
    say(training, "retry")
    solve(training)
    assert training.state()["record"]["line"] == "Duck, level 2: 2 of 2 puzzles solved, 1 at the first try."
    found = tally(training.pool("mix", 0), training.store.progress, training.now() + DAY)
    assert (found.puzzles, found.tried, found.solved, found.first, found.due) == (len(OWN), 2, 2, 1, 1)


def test_the_learners_level_is_the_highest_with_two_of_three_right_at_once() -> None:
    level_two = [puzzle for puzzle in OWN if puzzle.level == 2][:6]
    level_three = [puzzle for puzzle in OWN if puzzle.level == 3][:6]
    assert len(level_two) == len(level_three) == 6

    def progress(*first: bool) -> Progress:
        known = [(puzzle, True) for puzzle in level_two] + list(zip(level_three, first, strict=False))
        return Progress((), tuple(Mark(puzzle.mark, 1, int(right), right, 0) for puzzle, right in known))

    assert rating(OWN, progress()) == 2
    assert rating(OWN, progress(True, True, True, True)) == 2  # too few yet
    assert rating(OWN, progress(True, True, True, True, False, False)) == 3
    assert rating(OWN, progress(True, True, True, False, False, False)) == 2
    assert rating(OWN, Progress()) is None


def test_a_disk_that_fails_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file" / "progress.json")
    training = Training(OWN, store=store)
    solve(training)
    assert "not saved" in training.state()["status"]
    assert training.state()["record"]["trouble"]
    assert store.progress.mark(training.puzzle.mark) is not None
    assert training.handle({"do": "copy", "what": "progress"}) == store.progress.code().text


# Messages


def test_a_choice_made_on_an_older_state_is_left_alone(tmp_path: Path) -> None:
    training = trainer(tmp_path)
    old = training.version
    say(training, "hint")
    training.handle({"do": "hint", "version": old})
    assert training.hints == 1
    messages: tuple[object, ...] = (None, [], {}, {"do": 3}, "hint")
    for message in messages:
        assert training.handle(message) is None
    say(training, "nonsense")
    assert training.refusal == "'nonsense' is not a choice in the trainer."


def test_the_next_puzzle_can_be_asked_for_at_the_table(tmp_path: Path) -> None:
    training = trainer(tmp_path, first="say-it-now")
    version = training.version
    play(training, "!")
    assert training.version > version
    training.session.handle({"do": "another", "version": training.session.version})
    training.look()
    assert (training.puzzle.id != "say-it-now", training.phase, training.number) == (True, "ask", 2)


def test_storms_of_messages_never_break_it(tmp_path: Path) -> None:
    chance, training = Random(5), trainer(tmp_path)
    kinds = ("hint", "answer", "retry", "show", "play_on", "next", "theme", "level", "streak", "copy", "nonsense")
    values: tuple[Any, ...] = (None, 1, "x", [], ["AS"], "27", "yes", "6 in 11", -1, True, "duck", 10**30, {})
    table = ("play", "next", "undo", "again", "another", "close", "exchange", "out", "draw")
    for _ in range(2_000):
        value = chance.choice(values)
        if chance.random() < 0.4:
            do = chance.choice(kinds)
            say(training, do, answer=value, theme=value, level=value, on=value, text=value)
        elif chance.random() < 0.2 and training.phase == "ask":
            chance.choice((solve, fail))(training)
        else:
            session = training.session
            hand = session.view.own
            card = chance.choice(hand).code if hand else "XX"
            session.handle({"do": chance.choice(table), "card": card, "version": session.version})
            training.look()
        state = training.state()
        json.dumps([state, training.session.state()])
        assert (state["solution"] is None) == (training.phase in ("ask", "wrong"))
        assert training.record.right <= training.record.asked
    rounds = training.store.progress.rounds
    assert rounds
    assert all(isinstance(one, Round) and one.drill.startswith("trainer/") for one in rounds)
