"""The puzzles that come with the package, each answer computed again; and what a puzzle file may not hold."""

import contextlib
import copy
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixtysix import Close, Play, Position, PuzzleError, analyse_close, solve
from sixtysix.actions import action_token, parse_action
from sixtysix.guided import GuidedSession, Hand
from sixtysix.players import player
from sixtysix.puzzles import HINTS, LEVELS, THEMES, Puzzle, load, names, read
from sixtysix.puzzles.facts import prove
from sixtysix.puzzles.generate.bank import masked
from sixtysix.puzzles.play import hand, picture, question
from sixtysix.puzzles.puzzle import FOLDERS
from sixtysix.render import COLOURS
from tests.brute import Exhausted, exhausted_value
from tests.checkout import ROOT

HAND_MADE = [name for name in names() if name < "05"]
BANK = [name for name in names() if name not in HAND_MADE]
PUZZLES = {f"{name}: {puzzle.id}": puzzle for name in names() for puzzle in load(name)}
FOUND = [name for name in PUZZLES if name.partition(":")[0] in BANK]
"""The puzzles of the bank, which a generator has found."""
SOME = [name for name in PUZZLES if name not in FOUND or name in random.Random(66).sample(FOUND, len(FOUND) // 5)]
"""Where each takes its time: all that were made by hand, and a fifth of the bank."""
CHOICES = {name: PUZZLES[name] for name in SOME if PUZZLES[name].fact is None}
ENDGAMES = load("03-endgames")
FILE: list[dict[str, Any]] = json.loads((ROOT / "exercises" / "puzzles" / "03-endgames.json").read_text("utf-8"))


# What is stated is true


@pytest.mark.parametrize("name", [name for name in PUZZLES if name not in FOUND])
def test_every_stated_answer_is_computed_again(name: str) -> None:
    assert prove(PUZZLES[name]) is None


def worth_by_brute_force(position: Position, token: str) -> int:
    """Return what a card is worth to seat 0, by a recursion that knows neither the engine nor the solver."""
    after = position.apply(parse_action(token))
    value = exhausted_value(
        Exhausted(
            rules=after.rules,
            trump=after.trump,
            hands=(frozenset(after.hands[0]), frozenset(after.hands[1])),
            leader=after.leader,
            led=after.trick[0][1] if after.trick else None,
            points=(after.points(0), after.points(1)),
            tricks=(after.tricks_won(0), after.tricks_won(1)),
        )
    )
    return value


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in ENDGAMES if puzzle.start.hand_size(0) < 6], ids=lambda p: p.id)
def test_the_endgames_by_another_method(puzzle: Puzzle) -> None:
    for answer in puzzle.answers:
        assert worth_by_brute_force(puzzle.start, answer.text) == answer.value


@pytest.mark.parametrize("puzzle", ENDGAMES, ids=lambda puzzle: puzzle.id)
def test_the_card_that_a_beginner_plays_is_wrong_in_an_endgame(puzzle: Puzzle) -> None:
    right = {answer.text for answer in puzzle.right}
    greedy = player("Greedy").choose(puzzle.view, random.Random(0))
    cards = [action.card for action in puzzle.start.legal_actions() if isinstance(action, Play)]
    highest = max(cards, key=lambda card: (card.points, card.suit is puzzle.start.trump))
    assert action_token(greedy) not in right
    assert highest.code not in right
    assert len(puzzle.answers) == len(cards), "every card has its answer"


PROMISES = [puzzle for name in HAND_MADE for puzzle in load(name) if not puzzle.fact and puzzle.view.layouts() > 1]


@pytest.mark.parametrize("puzzle", PROMISES, ids=lambda puzzle: puzzle.id)
def test_what_is_guaranteed_is_won_in_every_layout(puzzle: Puzzle) -> None:
    """The right answer's plan, played by the engine against an opponent who sees all cards and plays the best."""
    view, answer = puzzle.view, puzzle.right[0]
    plan = None
    for theirs in view.each_layout():
        position = view.with_hidden(theirs, sorted(view.unseen - theirs))
        for action in answer.actions:
            if position.result is None and plan is None and (position.closed_by is not None or action == Close()):
                plan = analyse_close(position.view(0)).plan
            position = position.apply(action)
        while position.result is None:
            worths = solve(position) if not position.is_open else {}
            if position.turn == 1 and not position.is_open:
                position = position.apply(max(worths, key=lambda action: worths[action]))
            elif position.turn == 1:  # trick six is the last to be drawn after
                replies = [action for action in position.legal_actions() if isinstance(action, Play)]
                position = min((position.apply(reply) for reply in replies), key=worth_to_you)
            elif plan is not None:
                position = position.apply(plan.reply(position.view(0)))
            else:  # after trick six you know the opponent's hand
                assert position.view(0).layouts() == 1
                position = position.apply(max(worths, key=lambda action: worths[action]))
        mine, theirs_points = position.result.game_points
        assert mine - theirs_points >= answer.value


def worth_to_you(position: Position) -> int:
    best = max(solve(position).values())
    return best if position.turn == 0 else -best


def changed(puzzle: dict[str, Any], number: int, **fields: object) -> Puzzle:
    """Return a puzzle with other fields in one of its answers."""
    other = copy.deepcopy(puzzle)
    other["answers"][number].update(fields)
    return read([other])[0]


def test_what_is_not_true_is_found() -> None:
    first = FILE[0]
    assert [answer["answer"] for answer in first["answers"]] == ["QH", "TS", "AD"]
    assert prove(changed(first, 0, value=1)) == "answer QH: it is worth 2, not 1"
    assert prove(changed(first, 1, value=1)) == "answer TS: it is worth -1, not 1"
    assert prove(changed(first, 1, right=True)) == (
        "answer TS: the best answers, and no others, must be marked as right"
    )
    # A♠ on the queen is not allowed, and after A♦ the ten of spades is no longer the best.
    assert prove(changed(first, 0, line="9H TS AS")) == (
        "answer QH: its line changes from 2 to -1: somebody does not play the best"
    )
    assert prove(changed(first, 0, line="9H AD AS")) is None, "a line may stop early"
    two = copy.deepcopy(first)
    two["answers"] = [answer for answer in two["answers"] if not answer["right"]]
    two["answers"][0]["right"] = two["answers"][1]["right"] = True
    assert prove(read([two])[0]) == "play Q♥ is as good as the right answer, and no answer says so"


# What makes a set


@pytest.mark.parametrize("name", HAND_MADE)
def test_a_set_made_by_hand_has_a_dozen_problems_in_rising_difficulty(name: str) -> None:
    puzzles = load(name)
    levels = [puzzle.level for puzzle in puzzles]
    assert len(puzzles) >= 12
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, LEVELS + 1))
    own = name.partition("-")[2]  # a set about counting has it everywhere
    most = Counter(theme for puzzle in puzzles for theme in puzzle.themes if theme != own).most_common(1)[0][1]
    assert most <= len(puzzles) / 2, "the themes vary"
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) >= 5
    positions = {(puzzle.start.hands, puzzle.start.taken) for puzzle in puzzles}
    assert len(positions) == len(puzzles)


@pytest.mark.parametrize("name", BANK)
def test_a_set_of_the_bank_goes_from_easy_to_hard(name: str) -> None:
    levels = [puzzle.level for puzzle in load(name)]
    assert levels == sorted(levels)


@pytest.mark.parametrize("name", names())
def test_a_set_of_the_package_has_no_fault(name: str) -> None:
    """Loaded by its name it is not checked again."""
    assert load(next(folder / f"{name}.json" for folder in FOLDERS if (folder / f"{name}.json").exists())) == load(name)


def test_no_two_puzzles_of_the_bank_explain_alike() -> None:
    """Not even where the cards are others."""
    explained = Counter(masked(PUZZLES[name].explanation) for name in FOUND)
    assert [text for text, count in explained.items() if count > 1] == []


def test_no_two_puzzles_are_called_the_same() -> None:
    ids = [puzzle.id for puzzle in PUZZLES.values()]
    assert len(set(ids)) == len(ids)


def test_no_two_puzzles_made_by_hand_say_the_same() -> None:
    puzzles = [puzzle for name in HAND_MADE for puzzle in load(name)]
    texts = [text for puzzle in puzzles for text in (puzzle.explanation, *puzzle.hints)]
    texts += [answer.why for puzzle in puzzles for answer in puzzle.answers]
    assert [text for text, count in Counter(texts).items() if count > 1] == []


@pytest.mark.parametrize("name", PUZZLES)
def test_an_explanation_names_cards_counts_and_is_short(name: str) -> None:
    puzzle = PUZZLES[name]
    sentences = re.findall(r"[.?](?=\s|$)", puzzle.explanation)
    assert 2 <= len(sentences) <= 4, puzzle.explanation
    card = r"(?:A|10|K|Q|J|9)[♠♥♦♣]"
    assert re.search(card, puzzle.explanation)
    assert re.search(r"\d", re.sub(card, "", puzzle.explanation)), "it gives a count"
    assert len(puzzle.hints) == HINTS
    texts = [puzzle.question, puzzle.explanation, *puzzle.hints, *(answer.why for answer in puzzle.answers)]
    unwanted = re.compile(r"!|\b(he|him|his|she|her|simply|obviously|just|talon|ruff)\b", re.IGNORECASE)
    assert [found.group() for text in texts for found in unwanted.finditer(text)] == []


@pytest.mark.parametrize("name", PUZZLES)
def test_a_card_that_a_text_names_is_in_the_position(name: str) -> None:
    puzzle = PUZZLES[name]
    there = {str(card) for card in puzzle.start.rules.pack}
    if puzzle.fact is None and not puzzle.start.is_open:
        there = {str(card) for cards in puzzle.start.hands for card in cards}
        there |= {str(card) for _, card in puzzle.start.trick} | {str(puzzle.start.turn_up)}
        there |= {str(card) for card in puzzle.view.unseen}
        there |= {str(card) for card in puzzle.start.played if puzzle.memory}
    texts = [puzzle.question, puzzle.explanation, *puzzle.hints, *(answer.why for answer in puzzle.answers)]
    found = {card for text in texts for card in re.findall(r"(?:A|10|K|Q|J|9)[♠♥♦♣]", text)}
    assert found <= there


def test_the_themes_are_those_of_the_list() -> None:
    assert len(set(THEMES)) == len(THEMES) == 17
    assert all(set(puzzle.themes) <= set(THEMES) for puzzle in PUZZLES.values())


# Puzzles on the table


def advance(session: GuidedSession) -> None:
    """Clear finished tricks until the learner has to decide."""
    while session.waiting:
        session.next()


def at_step(guided: Hand, number: int) -> GuidedSession:
    """Return a session in which the right action of every step before this one has been chosen."""
    session = GuidedSession(guided)
    for step in guided.steps[:number]:
        session.act(parse_action(step.right[0]))
        advance(session)
    return session


@pytest.mark.parametrize("name", CHOICES)
def test_every_answer_is_played_out_on_the_table(name: str) -> None:
    puzzle = CHOICES[name]
    guided = hand(puzzle)
    assert isinstance(guided, Hand)
    assert at_step(guided, len(guided.steps)).task["solved"]
    for number, step in enumerate(guided.steps):
        for token in step.right:
            session = at_step(guided, number)
            session.act(parse_action(token))
            assert not session.task["stopped"]
        for token, wrong in step.wrong.items():
            session = at_step(guided, number)
            session.act(parse_action(token))
            assert session.task["stopped"]
            assert wrong.why in session.state()["status"]
            advance(session)
            assert not session._script, "all of the line is played"
            session.undo()
            assert not session.task["stopped"]
    answered = {token for step in guided.steps for token in (*step.right, *step.wrong, *step.refused)}
    assert {token for answer in puzzle.answers for token in answer.text.split()[-1:]} <= answered


@pytest.mark.parametrize("name", PUZZLES)
def test_every_answer_has_feedback(name: str) -> None:
    puzzle = PUZZLES[name]
    asked = question(puzzle)
    assert [option.right for option in asked.options] == [answer.right for answer in puzzle.answers]
    for option, answer in zip(asked.options, puzzle.answers, strict=True):
        assert answer.why in option.feedback
    assert ("points" in picture(puzzle)) is not puzzle.memory
    if puzzle.fact:
        assert hand(puzzle) is None


@pytest.mark.parametrize("name", SOME)
def test_a_picture_shows_no_hidden_card(name: str) -> None:
    puzzle = PUZZLES[name]
    drawn = picture(puzzle)
    shown = () if puzzle.memory else puzzle.view.hand(1)
    hidden = puzzle.view.unseen | set(puzzle.start.hand(1)).difference(shown)
    assert not [card for card in hidden if str(card) in drawn]
    backs = drawn.count(f'fill="{COLOURS.back}"')
    assert backs == puzzle.start.hand_size(1) - len(shown)
    assert all(str(card) in drawn for card in puzzle.view.hand(0))


# Files


def test_a_set_is_found_by_name_and_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(FILE[:2]), "utf-8")
    assert load(path) == load(str(path)) == ENDGAMES[:2]
    with pytest.raises(PuzzleError, match=r"^'04-none' is not a set of puzzles; there are .*03-endgames"):
        load("04-none")
    with pytest.raises(PuzzleError, match=r"^absent\.json: it cannot be read: "):
        load("absent.json")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass")])
def test_what_is_no_json(text: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(PuzzleError, match=r"^bad\.json: this is no JSON text: "):
        load(path)


@pytest.mark.parametrize("data", [None, {}, [], "text", 7])
def test_what_is_no_list_of_puzzles(data: object) -> None:
    with pytest.raises(PuzzleError, match=r"^a set is a list of puzzles, and this is none$"):
        read(data)


def refusal(puzzle: object) -> str:
    with pytest.raises(PuzzleError) as refused:
        read([puzzle])
    return str(refused.value)


@pytest.mark.parametrize("field", FILE[0])
def test_each_field_is_needed_and_has_its_kind(field: str) -> None:
    without = {name: value for name, value in FILE[0].items() if name != field}
    called = "1" if field == "id" else f"'{FILE[0]['id']}'"
    assert refusal(without) == f"puzzle {called}: {field}: missing"
    values: tuple[object, ...] = (None, True, 1.5, -1, "", " ", [], {}, [7], [None], {"a": 1})
    for value in values:
        assert f": {field}: " in refusal({**FILE[0], field: value}), value


@pytest.mark.parametrize("field", FILE[0]["answers"][0])
def test_each_field_of_an_answer_has_its_kind(field: str) -> None:
    answers = copy.deepcopy(FILE[0]["answers"])
    values: tuple[object, ...] = (None, 1.5, 99, [], {}, [7])
    for value in values:
        answers[1][field] = value
        assert ": answers: 2: " in refusal({**FILE[0], "answers": answers}), value
    if field != "line":
        del answers[1][field]
        assert f": answers: 2: {field}: missing" in refusal({**FILE[0], "answers": answers})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"extra": 1}, "extra: there is no such field; fields are id, themes, level, case, question, "),
        ({"level": 6}, "level: 6 is not a number from 1 to 5"),
        ({"themes": ["luck"]}, "themes: 'luck' is unknown; themes are claim, "),
        ({"themes": ["force", "force"]}, "themes: one is there twice"),
        ({"hints": ["one", "two"]}, "hints: 2 hints; give 3"),
        ({"answers": FILE[0]["answers"][:1]}, "answers: give a list of two answers or more"),
        ({"answers": FILE[0]["answers"][1:]}, "answers: none is right"),
        ({"answers": [FILE[0]["answers"][0]] * 2}, "answers: two have the answer 'QH'"),
        ({"case": {}}, "case: trump: missing"),
        ({"case": {**FILE[0]["case"], "hand": ["QH", "QH", "AD"]}}, "case: hand: Q♥ is there twice"),
        ({"case": {**FILE[0]["case"], "points": [90, 26]}}, "case: points: "),
        ({"case": {**FILE[0]["case"], "nonsense": 1}}, "case: nonsense: there is no such field"),
        ({"case": {**FILE[0]["case"], "to_move": 1}}, "case: seat 0 is the learner's and must be to move"),
    ],
)
def test_what_does_not_fit(fields: dict[str, Any], sentence: str) -> None:
    assert refusal({**FILE[0], **fields}).startswith(f"puzzle '{FILE[0]['id']}': {sentence}")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"answer": "XX"}, "'XX' is not an action: a card (AS)"),
        ({"answer": "KD"}, "play K♦: K♦ is not in your hand."),
        ({"answer": "TS QH"}, "play Q♥: It is your opponent's turn."),
        ({"line": "AS !!"}, "'!!' is not an action: "),
        ({"line": "AC"}, "play A♣: The stock is used up, so you must follow suit"),
        ({"fact": "weather"}, "fact: 'weather' cannot be asked for; use my points, "),
        ({"fact": "my points"}, "answer: 'TS' does not answer what is asked for: my points"),
        ({"value": 4}, "value: 4 is not a number from -3 to 3"),
        ({"extra": 1}, "extra: there is no such field; fields are answer, value, right, why, line, fact"),
    ],
)
def test_what_does_not_fit_in_an_answer(fields: dict[str, Any], sentence: str) -> None:
    answers = copy.deepcopy(FILE[0]["answers"])
    answers[1].update(fields)
    if fields.get("fact") == "my points":
        answers[0] |= {"fact": "my points", "answer": "51", "line": ""}
        answers[2] |= {"fact": "my points", "answer": "52", "line": ""}
    assert f"answers: 2: {sentence}" in refusal({**FILE[0], "answers": answers})


def test_the_same_id_twice() -> None:
    with pytest.raises(PuzzleError, match=f"^puzzle '{FILE[0]['id']}': id: an earlier puzzle has it too$"):
        read([FILE[0], FILE[0]])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["QH", "yes", "S"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PLACES = [
    *((field,) for field in FILE[0]),
    *(("case", field) for field in FILE[0]["case"]),
    *(("answers", 0, field) for field in FILE[0]["answers"][0]),
    ("answers", 0),
    ("hints", 1),
    ("themes", 0),
]


@settings(max_examples=200, deadline=None)
@given(place=st.sampled_from(PLACES), value=JSON)
def test_whatever_stands_in_a_file_it_is_read_or_refused(place: tuple[Any, ...], value: object) -> None:
    puzzle: Any = copy.deepcopy(FILE[0])
    inner = puzzle
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with contextlib.suppress(PuzzleError):
        assert len(read([puzzle])) == 1


def test_answers_must_ask_something_and_differ_in_meaning() -> None:
    puzzle = json.loads((ROOT / "exercises" / "puzzles" / "03-endgames.json").read_text("utf-8"))[0]
    blank = copy.deepcopy(puzzle)
    for answer in blank["answers"]:
        answer["fact"] = " "
    with pytest.raises(PuzzleError, match="fact"):
        read([blank])
    same = copy.deepcopy(puzzle)
    first = same["answers"][0]
    card = first["answer"].split()[0]
    spelt = card.replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣")
    same["answers"].append({**first, "answer": spelt + first["answer"][len(card) :], "why": "Another reason."})
    with pytest.raises(PuzzleError, match="answers: two mean the same"):
        read([same])
