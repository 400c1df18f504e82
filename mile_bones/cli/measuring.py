"""What the commands that measure players share: their arguments, progress, and what can go wrong on the way."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

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

_ANY_RAY = ""  # no address was given


def add_numbers(parser: Parser, game: str) -> None:
    """How many hands and games; in a game without hands, how many games."""
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
    """It is dealt, and so played in hands that can be measured alone."""
    from mile_bones.games import spec

    return spec(game).has_deals


def add_running(parser: Parser, resume: str, resume_help: str) -> None:
    """How it is played: what changes nothing about the result. ``resume`` is what to call the place for that."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=from_one, metavar="J", help=_("play in so many processes; without it, one for every core")
    )
    where.add_argument(
        "--ray",
        nargs="?",
        const=_ANY_RAY,
        metavar="ADDRESS",
        help=_("play on Ray instead: on the cluster with this address; without one, on that of RAY_ADDRESS or here"),
    )
    parser.add_argument("--resume", type=place, metavar=resume, help=resume_help)
    parser.add_argument(
        "--progress", action="store_true", help=_("tell how far it is even when nobody looks on at a terminal")
    )


@contextlib.contextmanager
def elsewhere(chosen: argparse.Namespace) -> Iterator[Spread | None]:
    """What plays instead of processes of this machine, while it is there: None without --ray."""
    if chosen.ray is None:
        yield None
        return
    from mile_bones.lab.ray_workers import on_ray

    with stdout_aside(), on_ray(chosen.ray or None) as spread:
        yield spread


@contextlib.contextmanager
def stdout_aside() -> Iterator[None]:
    """Meanwhile the standard output leads to the standard error, for libraries and other processes, too.

    Ray writes there when a process of its own dies; the standard output is the result's alone.
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
    """Refuse numbers that mirrored deals, or swapped seats, cannot have: odd ones, and none of what is needed, which is
    what ``argument`` says."""
    if not needed:
        least = _("at least {count} are needed").format(count=2)
        raise WrongArgumentsError(_("argument {argument}: {reason}").format(argument=argument, reason=least))
    if not any(number % 2 for number in (needed, *others)):
        return
    if has_hands(game):
        raise WrongArgumentsError(_("--hands and --games take even numbers: every deal is played from both seats"))
    raise WrongArgumentsError(_("--games takes even numbers: each side begins half of the games"))


def add_adjusted(parser: Parser, text: str) -> None:
    """The argument --adjusted. ``text``: what it does."""
    parser.add_argument("--adjusted", action="store_true", help=text)


def check_luck(game: str) -> None:
    """Refuse --adjusted for a game whose luck nobody can tell."""
    from mile_bones.games import spec
    from mile_bones.lab.arena import has_luck

    if not has_luck(game):
        text = _("argument --adjusted: nobody can tell the luck of {game} yet")
        raise WrongArgumentsError(text.format(game=spec(game).title()))


@contextlib.contextmanager
def under_way(chosen: argparse.Namespace) -> Iterator[ProgressLine | None]:
    """While a match is played: progress where it is wanted, errors of the lab as refusals, and a word on Ctrl+C.

    From now on this process and those that it starts calculate with one thread each.
    """
    from mile_bones.lab import workers
    from mile_bones.lab.progress import ProgressLine
    from mile_bones.lab.ray_workers import ClusterError
    from mile_bones.lab.resume import ResumeError

    workers.one_thread_each()
    stream = sys.stderr
    wanted = stream is not None and (chosen.progress or stream.isatty())
    progress = ProgressLine(stream, monotonic) if wanted else None
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


def _close(progress: ProgressLine | None) -> None:
    if progress is not None:
        progress.close()
