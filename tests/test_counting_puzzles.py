"""The counting problems: each fact found again from the deal's seed and the list of tricks, by other means.

Here cards are two letters. The hands that the opponent may hold are all those in which every reply in strict play was
allowed and every card shown was there.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from sixtysix import Card, Deal, PuzzleError, Rules
from sixtysix.counting import certain
from sixtysix.puzzles import Puzzle, load, read
from sixtysix.puzzles.asked import CLOSING, FACTS, Asked, in_answer, meaning
from sixtysix.puzzles.facts import prove, truth
from sixtysix.puzzles.play import hand, picture
from tests.brute import Exhausted, exhausted_value
from tests.build import codes, scene
from tests.checkout import ROOT

PUZZLES = {puzzle.id: puzzle for puzzle in load("04-counting")}
COUNTED = {name: puzzle for name, puzzle in PUZZLES.items() if puzzle.fact}
CHOICES = {name: puzzle for name, puzzle in PUZZLES.items() if not puzzle.fact}
FILE: list[dict[str, Any]] = json.loads((ROOT / "exercises" / "puzzles" / "04-counting.json").read_text("utf-8"))

WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
PACK = {rank + suit for rank in WORTH for suit in "SHDC"}


def worth(cards: object) -> int:
    assert isinstance(cards, set | frozenset | list | tuple)
    return sum(WORTH[card[0]] for card in cards)


def beats(card: str, led: str, trump: str) -> bool:
    if card[1] == led[1]:
        return list(WORTH).index(card[0]) < list(WORTH).index(led[0])
    return card[1] == trump


def replies(cards: set[str], led: str, trump: str, *, strict: bool) -> set[str]:
    """Return what may be played from these cards: follow and beat, follow, trump, or anything."""
    following = {card for card in cards if card[1] == led[1]}
    higher = {card for card in following if beats(card, led, trump)}
    trumps = {card for card in cards if card[1] == trump}
    return next(some for some in (higher, following, trumps, cards) if some) if strict else cards


class Told:
    """What the question, the picture and the list of tricks tell, put together by other means than the package's."""

    def __init__(self, puzzle: Puzzle) -> None:
        case = puzzle.case
        self.trump: str = case["trump"]
        self.own = set(case["hand"])
        self.turn_up: str | None = case.get("turn_up")
        self.size = len(case["opponent"])
        self.log = [(int(entry[0]), entry[1:]) for entry in case["log"]]
        self.played = {token for _, token in self.log if token in PACK}
        self.hidden = PACK - self.own - self.played - {self.turn_up}
        first = Deal.random(Rules.guide(), seed=case["about"]["seed"], dealer=case["dealer"]).start().turn_up
        assert first is not None
        self.first_turn_up = first.code
        self.points, self.in_tricks, self.tricks = [0, 0], [0, 0], [0, 0]
        self.shown: set[str] = set()
        self.strict: list[tuple[int, str, str]] = []
        self._go_through()
        self.shown -= self.played

    def _go_through(self) -> None:
        pending, led, number, closed = [0, 0], "", 0, False
        for place, (seat, token) in enumerate(self.log):
            if token == "c":
                closed = True
            elif token == "x":
                self.shown |= {self.first_turn_up} if seat else set()
            elif token[0] == "*":
                pending[seat] += 40 if token[1] == self.trump else 20
                self.shown |= {"K" + token[1], "Q" + token[1]} if seat else set()
            elif not led:
                led = token
            else:
                if (closed or number >= 6) and seat:
                    self.strict.append((place, led, token))
                winner = seat if beats(token, led, self.trump) else 1 - seat
                self.in_tricks[winner] += worth([led, token])
                self.tricks[winner] += 1
                led, number = "", number + 1
                self.points[winner] += pending[winner]
                pending[winner] = 0
            for who in (0, 1):  # with a trick won, a marriage counts at once
                if self.tricks[who]:
                    self.points[who] += pending[who]
                    pending[who] = 0
        self.points = [more + tricks for more, tricks in zip(self.points, self.in_tricks, strict=True)]
        self.closed = closed
        self.stock_left = self.turn_up is not None

    def hands(self) -> Iterator[frozenset[str]]:
        """Go through the hands that the opponent may have: no card shown is missing, and no reply was forbidden."""
        for some in combinations(sorted(self.hidden), self.size):
            held = set(some)
            if self.shown <= held and all(
                reply in replies(held | self._later(place), led, self.trump, strict=True)
                for place, led, reply in self.strict
            ):
                yield frozenset(held)

    def _later(self, place: int) -> set[str]:
        return {token for seat, token in self.log[place:] if seat and token in PACK}

    def share(self, fits: Callable[[frozenset[str]], bool]) -> Fraction:
        hands = list(self.hands())
        return Fraction(sum(map(fits, hands)), len(hands))

    def can_be_beaten(self, card: str, held: frozenset[str]) -> bool:
        strict = self.closed or not self.stock_left
        return any(beats(reply, card, self.trump) for reply in replies(set(held), card, self.trump, strict=strict))

    def fact(self, name: str, about: list[str]) -> object:
        """Return a fact; cards as letters."""
        unseen = self.hidden - self.shown
        hands = set(self.hands())
        match name:
            case "my points":
                return self.points[0]
            case "their points":
                return self.points[1]
            case "points out":
                return worth(self.hidden)
            case "trumps unseen":
                return sum(card[1] == self.trump for card in unseen)
            case "hands":
                return len(hands)
            case "high":
                out = PACK - self.own - self.played
                return not any(card[1] == about[0][1] and beats(card, about[0], self.trump) for card in out)
            case "unseen":
                return frozenset(card for card in unseen if card[1] in about or card[0] in about)
            case "their hand":
                (held,) = hands
                return held
            case "known":
                return frozenset.intersection(*hands)
            case "ruled out":
                return frozenset(unseen).difference(*hands)
            case "holds":
                return self.share(lambda held: held.issuperset(about))
            case "holds any":
                return self.share(lambda held: not held.isdisjoint(about))
            case "beaten":
                return self.share(lambda held: self.can_be_beaten(about[0], held))
        raise AssertionError(f"{name} is not counted here")


def by_itself(puzzle: Puzzle) -> object:
    """Return the fact that a puzzle asks for, found by `Told`."""
    asked = Asked.read(puzzle.fact)
    about = str(puzzle.fact).removeprefix(asked.name).split()
    found = Told(puzzle).fact(asked.name, about)
    return frozenset(map(Card, found)) if isinstance(found, frozenset) else found


@pytest.mark.parametrize("puzzle", COUNTED.values(), ids=COUNTED)
def test_the_right_answer_is_true_and_every_other_is_wrong(puzzle: Puzzle) -> None:
    true = by_itself(puzzle)
    assert [answer.right for answer in puzzle.answers] == [answer.meant == true for answer in puzzle.answers]
    assert len(puzzle.right) == 1
    assert truth(puzzle) == true


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_layouts_and_what_is_certain_agree_with_the_tricks(puzzle: Puzzle) -> None:
    told, view = Told(puzzle), puzzle.view
    hands = list(told.hands())
    assert {frozenset(codes(held)) for held in view.each_layout()} == set(hands)
    assert codes(view.unseen) == told.hidden - told.shown
    held = {card.code for fact in certain(view) if fact.held for card in fact.cards}
    assert held == frozenset.intersection(*hands)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_points_in_sight_add_up_to_120(puzzle: Puzzle) -> None:
    told = Told(puzzle)
    turn_up = [told.turn_up] if told.turn_up else []
    assert sum(told.in_tricks) + worth(told.own) + worth(told.hidden) + worth(turn_up) == 120
    assert tuple(told.points) == puzzle.start.taken


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_position_is_a_moment_of_the_deal_it_names(puzzle: Puzzle) -> None:
    about = puzzle.case["about"]
    position = Deal.random(Rules.guide(), seed=about["seed"], dealer=puzzle.case["dealer"]).start()
    for seat, action in puzzle.start.log:
        assert position.to_move == seat
        position = position.apply(action)
    assert position == puzzle.start
    assert about["opponent"] in ("Club", "Greedy")


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_question_tells_the_turn_up_that_an_exchange_took(puzzle: Puzzle) -> None:
    """The list of tricks does not tell it. Where the hand is known without it, it is not needed."""
    told = Told(puzzle)
    if (1, "x") in told.log and told.first_turn_up in told.shown and told.stock_left:
        assert str(Card(told.first_turn_up)) in puzzle.question


@pytest.mark.parametrize("puzzle", CHOICES.values(), ids=CHOICES)
def test_what_the_choices_are_worth_by_brute_force(puzzle: Puzzle) -> None:
    told = Told(puzzle)
    start = puzzle.start
    (held,) = told.hands()
    assert held == codes(start.hands[1])
    for answer in puzzle.answers:
        if answer.text == "!":
            better = 2 if told.points[1] < 33 else 1
            assert answer.value == (better if told.points[0] >= 66 else -2)
            continue
        own = frozenset(start.hands[0]) - {Card(answer.text)}
        after = Exhausted(
            rules=start.rules,
            trump=start.trump,
            hands=(own, frozenset(map(Card, held))),
            leader=0,
            led=Card(answer.text),
            points=(told.points[0], told.points[1]),
            tricks=(told.tricks[0], told.tricks[1]),
        )
        assert exhausted_value(after) == answer.value


def test_the_set_asks_for_many_things() -> None:
    assert len(PUZZLES) >= 16
    asked = {Asked.read(puzzle.fact).name for puzzle in COUNTED.values()}
    assert len(asked) >= 12
    assert len(CHOICES) >= 2
    for puzzle in PUZZLES.values():
        assert "counting" in puzzle.themes
        assert puzzle.memory
        assert 2 <= len(puzzle.answers) <= 5
        assert len(puzzle.answers) > 2 or isinstance(puzzle.answers[0].meant, bool)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_the_picture_gives_nothing_away(puzzle: Puzzle) -> None:
    drawn = picture(puzzle)
    assert "points" not in drawn
    assert not [card for card in Told(puzzle).hidden if str(Card(card)) in drawn]
    guided = hand(puzzle)
    assert guided is None or guided.memory


# Facts of positions made by hand


def asking(fact: str, right: str, wrong: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle file's object that asks for a fact."""
    answers = [
        {"answer": right, "fact": fact, "value": 1, "right": True, "why": "So it is."},
        {"answer": wrong, "fact": fact, "value": 0, "right": False, "why": "So it is not."},
    ]
    texts = {"question": "What is it?", "hints": ["One.", "Two.", "Three."], "explanation": "It is so. It is not."}
    return {"id": "made", "themes": ["counting"], "level": 1, "case": dict(case), "answers": answers, **texts}


GUIDE = Rules.guide()
# Nine cards are unseen: A♠ A♥ K♥ Q♥ K♦ 9♣ are held, J♠ J♣ Q♣ lie face down.
OPEN = scene(
    GUIDE,
    "TS KS TH AD TD JD",
    "AS AH KH QH KD 9C",
    stock="JS JC QC",
    turn_up="QS",
    points=[23, 24],
    tricks=[2, 2],
).to_dict()
SHOWN = {**OPEN, "opponent_known": ["KH"]}
# Five are unseen: A♠ and K♦ are held, and J♠ J♣ Q♣ lie face down.
CLOSED = scene(GUIDE, "TH AD", "AS KD", stock="JS JC QC", turn_up="QS", closed_by=0, points=[40, 20]).to_dict()
NO_CLUB = {**CLOSED, "opponent_lacks": ["AC", "TC", "KC", "QC", "JC", "9C"]}
# Five trumps and the ace of hearts: no layout takes a trick from them.
BEST = scene(
    GUIDE, "AS TS KS QS JS AH", "TH KH QH AD TD KD", stock="QD", turn_up="9S", points=[14, 20], tricks=[2, 3]
).to_dict()
GONE = scene(GUIDE, "TS KS", "AS KD", points=[66, 20], tricks=[7, 3]).to_dict()


MADE: list[tuple[str, Mapping[str, Any], str, str]] = [
    ("my points", OPEN, "23", "24"),
    ("their points", OPEN, "24", "23"),
    ("points missing", OPEN, "43", "42"),
    # 33 in the hand, 7 face down.
    ("points out", OPEN, "40", "43"),
    ("points out", SHOWN, "40", "36"),
    ("trumps unseen", OPEN, "2", "3"),
    ("hands", OPEN, "84", "56"),
    ("hands", SHOWN, "56", "84"),
    ("out", GONE, "yes", "no"),
    ("out", OPEN, "no", "yes"),
    ("high TS", OPEN, "no", "yes"),
    ("high KS", GONE, "no", "yes"),
    ("high TD", OPEN, "yes", "no"),
    ("unseen S", OPEN, "AS JS", "AS JS QS"),
    ("unseen A T", OPEN, "AS AH", "AS AH AD"),
    ("unseen T", OPEN, "none", "TC"),
    ("their hand", GONE, "AS KD", "AS"),
    ("known", SHOWN, "KH", "none"),
    ("known", GONE, "KD AS", "AS"),
    ("ruled out", OPEN, "none", "AS"),
    ("ruled out", NO_CLUB, "JC QC", "none"),
    ("holds AS", OPEN, "6 in 9", "3 in 9"),
    ("holds AS", SHOWN, "5 in 8", "6 in 9"),
    ("holds KH AS", SHOWN, "5 in 8", "25 in 64"),
    ("holds QS", OPEN, "0 in 1", "6 in 9"),
    ("holds any AS AH", OPEN, "11 in 12", "2 in 3"),
    ("holds any KH AS", SHOWN, "1 in 1", "5 in 8"),
    # Either trump takes A♦ while the stock is open; in strict play K♦ must follow it.
    ("beaten AD", OPEN, "11 in 12", "2 in 3"),
    ("beaten AD", CLOSED, "5 in 10", "7 in 10"),
    ("beaten AD", NO_CLUB, "1 in 3", "1 in 1"),
    ("certain", BEST, "yes", "no"),
    ("certain points", BEST, "2", "1"),
    # Seven layouts, all won.
    ("wins of close", BEST, "7", "6"),
    ("close pays", BEST, "yes", "no"),
]


@pytest.mark.parametrize(("fact", "case", "right", "wrong"), MADE)
def test_each_kind_of_fact(fact: str, case: Mapping[str, Any], right: str, wrong: str) -> None:
    puzzle = read([asking(fact, right, wrong, case)])[0]
    assert prove(puzzle) is None


def test_every_kind_of_fact_has_its_position() -> None:
    assert {Asked.read(fact).name for fact, *_ in MADE} == set(FACTS)


def test_points_are_seen_only_where_the_solver_is_asked() -> None:
    for fact, case, right, wrong in MADE:
        puzzle = read([asking(fact, right, wrong, case)])[0]
        assert puzzle.memory == (fact not in CLOSING)


# What is not true, and what is no answer


@pytest.mark.parametrize(
    ("fact", "case", "right", "wrong", "sentence"),
    [
        ("hands", OPEN, "56", "84", "answer 56: hands is 84"),
        ("holds AS", OPEN, "3 in 9", "5 in 9", "answer 3 in 9: holds AS is 2 in 3"),
        ("high TS", OPEN, "yes", "no", "answer yes: high TS is No"),
        ("unseen S", OPEN, "AS", "none", "answer AS: unseen S is A♠ and J♠"),
        ("ruled out", OPEN, "AS", "JS", "answer AS: ruled out is None"),
        ("high AS", OPEN, "yes", "no", "fact: A♠ is not in your hand, so it is not asked whether it is high"),
        ("beaten AS", OPEN, "1 in 2", "1 in 3", "card: A♠ is not yours to lead; use a card of your hand ("),
        (
            "their hand",
            OPEN,
            "AS",
            "none",
            "case: your opponent may have 84 hands, so it cannot be told which one it is",
        ),
    ],
)
def test_what_is_not_true_is_found(fact: str, case: Mapping[str, Any], right: str, wrong: str, sentence: str) -> None:
    assert str(prove(read([asking(fact, right, wrong, case)])[0])).startswith(sentence)


def test_a_list_of_tricks_must_tell_all_of_them() -> None:
    short = copy.deepcopy(FILE[0])
    short["case"]["log"] = short["case"]["log"][2:]
    assert prove(read([short])[0]) == "case: the log does not tell all the tricks, so that they cannot be counted"


def test_points_that_the_tricks_do_not_make_are_found() -> None:
    other = copy.deepcopy(FILE[0])
    mine, theirs = other["case"]["points"]
    other["case"]["points"] = [mine + 2, theirs - 2]
    assert str(prove(read([other])[0])).startswith(f"case: the log makes ({mine}, {theirs}) card points, not (")


@pytest.mark.parametrize(
    "fact",
    [
        *("", " ", "weather", "my  points", "hands ", " hands", "hands AS", "unseen", "unseen X", "unseen AS", "high"),
        *(
            "high TS KS",
            "high XX",
            "holds",
            "holds XX",
            "holds AS AS",
            "holds any AS",
            "holds any",
            "beaten",
            "known AS",
        ),
        *("HIGH TS", "hold AS", None, 7, ["hands"]),
    ],
)
def test_what_cannot_be_asked_for(fact: object) -> None:
    with pytest.raises(
        PuzzleError, match=r"^fact: .* cannot be asked for; use my points, .* holds any AS TS, beaten AS$"
    ):
        Asked.read(fact)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        *(("hands", text) for text in ("", "many", "5.5", "-5", " 5", "1_0", "1 in 2", "yes", "AS")),
        *(("high TS", text) for text in ("", "Yes", "true", "1", "AS")),
        *(("unseen S", text) for text in ("XX", "AS AS", "AS, TS", "3", "yes")),
        *(("holds AS", text) for text in ("", "0.5", "6/17", "3 in 0", "0 in 0", "7 in 6", "-1 in 2", "1 in 2 ", "6")),
        ("holds AS", "1 in 9999999"),
    ],
)
def test_what_is_no_answer(fact: str, text: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        meaning(fact, text)
    assert str(refused.value) == f"answer: {text!r} does not answer what is asked for: {fact}"


def test_two_answers_that_mean_the_same_are_refused() -> None:
    for fact, first, second in (
        ("holds AS", "6 in 9", "2 in 3"),
        ("unseen S", "AS JS", "JS AS"),
        ("hands", "84", "084"),
    ):
        with pytest.raises(PuzzleError, match="answers: two mean the same"):
            read([asking(fact, first, second, OPEN)])


def test_answers_in_words() -> None:
    puzzle = read([asking("unseen S", "AS JS", "none", OPEN)])[0]
    assert [puzzle.say(answer) for answer in puzzle.answers] == ["A♠ and J♠", "None"]
    puzzle = read([asking("holds AS", "6 in 9", "3 in 9", OPEN)])[0]
    assert [puzzle.say(answer) for answer in puzzle.answers] == ["6 in 9", "3 in 9"], (
        "not shortened: it shows the count"
    )
    assert in_answer(Fraction(6, 9)) == "2 in 3"
