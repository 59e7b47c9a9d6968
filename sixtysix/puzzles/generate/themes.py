"""Which themes are looked for, how, under which rules, and in which set of the bank they stand."""

from typing import Final

from ...rules import Rules
from .bank import Search
from .closes import CLOSE_FINDERS
from .counts import COUNT_FINDERS
from .cousin import COUSIN
from .endgames import ENDGAME_FINDERS

SETS: Final[dict[str, tuple[str, ...]]] = {
    "05-claims-and-counts": ("claim", "counting"),
    "06-certain-closes": ("certain-close", "close-before-draw"),
    "07-closes-by-odds": ("close-by-odds", "lead-after-close"),
    "08-exchange-and-marriage": ("exchange", "marriage"),
    "09-defence": ("defend-close",),
    "10-trumps": ("pull-trumps", "force"),
    "11-giving-and-taking": ("throw-in", "duck", "squeeze", "last-trick"),
    "12-match-score": ("match-score",),
    "13-schnapsen": (COUSIN,),
}
"""The themes of each set."""

_DRAWING = next(rules for rules in map(Rules.preset, Rules.names()) if rules.close_before_draw and rules.players == 2)
_RULES = {"close-before-draw": _DRAWING, COUSIN: Rules.preset(COUSIN)}

_WANT = dict.fromkeys(COUNT_FINDERS, 36) | {"exchange": 22, "marriage": 23}
"""How many puzzles of a theme, if not 24: many where deals are full of them, fewer where they are rare."""

SEARCHES: Final[dict[str, Search]] = {
    theme: Search(theme, finder, _RULES.get(theme, Rules()), _WANT.get(theme, 24))
    for theme, finder in {**COUNT_FINDERS, **CLOSE_FINDERS, **ENDGAME_FINDERS}.items()
}
"""The search for each theme."""
