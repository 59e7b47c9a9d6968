"""The figures of the lessons, as plotly figures: show one as the last expression of a cell."""

import plotly.graph_objects as go

from .cards import PACK, Rank, Suit
from .render.theme import COLOURS, suit_colour


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
        sum_of_four = f"4 × {rank.points} = {4 * rank.points}"
        figure.add_annotation(x=rank.word, y=4 * rank.points, yshift=11, showarrow=False, text=sum_of_four)
    figure.update_layout(barmode="stack", legend={"traceorder": "normal"})
    return _dressed(figure, "120 card points, by rank", down="card points")


def _dressed(figure: go.Figure, title: str, *, across: str = "", down: str = "") -> go.Figure:
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
