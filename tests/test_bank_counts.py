"""Puzzles about counts and claims: every number in their texts counted again from the list of tricks, by other means.

Here cards are two letters and a deal is its list of actions, as in the tests of the counting problems.
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from sixtysix import Card, ClaimOut, Deal, Play, Position, Rules
from sixtysix.puzzles import Puzzle, load
from sixtysix.puzzles.asked import Asked
from sixtysix.puzzles.generate import memories
from sixtysix.puzzles.generate.counts import CLAIMS, COUNT_FINDERS, COUNTING, chance_of
from sixtysix.puzzles.generate.found import WEAKER, Found
from sixtysix.puzzles.generate.tally import Asking, Tally
from sixtysix.puzzles.generate.walk import moments
from tests.brute import Exhausted, exhausted_value
from tests.test_counting_puzzles import PACK, WORTH, beats, worth

DEALS = {"claim": range(1, 91), "counting": range(1, 41)}
GUIDE = Rules.guide()


@cache
def found(theme: str) -> tuple[Found, ...]:
    """Return what a finder finds in some deals."""
    every = (COUNT_FINDERS[theme](position) for seed in DEALS[theme] for position in moments(GUIDE, seed))
    return tuple(one for one in every if one is not None)


@cache
def asked() -> tuple[tuple[Position, str, Asking], ...]:
    """Return what every kind of question asks in some deals, each kind a few times."""
    seen: Counter[str] = Counter()
    every = []
    for seed in range(1, 200):
        for position in moments(GUIDE, seed):
            for kind in (*COUNTING, *CLAIMS):
                if seen[kind.__name__] < 12 and (asking := kind(Tally(position), chance_of(position, kind.__name__))):
                    seen[kind.__name__] += 1
                    every.append((position, kind.__name__, asking))
    return tuple(every)


class Piles:
    """Both sides' tricks and marriages, read off the tokens of a deal."""

    def __init__(self, position: Position) -> None:
        case = position.to_dict()
        self.trump: str = case["trump"]
        self.tricks: list[tuple[int, str, str]] = []  # who took it, with what, and the other card
        self.marriages: list[tuple[int, str]] = []
        led: tuple[int, str] | None = None
        for entry in case.get("log", []):
            seat, token = int(entry[0]), entry[1:]
            if token in PACK and led is None:
                led = seat, token
            elif token in PACK and led is not None:
                taken = beats(token, led[1], self.trump)
                self.tricks.append((seat, token, led[1]) if taken else (1 - seat, led[1], token))
                led = None
            elif token[0] == "*":
                self.marriages.append((seat, token[1]))

    def points(self, seat: int) -> int:
        """Return a side's card points; a marriage counts once its owner has a trick."""
        tricks = sum(worth([won, other]) for taker, won, other in self.tricks if taker == seat)
        if not any(taker == seat for taker, _, _ in self.tricks):
            return 0
        return tricks + sum(40 if suit == self.trump else 20 for owner, suit in self.marriages if owner == seat)


CARD = r"(?:A|10|K|Q|J|9)[♠♥♦♣]"


def code(text: str) -> str:
    return Card(text).code


def texts(asking: Asking) -> list[str]:
    """Return all that a puzzle says."""
    return [asking.right[1], *(slip.why for slip in asking.slips), *asking.hints, asking.explanation]


@pytest.mark.parametrize("theme", COUNT_FINDERS)
def test_a_finder_always_finds_the_same(theme: str) -> None:
    again = [COUNT_FINDERS[theme](position) for seed in (3, 22, 53) for position in moments(GUIDE, seed)]
    assert again == [COUNT_FINDERS[theme](position) for seed in (3, 22, 53) for position in moments(GUIDE, seed)]
    assert any(again)


@pytest.mark.parametrize("theme", COUNT_FINDERS)
def test_puzzles_are_found_at_several_levels(theme: str) -> None:
    assert len(found(theme)) >= 15
    for one in found(theme):
        assert one.themes[0] == theme
        assert set(one.failures) == set(WEAKER)
        assert all(0 <= share <= 1 for share in one.failures.values())
    easy = [one for one in found(theme) if not any(one.failures[who] >= 0.5 for who in WEAKER[1:])]
    assert len(easy) <= len(found(theme)) / 3, "few are only a guess's to get wrong"


def test_every_kind_of_question_is_asked() -> None:
    kinds = Counter(name for _, name, _ in asked())
    assert set(kinds) == {kind.__name__ for kind in (*COUNTING, *CLAIMS)}
    for _, name, asking in asked():
        answers = [asking.right[0], *(slip.text for slip in asking.slips)]
        assert len(set(answers)) == len(answers)
        assert len(answers) == 2 if name in ("out", "high") else 4 <= len(answers) <= 5


def test_what_is_said_to_be_for_two_cards_is_their_worth() -> None:
    """``13 for 10♠ and Q♠``: the two made a trick, and are worth so much."""
    number = 0
    for position, _, asking in asked():
        tricks = {frozenset((won, other)) for _, won, other in Piles(position).tricks}
        for text in texts(asking):
            for points, one, other in re.findall(rf"(\d+|nothing) for ({CARD}) and ({CARD})", text):
                assert {code(one), code(other)} in tricks
                assert worth([code(one), code(other)]) == int(points.replace("nothing", "0"))
                number += 1
    assert number > 50


def test_what_became_of_a_card_is_so() -> None:
    number = 0
    for position, _, asking in asked():
        tricks = Piles(position).tricks
        for text in texts(asking):
            for won, how, lost, trick in re.findall(
                rf"({CARD}) (took|trumped) your(?: opponent's)? ({CARD}) in trick (\d+)", text
            ):
                assert tricks[int(trick) - 1][1:] == (code(won), code(lost))
                assert (how == "trumped") is (won[-1] != lost[-1])
                number += 1
            for lost, how, won, trick in re.findall(
                rf"({CARD}) (fell under|was thrown on) your(?: opponent's)? ({CARD}) in trick (\d+)", text
            ):
                assert tricks[int(trick) - 1][1:] == (code(won), code(lost))
                assert (how == "fell under") is (won[-1] == lost[-1])
                number += 1
            for lost, won, trick in re.findall(rf"[Yy]ou took ({CARD}) with ({CARD}) in trick (\d+)", text):
                assert tricks[int(trick) - 1] == (0, code(won), code(lost))
                number += 1
    assert number > 50


def test_the_points_that_are_asked_for_by_piles() -> None:
    for position, name, asking in asked():
        piles = Piles(position)
        if name in ("my_points", "their_points"):
            assert int(asking.right[0]) == piles.points(name == "their_points")
        elif name == "points_missing":
            assert int(asking.right[0]) == 66 - piles.points(0)
        elif name == "out":
            assert asking.right[0] == ("yes" if piles.points(0) >= 66 else "no")
        elif name == "out_there":
            case = position.to_dict()
            assert int(asking.right[0]) == worth([*case["opponent"], *case["stock"]])


def changed_by(order: str, values: list[int]) -> int | None:
    """Return by how much an order changes a count, None if it is of another kind."""
    if match := re.fullmatch(r"forget trick (\d+)", order):
        return -values[int(match[1]) - 1]
    if match := re.fullmatch(r"count trick (\d+) as well", order):
        return values[int(match[1]) - 1]
    if match := re.fullmatch(rf"count ({CARD}) of trick \d+", order):
        return WORTH[code(match[1])[0]]
    ends = {"for 11": 1, "for a king": 1, "for 10": -1, "for 40": 20, "for 20": -20}
    return next((by for end, by in ends.items() if order.startswith("take ") and order.endswith(end)), None)


def test_a_slip_makes_the_number_it_is_said_to_make() -> None:
    """Each order that a slip gives, followed on the piles, leads to its answer."""
    number = 0
    for position, name, asking in asked():
        if name not in ("my_points", "their_points"):
            continue
        piles, seat = Piles(position), int(name == "their_points")
        true = piles.points(seat)
        values = [worth([won, other]) for _, won, other in piles.tricks]
        for slip in asking.slips:
            change = changed_by(slip.order, values)
            if change is not None:
                assert int(slip.text) == true + change
                number += 1
    assert number > 30


def test_chances_by_going_through_every_hand() -> None:
    number = 0
    for position, _, asking in asked():
        fact = Asked.read(asking.fact)
        if fact.name not in ("holds", "holds any", "hands"):
            continue
        view = position.view(0)
        hidden = sorted(view.unseen - view.lacks[1])
        places = view.hand_size(1) - len(view.hand(1))
        hands = [{*some, *view.hand(1)} for some in combinations(hidden, places)]
        if fact.name == "hands":
            assert int(asking.right[0]) == len(hands)
        else:
            some_or_all = all if fact.name == "holds" else any
            part, whole = map(int, asking.right[0].split(" in "))
            fitting = [hand for hand in hands if some_or_all(card in hand for card in fact.cards)]
            assert Fraction(part, whole) == Fraction(len(fitting), len(hands))
        number += 1
    assert number >= 30


def test_claims_by_brute_force() -> None:
    """Say out or lead: the worth of each, with both hands known and nobody drawing."""
    number = 0
    for one in found("claim"):
        position = one.position
        if one.answers[0].fact or position.is_open or position.closed_by is not None or position.hand_size(0) > 4:
            continue
        piles = Piles(position)
        mine, theirs = piles.points(0), piles.points(1)
        won = [sum(taker == seat for taker, _, _ in piles.tricks) for seat in (0, 1)]
        for answer in one.answers:
            if answer.actions == (ClaimOut(),):
                assert answer.value == ((2 if theirs < 33 else 1) if mine >= 66 else -2)
                continue
            (play,) = answer.actions
            assert isinstance(play, Play)
            after = Exhausted(
                rules=position.rules,
                trump=position.trump,
                hands=(frozenset(position.hands[0]) - {play.card}, frozenset(position.hands[1])),
                leader=0,
                led=play.card,
                points=(mine, theirs),
                tricks=(won[0], won[1]),
            )
            assert exhausted_value(after) == answer.value
        number += 1
    assert number >= 3


def test_a_choice_has_a_count_that_goes_wrong() -> None:
    """Every choice has a slip that leads across 66, so that whoever makes it claims wrongly or not at all."""
    for one in found("claim"):
        if one.answers[0].fact or one.position.is_open:
            continue
        (slip,) = re.findall(r"If you [^,]+, you come to (\d+)", one.explanation)
        assert (int(slip) >= 66) is not (Piles(one.position).points(0) >= 66)


def test_the_first_counter_remembers_two_tricks_only() -> None:
    for seed in (1, 2, 3):
        for position in moments(GUIDE, seed):
            piles = Piles(position)
            late = piles.tricks[-memories.LATE :]
            before = piles.tricks[: -memories.LATE]
            for seat in (0, 1):
                if any(owner == seat for owner, _ in piles.marriages):
                    continue
                sure = sum(worth([won, other]) for taker, won, other in late if taker == seat)
                guess = memories.AVERAGE * sum(taker == seat for taker, _, _ in before)
                assert memories.remember(position, "greedy").points[seat] == sure + guess


def test_the_second_counter_forgets_marriages_and_the_third_what_they_are_worth() -> None:
    number = 0
    for seed in range(1, 12):
        for position in moments(GUIDE, seed):
            piles = Piles(position)
            for seat in (0, 1):
                pile = sum(worth([won, other]) for taker, won, other in piles.tricks if taker == seat)
                married = sum(owner == seat for owner, _ in piles.marriages)
                assert memories.remember(position, "club").points[seat] == pile
                assert memories.remember(position, "shallow").points[seat] == pile + 20 * married
                number += married
    assert number


BANK = load("05-claims-and-counts")


@pytest.mark.parametrize("theme", COUNT_FINDERS)
def test_the_set_has_many_of_each_and_few_that_only_a_guess_gets_wrong(theme: str) -> None:
    levels = Counter(puzzle.level for puzzle in BANK if puzzle.themes[0] == theme)
    assert levels.total() >= 30
    assert max(levels.values()) <= levels.total() / 3
    assert levels[1] + levels[2] <= levels.total() / 4
    assert min(levels[3], levels[4], levels[5]) >= 3


@pytest.mark.parametrize("puzzle", BANK, ids=lambda puzzle: puzzle.id)
def test_a_position_is_a_moment_of_the_deal_that_its_name_tells(puzzle: Puzzle) -> None:
    seed = int(puzzle.id.rpartition("-")[2])
    position = Deal.random(GUIDE, seed, dealer=seed % 2).start()
    for seat, action in puzzle.start.log:
        assert position.to_move == seat
        position = position.apply(action)
    assert position == puzzle.start


def test_no_text_of_the_set_is_there_twice() -> None:
    said = [text for puzzle in BANK for text in (puzzle.explanation, *puzzle.hints)]
    said += [answer.why for puzzle in BANK for answer in puzzle.answers]
    assert len(set(said)) == len(said)
