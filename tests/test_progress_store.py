"""The progress file: whatever crashes, fills, damages or writes it as well, nothing that was done is lost."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sixtysix import progress_file
from sixtysix.errors import ProgressError
from sixtysix.progress import Mark, Progress, Round
from sixtysix.progress_file import NewerVersion, alone, parse
from sixtysix.progress_store import VARIABLE, Store, default_store

NOW = int(datetime(2026, 11, 30, 13, 45, tzinfo=UTC).timestamp()) * 1000
ROUND = Round("count", 1, 1_790_000_000_000, 10, 7, 61.5)


def store_at(path: Path) -> Store:
    return Store(path, clock=lambda: NOW)


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}.damaged-*"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "progress.json"


def test_what_is_recorded_is_in_the_file_at_once(path: Path) -> None:
    store = store_at(path)
    assert not path.parent.exists(), "only looking makes no folder"
    store.record(ROUND)
    store.mark("06/question-2", False)
    store.mark("06/question-2", True)
    expected = Progress((ROUND,), (Mark("06/question-2", 2, 1, False, NOW),))
    assert store.progress == store_at(path).progress == expected
    assert (store.trouble, store.path) == ("", path)
    assert json.loads(path.read_bytes()) == {"version": 1, **expected.to_data()}
    assert sorted(os.listdir(path.parent)) == ["progress.json", "progress.json.lock"]


def test_saving_nothing_new_writes_nothing(path: Path) -> None:
    store = store_at(path)
    store.record(ROUND)
    before = path.stat()
    store.record(ROUND)
    store.save()
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_two_notebooks_in_turn(path: Path) -> None:
    one, two = store_at(path), store_at(path)
    one.mark("q", True)
    two.mark("q", False)
    one.record(ROUND)
    assert one.progress == store_at(path).progress == Progress((ROUND,), (Mark("q", 2, 1, True, NOW),))
    two.save()
    assert two.progress == one.progress


def test_a_file_that_is_gone_is_written_again(path: Path) -> None:
    store = store_at(path)
    store.mark("q", True)
    path.unlink()
    store.save()
    assert store_at(path).progress == store.progress != Progress()


def test_the_clock_of_the_computer_may_be_anything(path: Path) -> None:
    for now in (-5, 10**30):
        Store(path, clock=partial(int, now)).mark("q", True)
    assert store_at(path).progress.marks == (Mark("q", 2, 2, True, 253_402_300_799_999),)


def test_bad_names_and_codes_are_refused_and_change_nothing(path: Path) -> None:
    store = store_at(path)
    with pytest.raises(ProgressError, match="letters, digits"):
        store.mark("a b", True)
    with pytest.raises(ProgressError, match="not a progress code"):
        store.add_code("hello")
    assert (store.progress, store.trouble, path.exists()) == (Progress(), "", False)


def test_a_code_from_elsewhere_is_merged_and_saved(path: Path) -> None:
    store = store_at(path)
    store.mark("q", True)
    elsewhere = Progress((ROUND,), (Mark("q", 3, 2, False, NOW - 1),))
    assert store.add_code(elsewhere.code().text) == elsewhere
    assert store_at(path).progress == Progress((ROUND,), (Mark("q", 3, 2, False, NOW),))


def test_a_pasted_code_is_answered_in_one_sentence(path: Path) -> None:
    store = store_at(path)
    code = Progress((ROUND,), (Mark("q", 3, 2, False, NOW - 1),)).code().text
    assert store.paste(code) == "Added from the code: 1 round and 1 mark."
    assert store.paste(f"  {code[:30]}\n{code[30:]} ").startswith("Nothing was added:")
    assert store_at(path).progress == Progress.from_code(code)
    for damaged, said in (
        (code[:-8], "is cut off"),
        (code[:20] + "!" + code[21:], "has '!' in it"),
        (code[:20] + ("A" if code[20] != "A" else "B") + code[21:], "changed on its way"),
        (code + code, "."),
        ("hello", "is not a progress code"),
        ("", "is not a progress code"),
        (None, "None is none"),
    ):
        answer = store.paste(damaged)
        assert said in answer
        assert answer.endswith(".")
        assert "\n" not in answer
    assert store.progress == Progress.from_code(code)


def test_a_pasted_code_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    store = store_at(tmp_path / "data" / "progress.json")
    answer = store.paste(Progress((ROUND,)).code().text)
    assert answer == f"Added from the code: 1 round. {store.trouble}"
    assert store.trouble


# Damage


def test_a_file_cut_anywhere_is_kept_aside_and_nothing_in_memory_is_lost(path: Path) -> None:
    store = store_at(path)
    store.mark("q", True)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        store.mark("q", True)
        assert store_at(path).progress == store.progress == Progress((), (Mark("q", end + 2, end + 2, True, NOW),))
    assert sorted(len(aside.read_bytes()) for aside in asides(path)) == list(range(len(whole)))
    assert all(whole.startswith(aside.read_bytes()) for aside in asides(path))
    assert asides(path)[0].name.startswith("progress.damaged-20261130-134500")
    assert (path.parent / "progress.damaged-20261130-134500.json").exists()
    assert store.trouble.startswith("The saved progress was damaged (it is not whole JSON): it is kept as progress.dam")


DAMAGED = {
    "nothing": b"",
    "zeros": bytes(500),
    "no JSON": b"hello",
    "no UTF-8": b'{"version":1,"rounds":[],"marks":[],"x":"\xff"}',
    "no object": b"[1]",
    "no version": b'{"rounds":[],"marks":[]}',
    "odd version": b'{"version":"2","rounds":[],"marks":[]}',
    "true version": b'{"version":true,"rounds":[],"marks":[]}',
    "old version": b'{"version":0,"rounds":[],"marks":[]}',
    "deep": b"[" * 1_000_000,
    "deep version": b'{"version":1,"rounds":' + b'{"a":' * 500_000,
    "long number": b'{"version":' + b"9" * 10_000 + b"}",
    "too big": b'{"version":1,"rounds":[],"marks":[]}' + b" " * 8_000_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_kept_aside_and_named(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    store = store_at(path)
    (aside,) = asides(path)
    assert aside.read_bytes() == content
    assert aside.name in store.trouble
    assert store.trouble.endswith("you go on with an empty one.")
    assert len(store.trouble) < 250
    store.mark("q", True)
    assert aside.name in store.trouble, "one save later it can still be read"
    assert store_at(path).progress == store.progress
    assert store_at(path).trouble == ""
    assert asides(path) == [aside]


def rows(**change: Any) -> list[dict[str, Any]]:
    good: list[dict[str, Any]] = Progress((ROUND,)).to_data()["rounds"]
    return [good[0], {**good[0], "begun": 5, **change}]


PARTLY = {
    "a round": ({"rounds": rows(right=11), "marks": []}, 1),
    "a field more": ({"rounds": rows(colour="red"), "marks": []}, 1),
    "a field less": ({"rounds": [*rows()[:1], {"drill": "x"}], "marks": []}, 1),
    "wrong types": ({"rounds": [*rows()[:1], None, 5, "x", [[[]]], {}], "marks": []}, 1),
    "no marks": ({"rounds": rows()}, 2),
    "marks of another kind": ({"rounds": rows(), "marks": {"a": 1}}, 2),
    "a deep field": ({"rounds": rows(), "marks": [], "x": json.loads("[" * 50 + "]" * 50)}, 2),
}


@pytest.mark.parametrize(("data", "good"), PARTLY.values(), ids=PARTLY.keys())
def test_what_is_good_in_a_partly_damaged_file_is_read(path: Path, data: dict[str, Any], good: int) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"version": 1, **data, "other": "kept"}))
    content = path.read_bytes()
    store = store_at(path)
    (aside,) = asides(path)
    assert aside.read_bytes() == content
    assert store.trouble.startswith("Part of the saved progress was damaged (")
    assert aside.name in store.trouble
    assert len(store.trouble) < 400
    assert len(store.progress.rounds) == good
    assert json.loads(path.read_bytes()) == {"version": 1, **store.progress.to_data(), "other": "kept"}
    # the same file again, put back by hand: repaired again, without a second copy
    path.write_bytes(content)
    store.save()
    assert parse(path.read_bytes()).damage == ""
    assert asides(path) == [aside]


def test_entries_that_came_twice_are_merged(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"version": 1, "rounds": [*rows(), *rows(asked=12)], "marks": []}))
    assert [played.asked for played in store_at(path).progress.rounds] == [12, 10]
    assert asides(path) == []


def test_unknown_fields_are_kept(path: Path) -> None:
    one = store_at(path)
    one.mark("q", True)
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps({**data, "reviews": {"q": [1, "\ud800", None]}, "colour": "röd"}))
    one.record(ROUND)
    store_at(path).mark("p", True)
    written = json.loads(path.read_bytes())
    assert written["reviews"] == {"q": [1, "\ud800", None]}
    assert written["colour"] == "röd"
    assert (len(written["rounds"]), len(written["marks"])) == (1, 2)


@pytest.mark.parametrize("begin_with_it", [True, False])
def test_a_file_of_a_newer_version_is_not_touched(path: Path, begin_with_it: bool) -> None:
    path.parent.mkdir()
    newer = b'{"version": 2, "everything": "otherwise"}'
    store = store_at(path)
    path.write_bytes(newer)
    if begin_with_it:
        store = store_at(path)
        assert "newer version" in store.trouble
    store.mark("q", True)
    assert store.progress.marks == (Mark("q", 1, 1, True, NOW),)
    assert "newer version" in store.trouble
    assert path.read_bytes() == newer
    assert asides(path) == []
    path.unlink()
    store.save()
    assert (store.trouble, store_at(path).progress) == ("", store.progress)


# Disks


def test_a_folder_that_cannot_be_made_keeps_progress_in_memory(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    path = tmp_path / "data" / "progress.json"
    store = store_at(path)
    store.mark("q", True)
    store.record(ROUND)
    assert store.progress == Progress((ROUND,), (Mark("q", 1, 1, True, NOW),))
    assert store.trouble.startswith(f"Your progress is not saved in {path} (")
    (tmp_path / "data").unlink()
    store.mark("q", False)
    assert store.trouble == ""
    assert store_at(path).progress == store.progress == Progress((ROUND,), (Mark("q", 2, 1, True, NOW),))


def test_a_full_disk_leaves_the_old_file_whole(path: Path) -> None:
    store = store_at(path)
    store.mark("q", True)
    old = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(old) + 20, hard))
    try:
        store.record(ROUND)
        trouble = store.trouble
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "File too large" in trouble
    assert path.read_bytes() == old
    assert sorted(os.listdir(path.parent)) == ["progress.json", "progress.json.lock"]
    store.save()
    assert (store.trouble, store_at(path).progress) == ("", store.progress)
    assert store.progress.rounds == (ROUND,)


@pytest.mark.parametrize("call", ["os.replace", "os.fsync", "os.open", "os.listdir", "builtins.open"])
def test_any_call_that_fails_only_delays_saving(path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    first = store_at(path)
    first.mark("q", True)
    store = store_at(path)

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "the disk is broken")

    with monkeypatch.context() as patch:
        patch.setattr(call, fail)
        store.mark("q", True)
    assert "(the disk is broken)" in store.trouble
    first.mark("p", True)
    store.save()
    assert (store.trouble, store_at(path).progress) == ("", store.progress)
    assert [(mark.name, mark.tries) for mark in store.progress.marks] == [("p", 1), ("q", 2)]


def test_a_damaged_file_that_cannot_be_kept_aside_is_not_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(path)
    store.mark("q", True)
    partly = json.dumps({"version": 1, "rounds": rows(right=11), "marks": []}).encode()

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    for content in (b"damaged", partly):
        path.write_bytes(content)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            store.mark("q", True)
        assert "no space left" in store.trouble
        assert path.read_bytes() == content
        store.save()
        assert store_at(path).progress == store.progress
        assert content in [aside.read_bytes() for aside in asides(path)]
    assert store.progress.marks == (Mark("q", 3, 3, True, NOW),)
    assert len(asides(path)) == 2


def test_what_is_no_ordinary_file_is_left_alone(path: Path) -> None:
    path.mkdir(parents=True)
    pipe = path.parent / "pipe"
    os.mkfifo(pipe)
    for odd in (path, pipe, Path("/dev/null")):
        assert "(it is not an ordinary file)" in store_at(odd).trouble
    store = store_at(path)
    store.mark("q", True)
    assert store.progress.marks
    assert path.is_dir()


@pytest.mark.parametrize("place", ["~nobody-of-this-name/progress.json", "a\x00b", "\ud800"])
def test_a_place_that_cannot_be_keeps_progress_in_memory(place: str) -> None:
    store = Store(place)
    assert store.trouble == ""
    store.mark("q", True)
    assert len(store.progress.marks) == 1
    assert "there is no such place" in store.trouble


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(path)
    Store(link).mark("q", True)
    assert link.is_symlink()
    assert len(store_at(path).progress.marks) == 1
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    store = Store(loop)
    store.mark("q", True)
    assert store.trouble


def test_more_than_a_file_may_have_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_at(path)
    store.mark("q", True)
    old = path.read_bytes()
    monkeypatch.setattr(progress_file, "MOST_BYTES", len(old) + 50)
    store.record(ROUND)
    assert "it would have more than" in store.trouble
    assert path.read_bytes() == old
    assert asides(path) == []


# Several processes


def test_a_disk_without_locks_is_written_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(progress_file, "_lock", no_locks)
    one, two = store_at(path), store_at(path)
    one.mark("p", True)
    two.mark("q", True)
    assert len(store_at(path).progress.marks) == 2
    assert two.trouble == ""


def test_a_lock_that_is_kept_long_only_delays_saving(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_at(path)
    store.mark("p", True)
    monkeypatch.setattr(progress_file, "BRIEF", 0.05)
    with alone(path):
        store.mark("q", True)
        store.record(ROUND)
    assert "(another notebook is still saving)" in store.trouble
    assert len(store_at(path).progress.marks) == 1
    store.mark("r", False)  # the next save takes along what has waited
    assert (store.trouble, store_at(path).progress) == ("", store.progress)
    assert (len(store.progress.marks), store.progress.rounds) == (3, (ROUND,))


def test_an_answer_waits_for_the_lock_but_a_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by an eighth of a second with every try to get the lock, and nobody really waits."""
    now = 0.0

    def pause(_: float) -> None:
        nonlocal now
        now += 0.125

    store = store_at(path)
    store.mark("p", True)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(time, "sleep", pause)
    waits = []
    with alone(path):
        for save in (partial(store.mark, "q", True), partial(store.record, ROUND), store.save):
            before = now
            save()
            assert "(another notebook is still saving)" in store.trouble
            waits.append(now - before)
    assert waits == [0.5, 0.5, 3.0]


def python(code: str, *words: str | Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )


TWO_HUNDRED = """
import sys
from sixtysix import progress_file
from sixtysix.progress_store import Store
progress_file.PATIENCE = progress_file.BRIEF = 60  # this may be a busy computer
store, me = Store(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
input()
for number in range(100):
    store.mark(f"{me}/{number}", True)
    store.mark("shared", number % 2 == 0)
assert not store.trouble, store.trouble
"""


def test_two_processes_at_once_lose_nothing(path: Path) -> None:
    both = [python(TWO_HUNDRED, path, name) for name in ("one", "two")]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in both] == ["", ""]
    assert [process.returncode for process in both] == [0, 0]
    store = store_at(path)
    assert len(store.progress.marks) == 201
    shared = store.progress.mark("shared")
    assert shared is not None
    assert (shared.tries, shared.right, shared.first) == (200, 100, True)


WITHOUT_END = """
import sys
from sixtysix.progress_store import Store
store = Store(sys.argv[1])
while True:
    store.mark("q", True)
    print(store.progress.mark("q").tries, flush=True)
"""


def test_a_process_that_is_killed_while_it_writes(path: Path) -> None:
    told = 0
    for more in (1, 2, 5, 11, 23, 40):
        with python(WITHOUT_END, path) as process:
            assert process.stdout is not None
            for _ in range(more):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
        mark = parse(path.read_bytes()).progress.mark("q")
        assert mark is not None
        # what it told is saved; it may have saved more that was not read from the pipe
        assert mark.tries >= told
    store = store_at(path)
    store.mark("q", True)
    assert store.trouble == ""
    assert sorted(os.listdir(path.parent)) == ["progress.json", "progress.json.lock"]


def test_only_leftovers_of_this_program_are_removed(path: Path) -> None:
    path.parent.mkdir()
    left = {"progress.json.123-0.tmp", "progress.json.4-17.tmp"}
    others = {
        *("progress.json.mine.tmp", "progress.json.tmp", "progress.json.1-.tmp", "progress.json.12.tmp", "a.tmp"),
        *("progress.json.1-2.tmp.bak", "my-progress.json.1-2.tmp", "progressxjson.1-2.tmp", "progress.json.a-2.tmp"),
    }
    for name in left | others:
        (path.parent / name).write_text("?")
    store_at(path).mark("q", True)
    assert set(os.listdir(path.parent)) == {*others, "progress.json", "progress.json.lock"}


# Kills a saving process before every line of the program in turn: each time a fork of one that has the modules loaded.
BEFORE_EVERY_LINE = """
import os, signal, sys
from pathlib import Path
from sixtysix.progress_file import parse
from sixtysix.progress_store import Store

path, damaged = Path(sys.argv[1]), sys.argv[2] == "damaged"
Store(path).mark("old", True)
whole, kills, after = path.read_bytes(), 0, set()
while True:
    path.write_bytes(whole[:-1] if damaged else whole)
    left = kills
    child = os.fork()
    if child == 0:
        def trace(frame, event, _):
            global left
            if "progress_" not in frame.f_code.co_filename:
                return None
            if event == "line":
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace
        sys.settrace(trace)
        Store(path).mark("new", True)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    copies = [file.read_bytes() for file in path.parent.glob("*.damaged-*")]
    content = path.read_bytes() if path.exists() else None
    if content == whole[:-1]:
        after.add("damaged")
    elif content is None:
        after.add("moved")
        assert whole[:-1] in copies
    else:
        names = {mark.name for mark in parse(content).progress.marks}
        after.add(" ".join(sorted(names)))
        assert not damaged or whole[:-1] in copies
    for file in path.parent.glob("*.damaged-*"):
        file.unlink()
    if status == 0:
        break
    assert os.WTERMSIG(status) == signal.SIGKILL
    kills += 1
store = Store(path)
store.mark("last", True)
print(kills > 50 or kills, sorted(after), sorted(os.listdir(path.parent)), repr(store.trouble))
"""


@pytest.mark.parametrize(
    ("state", "after"), [("sound", ["new old", "old"]), ("damaged", ["", "damaged", "moved", "new"])]
)
def test_a_kill_before_any_line_leaves_the_old_file_or_the_new(path: Path, state: str, after: list[str]) -> None:
    told, _ = python(BEFORE_EVERY_LINE, path, state).communicate()
    assert told.strip() == f"True {after} ['progress.json', 'progress.json.lock'] ''"


# The store of a process


def test_the_store_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "one.json"))
    one = default_store()
    assert one.path == tmp_path / "one.json"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "two.json"))
    assert default_store().path == tmp_path / "two.json"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "folder" / ".." / "one.json"))
    assert default_store() is one
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert Store().path.name == "progress.json"
    assert Store().path.parent.name == "sixtysix"
    if sys.platform == "linux":
        assert default_store().path == tmp_path / "home" / "sixtysix" / "progress.json"


def test_the_newest_version_is_known_by_its_number() -> None:
    with pytest.raises(NewerVersion, match="version 7, where this program knows up to 1"):
        parse(b'{"version":7}')


def test_a_store_sees_what_another_has_saved_since(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    first, second = Store(path), Store(path)
    assert first.progress == Progress()
    second.mark("one", True)
    second.record(Round("my-points", 1, 1000, 3, 2, 9.0))
    assert [mark.name for mark in first.progress.marks] == ["one"]
    assert first.progress.code().text == second.progress.code().text
    path.write_text("{", "utf-8")  # damaged by somebody: what is known stays, and the next save keeps the file aside
    assert first.progress == second.progress
    assert first.trouble == ""
    first.mark("two", True)
    assert "damaged" in first.trouble
    assert {mark.name for mark in second.progress.marks} == {"one", "two"}
    path.unlink()
    assert {mark.name for mark in first.progress.marks} == {"one", "two"}
