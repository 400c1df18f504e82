"""The command line: its output, its exit status, and one line of error for each wrong argument."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

import mile_bones
from mile_bones import i18n
from mile_bones.cli import main
from mile_bones.cli.common import Parser, WrongArgumentsError

DATA = Path(__file__).parent / "data" / "conformance"
GAME = DATA / "mille-game-03.json"
MATCH = ("easy", "original", "--hands", "2", "--seed", "1")
FULL_DISK = Path("/dev/full")
displays = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only on Linux can the display be missing")


_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM")


def start(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, on a machine without a display."""
    bare = {name: value for name, value in os.environ.items() if name not in _DISPLAYS}
    return subprocess.run(
        [sys.executable, "-m", "mile_bones", *map(str, arguments)],
        env={**bare, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


MILLIEU = ("arena", "--game", "millieu")
MILLE = ("--game", "montreal-mille")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--levl", "easy"], "--levl"),
        (["--lev", "easy"], "--lev"),
        (["--level", "oracle"], "argument --level: “oracle” is not known; there are: easy, original"),
        (["--rules", "poker"], "argument --rules: “poker” is not known; there are: mile-bones, mille"),
        (["--seed", "-1"], "“-1” is not a whole number from 0 on"),
        (["--seed", "１２"], "is not a whole number"),
        (["--seed", "9" * 5000], "9…” is too large: a number has 18 digits at most"),
        (["--seed", "1" + "0" * 18], "argument --seed: “1000000000000000000” is too large"),
        (["--seed"], "--seed"),
        (["--game", "millieu", "--seed", "5"], "argument --seed: in Millieu nothing is dealt"),
        (["--target", "2000"], "--target"),
        (["--game", "millieu", "--target", "2000"], "--target"),
        ([*MILLE, "--target", "0"], "argument --target: at least 1 is needed"),
        ([*MILLE, "--target", "1000000"], "argument --target: “1000000” is too large: a number has 6 digits at most"),
        ([*MILLE, "--stake", "4"], "argument --stake: “4” is not known; there are: 0, 1, 2, 3"),
        ([*MILLE, "--stakes", "1"], "--stakes"),
        (["arena", *MILLE, *MATCH[:1], *MATCH[:1], *MATCH[2:], "--target", "2000"], "whole games: --games G"),
        (["arena", *MILLE, *MATCH[:1], *MATCH[:1], *MATCH[2:], "--progressive"], "whole games: --games G"),
        (
            ["arena", *MILLE, "easy", *MATCH[2:], "--games", "2", "--natural-required", "--external", "bot"],
            "--natural-required does not go with --external",
        ),
        (["nowhere.json"], "there is no file “nowhere.json”"),
        (["."], "there is no file “.”"),
        ([str(GAME), "another"], "another"),
        (["--profile", str(GAME)], "is not a folder"),
        *((words, "“” cannot be the name of a file") for words in (["--profile", ""], [""], ["--profile="])),
        (["--new", str(GAME)], "argument --new"),
        (["two\nlines\x1b[2J"], "“two"),
        (["replay"], "FILE"),
        (["replay", "--loud", str(GAME)], "--loud"),
        (["arena", "easy"], "--hands"),
        (["arena", "easy", "easy", "--hands", "2"], "--seed"),
        (["arena", "easy", "hard", "--hands", "2", "--seed", "1"], "argument B: “hard” is not known"),
        (["arena", "easy", "easy", "--hands", "3", "--seed", "1"], "even numbers"),
        (["arena", "easy", "easy", "--hands", "0", "--seed", "1"], "argument --hands: at least 2 are needed"),
        ([*MILLIEU, "easy", "easy", "--games", "0", "--seed", "1"], "argument --games: at least 2 are needed"),
        (
            ["arena", "easy", "--hands", "2", "--external", "no-such-program -x"],
            "“no-such-program -x” cannot be started",
        ),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--games", "1"], "even numbers"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--rules", "poker"], "argument --rules: “poker”"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--jobs", "0"], "--jobs: at least 1 is needed"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--jobs", "2", "--ray"], "--ray: not allowed with"),
        (["arena", "easy", "--hands", "2", "--seed", "1", "--external", "bot", "--ray"], "--ray does not go with"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--json", "--csv"], "--csv"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--resume", "."], "“.” cannot be used: "),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--time-limit", "3"], "--external alone"),
        (["arena", "easy", "--hands", "2", "--seed", "1"], "A needs one opponent"),
        (["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--external", "bot"], "A needs one opponent"),
        (["arena", "easy", "--hands", "2", "--seed", "1", "--external", "bot", "--csv"], "--csv does not go with"),
        (["arena", "easy", "--hands", "2", "--seed", "1", "--external", "bot", "--jobs", "2"], "--jobs does not go"),
        (["arena", "easy", "--hands", "2", "--seed", "1", "--external", "bot", "--time-limit", "nan"], "“nan” is not"),
        (["arena", "easy", "--hands", "2", "--seed", "1", "--external", "bot", "--time-limit", "0"], "“0” is not"),
        (["train", "folder"], "--seed"),
        (["train", "--seed", "1"], "DIR"),
        (["train", "folder", "--seed", "1", "--millions", "0"], "argument --millions: at least 1 is needed"),
        (["improve", "folder"], "--seed"),
        (["improve", "folder", "--seed", "1", "--batches", "0"], "argument --batches: at least 1 is needed"),
        (["train", "folder", "--seed", "1", "--hidden", "wide"], "argument --hidden: “wide” is not a whole number"),
        (["bot", "easy", "--seed", "x"], "argument --seed: “x” is not a whole number"),
        (["crosstable", "--seed", "1"], "--hands"),
        (["crosstable", "--hands", "3", "--seed", "1"], "even numbers"),
        (["crosstable", "--hands", "2", "--slow-hands", "1", "--seed", "1"], "even numbers"),
        (["crosstable", "--hands", "2", "--seed", "1", "--slow-games", "1"], "even numbers"),
        (["crosstable", "--hands", "2", "--seed", "1", "--levels", "easy"], "at least two"),
        (["crosstable", "--hands", "2", "--seed", "1", "--levels", "easy", "oracle"], "argument --levels: “oracle”"),
        (["crosstable", "--hands", "2", "--seed", "1", "--rules", "poker"], "argument --rules: “poker”"),
        (["crosstable", "--hands", "2", "--seed", "1", "--write", "nowhere.md"], "“nowhere.md” cannot take the table"),
        (
            ["arena", "--game", "whist", "easy", "easy"],
            "argument --game: “whist” is not known; there are: mile-bones, montreal-mille, mil",
        ),
        (["arena", "--game"], "--game"),
        ([*MILLIEU, "easy", "easy", "--seed", "1"], "--games"),
        ([*MILLIEU, "easy", "easy", "--seed", "1", "--games", "3"], "each side begins half of the games"),
        ([*MILLIEU, "easy", "easy", "--seed", "1", "--games", "2", "--hands", "2"], "--hands"),
        ([*MILLIEU, "easy", "original", "--seed", "1", "--games", "2"], "there are: easy, strong, champion"),
        ([*MILLIEU, "easy", "easy", "--seed", "1", "--games", "2", "--rules", "mille"], "there are: millieu"),
        (["bot", "--game", "millieu", "original"], "argument LEVEL: “original” is not known"),
        (["crosstable", "--game", "millieu", "--seed", "1"], "--games"),
        (["crosstable", "--game", "millieu", "--seed", "1", "--games", "2", "--slow-games", "1"], "half of the games"),
        (["crosstable", "--game", "millieu", "--seed", "1", "--games", "2", "--slow-hands", "2"], "--slow-hands"),
        (["crosstable", "--game", "millieu", "--seed", "1", "--games", "2", "--levels", "easy", "expert"], "“expert”"),
    ],
)
def test_a_wrong_argument_gets_one_line_of_error_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in _DISPLAYS:  # so that an argument accepted by mistake does not open a window that would stay
        monkeypatch.delenv(name, raising=False)
    assert main(arguments) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("mile-bones: ")
    assert words in line
    assert line.count("\n") == 1, "one line"
    assert line[:-1].isprintable()


def test_the_arena_prints_an_unusual_target_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "2", "--target", "100", "--stake", "2", "--no-progressive", "--json")
    assert main(["arena", *MILLE, "easy", "easy", *MATCH[2:], *asked]) == 0
    shape = json.loads(capsys.readouterr().out)
    assert (shape["target"], shape["options"]) == (100, {"stake": 2}), "only values other than the default"


@displays
def test_a_missing_display_is_reported_in_one_line() -> None:
    out = start()
    assert out.returncode == 2
    assert out.stdout == ""
    assert out.stderr.startswith("mile-bones: There is no display")
    assert out.stderr.count("\n") == 1


@displays
def test_a_display_that_does_not_answer_is_named_in_one_line() -> None:
    out = start(DISPLAY=":4711")
    assert out.returncode == 2
    assert out.stderr == "mile-bones: The display :4711 does not answer, so no window can be opened.\n"


def test_the_command_prints_its_version() -> None:
    out = start("--version")
    assert (out.returncode, out.stdout, out.stderr) == (0, f"Mile Bones {mile_bones.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["FILE", "--profile DIR", "--seed N", "--rules", "mille", "--level", "original", "champion"]),
        (["--help"], ["replay FILE", "arena A B", "crosstable", "bot LEVEL", "train"]),
        (
            [*MILLE, "--help"],
            [
                "--target POINTS",
                "1,200, 2,000",
                "--natural-required",
                "--no-progressive",
                "--stake VALUE",
                "2 (2 and 6)",
            ],
        ),
        (["arena", *MILLE, "--help"], ["--target POINTS", "--progressive", "--stake VALUE", "“target”"]),
        (["replay", "--help"], ["FILE", "--json", "“fault”", "“totals”"]),
        (["arena", "--help"], ["A", "B", "--hands N", "--seed S", "--games G", "--rules", "“game_share”"]),
        (["arena", "--help"], ["--jobs J", "--ray [ADDRESS]", "--resume FILE", "--progress", "--csv", "--external"]),
        (["arena", "--help"], ["--time-limit SECONDS"]),
        (["arena", "--help"], ["--adjusted", "luck-adjusted", "“adjusted_mean”", "“worth”"]),
        (["bot", "--help"], ["LEVEL", "champion", "--seed N", "docs/protocol.md"]),
        (
            ["improve", "--help"],
            ["DIR", "--seed S", "--player FILE", "--champion FILE", "--rounds N", "--jobs J", "“lab”"],
        ),
        (["train", "--help"], ["DIR", "--seed S", "--millions N", "--hidden N", "--start FILE", "--cores N", "“lab”"]),
        (["crosstable", "--help"], ["--slow-hands M", "--slow-games G", "--levels", "--rules", "--resume DIR"]),
        (
            ["crosstable", "--help"],
            ["--write", "--markdown", "--json", "--csv", "--jobs J", "--ray [ADDRESS]", "--progress", "--adjusted"],
        ),
        (["crosstable", "--help"], ["--game NAME", "mile-bones, montreal-mille, millieu"]),
        ([*MILLIEU, "--help"], ["--game NAME", "--games G", "easy, strong, champion", "“as_first”", "“as_second”"]),
        (["bot", "--game", "millieu", "--help"], ["--game NAME", "easy, strong, champion"]),
    ],
)
def test_help_names_every_argument(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert [word for word in words if word not in out] == []


def test_replay_prints_the_score_sheet_of_every_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME)]) == 0
    out, faults = capsys.readouterr()
    assert faults == ""
    lines = out.splitlines()
    assert lines[0] == f"{GAME}: A against Computer, mille(6)"
    assert [line for line in lines if line.startswith("Hand ") and line[5].isdigit()] == [
        f"Hand {number}                         A    Computer" for number in (1, 2, 3, 4)
    ]
    assert "  Milestones played          700         525" in lines
    assert lines.count("  Shut-out                     0           0") == 4
    assert [line.split()[2:] for line in lines if line.startswith("Grand total")] == [
        ["1,400", "525"], ["2,325", "2,425"], ["2,650", "3,625"], ["3,450", "5,725"],
    ]  # fmt: skip
    assert lines[-2] == "Computer won the game."


def test_replay_with_json_prints_one_object_per_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(GAME), str(DATA / "original-01.json")]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["ok"] is True
    assert first["players"] == ["A", "Computer"]
    assert (first["totals"], first["finished"], first["winner"]) == ([3450, 5725], True, 1)
    assert [hand["score"][1]["total"] for hand in first["hands"]] == [525, 1900, 1200, 2100]
    assert (second["finished"], second["winner"]) == (False, None)


def spoiled(folder: Path, old: str, new: str) -> Path:
    """Return the path of the game with the first `old` replaced by `new`."""
    text = GAME.read_text(encoding="utf-8")
    assert old in text
    path = folder / "spoiled.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_replay_reports_file_hand_action_and_reason_of_the_first_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(GAME.read_text(encoding="utf-8"))
    document["hands"][2]["actions"][0] = "0 play 200"
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    assert main(["replay", str(wrong)]) == 1
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith(f"{wrong}: hand 3, action 1: “0 play 200”: ")
    assert line.count("\n") == 1
    assert main(["replay", "--json", str(wrong)]) == 1
    shape = json.loads(capsys.readouterr().out)
    assert shape["ok"] is False
    assert (shape["fault"]["hand"], shape["fault"]["action"]) == (3, 1)
    assert "line" not in shape["fault"]


def test_replay_reports_line_and_column_of_an_invalid_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list.json").write_text("\n  [1, 2\n", encoding="utf-8")
    assert main(["replay", str(tmp_path / "list.json")]) == 1
    assert ": line 3, column 1: " in capsys.readouterr().err


def test_replay_continues_with_the_next_file_after_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = spoiled(tmp_path, '"total":', '"total":1')
    assert main(["replay", str(wrong), str(tmp_path / "nowhere.json"), str(GAME)]) == 1
    out, faults = capsys.readouterr()
    assert [line.partition(": ")[0] for line in faults.splitlines()] == [str(wrong), str(tmp_path / "nowhere.json")]
    assert "Computer won the game." in out


def test_a_name_from_a_file_cannot_send_escapes_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tricky = spoiled(tmp_path, '"name":"A"', r'"name":"A\u001b[31m"')
    assert main(["replay", str(tricky)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_terminal_without_accents_still_gets_the_sheet() -> None:
    out = start("replay", GAME, PYTHONIOENCODING="ascii")
    assert out.returncode == 0, out.stderr
    assert r"Each coup fourr\xe9" in out.stdout


def test_a_closed_pipe_ends_replay_without_a_message() -> None:
    files = [str(path) for path in sorted(DATA.glob("m*.json"))]
    command = [sys.executable, "-m", "mile_bones", "replay", "--json", *files * 3]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_a_closed_pipe_ends_help_without_a_message() -> None:
    command = [sys.executable, "-m", "mile_bones", "arena", "--help"]
    environment = {**os.environ, "PYTHONUNBUFFERED": ""}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process:
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.sample(slow=2)
@pytest.mark.slow
@pytest.mark.skipif(not FULL_DISK.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (["--version"], ""),
        (["--version"], "1"),
        (["replay", str(GAME)], ""),
        (["arena", "--help"], ""),
        (["arena", *MATCH], ""),
        (["bot", "easy"], ""),
    ],
)
def test_a_full_disk_gets_one_line_of_error(arguments: list[str], unbuffered: str) -> None:
    hello = {"type": "hello", "protocol": "mile-bones-bot", "versions": [1], "program": "x", "game": "mile-bones"}
    with FULL_DISK.open("w") as full:
        out = subprocess.run(
            [sys.executable, "-m", "mile_bones", *arguments],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            input=json.dumps({**hello, "time_limit_ms": 1}),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=False,
        )
    assert (out.returncode, out.stderr) == (
        2,
        "mile-bones: the output cannot be written: No space left on device\n",
    )


@pytest.mark.parametrize("missing", [["numba"], ["torch"], ["numba", "torch"]])
def test_training_without_the_extra_says_how_to_install_it(missing: list[str], tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules.update(dict.fromkeys({missing}))  # to Python, a module that is None there is not installed
from mile_bones.cli import main
sys.exit(main(["train", {str(tmp_path / "run")!r}, "--seed", "1"]))
"""
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=False)
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.endswith("is missing; it belongs to the extra “lab”: pip install 'mile-bones[lab]'\n")
    assert out.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_match_on_ray_without_the_extra_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # Python treats a module that is None there as not installed
    assert main(["arena", "easy", "easy", "--hands", "2", "--seed", "1", "--ray"]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err == "mile-bones: “ray” is missing; it belongs to the extra “ray”: pip install 'mile-bones[ray]'\n"


def test_a_library_that_does_not_load_is_reported_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs NumPy 2.2\\nor less')", encoding="utf-8")
    out = start("train", tmp_path / "run", "--seed", "1", PYTHONPATH=os.fspath(tmp_path))
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr == "mile-bones: the extra “lab” does not work here: Numba needs NumPy 2.2 or less\n"


def test_a_bundle_can_start_processes() -> None:
    """Tools that make bundles replace ``freeze_support``, and expect that it is called before anything else."""
    program = """
import multiprocessing, runpy, sys
sys.frozen = True
multiprocessing.freeze_support = lambda: sys.exit(7)
runpy.run_module("mile_bones", run_name="__main__")
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 7


def test_the_arena_prints_the_difference_with_its_spread(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "original", "easy", "--hands", "20", "--seed", "1", "--games", "2"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("original - easy: ")
    assert " a hand, standard error " in first
    assert ", over 20 hands; 95% interval " in first
    assert second.startswith("original won ")
    assert " of 2 games to 5,000; 95% interval " in second


def test_the_arena_with_json_prints_one_reproducible_object(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "easy", "easy", "--hands", "20", "--seed", "1", "--rules", "mille", "--json"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert json.loads(first) == {
        "a": "easy", "b": "easy", "rules": "mille", "seed": 1, "mean": 0.0, "se": 0.0, "interval": [0.0, 0.0],
        "hands": 20, "game_share": None, "game_interval": None, "games": 0, "won": 0, "lost": 0, "drawn": 0,
    }  # fmt: skip
    assert main(command) == 0
    assert capsys.readouterr().out == first, "the same seed gives the same hands"


def test_the_arena_with_csv_prints_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "original", "easy", "--hands", "20", "--seed", "1", "--games", "2"]
    assert main([*command, "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert main([*command, "--json"]) == 0
    shape = json.loads(capsys.readouterr().out)
    low, high = shape.pop("interval")
    game_low, game_high = shape.pop("game_interval")
    shape |= {"low": low, "high": high, "game_low": game_low, "game_high": game_high}
    assert row == {name: str(value) for name, value in shape.items()}


@pytest.mark.slow
def test_the_arena_can_play_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*MILLIEU, "first-strong", "easy", "--games", "4", "--seed", "1", "--jobs", "1"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(
        "first-strong - easy: first-strong won 100.0% of 4 games; 95% interval 51.0% to 100.0%; won 4, "
    )
    assert [line.split(":")[0] for line in lines[1:3]] == ["where first-strong began", "where easy began"]
    assert main([*words, "--json"]) == 0
    shape = json.loads(capsys.readouterr().out)
    assert (shape["game"], shape["games"], shape["as_second"]["won"]) == ("millieu", 4, 2)


@pytest.mark.slow
def test_the_cross_table_of_another_game_has_the_arenas_matches(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["crosstable", "--game", "millieu", "--levels", "easy", "strong", "--games", "2", "--seed", "1"]
    assert main([*words, "--jobs", "1", "--json"]) == 0
    (of_table,) = json.loads(capsys.readouterr().out)
    assert main([*MILLIEU, "strong", "easy", "--games", "2", "--seed", "1", "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == of_table


@pytest.mark.slow
def test_progress_is_printed_to_the_standard_error_on_request() -> None:
    command = ("arena", "original", "easy", "--hands", "20", "--seed", "1")
    quiet, loud = start(*command), start(*command, "--progress")
    assert quiet.stdout == loud.stdout != ""
    assert quiet.stderr == ""
    assert loud.stderr.splitlines()[0] == "0 of 20 hands"
    assert loud.stderr.splitlines()[-1].startswith("20 of 20 hands, ")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of terminals")
def test_an_interrupted_match_names_its_file_and_can_be_resumed(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "mile_bones", "arena", "easy", "original", "--hands", "1000000", "--seed", "3"]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--resume", str(kept), "--progress"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "0 of 1,000,000 hands\n"
        os.killpg(process.pid, signal.SIGINT)  # like a terminal: every process in the group gets it
        out, words = process.communicate()
    # If the signal comes while Python makes a class by exec, CPython ends by the signal itself. A shell shows 130
    # in that case, too.
    assert process.returncode in (130, -signal.SIGINT)
    assert out == ""
    assert words.splitlines()[-1:] == [
        f"Interrupted. What is finished is kept in “{kept}”; the same command continues from there."
    ]
    assert "Traceback" not in words
    shorter = [*command[3:6], "--hands", "64", "--seed", "3", "--json"]
    once_more, afresh = start(*shorter, "--resume", kept), start(*shorter)
    assert once_more.returncode == 0, once_more.stderr
    assert once_more.stdout == afresh.stdout


CROSS = ["crosstable", "--levels", "original", "easy", "--hands", "20", "--seed", "4", "--jobs", "1"]


def test_the_cross_table_is_printed_as_text_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CROSS, "--rules", "mille", "--games", "2"]) == 0
    text = capsys.readouterr().out
    assert main([*CROSS, "--rules", "mille", "--games", "2", "--markdown"]) == 0
    document = capsys.readouterr().out
    for number in ("20 hands", "2 games"):
        assert number in text
        assert number in document
    assert "| easy | – |" in document
    assert [line.split()[0] for line in text.splitlines() if " ± " in line and " hands" not in line] == [
        "easy",
        "original",
    ]


def test_the_cross_table_in_json_and_csv_has_the_arenas_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CROSS, "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["rules"], second["rules"]) == ("mile-bones", "mille")
    assert main(["arena", "original", "easy", "--hands", "20", "--seed", "4", "--rules", "mille", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == second
    assert main([*CROSS, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["rules"], float(row["mean"])) for row in rows] == [
        (one["rules"], one["mean"]) for one in (first, second)
    ]


def test_the_cross_table_is_written_between_the_marks_of_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "players.md"
    marked = "# Players\n<!-- crosstable: begin -->\n{}<!-- crosstable: end -->\nMore.\n"
    document.write_text(marked.format("old\n"), encoding="utf-8")
    assert main([*CROSS, "--write", str(document), "--markdown"]) == 0
    table = capsys.readouterr().out
    assert document.read_text(encoding="utf-8") == marked.format(table)


@pytest.mark.slow
def test_the_command_line_uses_the_language_of_the_locale(tmp_path: Path, root: Path) -> None:
    """The copy resembles an installed package: its resources are inside it. They include a catalogue that a translator
    has begun.
    """
    package = tmp_path / "mile_bones"
    shutil.copytree(root / "mile_bones", package, ignore=shutil.ignore_patterns("__pycache__"))
    place = package / "_resources" / "translations" / "nl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    catalogue = Catalog(locale="nl")
    words = {"usage: ": "gebruik: ", "options": "opties", "show this help message and exit": "toon deze hulp"}
    for english, dutch in {**words, "print the version and exit": "toon de versie"}.items():
        catalogue.add(english, dutch)
    with (place / "mile_bones.mo").open("wb") as file:
        write_mo(file, catalogue)
    for module in ("mile_bones.cli", "mile_bones.cli.mille"):
        ask = f"import sys; sys.path.insert(0, '.'); import {module} as command; command.main(['--help'])"
        out = subprocess.run(
            [sys.executable, "-I", "-X", "utf8", "-c", ask],
            cwd=tmp_path,
            env={**os.environ, "LANGUAGE": "nl_BE:de"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert out.stdout.startswith("gebruik: "), out.stderr
        for dutch in ("opties:", "toon deze hulp", "toon de versie"):
            assert dutch in out.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bogus", "x"], "onbekend: --bogus x"),
        (["--level"], "bij --level: geef een waarde"),
        (["--level", "easy", "--json", "--csv"], "bij --csv: niet met --json"),
        (["--level", "easy", "--json=3"], "bij --json: geen “3”"),
        ([], "verplicht: --level"),
    ],
)
def test_messages_of_argparse_are_translated(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    catalogue = Catalog(locale="nl")
    for english, dutch in {
        "argument {argument}: {reason}": "bij {argument}: {reason}",
        "the following arguments are required: {names}": "verplicht: {names}",
        "unrecognized arguments: {names}": "onbekend: {names}",
        "expected one argument": "geef een waarde",
        "not allowed with argument {other}": "niet met {other}",
        "ignored explicit argument “{value}”": "geen “{value}”",
        "options": "opties",
        "{heading}:": "{heading} :",
    }.items():
        catalogue.add(english, dutch)
    place = tmp_path / "nl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "mile_bones.mo").open("wb") as file:
        write_mo(file, catalogue)
    i18n.install(["nl"], folder=tmp_path)
    try:
        parser = Parser("mile-bones", "")
        parser.add_argument("--level", required=True)
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true")
        form.add_argument("--csv", action="store_true")
        if "--bogus" in arguments:
            arguments = ["--level", "easy", *arguments]
        with pytest.raises(WrongArgumentsError, match=f"^{re.escape(sentence)}$"):
            parser.parse_args(arguments)
        assert "opties :\n" in parser.format_help()
    finally:
        i18n.install()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only on Linux are menus made of files")
def test_the_menu_command_adds_and_removes_an_entry(tmp_path: Path) -> None:
    """The tests run in a virtual environment, whose menu entries no desktop reads."""

    def menu(*words: str) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "mile_bones", "menu", *words]
        environ = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "share")}
        out = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
        return out.returncode, out.stdout, out.stderr

    entry = tmp_path / "share" / "applications" / "org.milebones.MileBones.desktop"
    assert menu() == (0, f"In the menu: {entry}\n", "")
    command = re.search("TryExec=(.*)", entry.read_text(encoding="utf-8"))
    assert command is not None
    out = subprocess.run([command[1], "--version"], capture_output=True, text=True, check=True)
    assert out.stdout == f"Mile Bones {mile_bones.__version__}\n"
    assert (tmp_path / "share" / "man" / "de" / "man6" / "mille.6").is_file()
    assert menu("--remove") == (0, "It is no longer in the menu.\n", "")
    assert menu("--remove") == (0, "It was not put into the menu by this command.\n", "")
    (tmp_path / "share" / "applications").rmdir()
    (tmp_path / "share" / "applications").write_text("in the way")
    status, said, wrong = menu()
    assert (status, said) == (2, "")
    assert "cannot be used" in wrong
    assert wrong.count("\n") == 1
