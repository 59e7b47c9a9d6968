"""The puzzle trainer: the table, and below it the question, hints, verdict and record."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, Final

import ipywidgets
import traitlets

from ..progress_store import Store, default_store
from ..puzzles.puzzle import Puzzle
from ..training import Training
from ..training_record import ANY, MIX
from .files import card_pictures, script, style
from .served import Served
from .table import Table

LONGEST: Final = 800
"""The most letters of a status line that tells of an error."""

_log = logging.getLogger(__name__)


class TrainerPanel(Served):
    """What stands below the table of a trainer: it shows a `Training` and passes on what the learner chooses."""

    _esm = script("asking.js", "trainer_build.js", "trainer.js")
    _css = style("drill.css", "drill_told.css", "trainer.css")
    _what = "trainer"
    _kept = "What you have solved is kept."

    trainer = traitlets.Dict(help="What is shown; it goes to the browser and never comes back.").tag(sync=True)

    def __init__(self, controller: Training) -> None:
        """Show the state of a controller."""
        pictures = card_pictures()
        super().__init__(controller, {name: pictures[name] for name in ("small", "names", "suits", "signs")})

    def __repr__(self) -> str:
        """Say what it is; the same in every run, since lessons are compared by it."""
        return "TrainerPanel()"

    def tell(self, error: Exception) -> None:
        """Say that something went wrong between the table and the panel."""
        status = f"Something went wrong in the trainer: {str(error) or type(error).__name__}. {self._kept}"
        self.trainer = {**self.trainer, "status": status[:LONGEST], "refused": True}


class Trainer(ipywidgets.VBox):
    """Puzzles to solve on the table, with hints, refutations and a record.

    `puzzles` are a set by its name, a `PuzzleSet` or a list of puzzles; by default all that come with the package.
    `theme` is ``"mix"`` or one of theirs, `level` 1 to 5 or 0 for any; both can be changed in the widget. With `streak`
    puzzles solved in a row are counted. `first` is the id of the puzzle to begin with, `seed` decides the order.
    `opponent` names the player against whom a puzzle can be played on; `store` keeps the record, by default in the
    learner's own progress file. Raises `PuzzleError` for what cannot be used, `ValueError` for an unknown player.

    >>> Trainer("03-endgames", store=Store("no-such-folder/progress.json"))
    Trainer(15 puzzles)
    """

    def __init__(
        self,
        puzzles: Iterable[Puzzle] | str | None = None,
        *,
        theme: str = MIX,
        level: int = ANY,
        streak: bool = False,
        first: str | None = None,
        seed: int = 66,
        opponent: str = "Club",
        store: Store | None = None,
    ) -> None:
        """Lay the first puzzle."""
        chosen: dict[str, Any] = {"theme": theme, "level": level, "streak": streak, "first": first, "seed": seed}
        store = default_store() if store is None else store
        self.controller = Training(puzzles, store=store, opponent=opponent, **chosen)
        self.table = Table(session=self.controller.session)
        self.panel = TrainerPanel(self.controller)
        self._showing = False
        super().__init__([self.table, self.panel])
        self.table.observe(self._played, "table")
        self.panel.observe(self._answered, "trainer")

    def __repr__(self) -> str:
        """Say how many puzzles there are; the same in every run, since lessons are compared by it."""
        count = len(self.controller.puzzles)
        return f"Trainer({count} puzzle{'' if count == 1 else 's'})"

    def _played(self, _: object) -> None:
        """After a change of the table, judge what was played; the next puzzle may be asked for there."""
        self._show(self.controller.look, self.panel.refresh, self.table.refresh)

    def _answered(self, _: object) -> None:
        """After a choice below the table, show what it has changed there."""
        self._show(self.table.refresh)

    def _show(self, *steps: Callable[[], None]) -> None:
        """Bring table and panel into line once; what that changes in either does not begin it again."""
        if self._showing:
            return
        self._showing = True
        try:
            for step in steps:
                step()
        except Exception as error:  # the message that has led to this must be answered all the same
            _log.exception("Table and panel of the trainer are not in line")
            self.panel.tell(error)
        finally:
            self._showing = False
