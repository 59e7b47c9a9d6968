"""Exact answers.

The names below are loaded when first used, so that `solve` needs the standard library only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "endgame": ("best_line", "solve"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from .endgame import best_line, solve

__all__ = ["best_line", "solve"]


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted([*globals(), *__all__])
