"""Positions in which both hands are known: reading them, the worth of every card, and the tree of the next tricks."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..actions import Action, Announce, ClaimOut, Play
from ..cards import Card, hand_order
from ..position import Position
from ..render.drawing import Svg
from ..render.tree import Branch, tree_svg
from ..rule_table import OUT
from ..scoring import Reason
from ..solver.endgame import best_line, solve
from .lines import signed

if TYPE_CHECKING:
    import pandas as pd

WORTH: Final = "game points (seeing)"
"""Head of every column of values: both see all cards and play their best."""


def sure_leads(position: Position, seat: int) -> tuple[Card, ...]:
    """Return the cards that would take the trick against every reply if this seat were to lead now.

    >>> from sixtysix.lessons.last_six import PULL
    >>> [str(card) for card in sure_leads(PULL.start, 0)]
    ['A♣', '10♣']
    """
    on_lead = replace(position, turn=seat)
    cards = hand_order(position.hand(seat), position.trump)
    return tuple(
        card for card in cards if all(after.tricks[seat] > position.tricks[seat] for after in _replies(on_lead, card))
    )


def _replies(position: Position, card: Card) -> list[Position]:
    led = position.apply(Play(card))
    return [led.apply(reply) for reply in led.legal_actions() if isinstance(reply, Play)]


def reading(position: Position) -> "pd.DataFrame":
    """Return what a position before a lead shows at a glance: a row for each player, seat 0 being you.

    Columns: card points, how many are missing to 66, trumps, and the cards that would take the trick if led now.

    >>> from sixtysix.lessons.last_six import PULL
    >>> list(reading(PULL.start)["needs"])
    [51, 48]
    """
    import pandas as pd

    rows = []
    for seat in (0, 1):
        trumps = [card for card in position.hand(seat) if card.suit is position.trump]
        points = position.points(seat)
        sure = sure_leads(position, seat)
        rows.append((points, max(0, OUT - points), _cards(hand_order(trumps, position.trump)), _cards(sure)))
    return pd.DataFrame(rows, columns=["points", "needs", "trumps", "sure if led now"], index=["you", "your opponent"])


def _cards(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, cards)) or "none"


def worth(position: Position) -> int:
    """Return what a position is worth to you, seat 0, in game points: both see all cards and play their best.

    >>> from sixtysix.lessons.last_six import PULL
    >>> worth(PULL.start)
    2
    """
    if position.result is not None:
        return position.result.game_points[0] - position.result.game_points[1]
    best = max(solve(position).values())
    return best if position.turn == 0 else -best


def by_leader(position: Position) -> tuple[int, int]:
    """Return what a position before a lead is worth to you if you lead, and if your opponent does.

    >>> from sixtysix.lessons.last_six import PULL
    >>> by_leader(PULL.start)
    (2, -1)
    """
    mine, theirs = (worth(replace(position, turn=seat)) for seat in (0, 1))
    return mine, theirs


def worth_of_cards(position: Position) -> dict[Card, int]:
    """Return what playing each card is worth to the seat to move, in game points, from trumps down.

    >>> from sixtysix.lessons.last_six import PULL
    >>> list(worth_of_cards(PULL.start).values())
    [2, 2, -1, -1, -1, -1]
    """
    return {action.card: value for action, value in solve(position).items() if isinstance(action, Play)}


def card_values(position: Position) -> "pd.DataFrame":
    """Return what every card is worth, the best first: the seat to move is 0, game points are to it.

    For each card: its worth, the best reply if it is led, and how the deal ends if both then play their best.

    >>> from sixtysix.lessons.last_six import PULL
    >>> list(card_values(PULL.start).index[:3])
    ['A♣', '10♣', 'K♠']
    """
    import pandas as pd

    rows = {}
    for action, value in sorted(solve(position).items(), key=lambda item: -item[1]):
        if isinstance(action, Play):
            line = best_line(position.apply(action))
            reply = next((str(then.card) for then in line if isinstance(then, Play)), "")
            rows[str(action.card)] = (signed(value), "" if position.trick else reply, _end(position, action, line))
        elif isinstance(action, Announce):
            rows[f"marriage in {action.suit}"] = (
                signed(value),
                "",
                _end(position, action, best_line(position.apply(action))),
            )
    table = pd.DataFrame.from_dict(rows, orient="index", columns=[WORTH, "best reply", "how it ends"])
    return (table.drop(columns="best reply") if position.trick else table).rename_axis(columns="card")


def _end(position: Position, action: Action, line: tuple[Action, ...]) -> str:
    """Say how a deal ends that goes on with these actions, seen from seat 0."""
    for step in (action, *line):
        position = position.apply(step)
    assert position.result is not None  # a best line leads to the end
    if position.result.reason is Reason.OUT:
        winner = position.result.winner
        assert winner is not None  # a right claim has one
        return f"{'you are' if winner == 0 else 'your opponent is'} out with {position.points(winner)}"
    return f"played out, {position.points(0)} to {position.points(1)}"


def tricks_tree(position: Position, tricks: int = 2) -> tuple[Branch, ...]:
    """Return the tree of the next tricks from a lead of yours, seat 0, or a reply, without marriages.

    All your cards stand at the root. After a card that is not best, only the best play of both is followed; after the
    best card every choice of your opponent and your best answer to each.

    >>> from sixtysix.lessons.last_six import PULL
    >>> [branch.words for branch in tricks_tree(PULL.start, 1)][:2]
    ['you play A♣ (+2)', 'you play 10♣ (+2)']
    """
    values = solve(position)
    best = next(action for action in best_line(position) if isinstance(action, Play))
    return tuple(
        _branch(position, action, sum(position.tricks) + tricks, best=action == best, wide=action == best)
        for action in values
        if isinstance(action, Play)
    )


def _branch(position: Position, action: Play, until: int, *, best: bool, wide: bool) -> Branch:
    after = position.apply(action)
    followed = _followed(after, wide) if sum(after.tricks) < until else []
    return Branch(
        action.card,
        mine=position.turn == 0,
        worth=worth(after),
        best=best,
        note=_note(after, ends=not followed),
        then=tuple(
            _branch(after, then, until, best=best and number == 0, wide=wide) for number, then in enumerate(followed)
        ),
    )


def _followed(position: Position, wide: bool) -> list[Play]:
    """Return the plays to be shown, the best first: your opponent's all if `wide`, else the best one."""
    if position.result is not None or isinstance(best_line(position)[0], ClaimOut):
        return []
    best = next(action for action in best_line(position) if isinstance(action, Play))
    if position.turn == 0 or not wide:
        return [best]
    return [best, *(action for action in position.legal_actions() if isinstance(action, Play) and action != best)]


def _note(position: Position, *, ends: bool) -> str:
    """Say what ends a branch."""
    if not ends:
        return ""
    if position.result is not None:
        return f"{position.points(0)} to {position.points(1)}"
    if isinstance(best_line(position)[0], ClaimOut):
        return "you are out" if position.turn == 0 else "your opponent is out"
    return f"{position.points(0)} to {position.points(1)} so far"


def tricks_picture(position: Position, *, heads: tuple[str, ...], caption: str | None = None) -> Svg:
    """Draw the tree of the next two tricks, you being seat 0; `heads` stand over its columns.

    >>> from sixtysix.lessons.last_six import PULL
    >>> tricks_picture(PULL.start, heads=("you lead", "reply", "next lead", "reply"))
    <picture: tree of play: A♣ +2 (best), 10♣ +2, K♠ -1, Q♠ -1, A♥ -1, 10♥ -1>
    """
    return tree_svg(tricks_tree(position), heads=heads, caption=caption)
