"""Work is spread over real processes. The work is done by functions of the standard library, because the processes must
be able to import them.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from mile_bones.lab.workers import WorkerDied, cores, spread

pytestmark = pytest.mark.slow  # these tests start other programs


def test_every_piece_is_returned_once_with_its_result() -> None:
    found = list(spread(abs, range(-20, 0), 3, patience=0))
    assert sorted(found) == [(number, -number) for number in range(-20, 0)]


def test_an_empty_list_of_work_gives_no_results() -> None:
    assert list(spread(abs, [], 2, patience=0)) == []


def test_other_processes_take_over_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process is recognised by its number of threads: each process other than this one may use one thread."""
    name = "OMP_NUM_THREADS"
    monkeypatch.setenv(name, "here")
    assert [outcome for _piece, outcome in spread(os.getenv, [name] * 3, 2, patience=60)] == ["here"] * 3
    assert [outcome for _piece, outcome in spread(os.getenv, [name] * 3, 1, patience=0)] == ["here"] * 3
    assert [outcome for _piece, outcome in spread(os.getenv, [name] * 3, 2, patience=1e-9)] == ["here", "1", "1"]


def test_worker_processes_use_one_thread_and_the_main_process_is_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"]
    assert dict(spread(os.getenv, names, 2, patience=0)) == dict.fromkeys(names, "1")
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "OPENBLAS_NUM_THREADS" not in os.environ


def test_a_worker_that_ends_early_is_an_error() -> None:
    with pytest.raises(WorkerDied, match=r"ended before its time \(exit status 3\)"):
        list(spread(os._exit, [3, 3, 3], 2, patience=0))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot block signals")
def test_only_the_main_process_and_no_worker_gets_ctrl_c() -> None:
    blocked = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
    ((_piece, mask),) = spread(blocked, [()], 2, patience=0)
    assert signal.SIGINT in mask
    assert signal.SIGINT not in blocked(()), "this process no longer blocks it"


PARENT = """
import time
from mile_bones.lab.workers import spread
if __name__ == "__main__":
    print("ready", flush=True)
    for outcome in spread(time.sleep, [0, 0, 600, 600], 2, patience=0):
        print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_workers_end_at_once_if_this_process_is_killed(tmp_path: Path) -> None:
    """The processes share the standard output of this process. The output ends when all of them have ended."""
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _line in range(3)] == [b"ready\n", b"done\n", b"done\n"]
        process.kill()
        ready, _write, _trouble = select.select([process.stdout], [], [], 60)
        assert ready, "the workers still run"
        assert process.stdout.read() == b""


def test_at_least_one_core_is_counted() -> None:
    assert cores() >= 1
