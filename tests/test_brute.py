"""The brute force agrees with plain minimax over the engine's own actions, and with values that the rules prove."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sixtysix import Card, ClaimOut, Deal, Position, Rules
from sixtysix.cards import PACK, Suit
from sixtysix.public import AtClose, Phase
from sixtysix.rule_table import TABLE

from .brute import Closed, Exhausted, closer_wins, deal_value, ending_of, exhausted_value, position_value
from .build import TWO_HANDED, named, scene


def minimax(position: Position) -> int:
    """Return the game points to seat 0 under best play, by applying every legal action."""
    if position.result:
        return position.result.game_points[0] - position.result.game_points[1]
    values = [minimax(position.apply(action)) for action in position.legal_actions()]
    return max(values) if position.turn == 0 else min(values)


def random_ending(rules: Rules, size: int, chance: Random) -> Position:
    """Deal hands of this size with the stock closed or gone, with points around 33 and 66 and any tricks.

    Such a position need not be one that play can reach. Half of them go on by one random action.
    """
    pack = list(rules.pack)
    chance.shuffle(pack)
    # Mostly few suits, so that suits are followed, or kings and queens, so that there are marriages
    often = chance.choice(("", "SH", "KQ"))
    pack.sort(key=lambda card: card.suit.value in often or card.rank.value in often, reverse=True)
    hands = (tuple(sorted(pack[:size])), tuple(sorted(pack[size : 2 * size])))
    rest = pack[2 * size :]
    closed = chance.random() < 0.6
    tricks = chance.choice(((0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 3)))
    points = tuple(chance.choice((0, 10, 20, 28, 32, 33, 40, 45, 50, 55, 60, 63, 65, 66)) for _ in tricks)
    before = (chance.choice((0, 32, 33, points[1])), chance.choice((0, tricks[1])))
    nobody: frozenset[Card] = frozenset()
    position = replace(
        Deal.random(rules, 0).start(),
        trump=chance.choice(pack).suit,
        hands=hands,
        hand_sizes=(size, size),
        stock=tuple(rest[1:4]) if closed else (),
        stock_size=3 if closed else 0,
        turn_up=rest[0] if closed else None,
        turn=chance.choice((0, 1)),
        taken=points,
        waiting=tuple(0 if won else chance.choice((0, 0, 20, 40)) for won in tricks),
        tricks=tricks,
        closed_by=chance.choice((0, 1)) if closed else None,
        at_close=AtClose(*before) if closed else None,
        shown=(nobody, nobody),
    )
    actions = [action for action in position.legal_actions() if not isinstance(action, ClaimOut)]
    return position.apply(chance.choice(actions)) if chance.random() < 0.5 else position


def random_rules(chance: Random) -> Rules:
    """Mix the fields that matter once nobody draws any more."""
    failed, wrong = chance.choice((2, 3)), chance.choice((1, 2))
    values: dict[str, Any] = {
        "failed_close": failed,
        "failed_close_trickless": chance.choice((failed, 4)),
        "wrong_claim": wrong,
        "wrong_claim_trickless": chance.choice((wrong, 3)),
        "bonus_closed": chance.choice((0, 10)),
    }
    names = ("must_beat", "must_trump", "marriages", "first_lead_extras", "claim", "schwarz", "trickless_judged")
    for name in (*names, "counter_out", "success_scale", "played_out"):
        choices = TABLE[name].sentences
        assert not isinstance(choices, str)
        values[name] = chance.choice(list(choices))
    if values["played_out"] == "last_trick":
        values["bonus_exhausted"] = 0
    return Rules(**values)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_it_agrees_with_minimax_over_the_engine(name: str) -> None:
    chance = Random(name)
    for size, number in ((1, 100), (2, 400), (3, 15)):
        for _ in range(number):
            position = random_ending(Rules.preset(name), size, chance)
            assert position_value(position) == minimax(position), position


def test_it_agrees_with_minimax_under_mixed_rules() -> None:
    chance = Random(66)
    for number in range(1500):
        position = random_ending(random_rules(chance), 2 + number % 50 // 49, chance)
        assert position_value(position) == minimax(position), position


@pytest.mark.parametrize("name", TWO_HANDED)
def test_it_agrees_with_minimax_at_the_end_of_played_deals(name: str) -> None:
    chance = Random(name)
    checked = 0
    for seed in range(60):
        position = Deal.random(Rules.preset(name), seed).start()
        while position.result is None:
            if not position.is_open and max(position.hand_sizes) <= 2 and position.phase is Phase.PLAY:
                assert position_value(position) == minimax(position), position
                checked += 1
            actions = [action for action in position.legal_actions() if not isinstance(action, ClaimOut)]
            position = position.apply(chance.choice(actions))
    assert checked > 100


def test_who_wins_is_the_sign_of_the_value() -> None:
    chance = Random(1)
    for _ in range(400):
        rules, trump, size = random_rules(chance), chance.choice(list(Suit)), chance.choice((1, 2, 3, 4))
        some = chance.sample(PACK, 2 * size)
        mine, his = frozenset(some[:size]), frozenset(some[size:])
        leader, needs = chance.choice((0, 1)), (chance.randrange(67), chance.randrange(67))
        led = None
        if chance.random() < 0.4:
            led = chance.choice(sorted((mine, his)[leader]))
        state = Closed(
            rules=rules,
            trump=trump,
            hands=(mine - {led}, his - {led}),
            leader=leader,
            led=led,
            points=(66 - needs[0], 66 - needs[1]),
            tricks=(1, 1),
        )
        assert closer_wins(rules, trump, *state.hands, leader, led, *needs) == (deal_value(state) > 0)


def closed(hand: str, other: str, **facts: Any) -> Closed:
    """Set up a closed stock under the default rules, spades trump."""
    both = (frozenset(map(Card, named(hand))), frozenset(map(Card, named(other))))
    return Closed(**{"rules": Rules.guide(), "trump": Suit.SPADES, "hands": both, "tricks": (1, 1), **facts})


@pytest.mark.parametrize(("others", "value"), [(32, 2), (33, 1)])
def test_a_claim_is_worth_two_below_33(others: int, value: int) -> None:
    assert deal_value(closed("9H", "9D", points=(66, others))) == value


@pytest.mark.parametrize(("mine", "value"), [(55, 3), (54, -3)])
def test_the_last_ace_makes_66_or_not(mine: int, value: int) -> None:
    # The other never wins a trick: three for the closer, and three against him if he falls short.
    assert deal_value(closed("AS", "9H", points=(mine, 0), tricks=(1, 0))) == value


def test_a_trick_of_two_nines_saves_a_game_point() -> None:
    # On lead the closer says out and gets three. Led to, he has to give up nine on nine first.
    hands = "9H JH", "9D 9C"
    assert deal_value(closed(*hands, points=(66, 0), tricks=(3, 0))) == 3
    assert deal_value(closed(*hands, points=(66, 0), tricks=(3, 0), leader=1)) == 2


def test_the_loser_may_claim_wrongly_to_lose_less() -> None:
    # Led to without a trick, the closer's opponent loses three by playing on, and two by a wrong claim in turn.
    loses_all = closed("AS", "9H", points=(55, 0), tricks=(1, 0))
    anytime = replace(loses_all, rules=Rules(claim="any_turn"))
    assert (deal_value(loses_all), deal_value(anytime)) == (3, 2)


@pytest.mark.parametrize(("extras", "value"), [(True, 3), (False, -3)])
def test_a_marriage_at_the_opening_lead_needs_leave(extras: bool, value: int) -> None:
    # Both tricks and the last-trick bonus make 27, with the royal marriage 67.
    rules = Rules(marriages="always", first_lead_extras=extras, bonus_closed=20)
    assert deal_value(closed("KS QS", "9H 9D", rules=rules, tricks=(0, 0))) == value


def test_equal_totals_after_the_last_trick_are_drawn() -> None:
    hands = (frozenset({Card("AS")}), frozenset({Card("9H")}))
    ending = Exhausted(rules=Rules.guide(), trump=Suit.SPADES, hands=hands, points=(44, 65), tricks=(6, 5))
    assert exhausted_value(ending) == 0  # ace and last trick are worth 21
    assert exhausted_value(replace(ending, points=(45, 65))) == 1


def test_needs_decide_a_race_by_hand() -> None:
    rules, ace, ten, nine = Rules.guide(), frozenset({Card("AS")}), frozenset({Card("TS")}), frozenset({Card("9H")})
    assert closer_wins(rules, Suit.SPADES, ace, nine, 0, None, 11, 66)
    assert not closer_wins(rules, Suit.SPADES, ace, nine, 0, None, 12, 66)
    assert closer_wins(rules, Suit.SPADES, ace, ten, 1, None, 21, 1)
    assert closer_wins(rules, Suit.SPADES, ten, frozenset(), 1, Card("9S"), 10, 0)
    assert not closer_wins(rules, Suit.SPADES, ten, ace, 1, None, 1, 0)


def test_an_ending_is_read_from_the_closers_side() -> None:
    position = scene(
        Rules.guide(), "AS KH", "9D QD", trump="S", turn_up="9S", stock=3, closed_by=1, to_move=1, points=[40, 12]
    )
    ending = ending_of(position)
    assert isinstance(ending, Closed)
    assert ending.hands[0] == {Card("9D"), Card("QD")}
    assert (ending.leader, ending.points, ending.at_close) == (0, (12, 40), (40, 1))
    with pytest.raises(ValueError, match="no ending"):
        ending_of(Deal.random(Rules.guide(), 1).start())


@pytest.mark.parametrize("name", ["pagat", "german"])
@pytest.mark.parametrize("mine", [40, 45, 50])
def test_the_exchange_after_a_close_is_led_on(name: str, mine: int) -> None:
    facts: dict[str, Any] = {"turn_up": "TS", "stock": 3, "closed_by": 0, "to_move": 1, "phase": "exchange"}
    position = scene(Rules.preset(name), "AS KH", "9S QD", points=[mine, 40], **facts)
    assert position.phase is Phase.EXCHANGE
    assert position_value(position) == minimax(position)
