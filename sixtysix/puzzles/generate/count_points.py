"""Questions about card points: yours, your opponent's, what is missing to 66, and what is still hidden."""

from collections.abc import Iterator
from random import Random

from ...actions import Exchange
from ...cards import Rank, card_points
from ...counting import points_out
from ...public import marriage
from ...rule_table import MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER
from ..puzzle import YOU
from .tally import Asking, Slip, Tally, capital, cards, chosen, count, distinct, listed

LEAST, MOST = 3, 5
"""How many wrong answers a number has."""


def sum_of(tally: Tally, seat: int) -> str:
    """Say what makes a seat's points: ``13 for 10♠ and Q♠, 20 for the marriage in ♥``."""
    parts = [(number, f"{tally.worth(number) or 'nothing'} for {tally.pair(number)}") for number in tally.won(seat)]
    parts += [(one.number, f"{one.worth} for the marriage in {one.suit}") for one in tally.booked(seat)]
    return listed(text for _, text in sorted(parts))


def slips_of(tally: Tally, seat: int, chance: Random) -> list[Slip]:
    """Return what goes wrong when a seat's points are counted; the text is the number that comes out."""
    first = list(_marriage_slips(tally, seat))
    return [*first, *sorted(_trick_slips(tally, seat), key=lambda _: chance.random())]


def _marriage_slips(tally: Tally, seat: int) -> Iterator[Slip]:
    true, whose = tally.position.points(seat), "your" if seat == YOU else "your opponent's"
    counted, waiting = tally.booked(seat), tally.booked(seat, counts=False)
    for one in waiting:
        yield Slip(
            str(true + one.worth),
            f"The {one.worth} for {cards(marriage(one.suit))} wait "
            f"for a trick, and {len(tally.tricks)} went elsewhere.",
            f"count the {one.worth} for {one.suit} before they have been paid for",
        )
    if counted:
        all_of_them = sum(one.worth for one in counted)
        number = min(tally.won(seat))
        suits = listed(one.suit for one in counted)
        yield Slip(
            str(true - all_of_them),
            f"The tricks alone. With trick {number}, {tally.taker(number)}'s, "
            f"the {all_of_them} for {suits} count too, which makes {true}.",
            f"leave out the marriage in {suits}",
        )
    for one in counted:
        royal = one.suit is tally.trump
        yield Slip(
            str(true - one.worth + (MARRIAGE if royal else ROYAL_MARRIAGE)),
            f"The marriage in {one.suit} brought {one.worth}, since {tally.trumps}: {whose} total is {true}."
            if royal
            else f"Only trumps bring 40, and {tally.trumps}. With 20 for the marriage in {one.suit} it is {true}.",
            f"take the marriage in {one.suit} for {MARRIAGE if royal else ROYAL_MARRIAGE}",
        )


def _trick_slips(tally: Tally, seat: int) -> Iterator[Slip]:
    true = tally.position.points(seat)
    won, other = tally.won(seat), "your opponent's" if seat == YOU else "yours"
    for number in tally.won(1 - seat):
        (lost,) = (card for player, card in tally.tricks[number - 1].cards if player == seat)
        taker, worth = tally.taker(number), tally.worth(number)
        if lost.points:
            yield Slip(
                str(true + lost.points),
                f"{lost} is not among them: {tally.story(lost)}, so its {lost.points} went along.",
                f"count {lost} of trick {number}",
            )
        if worth > lost.points:
            yield Slip(
                str(true + worth),
                f"Trick {number} is {other}: {taker} took it, and {worth} points with it.",
                f"count trick {number} as well",
            )
    for number in won:
        worth = tally.worth(number)
        if worth and number in (won[0], won[-1]):
            yield Slip(
                str(true - worth),
                f"Trick {number} is missing: {tally.pair(number)} make {worth}.",
                f"forget trick {number}",
            )
        for _, card in tally.tricks[number - 1].cards:
            if card.rank is Rank.TEN:
                yield Slip(
                    str(true + 1),
                    f"{card} in trick {number} is worth 10, not 11: {true} in all.",
                    f"take {card} for 11",
                )
            if card.rank is Rank.QUEEN:
                yield Slip(
                    str(true + 1),
                    f"{card} in trick {number} is worth 3, not 4: {true} in all.",
                    f"take {card} for a king",
                )
            if card.rank is Rank.ACE:
                yield Slip(
                    str(true - 1),
                    f"{card} in trick {number} is worth 11, not 10: {true} in all.",
                    f"take {card} for 10",
                )
    if tally.in_tricks(1 - seat) and won:
        pile = tally.in_tricks(1 - seat)
        yield Slip(
            str(pile),
            f"{pile} is what lies in the other pile, the tricks that {_takers(tally, 1 - seat)} took.",
            "add up the other pile",
        )


def _takers(tally: Tally, seat: int) -> str:
    return listed(tally.taker(number) for number in tally.won(seat))


def _themes(tally: Tally, seat: int) -> tuple[str, ...]:
    """Name marriages where they are what a count is about: royal, or not yet counting."""
    about = [one for one in tally.marriages if one.seat == seat and (one.suit is tally.trump or not one.counts)]
    return ("marriage",) if about else ()


def points_hints(tally: Tally, seat: int, chance: Random, ask: str = "") -> tuple[str, str, str]:
    """Return hints for the count of a seat's points: where to begin, which tricks they are, the sum."""
    won, number = tally.won(seat), len(tally.tricks)
    owner = "yours" if seat == YOU else "your opponent's"
    first = tally.pair(1)
    marriages = [one for one in tally.marriages if one.seat == seat]
    idea = chosen(
        chance,
        [
            f"Begin with the first trick, {first}: whose is it? Then go on, trick by trick.",
            f"Put the {count(number)} tricks on two piles, from {first} on.",
            f"Count the piles apart. On which of them do {first} lie?",
        ],
    )
    idea += (" Was a marriage announced as well?" if marriages else "") + ask
    took = f"{_takers(tally, seat)} took the tricks that are {owner}" if won else "There is no such trick"
    if marriages:
        one = marriages[0]
        state = "counts" if one.counts else "waits"
        took += f", and the marriage in {one.suit} {state}"
    line = [f"{tally.worth(n) or 'nothing'} with {tally.taker(n)}" for n in won]
    line += [f"{one.worth} for {one.suit}" for one in marriages if one.counts]
    return (
        idea,
        f"{took}.",
        f"{capital(', then '.join(line)) or f'Nothing at all: {first} and the others are elsewhere'}.",
    )


def _offered(tally: Tally, seat: int, chance: Random) -> tuple[Slip, ...]:
    slips = [slip for slip in slips_of(tally, seat, chance) if 0 <= int(slip.text) <= 150]
    return distinct(slips, str(tally.position.points(seat)), 3 if chance.random() < 0.5 else 4)


def _points(tally: Tally, seat: int, chance: Random) -> Asking | None:
    true = tally.position.points(seat)
    waiting = tally.booked(seat, counts=False)
    slips = _offered(tally, seat, chance)
    if len(slips) < LEAST or len(tally.tricks) < 3 or not (len(tally.won(seat)) >= 2 or waiting):
        return None
    if seat == YOU:
        asks = [
            "How many card points do you have?",
            "What have you counted for yourself?",
            "How many card points are yours by now?",
        ]
        left = OUT - true
        near = "enough to say out" if left <= 0 else f"{left} short of 66"
        means = f"So you are {near}." if left > 0 else f"So you have {near}."
    else:
        asks = ["How many card points does your opponent have?", "How many card points has your opponent made?"]
        means = (
            f"With {true} your opponent is under 33, and a deal won now would be worth 2."
            if true < SCHNEIDER
            else f"With {true} your opponent is no longer under 33, and a deal won now would be worth 1."
        )
        if not tally.won(seat):
            means = f"Any trick of your opponent's makes {waiting[0].worth} of it at once, even one of two nines."
    total = (
        sum_of(tally, seat)
        if true
        else f"None of the {len(tally.tricks)} tricks went to your opponent, from {tally.pair(1)} on"
    )
    return Asking(
        fact="my points" if seat == YOU else "their points",
        question=f"{tally.played}, and {tally.trumps}. {chosen(chance, asks)}",
        right=(str(true), f"{total}: {true}."),
        slips=slips,
        hints=points_hints(tally, seat, chance),
        explanation=f"{summed(tally, seat, chance)} {refuted(slips[0], chance)} {means}",
        themes=_themes(tally, seat),
    )


def summed(tally: Tally, seat: int, chance: Random) -> str:
    """Say in a sentence which tricks a seat took and what they make."""
    true, won = tally.position.points(seat), tally.won(seat)
    if not won:
        (one,) = tally.booked(seat, counts=False)
        pairs = listed(tally.taker(number) for number in range(1, len(tally.tricks) + 1))
        return (
            f"{pairs} took the {count(len(tally.tricks))} tricks for you, so the {one.worth} for {one.suit} wait at 0."
        )
    tricks = f"trick {won[0]}" if len(won) == 1 else f"tricks {listed(won)}"
    begins = [f"You took {tricks}", f"{tricks.capitalize()} are yours"]
    if seat != YOU:
        begins = [f"Your opponent took {tricks}", f"{tricks.capitalize()} went to your opponent"]
    total = sum_of(tally, seat)
    ways = [f"{begin}: {total} make {true}." for begin in begins if len(won) > 1 or "took" in begin]
    return chosen(chance, ways)


def refuted(slip: Slip, chance: Random) -> str:
    """Say what the likeliest slip leads to."""
    return chosen(
        chance,
        [
            f"Whoever should {slip.order} comes to {slip.text}.",
            f"If you {slip.order}, you come to {slip.text}.",
            f"To {slip.order} would give {slip.text}.",
        ][1:],
    )


def my_points(tally: Tally, chance: Random) -> Asking | None:
    """Ask for the learner's card points."""
    return _points(tally, YOU, chance)


def their_points(tally: Tally, chance: Random) -> Asking | None:
    """Ask for the opponent's card points."""
    return _points(tally, 1 - YOU, chance)


def points_missing(tally: Tally, chance: Random) -> Asking | None:
    """Ask how many card points the learner needs, near the end."""
    true = tally.position.points(YOU)
    missing = OUT - true
    if not 1 <= missing <= 16 or len(tally.won(YOU)) < 2 or tally.position.trick:
        return None
    found = [Slip(str(max(0, OUT - int(slip.text))), slip.why, slip.order) for slip in slips_of(tally, YOU, chance)]
    slips = distinct([slip for slip in found if int(slip.text) <= OUT], str(missing), 4)
    if len(slips) < LEAST:
        return None
    asks = ["How many card points are you short of 66?", "How many are missing to 66?", "How many more do you need?"]
    claim = "a claim now would be wrong" if tally.won(YOU) else "you may not say out"
    return Asking(
        fact="points missing",
        question=f"You want to say out as soon as you can, and {tally.trumps}. {chosen(chance, asks)}",
        right=(str(missing), f"{capital(sum_of(tally, YOU))}: {true}, and 66 less {true} is {missing}."),
        slips=slips,
        hints=points_hints(tally, YOU, chance, " Do yours make 66?"),
        explanation=(
            f"{summed(tally, YOU, chance)} So {missing} {'is' if missing == 1 else 'are'} missing, and {claim}. "
            f"{refuted(slips[0], chance).replace('come to', 'think it is').replace('give', 'make it')}"
        ),
        themes=_themes(tally, YOU),
    )


def out(tally: Tally, chance: Random) -> Asking | None:
    """Ask whether the learner can say out, where a slip leads to the other answer."""
    true, position = tally.position.points(YOU), tally.position
    if position.trick or not position.tricks_won(YOU) or not 56 <= true <= 76 or len(tally.won(YOU)) < 2:
        return None
    enough = true >= OUT
    other = [slip for slip in slips_of(tally, YOU, chance) if (int(slip.text) >= OUT) is not enough]
    if not other:
        return None
    slip = other[0]
    theirs = position.points(1 - YOU)
    worth = 2 if theirs < SCHNEIDER else 1
    no = f"{capital(sum_of(tally, YOU))}: {true}."
    price = f"Your opponent has {theirs}, so it wins {worth}." if enough else "A wrong claim costs 2 game points."
    whys = {
        enough: f"{no} {price}",
        not enough: f"{slip.text} is what you get if you {slip.order}. {slip.why}",
    }
    asks = ["Can you say out now and be right?", "Is it time to say out?", "Do you have the 66 for a claim?"]
    texts = {True: "yes", False: "no"}
    end = (
        f"If you {slip.order}, you stop at {slip.text} and let a deal worth {worth} go by."
        if enough
        else f"If you {slip.order}, you come to {slip.text}, say out and lose 2."
    )
    return Asking(
        fact="out",
        question=f"{tally.played}, {tally.trumps}, and you are to lead. {chosen(chance, asks)}",
        right=(texts[enough], whys[enough]),
        slips=(Slip(texts[not enough], whys[not enough], slip.order),),
        hints=points_hints(tally, YOU, chance, " Do yours make 66?"),
        explanation=f"{summed(tally, YOU, chance)} {end}",
        themes=_themes(tally, YOU),
    )


def out_there(tally: Tally, chance: Random) -> Asking | None:
    """Ask for the card points in the opponent's hand and the face-down stock."""
    position, view = tally.position, tally.view
    true, hand = points_out(view), card_points(position.hand(YOU))
    mine, theirs = tally.in_tricks(YOU), tally.in_tricks(1 - YOU)
    up = position.turn_up
    if position.trick or len(tally.tricks) < 3:
        return None
    married = sum(one.worth for one in tally.marriages if one.counts)
    slips = []
    if married:
        suits = listed(one.suit for one in tally.marriages if one.counts)
        slips.append(
            Slip(
                str(true - married),
                f"The {married} for the marriage in {suits} are not among the 120: the tricks hold {mine + theirs}.",
                f"take the {married} for the marriage in {suits} off as well",
            )
        )
    if up and up.points:
        fetched = " since the exchange" if any(action == Exchange() for _, action in position.log) else ""
        slips.append(
            Slip(
                str(true + up.points),
                f"{up} lies face up{fetched}. Its {up.points} points are neither in that hand nor face down.",
                f"forget {up}, which lies face up",
            )
        )
    slips += [
        Slip(
            str(true + hand),
            f"Your own {cards(position.hand(YOU))} are worth {hand}, and you see them.",
            "forget your own hand",
        ),
        Slip(
            str(true + theirs),
            f"The {theirs} in your opponent's tricks have been seen.",
            "take off your own tricks only",
        ),
        Slip(
            str(120 - true),
            f"That is what you have seen. Take it from 120, and {true} are left.",
            "stop one step early",
        ),
        Slip(str(true + mine), f"The {mine} in your own tricks have been seen.", "take off the other pile only"),
    ]
    offered = distinct([slip for slip in slips if int(slip.text) >= 0], str(true), 4)
    if len(offered) < LEAST:
        return None
    turned = f" and {up.points} for {up}" if up else ""
    place = "in your opponent's hand and face down together" if view.stock else "in your opponent's hand"
    big = [card for card in sorted({*view.unseen, *view.hand(1 - YOU)}) if card.points >= 10]
    heavy = (
        f"{cards(big)} {'is' if len(big) == 1 else 'are'} {card_points(big)} of them."
        if big
        else f"No ace and no ten is among the {len(view.unseen)} cards."
    )
    sum_ = f"{mine} in your tricks, {theirs} in your opponent's, {hand} in your hand{turned}"
    first, last = tally.pair(1), tally.pair(len(tally.tricks))
    also = f", and so is {up}" if up else ""
    return Asking(
        fact="points out",
        question=f"{tally.played}, and {tally.trumps}. How many card points are {place}?",
        right=(str(true), f"120 less {sum_}."),
        slips=offered,
        hints=(
            f"All cards together make 120. From {first} to {last}, how many of those have you seen?",
            f"The tricks hold {mine} and {theirs}. Your own {cards(position.hand(YOU))} are seen too{also}.",
            f"120 − {mine} − {theirs} − {hand}{f' − {up.points}' if up else ''}, and {heavy[:-1]}.",
        ),
        explanation=(
            f"Take from 120 what you have seen: {sum_}. That leaves {true}, and {heavy[:-1]}. "
            f"If you {offered[0].order}, you come to {offered[0].text}."
        ),
        themes=(),
    )
