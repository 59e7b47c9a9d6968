"""Lesson 5, closing and strict play: the promise, its price, and what the opponent must play."""

from typing import Final

from ..actions import Action, ClaimOut, Close, Play
from ..cards import Card, in_words
from ..guided import ENOUGH, Hand, Step, Wrong
from ..position import Position
from ..rule_table import OUT
from ..scoring import Reason
from ..solver.endgame import Search
from ..teach import Option, Question
from ..view import View

CERTAIN: Final = Hand(
    goal="You have 31 and need 35 more. Make a promise that no card of your opponent's can break, and keep it.",
    case={
        "dealer": 0,
        "trump": "C",
        "turn_up": "9C",
        "stock": ["JS", "9D", "AS", "JD", "JH"],
        "hand": ["KH", "9H", "AD", "TD", "KD", "AC"],
        "hand_known": ["KD"],
        "opponent": ["TS", "KS", "9S", "AH", "TH", "TC"],
        "opponent_known": ["KS"],
        "points": [31, 27],
        "tricks": [2, 1],
        "played": ["QH", "JC", "QD", "KC", "QS", "QC"],
    },
    steps=(
        Step(
            right=("c",),
            say="Now your opponent must follow suit, and nobody draws a trump.",
            wrong={
                "AC": Wrong(
                    "The stock is open, so your opponent need not follow: 9♠ fell and the ten of trumps stayed. "
                    "Your ace of trumps is spent, and no diamond of yours is sure: the ten of trumps "
                    "takes your next ace.",
                    ("9S", "AD", "TC"),
                ),
                "AD": Wrong(
                    "With the stock open any card may be played to it. The ten of trumps took your ace: 21 points.",
                    ("TC",),
                ),
            },
            other="With the stock open your opponent may play any card to that, the ten of trumps too if it is there, "
            "and draws a new one after each trick.",
            ask="Only one trump is unseen, and 36 points of your hand are at the top of their suits. What now?",
        ),
        Step(
            right=("AC",),
            replies=("TC",),
            say="The last trump had to come. It brought you 10 points, but what counts is that it is gone.",
            wrong={
                "AD": Wrong(
                    "Your opponent has no diamond and therefore must trump. The hearts follow, and your opponent "
                    "goes out on your promise.",
                    ("TC", "AH", "9H", "TH", "KH", "!"),
                ),
                "TD": Wrong(
                    "It does not matter which diamond you lead: without one, your opponent must trump. "
                    "The hearts bring the rest.",
                    ("TC", "AH", "9H", "TH", "KH", "!"),
                ),
                "KD": Wrong(
                    "The lowest of your diamonds costs least, and 10♣ takes it all the same. The hearts follow, to 66.",
                    ("TC", "AH", "KH", "TH", "9H", "!"),
                ),
            },
            other="A higher heart takes that, if one is over there. The lead is gone then, and no trump has fallen.",
            ask="One trump is unseen, 10♣. If your opponent has it, which card makes it fall?",
        ),
        Step(
            right=("AD",),
            replies=("9S",),
            say="There is no trump left in your opponent's hand, and nothing can beat a diamond of yours.",
            wrong={
                "KH": Wrong(
                    "Hearts are not sure: A♥ takes the king. You have neither a spade nor a trump, so your "
                    "diamonds never get the lead again.",
                    ("AH", "TH", "9H", "TS", "KD", "!"),
                ),
                "9H": Wrong(
                    "Hearts are not sure: your opponent takes the nine, and your king goes the same way. "
                    "The spades follow, and your opponent is out.",
                    ("TH", "AH", "KH", "TS", "KD", "!"),
                ),
            },
            other="Your diamonds are all sure now, and in any order. Take the ace first, so that the count below fits.",
            ask="Which suit can no longer lose a trick?",
        ),
        Step(
            right=("TD", "KD"),
            replies=("KS",),
            say="Four sure tricks, as counted before you closed.",
            wrong={
                "!": Wrong("You have 63: 31, 21 with the trumps and 11. You still hold two sure diamonds."),
                "KH": Wrong(
                    "A♥ takes the king, although you had a sure diamond to lead. You do not win another trick, "
                    "and 63 was not the promise.",
                    ("AH", "TH", "9H", "TS", "KD", "!"),
                ),
                "9H": Wrong(
                    "Your opponent takes the nine, and the lead with it. Your diamonds are thrown on spades, and the "
                    "third trick makes 66.",
                    ("AH", "TS", "KH", "KS", "TD/KD", "!"),
                ),
            },
            ask="You have counted along?",
        ),
        Step(
            right=("!",),
            say="The promise is kept.",
            other=ENOUGH,
            ask="Count, then choose.",
        ),
    ),
)
"""A close that wins whatever the opponent holds, if the trump is drawn first."""

NOT_YET: Final = Hand(
    goal="You have 51 and need 15. The two highest diamonds are worth 21: is this the moment to close?",
    case={
        "dealer": 0,
        "trump": "H",
        "turn_up": "AH",
        "stock": ["KC"],
        "hand": ["TS", "JS", "9S", "KH", "AD", "TD"],
        "opponent": ["AS", "QH", "JH", "9H", "AC", "TC"],
        "points": [51, 0],
        "tricks": [5, 0],
        "played": ["9C", "JC", "QS", "QC", "KS", "9D", "TH", "KD", "QD", "JD"],
    },
    steps=(
        Step(
            right=("AD",),
            replies=("9H", "KC"),
            say="Your ace was trumped, and that is no harm: the loser of trick six draws the turn-up, A♥.",
            wrong={
                "c": Wrong(
                    "No diamond is left outside your hand, so your opponent must trump A♦, and then draws your king of "
                    "trumps. You get no further than 58. Your opponent had no trick when you closed: 3 game points.",
                    ("AD", "9H", "AS", "9S", "QH", "KH"),
                ),
                "TD": Wrong(
                    "Not closing is right, but 10♦ is one point too small. If your opponent throws K♣ you have 65, "
                    "one short. With two of the seven possible hands that loses; A♦ wins against all seven."
                ),
                "KH": Wrong(
                    "With the stock open your opponent need not follow suit. 10♣ fell, you have 65, one short, and "
                    "A♥ went to your opponent. Every card you can lead now is beaten, the ace of diamonds too.",
                    ("TC", "AD", "9H"),
                ),
            },
            other="With a spade your opponent chooses, at little cost, who gets A♥. "
            "Which card either brings you 15 or brings you the turn-up?",
            ask="Two stock cards are left: one face down and the turn-up A♥. Close, or lead?",
        ),
        Step(
            right=("AH",),
            say="51 and 15: the king your opponent led was worth just enough.",
            other="K♥ wins the trick too, and the deal a little later. Which trump brings 66 at once?",
            ask="You have no club and must trump. With which card?",
        ),
        Step(
            right=("!",),
            say="The same ace of diamonds, with the stock open: 2 game points won in place of 3 lost.",
            other=ENOUGH,
            ask="Count, then choose.",
        ),
    ),
)
"""A close that fails because the opponent must trump; the same card led with the stock open wins."""


def holds(view: View, *leads: str) -> tuple[int, int]:
    """Count the layouts in which these leads, in this order, all win until there are 66, whatever is replied.

    The view is the closer's after closing. Returned are the layouts that hold and all of them.

    >>> closed = CERTAIN.start.apply(Close()).view(0)
    >>> holds(closed, "AC", "AD", "TD", "KD")
    (252, 252)
    """
    plan = tuple(Card(card) for card in leads)
    layouts = list(view.each_layout())
    return sum(_all_win(_laid_out(view, theirs), plan, {}) for theirs in layouts), len(layouts)


def _laid_out(view: View, theirs: frozenset[Card]) -> Position:
    """Return the position in which the opponent holds these cards."""
    return view.with_hidden(theirs, sorted(view.unseen - theirs))


def _all_win(position: Position, leads: tuple[Card, ...], known: dict[object, bool]) -> bool:
    """Say whether every lead wins its trick against every reply until its player has 66."""
    seat = position.turn
    if position.points(seat) >= OUT:
        return True
    if not leads:
        return False
    key = position.hands, position.taken
    if key not in known:
        led = position.apply(Play(leads[0]))
        known[key] = all(
            after.turn == seat and after.result is None and _all_win(after, leads[1:], known)
            for after in (led.apply(reply) for reply in led.legal_actions() if isinstance(reply, Play))
        )
    return known[key]


def close_or_lead(view: View, card: str) -> dict[Card, tuple[int, int]]:
    """Return, for the lead to trick six, what closing and leading a card with the stock open are worth.

    For each card that may be the last face-down one: game points to the seat to lead (below 0 if they go to the
    opponent) when it closes and then plays its best, and when it leads the card without closing. Both players see all
    cards, as after trick six they can.

    >>> set(close_or_lead(NOT_YET.start.view(0), "AD").values())
    {(-3, 2)}
    """
    found: dict[Card, tuple[int, int]] = {}
    for theirs in view.each_layout():
        position = _laid_out(view, theirs)
        led = position.apply(Play(card))
        open_values = [_best(led.apply(reply), view.seat) for reply in led.legal_actions() if isinstance(reply, Play)]
        (face_down,) = position.stock
        found[face_down] = _best(position.apply(Close()), view.seat), min(open_values)
    return found


def _best(position: Position, seat: int) -> int:
    """Return what a position of strict play is worth to a seat, both playing their best and saying out in time."""
    out = position.apply(ClaimOut()).result if position.why_illegal(ClaimOut()) is None else None
    if out is not None and out.reason in (Reason.OUT, Reason.COUNTER_OUT):
        return out.game_points[seat] - out.game_points[1 - seat]
    values = Search(position.view(position.turn), limit=1_000_000).values(position.hand(1 - position.turn))
    best = max(values.values())
    return best if position.turn == seat else -best


def strict_replies(hand: str, led: str, others: str, trump: str) -> tuple[Card, ...]:
    """Return the cards that may be played to a lead once the stock is used up, from trumps down.

    >>> [str(card) for card in strict_replies("AH JH 9S TC", "KH", "9H QD JD", "S")]
    ['A♥']
    """
    legal: tuple[Action, ...] = Position.from_dict(
        {"trump": trump, "hand": hand.split(), "opponent": [led, *others.split()], "led": led}
    ).legal_actions()
    return tuple(action.card for action in legal if isinstance(action, Play))


def _reply(hand: str, led: str, others: str, trump: str, answers: dict[str, str]) -> Question:
    """Ask for the legal replies to a lead; an answer is a list of cards, and the engine says which one is right."""
    legal = set(strict_replies(hand, led, others, trump))
    options = []
    for cards, why in answers.items():
        chosen = [Card(card) for card in cards.split()]
        text = "Any card" if len(chosen) == len(hand.split()) else in_words(chosen)
        options.append(Option(text, why, right=set(chosen) == legal))
    return Question(
        f"Your opponent leads {Card(led)}. Which of your cards may you play?",
        tuple(options),
        cards=tuple(hand.split()),
        trump=trump,
        note="The stock is closed or used up.",
    )


REPLIES: Final[tuple[Question, ...]] = (
    _reply(
        "AH JH 9S TC", "KH", "9H QD JD", "S",
        {
            "AH JH": "J♥ follows suit but does not beat K♥, and you must beat it if you can.",
            "AH": "You must follow suit and, if you can, beat the card led. Only A♥ does both.",
            "AH 9S": "You may trump only without a card of the suit led, and you have two hearts.",
            "AH JH 9S TC": "That was true while the stock was open.",
        },
    ),
    _reply(
        "TD 9D JS KC", "AD", "QH JH TS", "S",
        {
            "9D": "You may throw 9♦, and that is wise, but 10♦ is allowed as well.",
            "JS": "You may not trump while you hold a diamond.",
            "TD 9D": "Nothing beats A♦ within the suit, so any diamond will do. You will choose 9♦.",
            "TD 9D JS": "Following suit comes first: with a diamond in hand a trump is not allowed.",
        },
    ),
    _reply(
        "JS 9S AH TD", "QC", "KH QH 9D", "S",
        {
            "JS 9S": "Without a club you must trump, and either trump will do.",
            "AH TD": "Without a club you are not free: while you hold a trump you must play one.",
            "JS 9S AH TD": "Without the suit led you must trump if you can.",
            "JS": "Either trump takes the trick, so either is allowed.",
        },
    ),
    _reply(
        "AS QS TC JC", "9D", "KD JD KH", "H",
        {
            "JC": "J♣ is the cheapest, but nothing makes you play it.",
            "TC JC": "No suit is more of a duty than the other here.",
            "AS QS TC JC": "You can neither follow suit nor trump, so any card may be played. None of them wins.",
            "AS QS": "Spades are not trumps here, hearts are. You have no duty to play one.",
        },
    ),
    _reply(
        "AS KS 9S QH", "TS", "KH JH KC", "S",
        {
            "AS KS": "K♠ does not beat 10♠: the ten ranks above the king.",
            "AS KS 9S": "You follow with a spade, but you must also beat the card led if you can.",
            "AS": "Trumps are a suit like any other here: follow, and beat the ten. Only A♠ does.",
            "9S": "You would save the ace, but you must beat the card led if you can.",
        },
    ),
    _reply(
        "TH KH 9H AC", "JH", "QH AD TD", "D",
        {
            "TH KH 9H": "9♥ does not beat J♥, and you have two cards that do.",
            "TH KH": "You must beat J♥, and you may choose with which card.",
            "KH": "You need not win as cheaply as you can: 10♥ beats J♥ as well.",
            "TH": "You need not play your highest: K♥ beats J♥ as well.",
        },
    ),
)  # fmt: skip
"""What may be played once the stock is closed or used up? Six positions."""
