"""A D-Bus of our own, on which nobody else speaks."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def private_bus(environment: Mapping[str, str]) -> Iterator[str]:
    """A bus with a session's services, started in this environment when they are called; its address."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    with daemon:
        try:
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()
