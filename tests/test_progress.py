"""Progress as a value: merging loses nothing in any order, and its code survives copying or is refused."""

import base64
import random
import string
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix.errors import ProgressError, quoted
from sixtysix.progress import Mark, Progress, Round
from sixtysix.progress_code import MOST_CHARACTERS

# few names and times, so that copies of the same round and mark meet
NAMES = st.sampled_from(["a", "06/question-2", "x" * 60, "A.b_c:d-e/f"])
TIMES = st.sampled_from([0, 1, 1_790_000_000_123, 253_402_300_799_999])


@st.composite
def some_rounds(draw: st.DrawFn) -> Round:
    asked = draw(st.integers(0, 12))
    right = draw(st.integers(0, asked))
    return Round(draw(NAMES), draw(st.integers(0, 2)), draw(TIMES), asked, right, draw(st.floats(0, 1e7)))


@st.composite
def some_marks(draw: st.DrawFn) -> Mark:
    tries = draw(st.integers(1, 5))
    right = draw(st.integers(0, tries))
    return Mark(draw(NAMES), tries, right, right > 0 and draw(st.booleans()), draw(TIMES))


PROGRESS = st.builds(
    Progress, st.lists(some_rounds(), max_size=5).map(tuple), st.lists(some_marks(), max_size=5).map(tuple)
)
ROUND = Round("count", 1, 1_790_000_000_000, 10, 7, 61.5)
MARK = Mark("06/question-2", 3, 1, False, 1_790_000_000_000)
SMALL = Progress((ROUND, Round("trumps", 2, 1_790_000_060_000, 5, 5, 20)), (MARK, Mark("hand", 1, 1, True, 5)))


def long_course(rounds: int, marks: int) -> Progress:
    """What a learner of many years may have."""
    chance = random.Random(66)
    now, played, tried = 1_790_000_000_000, [], []
    for _ in range(rounds):
        now += chance.randrange(20_000, 400_000)
        played.append(Round(f"drill-{chance.randrange(6)}", chance.randrange(9), now, 10, chance.randrange(11), 30.5))
    for number in range(marks):
        tries = chance.randrange(1, 5)
        tried.append(Mark(f"{number:04}", tries, chance.randrange(tries + 1), False, chance.randrange(now)))
    return Progress(tuple(played), tuple(tried))


@given(PROGRESS, PROGRESS, PROGRESS)
def test_merging_goes_in_any_order_and_as_often_as_you_like(one: Progress, two: Progress, three: Progress) -> None:
    assert one.merge(two) == two.merge(one)
    assert one.merge(two).merge(three) == one.merge(two.merge(three))
    assert one.merge(one) == one == one.merge(Progress())
    assert one.merge(two).merge(one) == one.merge(two)


@given(PROGRESS, PROGRESS)
def test_merging_loses_nothing(one: Progress, two: Progress) -> None:
    both = one.merge(two)
    found = {played.key: played for played in both.rounds}
    assert found.keys() == {played.key for played in one.rounds + two.rounds}
    assert all(found[played.key].asked >= played.asked for played in one.rounds + two.rounds)
    for mark in one.marks + two.marks:
        merged = both.mark(mark.name)
        assert merged is not None
        assert (merged.tries, merged.right, merged.last) >= (mark.tries, mark.right, mark.last)
        assert merged.first <= mark.first


@given(PROGRESS, NAMES, st.booleans(), TIMES, some_rounds())
def test_what_is_added_is_more_than_before(before: Progress, name: str, right: bool, now: int, played: Round) -> None:
    after = before.with_mark(name, right, now).with_round(played)
    assert after.merge(before) == after
    old, new = before.mark(name), after.mark(name)
    assert new is not None
    assert new.tries == (old.tries if old else 0) + 1
    assert new.right == (old.right if old else 0) + right
    assert new.first == (old.first if old else right)


def test_a_round_that_goes_on_takes_the_place_of_its_beginning() -> None:
    begun = Round("count", 1, 1000, 3, 3, 9)
    further = Round("count", 1, 1000, 5, 4, 15)
    other_level = Round("count", 2, 1000, 1, 0, 2)
    progress = Progress().with_round(further).with_round(begun).with_round(other_level)
    assert progress.rounds == (further, other_level)


def test_two_copies_of_a_mark() -> None:
    here, there = Mark("q", 4, 1, True, 9000), Mark("q", 2, 2, False, 10_000)
    assert here.merge(there) == Mark("q", 4, 2, False, 10_000)
    assert not Mark("q", 1, 0, False, 0).solved


def test_rounds_of_each_drill_in_order_of_time() -> None:
    late, early, other = Round("b", 1, 30, 2, 1, 1), Round("b", 2, 10, 2, 2, 1), Round("a", 1, 20, 0, 0, 1)
    progress = Progress((late, other, early))
    assert progress.rounds == (early, other, late)
    assert progress.by_drill() == {"a": (other,), "b": (early, late)}
    assert [played.accuracy for played in progress.rounds] == [1.0, None, 0.5]


def test_seconds_are_kept_to_a_tenth() -> None:
    assert repr(Round("a", 1, 1, 1, 1, 12.3456).seconds) == "12.3"
    assert repr(Round("a", 1, 1, 1, 1, -0.0).seconds) == "0.0"


@pytest.mark.parametrize("name", ["", "x" * 61, "a b", "é", "a\n", "a\x00", None, 5, b"a", ["a"], "\ud800"], ids=quoted)
def test_bad_names_are_refused(name: Any) -> None:
    for make in (
        lambda: Round(name, 1, 1, 1, 1, 1),
        lambda: Mark(name, 1, 1, True, 1),
        lambda: Progress().with_mark(name, True, 1),
    ):
        with pytest.raises(ProgressError, match="letters, digits"):
            make()


@pytest.mark.parametrize(
    "value", [-1, 10**18, 10**5000, 1.0, True, None, "1", float("nan"), float("inf"), [], [[]]], ids=quoted
)
def test_bad_numbers_are_refused(value: Any) -> None:
    makes: dict[str, Callable[[], object]] = {
        "level": lambda: Round("a", value, 1, 1, 1, 1),
        "begun": lambda: Round("a", 1, value, 1, 1, 1),
        "asked": lambda: Round("a", 1, 1, value, 0, 1),
        "right": lambda: Round("a", 1, 1, 1, value, 1),
        "tries": lambda: Mark("a", value, 1, True, 1),
        "last": lambda: Mark("a", 1, 1, True, value),
        "now": lambda: Progress().with_mark("a", True, value),
    }
    if value != 1.0 or value is True:
        makes["seconds"] = lambda: Round("a", 1, 1, 1, 1, value)
    if value is not True:
        makes["first"] = lambda: Mark("a", 1, 1, value, 1)
    for field, make in makes.items():
        with pytest.raises(ProgressError, match=f"^{field}: ") as refused:
            make()
        assert len(str(refused.value)) < 200


def test_more_right_than_there_was_is_refused() -> None:
    for make in (
        lambda: Round("a", 1, 1, 3, 4, 1),
        lambda: Mark("a", 3, 4, True, 1),
        lambda: Mark("a", 0, 0, False, 1),
        lambda: Mark("a", 1, 0, True, 1),
    ):
        with pytest.raises(ProgressError):
            make()


def test_counts_stop_at_their_bound() -> None:
    full = Mark("a", 1_000_000, 1_000_000, True, 7)
    assert Progress((), (full,)).with_mark("a", True, 8).mark("a") == Mark("a", 1_000_000, 1_000_000, True, 8)


def test_only_rounds_and_marks_are_taken() -> None:
    with pytest.raises(ProgressError, match="is not a Round"):
        Progress((MARK,))  # type: ignore[arg-type]
    with pytest.raises(ProgressError, match="right: 'yes' is not true or false"):
        Progress().with_mark("a", "yes", 1)  # type: ignore[arg-type]


@given(PROGRESS)
def test_data_comes_back(progress: Progress) -> None:
    assert Progress.from_data(progress.to_data()) == (progress, ())


@given(PROGRESS)
def test_a_code_comes_back(progress: Progress) -> None:
    code = progress.code()
    assert Progress.from_code(code.text) == progress
    assert (code.marks_left_out, code.rounds_left_out, code.sentence) == (0, 0, "")
    assert set(code.text) <= set(string.ascii_letters + string.digits + "-_")
    assert code.text.startswith("66P1-")


def test_spaces_and_line_breaks_do_not_matter() -> None:
    text = SMALL.code().text
    mailed = "\n".join("  " + " ".join(text[at : at + 7]) for at in range(0, len(text), 7)) + "\r\n\t\u00a0"
    assert Progress.from_code(mailed) == SMALL


def decoded(text: str) -> Progress | None:
    """What a text holds, None if it is refused in one short sentence."""
    try:
        return Progress.from_code(text)
    except ProgressError as error:
        told = str(error)
    assert len(told) < 250
    assert told.isprintable()
    return None


def test_every_change_of_one_character_is_refused_or_changes_nothing() -> None:
    text = SMALL.code().text
    for at in range(len(text)):
        for letter in string.ascii_letters + string.digits + "-_ !é=":
            assert decoded(text[:at] + letter + text[at + 1 :]) in (None, SMALL), (at, letter)
        assert decoded(text[:at] + text[at + 1 :]) is None, at
        assert decoded(text[:at] + text[at] + text[at:]) is None, at
        swapped = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        assert decoded(swapped) in (None, SMALL), at


def test_a_code_that_is_cut_off_says_so() -> None:
    text = SMALL.code().text
    for end in range(5, len(text)):
        with pytest.raises(ProgressError, match=r"cut off|lacks a character"):
            Progress.from_code(text[:end])
    assert all(decoded(text[:end]) is None for end in range(5))


def sealed(plain: bytes, version: str = "1") -> str:
    """A code with a right checksum around any content, written after the description of the format."""
    packed = zlib.compress(plain, 9)
    content = len(packed).to_bytes(2, "big") + zlib.crc32(packed).to_bytes(4, "little") + packed
    return f"66P{version}-" + base64.urlsafe_b64encode(content).decode().rstrip("=")


GOOD = b'[[["q"],[2],[1],[0],[5]],[["count"],[1],[7],[10],[8],[305]]]'


def test_the_format_of_a_code() -> None:
    assert Progress.from_code(sealed(GOOD)) == Progress(
        (Round("count", 1, 7, 10, 8, 30.5),), (Mark("q", 2, 1, False, 5),)
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a progress code"),
        ("hello", "is not a progress code"),
        ("66P-abc", "is not a progress code"),
        (None, "None is none"),
        (b"66P1-", "is none"),
        ("66P1-" + "A" * 13_000, "at most 12,000 characters"),
        ("66P1-" + "A" * 1_000_000, "so long a text is none"),
        (" " * 1_000_000, "so long a text is none"),
        ("66P01-AAAAAAAAAAAAAAAA", "begins with 66P1-"),
        (sealed(GOOD, "2"), "of version 2, this program reads up to 1"),
        (sealed(GOOD).replace("66P1-", "66P1-+"), "has '\\+' in it"),
        (sealed(GOOD) + "AAAA", "too long for what it holds"),
        (sealed(b"[" * 2_800_000), "more than any code can"),
        (sealed(b" " * 500_001), "more than any code can"),
        (sealed(b"[" * 400_000), "holds no progress"),
        (sealed(b"9" * 400_000), "holds no progress"),
        (sealed(b"\xff\xfe"), "holds no progress"),
        *((sealed(plain), "holds no progress") for plain in (b"", b"{}", b"1", b"[[],[]]", b"[1,2]", b'{"a":1,"b":2}')),
        (sealed(GOOD.replace(b"[2]", b"[2,2]")), "holds no progress"),
        (sealed(GOOD.replace(b"[2]", b"[]")), "holds no progress"),
        (sealed(GOOD.replace(b"[305]", b'["x"]')), "holds no progress"),
        (sealed(GOOD.replace(b"[305]", b"[1" + b"0" * 400 + b"]")), "holds no progress"),
        (sealed(GOOD.replace(b"[305]", b"[NaN]")), "seconds: nan"),
        (sealed(GOOD.replace(b"[5]", b"[-5]")), "last: -5"),
        (sealed(GOOD.replace(b"[5]", b"[1e99]")), "last: 1e\\+99"),
        (sealed(GOOD.replace(b"[8]", b"[11]")), "right: 11 is not a whole number from 0 to 10"),
        (sealed(GOOD.replace(b"[0]", b"[2]")), "first: 2"),
        (sealed(GOOD.replace(b'"q"', b'"q q"')), "name: 'q q'"),
        (sealed(GOOD.replace(b'["q"]', b"[[[[]]]]")), "name: "),
    ],
)
def test_what_is_no_code_is_refused(text: object, why: str) -> None:
    with pytest.raises(ProgressError, match=why) as refused:
        Progress.from_code(text)
    assert len(str(refused.value)) < 250


def test_a_changed_stream_within_a_right_checksum_is_refused() -> None:
    packed = bytearray(zlib.compress(GOOD, 9))
    for at in range(len(packed)):
        broken = bytes(packed[:at]) + bytes([packed[at] ^ 85]) + bytes(packed[at + 1 :])
        content = len(broken).to_bytes(2, "big") + zlib.crc32(broken).to_bytes(4, "little") + broken
        assert decoded("66P1-" + base64.urlsafe_b64encode(content).decode().rstrip("=")) is None


@given(st.text(max_size=60).map(lambda text: "66P1-" + text) | st.binary(max_size=60).map(sealed) | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    decoded(text)


@pytest.mark.parametrize(("rounds", "marks"), [(10_000, 2_000), (10_000, 20), (0, 2_000), (100, 100)])
def test_a_code_has_a_bound_and_the_newest_marks_then_rounds(rounds: int, marks: int) -> None:
    progress = long_course(rounds, marks)
    code = progress.code()
    held = Progress.from_code(code.text)
    assert len(code.text) <= MOST_CHARACTERS == 12_000
    assert len(held.marks) + code.marks_left_out == marks
    assert len(held.rounds) + code.rounds_left_out == rounds  # all have questions
    assert progress.merge(held) == progress
    assert held.rounds == progress.rounds[rounds - len(held.rounds) :]
    newest = sorted(progress.marks, key=lambda mark: mark.last)[marks - len(held.marks) :]
    assert set(held.marks) == set(newest)
    assert not held.rounds or code.marks_left_out == 0
    if code.marks_left_out or code.rounds_left_out:
        assert len(code.text) > 11_950
        assert "no room" in code.sentence
    else:
        assert len(code.text) < 3_000


def test_a_course_that_packs_very_well_can_be_read_again() -> None:
    progress = Progress(tuple(Round("count", 1, number, 10, 10, 60) for number in range(30_000)))
    code = progress.code()
    held = Progress.from_code(code.text)
    assert len(held.rounds) == 30_000 - code.rounds_left_out > 10_000


LEVEL = Round("count", 2, 1_790_000_000_001, 0, 0, 0.0)
"""A round that only keeps the level reached."""


@pytest.mark.parametrize(
    ("progress", "said"),
    [
        (Progress(), "0 rounds of drills and 0 marks on record"),
        (Progress((ROUND, LEVEL), (MARK,)), "1 round of drills and 1 mark on record"),
        (Progress((LEVEL,)), "0 rounds of drills and 0 marks on record"),
        (SMALL, "2 rounds of drills and 2 marks on record"),
        (long_course(1_200, 0), "1,200 rounds of drills and 0 marks on record"),
    ],
)
def test_how_much_is_on_record_is_said(progress: Progress, said: str) -> None:
    assert progress.sentence == said


@pytest.mark.parametrize(
    ("before", "code", "said"),
    [
        (Progress(), SMALL, "Added from the code: 2 rounds and 2 marks."),
        (Progress((ROUND,)), Progress((ROUND, LEVEL), (MARK,)), "Added from the code: 1 mark."),
        (Progress((LEVEL,)), Progress((ROUND,)), "Added from the code: 1 round."),
        (Progress((ROUND,)), Progress((ROUND, LEVEL)), "Added from the code: a level that you reached."),
        (SMALL, Progress((ROUND,)), "Nothing was added: all that is in the code is known here already."),
        (SMALL, Progress(), "Nothing was added: all that is in the code is known here already."),
    ],
)
def test_what_a_code_brought_is_said(before: Progress, code: Progress, said: str) -> None:
    assert before.brought(code) == said


def test_what_is_left_out_is_told() -> None:
    assert "no room for 1,9" in long_course(1, 3_000).code().sentence
    assert " marks and 1 round, the oldest." in long_course(1, 3_000).code().sentence
