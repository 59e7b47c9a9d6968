"""Finders of puzzles about closes that are certain: which card, which way to close, which defence.

What is right here is guaranteed: one plan wins however the hidden cards lie. They are laid so that every other answer
fails on them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from ...actions import Action, Announce, Close, Exchange, Play
from ...cards import Card
from ...position import Position
from ...public import Phase
from ...rule_table import OUT
from ...view import View
from ..puzzle import YOU, Answer
from .close_draw import find_draw
from .close_facts import find_fact
from .close_study import (
    Study,
    Way,
    WayStudy,
    after,
    closed_by_opponent,
    closed_by_you,
    deal_number,
    failures_of_ways,
    laid_out,
    may_close,
    number_of,
    plan_line,
    tokens,
    ways_to_close,
)
from .close_words import Lead
from .found import Finder, Found
from .lines import natural_line
from .odds import find_odds, find_odds_defence, find_odds_lead, pays_puzzle
from .way_words import Ways
from .weaker import failures

LAST_DEAL: Final = (6, 6)
"""The match score at which one game point is worth as much as three."""


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


def find_close(position: Position, *, theme: str, phase: Phase = Phase.PLAY) -> Found | None:
    """Look for a close that only one lead makes certain, or of which a usual count says something wrong."""
    if not may_close(position, phase) or any(position.waiting):
        return None
    if deal_number(position) % 2 != (phase is Phase.DRAW):
        return None  # of one deal the positions before drawing and after it are too much alike
    number = number_of(position.view(YOU))
    if phase is Phase.DRAW and number % 3 == 0:
        return find_draw(position)
    if number % 2:
        return find_fact(position, theme=theme, phase=phase)
    return lead_puzzle(Study(position.apply(Close())), theme, position.view(YOU))


def lead_puzzle(
    study: Study, theme: str, before: View | None = None, score: tuple[int, int] | None = None
) -> Found | None:
    """Make a puzzle of a position in which some cards are certain, and one layout refutes all the others.

    With a view from `before` the close it is about closing and leading.
    """
    best = max(study.least.values(), default=0)
    right = [card for card, least in study.least.items() if least == best]
    wrong = [card for card in study.least if card not in right]
    if best < 1 or not wrong or len(right) > len(wrong) or len(right) > 2:
        return None
    if score and max(map(study.tempts, wrong)) <= max(map(study.tempts, right)):
        return None
    failing = failures(study.view, lambda action: isinstance(action, Play) and action.card in right)
    if failing["greedy"] < 0.5:
        return None
    layout = study.refuting(wrong, best)
    if layout is None or not all(study.is_sure(card, best) for card in right):
        return None
    start = laid_out(before or study.view, study.hand(layout))
    way: Way = (Close(),) if before else ()
    case = after(start, way)
    from ...solver import analyse_close

    goal = best if study.outcome.question.i_close else 1
    plan = analyse_close(case.view(YOU), at_least=goal).plan
    if plan is None:
        return None
    first = plan.reply(case.view(YOU))
    if not isinstance(first, Play) or first.card not in right:
        return None
    lines: dict[Card, list[Action]] = {card: list(natural_line(case.apply(Play(card)))) for card in wrong}
    lines |= {card: list(natural_line(case.apply(Play(card)))) for card in right if card is not first.card}
    lines[first.card] = plan_line(case, [first], plan.reply)
    mistake = max(wrong, key=lambda card: (study.tempts(card), study.wins(card), card.points, -card.index))
    told = Lead(study, start, first.card, best, lines[first.card], mistake, lines[mistake], way, score)
    answers = []
    for card in study.least:
        if card in right:
            answers.append(
                Answer(tokens([*way, Play(card)]), best, True, told.right(card, lines[card]), _line(lines[card]))
            )
        else:
            value = int(study.worths[card][layout])
            answers.append(
                Answer(tokens([*way, Play(card)]), value, False, told.wrong(card, lines[card]), _line(lines[card]))
            )
    return Found(
        themes=(theme,),
        position=start,
        question=told.question(),
        answers=tuple(answers),
        hints=told.hints(),
        explanation=told.explanation(),
        failures=failing,
        more={"score": list(score)} if score else {},
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
    """Make a puzzle of ways to close; where one way alone is right, and some leads after it, the lead is asked too."""
    answers, layout = with_leads(study, right, wrong, best)
    if layout is None and theme == "exchange" and deal_number(study.position) % 4:
        return None  # whether to exchange is a question for a few puzzles, and no more
    if layout is None:
        answers = dict.fromkeys(right, True) | dict.fromkeys(wrong, False)
        layout = study.refuting(wrong, best)
    right, wrong = ([way for way, is_right in answers.items() if is_right is wanted] for wanted in (True, False))
    failing = failures_of_ways(study.position, right, list(answers))
    if layout is None or max(failing["greedy"], failing["shallow"]) < 0.5:
        return None
    case = laid_out(study.view, study.at_once.hand(layout))
    lines: dict[Way, list[Action]] = {way: list(natural_line(after(case, way))) for way in wrong}
    chosen = right[0]
    for way in right:
        line = certain_line(case, way[: way.index(Close()) + 1], best)
        if line is None:
            return None
        planned = way[-1] in (Close(), line[0])
        lines[way] = line[way[-1] != Close() :] if planned else list(natural_line(after(case, way)))
        chosen = way if planned and way[-1] != Close() else chosen
    if any(way[-1] != Close() and not study.is_sure(way, best) for way in right):
        return None
    wins = {way: int((study.values[way] > 0).sum()) for way in answers}
    at_once = number_of(study.view) % 2 > 0
    mistake = max(wrong, key=lambda way: ((way[-1] == Close()) is at_once, wins[way], -len(way)))
    told = Ways(case, chosen, mistake, best, lines, wins)
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


def with_leads(study: WayStudy, right: list[Way], wrong: list[Way], best: int) -> tuple[dict[Way, bool], int | None]:
    """Return the leads after the one right way and the wrong ways, and a layout that refutes all that is wrong."""
    if len(right) > 1:
        return {}, None
    answers = study.leads(right[0], best)
    good = sum(answers.values())
    if not 0 < good <= len(answers) / 2:
        return {}, None
    answers |= dict.fromkeys(wrong, False)
    return answers, study.refuting([way for way, is_right in answers.items() if not is_right], best)


def certain_line(case: Position, way: Way, best: int) -> list[Action] | None:
    """Return what follows a way to close if you follow a plan that is certain; None if there is none."""
    from ...solver import analyse_close

    analysis = analyse_close(after(case, way[:-1]).view(YOU), at_least=best)
    if analysis.plan is None or (analysis.certain or 0) != best:
        return None
    return plan_line(case, way, analysis.plan.reply)


def decides(about: type[Exchange] | type[Announce], right: list[Way], wrong: list[Way]) -> bool:
    """Whether ways are right because of an exchange, or an announcement, or wrong because of it."""
    good, bad = ([_those(about, way) for way in ways] for ways in (right, wrong))
    return not any(done in bad for done in good) and len({*good, *bad}) > 1


def _those(about: type[Exchange] | type[Announce], way: Way) -> tuple[Action, ...]:
    return tuple(action for action in way if isinstance(action, about))


def _line(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(tokens([action]) for action in actions)


def find_lead_after_close(position: Position) -> Found | None:
    """Look for a lead after your close that is certain, or else has the best odds."""
    if number_of(position.view(YOU)) % 2:
        return find_odds_lead(position)
    return find_lead(position, theme="lead-after-close", moments=closed_by_you)


def find_defence(position: Position) -> Found | None:
    """Look for a defence that is certain, or else has the best odds."""
    if number_of(position.view(YOU)) % 3 == 0:
        return find_odds_defence(position)
    return find_lead(position, theme="defend-close", moments=closed_by_opponent)


def find_match(position: Position) -> Found | None:
    """Look for a close that the match score decides: by odds, or by a lead that wins for certain, but little."""
    if number_of(position.view(YOU)) % 2 and may_close(position) and not any(position.waiting):
        return pays_puzzle(position, "match-score", LAST_DEAL)
    for closed in closed_by_you(position):
        study = Study(closed, only_winning=True)
        if study.layouts > 1 and not any(closed.waiting) and len(study.view.own) > 2:
            found = lead_puzzle(study, "match-score", None, LAST_DEAL)
            if found is not None:
                return found
    return None


CLOSE_FINDERS: Final[dict[str, Finder]] = {
    "certain-close": partial(find_close, theme="certain-close"),
    "close-before-draw": partial(find_close, theme="close-before-draw", phase=Phase.DRAW),
    "close-by-odds": find_odds,
    "lead-after-close": find_lead_after_close,
    "exchange": partial(find_way, theme="exchange", about=Exchange),
    "marriage": partial(find_way, theme="marriage", about=Announce),
    "match-score": find_match,
    "defend-close": find_defence,
}
"""The finder of each theme."""
