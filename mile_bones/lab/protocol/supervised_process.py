"""The process of a bot, which ends when our process ends. On POSIX systems it runs behind a supervisor (see
`supervisor`).

On Windows there is no supervisor. The bot and its children are ended when the match is over. If the arena is killed,
the bot sees the end of its standard input.
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
from mile_bones.lab.protocol import supervisor

# A bundle has no Python to start, so it starts itself (mile_bones.cli.keeper).
_BUNDLED = getattr(sys, "frozen", False)
_SUPERVISOR = [sys.executable, "keeper"] if _BUNDLED else [sys.executable, "-I", "-S", supervisor.__file__]


class NotSupervised(Exception):
    """Raised if the supervisor has ended too early. The message continues a sentence that begins with the bot's
    name.
    """


if sys.platform == "win32":

    class SupervisedProcess:
        """The process of ``command``, given to the system unchanged. Raise OSError or ValueError if it cannot start."""

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
            """Return the exit status of the process, or None if it has not ended within ``seconds``."""
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(seconds)
            return None

        def end(self, seconds: float) -> None:
            """Kill the process and all that it has started, and wait for its end, at most ``seconds``."""
            if self._process.poll() is None:
                taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "taskkill.exe")
                with suppress(OSError):
                    subprocess.run(  # noqa: S603 - no part of it comes from outside
                        [taskkill, "/T", "/F", "/PID", str(self._process.pid)], capture_output=True, check=False
                    )
                self._process.kill()
            self.status(seconds)

else:

    class SupervisedProcess:
        """The process of ``command``, split as by a shell. Raise OSError or ValueError if it cannot start.

        A supervisor runs between us and the bot, and is the only process of ours that the bot can see.
        """

        def __init__(self, command: str) -> None:
            words = shlex.split(command)
            if not words:
                raise ValueError(_("the command is empty"))
            self._status: int | None = None
            self._heard = b""
            self._line, theirs = socket.socketpair()  # one end for the supervisor alone, the other for us
            try:
                with theirs:
                    self._supervisor = subprocess.Popen(  # noqa: S603 - to start it is what the user asked for
                        [*_SUPERVISOR, str(theirs.fileno()), *words],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        bufsize=0,
                        start_new_session=True,
                        pass_fds=(theirs.fileno(),),
                    )
                self.pipes = _pipes(self._supervisor)
                self.pid = self._started()
            except BaseException:
                self._line.close()
                raise

        def status(self, seconds: float) -> int | None:
            """Return the bot's exit status, negative for a signal, or None if the bot has not ended within ``seconds``.

            Raise NotSupervised if the supervisor has ended, so that the status is lost.
            """
            if self._status is None and self._line.fileno() >= 0:
                self._line.settimeout(seconds)
                with suppress(TimeoutError):
                    self._status = int(self._hear())
            return self._status

        def end(self, seconds: float) -> None:
            """Kill the bot and all that it has started, and wait for their ends, at most ``seconds``."""
            if self._line.fileno() < 0:
                return  # the bot has been ended already
            self._line.shutdown(socket.SHUT_WR)
            self._supervisor.send_signal(signal.SIGCONT)  # the bot may have stopped the supervisor
            with suppress(subprocess.TimeoutExpired):
                if self._supervisor.wait(seconds) == 0:
                    with suppress(NotSupervised):
                        self.status(seconds)
                else:  # the supervisor was killed, perhaps by the bot; processes of the bot may be left
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self.pid, signal.SIGKILL)
            self._line.close()

        def _started(self) -> int:
            """Return the process ID of the bot. Raise OSError if it cannot be started."""
            try:
                return int(self._hear())
            except (NotSupervised, OSError):
                for pipe in self.pipes:
                    pipe.close()
                self._supervisor.wait()
                raise

        def _hear(self) -> str:
            """Return the number in the supervisor's next message.

            Raise NotSupervised if the supervisor has ended, OSError if it could not start the bot.
            """
            while b"\n" not in self._heard:
                try:
                    said = self._line.recv(4096)
                except ConnectionError:
                    said = b""
                if not said:
                    raise NotSupervised(_("has lost the process that watches over it"))
                self._heard += said
            line, self._heard = self._heard.split(b"\n", 1)
            word, number = line.decode().split()
            if word == "failed":
                raise OSError(int(number), os.strerror(int(number)))
            return number


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return the standard input, output and error of ``process``."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr
