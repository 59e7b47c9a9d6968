"""Situations that real programs of this family got wrong, one test for each entry of `rule_situations.json`.

The file names the source of each: "Pagat Sixty-six" is `pagat` here, "Pagat Schnapsen" `schnapsen`, "Bulgarian"
`santase`, and "all sources" these three. Seat 0 is the file's P0.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from sixtysix import Announce, Card, Deal, IllegalAction, Match, Position, Rules, Suit

from .build import allows, codes, dealt, game_points, legal, plain_action, plain_play, play, playable, scene

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "data" / "rule_situations.json").read_text("utf-8"))["cases"]
}
PAGAT, SCHNAPSEN, SANTASE = Rules.pagat(), Rules.schnapsen(), Rules.santase()
ALL = (PAGAT, SCHNAPSEN, SANTASE)
WITH_NINES = (PAGAT, SANTASE)

TESTS: dict[str, Callable[[], None]] = {}


def situation(case_id: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register the test of one entry."""

    def register(test: Callable[[], None]) -> Callable[[], None]:
        assert case_id not in TESTS
        TESTS[case_id] = test
        return test

    return register


@pytest.mark.parametrize(
    "case_id", [pytest.param(name, id=f"{name} [{c['rule_source']}]") for name, c in CASES.items()]
)
def test_situation(case_id: str) -> None:
    TESTS[case_id]()


def test_every_situation_has_its_test() -> None:
    assert len(CASES) == 51
    assert set(TESTS) == set(CASES)


def full(rules: Rules, six: str) -> str:
    """Return as many of six cards as this game deals."""
    return " ".join(six.split()[: rules.hand_size])


def open_lead(rules: Rules, hand: str, opponent: str, stock: int = 5, turn_up: str = "AS") -> Position:
    """Seat 0 is on lead in the open phase; both have a trick."""
    return scene(rules, full(rules, hand), full(rules, opponent), turn_up=turn_up, stock=stock, tricks=[1, 1])


@situation("vu-75-marriage-card-choice")
def marriage_card_choice() -> None:
    for rules in ALL:
        state = scene(
            rules,
            full(rules, "KH QH AC AD TC TD"),
            full(rules, "JH JC JD QC QD KD"),
            turn_up="AS",
            stock=1,
            points=[40, 0],
            tricks=[2, 0],
        )
        shown = play(state, "*H")
        assert playable(shown) == {"KH", "QH"}
        queen, king = play(shown, "QH JH"), play(shown, "KH JH")
        assert (queen.points(0), king.points(0)) == (40 + 20 + 3 + 2, 40 + 20 + 4 + 2) == (65, 66)
        assert queen.result is king.result is None
        assert game_points(play(king, "!"))[0] > 0, "a claim is right from 66"
        assert game_points(play(queen, "!"))[0] == 0, "and wrong at 65"


@situation("vu-pending-points-forgotten")
def pending_points_forgotten() -> None:
    for rules in (PAGAT, SCHNAPSEN):  # the Bulgarian game allows no marriage on the first lead
        start = dealt(rules, full(rules, "KH QH AC AD TC TD"), full(rules, "JH JC JD QC QD KD"), turn_up="AS")
        won = play(start, "*H QH JH")
        assert won.points(0) == 20 + 3 + 2 == 25
        assert won.pending(0) == 0


@situation("vu-70-reply-to-marriage-crash")
def reply_to_marriage() -> None:
    for rules in ALL:
        for reply in ("AD JD AS AH AC TC", "AS AH TH AC TC JC", "AD TD JD AH TH JH"):
            state = scene(
                rules, full(rules, "KD QD KC QC KH QH"), full(rules, reply), turn_up="TS", stock=5, tricks=[1, 1]
            )
            led = play(state, "*D QD")
            assert playable(led) == codes(led.hand(1)), "the stock is open: any card"
            assert codes(led.view(1).hand(0)) == {"KD"}, "the king shown is known"


@situation("vu-118-exchange-visible-to-both")
def exchange_visible_to_both() -> None:
    state = open_lead(PAGAT, "9S KC QD AD TC TD", "JH JC JD QC KH KD")
    after = play(state, "x")
    for seat in (0, 1):
        view = after.view(seat)
        assert view.turn_up is Card("9S")
        assert "AS" in codes(view.hand(0))
        assert "AS" not in codes(view.unseen)
    played = play(after, "AS")
    assert "AS" not in codes(played.view(1).hand(0))


@situation("vu-76-nobody-66")
def nobody_66() -> None:
    for rules, total in ((SCHNAPSEN, 60), (PAGAT, 70)):
        last = scene(rules, "JH", "QH", points=[60, 60 - 5], tricks=[3, 3])
        end = play(last, "JH QH")
        assert (end.points(0), end.points(1)) == (60, total)
        assert game_points(end) == (0, 1)


@situation("vu-marriage-eq-self")
def marriages_differ() -> None:
    assert Announce("H") != Announce("S")
    assert len({Announce("H"), Announce("S")}) == 2
    assert {Announce("H"): 1, Announce("S"): 2}[Announce("H")] == 1
    state = open_lead(PAGAT, "KH QH KS QS TC TD", "JH JC JD QC QD KD")
    assert {Announce(Suit.HEARTS), Announce(Suit.SPADES)} <= set(state.legal_actions())


@situation("fredrik-offsuit-winner")
def offsuit_card_does_not_win() -> None:
    for rules in ALL:
        state = open_lead(rules, "JD KH QH TC TD KS", "AC JC QC QD KD JH", turn_up="TS")
        after = play(state, "JD AC")
        assert (after.tricks_won(0), after.points(0) - state.points(0)) == (state.tricks_won(0) + 1, 13)
        assert after.to_move == 0


@situation("fredrik-tie-plus-11")
def card_points_are_not_invented() -> None:
    for rules, first in ((SCHNAPSEN, 58), (PAGAT, 68)):
        end = play(scene(rules, "QH", "JH", points=[58 - 5, 62], tricks=[3, 3]), "QH JH")
        assert (end.points(0), end.points(1)) == (first, 62)
        assert game_points(end) == (1, 0)


@situation("nik-no-bonus-when-closed")
def no_bonus_when_closed() -> None:
    for rules, worth in ((PAGAT, 2), (SANTASE, 3)):
        last = scene(
            rules,
            "QH",
            "JH",
            turn_up="TS",
            stock=1,
            closed_by=0,
            points=[55, 30],
            tricks=[3, 2],
            at_close={"points": 10, "tricks": 1},
        )
        end = play(last, "QH JH")
        assert end.points(0) == 60
        assert game_points(end) == (0, worth)


@situation("nik-smuggled-announce")
def smuggled_announcement() -> None:
    hand, opponent = "KS QS AC AD TC TD", "JS JC JD QC QD KD"
    start = dealt(SANTASE, hand, opponent, turn_up="AS")
    with pytest.raises(IllegalAction):
        start.apply(Announce("S"))
    led = play(start, "KS JS")
    assert led.points(0) == 4 + 2, "king and queen in hand score nothing without an announcement"
    start = dealt(PAGAT, hand, opponent, turn_up="AS")
    shown = play(start, "*S KS")
    assert (shown.points(0), shown.pending(0)) == (0, 40)
    assert play(shown, "JS").points(0) == 40 + 6
    without = play(start, "KS JS")
    assert (without.points(0), without.pending(0)) == (6, 0)


@situation("nik-exchanged-card-resampled")
def exchanged_card_is_known() -> None:
    state = scene(PAGAT, "JH JC JD QC QD KD", "9S KC AH AD TC TD", turn_up="AS", stock=5, tricks=[1, 1], to_move=1)
    after = play(state, "x")
    view = after.view(0)
    assert all(Card("AS") in layout for layout in view.each_layout())
    for seed in range(20):
        world = view.deal_hidden(seed)
        assert Card("AS") in world.hand(1)
        assert world.turn_up is Card("9S")
    while after.turn_up:
        after = after.apply(plain_action(after))
    drawer = 0 if "9S" in codes(after.hand(0)) else 1
    assert drawer != after.to_move, "the loser of trick 6 draws it"
    assert "9S" in codes(after.view(1 - drawer).hand(drawer))


@situation("nik-solver-blind-to-gamepoints")
def game_points_of_two_leads() -> None:
    state = scene(PAGAT, "AS KD", "TD 9C", points=[63, 32], tricks=[5, 5])
    ace = play(state, "AS 9C")
    assert (ace.points(0), ace.points(1)) == (74, 32)
    assert game_points(play(ace, "!")) == (2, 0)
    king = play(state, "KD TD")
    assert (king.points(1), king.to_move) == (46, 1)
    ruffed = play(king, "9C AS")  # 63 + 11 and 10 for the last trick
    assert (ruffed.points(0), ruffed.points(1)) == (84, 46)
    assert game_points(ruffed) == (1, 0)
    assert playable(play(state, "KD")) == {"TD"}


@situation("nik-65-65")
def sixty_five_all() -> None:
    # seat 0 has 50 and takes 5 and 10 for the last trick
    end = play(scene(PAGAT, "QH", "JH", points=[50, 65], tricks=[3, 3]), "QH JH")
    assert (end.points(0), end.points(1)) == (65, 65)
    assert game_points(end) == (0, 0)
    assert end.result is not None
    assert end.result.winner is None
    carrying = Rules.american()
    end = play(scene(carrying, "QH", "JH", points=[50, 65], tricks=[3, 3]), "QH JH")
    assert Match(carrying, 1, 1, (), end).now == ((0, 0), 1, 1), "one point is carried, the same player deals"


@situation("cp-marriage-validation-midtrick")
def marriage_in_the_middle_of_a_trick() -> None:
    for rules in ALL:
        led = play(open_lead(rules, "KH QH AC AD TC TD", "JH JC JD QC QD KD"), "*H KH")
        assert codes(card for _, card in led.trick) == {"KH"}
        assert "QH" in codes(led.hand(0))
        assert Position.from_dict(led.to_dict()) == led
        assert codes(led.view(1).hand(0)) == {"QH"}


@situation("cp-void-inference")
def what_strict_play_tells() -> None:
    # closed, trump spades; unseen to seat 0: AH JH QS and others
    state = scene(
        PAGAT, "TH KC QC JC", "9C JD KD QD", turn_up="AS", stock="AH JH QS", closed_by=0, points=[20, 0], tricks=[2, 0]
    )
    view = play(state, "TH 9C").view(0)
    ruled_out = {Card("AH"), Card("JH"), Card("QS")}
    assert ruled_out <= view.unseen
    assert not any(ruled_out & layout for layout in view.each_layout())
    assert view.layouts() == 1, "three cards are left and three of the unseen can be with seat 1"
    state = scene(
        PAGAT, "TH KC QC JC", "JH JD KD KH", turn_up="AS", stock="AH QH QS", closed_by=0, points=[20, 0], tricks=[2, 0]
    )
    view = play(state, "TH JH").view(0)
    assert not any(Card("AH") in layout for layout in view.each_layout()), "it had to beat the ten"
    possible = frozenset().union(*view.each_layout())
    assert {Card("KH"), Card("QH"), Card("QS")} <= possible, "other hearts and trumps stay possible"


@situation("cp-trickless-by-points")
def trickless_is_not_pointless() -> None:
    state = scene(PAGAT, "9D JH", "9C JD", points=[66, 0], tricks=[9, 0], to_move=1)
    after = play(state, "9C 9D")
    assert (after.points(1), after.tricks_won(1), after.to_move) == (0, 1, 1)
    claimed = play(scene(PAGAT, "AS", "JD", points=[66, 0], tricks=[9, 1]), "!")
    assert game_points(claimed) == (2, 0)


@situation("nils-99-trick")
def a_trick_of_two_nines_is_a_trick() -> None:
    state = scene(
        PAGAT, "9D AS TS AH AD AC", "9C JD QD KD QC JC", turn_up="JS", stock=5, tricks=[2, 0], points=[30, 0], to_move=1
    )
    after = play(state, "9C 9D d")
    assert (after.tricks_won(1), after.points(1)) == (1, 0)
    back = play(after, "JD AD d c -")  # seat 0 takes the lead again, draws and closes
    assert back.at_close == (0, 1)
    assert game_points(play(back, "!")) == (0, 2), "2, not 3: seat 1 had a trick"


@situation("nils-exchange-after-close")
def the_closer_does_not_exchange() -> None:
    for rules in ALL:
        low = rules.low_trump(Suit.SPADES).code
        closed = play(open_lead(rules, f"{low} AC AD TC TD KH", "JH JC JD QC QD KD"), "c")
        if rules is PAGAT:
            assert legal(closed) == {"-"}, "the opponent alone is asked"
            closed = play(closed, "-")
        assert closed.to_move == 0
        assert not allows(closed, "x")


@situation("nils-biased-shuffle")
def shuffles_leave_one_card_in_place() -> None:
    pack = PAGAT.pack
    fixed = sum(
        card is there for seed in range(20_000) for card, there in zip(pack, Deal.random(PAGAT, seed).pack, strict=True)
    )
    assert abs(fixed / 20_000 - 1.0) <= 0.03


@situation("codr1-exchange-before-trick")
def exchange_before_a_trick() -> None:
    for rules, allowed in ((PAGAT, False), (SANTASE, False), (SCHNAPSEN, True)):
        low = rules.low_trump(Suit.SPADES).code
        start = dealt(rules, full(rules, f"{low} AC AD TC TD KH"), full(rules, "JH JC JD QC QD KD"), turn_up="AS")
        assert allows(start, "x") is allowed


@situation("codr1-marriage-without-trick")
def marriage_without_a_trick() -> None:
    state = scene(PAGAT, "AS TS", "QS JD", points=[66, 0], pending=[0, 40], tricks=[9, 0])
    assert (state.points(1), state.pending(1)) == (0, 40)
    assert game_points(play(state, "!")) == (3, 0)


@situation("codr1-nonleader-declares")
def only_the_leader_declares() -> None:
    for rules in ALL:
        led = play(open_lead(rules, "AC AD TC TD KH QH", "KD QD JC JD QC JH"), "AC")
        assert not allows(led, "*D")
        with pytest.raises(IllegalAction, match="only when you are to lead"):
            led.apply(Announce("D"))


@situation("codr1-false-66")
def a_false_claim() -> None:
    for tricks, worth in ((1, {PAGAT: 2, SCHNAPSEN: 2}), (0, {PAGAT: 2, SCHNAPSEN: 3})):
        for rules, points in worth.items():
            state = scene(rules, "JS JH", "JD JC", points=[60, 0], tricks=[4, tricks])
            assert game_points(play(state, "!")) == (0, points)


@situation("mudassar-trump-marriage-30")
def trump_marriage_is_40() -> None:
    for rules in ALL:
        state = open_lead(rules, "KS QS AC AD TC TD", "JH JC JD QC QD KD")
        assert play(state, "*S").points(0) == state.points(0) + 40


@situation("mudassar-no-must-beat")
def must_beat() -> None:
    for rules in WITH_NINES:
        assert playable(scene(rules, "KH TC QD", "AH JH 9S", led="KH", to_move=1)) == {"AH"}
        assert playable(scene(rules, "KH TC", "9S JC", led="KH", to_move=1)) == {"9S"}
    assert playable(scene(SCHNAPSEN, "KH TC QD", "AH JH JS", led="KH", to_move=1)) == {"AH"}
    assert playable(scene(SCHNAPSEN, "KH TC", "JS JC", led="KH", to_move=1)) == {"JS"}


@situation("fltk-normal-end-wrong-player")
def the_last_trick_wins_for_its_taker() -> None:
    last = scene(SCHNAPSEN, "JH", "QH", points=[63, 57 - 5], tricks=[5, 4])
    end = play(last, "JH QH")
    assert (end.points(0), end.points(1)) == (63, 57)
    assert game_points(end) == (0, 1)


@situation("fltk-closed-win-credited-to-ai")
def the_closer_scores() -> None:
    for rules in ALL:
        state = scene(rules, "JS JH", "JD JC", turn_up="TS", stock="TD", closed_by=0, points=[66, 33], tricks=[4, 2])
        assert game_points(play(state, "!")) == (1, 0)


@situation("fltk-score-at-closing")
def score_at_closing() -> None:
    for rules, worth in ((SCHNAPSEN, 3), (PAGAT, 2)):
        state = scene(
            rules,
            "JS JH",
            "JD JC",
            turn_up="TS",
            stock="TD",
            closed_by=0,
            points=[66, 20],
            tricks=[4, 2],
            at_close={"points": 0, "tricks": 0},
        )
        assert game_points(play(state, "!")) == (worth, 0)


@situation("itp-points-as-proxy")
def a_trick_without_points() -> None:
    for rules in WITH_NINES:
        start = dealt(rules, "9C AC AD TC TD KH", "9D JC JD QC QD KD", turn_up="AS")
        after = play(start, "9C 9D")
        if rules.close_before_draw:
            after = play(after, "d")
        assert (after.tricks_won(0), after.points(0), after.to_move) == (1, 0, 0)
        assert [len(after.hand(seat)) for seat in (0, 1)] == [6, 6]


@situation("nvlbg-announce-first")
def no_announcement_first() -> None:
    start = dealt(SANTASE, "KH QH KS QS TC TD", "JH JC JD QC QD KD", turn_up="AS")
    assert not any(isinstance(action, Announce) for action in start.legal_actions())


def talon_gone(rules: Rules, seed: int) -> tuple[Position, Position]:
    """Play without a close until the stock is gone; return the positions before and after the last draw."""
    before = after = Deal.random(rules, seed).start()
    while after.turn_up:
        before = after
        after = after.apply(plain_action(after))
    return before, after


@situation("nvlbg-trump-nil")
def no_turn_up_once_the_stock_is_gone() -> None:
    for rules in ALL:
        before, after = talon_gone(rules, seed=3)
        drawer = after.opponents(after.turn)[0]
        assert after.turn_up is None
        assert before.turn_up in after.view(1 - drawer).hand(drawer)
        assert not after.is_open, "strict rules are on"
        led = after.apply(after.legal_actions()[0])
        suit = led.trick[0][1].suit
        following = {card.code for card in led.hand(drawer) if card.suit is suit}
        if following:
            assert playable(led) <= following


@situation("indjev-exchange-inverted")
def exchange_with_and_without_the_card() -> None:
    for rules in ALL:
        low = rules.low_trump(Suit.SPADES).code
        stock = 7 if rules.nines else 5  # eight with the turn-up, or the fewer cards of Schnapsen after a trick each
        other = "JH JC JD QC QD KD"
        assert allows(open_lead(rules, f"{low} AC AD TC TD KH", other, stock), "x")
        assert not allows(open_lead(rules, "QH AC AD TC TD KH", other, stock), "x")


@situation("indjev-marriage-after-exchange")
def marriage_right_after_the_exchange() -> None:
    state = open_lead(PAGAT, "QS 9S AC AD TC TD", "JH JC JD QC QD KD", turn_up="KS")
    assert not allows(state, "*S")
    after = play(state, "x")
    assert allows(after, "*S")
    assert play(after, "*S").points(0) == state.points(0) + 40


@situation("markus-last-trump-when-talon-gone")
def the_loser_of_trick_6_holds_the_turn_up() -> None:
    for rules in WITH_NINES:
        before, after = talon_gone(rules, seed=66)
        assert len(after.played) == 12
        winner = after.turn
        assert before.turn_up in after.hand(1 - winner)
        for seat in (0, 1):
            view = after.view(seat)
            other = set(after.hand(1 - seat))
            assert view.unseen | set(view.hand(1 - seat)) == other
            assert len(other) == 6
            assert view.layouts() == 1
        assert len(plain_play(after).played) == 24, "nobody draws again"


@situation("mrbraun-terminal-nan")
def points_are_whole_numbers() -> None:
    for rules in ALL:
        state = scene(
            rules,
            full(rules, "KH QH AC AD TC TD"),
            full(rules, "JH JC JD QC QD KD"),
            turn_up="JS",
            stock=1,
            points=[50, 0],
            tricks=[2, 0],
        )
        assert state.points(0) == 50
        announced = play(state, "*H")
        assert announced.points(0) == 70
        assert type(announced.points(0)) is int


@situation("binapple-close-empty")
def close_twice_or_without_a_stock() -> None:
    for rules in ALL:
        state = open_lead(rules, "KH QH AC AD TC TD", "JH JC JD QC QD KD")
        closed = play(state, "c -" if rules is PAGAT else "c")
        assert not allows(closed, "c")
        assert not allows(scene(rules, "AH AC", "JH JC", tricks=[3, 3]), "c")


@situation("fbg-next-dealer")
def the_winner_deals() -> None:
    for points, worth in ((20, 2), (40, 1)):
        won = play(scene(PAGAT, "JS JH", "JD JC", points=[66, points], tricks=[4, 4]), "!")
        assert game_points(won) == (worth, 0)
        match = Match(PAGAT, seed=1, first_dealer=1, position=won).next_deal()
        assert (match.before.dealer, match.position.to_move) == (0, 1)


@situation("fbg-auto-exchange-on-close")
def no_exchange_by_itself() -> None:
    start = dealt(PAGAT, "9S AC AD TC TD KH", "JH JC JD QC QD KD", turn_up="AS")
    closed = play(start, "c -")
    assert "9S" in codes(closed.hand(0))
    assert closed.turn_up is Card("AS")
    start = dealt(PAGAT, "KS AC AD TC TD KH", "9S JC JD QC QD KD", turn_up="AS")
    assert legal(play(start, "c")) == {"x", "-"}, "may, not must"


@situation("rumen-winner-seat")
def seat_1_leads_and_wins() -> None:
    for rules in ALL:
        start = dealt(rules, full(rules, "AC AD TC TD KH KD"), full(rules, "QC JH JC JD QD QH"), turn_up="AS", dealer=0)
        assert start.to_move == 1
        assert "AC" in codes(start.hand(1))
        after = play(start, "AC QC")
        assert (after.points(1), after.points(0), after.turn) == (14, 0, 1)


@situation("rumen-marriage-repeat")
def the_same_marriage_twice() -> None:
    for rules in (PAGAT, SCHNAPSEN):
        start = dealt(rules, full(rules, "KS QS AC AD TC TD"), full(rules, "JS JC JD QC QD KD"), turn_up="AS")
        shown = play(start, "*S")
        assert not allows(shown, "*S")
        assert (shown.points(0), shown.pending(0)) == (0, 40)
    for rules in ALL:
        shown = play(open_lead(rules, "KS QS AC AD TC TD", "JS JC JD QC QD KD"), "*S")
        assert not allows(shown, "*S")


@situation("rumen-failed-close-unscored")
def a_failed_close_is_scored() -> None:
    for at_close, worth in (({"points": 10, "tricks": 1}, 2), ({"points": 0, "tricks": 0}, 3)):
        last = scene(
            PAGAT,
            "JH",
            "QH",
            turn_up="TS",
            stock=1,
            closed_by=0,
            points=[40, 30],
            tricks=[3, 2],
            at_close=at_close,
        )
        end = play(last, "JH QH")
        assert end.points(0) == 40
        assert game_points(end) == (0, worth)


@situation("py66-turned-card-position")
def the_turned_card_is_drawn_last() -> None:
    for rules in ALL:
        for seed in range(30):
            before, after = talon_gone(rules, seed)
            assert before.stock_size == 1
            assert before.turn_up in after.hand(1 - after.turn)
            assert before.stock[0] in after.hand(after.turn), "the winner of that trick draws the last face-down card"


@situation("vore-exchange-any-time")
def no_exchange_before_answering() -> None:
    state = scene(PAGAT, "KH AC AD TC TD QH", "AH 9C 9S JD QD KD", turn_up="AS", stock=5, tricks=[1, 1], points=[0, 0])
    led = play(state, "KH")
    assert "9C" in playable(led)
    assert not allows(led, "x")
    state = scene(SCHNAPSEN, "KH AC AD TC TD", "AH JC JS JD QD", turn_up="AS", stock=5, tricks=[1, 1])
    led = play(state, "KH")
    assert "JC" in playable(led)
    assert not allows(led, "x")


@situation("d-exchange-opponent-after-close")
def the_closers_opponent_exchanges() -> None:
    for rules, allowed in ((PAGAT, True), (SANTASE, False), (SCHNAPSEN, False)):
        low = rules.low_trump(Suit.SPADES).code
        state = scene(
            rules,
            full(rules, "AC AD TC TD KH QH"),
            full(rules, f"{low} JC JD QC QD KD"),
            turn_up="AS",
            stock=5,
            tricks=[1, 0],
        )
        closed = play(state, "c")
        assert (closed.to_move == 1 and allows(closed, "x")) is allowed
        led = play(play(closed, "-") if allowed else closed, "AC")
        assert not allows(led, "x")


@situation("d-marriage-after-talon")
def marriage_once_closed() -> None:
    for rules, allowed in ((PAGAT, False), (SANTASE, True), (SCHNAPSEN, True)):
        state = scene(rules, "KH QH JC", "JD QC QD", turn_up="AS", stock=3, closed_by=0, points=[46, 20], tricks=[3, 1])
        assert allows(state, "*H") is allowed
        if allowed:
            out = play(state, "*H !")
            assert out.points(0) == 66
            assert game_points(out)[0] > 0


@situation("d-close-timing")
def close_before_or_after_drawing() -> None:
    for rules, before in ((PAGAT, True), (SCHNAPSEN, False), (SANTASE, False)):
        start = dealt(rules, full(rules, "AC AD TC TD KH QH"), full(rules, "JC JD QC QD KD JH"), turn_up="AS")
        won = play(start, "AC JC")
        if before:
            assert [len(won.hand(seat)) for seat in (0, 1)] == [5, 5]
            assert {"c", "d"} <= legal(won)
            assert [len(play(won, "c").hand(seat)) for seat in (0, 1)] == [5, 5]
            won = play(won, "d")
        assert [len(won.hand(seat)) for seat in (0, 1)] == [rules.hand_size] * 2
        assert allows(won, "c")


@situation("d-points-after-close")
def points_after_the_close() -> None:
    for rules, worth in ((SCHNAPSEN, 2), (PAGAT, 1), (SANTASE, 1)):
        state = scene(
            rules,
            "JS JH",
            "JD JC",
            turn_up="TS",
            stock="TD",
            closed_by=0,
            points=[66, 35],
            tricks=[4, 3],
            at_close={"points": 20, "tricks": 1},
        )
        assert game_points(play(state, "!")) == (worth, 0)


@situation("d-late-claim")
def the_first_right_claim_wins() -> None:
    for rules in ALL:
        last = scene(rules, "AH JS", "JH JD", points=[60, 67], tricks=[4, 4])
        after = play(last, "AH JH")
        assert after.result is None, "nothing ends by itself at 66"
        assert (after.points(0), after.points(1)) == (73, 67)
        assert game_points(play(after, "!")) == (1, 0)


@situation("d-last-trick")
def the_last_trick() -> None:
    for rules, mine, result in ((PAGAT, 40, (0, 1)), (SCHNAPSEN, 30, (1, 0))):
        end = play(scene(rules, "AH", "JH", points=[30 - 13, 90], tricks=[3, 4]), "AH JH")
        assert (end.points(0), end.points(1)) == (mine, 90)
        assert game_points(end) == result


@situation("d-next-deal")
def the_next_deal() -> None:
    for rules, dealer in ((PAGAT, 0), (SCHNAPSEN, 1)):
        won = play(scene(rules, "JS JH", "JD JC", points=[66, 40], tricks=[4, 4]), "!")
        match = Match(rules, seed=1, first_dealer=0, position=won).next_deal()
        assert match.before.dealer == dealer
        assert match.position.to_move == 1 - dealer


@situation("d-look-back")
def looking_back() -> None:
    for rules in ALL:
        assert rules.look_back, "the last trick until the next lead"
    assert not Rules.app().look_back
    state = play(dealt(PAGAT, "AC AD TC TD KH QH", "JC JD QC QD KD JH", turn_up="AS"), "AC JC d TC QC")
    tricks = list(state.view(1).finished_tricks())
    assert [[card.code for _, card in trick.cards] for trick in tricks] == [["AC", "JC"], ["TC", "QC"]]
    assert Counter(trick.winner for trick in tricks) == {0: 2}
