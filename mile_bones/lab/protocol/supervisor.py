"""The supervisor: a process between the arena and a bot on POSIX systems, which kills the bot when the arena ends.

It is started as a script, ``python -I -S supervisor.py LINE WORD...`` (in a bundle, ``mile-bones keeper LINE WORD...``)
and needs only the standard library. WORD... is the command of the bot, which gets the supervisor's standard input,
output and error. LINE is the file descriptor of a socket whose other end only the arena holds. The supervisor sends
lines there: ``failed ERRNO``, or ``started PID`` and later ``ended STATUS``. When the arena has closed its end or has
ended, for whatever reason, the supervisor kills the bot and all that the bot has started, and ends.

On Linux, every process below the supervisor that has lost its parent becomes the supervisor's child, even in a separate
session, so that the supervisor finds all of them; elsewhere it kills the process group of the bot. If the supervisor
itself is killed on Linux, the process of the bot is killed with it.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LINUX = sys.platform == "linux"
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CALLS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGCHLD")


def supervise(line: int, words: list[str]) -> None:
    """Start the bot, and run until the arena ends or closes the line."""
    os.set_inheritable(line, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    for name in _CALLS:  # these do not stop us: we end with the arena; the bot inherits SIG_IGN, but no handler
        signal.signal(getattr(signal, name), _heed)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    if _LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        process = subprocess.Popen(  # noqa: S603 - to start it is what the user asked for
            words,
            start_new_session=True,
            preexec_fn=_die_with_the_supervisor if _LINUX else None,  # noqa: PLW1509 - there is one thread here
        )
    except OSError as error:
        _say(line, f"failed {error.errno}")
        return
    bot = process.pid  # keep the object to the end: its destructor would reap a bot that has ended already
    _hold_no_pipe()
    _say(line, f"started {bot}")
    while True:
        ready, _write, _trouble = select.select([line, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _take_note(line, bot)
        if line in ready:  # the arena sends nothing, so this means that it has ended
            break
    _end_all(line, bot)


def _heed(_number: int, _frame: object) -> None:
    """Do nothing: the signal only wakes the pipe."""


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _die_with_the_supervisor() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _hold_no_pipe() -> None:
    """Close the bot's pipes here, so that the arena sees their ends when the bot closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)
    os.close(nothing)


def _say(line: int, text: str) -> None:
    with suppress(OSError):  # the arena has gone
        os.write(line, f"{text}\n".encode())


def _take_note(line: int, bot: int) -> bool:
    """Reap the children that have ended, and report the end of the bot. Return False if no children are left."""
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if child == 0:
            return True
        if child == bot:
            _say(line, f"ended {os.waitstatus_to_exitcode(status)}")


def _end_all(line: int, bot: int) -> None:
    if not _LINUX:
        _kill_group(bot)
    while True:
        for child in _children():  # none of them is reaped yet, so their IDs are still theirs
            _kill_group(os.getpgid(child))  # all at once: otherwise a process that forks fast would get away
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        if not _take_note(line, bot):
            return
        time.sleep(0.001)


def _kill_group(group: int) -> None:
    """Kill a process group below us. The bot began a new session, and no group extends beyond its session."""
    with suppress(ProcessLookupError, PermissionError):  # PermissionError: macOS, for an ended group
        os.killpg(group, signal.SIGKILL)


def _children() -> Iterator[int]:
    """Yield the children of this process, including adopted ones, or none if there is no /proc."""
    own = os.getpid()
    with suppress(OSError):
        yield from map(int, Path(f"/proc/self/task/{own}/children").read_text(encoding="ascii").split())
        return
    for folder in Path("/proc").glob("[0-9]*"):  # the kernel was built without the file ``children``
        with suppress(OSError):
            text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            if int(text.rpartition(")")[2].split()[1]) == own:
                yield int(folder.name)


if __name__ == "__main__":
    supervise(int(sys.argv[1]), sys.argv[2:])
