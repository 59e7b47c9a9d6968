"""What the puzzle trainer shows beside the table, as JSON data, and the sentences of its status line.

No answer, no solution and no theme is in it before the puzzle is answered, and no hint that was not asked for.
"""

from typing import TYPE_CHECKING, Any

from .answering import PICK, PLAY, STEPS, choices, grade, kind
from .puzzle_session import ASK, SHOWN, SOLVED, WRONG
from .puzzles.play import feedback, stated, tricks
from .puzzles.puzzle import HINTS, LEVELS, Answer, Puzzle
from .render.text import capital
from .training_record import ANY, MIX, RATING, SCHEDULE, best_streak, rating, tally

if TYPE_CHECKING:
    from .training import Training


def training_state(training: "Training") -> dict[str, Any]:
    """Return all that is shown beside the table."""
    puzzle, phase, session = training.puzzle, training.phase, training.session
    answered = phase in (SOLVED, SHOWN)
    best = best_streak(training.store.progress, training.theme, training.level)
    return {
        "version": training.version,
        "phase": phase,
        "themes": [{"name": name, "title": title_of(name)} for name in (MIX, *training.themes)],
        "theme": training.theme,
        "levels": list(range(LEVELS + 1)),
        "level": training.level,
        "streak": {"on": training.streak, "count": training.record.right, "over": training.over, "best": best},
        "puzzle": {
            "number": training.number,
            "level": puzzle.level,
            "question": puzzle.question,
            "kind": kind(puzzle),
            "choices": [{"card": card.code, "name": card.name} for card in choices(puzzle)],
            "tricks": tricks(puzzle).splitlines() if puzzle.start.log else [],
        },
        "steps": list(STEPS),
        "closed": bool(puzzle.fact) and not training.plays_on,
        "lead": _lead(training),
        "hints": {"taken": list(puzzle.hints[: training.hints]), "of": HINTS},
        "told": _told(training) if session.attempts and phase != ASK else None,
        "solution": _solution(training) if answered else None,
        "may": {
            "hint": not answered and training.hints < HINTS,
            "show": not answered,
            "retry": phase != ASK,
            "play_on": session.may_play_on,
            "next": answered or training.over or not training.streak,
        },
        "record": _record(training),
        "status": _status(training),
        "refused": bool(training.refusal),
    }


def title_of(theme: str) -> str:
    """Return what a theme is called.

    >>> title_of("pull-trumps"), title_of(MIX)
    ('Pull trumps', 'All themes')
    """
    return "All themes" if theme == MIX else theme.replace("-", " ").capitalize()


def _lead(training: "Training") -> str:
    """Say where the button is that goes on.

    In the ``"panel"`` below the table; at the ``"table"``, which plays or waits; or at the table too, but its trick
    need not be finished first: ``"next"``.
    """
    if training.phase == ASK or (training.phase == WRONG and not training.puzzle.fact) or training.plays_on:
        return "table"
    return "next" if training.phase == SOLVED and not training.puzzle.fact else "panel"


def _told(training: "Training") -> dict[str, Any]:
    """Return what is said about the last answer; why it is right or wrong only where that is said nowhere else."""
    *before, answer = training.session.attempts
    verdict = grade(training.puzzle, answer, helped=bool(training.hints or training.helped or before))
    why = feedback(training.puzzle, answer)
    elsewhere = training.phase != WRONG or any(why in line for line in training.session.told)
    return {
        "right": answer.right,
        "given": training.puzzle.say(answer),
        "name": verdict.name,
        "step": verdict.step,
        "loss": verdict.loss,
        "why": "" if elsewhere else why,
        "cards": _codes(training.puzzle, answer),
    }


def _solution(training: "Training") -> dict[str, Any]:
    """Return what is told once the puzzle is answered, with what every answer is worth."""
    puzzle, given = training.puzzle, training.session.attempts
    chosen = {puzzle.say(one) for one in given}
    rows = {puzzle.say(one): one for one in (*given, *puzzle.answers)}  # cards are chosen in any order
    every = sorted(rows.items(), key=lambda row: not row[1].right)
    return {
        "answers": [puzzle.say(one) for one in puzzle.right],
        "cards": _codes(puzzle, puzzle.right[0]),
        "explanation": puzzle.explanation,
        "id": puzzle.id,
        "themes": [title_of(theme) for theme in puzzle.themes],
        "values": [
            {
                "answer": said,
                "right": one.right,
                "chosen": said in chosen,
                "worth": "" if one.fact else f"{capital(stated(puzzle, one))}.",
                "why": one.why,
            }
            for said, one in every
        ],
    }


def _codes(puzzle: Puzzle, answer: Answer) -> list[str] | None:
    """Return the cards of an answer, where cards are asked for."""
    if kind(puzzle) != PICK:
        return None
    meant = answer.meant
    assert isinstance(meant, frozenset)  # the kind says so
    return [card.code for card in sorted(meant)]


def _record(training: "Training") -> dict[str, Any]:
    store = training.store
    progress, theme, level = store.progress, training.theme, training.level
    found = tally(training.pool(theme, level), progress, training.now())
    about = title_of(theme) if level == ANY else f"{title_of(theme)}, level {level}"
    said = f"{about}: {found.solved} of {found.puzzles} puzzles solved, {found.first} at the first try."
    streak, own = best_streak(progress, theme, level), rating(training.puzzles, progress)
    kept = f"Your progress is kept in {store.path}, on the computer that runs this notebook."
    return {
        "line": f"{said} Longest streak: {streak}." if streak else said,
        "due": f"To repeat now: {found.due}. {SCHEDULE}",
        "rating": f"{f'Your level is {own}.' if own else 'You have no level yet.'} {RATING}",
        "kept": store.trouble or kept,
        "trouble": bool(store.trouble),
    }


def _status(training: "Training") -> str:
    if training.refusal:
        return training.refusal
    said = [_said(training)]
    if training.streak:
        many = f"{training.record.right} in a row"
        said.append(f"The streak has ended: {many}." if training.over else f"Streak: {many}.")
    return " ".join([*said, *([training.store.trouble] if training.store.trouble else [])])


def _said(training: "Training") -> str:
    puzzle, phase = training.puzzle, training.phase
    if training.hinted:
        return f"Hint {training.hints} of {HINTS}: {puzzle.hints[training.hints - 1]}"
    if phase == ASK:  # the table says where to answer
        return f"Puzzle {training.number}. {puzzle.question}"
    if phase == SHOWN:
        if kind(puzzle) == PLAY:
            return "The solution is played on the table."  # which says what it is
        return f"The solution: {' or '.join(puzzle.say(one) for one in puzzle.right)}."
    told = _told(training)
    said = [f"{'✓' if told['right'] else '✗'} {told['name']}."]
    if told["loss"]:
        said.append(f"It costs {told['loss']}.")
    if puzzle.fact:
        said.append(f"{told['given']}: {feedback(puzzle, training.session.attempts[-1])}")
    return " ".join(said)
