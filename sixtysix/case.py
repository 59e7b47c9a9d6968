"""Positions and views as JSON data: the case format of puzzles, lessons and saved games (two players).

``hand`` is seat 0's and ``opponent`` seat 1's, both as they were before the trick on the table: the card ``led`` is
still in its hand. Every fault raises `PuzzleError` that begins with the field's name; `case_facts` does the reading.
"""

from collections.abc import Iterable
from typing import Any

from .actions import action_token
from .cards import Card
from .case_facts import FIELDS, HANDS, Facts, add_up, last_trick_bonus, need
from .position import Position
from .public import Phase, Public
from .view import View


def position_to_case(position: Position) -> dict[str, Any]:
    """Return a position as case data."""
    data = _open_facts(position)
    for seat, name in enumerate(HANDS):
        data[name] = _codes((*position.hands[seat], *_on_table(position, seat)))
    data["stock"] = _codes(position.stock, keep_order=True)
    return _without_defaults(data)


def view_to_case(view: View) -> dict[str, Any]:
    """Return a view as case data: nothing hidden is in it."""
    data = _open_facts(view)
    own, other = view.seat, 1 - view.seat
    data["seat"] = own
    data[HANDS[own]] = _codes((*view.own, *_on_table(view, own)))
    data["stock"] = view.stock_size
    data["unseen"] = _codes({*view.unseen, *view.shown[other], *_on_table(view, other)})
    return _without_defaults(data)


def position_from_case(data: object) -> Position:
    """Read a position: both hands must be given, and the stock card by card where it will still be drawn."""
    facts = Facts.read(data)
    for name in HANDS:
        need(name in facts.given, name, "missing: a position needs both hands")
    hands = [facts.hands[seat] - facts.led_by(seat) for seat in (0, 1)]
    return Position(
        **facts.public(), hands=(tuple(sorted(hands[0])), tuple(sorted(hands[1]))), stock=facts.stock_in_order()
    )


def view_from_case(data: object) -> View:
    """Read a view: the hand of ``seat`` must be given, the other may be."""
    facts = Facts.read(data)
    own = HANDS[facts.seat]
    need(own in facts.given, own, f"missing: the view of seat {facts.seat} needs it")
    return View(
        **facts.public(), seat=facts.seat, own=tuple(sorted(facts.hands[facts.seat] - facts.led_by(facts.seat)))
    )


def _open_facts(state: Public) -> dict[str, Any]:
    state.rules.require_two_players("the text of a position")
    result = state.result
    over = not any(state.hand_sizes) and not state.trick
    bonus = last_trick_bonus(state.rules, state.closed_by) if over else 0
    return {
        "rules": state.rules.to_data(),
        "dealer": state.dealer,
        "trump": state.trump.value,
        "turn_up": state.turn_up.code if state.turn_up else None,
        **{
            f"{name}_known": _codes((*state.shown[seat], *_on_table(state, seat))) if state.shown[seat] else []
            for seat, name in enumerate(HANDS)
        },
        **{f"{name}_lacks": _codes(state.lacks[seat]) for seat, name in enumerate(HANDS)},
        "to_move": state.turn,
        "led": state.trick[0][1].code if state.trick else None,
        "announced": state.announced.value if state.announced else None,
        "closed_by": state.closed_by,
        "at_close": state.at_close._asdict() if state.at_close else None,
        "points": list(state.taken),
        "pending": list(state.waiting),
        "tricks": list(state.tricks),
        # A case without `played` may give points that do not quite add up, and then is written without it too.
        "played": _codes(state.played, keep_order=True) if add_up(state.taken, state.played, bonus) else [],
        "phase": state.phase.value if state.phase in (Phase.EXCHANGE, Phase.CLOSED) else None,
        "log": [f"{seat}{action_token(action)}" for seat, action in state.log],
        "result": {"game_points": list(result.game_points), "winner": result.winner, "reason": result.reason.value}
        if result
        else None,
    }


def _without_defaults(data: dict[str, Any]) -> dict[str, Any]:
    """Drop what the reader fills in; ``points``, ``tricks`` and the hands always stay."""
    keep = {"points", "tricks", "to_move", "trump", *HANDS, "stock"}
    return {
        name: data[name] for name in FIELDS if name in data and (name in keep or data[name] not in (None, [], [0, 0]))
    }


def _codes(cards: Iterable[Card], *, keep_order: bool = False) -> list[str]:
    return [card.code for card in (cards if keep_order else sorted(cards))]


def _on_table(state: Public, seat: int) -> tuple[Card, ...]:
    return tuple(card for player, card in state.trick if player == seat)
