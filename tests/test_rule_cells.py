"""Every cell of the table of differences: one test for a row, one case for a column.

Each test quotes its row from the four source texts (guide: a beginner's guide of a card shop; american: a web page in
the Hoyle tradition; app: the help text of "66 - Sixty Six 1.0.7"; german: an article translated from German), and from
Pagat for `schnapsen` and `pagat` and the Bulgarian game for `santase`. The expected values are the sources', or where a
source is silent, the value the project has decided on.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from sixtysix import Deal, Match, Position, Rules, Suit

from .build import allows, codes, dealt, game_points, legal, plain_play, play, playable, scene

Test = TypeVar("Test", bound=Callable[..., None])


def cells(
    *, guide: Any, american: Any, app: Any, german: Any, schnapsen: Any, pagat: Any, santase: Any
) -> Callable[[Test], Test]:
    """Run a test for each column with what its cell says; no column can be left out."""
    columns = {
        "guide": guide,
        "american": american,
        "app": app,
        "german": german,
        "schnapsen": schnapsen,
        "pagat": pagat,
        "santase": santase,
    }
    return pytest.mark.parametrize(
        ("rules", "expected"), [pytest.param(Rules.preset(name), value, id=name) for name, value in columns.items()]
    )


def full(rules: Rules, six: str) -> str:
    """Return as many of six cards as this game deals."""
    return " ".join(six.split()[: rules.hand_size])


def low(rules: Rules) -> str:
    """Return the code of the card that is exchanged, in spades."""
    return rules.low_trump(Suit.SPADES).code


def on_lead(rules: Rules, hand: str, *, stock: int = 5, tricks: tuple[int, int] = (1, 1), **fields: Any) -> Position:
    """Seat 0 is to lead with the stock open; spades are trumps, the ace of spades lies face up."""
    opponent = full(rules, "TD JD JC TC QC KD")
    return scene(rules, full(rules, hand), opponent, turn_up="AS", stock=stock, tricks=list(tricks), **fields)


def two_left(rules: Rules, **fields: Any) -> Position:
    """Two cards each are left and all is drawn; seat 0 is to lead."""
    return scene(rules, "JS JH", "JD JC", **fields)


def two_left_closed(rules: Rules, closer: int, **fields: Any) -> Position:
    """Two cards each are left and the stock is closed; seat 0 is to lead."""
    return scene(rules, "JS JH", "JD JC", turn_up="TS", stock="TD", closed_by=closer, **fields)


# Dealing


@cells(
    guide=((3, 3), 12),
    american=((3, 3), 12),
    app=((3, 3), 12),  # silent
    german=((3, 3), 12),  # singly, in twos or in threes
    schnapsen=((3, 2), 6),
    pagat=((3, 3), 12),
    santase=((3, 3), 12),
)
def test_dealing_packets(rules: Rules, expected: tuple[tuple[int, ...], int]) -> None:
    """Dealing packets: 3+3, non-dealer first; Schnapsen 3, turn-up, 2."""
    packets, turned_at = expected
    start = Deal.from_pack(rules.pack, rules, dealer=1).start()
    assert start.turn_up is rules.pack[turned_at]
    rest = [card for card in rules.pack if card is not start.turn_up]
    hands: list[list[Any]] = [[], []]
    for size in packets:
        for hand in hands:  # the leader, seat 0, first
            hand += rest[:size]
            del rest[:size]
    assert [set(start.hand(0)), set(start.hand(1))] == [set(hands[0]), set(hands[1])]
    assert list(start.stock) == rest
    assert start.to_move == 0


def won_by(rules: Rules, winner: int) -> Position:
    """Return a deal that `winner` has won by a right claim for one game point, the other holding 40."""
    points = [67, 40] if winner == 0 else [40, 67]
    return play(two_left(rules, points=points, tricks=[3, 3], to_move=winner), "!")


@cells(
    guide=(0, 1),  # winner of the deal deals
    american=(0, 1),  # silent
    app=(0, 0),  # alternates
    german=(0, 1),  # winner deals
    schnapsen=(0, 0),  # alternates
    pagat=(0, 1),
    santase=(0, 1),
)
def test_next_dealer(rules: Rules, expected: tuple[int, int]) -> None:
    """Next dealer, after a deal that seat 1 dealt and seat 0 won, and after one that seat 1 won."""
    for winner in (0, 1):
        match = Match(rules, seed=1, first_dealer=1, position=won_by(rules, winner)).next_deal()
        assert match.before.dealer == expected[winner]
        assert match.position.to_move == 1 - expected[winner]


# Play once the stock is closed or gone


def strict_scenes(rules: Rules, led: str, reply: str) -> list[Position]:
    """Seat 1 is to answer seat 0's card, once with the stock closed and once with all cards drawn."""
    others = [card for card in ("QD", "JD", "TD") if card not in reply.split()]
    hand = " ".join([led, *others][: len(reply.split())])
    return [
        scene(rules, hand, reply, led=led, to_move=1, turn_up="QS", stock=1, closed_by=0),
        scene(rules, hand, reply, led=led, to_move=1),
    ]


@cells(guide=True, american=True, app=True, german=True, schnapsen=True, pagat=True, santase=True)
def test_follow_suit(rules: Rules, expected: bool) -> None:
    """Follow suit (stock exhausted or closed): must in every source."""
    for state in strict_scenes(rules, "KH", "JH AS AC"):
        assert (playable(state) == {"JH"}) is expected
    while_open = scene(
        rules,
        full(rules, "KH QD JD TD KD QC"),
        full(rules, "JH AS AC TC KC JC"),
        led="KH",
        to_move=1,
        turn_up="QS",
        stock=1,
    )
    assert playable(while_open) == codes(while_open.hand(1)), "any card may be played while the stock is open"


@cells(
    guide=True,  # must, else any card of the suit
    american=False,  # silent
    app=False,  # silent
    german=False,  # silent
    schnapsen=True,
    pagat=True,
    santase=True,
)
def test_beat_the_card_led(rules: Rules, expected: bool) -> None:
    """Beat the card led when following: guide must, else any card of the suit; schnapsen must; the others need not."""
    for state in strict_scenes(rules, "KH", "AH JH TS"):
        assert playable(state) == ({"AH"} if expected else {"AH", "JH"})
    for state in strict_scenes(rules, "KH", "QH JH TS"):
        assert playable(state) == {"QH", "JH"}, "who cannot beat follows with any card of the suit"
    for state in strict_scenes(rules, "KS", "AS JS AC"):
        assert playable(state) == ({"AS"} if expected else {"AS", "JS"}), "the same in trumps"


@cells(guide=True, american=False, app=True, german=True, schnapsen=True, pagat=True, santase=True)
def test_trump_when_void(rules: Rules, expected: bool) -> None:
    """Trump when void: must, except american, which is silent: not required."""
    for state in strict_scenes(rules, "KH", "JS AC TC"):
        assert playable(state) == ({"JS"} if expected else {"JS", "AC", "TC"})
    for state in strict_scenes(rules, "KH", "AC TC JC"):
        assert playable(state) == {"AC", "TC", "JC"}, "void and without trumps, any card may be played"


# Marriages

OPENING, OPEN, LAST_OPEN, CLOSED, EXHAUSTED = "opening lead", "stock open", "lead to trick 6", "closed", "exhausted"


@cells(
    guide={OPENING, OPEN, LAST_OPEN},  # on lead, stock open only; last chance at the lead to trick 6
    american={OPENING, OPEN, LAST_OPEN, CLOSED},  # on lead, stock open or closed, not exhausted
    app={OPENING, OPEN, LAST_OPEN},  # on lead, stock open only
    german={OPENING, OPEN, LAST_OPEN, CLOSED},  # silent: on lead, not exhausted; closed yes
    schnapsen={OPENING, OPEN, LAST_OPEN, CLOSED, EXHAUSTED},  # on lead, always
    pagat={OPENING, OPEN, LAST_OPEN},
    santase={OPEN, LAST_OPEN, CLOSED, EXHAUSTED},  # not on the first trick; every later lead
)
def test_when_a_marriage_may_be_announced(rules: Rules, expected: set[str]) -> None:
    """Marriage: when."""
    hand = "KH QH AC AH AD JH"
    scenes = {
        OPENING: dealt(rules, full(rules, hand), full(rules, "TD JD JC TC QC KD"), turn_up="AS"),
        OPEN: on_lead(rules, hand),
        LAST_OPEN: on_lead(rules, hand, stock=1),
        CLOSED: on_lead(rules, hand, closed_by=0),
        EXHAUSTED: scene(rules, "KH QH AC", "TD JD JC", tricks=[1, 1]),
    }
    assert {name for name, state in scenes.items() if allows(state, "*H")} == expected
    assert not any(allows(state, "*C") for state in scenes.values()), "a marriage needs king and queen"
    following = on_lead(rules, hand, to_move=1, led="AC")
    assert not allows(following, "*H"), "never when a card has been led"


@cells(guide=20, american=20, app=20, german=20, schnapsen=20, pagat=20, santase=None)
def test_when_a_marriage_counts(rules: Rules, expected: int | None) -> None:
    """Marriage: when it counts: once its owner has won a trick; before that it is pending (all sources)."""
    start = dealt(rules, full(rules, "KH QH AC AH AD JH"), full(rules, "TD JD JC TC TH KD"), turn_up="AS")
    if expected is None:  # no marriage on the first trick, and who leads later has a trick
        assert not allows(start, "*H")
        later = play(play(start, "AC JC"), "*H")
        assert (later.points(0), later.pending(0)) == (11 + 2 + 20, 0)
        return
    announced = play(start, "*H")
    assert (announced.points(0), announced.pending(0)) == (0, expected)
    won = play(announced, "KH JD")
    assert (won.points(0), won.pending(0), won.points(1)) == (4 + 2 + expected, 0, 0)
    lost = play(announced, "KH TH")
    assert (lost.points(0), lost.pending(0), lost.points(1)) == (0, expected, 14)


@cells(guide=1, american=1, app=1, german=1, schnapsen=1, pagat=1, santase=0)
def test_the_non_dealer_may_show_a_marriage_with_the_opening_lead(rules: Rules, expected: int) -> None:
    """Marriage: when it counts (american says so outright); the Bulgarian game has none on the first trick."""
    start = dealt(rules, full(rules, "KS QS AC AH AD JH"), full(rules, "TD JD JC TC QC KD"), turn_up="AS")
    assert allows(start, "*S") is bool(expected)
    if expected:
        assert play(start, "*S").pending(0) == 40


# The exchange

NO_TRICK, WITH_TRICK, FOLLOWING, LAST_PAIR = "opening lead", "on lead with a trick", "following", "two stock cards"


@cells(
    guide={WITH_TRICK, LAST_PAIR},  # on lead, has won a trick, stock open
    american={WITH_TRICK, LAST_PAIR},  # on lead straight after winning a trick, stock open
    app={WITH_TRICK, LAST_PAIR},  # on lead, has won a trick, after both have drawn
    german={WITH_TRICK, LAST_PAIR},
    schnapsen={NO_TRICK, WITH_TRICK, LAST_PAIR},  # on lead, no trick needed, stock open
    pagat={WITH_TRICK, LAST_PAIR},
    santase={WITH_TRICK},  # only with more than two stock cards
)
def test_when_the_low_trump_may_be_exchanged(rules: Rules, expected: set[str]) -> None:
    """Exchange the 9 (J) of trumps for the turn-up."""
    hand = f"{low(rules)} AC AH AD JH TH"
    opponent = full(rules, "TD JD JC TC QC KD")
    scenes = {
        NO_TRICK: dealt(rules, full(rules, hand), opponent, turn_up="AS"),
        WITH_TRICK: on_lead(rules, hand),
        FOLLOWING: on_lead(rules, hand, to_move=0, led="TD"),
        LAST_PAIR: on_lead(rules, hand, stock=1),
        CLOSED: on_lead(rules, hand, closed_by=0),
        EXHAUSTED: scene(rules, f"{low(rules)} AC AH", "TD JD JC", tricks=[1, 1]),
    }
    assert {name for name, state in scenes.items() if allows(state, "x")} == expected
    assert not allows(on_lead(rules, "AC AH AD JH TH KH"), "x"), "only with the lowest trump in hand"
    after = play(scenes[WITH_TRICK], "x")
    assert after.turn_up is not None
    assert after.turn_up.code == low(rules)
    assert "AS" in codes(after.hand(0))
    assert low(rules) not in codes(after.hand(0))
    assert not allows(after, "x"), "once is enough"


@cells(guide=False, american=False, app=True, german=True, schnapsen=False, pagat=True, santase=False)
def test_the_exchange_comes_after_drawing(rules: Rules, expected: bool) -> None:
    """App: after both have drawn; where one may close before drawing, exchange and announcement come after the draw."""
    start = dealt(rules, full(rules, f"{low(rules)} KH QH AD JH TH"), full(rules, "TD JD JC TC QC KD"), turn_up="AS")
    won = play(start, "AD JD")
    assert ("d" in legal(won)) is expected, "the trick's winner chooses to draw only where closing before is allowed"
    if expected:
        assert not allows(won, "x")
        assert not allows(won, "*H")
        assert not playable(won)
        won = play(won, "d")
    assert allows(won, "x")
    assert allows(won, "*H")


@cells(
    guide="nobody",
    american="nobody",
    app="nobody",
    german="opponent, then closer",  # both may still do it, the closer's opponent even without a trick
    schnapsen="nobody",
    pagat="opponent",  # right after a close the opponent may exchange, even trickless; nobody else, no later
    santase="nobody",
)
def test_exchange_after_a_close(rules: Rules, expected: str) -> None:
    """After a close the turn passes once to the opponent, who exchanges or passes, nine or no nine."""
    nine = low(rules)
    with_nine = full(rules, f"{nine} JD JC TC QC KD")
    without = full(rules, "TD JD JC TC QC KD")
    closer_hand = full(rules, "AC AH AD JH TH KH")
    # the opponent has no trick
    asked = play(scene(rules, closer_hand, with_nine, turn_up="AS", stock=5, tricks=[1, 0]), "c")
    if expected == "nobody":
        assert asked.to_move == 0
        assert not allows(asked, "x")
        assert not allows(play(asked, "AC"), "x"), "nor does the opponent exchange when answering"
        return
    assert asked.to_move == 1
    assert legal(asked) == {"x", "-"}
    exchanged = play(asked, "x")
    assert exchanged.to_move == 0
    assert exchanged.turn_up is not None
    assert exchanged.turn_up.code == nine, "the nine lies with the closed stock, known to both"
    assert "AS" in codes(exchanged.view(0).hand(1))
    assert not allows(play(exchanged, "AC"), "x"), "no later"
    passed = play(asked, "-")
    assert passed.to_move == 0
    assert not allows(play(passed, "AC"), "x"), "who passed does not exchange later"
    # the opponent has no nine and is asked all the same, so that the turn betrays nothing
    asked = play(scene(rules, closer_hand, without, turn_up="AS", stock=5, tricks=[1, 0]), "c")
    assert asked.to_move == 1
    assert legal(asked) == {"-"}
    assert play(asked, "-").to_move == 0
    # the closer holds the nine
    for tricks, closer_may in (((1, 0), expected == "opponent, then closer"), ((0, 1), False)):
        state = scene(rules, full(rules, f"{nine} AH AD JH TH KH"), without, turn_up="AS", stock=5, tricks=list(tricks))
        passed = play(state, "c -")
        assert allows(passed, "x") is closer_may
        if closer_may:
            assert "AS" in codes(play(passed, "x").hand(0))
            after_lead = play(passed, "AH")
            assert not allows(after_lead, "x")


# Closing

BEFORE, AFTER, TWO_LEFT = "before drawing", "after drawing", "with one face-down card"


@cells(
    guide={OPENING, AFTER, TWO_LEFT},  # silent: after drawing
    american={OPENING, AFTER, TWO_LEFT},  # silent: after drawing
    app={OPENING, BEFORE, AFTER, TWO_LEFT},
    german={OPENING, BEFORE, AFTER, TWO_LEFT},
    schnapsen={OPENING, AFTER, TWO_LEFT},
    pagat={OPENING, BEFORE, AFTER, TWO_LEFT},
    santase={AFTER},  # not on the first trick, only with more than two stock cards
)
def test_closing(rules: Rules, expected: set[str]) -> None:
    """Closing: when: on lead, while stock lasts."""
    hand, opponent = full(rules, "AC AH AD JH TH KH"), full(rules, "TD JD JC TC QC KD")
    start = dealt(rules, hand, opponent, turn_up="AS")
    won = play(start, "AC JC")
    drawn_too = play(won, "d") if allows(won, "d") else won
    found = {OPENING} if allows(start, "c") else set()
    if len(won.hand(0)) < rules.hand_size and allows(won, "c"):
        found.add(BEFORE)
    if allows(drawn_too, "c"):
        found.add(AFTER)
    if allows(on_lead(rules, "AC AH AD JH TH KH", stock=1), "c"):
        found.add(TWO_LEFT)
    assert found == expected
    assert not allows(play(start, "AC"), "c"), "not by the seat that follows"
    assert not allows(scene(rules, "AC AH", "TD JD", tricks=[1, 1]), "c"), "not once the stock is used up"
    closed = play(drawn_too, "c")
    assert closed.closed_by == 0
    assert not allows(closed, "c"), "not twice"
    assert len(plain_play(closed).played) == 2 * (rules.hand_size + 1), "nobody draws after a close"


@cells(guide=0, american=0, app=5, german=5, schnapsen=0, pagat=5, santase=0)
def test_closing_before_drawing_leaves_five_cards_each(rules: Rules, expected: int) -> None:
    """Boundaries: closing before drawing leaves five cards each (six at the opening lead)."""
    start = dealt(rules, full(rules, "AC AH AD JH TH KH"), full(rules, "TD JD JC TC QC KD"), turn_up="AS")
    if expected:
        closed = play(start, "AC JC c")
        assert [len(closed.hand(seat)) for seat in (0, 1)] == [expected, expected]
    if rules.first_lead_extras:
        closed = play(start, "c")
        assert [len(closed.hand(seat)) for seat in (0, 1)] == [rules.hand_size] * 2


# The last trick


@cells(
    guide=10,
    american=10,
    app=10,  # silent
    german=10,  # silent
    schnapsen=0,
    pagat=10,
    santase=10,
)
def test_last_trick_bonus_stock_exhausted(rules: Rules, expected: int) -> None:
    """Last-trick bonus, stock exhausted: 10; schnapsen none."""
    for winner, cards_played in ((0, "AH JH"), (1, "JH AH")):
        first, second = cards_played.split()
        end = play(scene(rules, first, second, points=[40, 50], tricks=[3, 3]), cards_played)
        points = [40, 50]
        points[winner] += 13 + expected
        assert [end.points(0), end.points(1)] == points


@cells(
    guide=0,  # silent
    american=10,
    app=0,
    german=0,  # silent
    schnapsen=0,
    pagat=0,
    santase=0,
)
def test_last_trick_bonus_stock_closed(rules: Rules, expected: int) -> None:
    """Last-trick bonus, stock closed: american 10, else none."""
    end = play(scene(rules, "AH", "JH", turn_up="JS", stock=1, closed_by=0, points=[40, 33], tricks=[3, 2]), "AH JH")
    assert [end.points(0), end.points(1)] == [53 + expected, 33]


# Saying out

AT_OPENING, AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE, ANSWERING_FIRST, ANSWERING, BEFORE_DRAW = (
    "at the opening lead",
    "after an announcement at the opening lead",
    "on lead with a trick",
    "on lead with a trick, after an announcement",
    "answering the opening lead",
    "answering with a trick",
    "before drawing",
)


@cells(
    # on lead after winning a trick, or right after announcing a marriage
    guide={AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE},
    # in your turn to play, leading or following
    american={AT_OPENING, AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE, ANSWERING_FIRST, ANSWERING},
    # silent: at any of your turns
    app={AT_OPENING, AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE, ANSWERING_FIRST, ANSWERING, BEFORE_DRAW},
    # on lead, only after a completed trick: not between an announcement and its lead
    german={AT_LEAD, BEFORE_DRAW},
    # on lead after a trick or a marriage
    schnapsen={AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE},
    pagat={AFTER_SHOWING, AT_LEAD, AFTER_MARRIAGE, BEFORE_DRAW},
    santase={AT_LEAD, AFTER_MARRIAGE},  # no marriage at the opening lead
)
def test_when_out_may_be_said(rules: Rules, expected: set[str]) -> None:
    """Saying "out"."""
    hand = full(rules, "KH QH AD AC TH JH")
    start = dealt(rules, hand, full(rules, "TD JD JC TC QC KD"), turn_up="AS")
    won = play(start, "AD JD")
    scenes = {
        AT_OPENING: start,
        AT_LEAD: on_lead(rules, hand),
        AFTER_MARRIAGE: play(on_lead(rules, hand), "*H"),
        ANSWERING_FIRST: play(start, "AD"),
        ANSWERING: on_lead(rules, hand, led="TD"),
    }
    if allows(start, "*H"):
        scenes[AFTER_SHOWING] = play(start, "*H")
    if allows(won, "d"):
        scenes[BEFORE_DRAW] = won
    assert {name for name, state in scenes.items() if allows(state, "!")} == expected


# What a deal is worth


@cells(
    guide=(1, 2, 3),
    american=(1, 2, 3),
    app=(1, 2, 3),  # the text breaks off: 3 without a trick
    german=(1, 2, 2),  # never 3
    schnapsen=(1, 2, 3),
    pagat=(1, 2, 3),
    santase=(1, 2, 3),
)
def test_right_claim(rules: Rules, expected: tuple[int, int, int]) -> None:
    """Right claim: 1; 2 if the opponent has under 33; 3 if the opponent has no trick. 66 exactly is enough."""
    for points, tricks, worth in ((33, 2, expected[0]), (32, 2, expected[1]), (0, 1, expected[1]), (0, 0, expected[2])):
        state = two_left(rules, points=[66, points], tricks=[4, tricks])
        assert game_points(play(state, "!")) == (worth, 0)
        if rules.success_scale == "end":
            closed = two_left_closed(rules, 0, points=[66, points], tricks=[4, tricks])
            assert game_points(play(closed, "!")) == (worth, 0), "and the same for a close that succeeds"


@cells(
    guide=(2, 3),  # silent: 2, or 3 if the opponent is trickless
    american=(2, 2),
    app=(2, 3),
    german=(2, 2),  # loses; silent: 2
    schnapsen=(2, 3),
    pagat=(2, 2),  # 2 flat
    santase=(2, 3),
)
def test_wrong_claim(rules: Rules, expected: tuple[int, int]) -> None:
    """Wrong claim: the opponent gets 2, or 3 if trickless at the claim; 65 is not enough."""
    for tricks, worth in ((1, expected[0]), (0, expected[1])):
        state = two_left(rules, points=[65, 0], tricks=[4, tricks])
        assert game_points(play(state, "!")) == (0, worth)
        # the closer's opponent claims wrongly: the closer is the one who gets the points
        state = two_left_closed(rules, 1, points=[65, 0], tricks=[4, tricks])
        assert game_points(play(state, "!")) == (0, worth)


# (tricks of the opponent when the stock was closed, and at the end) -> game points
@cells(
    guide={(1, 2): 2, (0, 2): 3, (0, 0): 3},  # 3 if the opponent was trickless when the stock was closed
    american={(1, 2): 2, (0, 2): 2, (0, 0): 2},  # silent: 2
    app={(1, 2): 2, (0, 2): 2, (0, 0): 3},  # 3 if the opponent has no trick at the end
    german={(1, 2): 2, (0, 2): 2, (0, 0): 2},  # silent: 2
    schnapsen={(1, 2): 2, (0, 2): 3, (0, 0): 3},
    pagat={(1, 2): 2, (0, 2): 3, (0, 0): 3},
    santase={(1, 2): 3, (0, 2): 3, (0, 0): 3},  # any failed close gives 3
)
def test_close_that_fails(rules: Rules, expected: dict[tuple[int, int], int]) -> None:
    """Close that fails: played out without 66, or a wrong claim by the closer."""
    for (at_close, at_end), worth in expected.items():
        facts: dict[str, Any] = {
            "points": [50, 20 if at_end else 0],
            "tricks": [3, at_end],
            "at_close": {"points": 0, "tricks": at_close},
        }
        claimed = play(two_left_closed(rules, 0, **facts), "!")
        assert game_points(claimed) == (0, worth)
        last = scene(rules, "AH", "JH", turn_up="TS", stock="TD", closed_by=0, **facts)
        out = play(last, "AH JH")
        if rules.bonus_closed:  # 50 + 13 + 10 is 66: start lower
            facts["points"][0] = 40
            out = play(scene(rules, "AH", "JH", turn_up="TS", stock="TD", closed_by=0, **facts), "AH JH")
        assert game_points(out) == (0, worth)


# (opponent's tricks when the stock was closed, closer's tricks) -> game points
@cells(
    guide={(1, 2): 2, (0, 2): 3, (1, 0): 2, (0, 0): 3},  # silent: as a failed close
    american={(1, 2): 2, (0, 2): 2, (1, 0): 3, (0, 0): 3},  # silent: 2, or 3 if the closer has no trick
    app={(1, 2): 2, (0, 2): 2, (1, 0): 2, (0, 0): 2},  # as a failed close, judged at the end: who is out has a trick
    german={(1, 2): 2, (0, 2): 2, (1, 0): 2, (0, 0): 2},  # silent: 2
    schnapsen={(1, 2): 2, (0, 2): 3, (1, 0): 2, (0, 0): 3},  # as a failed close
    pagat={(1, 2): 2, (0, 2): 2, (1, 0): 2, (0, 0): 2},  # 2 flat
    santase={(1, 2): 3, (0, 2): 3, (1, 0): 3, (0, 0): 3},
)
def test_closers_opponent_goes_out_first(rules: Rules, expected: dict[tuple[int, int], int]) -> None:
    """Closer's opponent goes out first: gets."""
    for (at_close, closer_tricks), worth in expected.items():
        state = two_left_closed(
            rules,
            0,
            points=[20 if closer_tricks else 0, 66],
            tricks=[closer_tricks, 4],
            at_close={"points": 20 if at_close else 0, "tricks": at_close},
            to_move=1,
        )
        assert game_points(play(state, "!")) == (0, worth)


@cells(guide=1, american=1, app=1, german=1, schnapsen=2, pagat=1, santase=1)
def test_opponents_points_that_scale_a_successful_close(rules: Rules, expected: int) -> None:
    """20 points and a trick at the close, 35 at the end: at the end it is 1, as they stood at the close it is 2."""
    state = two_left_closed(rules, 0, points=[66, 35], tricks=[4, 3], at_close={"points": 20, "tricks": 1})
    assert game_points(play(state, "!")) == (expected, 0)


@cells(guide=2, american=2, app=2, german=2, schnapsen=3, pagat=2, santase=2)
def test_opponents_tricks_that_scale_a_successful_close(rules: Rules, expected: int) -> None:
    """No trick at the close, two tricks with 20 points at the end: only schnapsen counts as it stood at the close."""
    state = two_left_closed(rules, 0, points=[66, 20], tricks=[4, 2], at_close={"points": 0, "tricks": 0})
    assert game_points(play(state, "!")) == (expected, 0)


# Played out with nobody out: AH takes JH for seat 0, 13 points and 10 for the last trick


def played_out(rules: Rules, mine: int, other: int, tricks: tuple[int, int] = (3, 3)) -> tuple[int, ...]:
    """Return the game points where seat 0 takes the last trick and these are the points then, bonus and all."""
    bonus = rules.bonus_exhausted
    state = scene(rules, "AH", "JH", points=[mine - 13 - bonus, other], tricks=list(tricks))
    end = play(state, "AH JH")
    assert [end.points(0), end.points(1)] == [mine, other]
    return game_points(end)


@cells(
    guide=(1, 2, 3, 0, 1),  # higher total wins, scored 1/2/3 as a right claim; equal totals: nobody
    american=(1, 2, 3, 0, 0),  # a sole holder of 66+ wins 1/2/3; both 66+, or 65-65: nobody
    app=(1, 2, 3, 0, 1),  # silent: as guide
    german=(1, 2, 2, 0, 1),  # as guide; equal: replayed
    schnapsen=(1, 1, 1, 1, 1),  # last trick wins 1
    pagat=(1, 2, 3, 0, 1),
    santase=(1, 2, 3, 0, 1),
)
def test_played_out(rules: Rules, expected: tuple[int, int, int, int, int]) -> None:
    """Played out, nobody said out: 97-33, 98-32, 130-0 without a trick, 65-65 and 80-70."""
    found = (
        played_out(rules, 97, 33),
        played_out(rules, 98, 32),
        played_out(rules, 130, 0, tricks=(6, 0)),
        played_out(rules, 65, 65),
        played_out(rules, 80, 70),
    )
    assert found == tuple((worth, 0) for worth in expected)


@cells(
    guide=(0, 1),
    american=(0, 1),
    app=(0, 1),
    german=(0, 1),
    schnapsen=(1, 0),  # whoever takes the last trick
    pagat=(0, 1),
    santase=(0, 1),
)
def test_played_out_the_last_trick_does_not_decide_but_in_schnapsen(rules: Rules, expected: tuple[int, int]) -> None:
    """40-90 with the last trick taken by the lower total."""
    assert played_out(rules, 40, 90) == expected


@cells(guide=0, american=1, app=0, german=0, schnapsen=None, pagat=0, santase=0)
def test_a_drawn_deal_carries_a_point(rules: Rules, expected: int | None) -> None:
    """American: the winner of the next won deal gets 1 extra for each drawn deal; elsewhere nothing is carried."""
    end = play(scene(rules, "AH", "JH", points=[65 - 13 - rules.bonus_exhausted, 65], tricks=[3, 3]), "AH JH")
    if expected is None:
        assert game_points(end) == (1, 0), "no deal is drawn where the last trick wins"
        return
    assert game_points(end) == (0, 0)
    match = Match(rules, seed=1, first_dealer=1, finished=(end, end), position=won_by(rules, 0))
    assert match.before == ((0, 0), 2 * expected, match.before.dealer)
    assert match.scores == (1 + 2 * expected, 0)
    assert match.now.carried == 0, "what was carried is paid once"


@cells(
    guide=1,  # a drawn deal is dealt again by the same dealer
    american=1,
    app=0,  # alternating presets alternate
    german=1,
    schnapsen=None,
    pagat=1,
    santase=1,
)
def test_dealer_after_a_drawn_deal(rules: Rules, expected: int | None) -> None:
    """How a deal ends: a drawn deal is dealt again by the same dealer (alternating presets alternate)."""
    if expected is None:
        assert played_out(rules, 65, 65) == (1, 0)
        return
    end = play(scene(rules, "AH", "JH", points=[42, 65], tricks=[3, 3]), "AH JH")
    match = Match(rules, seed=1, first_dealer=1, position=end).next_deal()
    assert match.before.dealer == expected


@cells(
    guide=True,  # silent: the last trick until the next lead
    american=True,
    app=False,  # not allowed
    german=True,
    schnapsen=True,
    pagat=True,
    santase=True,
)
def test_looking_back(rules: Rules, expected: bool) -> None:
    """Looking back: the last trick until the next lead; app: not allowed."""
    assert rules.look_back is expected
    said = "You may look at the last trick until the next lead." if expected else "You may not look back at any trick."
    assert said in rules.describe()


@cells(guide=7, american=7, app=7, german=7, schnapsen=7, pagat=7, santase=11)
def test_length_of_the_match(rules: Rules, expected: int) -> None:
    """First to 7 game points wins the match; the Bulgarian game goes to 11; Schnapsen counts 7 down to 0."""
    deal = won_by(rules, 0)
    short = Match(rules, seed=1, first_dealer=1, finished=(deal,) * (expected - 2), position=deal)
    assert short.winner is None
    assert Match(rules, seed=1, first_dealer=1, finished=(deal,) * (expected - 1), position=deal).winner == 0
    assert rules.counts_down is (rules.name == "schnapsen")
