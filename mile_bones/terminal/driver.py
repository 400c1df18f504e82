"""A driver of Textual that survives every input, and the loss of the terminal.

A byte that is not text becomes a replacement character, which is treated as a wrong key. When the terminal is closed,
the game ends, and can be continued at the next start.
"""

from __future__ import annotations

import codecs
import os
import selectors
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from mile_bones.terminal.ending import HUNG_UP

_MOST = 4096
_WAIT = 0.1  # seconds between two checks whether the game is over


class Driver(LinuxDriver):
    """Textual's driver for Linux with a different way of reading. It exits the app when the terminal is closed."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._file: Any = _Forgiving(self._file)

    def run_input_thread(self) -> None:
        """Pass keys to the app until the game is over or the terminal is closed."""
        parser = XTermParser(self._debug)
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_WAIT):
                    data = self._read()
                    if not data:
                        self._app.call_later(self._app.exit, None, HUNG_UP)
                        return
                    for event in parser.feed(decode(data)):
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        """Return the typed bytes, or b"" if the terminal was closed."""
        try:
            return os.read(self.fileno, _MOST)
        except OSError:
            return b""


class _Forgiving:
    """The terminal as a file whose errors are not raised. An error would end the thread that writes, for which other
    threads wait.
    """

    def __init__(self, file: IO[str] | None) -> None:
        assert file is not None
        self._file = file

    def write(self, text: str) -> None:
        """Write the text, unless the terminal was closed."""
        try:
            self._file.write(text)
        except OSError:
            self._give_up()

    def flush(self) -> None:
        """Flush the output, unless the terminal was closed."""
        try:
            self._file.flush()
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """Write to the null device from now on. Otherwise Python fails to flush when it ends, and exits with 120."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._file.fileno())

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._file.fileno()
