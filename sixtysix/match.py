"""A match: deals one after the other until a side has the game points, with dealer, score and carried points."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .actions import Action, action_token, parse_action
from .errors import IllegalAction, NotationError, PuzzleError, RulesError, quoted
from .notation import read_rules, write_rules
from .position import LAST_SEED, Deal, Position, checked_dealer, checked_seed
from .rules import Rules
from .scoring import Result


class Standing(NamedTuple):
    """The state of a match between two deals."""

    scores: tuple[int, ...]
    """Game points by seat (partners alike)."""
    carried: int
    """Extra game points that wait for the next deal won."""
    dealer: int
    """Who deals the next deal."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match under one rule set: immutable; `apply` plays on, `next_deal` deals again.

    Deal number `seed` comes first, then `seed + 1` and so on, so that any deal can be played again by its number; after
    `LAST_SEED` comes 0.
    Raises `PuzzleError` for a bad seed or dealer.

    >>> match = Match(Rules.guide(), seed=66)
    >>> match.deal_number, match.scores, match.winner, Match.parse(match.notation()) == match
    (66, (0, 0), None, True)
    """

    rules: Rules
    seed: int
    first_dealer: int | None = None
    finished: tuple[Position, ...] = ()
    """The last position of each deal that is over and has been left."""
    position: Position = field(default=None)  # type: ignore[assignment]  # filled in below
    """The deal in play."""

    def __post_init__(self) -> None:
        """Check seed and dealer, and deal the first deal."""
        checked_seed(self.seed)
        object.__setattr__(self, "first_dealer", checked_dealer(self.rules, self.first_dealer))
        if self.position is None:
            object.__setattr__(self, "position", self.deal().start())

    @property
    def deal_number(self) -> int:
        """The number of the deal in play: its seed."""
        return (self.seed + len(self.finished)) % (LAST_SEED + 1)

    @property
    def before(self) -> Standing:
        """How the match stood when the deal in play was dealt."""
        return self._standing(self.finished)

    @property
    def now(self) -> Standing:
        """How the match stands, the deal in play counted once it is over."""
        return self._standing((*self.finished, self.position) if self.position.result else self.finished)

    @property
    def scores(self) -> tuple[int, ...]:
        """Game points by seat."""
        return self.now.scores

    @property
    def winner(self) -> int | None:
        """The seat that has won the match (of partners the first), or None while it goes on.

        Where several reach the goal in one deal, the higher score wins; at a tie the match goes on.
        """
        scores = self.scores
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        decided = max(scores) >= self.rules.match_points and set(best) == set(self.rules.side(best[0]))
        return best[0] if decided else None

    def deal(self) -> Deal:
        """Return the deal in play."""
        return Deal.random(self.rules, self.deal_number, self.before.dealer)

    def apply(self, action: Action) -> "Match":
        """Return the match after an action in the deal in play; `IllegalAction` as `Position.apply`."""
        return replace(self, position=self.position.apply(action))

    def next_deal(self) -> "Match":
        """Return the match with the next deal dealt; `IllegalAction` while a deal is in play or after the last."""
        if self.position.result is None:
            raise IllegalAction("The deal is not over: play it to its end first.")
        if self.winner is not None:
            raise IllegalAction("The match is over: start a new one.")
        return Match(self.rules, self.seed, self.first_dealer, (*self.finished, self.position))

    def notation(self) -> str:
        """Return the match as one line of text: rules, seed, dealer and every action."""
        deals = [",".join(map(action_token, position.history)) for position in (*self.finished, self.position)]
        rules = write_rules(self.rules.to_data())
        return f"66-match rules={rules} seed={self.seed} dealer={self.first_dealer} deals={';'.join(deals)}"

    @classmethod
    def parse(cls, text: object) -> "Match":
        """Take up a match from what `notation` wrote, playing every action again.

        `NotationError` names the part that cannot be read, and the action that the rules refuse.
        """
        words = str(text).split() if isinstance(text, str) else []
        pairs = [word.partition("=")[::2] for word in words[1:]]
        if words[:1] != ["66-match"] or [name for name, _ in pairs] != ["rules", "seed", "dealer", "deals"]:
            raise NotationError(f"{quoted(text)} is not a match: write 66-match rules=… seed=… dealer=… deals=…")
        parts = dict(pairs)
        try:
            seed, dealer = int(parts["seed"]), int(parts["dealer"])
        except ValueError:
            told = f"seed {quoted(parts['seed'])} and dealer {quoted(parts['dealer'])}"
            raise NotationError(f"{told}: both are whole numbers from 0") from None
        try:
            match = cls(Rules.from_data(read_rules(parts["rules"])), seed, dealer)
            for number, deal in enumerate(parts["deals"].split(";")):
                match = match.next_deal() if number else match
                for token in deal.split(",") if deal else []:
                    match = match.apply(parse_action(token))
        except (RulesError, PuzzleError) as error:
            raise NotationError(str(error)) from None
        except IllegalAction as error:
            raise NotationError(f"deals: deal {number + 1} cannot be played like this. {error}") from None
        return match

    def _standing(self, ended: tuple[Position, ...]) -> Standing:
        scores, carried, dealer = (0,) * self.rules.players, 0, self.first_dealer or 0
        for position in ended:
            result = position.result
            assert result is not None  # only deals that are over are counted
            won = with_carried(result, carried)
            scores = tuple(a + b for a, b in zip(scores, won, strict=True))
            drawn = not any(result.game_points)
            carried = carried + 1 if drawn and self.rules.draw_carries else carried if drawn else 0
            dealer = self._next_dealer(dealer, result)
        return Standing(scores, carried, dealer)

    def _next_dealer(self, dealer: int, result: Result) -> int:
        if self.rules.next_dealer == "rotates":
            return (dealer + 1) % self.rules.players
        return dealer if result.winner is None else result.winner


def with_carried(result: Result, carried: int) -> tuple[int, ...]:
    """Return a deal's game points with the points carried over from drawn deals added for its winners.

    >>> from sixtysix.scoring import Reason
    >>> with_carried(Result((0, 2), 1, Reason.OUT), carried=1)
    (0, 3)
    """
    return tuple(points + carried if points else 0 for points in result.game_points)
