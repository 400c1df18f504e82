"""The time from the command to the first screen of mille, in a real pseudo-terminal:
``tests/tools/bench/bench_terminal.py``.

Beside each start, a bare Python runs that imports Textual and ends. This is because the speed of a machine differs from
hour to hour. The aim is 0.6 seconds to the first screen.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import statistics
import sys
import tempfile
import termios
import time

LAST_ON_SCREEN = b"--MILEAGE--"
"""The last words of the screen, from the top. When these words appear, the whole screen is complete."""


def first_screen(profile: str) -> float:
    """Return the seconds until the screen is complete."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        termios.tcsetwinsize(0, (24, 80))
        os.environ["TERM"] = "xterm-256color"
        os.execv(
            sys.executable,
            [
                sys.executable,
                "-c",
                "from mile_bones.cli.mille import main; main()",
                "--profile",
                profile,
                "--seed",
                "1",
            ],
        )
    shown = b""
    while LAST_ON_SCREEN not in shown:
        if not select.select([terminal], [], [], 20)[0]:
            raise SystemExit("no screen for twenty seconds")
        shown += os.read(terminal, 65536)
    seconds = time.perf_counter() - began
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return seconds


def bare() -> float:
    """Return the seconds of a Python that only imports Textual's application."""
    began = time.perf_counter()
    os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", "import textual.app"])
    return time.perf_counter() - began


def main() -> None:
    """Measure by turns, and print medians with the spread."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=11, help="starts (default: %(default)s)")
    runs = parser.parse_args().runs
    screens, imports = [], []
    for _run in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            screens.append(first_screen(folder))
        imports.append(bare())
    for name, seconds in (("first screen", screens), ("bare import of Textual", imports)):
        median = statistics.median(seconds)
        print(f"{name}: {1000 * median:.0f} ms ({1000 * min(seconds):.0f} to {1000 * max(seconds):.0f})")
    print(f"ratio of medians: {statistics.median(screens) / statistics.median(imports):.2f}")


if __name__ == "__main__":
    main()
