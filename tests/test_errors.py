"""Input too large or too deep to show still gets one short sentence, quickly, and never another kind of error."""

from collections.abc import Callable
from typing import Any

import pytest

from sixtysix.actions import Announce, Play
from sixtysix.cards import Card
from sixtysix.errors import quoted
from sixtysix.match import Match
from sixtysix.players import player
from sixtysix.position import Deal, Position
from sixtysix.rules import Rules
from sixtysix.session import Session
from sixtysix.view import View

HUGE = 10**5000
LONG = "x" * 1_000_000
DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]

START = Deal.random(Rules.guide(), seed=66).start()
CASE = START.view(0).to_dict()

JUNK = {
    "huge": HUGE,
    "below": -HUGE,
    "long": LONG,
    "deep": DEEP,
    "deep object": {"a": DEEP},
    "negative": -1,
    "broken": 2.5,
    "nan": float("nan"),
}
FIELD_JUNK = {
    "huge": HUGE,
    "long": LONG,
    "deep": DEEP,
    "huge pair": [HUGE, 0],
    "huge object": {"points": HUGE, "tricks": HUGE},
}


@pytest.mark.parametrize(
    "ask",
    [
        lambda junk: Card(junk),
        lambda junk: Play(junk),
        lambda junk: Announce(junk),
        lambda junk: player(junk),
        lambda junk: Deal.random(Rules.guide(), seed=junk),
        lambda junk: Deal.random(Rules.guide(), seed=1, dealer=junk),
        lambda junk: Deal.random(junk, seed=1),
        lambda junk: Deal.from_pack(junk, Rules.guide()),
        lambda junk: Match(Rules.guide(), seed=junk),
        lambda junk: Match.parse(junk),
        lambda junk: Match.parse(f"66-match rules=guide seed={'1' * 5000} dealer=1 deals="),
        lambda junk: Position.parse(junk),
        lambda junk: Position.parse(f"66 {LONG}"),
        lambda junk: View.from_dict(junk),
        lambda junk: View.from_dict({LONG: 1}),
        lambda junk: View.from_dict({HUGE: 1}),
        lambda junk: Rules.from_data(junk),
        lambda junk: Rules.from_data({LONG: 1}),
        lambda junk: Rules(match_points=junk),
        lambda junk: Rules(claim=junk),
        lambda junk: Session(seed=junk),
        lambda junk: Session(rules=junk),
        lambda junk: Session(opponent=junk),
        lambda junk: START.apply(junk),
        lambda junk: START.view(junk),
        lambda junk: START.hand(junk),
        lambda junk: START.points(junk),
        lambda junk: START.view(0).deal_hidden(junk),
    ],
)
@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_gets_a_short_sentence(ask: Callable[[Any], object], junk: object) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        ask(junk)
    assert type(refused.value) is not ValueError or "opponent" in str(refused.value)
    assert len(str(refused.value)) < 700


@pytest.mark.parametrize(
    "field", [name for name in CASE if name not in ("about", "id")] + ["at_close", "pending", "log"]
)
@pytest.mark.parametrize("junk", FIELD_JUNK.values(), ids=FIELD_JUNK.keys())
def test_junk_in_a_field_is_named(field: str, junk: object) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        View.from_dict({**CASE, "closed_by": 1, field: junk})
    assert len(str(refused.value)) < 700


def test_what_is_free_may_be_anything() -> None:
    assert View.from_dict({**CASE, "about": DEEP, "id": LONG}) == START.view(0)


def test_a_short_value_is_shown_whole() -> None:
    assert quoted(["AS", 9]) == "['AS', 9]"
    assert quoted("x" * 61) == repr("x" * 60 + "…")
