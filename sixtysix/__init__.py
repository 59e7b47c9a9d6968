"""Learn and analyse the card game Sixty-Six.

The names below are loaded when first used, so that `import sixtysix` is quick and needs the standard library only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "actions": ("Announce", "ClaimOut", "Close", "Draw", "Exchange", "Pass", "Play"),
    "cards": ("Card", "Rank", "Suit"),
    "errors": ("IllegalAction", "NotationError", "PuzzleError", "RulesError"),
    "match": ("Match",),
    "position": ("Deal", "Position"),
    "puzzles": ("PuzzleSet",),
    "rules": ("Rules",),
    "solver": ("CloseAnalysis", "Plan", "analyse_close", "compare_closes", "solve"),
    "view": ("View",),
    "widgets": ("CloseExplorer", "DealDrill", "Drill", "Quiz", "Table", "Trainer"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from .actions import Announce, ClaimOut, Close, Draw, Exchange, Pass, Play
    from .cards import Card, Rank, Suit
    from .errors import IllegalAction, NotationError, PuzzleError, RulesError
    from .match import Match
    from .position import Deal, Position
    from .puzzles import PuzzleSet
    from .rules import Rules
    from .solver import CloseAnalysis, Plan, analyse_close, compare_closes, solve
    from .view import View
    from .widgets import CloseExplorer, DealDrill, Drill, Quiz, Table, Trainer

__all__ = [
    "Announce",
    "Card",
    "ClaimOut",
    "Close",
    "CloseAnalysis",
    "CloseExplorer",
    "Deal",
    "DealDrill",
    "Draw",
    "Drill",
    "Exchange",
    "IllegalAction",
    "Match",
    "NotationError",
    "Pass",
    "Plan",
    "Play",
    "Position",
    "PuzzleError",
    "PuzzleSet",
    "Quiz",
    "Rank",
    "Rules",
    "RulesError",
    "Suit",
    "Table",
    "Trainer",
    "View",
    "analyse_close",
    "compare_closes",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted([*globals(), *__all__])
