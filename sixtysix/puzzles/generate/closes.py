"""Finders of puzzles about closes that are certain: which card, which way to close, which defence.

What is right here is guaranteed: one plan wins however the hidden cards lie. They are laid so that every other answer
fails on them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from ...actions import Action, Play
from ...cards import Card
from ...position import Position
from ..puzzle import YOU, Answer
from .close_study import Study, closed_by_opponent, closed_by_you, laid_out, plan_line, tokens
from .close_words import Lead
from .found import Finder, Found
from .weaker import failures


def find_lead(
    position: Position,
    *,
    theme: str,
    moments: Callable[[Position], Iterator[Position]],
    wanted: Callable[[Study], bool] = lambda study: True,
) -> Found | None:
    """Look for a moment of a closed stock in which one card alone is certain."""
    for closed in moments(position):
        if closed.view(YOU).layouts() > 1 and not any(closed.waiting) and len(closed.view(YOU).own) > 2:
            study = Study(closed)
            if wanted(study) and (found := lead_puzzle(study, theme)) is not None:
                return found
    return None


def lead_puzzle(study: Study, theme: str) -> Found | None:
    """Make a puzzle of a position in which some cards are certain, and one layout refutes all the others."""
    best = max(study.least.values(), default=0)
    right = [card for card, least in study.least.items() if least == best]
    wrong = [card for card in study.least if card not in right]
    if best < 1 or not wrong or len(right) > len(wrong) or len(right) > 2:
        return None
    failing = failures(study.view, lambda action: isinstance(action, Play) and action.card in right)
    if failing["greedy"] < 0.5:
        return None
    layout = study.refuting(wrong, best)
    if layout is None or not all(study.is_sure(card, best) for card in right):
        return None
    case = laid_out(study.view, study.hand(layout))
    from ...solver import analyse_close
    from ...solver.endgame import best_line

    goal = best if study.outcome.question.i_close else 1
    plan = analyse_close(case.view(YOU), at_least=goal).plan
    if plan is None:
        return None
    first = plan.reply(case.view(YOU))
    if not isinstance(first, Play) or first.card not in right:
        return None
    lines: dict[Card, list[Action]] = {card: list(best_line(case.apply(Play(card)))) for card in wrong}
    lines |= {card: list(best_line(case.apply(Play(card)))) for card in right if card is not first.card}
    lines[first.card] = plan_line(case, [first], plan.reply)
    mistake = max(wrong, key=lambda card: (study.wins(card), card.points, -card.index))
    told = Lead(study, case, first.card, best, lines[first.card], mistake, lines[mistake])
    answers = []
    for card in study.least:
        if card in right:
            answers.append(Answer(card.code, best, True, told.right(card, lines[card]), _line(lines[card])))
        else:
            value = int(study.worths[card][layout])
            answers.append(Answer(card.code, value, False, told.wrong(card, lines[card]), _line(lines[card])))
    return Found(
        themes=(theme,),
        position=case,
        question=told.question(),
        answers=tuple(answers),
        hints=told.hints(),
        explanation=told.explanation(),
        failures=failing,
    )


def _line(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(tokens([action]) for action in actions)


CLOSE_FINDERS: Final[dict[str, Finder]] = {
    "lead-after-close": partial(find_lead, theme="lead-after-close", moments=closed_by_you),
    "defend-close": partial(find_lead, theme="defend-close", moments=closed_by_opponent),
}
"""The finder of each theme."""
