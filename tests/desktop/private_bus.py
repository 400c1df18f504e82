"""A D-Bus that only the test uses."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def private_bus(environment: Mapping[str, str]) -> Iterator[str]:
    """Run a session bus and yield its address. The bus starts services in `environment` when they are called."""
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
