"""Try everything that a bundle can do: ``.venv/bin/python packaging/dist/smoke.py PROGRAM [--root FOLDER]``.

PROGRAM is the folder of bundle.py, or an AppImage. It is started on this system or, with ``--root``, in the root folder
of another system. debootstrap has made that system, which contains only the libraries that every desktop has. A PROGRAM
that exists only in that system, such as /usr/games/mile-bones, has been installed there. The window is real, under
Xvfb, and is operated only through AT-SPI. The script needs root for ``--root``, and the tools that `make test` needs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
ROOT = _HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from desktop.atspi_screen import SYSTEM_PYTHON, screen_with_reader  # noqa: E402
from mile_bones.library.reviews import Reviewing, Reviews  # noqa: E402
from mile_bones.storage.history import History  # noqa: E402
from mile_bones.storage.profile import Profile  # noqa: E402

PATIENCE = 1800
"""Timeout in seconds of each wait."""
_PIPE = subprocess.PIPE
_MOUNT = 'mount --rbind /tmp "$1/tmp" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"'
_ENTER = f'{_MOUNT} && exec chroot "$@"'
_SETTINGS = "[player]\nname = Anna\n[options]\nanimation = off\ndraw by itself = yes\n"
_LANGUAGES = ("de", "es", "fa", "fr")


class Program:
    """The program under test, and the system on which it runs."""

    def __init__(self, path: Path, root: Path | None) -> None:
        self._root = root
        self.mile_bones = path / "mile-bones" if path.is_dir() else path
        self.mille = path / "mille" if path.is_dir() else self.mile_bones.with_name("mille")
        if not path.exists():  # the program is installed in the other system
            self.mille = self.mile_bones.with_name("mile-bones-mille")
        elif not path.is_dir() and not self.mille.exists():
            self.mille.symlink_to(path.name)

    def command(self, *words: object, program: Path | None = None) -> list[str]:
        inside = [str(program or self.mile_bones), *map(str, words)]
        if self._root is None:
            return inside
        return ["unshare", "--mount", "sh", "-c", _ENTER, "sh", str(self._root), *inside]

    def told(self, *words: object) -> str:
        """Return the output of the program. End if it fails or writes to standard error."""
        command = self.command(*words)
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=clean(), check=False)
        if done.returncode or done.stderr.strip():
            sys.exit(f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout


def clean(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment variables of an ordinary user, with ``more``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "VIRTUAL"))}
    kept |= {"LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "MILE_BONES_AUDIO": "null"}
    return kept | dict(more or {})


def say(text: str) -> None:
    """Report what worked."""
    print(f"tried: {text}", flush=True)


# ------------------------------------------------------------------ without a window


def try_commands(program: Program) -> None:
    """Try all commands for the shell, among them those that start processes."""
    assert "Mile Bones" in program.told("--version")
    assert "expert" in program.told("arena", "easy", "expert", "--hands", "200", "--jobs", "2", "--seed", "1")
    assert "champion" in program.told("arena", "original", "champion", "--hands", "2", "--seed", "1")
    say("arena: Expert and Champion, in processes of their own")
    bot = " ".join(program.command("bot", "original")[-3:])
    assert "4 hands" in program.told("arena", "easy", "--external", bot, "--hands", "4", "--seed", "3")
    say("an outside bot, its supervisor, and the seed that is hidden")


def try_records(program: Program, profile: Path) -> None:
    """Check a game that has been played, and review it."""
    history = History(Profile(profile).history_path, sys.exit)
    kept = history.record(history.games()[0].id)
    assert kept is not None
    from mile_bones.storage.records import save_record

    file = profile / "a game.json"
    save_record(file, kept)
    assert program.told("replay", file)
    assert program.told("review", file, "--jobs", "2", "--worlds", "4")
    asked = Reviewing(Reviews(history), kept, worlds=4)
    # The input stays open: closing it would mean that nobody wants the review any more.
    with subprocess.Popen(program.command("reviewer"), stdin=_PIPE, stdout=_PIPE, env=clean()) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(asked.request)
        process.stdin.flush()
        for line in process.stdout:
            asked.heard(line)
    if not asked.review.is_whole:
        sys.exit(f"The process that reviews for the window broke off: {asked.fault}")
    say("replay and review of a game, in processes of their own, and the one that reviews for the window")


def try_terminal(program: Program, profile: Path) -> None:
    """Try `mille` on a terminal: draw a card, and quit."""
    pid, terminal = pty.fork()
    command = program.command("--profile", profile, "--seed", "5", program=program.mille)
    if pid == 0:
        os.execvpe(  # noqa: S606 - a shell would only be in the way
            command[0], command, clean({"TERM": "xterm-256color", "LINES": "30", "COLUMNS": "100"})
        )
    seen = ""

    def until(word: str) -> None:
        nonlocal seen
        end = time.monotonic() + PATIENCE
        while word not in seen:
            if not select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
                sys.exit(f"The terminal does not show {word!r}: {seen[-2000:]!r}")
            try:
                seen += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:
                sys.exit(f"mille has ended without showing {word!r}: {seen[-2000:]!r}")

    until("MILEAGE")
    os.write(terminal, b"p")
    until("You drew")
    os.write(terminal, b"q")
    until("Really?")
    os.write(terminal, b"y")
    with contextlib.suppress(OSError):
        while os.read(terminal, 65536):
            pass
    _pid, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, seen[-2000:]
    say("mille in a terminal")


# ------------------------------------------------------------------ in the window


@contextlib.contextmanager
def window(program: Program, screen: Mapping[str, str], *words: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program in its window. It must end normally and without an error.

    The errors go to a file. A pipe that nobody empties meanwhile would stop a window that writes many.
    """
    with (
        tempfile.TemporaryFile("w+") as file,
        subprocess.Popen(program.command(*words), env=clean(screen), stderr=file) as process,
    ):
        try:
            yield process
            process.wait(timeout=PATIENCE)
            file.seek(0)
            errors = file.read()
            if process.returncode or "Traceback" in errors:
                sys.exit(f"The window ended with {process.returncode}: {errors}")
        finally:
            process.kill()


def driven(script: Path, screen: Mapping[str, str], *words: object) -> Any:
    """Run a script that operates the window through AT-SPI, as a screen reader does. Return its output."""
    command = [SYSTEM_PYTHON, str(script), *map(str, words)]
    done = subprocess.run(command, env=dict(screen), capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def loaded(process: subprocess.Popen[bytes]) -> str:
    """Return the list of the libraries that the program has loaded so far."""
    return Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")


def try_games(program: Program, screen: Mapping[str, str], profile: Path) -> None:
    """Play a whole game of each kind. Each must be in the history."""
    player = ROOT / "tests/desktop/atspi_whole_game.py"
    games = (("montreal-mille", "easy"), ("millieu", "easy"), ("mile-bones", "champion"))
    for number, (game, level) in enumerate(games):
        words = ["--profile", profile, "--game", game, "--level", level]
        words += ["--seed", "7"] if game != "millieu" else []
        with window(program, screen, *words):
            driven(player, screen, game)
        games = History(Profile(profile).history_path, sys.exit).games()
        assert len(games) == number + 1 and games[0].state == "finished", games
        say(f"a whole game of {game} against {level}, kept in the history")


def try_windows(program: Program, screen: Mapping[str, str], profile: Path) -> None:
    """Try every window, with the charts and the licences, and the sounds."""
    with window(program, screen, "--profile", profile, "--game", "mile-bones", "--seed", "9") as process:
        met = driven(_HERE / "every_window.py", screen, profile, process.pid)
    assert met["Statistics"] and met["Contents"], met
    (profile / "every window.json").write_text(json.dumps(met, indent=1, ensure_ascii=False), encoding="utf-8")
    say(f"{len(met)} windows, a game saved and opened")


def try_coach(program: Program, screen: Mapping[str, str], profile: Path) -> None:
    """Try a hint, a review, all charts of the statistics, export and import, in a game against Expert.

    The deal must be one that has not been played before. Otherwise the game would be an assisted one, which does not
    ask before a hint.
    """
    words = ["--profile", profile, "--game", "mile-bones", "--new", "--level", "expert", "--seed", "10"]
    with window(program, screen, *words) as process:
        met = driven(_HERE / "coach_and_past.py", screen, profile, process.pid)
    (profile / "coach and past.json").write_text(json.dumps(met, indent=1, ensure_ascii=False), encoding="utf-8")
    say(f"the coach ({met['hint']}), a review, the charts, export and import")


def try_languages(program: Program, screen: Mapping[str, str], profile: Path) -> None:
    """Check the menus in every language."""
    for language in _LANGUAGES:
        with (ROOT / f"resources/translations/{language}/LC_MESSAGES/mile_bones.mo").open("rb") as file:
            word = GNUTranslations(file).gettext("&Game").replace("&", "")
        with window(program, {**screen, "LANGUAGE": language}, "--profile", profile, "--game", "mile-bones"):
            driven(_HERE / "menu.py", screen, word)
    say(f"the languages {', '.join(_LANGUAGES)}")


def main() -> None:
    """Try everything in turn, and end with the first failure."""
    parser = argparse.ArgumentParser(description="Try whatever a bundle can do.")
    parser.add_argument("program", type=Path, help="the folder of the bundle, or an AppImage")
    parser.add_argument("--root", type=Path, help="the root folder of another system, in which it runs")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mb-smoke-") as name:
        folder, given = Path(name), chosen.program.absolute()
        if chosen.root is not None and given.exists():  # copy the program to where both systems see it
            target = folder / given.name
            if given.is_dir():
                shutil.copytree(given, target, symlinks=True)
            else:
                shutil.copy(given, target)
            given = target
        program = Program(given, chosen.root and chosen.root.resolve())
        profile = folder / "profile"
        profile.mkdir()
        (profile / "mb.ini").write_text(_SETTINGS, encoding="utf-8")
        try_commands(program)
        try_terminal(program, folder / "terminal")
        with screen_with_reader() as screen:
            try_games(program, screen, profile)
            try_records(program, profile)
            try_windows(program, screen, profile)
            try_coach(program, screen, profile)
            try_languages(program, screen, profile)


if __name__ == "__main__":
    main()
