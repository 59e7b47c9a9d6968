"""The texts of puzzles about odds: what a plan is afraid of, how many layouts that is, and whether it pays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...actions import Action, Play
from ...cards import Card
from ...position import Position
from ...rule_table import OUT
from ..puzzle import YOU
from .close_story import brief, listed, story
from .close_study import after, number_of, out_trumps


def _layouts(number: int) -> str:
    return f"{number} layout{'' if number == 1 else 's'}"


def _are(some: int, number: int) -> str:
    return f"{some} of {number} {'is' if some == 1 else 'are'}"


@dataclass(frozen=True)
class Told:
    """What the texts of a close by odds are made of."""

    case: Position

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
    def closed(self) -> Position:
        """The case with the stock closed."""
        from ...actions import Close

        return self.case if self.case.closed_by is not None else after(self.case, [Close()])

    def trumps(self) -> str:
        """Say which trumps are out."""
        trumps = out_trumps(self.case.view(YOU))
        return f"{listed(trumps)} {'are' if len(trumps) > 1 else 'is'} still out" if trumps else "no trump is out"


@dataclass(frozen=True)
class Pays(Told):
    """Whether a close pays."""

    wins: int
    layouts: int
    first: Card
    line: Sequence[Action]
    """What follows on the cards of the case, where the plan fails."""
    gains: int
    """What all layouts won bring: at least, if the close pays, at most if not."""
    cost: int
    """What each layout lost costs."""
    pays: bool
    afraid: str | None
    """Which hands the plan is afraid of."""
    seeing: int
    """Layouts won with all cards seen."""
    score: tuple[int, int] | None
    too_dear: bool
    """Whether the game points, counted at an earlier score, would not pay."""

    def question(self) -> str:
        """Ask it."""
        mine, theirs = self.points
        if self.score:
            at = f"{self.score[0]} to {self.score[1]}"
            return (
                f"It is {at} in the match, and this deal decides it. You have {mine} to {theirs}: does the best plan "
                f"after closing win more than half of the layouts?",
                f"At {at} every win ends the match. You need {self.need} more: are the odds with you if you close?",
                f"The match stands at {at}. You have {mine} card points: is closing now better than an even chance?",
            )[self.seed % 3]
        return (
            f"You have {mine} to {theirs}. Closing is not certain here; does it pay on average, all layouts counted?",
            f"You need {self.need} more and think of closing. Is that worth more than 0 game points on average?",
            f"At {mine} to {theirs}, does closing now bring more than it costs, over all layouts?",
        )[self.seed % 3]

    def _sum(self) -> str:
        lost = self.layouts - self.wins
        if self.score:
            return f"{self.wins} of {self.layouts} layouts win the match and {lost} lose it"
        bound = "at least" if self.pays else "at most"
        costs = (
            f"{lost} lost at {self.cost} each cost {lost * self.cost}"
            if lost > 1
            else f"the one lost costs {self.cost}"
        )
        return f"{self.wins} layouts won bring {bound} {self.gains} game points, and {costs}"

    def whys(self) -> tuple[str, str]:
        """Say why the right answer is right and the wrong one wrong."""
        right = f"With {self.first} as the first lead: {self._sum()}."
        lost = self.layouts - self.wins
        if self.pays:
            return (
                right,
                f"It may fail, in {lost} of {self.layouts} layouts, but that is not often enough: {self._sum()}.",
            )
        if self.seeing > self.wins:
            return right, (
                f"With all cards seen {self.seeing} of {self.layouts} layouts would be won, but one plan for all of "
                f"them wins {self.wins}."
            )
        return right, f"The best plan wins {self.wins} of {self.layouts} layouts, and {lost} are too many to lose."

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the card and the line."""
        risk = "half of the layouts" if self.score else f"a loss of {self.cost}"
        idea = f"You need {self.need}, and {self.trumps()}. How often does that go wrong, set against {risk}?"
        lead = f"Begin with {self.first}. There are {self.layouts} layouts: which of them are lost?"
        afraid = f"It fails against a hand {self.afraid}" if self.afraid else f"{self.wins} layouts are won"
        return idea, lead, f"{afraid}: {_are(self.layouts - self.wins, self.layouts)} lost, with {self.first} first."

    def explanation(self) -> str:
        """Explain in three or four sentences."""
        seed, lost = self.seed, self.layouts - self.wins
        hand = listed(sorted(self.case.hand(1 - YOU)))
        fails = brief(self.closed, self.line, variant=seed)
        plan = (
            f"The best plan begins with {self.first} and wins {self.wins} of the {self.layouts} layouts",
            f"You need {self.need}, and {self.first} first is the best there is: {self.wins} of {self.layouts} layouts",
            f"With {self.first} as the first lead {self.wins} of {self.layouts} layouts are won, and no plan wins more",
        )[seed % 3]
        if self.afraid:
            plan += f"; what it has to fear is a hand {self.afraid}"
        example = (
            f"Against {hand}, for one, {fails}",
            f"This is one of the {lost} that are lost: {fails}"
            if lost > 1
            else f"This is the one that is lost: {fails}",
            f"It goes wrong like this: {fails}",
        )[seed // 3 % 3]
        if self.score:
            even = "better than even" if self.pays else "even" if self.wins == lost else "worse than even"
            verdict = f"At this score only the number counts, and {self.wins} to {lost} is {even}"
            if self.pays and self.too_dear:
                verdict += "; earlier in a match, with 2 game points for each that fails, it would not pay"
        else:
            verdict = (
                f"{self.gains} game points {'or more ' if self.pays else 'at most '}for the layouts won stand against "
                f"{lost * self.cost} for those lost, so it {'pays' if self.pays else 'does not pay'}"
            )
        more = ""
        if self.seeing > self.wins and not self.pays:
            more = f". The {self.seeing} that could be won with all cards seen need more than one plan"
        return f"{plan}. {example}. {verdict}{more}."


@dataclass(frozen=True)
class Wins(Told):
    """How many layouts a close wins."""

    wins: int
    layouts: int
    first: Card
    line: Sequence[Action]
    afraid: str
    seeing: int
    unbeaten: int
    """Layouts in which the first lead takes its trick."""

    def question(self) -> str:
        """Ask it."""
        mine, theirs = self.points
        return (
            f"You close with {mine} to {theirs}. Your opponent may have {self.layouts} hands: how many of them does "
            f"the best plan beat?",
            f"{self.layouts} layouts are possible, and you need {self.need}. In how many does the best plan win if you "
            f"close?",
            f"You close at {mine} to {theirs}. Of {self.layouts} layouts, how many are won by the best single plan?",
        )[self.seed % 3]

    def why(self, option: int) -> str:
        """Say why a number is right or wrong."""
        lost = self.layouts - self.wins
        if option == self.wins:
            return (
                f"{self.first} first loses only to hands {self.afraid}, and {_are(lost, self.layouts)} like that: "
                f"{self.wins} {'is' if self.wins == 1 else 'are'} won."
            )
        if option == self.layouts:
            some = "hands" if lost > 1 else "a hand"
            return f"That would be certain, but even the best plan loses {_layouts(lost)}: {some} {self.afraid}."
        if option == lost:
            return f"{option} is the number of layouts that are lost: hands {self.afraid}."
        if option == self.seeing:
            return f"{option} would be won if you saw your opponent's cards; one plan for all layouts wins {self.wins}."
        if option == self.unbeaten:
            return f"In {option} layouts {self.first} takes its trick, but {self.wins} are won in the end."
        return f"Count again: {_are(lost, self.layouts)} lost, {self.afraid}, and not {self.layouts - option}."

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the card and the line."""
        return (
            f"You need {self.need} in all {self.layouts} layouts. Which cards in the other hand would spoil it?",
            f"Begin with {self.first}; {self.trumps()}, and you have {self.points[0]}.",
            f"Only a hand {self.afraid} is too strong. Count those among the {self.layouts}.",
        )

    def explanation(self) -> str:
        """Explain in three sentences."""
        seed, lost = self.seed, self.layouts - self.wins
        fails = brief(self.closed, self.line, variant=seed)
        begin = (
            f"You need {self.need} and lead {self.first}. What this plan fears are hands {self.afraid}",
            f"{self.first} is the lead, with {self.need} to go, and it fails against a hand {self.afraid}",
            f"With {self.first} first you get the {self.need} you need, unless your opponent has a hand {self.afraid}",
        )[seed % 3]
        shown = (f"Then {fails}", f"In such a case {fails}", f"There {fails}")[seed // 3 % 3]
        count = (
            f"{lost} of the {self.layouts} layouts {'is' if lost == 1 else 'are'} like that, which leaves {self.wins}",
            f"That makes {_layouts(lost)} lost and {self.wins} won, of {self.layouts}",
            f"So {self.wins} of {self.layouts} are won, and no plan wins more",
        )[seed // 9 % 3]
        more = f", though {self.seeing} would be won with all cards seen" if self.seeing > self.wins else ""
        return f"{begin}. {shown}. {count}{more}."


@dataclass(frozen=True)
class LeadOdds(Told):
    """Which lead wins most layouts."""

    right: Card
    mistake: Card
    wins: int
    counts: Mapping[Card, int]
    """Layouts won after each card with all cards seen."""
    layouts: int
    lines: Mapping[Card, Sequence[Action]]
    afraid: str | None
    before: Sequence[Action]

    def _of(self, card: Card) -> list[Action]:
        return [Play(card), *self.lines[card]]

    def question(self) -> str:
        """Ask it."""
        mine, theirs = self.points
        if self.defends:
            return self._asked_in_defence()
        if self.before:
            return (
                f"You have {mine} to {theirs} and take the risk of closing. Which lead wins most of the "
                f"{self.layouts} layouts?",
                f"You need {self.need} and close, although nothing is certain. Which lead has the best odds?",
                f"You close at {mine} to {theirs}. No lead is certain: which beats most of {self.layouts} hands?",
            )[self.seed % 3]
        return (
            f"You have closed, it is {mine} to {theirs}, and no lead is certain any more. Which one wins most of the "
            f"{self.layouts} layouts?",
            f"Your close needs {self.need} more, and every lead has its risk. Which has the best odds?",
            f"{self.layouts} hands may be against your close, and you need {self.need}. Which lead beats most of them?",
        )[self.seed % 3]

    @property
    def defends(self) -> bool:
        """Whether the close is your opponent's."""
        return self.case.closed_by == 1 - YOU

    def _asked_in_defence(self) -> str:
        mine, theirs = self.points
        if self.case.trick:
            led = self.case.trick[0][1]
            return (
                f"The closer has {theirs} to your {mine} and leads {led}. No card is certain to break the close: which "
                f"one does so in most of {self.layouts} layouts?",
                f"{led} is led by the closer, who needs {OUT - theirs} more. Which card has the best odds of breaking "
                f"the close?",
            )[self.seed % 2]
        return (
            f"Your opponent has closed and has {theirs} to your {mine}. Nothing breaks the close for certain: which "
            f"lead does in most of {self.layouts} layouts?",
            f"The closer needs {OUT - theirs} more, and you are on lead. Which card has the best odds of breaking the "
            f"close?",
        )[self.seed % 2]

    def why(self, card: Card) -> str:
        """Say how often a lead wins, and what happens here."""
        told = story(self.closed, self._of(card), variant=self.seed + card.index)
        best = self.counts[card]
        if self.defends:
            if card is self.right:
                return f"A plan that begins so breaks the close in {self.wins} of {self.layouts} layouts. Here: {told}"
            if not best:
                return f"The closer gets through in every layout. {told}"
            return f"{told} With all cards seen the close would fail in {best} of {self.layouts} layouts, not in more."
        if card is self.right:
            return f"One plan that begins so wins {self.wins} of {self.layouts} layouts. Here: {told}"
        if not best:
            return f"No layout can be won any more. {told}"
        return (
            f"At most {best} of {self.layouts} can be won so, even with all cards seen. {told}",
            f"{told} With all cards seen {best} of {self.layouts} would be won, not more.",
        )[(self.seed + card.index) % 2]

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the suit and the line."""
        suit = self.right.suit
        goal = f"The closer needs {OUT - self.points[1]}" if self.defends else f"You need {self.need}"
        which = "card" if self.case.trick else "lead"
        what = "trump" if suit is self.case.trump else suit.word[:-1]
        own = [card for card in self.case.hand(YOU) if card.suit is suit]
        afraid = f"It fails only against hands {self.afraid}" if self.afraid else f"{self.wins} layouts are won so"
        stop = ":" if self.afraid else ", and"
        return (
            f"{goal}, and {self.trumps()}. Which {which} is afraid of the fewest of {self.layouts} hands?",
            f"{'Play' if which == 'card' else 'Lead'} a {what}: {listed(own, 'or')}, with {self.points[0]} so far.",
            f"{self.right}. {afraid}{stop} {_are(self.layouts - self.wins, self.layouts)} lost.",
        )

    def explanation(self) -> str:
        """Explain in three or four sentences."""
        seed = self.seed
        fails = brief(self.closed, self._of(self.mistake), variant=seed)
        most = self.counts[self.mistake]
        fear = f" It loses only to hands {self.afraid}." if self.afraid else ""
        if self.defends:
            return self._explained_defence(fear, fails, most)
        begin = (
            f"Nothing is certain with {self.need} to go, but a plan that begins with {self.right} wins {self.wins} of "
            f"{self.layouts} layouts.{fear}",
            f"You need {self.need}. With {self.right} first {self.wins} of the {self.layouts} hands are beaten.{fear}",
            f"{self.right} is the best bet for the {self.need} you need: {self.wins} of {self.layouts} layouts.{fear}",
        )[seed % 3]
        then = (
            f"{self.mistake} cannot win more than {most}, even if you see all cards",
            f"After {self.mistake} no more than {most} {'is' if most == 1 else 'are'} left, with all cards seen",
            f"{self.mistake} looks no worse, but {_layouts(most)} {'is' if most == 1 else 'are'} all that it can win",
        )[seed // 3 % 3]
        return f"{begin} {then}: here {fails}."

    def _explained_defence(self, fear: str, fails: str, most: int) -> str:
        seed, left = self.seed, OUT - self.points[1]
        begin = (
            f"The closer is {left} short of 66. A plan that begins with {self.right} keeps it so in {self.wins} of "
            f"{self.layouts} layouts.{fear}",
            f"The closer needs {left} more, and {self.right} is the best defence: the close fails in {self.wins} "
            f"of {self.layouts} layouts.{fear}",
            f"Nothing is certain against a closer who needs {left}, but {self.right} holds in {self.wins} of the "
            f"{self.layouts} layouts.{fear}",
        )[seed % 3]
        then = (
            f"With {self.mistake} it would be {most} at most, even with all cards seen",
            f"{self.mistake} breaks no more than {most}, whatever you see",
        )[seed // 3 % 2]
        return f"{begin} {then}: here {fails}."
