"""The errors a caller may meet: all are `ValueError`, all say what was wrong and what is allowed."""


class RulesError(ValueError):
    """A rule option is unknown, has a value it cannot have, or contradicts another one."""


class IllegalAction(ValueError):
    """The rules do not allow this action here; the message says why and what is allowed instead."""


class NotationError(ValueError):
    """A text (card, action, position, match) cannot be read; the message shows the part that failed."""


class PuzzleError(ValueError):
    """A position given as data contradicts itself or the rules; the message names the field."""


class DrillError(ValueError):
    """An answer or a choice in a drill is none; the message says what is expected."""


class ProgressError(ValueError):
    """A round, a mark, a progress code or a progress file has what it cannot have; the message names it."""


def quoted(value: object, most: int = 60) -> str:
    """Show a value in a message: its repr, cut where it is long, and for what has none its type.

    >>> quoted("AX"), quoted("A" * 99, most=5), quoted(10**5000)
    ("'AX'", "'AAAAA…'", 'a very large number')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= most else value[:most] + "…")
    if isinstance(value, int) and abs(value) >= 10**most:
        return "a very large number"
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deeply, or with a number too long to write
        return f"a {type(value).__name__} that is too deep or too long to show"
    return text if len(text) <= most else text[:most] + "…"
