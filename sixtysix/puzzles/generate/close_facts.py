"""Finder of questions about a close: is it certain, and for how many game points?"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...actions import Action, Close, Play
from ...cards import Card, Suit, card_points
from ...players.closing import close_is_certain, sure_points
from ...position import Position
from ...public import Phase
from ...rule_table import OUT, SCHNEIDER, SCHWARZ
from ...view import View
from ..puzzle import YOU, Answer
from .close_ideas import Idea
from .close_story import brief, capital, listed, story
from .close_study import Study, laid_out, may_close, number_of, out_in, plan_line
from .found import Found
from .lines import natural_line

WORDS = {0: "Nothing is certain", 1: "1 game point is certain", 2: "2 game points are certain", 3: "3 are certain"}


def find_fact(position: Position, *, theme: str, phase: Phase = Phase.PLAY) -> Found | None:
    """Look for a close of which a usual count says something wrong."""
    if not may_close(position, phase) or any(position.waiting):
        return None
    view = position.view(YOU)
    from ...solver import analyse_close

    seeing = analyse_close(view, plan=False)
    least = max(0, int(seeing.game_points.min()))
    most = most_points(view)
    naive = {"greedy": aces_and_tens(view) >= need_of(view), "shallow": card_points(tops(view)) >= need_of(view)}
    said = {name: most if yes else 0 for name, yes in naive.items()} | {"club": most if close_is_certain(view) else 0}
    if said["greedy"] == least or (least == 0 and seeing.open_cards_wins < 0.5):
        return None
    fits = [number for number, value in enumerate(seeing.game_points) if max(0, int(value)) == least]
    layout = max(fits, key=lambda one: (card_points(seeing.hand(one)), -one))
    case = laid_out(view, seeing.hand(layout))
    closed = case.apply(Close())
    first: Card | None = None
    line = list(natural_line(closed))
    if least:
        analysis = analyse_close(case.view(YOU), seconds=0.2, at_least=least)
        if analysis.certain != least or analysis.plan is None:
            return None
        line = plan_line(case, [Close()], analysis.plan.reply)
        first = next(action.card for action in line if isinstance(action, Play))
    lost = int((seeing.game_points <= 0).sum())
    told = Asked(case, least, most, line, first, lost, Study(position.apply(Close())))
    answers = told.answers()
    failing = {"random": 1 - 1 / len(answers)}
    failing |= {name: float(said[name] != least) for name in ("greedy", "club", "shallow")}
    return Found((theme,), case, told.question(), answers, told.hints(), told.explanation(), failing)


def need_of(view: View) -> int:
    """Return the card points that you need."""
    return OUT - view.points(YOU)


def most_points(view: View) -> int:
    """Return the game points that a close can bring here."""
    if view.rules.schwarz and not view.tricks_won(1 - YOU):
        return SCHWARZ
    return 2 if view.points(1 - YOU) < SCHNEIDER else 1


def aces_and_tens(view: View) -> int:
    """Return the card points of your aces and tens: the count of a beginner."""
    return sum(card.points for card in view.own if card.points >= 10)


def tops(view: View) -> list[Card]:
    """Return your cards that no card which is out beats in its suit."""
    return [card for card in view.own if not any(other.strength > card.strength for other in out_in(view, card.suit))]


def held(view: View, suit: Suit) -> list[Card]:
    """Return your cards of a suit, the highest first."""
    return [card for card in view.own if card.suit is suit]


@dataclass(frozen=True)
class Asked:
    """A question about a close: how much is certain, what happens on the cards of the case, and the texts."""

    case: Position
    certain: int
    most: int
    line: Sequence[Action]
    first: Card | None
    """The first lead of a plan that is certain."""
    lost: int
    """Layouts that are lost even if you see all cards."""
    study: Study

    @property
    def view(self) -> View:
        """What you see."""
        return self.case.view(YOU)

    @property
    def seed(self) -> int:
        """A number of the position that chooses among wordings."""
        return number_of(self.view)

    @property
    def closed(self) -> Position:
        """The case with the stock closed."""
        return self.case.apply(Close())

    @property
    def asks_whether(self) -> bool:
        """Whether it is asked if the close is certain, and not for how much."""
        return self.most == 1 or (not self.certain and self.seed // 5 % 2 == 0)  # so 0 is asked for too

    def question(self) -> str:
        """Ask it."""
        mine, theirs, need = self.view.points(YOU), self.view.points(1 - YOU), need_of(self.view)
        drawn = ", before drawing," if self.case.phase is Phase.DRAW else ""
        if self.asks_whether:
            return (
                f"You have {mine} to {theirs}. Is closing now{drawn} certain to win?",
                f"You are {need} card points short of 66. If you close now{drawn or ','} is it certain that you win?",
                f"You think of closing{drawn or ','} with {mine} against {theirs}. Is that certain to win?",
            )[self.seed % 3]
        return (
            f"You have {mine} to {theirs} and close now{drawn.rstrip(',')}. For how many game points is that certain?",
            f"How many game points are certain if you close here{drawn} with {mine} to {theirs}?",
            f"You are {need} card points short of 66. You close{drawn.rstrip(',') or ' here'}: how many game points "
            f"are certain?",
        )[self.seed % 3]

    def answers(self) -> tuple[Answer, ...]:
        """Return all answers."""
        if self.asks_whether:
            sure = self.certain > 0
            return (
                Answer("yes", int(sure), sure, self._why_yes() if sure else self._too_much(1), fact="certain"),
                Answer("no", int(not sure), not sure, self._too_little(0) if sure else self._why_no(), fact="certain"),
            )
        found = []
        for value in range(self.most + 1):
            right = value == self.certain
            if right:
                why = self._why_yes() if value else self._why_no()
            else:
                why = self._too_little(value) if value < self.certain else self._too_much(value)
            found.append(Answer(str(value), int(right), right, why, fact="certain points"))
        return tuple(found)

    def _hand(self) -> str:
        return listed(sorted(self.case.hand(1 - YOU)))

    def _why_yes(self) -> str:
        told = story(self.closed, self.line, best=self.most)
        number = self.view.layouts()
        return f"Lead {self.first}, and all {number} layouts are won. Here it goes like this: {told}"

    def _why_no(self) -> str:
        are = "is" if self.lost == 1 else "are"
        return f"{self.lost} of {self.view.layouts()} layouts {are} lost. Here your opponent has {self._hand()}."

    def _too_little(self, value: int) -> str:
        idea = Idea(self.study, self.first) if self.first else None
        reason = idea.sentence(self.seed) if idea else ""
        more = "More is certain" if value else "It is certain"
        return f"{more} than it seems: {reason}." if value else f"{more} after all: {reason}."

    def _too_much(self, value: int) -> str:
        told = story(self.closed, self.line, best=value, variant=self.seed + value)
        if not self.certain and value > 1:
            won = f"with your opponent under {SCHNEIDER}" if value == 2 else "without a trick of your opponent's"
            are = "is" if self.lost == 1 else "are"
            return (
                f"{value} are for a win {won}, but {self.lost} of the {self.view.layouts()} layouts {are} not won at "
                f"all."
            )
        if not self.certain:
            return f"Against {self._hand()} it fails. {told}"
        asks = f"be under {SCHNEIDER}" if value == 2 else "have no trick"
        return f"For {value} your opponent must {asks}. With {self._hand()} it ends otherwise. {told}"

    def hints(self) -> tuple[str, str, str]:
        """Give the idea, the card and the line."""
        view, high = self.view, tops(self.view)
        need, mine = need_of(view), view.points(YOU)
        trumps = out_in(view, view.trump)
        idea = (
            f"You need {need} from {mine}. Which of your tricks is certain, and what is each worth at the least?",
            f"From {mine} it is {need} to go. Take the worst of {view.layouts()} hands: what can it beat?",
            f"{need} are needed, with {mine} now, and {view.layouts()} hands are possible. Which is the worst of them?",
        )[self.seed // 3 % 3]
        if self.first is None:
            who = f"{listed(trumps, 'or')} may be against you" if trumps else f"only {listed(high)} are high"
            fails = brief(self.closed, self.line)
            return (
                idea,
                f"With {mine} card points look at the trumps: {who}.",
                f"Give your opponent {self._hand()}: {fails}.",
            )
        what = "trump" if self.first.suit is view.trump else self.first.suit.word[:-1]
        lead = f"Your first lead should be a {what}: {listed(held(view, self.first.suit), 'or')}, with {need} to go."
        ends = brief(self.closed, self.line)
        return idea, lead, f"Lead {self.first}: here {ends}."

    def explanation(self) -> str:
        """Explain in three or four sentences."""
        view, seed, number = self.view, self.seed, self.view.layouts()
        high, need = tops(view), need_of(view)
        if self.first is None:
            if high and card_points(high) >= need:
                are = f"{listed(high)} {'are' if len(high) > 1 else 'is'}"
                begin = f"{are} high and worth {card_points(high)}, and you need {need}"
            else:
                begin = f"Your aces and tens are worth {aces_and_tens(view)}, and you need {need}"
            fails = brief(self.closed, self.line, variant=seed)
            are_lost = "is lost" if self.lost == 1 else "are lost"
            return (
                f"{begin}. That looks like enough, but {self.lost} of the {number} layouts {are_lost} even with all "
                f"cards seen. Against {self._hand()} the best lead is {self._led()}: {fails}.",
                f"{begin}. Yet it is not certain. If your opponent has {self._hand()}, nothing is better than to lead "
                f"{self._led()}: {fails}. So {self.lost} of the {number} layouts {are_lost}.",
            )[seed % 2]
        points, leads = sure_points(view)
        aces = aces_and_tens(view)
        if leads and points < need:
            top = f"Sure tricks from the top, {listed(leads)}, make {points}, and you need {need}"
        elif aces < need:
            top = f"Your aces and tens are worth {aces}, less than the {need} you need, but something falls on each"
        else:
            top = f"Your aces and tens are worth {aces}, and you need {need}"
        why = Idea(self.study, self.first).sentence(seed)
        sure = f"That is certain in all {number} layouts" + (
            f", for {self.certain} game point{'s' if self.certain > 1 else ''}" if self.most > 1 else ""
        )
        told = brief(self.closed, self.line, best=self.most, variant=seed)
        limit = "More is not, with" if self.certain < self.most else "It holds even with"
        limit = f" {limit} {self._hand()} against you: {told}."
        return f"{top}. {capital(why)}. {sure}.{limit}"

    def _led(self) -> Card:
        return next(action.card for action in self.line if isinstance(action, Play))
