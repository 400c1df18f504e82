"""The command ``mile-bones``: it reads the arguments and starts a front end, nothing else.

Exit status 0 means that all went well, 1 that a record does not hold or that a bot from outside has forfeited, 2 that
the command cannot be carried out: the arguments are wrong, a file is not fit for it, or no window can be opened. What
goes wrong is said in one line on the standard error.

Every command is a module of its own with ``run(words) -> int``, imported when it is the one that was asked for.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from mile_bones import i18n, resources
from mile_bones.cli.common import CommandError, refuse

_COMMANDS = ("replay", "arena", "crosstable", "bot", "train")
_INTERRUPTED = 130  # what a shell reports for a command that Ctrl+C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments (None: those of the process) ask for and return the exit status."""
    i18n.install(folder=resources.path("translations"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that the terminal has not
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words and words[0] in _COMMANDS:
            status = _command(words[0])(words[1:])
        else:
            status = _command("play")(words)
        if sys.stdout is not None:  # Windows starts a program without a console so
            sys.stdout.flush()
    except CommandError as error:
        return refuse(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; Python shall not complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _command(name: str) -> Callable[[list[str]], int]:
    run: Callable[[list[str]], int] = importlib.import_module(f"mile_bones.cli.{name}").run
    return run
