"""Questions with immediate feedback, as plain values: what the quiz of a lesson shows and what its tests ask."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card, Suit
from .progress import mark_name


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose, and what is said when it is chosen."""

    text: str
    feedback: str
    right: bool = False

    def __post_init__(self) -> None:
        """Refuse an answer that would leave the learner without a word."""
        for name, value in (("text", self.text), ("feedback", self.feedback)):
            if not value.strip():
                raise ValueError(f"option {self.text!r}: its {name} is empty")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers, and the cards it is about.

    `cards` are shown as faces, `trump` as a suit sign, `note` as a small line under the question. `name` is what it is
    called in the progress file; without one it is known by what it asks. Raises `ValueError` if no option is right, or
    if two options read alike or say the same.

    >>> question = Question("What is the ten of clubs worth?", (Option("10", "Ten points.", right=True),
    ...                     Option("0", "Only the nine is worth nothing.")), cards=("TC",))
    >>> answer(question, 0)
    '✓ Right. Ten points.'
    """

    ask: str
    options: tuple[Option, ...]
    cards: tuple[str, ...] = ()
    trump: str | None = None
    note: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        """Check the question, and write its cards and trump as codes."""
        if not self.ask.strip():
            raise ValueError("a question has no text to ask")
        object.__setattr__(self, "options", tuple(self.options))
        object.__setattr__(self, "cards", tuple(Card(card).code for card in self.cards))
        if self.trump is not None:
            object.__setattr__(self, "trump", Suit.parse(self.trump).value)
        if len(self.options) < 2:
            raise ValueError(f"question {self.ask!r}: it needs two options or more")
        if not any(option.right for option in self.options):
            raise ValueError(f"question {self.ask!r}: no option is right")
        for name in ("text", "feedback"):
            values = [getattr(option, name) for option in self.options]
            double = next((value for value in values if values.count(value) > 1), None)
            if double is not None:
                raise ValueError(f"question {self.ask!r}: two options have the {name} {double!r}")

    @property
    def mark(self) -> str:
        """What the question is called in the progress file."""
        return self.name or mark_name("question", self.ask, *self.cards, self.trump or "")

    def to_data(self) -> dict[str, Any]:
        """Return the question as JSON data."""
        return {
            "ask": self.ask,
            "options": [
                {"text": one.text, "right": one.right, "said": answer(self, number)}
                for number, one in enumerate(self.options)
            ],
            "cards": list(self.cards),
            "trump": self.trump,
            "note": self.note,
        }


def answer(question: Question, index: int) -> str:
    """Return what is said when the option with this index is chosen.

    Raises `ValueError` where there is no such option.
    """
    if not 0 <= index < len(question.options):
        raise ValueError(f"question {question.ask!r} has the options 0 to {len(question.options) - 1}, not {index}")
    option = question.options[index]
    return f"{'✓ Right.' if option.right else '✗ Not this one.'} {option.feedback}"


def checked(questions: Iterable[Question]) -> Sequence[Question]:
    """Return the questions of a quiz; `ValueError` if there is none or one is asked twice."""
    found = tuple(questions)
    if not found:
        raise ValueError("a quiz needs a question")
    seen: set[Question] = set()
    for question in found:
        if question in seen:
            raise ValueError(f"question {question.ask!r} is in the quiz twice")
        seen.add(question)
    return found
