"""The end of the program by a signal. A signal leaves the game as a key does, and restores the screen."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

_BY_SIGNAL = 128
"""A number to which the number of the signal is added. The sum is the exit status after a signal, as in shells."""
HUNG_UP = _BY_SIGNAL + 1
"""The exit status after the terminal was closed."""
_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")


@contextlib.contextmanager
def signals_end(leave: Callable[[None, int], object]) -> Iterator[None]:
    """Call ``leave(None, status)`` in the running loop when a signal comes that would kill the process.

    Raise SystemExit if no loop is running yet. A signal that is ignored, as under nohup, stays ignored.
    """

    def end(number: int, _frame: object) -> None:
        status = _BY_SIGNAL + number
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            raise SystemExit(status) from None
        loop.call_soon_threadsafe(leave, None, status)

    found = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in found}
    for number, old in before.items():
        if old is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, old in before.items():
            if old is not signal.SIG_IGN:
                signal.signal(number, old)
