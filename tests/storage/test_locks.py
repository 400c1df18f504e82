"""Locks between processes, on disks with and without file locks."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HOLD = """
import errno, fcntl, warnings
from mile_bones.storage.locks import Busy, hold_lock
warnings.simplefilter("error")
real = fcntl.flock
def flock(descriptor, how):
    if sys.argv[2] == "NotImplementedError":
        raise NotImplementedError
    if sys.argv[2]:
        raise OSError(getattr(errno, sys.argv[2]), "this disk has no locks")
    real(descriptor, how)
fcntl.flock = flock
try:
    lock = hold_lock(folder / "game.json", 0)
except Busy:
    print("busy", flush=True)
else:
    print("holds it", flush=True)
    sys.stdin.readline()
    lock.release()
    print("released it", flush=True)
"""

Start = Callable[..., "subprocess.Popen[str]"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs locks as POSIX has them"),
    pytest.mark.parametrize("error", ["", "ENOLCK", "ENOSYS", "EOPNOTSUPP", "NotImplementedError"]),
]


def said(process: subprocess.Popen[str]) -> str:
    """Return the next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.sample(slow=2)
def test_one_process_at_a_time_holds_a_lock(tmp_path: Path, start: Start, error: str) -> None:
    first = start(HOLD, tmp_path, error)
    assert said(first) == "holds it"
    assert said(start(HOLD, tmp_path, error)) == "busy"
    assert first.communicate("\n")[0] == "released it\n"
    assert said(start(HOLD, tmp_path, error)) == "holds it"


@pytest.mark.sample(slow=2)
def test_another_process_can_take_the_lock_of_a_killed_process(tmp_path: Path, start: Start, error: str) -> None:
    first = start(HOLD, tmp_path, error)
    assert said(first) == "holds it"
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = start(HOLD, tmp_path, error)
    assert said(second) == "holds it"
    assert said(start(HOLD, tmp_path, error)) == "busy"
    assert second.communicate("\n")[0] == "released it\n"
