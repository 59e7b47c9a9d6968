"""Exact answers.

The names below are loaded when first used, so that `solve` needs the standard library only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "closing": ("CloseAnalysis", "analyse_close", "compare_closes"),
    "endgame": ("best_line", "solve"),
    "maps": ("need_map",),
    "plan": ("Plan",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from .closing import CloseAnalysis, analyse_close, compare_closes
    from .endgame import best_line, solve
    from .maps import need_map
    from .plan import Plan

__all__ = ["CloseAnalysis", "Plan", "analyse_close", "best_line", "compare_closes", "need_map", "solve"]


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted([*globals(), *__all__])
