"""The figures of the lessons, as plotly figures: show one as the last expression of a cell."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from .actions import Announce
from .cards import PACK, Rank, Suit
from .position import Position
from .render.heat import percent
from .render.theme import COLOURS, suit_colour
from .rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE
from .solver import CloseAnalysis

BELOW = {"orientation": "h", "x": 0, "y": -0.36, "yanchor": "top", "traceorder": "normal"}
"""A legend under the plot, where it may take several lines: beside it it would take the width of a phone."""

if TYPE_CHECKING:
    from .lessons.closes import InPlay
    from .lessons.holding import TrumpOdds


def points_by_card() -> go.Figure:
    """Draw the 120 card points of the pack: a bar for each rank, made of its four cards.

    >>> figure = points_by_card()
    >>> sum(sum(bar.y) for bar in figure.data)
    120
    """
    figure = go.Figure()
    for suit in Suit:
        cards = [card for card in PACK if card.suit is suit]
        figure.add_bar(
            x=[card.rank.word for card in cards],
            y=[card.points for card in cards],
            name=f"{suit} {suit.word}",
            marker={"color": suit_colour(suit), "line": {"color": COLOURS.plot_ground, "width": 2}},
            hovertemplate=f"%{{x}} of {suit.word}: %{{y}}<extra></extra>",
        )
    for rank in Rank:
        sum_of_four = f"4 × {rank.points}<br>= {4 * rank.points}"
        figure.add_annotation(x=rank.word, y=4 * rank.points, yshift=18, showarrow=False, text=sum_of_four)
    dressed(figure, "120 card points, by rank", down="card points")
    return figure.update_layout(barmode="stack", legend={**BELOW, "y": -0.22}, yaxis={"range": [0, 52]})


def race_chart(positions: Sequence[Position], you: int = 0) -> go.Figure:
    """Draw how the card points of a two-player deal grow, a step for each trick, against the line at 66.

    `positions` are all positions of the deal, oldest first. The two players differ in colour, in the kind of line and
    in the marks, and each line carries its name at its end. An arrow marks each marriage.

    >>> from .lessons.going_out import played_deal
    >>> [trace.name for trace in race_chart(played_deal()).data]
    ['you', 'your opponent']
    """
    tricks = [0, *(sum(position.tricks) for position in positions[1:])]
    ends = [n for n, (one, other) in enumerate(pairwise([*tricks, tricks[-1] + 1])) if one != other]
    figure = go.Figure()
    figure.add_hline(y=OUT, line={"color": COLOURS.plot_ink, "width": 1, "dash": "dot"})
    figure.add_annotation(x=0, y=OUT, xanchor="left", yanchor="bottom", showarrow=False, text=f"{OUT}: out")
    looks = (
        (you, "you", COLOURS.plot_you, "solid", "circle"),
        (1 - you, "your opponent", COLOURS.plot_opponent, "dash", "square-open"),
    )
    totals = {seat: [positions[n].points(seat) for n in ends] for seat in (0, 1)}
    for seat, name, colour, dash, symbol in looks:
        figure.add_scatter(
            x=[tricks[n] for n in ends],
            y=totals[seat],
            name=name,
            mode="lines+markers",
            line={"shape": "hv", "color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8, "color": colour},
            hovertemplate=f"{name}, trick %{{x}}: %{{y}}<extra></extra>",
        )
        figure.add_annotation(
            x=tricks[-1],
            y=totals[seat][-1],
            xanchor="left",
            xshift=10,
            yshift=8 if totals[seat][-1] >= totals[1 - seat][-1] else -8,
            showarrow=False,
            text=f"{name} {totals[seat][-1]}",
            font={"color": colour},
        )
    for before, after in pairwise(positions):
        seat, action = after.log[-1]
        if isinstance(action, Announce):
            worth = ROYAL_MARRIAGE if action.suit is after.trump else MARRIAGE
            y = before.points(seat)
            up_or_down = 30 if y > 20 else -26  # to where there is room
            text = f"{action.suit} {worth}"
            figure.add_annotation(x=sum(before.tricks), y=y, text=text, ax=16, ay=up_or_down, xanchor="left")
    dressed(figure, "Card points, trick by trick", across="tricks played", down="card points")
    return figure.update_layout(
        showlegend=False,
        margin={"r": 150},
        xaxis={"dtick": 1, "range": [-0.3, tricks[-1] + 0.1]},
        yaxis={"dtick": 20, "range": [-3, max(OUT, *map(max, totals.values())) + 8]},
    )


def check_sum_chart(positions: Sequence[Position]) -> go.Figure:
    """Draw where the 120 card points are after each trick: in your tricks, not played, in your opponent's tricks.

    `positions` are all positions of a deal from its first lead; seat 0 is you. Marriages and the last ten are left out.

    >>> from .lessons.counting_points import along
    >>> [sum(bar.y[8] for bar in check_sum_chart(along()).data)]
    [120]
    """
    from .lessons.counting_points import check_sum

    table = check_sum(positions)
    looks = (
        ("your tricks", table["your tricks"], COLOURS.plot_you, COLOURS.plot_ground),
        ("not yet played", table["your hand"] + table["other cards"], COLOURS.plot_grid, COLOURS.plot_ink),
        ("your opponent's tricks", table["your opponent's tricks"], COLOURS.plot_opponent, COLOURS.plot_ground),
    )
    figure = go.Figure()
    for name, points, colour, ink in looks:
        figure.add_bar(
            x=[int(trick) for trick in table.index],
            y=[int(number) for number in points],
            name=name,
            marker={"color": colour, "line": {"color": COLOURS.plot_ground, "width": 1}},
            text=[str(number) if number >= 10 else "" for number in points],
            textposition="inside",
            textangle=0,
            insidetextfont={"color": ink, "size": 12},
            hovertemplate=f"after trick %{{x}}, {name}: %{{y}}<extra></extra>",
        )
    dressed(figure, "Where the 120 card points are", across="after trick", down="card points")
    return figure.update_layout(
        barmode="stack",
        bargap=0.15,
        legend=BELOW,
        xaxis={"dtick": 1},
        yaxis={"dtick": 20, "range": [0, 124]},
    )


def need_chart(seeing: CloseAnalysis, guaranteed: Mapping[int, float]) -> go.Figure:
    """Draw the share of layouts won by my need: seeing as a line, guaranteed as marks, one for each need given.

    `guaranteed` are shares from 0 to 1 by card points needed, for the same hand. A dotted line marks the real need.

    >>> from .lessons.when_to_close import IN_DOUBT
    >>> from .solver import analyse_close
    >>> [trace.name for trace in need_chart(analyse_close(IN_DOUBT, plan=False), {50: 0.69}).data]
    ['seeing', 'guaranteed']
    """
    figure = go.Figure()
    figure.add_scatter(
        x=list(range(OUT + 1)),
        y=[round(100 * share, 1) for share in seeing.by_need],
        name="seeing",
        mode="lines",
        line={"shape": "hvh", "color": COLOURS.plot_seeing, "width": 2.5},
        hovertemplate="need %{x}: %{y} % (seeing)<extra></extra>",
    )
    figure.add_scatter(
        x=list(guaranteed),
        y=[round(100 * share, 1) for share in guaranteed.values()],
        name="guaranteed",
        mode="markers",
        marker={"symbol": "diamond", "size": 8, "color": COLOURS.plot_guaranteed},
        hovertemplate="need %{x}: %{y} % (guaranteed)<extra></extra>",
    )
    need = seeing.question.needs[0]
    figure.add_vline(x=need, line={"color": COLOURS.plot_ink, "width": 1, "dash": "dot"})
    figure.add_annotation(x=need, y=8, xanchor="right", xshift=-4, showarrow=False, text=f"you need {need}")
    dressed(figure, "Layouts won, by your need", across="card points you need", down="layouts won, %")
    return figure.update_layout(
        xaxis={"dtick": 6, "range": [0, OUT + 1]},
        yaxis={"dtick": 20, "range": [0, 104]},
        legend={"x": 0.03, "y": 0.08, "yanchor": "bottom"},
    )


def trump_chart(seeing: CloseAnalysis) -> go.Figure:
    """Draw the layouts by the number of trumps in the opponent's hand, won and lost, both sides seeing.

    >>> from .lessons.when_to_close import IN_DOUBT
    >>> from .solver import analyse_close
    >>> [list(bar.y) for bar in trump_chart(analyse_close(IN_DOUBT, plan=False)).data]
    [[1, 18, 45, 0], [0, 0, 0, 20]]
    """
    found = seeing.by_trumps()
    won = [round(count * share) for count, share in found.values()]
    lost = [count - wins for (count, _), wins in zip(found.values(), won, strict=True)]
    figure = go.Figure()
    looks = (("won (seeing)", won, COLOURS.plot_seeing, ""), ("lost (seeing)", lost, COLOURS.plot_ground, "/"))
    for name, layouts, colour, shape in looks:
        figure.add_bar(
            x=[str(number) for number in found],
            y=layouts,
            name=name,
            marker={
                "color": colour,
                "line": {"color": COLOURS.plot_seeing, "width": 1.5},
                "pattern": {"shape": shape, "fgcolor": COLOURS.plot_seeing, "size": 6},
            },
            hovertemplate=f"%{{x}} trumps: %{{y}} {name}<extra></extra>",
        )
    for number, (count, share) in found.items():
        text = f"{percent(share)}<br>of {count}"
        figure.add_annotation(x=str(number), y=count, yshift=18, showarrow=False, text=text)
    dressed(figure, "Layouts, by trumps", across="your opponent's trumps", down="layouts")
    highest = max(count for count, _ in found.values())
    return figure.update_layout(
        barmode="stack",
        legend=BELOW,
        xaxis={"type": "category"},
        yaxis={"range": [0, 1.25 * highest]},
    )


def map_chart(seeing: CloseAnalysis) -> go.Figure:
    """Draw the share of layouts won by my need and the opponent's, both sides seeing; a mark stands at the real needs.

    >>> from .lessons.when_to_close import IN_DOUBT
    >>> from .solver import analyse_close
    >>> int(map_chart(analyse_close(IN_DOUBT, plan=False)).data[0].z[40, 50])
    76
    """
    mine, his = seeing.question.needs
    # Whole per cent in one byte each: 4,489 numbers would else make the notebook heavy.
    rounded = np.rint(100 * seeing.share()).astype(np.uint8).T
    figure = go.Figure()
    figure.add_heatmap(
        z=rounded,
        zmin=0,
        zmax=100,
        colorscale=[[0, COLOURS.plot_ground], [1, COLOURS.plot_seeing]],
        colorbar={"title": {"text": "won, %"}},
        hovertemplate="you need %{x}, your opponent %{y}: %{z} % (seeing)<extra></extra>",
    )
    figure.add_scatter(
        x=[mine],
        y=[his],
        mode="markers+text",
        marker={"symbol": "circle-open", "size": 14, "color": COLOURS.plot_ink, "line": {"width": 2.5}},
        text=[f"{mine} and {his}"],
        textposition="top center",
        hoverinfo="skip",
    )
    dressed(figure, "Layouts won (seeing)", across="card points you need", down="your opponent needs")
    return figure.update_layout(xaxis={"dtick": 12}, yaxis={"dtick": 12}, height=420)


def numbers_chart(close: CloseAnalysis, played: "InPlay") -> go.Figure:
    """Draw what is won of a close as three bars, each in its colour: seeing, guaranteed, and in play with its error.

    >>> from .lessons.closes import in_play, proven
    >>> from .lessons.when_to_close import IN_DOUBT
    >>> close = proven(IN_DOUBT)
    >>> [bar.x[0] for bar in numbers_chart(close, in_play(close.view, plays=4, seed=66, plan=close)).data]
    ['seeing', 'guaranteed', 'in play']
    """
    if close.plan_wins is None:
        raise ValueError("close: this analysis has no plan; make one without plan=False")
    figure = go.Figure()
    error = 100 * sqrt(played.won * (1 - played.won) / played.plays)
    for name, share, colour in (
        ("seeing", close.open_cards_wins, COLOURS.plot_seeing),
        ("guaranteed", close.plan_wins, COLOURS.plot_guaranteed),
        ("in play", played.won, COLOURS.plot_in_play),
    ):
        reach = error if name == "in play" else 0
        figure.add_bar(
            x=[name],
            y=[round(100 * share, 1)],
            name=name,
            marker={"color": colour},
            width=0.6,
            error_y={"array": [round(reach, 1)], "color": COLOURS.plot_ink} if reach else None,
            hovertemplate="%{x}: %{y} %<extra></extra>",
        )
        text = f"{percent(share)} ± {reach:.1f}" if reach else percent(share)
        figure.add_annotation(x=name, y=100 * share + reach, yshift=12, showarrow=False, text=text)
    dressed(figure, "One close, three numbers", down="won, %")
    return figure.update_layout(showlegend=False, yaxis={"range": [0, 112], "dtick": 20})


def gap_chart(gaps: Sequence[float], width: int = 4) -> go.Figure:
    """Draw how often seeing adds so much to a close: `gaps` in percentage points, those without a gap apart.

    >>> [list(bar.y) for bar in gap_chart([0.0, 0.0, 1.2, 5.0]).data]
    [[2], [1, 1]]
    """
    some = [gap for gap in gaps if gap > 0]
    groups = [0] * (int(max(some, default=0)) // width + 1)
    for gap in some:
        groups[int(gap) // width] += 1
    names = [f"{width * number} to {width * (number + 1)}" for number in range(len(groups))]
    figure = go.Figure()
    figure.add_bar(
        x=["none"],
        y=[len(gaps) - len(some)],
        name="no gap",
        marker={"color": COLOURS.plot_ground, "line": {"color": COLOURS.plot_opponent, "width": 1.5}},
    )
    figure.add_bar(x=names, y=groups, name="a gap", marker={"color": COLOURS.plot_opponent})
    figure.update_traces(
        hovertemplate="gap %{x}: %{y} closes<extra></extra>", texttemplate="%{y}", textposition="outside"
    )
    dressed(
        figure, "What seeing adds, over many closes", across="seeing minus guaranteed, percentage points", down="closes"
    )
    return figure.update_layout(showlegend=False)


def trump_odds_chart(odds: Sequence["TrumpOdds"]) -> go.Figure:
    """Draw how likely each number of trumps in the opponent's hand is, with a slider over the tricks of one deal.

    `odds` are those before each trick, the first of them shown at first. The steps hold all bars, so that moving the
    slider needs no kernel.

    >>> from .lessons.holding import open_deal, trump_odds
    >>> figure = trump_odds_chart(trump_odds(open_deal()))
    >>> len(figure.layout.sliders[0].steps), figure.data[0].y[1]
    (7, 41.6)
    """
    highest = max(max(one.counts) for one in odds)
    looks = [_trump_bars(one, highest) for one in odds]
    figure = go.Figure()
    figure.add_bar(
        x=[str(number) for number in range(highest + 1)],
        y=looks[0][0],
        text=looks[0][1],
        textposition="outside",
        cliponaxis=False,
        width=0.7,
        marker={"color": COLOURS.plot_opponent},
        hovertemplate="%{x} trumps: %{text}<extra></extra>",
    )
    steps = [
        {
            "label": str(one.trick),
            "method": "update",
            "args": [{"y": [heights], "text": [texts]}, {"title.text": title}],
        }
        for one, (heights, texts, title) in zip(odds, looks, strict=True)
    ]
    slider = {"steps": steps, "active": 0, "currentvalue": {"prefix": "before trick "}, "pad": {"t": 60}, "len": 0.95}
    dressed(figure, looks[0][2], across="trumps in your opponent's hand", down="chance, %")
    return figure.update_layout(
        sliders=[slider],
        xaxis={"type": "category", "dtick": 1},
        yaxis={"range": [0, 110], "dtick": 20},
        height=500,
        margin={"t": 80, "b": 140},
    )


def _trump_bars(one: "TrumpOdds", highest: int) -> tuple[list[float], list[str], str]:
    """Return the heights of the bars in per cent, what stands on them, and the title."""
    heights = [round(100 * float(one.counts.get(number, 0)), 1) for number in range(highest + 1)]
    known = f"{one.known} known, " if one.known else ""
    title = f"Trumps: {known}{one.trumps} among<br>{one.unseen} unseen cards"
    return heights, [f"{height:.1f} %" if height else "" for height in heights], title


def dressed(figure: go.Figure, title: str, *, across: str = "", down: str = "") -> go.Figure:
    """Give a figure the looks that all of them share."""
    axis = {"gridcolor": COLOURS.plot_grid, "zeroline": False}
    return figure.update_layout(
        template="none",
        title={"text": title, "x": 0.02},
        font={"color": COLOURS.plot_ink, "size": 14},
        paper_bgcolor=COLOURS.plot_ground,
        plot_bgcolor=COLOURS.plot_ground,
        xaxis={**axis, "title": across, "showgrid": False},
        yaxis={**axis, "title": down, "rangemode": "tozero"},
        height=360,
        margin={"t": 60, "r": 20, "b": 50, "l": 60},
    )
