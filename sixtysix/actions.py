"""The seven things a player can do; frozen, hashable, equal by value."""

from dataclasses import dataclass

from .cards import Card, Suit
from .errors import NotationError, quoted


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick.

    >>> str(Play("AS")), Play("AS") == Play(Card("A♠"))
    ('play A♠', True)
    """

    card: Card

    def __init__(self, card: Card | str) -> None:
        """Take a card or its text."""
        object.__setattr__(self, "card", Card(card))

    def __str__(self) -> str:
        """Say the action."""
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce the marriage (king and queen) of a suit: 20 card points, 40 in trumps.

    >>> str(Announce("H"))
    'announce the marriage in ♥'
    """

    suit: Suit

    def __init__(self, suit: Suit | str) -> None:
        """Take a suit or its letter."""
        object.__setattr__(self, "suit", suit if isinstance(suit, Suit) else Suit.parse(suit))

    def __str__(self) -> str:
        """Say the action."""
        return f"announce the marriage in {self.suit}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange the lowest trump for the turn-up."""

    def __str__(self) -> str:
        """Say the action."""
        return "exchange"


@dataclass(frozen=True, slots=True)
class Close:
    """Close the stock: nobody draws any more."""

    def __str__(self) -> str:
        """Say the action."""
        return "close the stock"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw, where the rules let the trick's winner close before drawing; one draw deals to both."""

    def __str__(self) -> str:
        """Say the action."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the exchange after a close go by."""

    def __str__(self) -> str:
        """Say the action."""
        return "pass"


@dataclass(frozen=True, slots=True)
class ClaimOut:
    """Say "out": claim 66 card points. The deal ends at once, right or wrong."""

    def __str__(self) -> str:
        """Say the action."""
        return "say out"


Action = Play | Announce | Exchange | Close | Draw | Pass | ClaimOut

_TOKENS: dict[str, Action] = {"x": Exchange(), "c": Close(), "d": Draw(), "-": Pass(), "!": ClaimOut()}


def action_token(action: Action) -> str:
    """Write an action in a few letters: ``AS`` play, ``*H`` announce, ``x`` exchange, ``c`` close, ``d`` draw,
    ``-`` pass, ``!`` out.

    >>> action_token(Announce("H")), action_token(Play("TC")), action_token(ClaimOut())
    ('*H', 'TC', '!')
    """
    if isinstance(action, Play):
        return action.card.code
    if isinstance(action, Announce):
        return f"*{action.suit.value}"
    return next(token for token, known in _TOKENS.items() if known == action)


def parse_action(token: str) -> Action:
    """Read what `action_token` wrote; `NotationError` for anything else.

    >>> parse_action("*H")
    Announce(suit=Suit('H'))
    """
    if token in _TOKENS:
        return _TOKENS[token]
    try:
        return Announce(token[1:]) if token.startswith("*") else Play(token)
    except NotationError:
        raise NotationError(
            f"{quoted(token)} is not an action: a card (AS), *H marriage, x exchange, c close, d draw, - pass, ! out"
        ) from None
