"""A puzzle on the table: what counts as an answer, how a wrong one is refuted, and what stays hidden."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sixtysix import Announce, Card, Close, Exchange, Play, solve
from sixtysix.actions import Action, ClaimOut, action_token, parse_action
from sixtysix.errors import IllegalAction
from sixtysix.puzzle_session import PuzzleSession
from sixtysix.puzzles import YOU, Answer, Puzzle, load, names, read
from sixtysix.puzzles.facts import seen
from sixtysix.solver import best_line

from .build import cards

EVERY = {puzzle.id: puzzle for name in names() for puzzle in load(name)}
OWN = [puzzle for name in names() if name[:2] <= "04" for puzzle in load(name)]
"""The four sets made by hand: enough of every kind, and quick."""
CHOICES = [puzzle for puzzle in OWN if not puzzle.fact]
FACTS = [puzzle for puzzle in OWN if puzzle.fact]


def puzzle_of(case: dict[str, Any], *answers: tuple[str, int, bool], **more: Any) -> Puzzle:
    """Return a puzzle of a case and the answers with their values."""
    listed = [{"answer": text, "value": value, "right": right, "why": f"{text}."} for text, value, right in answers]
    (puzzle,) = read(
        [
            {
                "id": "one",
                "themes": ["duck"],
                "level": 1,
                "case": case,
                "question": "Which card?",
                "answers": listed,
                "hints": ["a", "b", "c"],
                "explanation": "d",
                **more,
            }
        ]
    )
    return puzzle


def give(session: PuzzleSession, text: str) -> None:
    for action in map(parse_action, text.split()):
        session.act(action)


def to_the_end(session: PuzzleSession) -> None:
    while session.waiting:
        session.next()


def won(session: PuzzleSession) -> int:
    result = session.position.result
    assert result is not None
    return result.game_points[YOU] - result.game_points[1 - YOU]


@pytest.mark.parametrize("puzzle", CHOICES, ids=lambda puzzle: puzzle.id)
def test_every_answer_is_taken_and_a_wrong_one_ends_as_badly_as_the_puzzle_says(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle)
    for answer in puzzle.answers:
        session.again()
        assert session.stage == "ask"
        give(session, answer.text)
        assert session.attempts[-1] is answer
        assert session.stage == ("solved" if answer.right else "wrong")
        assert answer.why in session.state()["status"]
        if not answer.right:
            to_the_end(session)
            if session.position.result is not None:
                assert won(session) == answer.value
            with pytest.raises(IllegalAction, match="choose Try again"):
                session.act(ClaimOut())


@pytest.mark.parametrize("puzzle", CHOICES[::4], ids=lambda puzzle: puzzle.id)
def test_the_solution_is_played_out_and_brings_what_it_is_worth(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle)
    session.show()
    assert session.stage == "shown"
    to_the_end(session)
    if session.position.result is not None:
        assert won(session) >= puzzle.right[0].value


TWO_ACES = {"trump": "S", "hand": ["AH", "AD", "9C"], "opponent": ["KH", "KD", "AC"], "points": [44, 55]}
"""Each ace takes its king, 15 card points: both together bring 74. The nine loses to the ace, and 55 and 11 are 66."""


def test_all_equal_answers_are_right_whether_the_puzzle_lists_them_or_not() -> None:
    puzzle = puzzle_of(TWO_ACES, ("AH", 1, True), ("AD", 1, True), ("9C", 1, False))
    values = solve(puzzle.start)
    best = max(values.values())
    assert values[Play("AH")] == values[Play("AD")] == best == 1 > values[Play("9C")]
    for card in ("AH", "AD"):
        session = PuzzleSession(puzzle)
        session.act(Play(card))
        assert session.stage == "solved"
    short = replace(puzzle, answers=(replace(puzzle.answers[0], value=best), Answer("!", -2, False, "Not yet.")))
    session = PuzzleSession(short)
    session.act(Play("AD"))
    assert session.stage == "solved"
    assert "as good as" in session.state()["status"]


def test_an_action_that_no_answer_names_is_refuted_by_best_play() -> None:
    puzzle = EVERY["bring-down-the-nine"]
    session = PuzzleSession(puzzle)
    session.act(ClaimOut())
    assert (session.stage, won(session)) == ("wrong", -2)
    without = replace(puzzle, answers=tuple(one for one in puzzle.answers if one.text != "TS"))
    session = PuzzleSession(without)
    session.act(Play("TS"))
    assert session.stage == "wrong"
    assert session.state()["controls"][0]["do"] == "next"
    to_the_end(session)
    assert won(session) == solve(puzzle.start)[Play("TS")] == session.attempts[0].value


def lucky(puzzle: Puzzle, theirs: str) -> Puzzle:
    """Return the puzzle with other hidden cards and no lines to follow."""
    view = puzzle.view
    hand = frozenset(map(Card, cards(theirs)))
    case = view.with_hidden(hand, sorted(view.unseen - hand)).to_dict()
    return replace(puzzle, case=case, answers=tuple(replace(one, line=()) for one in puzzle.answers))


def test_the_hidden_cards_adapt_so_that_nobody_is_lucky() -> None:
    plain = EVERY["one-card-is-enough"]  # closed, 252 layouts; K♥ loses only if the opponent holds A♥
    known = plain.view.hand(1 - YOU)
    others = [card for card in sorted(plain.view.unseen) if card is not Card("AH")]
    theirs = [*known, *others][: len(plain.view.own)]
    puzzle = lucky(plain, " ".join(card.code for card in theirs))
    assert max(solve(puzzle.start.apply(Play("KH"))).values()) < 0  # on these cards the opponent, to move, loses
    session = PuzzleSession(puzzle)
    session.act(Play("KH"))
    to_the_end(session)
    assert won(session) < 0
    assert session.positions[0].view(YOU) == puzzle.view  # nothing that the learner knew has changed
    session.again()
    assert session.position == puzzle.start
    session.act(Play("AC"))
    assert session.stage == "solved"


def test_a_certain_plan_played_on_cannot_be_won_by_luck_either() -> None:
    session = PuzzleSession(EVERY["trumps-before-aces"])
    give(session, "KC")
    assert session.stage == "solved"
    session.next()
    while session.position.result is None:  # throw the rest away: the lowest card each time
        if session.waiting:
            session.next()
        else:
            plays = [action for action in session.position.legal_actions() if isinstance(action, Play)]
            session.act(min(plays, key=lambda play: play.card.points))
    assert session.stage == "solved"  # the puzzle stays solved, whatever came later
    assert session.position.result is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_that_brings_less_than_the_answer_is_not_called_flawless(seed: int) -> None:
    puzzle = EVERY["three-points-or-one"]  # guaranteed: 3 game points, for who says out in time
    session = PuzzleSession(puzzle)
    give(session, "c AH")
    chance = Random(seed)
    while session.position.result is None:
        if session.waiting:
            session.next()
        else:
            plays = [action for action in session.position.legal_actions() if isinstance(action, Play)]
            session.act(chance.choice(plays))
    assert won(session) < 3 == puzzle.right[0].value
    status = session.state()["status"]
    assert "The right answer was worth more (guaranteed: you win 3 game points)." in status
    assert "No layout could stop this" not in status
    assert "Each of your choices" not in status


def test_a_claim_in_time_brings_what_the_answer_is_worth() -> None:
    session = PuzzleSession(EVERY["three-points-or-one"])
    give(session, "c AH")
    session.next()
    session.act(ClaimOut())
    assert won(session) == 3
    assert "worth more" not in session.state()["status"]


def test_several_actions_make_one_answer_and_can_be_taken_back() -> None:
    session = PuzzleSession(EVERY["before-you-close"])
    assert not session.can_undo
    session.act(Exchange())
    assert (session.stage, session.attempts) == ("ask", [])
    assert "take it back" in session.state()["status"]
    session.undo()
    assert session.position == EVERY["before-you-close"].start
    session.act(Exchange())
    session.act(Close())
    assert session.stage == "solved"
    session.again()
    session.act(Close())
    assert session.stage == "wrong"
    session.undo()  # Try again
    assert session.stage == "ask"
    assert [one.right for one in session.attempts] == [True, False]


@pytest.mark.parametrize(
    ("name", "action", "said"),
    [
        ("before-you-close", "AD", "asks how to close"),
        ("two-marriages", "KH", "asks how to say out"),
        ("bring-down-the-nine", "c", "stock"),
        ("bring-down-the-nine", "AC", "not in"),
    ],
)
def test_what_is_no_answer_is_refused_and_costs_nothing(name: str, action: str, said: str) -> None:
    session = PuzzleSession(EVERY[name])
    with pytest.raises(IllegalAction, match=said):
        session.act(parse_action(action))
    assert (session.stage, session.attempts, session.position) == ("ask", [], EVERY[name].start)


@pytest.mark.parametrize("puzzle", FACTS, ids=lambda puzzle: puzzle.id)
def test_no_card_is_played_before_a_fact_is_answered(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle)
    for action in puzzle.start.legal_actions():
        with pytest.raises(IllegalAction, match="Answer the question"):
            session.act(action)
    wrong = next(one for one in puzzle.answers if not one.right)
    session.answer(wrong)
    assert session.stage == "wrong"
    session.again()
    session.answer(puzzle.right[0])
    assert session.stage == "solved"
    session.act(next(one for one in puzzle.start.legal_actions() if not isinstance(one, ClaimOut)))
    with pytest.raises(IllegalAction, match="No question"):
        session.answer(wrong)


def hidden_codes(puzzle: Puzzle) -> set[str]:
    """Return the cards of which the learner does not know where they are."""
    return {card.code for card in puzzle.view.unseen}


@pytest.mark.parametrize("puzzle", OWN, ids=lambda puzzle: puzzle.id)
def test_nothing_hidden_is_in_the_state_before_the_answer(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle)
    state = session.state()
    words = json.dumps({name: value for name, value in state.items() if name != "task"})
    found = {card.code for card in puzzle.start.rules.pack if f'"{card.code}"' in words}
    assert not found & hidden_codes(puzzle)
    assert not any(one.why in words for one in puzzle.answers)
    if puzzle.memory:
        assert state["you"]["points"] is state["opponent"]["points"] is None
        assert state["opponent"]["known"] == []
        for message in ({"do": "copy"}, {"do": "memory", "on": False}):
            assert session.handle({**message, "version": session.version}) is None
            assert session.refusal
    for do in ("flow", "paste"):
        session.handle({"do": do, "version": session.version})
        assert session.refusal


@pytest.mark.parametrize("name", ["one-card-is-enough", "the-highest-left", "hand-or-stock", "lose-trick-six"])
def test_it_may_be_played_on_against_the_club_player(name: str) -> None:
    puzzle = EVERY[name]
    session = PuzzleSession(puzzle)
    with pytest.raises(IllegalAction, match="nothing to play on"):
        session.play_on()
    session.show()
    session.play_on()
    assert session.state()["opponent"]["name"] == "Club"
    assert session.positions[0].view(YOU) == puzzle.view
    assert any("dealt anew" in line for line in session.told) == (puzzle.view.layouts() > 1)
    starts = set()
    for _ in range(6):
        session.play_on()
        starts.add(session.positions[0])
        while session.position.result is None:
            if session.waiting:
                session.next()
            else:
                session.act(next(one for one in session.position.legal_actions() if isinstance(one, Play)))
    assert (len(starts) > 1) == (puzzle.view.layouts() > 1)


def test_after_a_claim_there_is_nothing_to_play_on_from() -> None:
    session = PuzzleSession(EVERY["say-it-now"])
    give(session, "!")
    assert session.stage == "solved"
    assert not session.may_play_on


def test_layouts_are_counted_and_refuted_where_another_card_wins() -> None:
    puzzle = EVERY["the-cheaper-trump"]
    assert not seen(puzzle)
    counted = replace(
        puzzle,
        values_in="layouts",
        answers=(
            replace(puzzle.right[0], value=56, line=()),
            *(replace(one, value=1, line=()) for one in puzzle.answers if one.text == "TS"),
        ),
    )
    session = PuzzleSession(counted)
    session.act(Play("TS"))
    to_the_end(session)
    assert (session.stage, won(session)) == ("wrong", -2)
    start = session.positions[0]
    assert max(solve(start).values()) == solve(start)[Play("KS")] > 0  # the right card wins on these very cards
    session.again()
    session.act(ClaimOut())
    assert session.stage == "wrong"


def test_a_wrong_answer_whose_line_wins_is_played_on_other_cards() -> None:
    puzzle = EVERY["the-cheaper-trump"]
    view = puzzle.view
    every = (view.with_hidden(hand, sorted(view.unseen - hand)) for hand in view.each_layout())
    start = next(one for one in every if solve(one)[Play("TS")] > 0)
    line = tuple(map(action_token, best_line(start.apply(Play("TS")))))
    wrong = Answer("TS", 1, False, "It wins on these cards.", line=line)
    counted = replace(
        puzzle, case=start.to_dict(), values_in="layouts", answers=(replace(puzzle.right[0], value=56, line=()), wrong)
    )
    session = PuzzleSession(counted)
    session.act(Play("TS"))
    assert "Here your opponent has other cards, with which it fails." in session.state()["status"]
    to_the_end(session)
    assert (session.stage, won(session)) == ("wrong", -2)
    session.again()
    assert session.position == start


def test_the_next_puzzle_is_asked_for_at_the_table_once_this_one_is_answered() -> None:
    session = PuzzleSession(EVERY["say-it-now"])
    session.handle({"do": "another", "version": session.version})
    assert session.refusal.startswith("Answer the puzzle first")
    give(session, "!")
    assert next(one["label"] for one in session.state()["controls"]) == "Next puzzle"
    session.handle({"do": "another", "version": session.version})
    assert session.wants_next
    version = session.version
    session.lay(EVERY["no-trick-needed"])
    assert session.version > version
    assert (session.stage, session.wants_next, session.attempts) == ("ask", False, [])
    assert session.position == EVERY["no-trick-needed"].start
    session.act(Announce("S"))
    session.act(ClaimOut())
    assert session.stage == "solved"


def test_storms_of_messages_never_break_it() -> None:
    chance = Random(7)
    session = PuzzleSession(CHOICES[0])
    kinds: tuple[str, ...] = (
        "play",
        "next",
        "undo",
        "again",
        "another",
        "close",
        "exchange",
        "out",
        "draw",
        "pass",
        "copy",
        "paste",
    )
    kinds += ("look_back", "announce:S", "announce:H", "memory", "flow", "new_match", "next_deal", "nonsense")
    for turn in range(1_500):
        if turn % 25 == 0:
            session.lay(chance.choice(OWN))
        do = chance.choice(kinds)
        hand = session.view.own
        card = chance.choice(hand).code if hand and chance.random() < 0.8 else "XX"
        session.handle({"do": do, "card": card, "on": chance.random() < 0.5, "version": session.version})
        if chance.random() < 0.05:
            session.show()
        if chance.random() < 0.05 and session.may_play_on:
            session.play_on()
        json.dumps(session.state())
        assert session.stage in ("ask", "wrong", "solved", "shown")
        legal: tuple[Action, ...] = session.position.legal_actions()
        assert legal or session.position.result is not None
