"""Positions and views in plain words, a fact to a line: for screen readers, terminals and the text behind a picture."""

from collections.abc import Iterable

from ..cards import Card, hand_order
from ..public import Phase, Public
from ..view import View


def text_of(state: Public, *, seat: int | None = None, open_cards: bool = False, show_points: bool = True) -> str:
    """Tell a position or a view as one seat sees it, in several lines of plain text.

    A view is told from its own seat; a position from `seat`, by default 0. Other hands are told as far as they have
    been shown; ``open_cards=True`` tells the whole of them where the state knows them. ``show_points=False`` leaves the
    card points out, for a reader who is to count. `ValueError` for a seat the state cannot be seen from.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> print(text_of(Deal.random(Rules.guide(), seed=66).start().view(0)))
    You are to lead.
    Your hand: A♣ 10♣ J♠ K♥ 9♥ 9♦
    Your opponent: 6 cards
    Stock: 11 cards face down, turn-up 9♣, trump ♣
    Card points: you 0, your opponent 0
    Tricks: you 0, your opponent 0
    """
    me = seat_seen_from(state, seat)
    others = [other for other in range(state.rules.players) if other != me]
    lines = [
        turn_sentence(state, me),
        f"Your hand: {card_list(state.hand(me), state)}",
        *(f"{capital(seat_name(state, other, me))}: {_other_hand(state, other, open_cards)}" for other in others),
        stock_line(state, me),
    ]
    if state.trick:
        played = [f"{seat_name(state, player, me)} {'led' if at == 0 else 'played'} {card}"
                  for at, (player, card) in enumerate(state.trick)]  # fmt: skip
        lines.append(f"Trick: {', '.join(played)}")
    if show_points:
        lines.append(f"Card points: {_by_side(state, me, [points_text(state, s) for s in range(state.rules.players)])}")
    tricks = [str(state.tricks_won(player)) for player in range(state.rules.players)]
    lines.append(f"Tricks: {_by_side(state, me, tricks)}")
    return "\n".join(lines)


def seat_seen_from(state: Public, seat: int | None) -> int:
    """Return the seat a state is shown from: a view's own, else the one asked for, else 0.

    Raises `ValueError` for a seat that is not there, and for a view shown from another seat than its own.
    """
    if isinstance(state, View):
        if seat not in (None, state.seat):
            raise ValueError(f"seat: this view is seat {state.seat}'s and cannot be shown from seat {seat!r}")
        return state.seat
    if seat is None:
        return 0
    if seat not in range(state.rules.players):
        raise ValueError(f"seat: {seat!r} is not a seat; seats are 0 to {state.rules.players - 1}")
    return seat


def seat_name(state: Public, seat: int, me: int) -> str:
    """Name a seat as the reader at seat `me` calls it: ``you``, ``your opponent``, ``your partner`` or ``seat 2``."""
    if seat == me:
        return "you"
    if state.rules.players == 2:
        return "your opponent"
    return f"seat {seat} (your partner)" if seat in state.rules.side(me) else f"seat {seat}"


def side_name(state: Public, side: tuple[int, ...], me: int) -> str:
    """Name a side as the reader at seat `me` calls it."""
    if len(side) == 1:
        return seat_name(state, side[0], me)
    return "your side" if me in side else "the other side"


def card_list(cards: Iterable[Card], state: Public) -> str:
    """Write cards in the order of a hand, trumps first; ``no cards`` for none."""
    return " ".join(str(card) for card in hand_order(cards, state.trump)) or "no cards"


def points_text(state: Public, seat: int) -> str:
    """Write a side's card points, with those of a marriage that waits for the first trick."""
    waiting = state.pending(seat)
    return f"{state.points(seat)} ({waiting} pending)" if waiting else str(state.points(seat))


def stock_line(state: Public, me: int) -> str:
    """Tell of the stock, the turn-up and trumps."""
    trump = f"trump {state.trump}"
    if not state.rules.has_stock:
        return f"No stock, {trump}"
    if state.turn_up is None:
        return f"Stock: used up, {trump}"
    closed = "" if state.closed_by is None else f", closed by {seat_name(state, state.closed_by, me)}"
    return f"Stock: {how_many(state.stock_size, 'card')} face down, turn-up {state.turn_up}, {trump}{closed}"


def turn_sentence(state: Public, me: int) -> str:
    """Say whose turn it is and for what, or how the deal ended."""
    if state.result is not None:
        return _result_sentence(state, me)
    mine = state.turn == me
    who = f"{capital(seat_name(state, state.turn, me))} {'are' if mine else 'is'}"
    if state.phase is Phase.DRAW:
        return f"{who} to draw or to close."
    if state.phase is Phase.EXCHANGE:
        return f"{who} to exchange or pass."
    if state.trick:
        led = state.trick[0][1]
        return f"{who} to play to {led}."
    if state.announced is not None:
        return f"{who} to lead the king or queen of the marriage announced in {state.announced}."
    return f"{who} to lead."


def how_many(count: int, what: str) -> str:
    """Count things in words: one ``card``, two ``cards``.

    >>> how_many(1, "card"), how_many(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def capital(text: str) -> str:
    """Begin a text with a capital letter.

    >>> capital("your opponent")
    'Your opponent'
    """
    return text[:1].upper() + text[1:]


def _result_sentence(state: Public, me: int) -> str:
    assert state.result is not None  # asked for only then
    points = state.result.game_points
    if not any(points):
        return f"The deal is over and nobody wins ({state.result.reason})."
    winners = [seat_name(state, seat, me) for seat, worth in enumerate(points) if worth]
    worth = max(points)
    verb = "win" if len(winners) > 1 or winners == ["you"] else "wins"
    return f"The deal is over: {' and '.join(winners)} {verb} {how_many(worth, 'game point')} ({state.result.reason})."


def _other_hand(state: Public, seat: int, open_cards: bool) -> str:
    size = state.hand_size(seat)
    known = state.hand(seat) if open_cards else tuple(sorted(state.shown[seat]))
    if len(known) == size:
        return card_list(known, state)
    count = how_many(size, "card")
    return f"{count}, known {card_list(known, state)}" if known else count


def _by_side(state: Public, me: int, values: list[str]) -> str:
    """Write a value for each side, the reader's first; partners share one."""
    players = state.rules.players
    sides = dict.fromkeys(state.rules.side((me + step) % players) for step in range(players))
    colon = ":" if players > 2 else ""  # "seat 1 12" would be hard to read
    return ", ".join(f"{side_name(state, side, me)}{colon} {values[side[0]]}" for side in sides)
