"""The ends that come from outside: a signal leaves the game as a key does, with the screen as it was before."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

_BY_SIGNAL = 128
"""What a shell adds to the number of the signal that has ended a command."""
HUNG_UP = _BY_SIGNAL + 1
"""The exit status when the terminal has been closed."""
_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")


@contextlib.contextmanager
def signals_end(leave: Callable[[None, int], object]) -> Iterator[None]:
    """While this lasts a signal that would kill the process has ``leave(None, status)`` called in the running loop.

    Before there is one it is SystemExit. What somebody has chosen to ignore, as nohup does, stays ignored.
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
