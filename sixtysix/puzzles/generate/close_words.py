"""The texts of puzzles about a closed stock: question, reasons, hints and explanation, from the solver's facts."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...actions import Action, Play
from ...cards import Card, Rank, hand_order
from ...position import Position
from ...public import Phase
from ...rule_table import OUT
from ..puzzle import YOU
from .close_ideas import Idea
from .close_story import brief, capital, listed, story, tricks_of
from .close_study import Study, number_of, out_trumps


@dataclass(frozen=True)
class Lead:
    """A puzzle about one card: the case with its hidden cards, the right card and what follows, and the mistake."""

    study: Study
    case: Position
    card: Card
    best: int
    """Game points that the right card guarantees."""
    line: Sequence[Action]
    mistake: Card
    mistake_line: Sequence[Action]
    before: Sequence[Action] = ()
    """What you do in the case before the card: close."""
    score: tuple[int, int] | None = None

    @property
    def seed(self) -> int:
        """A number of the position that chooses among wordings."""
        return number_of(self.study.view)

    @property
    def points(self) -> tuple[int, int]:
        """Your card points and your opponent's."""
        return self.study.position.points(YOU), self.study.position.points(1 - YOU)

    @property
    def need(self) -> int:
        """The card points that you need."""
        return OUT - self.points[0]

    @property
    def defends(self) -> bool:
        """Whether the close is your opponent's."""
        return self.study.position.closed_by == 1 - YOU

    # Texts

    def question(self) -> str:
        """Ask which card it is."""
        mine, theirs = self.points
        scored = f"It is {self.score[0]} to {self.score[1]} in the match. " if self.score else ""
        wins = "win" if self.best == 1 or self.score else f"win {self.best} game points"
        if self.defends:
            asked = self._asked_in_defence()
        elif self.before and self.case.phase is Phase.DRAW:
            asked = (
                f"You may close before drawing, {len(self.case.hand(YOU))} cards each, at {mine} to {theirs}. Which "
                f"lead is then certain to {wins}?",
                f"With {self.need} to go you close before anybody draws. Which lead makes sure that you {wins}?",
                f"You do not draw, but close at {mine} to {theirs}. Which lead is certain to {wins}?",
            )[self.seed % 3]
        elif self.before:
            asked = (
                f"You have {mine} card points to {theirs} and may close. Which lead is then certain to {wins}?",
                f"With {self.need} to go you close. Which lead makes sure that you {wins}?",
                f"You close here, at {mine} to {theirs}. Which lead is certain to {wins}?",
            )[self.seed % 3]
        else:
            asked = (
                f"You have closed, and it is {mine} to {theirs} by now. Which lead is certain to {wins}?",
                f"The stock is closed, by you, and you need {self.need} more. What do you lead to be sure to {wins}?",
                f"Your close needs {self.need} more card points. Which lead is certain to {wins}, whatever is hidden?",
            )[self.seed % 3]
        return scored + asked

    def _asked_in_defence(self) -> str:
        mine, theirs = self.points
        trick = self.study.position.trick
        if trick:
            return (
                f"Your opponent has closed, has {theirs} to your {mine} and leads {trick[0][1]}. Which card breaks the "
                f"close for certain?",
                f"The closer needs {OUT - theirs} more and leads {trick[0][1]}. What do you play to be sure that the "
                f"close fails?",
                f"{trick[0][1]} is led, and the stock is closed: your opponent has {theirs}. Which card breaks the "
                f"close in every layout?",
            )[self.seed % 3]
        return (
            f"Your opponent has closed, with {theirs} card points against your {mine}. Which lead breaks the close for "
            f"certain?",
            f"The closer needs {OUT - theirs} more, and you are on lead. Which card is certain to break the close?",
            f"Your opponent closed and has {theirs}; you have {mine}. What do you lead so that the close fails however "
            f"the cards lie?",
        )[self.seed % 3]

    def right(self, card: Card, line: Sequence[Action]) -> str:
        """Say why a right card is right."""
        told, number = story(self._closed(), self._of(card, line), variant=self.seed + card.index), self.study.layouts
        if card is not self.card:
            return f"{card} is certain too, in all {number} layouts. On these cards: {told}"
        return (
            f"{told} Another hand changes the cards, not the end: all {number} layouts are yours.",
            f"Certain in all {number} layouts. On these cards: {told}",
            f"{told} The plan holds in each of the {number} layouts.",
            f"{told} It works against all {number} hands that are possible.",
            f"One plan is enough for all {number} layouts. Here it goes like this: {told}",
        )[self.seed // 3 % 5]

    def wrong(self, card: Card, line: Sequence[Action]) -> str:
        """Say what refutes a card."""
        return story(self._closed(), self._of(card, line), best=self.best, variant=self.seed + card.index)

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the suit and the line."""
        idea = Idea(self.study, self.card)
        return self._first_hint(idea), self._second_hint(), self._third_hint()

    def explanation(self) -> str:
        """Explain in three or four sentences."""
        idea, seed = Idea(self.study, self.card), self.seed
        mine, theirs = self.points
        need, number = self.need, self.study.layouts
        lost = number - self.study.wins(self.mistake)
        fails = brief(self._closed(), self._of(self.mistake, self.mistake_line), best=self.best, variant=seed)
        why = idea.sentence(seed)
        if self.defends:
            first = (
                f"The closer has {theirs} and is {OUT - theirs} short of 66. {capital(why)}",
                f"{capital(why)}. The closer needs {OUT - theirs} in all, and cannot get them any more",
                f"{OUT - theirs} card points are what the closer still needs, and you keep them back. {capital(why)}",
            )[seed // 2 % 3]
        else:
            first = (
                f"You need {need}. {capital(why)}",
                f"{capital(why)}. With {mine} in your tricks that is the way to the {need} you need",
                f"{need} more are needed: {why}",
                f"From {mine} it is {need} to go, and {why}",
            )[seed // 2 % 4]
        sure = f"the close fails in all {number} layouts" if self.defends else f"all {number} layouts are won"
        goal = "lets it through" if self.defends else "does not get there"
        if self.score:
            second = (
                f"At {self.score[0]} to {self.score[1]} one game point is as good as three: {sure}, while "
                f"{self.mistake} would bring more on average and lose {lost} of them",
                f"{self.mistake} brings more game points on average, but 1 is enough for the match, and it is lost in "
                f"{lost} of the {number} layouts; with {self.card} in none",
            )[seed // 5 % 2]
        elif lost:
            go = "goes" if lost == 1 else "go"
            second = (
                f"So {sure}, while {self.mistake} {goal} in {lost} of them even if you see every card",
                f"That way {sure}; with {self.mistake} first {lost} of them {go} wrong",
                f"In this way {sure}, and {self.mistake} loses {lost} of the {number}",
            )[seed // 5 % 3]
        else:
            second = f"So {sure} for {self.best} game points, and {self.mistake} cannot promise that"
        third = (
            f"{self._looks()}, but {fails}",
            f"{self._looks()}: here {fails}",
            f"Here {self.mistake} fails: {fails}",
        )[seed // 7 % 3]
        return f"{first}. {second}. {third}."

    # Parts

    def _closed(self) -> Position:
        position = self.case
        for action in self.before:
            position = position.apply(action)
        return position

    def _of(self, card: Card, line: Sequence[Action]) -> list[Action]:
        return [Play(card), *line]

    def _looks(self) -> str:
        """Say what makes the mistake look good."""
        card, view = self.mistake, self.study.view
        if view.trick:
            takes = card.beats(view.trick[0][1], view.trump)
            return f"Taking the trick with {card} looks natural" if takes else f"{card} looks like a card to spare"
        if card.rank is Rank.ACE:
            return f"{card} looks like a sure {card.points + 2} or more"
        if card.suit is view.trump:
            return f"{card} seems to draw trumps"
        if card.rank is Rank.TEN:
            return f"{card} looks like 10 quick card points"
        return f"{card} looks like a cheap lead" if card.points < 3 else f"{card} seems to cost only {card.points}"

    def _first_hint(self, idea: Idea) -> str:
        mine, theirs = self.points
        trumps, view = out_trumps(self.study.view), self.study.view
        if self.defends and self.study.position.trick:
            led = view.trick[0][1]
            return (
                f"The closer has {theirs} and leads {led}. Who should have this trick, and for how many card points?",
                f"The closer is {OUT - theirs} short of 66. What does this trick with {led} do to that number?",
            )[self.seed % 2]
        if self.defends and idea.kind in ("bring out", "give"):
            return (
                f"The closer still needs {OUT - theirs}. How much may you lose in one trick, with {theirs} there now?"
            )
        if self.defends:
            return f"The closer has {theirs}; you have {mine}. Which of your tricks could still be taken from you?"
        if idea.kind == "alone":
            return f"You have {mine} and need {self.need} more. Which single trick is enough, and certain?"
        if idea.kind == "draw":
            are = f"{listed(trumps)} {'is' if len(trumps) == 1 else 'are'} out"
            return f"{capital(are)}, and you need {self.need}. Which of your tricks would a trump spoil?"
        if idea.kind == "bring out":
            takers = listed(idea.beaters)
            return f"{takers} can beat a trump of yours. Which trump can you spare, with {theirs} against you?"
        if idea.kind == "high":
            who = f"whoever has {self._unseen()}"
            return f"You need {self.need}, with {mine} now. Which of your cards is certain to win, {who}?"
        return f"You may lose a trick on the way from {mine} to 66. Which one costs little, with {theirs} against you?"

    def _unseen(self) -> str:
        view = self.study.view
        return listed(hand_order(view.unseen, view.trump)[:2], "or")

    def _second_hint(self) -> str:
        suit, view = self.card.suit, self.study.view
        held = hand_order([card for card in view.own if card.suit is suit], view.trump)
        what = "trump" if suit is view.trump else suit.word[:-1]
        verb = "Play" if view.trick else "Lead"
        if len(held) == 1:
            return f"It is your only {what}: {held[0]}, at {self.points[0]} to {self.points[1]}."
        higher = "highest" if self.card is held[0] else "lowest" if self.card is held[-1] else "one in the middle"
        return f"{verb} a {what}: the {higher} of {listed(held)}."

    def _third_hint(self) -> str:
        position = self._closed()
        tricks, end = tricks_of(position, self._of(self.card, self.line))
        own = [trick.best for trick in tricks[1:] if trick.winner == YOU]
        follow = f", then win with {listed(own)}" if own else ""
        total = end.points(YOU) if end.points(YOU) >= OUT else None
        ends = f"{total} and out" if total else f"the closer stops at {end.points(1 - YOU)}"
        return f"{self.card} first{follow}: on these cards {ends}."
