"""20,000 random deals over all rule sets without a fault. `python -m tests.bench.deals` plays a million."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from sixtysix import Deal, Rules
from sixtysix.scoring import Reason

from .bench.deals import batches, fault_in, play_batch, play_random

PER_RULE_SET = 20_000 // len(Rules.names()) + 1


@pytest.mark.parametrize("name", Rules.names())
def test_random_deals_without_a_fault(name: str) -> None:
    endings = play_batch((name, 1_000_000, PER_RULE_SET))
    assert endings.total() == PER_RULE_SET
    reasons = {reason for _, reason in endings}
    rules = Rules.preset(name)
    expected = {Reason.OUT, Reason.WRONG_CLAIM}
    expected |= {Reason.LAST_TRICK} if rules.played_out == "last_trick" else {Reason.PLAYED_OUT, Reason.DRAWN}
    expected |= {Reason.FAILED_CLOSE, Reason.COUNTER_OUT} if rules.has_stock else set()
    assert reasons == expected, "every way for a deal to end has come up"


def test_a_fault_is_seen() -> None:
    end = play_random(Rules(), 1)
    assert fault_in(end) is None
    assert fault_in(Deal.random(Rules(), 1).start()) is not None
    assert fault_in(replace(end, played=end.played[1:])) is not None
    assert fault_in(replace(end, taken=(end.taken[0] + 1, end.taken[1]))) is not None


def test_batches_share_out_the_deals() -> None:
    shares = list(batches(10_250))
    assert sum(number for _, _, number in shares) == 10_250
    assert {name for name, _, _ in shares} == set(Rules.names())
    assert len({first for _, first, _ in shares}) == len(shares)


def start_command(deals: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.deals", str(deals)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_the_command_prints_a_summary() -> None:
    out, errors = start_command(100).communicate(timeout=60)
    assert "100 deals without a fault" in out
    assert "deals per second" in out
    assert errors == ""


def test_ctrl_c_ends_the_command_cleanly() -> None:
    command = start_command(10_000_000)
    assert command.stdout is not None
    command.stdout.readline()  # the first progress
    os.killpg(command.pid, signal.SIGINT)
    begun = time.monotonic()
    out, errors = command.communicate(timeout=60)
    assert time.monotonic() - begun < 20
    assert "stopped" in out
    assert "deals without a fault" in out
    assert errors == ""
