"""How each ending is told under each rule set for two; the numbers come from the rules table."""

import pytest

from sixtysix.actions import ClaimOut, Play
from sixtysix.cards import Card
from sixtysix.match import with_carried
from sixtysix.position import Deal, Position
from sixtysix.report import say_carried, say_draw, tell, verdict
from sixtysix.rules import Rules
from sixtysix.scoring import Reason, Result
from sixtysix.session import Session

TWO_PLAYERS = tuple(name for name in Rules.names() if Rules.preset(name).players == 2)

# What the rules table says, a row for each kind of ending: game points by preset in the order of its columns.
COLUMNS = ("guide", "american", "app", "german", "pagat", "santase", "schnapsen")
TRICKLESS_OUT = dict(zip(COLUMNS, (3, 3, 3, 2, 3, 3, 3), strict=True))
WRONG_CLAIM_TRICKLESS = dict(zip(COLUMNS, (3, 2, 3, 2, 2, 3, 3), strict=True))
FAILED_CLOSE = dict(zip(COLUMNS, (2, 2, 2, 2, 2, 3, 2), strict=True))
FAILED_CLOSE_TRICKLESS = dict(zip(COLUMNS, (3, 2, 3, 2, 3, 3, 3), strict=True))


def ending(rules: str, points: tuple[int, int], tricks: tuple[int, int] = (5, 3), **more: object) -> Position:
    """Seat 0 is on lead with the ace of trumps against a jack, all other cards drawn or under a closed stock."""
    case = {
        "rules": rules,
        "trump": "S",
        "hand": ["AS"],
        "opponent": ["JH"],
        "points": points,
        "tricks": tricks,
        **more,
    }
    return Position.from_dict(case)


def closed(rules: str, points: tuple[int, int], tricks: tuple[int, int], by: int, at: tuple[int, int]) -> Position:
    """As `ending`, the stock closed with one card face down."""
    stock = {"turn_up": "QS", "stock": 1, "closed_by": by, "at_close": {"points": at[0], "tricks": at[1]}}
    return ending(rules, points, tricks, **stock)


def points_text(number: int) -> str:
    return "1 game point" if number == 1 else f"{number} game points"


@pytest.mark.parametrize("rules", TWO_PLAYERS)
@pytest.mark.parametrize(("theirs", "worth", "why"), [(33, 1, "33, which is not under 33"), (32, 2, "32, under 33")])
def test_right_claim(rules: str, theirs: int, worth: int, why: str) -> None:
    told = verdict(ending(rules, (66, theirs)).apply(ClaimOut()), 0)
    assert told == f"You said out with 66 card points. Your opponent has {why}: {points_text(worth)} for you."


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_right_claim_against_no_trick(rules: str) -> None:
    told = verdict(ending(rules, (66, 0), (5, 0)).apply(ClaimOut()), 1)
    no_trick = "no trick" if TRICKLESS_OUT[rules] == 3 else "no trick, which counts as under 33 here"
    worth = points_text(TRICKLESS_OUT[rules])
    assert told == f"Your opponent said out with 66 card points. You have {no_trick}: {worth} for your opponent."


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_wrong_claim(rules: str) -> None:
    told = verdict(ending(rules, (65, 40)).apply(ClaimOut()), 0)
    assert told == ("You said out with 65 card points, 1 short of 66. A wrong claim gives your opponent 2 game points.")


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_wrong_claim_against_no_trick(rules: str) -> None:
    told = verdict(ending(rules, (60, 0), (5, 0)).apply(ClaimOut()), 1)
    worth = WRONG_CLAIM_TRICKLESS[rules]
    because = ", because you have no trick" if worth == 3 else ""
    assert told == (
        "Your opponent said out with 60 card points, 6 short of 66. "
        f"A wrong claim gives you {points_text(worth)}{because}."
    )


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_close_that_fails_at_the_last_trick(rules: str) -> None:
    """The ace and jack bring 13; the american rules add 10 for the last trick of a closed deal."""
    position = closed(rules, (40, 20), (4, 2), by=0, at=(20, 2)).apply(Play("AS")).apply(Play("JH"))
    total = 53 + (10 if rules == "american" else 0)
    worth = points_text(FAILED_CLOSE[rules])
    assert verdict(position, 0) == (
        f"You closed the stock and came to {total} card points, not 66. "
        f"The close has failed: {worth} for your opponent."
    )


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_closer_claims_wrongly_against_an_opponent_trickless_at_the_close(rules: str) -> None:
    """App judges at the end, when the opponent has a trick: 2. The others judge the close or know no 3 for it."""
    told = verdict(closed(rules, (64, 4), (5, 1), by=0, at=(0, 0)).apply(ClaimOut()), 1)
    worth = 2 if rules == "app" else FAILED_CLOSE_TRICKLESS[rules]
    because = ", because you had no trick when the stock was closed" if worth > FAILED_CLOSE[rules] else ""
    assert told == (
        f"Your opponent said out with 64 card points, 2 short of 66. "
        f"The close has failed: {points_text(worth)} for you{because}."
    )


def test_failed_close_judged_at_the_end() -> None:
    told = verdict(closed("app", (64, 0), (5, 0), by=0, at=(0, 0)).apply(ClaimOut()), 0)
    assert told.endswith("3 game points for your opponent, because your opponent has no trick.")


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_closers_opponent_goes_out(rules: str) -> None:
    told = verdict(closed(rules, (66, 20), (4, 2), by=1, at=(40, 3)).apply(ClaimOut()), 0)
    assert told == (
        "Your opponent closed the stock, but you said out first with 66 card points. "
        f"The close has failed: {points_text(FAILED_CLOSE[rules])} for you."
    )


def test_closers_opponent_goes_out_and_the_closer_has_no_trick() -> None:
    """American: 3 if the closer has no trick."""
    told = verdict(closed("american", (66, 0), (5, 0), by=1, at=(40, 3)).apply(ClaimOut()), 1)
    assert told.endswith("Since you have no trick, that is 3 game points for your opponent.")


def test_success_scaled_by_the_points_at_the_close() -> None:
    """Schnapsen: 20 at the close counts, whatever the opponent took later."""
    told = verdict(closed("schnapsen", (66, 35), (5, 2), by=0, at=(20, 1)).apply(ClaimOut()), 0)
    assert told.endswith("Your opponent had 20 when the stock was closed, under 33: 2 game points for you.")


def test_closer_has_66_after_the_last_trick() -> None:
    position = closed("guide", (60, 20), (4, 2), by=0, at=(20, 2)).apply(Play("AS")).apply(Play("JH"))
    assert verdict(position, 0).startswith("After the last trick you have 73 card points: the close is made. ")


@pytest.mark.parametrize("rules", TWO_PLAYERS)
def test_played_out(rules: str) -> None:
    """50 + 13 + 10 for the last trick make 73 (schnapsen: no 10, but the last trick wins)."""
    told = verdict(ending(rules, (50, 57)).apply(Play("AS")).apply(Play("JH")), 0)
    if rules == "schnapsen":
        assert told == "Nobody said out, so the last trick decides. You took it: 1 game point for you."
    else:
        rule = "Only one has 66." if rules == "american" else "The higher total wins."
        assert told == (
            f"Nobody said out. You have 73, your opponent 57. {rule} "
            "Your opponent has 57, not under 33: 1 game point for you."
        )


@pytest.mark.parametrize("rules", [name for name in TWO_PLAYERS if name != "schnapsen"])
def test_drawn(rules: str) -> None:
    """42 + 13 + 10 = 65 against 65."""
    told = verdict(ending(rules, (42, 65)).apply(Play("AS")).apply(Play("JH")), 0)
    extra = ", and the winner of the next deal won gets 1 game point extra" if rules == "american" else ""
    dealer = "the deal passes on" if rules == "app" else "the same player deals again"
    assert told == (
        f"Nobody said out, and the totals are equal: you 65, your opponent 65. Nobody scores{extra}; {dealer}."
    )


def test_both_past_66_draw_under_the_american_rules() -> None:
    told = verdict(ending("american", (50, 77)).apply(Play("AS")).apply(Play("JH")), 0)
    assert told.startswith("Nobody said out, and both have 66: you 73, your opponent 77. Nobody scores, and the winner")


def test_carried_points() -> None:
    won = Result((0, 2), 1, Reason.OUT)
    assert with_carried(won, 1) == (0, 3)
    assert say_carried(1, you_won=False) == "1 game point carried over from drawn deals is added for your opponent."
    assert say_carried(2, you_won=True) == "2 game points carried over from drawn deals are added for you."


def test_the_story_of_a_deal_adds_up() -> None:
    """Each line's trick and totals agree with the positions, and every trick is told."""
    for seed in range(30):
        session = Session(seed=seed, opponent="Random", flow=True)
        while session.position.result is None:
            session.act(session.position.legal_actions()[0])
        lines = [line for line in tell(session.positions, 0) if line.startswith("Trick ")]
        assert len(lines) == sum(session.position.tricks)
        last = max(i for i, position in enumerate(session.positions) if not position.trick)
        totals = session.positions[last]
        if isinstance(session.position.log[-1][1], Play):
            assert lines[-1].endswith(f"You have {totals.points(0)}, your opponent {totals.points(1)}.")


def test_draws_are_told() -> None:
    """The winner takes the first face-down card; after trick six the loser takes the turn-up."""
    for seed in range(20):
        position = Deal.random(Rules.guide(), seed).start()
        while position.stock_size:
            before, position = position, position.apply(position.legal_actions()[0])
            for you in (0, 1):
                told = say_draw(before, position, you)
                if before.stock_size == position.stock_size:
                    assert told == []
                    continue
                first = before.stock[0]
                second = before.stock[1] if len(before.stock) > 1 else before.turn_up
                mine: Card | None = first if you == position.turn else second
                assert str(mine) in told[0]
                assert ("turn-up" in told[0]) == (position.turn_up is None)
                if position.turn_up is not None:  # nobody is told what the other drew
                    assert str(second if mine is first else first) not in told[0]


def test_equal_totals_past_66_are_a_draw_because_they_are_equal() -> None:
    """60 and 5 points with 10 for the last trick against 75: only the american rules ask who has 66."""
    for rules in ("guide", "santase"):
        position = ending(rules, (52, 75)).apply(Play("AS")).apply(Play("JH"))
        assert verdict(position, 0).startswith("Nobody said out, and the totals are equal: you 75, your opponent 75.")


def test_a_score_that_counts_down_is_told_as_what_is_still_to_win() -> None:
    session = Session(Rules.schnapsen(), seed=3, opponent="Random", match=True)
    while session.position.result is None:
        if session.waiting:
            session.next()
        else:
            session.act(session.position.legal_actions()[0])
    assert session.match is not None
    mine, theirs = (7 - score for score in session.match.scores)
    assert f"Still to win: you {max(0, mine)}, your opponent {max(0, theirs)}." in session.state()["status"]


def test_nobody_at_66_is_the_reason_where_only_66_wins() -> None:
    rules = {"played_out": "sole_66", "bonus_exhausted": 0}
    case = {"rules": rules, "trump": "S", "hand": ["AS"], "opponent": ["JH"], "points": [42, 65], "tricks": [5, 3]}
    end = Position.from_dict(case).apply(Play("AS")).apply(Play("JH"))
    assert verdict(end, 0).startswith("Nobody said out, and nobody has 66: you 55, your opponent 65.")


def test_a_card_led_before_the_claim_is_told() -> None:
    case = {"rules": "american", "trump": "S", "hand": ["9H"], "opponent": ["AH"], "to_move": 1, "points": [66, 30]}
    start = Position.from_dict({**case, "tricks": [6, 5]})
    led = start.apply(Play("AH"))
    assert tell([start, led, led.apply(ClaimOut())], 0) == ["Your opponent led A♥."]
