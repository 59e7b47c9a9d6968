"""Why a card is right once the stock is closed: the idea behind it, in a sentence with its counts."""

from dataclasses import dataclass
from functools import cached_property

from ...cards import Card
from ...rule_table import OUT
from ..puzzle import YOU
from .close_story import listed
from .close_study import Study, out_in, out_trumps
from .weaker import replies


@dataclass(frozen=True)
class Idea:
    """A card of yours to play first; what can happen to it in any layout."""

    study: Study
    card: Card

    @cached_property
    def answers(self) -> frozenset[Card]:
        """The cards that can fall on it when it is led."""
        position = self.study.position
        hands = [self.study.hand(number) for number in range(self.study.layouts)]
        return frozenset(card for hand in hands for card in replies(position, self.card, hand))

    @cached_property
    def beaters(self) -> list[Card]:
        """The cards that can take it, the highest first."""
        trump = self.study.view.trump
        found = [card for card in self.answers if card.beats(self.card, trump)]
        return sorted(found, key=lambda card: (card.suit is not trump, card.index))

    @cached_property
    def least(self) -> int:
        """The least card points of a trick that it wins."""
        return self.card.points + min(card.points for card in self.answers)

    @cached_property
    def most(self) -> int:
        """The most card points of a trick that it loses."""
        return self.card.points + max((card.points for card in self.beaters), default=0)

    @property
    def is_trump(self) -> bool:
        """Whether it is a trump."""
        return self.card.suit is self.study.view.trump

    @property
    def kind(self) -> str:
        """What the card does: wins enough alone, draws trumps, brings one out, wins, or gives a trick away."""
        need = OUT - self.study.view.points(YOU)
        if self.study.view.trick:
            led = self.study.view.trick[0][1]
            return "take" if self.card.beats(led, self.study.view.trump) else "leave"
        if not self.beaters:
            if self.least >= need:
                return "alone"
            return "draw" if self.is_trump and out_trumps(self.study.view) else "high"
        return "bring out" if self.is_trump else "give"

    def sentence(self, variant: int) -> str:
        """Say the idea: a sentence without its point."""
        told = {
            "alone": self._alone,
            "draw": self._draw,
            "high": self._high,
            "bring out": self._bring_out,
            "give": self._give,
            "take": self._take,
            "leave": self._leave,
        }
        return told[self.kind](variant)

    def _alone(self, variant: int) -> str:
        points, least = self.study.view.points(YOU), self.least
        why = self._cannot_be_taken()
        return (
            f"{why}, and a trick with it brings at least {least}: {points} and {least} are {points + least}",
            f"{points} and {least}, the least that a trick with {self.card} is worth, are {points + least}, and {why}",
        )[variant % 2]

    def _draw(self, variant: int) -> str:
        trumps = out_trumps(self.study.view)
        rest = self._side_cards(trumps)
        if len(trumps) == 1:
            after = f"; then nobody can trump your {rest}" if rest else ""
            if trumps[0] in self.study.view.shown[1 - YOU]:
                return f"{trumps[0]} is your opponent's only trump, and {self.card} draws it{after}"
            return (
                f"{trumps[0]} is the only trump you have not seen, and {self.card} draws it unless it lies face down"
                f"{after}",
                f"one trump is still out, {trumps[0]}: it falls on {self.card} or lies face down{after}",
            )[variant % 2]
        after = f", before it can fall on your {rest}" if rest else ""
        every = "both" if len(trumps) == 2 else "them all"
        return (
            f"{listed(trumps)} are still out, and {self.card} beats {every}: it draws any that is there{after}",
            f"{self.card} is the highest trump left: it draws {listed(trumps, 'or')}{after}",
        )[variant % 2]

    def _high(self, variant: int) -> str:
        least = self.least
        return (
            f"{self._cannot_be_taken()}, and that trick brings at least {least}",
            f"{self.card} is sure of at least {least}, since {self._cannot_be_taken()}",
        )[variant % 2 if out_trumps(self.study.view) else 0]

    def _bring_out(self, variant: int) -> str:
        taker, others = listed(self.beaters, "or"), [card for card in self.study.view.own if card is not self.card]
        below = [card for card in out_trumps(self.study.view) if card not in self.beaters]
        next_one = min((card for card in others if self.is_trump and card.suit is self.card.suit), default=None)
        their = self.study.view.points(1 - YOU)
        if (
            next_one is not None
            and len(self.beaters) == 1
            and not any(card.strength > next_one.strength for card in below)
        ):
            return (
                f"only {taker} beats {self.card}, for {self.most}, and once it has come out {next_one} is the highest "
                f"trump",
                f"{self.card} makes {taker} come out: that trick costs {self.most}, and then nothing beats {next_one}",
            )[variant % 2]
        return (
            f"{taker} can take {self.card}, but that brings your opponent no further than {their + self.most}",
            f"{self.card} costs {self.most} at the most if {taker} takes it: {their} and {self.most} are "
            f"{their + self.most}",
        )[variant % 2]

    def _give(self, variant: int) -> str:
        worst = max(self.beaters, key=lambda card: (card.points, -card.index))
        their = self.study.view.points(1 - YOU)
        return (
            f"{self.card} may be lost, but at the most for {self.most}: with {worst} your opponent has "
            f"{their + self.most}, and must then lead",
            f"even if {worst} takes {self.card}, {their} and {self.most} are only {their + self.most}, and the next "
            f"lead is your opponent's",
        )[variant % 2]

    def _take(self, variant: int) -> str:
        led, points = self.study.view.trick[0][1], self.study.view.points(YOU)
        brings = led.points + self.card.points
        return (
            f"{self.card} takes {led}, which makes {points + brings} for you and gives you the lead",
            f"with {self.card} the trick is yours, {points} and {brings} are {points + brings}, and so is the lead",
        )[variant % 2]

    def _leave(self, variant: int) -> str:
        led, their = self.study.view.trick[0][1], self.study.view.points(1 - YOU)
        costs = led.points + self.card.points
        return (
            f"{led} and {self.card} are {costs}, so the closer has {their + costs} after this trick",
            f"{self.card} leaves the closer at {their + costs}: {their}, and {costs} for this trick",
        )[variant % 2]

    def _cannot_be_taken(self) -> str:
        """Say why no layout takes the card."""
        view, suit = self.study.view, self.card.suit
        known = [card for card in view.shown[1 - YOU] if card.suit is suit]
        trumps = out_trumps(view)
        if suit is view.trump:
            return (
                f"no trump that is out beats {self.card}" if trumps else f"no other trump is out, only your {self.card}"
            )
        if not trumps:
            return f"no trump is out any more, and no {suit.word[:-1]} beats {self.card}"
        if known:
            return f"your opponent holds {known[0]} and has to follow suit, so that nothing can trump {self.card}"
        if not out_in(view, suit):
            return f"nobody has a card that beats {self.card}"
        return f"your opponent cannot be without a {suit.word[:-1]}, so that nothing can trump {self.card}"

    def _side_cards(self, trumps: list[Card]) -> str:
        """Name the high plain cards of yours that a trump could take."""
        view = self.study.view
        high = [
            card
            for card in view.own
            if card.suit is not view.trump
            and card.points >= 10
            and not any(other.strength > card.strength for other in out_in(view, card.suit))
        ]
        return listed(high) if high and trumps else ""
