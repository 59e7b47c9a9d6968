"""The cousin game's own puzzles: its last trick, and marriages when the stock is used up."""

from dataclasses import replace
from random import Random
from typing import Final

from ...actions import Announce, Play
from ...cards import Card
from ...players import player
from ...public import marriage
from ...rule_table import OUT
from ...rules import Rules
from ...scoring import Reason
from ..puzzle import THEMES, YOU
from .explain_endgame import Facts
from .techniques import THEM, Endgame, Technique
from .telling import Story, cards, clause, in_turn, sentence

COUSIN: Final = next(theme for theme in THEMES if theme in Rules.names())
"""The theme that bears the name of a rule set."""


def differs(end: Endgame) -> Technique | None:
    """Find a choice that turns on a rule of the cousin game.

    Either you hold a marriage that may be announced although the stock is used up, and announcing is right for a
    reason or wrong in spite of its points. Or the right line ends with nobody out and the last trick yours, while the
    count alone would make other answers right, or would be worth something else.
    """
    wed = [action for action in end.worths if isinstance(action, Announce)]
    by_count = not wed and _last_trick_decides(end)
    tricks = end.tricks(end.right[0])
    if wed and len({isinstance(action, Announce) for action in end.right}) > 1:
        return None
    if not tricks or (not wed and not by_count):
        return None
    last = tricks[-1]
    card = marriage(wed[0].suit)[0] if wed else last.led if last.leader == YOU else last.reply
    wrong = [action for action in end.worths if action not in end.right]
    greedy = player("Greedy").choose(end.position.view(YOU), Random(0))
    highest = max((action for action in wrong if isinstance(action, Play)), key=lambda a: a.card.points, default=None)
    if highest is None and greedy not in wrong:
        return None
    mistake = greedy if greedy in wrong else highest
    assert mistake is not None  # there is a wrong card, or the greedy player is wrong
    if not end.tricks(mistake):
        return None
    return Technique(COUSIN, card, mistake)


def _last_trick_decides(end: Endgame) -> bool:
    from ...solver import solve

    for story in (Story(end, action) for action in end.right):
        if story.result.reason is not Reason.LAST_TRICK or story.result.winner != YOU:
            return False
        if max(story.finish.points(YOU), story.finish.points(THEM)) >= OUT:
            return False
    counted = replace(end.position, rules=replace(end.position.rules, played_out="higher"))
    worths = {action: worth for action, worth in solve(counted).items() if action in end.worths}
    return worths != end.worths


def write(facts: Facts) -> tuple[str, str, str]:
    """Write the first two hints and the explanation."""
    wed = [action for action in facts.end.worths if isinstance(action, Announce)]
    if not wed:
        return _by_last_trick(facts)
    return _wed(facts) if isinstance(facts.end.right[0], Announce) else _unwed(facts, marriage(wed[0].suit))


def _by_last_trick(facts: Facts) -> tuple[str, str, str]:
    end, card, last = facts.end, facts.card, facts.right.tricks[-1]
    mine, theirs = facts.right.finish.points(YOU), facts.right.finish.points(THEM)
    idea = facts.one_of(
        f"If nobody gets to {OUT}, the last trick wins. Which of {cards(end.mine, 'or')} can take it?",
        f"Count both hands: can anybody still reach {OUT} if {card} is kept? And what decides then?",
    )
    verb = "Lead" if end.leads else "Play"
    now = facts.first.led if end.leads else facts.first.reply
    best = facts.one_of(
        f"{verb} {now} and keep {card} to the end, against {cards(end.theirs)}.",
        f"{card} is the card for the last trick, so {now} goes first.",
    )
    opening = facts.one_of(
        f"In Schnapsen the last trick wins when nobody has {OUT}, whatever the count, and {card} can take it.",
        f"With best play nobody has {OUT}, and in Schnapsen that leaves it to the last trick: {card} must win it.",
    )
    line = in_turn([*facts.right.parts(2, last=False), f"at the end {clause(last, end.position)}"])
    right = sentence(f"{line}, at {mine} to {theirs}")
    return idea, best, f"{opening} {right} {facts.refuted()}"


def _wed(facts: Facts) -> tuple[str, str, str]:
    king, queen = marriage(facts.card.suit)
    worth, points = facts.first.married, facts.end.position.points(YOU)
    idea = facts.one_of(
        f"You hold {king} and {queen}, and you have {points}. What may be done with them in Schnapsen, even now?",
        f"The stock is used up. Are {king} and {queen} still worth more than 7 points, with {points} counted?",
    )
    best = facts.one_of(
        f"Announce the marriage: {worth} for {king} and {queen} count at once.",
        f"{king} and {queen} bring {worth}, and then you lead {facts.lead}.",
    )
    opening = facts.one_of(
        f"In Schnapsen a marriage may be announced at any lead: {king} and {queen} bring {worth} now.",
        f"The stock is used up, but in Schnapsen {king} and {queen} still make a marriage, for {worth}.",
    )
    return (
        idea,
        best,
        f"{opening} {sentence(f'{in_turn(facts.right.parts(3))}: {facts.right.sum()}')} {facts.refuted()}",
    )


def _unwed(facts: Facts, pair: tuple[Card, Card]) -> tuple[str, str, str]:
    king, queen = pair
    worth, points = facts.mistake.tricks[0].married, facts.end.position.points(YOU)
    later = any(isinstance(action, Announce) for action in facts.end.line(facts.end.right[0]))
    idea = facts.one_of(
        f"{king} and {queen} may be announced even now. What does the lead that goes with it cost you at {points}?",
        f"After announcing you must lead {king} or {queen}. Who takes that card, of {cards(facts.end.theirs)}?",
    )
    best = facts.one_of(
        f"{'The marriage can wait' if later else 'Let the marriage go'}: {facts.lead} comes first, at {points}.",
        f"Lead {facts.lead}, and {f'announce {king} and {queen} later' if later else f'let {king} and {queen} be'}.",
    )
    opening = facts.one_of(
        f"The marriage of {king} and {queen} is there, but the lead matters more.",
        f"In Schnapsen you could announce {king} and {queen} now, but then one of them has to be led.",
    )
    if worth:
        opening = f"{opening[:-1]}, and {worth} points do not make up for it."
    line = sentence(f"{in_turn(facts.right.parts(3))}: {facts.right.sum()}")
    return idea, best, f"{opening} {'It can wait. ' if later else ''}{line} {facts.refuted()}"
