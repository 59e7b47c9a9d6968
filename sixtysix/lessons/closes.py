"""What the lessons on closing count, look up and try: a count of sure tricks, other needs, and plays at the table."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from ..actions import Announce, Close, Exchange, Play
from ..cards import Card, card_points
from ..players import player
from ..position import Position
from ..public import AtClose
from ..render.heat import percent
from ..rule_table import OUT
from ..solver import CloseAnalysis, analyse_close
from ..view import View
from .lines import signed

if TYPE_CHECKING:
    import pandas as pd

SECONDS: Final = 20.0
"""Time for a plan: far more than the closes of the lessons need to be proven."""


def closed(view: View) -> View:
    """Return the view after its seat has closed the stock.

    >>> from sixtysix.lessons.when_to_close import COUNTED
    >>> closed(COUNTED.start.view(0)).is_open
    False
    """
    other = 1 - view.seat
    return replace(view, closed_by=view.seat, at_close=AtClose(view.points(other), view.tricks_won(other)))


def laid_out(view: View, theirs: Iterable[Card]) -> Position:
    """Return the position in which your opponent holds these cards."""
    hand = frozenset(theirs)
    return view.with_hidden(hand, sorted(view.unseen - hand))


def with_need(view: View, need: int) -> View:
    """Return the same cards with other card points of yours, so that you need so many more.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> with_need(IN_DOUBT, 20).points(0)
    46
    """
    if not 0 <= need <= OUT:
        raise ValueError(f"need: {need} is not a number of card points from 0 to {OUT}")
    mine, his = OUT - need, view.points(1 - view.seat)
    return replace(view, taken=(mine, his) if view.seat == 0 else (his, mine))


# The count


def count_out(view: View, *leads: str) -> "pd.DataFrame":
    """Count a close by its sure tricks: a row for now and one for each lead, in the order given.

    "at least" is what you have after the trick if your opponent adds as little as the rules and the layout allow, in
    the worst layout; "on average" takes each card added for an average one of those you have not seen. Raises
    `ValueError` if a lead can be beaten.

    >>> from sixtysix.lessons.when_to_close import COUNTED
    >>> list(count_out(COUNTED.start.view(0), "A♣")["at least"])
    [24, 39]
    """
    import pandas as pd

    cards = [Card(lead) for lead in leads]
    hidden = {*view.unseen, *view.hand(1 - view.seat)}
    average = card_points(hidden) / len(hidden)
    points = view.points(view.seat)
    rows: list[tuple[object, int, str]] = [("", points, f"{points}")]
    for number, (card, least) in enumerate(zip(cards, _least(closed(view), cards), strict=True), 1):
        expected = points + card_points(cards[:number]) + number * average
        rows.append((card.points, least, f"{expected:.1f}"))
    names = ["now", *map(str, cards)]
    return pd.DataFrame(rows, columns=["you lead", "at least", "on average"], index=names)


def _least(view: View, cards: list[Card]) -> list[int]:
    """Return the least points you can have after each lead, over all layouts and replies."""
    seat, found = view.seat, []
    # By layout and what is left of it: your opponent has then thrown the same cards, in whatever order.
    now = {(theirs, theirs): laid_out(view, theirs) for theirs in view.each_layout()}
    for card in cards:
        after: dict[tuple[frozenset[Card], frozenset[Card]], Position] = {}
        for (theirs, left), position in now.items():
            led = position.apply(Play(card))
            for reply in led.legal_actions():
                if not isinstance(reply, Play) or (theirs, left - {reply.card}) in after:
                    continue
                end = led.apply(reply)
                if end.tricks[seat] == position.tricks[seat]:
                    raise ValueError(f"leads: {card} is not sure, {reply.card} can take it")
                after[theirs, left - {reply.card}] = end
        now = after
        found.append(min(end.points(seat) for end in now.values()))
    return found


# The three numbers


def three_shares(view: View) -> "pd.DataFrame":
    """Return how often a close succeeds and what it is worth, seeing and guaranteed.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> list(three_shares(IN_DOUBT).index)
    ['seeing', 'guaranteed']
    """
    import pandas as pd

    found = proven(view)
    rows = [
        (percent(found.open_cards_wins), signed(found.open_cards_value, 2)),
        (percent(found.plan_wins or 0), signed(found.plan_value or 0, 2)),
    ]
    return pd.DataFrame(rows, columns=["succeeds in", "game points"], index=["seeing", "guaranteed"])


def proven(view: View) -> CloseAnalysis:
    """Return the analysis of a close with a plan that is proven best; `ValueError` if the time was too short."""
    found = analyse_close(view, seconds=SECONDS)
    if not found.exact:
        raise ValueError(f"the best plan is not proven within {SECONDS:.0f} seconds")
    return found


def guaranteed_by_need(view: View, needs: Iterable[int]) -> dict[int, float]:
    """Return the share of layouts that one plan guarantees, for other needs of yours with the same cards.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> round(guaranteed_by_need(IN_DOUBT, [50])[50], 2)
    0.69
    """
    return {need: proven(with_need(view, need)).plan_wins or 0.0 for need in needs}


def need_table(seeing: CloseAnalysis, guaranteed: Mapping[int, float]) -> "pd.DataFrame":
    """Return the two shares side by side, by need."""
    import pandas as pd

    rows = [(percent(seeing.by_need[need]), percent(share)) for need, share in guaranteed.items()]
    return pd.DataFrame(rows, columns=["seeing", "guaranteed"], index=list(guaranteed)).rename_axis(columns="you need")


def trump_table(seeing: CloseAnalysis) -> "pd.DataFrame":
    """Return for each number of trumps your opponent may hold the layouts, their share, and the share you win."""
    import pandas as pd

    found = seeing.by_trumps()
    rows = [(count, percent(count / seeing.layouts), percent(share)) for count, share in found.values()]
    columns = ["layouts", "of all", "won (seeing)"]
    return pd.DataFrame(rows, columns=columns, index=list(found)).rename_axis(columns="trumps against you")


def map_table(seeing: CloseAnalysis, mine: Iterable[int], theirs: Iterable[int]) -> "pd.DataFrame":
    """Return some places of the map of needs: the share of layouts won, both sides seeing."""
    import pandas as pd

    shares, columns = seeing.share(), list(theirs)
    rows = {need: [percent(shares[need, other]) for other in columns] for need in mine}
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.rename_axis(columns="you need ↓ opponent →")


def next_close(view: View, lead: str) -> tuple[int, int]:
    """Count in how many ways the trick led now, stock open, makes the next close certain.

    A way is a layout with the card that you will draw. It counts if, whatever your opponent then throws, you win the
    trick and a plan wins every layout that is left. Returned are the ways that count and all of them.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> next_close(IN_DOUBT, "J♣")
    (3, 252)
    """
    known: dict[tuple[Card, Card], bool] = {}
    good = ways = 0
    for theirs in view.each_layout():
        rest = sorted(view.unseen - theirs)
        ways += len(rest)
        for drawn in rest:
            stock = [drawn, *(card for card in rest if card is not drawn)]
            led = view.with_hidden(theirs, stock).apply(Play(lead))
            good += all(_then_certain(led, reply, drawn, view.seat, known) for reply in sorted(theirs))
    return good, ways


def _then_certain(led: Position, reply: Card, drawn: Card, seat: int, known: dict[tuple[Card, Card], bool]) -> bool:
    """Say whether closing is certain after a reply; what you see then depends on it and your new card alone."""
    if (reply, drawn) not in known:
        after = led.apply(Play(reply))
        known[reply, drawn] = after.turn == seat and _certain(after.view(seat))
    return known[reply, drawn]


def _certain(view: View) -> bool:
    if view.points(view.seat) >= OUT:
        return True
    # Whether a plan is certain is settled before the search for a best one, and that needs no time here.
    certain = analyse_close(view, seconds=0).certain
    assert certain is not None  # as few layouts as these are settled at once
    return certain > 0


# Ways to close


def say_way(actions: Iterable[object]) -> str:
    """Name a way to close: what is done before it.

    >>> say_way([Exchange(), Announce("S"), Close()])
    'exchange, announce ♠, close'
    """
    words = {Exchange: "exchange", Close: "close"}
    return ", ".join(f"announce {one.suit}" if isinstance(one, Announce) else words[type(one)] for one in actions)


def ways_table(ways: Mapping[tuple[object, ...], CloseAnalysis]) -> "pd.DataFrame":
    """Return what `compare_closes` found as a table: the share guaranteed, its worth, and what is certain."""
    import pandas as pd

    rows = {
        say_way(actions): (percent(found.plan_wins or 0), signed(found.plan_value or 0, 2), found.certain)
        for actions, found in ways.items()
    }
    columns = ["share guaranteed", "points guaranteed", "certain"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def odds_table(found: CloseAnalysis) -> "pd.DataFrame":
    """Return the share of closes that must succeed, by what a success brings and what a failure costs.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> list(odds_table(analyse_close(IN_DOUBT, plan=False))["failure −2"])
    ['66.7 %', '50.0 %', '40.0 %']
    """
    import pandas as pd

    table = {
        f"failure −{cost}": {f"success +{gain}": percent(share) for gain, share in shares.items()}
        for cost, shares in found.break_even.items()
    }
    return pd.DataFrame(table)


# In play


@dataclass(frozen=True, slots=True)
class InPlay:
    """What came of many plays of one view: mean game points to its seat, the standard error, and the share won.

    >>> print(InPlay(0.5, 0.1, 0.75, 100))
    +0.50 ± 0.10 game points, won 75 of 100 plays
    """

    mean: float
    error: float
    won: float
    plays: int

    def __str__(self) -> str:
        """Say the result in one line."""
        return (
            f"{signed(self.mean, 2)} ± {self.error:.2f} game points, "
            f"won {round(self.won * self.plays)} of {self.plays} plays"
        )


def in_play(view: View, *, plays: int, seed: int, plan: CloseAnalysis | None = None) -> InPlay:
    """Play a view to the end many times, the hidden cards dealt afresh each time, against the Club player.

    Without `plan` the Club player takes your seat as well, and closes only when it is certain. With `plan`, an analysis
    of closing now, you close and follow its plan. Play number n deals its cards by `seed` + n, so that two ways to play
    meet the same cards.

    >>> from sixtysix.lessons.when_to_close import IN_DOUBT
    >>> in_play(IN_DOUBT, plays=2, seed=66).plays
    2
    """
    results = [_play(view, seed + number, plan) for number in range(plays)]
    error = stdev(results) / sqrt(plays)
    return InPlay(fmean(results), error, sum(result > 0 for result in results) / plays, plays)


def numbers_table(close: CloseAnalysis, played: InPlay) -> "pd.DataFrame":
    """Return the three numbers of a close side by side: what they assume, the share won, and game points."""
    import pandas as pd

    error = sqrt(played.won * (1 - played.won) / played.plays)
    rows = {
        "seeing": ("both see all cards", percent(close.open_cards_wins), signed(close.open_cards_value, 2)),
        "guaranteed": (
            "one plan; your opponent sees all cards",
            percent(close.plan_wins or 0),
            signed(close.plan_value or 0, 2),
        ),
        "in play": (
            "this plan against the Club player",
            f"{percent(played.won)} ± {100 * error:.1f}",
            f"{signed(played.mean, 2)} ± {played.error:.2f}",
        ),
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["who sees what", "won", "game points"])


def _play(view: View, seed: int, close: CloseAnalysis | None) -> int:
    position, generator, club = view.deal_hidden(seed), random.Random(seed), player("Club")
    plan = close.plan if close else None
    while (seat := position.to_move) is not None:
        now = position.view(seat)
        follows = plan is not None and seat == view.seat
        position = position.apply(plan.reply(now) if plan and follows else club.choose(now, generator))
    assert position.result is not None  # nobody is to move any more
    points = position.result.game_points
    return points[view.seat] - points[1 - view.seat]
