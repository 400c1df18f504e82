"""Stands in for speech-dispatcher. It serves SSIP, the protocol of speech-dispatcher, on a socket, and records what
would be spoken.

With this server a test learns what a screen reader, or the game itself, would have said aloud.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ANSWERS = {
    "HISTORY GET CLIENT_ID": "245-1\r\n245 OK CLIENT ID SENT",
    "SPEAK": "230 OK RECEIVING DATA",
    "CHAR": "225-1\r\n225 OK MESSAGE QUEUED",
    "KEY": "225-1\r\n225 OK MESSAGE QUEUED",
    "SOUND_ICON": "225-1\r\n225 OK MESSAGE QUEUED",
    "QUIT": "231 HAPPY HACKING",
    "LIST OUTPUT_MODULES": "250-espeak-ng\r\n250 OK MODULE LIST SENT",
    "LIST SYNTHESIS_VOICES": "249-English\ten\tnone\r\n249 OK VOICE LIST SENT",
    "LIST VOICES": "249-MALE1\r\n249 OK VOICE LIST SENT",
    "GET OUTPUT_MODULE": "251-espeak-ng\r\n251 OK GET RETURNED",
    "GET RATE": "251-0\r\n251 OK GET RETURNED",
}


class SpeechServer:
    """The messages and commands of all clients so far."""

    def __init__(self, path: Path) -> None:
        self.address = f"unix_socket:{path}"
        """The value for SPEECHD_ADDRESS."""
        self.spoken: list[str] = []
        """The spoken messages as plain words, without mark-up."""
        self.commands: list[str] = []
        """All other commands that were received."""
        self.came = threading.Condition()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        self._clients: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Close all sockets, as a stopped daemon does."""
        for each in (self._socket, *self._clients):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def wait_for(self, *texts: str, since: int = 0, seconds: float = 30) -> str:
        """Return the first message after the first `since` that contains one of the texts.

        Raise AssertionError with the messages that came instead.
        """

        def found() -> str | None:
            return next((said for said in self.spoken[since:] if any(text in said for text in texts)), None)

        with self.came:
            assert self.came.wait_for(found, seconds), f"none of {texts} is spoken, but {self.spoken[since:]}"
            return str(found())

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._socket.accept()
                self._clients.append(client)
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        data: list[str] | None = None
        with suppress(OSError), client.makefile("rwb") as stream:
            for raw in stream:
                line = raw.decode("utf-8").rstrip("\r\n")
                if data is None:
                    answer = _answer(line)
                    data = [] if line.upper() == "SPEAK" else None
                    with self.came:
                        self.commands.append(line)
                        self.came.notify_all()
                elif line == ".":
                    with self.came:
                        self.spoken.append(_plain(" ".join(data)))
                        self.came.notify_all()
                    data, answer = None, "225-1\r\n225 OK MESSAGE QUEUED"
                else:
                    data.append(line[1:] if line.startswith("..") else line)
                    continue
                stream.write(f"{answer}\r\n".encode())
                stream.flush()


def _answer(line: str) -> str:
    return next((answer for begins, answer in _ANSWERS.items() if line.upper().startswith(begins)), "208 OK DONE")


def _plain(text: str) -> str:
    text = re.sub(r"<[^>]*>", "", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


@contextmanager
def speech_server(folder: Path) -> Iterator[SpeechServer]:
    """Run a ``SpeechServer`` with its socket in `folder`, whose path must be short."""
    server = SpeechServer(folder / "speech")
    try:
        yield server
    finally:
        server.close()
