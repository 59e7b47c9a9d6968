"""A puzzle to answer: as a question with feedback on each answer, and as a guided hand that plays every answer out."""

from dataclasses import replace

from ..actions import Announce, ClaimOut, Close, Exchange, Play, action_token, parse_action
from ..cards import Card
from ..guided import Hand, Step, Wrong
from ..position import Position
from ..public import trick_winner
from ..render import Svg
from ..render.sketch import sketch_svg
from ..render.text import capital
from ..report import game_points, subject
from ..rule_table import OUT
from ..teach import Option, Question
from .facts import at_most, seen
from .puzzle import LAYOUTS, YOU, Answer, Puzzle, said


def question(puzzle: Puzzle) -> Question:
    """Return the puzzle as a question for a quiz: each answer says why it is right or wrong, and what it is worth.

    >>> from sixtysix.puzzles import load
    >>> question(load("03-endgames")[0]).options[0].text
    'Lead Q♥'
    """
    options = (Option(puzzle.say(answer), feedback(puzzle, answer), right=answer.right) for answer in puzzle.answers)
    return Question(puzzle.question, tuple(options), name=puzzle.mark)


def feedback(puzzle: Puzzle, answer: Answer) -> str:
    """Say why an answer is right or wrong, and what it is worth.

    >>> from sixtysix.puzzles import load
    >>> puzzle = load("03-endgames")[1]
    >>> feedback(puzzle, puzzle.answers[0])[-21:]
    'You win 1 game point.'
    """
    return answer.why if answer.fact else f"{answer.why} {capital(stated(puzzle, answer))}."


def stated(puzzle: Puzzle, answer: Answer) -> str:
    """Say what an action is worth, and where cards are hidden, in which sense.

    >>> from sixtysix.puzzles import load
    >>> puzzle = load("02-closing")[0]
    >>> [stated(puzzle, answer) for answer in puzzle.answers][:2]
    ['guaranteed: you win 1 game point', 'on these cards your opponent wins 2 game points']
    """
    if puzzle.values_in == LAYOUTS:
        return _share(puzzle, answer)
    said = _at_score(puzzle, answer.value)
    if seen(puzzle):
        return said
    if answer.right:
        return f"guaranteed: {said}"
    position = puzzle.start
    for action in answer.actions:
        position = position.apply(action)
    open_end = position.result is None and position.is_open and position.stock_size > 1
    return f"on these cards {said}{' at most' if open_end else ''}"


def _share(puzzle: Puzzle, answer: Answer) -> str:
    """Say how many layouts an answer wins, in which sense."""
    yours = puzzle.start.closed_by in (None, YOU)
    number = f"{answer.value} of {puzzle.view.layouts()} layouts"
    if answer.right:
        return f"guaranteed: {'wins' if yours else 'the close fails'} in {number}"
    return f"{'wins' if yours else 'the close fails'} in at most {number}, even if both see all cards"


def _at_score(puzzle: Puzzle, value: int) -> str:
    """Say what a choice is worth to the learner, where that ends the match.

    >>> from dataclasses import replace
    >>> from sixtysix.puzzles import load
    >>> puzzle = replace(load("03-endgames")[0], score=(6, 5))
    >>> [_at_score(puzzle, value) for value in (1, -1, -2)]
    ['you win the match', 'your opponent wins 1 game point', 'your opponent wins the match']
    """
    if puzzle.score is not None and value:
        mine, theirs = puzzle.score
        if puzzle.start.rules.match_points in (mine + value, theirs - value):
            return f"{'you win' if value > 0 else 'your opponent wins'} the match"
    return worth(value)


def worth(value: int) -> str:
    """Say what a choice is worth to the learner.

    >>> worth(2), worth(-1), worth(0)
    ('you win 2 game points', 'your opponent wins 1 game point', 'nobody wins')
    """
    if not value:
        return "nobody wins"
    return f"{'you win' if value > 0 else 'your opponent wins'} {game_points(abs(value))}"


def hand(puzzle: Puzzle) -> Hand | None:
    """Return the puzzle as a guided hand, None where a fact is asked for.

    A wrong answer is played out as its line says, or as the solver plays it, and can be taken back. Of several right
    ones any will do. One that is alone is played on, and where all cards are known and one action alone keeps what was
    won, that is asked for.

    >>> from sixtysix.puzzles import load
    >>> first = hand(load("03-endgames")[0])
    >>> first.steps[0].right, sorted(first.steps[0].wrong)
    (('QH',), ['AD', 'TS'])
    """
    if puzzle.fact:
        return None
    right = [tuple(answer.text.split()) for answer in puzzle.right]
    answer, tokens = puzzle.right[0], right[0]
    alone = len(right) == 1
    later = _later(puzzle, answer) if alone else ((), [])
    steps = []
    for place, token in enumerate(tokens):
        before, last = tokens[:place], place == len(tokens) - 1
        # Right answers that part here: all that end here will do, and of any others only the first goes on.
        here = [other for other in right if other[:place] == before and len(other) > place]
        ends = tuple(dict.fromkeys(other[place] for other in here if len(other) == place + 1)) if last else (token,)
        others = {other[place] for other in here} - set(ends)
        said = feedback(puzzle, answer) if alone else f"Right: {stated(puzzle, answer)}."
        steps.append(
            Step(
                right=ends,
                say=said if last else "That comes first.",
                wrong=_wrong(puzzle, before, {*ends, *others}),
                other="That is no answer to this puzzle: choose another.",
                replies=later[0] if last else (),
                refused=dict.fromkeys(others, f"That is right too. Here another way is played: {puzzle.say(answer)}."),
            )
        )
    every = (*steps, *later[1])
    return Hand(goal=puzzle.question, case=puzzle.case, steps=every, memory=puzzle.memory, name=puzzle.mark)


def _wrong(puzzle: Puzzle, before: tuple[str, ...], right: set[str]) -> dict[str, Wrong]:
    """Return the wrong answers that go wrong here."""
    found = {}
    for answer in puzzle.answers:
        tokens = tuple(answer.text.split())
        place = len(before)
        if not answer.right and tokens[:place] == before and len(tokens) > place and tokens[place] not in right:
            follows = answer.line or _refutation(puzzle, answer)
            found[tokens[place]] = Wrong(feedback(puzzle, answer), (*tokens[place + 1 :], *follows))
    return found


def _refutation(puzzle: Puzzle, answer: Answer) -> tuple[str, ...]:
    """Return what follows a wrong answer on the cards of the puzzle, where nothing is drawn and it is lost there."""
    from ..solver import best_line

    position = puzzle.start
    for action in answer.actions:
        position = position.apply(action)
    if position.result is not None or position.is_open:
        return ()
    if puzzle.values_in == LAYOUTS and at_most(puzzle, answer.actions) > 0:
        return ()  # it loses in other layouts
    return tuple(map(action_token, best_line(position)))


def _later(puzzle: Puzzle, answer: Answer) -> tuple[tuple[str, ...], list[Step]]:
    """Return what follows the right answer up to the next decision, and the decisions after it."""
    position = puzzle.start
    for action in answer.actions:
        position = position.apply(action)
    replies: list[tuple[str, ...]] = [()]
    steps: list[Step] = []
    for token in answer.line:
        step = _decision(puzzle, position, token)
        if step is None:
            replies[-1] = (*replies[-1], token)
        else:
            steps.append(step)
            replies.append(())
        position = position.apply(parse_action(token))
    return replies[0], [
        Step(step.right, step.say, step.wrong, step.other, after, step.ask)
        for step, after in zip(steps, replies[1:], strict=True)
    ]


def _decision(puzzle: Puzzle, position: Position, token: str) -> Step | None:
    """Return a step where all cards are known and one action is better than every other."""
    if position.turn != YOU or position.is_open or position.view(YOU).layouts() > 1:
        return None
    from ..solver.endgame import best_line, solve

    worths = {action: puzzle.needed(value) for action, value in solve(position).items()}
    best = parse_action(token)
    if len(worths) == 1 or any(value >= worths[best] for action, value in worths.items() if action != best):
        return None
    wrong = {
        action_token(action): Wrong(
            f"{said(action, position)}: {_at_score(puzzle, value)}. "
            f"There is a choice with which {_at_score(puzzle, worths[best])}.",
            tuple(map(action_token, best_line(position.apply(action)))),
        )
        for action, value in worths.items()
        if action not in (best, ClaimOut())
    }
    return Step(
        right=(token,),
        say="It is time." if best == ClaimOut() else "Nothing else is as good here.",
        wrong=wrong,
        other=f"You have {position.points(YOU)} card points, and a claim needs {OUT}.",
        ask="How do you go on?",
    )


def picture(puzzle: Puzzle) -> Svg:
    """Draw what the learner sees.

    Where something is to be counted the points are left out, and your opponent's cards are face down, known or not.

    >>> from sixtysix.puzzles import load
    >>> picture(load("03-endgames")[0])
    <picture: you are to lead; your hand Q♥ 10♠ A♦>
    """
    view = puzzle.view
    if puzzle.memory:
        view = replace(
            view, shown=tuple(cards if seat == YOU else frozenset() for seat, cards in enumerate(view.shown))
        )
    return sketch_svg(view, show_points=not puzzle.memory)


def tricks(puzzle: Puzzle) -> str:
    """Tell the tricks so far, numbered, and what was announced, exchanged or closed, a line each.

    The points are left out: this is for a learner who is to count them.

    >>> from sixtysix.puzzles import load
    >>> tricks(load("03-endgames")[0])
    'The tricks so far are not part of this problem.'
    """
    start = puzzle.start
    lines: list[str] = []
    cards: list[tuple[int, Card]] = []
    number = 0
    for seat, action in start.log:
        who = subject(seat, YOU)
        match action:
            case Play(card):
                cards.append((seat, card))
            case Announce(suit):
                lines.append(f"   {who} announced the marriage in {suit}.")
            case Exchange():
                lines.append(f"   {who} exchanged {start.rules.low_trump(start.trump)} for the turn-up.")
            case Close():
                lines.append(f"   {who} closed the stock.")
            case _:
                lines.append(f"   {who}: {action}.")
        if len(cards) == 2:
            (leader, led), (_, reply) = cards
            taker = subject(trick_winner(cards, start.trump), YOU)
            number += 1
            replied = f"{subject(1 - leader, YOU).lower()} played {reply}"
            lines.append(f"{number}. {subject(leader, YOU)} led {led}, {replied}. {taker} took it.")
            cards.clear()
    return "\n".join(lines) or "The tricks so far are not part of this problem."
