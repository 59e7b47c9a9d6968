"""Finders of puzzles about closes that are not certain: does it pay, how often does it win, which lead wins most?

All numbers are of layouts, each as likely as the others: what one plan wins for certain, and for what is wrong, what
would be won with all cards seen.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ...actions import Action, Close, Play
from ...cards import Card, card_points
from ...players.closing import close_is_certain
from ...position import Position
from ...view import View
from ..puzzle import LAYOUTS, YOU, Answer
from .close_facts import aces_and_tens, need_of
from .close_study import (
    Study,
    after,
    closed_by_opponent,
    closed_by_you,
    laid_out,
    may_close,
    number_of,
    plan_line,
    tokens,
)
from .found import Found
from .lines import natural_line
from .odds_words import LeadOdds, Pays, Wins
from .weaker import failures, replies

if TYPE_CHECKING:
    from ...solver import CloseAnalysis

SECONDS: Final = 0.5
"""The time for a best plan: who needs more is let go."""
FEW: Final = 84
"""The most layouts for a question whose answer is a number."""


def find_odds(position: Position) -> Found | None:
    """Look for a close that is worth a thought about its odds: of one kind, which the position's number chooses."""
    if not may_close(position) or any(position.waiting):
        return None
    kind = number_of(position.view(YOU)) % 3
    if kind == 0:
        return pays_puzzle(position, "close-by-odds", None)
    if kind == 1:
        return wins_puzzle(position)
    return odds_lead(Study(position.apply(Close())), "close-by-odds", position.view(YOU))


def find_odds_defence(position: Position) -> Found | None:
    """Look for a moment of your opponent's close in which one card breaks it in more layouts than any other can."""
    for closed in closed_by_opponent(position):
        study = Study(closed)
        if study.layouts > 2 and not any(closed.waiting) and len(study.view.own) > 2:
            found = odds_lead(study, "defend-close", None)
            if found is not None:
                return found
    return None


def find_odds_lead(position: Position) -> Found | None:
    """Look for a moment of your close in which no lead is certain, and one wins more layouts than any other can."""
    for closed in closed_by_you(position):
        study = Study(closed)
        if study.layouts > 2 and not any(closed.waiting) and len(study.view.own) > 2:
            found = odds_lead(study, "lead-after-close", None)
            if found is not None:
                return found
    return None


@dataclass(frozen=True)
class Best:
    """A close with its best plan, proven best."""

    view: View
    analysis: "CloseAnalysis"

    @classmethod
    def of(cls, view: View) -> "Best | None":
        """Find it; None if it is not proven soon."""
        from ...solver import analyse_close

        analysis = analyse_close(view, seconds=SECONDS)
        if not analysis.exact or analysis.plan is None or not analysis.plan.course.steps:
            return None
        return cls(view, analysis)

    @property
    def layouts(self) -> int:
        """How many layouts there are."""
        return self.analysis.layouts

    @cached_property
    def wins(self) -> int:
        """How many the plan wins."""
        return round((self.analysis.plan_wins or 0) * self.layouts)

    @property
    def seeing(self) -> int:
        """How many are won with all cards seen."""
        return round(self.analysis.open_cards_wins * self.layouts)

    @cached_property
    def won(self) -> list[bool]:
        """Which layouts the plan wins."""
        assert self.analysis.plan is not None
        return [bool(one) for one in self.analysis.plan.course.wins]

    @cached_property
    def hands(self) -> list[frozenset[Card]]:
        """The opponent's hands."""
        return [self.analysis.hand(number) for number in range(self.layouts)]

    def lost(self) -> str | None:
        """Say of which cards the plan is afraid, if that can be said in a few words: "with A♠ and 10♠"."""
        return described([hand for hand, won in zip(self.hands, self.won, strict=True) if not won], self.hands)


def described(some: list[frozenset[Card]], hands: list[frozenset[Card]]) -> str | None:
    """Say what exactly these hands have in common, of all: one or two cards that they hold or do not hold.

    >>> hands = [frozenset(map(Card, text.split())) for text in ("AS TS", "AS KS", "TS KS")]
    >>> described(hands[:1], hands), described(hands[:2], hands)
    ('without K♠', 'with A♠')
    """
    wanted = set(some)
    free = sorted({card for hand in hands for card in hand} - frozenset.intersection(*hands))
    for card in free:
        if wanted == {hand for hand in hands if card in hand}:
            return f"with {card}"
        if wanted == {hand for hand in hands if card not in hand}:
            return f"without {card}"
    for one, two in combinations(free, 2):
        has = [(hand, one in hand, two in hand) for hand in hands]
        for text, ways in (
            (f"with both {one} and {two}", {(True, True)}),
            (f"with {one} or {two}, or both", {(True, True), (True, False), (False, True)}),
            (f"with {one} but not {two}", {(True, False)}),
            (f"with {two} but not {one}", {(False, True)}),
            (f"with neither {one} nor {two}", {(False, False)}),
        ):
            if wanted == {hand for hand, *held in has if tuple(held) in ways}:
                return text
    return None


def pays_puzzle(position: Position, theme: str, score: tuple[int, int] | None) -> Found | None:
    """Make a question whether a close pays, where that is not obvious; with a score only winning counts."""
    from ...solver import analyse_close

    view = position.view(YOU)
    quick = analyse_close(view, plan=False)
    if not 0.3 <= quick.open_cards_wins < 1 or view.layouts() > 252:
        return None
    best = Best.of(view)
    if best is None:
        return None
    cost, number = quick.question.stakes.low, best.layouts
    lost = number - best.wins
    values = sorted((int(value) for value in quick.game_points if value > 0), reverse=True)[: best.wins]
    least, most = round((best.analysis.plan_value or 0) * number), sum(values) - cost * lost
    too_dear = most <= 0
    if score:
        least = most = best.wins - lost
    if not (least > 0 or most <= 0):
        return None
    yes = least > 0
    said = {
        "greedy": aces_and_tens(view) >= need_of(view),
        "club": close_is_certain(view),
        "shallow": (quick.open_cards_value if not score else quick.open_cards_wins - 0.5) > 0,
    }
    if score:
        said["shallow"] = quick.open_cards_value > 0
    near = abs(best.wins / number - 0.5) < 0.2 if score else -1.0 < (least if yes else most) / number < 1.0
    if not near or (said["greedy"] == yes and said["shallow"] == yes):
        return None
    real = frozenset(position.hand(1 - YOU))
    fails = [hand for hand, won in zip(best.hands, best.won, strict=True) if not won]
    theirs = real if real in fails else max(fails, key=lambda hand: (card_points(hand), sorted(hand)))
    case = laid_out(view, theirs)
    first = first_lead(best)
    line = [Play(first), *natural_line(after(case, [Close(), Play(first)]))]
    gains = best.wins if score else (least if yes else most) + cost * lost
    told = Pays(
        case,
        best.wins,
        number,
        first,
        line,
        gains,
        1 if score else cost,
        yes,
        best.lost(),
        best.seeing,
        score,
        too_dear,
    )
    right, wrong = told.whys()
    answers = (
        Answer("yes", int(yes), yes, right if yes else wrong, fact="close pays"),
        Answer("no", int(not yes), not yes, wrong if yes else right, fact="close pays"),
    )
    failing = {"random": 0.5} | {name: float(answer != yes) for name, answer in said.items()}
    more = {"score": list(score)} if score else {}
    return Found((theme,), case, told.question(), answers, told.hints(), told.explanation(), failing, more)


def first_lead(best: Best) -> Card:
    """Return the card with which the plan begins."""
    plan = best.analysis.plan
    assert plan is not None
    course = plan.course
    return plan.question.setup.mine[int(course.steps[0].cards[0])]


def wins_puzzle(position: Position) -> Found | None:
    """Make a question in how many layouts a close wins, where it can be said in a few words which are lost."""
    from ...solver import analyse_close

    view = position.view(YOU)
    number = view.layouts()
    if not 4 < number <= FEW:
        return None
    quick = analyse_close(view, plan=False)
    if not 0.25 <= quick.open_cards_wins < 1:
        return None
    best = Best.of(view)
    if best is None or not 0 < best.wins < number or (lost := best.lost()) is None:
        return None
    first = first_lead(best)
    study = Study(position.apply(Close()))
    unbeaten = sum(
        not any(card.beats(first, view.trump) for card in replies(study.position, first, hand)) for hand in best.hands
    )
    options = {best.wins}
    for other in (best.seeing, unbeaten, number - best.wins, number, best.wins + 2, best.wins - 1):
        if len(options) < 4 and 0 < other <= number:
            options.add(other)
    fails = [hand for hand, won in zip(best.hands, best.won, strict=True) if not won]
    theirs = max(fails, key=lambda hand: (hand == frozenset(position.hand(1 - YOU)), card_points(hand), sorted(hand)))
    case = laid_out(view, theirs)
    line = [Play(first), *natural_line(after(case, [Close(), Play(first)]))]
    told = Wins(case, best.wins, number, first, line, lost, best.seeing, unbeaten)
    answers = tuple(
        Answer(str(option), int(option == best.wins), option == best.wins, told.why(option), fact="wins of close")
        for option in sorted(options)
    )
    naive = number if aces_and_tens(view) >= need_of(view) else 0
    failing = {
        "random": 1 - 1 / len(options),
        "greedy": float(naive != best.wins),
        "club": float(best.seeing != best.wins),
        "shallow": float(unbeaten != best.wins),
    }
    return Found(("close-by-odds",), case, told.question(), answers, told.hints(), told.explanation(), failing)


def odds_lead(study: Study, theme: str, before: View | None) -> Found | None:
    """Make a puzzle of a closed stock in which one lead wins more layouts than any other, all cards seen."""
    if any(least > 0 for least in study.least.values()) or study.layouts > 252:
        return None
    counts = {card: study.wins(card) for card in study.least}
    ranked = sorted(counts, key=lambda card: -counts[card])
    least = study.layouts / 3 if study.outcome.question.i_close else 1
    if len(ranked) < 2 or counts[ranked[0]] < least or counts[ranked[0]] <= counts[ranked[1]]:
        return None
    failing = failures(study.view, lambda action: isinstance(action, Play) and action.card is ranked[0])
    if failing["greedy"] < 0.5:
        return None
    best = Best.of(study.view)
    if best is None or first_lead(best) is not ranked[0] or best.wins - counts[ranked[1]] < max(1, study.layouts / 25):
        return None
    right, mistake = ranked[0], ranked[1]
    good = [
        place
        for place, won in enumerate(best.won)
        if won and all(study.worths[card][place] < 0 for card in (mistake, *ranked[2:]))
    ]  # else a wrong lead would win on the table
    if not good:
        return None
    start = laid_out(before or study.view, study.hand(good[0]))
    way: tuple[Action, ...] = (Close(),) if before else ()
    case = after(start, way)
    from ...solver import analyse_close

    lines: dict[Card, list[Action]] = {card: list(natural_line(case.apply(Play(card)))) for card in ranked[1:]}
    again = analyse_close(case.view(YOU), seconds=SECONDS)
    if again.plan is None or not again.exact:
        return None
    lines[right] = plan_line(case, [Play(right)], again.plan.reply)
    told = LeadOdds(start, right, mistake, best.wins, counts, study.layouts, lines, best.lost(), way)
    answers = tuple(
        Answer(
            tokens([*way, Play(card)]),
            best.wins if card is right else counts[card],
            card is right,
            told.why(card),
            _line(lines[card]),
        )
        for card in study.least
    )
    return Found(
        (theme,), start, told.question(), answers, told.hints(), told.explanation(), failing, {"values_in": LAYOUTS}
    )


def _line(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(tokens([action]) for action in actions)
