"""Finders of puzzles about closes that are certain: which card, which way to close, which defence.

What is right here is guaranteed: one plan wins however the hidden cards lie. They are laid so that every other answer
fails on them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Final

from ...actions import Action, Announce, Close, Exchange, Play
from ...cards import Card
from ...players import player
from ...position import Position
from ...rule_table import OUT
from ..puzzle import YOU, Answer
from .close_study import (
    Study,
    Way,
    WayStudy,
    after,
    closed_by_opponent,
    closed_by_you,
    laid_out,
    may_close,
    plan_line,
    tokens,
    ways_to_close,
)
from .close_words import Lead
from .found import Finder, Found
from .way_words import Ways
from .weaker import failures, shallow


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


def find_way(position: Position, *, theme: str, about: type[Exchange] | type[Announce]) -> Found | None:
    """Look for a choice among ways to close in which an exchange, or an announcement, decides."""
    if not may_close(position) or any(position.waiting):
        return None
    ways = ways_to_close(position)
    if len(ways) < 2 or any(after(position, way).points(YOU) >= OUT for way in ways):
        return None
    study = WayStudy(position, tuple(ways))
    best = max(int(points.min()) for points in study.values.values())
    right = [way for way in ways if study.values[way].min() == best]
    wrong = [way for way in ways if way not in right]
    if best < 1 or not wrong or not decides(about, right, wrong):
        return None
    return way_puzzle(study, theme, right, wrong, best)


def way_puzzle(study: WayStudy, theme: str, right: list[Way], wrong: list[Way], best: int) -> Found | None:
    """Make a puzzle of ways to close; where one way alone is right and then one lead alone, the lead is asked too."""
    from ...solver import analyse_close
    from ...solver.endgame import best_line

    answers = dict.fromkeys(right, True) | dict.fromkeys(wrong, False)
    layout = None
    if len(right) == 1:
        leads = study.leads(right[0], best)
        good = [way for way, is_right in leads.items() if is_right]
        layout = study.refuting([way for way, is_right in (*leads.items(), *answers.items()) if not is_right], best)
        if len(good) == 1 and layout is not None:
            answers, right = leads | dict.fromkeys(wrong, False), good
            wrong = [way for way, is_right in answers.items() if not is_right]
        else:
            layout = None
    failing = failures_of_ways(study, right, list(answers))
    if layout is None:
        layout = study.refuting(wrong, best)
    if layout is None or max(failing["greedy"], failing["shallow"]) < 0.5:
        return None
    case = laid_out(study.view, study.at_once.hand(layout))
    lines: dict[Way, list[Action]] = {way: list(best_line(after(case, way))) for way in wrong}
    for way in right:
        analysis = analyse_close(after(case, way[: way.index(Close())]).view(YOU), at_least=best)
        if analysis.plan is None or (analysis.certain or 0) != best:
            return None
        start = way[: way.index(Close()) + 1]
        line = plan_line(case, start, analysis.plan.reply)
        if way[len(start) :] not in ((), tuple(line[:1])):
            return None
        lines[way] = line[len(way) - len(start) :]
    wins = {way: int((study.values[way] > 0).sum()) for way in answers}
    mistake = max(wrong, key=lambda way: (way[-1] == Close(), wins[way], -len(way)))
    told = Ways(case, min(right, key=len), mistake, best, lines, wins)
    given = [
        Answer(
            tokens(way),
            best if is_right else int(study.values[way][layout]),
            is_right,
            told.why(way, right=is_right),
            _line(lines[way]),
        )
        for way, is_right in sorted(answers.items(), key=lambda one: (len(one[0]), tokens(one[0])))
    ]
    return Found((theme,), case, told.question(), tuple(given), told.hints(), told.explanation(), failing)


def decides(about: type[Exchange] | type[Announce], right: list[Way], wrong: list[Way]) -> bool:
    """Whether ways are right because of an exchange, or an announcement, or wrong because of it."""
    good, bad = ([_those(about, way) for way in ways] for ways in (right, wrong))
    return not any(done in bad for done in good) and len({*good, *bad}) > 1


def _those(about: type[Exchange] | type[Announce], way: Way) -> tuple[Action, ...]:
    return tuple(action for action in way if isinstance(action, about))


def failures_of_ways(study: WayStudy, right: list[Way], answers: list[Way]) -> dict[str, float]:
    """Return how weaker players fare with ways to close, and with the lead after it where that is asked.

    Greedy closes at once; Club does what it does, closing in the end or not; shallow first takes all that is offered,
    and leads what is best in one trick.
    """
    chosen: list[Action] = []
    now = study.position
    while now.result is None and not (chosen and isinstance(chosen[-1], Play)):
        chosen.append(player("Club").choose(now.view(YOU), Random(0)))
        now = now.apply(chosen[-1])
    every = max(study.ways, key=len)
    asked = len(right[0]) > len(every) or right[0][-1] != Close()
    club = tuple(chosen) if asked else tuple(chosen[:-1])
    last: list[Way] = [every]
    if asked:
        last = [(*every, lead) for lead in shallow(after(study.position, every).view(YOU))]
    return {
        "random": sum(way not in right for way in answers) / len(answers),
        "greedy": float(min(study.ways, key=len) not in [way[: way.index(Close()) + 1] for way in right]),
        "club": float(club not in right),
        "shallow": sum(way not in right for way in last) / len(last),
    }


def _line(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(tokens([action]) for action in actions)


CLOSE_FINDERS: Final[dict[str, Finder]] = {
    "lead-after-close": partial(find_lead, theme="lead-after-close", moments=closed_by_you),
    "exchange": partial(find_way, theme="exchange", about=Exchange),
    "marriage": partial(find_way, theme="marriage", about=Announce),
    "defend-close": partial(find_lead, theme="defend-close", moments=closed_by_opponent),
}
"""The finder of each theme."""
