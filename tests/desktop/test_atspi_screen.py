"""The player of the tests with a screen reader, and the window that it operates."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desktop.atspi_screen import play

WINDOW = """
import sys
sys.stderr.write("x" * 1_000_000)
open(sys.argv[1], "w").write("written")
"""
PLAYER = "import sys; open(sys.argv[1]).read(); print('{}')"


@pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux")
def test_a_window_may_write_many_errors_while_the_player_waits_for_it(tmp_path: Path, root: Path) -> None:
    written = tmp_path / "written"
    os.mkfifo(written)
    window = [sys.executable, "-c", WINDOW, str(written)]
    account = play(window, ["-c", PLAYER, str(written)], os.environ, root, patience=60)
    assert account == ({}, 0, "x" * 1_000_000)
