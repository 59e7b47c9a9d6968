"""The drills that follow cards and deals: every answer is counted again from nothing but what the learner is shown."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from sixtysix import Announce, Card, Deal, Exchange, Play, Rules, drill_deals
from sixtysix.drill_deals import STRIDE, played, played_until, tricks, written
from sixtysix.drill_tasks import TASKS, task
from sixtysix.drills import Ask, Board, Script, Step, judge
from sixtysix.errors import DrillError, RulesError

from .build import TWO_HANDED

WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
RANKS = ("9", "J", "Q", "K", "10", "A")
SUITS = "♠♥♦♣"
CARD = re.compile(r"(?:10|[AKQJ9])[♠♥♦♣]")
NAMES = [
    *("card-value", "trick-value", "my-points", "both-points", "trumps-out"),
    *("high-cards", "unseen-by-suit", "his-hand", "layouts", "odds"),
]
DEALS = ("my-points", "both-points", "trumps-out", "high-cards", "unseen-by-suit", "his-hand")
# the default rules more often than the others
ROUNDS = [("guide", seed) for seed in range(8)] + [(name, seed) for name in TWO_HANDED[1:] for seed in (66,)]


@cache
def script(drill: str, seed: int, level: int, rules: str) -> Script:
    return TASKS[drill].script(seed, level, Rules.preset(rules))


def scripts(drill: str) -> Iterator[tuple[str, int, Script]]:
    """Go through rounds of a drill at every level: the rules, the level and the script."""
    for level in range(1, len(TASKS[drill].levels) + 1):
        for rules, seed in ROUNDS:
            yield rules, level, script(drill, seed, level, rules)


def worth(cards: list[str]) -> int:
    return sum(WORTH[card[:-1]] for card in cards)


def asks(beats: Script) -> list[Ask]:
    return [beat for beat in beats if isinstance(beat, Ask)]


def pack(rules: str) -> set[str]:
    return {rank + suit for rank in RANKS[not Rules.preset(rules).nines :] for suit in SUITS}


def texts(cards: object) -> list[str]:
    assert isinstance(cards, list | tuple | set | frozenset)
    return [str(card) for card in cards]


class Learner:
    """Somebody who watches a round with a pencil: all that can be known from what is shown, with rules of its own."""

    def __init__(self, rules: str) -> None:
        self.rules = Rules.preset(rules)
        self.pack = pack(rules)
        self.points = {"you": 0, "opponent": 0}
        self.from_cards = {"you": 0, "opponent": 0}
        self.waiting = {"you": 0, "opponent": 0}
        self.has_trick: set[str] = set()
        self.played: list[list[str]] = []
        self.seen: set[str] = set()
        self.hand: list[str] = []
        self.shown: set[str] = set()  # by the opponent, and still held
        self.turn_up: str | None = None
        self.closed = False
        self.trump = ""

    def look(self, board: Board) -> None:
        self.trump = str(board.trump)
        self.hand = texts(board.hand)
        self.turn_up = str(board.turn_up) if board.turn_up else None
        self.seen |= {*self.hand, *([self.turn_up] if self.turn_up else [])}

    def watch(self, step: Step) -> None:
        board = step.board
        assert board is not None
        for sentence in step.said:
            self.hear(sentence, str(board.trump))
        self.look(board)
        (first, led), (second, reply) = [(who, str(card)) for who, card in step.cards]
        self.seen |= {led, reply}
        self.shown -= {led, reply}
        self.played.append([led, reply])
        same = led[-1] == reply[-1]
        beaten = RANKS.index(reply[:-1]) > RANKS.index(led[:-1]) if same else reply[-1] == self.trump
        winner = second if beaten else first
        assert step.taken == ("You took the trick." if winner == "you" else "Your opponent took the trick.")
        assert step.title == f"Trick {len(self.played)}"
        if not self.has_trick & {winner}:
            self.points[winner] += self.waiting[winner]
            self.waiting[winner] = 0
            self.has_trick.add(winner)
        self.points[winner] += worth([led, reply])
        self.from_cards[winner] += worth([led, reply])
        if not board.hand and (self.closed or len(self.played) == len(self.pack) // 2):
            self.points[winner] += self.rules.bonus_closed if self.closed else self.rules.bonus_exhausted

    def hear(self, sentence: str, trump: str) -> None:
        who = "you" if sentence.startswith("You ") else "opponent"
        if found := re.search(r"announced the marriage in (.)\.", sentence):
            brings = 40 if found[1] == trump else 20
            pair = {f"K{found[1]}", f"Q{found[1]}"}
            self.seen |= pair
            if who == "opponent":
                self.shown |= pair
            if who in self.has_trick:
                self.points[who] += brings
            else:
                self.waiting[who] += brings
        elif "exchanged" in sentence:
            low, high = CARD.findall(sentence)
            self.seen |= {low, high}
            if who == "opponent":
                self.shown = (self.shown - {low}) | {high}
        elif "drew the turn-up" in sentence:
            (card,) = CARD.findall(sentence)
            assert card in self.seen
            if who == "opponent":
                self.shown.add(card)
        elif "closed the stock" in sentence:
            self.closed = True
        else:
            assert sentence.endswith("did not exchange.")

    @property
    def unseen(self) -> set[str]:
        return self.pack - self.seen

    @property
    def gone(self) -> list[str]:
        return [card for trick in self.played for card in trick]


def watched(rules: str, beats: Script) -> Iterator[tuple[Learner, Ask]]:
    """Watch a round, and stop at each question."""
    learner = Learner(rules)
    for beat in beats:
        if isinstance(beat, Step):
            learner.watch(beat)
        else:
            if beat.board:
                learner.look(beat.board)
            yield learner, beat


# All drills


def test_the_names_are_public_and_in_this_order() -> None:
    assert list(TASKS) == NAMES
    assert all(task(name).name == name for name in NAMES)
    with pytest.raises(DrillError, match=r"'my-pionts' is not a drill; there are card-value, trick-value, my-points"):
        task("my-pionts")
    wrong: object
    for wrong in (None, 5, [], {}):
        with pytest.raises(DrillError, match="is not a drill"):
            task(wrong)


@pytest.mark.parametrize("drill", NAMES[:-2])
def test_a_round_is_well_made(drill: str) -> None:
    for _, level, beats in scripts(drill):
        assert isinstance(beats[-1], Ask), "nothing comes after the last question"
        assert len(asks(beats)) == 8 if drill in NAMES[:2] else asks(beats)
        for beat in beats:
            said = [beat.title, *beat.said, beat.taken] if isinstance(beat, Step) else [beat.question, beat.note]
            said += [line.text for line in (*beat.count, *beat.traps)] if isinstance(beat, Ask) else []
            for text in said:
                assert "!" not in text
                assert "None" not in text
            if isinstance(beat, Step):
                assert not re.search(r"\bcard points?\b|\b(20|40)\b", " ".join(said)), "no points are shown"
                assert beat.cards
        for ask in asks(beats):
            many = len(ask.truth) if isinstance(ask.truth, tuple) else 0
            assert len(ask.labels) in (0, many)
            assert all(len(line.adds) == many for line in ask.count)
            assert all(len(trap.adds) == many and any(trap.adds) for trap in ask.traps)
            assert set(ask.choices) >= ask.truth if isinstance(ask.truth, frozenset) else not ask.choices
            if ask.count:
                assert tuple(map(sum, zip(*(line.adds for line in ask.count), strict=True))) == ask.truth
            if drill in NAMES[:2]:
                assert ask.count, "a count of cards can always be told"
        assert level


@pytest.mark.parametrize("drill", NAMES)
def test_a_round_is_the_same_again_and_another_with_another_seed(drill: str) -> None:
    for level in range(1, len(TASKS[drill].levels) + 1):
        first = TASKS[drill].script(5, level, Rules.guide())
        assert first == script(drill, 5, level, "guide")
        assert first != script(drill, 6, level, "guide")


@pytest.mark.parametrize("drill", DEALS)
def test_the_next_round_is_another_deal(drill: str) -> None:
    rounds = [script(drill, seed, 1, "guide") for seed in range(8)]
    first = {
        beats[0].cards + tuple(beats[0].board.hand) for beats in rounds if isinstance(beats[0], Step) and beats[0].board
    }
    assert len(first) == 8


@pytest.mark.parametrize("drill", DEALS)
def test_what_is_shown_was_really_played(drill: str) -> None:
    """The steps are those of one of the deals that the seed leads to, played by the engine."""
    for rules, seed in ROUNDS[::3]:
        steps = [beat for beat in script(drill, seed, 1, rules) if isinstance(beat, Step)]
        for tried in range(200):
            positions = played(seed + tried * STRIDE, Rules.preset(rules))
            plays = [(seat, action.card) for seat, action in positions[-1].log if isinstance(action, Play)]
            shown = [(("you", "opponent").index(who), card) for step in steps for who, card in step.cards]
            if plays[: len(shown)] == shown:
                break
        else:
            raise AssertionError("no such deal")
        said = [sentence for step in steps for sentence in step.said]
        log = positions[-1].log
        at = [place for place, (_, action) in enumerate(log) if isinstance(action, Play)][len(shown) - 1]
        for kind, words in ((Announce, "announced"), (Exchange, "exchanged")):
            done = ["You" if seat == 0 else "Your opponent" for seat, action in log[:at] if isinstance(action, kind)]
            assert [text.partition(f" {words}")[0] for text in said if words in text] == done


@pytest.mark.parametrize("rules", ["three_handed", "four_handed"])
@pytest.mark.parametrize("drill", DEALS)
def test_more_players_are_refused(drill: str, rules: str) -> None:
    with pytest.raises(RulesError, match="a drill is for 2 players"):
        TASKS[drill].script(1, 1, Rules.preset(rules))


@pytest.mark.parametrize("drill", NAMES)
def test_no_round_has_the_same_answer_throughout(drill: str) -> None:
    """Among these seeds are deals in which you take no trick, or nothing new comes for every question."""
    for level in range(1, len(TASKS[drill].levels) + 1):
        for seed in (*range(1000, 1006), 1016, 1025, 1030, 1035, 1040, 1064, 1069, 1074, 1078):
            truths = [ask.truth for ask in asks(TASKS[drill].script(seed, level, Rules.guide()))]
            assert len(truths) == 1 or len(set(truths)) > 1, (level, seed)


def test_a_drill_that_finds_no_deal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drill_deals, "SEARCH", 5)
    with pytest.raises(DrillError, match="Under these rules no deal was found"):
        written(1, Rules.guide(), lambda found: False, lambda found: ())
    with pytest.raises(DrillError, match="Under these rules no deal was found"):  # all answers alike
        written(1, Rules.guide(), lambda found: True, lambda found: (Ask("?", (0,)), Ask("?", (0,))))
    with pytest.raises(DrillError, match="Under these rules no deal was found"):
        played_until(1, Rules.guide(), lambda trick: trick.number > 12)


# Cards alone


def test_the_value_of_cards() -> None:
    for rules, level, beats in scripts("card-value"):
        values = []
        for ask in asks(beats):
            named = CARD.findall(ask.question)
            assert named == texts(ask.cards)
            assert len(named) == len(set(named)) == (1, 1, 2, 4)[level - 1]
            assert set(named) <= pack(rules)
            assert ask.truth == (worth(named),)
            if level == 1:
                assert named[0][:-1] in ("A", "10", "K")
            values.append(worth(named))
            for trap in ask.traps:  # what another rank is worth
                given = worth(named) + trap.adds[0]
                assert given == {
                    f"a {w}": n for w, n in zip(("ten", "king", "queen", "jack", "nine"), (10, 4, 3, 2, 0), strict=True)
                }.get(trap.text, 11)
        assert all(one != other for one, other in pairwise(values)), "no value twice in a row"
        assert len({ask.question for ask in asks(beats)}) == 8


def test_the_value_of_tricks() -> None:
    marriages = set()
    for rules, level, beats in scripts("trick-value"):
        cards: list[str] = []
        extra = tricks_shown = 0
        for beat in beats:
            if isinstance(beat, Step):
                assert beat.board is not None
                trump = str(beat.board.trump)
                trick = texts([card for _, card in beat.cards])
                tricks_shown += 1
                same = trick[0][-1] == trick[1][-1]
                better = RANKS.index(trick[1][:-1]) > RANKS.index(trick[0][:-1])
                winner = beat.cards[(same and better) or (not same and trick[1][-1] == trump)][0]
                assert beat.taken == f"{'You' if winner == 'you' else 'Your opponent'} took the trick."
                for text in beat.said:
                    suit = text[-2]
                    assert trick[0] in (f"K{suit}", f"Q{suit}")
                    assert winner == beat.cards[0][0], "who announced it took the trick: it counts"
                    assert text.startswith("You" if winner == "you" else "Your opponent")
                    extra += 40 if suit == trump else 20
                    assert tricks_shown == 2 or Rules.preset(rules).first_lead_extras
                    partner = {f"K{suit}": f"Q{suit}", f"Q{suit}": f"K{suit}"}[trick[0]]
                    cards.append(f"not {partner}")
                cards += trick
            else:
                held = {card[4:] for card in cards if card.startswith("not ")}
                cards = [card for card in cards if not card.startswith("not ")]
                assert not held & set(cards), "the other half of the marriage is still in the hand"
                assert tricks_shown == (1, 2, 3, 2)[level - 1]
                assert len(set(cards)) == len(cards) == 2 * tricks_shown
                assert set(cards) <= pack(rules)
                assert bool(extra) == (level == 4)
                assert beat.truth == (worth(cards) + extra,)
                assert beat.truth != (0,)
                marriages.add(extra)
                cards, extra, tricks_shown = [], 0, 0
        assert all(one.truth != other.truth for one, other in pairwise(asks(beats)))
    assert marriages == {0, 20, 40}


def test_the_only_trick_is_called_the_trick() -> None:
    ask = next(ask for ask in asks(script("trick-value", 3, 1, "guide")) if ask.truth[0] > 4)  # type: ignore[index]
    (worth,) = ask.truth  # type: ignore[misc]
    assert judge(ask, [0]).said == f"0 is {worth} too few, as if the trick had been left out. It is {worth}."
    for _, level, beats in scripts("trick-value"):
        for one in asks(beats):
            names = [line.text.partition(":")[0] for line in one.count if "trick" in line.text.partition(":")[0]]
            places = ["The first trick", "The second trick", "The third trick"]
            assert names == (["The trick"] if level == 1 else places[: (1, 2, 3, 2)[level - 1]])


# Points


@pytest.mark.parametrize("drill", ["my-points", "both-points"])
def test_points_are_those_of_a_pencil(drill: str) -> None:
    bonus = marriages = False
    for rules, level, beats in scripts(drill):
        every = level if level < 4 else 99
        numbers = []
        for learner, ask in watched(rules, beats):
            you, opponent = learner.points["you"], learner.points["opponent"]
            assert ask.truth == ((you,) if drill == "my-points" else (you, opponent))
            numbers.append(len(learner.played))
            left = 120 - sum(learner.from_cards.values())
            extras = sum(learner.points.values()) - sum(learner.from_cards.values())
            if drill == "both-points":
                check = re.fullmatch(
                    r"Check: your tricks (\d+), your opponent's (\d+), not played (\d+): together 120"
                    r"( \(marriages and the bonus for the last trick apart\))?\.",
                    ask.note,
                )
                assert check
                assert [int(number) for number in check.groups()[:3]] == [*learner.from_cards.values(), left]
                assert bool(check[4]) == bool(extras)
            else:
                assert bool(learner.waiting["you"]) == bool(ask.note)
            marriages |= extras >= 20
            bonus |= extras % 20 == 10
        shown = sum(isinstance(beat, Step) for beat in beats)
        assert numbers == [n for n in range(1, shown + 1) if n % every == 0 or n == shown]
        assert shown >= 6
    assert marriages
    assert bonus


@pytest.mark.parametrize("drill", ["my-points", "both-points", "trumps-out"])
def test_a_count_goes_on_from_the_true_one(drill: str) -> None:
    """After a wrong answer it is not the learner's own, so it is not called that."""
    before = None
    for _, _, beats in scripts(drill):
        for number, ask in enumerate(asks(beats)):
            base = [line for line in ask.count if line.base and line.text.startswith("So far")]
            assert [line.adds for line in base] in ([], [before] if number else [])
            assert all(line.text == "So far: the count at the last question" for line in base)
            before = ask.truth


@pytest.mark.parametrize(("rules", "seed"), [("guide", 22), ("guide", 40), ("schnapsen", 0)])
def test_a_pending_marriage_is_told_after_the_answer(rules: str, seed: int) -> None:
    notes = []
    for learner, ask in watched(rules, script("my-points", seed, 1, rules)):
        waiting = learner.waiting["you"]
        assert ask.note == (f"The {waiting} of your marriage wait for your first trick." if waiting else "")
        assert [trap.adds for trap in ask.traps if "pending" in trap.text] == ([(waiting,)] if waiting else [])
        notes.append(ask.note)
    assert any(notes)
    assert not notes[-1]


def test_what_may_be_counted_by_mistake_is_of_the_other_side_or_pending() -> None:
    for rules, _, beats in scripts("both-points"):
        for learner, ask in watched(rules, beats):
            waiting = tuple(learner.waiting.values())
            for trap in ask.traps:
                if "pending" in trap.text:
                    assert trap.adds == waiting
                    continue
                number, who = re.fullmatch(r"trick (\d+), which (you|your opponent) took,", trap.text).groups()  # type: ignore[union-attr]
                points = worth(learner.played[int(number) - 1])
                assert trap.adds == ((0, points) if who == "you" else (points, 0))
            assert any("pending" in trap.text for trap in ask.traps) == any(waiting)


# Trumps, high cards, suits


def test_trumps_are_counted_right() -> None:
    unseen_sizes, kinds = set(), set()
    for rules, level, beats in scripts("trumps-out"):
        numbers, answers = [], []
        for learner, ask in watched(rules, beats):
            played = sum(card[-1] == learner.trump for card in learner.gone)
            unseen = sum(card[-1] == learner.trump for card in learner.unseen)
            assert ask.truth == ((played,), (played,), (unseen,), (played, unseen))[level - 1]
            assert ask.note.startswith(f"There are {len(learner.pack) // 4} trumps in all.")
            if level > 2:  # the note names all that has been seen
                assert "your own, those played, the turn-up, and those that your opponent has shown" in ask.note
                elsewhere = {*learner.hand, *learner.gone, learner.turn_up}
                kinds.add(any(card[-1] == learner.trump for card in learner.seen - elsewhere))
            assert (ask.board is not None) == (level > 2)
            numbers.append(len(learner.played))
            answers.append(ask.truth)
            unseen_sizes.add(unseen)
        if level == 4:
            assert len(numbers) == 1
            assert 6 <= numbers[0] <= 9
        else:
            assert all(number % (2, 3, 2)[level - 1] == 0 for number in numbers[:-1])
            over = (0,) if level == 3 else (len(pack(rules)) // 4,)
            assert over not in answers[:-1], "once all is known nothing more is asked"
    assert unseen_sizes >= {0, 1, 2, 3, 4}
    assert kinds == {True, False}, "with and without a trump that the opponent has shown"


def test_high_cards_are_counted_right() -> None:
    for rules, level, beats in scripts("high-cards"):
        ranks = ("A",) if level == 1 else ("A", "10")
        for number, (learner, ask) in enumerate(watched(rules, beats)):
            unseen = {card for card in learner.unseen if card[:-1] in ranks}
            if level < 3:
                assert ask.truth == (len(unseen),)
            else:
                assert set(texts(ask.truth)) == unseen
                assert set(texts(ask.choices)) == {rank + suit for rank in ranks for suit in SUITS}
                assert {str(card) for card, _ in ask.why} == set(texts(ask.choices)) - unseen
                for card, why in ask.why:
                    assert why == place(learner, str(card))
            assert ask.board is not None
            assert number or len(unseen) > 1, "a round does not begin with nothing to count"


def place(learner: Learner, card: str) -> str:
    """Say where a card is that has been seen."""
    for number, trick in enumerate(learner.played, 1):
        if card in trick:
            return f"was played in trick {number}"
    if card in learner.hand:
        return "is in your hand"
    if card == learner.turn_up:
        return "is the turn-up"
    assert card in learner.shown
    return "is in your opponent's hand: you have seen it"


def test_suits_are_counted_right() -> None:
    for rules, level, beats in scripts("unseen-by-suit"):
        numbers = []
        for learner, ask in watched(rules, beats):
            assert ask.labels == tuple(SUITS)
            assert ask.truth == tuple(sum(card[-1] == suit for card in learner.unseen) for suit in SUITS)
            assert ask.board is not None
            total, stock = len(learner.unseen), ask.board.stock
            used_up = ask.board.turn_up is None
            rest = "the stock is used up, so all are with your opponent"
            if not used_up:
                assert stock is not None
                rest = f"{total - stock} with your opponent, {stock} face down"
                holds = len(learner.pack) - len(learner.gone) - len(learner.hand) - stock - 1
                assert holds == total - stock + len(learner.shown)
            assert ask.note == f"Together {total}: {rest}."
            # every card seen is in exactly one line
            listed = [card for line in ask.count if not line.base for card in CARD.findall(line.text)]
            assert sorted(listed) == sorted(learner.seen)
            numbers.append(len(learner.played))
        assert all(number % (level + 1) == 0 for number in numbers[:-1]) or level == 4
        assert level < 4 or (len(numbers) == 1 and 6 <= numbers[0] <= 9)


def test_his_hand_is_what_is_left() -> None:
    took = set()
    for rules, level, beats in scripts("his-hand"):
        ((learner, ask),) = watched(rules, beats)
        size = Rules.preset(rules).hand_size
        assert not learner.closed
        assert ask.board is not None
        assert (ask.board.turn_up, ask.board.stock) == (None, 0)
        assert len(learner.played) == len(learner.pack) // 2 - size
        left = learner.pack - set(learner.gone) - set(learner.hand)
        assert isinstance(ask.truth, frozenset)
        assert set(texts(ask.truth)) == left
        assert len(left) == size
        assert len(ask.choices) == (size + size // 2, 2 * size, len(learner.pack) - size)[level - 1]
        assert not set(texts(ask.choices)) & set(learner.hand)
        (card,) = CARD.findall(ask.question)
        you = "you drew" in ask.question
        assert (card in learner.hand) == you
        assert (card in left) != you
        assert ask.note == (
            f"Of {len(learner.pack)} cards {len(learner.gone)} have been played and {size} are yours: {size} are left."
        )
        took.add(you)
        for one, why in ask.why:
            assert why == place(learner, str(one))
    assert took == {True, False}


# Deals trick by trick


@pytest.mark.parametrize("rules", TWO_HANDED)
def test_after_a_trick_the_cards_are_drawn(rules: str) -> None:
    """Both hold as many cards after a trick as before the next, whether they draw by themselves or on a choice."""
    for seed in range(12):
        positions = played(seed, Rules.preset(rules))
        found = tuple(tricks(positions))
        assert len(found) == sum(positions[-1].tricks)
        for one, other in pairwise(found):
            assert one.after.hand_sizes == other.before.hand_sizes
            assert one.after.stock_size == other.before.stock_size
            assert one.number + 1 == other.number
            assert one.winner == one.after.turn == other.before.turn


def test_a_deal_is_played_no_further_than_needed() -> None:
    deal = Deal.random(Rules.guide(), 5, dealer=0)
    assert played(5, Rules.guide())[0] == deal.start()
    found = played_until(5, Rules.guide(), lambda trick: trick.number == 3)
    assert [trick.number for trick in found] == [1, 2, 3]
    assert all(isinstance(card, Card) for card in found[0].cards)
