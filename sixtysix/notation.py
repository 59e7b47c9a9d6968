"""Case data as one line of text and back, made to be copied and pasted.

A line begins with ``66`` and goes on with ``field=value``: cards as ``AS,TH``, pairs as ``28-37``, actions as in
`action_token`, each after its seat: ``0AS,1KS``.
"""

import json
from collections.abc import Mapping
from typing import Any

from .case_facts import FIELDS
from .errors import NotationError, quoted

_NUMBERS = ("seat", "dealer", "to_move", "closed_by")
_PAIRS = ("points", "pending", "tricks")
_WORDS = ("trump", "turn_up", "led", "announced", "phase")
_LEFT_OUT = ("id", "about")


def write(case: Mapping[str, Any]) -> str:
    """Write case data as one line; ``id`` and ``about`` are left out.

    >>> write({"trump": "S", "hand": ["AS", "9S"], "points": [28, 37]})
    '66 trump=S hand=AS,9S points=28-37'
    """
    parts = [f"{name}={_write_value(name, value)}" for name, value in case.items() if name not in _LEFT_OUT]
    return " ".join(["66", *parts])


def read(text: object) -> dict[str, Any]:
    """Read a line that `write` made; `NotationError` names the part that cannot be read.

    >>> read("66 trump=S hand=AS,9S points=28-37")
    {'trump': 'S', 'hand': ['AS', '9S'], 'points': [28, 37]}
    """
    words = text.split() if isinstance(text, str) else []
    if words[:1] != ["66"]:
        raise NotationError(f"{quoted(text)} is not a position: the line begins with 66 and goes on with field=value")
    case: dict[str, Any] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS or name in _LEFT_OUT:
            raise NotationError(f"{quoted(word)} cannot be read: write field=value; fields are {', '.join(FIELDS)}")
        if name in case:
            raise NotationError(f"{name}: the field is there twice")
        try:
            case[name] = _read_value(name, value)
        except (ValueError, RecursionError):
            raise NotationError(f"{name}: {quoted(value)} cannot be read") from None
    return case


def write_rules(data: object) -> str:
    """Write what `Rules.to_data` gave, without a space.

    >>> write_rules("german"), write_rules({"match_points": 3})
    ('german', '{"match_points":3}')
    """
    return data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))


def read_rules(text: str) -> Any:
    """Read what `write_rules` wrote; `NotationError` if it is neither a name nor an object.

    >>> read_rules('{"match_points":3}')
    {'match_points': 3}
    """
    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"rules: {quoted(text)} cannot be read") from None


def _write_value(name: str, value: Any) -> str:
    if name in _PAIRS:
        return "-".join(map(str, value))
    if name == "rules":
        return write_rules(value)
    if name in ("at_close", "result"):
        return json.dumps(_respelt(value, " ", "_"), separators=(",", ":"))
    return ",".join(value) if isinstance(value, list) else str(value)


def _read_value(name: str, value: str) -> Any:
    if name in _NUMBERS or (name == "stock" and value.isdecimal()):
        return int(value)
    if name in _PAIRS:
        return [int(part) for part in value.split("-")]
    if name in _WORDS:
        return value
    if name == "rules":
        return read_rules(value)
    if name in ("at_close", "result"):
        return _respelt(json.loads(value), "_", " ")
    return value.split(",") if value else []


def _respelt(value: Any, old: str, new: str) -> Any:
    """Write the words of a result's reason with underscores, since a line is split at its spaces, and back."""
    if isinstance(value, dict) and isinstance(value.get("reason"), str):
        return {**value, "reason": value["reason"].replace(old, new)}
    return value
