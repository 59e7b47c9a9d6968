"""Weaker players, and how often each of them fails at a puzzle: the measure of its level."""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Final

from ...actions import Action, Announce, Play
from ...cards import Card
from ...players import player
from ...players.club import best_by_thumb
from ...players.habits import best_marriage, duty, marriage_points
from ...public import Public, trick_winner
from ...view import View

SEEDS: Final = 5
"""How often a player that may use chance is asked."""
LAYOUTS: Final = 200
"""The most layouts that the shallow player looks at."""


def failures(view: View, is_right: Callable[[Action], bool]) -> Mapping[str, float]:
    """Return how often each weaker player takes an action that is not right, from 0 to 1, the weakest first.

    Random: any legal action but a claim without 66. Greedy and Club: the players of the package; but where all cards
    are known Club would look to the end and never fail, so it plays by its rules of thumb there. Shallow: `shallow`.

    >>> from sixtysix.puzzles import load
    >>> puzzle = load("03-endgames")[0]
    >>> failures(puzzle.view, lambda action: action == puzzle.right[0].actions[0])["greedy"]
    1.0
    """
    sensible = [action for action in view.legal_actions() if isinstance(action, Play | Announce) or is_right(action)]
    found = {"random": _share(sensible, is_right)}
    found["greedy"] = _share([player("Greedy").choose(view, Random(seed)) for seed in range(SEEDS)], is_right)
    known = not view.is_open and view.layouts() == 1
    club = [by_thumb(view)] if known else [player("Club").choose(view, Random(seed)) for seed in range(SEEDS)]
    found["club"] = _share(club, is_right)
    found["shallow"] = _share(shallow(view), is_right)
    return found


def by_thumb(view: View) -> Action:
    """Return what the club player does who does not look ahead: its duties, a marriage, or the card it likes best.

    >>> from sixtysix.puzzles import load
    >>> by_thumb(load("03-endgames")[0].view)
    Play(card=Card('QH'))
    """
    legal = view.legal_actions()
    return duty(view, legal) or best_marriage(view, legal) or best_by_thumb(view, legal)


def _share(actions: list[Action], is_right: Callable[[Action], bool]) -> float:
    return sum(not is_right(action) for action in actions) / len(actions)


def shallow(view: View) -> list[Action]:
    """Return what a solver likes best that sees no further than the end of the trick: all that it finds as good.

    It says out with 66, exchanges and draws; otherwise it counts the card points of the trick, won or lost, and of a
    marriage, on average over the layouts. The opponent replies with what is best in that trick.

    >>> from sixtysix.puzzles import load
    >>> shallow(load("03-endgames")[0].view)
    [Play(card=Card('QH'))]
    """
    legal = view.legal_actions()
    action = duty(view, legal)
    if action is not None:
        return [action]
    layouts = list(islice(view.each_layout(), LAYOUTS))
    worths = {
        action: sum(_worth(view, action, theirs) for theirs in layouts)
        for action in legal
        if isinstance(action, Play | Announce)
    }
    best = max(worths.values(), default=0)
    return [action for action, worth in worths.items() if worth == best]


def _worth(view: View, action: Play | Announce, theirs: frozenset[Card]) -> int:
    """Return the card points that an action brings, on one layout, by the end of the trick."""
    if isinstance(action, Announce):
        pair = [card for card in view.own if card.suit is action.suit and card.points in (3, 4)]
        return marriage_points(view, action.suit) + max(_worth(view, Play(card), theirs) for card in pair)
    if view.trick:
        return gained(view, view.trick[0][1], action.card, you_lead=False)
    return min(gained(view, action.card, reply, you_lead=True) for reply in replies(view, action.card, theirs))


def gained(state: Public, led: Card, reply: Card, *, you_lead: bool) -> int:
    """Return the card points of a trick, negative if the other side takes it.

    >>> from sixtysix.puzzles import load
    >>> gained(load("03-endgames")[0].start, Card("AD"), Card("9H"), you_lead=True)
    -11
    """
    leader_takes = trick_winner([(0, led), (1, reply)], state.trump) == 0
    return (led.points + reply.points) * (1 if leader_takes is you_lead else -1)


def replies(state: Public, led: Card, hand: frozenset[Card]) -> list[Card]:
    """Return the cards of a hand that may be played to a lead, in sorting order.

    >>> from sixtysix.puzzles import load
    >>> start = load("03-endgames")[0].start
    >>> [str(card) for card in replies(start, Card("TS"), frozenset(start.hand(1)))]
    ['A♠']
    """
    rules, every = state.rules, sorted(hand)
    if state.is_open:
        return every
    following = [card for card in every if card.suit is led.suit]
    beating = [card for card in following if card.beats(led, state.trump)]
    if following:
        return beating if beating and rules.must_beat else following
    trumps = [card for card in every if card.suit is state.trump]
    return trumps if trumps and rules.must_trump else every
