"""A process that answers line by line and cannot harm us: it may die, hang, flood us or never read.

Three threads serve its pipes, so that nothing that the process does can block us. Threads work on every system, while
``select`` does not support pipes on Windows. All that is kept of the output of the process is bounded.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from typing import IO

from mile_bones.engine.errors import MileBonesError
from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol.lines import LINE_LIMIT
from mile_bones.lab.protocol.supervised_process import NotSupervised, SupervisedProcess

_WAITING_LINES = 16  # if a bot sends more than that unasked, the bot waits, not we
_LAST_WORDS = 4096  # bytes of its standard error
_CHUNK = 1 << 16
_END = b""
_READER = 1  # index of the reading thread
_SHORTLY = 1.0  # seconds for an ended process to leave its exit status, and for a killed one to close its pipes


class BotFailure(MileBonesError):
    """Raised if the bot fails.

    ``reason`` continues a sentence that begins with the bot's name, for example "gave no answer within 10 seconds".
    ``code`` is the word for programs. If ``hopeless`` is true, it is useless to report the failure to the bot.
    """

    def __init__(self, code: str, reason: str, *, hopeless: bool = False) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.hopeless = hopeless


class BotProcess:
    """The process of ``command``, which is split as by a POSIX shell; Windows gets it unchanged.

    Raise BotFailure if it cannot be started. Always call ``close``.
    """

    def __init__(self, command: str) -> None:
        self._process = _start(command)
        self._said: Queue[bytes] = Queue(_WAITING_LINES)
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._last_words = b""
        self._parted: float | None = None  # when it was asked to end; its later output is dropped
        self._threads = [
            threading.Thread(target=work, args=(pipe,), name=f"bot {self._process.pid}", daemon=True)
            for work, pipe in zip((self._write, self._read, self._overhear), self._process.pipes, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line without waiting. Whether the bot has read the line shows in its answer."""
        self._to_say.put(line)

    def receive(self, seconds: float) -> bytes:
        """Return the next line that is not blank; it may be longer than the limit.

        Raise TimeoutError if there is none within ``seconds``, BotFailure if the bot will send no more lines.
        """
        try:
            line = self._said.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None
        if line == _END:
            raise BotFailure("ended", self._how_it_ended(), hopeless=True)
        return line

    def last_words(self) -> str:
        """Return the end of the bot's output on standard error, possibly several lines."""
        return self._last_words.decode("utf-8", "replace").strip()

    def say_no_more(self) -> None:
        """Close the bot's standard input after all lines have been sent; the bot should then end."""
        self._to_say.put(None)
        self._parted = time.monotonic()

    def close(self, grace: float) -> None:
        """End the bot and all that it has started.

        Until ``grace`` seconds after ``say_no_more`` the bot may end without being killed.
        """
        assert self._parted is not None, "`say_no_more` comes first"
        self._drain(self._parted + grace)  # the bot's output ends when the bot does
        self._process.end(_SHORTLY)  # even if it has ended: its children may still run
        deadline = time.monotonic() + _SHORTLY
        self._drain(deadline)
        for thread, pipe in zip(self._threads, self._process.pipes, strict=True):
            thread.join(max(0.0, deadline - time.monotonic()))
            if not thread.is_alive():  # a descendant that escaped may hold the other end
                pipe.close()

    def _drain(self, deadline: float) -> None:
        """Empty the queue until ``deadline``, so that the reading thread, which may be blocked by it, can end."""
        while self._threads[_READER].is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                if self._said.get(timeout=0.02) == _END:
                    self._said.put(_END)  # for a later question about the reason
                    break

    def _how_it_ended(self) -> str:
        try:
            status = self._process.status(_SHORTLY)
        except NotSupervised as error:
            return str(error)
        if status is None:
            return _("closed its standard output")
        if status < 0:
            return _("was ended by signal {number}").format(number=-status)
        return _("ended with exit status {number}").format(number=status)

    def _read(self, pipe: IO[bytes]) -> None:
        rest = bytearray()
        with suppress(OSError):
            while len(rest) <= LINE_LIMIT and (chunk := os.read(pipe.fileno(), _CHUNK)):
                rest += chunk
                if b"\n" in chunk:
                    *lines, rest = rest.split(b"\n")
                    for line in lines:
                        if self._parted is None and line.strip():
                            self._said.put(bytes(line) + b"\n")
        if rest.strip():
            self._said.put(bytes(rest))
        self._said.put(_END)

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):  # the process has ended; the reading thread finds out how
            while (line := self._to_say.get()) is not None:
                left = memoryview(line)
                while left:
                    left = left[os.write(pipe.fileno(), left) :]
        with suppress(OSError):
            pipe.close()

    def _overhear(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):
            while chunk := os.read(pipe.fileno(), _CHUNK):
                self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]


def _start(command: str) -> SupervisedProcess:
    try:
        return SupervisedProcess(command)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    except NotSupervised as error:
        reason = str(error)
    raise BotFailure("not_started", _("cannot be started: {reason}").format(reason=reason), hopeless=True)
