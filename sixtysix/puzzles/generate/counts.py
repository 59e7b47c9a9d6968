"""Finders of puzzles about counting: what the tricks have told, and whether it is time to say out."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from ...actions import action_token
from ...position import Position
from ..asked import NUMBERS, ODDS, Asked
from ..puzzle import Answer
from .claims import claim_or_play
from .count_cards import high, known, ruled_out, their_hand, trumps_unseen, unseen_high, unseen_suit
from .count_hands import hands, holds_one
from .count_odds import beaten, holds_any, holds_both
from .count_points import my_points, out, out_there, points_missing, their_points
from .found import Finder, Found
from .memories import failures
from .tally import Asking, Tally

Kind = Callable[[Tally, Random], Asking | None]
"""Asks for one kind of fact in a position, if it is worth asking there."""

COUNTING: Final[tuple[Kind, ...]] = (
    *(my_points, their_points, out_there, trumps_unseen, unseen_suit, unseen_high, high, their_hand, known),
    *(ruled_out, hands, holds_one, holds_both, holds_any, beaten),
)
"""What is counted."""
RARE: Final = (ruled_out, their_hand, beaten, high, known, holds_both, trumps_unseen)
"""What is seldom there to be asked for, and so is looked for first in some positions."""
RARELY: Final = 0.6
"""In how many of them."""
CLAIMS: Final[tuple[Kind, ...]] = (out, points_missing)
"""What is counted on the way to a claim."""
SHARE: Final = 0.3
"""How many of the positions of a deal are looked at, so that not all puzzles stand at its beginning."""


def chance_of(position: Position, what: str) -> Random:
    """Return a generator that is the same for the same deal up to here."""
    told = " ".join(f"{seat}{action_token(action)}" for seat, action in position.log)
    return Random(f"{what} {told} {position.notation()}")


def counting(position: Position) -> Found | None:
    """Look for a fact to be counted."""
    chance = chance_of(position, "counting")
    if chance.random() > SHARE:
        return None
    rare = chance.random() < RARELY
    kinds = sorted(COUNTING, key=lambda kind: (rare and kind not in RARE, chance.random()))
    for kind in kinds[: len(RARE)]:
        if found := _asked(position, kind, chance, "counting"):
            return found
    return None


def claim(position: Position) -> Found | None:
    """Look for a claim: whether to say out, or whether the count is there."""
    chance = chance_of(position, "claim")
    choice = claim_or_play(position, chance)
    if choice is not None or chance.random() > SHARE / 2:
        return choice
    return _asked(position, CLAIMS[int(chance.random() * len(CLAIMS))], chance, "claim")


def _asked(position: Position, kind: Kind, chance: Random, theme: str) -> Found | None:
    asking = kind(Tally(position), chance)
    if asking is None:
        return None
    answers = _answers(asking, chance)
    failed = failures(position, answers)
    easy = not any(failed[who] >= 0.5 for who in failed if who != "random")
    if easy and chance.random() < 0.7:
        return None  # puzzles that only a guess gets wrong are to be few
    return Found(
        themes=(theme, *(one for one in asking.themes if one != theme)),
        position=position,
        question=asking.question,
        answers=answers,
        hints=asking.hints,
        explanation=asking.explanation,
        failures=failed,
    )


def _answers(asking: Asking, chance: Random) -> tuple[Answer, ...]:
    """Put the answers in order: numbers and chances rising, yes before no, cards as chance will."""
    text, why = asking.right
    answers = [Answer(text, 1, right=True, why=why, fact=asking.fact)]
    answers += [Answer(slip.text, 0, right=False, why=slip.why, fact=asking.fact) for slip in asking.slips]
    name = Asked.read(asking.fact).name
    if name in (*NUMBERS, *ODDS):
        return tuple(sorted(answers, key=lambda answer: answer.meant))  # type: ignore[arg-type, return-value]
    if text in ("yes", "no"):
        return tuple(sorted(answers, key=lambda answer: answer.text == "no"))
    return tuple(sorted(answers, key=lambda _: chance.random()))


COUNT_FINDERS: Final[Mapping[str, Finder]] = {"claim": claim, "counting": counting}
"""The finder of each theme."""
