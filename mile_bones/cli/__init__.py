"""The command ``mile-bones``, which only reads the arguments and starts a front end.

The exit status is 0 if all went well. It is 1 if a record is wrong, if an external bot has forfeited, or if the reader
of the output closed it early. It is 2 if the command cannot be carried out: the arguments are wrong, a file cannot be
used, the disk is full, or no window can be opened. An error is one line on the standard error.

Every command is a module with ``run(words) -> int``, which is imported only when the command is called.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from mile_bones import i18n, resources
from mile_bones.cli.common import CommandError, refuse
from mile_bones.i18n import gettext as _

_COMMANDS = ("replay", "review", "arena", "crosstable", "bot", "train", "improve", "reviewer", "keeper", "menu")
_INTERRUPTED = 130  # what a shell reports for a command that Ctrl+C ended
_NOT_READ = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command with ``arguments``, or with those of the process if None. Return the exit status."""
    return carry_out("mile-bones", _run_command, arguments)


def carry_out(command: str, run: Callable[[list[str]], int], arguments: Sequence[str] | None) -> int:
    """Call ``run`` with the arguments and report errors in one line. Return the exit status."""
    i18n.install(folder=resources.path("translations"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that the terminal lacks
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return run(words)
    except CommandError as error:
        return refuse(str(error), command)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # the program that reads the output has ended, as `head` does
        _write_no_more()
        return _NOT_READ
    except OSError as error:
        if error.filename is not None or sys.stdout is None:  # a file's errors are handled where it is opened
            raise
        _write_no_more()
        if sys.platform == "win32" and error.errno == errno.EINVAL:  # Windows reports a closed pipe like this
            return _NOT_READ
        return refuse(_("the output cannot be written: {reason}").format(reason=error.strerror or str(error)), command)


def _run_command(words: list[str]) -> int:
    name, rest = (words[0], words[1:]) if words and words[0] in _COMMANDS else ("play", words)
    run: Callable[[list[str]], int] = importlib.import_module(f"mile_bones.cli.{name}").run
    try:
        return run(rest)
    finally:  # write what is still in the buffer, also after --help
        if sys.stdout is not None:  # None on Windows without a console
            sys.stdout.flush()


def _write_no_more() -> None:
    """Redirect the standard output to the null device, so that Python does not try to write the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
