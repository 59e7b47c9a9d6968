"""What holds at every position of every game, under the rule sets there are and any mixture of them.

A state machine plays matches action by action and checks each position it comes to.
"""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sixtysix import (
    Announce,
    Deal,
    Draw,
    IllegalAction,
    Match,
    NotationError,
    Play,
    Position,
    PuzzleError,
    Rules,
    Suit,
    View,
)
from sixtysix.actions import Action, ClaimOut, Close, Exchange, Pass
from sixtysix.cards import PACK, card_points
from sixtysix.render.text import text_of
from sixtysix.scoring import Reason, Result

EVERY_ACTION: tuple[Action, ...] = (
    *(Play(card) for card in PACK),
    *(Announce(suit) for suit in Suit),
    Exchange(),
    Close(),
    Draw(),
    Pass(),
    ClaimOut(),
)


@st.composite
def mixed_rules(draw: st.DrawFn) -> Rules:
    """Two-handed rules of any mixture that does not contradict itself."""
    last_trick = draw(st.booleans())
    wrong, failed = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    flag = st.booleans()
    return Rules(
        nines=draw(flag),
        packets=draw(st.sampled_from([(3, 3), (3, 2)])),
        trump_card=draw(st.sampled_from(["turn_up", "turn_up_after_first_packet"])),
        next_dealer=draw(st.sampled_from(["winner", "rotates"])),
        must_beat=draw(flag),
        must_trump=draw(flag),
        marriages=draw(st.sampled_from(["open", "open_or_closed", "always"])),
        first_lead_extras=draw(flag),
        exchange_needs_trick=draw(flag),
        exchange_after_close=draw(st.sampled_from(["nobody", "opponent", "both"])),
        close_before_draw=draw(flag),
        least_stock=draw(st.integers(2, 5)),
        bonus_exhausted=0 if last_trick else draw(st.sampled_from([0, 5, 10])),
        bonus_closed=draw(st.sampled_from([0, 5, 10])),
        claim=draw(st.sampled_from(["lead_or_marriage", "lead", "any_turn"])),
        schwarz=draw(flag),
        wrong_claim=wrong,
        wrong_claim_trickless=wrong + draw(st.integers(0, 1)),
        failed_close=failed,
        failed_close_trickless=failed + draw(st.integers(0, 1)),
        trickless_judged=draw(st.sampled_from(["close", "end"])),
        counter_out=draw(st.sampled_from(["failed_close", "flat", "closer_trickless"])),
        success_scale=draw(st.sampled_from(["end", "close"])),
        played_out="last_trick" if last_trick else draw(st.sampled_from(["higher", "sole_66"])),
        draw_carries=not last_trick and draw(flag),
        match_points=draw(st.integers(1, 7)),
    )


rule_sets = st.one_of(st.sampled_from([Rules.preset(name) for name in Rules.names()]), mixed_rules())


def worth_by_the_rules(rules: Rules, result: Result) -> set[int]:
    """Return what a deal that ended like this can be worth."""
    right = {1, 2} | ({3} if rules.schwarz else set())
    failed = {rules.failed_close, rules.failed_close_trickless}
    return {
        Reason.OUT: right,
        Reason.PLAYED_OUT: right,
        Reason.WRONG_CLAIM: {rules.wrong_claim, rules.wrong_claim_trickless},
        Reason.FAILED_CLOSE: failed,
        Reason.COUNTER_OUT: failed | ({3} if rules.counter_out == "closer_trickless" else set()),
        Reason.LAST_TRICK: {1},
        Reason.DRAWN: {0},
    }[result.reason]


class Games(RuleBasedStateMachine):
    """Plays matches; the checks below are made at every position."""

    match: Match
    married: int
    """Points of the marriages announced in this deal, counted apart from the engine."""

    @initialize(rules=rule_sets, seed=st.integers(0, 10**6), data=st.data())
    def begin(self, rules: Rules, seed: int, data: st.DataObject) -> None:
        self.match = Match(rules, seed, data.draw(st.integers(0, rules.players - 1)))
        self.married = 0

    @property
    def position(self) -> Position:
        return self.match.position

    def act(self, action: Action) -> None:
        if isinstance(action, Announce):
            self.married += 40 if action.suit is self.position.trump else 20
        self.match = self.match.apply(action)

    @precondition(lambda self: self.position.result is None)
    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        """Mostly play a card or what leads on to it; the other actions have a rule of their own."""
        actions = self.position.legal_actions()
        calm = [action for action in actions if not isinstance(action, ClaimOut | Close)]
        self.act(data.draw(st.sampled_from(calm)))

    @precondition(lambda self: self.position.result is None)
    @rule(data=st.data())
    def play_a_card(self, data: st.DataObject) -> None:
        plain = [action for action in self.position.legal_actions() if isinstance(action, Play | Draw | Pass)]
        self.act(data.draw(st.sampled_from(plain)))

    @precondition(lambda self: self.position.result is None)
    @rule(data=st.data(), eager=st.integers(0, 3))
    def do_something_special(self, data: st.DataObject, eager: int) -> None:
        position = self.position
        special: list[Action] = [action for action in position.legal_actions() if not isinstance(action, Play)]
        if eager and position.points(position.turn) < 66:
            special = [action for action in special if not isinstance(action, ClaimOut)]
        self.act(data.draw(st.sampled_from(special or list(position.legal_actions()))))

    @precondition(lambda self: self.position.result is not None)
    @rule()
    def deal_again(self) -> None:
        """Go on with the next deal, or with a new match."""
        over = self.match.winner is not None
        self.match = Match(self.match.rules, self.match.deal_number + 1) if over else self.match.next_deal()
        self.married = 0

    # What holds at every position

    @invariant()
    def cards_are_conserved(self) -> None:
        state = self.position
        cards = [card for hand in state.hands for card in hand]
        cards += [*state.stock, *state.played, *(card for _, card in state.trick)]
        cards += [state.turn_up] if state.turn_up else []
        assert sorted(cards) == list(state.rules.pack)
        assert card_points(state.rules.pack) == 120
        assert [len(hand) for hand in state.hands] == list(state.hand_sizes)
        assert len(state.stock) == state.stock_size

    @invariant()
    def points_are_never_invented(self) -> None:
        state = self.position
        bonus = 0
        if not any(state.hands):
            bonus = state.rules.bonus_exhausted if state.closed_by is None else state.rules.bonus_closed
        assert sum(state.taken) + sum(state.waiting) == card_points(state.played) + self.married + bonus
        for seat in range(state.rules.players):
            assert not (state.pending(seat) and state.tricks_won(seat)), "nothing waits once its side has a trick"
            assert not (state.points(seat) and not state.tricks_won(seat)), "nothing counts before that"
        if bonus and state.closed_by is None and state.rules.bonus_exhausted == 10:
            assert (sum(state.taken) + sum(state.waiting) - 130) % 20 == 0

    @invariant()
    def legal_is_accepted_and_the_rest_is_refused(self) -> None:
        state = self.position
        legal = state.legal_actions()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (state.result is None) == (state.to_move is not None)
        for action in EVERY_ACTION:
            reason = state.why_illegal(action)
            assert (action in legal) == (reason is None)
            if reason is None:
                assert state.apply(action) != state
            else:
                with pytest.raises(IllegalAction) as refused:
                    state.apply(action)
                assert str(refused.value) == reason
                assert reason.endswith(".")

    @invariant()
    def a_view_knows_what_its_seat_knows(self) -> None:
        state = self.position
        for seat in range(state.rules.players):
            view = state.view(seat)
            own = state.to_move == seat
            assert view.legal_actions() == (state.legal_actions() if own else ())
            assert view.hand(seat) == state.hand(seat)
            for other in range(state.rules.players):
                assert set(view.hand(other)) <= set(state.hand(other))
                assert not state.lacks[other] & set(state.hand(other))
            if state.rules.players == 2:
                hidden = set(state.hand(1 - seat)) | set(state.stock)
                assert view.unseen == hidden - state.shown[1 - seat]
                layouts = view.layouts()
                assert layouts >= 1
                if layouts <= 100:
                    each = list(view.each_layout())
                    assert len(set(each)) == len(each) == layouts
                    assert frozenset(state.hand(1 - seat)) in each

    @precondition(lambda self: self.match.rules.players == 2)
    @invariant()
    def a_view_does_not_depend_on_hidden_cards(self) -> None:
        state = self.position
        for seat in (0, 1):
            view = state.view(seat)
            other = view.deal_hidden(len(state.log)).view(seat)
            assert other == view
            assert other.legal_actions() == view.legal_actions()
            assert other.notation() == view.notation()
            assert text_of(other) == text_of(view)
            refused = EVERY_ACTION[:: 1 + len(state.log) % 5]
            assert [other.why_illegal(action) for action in refused] == [view.why_illegal(action) for action in refused]
            if state.to_move == seat:
                assert [view.why_illegal(action) for action in refused] == [state.why_illegal(a) for a in refused]

    @precondition(lambda self: self.match.rules.players == 2)
    @invariant()
    def text_and_json_read_back(self) -> None:
        state = self.position
        assert Position.parse(state.notation()) == state
        assert Position.from_dict(json.loads(json.dumps(state.to_dict()))) == state
        for seat in (0, 1):
            view = state.view(seat)
            assert View.parse(view.notation()) == view
            assert View.from_dict(json.loads(json.dumps(view.to_dict()))) == view

    @invariant()
    def a_result_is_one_of_the_rules(self) -> None:
        state, result = self.position, self.position.result
        if result is None:
            assert any(state.hands)
            return
        worth = worth_by_the_rules(state.rules, result)
        assert {points for points in result.game_points if points} <= worth
        assert max(result.game_points) in worth
        if result.winner is not None:
            side = state.rules.side(result.winner)
            assert all((points > 0) <= (seat in side) for seat, points in enumerate(result.game_points))
            assert len({result.game_points[seat] for seat in side}) == 1
        if result.reason in (Reason.OUT, Reason.COUNTER_OUT):
            assert result.winner is not None
            assert state.points(result.winner) >= 66

    @precondition(lambda self: len(self.position.log) % 5 == 0 or self.position.result is not None)
    @invariant()
    def the_history_leads_here(self) -> None:
        again = self.match.deal().start()
        for action in self.position.history:
            again = again.apply(action)
        assert again == self.position
        assert hash(again) == hash(self.position)
        assert Match.parse(self.match.notation()) == self.match


def test_every_game_keeps_the_rules() -> None:
    run_state_machine_as_test(
        Games,
        settings=settings(
            max_examples=40,
            stateful_step_count=45,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],  # making a failing game shorter would take minutes
            suppress_health_check=list(HealthCheck),
        ),
    )


quick = settings(max_examples=60, deadline=None, derandomize=True, database=None)


@quick
@given(rule_sets)
def test_any_rules_are_written_and_read(rules: Rules) -> None:
    assert Rules.from_data(json.loads(json.dumps(rules.to_data()))) == rules
    assert rules.describe().startswith("Rules: ")


@quick
@given(mixed_rules(), st.integers(0, 10**6), st.data())
def test_a_deal_played_out_with_the_stock_open(rules: Rules, seed: int, data: st.DataObject) -> None:
    """The totals come to the 120 points of the pack, the bonus for the last trick and 20 for each marriage."""
    state = Deal.random(rules, seed).start()
    married = 0
    while state.result is None:
        fitting = [action for action in state.legal_actions() if isinstance(action, Play | Draw | Announce)]
        action = data.draw(st.sampled_from(fitting))
        married += 0 if not isinstance(action, Announce) else 2 if action.suit is state.trump else 1
        state = state.apply(action)
    assert state.closed_by is None
    assert sum(state.taken) + sum(state.waiting) == 120 + rules.bonus_exhausted + 20 * married
    assert len(state.played) == len(rules.pack)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["AS", "S", "guide"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@quick
@given(st.dictionaries(st.sampled_from(["rules", "trump", "hand", "opponent", "stock", "turn_up", "log"]), junk))
def test_any_data_is_read_or_refused_as_a_case(case: dict[str, Any]) -> None:
    for kind in (Position, View):
        try:
            state = kind.from_dict(case)
        except PuzzleError as error:
            message = str(error)
            assert ": " in message
        else:
            assert kind.parse(state.notation()) == state


@quick
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", "66 ", "66 trump=S hand=AS opponent=KS ", "66-match rules=guide seed=1 dealer=1 deals="):
        for parse in (Position.parse, View.parse, Match.parse):
            try:
                parse(start + text)
            except (NotationError, PuzzleError) as error:
                message = str(error)
                assert message
