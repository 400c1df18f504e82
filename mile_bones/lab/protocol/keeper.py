"""Between the arena and a bot, where there are POSIX processes: when the arena is no more, the bot is no more.

It is started as a script, ``python -I -S keeper.py LINE WORD...`` (in a bundle, ``mile-bones keeper LINE WORD...``) and
needs nothing but the standard library. WORD... is the command of the bot, which gets the keeper's own standard input,
output and error. LINE is a socket whose other end the arena alone holds. The keeper says there in a line each
``failed ERRNO``, or ``started PID`` and later ``ended STATUS``. When nothing more can come from the arena, because it
has said so or has gone, however it went, the keeper kills the bot and all that the bot has started, and ends.

On Linux, whatever has lost its parent below the keeper becomes its child, also what has put itself into a session of
its own, so that it finds everything; elsewhere it kills the group of the bot. Should the keeper itself be killed, on
Linux the process of the bot is killed with it.
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


def keep(line: int, words: list[str]) -> None:
    """Start the bot, and stay as long as the arena wants it to live."""
    os.set_inheritable(line, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    for name in _CALLS:  # whoever ends the arena ends us as well; and a handler, unlike SIG_IGN, is not for the bot
        signal.signal(getattr(signal, name), _heed)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    if _LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        process = subprocess.Popen(  # noqa: S603 - to start it is what the user asked for
            words,
            start_new_session=True,
            preexec_fn=_die_with_the_keeper if _LINUX else None,  # noqa: PLW1509 - there is one thread here
        )
    except OSError as error:
        _say(line, f"failed {error.errno}")
        return
    bot = process.pid  # the object stays alive to the end: when it goes, it buries a bot that has ended already
    _hold_no_pipe()
    _say(line, f"started {bot}")
    while True:
        ready, _write, _trouble = select.select([line, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _take_note(line, bot)
        if line in ready:  # the arena never says anything: this is its end
            break
    _end_all(line, bot)


def _heed(_number: int, _frame: object) -> None:
    """Only the pipe is woken."""


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _die_with_the_keeper() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _hold_no_pipe() -> None:
    """The arena shall see the ends of the bot's pipes when the bot is done with them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)
    os.close(nothing)


def _say(line: int, text: str) -> None:
    with suppress(OSError):  # the arena has gone
        os.write(line, f"{text}\n".encode())


def _take_note(line: int, bot: int) -> bool:
    """Bury who has ended, and tell of the bot. False when no children are left."""
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
        for child in _children():  # not yet buried, so their numbers are their own
            _kill_group(os.getpgid(child))  # all at once, or who forks quickly would get away
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        if not _take_note(line, bot):
            return
        time.sleep(0.001)


def _kill_group(group: int) -> None:
    """A group below us: the bot began a session, and groups do not reach out of a session."""
    with suppress(ProcessLookupError, PermissionError):  # the latter is macOS about a group that has ended
        os.killpg(group, signal.SIGKILL)


def _children() -> Iterator[int]:
    """The children of this process, those it has adopted among them; none where there is no /proc."""
    own = os.getpid()
    with suppress(OSError):
        yield from map(int, Path(f"/proc/self/task/{own}/children").read_text(encoding="ascii").split())
        return
    for folder in Path("/proc").glob("[0-9]*"):  # a kernel that was built without those files
        with suppress(OSError):
            text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            if int(text.rpartition(")")[2].split()[1]) == own:
                yield int(folder.name)


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
