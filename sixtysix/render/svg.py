"""Pictures for lessons: a table as one seat sees it, a row of cards, a trick."""

from collections.abc import Iterable, Sequence

from ..cards import Card, Suit, hand_order
from ..public import Phase, Public, trick_winner
from .drawing import (
    MARGIN,
    Marks,
    Svg,
    card_at,
    empty_place,
    picture,
    row_of_cards,
    strip,
    suit_sign,
    words,
)
from .faces import HEIGHT, WIDTH
from .text import capital, card_list, how_many, seat_name, seat_seen_from, text_of, turn_sentence
from .theme import COLOURS

_ACROSS = 640.0
_SMALL = 46.0
_SMALL_HEIGHT = _SMALL * HEIGHT / WIDTH


def table_svg(
    state: Public,
    *,
    seat: int | None = None,
    open_cards: bool = False,
    show_points: bool = True,
    highlight: Iterable[Card | str] = (),
    crossed: Iterable[Card | str] = (),
    caption: str | None = None,
    width: int | None = None,
) -> Svg:
    """Draw a position or a view as one seat sees it.

    `seat`, `open_cards` and `show_points` are those of `text_of`, whose text is the description of the picture. Cards
    in `highlight` get a gold ring, those in `crossed` a cross; `ValueError` if one of them is not to be seen. `caption`
    stands at the foot under whose turn it is; `width` is in pixels, 640 by itself.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> table_svg(Deal.random(Rules.guide(), seed=66).start().view(0), highlight=["9H"])
    <picture: table, you are to lead; your hand A♣ 10♣ J♠ K♥ 9♥ 9♦>
    """
    me = seat_seen_from(state, seat)
    marks = Marks.of(highlight, crossed)
    parts: list[str] = []
    y = 0.0
    for other in (s for s in range(state.rules.players) if s != me):
        parts.append(_other_seat(state, other, me, y, marks, open_cards, show_points))
        y += _SMALL_HEIGHT + 10
    y += 16
    parts += [_stock(state, me, y + 16, marks), _trick(state, me, y, marks), _score(state, me, y + 22, show_points)]
    y += 24 + HEIGHT + 16
    hand = hand_order(state.hand(me), state.trump)
    parts.append(row_of_cards(hand, _ACROSS / 2, y, marks, room=_ACROSS - 2 * MARGIN))
    y += HEIGHT + 16
    marks.check()
    sentence = turn_sentence(state, me)
    foot, height = strip(y, _ACROSS, [sentence, *([caption] if caption else [])])
    parts.append(foot)
    shows = f"table, {sentence[:1].lower()}{sentence[1:].rstrip('.')}; your hand {card_list(hand, state)}"
    return picture(
        parts,
        (_ACROSS, y + height + 14),
        title=caption or f"A table of Sixty-Six. {sentence}",
        description=_marked(text_of(state, seat=me, open_cards=open_cards, show_points=show_points), marks),
        shows=shows,
        width=width,
    )


def cards_svg(
    cards: Iterable[Card | str | None],
    *,
    labels: Sequence[str] | None = None,
    highlight: Iterable[Card | str] = (),
    crossed: Iterable[Card | str] = (),
    caption: str | None = None,
    per_row: int = 6,
    small: bool = False,
    width: int | None = None,
) -> Svg:
    """Draw cards in rows, None for a face-down one, each with a label under it if `labels` are given.

    ``small=True`` draws small cards with a large index: for many cards in one picture, which else grows heavy.
    `highlight`, `crossed`, `caption` and `width` are those of `table_svg`. `ValueError` without a card, or when the
    labels are not as many as the cards.

    >>> cards_svg(["AS", "TH", None], labels=["11", "10", "?"])
    <picture: A♠ (11), 10♥ (10), face-down card (?)>
    """
    shown = [None if card is None else Card(card) for card in cards]
    if not shown:
        raise ValueError("cards: there is no card to draw")
    if labels is not None and len(labels) != len(shown):
        raise ValueError(f"labels: {len(labels)} labels for {how_many(len(shown), 'card')}")
    marks = Marks.of(highlight, crossed)
    size, tall = (_SMALL, _SMALL_HEIGHT) if small else (float(WIDTH), float(HEIGHT))
    step, column = tall + (14.0 if labels is None else 36.0), _column(labels, size)
    columns = min(per_row, len(shown))
    across = max(2 * MARGIN + column * columns - 10, 320.0 if caption else 0.0)
    left = (across - column * columns + 10) / 2
    parts = []
    for at, card in enumerate(shown):
        x, y = left + column * (at % per_row), 18 + step * (at // per_row)
        parts.append(card_at(x + (column - 10 - size) / 2, y, card, marks, width=size))
        if labels is not None:
            parts.append(words(x + (column - 10) / 2, y + tall + 20, labels[at], anchor="middle"))
    marks.check()
    names = ["face-down card" if card is None else str(card) for card in shown]
    shows = ", ".join(
        names if labels is None else [f"{name} ({label})" for name, label in zip(names, labels, strict=True)]
    )
    y = 18 + step * ((len(shown) - 1) // per_row + 1)
    if caption:
        foot, height = strip(y, across, [caption])
        parts.append(foot)
        y += height + 12
    return picture(
        parts, (across, y + 4), title=caption or "Cards", description=_marked(shows, marks), shows=shows, width=width
    )


def trick_svg(
    cards: Iterable[Card | str],
    *,
    trump: Suit | str,
    names: Sequence[str] | None = None,
    winner: bool = False,
    caption: str | None = None,
    width: int | None = None,
) -> Svg:
    """Draw a trick in the order played, with the trump suit; ``winner=True`` rings the card that takes it.

    `names` say who played; without them the cards are called led, second, third and fourth.

    >>> trick_svg(["TH", "9D"], trump="D", names=["your opponent", "you"])
    <picture: trick, trump ♦: 10♥ (your opponent led), 9♦ (you)>
    """
    played = [Card(card) for card in cards]
    suit = trump if isinstance(trump, Suit) else Suit.parse(trump)
    if names is None:
        labels = ["led", "second", "third", "fourth"][: len(played)]
    else:
        labels = [f"{name} led" if at == 0 else name for at, name in enumerate(names)]
    if not played or len(labels) != len(played):
        raise ValueError(f"names: {how_many(len(labels), 'name')} for {how_many(len(played), 'card')}")
    best = played[trick_winner(list(enumerate(played)), suit)] if winner else None
    if best is not None:
        labels[played.index(best)] += ": wins"
    marks = Marks.of([best] if best else [], [])
    column = _column(labels, WIDTH)
    across = 2 * MARGIN + column * len(played) + 90
    parts = [words(MARGIN, 60, "trump", colour=COLOURS.soft_ink), suit_sign(MARGIN + 18, 82, suit)]
    for at, (card, label) in enumerate(zip(played, labels, strict=True)):
        x = MARGIN + 80 + column * at
        parts.append(card_at(x + (column - 10 - WIDTH) / 2, 18, card, marks))
        parts.append(words(x + (column - 10) / 2, 18 + HEIGHT + 20, label, anchor="middle"))
    shows = f"trick, trump {suit}: " + ", ".join(f"{c} ({label})" for c, label in zip(played, labels, strict=True))
    y = 18.0 + HEIGHT + 36
    if caption:
        foot, height = strip(y, across, [caption])
        parts.append(foot)
        y += height + 12
    return picture(parts, (across, y), title=caption or "A trick", description=capital(shows), shows=shows, width=width)


def _column(labels: Sequence[str] | None, least: float) -> float:
    """Return how far apart cards stand, so that the longest label fits under its card."""
    return max(least, 7.6 * max(map(len, labels or [""]))) + 10


def _marked(shows: str, marks: Marks) -> str:
    """Add to a description which cards are marked: a screen reader does not see rings and crosses."""
    told = [shows]
    for name, cards in (("Highlighted", marks.ringed), ("Crossed out", marks.crossed)):
        if cards:
            told.append(f"{name}: {', '.join(map(str, sorted(cards)))}")
    return "\n".join(told)


def _other_seat(state: Public, other: int, me: int, y: float, marks: Marks, open_cards: bool, show_points: bool) -> str:
    """Draw another seat: its name, its hand, face down but for the cards that are known, and what it has won."""
    name, _, partner = capital(seat_name(state, other, me)).partition(" (")
    drawn = words(MARGIN, y + 32, name, bold=True)
    if partner:
        drawn += words(MARGIN, y + 50, partner.rstrip(")"), size=13, colour=COLOURS.soft_ink)
    facts = [how_many(state.tricks_won(other), "trick")]
    if show_points:
        facts.append(f"{state.points(other)} points")
        facts += [f"{state.pending(other)} pending"] if state.pending(other) else []
    for at, fact in enumerate(facts):
        drawn += words(_ACROSS - MARGIN, y + 32 + 18 * at, fact, anchor="end")
    known = state.hand(other) if open_cards else tuple(sorted(state.shown[other]))
    hidden: list[Card | None] = [None] * (state.hand_size(other) - len(known))
    row = [*hidden, *hand_order(known, state.trump)]
    return drawn + row_of_cards(row, _ACROSS / 2, y + 14, marks, width=_SMALL, room=_ACROSS - 2 * MARGIN)


def _stock(state: Public, me: int, y: float, marks: Marks) -> str:
    """Draw the stock with the turn-up, the trump sign, and whether the stock is closed, as at the table widget.

    The turn-up sticks out to the left, so that its index can be read; on a closed stock it lies across.
    """
    x = MARGIN + 4
    drawn = ""
    label: list[str]
    if state.turn_up is not None:
        closed = state.closed_by is not None
        across = card_at(x + 74, y + (_SMALL_HEIGHT - _SMALL) / 2, state.turn_up, marks, width=_SMALL, turn=90)
        drawn += "" if closed else card_at(x, y, state.turn_up, marks, width=_SMALL)
        layers = min(3, (state.stock_size + 3) // 4)
        for layer in range(layers):
            left = x + 36 + 2 * layer
            drawn += card_at(left, y - 2.0 * layer, None, marks, width=_SMALL) if layer == layers - 1 else (
                f'<rect x="{left:g}" y="{y - 2 * layer:g}" width="46" height="66" rx="4" '
                f'fill="{COLOURS.card}" stroke="{COLOURS.card_edge}"/>'
            )  # fmt: skip
        drawn += across if closed else ""
        label = [f"{state.stock_size} face down", f"turn-up {state.turn_up}"]
        if state.closed_by is not None:
            label.append(f"closed by {seat_name(state, state.closed_by, me).removeprefix('your ')}")
    else:
        label = ["stock used up" if state.rules.has_stock else "no stock"]
    below = y + _SMALL_HEIGHT + 18
    if state.closed_by is not None and state.turn_up is not None:
        drawn += f'<rect x="{x - 3:g}" y="{y + 49:g}" width="94" height="20" rx="4" fill="{COLOURS.gold}"/>' + words(
            x + 44, y + 64, "closed", colour=COLOURS.gold_ink, anchor="middle", bold=True
        )
    for at, text in enumerate(label):
        drawn += words(x, below + 17 * at, text, size=13, colour=COLOURS.soft_ink)
    return (
        drawn
        + words(x + 104, y + 20, "trump", size=13, colour=COLOURS.soft_ink)
        + suit_sign(x + 118, y + 42, state.trump)
    )


def _trick(state: Public, me: int, y: float, marks: Marks) -> str:
    """Draw the cards on the table and the places of those still to play.

    Of two players the opponent's place is the left one, as at the table widget; with more the leader's is.
    """
    players = state.rules.players
    column = WIDTH + (22.0 if players == 2 else 10.0)
    left = (_ACROSS - column * players + column - WIDTH) / 2 + (14 if players > 2 else 0)
    drawn = ""
    for at in range(players):
        player = 1 - me if players == 2 and at == 0 else me if players == 2 else (state.leader + at) % players
        x = left + column * at
        name = seat_name(state, player, me).removeprefix("your ").removesuffix(" (your partner)")
        played = dict(state.trick)
        if player in played:
            drawn += card_at(x, y + 24, played[player], marks)
            label = f"{name} led" if player == state.leader else name
        else:
            due = player == state.to_move and state.phase in (Phase.PLAY, Phase.CLOSED)
            drawn += empty_place(x, y + 24, due=due)
            label = ("your turn" if player == me else f"{name}'s turn") if due else name
        drawn += words(x + WIDTH / 2, y + 15, label, size=13, colour=COLOURS.soft_ink, anchor="middle")
    return drawn


def _score(state: Public, me: int, y: float, show_points: bool) -> str:
    """Write the reader's own tricks and card points in large figures."""
    x, soft = _ACROSS - MARGIN, COLOURS.soft_ink
    tricks = how_many(state.tricks_won(me), "trick")
    if not show_points:
        return words(x, y + 20, f"you have {tricks}", size=13, colour=soft, anchor="end")
    whose = "your side's points" if len(state.rules.side(me)) > 1 else "your points"
    drawn = words(x, y + 8, whose, size=13, colour=soft, anchor="end")
    drawn += words(x, y + 42, str(state.points(me)), size=32, anchor="end")
    if state.pending(me):
        tricks += f" · {state.pending(me)} pending"
    return drawn + words(x, y + 62, tricks, size=13, colour=soft, anchor="end")
