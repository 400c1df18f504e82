"""The shared parts of the commands that measure players: arguments, progress, and errors during a match."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

from mile_bones.cli.common import (
    CommandError,
    Parser,
    WrongArgumentsError,
    from_one,
    place,
    tell_interrupted,
    whole_number,
)
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.lab.progress import ProgressLine
    from mile_bones.lab.workers import Spread


class _Closed(Protocol):
    def close(self) -> None: ...


Progress = TypeVar("Progress", bound=_Closed)

_ANY_RAY = ""  # the value of --ray without an address


def add_numbers(parser: Parser, game: str) -> None:
    """Add the arguments for the numbers of hands and games. If the game has no hands, add only the one for games."""
    if has_hands(game):
        hands, games = _("how many hands, an even number"), _("how many whole games besides, an even number (0)")
        parser.add_argument("--hands", type=whole_number, required=True, metavar="N", help=hands)
        parser.add_argument("--games", type=whole_number, default=0, metavar="G", help=games)
        return
    parser.set_defaults(hands=0)
    parser.add_argument(
        "--games", type=whole_number, required=True, metavar="G", help=_("how many games, an even number")
    )


def has_hands(game: str) -> bool:
    """Return True if the game is dealt, so that single hands can be measured."""
    from mile_bones.games import spec

    return spec(game).has_deals


def add_running(parser: Parser, resume: str, resume_help: str) -> None:
    """Add the arguments that do not change the result. They say how to calculate, where to resume, and whether to show
    the progress.

    ``resume`` is the placeholder for the value of ``--resume`` in the help.
    """
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=from_one, metavar="J", help=_("the number of processes; without it, one for every core")
    )
    where.add_argument(
        "--ray",
        nargs="?",
        const=_ANY_RAY,
        metavar="ADDRESS",
        help=_("play on Ray instead: on the cluster with this address; without one, on that of RAY_ADDRESS or here"),
    )
    parser.add_argument("--resume", type=place, metavar=resume, help=resume_help)
    add_progress(parser)


@contextlib.contextmanager
def elsewhere(chosen: argparse.Namespace) -> Iterator[Spread | None]:
    """Yield the Ray cluster on which to play instead of this machine's processes, or None without ``--ray``."""
    if chosen.ray is None:
        yield None
        return
    from mile_bones.lab.ray_workers import on_ray

    with stdout_aside(), on_ray(chosen.ray or None) as spread:
        yield spread


@contextlib.contextmanager
def stdout_aside() -> Iterator[None]:
    """Redirect the standard output to the standard error inside the context, also for libraries and other processes.

    Ray writes to the standard output if one of its processes dies, but the standard output is for the result only.
    """
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def check_even(game: str, needed: int, *others: int, argument: str = "--hands") -> None:
    """Raise WrongArgumentsError if a number is odd, or if ``needed`` is 0. ``argument`` is the option for ``needed``.

    Numbers must be even because every deal is played twice with the seats swapped, or each side begins half of the
    games.
    """
    if not needed:
        least = _("at least {count} are needed").format(count=2)
        raise WrongArgumentsError(_("argument {argument}: {reason}").format(argument=argument, reason=least))
    if not any(number % 2 for number in (needed, *others)):
        return
    if has_hands(game):
        raise WrongArgumentsError(_("--hands and --games take even numbers: every deal is played from both seats"))
    raise WrongArgumentsError(_("--games takes even numbers: each side begins half of the games"))


def add_adjusted(parser: Parser, text: str) -> None:
    """Add the argument ``--adjusted`` with the help ``text``."""
    parser.add_argument("--adjusted", action="store_true", help=text)


def check_luck(game: str) -> None:
    """Raise WrongArgumentsError if the luck of this game cannot be measured."""
    from mile_bones.games import spec
    from mile_bones.lab.arena import has_luck

    if not has_luck(game):
        text = _("argument --adjusted: nobody can tell the luck of {game} yet")
        raise WrongArgumentsError(text.format(game=spec(game).title()))


def add_progress(parser: Parser) -> None:
    """Add the argument ``--progress``, for ``under_way``."""
    parser.add_argument(
        "--progress", action="store_true", help=_("tell how far it is even when nobody looks on at a terminal")
    )


@contextlib.contextmanager
def under_way(chosen: argparse.Namespace) -> Iterator[ProgressLine | None]:
    """Yield the progress line of a match, or None if no progress line is wanted. See ``progress_of``."""
    from mile_bones.lab.progress import ProgressLine

    with progress_of(ProgressLine, chosen) as progress:
        yield progress


@contextlib.contextmanager
def progress_of(
    make: Callable[[TextIO, Callable[[], float]], Progress], chosen: argparse.Namespace
) -> Iterator[Progress | None]:
    """Yield the progress line that ``make`` returns for a stream and a clock, or None if no progress line is wanted.

    Errors of the lab become CommandError, and Ctrl+C reports where finished parts are kept. Inside the context, this
    process and those that it starts calculate with one thread each.
    """
    from mile_bones.lab import workers
    from mile_bones.lab.line_file import ResumeError
    from mile_bones.lab.ray_workers import ClusterError

    workers.one_thread_each()
    stream = sys.stderr
    wanted = stream is not None and (chosen.progress or stream.isatty())
    progress = make(stream, monotonic) if wanted else None
    try:
        yield progress
    except (ClusterError, ResumeError, workers.WorkerDied) as error:
        _close(progress)
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        _close(progress)
        if chosen.resume is not None:
            tell_interrupted(chosen.resume)
        raise
    else:
        _close(progress)


def _close(progress: _Closed | None) -> None:
    if progress is not None:
        progress.close()
