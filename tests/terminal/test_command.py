"""The installed command in a real pseudo-terminal, and what it says where it cannot play."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mile_bones.cli import mille
from mile_bones.storage import load_record

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

HUNG_UP = signal.SIGHUP
SHOWN = b"--MILEAGE--"


def command() -> str:
    """The installed command, beside the Python that runs."""
    found = shutil.which("mille", path=str(Path(sys.executable).parent))
    assert found is not None, "the package is not installed"
    return found


class Terminal:
    """A pseudo-terminal of 80 by 24 with mille in it."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (24, 80))
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment})
            os.execv(command(), [command(), *arguments])
        self.shown = b""

    def until(self, words: bytes) -> None:
        """Wait until this has been written."""
        while words not in self.shown:
            ready = select.select([self._terminal], [], [], 20)[0]
            assert ready, self.shown[-2000:]
            self.shown += os.read(self._terminal, 65536)

    def press(self, keys: str, then: bytes) -> None:
        """Type, and wait for what is written then."""
        self.shown = b""
        os.write(self._terminal, keys.encode())
        self.until(then)

    def end(self) -> int:
        """Wait until it has ended; how it did."""
        try:
            while os.read(self._terminal, 65536):
                pass
        except OSError:
            pass  # which is how the other side of a pseudo-terminal goes away
        _pid, status = os.waitpid(self.pid, 0)
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> None:
        """The terminal is closed."""
        os.close(self._terminal)
        os.waitpid(self.pid, 0)


def acts(profile: Path) -> tuple[str, ...]:
    return load_record(profile / "games" / "mille-1.json").hands[0].actions


def test_it_plays_in_a_real_terminal_and_leaves(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5", "--level", "easy")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    terminal.press("d2\r", b"discarded")
    terminal.press("q", b"Really?")
    os.write(terminal._terminal, b"y")
    assert terminal.end() == 0
    assert acts(tmp_path)[:2] == ("0 draw", acts(tmp_path)[1]) and acts(tmp_path)[1].startswith("0 discard")


def test_a_closed_terminal_and_a_kill_lose_nothing(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    terminal.hang_up()
    assert acts(tmp_path) == ("0 draw",)
    terminal = Terminal("--profile", str(tmp_path))
    terminal.until(SHOWN)
    terminal.press("d2\r", b"discarded")
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    assert len(acts(tmp_path)) > 1
    terminal = Terminal("--profile", str(tmp_path))
    terminal.until(SHOWN)
    terminal.press("q", b"Really?")
    os.write(terminal._terminal, b"y")
    assert terminal.end() == 0


def test_only_the_lines_that_change_are_sent_until_all_of_them_are_asked_for(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    for key in ("r", "R", "\x0c"):
        terminal.press("u", b">>:Move: U")  # all that was written before has been read by then
        terminal.press("1", b"U1")
        assert b"--HAND--" not in terminal.shown and b"--MILEAGE--" not in terminal.shown
        terminal.press("\x15", b">>:Move:")
        terminal.press(key, b"--MILEAGE--")
        assert b"--HAND--" in terminal.shown
    terminal.hang_up()


def test_no_colour_where_none_is_wanted(tmp_path: Path):
    shown = []
    for environment in ({}, {"NO_COLOR": "1"}):
        terminal = Terminal("--profile", str(tmp_path), "--seed", "5", **environment)
        terminal.until(SHOWN)
        shown.append(terminal.shown)
        terminal.hang_up()
    coloured = re.compile(rb"\x1b\[(?:\d+;)*3[1-6]\b")
    assert coloured.search(shown[0]) and not coloured.search(shown[1])


def test_without_a_terminal_it_says_so(capsys):
    assert mille.main([]) == 2
    assert capsys.readouterr().err == "mille: mille plays in a terminal, and this is none\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "godlike"], "“godlike” is not known"),
        (["--seed", "x"], "“x” is not a whole number"),
        (["--new", "game.json"], "--new"),
        (["a", "b"], "unrecognized arguments: b"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(capsys, words: list[str], sentence: str):
    assert mille.main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1


def test_help_and_version(capsys):
    with pytest.raises(SystemExit) as ended:
        mille.main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(option in shown for option in ("--level", "--seed", "--profile", "--ascii", "--new"))
    assert mille.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("mille (Mile Bones ")


def test_without_textual_it_says_how_to_get_it():
    script = "import sys; sys.modules['textual'] = None; from mile_bones.cli.mille import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "pip install 'mile-bones[terminal]'" in done.stderr and done.stderr.count("\n") == 1
