"""What the closing explorer says of an analysis: its numbers, sentences and hands, as JSON data.

Three words are never mixed: *seeing* (both sides see all cards), *guaranteed* (one plan, the opponent sees everything).
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from .actions import Announce, parse_action
from .cards import Card, hand_order
from .render.heat import need_map_svg, percent
from .report import game_points

if TYPE_CHECKING:
    from .solver import CloseAnalysis

HANDS: Final = 6
"""The most hands shown that beat you."""
LINES: Final = 14
"""The most lines shown of a plan."""
STEP: Final = 10
"""The needs named in the caption of the map lie so far apart."""


def result_data(analysis: "CloseAnalysis") -> dict[str, Any]:
    """Return what the tables say: everything here is *seeing*."""
    lost = [place for place, won in enumerate(analysis.wins.tolist()) if not won]
    mine, his = analysis.question.needs
    return {
        "layouts": analysis.layouts,
        "seeing": _number(analysis.open_cards_wins, analysis.layouts, analysis.open_cards_value),
        "leads": leads_data(analysis),
        "trumps": [
            {"trumps": str(number), "text": f"{percent(share)} of {layouts}", "width": share}
            for number, (layouts, share) in analysis.by_trumps().items()
        ],
        "beaten": hands_data(analysis, lost, "beats you even if you see it", "beat you even if you see them"),
        "map": str(need_map_svg(analysis.share().tolist(), mine, his)),
        "map_text": map_text(analysis.by_need, mine, his),
        "stakes": stakes_text(analysis),
    }


def plan_data(analysis: "CloseAnalysis") -> dict[str, Any]:
    """Return what the search for one plan says: everything here is *guaranteed*."""
    assert analysis.plan is not None  # asked for after the search
    assert analysis.plan_wins is not None
    assert analysis.plan_value is not None
    lost = [place for place, won in enumerate(analysis.plan.course.wins.tolist()) if not won]
    lines = analysis.plan.tree().splitlines()
    gap = round((analysis.peeking_gap or 0) * analysis.layouts)
    costs = "Not seeing costs nothing." if not gap else f"Not seeing costs {_layouts(gap)}."
    return {
        "guaranteed": _number(analysis.plan_wins, analysis.layouts, analysis.plan_value),
        "proof": f"Proven best. {costs}" if analysis.exact else _bound(analysis),
        "certain": certain_text(analysis.certain),
        "is_certain": bool(analysis.certain),
        "lines": [*lines[:LINES], *(["…"] if len(lines) > LINES else [])],
        "beaten": hands_data(analysis, lost, "beats the best plan found", "beat the best plan found"),
        "longer": not analysis.exact or analysis.certain is None,
    }


def summary(analysis: "CloseAnalysis") -> str:
    """Say the result in one or two sentences.

    >>> from .solver import analyse_close
    >>> from .explore import EXAMPLE
    >>> from .view import View
    >>> summary(analyse_close(View.parse(EXAMPLE), plan=False))
    '462 layouts. Seeing: 80.5 %.'
    """
    said = f"{_layouts(analysis.layouts)}. Seeing: {percent(analysis.open_cards_wins)}."
    if analysis.plan_wins is None:
        return said
    return f"{said} Guaranteed: {percent(analysis.plan_wins)}. {certain_text(analysis.certain)}"


def certain_text(certain: int | None) -> str:
    """Say whether one plan wins every layout.

    >>> certain_text(2)
    'Certain: one plan wins every layout, by 2 game points at least.'
    """
    if certain is None:
        return "Whether a plan is certain is not settled yet."
    if not certain:
        return "Not certain: every plan loses in some layout."
    return f"Certain: one plan wins every layout, by {game_points(certain)} at least."


def leads_data(analysis: "CloseAnalysis") -> list[dict[str, Any]]:
    """Return what each first card wins, the best first."""
    most = max(analysis.by_lead.values(), default=0)
    return [
        {
            "card": card.code,
            "label": str(card),
            "name": card.name,
            "won": f"{round(share * analysis.layouts)} of {analysis.layouts}",
            "share": percent(share),
            "width": share,
            "best": share == most,
        }
        for card, share in sorted(analysis.by_lead.items(), key=lambda item: -item[1])
    ]


def hands_data(analysis: "CloseAnalysis", lost: Sequence[int], one: str, more: str) -> dict[str, Any]:
    """Return some of the layouts lost, from all over them, with a title that says what one does, or several do."""
    number = min(HANDS, len(lost))
    chosen = [lost[at * len(lost) // number] for at in range(number)]
    some = "" if len(lost) <= HANDS else f", {HANDS} of them here"
    return {
        "title": f"{_layouts(len(lost))} {one if len(lost) == 1 else more}{some}" if lost else f"No layouts {more}",
        "hands": [_hand(analysis, place) for place in chosen],
    }


def map_text(by_need: Sequence[float], mine: int, his: int) -> str:
    """Say the row of the map that the learner stands in."""
    needs = sorted({*range(0, len(by_need), STEP), mine})
    shares = ", ".join(f"{need}: {percent(by_need[need])}" for need in needs)
    return f"You need {mine} card points, your opponent {his}. With other needs of yours: {shares}."


def stakes_text(analysis: "CloseAnalysis") -> str:
    """Say how often a close must succeed to break even."""
    said = []
    for cost, gains in analysis.break_even.items():
        shares = [f"{percent(share)} where it brings {gain}" for gain, share in gains.items()]
        said.append(f"Where a failure costs {game_points(cost)}, a close breaks even at {', '.join(shares)}.")
    return " ".join(said)


def before_words(tokens: Iterable[str]) -> dict[str, str]:
    """Name what is done before closing, with its tokens.

    >>> before_words(["x", "*H"])
    {'tokens': 'x *H', 'label': 'exchange and announce ♥ first'}
    """
    actions = [parse_action(token) for token in tokens]
    names = [f"announce {action.suit}" if isinstance(action, Announce) else "exchange" for action in actions]
    return {"tokens": " ".join(tokens), "label": f"{' and '.join(names)} first" if names else "close at once"}


def _number(share: float, layouts: int, value: float) -> dict[str, str]:
    """Return a share, the layouts it stands for and the mean game points, as texts."""
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    return {
        "share": percent(share),
        "won": f"{round(share * layouts)} of {_layouts(layouts)}",
        "value": f"{sign}{abs(value):.2f} game points on average",
    }


def _bound(analysis: "CloseAnalysis") -> str:
    most = round(analysis.plan_bound * analysis.layouts)
    return f"The best plan found; none wins more than {most} ({percent(analysis.plan_bound)})."


def _hand(analysis: "CloseAnalysis", place: int) -> dict[str, Any]:
    cards: list[Card] = hand_order(analysis.hand(place), analysis.view.trump)
    points = int(analysis.game_points[place])
    return {"cards": [card.code for card in cards], "text": " ".join(map(str, cards)), "points": points}


def _layouts(number: int) -> str:
    return f"{number} layout{'' if number == 1 else 's'}"
