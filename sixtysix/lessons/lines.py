"""Lines of play for lessons: actions as tokens (``AS`` play, ``*H`` announce, ``x c d - !``) and where they lead."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from ..guided import Hand, scripted
from ..position import Position
from ..render.heat import percent as percent
from ..report import tell, verdict

if TYPE_CHECKING:
    import pandas as pd


def line(start: Position, tokens: str) -> list[Position]:
    """Return a position and every one after it, one for each token (``KC/AC``: the first that is legal).

    >>> from sixtysix import Deal, Rules
    >>> start = Deal.random(Rules.guide(), seed=66).start()
    >>> [position.turn for position in line(start, "9H")]
    [0, 1]
    """
    positions = [start]
    for token in tokens.split():
        positions.append(positions[-1].apply(scripted(positions[-1], token)))
    return positions


def after(start: Position, tokens: str) -> Position:
    """Return the position that the actions lead to."""
    return line(start, tokens)[-1]


def ending(start: Position, tokens: str) -> str:
    """Say how the deal ends when it goes on with these actions, seen from seat 0."""
    return verdict(after(start, tokens), you=0)


def trick_table(lines: Mapping[str, Sequence[Position]]) -> "pd.DataFrame":
    """Return lines of play beside each other, a column each and a row for each trick, seen from seat 0.

    Each trick is the card led, the reply and who took it. The last rows: your card points, and what the deal is worth
    in game points to you.

    >>> from sixtysix.lessons.last_six import DUCK
    >>> table = trick_table({"right": right_line(DUCK)})
    >>> list(table.loc[["1", "2", "your card points"], "right"])
    ['9♣ K♣, opponent', 'Q♣ A♣, you', '83']
    """
    import pandas as pd

    columns = {}
    for name, positions in lines.items():
        tricks = [
            f"{led} {reply}, {'you' if winner == 0 else 'opponent'}"
            for ((_, led), (_, reply)), winner in positions[-1].finished_tricks()
        ]
        result = positions[-1].result
        rows = {str(number): trick for number, trick in enumerate(tricks, start=1)}
        rows["your card points"] = str(positions[-1].points(0))
        rows["game points"] = "" if result is None else signed(result.game_points[0] - result.game_points[1])
        columns[name] = rows
    names = sorted({name for rows in columns.values() for name in rows if name.isdigit()})
    return pd.DataFrame(columns, index=[*names, "your card points", "game points"]).fillna("")


def signed(value: float, decimals: int = 0) -> str:
    """Write a number with its sign, the minus being as wide as the plus; 0 has none.

    >>> signed(2), signed(-1), signed(0), signed(-0.13, 2)
    ('+2', '−1', '0', '−0.13')
    """
    written = f"{value:+.{decimals}f}".replace("-", "−")
    return written if float(f"{value:.{decimals}f}") else written[1:]


def say(*parts: object) -> None:
    """Print words, a line for each part of a text, broken between words where it is long for a notebook.

    >>> say("66 to 33:", "You said out.")
    66 to 33: You said out.
    """
    for text in " ".join(map(str, parts)).splitlines():
        print(fill(text, 96, subsequent_indent="    ", break_long_words=False))


def right_line(hand: Hand, steps: int | None = None) -> list[Position]:
    """Play the first right action of each step, or of the first few steps, and return all positions on the way.

    >>> from sixtysix.lessons.start_here import FIRST_HAND
    >>> len(right_line(FIRST_HAND)), right_line(FIRST_HAND)[-1].result.game_points
    (8, (2, 0))
    """
    tokens = [token for step in hand.steps[:steps] for token in (step.right[0], *step.replies)]
    return line(hand.start, " ".join(tokens))


def story(hand: Hand) -> str:
    """Tell a guided hand along its right line, a trick to a line, with how the deal ended if it did.

    >>> from sixtysix.lessons.start_here import FIRST_HAND
    >>> print(story(FIRST_HAND).splitlines()[0])
    Trick 1. You took K♥ and 10♥: 14 card points. You have 14, your opponent 0.
    """
    positions = right_line(hand)
    end = [verdict(positions[-1], 0)] if positions[-1].result else []
    return "\n".join([*tell(positions, 0), *end])
