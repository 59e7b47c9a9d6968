"""Questions, hints and explanations of endgame puzzles: sentences with the cards and counts of the position."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple

from ...actions import Play
from ...cards import Card, hand_order
from ...players.simple import pick
from ...rule_table import OUT
from ..puzzle import YOU
from .lines import natural_line
from .techniques import THEM, Endgame, Technique
from .telling import Story, cards, clause, in_turn, sentence, suit_word


class Texts(NamedTuple):
    """What a learner reads, the answers aside."""

    question: str
    hints: tuple[str, str, str]
    explanation: str


class Facts:
    """What the sentences are made of: the technique, the right answer and the mistake, told."""

    def __init__(self, end: Endgame, technique: Technique) -> None:
        """Tell the right answer and the mistake; the choice among wordings depends on the cards and points alone."""
        self.end, self.technique = end, technique
        self.right, self.mistake = Story(end, end.right[0]), Story(end, technique.mistake)
        self.card, self.trump = technique.card, end.position.trump
        self.lead = end.right[0].card if isinstance(end.right[0], Play) else self.right.tricks[0].led
        self.first = self.right.tricks[0]
        points = end.position.points(YOU), end.position.points(THEM)
        marks = [card.index for card in (*end.mine, *end.theirs)]
        self.chance = Random(sum(mark * place for place, mark in enumerate((*marks, *points), 3)))

    def one_of(self, *wordings: str) -> str:
        """Choose among wordings, always the same for the same position."""
        return pick(wordings, self.chance)

    @property
    def their_trumps(self) -> str:
        """Your opponent's trumps, listed."""
        return cards(hand_order(self.end.their_trumps, self.trump))

    def later(self, most: int = 2) -> str:
        """Tell what comes after the first trick of the right answer."""
        return in_turn(self.right.parts(most + 1)[1:])

    def whole(self) -> str:
        """Tell the line of the right answer and its count, the card just named being "it"."""
        return sentence(f"{in_turn(self.right.parts(3, it=True))}: {self.right.sum()}")

    def then(self, opening: str = "") -> str:
        """Tell what comes after the first trick of the right answer, and its count."""
        later = self.later()
        return sentence(f"{'' if later.startswith('later ') else opening}{later}: {self.right.sum()}")

    def then_all(self) -> str:
        """Tell the count of the line that costs your opponent least."""
        return sentence(f"at best for your opponent, {self.right.sum()}")

    def refuted(self) -> str:
        """Tell the mistake and how it ends, in one sentence."""
        if not isinstance(self.technique.mistake, Play):
            told = f"{in_turn(self.mistake.parts(2))}: {self.mistake.short()}"
            return self.one_of(f"If you announce first, {told}.", f"After the announcement {told}.")
        card = self.technique.mistake.card
        verb = "lead" if self.end.leads else "play"
        follow = f"{in_turn(self.mistake.parts(2, it=True))}: {self.mistake.short()}"
        others = [
            f"If you {verb} {card} instead, {follow}.",
            f"If {card} goes first, {follow}." if self.end.leads else f"If you try {card}, {follow}.",
        ]
        return self.one_of(*others)

    def line(self) -> str:
        """Tell the right answer's line, as the last hint."""
        verb = f"{'Lead' if self.end.leads else 'Play'} {self.lead if self.end.leads else self.first.reply}"
        if not isinstance(self.end.right[0], Play):
            verb = f"Announce and lead {self.lead}"
        return f"{verb}. {sentence(f'{in_turn(self.right.parts(3, it=True))}: {self.right.short()}')}"


Writer = Callable[[Facts], tuple[str, str, str]]
"""Writes the first two hints and the explanation."""


def texts(end: Endgame, technique: Technique, writer: Writer) -> Texts:
    """Return the question, the hints and the explanation for a technique in an endgame."""
    facts = Facts(end, technique)
    idea, card, explanation = writer(facts)
    return Texts(question(facts), (idea, card, facts.line()), explanation)


def question(facts: Facts) -> str:
    """Ask what to play, with both counts.

    >>> from sixtysix.puzzles import load
    >>> end = Endgame.of(load("03-endgames")[0].start)
    >>> question(Facts(end, Technique("pull-trumps", end.mine[-1], end.right[0])))
    'The count is 48 for you and 26 for your opponent. Which lead wins?'
    """
    end = facts.end
    mine, theirs = end.position.points(YOU), end.position.points(THEM)
    ask = "Which card do you lead?" if end.leads else "Which card do you play?"
    if end.best == 2 and any(worth == 1 for worth in end.worths.values()):
        ask = f"Which card {'do you lead' if end.leads else 'do you play'} for 2 game points?"
    elif end.best == 0:
        ask = f"Which {'lead' if end.leads else 'card'} saves the draw?"
    elif len(end.right) == 1 and all(worth <= 0 for worth in end.worths.values() if worth != end.best):
        ask = f"Which {'lead' if end.leads else 'card'} wins?"
    told = facts.one_of(
        f"You need {OUT - mine} more point{'s' * (OUT - mine > 1)}, your opponent {OUT - theirs}.",
        f"The count is {mine} for you and {theirs} for your opponent.",
        f"You have {mine}, your opponent has {theirs}.",
        f"You are {OUT - mine} point{'s' * (OUT - mine > 1)} short of {OUT}, and your opponent has {theirs}.",
    )
    table = "" if end.leads else f"{end.position.trick[0][1]} has been led. "
    return f"{table}{told} {ask}"


def _pull_trumps(facts: Facts) -> tuple[str, str, str]:
    card, trumps, suit = facts.card, facts.their_trumps, suit_word(facts.card)
    need = OUT - facts.end.position.points(YOU)
    idea = facts.one_of(
        f"No {suit} beats your {card}. Is it safe as long as {cards(facts.end.theirs)} are out?",
        f"Your opponent holds {cards(facts.end.theirs)}, and no {suit}. What happens to {card} if you lead it now?",
        f"{card} looks like a sure trick. Which of {cards(facts.end.theirs, 'or')} could spoil it?",
    )
    best = facts.one_of(
        f"Lead a trump: with {trumps} gone, nothing can take {card} from you. You need {need}.",
        f"Trumps first, then the {suit}: of {cards(facts.end.theirs)} only {trumps} can take {card}.",
    )
    low = facts.mistake.tricks[0].reply
    opening = facts.one_of(
        f"Your {card} is the highest {suit}, but your opponent has none and would trump it.",
        f"{card} wins only once your opponent is out of trumps, for there is no {suit} to follow with.",
        f"With {trumps} still out, {card} is not safe: your opponent has no {suit} and must trump.",
    )
    right = f"So lead {facts.lead} first. {facts.whole()}"
    wrong = facts.one_of(
        f"Led at once, {card} falls to {low}, and {facts.mistake.short()}.",
        f"If {card} is led first, {low} takes it, and {facts.mistake.short()}.",
    )
    return idea, best, f"{opening} {right} {wrong}"


def _force(facts: Facts) -> tuple[str, str, str]:
    trump, lead, suit = facts.card, facts.lead, suit_word(facts.lead)
    lost, left = facts.first.points, [card for card in facts.end.their_trumps if card is not trump]
    forced = len(facts.end.replies(lead)) == 1
    at_best = "" if forced else ", at best"
    idea = facts.one_of(
        f"Your opponent holds {cards(facts.end.theirs)}. What has to be played on {lead}, and what is left after that?",
        f"{trump} is going to take one of {cards(facts.end.mine)}. Which would you rather it took?",
        f"Which of {cards(facts.end.mine, 'or')} makes your opponent use {trump} at the least cost?",
    )
    best = facts.one_of(
        f"Lead the suit that your opponent does not hold: {lead} and {trump} make {lost} points.",
        f"A {suit} must be trumped{at_best} with {trump}. If it is {lead}, the trick costs you {lost}.",
    )
    gone = "no trump is left against you" if not left else f"only {cards(left)} is left of the trumps against you"
    has_to = f"{trump} has to trump {lead}" if forced else f"{lead} has to be trumped{at_best} with {trump}"
    opening = facts.one_of(
        f"Your opponent has no {suit}, so {has_to}. That costs {lost} points, but {gone}.",
        f"{lead} makes your opponent trump{at_best} with {trump}: {lost} points are lost, and {gone}.",
        f"Give {trump} a trick worth {lost}: your opponent must trump {lead}, and then {gone}.",
    )
    return idea, best, f"{opening} {facts.then('after that ')} {facts.refuted()}"


def _throw_in(facts: Facts) -> tuple[str, str, str]:
    lead, lost = facts.lead, facts.first.points
    rest = [card for card in facts.end.theirs if card is not facts.first.reply]
    idea = facts.one_of(
        f"Would you rather lead yourself now, or let your opponent lead from {cards(rest)}?",
        f"If {facts.first.reply} takes a trick now, your opponent must lead {cards(rest, 'or')}. Is that good for you?",
    )
    best = facts.one_of(
        f"Give the lead away with a {suit_word(lead)}: {facts.first.reply} takes it for {lost} points.",
        f"You can afford to lose {lead}: with {facts.first.reply} it makes {lost}.",
    )
    opening = facts.one_of(
        f"{lead} costs you the lead and {lost} points, but whatever is led next, you get a trick in that suit.",
        f"Lose {lead} to {facts.first.reply} on purpose: for {lost}, your opponent has to lead from {cards(rest)}.",
        f"The lead is a burden here: {facts.first.reply} takes {lead} for {lost}, and {cards(rest, 'or')} is next.",
    )
    return idea, best, f"{opening} {facts.then()} {facts.refuted()}"


def _duck(facts: Facts) -> tuple[str, str, str]:
    top, lead, suit = facts.card, facts.lead, suit_word(facts.lead)
    theirs = hand_order((card for card in facts.end.theirs if card.suit is top.suit), facts.trump)
    idea = facts.one_of(
        f"{top} is the highest {suit}, against {cards(theirs)}. Must it go first of {cards(facts.end.mine)}?",
        f"Your opponent's {suit}s are {cards(theirs)}. You hold {cards(facts.end.mine)}: what should fall on {top}?"
        if len(theirs) > 1
        else f"Your opponent has one {suit}, {theirs[0]}. Must {top} be the card that meets it?",
    )
    takes = "has to take" if len(facts.end.replies(lead)) == 1 else "takes"
    best = facts.one_of(
        f"Keep {top} and give up {lead}: with {facts.first.reply} it costs {facts.first.points}.",
        f"Lead {lead}: {facts.first.reply} {takes} it, and {top} stays with you.",
    )
    opening = facts.one_of(
        f"Nothing beats {top}, so it can wait. {facts.first.reply} {takes} {lead} for {facts.first.points}.",
        f"Give up {lead} first: {facts.first.reply} {takes} it, for {facts.first.points}, and {top} stays high.",
    )
    taken = facts.mistake.tricks[0].reply
    told = in_turn(["", *facts.mistake.parts(3)[1:]])
    wrong = facts.one_of(f"{top} at once takes only {taken}{told}: {facts.mistake.short()}.", facts.refuted())
    return idea, best, f"{opening} {facts.then()} {wrong}"


def _squeeze(facts: Facts) -> tuple[str, str, str]:
    lead, theirs = facts.lead, facts.end.theirs
    follow: dict[str, list[Card]] = {}
    for discard in facts.end.replies(lead):
        follow.setdefault(_goes_on(facts.end, lead, discard), []).append(discard)
    ways = [f"if {cards(thrown, 'or')} goes, {then}" for then, thrown in follow.items()]
    idea = facts.one_of(
        f"Your opponent holds {cards(theirs)}. Which of them can be spared, if one has to go?",
        f"What does your opponent keep of {cards(theirs)} if one of them must be thrown away?",
    )
    best = facts.one_of(
        f"Play the {suit_word(lead)} that nothing can take, and watch what falls of {cards(theirs)}.",
        f"{lead} cannot be beaten. Lead it, and see which of {cards(theirs)} is thrown on it.",
    )
    opening = facts.one_of(
        f"Nothing takes {lead}, and your opponent cannot spare any of {cards(theirs)}.",
        f"On {lead} your opponent has to throw one of {cards(theirs)}, and each of them is needed.",
    )
    return idea, best, f"{opening} {sentence('; '.join(ways))} {facts.then_all()} {facts.refuted()}"


def _goes_on(end: Endgame, lead: Card, discard: Card) -> str:
    """Tell how you go on after a card has been thrown on your winner, if possible in the suit of that card."""
    from ...solver import solve

    after = end.position.apply(Play(lead)).apply(Play(discard))
    first = natural_line(after)[0]
    if not isinstance(first, Play):
        return f"you are out with {after.points(YOU)}"
    worths = solve(after)
    alike = [card for card in after.hand(YOU) if card.suit is discard.suit and worths[Play(card)] == worths[first]]
    beatable = [card for card in alike if any(other.beats(card, end.position.trump) for other in end.theirs)]
    card = max(beatable or alike, key=lambda card: card.strength, default=first.card)
    if not any(other.beats(card, end.position.trump) for other in end.theirs):  # so it was before
        led = after.apply(Play(card))
        reply = natural_line(led)[0]
        mine = led.apply(reply).points(YOU)
        assert isinstance(reply, Play)
        return f"{card} takes {reply.card}" + (f", which makes {mine}" if mine >= OUT else "")
    left = [other for other in end.theirs if other is not discard and other.suit is card.suit]
    high = max(left, key=lambda other: other.strength, default=card)
    return f"{card} brings out {high}" if high.strength > card.strength else f"{card} can no longer be beaten"


def _last_trick(facts: Facts) -> tuple[str, str, str]:
    end, last = facts.end, facts.right.tricks[-1]
    bonus, card = end.position.rules.bonus_exhausted, facts.card
    mine, theirs = facts.right.finish.points(YOU), facts.right.finish.points(THEM)
    idea = facts.one_of(
        f"Nobody need reach {OUT}. Which of {cards(end.mine, 'or')} can still take a trick at the very end?",
        f"The last trick adds {bonus}. Which card of yours can win it, against {cards(end.theirs)}?",
        f"Look at the end first: who takes the last trick if you keep {card}?",
    )
    verb = "Lead" if end.leads else "Play"
    best = facts.one_of(
        f"{verb} {facts.first.led if end.leads else facts.first.reply} and keep {card} to the end.",
        f"{card} is to win the last trick, so another card goes now.",
    )
    plain = f"without those {bonus} it would be {mine - bonus} to {theirs}"
    opening = facts.one_of(
        f"The last trick counts {bonus} more, and {card} has to be there for it.",
        f"Everything turns on the {bonus} for the last trick: {card} takes it.",
    )
    line = in_turn([*facts.right.parts(2, last=False), f"at the end {clause(last, end.position)}"])
    right = f"{line}: {mine} to {theirs}"
    return idea, best, f"{opening} {sentence(right)[:-1]}, while {plain}. {facts.refuted()}"


WRITERS: Final[Mapping[str, Writer]] = {
    "pull-trumps": _pull_trumps,
    "force": _force,
    "throw-in": _throw_in,
    "duck": _duck,
    "squeeze": _squeeze,
    "last-trick": _last_trick,
}
"""Who writes for each technique."""
