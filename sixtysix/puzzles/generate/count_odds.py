"""Questions about chances: two cards at once, and whether a lead can be beaten."""

from fractions import Fraction
from math import comb
from random import Random

from ...cards import Card, Rank, Suit
from ...counting import beats
from ...public import marriage
from ..puzzle import YOU
from .hidden import Hidden, different, hidden_cards, known_before, refuted, themes_of, told_so_far, written
from .tally import Asking, Slip, Tally, cards


def holds_both(tally: Tally, chance: Random) -> Asking | None:
    """Ask how likely a marriage is in the opponent's hand, king and queen unseen."""
    hidden, view = hidden_cards(tally), tally.view
    if hidden is None or hidden.free > 14 or hidden.places < 2 or not view.is_open or hidden.down < 1:
        return None
    suits = [suit for suit in Suit if view.unseen >= {*marriage(suit)}]
    if not suits or len(tally.tricks) < 2:
        return None
    suit = min(suits, key=lambda one: (one is not tally.trump, chance.random()))
    free, places = hidden.free, hidden.places
    king, queen = marriage(suit)
    true = Fraction(places * (places - 1), free * (free - 1))
    text = written(true, comb(free, 2))
    worth = 40 if suit is tally.trump else 20
    size = places + len(hidden.held)
    slips = []
    if hidden.held:
        number = free + len(hidden.held)
        odds = Fraction(size * (size - 1), number * (number - 1))
        why = f"You left {cards(hidden.held)} out: {places} places are open, not {size}."
        slips.append(Slip(written(odds, comb(number, 2)), why, f"forget {cards(hidden.held)}"))
    slips += [
        Slip(
            written(Fraction(places, free) ** 2, free**2),
            f"You multiplied {places}/{free} by itself. With {king} held, "
            f"{places - 1} of {free - 1} places are left for {queen}.",
            f"multiply {places}/{free} by {places}/{free}",
        ),
        Slip(
            hidden.odds,
            f"{hidden.places} of {hidden.free} is right for {king} alone, or {queen} alone, not for both.",
            f"think of {king} alone",
        ),
        Slip(
            "1 in 4",
            f"{king} and {queen} may lie in four ways, but {places} places are held and {hidden.down} face down.",
            "say 1 in 4",
        ),
        Slip(
            f"{places - 1} in {free - 1}",
            f"{places - 1} of {free - 1} is right for {queen} once {king} is known to be held.",
            f"take {king} for held",
        ),
    ]
    offered = different(slips, text)
    if len(offered) < 3:
        return None
    first = next(slip for slip in slips if slip in offered)
    known = known_before(tally, hidden)
    return Asking(
        fact=f"holds {king.code} {queen.code}",
        question=(
            f"{told_so_far(tally)} You have not seen {king} and {queen}. How likely is it that your opponent holds both"
            f"{', the royal marriage' if worth == 40 else ''}?"
        ),
        right=(text, f"{places}/{free} for {king}, then {places - 1}/{free - 1} for {queen}."),
        slips=offered,
        hints=(
            f"First {king}, then {queen} in what is left. What has gone since {tally.pair(1)}?",
            f"{known}{free} cards come in question, {places} are held. "
            f"With {king} held, how many places wait for {queen}?",
            f"{places}/{free} × {places - 1}/{free - 1}, for {king} and {queen}.",
        ),
        explanation=(
            f"{known}{king} is held in {hidden.odds.replace(' in ', ' cases of ')}; then {places - 1} of the other "
            f"{free - 1} cards are, {queen} among them, which makes {text} for a marriage of {worth}. {refuted(first)}"
        ),
        themes=("marriage", *(theme for theme in themes_of(tally, hidden) if theme != "marriage")),
    )


def holds_any(tally: Tally, chance: Random) -> Asking | None:
    """Ask how likely the opponent is to hold at least one of the two unseen cards above one of the learner's."""
    hidden, view = hidden_cards(tally), tally.view
    if hidden is None or hidden.free > 14 or hidden.places < 1 or hidden.down < 1 or len(tally.tricks) < 2:
        return None
    free_cards = view.unseen - view.lacks[1 - YOU]
    for mine in sorted(view.own, key=lambda _: chance.random()):
        above = [card for card in view.rules.pack if card.suit is mine.suit and card.strength > mine.strength]
        out = sorted(card for card in above if card in free_cards)
        if len(out) == 2 and mine.rank in (Rank.KING, Rank.QUEEN) and not {*above}.intersection(view.hand(1 - YOU)):
            return _any_of(tally, hidden, mine, (out[0], out[1]))
    return None


def _any_of(tally: Tally, hidden: Hidden, mine: Card, two: tuple[Card, Card]) -> Asking | None:
    free, places, down = hidden.free, hidden.places, hidden.down
    neither = Fraction(down * (down - 1), free * (free - 1))
    text = written(1 - neither, comb(free, 2))
    both = Fraction(places * (places - 1), free * (free - 1))
    one, other = two
    slips = [
        Slip(
            written(1 - Fraction(down, free) ** 2, free**2),
            f"You took {down}/{free} twice for both face down. Once {one} "
            f"lies there, {down - 1} of {free - 1} are left for {other}.",
            f"take {down}/{free} twice",
        ),
        Slip(
            written(both, comb(free, 2)),
            f"That often both {one} and {other} are held. One of them is enough to beat {mine}.",
            "ask for both",
        ),
        Slip(
            hidden.odds,
            f"{places} of {free} is right for {one} by itself, and {other} comes on top.",
            f"look at {one} alone",
        ),
        Slip(
            written(neither, comb(free, 2)),
            f"So often neither {one} nor {other} is held, and {mine} is high.",
            "stop at neither",
        ),
    ]
    if 2 * places < free:
        why = f"Twice {places}/{free} counts the hands with both {one} and {other} twice."
        slips.append(Slip(f"{2 * places} in {free}", why, f"add {places}/{free} twice"))
    offered = different(slips, text)
    if len(offered) < 3:
        return None
    first = next(slip for slip in slips if slip in offered)
    known = known_before(tally, hidden)
    sure = f"{down} cannot hold two" if down < 2 else f"{down}/{free} × {down - 1}/{free - 1} of all cases"
    return Asking(
        fact=f"holds any {one.code} {other.code}",
        question=(
            f"{told_so_far(tally)} How likely is it that your opponent "
            f"holds {one} or {other}, or both, above your {mine}?"
        ),
        right=(text, f"All cases but those with {one} and {other} both among the {down} face down."),
        slips=offered,
        hints=(
            f"Ask the other way round: when is {mine} safe from {one} and {other}, with {down} cards face down?",
            f"{known}Of {free} cards {down} lie face down. May {one} and {other} both be there?",
            f"Both face down: {sure}. The rest of the cases is with {one} or {other}.",
        ),
        explanation=(
            f"{known}Neither is held only if {one} and {other} both lie face down: {sure}, which leaves {text}. "
            f"{refuted(first)} So often {mine} is not the highest {mine.suit.word[:-1]}."
        ),
        themes=themes_of(tally, hidden),
    )


def beaten(tally: Tally, chance: Random) -> Asking | None:
    """Ask how likely a lead is to be beaten."""
    hidden, view = hidden_cards(tally), tally.view
    if hidden is None or hidden.free > 13 or hidden.down < 1 or hidden.places < 1 or view.hand(1 - YOU):
        return None
    free_cards = view.unseen - view.lacks[1 - YOU]
    for card in sorted(view.own, key=lambda _: chance.random()):
        higher = sorted(other for other in free_cards if other.suit is card.suit and other.strength > card.strength)
        trumps = sorted(other for other in free_cards if other.suit is tally.trump)
        if card.suit is tally.trump or not trumps or card.points < 3 or len({*higher, *trumps}) > 3:
            continue
        asking = _beaten(tally, hidden, card, higher, trumps)
        if asking:
            return asking
    return None


def _beaten(tally: Tally, hidden: Hidden, card: Card, higher: list[Card], trumps: list[Card]) -> Asking | None:
    view, (free, places, down, _, _) = tally.view, hidden
    all_ways = comb(free, places)
    true = beats(view, card)
    if not 0 < true < 1:
        return None
    against = [*higher, *trumps]
    number = len(against)
    text = written(true, min(all_ways, comb(free, min(number, down))) if view.is_open else all_ways)

    def any_of(some: int) -> Fraction:
        return 1 - Fraction(comb(free - some, places), all_ways)

    suit_word = card.suit.word[:-1]
    same = [other for other in view.unseen if other.suit is card.suit]
    slips = []
    if not view.is_open:
        why = f"Whoever holds a {suit_word} must follow: {cards(trumps)} may fall only from a hand without one."
        slips.append(Slip(written(any_of(number), all_ways), why, "let any trump fall"))
    else:
        why = f"While the stock is open nobody has to follow suit: {cards(trumps)} may be played on {card}."
        slips.append(Slip(written(any_of(len(higher)), free), why, f"forget that {cards(trumps)} may trump"))
    if number > 1:
        once = 1 - Fraction(down, free) ** number
        why = f"You took {down}/{free} anew for each of {cards(against)}. Once one lies face down there is less room."
        slips.append(Slip(written(once, free**number), why, f"take {down}/{free} for each"))
        slips.append(
            Slip(
                hidden.odds,
                f"{places} of {free} is for one card, {against[-1]}. "
                f"{cards(against)} {'all' if number > 2 else 'both'} beat {card}.",
                "count one card",
            )
        )
    else:
        slips.append(
            Slip(f"{down} in {free}", f"That is how likely {against[0]} is to lie face down.", "turn it round")
        )
        slips.append(
            Slip("1 in 2", f"{places} hidden places are held and {down} are not: that is no half.", "say half")
        )
    if not view.is_open:
        slips.append(
            Slip(
                written(any_of(len(higher)), all_ways),
                f"{cards(trumps)} may fall too, from a hand without a {suit_word}.",
                "count no trump",
            )
        )
    up = view.turn_up
    more = 1 - Fraction(comb(free + 1 - number, places), comb(free + 1, places))
    slips.append(
        Slip(
            written(more, free + 1),
            f"{up} lies face up: {free} cards may be played on {card}, not {free + 1}.",
            f"add {up}",
        )
    )
    slips.append(
        Slip(
            written(1 - true, all_ways),
            f"So often {card} takes the trick, with {card.points} points and more.",
            "give the chance to win",
        )
    )
    offered = different(slips, text)
    if len(offered) < 3:
        return None
    first = next(slip for slip in slips if slip in offered)
    known = known_before(tally, hidden)
    if view.is_open:
        reason = f"{cards(against)} {'beats' if number == 1 else 'beat'} {card} while the stock is open"
        way = f"{'it is' if number == 1 else 'one of them is'} held in {text.replace(' in ', ' cases of ')}"
    else:
        wins = f"{cards(higher)} beats it, and " if higher else ""
        reason = f"In strict play {wins}{cards(trumps)} may fall only from a hand without a {suit_word}"
        way = f"that is {text.replace(' in ', ' hands of ')}, with {len(same)} {card.suit.word} unseen"
    return Asking(
        fact=f"beaten {card.code}",
        question=f"{told_so_far(tally)} How likely is it that your opponent can beat {card} if you lead it?",
        right=(text, f"{reason}: {text.replace(' in ', ' cases of ')}."),
        slips=offered,
        hints=(
            f"Which unseen cards may be played on {card} and take it, after {tally.pair(1)} and all that followed?",
            f"{known}{reason}; {down} of {free} cards lie face down.",
            f"{free} cards may be held, {places} are; against {card} {way}.",
        ),
        explanation=f"{known}{reason}. Of {free} cards {places} are in that hand: {way}. {refuted(first)}",
        themes=themes_of(tally, hidden),
    )
