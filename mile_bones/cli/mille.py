"""``mille [FILE]``: the game in a terminal."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from importlib.util import find_spec

import mile_bones
from mile_bones.cli import carry_out
from mile_bones.cli.common import CommandError, Parser, add_game_arguments, check_game_arguments, place
from mile_bones.i18n import gettext as _


def main(arguments: Sequence[str] | None = None, name: str = "mille") -> int:
    """Do what the arguments (None: those of the process) ask for and return the exit status.

    `name` is what the command is called here: on some systems another game is ``mille`` already.
    """
    return carry_out(name, partial(run, name=name), arguments)


def run(words: list[str], *, name: str = "mille") -> int:
    """Play, and return the exit status when the player has left."""
    parser = Parser(
        name,
        _("Mile Bones in a terminal, by the rules and with the screen of mille(6)."),
        _("The game is saved after every move, and the next start goes on with it."),
    )
    parser.add_argument("file", nargs="?", type=place, metavar="file", help=_("a saved game to go on with"))
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

    # Before a player brings NumPy: on matrices as small as theirs a second thread gains nothing, and costs much where
    # others are at work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from mile_bones.terminal.start import NotPlayableError, Wanted, play

    wanted = Wanted(chosen.file, chosen.new, chosen.seed, chosen.level, chosen.ascii or not has_letters())
    try:
        return play(wanted, chosen.profile, datetime.now)
    except NotPlayableError as error:
        raise CommandError(str(error)) from None


def has_letters() -> bool:
    """The terminal has more letters than those of ASCII, by the locale that was chosen.

    Python takes UTF-8 for the locale "C", in its own mode or by setting LC_CTYPE: what it writes then says nothing.
    """
    if sys.platform == "win32":
        encoding = sys.stdout.encoding or ""
    else:
        chosen = os.environ.get("LC_ALL") or os.environ.get("LANG")
        if chosen in ("C", "POSIX") and os.environ.get("LC_CTYPE") in ("", None, *_SET_BY_PYTHON):
            return False
        encoding = locale.nl_langinfo(locale.CODESET)
    return encoding.lower().replace("-", "").startswith("utf")


_SET_BY_PYTHON = ("C.UTF-8", "C.utf8", "UTF-8")
