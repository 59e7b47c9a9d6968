"""The controller behind the table: what may be done when, what is told, and what must never be shown."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sixtysix.actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Play
from sixtysix.cards import PACK
from sixtysix.errors import IllegalAction, NotationError, PuzzleError, RulesError
from sixtysix.match import Match
from sixtysix.position import LAST_SEED, Deal, Position
from sixtysix.rules import Rules
from sixtysix.session import Session

TWO_PLAYERS = tuple(name for name in Rules.names() if Rules.preset(name).players == 2)


def choices(session: Session) -> list[dict[str, Any]]:
    """List every message the table could send now, possible or not."""
    state = session.state()
    cards = [{"do": "play", "card": card["card"]} for card in state["hand"]]
    return [*cards, *({"do": row["do"]} for row in (*state["actions"], *state["controls"]))]


def send(session: Session, **message: Any) -> dict[str, Any]:
    session.handle({"version": session.version, **message})
    return session.state()


def finish(session: Session) -> None:
    """Play the deal out with the first legal card."""
    while session.position.result is None:
        if session.waiting:
            session.next()
        else:
            session.act(session.position.legal_actions()[0])


@pytest.mark.parametrize("rules", TWO_PLAYERS)
@pytest.mark.parametrize("match", [False, True])
def test_wild_clicks_never_break_the_table(rules: str, match: bool) -> None:
    """Any choice in any order leaves a state that can be shown, with a sentence in its status line."""
    generator = Random(66)
    session = Session(Rules.preset(rules), seed=1, opponent="Random", match=match)
    for _ in range(400):
        state = send(session, **generator.choice(choices(session)))
        json.dumps(state)
        assert state["status"]
        assert state["hand"] or session.position.result is not None or session.waiting


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_nothing_hidden_is_shown(rules: str) -> None:
    """Deal the hidden cards another way: the state is the same, so it cannot depend on them."""
    generator = Random(5)
    for seed in range(8):
        session = Session(Rules.preset(rules), seed=seed, opponent="Random")
        while session.position.result is None:
            other = Session(Rules.preset(rules), seed=seed, opponent="Random")
            other.positions = [*session.positions[:-1], session.view.deal_hidden(seed)]
            other.told, other.waiting, other.version = session.told, session.waiting, session.version
            other._undo = session._undo
            assert other.state() == session.state()
            hidden = {card.code for card in session.view.unseen}
            state = session.state()
            shown = [c["card"] for c in (*state["hand"], *state["trick"])] + state["opponent"]["known"]
            assert not hidden.intersection(shown)
            told = state["status"].replace(str(session.position.turn_up), "")
            assert not [card for card in session.view.unseen if str(card) in told.split("exchange")[0]]
            if session.waiting:
                session.next()
            else:
                session.act(generator.choice(session.position.legal_actions()))


def test_memory_mode_keeps_the_points_out_of_the_state() -> None:
    session = Session(seed=3, opponent="Random", memory=True)
    generator = Random(1)
    while session.position.result is None:
        state = session.state()
        assert state["you"]["points"] is None
        assert state["you"]["pending"] is None
        assert "you may say out" not in state["status"]
        assert "66" not in state["status"]
        if session.waiting:
            session.next()
        else:
            cards = [action for action in session.position.legal_actions() if isinstance(action, Play)]
            session.act(generator.choice(cards))


def test_a_choice_on_an_older_table_is_left_alone() -> None:
    """A double click sends the same version twice."""
    session = Session(seed=66, opponent="Random")
    version, card = session.version, session.state()["hand"][0]["card"]
    session.handle({"do": "play", "card": card, "version": version})
    once = session.state()
    session.handle({"do": "play", "card": card, "version": version})
    assert session.state() == once


@pytest.mark.parametrize(
    "message",
    [
        *(None, 7, "play", [], {}, {"do": 3}, {"do": None}, {"do": "dance"}, {"do": "play"}, {"do": "play", "card": 9}),
        *({"do": "play", "card": "<b>"}, {"do": "paste", "text": None}, {"do": "paste", "text": "x" * 10_000}),
        *({"do": "play", "card": "AS", "version": "0"}, {"do": "announce:X"}, {"do": "paste", "text": "66 hand="}),
    ],
)
def test_junk_messages_change_nothing(message: object) -> None:
    session = Session(seed=66)
    before = session.positions.copy()
    session.handle(message)
    assert session.positions == before
    assert session.state()["status"]


def test_an_illegal_card_says_why() -> None:
    """The stock is gone and ♥ was led: the spade does not follow."""
    case = {"trump": "D", "hand": ["9H", "AS"], "opponent": ["AH", "TS"], "to_move": 0, "led": "AH"}
    session = Session(start=Position.from_dict({**case, "points": [40, 44], "tricks": [5, 5]}))
    state = send(session, do="play", card="AS")
    assert state["status"].startswith("The stock is used up, so you must follow suit: ♥ was led and A♠ is a spade.")
    assert [card["legal"] for card in state["hand"]] == [False, True]


def test_undo_goes_back_to_your_last_choice() -> None:
    session = Session(seed=66, opponent="Random")
    seen = []
    for _ in range(4):
        seen.append((session.position, session.state()["status"]))
        session.act(session.position.legal_actions()[0])
        while session.waiting:
            session.next()
    for position, status in reversed(seen):
        session.undo()
        assert session.position == position
        assert session.state()["status"] == status
    with pytest.raises(IllegalAction, match="nothing to take back"):
        session.undo()


def test_the_opponent_answers_alike_after_undo() -> None:
    session = Session(seed=12, opponent="Random")
    action = session.position.legal_actions()[2]
    session.act(action)
    once = session.position
    session.undo()
    session.act(action)
    assert session.position == once


def test_a_match_takes_nothing_back() -> None:
    session = Session(seed=66, match=True)
    session.act(session.position.legal_actions()[0])
    for step in (session.undo, session.again, session.another):
        with pytest.raises(IllegalAction, match="In a match nothing is"):
            step()


def test_same_deal_again_and_another() -> None:
    session = Session(seed=66, opponent="Random")
    start = session.positions[0]
    session.act(session.position.legal_actions()[0])
    session.again()
    assert session.positions[0] == start
    session.another()
    assert session.deal_number == 67
    assert session.positions[0] == Deal.random(Rules.guide(), 67).start()


@pytest.mark.parametrize("match", [False, True])
def test_after_the_last_deal_number_comes_the_first(match: bool) -> None:
    session = Session(seed=LAST_SEED, match=match, opponent="Random")
    finish(session)
    state = send(session, do="next_deal" if match else "another")
    assert not state["refused"]
    assert state["deal"] == session.deal_number == 0
    assert session.position.result is None


def test_a_position_is_dealt_anew_after_the_last_number_too() -> None:
    session = Session(start=Deal.random(Rules.guide(), 4).start(), seed=LAST_SEED, opponent="Random")
    assert not send(session, do="another")["refused"]


def test_a_new_match_begins_after_the_last_deal_number() -> None:
    session = Session(seed=LAST_SEED, match=True, opponent="Random")
    assert session.match is not None
    over = replace(Rules.guide(), match_points=1)
    session.match = Match(over, LAST_SEED)
    session.match = replace(session.match, position=play_out(session.match.position))
    assert session.match.winner is not None
    assert send(session, do="new_match")["deal"] == 0


def play_out(position: Position) -> Position:
    """Play the first legal card or action until the deal is over."""
    while position.result is None:
        position = position.apply(position.legal_actions()[0])
    return position


def test_another_deal_like_this_keeps_what_you_know() -> None:
    start = Deal.random(Rules.guide(), 4).start()
    session = Session(start=start, opponent="Random")
    session.another()
    assert session.positions[0].view(0) == start.view(0)
    assert session.positions[0] != start


def test_view_text_hides_and_deal_text_tells() -> None:
    session = Session(seed=9, opponent="Random")
    assert session.text() == session.view.notation()
    assert "opponent=" not in session.text()
    finish(session)
    assert Position.parse(session.text()) == session.position


def test_a_pasted_view_is_dealt_afresh_by_seed() -> None:
    session = Session(seed=9, opponent="Random")
    session.act(session.position.legal_actions()[0])
    while session.waiting:
        session.next()
    text, view = session.text(), session.view
    first, second, other = (Session(seed=seed, opponent="Random") for seed in (1, 1, 2))
    for table in (first, second, other):
        table.handle({"do": "paste", "text": text})
        assert table.view == view
    assert first.position == second.position
    assert first.position != other.position


def test_a_pasted_view_of_the_other_seat_is_yours() -> None:
    position = Deal.random(Rules.guide(), 3).start()
    position = position.apply(position.legal_actions()[0])
    session = Session(seed=1)
    session.paste(position.view(1).notation())
    assert session.you == 1
    assert session.view == position.view(1)


def test_pasting_a_finished_deal_is_refused() -> None:
    session = Session(seed=9, opponent="Random")
    finish(session)
    other = Session(seed=1)
    before = other.position
    with pytest.raises(NotationError, match="over"):
        other.paste(session.text())
    assert other.position == before


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_a_match_is_taken_up_from_its_text_at_any_moment(rules: str) -> None:
    session = Session(Rules.preset(rules), seed=20, opponent="Greedy", match=True)
    generator = Random(2)
    for step in range(60):
        if session.match is not None and session.match.winner is not None:
            break
        if session.position.result is not None:
            session.next_deal()
        elif session.waiting:
            session.next()
        else:
            session.act(generator.choice(session.position.legal_actions()))
        if step % 7 == 0:
            other = Session(seed=1, opponent="Greedy")
            other.paste(session.text(whole_match=True))
            assert other.match is not None
            other_match, own_match = other.match, session.match
            assert own_match is not None
            # What waited for Next has gone on: the opponent may have led already.
            assert other_match.position.log[: len(own_match.position.log)] == own_match.position.log
            assert other_match.scores == own_match.scores
            assert other_match.deal_number == own_match.deal_number


def test_a_whole_match_to_its_end() -> None:
    session = Session(seed=30, opponent="Greedy", match=True)
    deals = 0
    while session.match is not None and session.match.winner is None:
        finish(session)
        deals += 1
        report = session.state()["report"]
        assert any(line.startswith("The match stands") for line in report["verdict"])
        if session.match.winner is None:
            send(session, do="next_deal")
    assert "won the match" in session.state()["status"]
    assert next(row["do"] for row in session.state()["controls"]) == "new_match"
    last = session.deal_number
    send(session, do="new_match")
    assert last is not None
    assert session.deal_number == last + 1
    assert session.match is not None
    assert session.match.scores == (0, 0)


def test_last_trick_on_request_until_the_next_lead() -> None:
    session = Session(seed=66, opponent="Random")
    assert "No finished trick is known yet" in send(session, do="look_back")["status"]
    session.act(session.position.legal_actions()[0])
    while session.waiting and session.position.turn != 0:
        session.next()
        if not session.waiting:
            session.act(session.position.legal_actions()[0])
    send(session, do="next")
    shown = send(session, do="look_back")["last_trick"]
    assert shown is not None
    assert [row["card"] for row in shown] == [c.code for _, c in list(session.position.finished_tricks())[-1].cards]
    assert send(session, do="look_back")["last_trick"] is None


def test_no_looking_back_where_the_rules_forbid_it() -> None:
    session = Session(Rules.app(), seed=66, opponent="Random")
    assert "may not look back" in send(session, do="look_back")["status"]


def test_what_you_drew_is_told_after_next() -> None:
    session = Session(seed=66, opponent="Random")
    before = session.state()
    session.act(session.position.legal_actions()[0])
    assert session.waiting
    waiting = session.state()
    assert len(waiting["hand"]) == 5
    assert waiting["stock"] == before["stock"]
    session.next()
    assert "You drew" in session.state()["status"]


def test_flow_goes_on_without_next() -> None:
    session = Session(seed=66, opponent="Random", flow=True)
    while session.position.result is None:
        assert not session.waiting
        session.act(session.position.legal_actions()[0])


def test_status_says_when_the_stock_is_used_up() -> None:
    session = Session(seed=66, opponent="Random", flow=True)
    while session.position.turn_up is not None:
        cards = [action for action in session.position.legal_actions() if isinstance(action, Play)]
        session.act(cards[-1])
    assert "from now on you must follow suit, beat the card led and trump if you can" in session.state()["status"]


@pytest.mark.parametrize(
    ("action", "words"),
    [(Exchange(), "won a trick|do not hold"), (ClaimOut(), "after winning a trick"), (Draw(), "nothing to draw")],
)
def test_actions_that_are_not_possible_say_why(action: Action, words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        Session(seed=66).act(action)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rules": Rules.three_handed()}, RulesError),
        ({"seed": -1}, PuzzleError),
        ({"seed": "66"}, PuzzleError),
        ({"opponent": "nobody"}, ValueError),
        ({"match": True, "start": Deal.random(Rules.guide(), 1).start()}, IllegalAction),
    ],
)
def test_bad_options(options: dict[str, Any], error: type[ValueError]) -> None:
    with pytest.raises(error):
        Session(**options)


def test_marriage_close_and_out_are_reached_by_messages() -> None:
    """On lead with a trick: K♥ Q♥ and 46 points; the marriage makes 66."""
    pack = [card.code for card in PACK]
    hand, opponent = ["KH", "QH", "AS", "9C", "JC", "TD"], ["AC", "TC", "KC", "QC", "AD", "9D"]
    stock = ["JD", "QD", "KD"]
    case = {"hand": hand, "opponent": opponent, "stock": stock, "turn_up": "9S", "points": [46, 14], "tricks": [3, 1]}
    played = [c for c in pack if c not in (*hand, *opponent, *stock, "9S")]
    session = Session(start=Position.from_dict({**case, "trump": "S"}), opponent="Random")
    assert len(played) == 8
    assert send(session, do="announce:H")["you"]["points"] == 66
    state = send(session, do="close")
    assert state["closed_by"] == "you"
    state = send(session, do="out")
    assert state["report"]["verdict"][0].startswith("You said out with 66 card points. Your opponent has 14, under 33")
    assert session.position.history == (Announce("H"), Close(), ClaimOut())


def test_score_counts_down_where_the_rules_do() -> None:
    session = Session(Rules.schnapsen(), seed=1, match=True)
    assert session.state()["you"]["score"] == 7
    assert Match(Rules.schnapsen(), 1).scores == (0, 0)


def test_points_of_both_are_shown_unless_they_are_to_be_remembered() -> None:
    session = Session(seed=66, opponent="Random")
    session.act(session.position.legal_actions()[0])
    state = session.state()
    position = session.position
    assert (state["you"]["points"], state["opponent"]["points"]) == (position.points(0), position.points(1))
    state = send(session, do="memory", on=True)
    assert state["you"]["points"] is None
    assert state["opponent"]["points"] is None


def test_the_buttons_do_not_betray_what_you_will_draw() -> None:
    """While a finished trick lies there, the card drawn after it is not in the hand, and no button knows it."""
    seen = 0
    for seed in range(60):
        session = Session(seed=seed, opponent="Random")
        while session.position.result is None:
            if session.waiting:
                state = session.state()
                held = {row["card"] for row in state["hand"]}
                for row in state["actions"]:
                    if row["label"].startswith("Marriage "):
                        seen += 1
                        suit = row["do"][-1]
                        assert {f"K{suit}", f"Q{suit}"} <= held
                assert ("exchange" in {row["do"] for row in state["actions"]}) == (state["turn_up"] is not None)
                session.next()
            else:
                session.act([a for a in session.position.legal_actions() if isinstance(a, Play)][-1])
    assert seen


def test_out_is_offered_after_a_marriage_and_when_following() -> None:
    """46 and a marriage make 66; under the american rules one may also say out when following."""
    rest = {
        "opponent": ["AC", "TC", "KC", "QC", "AD", "9D"],
        "stock": ["JD", "QD", "KD"],
        "turn_up": "9S",
        "trump": "S",
    }
    hand = ["KH", "QH", "AS", "9C", "JC", "TD"]
    session = Session(start={**rest, "hand": hand, "points": [46, 14], "tricks": [3, 1]}, opponent="Random")
    assert send(session, do="announce:H")["status"].endswith("You have 66 card points: you may say out.")
    hidden = Session(start=session.position, opponent="Random", memory=True)
    assert "66" not in hidden.state()["status"]
    following = {"rules": "american", "trump": "S", "hand": ["9H"], "opponent": ["AH"], "to_move": 0, "led": "AH"}
    session = Session(start={**following, "points": [66, 30], "tricks": [6, 5]})
    assert session.state()["status"].endswith("You have 66 card points: you may say out.")


def test_nobody_is_told_to_exchange_without_the_card() -> None:
    for seed in range(40):
        closed = Session(start=Deal.random(Rules.pagat(), seed, dealer=0).start(), opponent="Random")
        before = closed.positions[0].apply(Close())
        closed.positions = [closed.positions[0], before]
        status = closed.state()["status"]
        has_nine = closed.position.rules.low_trump(closed.position.trump) in closed.position.hand(0)
        assert ("You may exchange now" in status) == has_nine
        assert ("choose Pass" in status) == (not has_nine)


def test_a_pasted_position_keeps_its_cards_and_a_view_is_dealt() -> None:
    position = Deal.random(Rules.guide(), 3).start()
    session = Session(seed=8, opponent="Random")
    session.paste(position.notation())
    assert session.position == position
    assert Session(start=position.notation()).position == position
    session.paste(position.view(0).notation())
    assert session.view == position.view(0)


def test_a_start_with_rules_of_its_own_takes_no_others() -> None:
    with pytest.raises(IllegalAction, match="leave out rules"):
        Session(Rules.german(), start=Deal.random(Rules.guide(), 1).start())
    with pytest.raises(NotationError, match="5 is not a position"):
        Session(start=5)  # type: ignore[arg-type]  # what somebody may try


def test_next_puts_the_last_trick_away() -> None:
    session = Session(seed=66, opponent="Random")
    session.act(session.position.legal_actions()[0])
    assert session.waiting
    assert send(session, do="look_back")["last_trick"] is not None
    assert send(session, do="next")["last_trick"] is None


def test_a_match_taken_up_again_tells_the_news() -> None:
    """What the opponent has done since your last choice is told there too."""
    for seed in range(12):
        session = Session(seed=seed, opponent="Club", match=True, flow=True)
        for _ in range(6):
            if session.position.result is None:
                session.act([a for a in session.position.legal_actions() if isinstance(a, Play)][-1])
        other = Session(seed=1, opponent="Club")
        other.paste(session.text(whole_match=True))
        assert other.state()["status"] == session.state()["status"]


def test_the_goal_is_reached_not_made() -> None:
    session = Session(seed=30, opponent="Greedy", match=True)
    while session.match is not None and session.match.winner is None:
        finish(session)
        if session.match.winner is None:
            session.next_deal()
    assert "reached 7 game points and won the match" in session.state()["status"]


def test_in_memory_mode_no_sentence_tells_what_a_trick_or_a_marriage_is_worth() -> None:
    for seed in range(40):
        told = {}
        for memory in (False, True):
            session, chance = Session(seed=seed, memory=memory), Random(seed)
            heard = list(session.told)
            while session.position.result is None:
                if session.waiting:
                    session.next()
                else:
                    session.act(chance.choice([one for one in session.position.legal_actions() if one != ClaimOut()]))
                heard += session.told if session.position.result is None else []
            told[memory] = heard
        assert len(told[True]) == len(told[False])
        assert "card point" not in " ".join(told[True])
        assert "card points" in " ".join(told[False])
