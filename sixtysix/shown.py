"""What a table shows of a session, as JSON data, and the sentences of its status line.

Nothing that is hidden from the learner is in it: not a hidden card, and in memory mode not the points.
"""

from typing import TYPE_CHECKING, Any

from .actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
from .cards import Card, Suit, hand_order
from .match import with_carried
from .position import Position
from .public import Phase, marriage, trick_winner
from .report import game_points, say_carried, subject, tell, verdict
from .rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE

if TYPE_CHECKING:
    from .session import Session


def table_state(session: "Session") -> dict[str, Any]:
    """Return all that the table shows."""
    position, view, you, other = session.position, session.view, session.you, 1 - session.you
    over = position.result is not None
    trick = _trick_on_table(session)
    # While a finished trick lies there, nobody has drawn yet for the eye.
    pile = session.positions[-2] if session.waiting else position
    drawn = pile.stock_size - position.stock_size > 0
    return {
        "version": session.version,
        "deal": session.deal_number,
        "rules": position.rules.name,
        "match_to": position.rules.match_points if session.match else None,
        "counts_down": position.rules.counts_down,
        "opponent": {
            "name": session.opponent.name,
            "cards": view.hand_size(other) - drawn,
            "known": [card.code for card in _known(session)],
            "tricks": view.tricks_won(other),
            "points": None if session.memory else view.points(other),
            "pending": None if session.memory else view.pending(other),
            "score": _score(session, other),
        },
        "you": {
            "tricks": view.tricks_won(you),
            "score": _score(session, you),
            "points": None if session.memory else view.points(you),
            "pending": None if session.memory else view.pending(you),
        },
        "hand": _hand(session),
        "trick": _cards(session, trick),
        "taken_by": session.who(trick_winner(trick, view.trump)) if len(trick) == 2 else None,
        "waiting": session.waiting,
        "leads": session.who(trick[0][0] if trick else position.leader),
        "to_move": None if over else session.who(position.turn),
        "trump": view.trump.value,
        "stock": pile.stock_size,
        "turn_up": pile.turn_up.code if pile.turn_up else None,
        "closed_by": None if view.closed_by is None else session.who(view.closed_by),
        "last_trick": _cards(session, list(position.finished_tricks())[-1].cards) if session.looking_back else None,
        "actions": [] if over else _actions(session),
        "controls": _controls(session),
        "memory": session.memory,
        "flow": session.flow,
        "fixed": list(session.fixed),
        "task": session.task,
        "status": status_line(session),
        "refused": bool(session.refusal),
        "report": {"tricks": tell(session.positions, you), "verdict": ending(session)} if over else None,
    }


def status_line(session: "Session") -> str:
    """Say what has happened and what is possible, in a few short sentences."""
    if session.refusal:
        return session.refusal
    if session.position.result is not None:
        return " ".join([*session.told, *ending(session), *([session.prompt] if session.prompt else [])])
    prompt = "Choose Next." if session.waiting else ""
    return " ".join([*session.told, session.prompt or prompt or _prompt(session)])


def ending(session: "Session") -> list[str]:
    """Say how the deal ended, and in a match how it stands."""
    sentences = [verdict(session.position, session.you), *session.afterword]
    match, result = session.match, session.position.result
    if match is None or result is None:
        return sentences
    carried = match.before.carried
    if carried and any(result.game_points):
        sentences.append(say_carried(carried, with_carried(result, carried)[session.you] > 0))
    mine, theirs = _score(session, session.you), _score(session, 1 - session.you)
    if match.rules.counts_down:
        sentences.append(f"Still to win: you {mine}, your opponent {theirs}.")
    else:
        sentences.append(f"The match stands {mine} to {theirs}.")
    if match.winner is not None:
        who, goal = subject(match.winner, session.you), game_points(match.rules.match_points)
        sentences.append(f"{who} reached {goal} and won the match. Start a new match, or go on with the next lesson.")
    return sentences


def turning_point(before: Position, after: Position) -> list[str]:
    """Explain a rule at the moment it begins to matter."""
    drawn = before.turn_up is not None and after.turn_up is None
    if not drawn or before.closed_by is not None or after.result is not None:
        return []
    rules = after.rules
    duties = ["follow suit"] + ["beat the card led"] * rules.must_beat + ["trump"] * rules.must_trump
    text = f"{', '.join(duties[:-1])} and {duties[-1]}" if duties[1:] else duties[0]
    return [f"The stock is used up: from now on you must {text} if you can."]


def _prompt(session: "Session") -> str:
    """Say what the learner may do."""
    position = session.position
    out = not session.memory and position.points(session.you) >= OUT and position.why_illegal(ClaimOut()) is None
    hints = [_prompt_to_act(session)]
    if out:
        hints.append(f"You have {position.points(session.you)} card points: you may say out.")
    return " ".join(hints)


def _prompt_to_act(session: "Session") -> str:
    position = session.position
    if position.phase is Phase.DRAW:
        return "Draw, or close the stock before drawing."
    if position.phase is Phase.EXCHANGE:
        may = position.why_illegal(Exchange()) is None
        return "You may exchange now, or pass." if may else "You have nothing to exchange: choose Pass."
    if position.announced is not None:
        return f"Now lead the king or queen of {position.announced.word}."
    if position.trick:
        cards = [action.card for action in position.legal_actions() if isinstance(action, Play)]
        if position.is_open:
            return "The stock is open: you may play any card."
        if len(cards) == len(position.hand(session.you)):
            return "You may play any card."
        return f"You must play {' or '.join(str(card) for card in cards)}."
    hints = ["It is your lead: any card may be led."]
    hints += [f"You may announce the marriage in {suit}." for suit in Suit if not position.why_illegal(Announce(suit))]
    if position.why_illegal(Exchange()) is None:
        hints.append(f"You may exchange {position.rules.low_trump(position.trump)} for {position.turn_up}.")
    return " ".join(hints)


def _score(session: "Session", seat: int) -> int | None:
    match = session.match
    if match is None:
        return None
    return max(0, match.rules.match_points - match.scores[seat]) if match.rules.counts_down else match.scores[seat]


def _trick_on_table(session: "Session") -> tuple[tuple[int, Card], ...]:
    """Return the trick in play, or the finished one that still lies there."""
    position = session.position
    played_last = bool(position.log) and isinstance(position.log[-1][1], Play)
    if position.trick or not (session.waiting or (position.result and played_last)):
        return position.trick
    return list(position.finished_tricks())[-1].cards


def _cards(session: "Session", cards: tuple[tuple[int, Card], ...]) -> list[dict[str, str]]:
    return [{"who": session.who(seat), "card": card.code, "name": card.name} for seat, card in cards]


def _known(session: "Session") -> list[Card]:
    """List the cards known to be in the opponent's hand; at the end all of them."""
    position, other = session.position, 1 - session.you
    if position.result is not None:
        return hand_order(position.hand(other), position.trump)
    known = session.view.hand(other)
    if session.waiting:
        known = tuple(card for card in known if card is not session.positions[-2].turn_up)
    return hand_order(known, position.trump)


def _hand(session: "Session") -> list[dict[str, Any]]:
    position = session.position
    mine = position.to_move == session.you and not session.waiting
    legal = position.legal_actions() if mine else ()
    return [
        {"card": card.code, "name": f"{card.name}, {card.points} points", "legal": not mine or Play(card) in legal}
        for card in _cards_in_hand(session)
    ]


def _cards_in_hand(session: "Session") -> list[Card]:
    """List your cards as they are shown: what you draw after a trick comes with Next."""
    cards = hand_order(session.position.hand(session.you), session.position.trump)
    return [card for card in cards if not session.waiting or card in session.positions[-2].hand(session.you)]


def _actions(session: "Session") -> list[dict[str, Any]]:
    """List the actions beside cards; one that is not possible stays, so that choosing it says why."""
    position = session.position
    trump, hand = position.trump, _cards_in_hand(session)
    turn_up = session.positions[-2].turn_up if session.waiting else position.turn_up
    legal = position.legal_actions() if position.turn == session.you and not session.waiting else ()
    rows: list[tuple[str, str, Action]] = []
    for suit in Suit:
        if all(card in hand for card in marriage(suit)):
            worth = ROYAL_MARRIAGE if suit is trump else MARRIAGE
            rows.append((f"announce:{suit.value}", f"Marriage {suit} {worth}", Announce(suit)))
    if not rows:
        rows.append((f"announce:{trump.value}", "Marriage", Announce(trump)))
    if turn_up is not None:
        rows.append(("exchange", f"Exchange {position.rules.low_trump(trump)}", Exchange()))
        if position.phase is Phase.DRAW and not session.waiting:
            rows.append(("draw", "Draw", Draw()))
        if position.phase is Phase.EXCHANGE:
            rows.append(("pass", "Pass", Pass()))
        rows.append(("close", "Close", Close()))
    rows.append(("out", "I am out", ClaimOut()))
    return [{"do": do, "label": label, "enabled": action in legal} for do, label, action in rows]


def _controls(session: "Session") -> list[dict[str, Any]]:
    """List what belongs to the table, not to the game."""
    rows: list[tuple[str, str, bool]] = []
    if session.waiting:
        rows.append(("next", "Next", True))
    if session.task is not None:
        undo = "Try again" if session.task["stopped"] else "Undo"
        rows += [("undo", undo, session.can_undo), ("again", "From the start", True)]
    elif session.match is None:
        like_this = "" if session.deal_number is not None else " like this"
        rows += [
            ("undo", "Undo", session.can_undo),
            ("again", "Same deal again", True),
            ("another", f"Another deal{like_this}", True),
        ]
    elif session.match.winner is not None:
        rows.append(("new_match", "New match", True))
    elif session.position.result is not None:
        rows.append(("next_deal", "Next deal", True))
    look = "Hide last trick" if session.looking_back else "Last trick"
    rows.append(("look_back", look, session.looking_back or session.may_look_back))
    return [{"do": do, "label": label, "enabled": enabled} for do, label, enabled in rows]
