"""The opponent whose hidden cards adapt: no choice that can lose wins, and what cannot lose does."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest

from sixtysix import Deal, Position, Rules, View, analyse_close, solve
from sixtysix.actions import Action, Announce, ClaimOut, Close, Play
from sixtysix.adapt import CLEAN, WON, AdaptiveSession
from sixtysix.against import Reading, best_reply
from sixtysix.cards import Card
from sixtysix.errors import IllegalAction, PuzzleError, RulesError
from sixtysix.guided import Hand, Step
from sixtysix.players import player
from sixtysix.public import Phase
from sixtysix.widgets import Table

from .build import TWO_HANDED

# Both aces of trumps and hearts win two tricks whatever lies where: 55 + 11 + 11 is enough.
SURE = {
    "trump": "S",
    "hand": ["AS", "AH"],
    "stock": 1,
    "turn_up": "9S",
    "unseen": ["KS", "TH", "9D"],
    "closed_by": 0,
    "points": [50, 20],
    "tricks": [4, 4],
}
# With 54 more points to make, one of the tens must fall under an ace: in 2 of 3 layouts it does.
LUCK = SURE | {"points": [34, 20]}


def closes(
    number: int, *, most: int, cards: int = 6, rules: tuple[str, ...] = TWO_HANDED
) -> Iterator[tuple[Position, int]]:
    """Play at random, close, and play on to hands of so many cards: the position and the seat to practise."""
    found = 0
    for seed in range(20_000):
        generator = Random(seed)
        tricks = generator.randrange(1, 6)
        deal = Deal.random(Rules.preset(rules[seed % len(rules)]), seed).start()
        position = at_random(deal, generator, partial(has_tricks, tricks))
        if position is None or position.why_illegal(Close()) is not None:
            continue
        seat = position.turn if generator.random() < 0.6 else 1 - position.turn
        if position.view(seat).layouts() > most * 40:
            continue
        position = at_random(position.apply(Close()), generator, partial(has_cards, cards))
        if position is None or not 1 < position.view(seat).layouts() <= most:
            continue
        yield position, seat
        found += 1
        if found == number:
            return


def has_tricks(number: int, position: Position) -> bool:
    return sum(position.tricks) >= number


def has_cards(number: int, position: Position) -> bool:
    return max(position.hand_sizes) <= number


def at_random(position: Position | None, generator: Random, enough: Callable[[Position], bool]) -> Position | None:
    """Play on, without claims and closes, until it is enough and nobody owes a card; None if the deal ends before."""
    while position is not None and (position.trick or position.announced or not enough(position)):
        actions = [a for a in position.legal_actions() if not isinstance(a, ClaimOut | Close)]
        position = position.apply(generator.choice(actions)) if actions else None
    return position


def choices(session: AdaptiveSession) -> list[Action]:
    """What is not plainly silly: saying out with 66 where it is possible, else anything but a wrong claim."""
    legal: list[Action] = [action for action in session.position.legal_actions() if not isinstance(action, ClaimOut)]
    out = session.position.points(session.you) >= 66 and session.position.why_illegal(ClaimOut()) is None
    return [ClaimOut()] if out else legal


def score(session: AdaptiveSession) -> int:
    """Game points to the learner."""
    result = session.position.result
    assert result is not None
    return result.game_points[session.you] - result.game_points[1 - session.you]


def layouts(view: View) -> Iterator[Position]:
    for hand in view.each_layout():
        yield view.with_hidden(hand, sorted(view.unseen - hand))


def worth(position: Position, action: Action, seat: int) -> int:
    """Game points to a seat after an action, both seeing all cards, by the search for single positions."""
    after = position.apply(action)
    if after.result is not None:
        return after.result.game_points[seat] - after.result.game_points[1 - seat]
    values = solve(after)
    return max(values.values()) if after.turn == seat else -max(values.values())


def start(case: dict[str, Any], **options: Any) -> AdaptiveSession:
    return AdaptiveSession(case, flow=True, **options)


# The layout chosen


def test_the_layout_chosen_is_the_worst_there_is() -> None:
    """Compared with the search of every single layout; the opponent's other choices are left alone."""
    tried = lost = 0
    for position, seat in closes(40, most=60, cards=5):
        session = AdaptiveSession(position.view(seat), flow=True)
        while session.position.result is None:
            action = Random(tried).choice(choices(session))
            view = session.view
            expected = None
            if isinstance(action, Play | Announce) and view.layouts() > 1:
                expected = min(worth(one, action, seat) for one in layouts(view))
            before = session.view
            session._choose_against(action) if expected is not None else None
            assert session.view == before
            if expected is not None:
                tried += 1
                lost += expected < 0
                assert worth(session.position, action, seat) == expected
            session.act(action)
            if expected is not None and expected < 0:
                break
    assert tried > 40
    assert lost > 20


def test_the_tables_agree_with_the_search_in_every_layout() -> None:
    for position, seat in closes(25, most=40):
        session = AdaptiveSession(position.view(seat), flow=True)
        view = session.view
        if session.position.result is not None or view.phase is Phase.EXCHANGE:
            continue
        reading = Reading(view)
        plays = [action for action in view.legal_actions() if isinstance(action, Play | Announce)]
        values = {action: reading.after(action) for action in plays}
        for place in range(view.layouts()):
            hand = reading.hand(place)
            one = view.with_hidden(hand, sorted(view.unseen - hand))
            assert one.view(seat) == view
            for action, found in values.items():
                assert int(found[place]) == worth(one, action, seat), (view, action, hand)


def test_once_beaten_nothing_helps_and_the_result_is_no_better_than_the_worst_layout() -> None:
    beaten = 0
    for number, (position, seat) in enumerate(closes(40, most=130, cards=5)):
        session = AdaptiveSession(position.view(seat), flow=True)
        generator, least = Random(number), 3
        while session.position.result is None:
            action, view = generator.choice(choices(session)), session.view
            if isinstance(action, Play | Announce) and view.layouts() <= 40:
                least = min(least, min(worth(one, action, seat) for one in layouts(view)))
            session.act(action)
        assert score(session) <= least
        beaten += least < 0
    assert beaten > 20


def test_a_hundred_closes_played_at_random() -> None:
    """Never an error, never a hidden card in what is shown, and every position follows from the one before."""
    large, small = closes(15, most=1800), closes(85, most=130, cards=4)
    for number, (position, seat) in enumerate(chain(large, small)):
        session = AdaptiveSession(position.view(seat), seed=number, flow=number % 2 == 0)
        generator = Random(number)
        while session.position.result is None:
            state = session.state()
            hidden = {card.code for card in session.view.unseen}
            assert not hidden & {*state["opponent"]["known"], *(one["card"] for one in state["hand"])}
            other = [*session.positions[:-1], session.view.deal_hidden(number)]
            kept, session.positions = session.positions, other
            assert session.state() == state, "what is shown depends on hidden cards"
            session.positions = kept
            if session.waiting:
                session.next()
            else:
                session.act(generator.choice(session.position.legal_actions()))
        for before, after in pairwise(session.positions):
            assert before.apply(after.log[-1][1]) == after
        json.dumps(session.state())
        verdict = session.state()["report"]["verdict"]
        assert len(verdict) <= 2


# No luck, and nothing to fear


def lines(case: View) -> Iterator[AdaptiveSession]:
    """Play every line of the learner's choices to its end."""
    session = AdaptiveSession(case, flow=True)

    def onward() -> Iterator[AdaptiveSession]:
        if session.position.result is not None:
            yield session
            return
        for action in choices(session):
            session.act(action)
            yield from onward()
            session.undo()

    yield from onward()


def test_a_learner_wins_exactly_where_a_plan_is_certain() -> None:
    """Every line of the learner's choices is played: one wins if and only if the solver has a plan for every layout."""
    seen = {True: 0, False: 0}
    for position, seat in closes(60, most=40, cards=4):
        view = position.view(seat)
        if view.to_move != seat or Phase.EXCHANGE is view.phase or view.points(seat) >= 66:
            continue
        certain = bool(analyse_close(view, seconds=5).certain)
        assert any(score(line) > 0 for line in lines(view)) == certain, view
        seen[certain] += 1
    assert min(seen.values()) > 5


def test_following_a_certain_plan_wins_what_it_promises() -> None:
    played = certain = 0
    for position, seat in closes(70, most=260):
        view = position.view(seat)
        if view.to_move != seat or Phase.EXCHANGE is view.phase or view.points(seat) >= 66:
            continue
        analysis = analyse_close(view, seconds=2)
        if not analysis.certain:
            continue
        assert analysis.plan is not None
        session = AdaptiveSession(view, flow=True)
        while session.position.result is None:
            session.act(analysis.plan.reply(session.view))
        assert score(session) >= analysis.certain
        assert session.afterword in ([WON], [CLEAN])
        certain += session.afterword == [WON]
        played += 1
    assert played > 8
    assert certain


def test_a_sure_close_is_said_to_be_certain() -> None:
    session = start(SURE | {"points": [55, 20]})
    session.act(Play("AS"))
    session.act(ClaimOut())
    assert session.afterword == [WON]
    assert WON in session.state()["status"]
    assert WON in session.state()["report"]["verdict"]


def test_luck_does_not_help() -> None:
    """Two tricks with the aces are 22 and what falls under them, and 32 are needed: only K♠ and 9♦ beat it, either
    because they are worth 4 or because K♠ trumps the ace of hearts."""
    for first, second in (("AS", "AH"), ("AH", "AS")):
        session = start(LUCK)
        session.act(Play(first))
        if session.position.result is None:
            session.act(Play(second))
        assert score(session) < 0
        (said,) = session.afterword
        assert said.startswith("Your opponent's cards were chosen to beat you: both sides seeing all cards, leading ")
        assert said.endswith("loses in 1 of 3 layouts, and no choice was safe in all of them.")


def test_what_would_have_been_safe_is_said() -> None:
    """The opponent's trump is one of two unseen. The ace of trumps first draws it; the ace of hearts first may be
    trumped."""
    case = SURE | {"points": [40, 20], "unseen": ["KS", "9H", "9D"], "trump": "S"}
    session = start(case | {"hand": ["AS", "TH"], "points": [45, 20]})
    session.act(Play("TH"))
    while session.position.result is None:
        session.act(choices(session)[0])
    assert score(session) < 0
    assert "leading 10♥ loses in 1 of 3 layouts, leading A♠ in none." in session.afterword[0]


def test_nothing_is_said_where_no_card_was_to_blame() -> None:
    """A wrong claim loses by itself."""
    session = start(SURE | {"points": [55, 20]})
    session.act(ClaimOut())
    assert session.afterword == []
    assert score(session) < 0


def test_the_opponent_of_a_closer_is_beaten_before_he_plays() -> None:
    """The closer has both aces and needs 11: nothing can stop him, and no choice of yours is blamed."""
    case = {**SURE, "hand": ["KS", "TH"], "unseen": ["AS", "AH", "9D"], "closed_by": 1, "to_move": 1}
    session = start(case | {"points": [20, 40], "tricks": [4, 4], "opponent_known": ["AS"]})
    while session.position.result is None:
        session.act(choices(session)[0])
    assert score(session) < 0
    assert session.afterword[0].endswith("layouts were lost before you played a card.")


# Going back, and what does not go together


def test_undo_forgets_what_was_chosen_and_chosen_again_it_goes_alike() -> None:
    for position, seat in closes(12, most=130, cards=5):
        session = AdaptiveSession(position.view(seat), flow=True)
        if session.position.result is not None:
            continue
        view, moments = session.view, list(session._moments)
        action = choices(session)[-1]
        session.act(action)
        once = session.positions
        session.undo()
        assert session.view == view
        assert session._moments == moments
        session.act(action)
        assert [one.log for one in session.positions] == [one.log for one in once]


def test_again_another_and_paste_keep_the_cards_adapting() -> None:
    session = start(LUCK)
    view = session.view
    session.act(Play("AS"))
    session.again()
    assert session.view == view
    session.another()
    assert session.view == view
    session.paste(View.from_dict(LUCK | {"points": [30, 20]}).notation())
    session.act(Play("AS"))
    session.act(Play("AH"))
    assert score(session) < 0
    with pytest.raises(IllegalAction, match="paste a match at another table"):
        session.paste("66-match rules=guide")


def test_while_the_stock_is_open_the_named_opponent_plays() -> None:
    deal = Deal.random(Rules.guide(), seed=7).start()
    plain, adaptive = (
        Table(start=deal, opponent="Greedy").session,
        Table(start=deal, opponent="Greedy", adapt=True).session,
    )
    for _ in range(3):
        for session in (plain, adaptive):
            session.act(session.position.legal_actions()[0])
            while session.waiting:
                session.next()
    assert adaptive.positions == plain.positions


def test_once_the_stock_is_gone_the_opponent_plays_best() -> None:
    case = {"trump": "S", "hand": ["AS", "TH"], "opponent": ["KS", "AH"], "points": [40, 39], "tricks": [5, 5]}
    session = AdaptiveSession(Position.from_dict(case), flow=True)
    session.act(Play("AS"))
    session.act(Play("TH"))
    assert score(session) == -1
    assert session.afterword == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "need a start"),
        ({"start": SURE, "match": True}, "leave out rules and match"),
        ({"start": SURE, "rules": "guide"}, "leave out rules and match"),
        ({"hand": Hand("Win.", SURE, (Step(("AS",), "Won."),))}, "leave out rules, start, match and adapt"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        Table(adapt=True, **options)


def test_bad_starts_are_refused() -> None:
    for case, error in (
        ({"hand": ["AS"]}, PuzzleError),
        (SURE | {"rules": {"wrong_claim": 1}}, RulesError),
        ("66 nonsense", ValueError),
    ):
        with pytest.raises(error):
            Table(adapt=True, start=case)
    session = start(SURE)
    before = session.positions
    with pytest.raises(RulesError):
        session.paste(View.from_dict(SURE | {"rules": {"wrong_claim": 1}}).notation())
    assert session.positions == before


def test_a_table_says_what_it_is_and_has_no_hidden_card() -> None:
    table = Table(start=LUCK, adapt=True)
    assert repr(table) == "Table(a position, guide, adaptive)"
    assert table.table["opponent"]["name"] == "Adaptive"
    assert not table.table["opponent"]["known"]


def test_the_best_reply_claims_when_it_can_and_never_wrongly() -> None:
    case = {"trump": "S", "hand": ["AS", "AH"], "opponent": ["KS", "9H"], "tricks": [5, 5]}
    assert best_reply(Position.from_dict(case | {"points": [66, 30]}), Random(1)) == ClaimOut()
    assert best_reply(Position.from_dict(case | {"points": [30, 60]}), Random(1)) != ClaimOut()


def test_players_and_tables_see_the_same_hand() -> None:
    """A layout is the opponent's cards as they are now: what he has led is on the table."""
    position, seat = next((p, s) for p, s in closes(200, most=300) if p.turn != s and p.phase.value == "play")
    position = position.apply(player("Club").choose(position.view(position.turn), Random(1)))
    while position.announced is not None:
        position = position.apply(position.legal_actions()[0])
    if position.result is None:
        reading = Reading(position.view(seat))
        assert {reading.hand(place) for place in range(position.view(seat).layouts())} == {
            frozenset(hand) for hand in position.view(seat).each_layout()
        }
        assert not any(isinstance(card, Card) and card in reading.hand(0) for _, card in position.trick)
