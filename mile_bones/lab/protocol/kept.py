"""The process of a bot, and that it ends with us: behind a keeper where there are POSIX processes.

On Windows nobody keeps it: it is ended with its children when the match is over, and hears the end of its standard
input when the arena is killed.
"""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol import keeper

# A bundle has no Python to start: it is itself (mile_bones.cli.keeper).
_KEEPER = [sys.executable, "keeper"] if getattr(sys, "frozen", False) else [sys.executable, "-I", "-S", keeper.__file__]


class Unkept(Exception):
    """The keeper has gone before its time. The text goes on from the bot's name."""


if sys.platform == "win32":

    class KeptProcess:
        """The process of ``command``, which the system gets as it is. OSError or ValueError when there will be none."""

        def __init__(self, command: str) -> None:
            self._process = subprocess.Popen(  # noqa: S603 - to start it is what the user asked for
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
            )
            self.pid = self._process.pid
            self.pipes = _pipes(self._process)

        def status(self, seconds: float) -> int | None:
            """With what it has ended; None when it has not within ``seconds``."""
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(seconds)
            return None

        def end(self, seconds: float) -> None:
            """Kill it and what it has started; for at most ``seconds`` wait until that has happened."""
            if self._process.poll() is None:
                taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "taskkill.exe")
                with suppress(OSError):
                    subprocess.run(  # noqa: S603 - no word of it comes from outside
                        [taskkill, "/T", "/F", "/PID", str(self._process.pid)], capture_output=True, check=False
                    )
                self._process.kill()
            self.status(seconds)

else:

    class KeptProcess:
        """The process of ``command``, split as a shell would. OSError or ValueError when there will be none.

        The keeper that stands between is the one process that it can see of us.
        """

        def __init__(self, command: str) -> None:
            words = shlex.split(command)
            if not words:
                raise ValueError(_("the command is empty"))
            self._status: int | None = None
            self._heard = b""
            self._line, theirs = socket.socketpair()  # the other end is the keeper's alone, and this one is ours alone
            try:
                with theirs:
                    self._keeper = subprocess.Popen(  # noqa: S603 - to start it is what the user asked for
                        [*_KEEPER, str(theirs.fileno()), *words],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        bufsize=0,
                        start_new_session=True,
                        pass_fds=(theirs.fileno(),),
                    )
                self.pipes = _pipes(self._keeper)
                self.pid = self._started()
            except BaseException:
                self._line.close()
                raise

        def status(self, seconds: float) -> int | None:
            """With what it has ended, a signal as a negative number; None when it has not within ``seconds``.

            Unkept when nobody can tell any more.
            """
            if self._status is None and self._line.fileno() >= 0:
                self._line.settimeout(seconds)
                with suppress(TimeoutError):
                    self._status = int(self._hear())
            return self._status

        def end(self, seconds: float) -> None:
            """Kill it and all that it has started; for at most ``seconds`` wait until all of it is gone."""
            if self._line.fileno() < 0:
                return  # it has been ended already
            self._line.shutdown(socket.SHUT_WR)
            self._keeper.send_signal(signal.SIGCONT)  # the bot may have stopped it
            with suppress(subprocess.TimeoutExpired):
                if self._keeper.wait(seconds) == 0:
                    with suppress(Unkept):
                        self.status(seconds)
                else:  # it was killed, by the bot perhaps, and what the bot has started may have been left
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self.pid, signal.SIGKILL)
            self._line.close()

        def _started(self) -> int:
            """The number of the bot's process; OSError when it cannot be started."""
            try:
                return int(self._hear())
            except (Unkept, OSError):
                for pipe in self.pipes:
                    pipe.close()
                self._keeper.wait()
                raise

        def _hear(self) -> str:
            """What the keeper tells next. Unkept when it has gone, OSError when it could not start the bot."""
            while b"\n" not in self._heard:
                try:
                    said = self._line.recv(4096)
                except ConnectionError:
                    said = b""
                if not said:
                    raise Unkept(_("has lost the process that watches over it"))
                self._heard += said
            line, self._heard = self._heard.split(b"\n", 1)
            word, number = line.decode().split()
            if word == "failed":
                raise OSError(int(number), os.strerror(int(number)))
            return number


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Its standard input, output and error."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr
