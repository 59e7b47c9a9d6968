"""The texts of puzzles about ways to close: at once, after an exchange, after an announcement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...actions import Action, Announce, Close, Draw, Exchange, Play
from ...cards import Card
from ...position import Position
from ...public import marriage
from ...rule_table import OUT
from ..puzzle import YOU
from .close_story import brief, capital, listed, story, tricks_of
from .close_study import Way, number_of, out_in


@dataclass(frozen=True)
class Ways:
    """A puzzle about ways to close: the case, what each way leads to on its cards, and how many layouts it wins."""

    case: Position
    right: Way
    mistake: Way
    best: int
    """Game points that the right way guarantees."""
    lines: Mapping[Way, Sequence[Action]]
    wins: Mapping[Way, int]
    """Layouts that each way wins, both sides seeing."""
    score: tuple[int, int] | None = None

    @property
    def seed(self) -> int:
        """A number of the position that chooses among wordings."""
        return number_of(self.case.view(YOU))

    @property
    def points(self) -> tuple[int, int]:
        """Your card points and your opponent's."""
        return self.case.points(YOU), self.case.points(1 - YOU)

    @property
    def need(self) -> int:
        """The card points that you need."""
        return OUT - self.points[0]

    @property
    def layouts(self) -> int:
        """How many hands your opponent may have."""
        return self.case.view(YOU).layouts()

    def closed(self, way: Way) -> Position:
        """Return the case after a way to close."""
        position = self.case
        for action in way:
            position = position.apply(action)
        return position

    def before_lead(self, way: Way) -> Position:
        """Return the case after closing, before the lead."""
        return self.closed(way[: way.index(Close()) + 1])

    def led(self, way: Way) -> list[Action]:
        """Return what follows closing: the lead and the rest."""
        return [*way[way.index(Close()) + 1 :], *self.lines[way]]

    def first(self, way: Way) -> Card:
        """Return the card led after a way to close."""
        return next(action.card for action in (*way, *self.lines[way]) if isinstance(action, Play))

    # Texts

    def question(self) -> str:
        """Ask how to close."""
        mine, theirs = self.points
        scored = f"It is {self.score[0]} to {self.score[1]} in the match. " if self.score else ""
        wins = "wins" if self.best == 1 or self.score else f"wins {self.best} game points"
        if any(isinstance(way[-1], Play) for way in self.lines):
            asked = (
                f"You have {mine} to {theirs} and want to close. What comes first, and what do you lead, so that it "
                f"certainly {wins}?",
                f"You need {self.need} more and mean to close. Which way, and which lead, {wins} for certain?",
                f"You are on lead with {mine} card points. What comes before closing, and which lead after it, to be "
                f"sure to {wins.replace('wins', 'win')}?",
            )[self.seed % 3]
            return scored + asked
        options = options_of(self.lines)
        asked = (
            f"You have {mine} to {theirs} and want to close: {options}. Which way certainly {wins}?",
            f"You need {self.need} more and mean to close: {options}. Which of these {wins} for certain?",
            f"You are on lead with {mine} card points. Closing {wins} for certain, but how: {options}?",
        )[self.seed % 3]
        return scored + asked

    def why(self, way: Way, *, right: bool) -> str:
        """Say what a way leads to."""
        told = story(self.before_lead(way), self.led(way), best=1 if right else self.best, variant=self.seed + len(way))
        number = self.layouts
        if right and len(_gains(way)) > 1:
            return f"{capital(_said(way))}: {told} That is certain in all {number} layouts."
        if right:
            return (
                f"{told} All {number} layouts are won like that.",
                f"Certain in all {number} layouts. Here it goes like this: {told}",
                f"{told} It works against all {number} hands that are possible.",
            )[self.seed // 3 % 3]
        if isinstance(way[-1], Play):
            return told
        has = self.before_lead(way).points(YOU)
        if has > self.points[0]:
            return f"Closed {_said(way)} you have {has}. {told}"
        return (f"{capital(_said(way))}: {told}", f"Closed {_said(way)}. {told}")[self.seed % 2]

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the cards and the line."""
        mine, theirs = self.points
        gains = _gains(self.right)
        if not gains:
            idea = f"You need {self.need}. What must you lead after an announcement, and who takes it?"
            look = f"At {mine} to {theirs} keep the choice of your lead: {self.first(self.right)} comes first."
        elif Exchange() in gains and len(gains) == 1:
            idea = f"At {mine} to {theirs} you need {self.need}. What lies open for you, and for how long?"
            worth = _points(self.case.turn_up)
            look = f"{self.low} is worth nothing; {self.case.turn_up} is worth {worth}, and {self.need} are needed."
        else:
            idea = f"At {mine} to {theirs} you need {self.need} more. How many can be had without a trick?"
            pairs = [card for action in gains if isinstance(action, Announce) for card in marriage(action.suit)]
            too = f", and at {self.low}" if Exchange() in gains else ""
            look = f"You hold {mine} card points so far. Look at {listed(pairs)}{too}."
        tricks, end = tricks_of(self.before_lead(self.right), self.led(self.right))
        own = [trick.best for trick in tricks if trick.winner == YOU]
        win = "wins" if len(own) == 1 else "win"
        line = f"{capital(_said(self.right))}: lead {self.first(self.right)}; {listed(own)} {win}, and you have "
        return idea, look, f"{line}{end.points(YOU)}."

    @property
    def low(self) -> Card:
        """The card that is exchanged."""
        return self.case.rules.low_trump(self.case.trump)

    def explanation(self) -> str:
        """Explain in three or four sentences."""
        seed, number = self.seed, self.layouts
        lost = number - self.wins[self.mistake]
        fails = brief(self.before_lead(self.mistake), self.led(self.mistake), best=self.best, variant=seed)
        lead = self.first(self.right)
        sure = (
            f"Close after that and lead {lead}: it is certain in all {number} layouts",
            f"With {lead} as the first lead, all {number} layouts are won then",
            f"Then a plan that begins with {lead} wins in every one of the {number} layouts",
        )[seed // 3 % 3]
        if not _gains(self.right):
            sure = f"Close at once and lead {lead}, and all {number} layouts are won"
        where = capital(_said(self.mistake))
        if isinstance(self.mistake[-1], Play):
            where = f"{where} with {self.first(self.mistake)} as the lead"
        if lost:
            are = "is" if lost == 1 else "are"
            how = f"{where}, {lost} of the {number} {are} lost even if you see all cards"
            how = how.replace(f"{number} of the {number} are", f"all {number} are")
        else:
            how = f"{where}, {self.best} game points are not certain any more"
        return f"{self._first_sentence()}. {sure}. {how}: here {fails}."

    def _first_sentence(self) -> str:
        mine, _ = self.points
        gains, seed = _gains(self.right), self.seed
        if not gains:
            tied = next((way for way in self.lines if any(isinstance(action, Announce) for action in way)), None)
            if tied is None:
                return f"You need {self.need}, and nothing has to be fetched for that"
            suit = next(action.suit for action in tied if isinstance(action, Announce))
            cards = marriage(suit)
            takers = [card for card in out_in(self.case.view(YOU), suit) if card.strength > cards[0].strength]
            may = f", and {listed(takers, 'or')} may take it" if takers else ""
            closed = self.before_lead(tied)
            worth = closed.points(YOU) - mine + closed.pending(YOU)
            return (
                f"You need {self.need}, and the {worth} of a marriage look welcome, but then you must lead "
                f"{listed(cards, 'or')}{may}",
                f"An announcement brings {worth}, yet it ties your lead to {listed(cards, 'or')}{may}",
            )[seed % 2]
        parts = []
        if Exchange() in gains and self.case.turn_up is not None:
            worth = self.case.turn_up.points - self.low.points
            parts.append(
                (
                    f"{self.case.turn_up} in place of {self.low} is a better trump and worth {worth} more",
                    f"the exchange turns {self.low} into {self.case.turn_up}, {worth} card points more in your hand",
                    f"once the stock is closed {self.case.turn_up} is out of reach, and it is worth {worth} more than "
                    f"{self.low}",
                )[seed % 3]
            )
        for action in gains:
            if isinstance(action, Announce):
                worth = 40 if action.suit is self.case.trump else 20
                parts.append(
                    (
                        f"{listed(marriage(action.suit))} are worth {worth} more, but only before the close",
                        f"the marriage in {action.suit} is worth {worth}, and after closing it is lost",
                        f"with the {worth} of {listed(marriage(action.suit))} the {self.need} you need become "
                        f"{max(0, self.need - worth)}",
                    )[seed % 3]
                )
        return capital("; and ".join(parts))


def options_of(ways: Iterable[Way]) -> str:
    """Say the ways in a row."""
    *first, last = [_said(way) for way in sorted(ways, key=len)]
    return f"{', '.join(first)} or {last}"


def _points(card: Card | None) -> int:
    return card.points if card else 0


def _gains(way: Way) -> list[Action]:
    """Return what is done before closing."""
    return [action for action in way if not isinstance(action, Close | Draw | Play)]


def _said(way: Way) -> str:
    """Say a way to close, in the middle of a sentence."""
    parts = [
        "the exchange" if isinstance(action, Exchange) else f"announcing {action.suit}"
        for action in way
        if isinstance(action, Exchange | Announce)
    ]
    drawn = "after drawing" if Draw() in way else ""
    if parts:
        return f"after {'drawing, ' if drawn else ''}{' and '.join(parts)}"
    return drawn or "at once"
