"""Who plays: legal everywhere, from the view alone, never a wrong claim, and as strong as their names promise."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from sixtysix import Announce, Card, ClaimOut, Close, Deal, Exchange, Pass, Play, Position, Rank, Rules, View
from sixtysix.actions import Action
from sixtysix.players import PLAYERS, Club, Greedy, Random, club, player
from sixtysix.players.closing import close_is_certain, sure_points
from sixtysix.players.duel import DuelResult, duel, play_deal
from sixtysix.solver.endgame import Search

from .build import TWO_HANDED, cards, dealt, play, scene

GUIDE = Rules.guide()
CLUB = Club()


def ask(view: View, name: str = "Club") -> Action:
    return player(name).choose(view, random.Random(66))


def decisions(rules: Rules, deals: int, names: tuple[str, ...] = tuple(PLAYERS)) -> Iterator[tuple[str, View, Action]]:
    """Play deals with the players in turn at every seat; go through who was asked, the view and the answer."""
    for seed in range(deals):
        position = Deal.random(rules, seed).start()
        rng = random.Random(seed)
        while (seat := position.to_move) is not None:
            name = names[(seed + seat) % len(names)]
            view = position.view(seat)
            action = player(name).choose(view, rng)
            yield name, view, action
            position = position.apply(action)


# Manners


@pytest.mark.parametrize("preset", Rules.names())
def test_everybody_plays_legally_and_claims_rightly(preset: str) -> None:
    for name, view, action in decisions(Rules.preset(preset), 30):
        legal = view.legal_actions()
        assert action in legal, (name, view)
        may_claim = ClaimOut() in legal and view.points(view.seat) >= 66
        assert (action == ClaimOut()) == may_claim, (name, view)
        assert name == "Club" or action != Close()


@pytest.mark.parametrize("preset", Rules.names())
def test_the_same_view_and_chance_give_the_same_answer(preset: str) -> None:
    for name, view, _ in decisions(Rules.preset(preset), 6):
        assert ask(view, name) == ask(view, name)


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_hidden_cards_do_not_matter(preset: str) -> None:
    for name, view, _ in decisions(Rules.preset(preset), 6):
        other = view.deal_hidden(seed=7).view(view.seat)
        assert ask(other, name) == ask(view, name)


@pytest.mark.parametrize("preset", Rules.names())
def test_nobody_leads_from_a_marriage_without_announcing_it(preset: str) -> None:
    for name, view, action in decisions(Rules.preset(preset), 20):
        if isinstance(action, Play) and action.card.rank in (Rank.KING, Rank.QUEEN):
            assert Announce(action.card.suit) not in view.legal_actions(), (name, view)


def test_only_random_uses_chance() -> None:
    for name, view, action in decisions(GUIDE, 10):
        if name != "Random":
            assert player(name).choose(view, random.Random(1)) == action


def test_random_is_spread_over_its_cards() -> None:
    view = Deal.random(GUIDE, seed=3).start().view(0)
    rng = random.Random(1)
    answers = [Random().choose(view, rng) for _ in range(600)]
    assert all(70 < answers.count(Play(card)) < 130 for card in view.hand(0))


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(ValueError, match="'expert' is not a player; there are Random, Greedy and Club"):
        player("expert")


# Strength and effort


def test_club_beats_greedy_and_greedy_beats_random() -> None:
    assert duel(Club(), Greedy(), GUIDE, deals=200, seed=1).low > 0.3
    assert duel(Greedy(), Random(), GUIDE, deals=200, seed=1).low > 0


@pytest.mark.parametrize("preset", [name for name in TWO_HANDED if name != "guide"])
def test_club_beats_greedy_everywhere(preset: str) -> None:
    assert duel(Club(), Greedy(), Rules.preset(preset), deals=50, seed=1).low > 0


def test_club_beats_greedy_with_a_partner() -> None:
    assert duel(Club(), Greedy(), Rules.four_handed(), deals=150, seed=1).low > 0


def test_a_duel_can_be_repeated_and_turned_round() -> None:
    one = duel(Club(), Random(), GUIDE, deals=12, seed=5)
    assert one == duel(Club(), Random(), GUIDE, deals=12, seed=5)
    back = duel(Random(), Club(), GUIDE, deals=12, seed=5)
    assert back.mean == -one.mean
    one_and_the_same = Greedy()
    assert duel(one_and_the_same, one_and_the_same, GUIDE, deals=5, seed=5) == DuelResult(0, 0, 0, 5)


def test_a_duel_says_what_it_needs() -> None:
    with pytest.raises(ValueError, match="3 players"):
        duel(Club(), Random(), Rules.three_handed(), deals=10, seed=1)
    with pytest.raises(ValueError, match="at least 2"):
        duel(Club(), Random(), GUIDE, deals=1, seed=1)


@pytest.mark.parametrize("preset", ["guide", "american"])
def test_club_keeps_within_its_work(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[tuple[int, Search]] = []

    class Counted(Search):
        def __init__(self, view: View, limit: int) -> None:
            super().__init__(view, limit)
            searches.append((limit, self))

    monkeypatch.setattr(club, "Search", Counted)
    worst = 0
    for _ in decisions(Rules.preset(preset), 60, ("Club",)):
        worst = max(worst, sum(limit - max(search.left, 0) for limit, search in searches))
        searches.clear()
    assert 0 < worst <= club.TRICKS


# The known endgame


@cache
def best_value(position: Position, seat: int) -> int:
    """Return what a position is worth to a seat by trying everything through the engine."""
    if position.result is not None:
        return position.result.game_points[seat] - position.result.game_points[1 - seat]
    actions = position.legal_actions()
    if position.points(position.turn) < 66:
        actions = tuple(action for action in actions if action != ClaimOut())
    values = [best_value(position.apply(action), seat) for action in actions]
    return max(values) if position.turn == seat else min(values)


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_the_search_agrees_with_trying_everything(preset: str) -> None:
    rng, rules, checked = random.Random(2), Rules.preset(preset), 0
    for seed in range(40):
        position = Deal.random(rules, seed).start()
        while (seat := position.to_move) is not None:
            if not position.is_open and len(position.hand(seat)) <= 3 and position.points(seat) < 66:
                found = Search(position.view(seat), 10_000).values(position.hand(1 - seat))
                for action, value in found.items():
                    assert value == best_value(position.apply(action), seat), (position, action)
                    checked += 1
            legal = position.legal_actions()
            closing = Close() in legal and rng.random() < 0.1
            position = position.apply(Close() if closing else Random().choose(position.view(seat), rng))
    assert checked > 100


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_club_plays_the_known_endgame_without_a_mistake(preset: str) -> None:
    checked = 0
    for seed in range(40):
        position = Deal.random(Rules.preset(preset), seed).start()
        while (seat := position.to_move) is not None:
            view = position.view(seat)
            action = CLUB.choose(view, random.Random(1))
            if not position.is_open and view.layouts() == 1 and len(view.own) <= 3:
                assert best_value(position.apply(action), seat) == best_value(position, seat), position
                checked += 1
            position = position.apply(action)
    assert checked > 20


# Closing


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_a_counted_close_never_fails(preset: str) -> None:
    closes = 0
    for seed in range(50):
        end = play_deal(Deal.random(Rules.preset(preset), seed), [CLUB, CLUB], seed)
        assert end.result is not None
        if end.closed_by is not None:
            assert end.result.winner == end.closed_by, end
            closes += 1
    assert closes > 5


def close_view(played: str, points: int, **fields: Any) -> View:
    """Two tricks are played; seat 0 leads with A♠ 10♠ K♠ A♥ J♣ 9♣, and spades are trumps with Q♠ turned up."""
    return View.from_dict(
        {
            "hand": cards("AS TS KS AH JC 9C"),
            "turn_up": "QS",
            "stock": 7,
            "played": cards(played),
            "points": [points, 0],
            "tricks": [2, 0],
            **fields,
        }
    )


def test_closes_on_a_counted_66() -> None:
    # J♠ and 9♠ are the only other trumps about: A♠ and 10♠ draw them, then K♠ and A♥ hold as well. Four tricks with
    # 11 + 10 + 4 + 11 = 36 points of mine; the cheapest four cards on them are three nines and J♠, 2 points.
    # 28 + 36 + 2 = 66.
    view = close_view("AD TD KD QD", 28)
    assert sure_points(view) == (38, [Card("AS"), Card("TS"), Card("AH"), Card("KS")])
    assert ask(view) == Close()


def test_does_not_close_one_point_short() -> None:
    # As before with J♦ taken instead of Q♦: 27 + 38 = 65.
    view = close_view("AD TD KD JD", 27)
    assert sure_points(view)[0] == 38
    assert not close_is_certain(view)
    assert ask(view) != Close()


def test_counts_the_exchange_that_the_opponent_may_make() -> None:
    # Where the opponent may take Q♠ for the nine after the close, Q♠ is a third trump to draw before A♥ is sure.
    view = close_view("AD TD KD QD", 28, rules="pagat")
    assert sure_points(view)[1] == [Card("AS"), Card("TS"), Card("KS"), Card("AH")]


def test_a_marriage_then_a_close() -> None:
    # A♠ 10♠ K♠ Q♠ A♥ 10♥ with J♠ turned up. Six sure tricks bring 49 and at least 4 (four nines, two jacks): 53, not
    # enough. With the royal marriage announced first it is 93, and K♠ must be led, which nothing beats.
    position = dealt(GUIDE, "AS TS KS QS AH TH", "9S KH QH JH 9H AD", turn_up="JS")
    answers: list[Action] = []
    while position.to_move == 0 and len(answers) < 3:
        answers.append(ask(position.view(0)))
        position = position.apply(answers[-1])
    assert answers == [Announce("S"), Close(), Play("KS")]


def test_leads_the_counted_tricks_after_the_close() -> None:
    view = close_view("AD TD KD QD", 28)
    for seed in range(20):
        position = view.deal_hidden(seed).apply(Close())
        while (seat := position.to_move) is not None:
            position = position.apply(ask(position.view(seat)))
        assert position.result is not None
        assert position.result.winner == 0


@pytest.mark.parametrize("rules", [Rules.pagat(), Rules.german()])
@pytest.mark.parametrize("name", list(PLAYERS))
def test_answers_the_exchange_after_a_close(rules: Rules, name: str) -> None:
    with_nine = dealt(rules, "AS TS KH AH TH AD", "9S KD QH JH 9H AC", turn_up="JS").apply(Close())
    assert ask(with_nine.view(1), name) == Exchange()
    without = dealt(rules, "AS TS KH AH TH AD", "9C KD QH JH 9H AC", turn_up="JS").apply(Close())
    assert ask(without.view(1), name) == Pass()


def test_the_closer_exchanges_where_that_is_allowed() -> None:
    # 9♥ takes nothing; seat 0 wins the first trick with A♥, closes before drawing, and its opponent passes.
    position = dealt(Rules.german(), "AH 9S KD TD AD TC", "9H KH QC JC 9C JD", turn_up="AS")
    position = play(position, "AH 9H c -")
    assert ask(position.view(0)) == Exchange()


# Tips, each worked out by hand


def reply_view(led: str, hand: str, turn_up: str, **fields: Any) -> View:
    """Seat 1 has led to the first trick."""
    return View.from_dict(
        {"dealer": 0, "led": led, "hand": cards(hand), "turn_up": turn_up, "stock": 11, "played": [], **fields}
    )


def test_takes_a_ten_with_the_cheapest_trump() -> None:
    # Both trumps win; J♠ is enough for 10 + 2, and A♠ stays.
    assert ask(reply_view("TH", "AS JS KD 9D JC QC", "TS")) == Play("JS")


def test_takes_with_the_suit_rather_than_with_a_trump() -> None:
    # 10♥ takes K♥ and brings itself home; J♠ would take it too and leave 10♥ to the ace.
    assert ask(reply_view("KH", "TH JS KD 9D JC QC", "TS")) == Play("TH")


def test_does_not_spend_the_trump_ace_on_a_nine() -> None:
    # Nothing is to be won but 0 points with A♠; 9♦ costs nothing.
    assert ask(reply_view("9H", "AS 9D AD TD KC QC", "JS")) == Play("9D")


def test_keeps_a_marriage_together() -> None:
    # Nothing beats A♦. Q♣ costs as little as Q♥, and Q♥ is worth 20 with K♥.
    assert ask(reply_view("AD", "KH QH QC TC AC TD", "JS")) == Play("QC")


def test_trumps_a_worthless_lead_to_announce_a_royal_marriage() -> None:
    # J♠ takes J♥: 4 points, and the lead with 40 to announce. It costs a small trump.
    assert ask(reply_view("JH", "KS QS JS AD TD AC", "TS")) == Play("JS")


def test_leads_a_worthless_card_rather_than_a_ten() -> None:
    # A♥ is unseen: 10♥ may lose 10 points, 9♦ loses none.
    position = dealt(GUIDE, "TH AS KS TD 9D AC", "AH QS JS 9C JC QC", turn_up="TS")
    assert ask(position.view(0)) == Play("9D")


def test_announces_the_royal_marriage_first() -> None:
    position = dealt(GUIDE, "KH QH KS QS 9D JC", "AH JS 9S 9C TC QC", turn_up="TS")
    assert ask(position.view(0)) == Announce("S")


def test_exchanges_at_once() -> None:
    # A♥ takes 9♥; 9♠ fetches A♠ before anything else.
    position = play(dealt(GUIDE, "AH 9S KD QD JC 9C", "9H KH JH QC KC JD", turn_up="AS", stock="TC AC"), "AH 9H")
    assert ask(position.view(0)) == Exchange()


def late_view(led: str, hand: str, played: str, points: list[int], tricks: list[int], **fields: Any) -> View:
    """Seat 1 leads to the fifth trick; spades are trumps with J♠ turned up, three cards lie face down."""
    return View.from_dict(
        {
            "dealer": 0,
            "led": led,
            "hand": cards(hand),
            "turn_up": "JS",
            "stock": 3,
            "played": cards(played),
            "points": points,
            "tricks": tricks,
            **fields,
        }
    )


def test_gives_up_the_trump_marriage_to_win_the_deal() -> None:
    # 53 points, and 10♥ is led: Q♠ makes 53 + 10 + 3 = 66 at once.
    view = late_view("TH", "KS QS QC JC 9C JD", "AH AD AC TD KH KD JH 9H", [53, 0], [4, 0])
    answer = ask(view)
    assert answer in (Play("KS"), Play("QS"))
    position = view.deal_hidden(seed=1).apply(answer)
    assert ask(position.view(0)) == ClaimOut()


def test_spends_the_trump_ace_to_keep_the_opponent_from_66() -> None:
    # He has 63 and leads Q♥: with any other card of mine he has 66. He has 11 + 11 + 11 + 10 + 10 + 4 + 4 + 2 = 63.
    view = late_view("QH", "AS 9C 9D JC KC QD", "AH AD AC TH TD KH KD JH", [0, 63], [0, 4])
    assert ask(view) == Play("AS")


def test_loses_the_last_open_trick_to_get_the_turn_up() -> None:
    # One card lies face down on A♠, and the loser of this trick gets A♠. 10♥ would win 10 points here, give up 11
    # and the best trump, and is as good in a later trick, since A♥ is gone.
    view = View.from_dict(
        {
            "dealer": 0,
            "led": "9H",
            "hand": cards("TH 9C JC KD QC JD"),
            "turn_up": "AS",
            "stock": 1,
            "played": cards("AH KH AD 9D AC KC QH JH TD QD"),
            "points": [30, 29],
            "tricks": [2, 3],
        }
    )
    assert ask(view) in (Play("9C"), Play("JC"), Play("JD"))


def test_claims_when_following_where_the_rules_let_it() -> None:
    # 11 + 11 + 11 + 10 + 10 + 10 + 4 = 67 points, and the opponent leads.
    played = "AH AD AC TD TC TH KH 9H"
    view = late_view("QH", "KS QS QC JC 9C JD", played, [67, 0], [4, 0], rules="american")
    assert ask(view) == ClaimOut()


def test_leads_low_to_catch_the_ten_last() -> None:
    # Spades are trumps, 38 to 50. A♠ 9♦ against 10♠ A♦: A♠ first takes 21, then A♦ takes 11 and the last ten: 59 to 71.
    # 9♦ first gives A♦ its 11, and then 10♠ falls to A♠ in the last trick: 38 + 21 + 10 = 69 to 61.
    position = scene(GUIDE, "AS 9D", "TS AD", points=[38, 50], tricks=[5, 5], to_move=0)
    assert ask(position.view(0)) == Play("9D")
