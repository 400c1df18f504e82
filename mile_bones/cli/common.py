"""The shared parts of the commands: a parser whose errors are one sentence, checks of arguments, and error output."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from mile_bones.engine.aliases import Option
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

REFUSED = 2
"""The exit status of a command that cannot be carried out."""

_MOST_DIGITS = 18
_MOST_TARGET_DIGITS = 6


class CommandError(Exception):
    """Raised if the command cannot be carried out. The text gives the reason in one sentence."""


class WrongArgumentsError(CommandError):
    """Raised if the arguments are wrong. The text says which argument is wrong and why."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        # Translators: before the arguments of a command, as in "usage: mile-bones [FILE]"
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that raises WrongArgumentsError with one sentence instead of printing its usage and exiting."""

    def __init__(self, command: str, description: str, epilog: str = "", *, add_help: bool = True) -> None:
        super().__init__(
            prog=command,
            add_help=False,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=_Formatter,
        )
        # argparse looks up these headings in a catalogue that does not exist, so they are translated here.
        self._positionals.title, self._optionals.title = _("positional arguments"), _("options")
        if add_help:
            self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def format_help(self) -> str:
        """Return the page of ``--help``, with the colon after headings translated. argparse has only the English
        colon.
        """
        text = super().format_help()
        for heading in (self._positionals.title, self._optionals.title):
            text = text.replace(f"{heading}:\n", _("{heading}:").format(heading=heading) + "\n", 1)
        return text

    def error(self, message: str) -> NoReturn:
        """Raise WrongArgumentsError with ``message``, which argparse or a command has made."""
        raise WrongArgumentsError(_in_our_language(message))


def _in_our_language(message: str) -> str:
    """Return a message of argparse in the chosen language, or any other message unchanged."""
    about = re.fullmatch(r"argument (?P<argument>[^:]+): (?P<reason>.*)", message, re.DOTALL)
    if about:
        reason = _in_our_language(about["reason"])
        return _("argument {argument}: {reason}").format(argument=about["argument"], reason=reason)
    for pattern, text in (
        # Translators: {names} are of arguments that were left out
        (r"the following arguments are required: (?P<names>.*)", _("the following arguments are required: {names}")),
        (r"unrecognized arguments: (?P<names>.*)", _("unrecognized arguments: {names}")),
        # Translators: what is wrong with an argument, as in "argument --level: expected one argument"
        (r"expected one argument", _("expected one argument")),
        (r"expected at least one argument", _("expected at least one argument")),
        (r"not allowed with argument (?P<other>.*)", _("not allowed with argument {other}")),
        (r"ignored explicit argument '(?P<value>.*)'", _("ignored explicit argument “{value}”")),
    ):
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return text.format(**found.groupdict())
    return message


class Names(tuple[str, ...]):
    """Names from which a person may choose. As text they are separated by commas."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return ", ".join(self)


def which_game(argv: Sequence[str]) -> str:
    """Return the game in the argument ``--game``, or the usual game if the argument is missing.

    The game decides which other arguments are possible. Raise WrongArgumentsError if there is no such game.
    """
    from mile_bones.games import GAMES

    finder = Parser("", "", add_help=False)
    add_game(finder)
    game: str = finder.parse_known_args(list(argv))[0].game
    check_known("--game", game, Names(GAMES))
    return game


def add_game(parser: argparse.ArgumentParser, *, usual: bool = True) -> None:
    """Add the argument ``--game``.

    Its default is the usual game. If ``usual`` is False, the default is None, and the user is asked for the game.
    """
    from mile_bones.games import GAMES

    names = Names(GAMES)
    text = _("the game: {names}; without it, {usual}. Levels, rules and options are those of the game")
    if not usual:
        text = _("the game: {names}; without it, the one that was left, or you choose. Levels and options are its own")
    default = GAMES[0] if usual else None
    parser.add_argument("--game", default=default, metavar="NAME", help=text.format(names=names, usual=GAMES[0]))


def levels(game: str | None = None) -> Names:
    """Return the names of the computer players of ``game``, the weakest first. If ``game`` is None, take the usual
    game.
    """
    from mile_bones.games import GAMES
    from mile_bones.players import levels

    return Names(level.name for level in levels(game or GAMES[0]))


def rule_sets(game: str | None = None) -> Names:
    """Return the names of the rule sets of ``game``, the usual one first. If ``game`` is None, take the usual game."""
    from mile_bones.games import GAMES, spec

    return Names(spec(game or GAMES[0]).rules)


def add_game_options(parser: argparse.ArgumentParser, game: str, *, target_help: str = "") -> None:
    """Add the arguments for the game's target and options."""
    from mile_bones.games import spec
    from mile_bones.i18n import format_number

    found = spec(game)
    if found.targets:
        offered = Names(format_number(target) for target in found.targets)
        text = target_help or _(
            "the points that win a new game: {offered} or any others; without it, as in the options"
        )
        parser.add_argument("--target", type=_points, metavar="POINTS", help=text.format(offered=offered))
    for option in found.options:
        argument = argument_for(option.name)
        if isinstance(option.choices[0].name, bool):
            parser.add_argument(argument, action=argparse.BooleanOptionalAction, help=option.title())
            continue
        values = Names(
            _("{value} ({meaning})").format(value=choice.name, meaning=choice.title()) for choice in option.choices
        )
        text = _("{option}: {values}").format(option=option.title(), values=values)
        parser.add_argument(argument, metavar="VALUE", help=text)


def argument_for(option: str) -> str:
    """Return the argument on the command line for the game option with this name."""
    return f"--{option.replace('_', '-')}"


def chosen_target(chosen: argparse.Namespace) -> int | None:
    """Return the target that was given for ``add_game_options``, or None."""
    target: int | None = getattr(chosen, "target", None)
    return target


def chosen_options(chosen: argparse.Namespace, game: str) -> dict[str, Option]:
    """Return the given options of the game, by name.

    Raise WrongArgumentsError for a value that an option cannot have.
    """
    from mile_bones.games import spec

    found: dict[str, Option] = {}
    for option in spec(game).options:
        said = getattr(chosen, option.name)
        if said is not None:
            known = {str(choice.name): choice.name for choice in option.choices}
            check_known(argument_for(option.name), str(said), Names(known))
            found[option.name] = known[str(said)]
    return found


def check_known(argument: str, name: str | None, known: Iterable[str]) -> None:
    """Raise WrongArgumentsError if ``name`` is not in ``known``.

    None is accepted: it is the name in an argument that was not given.
    """
    if name is not None and name not in known:
        raise WrongArgumentsError(
            _("argument {argument}: “{name}” is not known; there are: {known}").format(
                argument=argument, name=name, known=known
            )
        )


def whole_number(text: str) -> int:
    """Return the number in ``text``, 0 or more. The text has at most 18 digits, from 0 to 9, and nothing else."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(_("“{text}” is not a whole number from 0 on").format(text=excerpt(text)))
    if len(text) > _MOST_DIGITS:
        too_large = _("“{text}” is too large: a number has {digits} digits at most")
        raise argparse.ArgumentTypeError(too_large.format(text=excerpt(text), digits=_MOST_DIGITS))
    return int(text)


def from_one(text: str) -> int:
    """Return the number in ``text``, 1 or more."""
    number = whole_number(text)
    if number == 0:
        raise argparse.ArgumentTypeError(_("at least 1 is needed"))
    return number


def _points(text: str) -> int:
    """Return a target: a number from 1 with at most six digits, as in the options dialog."""
    number = from_one(text)
    if number >= 10**_MOST_TARGET_DIGITS:
        too_large = _("“{text}” is too large: a number has {digits} digits at most")
        raise argparse.ArgumentTypeError(too_large.format(text=excerpt(text), digits=_MOST_TARGET_DIGITS))
    return number


def path_name(text: str) -> Path:
    """Return a path that can be the name of a file or folder, whether it exists or not."""
    if "\0" in text or not text:
        raise argparse.ArgumentTypeError(_("“{name}” cannot be the name of a file").format(name=excerpt(text)))
    return Path(text)


def place(text: str) -> Path:
    """Return the path of a file or folder that exists or could exist, if the system permits the program to check
    that.
    """
    path = path_name(text)
    try:
        path.stat()
    except FileNotFoundError:
        pass
    except OSError as error:
        reason = _("“{name}” cannot be used: {reason}").format(name=excerpt(text), reason=error.strerror or error)
        raise argparse.ArgumentTypeError(reason) from None
    return path


def add_game_arguments(parser: argparse.ArgumentParser, game: str | None = None) -> None:
    """Add the arguments that every front end has in addition to the file. The levels are those of ``game``."""
    parser.add_argument(
        "--new", action="store_true", help=_("begin a new game; an unfinished one is kept, and not gone on with")
    )
    parser.add_argument(
        "--profile", type=place, metavar="DIR", help=_("keep settings, scores and games in this folder")
    )
    parser.add_argument("--seed", type=whole_number, metavar="N", help=_("deal the cards that belong to this number"))
    parser.add_argument(
        "--level", metavar="NAME", help=_("how well the computer plays: {names}").format(names=levels(game))
    )
    parser.add_argument("--version", action="store_true", help=_("print the version and exit"))


def check_game_arguments(chosen: argparse.Namespace, game: str | None = None) -> None:
    """Raise WrongArgumentsError if an argument of ``add_game_arguments`` is wrong."""
    check_known("--level", chosen.level, levels(game))
    if chosen.file is not None and chosen.new:
        raise WrongArgumentsError(_("argument --new: a recorded game cannot be continued together with a new one"))
    if chosen.profile is not None and chosen.profile.exists() and not chosen.profile.is_dir():
        raise WrongArgumentsError(_("argument --profile: “{name}” is not a folder").format(name=chosen.profile))


def tell_interrupted(place: Path) -> None:
    """Report, after Ctrl+C, that everything but the last moments is kept in ``place``."""
    print(
        _("Interrupted. What is finished is kept in “{place}”; the same command continues from there.").format(
            place=place
        ),
        file=sys.stderr,
    )


_JOINERS_AND_DIRECTIONS = frozenset("\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069")
"""Invisible characters that Persian sentences need. Other unprintable characters could control a terminal."""


def refuse(reason: str, command: str = "mile-bones") -> int:
    """Print in one line why the command cannot be carried out. Return the exit status of a refused command."""
    line = " ".join(reason.split())
    shown = (sign if sign.isprintable() or sign in _JOINERS_AND_DIRECTIONS else "?" for sign in line)
    print(f"{command}: {''.join(shown)}", file=sys.stderr)
    return REFUSED
