"""What happened in a deal and how it was scored, in plain words (two players)."""

from collections.abc import Sequence
from itertools import pairwise

from .actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
from .cards import Card
from .position import Position
from .public import trick_winner
from .rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER
from .rules import Rules
from .scoring import Reason, Result


def subject(seat: int, you: int) -> str:
    """Name a seat at the start of a sentence: ``"You"`` or ``"Your opponent"``."""
    return "You" if seat == you else "Your opponent"


def game_points(number: int) -> str:
    """Say a number of game points.

    >>> game_points(1), game_points(3)
    ('1 game point', '3 game points')
    """
    return f"{number} game point{'' if number == 1 else 's'}"


def say_action(position: Position, action: Action, you: int, *, points: bool = True) -> str:
    """Say in one sentence what the seat to move does in this position; without `points` no marriage's worth is told."""
    who = subject(position.turn, you)
    match action:
        case Play():
            return f"{who} {'played' if position.trick else 'led'} {action.card}."
        case Announce():
            worth = ROYAL_MARRIAGE if action.suit is position.trump else MARRIAGE
            waits = "" if position.tricks_won(position.turn) else ", pending until the first trick"
            return f"{who} announced the marriage in {action.suit}{f': {worth} card points{waits}' * points}."
        case Exchange():
            return f"{who} exchanged {position.rules.low_trump(position.trump)} for {position.turn_up}."
        case Close():
            return f"{who} closed the stock: nobody draws any more."
        case Draw():
            return f"{who} drew first."
        case Pass():
            return f"{who} did not exchange."
        case ClaimOut():
            return f"{who} said out."


def say_trick(cards: Sequence[tuple[int, Card]], position: Position, you: int, *, points: bool = True) -> str:
    """Say who took a finished trick and, with `points`, what it holds; `position` is the one after it."""
    winner = trick_winner(cards, position.trump)
    worth = f": {_points(sum(card.points for _, card in cards))}" * points
    return f"{subject(winner, you)} took {' and '.join(str(card) for _, card in cards)}{worth}."


def say_draw(before: Position, after: Position, you: int) -> list[str]:
    """Say which card you drew between two positions, and who took the turn-up; nothing if nobody drew."""
    if before.stock_size == after.stock_size:
        return []
    (mine,) = (card for card in after.hand(you) if card not in before.hand(you))
    if after.turn_up is None and mine is not before.turn_up:
        return [f"You drew {mine}, and your opponent took the turn-up {before.turn_up}."]
    return [f"You drew {'the turn-up ' if mine is before.turn_up else ''}{mine}."]


def tell(positions: Sequence[Position], you: int) -> list[str]:
    """Tell a deal trick by trick, a line each; what was announced, exchanged or closed stands before its trick.

    `positions` are all positions of the deal, oldest first.
    """
    lines: list[str] = []
    extras: list[str] = []
    number = sum(positions[0].tricks)
    totals = [positions[0].points(seat) for seat in (0, 1)]
    for before, after in pairwise(positions):
        action = after.log[-1][1]
        if not isinstance(action, Play):
            if not isinstance(action, Draw | ClaimOut):  # the verdict tells of a claim
                extras.append(say_action(before, action, you))
            totals = [after.points(seat) for seat in (0, 1)]
        elif before.trick:
            number += 1
            cards = (*before.trick, (before.turn, action.card))
            winner = trick_winner(cards, before.trump)
            gained = after.points(winner) - totals[winner] - sum(card.points for _, card in cards)
            totals = [after.points(seat) for seat in (0, 1)]
            more = f" {_extra(before, gained, last=not any(after.hands))}" if gained else ""
            line = f"{say_trick(cards, after, you)}{more} You have {totals[you]}, your opponent {totals[1 - you]}."
            lines.append(" ".join([f"Trick {number}.", *extras, line]))
            extras.clear()
    extras += [f"{subject(seat, you)} led {card}." for seat, card in positions[-1].trick]
    return [*lines, *([" ".join(extras)] if extras else [])]


def _extra(before: Position, gained: int, *, last: bool) -> str:
    """Explain points that came with a trick beyond its cards."""
    bonus = 0 if not last else before.rules.bonus_exhausted if before.closed_by is None else before.rules.bonus_closed
    parts = [f"the pending {gained - bonus} now count"] if gained - bonus else []
    if bonus:
        parts.append(f"the last trick adds {bonus}")
    text = " and ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def verdict(position: Position, you: int) -> str:
    """Say how the deal ended and why it is worth what it is; the position is the last of the deal."""
    result = position.result
    assert result is not None  # called at the end of a deal
    mine, theirs = position.points(you), position.points(1 - you)
    claimed = bool(position.log) and isinstance(position.log[-1][1], ClaimOut)
    match result.reason:
        case Reason.DRAWN:
            return _drawn(position.rules, mine, theirs)
        case Reason.OUT:
            won, other = _winner(result)
            have = "have" if won == you else "has"
            how = (
                f"{subject(won, you)} said out with {_points(position.points(won))}."
                if claimed
                else f"After the last trick {_low(won, you)} {have} {_points(position.points(won))}: the close is made."
            )
            return f"{how} {_why_worth(position, result, other, you)}"
        case Reason.WRONG_CLAIM:
            won, other = _winner(result)
            extra = _trickless(position, won, position.rules.wrong_claim, result, you, "now")
            worth = game_points(max(result.game_points))
            return f"{_short(position, other, you)} A wrong claim gives {_low(won, you)} {worth}{extra}."
        case Reason.FAILED_CLOSE:
            won, other = _winner(result)
            how = (
                _short(position, other, you)
                if claimed
                else f"{subject(other, you)} closed the stock and came to {_points(position.points(other))}, not {OUT}."
            )
            return f"{how} {_failed(position, result, won, you)}"
        case Reason.COUNTER_OUT:
            won, other = _winner(result)
            how = f"{subject(other, you)} closed the stock, but {_low(won, you)} said out first"
            return f"{how} with {_points(position.points(won))}. {_failed(position, result, won, you)}"
        case Reason.PLAYED_OUT:
            won, other = _winner(result)
            totals = f"You have {mine}, your opponent {theirs}."
            rule = "The higher total wins." if position.rules.played_out == "higher" else f"Only one has {OUT}."
            return f"Nobody said out. {totals} {rule} {_why_worth(position, result, other, you)}"
        case Reason.LAST_TRICK:
            won, _ = _winner(result)
            return (
                f"Nobody said out, so the last trick decides. {subject(won, you)} took it: "
                f"{game_points(max(result.game_points))} for {_low(won, you)}."
            )


def say_carried(carried: int, you_won: bool) -> str:
    """Say that points carried over from drawn deals are added."""
    return f"{game_points(carried)} carried over from drawn deals {'is' if carried == 1 else 'are'} added for " + (
        "you." if you_won else "your opponent."
    )


def _drawn(rules: Rules, mine: int, theirs: int) -> str:
    why = "the totals are equal"
    if rules.played_out == "sole_66" and mine != theirs:
        why = f"both have {OUT}" if min(mine, theirs) >= OUT else f"nobody has {OUT}"
    after = "Nobody scores"
    if rules.draw_carries:
        after += ", and the winner of the next deal won gets 1 game point extra"
    dealer = "the same player deals again" if rules.next_dealer == "winner" else "the deal passes on"
    return f"Nobody said out, and {why}: you {mine}, your opponent {theirs}. {after}; {dealer}."


def _why_worth(position: Position, result: Result, loser: int, you: int) -> str:
    """Say what the loser's tricks and points make a won deal worth."""
    worth = max(result.game_points)
    points, tricks, when = position.points(loser), position.tricks_won(loser), ""
    if position.at_close is not None and position.rules.success_scale == "close":
        (points, tricks), when = position.at_close, " when the stock was closed"
    had = ("had" if when else "have") if loser == you else ("had" if when else "has")
    who = subject(loser, you)
    if not tricks:
        why = f"{who} {had} no trick{when}" + ("" if position.rules.schwarz else ", which counts as under 33 here")
    elif points < SCHNEIDER:
        why = f"{who} {had} {points}{when}, under {SCHNEIDER}"
    else:
        more = "which is not under" if points == SCHNEIDER else "not under"
        why = f"{who} {had} {points}{when}, {more} {SCHNEIDER}"
    return f"{why}: {game_points(worth)} for {_low(1 - loser, you)}."


def _failed(position: Position, result: Result, won: int, you: int) -> str:
    """Say what a failed close, or the opponent's counter, is worth and why."""
    rules, worth = position.rules, max(result.game_points)
    if result.reason is Reason.COUNTER_OUT and rules.counter_out == "closer_trickless" and worth > rules.failed_close:
        closer = "you have" if won != you else "your opponent has"
        return f"Since {closer} no trick, that is {game_points(worth)} for {_low(won, you)}."
    when = "then" if rules.trickless_judged == "close" else "now"
    extra = _trickless(position, won, rules.failed_close, result, you, when)
    return f"The close has failed: {game_points(worth)} for {_low(won, you)}{extra}."


def _trickless(position: Position, won: int, flat: int, result: Result, you: int, when: str) -> str:
    """Say that a missing trick made it dearer."""
    if max(result.game_points) == flat:
        return ""
    if when == "then":
        return f", because {_low(won, you)} had no trick when the stock was closed"
    return f", because {_low(won, you)} {'have' if won == you else 'has'} no trick"


def _short(position: Position, seat: int, you: int) -> str:
    points = position.points(seat)
    return f"{subject(seat, you)} said out with {_points(points)}, {OUT - points} short of {OUT}."


def _winner(result: Result) -> tuple[int, int]:
    winner = result.winner
    assert winner is not None  # with two players only a draw has no winner
    return winner, 1 - winner


def _low(seat: int, you: int) -> str:
    return "you" if seat == you else "your opponent"


def _points(number: int) -> str:
    return f"{number} card point{'' if number == 1 else 's'}"
