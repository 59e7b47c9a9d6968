"""How a learner's answer to a puzzle is read and graded: typed facts, the loss in game points, and a verdict."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from .cards import Card
from .drills import Ask, judge
from .errors import DrillError, quoted
from .puzzles.asked import CARDS, NUMBERS, ODDS, Asked
from .puzzles.facts import seen
from .puzzles.puzzle import LAYOUTS, YOU, Answer, Puzzle
from .report import game_points

PLAY, NUMBER, YES_OR_NO, PICK, CHANCE = "play", "number", "yes or no", "cards", "odds"
"""How a puzzle is answered: on the table, or with a fact."""

STEPS: Final = ("Best", "Best, with help", "A small loss", "A clear loss", "A heavy loss")
"""The verdicts on a choice: without a hint and at once; with a hint or after another try; a loss of 1, of 2, of 3 game
points or more. Where layouts are counted, a loss of less than a tenth of them is small and of a third or more heavy."""
NOT_RIGHT: Final = "Not right"
"""The verdict on a wrong fact, and on a wrong choice of which the puzzle says no loss."""
SMALL, HEAVY = Fraction(1, 10), Fraction(1, 3)


def kind(puzzle: Puzzle) -> str:
    """Say how a puzzle is answered.

    >>> from sixtysix.puzzles import load
    >>> kind(load("03-endgames")[0]), kind(load("04-counting")[0])
    ('play', 'number')
    """
    if puzzle.fact is None:
        return PLAY
    name = Asked.read(puzzle.fact).name
    kinds = ((NUMBERS, NUMBER), (CARDS, PICK), (ODDS, CHANCE))
    return next((found for names, found in kinds if name in names), YES_OR_NO)


def choices(puzzle: Puzzle) -> tuple[Card, ...]:
    """Return the cards to choose from where cards are asked for.

    Where unseen cards of some suits or ranks are asked for these are all of those, so that nothing is given away; else
    all that you do not hold.
    """
    if puzzle.fact is None or kind(puzzle) != PICK:
        return ()
    asked, position = Asked.read(puzzle.fact), puzzle.start
    if asked.name == "unseen":
        return tuple(card for card in position.rules.pack if card.suit in asked.suits and card.rank in asked.ranks)
    return tuple(card for card in position.rules.pack if card not in position.hand(YOU))


def read_fact(puzzle: Puzzle, given: object) -> Answer:
    """Return the answer that a learner gives to a question about a fact, listed in the puzzle or not.

    A number is a number or its text; yes or no a truth or the word; cards a list of codes; odds a text like ``6 in
    11``, ``6/11`` or ``54.5 %``, where a percentage counts as right if it is the true one rounded as written, but not
    to 0 or 100. `DrillError` for what is no answer.

    >>> from sixtysix.puzzles import load
    >>> puzzle = next(one for one in load("04-counting") if one.id == "hand-or-stock")
    >>> [read_fact(puzzle, text).right for text in ("6 in 11", "12/22", "55 %", "54.5 %", "54 %")]
    [True, True, True, True, False]
    """
    assert puzzle.fact is not None  # the caller knows
    how = kind(puzzle)
    if how == CHANCE:
        return _odds(puzzle, given)
    meant: object
    if how == NUMBER:
        numbers = judge(Ask(puzzle.question, (0,)), given if isinstance(given, list) else [given]).given
        assert isinstance(numbers, list)
        meant, text = numbers[0], str(numbers[0])
    elif how == YES_OR_NO:
        words = {True: True, False: False, "yes": True, "no": False}
        word = given.strip().lower() if isinstance(given, str) else given
        if not isinstance(word, bool | str) or word not in words:
            raise DrillError(f"Answer yes or no, not {quoted(given)}.")
        meant, text = words[word], "yes" if words[word] else "no"
    else:
        codes = judge(Ask(puzzle.question, frozenset(), choices=choices(puzzle)), given).given
        assert isinstance(codes, list)
        meant, text = frozenset(map(Card, map(str, codes))), " ".join(map(str, codes)) or "none"
    listed = next((one for one in puzzle.answers if one.meant == meant), None)
    return listed or Answer(text, 0, False, _off(puzzle, meant), fact=puzzle.fact)


_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,6}))? ?(?:%|per ?cent)")
_ODDS: Final = re.compile(r"([0-9]{1,6}) ?(?:in|of|out of|/) ?([0-9]{1,6})")


def _odds(puzzle: Puzzle, given: object) -> Answer:
    text = " ".join(given.split()).lower() if isinstance(given, str) else ""
    truth = puzzle.right[0].meant
    assert isinstance(truth, Fraction)
    wrong = DrillError(f"Type odds like 6 in 11, 6/11 or 54.5 %: {quoted(given)} is none.")
    if percent := _PERCENT.fullmatch(text):
        digits = percent[2] or ""
        part = Fraction(int(percent[1] + digits), 100 * 10 ** len(digits))
        # 0 % is never and 100 % is certain: nothing is rounded to that
        near = Fraction(part not in (0, 1), 200 * 10 ** len(digits))
    elif (odds := _ODDS.fullmatch(text)) and int(odds[2]):
        part, near = Fraction(int(odds[1]), int(odds[2])), Fraction(0)
    else:
        raise wrong
    if part > 1:
        raise wrong
    said = text if percent else f"{part.numerator} in {part.denominator}"
    listed = [one for one in puzzle.answers if isinstance(one.meant, Fraction) and abs(one.meant - part) <= near]
    right = next((one for one in listed if one.right), None)
    if right is not None or listed:
        return right or listed[0]
    return Answer(said, 0, False, f"It is {'less' if part > truth else 'more'} likely than that.", fact=puzzle.fact)


def _off(puzzle: Puzzle, meant: object) -> str:
    """Say in what direction a wrong fact is off, without the right one."""
    truth = puzzle.right[0].meant
    if isinstance(meant, frozenset) and isinstance(truth, frozenset):
        parts = []
        if missed := len(truth - meant):
            parts.append(f"{missed} {'is' if missed == 1 else 'are'} missing")
        if surplus := len(meant - truth):
            parts.append(f"{surplus} {'does' if surplus == 1 else 'do'} not belong to it")
        return f"{' and '.join(parts)}.".capitalize()
    if isinstance(meant, int) and isinstance(truth, int) and not isinstance(truth, bool):
        return f"{meant:,} is too {'many' if meant > truth else 'few'}."
    return "That is not so."


@dataclass(frozen=True, slots=True)
class Grade:
    """The verdict on an answer: one of `STEPS` or `NOT_RIGHT`, and what the answer costs, in words."""

    name: str
    loss: str
    """Empty where nothing is lost, or nothing can be."""

    @property
    def step(self) -> int | None:
        """The place of the verdict among the five, 1 the best; None for `NOT_RIGHT`."""
        return STEPS.index(self.name) + 1 if self.name in STEPS else None


def grade(puzzle: Puzzle, answer: Answer, *, helped: bool) -> Grade:
    """Return the verdict on an answer; `helped` says that a hint was taken or an answer given before.

    The loss is the difference to the best answer. Where cards are hidden the best one guarantees its value and another
    is told at its most, so the loss may be larger.

    >>> from sixtysix.puzzles import load
    >>> puzzle = load("03-endgames")[0]
    >>> [grade(puzzle, answer, helped=False) for answer in puzzle.answers[:2]]
    [Grade(name='Best', loss=''), Grade(name='A heavy loss', loss='3 game points')]
    """
    if answer.right:
        return Grade(STEPS[helped], "")
    if answer.fact is not None:
        return Grade(NOT_RIGHT, "")
    lost = puzzle.right[0].value - answer.value
    if lost <= 0:  # a set of one's own that nobody has proven
        return Grade(NOT_RIGHT, "")
    least = "" if seen(puzzle) else "at least "
    if puzzle.values_in == LAYOUTS:
        layouts = puzzle.view.layouts()
        share = Fraction(lost, layouts)
        name = STEPS[2] if share < SMALL else STEPS[3] if share < HEAVY else STEPS[4]
        return Grade(name, f"{least}{lost} of {layouts} layouts")
    return Grade(STEPS[min(lost, 3) + 1], f"{least}{game_points(lost)}")
