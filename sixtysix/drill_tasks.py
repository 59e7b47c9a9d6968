"""The counting drills: who writes their rounds, from deals really played or from cards alone."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from .drill_deals import YOU, played, point_lines, tricks
from .drills import Ask, Line, Script, Step, Task
from .errors import DrillError, quoted
from .rules import Rules

EVERY: Final = ("after every trick", "after every second trick", "after every third trick", "once, at the end")
"""The levels of a drill that follows a deal: how long you count before you are asked."""


def due(number: int, level: int, last: int) -> bool:
    """Return whether a drill with the levels `EVERY` asks after this trick of a deal with `last` tricks.

    >>> [number for number in range(1, 9) if due(number, 3, 8)]
    [3, 6, 8]
    """
    return number == last or (level < len(EVERY) and number % level == 0)


def _points(seats: tuple[int, ...], question: str, labels: tuple[str, ...]) -> Callable[[int, int, Rules], Script]:
    """Return the writer of a drill that asks for the card points of these seats."""

    def script(seed: int, level: int, rules: Rules) -> Script:
        found = tuple(tricks(played(seed, rules)))
        beats: list[Step | Ask] = []
        since = asked = found[0].before
        count: list[Line] = []
        for trick in found:
            beats.append(trick.step)
            count += point_lines(trick, since)
            since = trick.after
            if due(trick.number, level, len(found)):
                truth = tuple(since.points(seat) for seat in seats)
                before = tuple(asked.points(seat) for seat in seats)
                lines = [Line("So far", before)] if any(before) else []
                lines += [Line(line.text, tuple(line.adds[seat] for seat in seats)) for line in count]
                lines = [line for line in lines if any(line.adds)]
                beats.append(Ask(question, truth, labels, count=tuple(lines)))
                asked, count = since, []
        return tuple(beats)

    return script


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        task.name: task
        for task in (
            Task(
                "my-points",
                "Your points",
                "Count your own card points while a deal is played.",
                EVERY,
                _points((YOU,), "How many card points have you now?", ()),
            ),
            Task(
                "both-points",
                "Both players' points",
                "Count your card points and your opponent's while a deal is played.",
                EVERY,
                _points((YOU, 1 - YOU), "How many card points has each of you now?", ("you", "your opponent")),
            ),
        )
    }
)
"""All drills by name, in the order in which they are best learned."""


def task(name: object) -> Task:
    """Return the drill of this name; `DrillError` lists the names that exist.

    >>> task("my-points").title
    'Your points'
    """
    if not isinstance(name, str) or name not in TASKS:
        raise DrillError(f"{quoted(name)} is not a drill; there are {', '.join(TASKS)}.")
    return TASKS[name]
