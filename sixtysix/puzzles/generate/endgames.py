"""Finders of endgame puzzles: all cards are known, so that every answer has an exact worth."""

from collections.abc import Callable
from random import Random
from typing import Final

from ...actions import Action, Play, action_token
from ...players import player
from ...position import Position
from ..puzzle import YOU, Answer
from .cousin import COUSIN, differs, write
from .explain_endgame import WRITERS, Writer, texts
from .explored import endgames
from .found import Finder, Found
from .techniques import TECHNIQUES, Endgame, Technique, marries
from .telling import Story, why
from .weaker import failures

MOST_RIGHT: Final = 2
"""The most right answers of a puzzle."""


def beginners_choices(end: Endgame) -> set[Action]:
    """Return what beginners play: what the greedy player does, and the card of the highest worth, a trump if equal.

    >>> from sixtysix.puzzles import load
    >>> sorted(str(action) for action in beginners_choices(Endgame.of(load("03-endgames")[0].start)))
    ['play 10♠', 'play A♦']
    """
    cards = [action.card for action in end.worths if isinstance(action, Play)]
    highest = max(cards, key=lambda card: (card.points, card.suit is end.position.trump))
    return {player("Greedy").choose(end.position.view(YOU), Random(0)), Play(highest)}


def as_found(end: Endgame, technique: Technique, writer: Writer) -> Found:
    """Return the puzzle of a technique: every card is an answer, with its line and what it leads to.

    >>> from sixtysix.puzzles import load
    >>> end = Endgame.of(load("03-endgames")[0].start)
    >>> [answer.text for answer in as_found(end, TECHNIQUES["pull-trumps"](end), WRITERS["pull-trumps"]).answers]
    ['QH', 'TS', 'AD']
    """
    others = [name for name, is_there in TECHNIQUES.items() if name != technique.theme and is_there(end)]
    themes = [technique.theme, *(["marriage"] if marries(end) else []), *others]
    read = texts(end, technique, writer)
    return Found(
        themes=tuple(themes),
        position=end.position,
        question=read.question,
        answers=tuple(as_answer(end, action) for action in end.worths),
        hints=read.hints,
        explanation=read.explanation,
        failures=failures(end.position.view(YOU), lambda action: action in end.right),
    )


def as_answer(end: Endgame, action: Action) -> Answer:
    """Return an action as an answer.

    >>> from sixtysix.puzzles import load
    >>> as_answer(Endgame.of(load("03-endgames")[0].start), Play("QH")).why
    'Q♥ takes 9♥, and A♠ falls on A♦: 48, 3 and 22 make 73.'
    """
    return Answer(
        text=action_token(action),
        value=end.worths[action],
        right=action in end.right,
        why=why(Story(end, action)),
        line=tuple(map(action_token, end.line(action))),
    )


def finder(recognise: Callable[[Endgame], Technique | None], writer: Writer) -> Finder:
    """Return a finder of puzzles in which a technique wins, and a card that a beginner would play does not.

    It looks at the ways in which a position of the used-up stock may go on, and returns the first that fits.
    """

    def find(position: Position) -> Found | None:
        for end in endgames(position):
            if len(end.right) > MOST_RIGHT or beginners_choices(end) <= set(end.right):
                continue
            technique = recognise(end)
            if technique is not None:
                return as_found(end, technique, writer)
        return None

    return find


ENDGAME_FINDERS: Final[dict[str, Finder]] = {
    **{theme: finder(recognise, WRITERS[theme]) for theme, recognise in TECHNIQUES.items()},
    COUSIN: finder(differs, write),
}
"""The finder of each theme."""
