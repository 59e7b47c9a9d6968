"""Whether a puzzle is right: each answer's worth is computed again by the solver, which is loaded when first asked.

Four cases. All cards are known: each action is worth what `solve` says. Cards are hidden: a right answer is worth what
one plan makes sure of against every layout (*guaranteed*), and a wrong one at most what it brings on the cards of the
puzzle's case, with all cards seen. Or layouts are counted, `layouts` says how. And facts are counted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ..actions import Action, Announce, ClaimOut, Close, Draw, Exchange, Play, parse_action
from ..cards import Card
from ..counting import beats, certain, holds, holds_any, points_out
from ..errors import PuzzleError
from ..position import Position
from ..public import trick_winner
from ..rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER, SCHWARZ
from ..view import View
from .asked import CLOSING, Asked, in_answer
from .layouts import cards_of, pays, planned, seeing, wins_of_close
from .puzzle import LAYOUTS, YOU, Answer, Puzzle


def prove(puzzle: Puzzle) -> str | None:
    """Return None if all that the puzzle states is proven, else a sentence that says what is not.

    A certificate that it has must prove the answers too.

    >>> from sixtysix.puzzles import load
    >>> prove(load("03-endgames")[0]) is None
    True
    """
    from .certificate import verify

    try:
        fault = check_fact(puzzle, truth(puzzle)) if puzzle.fact else check_choice(puzzle)
    except ValueError as error:  # rules that the solver does not know are among them
        return str(error)
    return fault or (verify(puzzle) if puzzle.certificate is not None else None)


def check_fact(puzzle: Puzzle, true: object) -> str | None:
    """Return None if the right answers say what is true, and no others do, else a sentence."""
    for answer in puzzle.answers:
        right = answer.meant == true
        if (answer.right, answer.value) != (right, int(right)):
            return f"answer {answer.text}: {puzzle.fact} is {in_answer(true)}"
    return None


def truth(puzzle: Puzzle) -> object:
    """Return the fact that a puzzle asks for: a number, a truth, a set of cards or a probability."""
    position, asked = puzzle.start, Asked.read(puzzle.fact)
    if position.log and asked.name not in CLOSING:
        told = tuple(card for trick in position.finished_tricks() for _, card in trick.cards)
        if told != position.played:
            raise PuzzleError("case: the log does not tell all the tricks, so that they cannot be counted")
        points = position.points(YOU), position.points(1 - YOU)
        if points != counted(position):
            raise PuzzleError(f"case: the log makes {counted(position)} card points, not {points}")
    if asked.name == "close pays":
        return pays(puzzle)
    return _TRUTHS[asked.name](position, puzzle.view, asked)


def _certain_points(view: View) -> int:
    from ..solver import analyse_close

    certain = analyse_close(view).certain
    if certain is None:
        raise PuzzleError("whether the close is certain could not be settled")
    return certain


def _unseen(view: View, asked: Asked) -> frozenset[Card]:
    return frozenset(card for card in view.unseen if card.suit in asked.suits and card.rank in asked.ranks)


def _their_hand(view: View) -> frozenset[Card]:
    if view.layouts() > 1:
        raise PuzzleError(f"case: your opponent may have {view.layouts()} hands, so it cannot be told which one it is")
    return next(view.each_layout())


def _certain_cards(view: View, *, held: bool) -> frozenset[Card]:
    return frozenset(card for fact in certain(view) if fact.held is held for card in fact.cards)


def _high(view: View, card: Card) -> bool:
    if card not in view.own:
        raise PuzzleError(f"fact: {card} is not in your hand, so it is not asked whether it is high")
    out = {*view.unseen, *view.hand(1 - view.seat), *([view.turn_up] if view.turn_up else [])}
    return not any(other.suit is card.suit and other.strength > card.strength for other in out)


_TRUTHS: Final[Mapping[str, Callable[[Position, View, Asked], object]]] = {
    "my points": lambda position, view, asked: position.points(YOU),
    "their points": lambda position, view, asked: position.points(1 - YOU),
    "points missing": lambda position, view, asked: max(0, OUT - position.points(YOU)),
    "points out": lambda position, view, asked: points_out(view),
    "trumps unseen": lambda position, view, asked: sum(card.suit is view.trump for card in view.unseen),
    "hands": lambda position, view, asked: view.layouts(),
    "certain points": lambda position, view, asked: _certain_points(view),
    "wins of close": lambda position, view, asked: wins_of_close(view),
    "out": lambda position, view, asked: position.points(YOU) >= OUT and position.why_illegal(ClaimOut()) is None,
    "certain": lambda position, view, asked: _certain_points(view) > 0,
    "high": lambda position, view, asked: _high(view, asked.cards[0]),
    "unseen": lambda position, view, asked: _unseen(view, asked),
    "their hand": lambda position, view, asked: _their_hand(view),
    "known": lambda position, view, asked: _certain_cards(view, held=True),
    "ruled out": lambda position, view, asked: _certain_cards(view, held=False),
    "holds": lambda position, view, asked: holds(view, asked.cards),
    "holds any": lambda position, view, asked: holds_any(view, asked.cards),
    "beaten": lambda position, view, asked: beats(view, asked.cards[0]),
}
"""How each fact is found."""


def counted(position: Position) -> tuple[int, int]:
    """Count both sides' card points from the log of a whole deal, marriages only where they count by now."""
    points, married, tricks = [0, 0], [0, 0], [0, 0]
    for seat, action in position.log:
        if isinstance(action, Announce):
            married[seat] += ROYAL_MARRIAGE if action.suit is position.trump else MARRIAGE
    for trick in position.finished_tricks():
        winner = trick_winner(trick.cards, position.trump)
        points[winner] += sum(card.points for _, card in trick.cards)
        tricks[winner] += 1
    mine, theirs = (own + (more if won else 0) for own, more, won in zip(points, married, tricks, strict=True))
    return mine, theirs


def check_choice(puzzle: Puzzle, known: Callable[[Answer], int | None] = lambda answer: None) -> str | None:
    """Return None if every answer is worth what is stated and nothing else is as good, else a sentence.

    `known` are values that are proven already; the others are searched for.
    """
    best = max(answer.value for answer in puzzle.answers)
    for answer in puzzle.answers:
        if answer.right != (answer.value == best):
            return f"answer {answer.text}: the best answers, and no others, must be marked as right"
        value = known(answer)
        value = _value(puzzle, answer) if value is None else value
        if value != answer.value:
            return f"answer {answer.text}: it is worth {value}, not {answer.value}"
        if fault := _check_line(puzzle, answer):
            return f"answer {answer.text}: {fault}"
    for actions in not_told(puzzle):
        if bound(puzzle, actions) >= best:
            return f"{' and '.join(map(str, actions))} is as good as the right answer, and no answer says so"
    return None


def _value(puzzle: Puzzle, answer: Answer) -> int:
    """Return the value that an answer must have."""
    if seen(puzzle) or not answer.right:
        return bound(puzzle, answer.actions)
    return planned(puzzle, answer) if puzzle.values_in == LAYOUTS else at_least(puzzle, answer)


def bound(puzzle: Puzzle, actions: Sequence[Action]) -> int:
    """Return the most that some actions are worth: layouts won with all cards seen, or points on the puzzle's cards."""
    return seeing(puzzle, actions) if puzzle.values_in == LAYOUTS else at_most(puzzle, actions)


def not_told(puzzle: Puzzle) -> list[tuple[Action, ...]]:
    """Return what the answers leave out.

    Legal actions; if all answers close, or all say out, the ways to do so; if all close and lead, the leads after each
    way to close that is told.
    """
    told = [answer.actions for answer in puzzle.answers]
    for aim in (Close(), ClaimOut()):
        if all(actions[-1] == aim for actions in told):
            return [way for way in _ways_to(aim, puzzle.start) if way not in told]
    before = {actions[: actions.index(Close()) + 1] if Close() in actions else () for actions in told}
    others = []
    for way in [()] if () in before else sorted(before, key=len):
        position = puzzle.start
        for action in way:
            position = position.apply(action)
        begun = [actions[: len(way) + 1] for actions in told]
        others += [(*way, action) for action in position.legal_actions() if (*way, action) not in begun]
    return others


def _ways_to(aim: Action, position: Position) -> list[tuple[Action, ...]]:
    """Return all that can be done before an action on the same lead, with that action: draw, exchange and announce."""
    ways: list[tuple[Action, ...]] = []
    for action in position.legal_actions():
        if action == aim:
            ways.append((action,))
        elif isinstance(action, Draw | Exchange | Announce):
            ways += [(action, *way) for way in _ways_to(aim, position.apply(action))]
    return ways


def seen(puzzle: Puzzle) -> bool:
    """Return whether all cards are known and nobody can draw, so that each answer has an exact worth."""
    return not puzzle.start.is_open and puzzle.view.layouts() == 1


def at_most(puzzle: Puzzle, actions: Iterable[Action]) -> int:
    """Return what actions of the learner's are worth on the cards of the case, all seen: exact once nobody can draw.

    While cards can be drawn, more than the next trick is not looked at: then it is the most that is left to win.
    """
    position = puzzle.start
    for action in actions:
        position = position.apply(action)
    return puzzle.needed(_worth(position))


def _worth(position: Position) -> int:
    from ..solver import solve

    if position.result is not None:
        points = position.result.game_points
        return points[YOU] - points[1 - YOU]
    if not position.is_open:
        best = max(solve(position).values())
        return best if position.turn == YOU else -best
    if position.turn != YOU and position.trick:
        return min(_worth(position.apply(reply)) for reply in position.legal_actions() if isinstance(reply, Play))
    # An opponent who neither closes nor claims wrongly loses no more than this.
    return SCHWARZ if not position.tricks_won(1 - YOU) else 2 if position.points(1 - YOU) < SCHNEIDER else 1


def at_least(puzzle: Puzzle, answer: Answer) -> int:
    """Return what an answer makes sure of, however the hidden cards lie and whatever the opponent does."""
    *before, last = answer.actions
    position = puzzle.start
    for action in before:
        position = position.apply(action)
    view = position.view(YOU)
    after = position.apply(last)
    return puzzle.needed(_worth(after) if after.result is not None else _sure(view, last, answer.text))


def _sure(view: View, last: Action, text: str) -> int:
    """Return what an action makes sure of while cards are hidden; `PuzzleError` if nothing is."""
    sure = 0
    if isinstance(last, Close):
        sure = _certain_points(view)
    elif isinstance(last, Play | Announce) and view.closed_by is not None:
        cards = sure_cards(view)
        sure = max(cards[card] for card in cards_of(view, last))
    elif isinstance(last, Play) and view.stock_size <= 1:
        return min(_worth(_laid_out(view, theirs).apply(last)) for theirs in view.each_layout())
    elif view.closed_by is None:
        raise PuzzleError(f"answer {text}: nothing can be proven while {view.stock_size + 1} cards can be drawn")
    if not sure:
        raise PuzzleError(f"answer {text}: no plan that begins so wins in every layout")
    return sure


def _laid_out(view: View, theirs: frozenset[Card]) -> Position:
    return view.with_hidden(theirs, sorted(view.unseen - theirs))


def sure_cards(view: View) -> dict[Card, int]:
    """Return what plans that begin with each card guarantee, as closer or as the closer's opponent; 0 for nothing.

    The stock must be closed. What is not won with all cards seen is not asked about any further.
    """
    from ..solver.goal import Goal
    from ..solver.outcome import Outcome
    from ..solver.question import questions
    from ..solver.search import Search

    sure: dict[Card, int] = {}
    for question in questions(view):
        outcome = Outcome(question)
        for move in outcome.moves:
            card = outcome.card(move)
            sure.setdefault(card, 0)
            points = outcome.by_layout(outcome.by_move[move])
            for least in (1, 2, 3) if question.i_close else (1,):
                goal = Goal(outcome, least)
                seeing = points >= least if question.i_close else points < least
                if goal.possible and seeing.all() and not Search(goal).refutation(move):
                    sure[card] = max(sure[card], least if question.i_close else question.stakes.low)
    return sure


def _check_line(puzzle: Puzzle, answer: Answer) -> str | None:
    """Say what is wrong with a line: a choice that is not the best, or an end that is not worth what is stated.

    With hidden cards a right answer's line follows a plan, which cannot always do what is best on these cards.
    """
    if not answer.line:
        return None
    positions = [puzzle.start]
    for action in (*answer.actions, *map(parse_action, answer.line)):
        positions.append(positions[-1].apply(action))
    played = positions[len(answer.actions) :]
    worths = [puzzle.needed(_worth(position)) for position in played if not position.is_open]
    if puzzle.values_in == LAYOUTS:
        return None  # a line is one of many
    if answer.right and not seen(puzzle):  # it follows a plan
        return None if worths and worths[-1] >= answer.value else "its line does not bring what it is worth"
    for before, after in pairwise(worths):
        if before != after:
            return f"its line changes from {before} to {after}: somebody does not play the best"
    return None if not worths or worths[-1] == answer.value else f"its line is worth {worths[-1]}"
