"""`Rules`: presets, mixed rules, options that contradict each other, and what is said about the rules in words."""

import ast
import json
import pickle
from dataclasses import fields, replace
from html import escape as html_escape
from pathlib import Path
from typing import Any

import pytest

from sixtysix import Deal, Rules, RulesError
from sixtysix.rule_table import TABLE

PRESETS = ("guide", "american", "app", "german", "pagat", "santase", "schnapsen", "three_handed", "four_handed")
PACKAGE = Path(__file__).parents[1] / "sixtysix"


def test_the_presets_are_the_sources_with_the_default_first() -> None:
    assert Rules.names()[0] == "guide"
    assert sorted(Rules.names()) == sorted(PRESETS)
    assert Rules() == Rules.guide()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_and_made_again(name: str) -> None:
    rules = Rules.preset(name)
    assert rules.name == rules.to_data() == name
    assert getattr(Rules, name)() == rules == Rules.from_data(name) == Rules.from_data({"preset": name})
    assert eval(repr(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len({rules, Rules.preset(name)}) == 1


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("guide", {"match_points": 3}),
        ("german", {"must_beat": True, "schwarz": True}),
        ("schnapsen", {"must_beat": False}),
        ("guide", {"packets": (3, 2)}),
        ("three_handed", {"wrong_claim": 2, "wrong_claim_trickless": 2}),
    ],
)
def test_mixed_rules_are_made_again_from_json(preset: str, changes: dict[str, Any]) -> None:
    mixed = replace(Rules.preset(preset), **changes)
    data = json.loads(json.dumps(mixed.to_data()))
    assert mixed.name == "mixed"
    assert Rules.from_data(data) == mixed
    assert Rules.from_data(mixed) == mixed
    as_json = {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}
    assert Rules.from_data({"preset": preset, **as_json}) == mixed


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Rules().match_points = 3  # type: ignore[misc]


# What two options cannot say together, and what one option cannot be; the message begins with the field


@pytest.mark.parametrize(
    ("field", "options", "said"),
    [
        ("packets", {"players": 4, "packets": (3, 2, 3)}, "4 players cannot get 8 each from 24 cards"),
        ("packets", {"players": 3, "packets": (3, 3)}, "leaves 6 cards for 3 players to draw"),
        ("packets", {"players": 4, "packets": (3, 2)}, "leaves 4 cards for 4 players to draw"),
        ("packets", {"nines": False, "players": 4}, "4 players cannot get 6 each from 20 cards"),
        ("trump_card", {"trump_card": "next_card"}, "does not go with packets [3, 3], which leaves a stock"),
        ("trump_card", {"trump_card": "last_card"}, "leaves a stock"),
        (
            "trump_card",
            {"players": 3, "packets": (3, 2, 3), "marriages": "always"},
            "'turn_up' does not go with packets [3, 2, 3], which leaves no stock",
        ),
        (
            "marriages",
            {"players": 3, "packets": (3, 2, 3), "trump_card": "next_card"},
            "'open' needs a stock; without one use 'always'",
        ),
        ("wrong_claim_trickless", {"wrong_claim": 4}, "3 is less than wrong_claim, 4"),
        ("failed_close_trickless", {"failed_close": 5}, "3 is less than failed_close, 5"),
        ("bonus_exhausted", {"played_out": "last_trick"}, "could never count, the last trick wins; use 0"),
        (
            "draw_carries",
            {"played_out": "last_trick", "bonus_exhausted": 0, "draw_carries": True},
            "no deal is drawn where the last trick wins",
        ),
    ],
)
def test_options_that_contradict_each_other(field: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(**options)
    assert str(refused.value).startswith(f"{field}: ")
    assert said in str(refused.value)


JUNK: tuple[Any, ...] = (None, "junk", -1, 1.0, 1.5, float("nan"), 10**30, [], [[1]], {}, (), object(), "")


@pytest.mark.parametrize("field", TABLE)
def test_a_value_that_a_field_cannot_have(field: str) -> None:
    """Every field refuses junk, a bool where a number is meant and a number where a bool is meant."""
    default = getattr(Rules(), field)
    wrong_kind = 1 if isinstance(default, bool) else True
    for value in (*JUNK, wrong_kind):
        for make in (lambda v: Rules(**{field: v}), lambda v: Rules.from_data({field: v})):
            with pytest.raises(RulesError) as refused:
                make(value)
            assert str(refused.value).startswith(f"{field}: ")
            assert "is not allowed; use" in str(refused.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("whist", "'whist' is not a rule set; there are guide, american"),
        ("", "is not a rule set"),
        (None, "neither the name of a rule set nor an object"),
        (5, "neither the name of a rule set nor an object"),
        (True, "neither the name of a rule set nor an object"),
        ([], "neither the name of a rule set nor an object"),
        ({"must_win": True}, "there is no field 'must_win'; fields are players"),
        ({1: 2}, "there is no field 1"),
        ({"hand_size": 6}, "there is no field 'hand_size'"),
        ({"preset": "whist"}, "'whist' is not a rule set"),
        ({"preset": ["guide"]}, "is not a rule set"),
        ({"preset": None}, "is not a rule set"),
    ],
)
def test_data_that_is_no_rule_set(data: Any, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_data(data)
    assert str(refused.value).startswith("rules: ")
    assert said in str(refused.value)
    if isinstance(data, str):
        with pytest.raises(RulesError, match="is not a rule set"):
            Rules.preset(data)


# In words


def test_every_field_is_in_the_table() -> None:
    assert [field.name for field in fields(Rules) if field.init] == list(TABLE)
    for name, row in TABLE.items():
        assert row.question.endswith("?")
        assert row.sentence(getattr(Rules(), name)).endswith(".")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_described_in_full_sentences(name: str) -> None:
    text = Rules.preset(name).describe()
    lines = text.splitlines()
    assert lines[0].startswith(f"Rules: {name} (")
    assert all(line.endswith(".") for line in lines)
    assert all(line[0].isupper() or line[0].isdigit() for line in lines)
    assert len(lines) == len(set(lines))
    assert "None" not in text
    assert "True" not in text
    assert "{" not in text


# One row for each row of the rules in which the sources differ: what the two-handed presets are said to play.
# "!" in front: the source is silent and the value is the project's.
WORDS: dict[str, dict[str, str]] = {
    # dealing packets
    "packets": {
        "guide": "packets of three",
        "american": "packets of three",
        "app": "!packets of three",
        "german": "packets of three",
        "schnapsen": "packets of three and two",
    },
    # Schnapsen turns the trump up after the first packets
    "trump_card": {
        "guide": "after the deal",
        "american": "after the deal",
        "app": "after the deal",
        "german": "after the deal",
        "schnapsen": "after the first packets",
    },
    # next dealer
    "next_dealer": {
        "guide": "winner of a deal deals",
        "american": "!winner of a deal deals",
        "app": "passes to the next player",
        "german": "winner of a deal deals",
        "schnapsen": "passes to the next player",
    },
    # beat the card led when following
    "must_beat": {
        "guide": "must beat",
        "american": "!need not beat",
        "app": "!need not beat",
        "german": "!need not beat",
        "schnapsen": "must beat",
    },
    # trump when void
    "must_trump": {
        "guide": "must trump if you can",
        "american": "!may play any card",
        "app": "must trump if you can",
        "german": "must trump if you can",
        "schnapsen": "must trump if you can",
    },
    # marriage: when
    "marriages": {
        "guide": "while the stock is open",
        "american": "open or closed",
        "app": "while the stock is open",
        "german": "!open or closed",
        "schnapsen": "at any lead",
    },
    # exchange
    "exchange_needs_trick": {
        "guide": "a trick won",
        "american": "a trick won",
        "app": "a trick won",
        "german": "a trick won",
        "schnapsen": "even without a trick",
    },
    "exchange_after_close": {
        "guide": "nobody exchanges",
        "american": "nobody exchanges",
        "app": "nobody exchanges",
        "german": "then the closer may",
        "schnapsen": "nobody exchanges",
    },
    # closing: when
    "close_before_draw": {
        "guide": "!after drawing",
        "american": "!after drawing",
        "app": "before or after drawing",
        "german": "before or after drawing",
        "schnapsen": "after drawing",
    },
    # last-trick bonus, stock exhausted and closed
    "bonus_exhausted": {
        "guide": "adds 10 card points",
        "american": "adds 10 card points",
        "app": "!adds 10 card points",
        "german": "!adds 10 card points",
        "schnapsen": "adds no card points",
    },
    "bonus_closed": {
        "guide": "!adds no card points",
        "american": "adds 10 card points",
        "app": "adds no card points",
        "german": "!adds no card points",
        "schnapsen": "adds no card points",
    },
    # saying "out"
    "claim": {
        "guide": "right after announcing a marriage",
        "american": "at any turn of yours",
        "app": "!at any turn of yours",
        "german": "not between an announcement and its lead",
        "schnapsen": "right after announcing a marriage",
    },
    # right claim
    "schwarz": {
        "guide": "3 game points",
        "american": "3 game points",
        "app": "!3 game points",
        "german": "never worth 3",
        "schnapsen": "3 game points",
    },
    # wrong claim
    "wrong_claim": {"guide": "!2", "american": "2", "app": "2", "german": "!2", "schnapsen": "2"},
    "wrong_claim_trickless": {"guide": "!3", "american": "2", "app": "3", "german": "!2", "schnapsen": "3"},
    # close that fails
    "failed_close": {"guide": "2", "american": "!2", "app": "2", "german": "!2", "schnapsen": "2"},
    "failed_close_trickless": {"guide": "3", "american": "!2", "app": "3", "german": "!2", "schnapsen": "3"},
    "trickless_judged": {
        "guide": "when the stock was closed",
        "american": "when the stock was closed",
        "app": "at the end of the deal",
        "german": "when the stock was closed",
        "schnapsen": "when the stock was closed",
    },
    # closer's opponent goes out first
    "counter_out": {
        "guide": "!counts as a failed close",
        "american": "!3 game points if the closer has no trick",
        "app": "counts as a failed close",
        "german": "!trickless or not",
        "schnapsen": "counts as a failed close",
    },
    # opponent's points that scale a successful close
    "success_scale": {
        "guide": "!at the end",
        "american": "!at the end",
        "app": "!at the end",
        "german": "!at the end",
        "schnapsen": "as they stood at the close",
    },
    # played out, nobody said out
    "played_out": {
        "guide": "the higher total wins",
        "american": "a sole holder of 66 wins",
        "app": "!the higher total wins",
        "german": "the higher total wins",
        "schnapsen": "the winner of the last trick wins 1",
    },
    "draw_carries": {
        "guide": "adds nothing",
        "american": "adds 1 game point",
        "app": "!adds nothing",
        "german": "adds nothing",
        "schnapsen": "adds nothing",
    },
    # looking back ("same" as guide, which is silent)
    "look_back": {
        "guide": "!the last trick until the next lead",
        "american": "!the last trick until the next lead",
        "app": "not look back",
        "german": "!the last trick until the next lead",
        "schnapsen": "the last trick until the next lead",
    },
    # what pagat and santase change
    "first_lead_extras": {
        "guide": "what you may do at any other",
        "santase": "no marriage, no exchange and no closing",
    },
    "least_stock": {"guide": "at least 2 stock cards", "santase": "at least 3 stock cards"},
    "match_points": {"guide": "7 game points", "santase": "11 game points"},
    # the pack, and Schnapsen's score
    "nines": {"guide": "24 cards", "schnapsen": "20 cards"},
    "counts_down": {"guide": "counts up", "schnapsen": "counts down to 0"},
    "players": {"guide": "Two play", "three_handed": "Three play", "four_handed": "Four play"},
}


@pytest.mark.parametrize(("field", "preset"), [(field, preset) for field, row in WORDS.items() for preset in row])
def test_the_table_of_differences_says_what_the_source_says(field: str, preset: str) -> None:
    expected = WORDS[field][preset]
    row = next(difference for difference in Rules.compare() if difference.field == field)
    said = row.values[preset]
    assert said.startswith("silent → ") is expected.startswith("!")
    assert expected.removeprefix("!") in said
    assert said.removeprefix("silent → ") in Rules.preset(preset).describe()


def test_the_table_of_differences_holds_what_differs_and_nothing_else() -> None:
    rows = {row.field: row for row in Rules.compare()}
    assert set(rows) == set(WORDS)
    for field, row in rows.items():
        assert set(row.values) == set(PRESETS)
        assert row.question == TABLE[field].question
        assert len(set(row.values.values())) > 1


@pytest.mark.parametrize("preset", ["three_handed", "four_handed"])
def test_what_does_not_arise_without_a_stock_is_said_so(preset: str) -> None:
    rows = {row.field: row.values[preset] for row in Rules.compare()}
    for field in ("close_before_draw", "exchange_needs_trick", "bonus_closed", "failed_close", "counter_out"):
        assert rows[field] == "does not arise: there is no stock"
    assert "clos" not in Rules.preset(preset).describe()
    # beyond the deal and the aim the text is silent
    for field in (
        "trump_card",
        "next_dealer",
        "must_beat",
        "marriages",
        "bonus_exhausted",
        "played_out",
        "wrong_claim",
    ):
        assert rows[field].startswith("silent → ")


# One place for a fact: no preset is named outside rules.py


def docstrings(tree: ast.AST) -> set[int]:
    """Return the ids of the constants that are docstrings: examples may name a preset."""
    holders = (node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))
    first = (node.body[0] for node in holders if node.body)
    return {id(statement.value) for statement in first if isinstance(statement, ast.Expr)}


def preset_names_in(source: str) -> list[str]:
    """Return the places where code names a preset, as a text or as `Rules.name`."""
    tree = ast.parse(source)
    skip = docstrings(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in PRESETS and id(node) not in skip:
            found.append(f"line {node.lineno}: {node.value!r}")
        if (
            isinstance(node, ast.Attribute)
            and node.attr in PRESETS
            and isinstance(node.value, ast.Name)
            and node.value.id == "Rules"
        ):
            found.append(f"line {node.lineno}: Rules.{node.attr}")
    return found


def test_the_search_for_preset_names_finds_them() -> None:
    source = '"""Rules.guide()"""\ndef f():\n    """Like "german"."""\n    return Rules.german(), "santase"\n'
    assert sorted(preset_names_in(source)) == ["line 4: 'santase'", "line 4: Rules.german"]


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_preset_is_named_outside_the_rules(path: Path) -> None:
    if path != PACKAGE / "rules.py":
        # the default needs no name: Rules() is it
        assert preset_names_in(path.read_text("utf-8")) == []


def test_every_preset_can_be_dealt() -> None:
    for name in PRESETS:
        rules = Rules.preset(name)
        start = Deal.random(rules, seed=1).start()
        assert [len(start.hand(seat)) for seat in range(rules.players)] == [rules.hand_size] * rules.players


def test_the_comparison_is_a_table_in_a_notebook_with_every_answer_once() -> None:
    table = Rules.compare()
    html = table._repr_html_()
    assert repr(table) == f"<{len(table)} questions that the rule sets answer differently>"
    for row in table:
        answers = {text.removeprefix("silent → ") for text in row.values.values()}
        for text in answers:
            if text == "does not arise: there is no stock":
                continue
            assert html.count(f">{html_escape(text)}</td>") == sum(
                text in {t.removeprefix("silent → ") for t in other.values.values()} for other in table
            )
    # the guide is silent about closing before the draw, the app is not
    assert "(guide), (american)" in html
