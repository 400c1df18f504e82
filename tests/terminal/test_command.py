"""The installed command in a real pseudo-terminal, and its messages where it cannot play."""

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
from mile_bones.i18n.locales import FORMATS
from mile_bones.storage.records import load_record

_PATIENCE_S = 600
"""Seconds to wait for output that certainly comes, but comes later on a busy machine."""

pytestmark = pytest.mark.slow  # these tests start other programs

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

HUNG_UP = signal.SIGHUP
SHOWN = b"--MILEAGE--"


def command() -> str:
    """Return the path of the installed command, which is beside the running Python."""
    found = shutil.which("mille", path=str(Path(sys.executable).parent))
    assert found is not None, "the package is not installed"
    return found


class Terminal:
    """A pseudo-terminal of 80 by 24 that runs mille.

    With ``script`` it runs a shell script instead. In the script, "$0" "$@" are mille and its arguments.
    """

    def __init__(self, *arguments: str | bytes, script: str | None = None, **environment: str) -> None:
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGHUP, signal.SIGINT):  # the parent process may have ignored them
                signal.signal(number, signal.SIG_DFL)
            termios.tcsetwinsize(0, (24, 80))
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment})
            if script is not None:
                os.execv("/bin/sh", ["sh", "-c", script, command(), *arguments])
            os.execv(command(), [command(), *arguments])
        self.shown = b""

    def until(self, words: bytes) -> None:
        """Wait until ``words`` have been written."""
        while words not in self.shown:
            ready = select.select([self._terminal], [], [], _PATIENCE_S)[0]
            assert ready, self.shown[-2000:]
            self.shown += os.read(self._terminal, 65536)

    def press(self, keys: str | bytes, then: bytes) -> None:
        """Type ``keys`` and wait until ``then`` is written."""
        self.shown = b""
        os.write(self._terminal, keys.encode() if isinstance(keys, str) else keys)
        self.until(then)

    def end(self) -> int:
        """Wait until the program has ended. Return its exit status."""
        try:
            while data := os.read(self._terminal, 65536):
                self.shown += data
        except OSError:
            pass  # on a pseudo-terminal, this is the end of the output
        _pid, status = os.waitpid(self.pid, 0)
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> int:
        """Close the terminal. Return the exit status of mille."""
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def acts(profile: Path) -> tuple[str, ...]:
    return load_record(profile / "games" / "mille-1.json").hands[0].actions


def test_a_game_is_played_and_left_in_a_real_terminal(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5", "--level", "easy")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    terminal.press("d2\r", b"discarded")
    terminal.press("q", b"Really?")
    os.write(terminal._terminal, b"y")
    assert terminal.end() == 0
    assert acts(tmp_path)[:2] == ("0 draw", acts(tmp_path)[1]) and acts(tmp_path)[1].startswith("0 discard")


@pytest.mark.proof
def test_closing_the_terminal_or_killing_mille_loses_nothing(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    assert terminal.hang_up() == 129
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


RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l", b"\x1b[?7h", b"\x1b[?1004l")
"""The sequences that restore the main screen, the cursor, pasting and line wrap, and the sequence that ends reports of
the focus.
"""


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_saves_the_game_restores_the_screen_and_sets_the_status(tmp_path: Path, number: signal.Signals):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert all(terminal.shown.rindex(sequence) > terminal.shown.rindex(b"You drew") for sequence in RESTORED)
    assert b"Traceback" not in terminal.shown
    assert acts(tmp_path) == ("0 draw",)
    assert not list((tmp_path / "games").glob(".mile-bones-*"))


def test_a_signal_during_the_start_ends_mille_too(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(b"\x1b[?1049h")
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert all(sequence in terminal.shown for sequence in (b"\x1b[?1004l", b"\x1b[?1049l"))


def test_a_vanished_terminal_ends_mille_even_if_the_signal_is_ignored(tmp_path: Path):
    """Under nohup the signal is ignored. Without this check, mille would wait for keys for ever, and keep the game
    locked.
    """
    script = 'trap "" HUP; "$0" "$@"; echo $? > "$2/status"'
    terminal = Terminal("--profile", str(tmp_path), script=script)
    terminal.until(SHOWN)
    terminal.hang_up()
    assert (tmp_path / "status").read_text() == "129\n"


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("keys", ["qy", "\x03y"], ids=["q", "ctrl+c"])
def test_the_terminal_has_its_old_state_after_mille_ends(tmp_path: Path, keys: str):
    script = 'stty -a; "$0" "$@"; printf "\\nended with %d\\n" $?; stty -a'
    terminal = Terminal("--profile", str(tmp_path), script=script)
    terminal.until(SHOWN)
    before = terminal.shown.partition(b"\x1b")[0]
    os.write(terminal._terminal, keys.encode())
    assert terminal.end() == 0
    after = terminal.shown.rpartition(b"\x1b")[2].partition(b"\r\nended with 0\r\n")
    assert after[1] and after[2] == before and b"echo " in before


def test_bytes_that_are_not_text_count_as_wrong_keys(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press(b"\xff\xfe\xc3(\x80", b"unknown command")
    terminal.press("p", b"You drew")
    terminal.press(b"s\xe9\xff", "File: \ufffd".encode())
    terminal.press("\x1b[27u", b"You drew")  # Escape
    terminal.press("\x11", b"\x1b[?1004l")
    assert terminal.end() == 0 and b"Traceback" not in terminal.shown
    assert acts(tmp_path) == ("0 draw",)


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((b"\xff\x1b[2J.json",), b"cannot be read: No such file"),
        (("a\x1b]0;owned\x07\n\u202e.json",), b"cannot be read: No such file"),
        (("--level", b"\x9b\xff"), b"is not known"),
        ((b"--\xff\x1b[31m",), b"unrecognized arguments"),
        (("x" * 5000,), b"cannot be used: File name too long"),
    ],
)
def test_a_refusal_contains_no_control_sequences(tmp_path: Path, arguments: tuple[str | bytes, ...], sentence: bytes):
    terminal = Terminal("--profile", str(tmp_path), *arguments)
    assert terminal.end() == 2
    assert sentence in terminal.shown
    assert terminal.shown.startswith(b"mille: ") and terminal.shown.endswith(b"\r\n")
    assert terminal.shown.count(b"\n") == 1 and b"\x1b" not in terminal.shown and b"\x07" not in terminal.shown
    terminal.shown.decode()


def test_only_changed_lines_are_sent_until_a_redraw_is_requested(tmp_path: Path):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    for key in ("r", "R", "\x0c"):
        terminal.press("u", b">>:Move: U")  # when this appears, all earlier output has been read
        terminal.press("1", b"U1")
        assert b"--HAND--" not in terminal.shown and b"--MILEAGE--" not in terminal.shown
        terminal.press("\x15", b">>:Move:")
        terminal.press(key, b"--MILEAGE--")
        assert b"--HAND--" in terminal.shown
    terminal.hang_up()


@pytest.mark.proof
def test_no_color_in_the_environment_turns_colours_off(tmp_path: Path):
    shown = []
    for environment in ({}, {"NO_COLOR": "1"}):
        terminal = Terminal("--profile", str(tmp_path), "--seed", "5", **environment)
        terminal.until(SHOWN)
        shown.append(terminal.shown)
        terminal.hang_up()
    coloured = re.compile(rb"\x1b\[(?:\d+;)*3[1-6]\b")
    assert coloured.search(shown[0]) and not coloured.search(shown[1])


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        *(pytest.param(each, marks=pytest.mark.proof) for each in ({"LC_ALL": "", "LANG": "C"}, {"LC_ALL": "POSIX"})),
    ],
)
def test_under_the_locale_c_the_drawing_is_ascii(tmp_path: Path, environment: dict[str, str]):
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5", **environment)
    terminal.until(b"Coup")
    terminal.until(SHOWN)
    assert terminal.shown.isascii()
    terminal.hang_up()
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5")
    terminal.until("Coup Fourré".encode())
    terminal.hang_up()


@pytest.mark.parametrize("term", ["dumb", ""])
def test_an_unusable_terminal_is_refused_in_one_sentence(tmp_path: Path, term: str):
    terminal = Terminal("--profile", str(tmp_path), TERM=term)
    assert terminal.end() == 2
    assert terminal.shown == "mille: this terminal cannot place letters: TERM is “dumb”, or not set\r\n".encode()


def test_ctrl_z_suspends_mille_and_fg_resumes_the_game(tmp_path: Path):
    script = 'set -m; "$0" "$@"; echo stopped; fg >/dev/null; echo ended'
    terminal = Terminal("--profile", str(tmp_path), "--seed", "5", script=script)
    terminal.until(SHOWN)
    terminal.press("\x1a", b"stopped")
    before, _stopped, terminal.shown = terminal.shown.partition(b"stopped")
    assert b"\x1b[?1049l" in before
    terminal.until(b"\x1b[?1049h")
    terminal.until(SHOWN)
    terminal.press("p", b"You drew")
    terminal.press("\x03", b"Really?")
    terminal.press("y", b"ended")
    terminal.end()


def test_mille_without_a_terminal_reports_that(capsys):
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
def test_wrong_arguments_are_reported_in_one_line(capsys, words: list[str], sentence: str):
    assert mille.main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1


def test_help_lists_the_options_and_version_prints_the_name_of_the_program(capsys):
    with pytest.raises(SystemExit) as ended:
        mille.main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(option in shown for option in ("--level", "--seed", "--profile", "--ascii", "--new"))
    assert mille.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("mille (Mile Bones ")


def test_mille_without_textual_explains_how_to_install_it():
    script = "import sys; sys.modules['textual'] = None; from mile_bones.cli.mille import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "pip install 'mile-bones[terminal]'" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.sample(slow=5)
@pytest.mark.parametrize("code", FORMATS)
@pytest.mark.parametrize(
    "chosen",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "LC_CTYPE": "C.UTF-8"},
        {"LC_ALL": "POSIX"},
        {"LC_ALL": "", "LC_CTYPE": "C", "LANG": "fa_IR.UTF-8"},
        {"LC_ALL": "", "LC_CTYPE": "POSIX", "LANG": "C.UTF-8"},
        {"LC_ALL": "", "LC_CTYPE": "C", "LANG": "fa_IR.UTF-8", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii"},
    ],
    ids=lambda chosen: " ".join(f"{name}={value}" for name, value in chosen.items()),
)
def test_mille_is_english_if_the_terminal_lacks_letters_and_says_so_once(code: str, chosen: dict[str, str]) -> None:
    """With another language, the screen of mille, and all that it prints, would be full of question marks."""
    script = "import sys; from mile_bones.cli.mille import main; sys.exit(main(['--help']))"
    environment = os.environ | chosen | {"LANGUAGE": code, "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True, env=environment
    )
    assert "???" not in done.stdout and "\\u06" not in done.stdout
    told = f"mille: ASCII has no letters for the language {code}: English\n"
    assert done.stderr == (told if code == "fa" else "")
    assert ("the rules and with the screen" in done.stdout) == (code in ("en", "fa"))


@pytest.mark.parametrize(
    "chosen", [{"LC_ALL": "C.UTF-8", "LC_CTYPE": "C"}, {"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}]
)
def test_a_utf_8_terminal_lacks_letters_only_with_the_option_ascii(chosen: dict[str, str]) -> None:
    script = "import sys; from mile_bones.cli.mille import main; sys.exit(main(sys.argv[1:]))"
    environment = os.environ | chosen | {"LANGUAGE": "fa"}
    for arguments, told in ([], ""), (["--ascii"], "mille: ASCII has no letters for the language fa: English\n"):
        done = subprocess.run(
            [sys.executable, "-c", script, "--help", *arguments],
            capture_output=True,
            encoding="utf-8",
            check=True,
            env=environment,
        )
        assert done.stderr == told


@pytest.mark.parametrize("code", FORMATS)
@pytest.mark.parametrize("words", [["--level", "nobody"], ["--seed", "x"], ["--no-such"], ["a", "b"]], ids=" ".join)
def test_a_refusal_is_one_line_without_replacement_characters(code: str, words: list[str]) -> None:
    script = "import sys; from mile_bones.cli.mille import main; sys.exit(main(sys.argv[1:]))"
    environment = os.environ | {"LANGUAGE": code, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, encoding="utf-8", check=False, env=environment
    )
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "?" not in done.stderr and "\ufffd" not in done.stderr


def test_an_argument_in_a_refusal_cannot_break_its_line() -> None:
    script = "import sys; from mile_bones.cli.mille import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, "--level", "\x1b[31m\u202e\nred"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr and "\u202e" not in done.stderr
