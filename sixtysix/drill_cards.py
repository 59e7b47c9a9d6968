"""The first drills: what cards and tricks are worth. Their cards are drawn at random, not from a deal."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from .cards import Card, Rank, Suit, card_points, in_words
from .drill_deals import WHO, YOU
from .drills import Ask, Board, Line, Script, Step, Task
from .players.simple import pick
from .public import marriage, trick_winner
from .report import subject
from .rule_table import MARRIAGE, ROYAL_MARRIAGE
from .rules import Rules

QUESTIONS: Final = 8
"""Questions in a round of a drill that needs no deal."""
_HIGHEST: Final = (Rank.ACE, Rank.TEN, Rank.KING)
_PLACES: Final = ("first", "second", "third")
_ROYAL: Final = 0.4
"""The share of marriages that are in trumps."""


def shuffled(cards: Sequence[Card], chance: Random) -> list[Card]:
    """Return the cards in a random order, the same for the same generator in every Python version."""
    left = list(cards)
    return [left.pop(int(chance.random() * len(left))) for _ in range(len(left))]


def _card_value(seed: int, level: int, rules: Rules) -> Script:
    chance = Random(seed)
    many = (1, 1, 2, 4)[level - 1]
    pack = [card for card in rules.pack if level > 1 or card.rank in _HIGHEST]
    beats: list[Step | Ask] = []
    last, seen = -1, set[tuple[Card, ...]]()
    while len(beats) < QUESTIONS:
        cards = tuple(shuffled(pack, chance)[:many])
        if card_points(cards) != last and cards not in seen:
            last = card_points(cards)
            seen.add(cards)
            beats.append(_worth(cards, rules))
    return tuple(beats)


def _worth(cards: tuple[Card, ...], rules: Rules) -> Ask:
    ranks = list(dict.fromkeys(card.rank for card in rules.pack))
    together = f"are {in_words(cards, 'and')} worth together" if cards[1:] else f"is {cards[0]} worth"
    traps = [
        Line(f"{'an' if rank is Rank.ACE else 'a'} {rank.word}", (rank.points - cards[0].points,))
        for rank in ranks
        if not cards[1:] and rank is not cards[0].rank
    ]
    return Ask(
        f"What {together}?",
        (card_points(cards),),
        count=tuple(Line(str(card), (card.points,)) for card in cards),
        note="" if cards[1:] else ", ".join(f"{rank.label} {rank.points}" for rank in ranks) + ".",
        cards=cards,
        traps=tuple(traps),
    )


def _trick_value(seed: int, level: int, rules: Rules) -> Script:
    chance = Random(seed)
    beats: list[Step | Ask] = []
    last, asked = -1, 0
    while asked < QUESTIONS:
        trump = pick(tuple(Suit), chance)
        found = tuple(_plain_tricks(level, trump, rules, chance) if level < 4 else _with_marriage(trump, rules, chance))
        ask = _worth_of_tricks(found, trump, level)
        if ask.truth not in ((0,), (last,)):
            last = sum(sum(line.adds) for line in ask.count)
            beats += [*(step for step, _ in found), ask]
            asked += 1
    return tuple(beats)


_Shown = tuple[Step, Suit | None]
"""A trick, and the suit of the marriage announced before it."""


def _plain_tricks(many: int, trump: Suit, rules: Rules, chance: Random) -> Iterator[_Shown]:
    pack = shuffled(rules.pack, chance)
    leader = pick((YOU, 1 - YOU), chance)
    for number in range(many):
        step, leader = _step(number, many, leader, pack[2 * number : 2 * number + 2], trump)
        yield step, None


def _with_marriage(trump: Suit, rules: Rules, chance: Random) -> Iterator[_Shown]:
    """Give two tricks, before one of which its winner announces a marriage.

    It is the second where the rules allow none at the opening lead.
    """
    first = rules.first_lead_extras and chance.random() < 0.5
    plain = tuple(suit for suit in Suit if suit is not trump)
    suit = trump if chance.random() < _ROYAL else pick(plain, chance)
    pair = marriage(suit)
    lead = pick(pair, chance)
    pack = shuffled([card for card in rules.pack if card not in pair], chance)
    reply = next(card for card in pack if not card.beats(lead, trump))
    other = [card for card in pack if card is not reply][:2]
    leader = pick((YOU, 1 - YOU), chance)
    for number, cards in enumerate(([lead, reply], other) if first else (other, [lead, reply])):
        announced = suit if cards[0] is lead else None
        step, leader = _step(number, 2, leader, cards, trump, announced)
        yield step, announced


def _step(
    number: int, many: int, leader: int, cards: Sequence[Card], trump: Suit, announced: Suit | None = None
) -> tuple[Step, int]:
    """Return a trick as it is shown, and who took it."""
    played = [(leader, cards[0]), (1 - leader, cards[1])]
    winner = trick_winner(played, trump)
    step = Step(
        title=f"The {_PLACES[number]} trick" if many > 1 else "One trick",
        cards=tuple((WHO[seat], card) for seat, card in played),
        said=(f"{subject(leader, YOU)} announced the marriage in {announced}.",) if announced else (),
        taken=f"{subject(winner, YOU)} took the trick.",
        board=Board(trump),
    )
    return step, winner


def _worth_of_tricks(found: tuple[_Shown, ...], trump: Suit, level: int) -> Ask:
    lines, traps = [], []
    for step, announced in found:
        cards = [card for _, card in step.cards]
        name = step.title if found[1:] else "The trick"
        lines.append(Line(f"{name}: {in_words(cards, 'and')}", (card_points(cards),)))
        if announced is trump:
            lines.append(Line(f"The marriage in {announced}: in trumps", (ROYAL_MARRIAGE,)))
            traps.append(Line(f"only {MARRIAGE} for the marriage", (MARRIAGE - ROYAL_MARRIAGE,)))
        elif announced is not None:
            lines.append(Line(f"The marriage in {announced}: not in trumps", (MARRIAGE,)))
            traps.append(Line(f"{ROYAL_MARRIAGE} for the marriage", (ROYAL_MARRIAGE - MARRIAGE,)))
    question = {
        1: "What was the trick worth?",
        2: "What were the two tricks worth together?",
        3: "What were the three tricks worth together?",
        4: "What did the two tricks bring together, with the marriage?",
    }[level]
    note = f"A marriage brings {MARRIAGE}, in trumps {ROYAL_MARRIAGE}." if level == 4 else ""
    worth = sum(sum(line.adds) for line in lines)
    return Ask(question, (worth,), count=tuple(lines), note=note, board=Board(trump), traps=tuple(traps))


CARD_VALUE: Final = Task(
    "card-value",
    "What is this card worth?",
    "Know the card points of every card at once.",
    ("an ace, a ten or a king", "one card of any rank", "two cards together", "four cards together"),
    _card_value,
)
TRICK_VALUE: Final = Task(
    "trick-value",
    "What is this trick worth?",
    "Add up a trick that has been turned over.",
    ("one trick", "two tricks together", "three tricks together", "two tricks, one with a marriage"),
    _trick_value,
)
