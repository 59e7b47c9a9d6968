"""Endgames that come about from one: positions reached when both sides go on playing their best."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from ...actions import Action, ClaimOut, Play
from ...errors import PuzzleError
from ...players.habits import best_marriage, duty, playable
from ...players.simple import pick
from ...players.thumb import thumb
from ...position import Position
from ...public import Phase
from ...rule_table import OUT
from ..puzzle import YOU
from .techniques import Endgame

PLAYOUTS: Final = 12
"""How many ways of going on are looked at."""
DEALS: Final = 3
"""How many ways of using up the stock are looked at."""
SECOND_BEST: Final = 0.2
"""How often the second-best card is played."""
LEAST: Final = 3
"""The fewest cards in hand that make a puzzle."""


def endgames(position: Position) -> Iterator[Endgame]:
    """Go through endgames on ways to go on from a position of real play; each is seen from seat 0.

    Once the stock is used up each side plays one of the actions that are worth most, chosen by a chance that depends on
    the cards alone, so that the same position always gives the same endgames. Where seat 1 is to move the seats change
    their numbers. What a claim settles is left out. At seat 0's first turn of a deal the stock is used up by `unclosed`
    play, in several ways; while it is open later on there is nothing.
    """
    hands = (*position.hand(0), *position.hand(1))
    chance = Random(sum(card.index * place for place, card in enumerate(hands, 1)))
    if position.is_open:
        if not any(seat == YOU for seat, _ in position.log):
            for _ in range(DEALS):
                yield from _ways_on(unclosed(position, chance), chance)
    elif len(position.hand(YOU)) == position.rules.hand_size:  # later ones are on the ways on from the first
        yield from _ways_on(position, chance)


def unclosed(position: Position, chance: Random) -> Position:
    """Use up the stock as the club player does who never closes, now and then with the second-best card by thumb.

    >>> from sixtysix.position import Deal
    >>> from sixtysix.rules import Rules
    >>> unclosed(Deal.random(Rules.guide(), 1).start(), Random(1)).stock
    ()
    """
    while position.is_open and position.result is None:
        view = position.view(position.turn)
        legal = view.legal_actions()
        action = duty(view, legal) or best_marriage(view, legal)
        if action is None:
            cards = sorted(playable(legal), key=lambda card: -thumb(view, card))
            action = Play(cards[min(len(cards) - 1, chance.random() < SECOND_BEST)])
        position = position.apply(action)
    return position


def _ways_on(position: Position, chance: Random) -> Iterator[Endgame]:
    from ...solver import solve

    if position.result is not None or position.closed_by is not None or position.phase is not Phase.PLAY:
        return
    if position.view(position.turn).layouts() > 1:
        return
    seen: dict[tuple[object, ...], dict[Action, int]] = {}
    for _ in range(PLAYOUTS):
        here = position
        while here.result is None and len(here.hand(here.turn)) >= LEAST:
            key = here.hands, here.trick, here.turn, here.taken, here.announced
            new = key not in seen
            worths = seen[key] if not new else seen.setdefault(key, solve(here))
            if new and _is_open_question(here, worths):
                sensible = {action: worth for action, worth in worths.items() if action != ClaimOut()}
                with suppress(PuzzleError):  # the cards alone do not tell of every marriage
                    yield Endgame(stripped(here, turned=here.turn != YOU), sensible)
            best = max(worths.values())
            here = here.apply(pick([action for action, worth in worths.items() if worth == best], chance))


_KEPT: Final = (
    *("rules", "dealer", "trump", "stock", "hand", "opponent", "to_move", "led"),
    *("points", "pending", "tricks", "played"),
)


def stripped(position: Position, *, turned: bool = False) -> Position:
    """Return a position without the story of the deal, all cards known; `turned` changes the numbers of the seats.

    >>> from sixtysix.puzzles import load
    >>> stripped(load("03-endgames")[0].start, turned=True).points(0)
    26
    """
    case = {name: value for name, value in position.to_dict().items() if name in _KEPT}
    if turned:
        case["hand"], case["opponent"] = case["opponent"], case["hand"]
        case["dealer"], case["to_move"] = 1 - case["dealer"], 1 - case["to_move"]
        case |= {name: case[name][::-1] for name in ("points", "tricks", "pending") if name in case}
    return Position.from_dict({**case, "opponent_known": case["opponent"]})


def _is_open_question(position: Position, worths: dict[Action, int]) -> bool:
    """Whether there is something to win by a choice of cards, and nobody has 66 already."""
    if max(position.points(0), position.points(1)) >= OUT or position.announced is not None:
        return False
    values = [worth for action, worth in worths.items() if action != ClaimOut()]
    cards = [action for action in worths if isinstance(action, Play)]
    return len(cards) > 1 and 0 <= max(values) > min(values)
