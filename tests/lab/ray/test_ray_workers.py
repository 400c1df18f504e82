"""Matches on Ray give the same hands and results as on the processes of one machine.

The work that these tests spread, apart from matches, is done by functions of the standard library, because the
processes must be able to import them.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mile_bones.cli import main
from mile_bones.lab import arena, ray_workers
from mile_bones.lab.ray_workers import ClusterError, on_ray
from mile_bones.lab.workers import Spread, WorkerDied

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Ray itself emits warnings

MATCH: dict[str, Any] = {"hands": 80, "games": 8, "seed": 7, "rules": "mille", "adjusted": True}


@pytest.fixture
def spread(cluster: str) -> Iterator[Spread]:
    with on_ray(cluster) as spread:
        yield spread


def test_every_piece_comes_back_once_with_its_result(spread: Spread) -> None:
    assert sorted(spread(abs, range(-20, 0))) == [(number, -number) for number in range(-20, 0)]
    assert list(spread(abs, [])) == []


def test_both_machines_work_at_the_same_time(spread: Spread, tmp_path: Path) -> None:
    """Each node has one core. One process reads from a pipe and waits for the other process, which writes to the
    pipe.
    """
    os.mkfifo(tmp_path / "pipe")
    pipe = f"open({str(tmp_path / 'pipe')!r}, %r)"
    pieces = [f"{pipe % 'r'}.read()", f"{pipe % 'w'}.write('all the same')"]
    assert [outcome for _piece, outcome in sorted(spread(eval, pieces), key=lambda one: pieces.index(one[0]))] == [
        "all the same",
        len("all the same"),
    ]


def test_the_processes_calculate_with_one_thread_each(spread: Spread) -> None:
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"]
    assert dict(spread(os.getenv, names)) == dict.fromkeys(names, "1")


def test_a_match_on_ray_equals_the_match_of_one_process(spread: Spread, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("here", "there")]
    here = arena.play("expert", "easy", **MATCH, resume=files[0])
    there = arena.play("expert", "easy", **MATCH, resume=files[1], elsewhere=spread)
    assert there == here
    kept, elsewhere = (sorted(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert elsewhere == kept, "every hand is the same"
    assert len(kept) == 1 + 5 + 2, "a line for the match, and one for each batch"


def test_a_match_that_began_here_can_be_continued_on_ray(spread: Spread, tmp_path: Path) -> None:
    longer = MATCH | {"hands": 112}
    arena.play("original", "easy", **MATCH, resume=tmp_path / "match")
    on = arena.play("original", "easy", **longer, resume=tmp_path / "match", elsewhere=spread)
    assert on == arena.play("original", "easy", **longer)


@pytest.mark.parametrize("command", [["arena", "original", "easy"], ["crosstable", "--levels", "original", "easy"]])
def test_the_commands_print_the_same_results_with_ray(
    cluster: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command, "--hands", "32", "--seed", "4", "--json"]
    assert main([*words, "--jobs", "1"]) == 0
    here = json.loads(capsys.readouterr().out)
    assert main([*words, "--ray", cluster]) == 0
    assert json.loads(capsys.readouterr().out) == here


def test_a_cluster_with_another_version_of_mile_bones_is_refused(
    spread: Spread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_workers, "sources", lambda: "those of yesterday")
    with pytest.raises(ClusterError, match="another Mile Bones"):
        list(spread(abs, [-1]))


def test_an_exception_in_a_piece_is_reported(spread: Spread) -> None:
    with pytest.raises(WorkerDied, match="has failed: ValueError: "):
        list(spread(math.sqrt, [-1.0]))


def test_a_process_that_ends_early_is_reported(spread: Spread) -> None:
    with pytest.raises(WorkerDied, match="died unexpectedly"):
        list(spread(os._exit, [3]))


def test_rays_usage_statistics_are_switched_off(monkeypatch: pytest.MonkeyPatch, cluster: str) -> None:
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED")
    with on_ray(cluster):
        assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


RAYLET_KILLED = """
import os, signal, time
from pathlib import Path
from mile_bones.lab.ray_workers import on_ray
from mile_bones.lab.workers import WorkerDied

def slowly(piece):
    time.sleep(0.5)
    return piece

try:
    with on_ray("local") as spread:
        for _piece, _outcome in spread(slowly, range(1000)):
            for process in Path("/proc").glob("[0-9]*"):
                words = (process / "cmdline").read_bytes().split(bytes(1))
                parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
                if words[0].endswith(b"/raylet") and int(parent) == os.getpid():
                    os.kill(int(process.name), signal.SIGKILL)
except WorkerDied as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs the list of processes of Linux")
def test_a_killed_ray_is_reported_in_a_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", RAYLET_KILLED], capture_output=True, text=True, check=False)
    assert "a piece of work on Ray has failed" in done.stdout, done.stderr
