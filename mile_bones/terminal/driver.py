"""Keys from the terminal and letters to it, as Textual does both, but whatever a terminal sends, and when it is gone.

What is typed need not be text: a byte that is none comes as a sign of its own, as any other wrong key. A terminal that
has been closed takes no more letters, and gives no more keys: the game ends, and is there at the next start.
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
_WAIT = 0.1  # seconds between two looks at whether the game is over


class Driver(LinuxDriver):
    """Textual's own, with another way of reading; ``app.end`` is told when there is nobody left."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._file: Any = _Forgiving(self._file)

    def run_input_thread(self) -> None:
        """Hand on keys until the game is over, or the terminal gone."""
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
        """What has been typed; nothing when the terminal has gone."""
        try:
            return os.read(self.fileno, _MOST)
        except OSError:
            return b""


class _Forgiving:
    """The terminal as a file whose errors end nobody: a thread writes to it, and others wait for that thread."""

    def __init__(self, file: IO[str] | None) -> None:
        assert file is not None
        self._file = file

    def write(self, text: str) -> None:
        """Write it, if somebody is there."""
        try:
            self._file.write(text)
        except OSError:
            self._give_up()

    def flush(self) -> None:
        """Now."""
        try:
            self._file.flush()
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """Write to nowhere from now on. Python would fail to write what is left when it ends, and exit with 120."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._file.fileno())

    def fileno(self) -> int:
        """That of the terminal."""
        return self._file.fileno()
