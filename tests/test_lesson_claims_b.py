"""What lessons 03, 04 and 05 say is true: the numbers, what cannot happen, and which line is better."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from sixtysix.actions import Action, Announce, ClaimOut, Close, Play, parse_action
from sixtysix.cards import Card, Suit
from sixtysix.guided import GuidedSession
from sixtysix.lessons import closing, going_out, marriages
from sixtysix.lessons.closing import CERTAIN, NOT_YET, REPLIES, close_or_lead, holds, strict_replies
from sixtysix.lessons.going_out import BY_HEART, CLAIMS, LAST_TRICKS, ledger, played_deal
from sixtysix.lessons.going_out import WORTH as CLAIM_QUESTIONS
from sixtysix.lessons.lines import after, ending, line, right_line
from sixtysix.lessons.marriages import ENDS, OPENING, SAVED, WHEN
from sixtysix.plots import race_chart
from sixtysix.position import Position
from sixtysix.rules import Rules
from sixtysix.scoring import Reason

from .deal_tree import after_wrong, before, game_points, values, worth

HANDS = {"ENDS": ENDS, "SAVED": SAVED, "BY_HEART": BY_HEART, "CERTAIN": CERTAIN, "NOT_YET": NOT_YET}


@pytest.mark.parametrize("name", HANDS)
def test_a_right_action_is_best_and_a_wrong_one_is_worse(name: str) -> None:
    """With all cards open: the whole tree of every step, the stock in its order."""
    hand = HANDS[name]
    for number, step in enumerate(hand.steps, 1):
        found = values(before(hand, number))
        best = max(found.values())
        assert {found[token] for token in step.right} == {best}, (number, found)
        if (name, number) == ("NOT_YET", 1):
            assert found.pop("TD") == best, "as the cards lie the ten wins too: see the test of the seven layouts"
        assert all(found[token] < best for token in step.wrong if token in found), (number, found)


@pytest.mark.parametrize("name", HANDS)
def test_the_right_line_wins(name: str) -> None:
    won = {"ENDS": 1, "SAVED": 1, "BY_HEART": 1, "CERTAIN": 2, "NOT_YET": 2}
    assert game_points(right_line(HANDS[name])[-1]) == (won[name], 0)


@pytest.mark.parametrize("name", HANDS)
def test_the_explanations_count_right(name: str) -> None:
    """Where an explanation says what you have, came to, or have and need, the table has it so."""
    hand = HANDS[name]
    for number, step in enumerate(hand.steps, 1):
        for token, wrong in step.wrong.items():
            start = before(hand, number)
            seen = line(start, " ".join([token, *wrong.replies]))
            had = {position.points(0) for position in seen}
            for told in re.findall(r"[Yy]ou (?:have|had|came to) (\d+)", wrong.why):
                if "throws" not in wrong.why:  # that one tells of another layout
                    assert int(told) in had, wrong.why


# Lesson 03


def test_two_marriages_of_deal_26655_and_the_deal_that_ends() -> None:
    assert OPENING.why_illegal(Announce("S")) is None
    assert after(OPENING, "*S").pending(0) == 20
    assert after(OPENING, "*S QS AS *D QD 9C AH JS TH KS JD").points(1) == 64
    reached = after(OPENING, "*S QS AS *D QD 9C AH JS TH KS JD")
    assert reached.hands == SAVED.start.hands
    assert reached.stock == SAVED.start.stock
    assert reached.view(0).unseen == SAVED.start.view(0).unseen


def test_the_card_kept_from_a_marriage_beats_the_same_cards() -> None:
    others = [Card(f"{rank}S") for rank in "ATJ9"]
    kept = {led: {card for card in others if Card(led).beats(card, Suit.HEARTS)} for led in ("KS", "QS")}
    assert kept["KS"] == kept["QS"] == {Card("JS"), Card("9S")}


def test_ends_no_lead_is_safe_and_no_ace_has_been_played() -> None:
    start = ENDS.start
    assert {card for card in start.hand(1) if card.rank.value == "A"} == {Card(f"A{suit}") for suit in "SHDC"}
    assert not [card for card in start.hand(0) if card.suit is start.trump]
    for card in start.hand(0):
        replies = [after(start, f"{card.code} {reply.code}") for reply in start.hand(1)]
        assert any(end.turn == 1 and end.points(1) >= 66 for end in replies), card
    assert after(start, "*H").points(0) == 66
    assert after(start, "c").why_illegal(Announce("H")) is not None
    assert after(start, "*H c").closed_by == 0, "announce first, then close"
    assert after(start, "TH AH").points(1) - start.points(1) == 21


def test_saved_who_loses_the_trick_loses_three_and_who_breaks_the_marriage_loses() -> None:
    start = SAVED.start
    for card in ("9D", "TC", "KC"):
        assert game_points(after(start, f"{card} !")) == (0, 3)
    assert after(start, "9D").points(1) == 66
    assert [after(start, card).points(0) for card in ("AD", "QH", "KH")] == [33, 25, 26]
    assert worth(after(start, "QH")) == -1, "and the explanation shows the best that is left"
    shown = line(start, " ".join(["QH", *SAVED.steps[0].wrong["QH"].replies]))
    assert {worth(position) for position in shown[1:]} == {-1}
    assert [position.tricks[0] for position in (shown[1], shown[3], shown[5], shown[7])] == [1, 2, 3, 3]
    lead = after(start, "AD")
    assert sum(lead.tricks) == 5, "the lead to trick six"
    assert lead.is_open
    assert lead.stock_size == 1
    assert after(lead, "*H").points(0) == 73
    for reply in after(lead, "KH").legal_actions():
        assert after(lead, "KH").apply(reply).turn == 0, "the king takes the trick"
    later = after(lead, "9S JC")
    assert later.why_illegal(Announce("H")) is not None


def test_when_a_marriage_may_be_announced() -> None:
    answers = [next(option.text for option in question.options if option.right) for question in WHEN]
    assert answers == ["Yes", "No", "Yes", "No", "No", "No", "No"]
    for rules, allowed in ((Rules.american(), True), (Rules.german(), True), (Rules.app(), False)):
        closed = replace(after(ENDS.start, "c"), rules=rules)
        assert (closed.why_illegal(Announce("H")) is None) is allowed


# Lesson 04


def test_the_count_of_the_deal_that_was_played() -> None:
    deal = played_deal()
    table = ledger(deal)
    assert list(table["you"]) == [0, 33, 33, 33, 33, 33, 33, 46, 59, 66]
    assert list(table["your opponent"]) == [13, 13, 19, 23, 46, 50, 62, 62, 62, 62]
    assert game_points(deal[-1]) == (1, 0)
    you, opponent = race_chart(deal).data
    assert (you.x[-1], you.y[-1], opponent.y[-1]) == (10, 66, 62)
    assert you.line.dash != opponent.line.dash
    assert you.marker.symbol != opponent.marker.symbol


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("66 to 33", (1, 0)),
        ("66 to 32", (2, 0)),
        ("66 to 0, with a trick of two nines", (2, 0)),
        ("66 to 0, without a trick", (3, 0)),
        ("65 to 47", (0, 2)),
        ("65 to 0, without a trick", (0, 3)),
        ("66 to 76", (1, 0)),
    ],
)
def test_what_a_claim_is_worth(name: str, points: tuple[int, int]) -> None:
    position = CLAIMS[name]
    assert name.startswith(f"{position.points(0)} to {position.points(1)}")
    assert game_points(after(position, "!")) == points


def test_the_only_trick_of_that_opponent_held_two_nines() -> None:
    position = CLAIMS["66 to 0, with a trick of two nines"]
    tricks = [set(position.played[n : n + 2]) for n in range(0, len(position.played), 2)]
    nines = [trick for trick in tricks if {card.rank.value for card in trick} == {"9"}]
    assert len(nines) == position.tricks_won(1) == 1


def test_the_right_answers_about_claims_are_one_each() -> None:
    for question in CLAIM_QUESTIONS:
        assert sum(option.right for option in question.options) == 1
    right = [next(n for n, option in enumerate(question.options) if option.right) for question in CLAIM_QUESTIONS]
    assert right == [0, 1, 1, 2, 3, 0]
    names = ["66 to 33", "66 to 32", "66 to 0, with a trick of two nines", "66 to 0, without a trick", "65 to 47"]
    for name, question in zip([*names, "66 to 76"], CLAIM_QUESTIONS, strict=True):
        short = replace(CLAIMS[name], taken=CLAIMS["65 to 47"].taken)
        cost = game_points(after(short, "!"))
        assert question.options[3].text == f"{cost[1]} game points to your opponent"
        assert cost[0] == 0


def test_the_missing_point_was_sure_to_come() -> None:
    position = CLAIMS["65 to 47"]
    assert worth(position) == 1
    assert after(position, "AD QD").turn == 0
    assert after(position, "AD QD").points(0) == 79


def test_last_tricks() -> None:
    assert game_points(after(LAST_TRICKS["63 to 73"], "9C KS")) == (1, 0)
    drawn = after(LAST_TRICKS["65 to 51"], "KH 9C")
    assert (drawn.points(0), drawn.points(1), game_points(drawn)) == (65, 65, (0, 0))
    for name, tokens in (("63 to 73", "9C KS"), ("65 to 51", "KH 9C")):
        end = after(replace(LAST_TRICKS[name], rules=Rules.american()), tokens)
        assert end.result is not None
        assert end.result.reason is Reason.DRAWN
    assert Rules.american().draw_carries


def test_by_heart_the_points_the_early_claims_and_the_late_lead() -> None:
    assert [before(BY_HEART, step).points(0) for step in range(1, 6)] == [41, 52, 58, 65, 71]
    for step in range(1, 5):
        assert game_points(after(before(BY_HEART, step), "!")) == (0, 2)
    for step in range(1, 6):
        for token, wrong in BY_HEART.steps[step - 1].wrong.items():
            if token != "!":
                assert wrong.replies[-1] == "!"
                assert game_points(after_wrong(BY_HEART, step, token))[1] > 0
    trumps = {card for card in BY_HEART.start.hand(1) if card.suit is BY_HEART.start.trump}
    assert trumps == {Card("9S")}
    assert BY_HEART.start.view(0).layouts() == 1


def test_by_heart_does_not_tell_the_count() -> None:
    session = GuidedSession(BY_HEART)
    for step in BY_HEART.steps[:-1]:
        session.act(parse_action(step.right[0]))
        while session.waiting:
            session.next()
        state = session.state()
        assert state["you"]["points"] is None
        assert not re.search(rf"\b{session.position.points(0)}\b", state["status"])


# Lesson 05


def test_certain_one_plan_wins_in_every_layout() -> None:
    closed = after(CERTAIN.start, "c").view(0)
    assert CERTAIN.start.view(0).layouts() == 252
    for diamonds in permutations(("AD", "TD", "KD")):
        assert holds(closed, "AC", *diamonds) == (252, 252)
    assert holds(closed, "AD", "AC", "TD", "KD") == (217, 252)
    assert holds(closed, "AD", "TD", "KD", "AC") == (126, 252)


def test_certain_every_layout_is_counted_with_every_reply() -> None:
    """The count once more with nothing remembered, for a few layouts picked over all of them."""
    closed = after(CERTAIN.start, "c").view(0)

    def wins(position: Position, leads: tuple[str, ...]) -> bool:
        if position.points(0) >= 66:
            return True
        led = position.apply(Play(leads[0]))
        ends = [led.apply(reply) for reply in led.legal_actions() if isinstance(reply, Play)]
        return all(end.turn == 0 and wins(end, leads[1:]) for end in ends)

    layouts = [closing._laid_out(closed, theirs) for theirs in list(closed.each_layout())[::25]]
    assert all(layout.view(0) == closed for layout in layouts)
    assert all(wins(layout, ("AC", "AD", "TD", "KD")) for layout in layouts)


def test_certain_the_promise_is_worth_two_in_every_layout() -> None:
    """All the tricks are yours, so the opponent stays at 27: under 33, with a trick."""
    assert (CERTAIN.start.points(1), CERTAIN.start.tricks_won(1)) == (27, 1)
    assert sum(Card(card).points for card in ("AC", "AD", "TD", "KD")) == 36


def test_certain_nothing_but_closing_wins_as_the_cards_lie() -> None:
    found = values(CERTAIN.start)
    assert found.pop("c") == 2
    assert max(found.values()) < 0
    assert [action for action, value in values(after(CERTAIN.start, "c")).items() if value > 0] == ["AC"]


def test_certain_without_the_lead_the_diamonds_never_come() -> None:
    """Every wrong lead after the close ends with your opponent out, and after A♥ no trick of yours is possible."""
    for step in (3, 4):
        for token in {"KH", "9H"} & set(CERTAIN.steps[step - 1].wrong):
            assert game_points(after_wrong(CERTAIN, step, token)) == (0, 2)
        todo = [after(before(CERTAIN, step), "KH AH")]
        while todo:
            position = todo.pop()
            assert position.tricks_won(0) == before(CERTAIN, step).tricks_won(0)
            todo += [position.apply(a) for a in position.legal_actions() if isinstance(a, Play)]
    assert after_wrong(CERTAIN, 4, "KH").points(0) == 63


def test_certain_the_unseen_cards_are_as_told() -> None:
    view = CERTAIN.start.view(0)
    assert {card for card in view.unseen if card.suit is view.trump} == {Card("TC")}
    assert not {card for card in CERTAIN.start.hand(1) if card.suit is Suit.DIAMONDS}
    assert not [card for card in view.unseen if card.suit is Suit.DIAMONDS and card.beats(Card("KD"), view.trump)]


def test_not_yet_closing_fails_in_all_seven_layouts_and_the_ace_wins_in_all() -> None:
    view = NOT_YET.start.view(0)
    table = close_or_lead(view, "AD")
    assert set(table) == set(view.unseen)
    assert list(table.values()) == [(-3, 2)] * 7
    ten = close_or_lead(view, "TD")
    assert [str(card) for card, (_, lead) in ten.items() if lead < 0] == ["10♣", "A♠"]


@pytest.mark.parametrize("face_down", ["KC", "TC", "9H"])
def test_not_yet_once_more_by_trying_every_play(face_down: str) -> None:
    view = NOT_YET.start.view(0)
    layout = closing._laid_out(view, view.unseen - {Card(face_down)})
    assert layout.stock == (Card(face_down),)
    assert worth(layout.apply(Close())) == -3
    assert worth(layout.apply(Play("AD"))) == 2
    assert worth(layout.apply(Play("TD"))) == close_or_lead(view, "TD")[Card(face_down)][1]


def test_not_yet_what_is_unseen_and_what_follows_from_it() -> None:
    view = NOT_YET.start.view(0)
    assert not [card for card in view.unseen if card.suit is Suit.DIAMONDS]
    trumps = [card for card in view.unseen if card.suit is view.trump]
    assert len(trumps) == 3
    assert min(sum(card in theirs for card in trumps) for theirs in view.each_layout()) == 2
    assert all(Card("KH").beats(card, view.trump) for card in trumps)
    least = min(card.points for card in view.unseen if card.suit is not view.trump)
    assert view.points(0) + Card("AD").points + least == 66, "who does not trump gives at least a king"
    assert view.points(0) + Card("TD").points + least == 65
    trumped = after(NOT_YET.start, "AD 9H")
    assert Card("AH") in trumped.hand(0), "who loses trick six draws the turn-up"


def test_not_yet_after_the_king_every_lead_is_beaten() -> None:
    lost = after(NOT_YET.start, "KH TC")
    assert (lost.points(0), lost.turn) == (65, 0)
    assert Card("AH") in lost.hand(1)
    for card in lost.hand(0):
        led = lost.apply(Play(card))
        assert any(led.apply(reply).turn == 1 for reply in led.legal_actions()), card
    assert worth(lost) < 0
    assert after(lost, "AD").legal_actions() == tuple(
        action
        for action in after(lost, "AD").legal_actions()
        if isinstance(action, Play) and action.card.suit is lost.trump
    )
    assert after_wrong(NOT_YET, 1, "KH").turn == 1


def test_not_yet_either_trump_wins_but_only_the_ace_at_once() -> None:
    choice = before(NOT_YET, 2)
    assert values(choice) == {"AH": 2, "KH": 2}
    assert (after(choice, "AH").points(0), after(choice, "KH").points(0)) == (66, 59)


def test_not_yet_a_close_gets_no_further_than_58_in_that_line() -> None:
    """And no play of yours does better from there."""
    lost = after_wrong(NOT_YET, 1, "c")
    assert lost.points(0) == 58
    assert worth(lost) == -3
    most = 0
    todo = [lost]
    while todo:
        position = todo.pop()
        most = max(most, position.points(0))
        if position.turn == 0:
            todo += [position.apply(a) for a in position.legal_actions() if isinstance(a, Play)]
        elif position.result is None:
            # J♥ trumps, then the clubs from the top
            replies = [Play(c) for c in ("JH", "AC", "TC") if Play(c) in position.legal_actions()]
            todo.append(position.apply(replies[0]))
    assert most == 58


def test_the_three_broken_promises() -> None:
    expected: Mapping[tuple[str, str], tuple[tuple[int, int], Reason]] = {
        ("CERTAIN", "c !"): ((0, 2), Reason.FAILED_CLOSE),
        ("CERTAIN", "c AD TC AH 9H TH KH !"): ((0, 2), Reason.COUNTER_OUT),
        ("NOT_YET", "c AD 9H AS 9S QH KH TD JH AC JS TC TS"): ((0, 3), Reason.FAILED_CLOSE),
    }
    for (name, tokens), (points, reason) in expected.items():
        end = after(HANDS[name].start, tokens)
        assert end.result is not None
        assert (end.result.game_points, end.result.reason) == (points, reason)
    closed = after(NOT_YET.start, "c AD")
    assert {action.card.suit for action in closed.legal_actions() if isinstance(action, Play)} == {closed.trump}


def test_strict_replies_one_answer_is_right_each_time() -> None:
    for question in REPLIES:
        assert sum(option.right for option in question.options) == 1
    assert [str(card) for card in strict_replies("TH KH 9H AC", "JH", "QH AD TD", "D")] == ["10♥", "K♥"]


def test_other_rules_ask_for_less() -> None:
    assert not any(rules.must_beat for rules in (Rules.american(), Rules.app(), Rules.german()))
    assert not Rules.american().must_trump
    assert Rules.app().must_trump
    assert Rules.german().must_trump
    assert [rules.claim for rules in (Rules.american(), Rules.app())] == ["any_turn"] * 2


# The tools


def test_a_line_is_told_action_by_action() -> None:
    actions: list[Action] = [Announce("H"), ClaimOut()]
    assert list(line(ENDS.start, "*H !")[-1].history) == actions
    assert ending(ENDS.start, "*H !").startswith("You said out with 66")


@pytest.mark.parametrize("module", [marriages, going_out, closing])
def test_voice(module: object) -> None:
    path = Path(str(vars(module)["__file__"]))
    words = path.read_text("utf-8")
    assert not re.search(r"\b(simply|just click|obviously|of course)\b", words)
    assert not re.search(r"\w!(?![\"'])", words)
