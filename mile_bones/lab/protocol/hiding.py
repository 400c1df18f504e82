"""What a program of the same user, such as a bot, could read of us: our command line, our memory, our open files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

_PR_SET_DUMPABLE = 4


def hide_memory() -> None:
    """On Linux, no process of this user can look into this one from now on; root can."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def begin_anew(before: Sequence[str], words: Sequence[str], said: str) -> None:
    """Where the command line of this process ends with ``before``: become the same command with ``words`` in its place.

    What was ``said`` there stands on the standard input then. Does not return when that has come about; nothing
    happens where the arguments are not those of the process, and on Windows, which cannot do it.
    """
    count = len(before)
    if sys.platform == "win32" or not count or sys.orig_argv[-count:] != list(before):
        return
    read, write = os.pipe()
    os.write(write, said.encode())
    os.close(write)
    os.dup2(read, 0)
    os.close(read)
    program = [sys.executable, *sys.orig_argv[1:-count], *words]
    os.execv(sys.executable, program)  # noqa: S606 - it is ourselves
