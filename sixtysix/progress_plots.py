"""A learner's record of the counting drills, drawn: how many answers are right, and how long one takes."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

import pandas as pd
import plotly.graph_objects as go

from .deal_drill import WHOLE_DEAL
from .drill_tasks import TASKS
from .drilling import level_to_go_on
from .plots import BELOW, dressed
from .progress import Progress, Round
from .render.theme import COLOURS
from .training_record import TRAINER

FEW: Final = 3
"""So many rounds are "first" and "last" in the table."""
_DRILLS: Final = {one.name: one for one in (*TASKS.values(), WHOLE_DEAL)}
"""The drills in the order of the course."""
_LINES: Final = ("solid", "dash", "dot", "dashdot")
_SIGNS: Final = (
    *("circle", "square", "diamond", "triangle-up", "x", "star"),
    *("circle-open", "square-open", "diamond-open", "triangle-down", "cross", "hexagon"),
)
"""A sign for each drill, and one for those of other versions."""


def accuracy_chart(progress: Progress) -> go.Figure:
    """Draw for each drill the share of right answers, round by round over time; every point has its level in words.

    >>> [trace.name for trace in accuracy_chart(example()).data]
    ['Your points', "Both players' points"]
    """
    figure = _over_time(progress, lambda played: 100 * played.right / played.asked)
    dressed(figure, "How many answers are right", down="right answers, %")
    return _placed(figure).update_yaxes(range=[-4, 104])


def pace_chart(progress: Progress) -> go.Figure:
    """Draw for each drill the seconds that an answer took, round by round over time.

    >>> len(pace_chart(Progress()).data)
    0
    """
    figure = _over_time(progress, lambda played: played.seconds / played.asked)
    return _placed(dressed(figure, "How long an answer takes", down="seconds an answer"))


def drill_table(progress: Progress) -> pd.DataFrame:
    """Return a row for each drill played: rounds, level, and the first and the last few rounds beside each other.

    `level now` is the level with which the drill goes on, which may be above that of the last round.

    >>> drill_table(example())["right, last 3, %"].tolist()
    [91, 81]
    """
    rows = []
    for name, rounds in _played(progress):
        first, last = rounds[:FEW], rounds[-FEW:]
        rows.append(
            {
                "drill": _title(name),
                "rounds": len(rounds),
                "level now": level_to_go_on(_DRILLS[name], progress) if name in _DRILLS else rounds[-1].level,
                f"right, first {FEW}, %": round(_accuracy(first)),
                f"right, last {FEW}, %": round(_accuracy(last)),
                f"seconds, first {FEW}": round(_pace(first), 1),
                f"seconds, last {FEW}": round(_pace(last), 1),
            }
        )
    return pd.DataFrame(rows)


def example() -> Progress:
    """Return the record of an invented learner, to show what the charts look like: as the drills would write it.

    >>> len(example().played)
    12
    """
    points = [(1, 6, 3, 71), (1, 6, 3, 63), (1, 7, 4, 73), (1, 6, 6, 49), (2, 4, 3, 30), (2, 4, 4, 25), (3, 3, 2, 17)]
    both = [(1, 7, 4, 102), (1, 6, 4, 72), (1, 6, 6, 63), (2, 4, 3, 38)]
    # the last round of the first drill has reached level 4, which is kept as a round without a question
    days = [("my-points", n, one) for n, one in enumerate([*points, (3, 4, 4, 21), (4, 0, 0, 0)])]
    days += [("both-points", n + 4, one) for n, one in enumerate(both)]
    start = datetime(2026, 1, 5, 18, tzinfo=UTC)
    progress = Progress()
    for name, day, (level, asked, right, seconds) in days:
        begun = int((start + timedelta(days=day)).timestamp() * 1000)
        progress = progress.with_round(Round(name, level, begun, asked, right, seconds))
    return progress


def _played(progress: Progress) -> Iterable[tuple[str, tuple[Round, ...]]]:
    """Go through the drills played, in the order of the course; those that this version does not know come last."""
    found = Progress(progress.played).by_drill()
    order = [*_DRILLS, *(name for name in found if name not in _DRILLS)]
    return [(name, found[name]) for name in order if name in found]


def _title(name: str) -> str:
    if name in _DRILLS:
        return _DRILLS[name].title
    return f"Puzzles: {name.removeprefix(TRAINER).replace('-', ' ')}" if name.startswith(TRAINER) else name


def _over_time(progress: Progress, worth: Callable[[Round], float]) -> go.Figure:
    figure = go.Figure()
    for number, (name, rounds) in enumerate(_played(progress)):
        figure.add_scatter(
            x=[datetime.fromtimestamp(one.begun / 1000, UTC) for one in rounds],
            y=[round(worth(one), 1) for one in rounds],
            name=_title(name),
            mode="lines+markers",
            line={"dash": _LINES[number % len(_LINES)]},
            marker={"symbol": _SIGNS[number % len(_SIGNS)], "size": 9},
            text=[f"level {one.level}, {one.right} of {one.asked} right" for one in rounds],
            hovertemplate="%{x|%d %b}: %{y}<br>%{text}<extra>%{fullData.name}</extra>",
        )
    if not figure.data:
        figure.add_annotation(text="No round on record yet.", showarrow=False, x=0.5, y=0.5, xref="paper", yref="paper")
    colours = (COLOURS.plot_you, COLOURS.plot_seeing, COLOURS.plot_in_play, COLOURS.plot_opponent)
    return figure.update_layout(colorway=colours)


def _placed(figure: go.Figure) -> go.Figure:
    """Put the legend below, where it takes no room from the lines on a narrow page."""
    return figure.update_layout(legend=BELOW, height=420, xaxis={"nticks": 6, "tickformat": "%d %b"})


def _accuracy(rounds: Iterable[Round]) -> float:
    found = tuple(rounds)
    return 100 * sum(one.right for one in found) / sum(one.asked for one in found)


def _pace(rounds: Iterable[Round]) -> float:
    found = tuple(rounds)
    return sum(one.seconds for one in found) / sum(one.asked for one in found)
