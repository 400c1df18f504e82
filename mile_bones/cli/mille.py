"""``mille [FILE]``: the game in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

import mile_bones
from mile_bones.cli import carry_out
from mile_bones.cli.common import CommandError, Parser, WrongArgumentsError, check_known, levels, whole_number
from mile_bones.i18n import gettext as _


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments (None: those of the process) ask for and return the exit status."""
    return carry_out("mille", run, arguments)


def run(words: list[str]) -> int:
    """Play, and return the exit status when the player has left."""
    parser = Parser(
        "mille",
        _("Mile Bones in a terminal, by the rules and with the screen of mille(6)."),
        _("The game is saved after every move, and the next start goes on with it."),
    )
    known_levels = levels()
    parser.add_argument("file", nargs="?", type=Path, metavar="file", help=_("a saved game to go on with"))
    parser.add_argument("--ascii", action="store_true", help=_("use no letters but those of ASCII"))
    parser.add_argument(
        "--level", metavar="NAME", help=_("how well the computer plays: {names}").format(names=known_levels)
    )
    parser.add_argument("--new", action="store_true", help=_("begin a new game; an unfinished one is kept"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("keep settings, scores and games in this folder"))
    parser.add_argument("--seed", type=whole_number, metavar="N", help=_("deal the cards that belong to this number"))
    parser.add_argument("--version", action="store_true", help=_("print the version and exit"))
    chosen = parser.parse_args(words)
    if chosen.version:
        print(f"mille (Mile Bones {mile_bones.__version__})")
        return 0
    check_known("--level", chosen.level, known_levels)
    if chosen.file is not None and chosen.new:
        raise WrongArgumentsError(_("argument --new: a saved game cannot be gone on with and begun anew"))
    if chosen.profile is not None and chosen.profile.exists() and not chosen.profile.is_dir():
        raise WrongArgumentsError(_("argument --profile: “{name}” is not a folder").format(name=chosen.profile))
    if find_spec("textual") is None:
        raise CommandError(_("mille needs Textual, which is not installed here: pip install 'mile-bones[terminal]'"))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(_("mille plays in a terminal, and this is none"))

    from mile_bones.terminal.start import NotPlayableError, Wanted, play

    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    wanted = Wanted(chosen.file, chosen.new, chosen.seed, chosen.level, chosen.ascii or not encoding.startswith("utf"))
    try:
        return play(wanted, chosen.profile, datetime.now)
    except NotPlayableError as error:
        raise CommandError(str(error)) from None
