"""Questions about cards: which have not been seen, which are held, which are high."""

from collections.abc import Iterable
from random import Random

from ...actions import Exchange
from ...cards import Card, Rank, Suit, card_points
from ...counting import certain
from ...public import marriage
from ..puzzle import YOU
from .hidden import in_one
from .tally import Asking, Slip, Tally, capital, cards, chosen, codes, count, distinct, listed


def _place(tally: Tally, card: Card) -> str:
    """Say as a clause how you know where a card is."""
    if card in tally.where:
        return tally.story(card)
    if card in tally.position.hand(YOU):
        return f"you hold {card}"
    if card is tally.position.turn_up:
        return f"{card} lies face up"
    if any(card in marriage(one.suit) and one.seat != YOU for one in tally.marriages):
        return f"{card} was shown with the marriage"
    return f"{card} was fetched with an exchange" if card is tally.fetched else f"{card} was drawn face up"


def _walked(tally: Tally, some: Iterable[Card]) -> str:
    """Say how you know where cards are: what fell first, each trick once, and many of them in short."""
    some = sorted(some)
    fallen = sorted((card for card in some if card in tally.where), key=lambda card: tally.where[card])
    if len({tally.where[card] for card in fallen}) > 3:
        said = [f"{fallen[0]} fell in trick {tally.where[fallen[0]]}"]
        said = [", ".join(said + [f"{card} in {tally.where[card]}" for card in fallen[1:]])]
    else:
        said = list({tally.where[card]: tally.story(card) for card in fallen}.values())
    own = [card for card in some if card in tally.view.own]
    said += [_place(tally, card) for card in some if card not in (*fallen, *own)]
    return "; ".join([*said, *([f"you hold {cards(own)}"] if own else [])])


def trumps_unseen(tally: Tally, chance: Random) -> Asking | None:
    """Ask how many trumps are unseen."""
    view, trump = tally.view, tally.trump
    unseen = [card for card in sorted(view.unseen) if card.suit is trump]
    known = [card for card in view.rules.pack if card.suit is trump and card not in unseen]
    gone = [card for card in known if card in tally.where]
    own = [card for card in known if card in view.own]
    if view.trick or len(tally.tricks) < 3 or not gone or not 1 <= len(unseen) <= 4:
        return None
    true, slips = len(unseen), []
    if view.turn_up:
        why = f"{view.turn_up} lies face up under the stock: it is not one of the {true} you look for."
        slips.append(Slip(str(true + 1), why, f"take {view.turn_up} for a card you have not seen"))
    old = min(gone, key=lambda card: (tally.where[card], card))
    other = [card for card in known if card not in (*gone, *own, view.turn_up)]
    slips += [
        *(
            Slip(str(true + 1), f"{capital(_place(tally, one))}, so you have seen it.", f"forget {one}")
            for one in other
        ),
        Slip(str(true + 1), f"One too many: {tally.story(old)}.", f"forget {old} of trick {tally.where[old]}"),
        *(
            Slip(
                str(true + len(own)),
                f"Your own {cards(own)} {'are trumps' if own[1:] else 'is a trump'} as well.",
                order,
            )
            for order in ["forget your own hand"][: len(own)]
        ),
        Slip(str(len(known)), f"So many are known: {cards(known)}. Take them from 6.", "give those you know"),
        Slip(str(true - 1), f"One too few: nothing has shown you {cards(unseen)}.", f"take {unseen[-1]} for gone"),
        Slip(str(true + 2), f"Two of these have shown themselves: think of {cards(known[:2])}.", "lose two of them"),
    ]
    offered = distinct(slips, str(true), 4)
    return Asking(
        fact="trumps unseen",
        question=f"{tally.before}{tally.played}, and {tally.trumps}. "
        + chosen(chance, ["How many trumps have you not seen yet?", "How many trumps are still unseen?"]),
        right=(str(true), f"6 trumps, less {cards(known)}."),
        slips=tuple(offered),
        hints=(
            f"There are 6 {trump.word} in the pack. How many of them were played, from {tally.pair(1)} on?",
            f"{cards(gone)} went in the tricks{f', and you hold {cards(own)}' if own else ''}; "
            f"look at {cards(known[-2:])}.",
            f"6 less {len(known)}: {_walked(tally, known)}.",
        ),
        explanation=(
            f"Of the 6 trumps you know {len(known)}: {_walked(tally, known)}. "
            f"So {cards(unseen)} {'is the 1' if true == 1 else f'are the {true}'} that you have not seen. "
            f"If you {offered[0].order}, you count {offered[0].text}."
        ),
        themes=("pull-trumps",),
    )


def unseen_suit(tally: Tally, chance: Random) -> Asking | None:
    """Ask which cards of a suit are unseen."""
    suits = sorted(Suit, key=lambda _: chance.random())
    return next(filter(None, (_unseen(tally, [suit], list(Rank), chance) for suit in suits)), None)


def unseen_high(tally: Tally, chance: Random) -> Asking | None:
    """Ask which aces and tens are unseen."""
    return _unseen(tally, list(Suit), [Rank.ACE, Rank.TEN], chance)


def _unseen(tally: Tally, suits: list[Suit], ranks: list[Rank], chance: Random) -> Asking | None:
    view = tally.view
    pack = [card for card in view.rules.pack if card.suit in suits and card.rank in ranks]
    unseen = frozenset(view.unseen.intersection(pack))
    gone = [card for card in pack if card in tally.where]
    known = [card for card in pack if card not in unseen]
    one_suit = len(suits) == 1
    if view.trick or len(tally.tricks) < 4 or len(gone) < 2 or not 1 <= len(unseen) <= (3 if one_suit else 4):
        return None

    def easily_lost(card: Card) -> tuple[bool, int]:
        """Put cards thrown on another suit first, then what fell long ago."""
        trick = tally.tricks[tally.where[card] - 1]
        return trick.cards[0][1].suit is card.suit, tally.where[card]

    slips = [
        Slip(codes({*unseen, card}), f"{capital(tally.story(card))}.", f"forget trick {tally.where[card]}")
        for card in sorted(gone, key=easily_lost)[:2]
    ]
    for card in known:
        if card not in (*gone, *view.own):
            why = f"{capital(_place(tally, card))}, so it is not one of the {len(unseen)} unseen."
            slips.insert(1, Slip(codes({*unseen, card}), why, f"count {card} among them"))
    for card in sorted(unseen, key=lambda _: chance.random())[:2]:
        why = f"None of the {len(tally.tricks)} tricks has brought {card}."
        slips.append(Slip(codes(unseen - {card}), why, f"take {card} for gone"))
    swapped = (unseen - {max(unseen)}) | {max(gone)}
    why = f"{capital(tally.story(max(gone)))}; it is {max(unseen)} that is missing."
    slips.append(Slip(codes(swapped), why, f"mix up {max(gone)} and {max(unseen)}"))
    offered = distinct(slips, codes(unseen), 4)
    if len(offered) < 3:
        return None
    what = suits[0].word if one_suit else "aces and tens"
    size = len(pack)
    points = card_points(unseen)
    end = (
        f"They are worth {points} together."
        if len(unseen) > 1
        else f"It is worth {points}, and one of you may still win it."
    )
    return Asking(
        fact="unseen " + " ".join(one.value for one in (suits if one_suit else ranks)),
        question=f"{tally.before}{tally.played}, and {tally.trumps}. Which {what} have you not seen yet?",
        right=(codes(unseen), f"The other {size - len(unseen)} are known: {_walked(tally, known)}."),
        slips=offered,
        hints=(
            f"There are {size} {what} in the pack. Begin with {tally.pair(1)}: which of them have fallen?",
            f"{cards(gone)} have been played; look at what else you know.",
            f"{capital(_walked(tally, known))}.",
        ),
        explanation=(
            f"You know {len(known)} of the {size} {what}: {_walked(tally, known)}. "
            f"That leaves {cards(unseen)}. If you {offered[0].order}, {_change(offered[0], unseen)}. {end}"
        ),
        themes=("pull-trumps",) if one_suit and suits[0] is tally.trump else (),
    )


def _change(slip: Slip, true: frozenset[Card]) -> str:
    """Say what a wrong list of cards makes you expect."""
    listed_cards = frozenset(map(Card, slip.text.split())) if slip.text != "none" else frozenset[Card]()
    more, less = listed_cards - true, true - listed_cards
    if more and less:
        return f"you wait for {cards(more)} and are caught by {cards(less)}"
    return f"you wait for {cards(more)} in vain" if more else f"{cards(less)} will come as a surprise"


def high(tally: Tally, chance: Random) -> Asking | None:
    """Ask whether a card of the learner's is high in its suit, where one above it has gone."""
    view = tally.view
    if view.trick or len(tally.tricks) < 3:
        return None
    for card in sorted(view.own, key=lambda _: chance.random()):
        above = [one for one in view.rules.pack if one.suit is card.suit and one.strength > card.strength]
        gone = [one for one in above if one in tally.where]
        out = [one for one in above if one not in gone and one not in view.own]
        if (
            not gone
            or len(out) > 1
            or card.rank in (Rank.NINE, Rank.JACK)
            or (len(gone) == 1 and not out and len(above) > 1)
        ):
            continue
        old = min(gone, key=lambda one: tally.where[one])
        trump = card.suit is tally.trump
        stories = _walked(tally, [one for one in above if one not in out])
        ago = len(tally.tricks) - tally.where[old] + 1
        if out:
            (still,) = out
            where = f"no trick has shown {still}" if still in view.unseen else _place(tally, still)
            right = ("no", f"{still} is above it, and {'it has not been played' if still in view.unseen else where}.")
            slip = Slip("yes", f"{capital(stories)}. But {still} is out.", f"look for {old} alone")
            end = f"Lead {card} now, and {still} can take it: {card.points + still.points} card points."
            middle = f"But {where}, so it is out."
        else:
            right = ("yes", f"Nothing above {card} is out: {_walked(tally, above)}.")
            if len(above) == 1:
                right = ("yes", f"{above[0]} alone is above {card}, and {_walked(tally, above)}.")
            slip = Slip("no", f"You miss {old}: {tally.story(old)}.", f"forget trick {tally.where[old]}")
            end = (
                f"No card can beat {card} now: its {card.points} points are yours, with what falls on it."
                if trump
                else (
                    f"Only a trump can beat {card} now; else its {card.points} points are yours, with what falls on it."
                )
            )
            middle = (
                f"Whoever has lost sight of {old}, {ago} "
                f"{'trick' if ago == 1 else 'tricks'} ago, keeps {card} back in vain."
            )
        asks = [
            f"Is your {card} the highest {card.suit.word[:-1]} that is left?",
            f"Can no {card.suit.word[:-1]} beat your {card} any more?",
        ]
        return Asking(
            fact=f"high {card.code}",
            question=f"{tally.before}{tally.played}, and {tally.trumps}. {chosen(chance, asks)}",
            right=right,
            slips=(slip,),
            hints=(
                f"Which {card.suit.word} rank above {card}? Look for each of them, from {tally.pair(1)} on.",
                f"Above it {'is' if len(above) == 1 else 'are'} {cards(above)}. {capital(tally.story(old))}.",
                f"{capital(stories)}{f'; and {out[0]}?' if out else '.'}",
            ),
            explanation=f"Above {card} {'is' if len(above) == 1 else 'are'} {cards(above)}: {stories}. {middle} {end}",
            themes=("pull-trumps",) if trump else (),
        )
    return None


def their_hand(tally: Tally, chance: Random) -> Asking | None:
    """Ask for the opponent's hand once the stock is used up."""
    view = tally.view
    if view.turn_up or view.trick or view.layouts() != 1 or not 3 <= view.hand_size(1 - YOU) <= 5:
        return None
    hand = next(view.each_layout())
    slips = []
    for card in sorted(hand, key=lambda _: chance.random()):
        fallen = [one for one in tally.where if one.suit is card.suit]
        for one in sorted(fallen, key=lambda one: abs(one.strength - card.strength))[:1]:
            why = f"{capital(tally.story(one))}. The {card.suit.word[:-1]} that is left is {card}."
            slips.append(Slip(codes((hand - {card}) | {one}), why, f"put {one} there in place of {card}"))
    offered = distinct(slips, codes(hand), 3)
    if len(offered) < 3:
        return None
    by_suit = []
    for suit in Suit:
        held = [card for card in sorted(hand) if card.suit is suit]
        own = [card for card in view.own if card.suit is suit]
        seen = 6 - len(held) - len(own)
        if held:
            by_suit.append(
                f"{seen} {suit.word} have gone and you hold {count(len(own)) if own else 'none'}: {cards(held)}"
            )
    points = card_points(hand)
    return Asking(
        fact="their hand",
        question=f"The stock is used up and {tally.trumps}. Which {count(len(hand))} cards does your opponent hold?",
        right=(
            codes(hand),
            f"No other card is neither played nor among your {cards(view.own)}. They are worth {points}.",
        ),
        slips=offered,
        hints=(
            f"Go suit by suit: six cards each, less those that fell from {tally.pair(1)} on, less yours.",
            f"{capital(by_suit[0])}.",
            f"{capital('; '.join(by_suit[1:] or by_suit))}.",
        ),
        explanation=(
            f"Count each suit to 6. {capital('; '.join(by_suit))}. "
            f"The hand is worth {points}; if you {offered[0].order}, you wait for a card that has gone."
        ),
        themes=("pull-trumps",) if any(card.suit is tally.trump for card in hand) else (),
    )


def known(tally: Tally, chance: Random) -> Asking | None:
    """Ask what the opponent certainly holds while most of the hand is hidden."""
    view = tally.view
    facts = [fact for fact in certain(view) if fact.held]
    held = frozenset(card for fact in facts for card in fact.cards)
    if not held or not view.turn_up or view.trick or view.layouts() == 1 or len(held) > 3:
        return None
    slips = []
    for card in sorted(held):
        told = next(fact.why for fact in facts if card in fact.cards)
        why = f"{card} is there too, and has not been played. {told}"
        slips.append(Slip(codes(held - {card}), why, f"forget {card}"))
    married = [card for one in tally.marriages if one.seat != YOU for card in marriage(one.suit)]
    for card in [card for card in married if card in tally.where]:
        why = f"{card} was shown, but it has gone: {tally.story(card)}."
        slips.append(Slip(codes(held | {card}), why, f"keep {card} in that hand"))
    low = view.rules.low_trump(view.trump)
    if (1 - YOU, Exchange()) in view.log and view.turn_up is low:
        why = f"{low} was given for {tally.fetched or 'the turn-up'} and lies face up, not with {cards(held)}."
        slips.append(Slip(codes(held | {low}), why, f"take {low} for held"))
    guesses = sorted(view.unseen, key=lambda card: (-card.strength, chance.random()))
    for card in guesses[:2]:
        why = f"Nothing tells of {card} as it does of {cards(held)}: it may be one of {view.stock} cards face down."
        slips.append(Slip(codes(held | {card}), why, f"guess {card}"))
    offered = distinct(slips, codes(held), 4)
    size = view.hand_size(1 - YOU)
    why = in_one(fact.why for fact in facts)
    exchanged = tally.fetched in held if tally.fetched else False
    left = size - len(held)
    wrong = len(offered[0].text.split()) if offered[0].text != "none" else 0
    return Asking(
        fact="known",
        question=(
            f"{tally.before}{tally.stage}, and {tally.trumps}. "
            f"Which of your opponent's {count(size)} cards do you know for certain?"
        ),
        right=(codes(held), f"{why} That tells of {cards(held)}, and {left} of {size} cards are open."),
        slips=offered,
        hints=(
            f"{tally.played}, {tally.pair(1)} first. What did your opponent show without playing it?",
            f"{'A marriage shows two cards' if married else 'An exchange brings a card'}: think of "
            f"{listed(dict.fromkeys(card.suit for card in sorted(held)))} in the {len(tally.tricks)} tricks so far.",
            f"{why} What has become of {cards({*held, *married})} since {tally.pair(len(tally.tricks))}?",
        ),
        explanation=(
            f"{why} {cards(held)} {'has' if len(held) == 1 else 'have'} not been played since, so "
            f"{len(held)} of the {size} {'is' if len(held) == 1 else 'are'} known and {left} may be any of "
            f"{len(view.unseen)}. If you {offered[0].order}, you take {size - wrong} for open."
        ),
        themes=(*(("marriage",) if married else ()), *(("exchange",) if exchanged else ())),
    )


def ruled_out(tally: Tally, chance: Random) -> Asking | None:
    """Ask which unseen cards certainly lie face down after a close."""
    view = tally.view
    facts = [fact for fact in certain(view) if not fact.held]
    out = frozenset(card for fact in facts for card in fact.cards)
    if not out or view.closed_by is None or view.trick or len(out) > 4 or view.layouts() == 1:
        return None
    lows = sorted(out, key=lambda card: card.strength)
    slips = [Slip("none", f"A card thrown away tells a lot in strict play. {facts[0].why}", "learn nothing from it")]
    slips += [
        Slip(codes(out - {card}), f"{card} is ruled out as well: {facts[0].why}", f"leave out {card}")
        for card in lows[:2]
    ]
    suits = {card.suit for card in out}
    for card in sorted(view.unseen - out, key=lambda _: chance.random())[:2]:
        why = f"{card} may well be held: no trick has ruled it out, and {view.hand_size(1 - YOU)} cards are."
        slips.append(Slip(codes(out | {card}), why, f"rule out {card} as well"))
    seen = [card for card in view.rules.pack if card.suit in suits and card is view.turn_up]
    for card in seen:
        slips.append(Slip(codes(out | {card}), f"{card} lies face up, so it is not unseen.", f"count {card}"))
    offered = distinct(slips, codes(out), 4)
    why = in_one(fact.why for fact in facts)
    left = len(view.unseen - out)
    tests = [trick for trick in tally.tricks if trick.cards[0][0] == YOU and trick.cards[0][1].suit in suits]
    told = [card for _, card in tests[-1].cards] if tests else []
    if not told:
        return None
    return Asking(
        fact="ruled out",
        question=f"{tally.stage}, and {tally.trumps}. Which unseen cards certainly lie face down?",
        right=(codes(out), f"{why} So {'this card is' if len(out) == 1 else 'these cards are'} not in that hand."),
        slips=offered,
        hints=(
            f"After a close everybody must follow suit. Who did not, from {tally.pair(len(tally.tricks))} back?",
            f"{why} What fell there was {cards(told)}.",
            f"Which {listed(suit.word for suit in sorted(suits, key=lambda suit: suit.value))} "
            f"have you not seen? Not {cards(view.own)}, and not {view.turn_up}.",
        ),
        explanation=(
            f"{why} Of the {len(view.unseen)} cards you have not seen that rules out {cards(out)}. "
            f"That leaves {left} for a hand of {view.hand_size(1 - YOU)}; "
            f"if you {offered[0].order}, you reckon with others."
        ),
        themes=("lead-after-close",),
    )
