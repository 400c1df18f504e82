"""``mille [FILE]``: the game in a terminal."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import mile_bones
from mile_bones import i18n
from mile_bones.cli import carry_out
from mile_bones.cli.common import CommandError, Parser, add_game_arguments, check_game_arguments, place
from mile_bones.i18n import gettext as _
from mile_bones.terminal.plain import plain


def main(arguments: Sequence[str] | None = None, name: str = "mille") -> int:
    """Carry out the command with ``arguments``, or with those of the process if None. Return the exit status.

    `name` is the name under which the command is installed, because on some systems ``mille`` is another game.
    """
    return carry_out(name, partial(run, name=name), arguments)


def run(words: list[str], *, name: str = "mille") -> int:
    """Play until the player leaves. Return the exit status."""
    ascii_only = "--ascii" in words or not has_letters()
    if ascii_only and "?" in plain(i18n.own_name(i18n.language())):
        print(f"{name}: ASCII has no letters for the language {i18n.language()}: English", file=sys.stderr)
        i18n.install(["en"])
    parser = Parser(
        name,
        _("Mile Bones in a terminal, by the rules and with the screen of mille(6)."),
        _("The game is saved after every move, and the next start continues it."),
    )
    parser.add_argument("file", nargs="?", type=place, metavar="file", help=_("a saved game to continue"))
    add_game_arguments(parser)
    parser.add_argument("--ascii", action="store_true", help=_("use no letters but those of ASCII"))
    chosen = parser.parse_args(words)
    if chosen.version:
        print(f"{name} (Mile Bones {mile_bones.__version__})")
        return 0
    check_game_arguments(chosen)
    if find_spec("textual") is None:
        raise CommandError(_("mille needs Textual, which is not installed here: pip install 'mile-bones[terminal]'"))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(_("mille plays in a terminal, and this is none"))
    if sys.platform != "win32" and os.environ.get("TERM", "") in ("", "dumb"):
        raise CommandError(_("this terminal cannot place letters: TERM is “dumb”, or not set"))

    # This must be set before a player loads NumPy. With matrices as small as those of the players a second thread
    # gains nothing, and it costs much if other programs are busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from mile_bones.terminal.start import NotPlayableError, Wanted, play

    wanted = Wanted(chosen.file, chosen.new, chosen.seed, chosen.level, ascii_only)
    try:
        return play(wanted, chosen.profile, datetime.now)
    except NotPlayableError as error:
        raise CommandError(str(error)) from None


def has_letters() -> bool:
    """Return True if the terminal can show more than ASCII: the chosen locale has UTF-8, and Python writes it.

    For the locale "C", Python chooses UTF-8 by its UTF-8 mode or by setting LC_CTYPE. So Python's encoding proves
    nothing in that locale.
    """
    encodings = [sys.stdout.encoding or ""]
    if sys.platform != "win32":
        if _chosen_locale() in ("C", "POSIX"):
            return False
        encodings.append(locale.nl_langinfo(locale.CODESET))
    return all(name.lower().replace("-", "").startswith("utf") for name in encodings)


def _chosen_locale() -> str:
    """Return the name of the locale for characters.

    If Python may have set LC_CTYPE, return the value from before that, if the system keeps it.
    """
    if everything := os.environ.get("LC_ALL"):
        return everything
    letters = os.environ.get("LC_CTYPE", "")
    if letters in _SET_BY_PYTHON:
        try:
            started_with = Path("/proc/self/environ").read_bytes().decode(errors="replace").split("\0")
        except OSError:  # the system is not Linux
            started_with = []
        letters = next((line.partition("=")[2] for line in started_with if line.startswith("LC_CTYPE=")), "")
    return letters or os.environ.get("LANG", "")


_SET_BY_PYTHON = ("C.UTF-8", "C.utf8", "UTF-8")
