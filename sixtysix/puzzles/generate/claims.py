"""Choices about a claim: to say out or to lead on, and what to announce before it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from ...actions import Action, Announce, ClaimOut, Exchange, Play, action_token
from ...players import player
from ...position import Position
from ...public import marriage, trick_winner
from ...rule_table import OUT, SCHNEIDER
from ...scoring import Reason
from ...view import View
from ..puzzle import YOU, Answer
from .count_points import points_hints, slips_of, sum_of, summed
from .found import Found
from .memories import COUNTERS, remember
from .tally import Slip, Tally, capital, chosen, listed
from .weaker import shallow

NEAR: Final = 54
"""From how many card points on a claim is thought of."""
_ASKS: Final = (
    "Count, then choose: say out, or lead on?",
    "Do you say out now, or which card do you lead?",
    "Is it time to say out? If not, what do you lead?",
    "Count your points: what do you do?",
)


def claim_or_play(position: Position, chance: Random) -> Found | None:
    """Look for a choice that a claim is part of, and that a count decides."""
    if position.trick or position.why_illegal(ClaimOut()) is not None or len(list(position.finished_tricks())) < 3:
        return None
    tally = Tally(position)
    if position.is_open:
        return _announced_first(tally, chance)
    if position.view(YOU).layouts() > 1 and position.points(YOU) < OUT:
        return None
    return _on_lead(tally, chance)


def _on_lead(tally: Tally, chance: Random) -> Found | None:
    """Say out or lead, once nobody can draw."""
    from ...solver import solve

    position, true = tally.position, tally.position.points(YOU)
    if true < NEAR or len(tally.won(YOU)) < 2:
        return None
    slip = next((one for one in slips_of(tally, YOU, chance) if (int(one.text) >= OUT) is not (true >= OUT)), None)
    values = solve(position)
    best = max(values.values())
    right = {action for action, value in values.items() if value == best}
    if len(right) == len(values) or best < 1 or slip is None or (true >= OUT) is not (right == {ClaimOut()}):
        return None
    failed = _failures(position, lambda action: action in right)
    if not any(failed[name] >= 0.5 for name in COUNTERS) and chance.random() < 0.75:
        return None  # what only a guess gets wrong is to be seldom
    ends = {action: after(position, action) for action in values if isinstance(action, Play)}
    whys: dict[Action, str] = {action: end[0] for action, end in ends.items()}
    whys[ClaimOut()] = _of_claim(tally, slip, values[ClaimOut()])
    answers = tuple(
        Answer(
            action_token(action),
            value,
            right=action in right,
            why=whys[action],
            line=tuple(map(action_token, ends[action][1])) if action in ends else (),
        )
        for action, value in values.items()
    )
    if len({answer.why for answer in answers}) < len(answers):
        return None
    idea, piles, line = points_hints(tally, YOU, chance, f" Do yours make {OUT}?")
    more = f" That is {true}, and {OUT} is enough." if true >= OUT else f" That is {true}: {OUT - true} short of {OUT}."
    return Found(
        themes=("claim",) if len(position.hand(YOU)) > 2 else ("claim", "last-trick"),
        position=position,
        question=f"{tally.stage}, {tally.trumps}, and you are to lead. {chosen(chance, _ASKS)}",
        answers=answers,
        hints=(idea, piles, f"{line}{more}"),
        explanation=_explained(tally, slip, values, right, chance),
        failures=failed,
    )


def _of_claim(tally: Tally, slip: Slip, value: int) -> str:
    true, theirs = tally.position.points(YOU), tally.position.points(1 - YOU)
    if true >= OUT:
        closer = tally.position.closed_by
        if closer is not None and closer != YOU:
            return f"{capital(sum_of(tally, YOU))}: {true}, and your opponent's close has failed with {theirs}."
        worth = f"{theirs} is under {SCHNEIDER}" if value > 1 else f"{theirs} is no longer under {SCHNEIDER}"
        return f"{capital(sum_of(tally, YOU))}: {true}. Your opponent's {worth}."
    return f"If you {slip.order}, you get {slip.text}. But it is {sum_of(tally, YOU)}: {true}."


def _explained(tally: Tally, slip: Slip, values: Mapping[Action, int], right: set[Action], chance: Random) -> str:
    """Write the explanation: the count, the slip, and what the natural mistake or the right card leads to."""
    position, true = tally.position, tally.position.points(YOU)
    mistake = f"If you {slip.order}, you come to {slip.text}"
    if true >= OUT:
        wrong = [action for action in values if isinstance(action, Play) and action not in right]
        likely = player("Greedy").choose(_believing(position, 0), Random(0))
        lead = likely if isinstance(likely, Play) and likely in wrong else wrong[0]
        assert isinstance(lead, Play)
        return f"{summed(tally, YOU, chance)} {mistake} and lead on. {_then(position, lead)}"
    cards = [action for action in values if isinstance(action, Play) and action in right]
    costs = -values[ClaimOut()]
    lead = cards[0]
    return f"{summed(tally, YOU, chance)} {mistake}, say out and lose {costs}. {_then(position, lead)}"


def _then(position: Position, lead: Play) -> str:
    text = after(position, lead)[0].replace(f" {lead.card} for", " it for", 1)
    return f"Lead {lead.card}: {text[:1].lower() if text.startswith('You') else text[:1]}{text[1:]}"


def after(position: Position, action: Action) -> tuple[str, tuple[Action, ...]]:
    """Say in a sentence what follows when a card is led and both play their best; return what is played too."""
    from ...solver.endgame import best_line

    assert isinstance(action, Play)
    start = position.apply(action)
    line = best_line(start)
    position, reply = start.apply(line[0]), line[0]
    assert isinstance(reply, Play)
    taken = action.card.points + reply.card.points
    mine, theirs = position.points(YOU), position.points(1 - YOU)
    if trick_winner([(YOU, action.card), (1 - YOU, reply.card)], position.trump) == YOU:
        first = f"you take {reply.card} with {action.card} for {taken} points and have {mine}"
    else:
        how = "trumps" if reply.card.suit is not action.card.suit else "takes"
        first = f"{reply.card} {how} {action.card} for {taken} points, and your opponent has {theirs}"
    for step in line[1:]:
        position = position.apply(step)
    text = f"{capital(first)}; {_end(position, len(line) > 1)}."
    says = " and in the end says" if len(line) > 2 else " and says"
    return text.replace(f"your opponent has {theirs}; your opponent says", f"your opponent has {theirs}{says}"), line


def _end(position: Position, later: bool) -> str:
    result = position.result
    assert result is not None
    mine, theirs = position.points(YOU), position.points(1 - YOU)
    closer = position.closed_by
    if result.reason is Reason.FAILED_CLOSE:
        return f"your close fails with {mine}" if closer == YOU else f"the close fails, {theirs} in the end"
    if result.reason is Reason.DRAWN:
        return f"at {mine} each nobody wins"
    who = "you say" if result.winner == YOU else "your opponent says"
    if isinstance(position.log[-1][1], ClaimOut):
        return (
            f"{who} out with {mine if result.winner == YOU else theirs} to {theirs if result.winner == YOU else mine}"
        )
    if not later:
        return f"that was the last trick, and it stands {mine} to {theirs}"
    return f"the last trick leaves it at {mine} to {theirs}"


def _announced_first(tally: Tally, chance: Random) -> Found | None:
    """Ask how to go out at once while marriages may be announced."""
    position, true = tally.position, tally.position.points(YOU)
    suits = [action.suit for action in position.legal_actions() if isinstance(action, Announce)]
    if not suits or true >= OUT or position.why_illegal(Exchange()) is None or len(tally.won(YOU)) < 2:
        return None
    brings = {suit: 40 if suit is tally.trump else 20 for suit in suits}
    enough = [suit for suit in suits if true + brings[suit] >= OUT]
    if not enough:
        return None
    answers, theirs = [], position.points(1 - YOU)
    for suit in suits:
        total, pair = true + brings[suit], listed(marriage(suit))
        end = position.apply(Announce(suit)).apply(ClaimOut()).result
        assert end is not None
        value = end.game_points[YOU] - end.game_points[1 - YOU]
        why = (
            f"{true} and {brings[suit]} for {pair} make {total}, and your opponent has {theirs}."
            if suit in enough
            else f"{pair} bring {brings[suit]}: {true} and {brings[suit]} are {total}, {OUT - total} short."
        )
        answers.append(Answer(f"*{suit.value} !", value, right=suit in enough, why=why))
    end = position.apply(ClaimOut()).result
    assert end is not None
    value = end.game_points[YOU] - end.game_points[1 - YOU]
    held = listed(marriage(enough[0]))
    why = f"{capital(sum_of(tally, YOU))}: {true}. {held} count only once you announce them."
    answers.append(Answer("!", value, right=False, why=why))
    slips = slips_of(tally, YOU, chance)
    idea, piles, line = points_hints(tally, YOU, chance, f" Do yours make {OUT}?")
    suit = enough[0]
    total = true + brings[suit]

    def is_right(action: Action) -> bool:
        return isinstance(action, Announce) and action.suit in enough

    failed = {"random": sum(not answer.right for answer in answers) / len(answers)}
    for who in COUNTERS:
        points = remember(position, who).points[YOU]
        short = points + max(20 if who == "shallow" else brings[one] for one in suits) < OUT
        failed[who] = float(points >= OUT or short)
    slip = slips[0]
    return Found(
        themes=("claim", "marriage"),
        position=position,
        question=(
            f"{tally.played}, {tally.trumps}, and you are to lead. You can go out before a card is led. "
            + chosen(chance, ["How?", "What do you say?", "What comes first?"])
        ),
        answers=tuple(answers),
        hints=(f"{idea} And what have you in hand?", piles, f"{line[:-1]}, and {brings[suit]} more for {held}."),
        explanation=(
            f"{summed(tally, YOU, chance)} {held} bring {brings[suit]}: {total}, and you say out against {theirs}. "
            f"Without announcing them you claim at {true} and lose {-value}"
            + (f"; if you {slip.order}, you come to {slip.text} and never try." if int(slip.text) < true else ".")
        ),
        failures=failed,
    )


def _believing(position: Position, counter: int) -> View:
    view = position.view(YOU)
    return replace(view, taken=remember(position, COUNTERS[counter]).points)


def _failures(position: Position, is_right: Callable[[Action], bool]) -> dict[str, float]:
    """Return how often weaker players go wrong who have to count for themselves what the table does not show.

    The players of the package decide on the points that *greedy* and *club* of `memories` believe; *shallow* sees no
    further than the trick and makes that counter's slip.
    """
    actions = position.legal_actions()
    failed = {"random": sum(not is_right(action) for action in actions) / len(actions)}
    for counter, name in enumerate(("Greedy", "Club")):
        failed[name.lower()] = float(not is_right(player(name).choose(_believing(position, counter), Random(0))))
    likes = shallow(_believing(position, 2))
    return failed | {"shallow": sum(not is_right(action) for action in likes) / len(likes)}
