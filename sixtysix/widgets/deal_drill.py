"""The drill of a whole deal: the table, and below it the questions."""

import ipywidgets

from ..deal_drill import DealDrilling
from ..progress_store import Store, default_store
from ..rules import Rules
from .drill import Drill
from .table import Table


class DealDrill(ipywidgets.VBox):
    """A deal to play with the points hidden; after every second trick you are asked what you have counted.

    `seed` is the number of the first deal; `rules`, `level` and `store` are as in `Drill`; `opponent` names a player.
    Raises what they raise.

    >>> DealDrill(seed=66, store=Store("no-such-folder/progress.json"))
    DealDrill(deal 66)
    """

    def __init__(
        self,
        *,
        seed: int = 66,
        level: int | None = None,
        rules: Rules | str | None = None,
        opponent: str = "Club",
        store: Store | None = None,
    ) -> None:
        """Deal the first hand."""
        store = default_store() if store is None else store
        self.controller = DealDrilling(store=store, seed=seed, level=level, rules=rules, opponent=opponent)
        self._first = seed
        self.table = Table(session=self.controller.session)
        self.questions = Drill(self.controller)
        super().__init__([self.table, self.questions])
        self.table.observe(self._played, "table")
        self.questions.observe(self._answered, "drill")

    def __repr__(self) -> str:
        """Say which deal it began with; the same in every run, since lessons are compared by it."""
        return f"DealDrill(deal {self._first})"

    def _played(self, _: object) -> None:
        """After a change of the table, ask if a question is due."""
        self.controller.look()
        self.questions.refresh()

    def _answered(self, _: object) -> None:
        """After an answer the table goes on."""
        self.table.refresh()
