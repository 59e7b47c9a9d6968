"""The drills that follow a deal trick by trick: points, trumps, high cards, suits, and the opponent's last cards."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from .cards import Card, Rank, Suit, card_points, in_words
from .counting import unseen_by_suit
from .drill_cards import shuffled
from .drill_deals import YOU, Trick, board, played_until, point_lines, point_traps, written
from .drills import Ask, Line, Script, Step, Task
from .report import subject
from .rules import Rules

EVERY: Final = ("after every trick", "after every second trick", "after every third trick", "once, at the end")
"""The levels of a drill that counts points: how long you count before you are asked."""
ENOUGH: Final = 6
"""The fewest tricks of a deal worth following."""
TRUMPS: Final = 3
"""The fewest trumps played in a deal worth counting them in."""
LATEST: Final = 9
"""The last trick after which one question about a whole deal is asked; later there is little left to count."""
HIGH: Final = (Rank.ACE, Rank.TEN)
SEEN: Final = "You have seen your own, those played, the turn-up, and those that your opponent has shown."


def due(number: int, level: int, last: int) -> bool:
    """Return whether a drill with the levels `EVERY` asks after this trick of a deal with `last` tricks.

    >>> [number for number in range(1, 9) if due(number, 3, 8)]
    [3, 6, 8]
    """
    return number == last or (level < len(EVERY) and number % level == 0)


def _long(found: tuple[Trick, ...]) -> bool:
    return len(found) >= ENOUGH


# Card points


def _my_points(seed: int, level: int, rules: Rules) -> Script:
    return _points((YOU,), seed, level, rules)


def _both_points(seed: int, level: int, rules: Rules) -> Script:
    return _points((YOU, 1 - YOU), seed, level, rules)


def _points(seats: tuple[int, ...], seed: int, level: int, rules: Rules) -> Script:
    def write(found: tuple[Trick, ...]) -> Script:
        beats: list[Step | Ask] = []
        asked = 0
        for trick in found:
            beats.append(trick.step)
            if due(trick.number, level, len(found)):
                beats.append(points_held(found[: trick.number], asked, seats))
                asked = trick.number
        return tuple(beats)

    return written(seed, rules, _long, write)


def points_held(found: tuple[Trick, ...], asked: int, seats: tuple[int, ...]) -> Ask:
    """Ask for the card points of these seats after the last of these tricks, the first ones of a deal.

    `asked` is the number of the trick after which they were asked for before, 0 if they were not.
    """
    last, since = found[-1], found[asked - 1].after if asked else found[0].before
    count = [Line("So far: the count at the last question", (since.points(YOU), since.points(1 - YOU)), base=True)]
    traps: list[Line] = []
    for trick in found[asked:]:
        count += point_lines(trick, since)
        traps = [*(trap for trap in traps if "pending" not in trap.text), *point_traps(trick)]
        since = trick.after
    both = len(seats) > 1
    return Ask(
        "How many card points has each of you now?" if both else "How many card points have you now?",
        tuple(last.after.points(seat) for seat in seats),
        ("you", "your opponent") if both else (),
        count=_of_seats(count, seats),
        note=_check_sum(last) if both else _pending(last),
        traps=_of_seats(traps, seats),
    )


def _of_seats(lines: Iterable[Line], seats: tuple[int, ...]) -> tuple[Line, ...]:
    """Keep of lines that add to both seats what they add to these, and only those that add something."""
    kept = (Line(line.text, tuple(line.adds[seat] for seat in seats), line.base) for line in lines)
    return tuple(line for line in kept if any(line.adds))


def _pending(trick: Trick) -> str:
    waiting = trick.after.pending(YOU)
    return f"The {waiting} of your marriage wait for your first trick." if waiting else ""


def _check_sum(trick: Trick) -> str:
    """Say that what both took and what has not been played make up the pack."""
    pack, after = card_points(trick.after.rules.pack), trick.after
    done = tuple(after.finished_tricks())
    mine, theirs = (
        sum(card_points(card for _, card in one.cards) for one in done if one.winner == seat) for seat in (YOU, 1 - YOU)
    )
    left = pack - card_points(after.played)
    extras = after.points(YOU) + after.points(1 - YOU) - mine - theirs
    apart = " (marriages and the bonus for the last trick apart)" if extras else ""
    return f"Check: your tricks {mine}, your opponent's {theirs}, not played {left}: together {pack}{apart}."


# Trumps, high cards and suits


def _follow(
    found: tuple[Trick, ...], every: int, ask: Callable[[tuple[Trick, ...]], Ask], over: Callable[[Ask], bool]
) -> Script:
    """Show a deal and ask after every so many tricks and at its end, until it is over or no card is left."""
    beats: list[Step | Ask] = []
    asked = 0
    for trick in found:
        beats.append(trick.step)
        if (trick.number % every == 0 or trick.number == len(found)) and any(trick.after.hands):
            question = ask(found[: trick.number])
            beats.append(question)
            asked = len(beats)
            if over(question):
                break
    return tuple(beats[:asked])


def _trumps(seed: int, level: int, rules: Rules) -> Script:
    def write(found: tuple[Trick, ...]) -> Script:
        if level == 4:
            return _once(seed, found, _trumps_and_unseen)
        if level == 3:
            return _follow(found, 2, trumps_unseen, lambda ask: ask.truth == (0,))
        every, all_of_them = level + 1, (len(_trump_cards(found)),)
        return _follow(found, every, lambda so_far: _trumps_played(so_far, every), lambda ask: ask.truth == all_of_them)

    return written(seed, rules, lambda found: _long(found) and sum(_trumps_in(found)) >= TRUMPS, write)


def _once(seed: int, found: tuple[Trick, ...], ask: Callable[[tuple[Trick, ...]], Ask]) -> Script:
    """Return a round with one question, after some trick from `ENOUGH` to `LATEST`."""
    last = ENOUGH + int(Random(seed).random() * (min(LATEST, len(found)) - ENOUGH + 1))
    return (*(trick.step for trick in found[:last]), ask(found[:last]))


def _trump_cards(found: tuple[Trick, ...]) -> frozenset[Card]:
    after = found[-1].after
    return frozenset(card for card in after.rules.pack if card.suit is after.trump)


def _trumps_in(found: tuple[Trick, ...]) -> list[int]:
    """Return how many trumps each trick has."""
    trumps = _trump_cards(found)
    return [len(trumps.intersection(trick.cards)) for trick in found]


def _trumps_played(found: tuple[Trick, ...], every: int) -> Ask:
    """Ask for the trumps played; the count goes on from the last question, one being asked after every so many."""
    trumps, played = _trump_cards(found), _trumps_in(found)
    asked = (len(found) - 1) // every * every
    so_far = Line("So far: the count at the last question", (sum(played[:asked]),), base=True)
    lines = (so_far, *_trick_lines(found[asked:], (trumps,), 1))
    return Ask(
        "How many trumps have been played?",
        (sum(played),),
        count=tuple(line for line in lines if any(line.adds)),
        note=f"There are {len(trumps)} trumps in all.",
    )


def trumps_unseen(found: tuple[Trick, ...]) -> Ask:
    """Ask for the number of trumps not seen after the last of these tricks, the first ones of a deal."""
    trick, trumps = found[-1], _trump_cards(found)
    return Ask(
        "How many trumps have you not seen yet?",
        (len(trumps & trick.view.unseen),),
        count=_unseen_lines(found, (trumps,)),
        board=board(trick.after),
        note=f"There are {len(trumps)} trumps in all. {SEEN}",
    )


def _trumps_and_unseen(found: tuple[Trick, ...]) -> Ask:
    played, unseen = _trumps_played(found, len(found)), trumps_unseen(found)
    assert isinstance(played.truth, tuple)  # both are numbers
    assert isinstance(unseen.truth, tuple)
    adds = {line.text: line.adds for line in played.count}
    return Ask(
        "How many trumps have been played, and how many have you not seen yet?",
        played.truth + unseen.truth,
        ("played", "not seen"),
        count=tuple(Line(line.text, adds.get(line.text, (0,)) + line.adds, line.base) for line in unseen.count),
        board=unseen.board,
        note=unseen.note,
    )


def _unseen_lines(found: tuple[Trick, ...], groups: tuple[frozenset[Card], ...]) -> tuple[Line, ...]:
    """Count down from the whole pack to the cards of each group that you have not seen."""
    view = found[-1].view
    seen = {
        "Your hand": view.own,
        "The turn-up": (view.turn_up,) if view.turn_up else (),
        "What your opponent has shown": view.hand(1 - YOU),
    }
    lines = [Line("The pack: all of them", tuple(map(len, groups)), base=True)]
    lines += [_line(name, cards, groups, -1) for name, cards in seen.items()]
    lines += _trick_lines(found, groups, -1)
    return tuple(line for line in lines if any(line.adds))


def _trick_lines(found: tuple[Trick, ...], groups: tuple[frozenset[Card], ...], sign: int) -> tuple[Line, ...]:
    return tuple(_line(trick.step.title, trick.cards, groups, sign) for trick in found)


def _line(name: str, cards: Iterable[Card], groups: tuple[frozenset[Card], ...], sign: int) -> Line:
    counted = frozenset[Card]().union(*groups)
    text = f"{name}: {in_words((card for card in cards if card in counted), 'and')}"
    return Line(text, tuple(sign * len(group.intersection(cards)) for group in groups))


def _high_cards(seed: int, level: int, rules: Rules) -> Script:
    ranks = HIGH[:1] if level == 1 else HIGH
    every = 3 if level == 3 else 2
    high = frozenset(card for card in rules.pack if card.rank in ranks)

    def good(found: tuple[Trick, ...]) -> bool:
        return _long(found) and len(high & found[every - 1].view.unseen) > 1

    def write(found: tuple[Trick, ...]) -> Script:
        return _follow(
            found,
            every,
            lambda so_far: high_unseen(so_far, high, which=level == 3),
            lambda ask: ask.truth in ((0,), frozenset()),
        )

    return written(seed, rules, good, write)


def high_unseen(found: tuple[Trick, ...], high: frozenset[Card], *, which: bool) -> Ask:
    """Ask how many, or which, of these aces and tens are not seen after the last of these tricks."""
    trick = found[-1]
    unseen = high & trick.view.unseen
    what = "aces and tens" if any(card.rank is Rank.TEN for card in high) else "aces"
    if not which:
        count = _unseen_lines(found, (high,))
        return Ask(f"How many {what} have you not seen yet?", (len(unseen),), count=count, board=board(trick.after))
    return Ask(
        f"Which {what} have you not seen yet?",
        unseen,
        choices=tuple(sorted(high)),
        board=board(trick.after),
        why=_whereabouts(found, high),
    )


def _whereabouts(found: tuple[Trick, ...], cards: Iterable[Card]) -> tuple[tuple[Card, str], ...]:
    """Say where the cards are that you have seen."""
    view = found[-1].view
    where = dict.fromkeys(view.own, "is in your hand")
    where |= dict.fromkeys(view.hand(1 - YOU), "is in your opponent's hand: you have seen it")
    where |= {view.turn_up: "is the turn-up"} if view.turn_up else {}
    where |= {card: f"was played in trick {trick.number}" for trick in found for card in trick.cards}
    return tuple((card, where[card]) for card in sorted(cards) if card in where)


def _suits(seed: int, level: int, rules: Rules) -> Script:
    def write(found: tuple[Trick, ...]) -> Script:
        return _once(seed, found, _by_suit) if level == 4 else _follow(found, level + 1, _by_suit, _few_left)

    return written(seed, rules, _long, write)


def _few_left(ask: Ask) -> bool:
    """Whether too little is left to count."""
    return isinstance(ask.truth, tuple) and sum(ask.truth) < len(Suit)


def _by_suit(found: tuple[Trick, ...]) -> Ask:
    trick = found[-1]
    view = trick.view
    truth = tuple(map(len, unseen_by_suit(view).values()))
    his = view.hand_size(1 - YOU) - len(view.hand(1 - YOU))
    gone = not view.stock and view.turn_up is None
    where = "the stock is used up, so all are with your opponent" if gone else f"{his} with your opponent"
    return Ask(
        "How many cards of each suit have you not seen yet?",
        truth,
        tuple(suit.symbol for suit in Suit),
        count=_unseen_lines(found, tuple(frozenset(card for card in view.rules.pack if card.suit is s) for s in Suit)),
        board=board(trick.after),
        note=f"Together {sum(truth)}: {where}{'' if gone else f', {view.stock} face down'}.",
    )


# The opponent's last cards


def _his_hand(seed: int, level: int, rules: Rules) -> Script:
    found = played_until(seed, rules, lambda trick: trick.after.turn_up is None)
    trick, chance = found[-1], Random(seed)
    after = trick.after
    truth, gone = frozenset(after.hand(1 - YOU)), sorted(after.played)
    others = min(len(gone), (len(truth) // 2, len(truth), len(gone))[level - 1])
    choices = sorted((*truth, *shuffled(gone, chance)[:others]))
    drew = f"{subject(1 - trick.winner, YOU)} drew the turn-up {trick.before.turn_up}."
    yours = len(after.hand(YOU))
    ask = Ask(
        f"The stock is used up: {drew[0].lower()}{drew[1:]} Which cards does your opponent hold?",
        truth,
        choices=tuple(choices),
        board=board(after),
        note=f"Of {len(rules.pack)} cards {len(gone)} have been played and {yours} are yours: {len(truth)} are left.",
        why=_whereabouts(found, gone),
    )
    return (*(one.step for one in found), ask)


MY_POINTS: Final = Task(
    "my-points", "Your points", "Count your own card points while a deal is played.", EVERY, _my_points
)
BOTH_POINTS: Final = Task(
    "both-points",
    "Both players' points",
    "Count your card points and your opponent's while a deal is played.",
    EVERY,
    _both_points,
)
TRUMPS_OUT: Final = Task(
    "trumps-out",
    "Trumps out",
    "Count the trumps that have been played, and those you have not seen.",
    (
        "trumps played, after every second trick",
        "trumps played, after every third trick",
        "trumps not seen, after every second trick",
        f"both, once, after {ENOUGH} to {LATEST} tricks",
    ),
    _trumps,
)
HIGH_CARDS: Final = Task(
    "high-cards",
    "Aces and tens",
    "Keep track of the aces and tens that you have not seen.",
    (
        "how many aces, after every second trick",
        "how many aces and tens, after every second trick",
        "which aces and tens, after every third trick",
    ),
    _high_cards,
)
UNSEEN_BY_SUIT: Final = Task(
    "unseen-by-suit",
    "Unseen cards by suit",
    "Count the cards of each suit that you have not seen.",
    (
        "after every second trick",
        "after every third trick",
        "after every fourth trick",
        f"once, after {ENOUGH} to {LATEST} tricks",
    ),
    _suits,
)
HIS_HAND: Final = Task(
    "his-hand",
    "Your opponent's hand",
    "Know your opponent's cards once the stock is used up.",
    (
        "beside half as many cards that are gone",
        "beside as many cards that are gone",
        "beside all cards that are gone",
    ),
    _his_hand,
)
