"""Certificates prove the answers of puzzles without a search, and say so when they do not."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from sixtysix import Card, Close, Deal, Play, Position, PuzzleError, Rules, View, analyse_close, solve
from sixtysix.actions import ClaimOut
from sixtysix.puzzles import Puzzle, PuzzleSet, load, names, read
from sixtysix.puzzles import certificate as certificates
from sixtysix.puzzles.certificate import make, verify
from sixtysix.puzzles.closed import roots
from sixtysix.puzzles.defences import Hope, Walk
from sixtysix.puzzles.facts import bound, prove
from sixtysix.puzzles.layouts import planned, seeing
from sixtysix.puzzles.sets import PROVEN

from .best_plan import BestPlan
from .build import TWO_HANDED

HIDDEN = [
    puzzle
    for puzzle in load("02-closing")
    if puzzle.fact in ("certain", "certain points") or (puzzle.fact is None and puzzle.view.layouts() > 1)
]
NAMES = [puzzle.id for puzzle in HIDDEN]
BANK = [name for name in names() if name >= "05"]


@cache
def hidden(name: str) -> tuple[Puzzle, dict[str, Any]]:
    """Return a puzzle with hidden cards and its certificate."""
    puzzle = next(puzzle for puzzle in HIDDEN if puzzle.id == name)
    return puzzle, make(puzzle)


# The sets of the package


@pytest.mark.parametrize("name", BANK)
def test_every_certificate_of_the_bank_proves_its_answers(name: str) -> None:
    assert {puzzle.id: fault for puzzle in load(name) if (fault := verify(puzzle)) is not None} == {}


@pytest.mark.parametrize("name", BANK)
def test_a_tenth_of_the_bank_is_searched_anew(name: str) -> None:
    some = PuzzleSet.load(name)
    report = some.check(sample=-(-len(some) // 10), seed=66)
    assert set(report.values()) == {PROVEN}, report


@pytest.mark.parametrize("name", BANK)
def test_a_certificate_is_short(name: str) -> None:
    longest = max(len(json.dumps(puzzle.certificate or {})) for puzzle in load(name))
    assert longest <= 4_000


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_is_made_and_proves_what_is_stated(name: str) -> None:
    puzzle, made = hidden(name)
    assert verify(replace(puzzle, certificate=made)) is None
    assert json.loads(json.dumps(made)) == made
    if made:
        assert "certificate" in str(verify(puzzle))


@pytest.mark.parametrize("name", ["01-going-out", "03-endgames", "04-counting"])
def test_nothing_is_stored_where_all_can_be_computed_at_once(name: str) -> None:
    for puzzle in load(name):
        if make(puzzle) == {}:
            assert verify(puzzle) is None


# What a certificate proves


def closes(rules: Rules, most: int = 84, count: int = 3) -> Iterator[View]:
    """Go through views of wandering play in which the stock can be closed, and some in which it has been."""
    found = 0
    for seed in range(1000):
        chance = random.Random(seed)
        position = Deal.random(rules, seed, dealer=seed % 2).start()
        while position.result is None:
            view = position.view(position.turn)
            if position.why_illegal(Close()) is None and 10 <= view.layouts() <= most and view.points(view.seat) < 66:
                found += 1
                yield view
                closed = position.apply(Close())
                if closed.turn == position.turn:
                    lead = chance.choice([action for action in closed.legal_actions() if isinstance(action, Play)])
                    after = closed.apply(lead).view(1 - closed.turn)
                    if after.layouts() <= most:
                        yield after
                break
            actions = [one for one in position.legal_actions() if not isinstance(one, ClaimOut | Close)]
            position = position.apply(chance.choice(actions))
        if found == count:
            return


@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_plan_as_a_text_wins_what_the_solver_says(name: str) -> None:
    """The walk lets the opponent do all that he may, and knows nothing of the solver's tables."""
    for view in closes(Rules.preset(name)):
        analysis = analyse_close(view, seconds=0.5)
        assert analysis.plan is not None
        assert analysis.plan_wins is not None
        assert analysis.plan_value is not None
        values = certificates._followed(certificates._written(analysis.plan, view, None), view, None)
        assert len(values) == view.layouts()
        assert sum(value > 0 for value in values.values()) == round(analysis.plan_wins * analysis.layouts)
        mean = sum(values.values()) / len(values)
        value = analysis.plan_value if analysis.question.i_close else -analysis.plan_value
        assert mean <= value + 1e-9  # what is given up is taken to cost the most
        if analysis.question.i_close and analysis.question.stakes.which == "same":
            assert mean == pytest.approx(value)


@cache
def small() -> list[View]:
    """Return closes of few cards, small enough for the plainest of methods."""
    found = []
    for seed in range(400):
        chance = random.Random(seed)
        position = Deal.random(Rules.guide(), seed, dealer=seed % 2).start()
        seat: int | None = None
        while position.result is None:
            if position.closed_by is None and position.stock_size <= 5 and position.why_illegal(Close()) is None:
                position, seat = position.apply(Close()), position.turn
            if seat is not None and not position.trick and position.turn == seat and position.hand_size(seat) == 4:
                if 4 <= position.view(seat).layouts() <= 40:
                    found.append(position.view(seat))
                break
            actions = [one for one in position.legal_actions() if not isinstance(one, ClaimOut | Close)]
            position = position.apply(chance.choice(actions))
        if len(found) == 8:
            break
    return found


def laid_out(view: View) -> dict[int, Position]:
    return {
        number: view.with_hidden(hand, sorted(view.unseen - hand)) for number, hand in enumerate(view.each_layout())
    }


@pytest.mark.parametrize("number", range(8))
def test_what_no_plan_can_win_is_the_same_by_plain_recursion(number: int) -> None:
    """`BestPlan` knows only the game's own actions."""
    view = small()[number]
    worlds = laid_out(view)
    chance = random.Random(number)
    hope = Hope(roots(view)[0], 1)
    for size in (1, 2, 2, 3, 3, 4):
        some = chance.sample(sorted(worlds), size)
        mask = sum(1 << layout for layout in some)
        plain = BestPlan(view.seat, view.seat, 1).wins([(1 << layout, worlds[layout]) for layout in some])
        assert hope.can_win(mask) == (mask in plain)


@pytest.mark.parametrize("number", range(8))
def test_a_walk_brings_what_the_engine_and_plain_recursion_bring(number: int) -> None:
    """A plan that always plays its first card is worth the same, layout by layout, with the engine's own actions."""
    view = small()[number]
    walk = Walk(roots(view)[0], lambda log, allowed: allowed[0])
    walk.run()

    def worst(position: Position) -> int:
        seat = view.seat
        if position.result is not None:
            return position.result.game_points[seat] - position.result.game_points[1 - seat]
        if position.turn == seat:
            if position.why_illegal(ClaimOut()) is None and position.points(seat) >= 66:
                return worst(position.apply(ClaimOut()))
            legal = [one for one in position.legal_actions() if isinstance(one, Play)]
            return worst(position.apply(min(legal, key=lambda one: one.card.index)))
        return min(worst(position.apply(action)) for action in position.legal_actions())

    assert walk.least() == {layout: worst(position) for layout, position in laid_out(view).items()}


# Values in layouts, scores and facts about a close


CASES: dict[str, dict[str, Any]] = {
    "pays": {
        "trump": "D",
        "turn_up": "9D",
        "stock": ["AD", "JH", "AH"],
        "hand": ["AS", "QS", "TH", "KH", "TC", "JC"],
        "opponent": ["KS", "QH", "TD", "JD", "AC", "KC"],
        "opponent_known": ["KC"],
        "points": [52, 30],
        "tricks": [3, 1],
        "played": ["QD", "9H", "9S", "TS", "QC", "KD", "JS", "9C"],
    },
    "near": {
        "trump": "S",
        "turn_up": "9S",
        "stock": ["KC", "JS", "TC"],
        "hand": ["AS", "QS", "TH", "AD", "TD", "QD"],
        "opponent": ["TS", "KS", "AH", "JH", "KD", "AC"],
        "points": [7, 7],
        "tricks": [2, 2],
        "played": ["9C", "JC", "QC", "JD", "QH", "KH", "9D", "9H"],
    },
}
"""Positions of real play in which closing is a question of luck, and one plan wins less than seeing would."""


def example(name: str = "near") -> Position:
    return Position.from_dict(CASES[name])


def entry(position: Position, answers: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a puzzle of a file with plain texts."""
    return {
        "id": "mine",
        "themes": ["close-by-odds"],
        "level": 3,
        "case": position.to_dict(),
        "question": "Which lead?",
        "answers": answers,
        "hints": ["One.", "Two.", "Three."],
        "explanation": "Because.",
        **more,
    }


@cache
def by_odds() -> dict[str, Any]:
    """Return a puzzle about the lead after a close, its values in layouts."""
    position = example()
    cards = [action.card for action in position.legal_actions() if isinstance(action, Play)]
    blank = [
        {"answer": f"c {card.code}", "value": 0, "right": number == 0, "why": f"{number}."}
        for number, card in enumerate(cards)
    ]
    (puzzle,) = read([entry(position, blank, values_in="layouts")])
    table = {answer.text: seeing(puzzle, answer.actions) for answer in puzzle.answers}
    best = max(table, key=lambda text: table[text])
    for answer, one in zip(puzzle.answers, blank, strict=True):
        one["right"] = answer.text == best
        one["value"] = planned(puzzle, answer) if one["right"] else table[answer.text]
    return entry(position, blank, values_in="layouts")


def test_layouts_are_counted_and_certified() -> None:
    (puzzle,) = read([by_odds()])
    assert prove(puzzle) is None
    made = make(puzzle)
    assert list(made) == ["plans"]
    certified = replace(puzzle, certificate=made)
    assert verify(certified) is None
    assert prove(certified) is None
    # With both hands seen each lead is won where the solver of single positions says so.
    for answer in puzzle.answers:
        closed = puzzle.start.apply(Close())
        lead = answer.actions[-1]
        assert isinstance(lead, Play)
        worlds = laid_out(closed.view(0)).values()
        assert bound(puzzle, answer.actions) == sum(solve(world)[lead] > 0 for world in worlds)


def test_another_number_of_layouts_is_found_out() -> None:
    data = by_odds()
    (puzzle,) = read([data])
    made = make(puzzle)
    for number, answer in enumerate(data["answers"]):
        answers = [dict(one) for one in data["answers"]]
        answers[number]["value"] += 1
        (changed,) = read([{**data, "answers": answers, "certificate": made}])
        assert prove(changed)
        fault = str(verify(changed))
        assert answer["answer"] in fault
        assert f"not {answer['value'] + 1}" in fault
    rest = [one for one in data["answers"] if not one["right"]]
    best = max(rest, key=lambda one: one["value"])
    shorter = {**data, "answers": [{**one, "right": one is best} for one in rest]}
    assert prove(read([shorter])[0]), "the best answer is missing"


def test_what_layouts_cannot_say() -> None:
    data = by_odds()
    with pytest.raises(PuzzleError, match="values_in: 'hands' is unknown; use 'game points' or 'layouts'"):
        read([{**data, "values_in": "hands"}])
    answers = [dict(one) for one in data["answers"]]
    answers[0]["value"] = 999
    with pytest.raises(PuzzleError, match=r"answers: 1: value: 999 is more than the \d+ layouts that there are"):
        read([{**data, "answers": answers}])
    answers[0]["value"] = -1
    with pytest.raises(PuzzleError, match="answers: 1: value: -1 is not a number of layouts"):
        read([{**data, "answers": answers}])
    plain = [{**one, "answer": one["answer"].removeprefix("c ")} for one in data["answers"]]
    assert "layouts are counted only" in str(prove(read([{**data, "answers": plain}])[0]))


@pytest.mark.parametrize("score", [None, 3, [6], [6, 7], [-1, 0], [6, "6"], [True, 1]])
def test_a_score_is_two_numbers(score: Any) -> None:
    with pytest.raises(PuzzleError, match="score: "):
        read([{**by_odds(), "score": score}])


def test_a_match_score_caps_what_is_won_and_lost() -> None:
    """At 6 to 6 all that is over one game point is worth nothing more: two right answers, where there was one."""
    data = json.loads(json.dumps(by_odds()))
    position = Position.from_dict(
        {"trump": "S", "hand": ["AS", "AH", "9C"], "opponent": ["KD", "JD", "9D"], "points": [45, 20], "tricks": [5, 4]}
    )
    worths = {action.card.code: value for action, value in solve(position).items() if isinstance(action, Play)}
    answers = [
        {"answer": card, "value": value, "right": value == max(worths.values()), "why": f"Card {card}."}
        for card, value in worths.items()
    ]
    data = entry(position, answers)
    assert prove(read([data])[0]) is None
    capped = [
        {**one, "value": max(-1, min(1, int(str(one["value"])))), "right": int(str(one["value"])) > 0}
        for one in answers
    ]
    assert prove(read([{**data, "answers": capped, "score": [6, 6]}])[0]) is None
    assert prove(read([{**data, "answers": answers, "score": [0, 0]}])[0]) is None


def fact_puzzle(name: str, fact: str, answers: dict[str, bool], **more: Any) -> Puzzle:
    """Return a puzzle that asks a fact of an example."""
    given = [
        {"answer": text, "value": int(right), "right": right, "why": f"{text}.", "fact": fact}
        for text, right in answers.items()
    ]
    return read([entry(example(name), given, **more)])[0]


@pytest.mark.parametrize("name", CASES)
def test_the_wins_of_a_close_are_exact(name: str) -> None:
    analysis = analyse_close(example(name).view(0), seconds=20)
    assert analysis.exact
    assert analysis.plan_wins is not None
    wins = round(analysis.plan_wins * analysis.layouts)
    assert wins < round(analysis.open_cards_wins * analysis.layouts)
    right = fact_puzzle(name, "wins of close", {str(wins): True, str(wins + 1): False})
    made = make(right)
    assert (prove(right), verify(replace(right, certificate=made))) == (None, None)
    for other in (wins - 1, wins + 1):
        wrong = fact_puzzle(name, "wins of close", {str(other): True, "0": False}, certificate=made)
        assert str(verify(wrong)) == f"certificate: it proves {wins}, not {other}"
    families = made.get("refuted", {})
    assert bool(families) == (name == "near")
    for card, some in families.items():
        fewer = {**made, "refuted": {**families, card: some[:-1]}}
        assert "are not refuted" in str(verify(replace(right, certificate=fewer)))


@pytest.mark.parametrize("score", [None, [6, 6]])
@pytest.mark.parametrize("name", CASES)
def test_whether_a_close_pays(name: str, score: Any) -> None:
    analysis = analyse_close(example(name).view(0), seconds=20)
    assert analysis.plan is not None
    view = example(name).view(0)
    values = certificates._followed(certificates._written(analysis.plan, view, None), view, None).values()
    most, least = (9, -9) if score is None else (7 - score[0], score[1] - 7)
    pays = sum(max(least, min(most, value)) for value in values) > 0
    assert score is not None or pays == (name == "pays")
    more = {} if score is None else {"score": score}
    right = fact_puzzle(name, "close pays", {"yes": pays, "no": not pays}, **more)
    wrong = fact_puzzle(name, "close pays", {"yes": not pays, "no": pays}, **more)
    made = make(right)
    assert (prove(right), verify(replace(right, certificate=made))) == (None, None)
    assert prove(wrong)
    assert verify(replace(wrong, certificate=made))


# What is no proof


@cache
def refuted() -> Puzzle:
    """Return a puzzle whose certificate refutes by a family: some layouts that one plan cannot all win."""
    return next(puzzle for puzzle, made in map(hidden, NAMES) if "refuted" in made)


def test_a_layout_left_out_of_a_family_is_no_proof() -> None:
    puzzle = refuted()
    made = make(puzzle)
    assert verify(replace(puzzle, certificate=made)) is None
    families: dict[str, list[list[int]]] = made["refuted"]
    assert any(len(family) > 1 for some in families.values() for family in some)
    for card, some in families.items():
        for place, family in enumerate(some):
            for gone in family:
                fewer = [layout for layout in family if layout != gone]
                other = {**families, card: [*some[:place], fewer, *some[place + 1 :]]}
                fault = verify(replace(puzzle, certificate={"refuted": other}))
                assert fault is not None
                assert "certificate: " in fault
    twice = {card: [*some, *some] for card, some in families.items()}
    assert "twice" in str(verify(replace(puzzle, certificate={"refuted": twice})))


def with_plan(puzzle: Puzzle, made: dict[str, Any], text: str, plan: object) -> Puzzle:
    """Return a puzzle with its certificate, one plan in it another."""
    return replace(
        puzzle, certificate={"plans": {**made["plans"], text: plan}} if "plans" in made else {**made, "plan": plan}
    )


def test_a_plan_with_another_card_is_no_proof() -> None:
    """Or it is a plan that is as good: few are."""
    chance, tried, faults = random.Random(66), 0, 0
    for puzzle, made in map(hidden, NAMES):
        plans = made.get("plans") or ({"": made["plan"]} if "plan" in made else {})
        for text, written in plans.items():
            places = [place for place, sign in enumerate(written) if sign in "123456"]
            for place in chance.sample(places, min(4, len(places))):
                sign = chance.choice([sign for sign in "123456-" if sign != written[place]])
                other = with_plan(puzzle, made, text, written[:place] + sign + written[place + 1 :])
                tried, faults = tried + 1, faults + (verify(other) is not None)
    assert tried >= 30
    assert faults >= 0.75 * tried


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_too_long_too_short_or_no_plan_at_all(name: str) -> None:
    puzzle, made = hidden(name)
    for text, written in (made.get("plans") or ({"": made["plan"]} if "plan" in made else {})).items():
        others: list[object] = [written + "1", "xx" + written, "7", None, 3, [], written[:-1] if written else "-"]
        for other in others:
            assert str(verify(with_plan(puzzle, made, text, other))).startswith("certificate: plan")


@pytest.mark.parametrize(
    "given",
    [
        {"author": 1},
        {"plans": 3},
        {"plans": {}},
        {"plans": {"XX": "1"}},
        {"plans": [], "refuted": {}},
        {3: 4},
    ],
)
def test_a_certificate_with_other_fields_is_none(given: dict[Any, Any]) -> None:
    assert str(verify(replace(HIDDEN[0], certificate=given))).startswith("certificate: ")


@pytest.mark.parametrize(
    "families", [3, {"XX": []}, {"TD": 3}, {"TD": [3]}, {"TD": [[999]]}, {"TD": [["1"]]}, {"9": []}]
)
def test_families_that_are_none(families: Any) -> None:
    puzzle = refuted()
    assert str(verify(replace(puzzle, certificate={"refuted": families}))).startswith("certificate: ")


def test_a_certificate_that_proves_something_else_makes_the_report(tmp_path: Any) -> None:
    data = json.loads(json.dumps(by_odds()))
    made = make(read([data])[0])
    data["certificate"] = {"plans": dict.fromkeys(made["plans"], "")}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([data]), "utf-8")
    report = PuzzleSet.load(path).check()
    assert report["mine"].startswith("certificate: plans: c ")
    with pytest.raises(PuzzleError, match="certificate: 3 is not an object of fields"):
        read([{**data, "certificate": 3}])


def test_cards_that_are_changed_break_the_proof() -> None:
    """The same certificate with another hand: the plan plays cards that are not there, or brings less."""
    (puzzle,) = read([by_odds()])
    made = make(puzzle)
    case = puzzle.start.to_dict()
    hand, theirs = list(case["hand"]), list(case["opponent"])
    known = {card.code for card in puzzle.view.hand(1)}
    right = puzzle.right[0].text.removeprefix("c ")
    hidden = next(card for card in theirs if card not in known)
    mine = next(card for card in hand if card != right and Card(card).points != Card(hidden).points)
    case["hand"] = [hidden if card == mine else card for card in hand]
    case["opponent"] = [mine if card == hidden else card for card in theirs]
    for name in ("hand_known", "unseen", "log"):
        case.pop(name, None)
    other = replace(puzzle, case=case, certificate=made)
    assert verify(other) is not None
