"""What lessons 00, 01 and 02 say is true: every number, and every "cannot" proved by playing out all there is."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sixtysix.actions import Announce, ClaimOut, Exchange, Play, action_token, parse_action
from sixtysix.cards import PACK, Card, Suit, card_points
from sixtysix.guided import Hand
from sixtysix.lessons import cards_and_tricks, start_here, the_stock
from sixtysix.lessons.cards_and_tricks import TAKE_THE_TENS, TRICKS, WORTH
from sixtysix.lessons.lines import right_line, story
from sixtysix.lessons.start_here import FIRST_HAND, QUICK, numbered_table
from sixtysix.lessons.the_stock import EXCHANGE_CASES, EXCHANGE_FIRST, LOSE_TRICK_SIX, MAY_I_EXCHANGE, WHO_GETS_IT
from sixtysix.position import Deal, Position
from sixtysix.rules import Rules
from sixtysix.scoring import Reason
from sixtysix.teach import Question
from sixtysix.view import View


def play(position: Position, *tokens: str) -> Position:
    for token in tokens:
        position = position.apply(parse_action(token))
    return position


def before(hand: Hand, step: int) -> Position:
    """The position of a step, counted from 1, on the right line."""
    return right_line(hand, step - 1)[-1]


def after_wrong(hand: Hand, step: int, token: str) -> Position:
    return play(before(hand, step), token, *hand.steps[step - 1].wrong[token].replies)


def points(position: Position) -> tuple[int, int]:
    return position.points(0), position.points(1)


Known = dict[tuple[object, ...], int]


def worth(position: Position, known: Known | None = None) -> int:
    """Game points to seat 0 when both see all cards and play their best, by trying every play."""
    known = {} if known is None else known
    if position.result is not None:
        return position.result.game_points[0] - position.result.game_points[1]
    seat = position.turn
    if position.points(seat) >= 66 and position.why_illegal(ClaimOut()) is None:
        return worth(position.apply(ClaimOut()))
    key = position.hands, position.trick, seat, position.taken, position.tricks
    if key not in known:
        values = [worth(position.apply(a), known) for a in position.legal_actions() if isinstance(a, Play)]
        known[key] = max(values) if seat == 0 else min(values)
    return known[key]


# What is said about a hand before and after, told by the table's own words


@pytest.mark.parametrize("module", [start_here, cards_and_tricks, the_stock], ids=lambda module: module.__name__[19:])
def test_points_of_tricks_named_in_explanations_are_right(module: object) -> None:
    """Where an explanation says that the opponent gets or takes so many points, the trick held as many."""
    hands = [value for value in vars(module).values() if isinstance(value, Hand)]
    assert hands
    found = 0
    for hand in hands:
        for number, step in enumerate(hand.steps, 1):
            for token, wrong in step.wrong.items():
                told = re.search(r"(?:gets|takes|has|costs) (\d+) points", wrong.why)
                if told:
                    start = before(hand, number)
                    lost = play(start, token, *wrong.replies[: 0 if start.trick else 1])
                    assert lost.points(1) - start.points(1) == int(told[1]), wrong.why
                    found += 1
    assert found or module is the_stock


# Lesson 00


def test_the_first_hand_goes_as_it_is_told() -> None:
    told = [points(before(FIRST_HAND, step)) for step in (1, 2, 3, 4, 5)]
    assert told == [(0, 0), (14, 0), (54, 0), (54, 14), (69, 14)]
    end = right_line(FIRST_HAND)[-1]
    assert end.result is not None
    assert end.result.game_points == (2, 0)
    assert story(FIRST_HAND).endswith(
        "You said out with 69 card points. Your opponent has 14, under 33: 2 game points for you."
    )


def test_the_first_trick_is_taken_by_the_ten_and_by_trumps_only() -> None:
    start = FIRST_HAND.start
    taking = {card.code for card in start.hand(0) if play(start, card.code).tricks_won(0)}
    assert taking == {"TH", "KC", "QC"}
    # parting the marriage costs its 40 points for good
    for token in ("KC", "QC"):
        assert after_wrong(FIRST_HAND, 1, token).why_illegal(Announce("C")) is not None
    # and leading one of them unannounced leaves the points that the explanations name
    for token, had in (("KC", 28), ("QC", 29)):
        assert points(after_wrong(FIRST_HAND, 2, token))[0] == had
        assert f"come to {had} in place of 69" in FIRST_HAND.steps[1].wrong[token].why
    assert points(before(FIRST_HAND, 5))[0] == 69
    # more than any trick can hold
    assert max(one.points + other.points for one in PACK for other in PACK if one is not other) == 22 < 40


def test_only_the_two_highest_trumps_take_the_queen_and_the_ace_of_diamonds_falls_to_a_trump_only() -> None:
    lead = before(FIRST_HAND, 3)
    trumps = [card for card in PACK if card not in lead.hand(0) and card.beats(Card("QC"), lead.trump)]
    assert [str(card) for card in trumps] == ["A♣", "10♣"]
    assert trumps == [card for card in PACK if card.beats(Card("KC"), lead.trump)]
    assert set(trumps) <= set(lead.hand(1)), "your opponent has both"
    reply = before(FIRST_HAND, 4)
    assert {card.code for card in reply.hand(0) if card.beats(Card("AD"), reply.trump)} == {"KC"}


def test_playing_on_with_69_gives_half_the_win_away() -> None:
    start = before(FIRST_HAND, 5)
    gone = after_wrong(FIRST_HAND, 5, "AS")
    assert points(gone) == (69, 35)
    assert gone.to_move == 1
    # whatever comes, the opponent has 33 or more: a right claim is worth 1
    assert play(replace(gone, turn=0), "!").result == replace(play(start, "!").result, game_points=(1, 0))  # type: ignore[type-var]


@pytest.mark.parametrize(("step", "had"), [(2, 14), (3, 54)])
def test_wrong_claims_in_the_first_hand_cost_3(step: int, had: int) -> None:
    start = before(FIRST_HAND, step)
    assert start.points(0) == had
    result = play(start, "!").result
    assert result is not None
    assert result.game_points == (0, 3)


def test_the_numbered_table_is_a_picture_with_six_numbers() -> None:
    root = ElementTree.fromstring(numbered_table())
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) >= 6
    assert [element.text for element in root.iter() if element.get("font-size") == "15"] == list("123456")


# Lesson 01


def test_who_takes_each_of_the_twelve_tricks() -> None:
    """The right answers, written down by hand."""
    assert len(TRICKS) == 12
    takes = [next(option.text for option in question.options if option.right) for question in TRICKS]
    you, other = "You", "Your opponent"
    assert takes == [you, you, other, you, other, you, other, other, you, other, other, you]
    worths = [re.search(r"(\d+) points", option.feedback) for q in TRICKS for option in q.options if option.right]
    assert [int(found[1]) for found in worths if found] == [14, 11, 21, 5, 14, 2, 14, 11, 21, 13, 14, 0]


def test_worths_are_those_of_the_cards_shown() -> None:
    for question in WORTH:
        right = [int(option.text) for option in question.options if option.right]
        if question.cards:
            assert right == [card_points(map(Card, question.cards))]
        else:
            assert right == [max(a.points + b.points for a in PACK for b in PACK if a is not b)]


def test_both_tens_are_taken_with_one_ace_and_one_trump() -> None:
    told = [points(before(TAKE_THE_TENS, step)) for step in (1, 2, 3, 4)]
    assert told == [(0, 0), (0, 2), (21, 2), (21, 6)]
    end = right_line(TAKE_THE_TENS)[-1]
    assert points(end) == (34, 6)
    for step, cards in ((1, {"QS"}), (2, {"AH", "QS"}), (4, {"QS"})):
        start = before(TAKE_THE_TENS, step)
        assert {
            card.code for card in start.hand(0) if play(start, card.code).tricks_won(0) > start.tricks_won(0)
        } == cards
    # the other losing cards at the first step give points away, and only one card is worth nothing
    assert [card.code for card in before(TAKE_THE_TENS, 1).hand(0) if card.points == 0] == ["9C"]
    assert [card.code for card in before(TAKE_THE_TENS, 3).hand(0) if card.points == 0] == ["9H"]


@pytest.mark.parametrize(("step", "token"), [(1, "QS"), (1, "AH"), (2, "QS"), (3, "QS")])
def test_the_trump_spent_early_is_missed_when_the_other_ten_comes(step: int, token: str) -> None:
    lost = after_wrong(TAKE_THE_TENS, step, token)
    assert Card("TD") in lost.played
    ten = lost.played.index(Card("TD"))
    assert lost.turn == 1  # the opponent took it
    assert not lost.played[ten + 1].beats(Card("TD"), lost.trump)
    # nothing in the hand could have taken the ten then
    led = play(before(TAKE_THE_TENS, step), token, *TAKE_THE_TENS.steps[step - 1].wrong[token].replies[:-1])
    assert led.trick[0][1] is Card("TD")
    assert not [card for card in led.hand(0) if card.beats(Card("TD"), led.trump)]


# Lesson 02


def test_the_stock_lasts_six_tricks_and_its_last_card_is_the_turn_up() -> None:
    position = Deal.random(Rules.guide(), seed=66).start()
    turn_up, tricks = position.turn_up, 0
    assert position.stock_size + 1 == 12
    while position.turn_up is not None:
        loser_of_six = position.hands
        position = position.apply(next(a for a in position.legal_actions() if isinstance(a, Play)))
        tricks += not position.trick
    assert tricks == 6
    assert turn_up in position.hand(1 - position.turn)
    assert turn_up not in loser_of_six[1 - position.turn]


def test_the_exchange_makes_the_difference() -> None:
    told = [points(before(EXCHANGE_FIRST, step)) for step in (1, 2, 3, 4)]
    assert told == [(47, 14), (47, 14), (47, 18), (68, 18)]
    end = right_line(EXCHANGE_FIRST)[-1]
    assert end.result is not None
    assert end.result.game_points == (2, 0)
    nine = after_wrong(EXCHANGE_FIRST, 1, "9D")
    assert points(nine)[0] == 57 == before(EXCHANGE_FIRST, 3).points(0) + Card("TS").points
    assert EXCHANGE_FIRST.steps[2].say.endswith(f"made 57, {66 - points(nine)[0]} too few.")
    for token in ("QS", "KH"):
        lost = after_wrong(EXCHANGE_FIRST, 3, token)
        assert lost.result is not None
        assert lost.result.game_points == (0, 1)
        assert Card("KC") in lost.hand(1)
    assert points(after_wrong(EXCHANGE_FIRST, 2, "AC"))[0] == 58
    assert after_wrong(EXCHANGE_FIRST, 1, "c").why_illegal(Exchange()) is not None
    # the ace of trumps is never beaten, and 10♠ falls to nothing else in the hand
    reply = before(EXCHANGE_FIRST, 3)
    assert {card.code for card in reply.hand(0) if card.beats(Card("TS"), reply.trump)} == {"AC"}
    assert [card for card in before(EXCHANGE_FIRST, 2).hand(0) if card.points == 0] == [Card("9D")]


def test_trick_six_is_lost_on_purpose_whatever_lies_face_down() -> None:
    """All plays to the end, for each of the six cards that may be the last one face down."""
    start = LOSE_TRICK_SIX.start
    view = start.view(0)
    assert len(view.unseen) == view.layouts() == 6
    told = the_stock.worth_by_hidden_card(start)
    for face_down in sorted(view.unseen):
        theirs = tuple(sorted(view.unseen - {face_down}))
        layout = replace(start, hands=(view.own, theirs), stock=(face_down,))
        known: Known = {}
        for card in view.own:
            value = worth(layout.apply(Play(card)), known)
            assert told[card][face_down] == value
            if card.code in ("QS", "QC"):
                assert value == 1
            elif card.code == "KH":
                assert value == (1 if face_down.code == "AS" else -1)
            else:
                assert value == -1


def test_the_rest_of_trick_six_is_true() -> None:
    told = [points(before(LOSE_TRICK_SIX, step)) for step in (1, 2, 3, 4, 5)]
    assert told == [(35, 38), (35, 41), (46, 41), (60, 41), (66, 41)]
    # with all trumps against A♠, and with every card led after it, the deal is still won
    for step in (2, 3):
        start = before(LOSE_TRICK_SIX, step)
        assert {worth(start.apply(a)) for a in start.legal_actions() if isinstance(a, Play)} == {1}
    lead = before(LOSE_TRICK_SIX, 3)
    assert {card.code for card in lead.hand(1)} == {"TS", "KS", "QH", "JD", "KC"}
    assert lead.view(0).layouts() == 1
    # the ace takes the last trump; then K♥ and 10♦ bring 66 whatever falls, the other two leads may not
    last = before(LOSE_TRICK_SIX, 4)
    least = {}
    for action in last.legal_actions():
        if isinstance(action, Play):
            led = last.apply(action)
            least[action.card.code] = min(led.apply(reply).points(0) for reply in led.legal_actions())
    assert {code for code, total in least.items() if total >= 66} == {"KH", "TD"}
    assert not any(card.suit is last.trump for card in last.hand(1))
    end = right_line(LOSE_TRICK_SIX)[-1]
    assert end.result is not None
    assert end.result.game_points == (1, 0)


@pytest.mark.parametrize("token", ["TD", "9H", "JH", "KH"])
def test_taking_trick_six_is_punished_on_the_table_by_best_play(token: str) -> None:
    start = before(LOSE_TRICK_SIX, 1)
    lost = after_wrong(LOSE_TRICK_SIX, 1, token)
    assert lost.result is not None
    assert lost.result.game_points == (0, 1)
    # no play of the learner in that line was a mistake: all were lost
    for reply in [token, *LOSE_TRICK_SIX.steps[0].wrong[token].replies]:
        start = play(start, reply)
        assert worth(start) == -1


def test_the_deal_of_trick_six_is_deal_1169() -> None:
    position = Deal.random(Rules.guide(), seed=1169, dealer=1).start()
    line = "*D QD TH 9S JS 9C TC JC AC KD AD 9D"
    for token in line.split():
        position = play(position, token)
    start = LOSE_TRICK_SIX.start
    assert replace(position, log=start.log, shown=start.shown) == start


@pytest.mark.parametrize("number", range(len(EXCHANGE_CASES)))
def test_who_may_exchange(number: int) -> None:
    view = View.from_dict({"trump": "H", "turn_up": "TH", "to_move": 0, **EXCHANGE_CASES[number]})
    assert (Exchange() in view.legal_actions()) == MAY_I_EXCHANGE[number].options[0].right == (number in (0, 5))


def test_who_gets_the_turn_up() -> None:
    rights = [next(option.text for option in question.options if option.right) for question in WHO_GETS_IT]
    assert rights == ["Your opponent", "You", "Your opponent", "6", "Your opponent"]


@pytest.mark.parametrize(
    "questions", [TRICKS, WORTH, WHO_GETS_IT, MAY_I_EXCHANGE], ids=["tricks", "worth", "turn-up", "exchange"]
)
def test_each_answer_has_feedback_of_its_own_and_one_is_right(questions: tuple[Question, ...]) -> None:
    for question in questions:
        assert sum(option.right for option in question.options) == 1
        assert all("incorrect" not in option.feedback.lower() for option in question.options)


@pytest.mark.parametrize(
    "hand", [FIRST_HAND, TAKE_THE_TENS, EXCHANGE_FIRST, LOSE_TRICK_SIX], ids=lambda hand: hand.goal
)
def test_a_refusal_that_begins_with_a_card_is_said_of_that_card_only(hand: Hand) -> None:
    for number, step in enumerate(hand.steps, 1):
        subject = re.match(r"(10|[AKQJ9])[♠♥♦♣]", step.other)
        if subject:
            tokens = {
                action_token(action) for action in before(hand, number).legal_actions() if isinstance(action, Play)
            }
            assert tokens.difference(step.right, step.wrong) == {Card(subject[0]).code}


def test_the_quick_questions_of_the_first_lesson() -> None:
    """K♣ takes A♦ with clubs as trumps and the others do not; a claim at 54 is allowed and wrong."""
    takes, marriage, claim = QUICK
    for option in takes.options:
        assert Card(option.text).beats(Card("AD"), Suit.CLUBS) == option.right
    assert [Card(code).points for code in marriage.cards] == [4, 3]
    assert [option.right for option in marriage.options] == [False, True, False]
    position = right_line(FIRST_HAND, steps=2)[-1]
    assert position.points(0) == 54
    result = position.apply(ClaimOut()).result
    assert result is not None
    assert result.reason is Reason.WRONG_CLAIM
    assert result.game_points[1] in (Rules().wrong_claim, Rules().wrong_claim_trickless) == (2, 3)
    assert claim.options[2].right
    assert "12 short" in claim.options[2].feedback
