"""Hides from other programs of the same user, such as a bot, our command line, our memory and our open files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

_PR_SET_DUMPABLE = 4


def hide_memory() -> None:
    """On Linux, prevent other processes of this user, except root's, from inspecting this process from now on."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def begin_anew(before: Sequence[str], words: Sequence[str], said: str) -> None:
    """Replace this process by a new one with a changed command line: ``words`` take the place of ``before`` at its end.

    The new process finds ``said``, which the old command line contained, on its standard input. Do not return if that
    succeeds. Do nothing on Windows, which does not support this, or if the command line of the process does not end
    with ``before``.
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
    os.execv(sys.executable, program)  # noqa: S606 - this program itself
