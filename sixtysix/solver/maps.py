"""Who wins with the same cards at other points: all pairs of needs of a position whose cards are all known."""

import numpy as np
from numpy.typing import NDArray

from ..errors import PuzzleError, RulesError
from ..position import Position
from ..public import Phase, marriage
from ..rule_table import OUT
from ..rules import Rules
from .endgame import require_strict_play
from .race import NEVER, WIDTH, Ending, RaceTable, Setup, ending, partner

Signs = NDArray[np.int8]


def played_out(rules: Rules, drawn: bool) -> Ending:
    """Return who wins an exhausted stock when nobody has said out, as the rules have it (rules.md, played out).

    The rows hold the least need of the opponent with which I win; with `drawn`, with which I do not lose.
    """
    needs = np.arange(WIDTH)
    if rules.played_out == "last_trick":
        rows = np.ones(WIDTH), np.full(WIDTH, NEVER)
    elif rules.played_out == "sole_66":
        rows = (np.where(needs == 0, 1, 1 if drawn else NEVER),) * 2
    else:  # the higher total, which is the smaller need
        rows = (np.where(needs == 0, 1, needs if drawn else needs + 1),) * 2
    return Ending(*(row.astype(np.uint8) for row in rows))


def need_map(position: Position) -> Signs:
    """Return who wins this position at every pair of needs: shape (67, 67), my need by my opponent's.

    1 where the seat to move wins with best play, 0 where nobody does, -1 where it loses; needs are card points, from 0
    to 66. Both sides count as having a trick, and no marriage waits. The stock must be closed or gone, otherwise raises
    `PuzzleError`; `RulesError` where totals above 66 would decide an exhausted stock.

    >>> position = Position.from_dict({"trump": "S", "hand": ["AH"], "opponent": ["TH"], "points": [60, 31],
    ...                                "tricks": [6, 5]})
    >>> need_map(position)[[21, 31, 32], [66, 66, 1]].tolist()
    [1, 1, 0]
    """
    require_strict_play(position)
    rules, closer = position.rules, position.closed_by
    if position.result is not None or position.phase not in (Phase.PLAY, Phase.CLOSED):
        raise PuzzleError("position: somebody must be to lead or to follow")
    marriages = rules.marriages == "always" or (closer is not None and rules.marriages != "open")
    if closer is None and marriages and rules.claim == "lead":
        raise RulesError(
            "claim: 'lead' lets totals above 66 decide an exhausted stock with marriages; no map tells of it"
        )
    if closer is not None:
        won = _wins(position, marriages, ending(0, NEVER) if closer == position.turn else ending(1, 1))
        return np.where(won, 1, -1).astype(np.int8)
    won, not_lost = (_wins(position, marriages, played_out(rules, drawn)) for drawn in (False, True))
    return (won.astype(np.int8) + not_lost.astype(np.int8) - 1).astype(np.int8)


def _wins(position: Position, marriages: bool, end: Ending) -> NDArray[np.bool_]:
    """Return where the seat to move wins, by its need and the opponent's."""
    rules, turn = position.rules, position.turn
    led = position.trick[0][1] if position.trick else None
    theirs = tuple(sorted((*position.hand(1 - turn), *((led,) if led else ()))))
    setup = Setup(
        mine=position.hand(turn),
        unseen=theirs,
        size=len(theirs),
        trump=position.trump,
        known=frozenset(theirs),
        must_beat=rules.must_beat,
        must_trump=rules.must_trump,
        marriages=marriages,
        my_claim=rules.claim != "lead",
        his_claim=rules.claim != "lead",
        any_turn=rules.claim == "any_turn",
        bonus=rules.bonus_exhausted if position.closed_by is None else rules.bonus_closed,
    )
    table = RaceTable(setup, end)
    rows: list[NDArray[np.uint8]] = []
    for number, card in enumerate(setup.mine):
        if led is not None:
            if card in setup.must(led, list(setup.mine)):
                rows.append(table.replies(theirs.index(led), number, table.below))
        elif position.announced is None or card in marriage(position.announced):
            announces = position.announced is None and marriages and partner(card) in setup.mine
            rows.append(table.leads(number, table.below, announces))
    if not rows or len(setup.mine) != setup.size:
        raise PuzzleError("position: it contradicts itself: its cards do not fit together")
    best = np.minimum.reduce(rows)[0]
    if (led is None and position.announced is None) or rules.claim == "any_turn":
        best[0] = 0
    won: NDArray[np.bool_] = best[: OUT + 1, None] <= np.arange(OUT + 1)
    return won
