"""The time of a frame while a card is dragged: ``python tests/bench/bench_frames.py [--frames 400]``.

The real window with a card on the pointer; each step moves the mouse on and waits until all of it is painted. Measured
is everything from the mouse event to the end of painting, at 1280x800 and 3840x2160, on the offscreen platform and on
an X server. Aim: the 99th percentile below 8 ms. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter_ns

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((1280, 800), (3840, 2160))
_ON_STAGE = "MILE_BONES_FRAMES"


def measure(size: tuple[int, int], frames: int, theme: str) -> tuple[list[float], list[float]]:
    """The milliseconds of each frame by the clock, and of the processor."""
    from time import process_time_ns

    from PySide6.QtCore import QPoint
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from pictures.scenes import SCENES
    from pictures.stage import staged

    scene = next(one for one in SCENES if one.name == "drag")
    with (
        tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder,
        staged(scene, size, theme, Path(folder)) as on,
    ):
        window, viewport = on.window, on.table.viewport()
        window.table.art.complete()
        QTest.qWait(1500)
        gc.collect()
        gc.freeze()  # as the program does after its start
        clock, processor = [], []
        width, height = viewport.width(), viewport.height()
        for step in range(frames):
            # Once around the table and across it, some 20 logical pixels at a time, as a hand does.
            angle = step * 0.045
            at = QPoint(
                round(width * (0.5 + 0.38 * math.cos(angle))), round(height * (0.55 + 0.35 * math.sin(1.7 * angle)))
            )
            start, used = perf_counter_ns(), process_time_ns()
            QTest.mouseMove(viewport, at)
            QApplication.processEvents()
            clock.append((perf_counter_ns() - start) / 1e6)
            processor.append((process_time_ns() - used) / 1e6)
    return clock, processor


def told(values: list[float]) -> str:
    """Median, 99th percentile and the longest."""
    ordered = sorted(values)
    late = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(ordered):.2f}, 99th percentile {late:.2f}, longest {ordered[-1]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Frame times while a card is dragged.")
    parser.add_argument("--frames", type=int, default=400, help="frames at each size")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    chosen = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    if _ON_STAGE in os.environ:
        from PySide6.QtWidgets import QApplication

        app = QApplication(["mile-bones"])
        for size in SIZES:
            clock, processor = measure(size, chosen.frames, chosen.theme)
            print(
                f"  {size[0]}x{size[1]} {app.platformName()}: {told(clock)} ms; processor {told(processor)} ms",
                flush=True,
            )
        return
    from pictures.screen import screen

    print(f"Frame time while a card is dragged, {chosen.frames} frames each")
    again = [sys.executable, *sys.argv]
    subprocess.run(again, env=os.environ | {_ON_STAGE: "1", "QT_QPA_PLATFORM": "offscreen"}, check=True)
    with screen("3900x2300x24") as room:
        subprocess.run(again, env=room | {_ON_STAGE: "1"}, check=True)


if __name__ == "__main__":
    main()
