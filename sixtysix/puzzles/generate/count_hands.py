"""Questions about the hidden hand: how many there may be, and how likely one card is to be in it."""

from math import comb
from random import Random

from ...cards import Card
from ...counting import certain
from ..puzzle import YOU
from .hidden import Hidden, different, hidden_cards, known_before, refuted, themes_of, told_so_far
from .tally import Asking, Slip, Tally, cards, chosen, count, distinct


def _ways(number: int, chosen_: int) -> str:
    """Write how a binomial coefficient is worked out.

    >>> _ways(9, 3)
    '9 × 8 × 7 / 6'
    """
    above = " × ".join(str(number - step) for step in range(chosen_))
    below = 1
    for factor in range(2, chosen_ + 1):
        below *= factor
    return above if below == 1 else f"{above} / {below}"


def hands(tally: Tally, chance: Random) -> Asking | None:
    """Ask how many hands the opponent may have."""
    hidden = hidden_cards(tally)
    if hidden is None or not 1 <= hidden.down <= 5 or tally.view.layouts() > 1000 or hidden.places < 2:
        return None
    free, places, down, held, out = hidden
    few = min(places, down)
    true, size, slips = comb(free, places), places + len(held), []
    if held:
        named = cards(held)
        why = f"{named} {'is' if len(held) == 1 else 'are'} known, so {places} cards are to be chosen and not {size}."
        slips.append(Slip(str(comb(free + len(held), size)), why, f"take {named} for unseen"))
        slips.append(
            Slip(
                str(comb(free, size)),
                f"{size} of {free}: but {named} {'fills a place' if len(held) == 1 else 'fill places'} already.",
                f"choose {size}",
            )
        )
    if out:
        why = f"{cards(out)} cannot be held: {next(fact.why for fact in certain(tally.view) if not fact.held)}"
        slips.append(Slip(str(comb(free + len(out), places)), why, f"leave {cards(out)} possible"))
    ordered = comb(free, few)
    for factor in range(2, few + 1):
        ordered *= factor
    up = tally.view.turn_up
    slips += [
        Slip(
            str(comb(free + 1, places)),
            f"You took {up} for unseen. It lies face up: {free}, not {free + 1}.",
            f"add {up}",
        ),
        Slip(
            str(free), f"{free} is how many cards may be held. {places} of them are to be chosen.", "stop at the cards"
        ),
        Slip(str(ordered), f"The order in which {few} cards are chosen makes no other hand.", "count each order apart"),
        Slip(
            str(free * places), f"{free} times {places} pairs a card with a place; hands are sets.", "multiply the two"
        ),
    ]
    offered = distinct([slip for slip in slips if int(slip.text) > 0], str(true), 4)
    known = known_before(tally, hidden)
    lie = "lies" if down == 1 else "lie"
    of_them = f"{down} of those {lie} face down" + (f" beside {cards(out)}" if out else "")
    way = f"{_ways(free, few)} = {true}" if few > 1 else f"{free} ways to say which one it is"
    if len(offered) < 3:
        return None
    end = f"If you {offered[0].order}, you come to {offered[0].text}."
    high = max(tally.view.unseen, key=lambda card: (card.points, -card.index))
    return Asking(
        fact="hands",
        question=(
            f"{told_so_far(tally)} Your opponent holds {count(size)} cards. "
            + chosen(
                chance, ["How many different hands are possible?", "How many hands may that be, as far as you know?"]
            )
        ),
        right=(str(true), f"{places} of {free} cards, {high} among them: {way}."),
        slips=offered,
        hints=(
            f"Set aside what you know, the {len(tally.tricks)} tricks "
            f"from {tally.pair(1)} on first. What is still open?",
            f"{known}{free} cards may be held, {high} among them, and {places} of them are.",
            f"Choosing {places} of {free} is choosing the {down} that "
            f"{'is' if down == 1 else 'are'} not, {high} or another: {way}.",
        ),
        explanation=(
            f"{known}{count(free).capitalize()} cards may be held, {high} among them; {places} are, and {of_them}: "
            f"{way}. {end}"
        ),
        themes=themes_of(tally, hidden),
    )


def _one_slips(tally: Tally, hidden: Hidden, card: Card, mine: Card) -> list[Slip]:
    """Return what goes wrong when the chance of one card is found."""
    free, places, down, held, out = hidden
    size, slips = places + len(held), []
    if held:
        named = cards(held)
        why = (
            f"That is so if you know none of the {size}. But {named} "
            f"{'is one' if len(held) == 1 else 'are two'} of them."
        )
        slips.append(Slip(f"{size} in {free + len(held)}", why, f"forget {named}"))
        why = (
            f"{size} of the hand's cards are not open any more: {named} fills a place, so {places} are left for {card}."
        )
        slips.append(Slip(f"{min(size, free)} in {free}", why, f"give {named} no place"))
    if out:
        why = f"{cards(out)} cannot be held, so {card} is one of {free} cards and not of {free + len(out)}."
        slips.append(Slip(f"{places} in {free + len(out)}", why, f"leave {cards(out)} possible"))
    up = tally.view.turn_up
    slips += [
        Slip(
            f"{down} in {free}",
            f"In {down} cases of {free} {card} lies face down, and {mine} is safe from it.",
            "take the stock for the hand",
        ),
        Slip(
            "1 in 2", f"{card} is there or not, but not evenly: {places} of {free} places are in that hand.", "say half"
        ),
        Slip(
            f"{places} in {free + 1}",
            f"{up} lies face up, so {free} cards come in question and not {free + 1}.",
            f"add {up}",
        ),
    ]
    if len(tally.tricks) >= 2:
        why = (
            f"So it was before {tally.pair(1)} fell. {2 * len(tally.tricks)} "
            f"cards have been played since, none of them {card}."
        )
        slips.append(Slip("6 in 17", why, "count as at the first lead"))
    return slips


def holds_one(tally: Tally, chance: Random) -> Asking | None:
    """Ask how likely the opponent is to hold a card that beats one of the learner's."""
    hidden, view = hidden_cards(tally), tally.view
    if hidden is None or hidden.free > 14 or hidden.places < 1 or hidden.down < 1 or len(tally.tricks) < 2:
        return None
    free = view.unseen - view.lacks[1 - YOU]
    pairs = [
        (mine, other)
        for mine in view.own
        for other in free
        if other.suit is mine.suit and other.strength > mine.strength and mine.points >= 3
    ]
    if not pairs:
        return None
    mine, other = min(pairs, key=lambda pair: (-pair[1].points - pair[0].points, chance.random()))
    all_slips = _one_slips(tally, hidden, other, mine)
    offered = different(all_slips, hidden.odds)
    if len(offered) < 3:
        return None
    first = next(slip for slip in all_slips if slip in offered)
    known = known_before(tally, hidden)
    stake = mine.points + other.points
    return Asking(
        fact=f"holds {other.code}",
        question=f"{told_so_far(tally)} How likely is it that your opponent holds {other}, which beats your {mine}?",
        right=(
            hidden.odds,
            f"{other} is one of {hidden.free} cards for {hidden.places} "
            f"places. In {hidden.down} cases {mine} is safe from it.",
        ),
        slips=offered,
        hints=(
            f"{other} is as likely to lie in one hidden place as in "
            f"another. Which places are there after {tally.pair(1)}?",
            f"{known or 'Nothing is known of that hand. '}How many cards may {other} be mixed with?",
            f"{hidden.places} places in the hand, {hidden.down} face down, and {other} in one of them.",
        ),
        explanation=(
            f"{known}{other} is one of {hidden.free} cards that may be held, and {hidden.places} of them are: "
            f"{hidden.odds}. {refuted(first)} Lead {mine} and meet it, and {stake} points go to your opponent."
        ),
        themes=themes_of(tally, hidden),
    )
