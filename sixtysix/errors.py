"""The errors a caller may meet: all are `ValueError`, all say what was wrong and what is allowed."""


class RulesError(ValueError):
    """A rule option is unknown, has a value it cannot have, or contradicts another one."""


class IllegalAction(ValueError):
    """The rules do not allow this action here; the message says why and what is allowed instead."""


class NotationError(ValueError):
    """A text (card, action, position, match) cannot be read; the message shows the part that failed."""


class PuzzleError(ValueError):
    """A position given as data contradicts itself or the rules; the message names the field."""
