"""A match in a file that is killed, interrupted, enlarged or damaged ends with the result of an uninterrupted match."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mile_bones.lab import arena
from mile_bones.lab.batches import Match, cut
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult, MatchProgress
from mile_bones.lab.resume import opened

pytestmark = pytest.mark.slow  # these tests play whole matches

MATCH = Match("original", "easy", "mille", 8)
HANDS, GAMES = 72, 6


def play(file: Path | None, hands: int = HANDS, games: int = GAMES, played: list[int] | None = None) -> ArenaResult:
    """Play the match and return its result. The number of batches played in this run goes into `played`."""

    def watch(standing: MatchProgress) -> None:
        if played is not None:
            played[:] = [standing.played]

    return arena.play(
        MATCH.a, MATCH.b, hands=hands, seed=MATCH.seed, games=games, rules=MATCH.rules, resume=file, watch=watch
    )


@pytest.fixture(scope="module")
def afresh() -> ArenaResult:
    """The result of the match without a file."""
    return play(None)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the whole match, to be copied."""
    path = tmp_path_factory.mktemp("whole") / "match.jsonl"
    play(path)
    return path


@pytest.fixture
def kept(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "match.jsonl"))


_KILLED = """
import os, signal, sys
from pathlib import Path
from mile_bones.lab import arena
def watch(standing):
    if standing.played == 3:
        os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    arena.play(
        "original", "easy", hands=72, seed=8, games=6, rules="mille",
        jobs=2, patience=0, resume=Path(sys.argv[1]), watch=watch,
    )
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_match_can_be_resumed_and_leaves_no_process(root: Path, tmp_path: Path, afresh: ArenaResult) -> None:
    script, kept = tmp_path / "killed.py", tmp_path / "match.jsonl"
    script.write_text(_KILLED, encoding="utf-8")
    # All processes of the match hold its output open. The output ends only when the last process has ended.
    out = subprocess.run(
        [sys.executable, script, kept],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (out.returncode, out.stdout, out.stderr) == (-signal.SIGKILL, "", "")
    assert len(kept.read_text().splitlines()) == 1 + 3
    played: list[int] = []
    assert play(kept, played=played) == afresh
    assert played == [len(list(cut(HANDS, GAMES))) - 3]


@pytest.mark.slow
def test_a_finished_match_is_not_played_again(kept: Path, afresh: ArenaResult) -> None:
    before, played = kept.read_bytes(), [7]
    assert play(kept, played=played) == afresh
    assert played == [0]
    assert kept.read_bytes() == before


@pytest.mark.parametrize("rest", [b"", b"{", b'{"hands": 0, "pairs": [[1, 2]]}', b"\xc3", b"\0\0\0", b"[" * 9999])
def test_an_unfinished_last_line_is_cut_off(kept: Path, rest: bytes, afresh: ArenaResult) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:3]) + rest)
    assert play(kept) == afresh
    assert sorted(kept.read_bytes().splitlines(keepends=True)) == sorted(lines)


def test_a_resumed_match_may_have_more_or_fewer_hands_than_before(tmp_path: Path, afresh: ArenaResult) -> None:
    """The match grows from a last batch that is not full, by whole batches and by games. The smaller match is always
    part of it.
    """
    kept, played = tmp_path / "match.jsonl", [0]
    small = play(kept, hands=20, games=0)
    assert play(kept, played=played) == afresh
    assert played == [1 + 3 + 2], "the second batch of hands again, three new ones, and two of games"
    assert play(kept, hands=20, games=0, played=played) == small
    assert played == [0]


def test_an_empty_file_is_a_new_match(tmp_path: Path, afresh: ArenaResult) -> None:
    (tmp_path / "empty").touch()
    assert play(tmp_path / "empty") == afresh


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"a": "easy"}, "holds another match: easy - easy, mille, seed 8$"),
        ({"b": "original"}, "holds another match: original - original, mille, seed 8$"),
        ({"rules": "mile-bones"}, "holds another match: original - easy, mile-bones, seed 8$"),
        ({"seed": 9}, "holds another match: original - easy, mille, seed 9$"),
        ({"deals_in_block": 4}, "holds another match"),
        ({"version": 2}, "was written by another version of Mile Bones$"),
        ({"format": "mile-bones-record"}, "is not the file of a match$"),
    ],
)
def test_the_file_of_another_match_is_refused_and_unchanged(kept: Path, changed: dict[str, object], says: str) -> None:
    first, _end, rest = kept.read_text().partition("\n")
    kept.write_text(json.dumps(json.loads(first) | changed) + "\n" + rest)
    refused(kept, says)


@pytest.mark.parametrize(
    "content", [b"\n", b"{}", b"[1]\n", b"Dear diary", b"[" * 99999 + b"\n", b"# Players\n\nfoo\n"]
)
def test_a_file_that_is_not_a_match_is_refused_and_unchanged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    refused(path, "is not the file of a match$")


@pytest.mark.parametrize(
    "line",
    [
        "", "[]", "nonsense", '{"hands": 1}', '{"hands": 1, "pairs": []}', '{"hands": -1, "pairs": [[0, 0]]}',
        '{"hands": true, "pairs": [[0, 0]]}', '{"hands": 1, "pairs": [[0]]}', '{"hands": 1, "pairs": [[0, 0.5]]}',
        '{"hands": 1, "pairs": [[0, 9e99]]}', '{"hands": 1, "pairs": [[0, 1000000]]}',
        '{"games": 0, "pairs": [[1, 2]]}', '{"games": 9, "pairs": [[0, 0], [0, 0], [0, 0]]}',
        '{"hands": 0, "pairs": [[1, 1]]}', '{"hands": 1, "games": 1, "pairs": [[0, 0]]}',
        '{"poker": 1, "pairs": [[0, 0]]}',
    ],
)  # fmt: skip
def test_a_damaged_line_is_reported_and_the_file_unchanged(kept: Path, line: str) -> None:
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join([*lines[:3], line, *lines[3:], ""]))
    refused(kept, "is damaged in line 4$")


def test_a_file_that_is_not_text_is_refused(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes() + b"\xff\n")
    refused(kept, "cannot be used: it is not text$")


def refused(path: Path, says: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ResumeError, match=says) as error:
        play(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == before


def test_a_path_where_no_file_can_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "file" / "match.jsonl"):
        with pytest.raises(ResumeError, match="cannot be used: "):
            play(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_a_file_in_use_by_another_match_is_refused(kept: Path) -> None:
    with opened(kept, MATCH), pytest.raises(ResumeError, match="is in use by another match"):
        play(kept)


def test_results_that_cannot_be_reproduced_are_not_mixed_with_new_ones(kept: Path) -> None:
    """The file looks as if the players had changed since it was written: the batch that is played again as a test has
    another result.
    """
    lines = kept.read_text().splitlines()
    first = json.loads(next(line for line in lines if '"games": 0' in line))
    first["pairs"][0][0] *= -1
    kept.write_text("\n".join([lines[0], json.dumps(first), ""]))
    before = kept.read_text()
    with pytest.raises(ResumeError, match="played differently today"):
        play(kept)
    assert kept.read_text().startswith(before)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on file sizes")
def test_a_full_disk_leaves_the_finished_batches(tmp_path: Path, afresh: ArenaResult) -> None:
    kept = tmp_path / "match.jsonl"
    script = (
        "import resource, signal, sys\n"
        "from mile_bones.cli import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    # Without -B, bytecode files on this disk would be cut off as well, and break later imports.
    command = ["arena", "original", "easy", "--hands", "72", "--seed", "8", "--games", "6", "--rules", "mille"]
    out = subprocess.run(
        [sys.executable, "-B", "-c", script, *command, "--jobs", "1", "--resume", kept],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.startswith(f"mile-bones: “{kept}” cannot be used: ")
    assert out.stderr.count("\n") == 1
    assert kept.stat().st_size == 500, "the file ends in the middle of a line"
    assert play(kept) == afresh


def test_each_block_is_in_the_file_before_the_watcher_is_called(tmp_path: Path) -> None:
    kept, lines = tmp_path / "match.jsonl", []

    def watch(standing: MatchProgress) -> None:
        lines.append((standing.played, len(kept.read_text().splitlines()) - 1))

    arena.play("easy", "easy", hands=40, seed=1, resume=kept, watch=watch)
    assert lines == [(0, 0), (1, 1), (2, 2), (3, 3)]
