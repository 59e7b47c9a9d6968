"""A quiz as one widget. It works wholly in the browser, so a page without a kernel can still ask."""

from collections.abc import Iterable, Mapping

import anywidget
import traitlets

from ..progress_store import Store, default_store
from ..teach import Question, checked
from .files import card_pictures, script, style


class Quiz(anywidget.AnyWidget):
    """Questions one at a time, with feedback right after each answer.

    A wrong answer may be tried again. At the end the quiz says how many were right at the first try. Every answer is
    marked in `store`, by default the learner's own progress file.

    >>> from sixtysix.teach import Option, Question
    >>> Quiz([Question("Higher?", (Option("A", "Yes, 11.", right=True), Option("K", "No, 4.")))])
    Quiz(1 question)
    """

    _esm = script("quiz.js")
    _css = style("quiz.css")

    quiz = traitlets.Dict(help="The title, the questions and the pictures of their cards.").tag(sync=True)

    def __init__(self, questions: Iterable[Question], title: str = "", store: Store | None = None) -> None:
        """Check the questions and take them in; `ValueError` names what is wrong."""
        self.questions = tuple(checked(questions))
        self._store = store
        pictures = card_pictures()
        codes = sorted({code for question in self.questions for code in question.cards})
        data = {
            "title": title,
            "questions": [question.to_data() for question in self.questions],
            "faces": {code: pictures["full"][code] for code in codes},
            "names": {code: pictures["names"][code] for code in codes},
            "suits": pictures["suits"],
            "signs": pictures["signs"],
        }
        super().__init__(quiz=data)
        self.on_msg(self._note)

    def set_state(self, sync_data: dict[str, object]) -> None:
        """Leave alone what a browser sends back: a quiz does not change."""
        super().set_state({name: value for name, value in sync_data.items() if name != "quiz"})

    def __repr__(self) -> str:
        """Say how long it is; the same in every run, since lessons are compared by it."""
        count = len(self.questions)
        return f"Quiz({count} question{'' if count == 1 else 's'})"

    def _note(self, _: object, message: object, __: object) -> None:
        """Mark an answer that was chosen in the browser."""
        if not isinstance(message, Mapping):
            return
        place, chosen = message.get("question"), message.get("option")
        if type(place) is int and type(chosen) is int and 0 <= place < len(self.questions):
            question = self.questions[place]
            if 0 <= chosen < len(question.options):
                (self._store or default_store()).mark(question.mark, question.options[chosen].right)
