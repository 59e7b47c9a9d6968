"""Certificates: what proves the answers of a puzzle without a search.

Where cards are hidden, a plan is stored as data, a sign for each card that it chooses, in the order in which a walk
through all defences (`defences.Walk`) comes to ask for it: the number of the card in the hand, or ``-`` where the plan
has lost. What no plan can do is proven by families of layouts: one plan beginning with a card cannot win all of a
family, so it loses one of each. All else is computed again in milliseconds.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..actions import Action, Announce, Close, Play
from ..cards import Card
from ..errors import PuzzleError, quoted
from ..public import Phase
from ..rule_table import OUT, SCHWARZ
from ..view import View
from . import facts, layouts
from .asked import CLOSING, Asked
from .closed import Log, Root, roots
from .defences import Choose, Hope, Walk
from .puzzle import LAYOUTS, YOU, Answer, Puzzle

if TYPE_CHECKING:
    from ..solver import Plan

_PLAN: Final = re.compile(r"(x?)(s?)([1-6-]*)")
"""A plan: whether it exchanges after its close, whether it never says out, and its cards."""


def make(puzzle: Puzzle) -> dict[str, Any]:
    """Return what proves the answers of a puzzle without a search; empty where nothing is needed.

    `PuzzleError` if a short proof cannot be found, or if the answers are not what the puzzle says.

    >>> from sixtysix.puzzles import load
    >>> make(load("03-endgames")[0])
    {}
    >>> make(load("02-closing")[0])
    {'plans': {'AC': ''}}
    """
    if puzzle.fact:
        return _of_fact(puzzle) if _about_close(puzzle) else {}
    plans = {answer.text: _plan_of(puzzle, answer) for answer in puzzle.right if _planned(puzzle, answer)}
    return {"plans": plans} if plans else {}


def verify(puzzle: Puzzle) -> str | None:
    """Return None if the certificate of a puzzle proves its answers, else a sentence that says what is not proven.

    >>> from dataclasses import replace
    >>> from sixtysix.puzzles import load
    >>> puzzle = load("02-closing")[0]
    >>> verify(replace(puzzle, certificate=make(puzzle))) is None
    True
    >>> verify(replace(puzzle, certificate={"plans": {"AC": "2"}}))
    'certificate: plans: AC: the plan goes on where nothing is left to play'
    """
    try:
        if puzzle.fact:
            return _check_fact(puzzle)
        proven = _proven_plans(puzzle)
        return facts.check_choice(puzzle, lambda answer: proven.get(answer.text))
    except ValueError as error:
        return str(error)


def _fields(puzzle: Puzzle, known: Sequence[str]) -> Mapping[str, Any]:
    """Return the fields of a certificate; `PuzzleError` for one that nobody knows."""
    given = puzzle.certificate or {}
    for name in given:
        if name not in known:
            use = f"fields are {', '.join(known)}" if known else "nothing is needed here"
            raise PuzzleError(f"certificate: {quoted(name)}: there is no such field; {use}")
    return given


# Choices


def _planned(puzzle: Puzzle, answer: Answer) -> bool:
    """Whether an answer's value is that of a plan for hidden cards."""
    if facts.seen(puzzle):
        return False
    position = puzzle.start
    for action in answer.actions:
        position = position.apply(action)
    return position.closed_by is not None and position.result is None


def _begun(puzzle: Puzzle, actions: Sequence[Action]) -> tuple[View, Card | None]:
    """Return the view in which the plan of an answer begins, and the card that it must play first."""
    position = puzzle.start
    for action in actions[:-1]:
        position = position.apply(action)
    match actions[-1]:
        case Close():
            return position.view(YOU), None
        case Announce() as announce:
            return position.apply(announce).view(YOU), None
        case Play() as play:
            layouts.cards_of(position.view(YOU), play)  # which refuses a marriage that is not announced
            return position.view(YOU), play.card
    raise PuzzleError(f"{actions[-1]}: no plan can begin with it")


def _plan_of(puzzle: Puzzle, answer: Answer) -> str:
    from ..solver import analyse_close

    view, first = _begun(puzzle, answer.actions)
    in_layouts = puzzle.values_in == LAYOUTS
    if isinstance(answer.actions[-1], Close):
        plan = (layouts.best_plan(view) if in_layouts else analyse_close(view)).plan
    else:
        cards = [first] if first is not None else layouts.cards_of(view, answer.actions[-1])
        least = 1 if in_layouts or puzzle.start.closed_by not in (None, YOU) else answer.value
        plan = _best([layouts.best_beginning(view, card, least=least, certain=not in_layouts) for card in cards])
    assert plan is not None  # the analysis was asked for one
    written = _written(plan, view, first)
    if _worth(puzzle, view, first, written) != answer.value:
        raise PuzzleError(f"answer {answer.text}: the plan found does not bring {answer.value}")
    return written


def _best(plans: list["Plan"]) -> "Plan":
    return max(plans, key=lambda plan: sum(plan.course.wins.tolist()))


def _proven_plans(puzzle: Puzzle) -> dict[str, int]:
    """Return what the plans of a certificate bring, by answer."""
    needed = {answer.text: answer for answer in puzzle.right if _planned(puzzle, answer)}
    given = _fields(puzzle, ("plans",) if needed else ())
    plans = given.get("plans", {})
    if not isinstance(plans, Mapping) or set(plans) != set(needed):
        raise PuzzleError(f"certificate: plans: give one for each of {', '.join(needed)}, and for no other answer")
    proven = {}
    for text, answer in needed.items():
        try:
            proven[text] = _worth(puzzle, *_begun(puzzle, answer.actions), plans[text])
        except PuzzleError as error:
            raise PuzzleError(f"certificate: plans: {text}: {error}") from None
        if proven[text] != answer.value:
            raise PuzzleError(f"certificate: plans: {text}: it is worth {proven[text]}, not {answer.value}")
    return proven


def _worth(puzzle: Puzzle, view: View, first: Card | None, written: object) -> int:
    """Return what a written plan brings in every layout, or how many layouts it wins."""
    if puzzle.values_in == LAYOUTS:
        return sum(value > 0 for value in _followed(written, view, first).values())
    return puzzle.needed(min(_followed(written, view, first).values()))


# Facts about a close


def _about_close(puzzle: Puzzle) -> bool:
    return puzzle.fact is not None and Asked.read(puzzle.fact).name in CLOSING


def _of_fact(puzzle: Puzzle) -> dict[str, Any]:
    """Return a plan for what can be done, and families for what cannot."""
    from ..solver import analyse_close

    view, truth, name = puzzle.view, facts.truth(puzzle), Asked.read(puzzle.fact).name
    most = view.layouts()
    made: dict[str, Any] = {}
    if truth is not False and truth != 0:
        analysis = analyse_close(view) if name.startswith("certain") else layouts.best_plan(view, puzzle)
        assert analysis.plan is not None  # it was asked for
        made["plan"] = _written(analysis.plan, view, None)
    if name.startswith("certain"):
        least = int(truth) + 1 if isinstance(truth, int) else 1
        if not (name == "certain" and truth) and least <= SCHWARZ:
            made["refuted"] = _refuted(view, least, most - 1)
    elif truth is False or name == "wins of close":
        best = layouts.wins_of_close(view)
        made["refuted"] = _refuted(view, 1, best)
    return {name: value for name, value in made.items() if value}


def _check_fact(puzzle: Puzzle) -> str | None:
    if not _about_close(puzzle):
        _fields(puzzle, ())
        return facts.check_fact(puzzle, facts.truth(puzzle))
    given = _fields(puzzle, ("plan", "refuted"))
    view, name = puzzle.view, Asked.read(puzzle.fact).name
    try:
        values = list(_followed(given["plan"], view, None).values()) if "plan" in given else []
    except PuzzleError as error:
        return f"certificate: plan: {error}"
    stated = puzzle.right[0].meant
    proven: object = None
    if name.startswith("certain"):
        sure = max(0, min(values)) if values else 0
        proven = sure > 0 if name == "certain" else sure
        if not (name == "certain" and sure) and sure < SCHWARZ and _cap(given, view, sure + 1) == view.layouts():
            return f"certificate: refuted: it does not refute {sure + 1}"
    elif name == "wins of close":
        proven = sum(value > 0 for value in values)
        if (cap := _cap(given, view, 1)) != proven:
            return f"certificate: the plan wins {proven} layouts, and up to {cap} are not refuted"
    elif values:
        proven = sum(puzzle.needed(value) for value in values) > 0
        if not proven:
            return "certificate: plan: it brings no more than 0 game points on average"
    else:
        proven = False
        if layouts.most_with(puzzle, _cap(given, view, 1)) > 0:
            return "certificate: refuted: it does not refute that the close pays"
    if proven != stated:
        return f"certificate: it proves {quoted(proven)}, not {quoted(stated)}"
    return facts.check_fact(puzzle, proven)


def _refuted(view: View, least: int, most: int) -> dict[str, list[list[int]]]:
    """Return families, by first card, that prove: no plan brings so many game points in more than `most` layouts."""
    from ..solver.goal import Goal
    from ..solver.outcome import Outcome
    from ..solver.question import questions
    from ..solver.search import Search

    asked = questions(view)
    outcome = Outcome(asked[0])
    goal = Goal(outcome, least)
    if not goal.possible:
        return {}
    numbers = {hand: layout for layout, hand in enumerate(view.each_layout())}
    search, found = Search(goal), {}
    for move in outcome.moves:
        values = outcome.by_layout(outcome.by_move[move])
        hopeful = [layout for layout, value in enumerate(values.tolist()) if value >= least]
        if len(hopeful) <= most:
            continue
        families = search.conflicts(move, hopeful, len(hopeful) - most)
        if len(hopeful) - len(families) > most or not _one_beginning(view):
            raise PuzzleError(f"that no plan wins more than {most} layouts has no short proof")
        card = outcome.card(move)
        found[card.code] = [sorted(numbers[asked[0].hand(layout)] for layout in family) for family in families]
    return found


def _one_beginning(view: View) -> bool:
    """Whether the first card is played at once, without an exchange after the close."""
    return view.phase is Phase.PLAY and (view.closed_by is not None or view.rules.exchange_after_close == "nobody")


def _cap(given: Mapping[str, Any], view: View, least: int) -> int:
    """Return how many layouts a plan can win at most, by the tables and by the families of a certificate."""
    from ..solver import analyse_close

    families = given.get("refuted", {})
    if not isinstance(families, Mapping):
        raise PuzzleError(f"certificate: refuted: {quoted(families)} is not an object of cards and families")
    try:
        analysis = analyse_close(view, plan=False, at_least=least)
    except PuzzleError:
        return 0  # the points so far rule it out
    if view.points(YOU) >= OUT:
        raise PuzzleError("certificate: with 66 it is not proven what no plan can do")
    if not _one_beginning(view):
        if families:
            raise PuzzleError("certificate: refuted: an exchange after the close is not looked at")
        return round(analysis.open_cards_wins * analysis.layouts)
    caps = {card.code: round(share * analysis.layouts) for card, share in analysis.by_lead.items()}
    hope = Hope(roots(view)[0], least)
    for code, some in families.items():
        if code not in caps:
            raise PuzzleError(f"certificate: refuted: {quoted(code)} is not a card that can be led")
        caps[code] -= len(_checked(some, hope, Card(code), analysis.layouts))
    return max(caps.values())


def _checked(given: object, hope: Hope, card: Card, most: int) -> list[int]:
    """Return families as sets of layouts; `PuzzleError` unless no plan beginning with the card wins all of one."""
    where = f"certificate: refuted: {card.code}"
    found: list[int] = []
    used = 0
    for family in given if isinstance(given, list) else [None]:
        numbers: list[Any] = family if isinstance(family, list) else [None]
        if not all(type(layout) is int and 0 <= layout < most for layout in numbers):
            raise PuzzleError(f"{where}: {quoted(family)} is not a list of layouts; their numbers are 0 to {most - 1}")
        some = sum(1 << layout for layout in set(numbers))
        if used & some or len(set(numbers)) < len(numbers):
            raise PuzzleError(f"{where}: {quoted(family)}: a layout is there twice")
        used |= some
        if not all(hope.can_win(1 << layout, card) for layout in numbers):
            raise PuzzleError(f"{where}: {quoted(family)}: a layout is lost already if both sides see all cards")
        if hope.can_win(some, card):
            raise PuzzleError(f"{where}: {quoted(family)}: one plan wins all of them")
        found.append(some)
    return found


# Plans as texts


def _written(plan: "Plan", view: View, first: Card | None) -> str:
    """Write a plan as a text."""
    signs: list[str] = []

    def choose(log: Log, allowed: Sequence[Card]) -> Card | None:
        card = plan.card(log)
        signs.append("-" if card is None else str(1 + hand.index(card)))
        return card if card is None else next(one for one in allowed if one is card)

    for root in roots(view, exchanges=plan.exchanges):
        hand = root.view.own
        Walk(root, choose, silent=plan.silent).run(first)
    return "x" * plan.exchanges + "s" * plan.silent + "".join(signs)


def _followed(written: object, view: View, first: Card | None) -> dict[int, int]:
    """Follow a written plan against every defence; return the least that each layout brings, in game points to you."""
    read = _PLAN.fullmatch(written) if isinstance(written, str) else None
    if read is None:
        raise PuzzleError(f"{quoted(written)} is not a plan: use the numbers of cards, 1 to 6, and - where it has lost")
    signs = iter(read[3])
    least: dict[int, int] = {}
    for root in roots(view, exchanges=bool(read[1])):
        walk = Walk(root, _reader(signs, root), silent=bool(read[2]))
        walk.run(first)
        for layout, value in walk.least().items():
            least[layout] = min(value, least.get(layout, value))
    if next(signs, None) is not None:
        raise PuzzleError("the plan goes on where nothing is left to play")
    return least


def _reader(signs: Iterator[str], root: Root) -> Choose:
    """Return what reads a plan's cards as a walk asks for them."""

    def choose(log: Log, allowed: Sequence[Card]) -> Card | None:
        sign = next(signs, None)
        if sign is None:
            raise PuzzleError(f"the plan stops after {len(log)} actions, where a card is to be played")
        if sign == "-":
            return None
        card = next((one for number, one in enumerate(root.view.own, start=1) if number == int(sign)), None)
        if card not in allowed:
            raise PuzzleError(f"the plan plays card {sign} after {len(log)} actions, which cannot be played there")
        return card

    return choose
