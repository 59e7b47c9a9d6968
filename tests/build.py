"""Short ways to build positions and to play on from them."""

from collections.abc import Iterable
from typing import Any, TypeVar

from sixtysix import Card, Deal, Draw, Match, Pass, Play, Position, Rules
from sixtysix.actions import Action, action_token, parse_action
from sixtysix.cards import PACK

TWO_HANDED = tuple(name for name in Rules.names() if Rules.preset(name).players == 2)

State = TypeVar("State", Position, Match)


def cards(text: str) -> list[str]:
    """Split ``"AS TH"`` into card codes."""
    return text.split()


def named(text: str) -> set[str]:
    """Return the card codes in a text as a set."""
    return set(text.split())


def scene(
    rules: Rules,
    hand: str,
    opponent: str,
    *,
    trump: str = "S",
    stock: int | str = 0,
    turn_up: str | None = None,
    **fields: Any,
) -> Position:
    """Build a position from both hands; every card not named has been played.

    A number for `stock` takes that many of the remaining cards, those of the lowest worth, so that the cards played
    are worth as many points as possible. `fields` are fields of the case format.
    """
    if isinstance(stock, int):
        placed = {Card(card) for card in cards(f"{hand} {opponent} {turn_up or ''}")}
        free = [card for card in rules.pack if card not in placed]
        face_down = [card.code for card in sorted(free, key=lambda card: card.points)[:stock]]
    else:
        face_down = cards(stock)
    return Position.from_dict(
        {
            "rules": rules.to_data(),
            "trump": trump,
            "hand": cards(hand),
            "opponent": cards(opponent),
            "turn_up": turn_up,
            "stock": face_down,
            **fields,
        }
    )


def pack_for(rules: Rules, first: str, second: str, *, turn_up: str, stock: str = "") -> list[Card]:
    """Put a pack in dealing order so that the leader gets `first`, the other `second`, then turn-up and stock.

    Cards not named go to the bottom of the stock, in sorting order.
    """
    hands = [[Card(card) for card in cards(first)], [Card(card) for card in cards(second)]]
    assert [len(hand) for hand in hands] == [rules.hand_size] * 2, "both hands must be whole"
    below = [Card(card) for card in cards(stock)]
    placed = {*hands[0], *hands[1], *below, Card(turn_up)}
    rest = [card for card in rules.pack if card not in placed]
    order: list[Card] = []
    turn_up_after = 1 if rules.trump_card == "turn_up_after_first_packet" else len(rules.packets)
    for number, size in enumerate(rules.packets, start=1):
        for hand in hands:
            order += hand[:size]
            del hand[:size]
        if number == turn_up_after:
            order.append(Card(turn_up))
    return [*order, *below, *rest]


def dealt(
    rules: Rules, first: str, second: str, *, turn_up: str, stock: str = "", dealer: int | None = None
) -> Position:
    """Deal these hands: seat 0 leads unless `dealer` says otherwise."""
    return Deal.from_pack(pack_for(rules, first, second, turn_up=turn_up, stock=stock), rules, dealer).start()


def play(state: State, tokens: str) -> State:
    """Play on by action tokens: ``AS`` play, ``*H`` announce, ``x`` exchange, ``c`` close, ``d`` draw, ``!`` out."""
    for token in tokens.split():
        state = state.apply(parse_action(token))
    return state


def legal(position: Position) -> set[str]:
    """Return the tokens of all legal actions."""
    return {action_token(action) for action in position.legal_actions()}


def allows(position: Position, token: str) -> bool:
    """Whether an action is legal, asked in both ways that must agree."""
    action = parse_action(token)
    listed = action in position.legal_actions()
    assert listed == (position.why_illegal(action) is None)
    return listed


def playable(position: Position) -> set[str]:
    """Return the codes of the cards that may be played."""
    return {action.card.code for action in position.legal_actions() if isinstance(action, Play)}


def codes(some: Iterable[Card]) -> set[str]:
    """Return the codes of some cards."""
    return {card.code for card in some}


def game_points(position: Position) -> tuple[int, ...]:
    """Return the game points of a deal that is over."""
    assert position.result is not None, "the deal is not over"
    return position.result.game_points


def plain_play(position: Position, choose: int = 0) -> Position:
    """Play a deal out with nothing but cards, always the one at place `choose` among the playable ones."""
    while position.result is None:
        position = position.apply(plain_action(position, choose))
    return position


def plain_action(position: Position, choose: int = 0) -> Action:
    """Choose a card, or where none may be played, draw or pass."""
    actions = position.legal_actions()
    plays = [action for action in actions if isinstance(action, Play)]
    if plays:
        return plays[choose % len(plays)]
    return next(action for action in actions if isinstance(action, Draw | Pass))


def three_start(dealer: int = 2) -> Position:
    """Deal the sorted pack to three."""
    return Deal.from_pack(PACK, Rules.three_handed(), dealer).start()
