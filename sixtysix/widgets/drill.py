"""The counting drills as one widget: it shows a `Drilling`'s state and passes on what the learner chooses."""

from collections.abc import Mapping
from typing import Any

import traitlets

from ..drilling import Drilling
from ..drills import Step
from ..progress import Progress
from ..progress_store import Store, default_store
from ..public import trick_winner
from ..rules import Rules
from .files import card_pictures, script, style
from .served import Served


class Drill(Served):
    """A counting drill: tricks and cards to look at, and questions about them.

    `drill` is the name of the first drill, any other can be chosen in the widget; or a controller made elsewhere, which
    needs nothing else. `seed` is the number of the first round. Without `level` it goes on with the level of your last
    round. `rules` are those of the deals, `store` keeps the record: by default the learner's own progress file. Raises
    `DrillError`, `RulesError` or `PuzzleError` for what cannot be used.

    >>> Drill("my-points", store=Store("no-such-folder/progress.json"))
    Drill(my-points)
    """

    _esm = script("asking.js", "drill_build.js", "drill_told.js", "drill.js")
    _css = style("drill.css", "drill_told.css")
    _what = "drill"
    _kept = "Your round is kept."

    drill = traitlets.Dict(help="What is shown; it goes to the browser and never comes back.").tag(sync=True)

    def __init__(
        self,
        drill: str | Drilling = "my-points",
        *,
        seed: int = 66,
        level: int | None = None,
        rules: Rules | str | None = None,
        store: Store | None = None,
    ) -> None:
        """Make the first round ready; nothing is shown before the learner begins."""
        if isinstance(drill, Drilling):
            self.controller = drill
        else:
            store = default_store() if store is None else store
            self.controller = Drilling(drill, store=store, seed=seed, level=level, rules=rules)
        self._added = ""
        pictures = card_pictures()
        faces = {name: pictures[name] for name in ("full", "small", "names", "suits", "signs")}
        super().__init__(self.controller, faces)

    def __repr__(self) -> str:
        """Say which drill it is; the same in every run, since lessons are compared by it."""
        return f"Drill({self.controller.task.name})"

    def _state(self) -> dict[str, Any]:
        """Return the controller's state, who took the trick on screen, and where the progress is kept.

        `notice` says that the status is about something else than the round.
        """
        controller = self.controller
        state = controller.state()
        if state["step"]:
            state["step"]["taker"] = _taker(controller.script[controller.at])
        if self._added:
            state["status"] = f"{self._added} {controller.store.trouble}".strip()
        return {**state, "notice": bool(self._added), "progress": self._progress()}

    def _progress(self) -> dict[str, Any]:
        store, task = self.controller.store, self.controller.task
        kept = f"Your progress is kept in {store.path}, on the computer that runs this notebook."
        rounds = store.progress.by_drill().get(task.name, ())
        asked = sum(one.asked for one in rounds)
        record = "Nothing is on record yet."
        if asked:
            right, seconds = sum(one.right for one in rounds), sum(one.seconds for one in rounds)
            record = f"{right} of {asked} answers right, {seconds / asked:.1f} seconds an answer."
        return {"kept": store.trouble or kept, "trouble": bool(store.trouble), "record": f"{task.title}: {record}"}

    def _do(self, message: object) -> dict[str, Any]:
        controller = self.controller
        store, version, before = controller.store, controller.version, controller.store.progress
        self._added = ""
        answer = super()._do(message)
        if not isinstance(message, Mapping):
            return answer
        if "text" in answer:
            answer["note"] = store.progress.code().sentence
        elif message.get("do") == "paste" and controller.version != version and not controller.refusal:
            self._added = before.brought(Progress.from_code(message.get("text")))
        return answer


def _taker(beat: object) -> str | None:
    """Return who took the trick that a step shows: ``"you"``, ``"opponent"``, or None where it is none."""
    if not isinstance(beat, Step) or beat.board is None or not beat.taken:
        return None
    cards = [(("you", "opponent").index(who), card) for who, card in beat.cards if who]
    return ("you", "opponent")[trick_winner(cards, beat.board.trump)] if cards else None
