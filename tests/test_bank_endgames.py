"""The endgame sets of the bank: worths and techniques by another method, and every number of a text counted again."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from sixtysix import Announce, Card, ClaimOut, Play, Position, Rules
from sixtysix.actions import Action, parse_action
from sixtysix.puzzles import Puzzle, load
from sixtysix.puzzles.generate.bank import masked
from sixtysix.puzzles.generate.endgames import ENDGAME_FINDERS
from sixtysix.puzzles.generate.explored import endgames
from sixtysix.puzzles.generate.lines import natural_line
from sixtysix.puzzles.generate.techniques import TECHNIQUES, Endgame
from sixtysix.puzzles.generate.walk import moments
from sixtysix.puzzles.generate.weaker import failures, shallow
from tests.brute import position_value
from tests.build import scene

SETS = ("10-trumps", "11-giving-and-taking", "13-schnapsen")
PUZZLES = {puzzle.id: puzzle for name in SETS for puzzle in load(name)}
BY_THEME = {theme: [p for name, p in PUZZLES.items() if name.startswith(f"{theme}-")] for theme in ENDGAME_FINDERS}


def some(theme: str, most: int = 24, cards: int = 4) -> list[Puzzle]:
    """Return the small puzzles of a theme, which brute force is quick with."""
    return [puzzle for puzzle in BY_THEME[theme] if puzzle.start.hand_size(0) <= cards][:most]


def value(position: Position) -> int:
    """Return the worth to the learner, by a recursion that knows neither the engine nor the solver."""
    return position_value(position)


def after(puzzle: Puzzle, *tokens: str) -> Position:
    position = puzzle.start
    for token in tokens:
        position = position.apply(parse_action(token))
    return position


def played_out(puzzle: Puzzle, number: int) -> Position:
    answer = puzzle.answers[number]
    return after(puzzle, *answer.text.split(), *answer.line)


def right_cards(puzzle: Puzzle) -> list[Card]:
    return [action.card for answer in puzzle.right for action in answer.actions if isinstance(action, Play)]


def plays(position: Position) -> list[Card]:
    return [action.card for action in position.legal_actions() if isinstance(action, Play)]


def top(puzzle: Puzzle, card: Card) -> bool:
    """Whether no card of the opponent's suit is higher."""
    return all(other.strength < card.strength for other in puzzle.start.hand(1) if other.suit is card.suit)


def lacks(puzzle: Puzzle, card: Card) -> bool:
    return card.suit not in {other.suit for other in puzzle.start.hand(1)}


# What every puzzle of these sets is


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_a_theme_has_twenty_puzzles_of_several_levels(theme: str) -> None:
    puzzles = BY_THEME[theme]
    assert len(puzzles) >= 20
    levels = Counter(puzzle.level for puzzle in puzzles)
    assert len(levels) >= 3
    assert max(levels.values()) <= len(puzzles) / 2


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_every_answer_is_worth_what_brute_force_finds(theme: str) -> None:
    for puzzle in some(theme):
        assert {a.text: value(after(puzzle, a.text)) for a in puzzle.answers} == {
            a.text: a.value for a in puzzle.answers
        }


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_all_cards_are_known_and_every_action_has_its_answer(theme: str) -> None:
    for puzzle in BY_THEME[theme]:
        assert puzzle.view.layouts() == 1
        assert not puzzle.start.is_open
        assert not puzzle.memory
        told = {action for answer in puzzle.answers for action in answer.actions}
        assert told == set(puzzle.start.legal_actions()) - {ClaimOut()}
        assert len(puzzle.right) <= 2
        assert max(puzzle.start.points(0), puzzle.start.points(1)) < 66


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_a_beginner_goes_wrong(theme: str) -> None:
    """The greedy player, or who plays the card that counts most."""
    for puzzle in BY_THEME[theme]:
        right = {answer.actions[0] for answer in puzzle.right}
        fails = failures(puzzle.view, right.__contains__)
        highest = max(card.points for card in plays(puzzle.start))
        wrong = {card for card in plays(puzzle.start) if card.points == highest} - set(right_cards(puzzle))
        assert fails["greedy"] == 1 or wrong
        assert puzzle.level == 1 + sum(share >= 0.5 for share in fails.values())


def test_a_quarter_of_a_theme_at_most_is_easy() -> None:
    for puzzles in BY_THEME.values():
        easy = [puzzle for puzzle in puzzles if puzzle.level == 1]
        assert len(easy) <= len(puzzles) / 4


# Techniques


def test_pulling_trumps_clears_the_way_for_a_side_card() -> None:
    for puzzle in BY_THEME["pull-trumps"]:
        trump, values = puzzle.start.trump, {answer.text: answer.value for answer in puzzle.answers}
        assert {card.suit for card in right_cards(puzzle)} == {trump}
        assert trump in {card.suit for card in puzzle.start.hand(1)}
        side = [c for c in puzzle.start.hand(0) if c.suit is not trump and top(puzzle, c) and lacks(puzzle, c)]
        trumped = [c for c in side if all(reply.suit is trump for reply in plays(after(puzzle, c.code)))]
        assert any(values[card.code] < max(values.values()) for card in trumped)


def test_forcing_makes_the_opponent_trump() -> None:
    for puzzle in BY_THEME["force"]:
        for card in right_cards(puzzle):
            assert card.suit is not puzzle.start.trump
            assert lacks(puzzle, card)
            assert {reply.suit for reply in plays(after(puzzle, card.code))} == {puzzle.start.trump}
        others = [c for c in puzzle.start.hand(0) if c.suit is puzzle.start.trump or not lacks(puzzle, c)]
        assert others
        assert not set(others) & set(right_cards(puzzle))


def test_a_throw_in_leaves_a_lead_that_nobody_wants() -> None:
    for puzzle in some("throw-in"):
        (card,) = right_cards(puzzle)
        for reply in plays(after(puzzle, card.code)):
            lost = after(puzzle, card.code, reply.code)
            assert lost.turn == 1, "every reply takes the trick"
            assert value(replace(lost, turn=0)) < value(lost)


def test_a_duck_keeps_the_top_card() -> None:
    for puzzle in BY_THEME["duck"]:
        values = {answer.text: answer.value for answer in puzzle.answers}
        (suit,) = {card.suit for card in right_cards(puzzle)}
        kept = [c for c in puzzle.start.hand(0) if c.suit is suit and top(puzzle, c) and not lacks(puzzle, c)]
        assert any(values[card.code] < max(values.values()) for card in kept)
        for card in right_cards(puzzle):
            assert card not in kept
            assert all(after(puzzle, card.code, reply.code).turn == 1 for reply in plays(after(puzzle, card.code)))


def test_a_squeeze_has_no_way_on_that_suits_every_discard() -> None:
    for puzzle in some("squeeze"):
        card = right_cards(puzzle)[0]
        thrown = plays(after(puzzle, card.code))
        assert puzzle.start.trump not in {theirs.suit for theirs in puzzle.start.hand(1)}
        assert lacks(puzzle, card)
        assert len({discard.suit for discard in thrown}) > 1
        ways = []
        for discard in thrown:
            position = after(puzzle, card.code, discard.code)
            worths = {action: value(position.apply(action)) for action in position.legal_actions()}
            best = [action for action, worth in worths.items() if worth == max(worths.values())]
            ways.append({action.card.suit if isinstance(action, Play) else None for action in best})
        assert not set.intersection(*ways)


def test_the_last_trick_matters_for_its_ten_points() -> None:
    for puzzle in some("last-trick"):
        without = replace(puzzle.start, rules=replace(puzzle.start.rules, bonus_exhausted=0))
        worths = {answer.text: value(without.apply(answer.actions[0])) for answer in puzzle.answers}
        assert all(worths[answer.text] < answer.value for answer in puzzle.right)
        end = played_out(puzzle, puzzle.answers.index(puzzle.right[0]))
        assert not end.hand(0)
        assert end.turn == 0, "you take the last trick"


def test_the_cousin_games_puzzles_turn_on_its_rules() -> None:
    for puzzle in BY_THEME[next(theme for theme in BY_THEME if theme in Rules.names())]:
        rules = puzzle.start.rules
        assert rules == Rules.schnapsen()
        if any(isinstance(answer.actions[0], Announce) for answer in puzzle.answers):
            assert len({isinstance(answer.actions[0], Announce) for answer in puzzle.right}) == 1
        else:
            end = played_out(puzzle, puzzle.answers.index(puzzle.right[0]))
            assert end.result is not None
            assert end.result.winner == 0
            assert end.result.reason == "last trick"
            assert max(end.points(0), end.points(1)) < 66


@pytest.mark.parametrize(
    ("name", "theme", "card"),
    [
        ("bring-down-the-nine", "pull-trumps", "A♦"),
        ("two-points-not-one", "pull-trumps", "10♦"),
        ("make-it-trump", "force", "Q♦"),
        ("sixty-five", "force", "A♦"),
        ("the-king-not-the-ace", "force", "Q♠"),
        ("give-the-ten-away", "throw-in", "10♦"),
        ("the-jack-first", "duck", "A♠"),
        ("two-guards-too-many", "squeeze", "J♠"),
    ],
)
def test_problems_that_people_made_are_recognised(name: str, theme: str, card: str) -> None:
    puzzle = next(puzzle for puzzle in load("03-endgames") if puzzle.id == name)
    technique = TECHNIQUES[theme](Endgame.of(puzzle.start))
    assert technique is not None
    assert str(technique.card) == card
    assert theme in puzzle.themes


# What is said


SUM = re.compile(r"((?:\d+(?: for the \w+(?: \w+)?)?(?:, | and ))+\d+(?: for the \w+(?: \w+)?)?) (?:make|are) (\d+)")
TO = re.compile(r"(?:make|are|from \d+ to) (\d+) to (?:your )?(\d+)")


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_sums_add_up_and_are_those_of_the_line(theme: str) -> None:
    for puzzle in BY_THEME[theme]:
        for number, answer in enumerate(puzzle.answers):
            end = played_out(puzzle, number)
            totals = (end.points(0), end.points(1))
            assert end.result is not None
            start = puzzle.start.points(0), puzzle.start.points(1)
            for summands, total in SUM.findall(answer.why):
                parts = [int(part) for part in re.findall(r"\d+", summands)]
                assert sum(parts) == int(total), answer.why
                side = totals.index(int(total)) if totals[0] != totals[1] else start.index(parts[0])
                assert parts[0] == start[side], answer.why
                assert side == (0 if answer.value > 0 else 1)
            for one, other in TO.findall(answer.why):
                assert {int(one), int(other)} == set(totals), answer.why
            assert re.search(r"\d", masked(answer.why)), "it gives a count"


@pytest.mark.parametrize("theme", ENDGAME_FINDERS)
def test_the_counts_of_an_explanation_are_those_of_its_lines(theme: str) -> None:
    for puzzle in BY_THEME[theme]:
        ends = [played_out(puzzle, number) for number in range(len(puzzle.answers))]
        totals = {end.points(seat) for end in ends for seat in (0, 1)}
        for summands, total in SUM.findall(puzzle.explanation):
            assert sum(int(part) for part in re.findall(r"\d+", summands)) == int(total)
            assert int(total) in totals
        for out in re.findall(r"your opponent is out with (\d+)", puzzle.explanation):
            assert int(out) in {end.points(1) for end in ends}
            assert int(out) >= 66
        for mine, theirs in re.findall(r"you lose (\d+) to (\d+)", puzzle.explanation):
            assert (int(mine), int(theirs)) in {(end.points(0), end.points(1)) for end in ends}
        mistakes = {
            str(action.card) for answer in puzzle.answers if not answer.right for action in cards_of(answer.actions)
        }
        named = set(re.findall(r"(?:A|10|K|Q|J|9)[♠♥♦♣]", puzzle.explanation))
        assert named & mistakes or "nnounce" in puzzle.explanation, "it names the mistake"


def cards_of(actions: tuple[Action, ...]) -> list[Play]:
    return [action for action in actions if isinstance(action, Play)]


FORCED = re.compile(
    r"(?P<a>CARD) has to (?:take|trump)|must be trumped with (?P<b>CARD)|opponent trump with (?P<c>CARD)|"
    r"(?P<d>CARD) must (?:take|trump)".replace("CARD", "(?:A|10|K|Q|J|9)[♠♥♦♣]")
)


def test_a_card_is_said_to_be_forced_only_where_there_is_no_other() -> None:
    told = 0
    for puzzle in PUZZLES.values():
        first = puzzle.right[0].actions[-1]
        for text in (*puzzle.hints, puzzle.explanation):
            for match in FORCED.finditer(text):
                named = next(card for card in match.groups() if card)
                assert [str(card) for card in plays(puzzle.start.apply(first))] == [named], (puzzle.id, text)
                told += 1
    assert told > 20


def test_what_can_no_longer_be_beaten_could_be_before() -> None:
    for puzzle in BY_THEME["squeeze"]:
        for name in re.findall(r"((?:A|10|K|Q|J|9)[♠♥♦♣]) can no longer", puzzle.explanation):
            card = next(one for one in puzzle.start.hand(0) if str(one) == name)
            assert any(other.beats(card, puzzle.start.trump) for other in puzzle.start.hand(1)), puzzle.id


def test_no_text_is_there_twice() -> None:
    texts = Counter(text for p in PUZZLES.values() for text in (p.explanation, *p.hints, *(a.why for a in p.answers)))
    assert [text for text, times in texts.items() if times > 1] == []
    ideas = Counter(masked(puzzle.explanation) for puzzle in PUZZLES.values())
    assert [text for text, times in ideas.items() if times > 1] == []


# The finders


def test_finders_find_the_same_again() -> None:
    position = next(moments(Rules.guide(), 23))
    for theme, find in ENDGAME_FINDERS.items():
        if theme not in Rules.names():
            assert find(position) == find(position)


def test_endgames_come_from_the_first_turn_of_a_deal_and_from_a_used_up_stock() -> None:
    first, second, *_ = moments(Rules.guide(), 23)
    assert first.is_open
    assert second.is_open
    found = list(endgames(first))
    assert found
    assert not any(end.position.is_open for end in found)
    assert list(endgames(second)) == []
    assert all(find(second) is None for find in ENDGAME_FINDERS.values())


def test_the_ways_on_are_seen_from_the_learners_seat() -> None:
    position = next(position for position in moments(Rules.guide(), 23) if not position.is_open)
    found = [end for end in endgames(position) if len(end.mine) < 5]
    assert found
    for end in found:
        assert end.position.turn == 0
        assert end.position.view(0).layouts() == 1
        assert end.worths == {action: value(end.position.apply(action)) for action in end.worths}


def test_a_line_of_best_play_ends_with_what_the_position_is_worth() -> None:
    position = scene(Rules.guide(), "KS KH QC", "QS TD TC", points=[50, 36], tricks=[5, 4])
    worth = value(position)
    for action in natural_line(position):
        position = position.apply(action)
        assert value(position) == worth


def test_the_shallow_player_counts_one_trick() -> None:
    # 10♥ loses 21 to A♥, and A♦ takes at least the 9♦.
    position = scene(Rules.guide(), "TH AD JC", "AH 9D QC", points=[40, 40], tricks=[5, 4])
    assert shallow(position.view(0)) == [Play("AD")]
