"""The time of a frame in the scenes at the end of a game: ``tests/tools/bench/bench_scenes.py [--theme dark]``.

Every scene of a won and of a lost game is played at 1280x800 and at 3840x2160, in steps of 16 ms. The tool measures the
time in which the scene takes each step and paints it, on the offscreen platform. The aim is at most 16 ms. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter_ns

ROOT = Path(__file__).resolve().parents[3]
SIZES = ((1280, 800), (3840, 2160))
_STEP_MS = 16.0


def measure(game: str, winner: int, size: tuple[int, int], theme: str, folder: Path) -> list[float]:
    """Return the milliseconds of each frame of the scene."""
    from PySide6.QtTest import QTest

    from mile_bones.desktop.table.moment import Moment
    from mile_bones.storage.settings import ANIMATION
    from pictures.scenes import Scene
    from pictures.stage import staged
    from stories import before_the_end

    record, action = before_the_end(game, winner)
    with staged(Scene("end", record, settings={ANIMATION: "normal"}), size, theme, folder) as on:
        on.table.chosen.emit(action)
        while (moment := on.window.findChild(Moment)) is None:
            QTest.qWait(10)
        now = moment.animator.now()
        moment.animator.now = lambda: now
        frames = []
        while moment.animator.running:
            now += _STEP_MS
            start = perf_counter_ns()
            moment.animator.tick()
            moment.repaint()
            frames.append((perf_counter_ns() - start) / 1e6)
        moment.stop()
    return frames


def main() -> None:
    """Measure all scenes and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    chosen = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from bench.bench_frames import told
    from mile_bones.desktop.app import paint_in_one_thread
    from stories import ENDS

    paint_in_one_thread()
    _application = QApplication(["mile-bones"])
    for game, winner in ENDS:
        for size in SIZES:
            with tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder:
                frames = measure(game, winner, size, chosen.theme, Path(folder))
            words = "lost" if winner else "won"
            print(f"{game} {words} {size[0]}x{size[1]}: {told(frames)} ms, {len(frames)} frames", flush=True)


if __name__ == "__main__":
    main()
