"""The rules as one table of data: what every source says, and rule sets mixed from it.

Rules are fields of a frozen `Rules`; a preset is a row that says where it leaves the default. Everything that describes
or compares rules in words is made from the same table (`TABLE`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, NamedTuple, Self, cast

from .cards import PACK, Card, Rank, Suit, card_points
from .errors import PuzzleError, RulesError, quoted
from .rule_table import DOES_NOT_ARISE, MARRIAGE, OUT, ROYAL_MARRIAGE, SCHNEIDER, SILENT, TABLE, Comparison, Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One rule set; the defaults are the `guide` preset. Mix your own by naming fields.

    Raises `RulesError` naming the field when a value is unknown or contradicts another one. Amounts are game points,
    except the last-trick bonuses, which are card points. `describe` says in words what they mean.

    >>> Rules.guide() == Rules(), Rules(match_points=3).name, Rules.guide().hand_size
    (True, 'mixed', 6)
    """

    players: int = 2
    nines: bool = True
    packets: tuple[int, ...] = (3, 3)
    trump_card: Literal["turn_up", "turn_up_after_first_packet", "next_card", "last_card"] = "turn_up"
    next_dealer: Literal["winner", "rotates"] = "winner"
    must_beat: bool = True
    must_trump: bool = True
    marriages: Literal["open", "open_or_closed", "always"] = "open"
    first_lead_extras: bool = True
    exchange_needs_trick: bool = True
    exchange_after_close: Literal["nobody", "opponent", "both"] = "nobody"
    close_before_draw: bool = False
    least_stock: int = 2
    bonus_exhausted: int = 10
    bonus_closed: int = 0
    claim: Literal["lead_or_marriage", "lead", "any_turn"] = "lead_or_marriage"
    schwarz: bool = True
    wrong_claim: int = 2
    wrong_claim_trickless: int = 3
    failed_close: int = 2
    failed_close_trickless: int = 3
    trickless_judged: Literal["close", "end"] = "close"
    counter_out: Literal["failed_close", "flat", "closer_trickless"] = "failed_close"
    success_scale: Literal["end", "close"] = "end"
    played_out: Literal["higher", "sole_66", "last_trick"] = "higher"
    draw_carries: bool = False
    look_back: bool = True
    match_points: int = 7
    counts_down: bool = False

    hand_size: int = field(init=False, compare=False, repr=False)
    """Cards dealt to each seat."""
    pack: tuple[Card, ...] = field(init=False, compare=False, repr=False)
    """The cards of the game."""
    has_stock: bool = field(init=False, compare=False, repr=False)
    """Whether anything is left to draw after the deal."""

    def __post_init__(self) -> None:
        """Check every value, then what the values say together."""
        for name, row in TABLE.items():
            row.check(name, getattr(self, name))
        object.__setattr__(self, "hand_size", sum(self.packets))
        object.__setattr__(self, "pack", PACK if self.nines else tuple(c for c in PACK if c.rank is not Rank.NINE))
        dealt = self.players * self.hand_size
        object.__setattr__(self, "has_stock", dealt < len(self.pack))
        _refuse_contradictions(self, dealt)

    @property
    def name(self) -> str:
        """The preset's name, or ``"mixed"``."""
        return next((name for name, rules in _built().items() if rules == self), "mixed")

    @property
    def low_trump_rank(self) -> Rank:
        """The rank that is exchanged for the turn-up: the lowest in the pack."""
        return Rank.NINE if self.nines else Rank.JACK

    def low_trump(self, trump: Suit) -> Card:
        """Return the card that is exchanged for the turn-up.

        >>> Rules.schnapsen().low_trump(Suit.HEARTS)
        Card('JH')
        """
        return Card.of(self.low_trump_rank, trump)

    def require_two_players(self, what: str) -> None:
        """Raise `RulesError` where these rules are not for two players and `what` is."""
        if self.players != 2:
            raise RulesError(f"players: {what} is for 2 players, and here {self.players} play")

    def seat(self, number: object) -> int:
        """Return the number of a seat; `PuzzleError` if nobody sits there.

        >>> Rules.guide().seat(1)
        1
        """
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < self.players:
            raise PuzzleError(f"seat: {quoted(number)} is not a seat; seats are 0 to {self.players - 1}")
        return number

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats that count together with this one: partners sit crosswise at four.

        >>> Rules.guide().side(0), Rules.four_handed().side(3)
        ((0,), (1, 3))
        """
        self.seat(seat)
        return (seat % 2, seat % 2 + 2) if self.players == 4 else (seat,)

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return a preset by name; `RulesError` lists the names that exist.

        >>> Rules.preset("santase").match_points
        11
        """
        return cls(**_PRESETS[_known_preset(name)].values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the presets, the default first."""
        return tuple(_PRESETS)

    @classmethod
    def guide(cls) -> Self:
        """Return the default: a card shop's beginner's guide."""
        return cls.preset("guide")

    @classmethod
    def american(cls) -> Self:
        """Return the game of a web page in the Hoyle tradition."""
        return cls.preset("american")

    @classmethod
    def app(cls) -> Self:
        """Return the game of a phone app's help text."""
        return cls.preset("app")

    @classmethod
    def german(cls) -> Self:
        """Return the game of an article translated from German."""
        return cls.preset("german")

    @classmethod
    def pagat(cls) -> Self:
        """Return the two-player game as Pagat gives it."""
        return cls.preset("pagat")

    @classmethod
    def santase(cls) -> Self:
        """Return the Bulgarian game."""
        return cls.preset("santase")

    @classmethod
    def schnapsen(cls) -> Self:
        """Return Austrian Schnapsen, the cousin with 20 cards."""
        return cls.preset("schnapsen")

    @classmethod
    def three_handed(cls) -> Self:
        """Return the game for three, each for himself."""
        return cls.preset("three_handed")

    @classmethod
    def four_handed(cls) -> Self:
        """Return the game for four in two partnerships."""
        return cls.preset("four_handed")

    def to_data(self) -> str | dict[str, object]:
        """Return JSON data: a preset's name, or the fields that differ from the default.

        >>> Rules.german().to_data(), Rules(match_points=3).to_data()
        ('german', {'match_points': 3})
        """
        if self.name != "mixed":
            return self.name
        changed = {f.name: getattr(self, f.name) for f in fields(self) if f.init and getattr(self, f.name) != f.default}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in changed.items()}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read a preset's name, or an object of fields; ``"preset"`` in it names the set it starts from.

        Raises `RulesError` naming the field that is unknown or wrong.

        >>> Rules.from_data({"preset": "german", "match_points": 5}).claim
        'lead'
        """
        if isinstance(data, Rules):
            return cast(Self, data)
        if isinstance(data, str):
            return cls.preset(data)
        if not isinstance(data, Mapping):
            raise RulesError(f"rules: {quoted(data)} is neither the name of a rule set nor an object of fields")
        values = dict(_PRESETS[_known_preset(data.get("preset", "guide"))].values)
        for name, value in data.items():
            if name != "preset":
                if name not in TABLE:
                    raise RulesError(f"rules: there is no field {quoted(name)}; fields are {', '.join(TABLE)}")
                values[name] = tuple(value) if isinstance(value, list) else value
        return cls(**values)

    def describe(self) -> str:
        """Return these rules on one page of plain sentences.

        >>> print(Rules.guide().describe().splitlines()[0])
        Rules: guide (the beginner's guide of a card shop).
        """
        source = f"{self.name} ({_PRESETS[self.name].source})" if self.name != "mixed" else "mixed"
        lines = [f"Rules: {source}.", *_common_sentences(self)]
        for name, row in TABLE.items():
            if row.applies(self.has_stock):
                lines.append(row.sentence(getattr(self, name)))
        return "\n".join(lines)

    @classmethod
    def compare(cls) -> "Comparison":
        """Return the table of differences as data: a `Difference` for each field the presets disagree about.

        A notebook shows it as a table.

        >>> [d.values["german"] for d in Rules.compare() if d.field == "match_points"]
        ['The match goes to 7 game points.']
        """
        presets = _built()
        rows = []
        for name, row in TABLE.items():
            if len({getattr(rules, name) for rules in presets.values()}) > 1:
                texts = {
                    preset: (SILENT if name in _PRESETS[preset].silent else "") + row.sentence(getattr(rules, name))
                    if row.applies(rules.has_stock)
                    else DOES_NOT_ARISE
                    for preset, rules in presets.items()
                }
                rows.append(Difference(name, row.question, texts))
        return Comparison(rows)


class _Preset(NamedTuple):
    source: str
    values: dict[str, Any]
    silent: frozenset[str]


@cache
def _built() -> dict[str, Rules]:
    """Make each preset once."""
    return {name: Rules.preset(name) for name in _PRESETS}


def _known_preset(name: object) -> str:
    if not isinstance(name, str) or name not in _PRESETS:
        raise RulesError(f"rules: {quoted(name)} is not a rule set; there are {', '.join(_PRESETS)}")
    return name


def _refuse_contradictions(rules: Rules, dealt: int) -> None:
    """Raise `RulesError` where two fields cannot both hold."""
    cards = len(rules.pack)
    turned = rules.trump_card in ("turn_up", "turn_up_after_first_packet")
    if dealt > cards:
        raise RulesError(f"packets: {rules.players} players cannot get {rules.hand_size} each from {cards} cards")
    if rules.has_stock and (rules.players != 2 or (cards - dealt) % 2):
        raise RulesError(
            f"packets: {list(rules.packets)} leaves {cards - dealt} cards for {rules.players} players to draw; "
            "a stock is for two players and even, and three or four players are dealt the whole pack"
        )
    if turned != rules.has_stock:
        left = "leaves a stock" if rules.has_stock else "leaves no stock"
        raise RulesError(
            f"trump_card: {rules.trump_card!r} does not go with packets {list(rules.packets)}, which {left}"
        )
    if not rules.has_stock and rules.marriages != "always":
        raise RulesError(f"marriages: {rules.marriages!r} needs a stock; without one use 'always'")
    for name in ("wrong_claim", "failed_close"):
        flat, trickless = getattr(rules, name), getattr(rules, name + "_trickless")
        if trickless < flat:
            raise RulesError(f"{name}_trickless: {trickless} is less than {name}, {flat}; use {flat} or more")
    if rules.played_out == "last_trick" and rules.bonus_exhausted:
        raise RulesError(f"bonus_exhausted: {rules.bonus_exhausted} could never count, the last trick wins; use 0")
    if rules.played_out == "last_trick" and rules.draw_carries:
        raise RulesError("draw_carries: no deal is drawn where the last trick wins; use False")


def _common_sentences(rules: Rules) -> list[str]:
    """Say what no source disputes."""
    ranks = "A 10 K Q J 9" if rules.nines else "A 10 K Q J"
    worth = "11 10 4 3 2 0" if rules.nines else "11 10 4 3 2"
    lines = [
        f"The cards of each suit rank {ranks} and are worth {worth} card points, {card_points(rules.pack)} in all.",
        "The player after the dealer leads. The highest trump wins a trick, else the highest card of the suit led.",
    ]
    if rules.has_stock:
        lines += [
            "While the stock is open you may play any card; the winner of a trick draws first, then the loser.",
            "The last card drawn is the turn-up. Once the stock is closed or drawn, you must follow suit.",
        ]
    else:
        lines.append("There is no stock: from the first trick on you must follow suit.")
    lines += [
        f"A marriage (king and queen of a suit, shown when you lead one of them) is worth {MARRIAGE} card points, "
        f"{ROYAL_MARRIAGE} in trumps, once its owner has won a trick; before that it is pending.",
        f"A right claim of {OUT} card points wins the deal: 1 game point, or 2 if the loser has under {SCHNEIDER}.",
    ]
    return lines


_STRICT_GERMAN: dict[str, Any] = {
    "must_beat": False,
    "claim": "lead",
    "schwarz": False,
    "wrong_claim_trickless": 2,
    "failed_close_trickless": 2,
    "counter_out": "flat",
}
_NO_STOCK: dict[str, Any] = {**_STRICT_GERMAN, "marriages": "always", "next_dealer": "rotates"}
# Beyond the deal and the aim the article says nothing about three and four players.
_NO_STOCK_SILENT = frozenset(
    [
        "trump_card",
        "next_dealer",
        "must_beat",
        "must_trump",
        "marriages",
        "bonus_exhausted",
        "claim",
        "schwarz",
        "wrong_claim",
        "wrong_claim_trickless",
        "played_out",
        "draw_carries",
        "look_back",
    ]
)

_PRESETS: dict[str, _Preset] = {
    "guide": _Preset(
        "the beginner's guide of a card shop",
        {},
        frozenset(
            [
                "close_before_draw",
                "bonus_closed",
                "wrong_claim",
                "wrong_claim_trickless",
                "counter_out",
                "success_scale",
                "look_back",
            ]
        ),
    ),
    "american": _Preset(
        "a web page of card-game rules in the Hoyle tradition",
        {
            "must_beat": False,
            "must_trump": False,
            "marriages": "open_or_closed",
            "bonus_closed": 10,
            "claim": "any_turn",
            "wrong_claim_trickless": 2,
            "failed_close_trickless": 2,
            "counter_out": "closer_trickless",
            "played_out": "sole_66",
            "draw_carries": True,
        },
        frozenset(
            [
                "next_dealer",
                "must_beat",
                "must_trump",
                "close_before_draw",
                "failed_close",
                "failed_close_trickless",
                "counter_out",
                "success_scale",
                "look_back",
            ]
        ),
    ),
    "app": _Preset(
        'the help text of a phone game, "66 - Sixty Six 1.0.7"',
        {
            "next_dealer": "rotates",
            "must_beat": False,
            "close_before_draw": True,
            "claim": "any_turn",
            "trickless_judged": "end",
            "look_back": False,
        },
        frozenset(
            [
                "packets",
                "must_beat",
                "bonus_exhausted",
                "claim",
                "schwarz",
                "success_scale",
                "played_out",
                "draw_carries",
            ]
        ),
    ),
    "german": _Preset(
        "an article translated from German (2019)",
        {
            **_STRICT_GERMAN,
            "marriages": "open_or_closed",
            "exchange_after_close": "both",
            "close_before_draw": True,
        },
        frozenset(
            [
                "must_beat",
                "marriages",
                "bonus_exhausted",
                "bonus_closed",
                "wrong_claim",
                "wrong_claim_trickless",
                "failed_close",
                "failed_close_trickless",
                "counter_out",
                "success_scale",
                "look_back",
            ]
        ),
    ),
    "pagat": _Preset(
        "the two-player game as Pagat gives it",
        {
            "close_before_draw": True,
            "exchange_after_close": "opponent",
            "counter_out": "flat",
            "wrong_claim_trickless": 2,
        },
        frozenset(),
    ),
    "santase": _Preset(
        "the Bulgarian game",
        {
            "first_lead_extras": False,
            "least_stock": 3,
            "marriages": "always",
            "failed_close": 3,
            "match_points": 11,
        },
        frozenset(),
    ),
    "schnapsen": _Preset(
        "Austrian Schnapsen as Pagat gives it",
        {
            "nines": False,
            "packets": (3, 2),
            "trump_card": "turn_up_after_first_packet",
            "next_dealer": "rotates",
            "marriages": "always",
            "exchange_needs_trick": False,
            "bonus_exhausted": 0,
            "success_scale": "close",
            "played_out": "last_trick",
            "counts_down": True,
        },
        frozenset(),
    ),
    "three_handed": _Preset(
        "the German article's game for three",
        {
            **_NO_STOCK,
            "players": 3,
            "packets": (3, 2, 3),
            "trump_card": "next_card",
            "wrong_claim": 1,
            "wrong_claim_trickless": 1,
        },
        _NO_STOCK_SILENT,
    ),
    "four_handed": _Preset(
        "the German article's game for four",
        {**_NO_STOCK, "players": 4, "trump_card": "last_card"},
        _NO_STOCK_SILENT,
    ),
}
