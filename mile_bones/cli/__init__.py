"""The command ``mile-bones``: it reads the arguments and starts a front end, nothing else.

Exit status 0 means that all went well, 1 that a record does not hold, that a bot from outside has forfeited or that
nobody read the output to its end, 2 that the command cannot be carried out: the arguments are wrong, a file is not fit
for it, the disk is full, or no window can be opened. What goes wrong is said in one line on the standard error.

Every command is a module of its own with ``run(words) -> int``, imported when it is the one that was asked for.
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
    """Do what the arguments (None: those of the process) ask for and return the exit status."""
    return carry_out("mile-bones", _run_command, arguments)


def carry_out(command: str, run: Callable[[list[str]], int], arguments: Sequence[str] | None) -> int:
    """Have a command done; whatever goes wrong is said in one line. Returns the exit status."""
    i18n.install(folder=resources.path("translations"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that the terminal has not
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return run(words)
    except CommandError as error:
        return refuse(str(error), command)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone, as `head` does
        _write_no_more()
        return _NOT_READ
    except OSError as error:
        if error.filename is not None or sys.stdout is None:  # a file: whoever opens it has to answer for it
            raise
        _write_no_more()
        if sys.platform == "win32" and error.errno == errno.EINVAL:  # the word there for a reader that has gone
            return _NOT_READ
        return refuse(_("the output cannot be written: {reason}").format(reason=error.strerror or str(error)), command)


def _run_command(words: list[str]) -> int:
    name, rest = (words[0], words[1:]) if words and words[0] in _COMMANDS else ("play", words)
    run: Callable[[list[str]], int] = importlib.import_module(f"mile_bones.cli.{name}").run
    try:
        return run(rest)
    finally:  # what is still in the buffer, also after --help
        if sys.stdout is not None:  # Windows starts a program without a console so
            sys.stdout.flush()


def _write_no_more() -> None:
    """Python shall not try once more to write what is left, and complain, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
