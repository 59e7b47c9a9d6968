"""Lesson 8, the price of peeking: what one plan can promise, and how much more you would win if you saw all cards.

Run as a program it writes the data of the lesson: ``python -m sixtysix.lessons.peeking closing-gaps.csv``.
"""

import csv
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Announce, Play
from ..cards import Card, hand_order
from ..position import Deal
from ..render.heat import percent
from ..rule_table import OUT
from ..rules import Rules
from ..solver import CloseAnalysis, analyse_close, solve
from ..teach import Option, Question
from ..view import View
from .closes import closed, laid_out, proven
from .lines import signed

if TYPE_CHECKING:
    import pandas as pd

PEEK: Final = View.from_dict(
    {
        "dealer": 1,
        "trump": "D",
        "turn_up": "JD",
        "stock": 3,
        "hand": ["AS", "AH", "KH", "AC", "KC", "9C"],
        "unseen": ["TS", "KS", "JS", "9S", "JH", "QD", "TC", "QC", "JC"],
        "to_move": 0,
        "points": [24, 17],
        "tricks": [2, 2],
        "played": ["QS", "AD", "9H", "TD", "QH", "9D", "TH", "KD"],
    }
)
"""Three aces, two kings and no trump: every layout is won if you see it, and fewer than three in four if you do not."""

WITH_TEN: Final = frozenset(map(Card, ("JS", "9S", "QD", "TC", "QC", "JC")))
"""A hand of your opponent's against which A♠ is the only lead that wins."""
WITH_KING: Final = frozenset(map(Card, ("KS", "JS", "9S", "QD", "QC", "JC")))
"""The same but for one card: now A♠ is a lead that loses."""

ONE_POINT: Final = View.from_dict(
    {
        "dealer": 1,
        "trump": "C",
        "turn_up": "9C",
        "stock": 3,
        "hand": ["QS", "AH", "9H", "JD", "TC", "KC"],
        "unseen": ["KS", "JS", "JH", "AD", "TD", "KD", "QD", "9D", "AC"],
        "to_move": 0,
        "points": [12, 31],
        "tricks": [1, 3],
        "played": ["KH", "TH", "AS", "QH", "QC", "9S", "TS", "JC"],
    }
)
"""A hand that no plan makes certain, however little you need, though seeing wins every layout up to 29."""
WITH_JACK: Final = frozenset(map(Card, ("AC", "KS", "JS", "JH", "AD", "TD")))
"""A hand with which your opponent must follow to A♥."""
WITHOUT_HEART: Final = frozenset(map(Card, ("AC", "KS", "JS", "AD", "TD", "KD")))
"""The same but for one card: now A♥ is trumped."""

TRICKS: Final = 4
"""The random closes come before the lead to the next trick: three cards face down, 84 layouts."""
CLOSES: Final = 2000
LEAST: Final = 0.5
"""A random close counts if at least this share of its layouts is won, both sides seeing: others nobody would make."""


class Gap(NamedTuple):
    """One random close: the seed of its deal, the layouts won seeing and guaranteed, and what is certain.

    >>> Gap(66, 60, 51, 0).points
    10.714285714285714
    """

    seed: int
    seeing: int
    guaranteed: int
    certain: int

    @property
    def points(self) -> float:
        """The gap in percentage points of the 84 layouts."""
        return 100 * (self.seeing - self.guaranteed) / 84


def random_close(seed: int) -> View | None:
    """Return what the leader knows in a deal played with random cards, before the lead to trick five.

    None where that leader is out already or knows one of the hidden cards.

    >>> random_close(1).layouts()
    84
    """
    generator, position = random.Random(seed), Deal.random(Rules(), seed=seed).start()
    while sum(position.tricks) < TRICKS or position.trick:
        plays = [action for action in position.legal_actions() if isinstance(action, Play)]
        position = position.apply(plays[int(len(plays) * generator.random())])
    view = position.view(position.turn)
    return view if view.points(view.seat) < OUT and view.layouts() == 84 else None


def gap_of(seed: int) -> Gap | None:
    """Return the gap of a random close; None where there is no close worth a thought.

    >>> gap_of(1)
    Gap(seed=1, seeing=56, guaranteed=46, certain=0)
    """
    view = random_close(seed)
    if view is None or analyse_close(view, plan=False).open_cards_wins < LEAST:
        return None
    found = proven(view)
    assert found.plan_wins is not None  # proven has looked for a plan
    seeing, guaranteed = (round(share * found.layouts) for share in (found.open_cards_wins, found.plan_wins))
    return Gap(seed, seeing, guaranteed, found.certain or 0)


def gaps(number: int = CLOSES) -> Iterator[Gap]:
    """Go through the first so many random closes, by seed from 1."""
    seed = 0
    while number:
        seed += 1
        found = gap_of(seed)
        if found is not None:
            number -= 1
            yield found


def write_gaps(path: Path, number: int = CLOSES) -> None:
    """Write the random closes as a table of numbers, a close to a line."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Gap._fields)
        writer.writerows(gaps(number))


def read_gaps(path: str | Path) -> list[Gap]:
    """Read what `write_gaps` wrote."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return [Gap(*map(int, row)) for row in list(csv.reader(file))[1:]]


# Tables


def gap_table(found: Sequence[Gap]) -> "pd.DataFrame":
    """Return how the gaps of many closes are spread: how many have none, their mean, and the largest."""
    import pandas as pd

    points = pd.Series([gap.points for gap in found])
    doubtful = pd.Series([gap.points for gap in found if not gap.certain])
    rows = {
        "closes": [f"{len(some):,}" for some in (points, doubtful)],
        "no gap": [percent(float((some == 0).mean())) for some in (points, doubtful)],
        "mean": [f"{some.mean():.1f}" for some in (points, doubtful)],
        "half are under": [f"{some.median():.1f}" for some in (points, doubtful)],
        "one in ten over": [f"{some.quantile(0.9):.1f}" for some in (points, doubtful)],
        "largest": [f"{some.max():.1f}" for some in (points, doubtful)],
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["all", "not certain"])


def lead_table(view: View, *hands: Iterable[Card]) -> "pd.DataFrame":
    """Return what each of your leads is worth against these hands, in game points, and over all layouts, all seeing."""
    import pandas as pd

    columns = {}
    for theirs in hands:
        values = solve(laid_out(closed(view), theirs))
        name = " ".join(map(str, sorted(theirs)))
        columns[name] = {_card(action): signed(value) for action, value in values.items() if _card(action)}
    found = analyse_close(view, plan=False)
    columns["of all layouts"] = {str(card): percent(share) for card, share in found.by_lead.items()}
    order = [str(card) for card in hand_order(view.own, view.trump)]
    return pd.DataFrame(columns).loc[order].rename_axis(columns="lead (seeing)")


def _card(action: object) -> str:
    assert not isinstance(action, Announce)  # no marriage after a close in these rules
    return str(action.card) if isinstance(action, Play) else ""


def refutation_table(found: CloseAnalysis) -> "pd.DataFrame":
    """Return for each lead the share of layouts it wins, both sides seeing, and hands that beat every plan with it."""
    import pandas as pd

    rows = {}
    for card in hand_order(found.view.own, found.view.trump):
        beaten = [" ".join(map(str, sorted(hand))) for hand in found.refuted_by(card)]
        rows[str(card)] = (percent(found.by_lead[card]), " or ".join(beaten) or "none")
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["wins (seeing)", "beaten by"])
    return table.rename_axis(columns="lead")


# Questions

WHICH_NUMBER: Final[tuple[Question, ...]] = (
    Question(
        "A computer deals your opponent's cards at random 1,000 times and each time finds the best play with all cards "
        "open. You win 930 of the deals. What is that?",
        (
            Option("Seeing", "Each time the play was chosen with all cards open.", right=True),
            Option(
                "Guaranteed", "No: it took another play for each layout. You will have to take one for all of them."
            ),
            Option("In play", "No: nobody played. Both sides knew every card."),
        ),
    ),
    Question(
        "You close and play 1,000 deals against the Club player, by one plan. You win 720. What is that?",
        (
            Option("Seeing", "No: neither you nor the Club player saw the hidden cards."),
            Option("Guaranteed", "No: another opponent, or the next 1,000 deals, may do better against you."),
            Option("In play", "It holds for this opponent, and only as exactly as 1,000 deals can tell.", right=True),
        ),
    ),
    Question(
        "A plan wins in 60 of 84 layouts, whatever your opponent does. What is that?",
        (
            Option("Seeing", "No: seeing may win more, for it need not choose one plan."),
            Option("Guaranteed", "One plan, and no defence helps in those 60 layouts.", right=True),
            Option("In play", "No: this needs no deals to be played, and has no error. It is proven."),
        ),
    ),
    Question(
        "Which of the three can you trust when you decide to close?",
        (
            Option("Seeing", "No: it counts wins that you would have to see to find."),
            Option("Guaranteed", "You can win more than that, but with this plan never fewer layouts.", right=True),
            Option("In play", "It is a good guide for that opponent, but no promise."),
        ),
    ),
)
"""Seeing, guaranteed or in play?"""


if __name__ == "__main__":
    write_gaps(Path(sys.argv[1]))
