"""A client of speech-dispatcher that uses SSIP, the protocol on its socket. No Qt.

The client connects only to a Unix socket that belongs to this user, because nobody else may receive the sentences.

The client works in a thread. The caller queues a note and never waits. If there is no server, nothing is said, and the
thread tries to connect again later.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import socket

ADDRESS = "SPEECHD_ADDRESS"
"""The environment variable with the address of the server, in the form that other clients also use."""
PATIENCE_S = 5.0
"""The maximum time to wait for an answer, and for a newly started server."""
AGAIN_S = 20.0
"""The seconds after a failure in which nothing is tried."""
WAITING = 20
"""The maximum number of sentences that wait for a slow server."""
_SERVER = "speech-dispatcher"


class _Note(NamedTuple):
    text: str
    language: str
    interrupt: bool


def can_speak() -> bool:
    """Return True on Linux and similar systems, which may have speech-dispatcher. On other systems the program does not
    offer speech.
    """
    return sys.platform not in ("win32", "darwin")


def server_socket(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the Unix socket of the server, or None if none is known. A server on the network is never returned."""
    import socket

    method, _colon, rest = environment.get(ADDRESS, "").partition(":")
    if not hasattr(socket, "AF_UNIX") or method == "inet_socket":
        return None
    if method == "unix_socket" and rest:
        return Path(rest)
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    return Path(runtime, _SERVER, "speechd.sock") if runtime else None


class SpeechClient:
    """Says sentences one after another. ``environment`` gives the address of the server."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._notes: SimpleQueue[_Note | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stream: BufferedReader | None = None
        self._socket: socket.socket | None = None
        self._language = ""
        self._not_before = 0.0

    def say(self, text: str, language: str, *, interrupt: bool = False) -> None:
        """Say `text` in a language with a code such as ``en``, after what is being said or, if ``interrupt``, instead
        of it.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
            self._thread.start()
        if interrupt:
            with suppress(Empty):
                while True:
                    self._notes.get_nowait()
        if self._notes.qsize() < WAITING:
            self._notes.put(_Note(" ".join(text.split()), language, interrupt))

    def close(self) -> None:
        """Say no more. The thread ends without anybody waiting for it."""
        if self._thread is not None:
            self._notes.put(None)

    # ------------------------------------------------------------------ in the thread

    def _work(self) -> None:
        import subprocess

        while True:
            note = self._notes.get()
            if note is None:
                self._let_go()
                return
            if monotonic() < self._not_before:
                continue
            try:
                self._speak(note)
            except (OSError, ValueError, subprocess.SubprocessError):  # missing, gone, or with an invalid answer
                self._let_go()
                self._not_before = monotonic() + AGAIN_S

    def _speak(self, note: _Note) -> None:
        if self._socket is None:
            self._connect()
        if note.interrupt:
            self._ask("CANCEL SELF")
        if note.language != self._language:
            self._ask(f"SET SELF LANGUAGE {note.language}")
            self._language = note.language
        self._ask("SPEAK")
        self._ask(("." if note.text.startswith(".") else "") + note.text + "\r\n.")

    def _connect(self) -> None:
        import socket

        path = server_socket(self._environment)
        if path is None:
            raise OSError("no address of speech-dispatcher is known")
        if ADDRESS not in self._environment and not path.exists():
            self._start_server(path)
        if path.stat().st_uid != os.getuid():
            raise OSError("this socket belongs to somebody else")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(path))
        self._stream = self._socket.makefile("rb")
        self._language = ""
        self._ask(f"SET SELF CLIENT_NAME {_user()}:mile-bones:main")
        self._ask("SET SELF PRIORITY MESSAGE")

    def _start_server(self, path: Path) -> None:
        """Start the server, as other clients also do. The server ends when it has no clients left."""
        import subprocess

        server = shutil.which(_SERVER)
        if server is None:
            raise OSError("speech-dispatcher is not installed")
        subprocess.run(  # noqa: S603 - the program of that name on the path, and nothing of the user's
            [server, "--spawn"],
            env=dict(self._environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE_S,
            check=False,
        )
        end = monotonic() + PATIENCE_S
        while not path.exists() and monotonic() < end:
            sleep(0.05)

    def _ask(self, line: str) -> None:
        """Send `line` and read the answer. Raise OSError if the server refuses."""
        assert self._socket is not None and self._stream is not None
        self._socket.sendall(f"{line}\r\n".encode())
        while True:
            answer = self._stream.readline()
            if not answer:
                raise OSError("the speech server has gone")
            if answer[3:4] != b"-":  # otherwise more lines follow
                break
        if not answer.startswith(b"2"):
            raise OSError(f"the speech server refuses: {answer!r}")

    def _let_go(self) -> None:
        with suppress(OSError):
            if self._socket is not None:
                self._socket.sendall(b"QUIT\r\n")
        for each in (self._stream, self._socket):
            with suppress(OSError):
                if each is not None:
                    each.close()
        self._stream = self._socket = None


def _user() -> str:
    """Return the user's name without signs that have a meaning in the protocol."""
    return "".join(sign for sign in os.environ.get("USER", "") if sign.isalnum()) or "unknown"
