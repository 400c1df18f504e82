"""``mile-bones [FILE]``: the game in its window."""

from __future__ import annotations

from pathlib import Path

import mile_bones
from mile_bones.cli.common import Parser, WrongArgumentsError, check_known, levels, refuse, rule_sets, whole_number
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Open the window and return the exit status when it has been closed."""
    parser = Parser(
        "mile-bones",
        _("Mile Bones, a card game of 700 miles against the computer."),
        _(
            "without a window:\n"
            "  mile-bones replay FILE...   check recorded games and print their score sheets\n"
            "  mile-bones arena A B ...    let two computer players play each other\n"
            "  mile-bones crosstable ...   measure every computer player against every other\n"
            "  mile-bones bot LEVEL        a computer player that speaks over standard input and output\n"
            "  mile-bones train ...        train a computer player by playing against itself\n"
            "Each explains itself with --help. A record that is called “replay” opens as ./replay."
        ),
    )
    known_levels, known_rules = levels(), rule_sets()
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=_("a recorded game to go on with"))
    parser.add_argument(
        "--new", action="store_true", help=_("begin a new game; an unfinished one is kept, and not gone on with")
    )
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("keep settings, scores and games in this folder"))
    parser.add_argument("--seed", type=whole_number, metavar="N", help=_("deal the cards that belong to this number"))
    parser.add_argument("--rules", metavar="NAME", help=_("the rules of a new game: {names}").format(names=known_rules))
    parser.add_argument(
        "--level", metavar="NAME", help=_("how well the computer plays: {names}").format(names=known_levels)
    )
    parser.add_argument("--version", action="store_true", help=_("print the version and exit"))
    chosen = parser.parse_args(words)
    if chosen.version:
        print(f"Mile Bones {mile_bones.__version__}")
        return 0
    check_known("--rules", chosen.rules, known_rules)
    check_known("--level", chosen.level, known_levels)
    if chosen.file is not None and not chosen.file.is_file():
        raise WrongArgumentsError(_("there is no file “{name}”").format(name=chosen.file))
    if chosen.file is not None and chosen.new:
        raise WrongArgumentsError(_("argument --new: a recorded game cannot be gone on with and begun anew"))
    if chosen.profile is not None and chosen.profile.exists() and not chosen.profile.is_dir():
        raise WrongArgumentsError(_("argument --profile: “{name}” is not a folder").format(name=chosen.profile))

    from mile_bones.desktop import display

    if reason := display.why_no_window():
        return refuse(reason)
    from mile_bones.desktop import app

    return app.run(
        file=chosen.file,
        new=chosen.new,
        profile=chosen.profile,
        seed=chosen.seed,
        rules=chosen.rules,
        level=chosen.level,
    )
