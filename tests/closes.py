"""Random views in which a close can be analysed, for the tests of the exact answers."""

from collections.abc import Iterator
from random import Random
from typing import Any

from sixtysix import Announce, Card, ClaimOut, Close, Deal, Position, PuzzleError, Rules, View
from sixtysix.actions import Action
from sixtysix.public import Phase

from .needs import CLOSER_HE, CLOSER_ME, Race


def race_of(rules: Rules, view: View, *, closer_me: bool) -> Race:
    """Set up the race of a closed stock under these rules."""
    end = CLOSER_ME if closer_me else CLOSER_HE
    return Race(
        trump=view.trump,
        must_beat=rules.must_beat,
        must_trump=rules.must_trump,
        marriages=rules.marriages in ("open_or_closed", "always"),
        my_claim=rules.claim in ("lead_or_marriage", "any_turn"),
        his_claim=rules.claim in ("lead_or_marriage", "any_turn"),
        any_turn=rules.claim == "any_turn",
        bonus=rules.bonus_closed,
        if_last_is_mine=end,
        if_last_is_his=end,
    )


def played_views(rules: Rules, chance: Random, *, most_cards: int = 6) -> Iterator[View]:
    """Play deals at random, seldom closing; yield views in which somebody may close, or has closed."""
    while True:
        position = Deal.random(rules, chance.randrange(10**9)).start()
        steps, eager = chance.randrange(24), chance.random() * 0.3
        while position.result is None and steps:
            position, steps = position.apply(_random_action(position, chance, eager)), steps - 1
        view = analysed_view(position, chance)
        if view is not None and len(view.own) <= most_cards:
            yield view


def _random_action(position: Position, chance: Random, eager: float) -> Action:
    actions = [action for action in position.legal_actions() if not isinstance(action, ClaimOut)]
    if Close() in actions and chance.random() < eager:
        return Close()
    marriages = [action for action in actions if isinstance(action, Announce)]
    return chance.choice(marriages if marriages and chance.random() < 0.7 else actions)


def analysed_view(position: Position, chance: Random) -> View | None:
    """Return the view of a seat whose close can be analysed, sometimes of the seat that waits for a lead."""
    if position.result is not None or position.phase is Phase.EXCHANGE:
        return None
    if position.is_open:
        return position.view(position.turn) if Close() in position.legal_actions() else None
    if position.closed_by is None:
        return None
    waits = position.phase is Phase.PLAY and not position.trick and position.announced is None
    if waits and position.points(position.turn) < 66 and chance.random() < 0.3:
        return position.view(1 - position.turn)
    return position.view(position.turn)


def position_of(view: View, hand: frozenset[Card]) -> Position:
    """Return the position of a view in which the opponent holds this hand, a card already led included."""
    left = hand - {card for _, card in view.trick}
    return view.with_hidden(left, sorted(view.unseen - left))


def boundary_positions(rules: Rules, chance: Random, *, most_cards: int = 4) -> Iterator[Position]:
    """Make up closed stocks that play can reach, with points around 33 and 66 and often somebody without a trick.

    Half of the hands have few suits, or kings and queens for marriages.
    """
    while True:
        try:
            position = Position.from_dict(_case(rules, chance, most_cards))
        except PuzzleError:
            continue  # the points or marriages do not go with the cards played
        if _can_be_reached(position):
            yield position


def _can_be_reached(position: Position) -> bool:
    """Say whether whoever leads has won a trick, and so had the closer, unless at the opening lead."""
    leader, closer = position.leader, position.closed_by
    assert closer is not None
    first = not any(position.tricks)
    whole = position.stock_size == len(position.rules.pack) - 2 * position.rules.hand_size - 1
    return (leader == closer if first else position.tricks_won(leader) > 0) and (
        position.tricks_won(closer) > 0 or whole
    )


def _case(rules: Rules, chance: Random, most_cards: int) -> dict[str, Any]:
    """Return case data of a closed stock; it may contradict itself."""
    size, whole = chance.randint(1, most_cards), len(rules.pack) - 2 * rules.hand_size - 1
    often = chance.choice(("", "SH", "KQ", "KQ"))
    pack = sorted(
        chance.sample(rules.pack, len(rules.pack)), key=lambda c: c.suit.value in often or c.rank.value in often
    )
    mine, his, rest = pack[-size:], pack[-2 * size : -size], pack[: -2 * size]
    turn_up = rest.pop(chance.randrange(len(rest)))
    stock = chance.sample(rest, chance.choice((1, 3, 5, whole)))
    tricks = (len(rest) - len(stock)) // 2
    first = chance.choice((0, 1, 1, tricks - 1, tricks, tricks // 2))
    won = (first, tricks - first)
    points = [chance.choice((0, 10, 20, 28, 32, 33, 40, 45, 50, 55, 60, 63, 65, 66)) if n else 0 for n in won]
    closer, leader = chance.choice((0, 1)), chance.choice((0, 1))
    before = min(chance.choice((0, 1, 9)), won[1 - closer]) if len(stock) < whole else 0
    data: dict[str, Any] = {
        "rules": rules.to_data(),
        "trump": turn_up.suit.value,
        "turn_up": turn_up.code,
        "hand": [card.code for card in mine],
        "opponent": [card.code for card in his],
        "stock": [card.code for card in stock],
        "closed_by": closer,
        "at_close": {
            "points": min(chance.choice((0, 32, 33, 66)), points[1 - closer]) if before else 0,
            "tricks": before,
        },
        "points": points,
        "pending": [0 if n else chance.choice((0, 0, 20, 40)) for n in won],
        "tricks": won,
        "to_move": leader,
    }
    if chance.random() < 0.4:
        data |= {"to_move": 1 - leader, "led": chance.choice((mine, his)[leader]).code}
    elif rules.exchange_after_close == "both" and leader == closer and chance.random() < 0.5:
        data["phase"] = Phase.CLOSED.value
    return data
