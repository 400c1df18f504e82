"""The command ``mile-bones``: it reads the arguments and starts a front end, nothing else.

Exit status 0 means that all went well, 1 that a record does not hold, 2 that the arguments are wrong or that no window
can be opened. What goes wrong is said in one line on the standard error.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

import mile_bones
from mile_bones import i18n, resources
from mile_bones.i18n import gettext as _

_RECORD_DOES_NOT_HOLD = 1
_REFUSED = 2
_INTERRUPTED = 130  # what a shell reports for a command that Ctrl+C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments (None: those of the process) ask for and return the exit status."""
    i18n.install(folder=resources.path("translations"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that the terminal has not
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = {"replay": _replay, "arena": _arena}.get(words[0]) if words else None
    try:
        status = command(words[1:]) if command else _play(words)
        if sys.stdout is not None:  # Windows starts a program without a console so
            sys.stdout.flush()
    except _WrongArgumentsError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; Python shall not complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


class _WrongArgumentsError(Exception):
    """The arguments do not fit; the text says which and why."""


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence instead of ending the process with a page."""

    def __init__(self, command: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=command,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        raise _WrongArgumentsError(message)


def _play(words: list[str]) -> int:
    """``mile-bones [FILE]``: the game in its window."""
    parser = _Parser(
        "mile-bones",
        _("Mile Bones, a card game of 700 miles against the computer."),
        _(
            "without a window:\n"
            "  mile-bones replay FILE...   check recorded games and print their score sheets\n"
            "  mile-bones arena A B ...    let two computer players measure themselves\n"
            "Each explains itself with --help. A record that is called “replay” opens as ./replay."
        ),
    )
    levels, rule_sets = _levels(), _rule_sets()
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=_("a recorded game to go on with"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("keep settings, scores and games in this folder"))
    parser.add_argument("--seed", type=_whole_number, metavar="N", help=_("deal the cards that belong to this number"))
    parser.add_argument("--rules", metavar="NAME", help=_("the rules of a new game: {names}").format(names=rule_sets))
    parser.add_argument("--level", metavar="NAME", help=_("how well the computer plays: {names}").format(names=levels))
    parser.add_argument("--version", action="store_true", help=_("print the version and exit"))
    chosen = parser.parse_args(words)
    if chosen.version:
        print(f"Mile Bones {mile_bones.__version__}")
        return 0
    _check_known("--rules", chosen.rules, rule_sets)
    _check_known("--level", chosen.level, levels)
    if chosen.file is not None and not chosen.file.is_file():
        raise _WrongArgumentsError(_("there is no file “{name}”").format(name=chosen.file))
    if chosen.profile is not None and chosen.profile.exists() and not chosen.profile.is_dir():
        raise _WrongArgumentsError(_("argument --profile: “{name}” is not a folder").format(name=chosen.profile))

    from mile_bones.desktop import display

    if reason := display.why_no_window():
        return _refuse(reason)
    from mile_bones.desktop import app

    return app.run(file=chosen.file, profile=chosen.profile, seed=chosen.seed, rules=chosen.rules, level=chosen.level)


def _replay(words: list[str]) -> int:
    """``mile-bones replay FILE...``: every card, action and score of recorded games, checked and added up."""
    parser = _Parser(
        "mile-bones replay",
        _("Check recorded games action by action and print their score sheets."),
        _(
            "--json prints one line for each file, an object with “file” and “ok”. For a record that holds it goes\n"
            "on with “game”, “rules”, “players” (names), “hands” (a list; the “score” of each has two objects, or\n"
            "is null while the hand is not finished), “totals”, “finished” and “winner” (0, 1 or null). For any\n"
            "other it has “fault”: “reason”, and “hand” and “action”, or “line” and “column”, all counted from 1."
        ),
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=_("a recorded game"))
    parser.add_argument("--json", action="store_true", help=_("print for machines"))
    chosen = parser.parse_args(words)

    from mile_bones.lab import report

    all_hold = True
    for file in chosen.files:
        found = report.check(file)
        all_hold = all_hold and found.fault is None
        if chosen.json:
            print(found.to_json())
        elif found.fault is None:
            print(found.score_sheet())
        else:
            print(found.sentence(), file=sys.stderr)
    return 0 if all_hold else _RECORD_DOES_NOT_HOLD


def _arena(words: list[str]) -> int:
    """``mile-bones arena A B``: what a computer player is worth against another."""
    parser = _Parser(
        "mile-bones arena",
        _("Let two computer players measure themselves."),
        _(
            "Every deal is played twice with the seats swapped, so N hands are N / 2 deals. --json prints an object:\n"
            "“mean” is the difference in points a hand (A less B), “se” its standard error, “hands” their number,\n"
            "“game_share” the share of the “games” to 5000 that A won, or null where none were played."
        ),
    )
    levels, rule_sets = _levels(), _rule_sets()
    parser.add_argument("a", metavar="A", help=_("a player: {names}").format(names=levels))
    parser.add_argument("b", metavar="B", help=_("its opponent"))
    parser.add_argument(
        "--hands", type=_whole_number, required=True, metavar="N", help=_("how many hands, an even number")
    )
    parser.add_argument(
        "--seed", type=_whole_number, required=True, metavar="S", help=_("the same number gives the same hands")
    )
    parser.add_argument(
        "--games", type=_whole_number, default=0, metavar="G", help=_("how many whole games besides, an even number")
    )
    parser.add_argument(
        "--rules", default="mile-bones", metavar="NAME", help=_("the rules: {names}").format(names=rule_sets)
    )
    parser.add_argument("--json", action="store_true", help=_("print for machines"))
    chosen = parser.parse_args(words)
    _check_known("A", chosen.a, levels)
    _check_known("B", chosen.b, levels)
    _check_known("--rules", chosen.rules, rule_sets)
    if chosen.hands == 0 or chosen.hands % 2 or chosen.games % 2:
        raise _WrongArgumentsError(_("--hands and --games take even numbers: every deal is played from both seats"))

    from mile_bones.lab import arena, report

    result = arena.play(
        chosen.a, chosen.b, hands=chosen.hands, seed=chosen.seed, games=chosen.games, rules=chosen.rules
    )
    print(report.arena_json(result) if chosen.json else report.arena_text(chosen.a, chosen.b, result))
    return 0


class _Names(tuple[str, ...]):
    """Names that a person may choose from; as text they stand in a row."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return ", ".join(self)


def _levels() -> _Names:
    from mile_bones.players import LEVELS

    return _Names(LEVELS)


def _rule_sets() -> _Names:
    from mile_bones.games.milebones.rules import RULE_SETS

    return _Names(RULE_SETS)


def _check_known(argument: str, name: str | None, known: Iterable[str]) -> None:
    """Refuse a name that is none of those known. None was not given and is fine."""
    if name is not None and name not in known:
        raise _WrongArgumentsError(
            _("argument {argument}: “{name}” is not known; there are: {known}").format(
                argument=argument, name=name, known=known
            )
        )


def _whole_number(text: str) -> int:
    """A number from 0 on, in the digits 0 to 9 only."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(_("“{text}” is not a whole number from 0 on").format(text=text))
    return int(text)


def _refuse(reason: str) -> int:
    """Say in one line why the command cannot be carried out; the exit status for it."""
    line = " ".join(reason.split())
    print(f"mile-bones: {''.join(sign if sign.isprintable() else '?' for sign in line)}", file=sys.stderr)
    return _REFUSED
