"""A table in little: both hands, trump, stock and points, light enough for a page of many positions."""

from collections.abc import Sequence

from ..cards import Card, hand_order
from ..public import Public
from .drawing import MARGIN, Marks, Svg, card_at, picture, strip, suit_sign, words
from .faces import HEIGHT, WIDTH
from .paths import number
from .text import capital, card_list, how_many, seat_seen_from, text_of, turn_sentence
from .theme import COLOURS

_ACROSS = 640.0
_CARD = 49.0
"""Just narrow enough for the large index, which is also the lighter drawing."""
_TALL = _CARD * HEIGHT / WIDTH
_LEFT, _ROOM = 152.0, 334.0
_RIGHT = _LEFT + _ROOM + 14


def sketch_svg(
    state: Public,
    *,
    show_points: bool = True,
    caption: str | None = None,
    width: int | None = None,
) -> Svg:
    """Draw a position of two, or a view, as seat 0 or the view's own seat sees it, on a third of a table's space.

    `show_points`, `caption` and `width` are those of `table_svg`, and the text behind the picture is the same.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> sketch_svg(Deal.random(Rules.guide(), seed=66).start().view(0))
    <picture: you are to lead; your hand A♣ 10♣ J♠ K♥ 9♥ 9♦>
    """
    me = seat_seen_from(state, None)
    marks = Marks.of((), ())
    upper, lower = 16.0, 16.0 + _TALL + 14
    known = hand_order(state.hand(1 - me), state.trump)
    hidden: list[Card | None] = [None] * (state.hand_size(1 - me) - len(known))
    mine = hand_order(state.hand(me), state.trump)
    parts = [
        *_seat(state, 1 - me, "Your opponent", upper, [*hidden, *known], marks, show_points),
        *_seat(state, me, "You", lower, mine, marks, show_points),
        *_stock(state, me, upper, marks),
        *_trick(state, me, lower, marks),
    ]
    sentence = turn_sentence(state, me)
    y = lower + _TALL + 14
    foot, height = strip(y, _ACROSS, [sentence, *([caption] if caption else [])])
    return picture(
        [*parts, foot],
        (_ACROSS, y + height + 14),
        title=caption or f"A position. {sentence}",
        description=text_of(state, seat=me, show_points=show_points),
        shows=f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}; your hand {card_list(mine, state)}",
        width=width,
    )


def _seat(
    state: Public, seat: int, name: str, y: float, cards: Sequence[Card | None], marks: Marks, show_points: bool
) -> list[str]:
    """Draw a hand with its owner's name, tricks and points to the left of it."""
    facts = [how_many(state.tricks_won(seat), "trick")]
    if show_points:
        facts.insert(0, f"{state.points(seat)} points")
        facts += [f"{state.pending(seat)} pending"] if state.pending(seat) else []
    drawn = [words(MARGIN, y + 18, name, bold=True)]
    drawn += [words(MARGIN, y + 40 + 19 * at, fact) for at, fact in enumerate(facts)]
    known = [card for card in cards if card is not None]
    hidden = len(cards) - len(known)
    step = _CARD + 6
    left = _LEFT + (_ROOM - step * len(cards) + 6) / 2
    drawn += [_back(left + step * at, y) for at in range(hidden)]
    drawn += [card_at(left + step * at, y, card, marks, width=_CARD) for at, card in enumerate(known, start=hidden)]
    return drawn


def _back(x: float, y: float) -> str:
    """Draw a face-down card without its pattern."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{_CARD:g}" height="{number(_TALL)}" rx="5" '
        f'fill="{COLOURS.card}" stroke="{COLOURS.card_edge}"/><rect x="{number(x + 4)}" y="{number(y + 4)}" '
        f'width="{_CARD - 8:g}" height="{number(_TALL - 8)}" rx="3" fill="{COLOURS.back}"/>'
    )


def _stock(state: Public, me: int, y: float, marks: Marks) -> list[str]:
    """Draw the trump sign, what is left of the stock, and the turn-up."""
    if state.turn_up is None:
        lines = ["stock used up" if state.rules.has_stock else "no stock"]
    else:
        state_of_it = {None: ["face down"], me: ["closed", "by you"], 1 - me: ["closed by", "opponent"]}
        lines = [how_many(state.stock_size, "card"), *state_of_it[state.closed_by]]
    drawn = [
        words(_RIGHT, y + 18, "trump", size=13, colour=COLOURS.soft_ink),
        suit_sign(_RIGHT + 54, y + 13, state.trump),
        *(words(_RIGHT, y + 42 + 16 * at, line, size=13, colour=COLOURS.soft_ink) for at, line in enumerate(lines)),
    ]
    if state.turn_up is not None:
        drawn.append(card_at(_ACROSS - MARGIN - _CARD, y, state.turn_up, marks, width=_CARD))
    return drawn


def _trick(state: Public, me: int, y: float, marks: Marks) -> list[str]:
    """Draw the card on the table, if there is one."""
    drawn = []
    for seat, card in state.trick:
        who = "you" if seat == me else "opponent"
        drawn += [
            words(_RIGHT, y + 18, capital(who), size=13, colour=COLOURS.soft_ink),
            words(_RIGHT, y + 35, "led", size=13, colour=COLOURS.soft_ink),
            card_at(_ACROSS - MARGIN - _CARD, y, card, marks, width=_CARD),
        ]
    return drawn
