"""What the widgets with a kernel behind them share: messages in, one state out, and an answer whatever happens."""

import logging
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import anywidget
import traitlets

_LONGEST = 800
"""The most letters of a status line; what a widget itself has to say is shorter."""

_log = logging.getLogger(__name__)


class Controller(Protocol):
    """What decides behind a widget. `version` counts the messages obeyed or refused."""

    version: int

    def state(self) -> dict[str, Any]:
        """Return all that is shown, as JSON data."""
        ...

    def handle(self, message: object) -> str | None:
        """Do what a message asks for; return a text if it asked for one to copy."""
        ...


class Served(anywidget.AnyWidget):
    """A widget that shows its controller's state in the trait called `_what` and passes on what the learner chooses.

    The state goes to the browser and never comes back.
    """

    faces = traitlets.Dict(help="The pictures and names of the cards, sent once.").tag(sync=True)

    _what: ClassVar[str]
    """What the widget is called in a status line; the trait with its state has this name too."""
    _kept: ClassVar[str]
    """What is not lost if something goes wrong, in a sentence."""

    def __init__(self, controller: Controller, faces: Mapping[str, Any]) -> None:
        """Show the controller's state and listen to the browser."""
        self._controller = controller
        super().__init__(**{self._what: self._state(), "faces": faces})
        self.on_msg(self._obey)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take nothing from the browser but what is not ours: the state goes one way only."""
        ours = (self._what, "faces")
        super().set_state({name: value for name, value in sync_data.items() if name not in ours})

    def refresh(self) -> None:
        """Show the controller's state as it is now, after a change that did not come from the browser."""
        setattr(self, self._what, self._state())

    def _state(self) -> dict[str, Any]:
        """Return what the trait holds."""
        return self._controller.state()

    def _do(self, message: object) -> dict[str, Any]:
        """Do what a message asks for; return what is answered to it beside the acknowledgement."""
        text = self._controller.handle(message)
        return {} if text is None else {"text": text}

    def _obey(self, _: object, message: object, __: object) -> None:
        """Do what the browser asks for, and always answer: it takes silence for a dead kernel."""
        controller = self._controller
        before = {name: list(value) if isinstance(value, list) else value for name, value in vars(controller).items()}
        answer: dict[str, Any] = {}
        try:
            answer = self._do(message)
            self.refresh()
        except Exception as error:
            # Nothing half done may stay: what the learner has is worth more than the choice that failed.
            _log.exception("The %s could not do %.200r", self._what, message)
            vars(controller).clear()
            vars(controller).update(before)
            controller.version += 1
            why = (str(error) or type(error).__name__)[:_LONGEST]
            status = f"Something went wrong in the {self._what}: {why}. {self._kept}"
            wrong = {"version": controller.version, "status": status, "refused": True}
            setattr(self, self._what, {**getattr(self, self._what), **wrong})
        self.send({**answer, "ack": controller.version})
