"""Disks that a test may fill up or lock without harm. They are real file systems that only the test itself sees."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import FORBIDDEN, ROOT

_INSIDE = "MILE_BONES_TEST_MOUNTS"
_ALONE = ("unshare", "--map-root-user", "--mount")


def with_own_mounts(test: Callable[..., None]) -> Callable[..., None]:
    """Run the test in a second pytest that may mount file systems. All mounts vanish with that process."""

    @functools.wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        if _INSIDE in os.environ:
            test(*arguments, **fixtures)
            return
        if shutil.which("unshare") is None:
            pytest.skip("unshare of util-linux is not installed here")
        if subprocess.run([*_ALONE, "true"], capture_output=True).returncode:
            pytest.skip(f"nobody may mount a disk of his own here: {FORBIDDEN}")
        node = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
        room = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
        with tempfile.TemporaryDirectory() as folder:
            command = [
                *_ALONE,
                sys.executable,
                "-m",
                "pytest",
                *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest"),
                f"--basetemp={folder}/t",
                node,
            ]
            done = subprocess.run(command, cwd=ROOT, env=room | {_INSIDE: "1"}, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    return run


class SmallDisk:
    """A separate disk at ``folder``, with ``kib`` KiB of room."""

    def __init__(self, folder: Path, kib: int = 512) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._filling = folder / "filling"
        _mount("-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder))

    def fill(self, but: int = 0) -> None:
        """Fill the disk until only ``but`` KiB are free."""
        with self._filling.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 4096)
        if but:
            os.truncate(self._filling, self._filling.stat().st_size - but * 1024)
        assert shutil.disk_usage(self._folder).free == but * 1024

    def make_room(self) -> None:
        """Free the room that ``fill`` took."""
        self._filling.unlink()

    def forbid(self) -> None:
        """Make the disk read-only, even for root."""
        _mount("--bind", str(self._folder), str(self._folder))
        _mount("-o", "remount,bind,ro", str(self._folder))

    def allow(self) -> None:
        """Make the disk writable again."""
        subprocess.run(["umount", str(self._folder)], check=True)


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)
