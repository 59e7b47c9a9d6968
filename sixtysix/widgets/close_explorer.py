"""The closing explorer as one widget: it shows an `Explorer`'s state and passes on what the learner changes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import traitlets

from ..explore import Explorer
from ..view import View
from .files import card_pictures, script, style
from .served import Served

if TYPE_CHECKING:
    from ..solver import CloseAnalysis


class CloseExplorer(Served):
    """Set up a decision to close by clicks and sliders, and see at once what it is worth.

    `view` is a view in which its seat may close, case data or a line of text; without it there is an example. Raises
    `PuzzleError` or `NotationError` for what cannot be read, and where nothing can be closed.

    `explorer.view` is the view on screen, to go on with in code: ``Table(start=explorer.view, adapt=True)`` plays it.

    >>> CloseExplorer()
    CloseExplorer(462 layouts, guide)
    """

    _esm = script("close_build.js", "close_explorer.js")
    _css = style("close_explorer.css")

    _what = "explorer"
    _kept = "Your cards are kept."

    explorer = traitlets.Dict(help="What is shown; it goes to the browser and never comes back.").tag(sync=True)

    def __init__(self, view: View | Mapping[str, Any] | str | None = None) -> None:
        """Lay out the view and read its tables; the plan is searched once it is on screen."""
        self.controller = Explorer(view)
        pictures = card_pictures()
        faces = {name: pictures[name] for name in ("small", "names", "labels", "suits", "signs")}
        super().__init__(self.controller, faces)

    @property
    def view(self) -> View:
        """The view on screen, in which you are seat 0 and close; `PuzzleError` says what is missing."""
        return self.controller.view

    @property
    def analysis(self) -> "CloseAnalysis | None":
        """What is known so far: the tables, and the plan once it has been searched; None while cards are missing."""
        return self.controller.analysis

    def __repr__(self) -> str:
        """Say what is set up; the same in every run, since lessons are compared by it."""
        analysis, rules = self.controller.analysis, self.controller.setting.rules.name
        return f"CloseExplorer({f'{analysis.layouts} layouts' if analysis else 'incomplete'}, {rules})"
