"""Reading a case: its fields one by one, then all of them against each other.

Every fault raises `PuzzleError` that begins with the field's name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .actions import Action, Play, parse_action
from .cards import Card, Rank, Suit, card_points, in_words
from .errors import NotationError, PuzzleError, RulesError, quoted
from .public import AtClose, Phase, marriage
from .rule_table import MARRIAGE, ROYAL_MARRIAGE
from .rules import Rules
from .scoring import Reason, Result

FIELDS = (
    "id",
    "rules",
    "seat",
    "dealer",
    "trump",
    "turn_up",
    "stock",
    "hand",
    "hand_known",
    "hand_lacks",
    "opponent",
    "opponent_known",
    "opponent_lacks",
    "unseen",
    "to_move",
    "led",
    "announced",
    "closed_by",
    "at_close",
    "points",
    "pending",
    "tricks",
    "played",
    "phase",
    "log",
    "result",
    "about",
)
HANDS = ("hand", "opponent")
"""The fields of seat 0's and seat 1's cards."""


def need(condition: object, name: str, why: str) -> None:
    """Raise `PuzzleError` naming the field unless the condition holds."""
    if not condition:
        raise PuzzleError(f"{name}: {why}")


@dataclass(slots=True)
class Facts:
    """A case read field by field and checked against itself."""

    given: Mapping[str, Any]
    rules: Rules
    seat: int
    trump: Suit
    turn_up: Card | None
    stock_size: int
    hands: list[frozenset[Card]]
    """Known cards of each hand before the trick on the table; all of them where the hand is given."""
    size: int
    """Cards in each hand before the trick on the table."""
    stock_cards: tuple[Card, ...] | None
    played: tuple[Card, ...]
    led: Card | None
    to_move: int

    @classmethod
    def read(cls, data: object) -> "Facts":
        """Read case data field by field; the rest is checked as it is asked for."""
        need(isinstance(data, Mapping), "case", f"{quoted(data)} is not an object of fields")
        assert isinstance(data, Mapping)
        given = {name: value for name, value in data.items() if value is not None}
        for name in given:
            said = name if isinstance(name, str) and len(name) <= 30 else quoted(name, 30)
            need(name in FIELDS, said, f"there is no such field; fields are {', '.join(FIELDS)}")
        try:
            rules = Rules.from_data(given.get("rules", {}))
            rules.require_two_players("the text of a position")
        except RulesError as error:
            raise PuzzleError(f"rules: {error}".replace("rules: rules:", "rules:")) from None
        seat = _seat(given, "seat", 0)
        to_move = _seat(given, "to_move", 0)
        turn_up = _card(given, "turn_up", rules)
        need(turn_up or "trump" in given, "trump", "missing")
        trump = _suit(given["trump"], "trump") if "trump" in given else turn_up.suit if turn_up else Suit.SPADES
        need(turn_up is None or turn_up.suit is trump, "turn_up", f"{turn_up} is not of the trump suit {trump}")
        stock = given.get("stock", 0)
        stock_cards = tuple(_cards(given, "stock", rules)) if isinstance(stock, list | tuple) else None
        stock_size = len(stock_cards) if stock_cards is not None else _number(stock, "stock", 0, len(rules.pack))
        hands = [frozenset(_cards(given, name, rules)) for name in HANDS]
        sizes = {len(hands[s]) for s in (0, 1) if HANDS[s] in given}
        need(sizes, "hand", "missing")
        need(len(sizes) == 1, "opponent", "both hands must have the same number of cards before the trick on the table")
        led = _card(given, "led", rules)
        for s, name in enumerate(HANDS):
            known = frozenset(_cards(given, f"{name}_known", rules))
            if led and s != to_move:
                known |= {led}
            if "announced" in given and s == _announcer(given, to_move) and name not in given:
                known |= {*marriage(_suit(given["announced"], "announced"))}
            if name in given:
                need(known <= hands[s], f"{name}_known" if f"{name}_known" in given else "led", f"not all in {name}")
            else:
                hands[s] = known
        played = tuple(_cards(given, "played", rules))
        facts = cls(
            given, rules, seat, trump, turn_up, stock_size, hands, sizes.pop(), stock_cards, played, led, to_move
        )
        facts._check_sizes()
        facts._place_cards()
        return facts

    def led_by(self, seat: int) -> frozenset[Card]:
        """Return the card on the table if this seat led it."""
        return frozenset({self.led} if self.led and seat != self.to_move else ())

    def _check_sizes(self) -> None:
        full = self.rules.hand_size
        most = f"a hand has at most {full} cards, here {self.size}"
        need(self.size <= full, "hand" if "hand" in self.given else "opponent", most)
        need(self.size or "result" in self.given, "hand", "no card is left, so the deal is over: give its result")
        need(
            (self.turn_up is None) == (self.stock_size == 0),
            "turn_up",
            "the turn-up lies under the stock: give both, or neither once all cards are drawn",
        )
        need(self.stock_size % 2 or not self.stock_size, "stock", f"{self.stock_size} face-down cards cannot be left")
        closer = self.given.get("closed_by")
        need(closer is None or self.turn_up, "closed_by", "a stock that is used up cannot be closed")
        if self.turn_up and closer is None:
            short = full - 1 if self.rules.close_before_draw and not self.led else full
            need(
                short <= self.size,
                "hand" if "hand" in self.given else "opponent",
                f"while the stock is open a hand has {full} cards before a trick, here {self.size}",
            )

    def _place_cards(self) -> None:
        """Find out which cards are played and which are unseen, and refuse what does not fit."""
        pack, own, other = self.rules.pack, self.seat, 1 - self.seat
        if HANDS[own] not in self.given:
            own, other = other, own
        groups: list[tuple[str, Iterable[Card]]] = [
            (HANDS[own], self.hands[own]),
            (HANDS[other], self.hands[other]),
            ("turn_up", [self.turn_up] if self.turn_up else []),
            ("stock", self.stock_cards or ()),
            ("played", self.played),
        ]
        named: dict[Card, str] = {}
        for name, cards in groups:
            for card in cards:
                source = self._source(other, card) if name == HANDS[other] else name
                need(card not in named, source, f"{card} is also in {named.get(card)}")
                named[card] = name
        rest = [card for card in pack if card not in named]
        hidden = self.size - len(self.hands[other])  # cards of the other hand that are not named
        most = f"{len(self.hands[other])} cards, but there are {self.size} in this hand"
        need(hidden >= 0, f"{HANDS[other]}_known", most)
        face_down = 0 if self.stock_cards is not None else self.stock_size
        if "unseen" in self.given:
            unseen = _cards(self.given, "unseen", self.rules)
            for card in unseen:
                need(
                    named.get(card, "stock") in ("stock", HANDS[other]),
                    "unseen",
                    f"{card} is also in {named.get(card)}",
                )
            for card in sorted(self.hands[other]):
                need(card in unseen, "unseen", f"{card} is in {HANDS[other]}, so it must be here too")
            loose = [card for card in unseen if card not in named]
            need(
                len(loose) == hidden + face_down,
                "unseen",
                f"{len(unseen)} cards, but {self.size} lie in the other hand and {self.stock_size} face down",
            )
        elif "played" in self.given or hidden or len(rest) == hidden + face_down:
            loose = rest
            need(
                len(loose) == hidden + face_down,
                "played" if "played" in self.given else "unseen",
                f"{len(loose)} cards are not named, but {hidden + face_down} lie in the other hand or face down; "
                "name the cards played or the cards unseen",
            )
        else:
            loose = self._guess_stock(rest, face_down)
        gone = [card for card in rest if card not in loose]
        if "played" in self.given:
            need(not gone, "played", f"{gone[0] if gone else ''} is neither here nor anywhere else")
        else:  # in sorting order, and what the log tells of last
            logged = [action.card for _, action in self._log() if isinstance(action, Play) and action.card in gone]
            self.played = (*(card for card in gone if card not in logged), *logged)
        need(len(self.played) % 2 == 0, "played", f"{len(self.played)} cards cannot make whole tricks")
        lacks = _cards(self.given, f"{HANDS[other]}_lacks", self.rules)
        left = sum(card not in lacks for card in loose)
        need(left >= hidden, f"{HANDS[other]}_lacks", f"{left} cards are left for {hidden} places in {HANDS[other]}")
        if self.stock_cards is None and not hidden:
            self.stock_cards = tuple(loose)

    def _source(self, seat: int, card: Card) -> str:
        """Return the field that puts this card into the hand of a seat."""
        name = HANDS[seat]
        if name in self.given:
            return name
        if card in _cards(self.given, f"{name}_known", self.rules):
            return f"{name}_known"
        return "led" if card is self.led else "announced"

    def _guess_stock(self, rest: list[Card], face_down: int) -> list[Card]:
        """Choose which cards lie under a closed stock where the case does not tell: any that the points allow."""
        need(
            face_down == 0 or "closed_by" in self.given,
            "stock",
            f"which {face_down} of {in_words(rest, 'and')} lie face down? name the cards unseen or played",
        )
        total = sum(_pair(self.given, "points", (0, 0)))
        for chosen in combinations(rest, face_down):
            if (total - card_points(rest) + card_points(chosen)) % MARRIAGE == 0:
                return list(chosen)
        return rest[:face_down]

    def stock_in_order(self) -> tuple[Card, ...]:
        """Return the face-down cards of a position, top first."""
        cards = self.stock_cards or ()
        known_order = isinstance(self.given.get("stock"), list | tuple)
        need(
            known_order or len(cards) < 2 or "closed_by" in self.given,
            "stock",
            f"the order of {len(cards)} face-down cards is not known; list them from the top",
        )
        return cards

    def public(self) -> dict[str, Any]:
        """Return the open facts, checked."""
        given, to_move = self.given, self.to_move
        points, pending = _pair(given, "points", (0, 0)), _pair(given, "pending", (0, 0))
        closer = _seat(given, "closed_by", None)
        tricks = _pair(given, "tricks", self._least_tricks(points, closer))
        at_close = self._at_close(closer, points, tricks)
        announced = _suit(given["announced"], "announced") if "announced" in given else None
        announcer = _announcer(given, to_move)
        if announced:
            led_it = self.led is None or self.led in marriage(announced)
            need(led_it, "announced", f"{self.led} was led, but after the announcement the king or queen must be")
            missing = not set(marriage(announced)) <= self.hands[announcer]
            need(not missing, "announced", f"seat {announcer} has not both cards in {announced}")
        self._check_points(points, pending, tricks)
        result = _result(given)
        lacks = tuple(frozenset(_cards(given, f"{name}_lacks", self.rules)) for name in HANDS)
        for seat, name in enumerate(HANDS):
            both = sorted(lacks[seat] & self.hands[seat])
            need(not both, f"{name}_lacks", f"{in_words(both, 'and')} in {name} all the same")
        return {
            "rules": self.rules,
            "dealer": _seat(given, "dealer", 1),
            "trump": self.trump,
            "turn_up": self.turn_up,
            "stock_size": self.stock_size,
            "hand_sizes": tuple(self.size - len(self.led_by(seat)) for seat in (0, 1)),
            "turn": to_move,
            "phase": self._phase(closer),
            "trick": ((1 - to_move, self.led),) if self.led else (),
            "announced": None if self.led else announced,  # it stands until the lead
            "taken": points,
            "waiting": pending,
            "tricks": tricks,
            "played": self.played,
            "closed_by": closer,
            "at_close": at_close,
            "shown": tuple(
                frozenset(_cards(given, f"{name}_known", self.rules)).union(
                    marriage(announced) if announced and seat == announcer else ()
                )
                - self.led_by(seat)
                for seat, name in enumerate(HANDS)
            ),
            "lacks": lacks,
            "log": self._played_log(),
            "result": result,
        }

    def _least_tricks(self, points: tuple[int, int], closer: int | None) -> tuple[int, int]:
        """Return the tricks of each seat where the case does not tell: one with points, and those at the close."""
        told = self.given.get("at_close")
        at_close = told.get("tricks", 0) if isinstance(told, Mapping) else 0
        least = [int(points[0] > 0), int(points[1] > 0)]
        if closer is not None and type(at_close) is int:
            least[1 - closer] = max(least[1 - closer], at_close)
        return least[0], least[1]

    def _log(self) -> tuple[tuple[int, Action], ...]:
        """Read the actions so far; a lead on the table is the last, and all that is known of them without a log."""
        entries = self.given.get("log", ())
        need(isinstance(entries, list | tuple), "log", f"{quoted(entries)} is not a list of actions")
        log: list[tuple[int, Action]] = []
        for entry in entries:
            seat = entry[:1] if isinstance(entry, str) else ""
            need(seat in ("0", "1"), "log", f"{quoted(entry)} does not begin with a seat, 0 or 1")
            try:
                log.append((int(seat), parse_action(entry[1:])))
            except NotationError as error:
                raise PuzzleError(f"log: {error}") from None
        if self.led:
            lead = (1 - self.to_move, Play(self.led))
            log = log or [lead]
            plays = [entry for entry in log if isinstance(entry[1], Play)]
            need(plays[-1:] == [lead], "log", f"its last card must be the lead on the table, {lead[0]}{self.led.code}")
        cards = [action.card for _, action in log if isinstance(action, Play)]
        for card in cards:
            need(cards.count(card) == 1, "log", f"{card} is played twice")
        return tuple(log)

    def _played_log(self) -> tuple[tuple[int, Action], ...]:
        """Return the log, its cards checked against those that lie elsewhere."""
        log = self._log()
        for _, action in log:
            gone = not isinstance(action, Play) or action.card in self.played or action.card is self.led
            need(gone, "log", f"{action} is there, but the card has not been played")
        return log

    def _phase(self, closer: int | None) -> Phase:
        if "phase" in self.given:
            allowed = (Phase.EXCHANGE.value, Phase.CLOSED.value)
            phase = self.given["phase"]
            need(phase in allowed, "phase", f"{quoted(phase)} is not allowed; use {' or '.join(map(repr, allowed))}")
            need(closer is not None and not self.led, "phase", "it stands only right after a close, before the lead")
            answering = closer != self.to_move
            need(
                answering == (phase == Phase.EXCHANGE),
                "phase",
                f"it is seat {self.to_move}'s turn, so not {quoted(phase)}",
            )
            who = "closer" if phase == Phase.CLOSED else "opponent"
            may = self.rules.exchange_after_close in (("both",) if who == "closer" else ("opponent", "both"))
            need(may, "phase", f"these rules know no exchange by the {who} after a close")
            return Phase(phase)
        waiting = self.turn_up and closer is None and self.size < self.rules.hand_size
        return Phase.DRAW if waiting else Phase.PLAY

    def _at_close(self, closer: int | None, points: tuple[int, int], tricks: tuple[int, int]) -> AtClose | None:
        if closer is None:
            need("at_close" not in self.given, "at_close", "it goes with closed_by")
            return None
        default = {"points": points[1 - closer], "tricks": tricks[1 - closer]}
        told = self.given.get("at_close", default)
        need(
            isinstance(told, Mapping) and set(told) == {"points", "tricks"},
            "at_close",
            f"{quoted(told)} is not an object with points and tricks",
        )
        return AtClose(
            _number(told["points"], "at_close", 0, default["points"]),
            _number(told["tricks"], "at_close", 0, default["tricks"]),
        )

    def _check_points(self, points: tuple[int, int], pending: tuple[int, int], tricks: tuple[int, int]) -> None:
        most = len(self.played) // 2
        need(sum(tricks) <= most, "tricks", f"{list(tricks)}, but only {most} tricks have been played")
        for seat in (0, 1):
            need(tricks[seat] or not points[seat], "points", f"seat {seat} has {points[seat]} without a trick")
            need(not (tricks[seat] and pending[seat]), "pending", f"seat {seat} has a trick, so nothing waits for one")
            need(pending[seat] % MARRIAGE == 0, "pending", f"{pending[seat]} is no sum of marriages")
        in_tricks = card_points(self.played)
        married = sum(
            ROYAL_MARRIAGE if suit is self.trump else MARRIAGE for suit in Suit if self._may_have_married(suit)
        )
        need(sum(pending) <= married, "pending", f"{list(pending)}, but no such marriage can have been announced")
        bonus = 0 if self.size else last_trick_bonus(self.rules, self.given.get("closed_by"))
        need(
            sum(points) + sum(pending) <= in_tricks + married + bonus,
            "points",
            f"{list(points)} is more than the cards played ({in_tricks} points) and the possible marriages give",
        )
        if "played" in self.given:
            need(
                add_up(points, self.played, bonus),
                "points",
                f"{list(points)} do not add up: the cards played are worth {in_tricks}, "
                f"a marriage {MARRIAGE} or {ROYAL_MARRIAGE}" + (f", the last trick {bonus}" if bonus else ""),
            )

    def _may_have_married(self, suit: Suit) -> bool:
        """Whether the marriage may have been announced: its king or queen has been led, or is now announced."""
        at_risk = {card for card in self.played if card.suit is suit and card.rank in (Rank.KING, Rank.QUEEN)}
        on_table = self.led is not None and self.led in marriage(suit)
        announced = "announced" in self.given and _suit(self.given["announced"], "announced") is suit
        return bool(at_risk) or on_table or announced


def _announcer(given: Mapping[str, Any], to_move: int) -> int:
    """Return the seat whose lead it is: not the one to move in a trick or when asked for an exchange after a close."""
    return 1 - to_move if "led" in given or given.get("phase") == Phase.EXCHANGE.value else to_move


def last_trick_bonus(rules: Rules, closed_by: int | None) -> int:
    """Return the card points that the last trick adds."""
    return rules.bonus_exhausted if closed_by is None else rules.bonus_closed


def add_up(points: Iterable[int], played: Iterable[Card], bonus: int) -> bool:
    """Whether these are the points of the cards played, the bonus, and marriages."""
    married = sum(points) - card_points(played) - bonus
    return married >= 0 and married % MARRIAGE == 0


def _seat(given: Mapping[str, Any], name: str, default: int | None) -> Any:
    value = given.get(name, default)
    need(
        value is default or (type(value) is int and value in (0, 1)), name, f"{quoted(value)} is not a seat; use 0 or 1"
    )
    return value


def _number(value: object, name: str, least: int, most: int) -> int:
    need(
        type(value) is int and least <= value <= most,
        name,
        f"{quoted(value)} is not a whole number from {least} to {most}",
    )
    assert isinstance(value, int)
    return value


def _pair(given: Mapping[str, Any], name: str, default: tuple[int, int]) -> tuple[int, int]:
    value = given.get(name, default)
    need(isinstance(value, list | tuple) and len(value) == 2, name, f"{quoted(value)} is not a pair of numbers")
    return _number(value[0], name, 0, 300), _number(value[1], name, 0, 300)


def _suit(value: object, name: str) -> Suit:
    try:
        return Suit.parse(value)
    except NotationError as error:
        raise PuzzleError(f"{name}: {error}") from None


def _card(given: Mapping[str, Any], name: str, rules: Rules) -> Card | None:
    return next(iter(_cards({name: [given[name]]}, name, rules)), None) if name in given else None


def _cards(given: Mapping[str, Any], name: str, rules: Rules) -> list[Card]:
    """Read a list of different cards of this game's pack."""
    value = given.get(name, ())
    need(isinstance(value, list | tuple), name, f"{quoted(value)} is not a list of cards")
    cards: list[Card] = []
    for text in value:
        try:
            card = Card(text)
        except NotationError as error:
            raise PuzzleError(f"{name}: {error}") from None
        need(card in rules.pack, name, f"{card} is not in this game's pack")
        need(card not in cards, name, f"{card} is there twice")
        cards.append(card)
    return cards


def _result(given: Mapping[str, Any]) -> Result | None:
    if "result" not in given:
        return None
    told = given["result"]
    need(
        isinstance(told, Mapping) and set(told) == {"game_points", "winner", "reason"},
        "result",
        f"{quoted(told)} is not an object with game_points, winner and reason",
    )
    need(told["reason"] in list(Reason), "result", f"{quoted(told['reason'])} is not a reason: {', '.join(Reason)}")
    points = _pair({"result": told["game_points"]}, "result", (0, 0))
    winner, reason = _seat({"result": told["winner"]}, "result", None), Reason(told["reason"])
    need((winner is None) == (reason is Reason.DRAWN), "result", f"winner {winner} does not go with {reason.value!r}")
    lost = [points[seat] for seat in (0, 1) if seat != winner]
    need(not any(lost), "result", f"{list(points)}, but only the winner of a deal scores")
    return Result(points, winner, reason)
