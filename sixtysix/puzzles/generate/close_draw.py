"""Finder of a choice between closing before drawing and after it, with its texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from ...actions import Action, Announce, Close, Draw, Exchange, Play
from ...cards import Card
from ...position import Position
from ...public import Phase
from ...rule_table import OUT
from ..puzzle import YOU, Answer
from .close_ideas import Idea
from .close_story import brief, capital, listed, story, tricks_of
from .close_study import Study, Way, after, failures_of_ways, laid_out, may_close, number_of, plan_line, tokens
from .close_study import ways_to_close as ways_of
from .found import Found
from .lines import natural_line

TRIES = 60
"""How many deals of the hidden cards are tried."""


def find_draw(position: Position) -> Found | None:
    """Look for a close that is certain before drawing, and fails after an unlucky card."""
    if not may_close(position, Phase.DRAW) or any(position.waiting):
        return None
    study = Study(position.apply(Close()))
    best = max(study.least.values(), default=0)
    if best < 1 or position.stock_size < 2:
        return None
    view = position.view(YOU)
    from ...solver import analyse_close, solve

    found = None
    for case in islice(_deals(position), TRIES):
        ways = [way for way in ways_of(case) if way[0] == Draw()]
        values = {way: max(solve(after(case, way)).values()) for way in ways}
        if ways and max(values.values()) < best and all(after(case, way).points(YOU) < OUT for way in ways):
            found = case, values
            break
    if found is None:
        return None
    case, values = found
    analysis = analyse_close(case.view(YOU), at_least=best)
    if analysis.plan is None or analysis.certain != best:
        return None
    right: Way = (Close(),)
    lines: dict[Way, Sequence[Action]] = {way: natural_line(after(case, way)) for way in values}
    lines[right] = plan_line(case, right, analysis.plan.reply)
    first = next(action.card for action in lines[right] if isinstance(action, Play))
    mistake = min(values, key=len)
    told = Drawn(case, Study(position.apply(Close())), best, first, lines, mistake)
    answers = tuple(
        Answer(tokens(way), values.get(way, best), way == right, told.why(way), tuple(tokens([one]) for one in line))
        for way, line in sorted(lines.items(), key=lambda one: (len(one[0]), tokens(one[0])))
    )
    failing = failures_of_ways(case, [right], list(lines)) | {"greedy": 1.0}
    assert view == position.view(YOU)
    return Found(("close-before-draw",), case, told.question(), answers, told.hints(), told.explanation(), failing)


def _deals(position: Position) -> "Sequence[Position] | map[Position]":
    """Go through deals of the hidden cards: other hands, and other cards to be drawn."""
    view = position.view(YOU)
    chance = Random(number_of(view))
    hands = sorted(view.each_layout(), key=lambda hand: (-sum(card.points for card in hand), sorted(hand)))

    def deal(number: int) -> Position:
        theirs = hands[int(len(hands) * chance.random() * chance.random())]
        rest = sorted(view.unseen - theirs, key=lambda card: (chance.random(), card))
        return laid_out(view, theirs, rest)

    return map(deal, range(TRIES))


@dataclass(frozen=True)
class Drawn:
    """A puzzle about drawing first or closing at once."""

    case: Position
    study: Study
    best: int
    first: Card
    lines: Mapping[Way, Sequence[Action]]
    mistake: Way

    @property
    def seed(self) -> int:
        """A number of the position that chooses among wordings."""
        return number_of(self.case.view(YOU))

    @property
    def points(self) -> tuple[int, int]:
        """Your card points and your opponent's."""
        return self.case.points(YOU), self.case.points(1 - YOU)

    def question(self) -> str:
        """Ask it."""
        mine, theirs = self.points
        size = len(self.case.hand(YOU))
        wins = "win" if self.best == 1 else f"win {self.best} game points"
        return (
            f"You have {mine} to {theirs} and {size} cards: close now, or draw first and then close? You want to be "
            f"certain to {wins}.",
            f"These rules let you close before drawing. With {mine} to {theirs}, is now the moment, or after the "
            f"draw, to be sure to {wins}?",
            f"You need {OUT - mine} more, and you may draw or close at once. What is certain to {wins}?",
        )[self.seed % 3]

    def why(self, way: Way) -> str:
        """Say what a way leads to."""
        closed = after(self.case, way)
        told = story(closed, list(self.lines[way]), best=self.best, variant=self.seed + len(way))
        if way == (Close(),):
            return f"{len(self.case.hand(YOU))} cards each, and all {self.study.layouts} layouts are won. Here: {told}"
        more = "".join(
            ", exchange" if isinstance(action, Exchange) else f", announce {action.suit}"
            for action in way
            if isinstance(action, Exchange | Announce)
        )
        return f"You draw {self.drawn[0]}{more}, and your opponent draws {self.drawn[1]}. {told}"

    @property
    def drawn(self) -> tuple[Card, Card]:
        """The cards that you and your opponent draw in the case."""
        drawn = self.case.apply(Draw())
        mine, theirs = (next(card for card in drawn.hand(seat) if card not in self.case.hand(seat)) for seat in (0, 1))
        return mine, theirs

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the card and the line."""
        mine, theirs = self.points
        size = len(self.case.hand(YOU))
        tricks, end = tricks_of(self.case, [Close(), *self.lines[(Close(),)]])
        own = [trick.best for trick in tricks if trick.winner == YOU]
        return (
            f"At {mine} to {theirs} you need {OUT - mine}. What do {size} cards bring, and what may a sixth one spoil?",
            f"Your opponent would draw too, from {len(self.case.stock)} cards. Look at {self.first}, with {mine} now.",
            f"Close and lead {self.first}: {listed(own)} {'wins' if len(own) == 1 else 'win'}, and "
            f"you have {end.points(YOU)}.",
        )

    def explanation(self) -> str:
        """Explain in three sentences."""
        seed = self.seed
        mine, theirs = self.drawn
        idea = Idea(self.study, self.first).sentence(seed)
        fails = brief(after(self.case, self.mistake), list(self.lines[self.mistake]), best=self.best, variant=seed)
        begin = (
            f"You need {OUT - self.points[0]}. {capital(idea)}",
            f"{capital(idea)}. That is the way to the {OUT - self.points[0]} you need",
        )[seed // 2 % 2]
        sure = (
            f"With the cards as they are all {self.study.layouts} layouts are won",
            f"So the close is certain now, in all {self.study.layouts} layouts",
        )[seed // 4 % 2]
        draw = (
            f"A draw changes both hands: with {mine} for you and {theirs} for your opponent, {fails}",
            f"If you draw {mine} first, and your opponent {theirs}, it goes wrong: {fails}",
        )[seed // 8 % 2]
        return f"{begin}. {sure}. {draw}."
