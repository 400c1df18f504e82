"""The time of a frame while a card is dragged: ``tests/tools/bench/bench_frames.py [--game millieu] [--unsorted]``.

The real window has a card on the pointer. Each step moves the mouse and waits until everything is painted. The tool
measures the time from the mouse event to the end of painting, at 1280x800 and 3840x2160, on the offscreen platform and
on an X server. Animations have their normal speed. For comparison, a bare window of the same size takes turns with the
game, step by step. In the bare window, a picture as large as the card with its shadow goes the same way over a picture
of the table, with two blits a frame and nothing else. The aims at both sizes are at most 1 ms in the median and 5 ms at
the 99th percentile. Nothing is asserted.

Separate rows are for taking a card up. They measure the time from the press to the first picture with the lifted card,
which veils the whole table. The time in which the hand does nothing is left out. One row is for the first time in a
session. The aims are at most 8 ms at 1280x800 and 16 ms at 3840x2160, and at most twice as long for the first time.
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
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

ROOT = Path(__file__).resolve().parents[3]
SIZES = ((1280, 800), (3840, 2160))
SCENES_OF = {"mile-bones": "drag", "montreal-mille": "mille-taken", "millieu": "millieu-place"}
"""The scene in which something is dragged, by game."""
_ON_STAGE = "MILE_BONES_FRAMES"
_TIMES_TAKEN_UP = 21
_BETWEEN_MS = 50
"""The milliseconds between a press and the move that follows."""


class Frames(NamedTuple):
    """The milliseconds of each frame, by the clock and of the processor."""

    clock: list[float]
    processor: list[float]

    def count(self, *steps: Callable[[], object]) -> None:
        """Measure one more frame: everything that happens in these steps, but nothing that happens between them."""
        from PySide6.QtTest import QTest

        clock = processor = 0
        for number, step in enumerate(steps):
            if number:
                QTest.qWait(_BETWEEN_MS)
            start, used = perf_counter_ns(), process_time_ns()
            step()
            clock, processor = clock + perf_counter_ns() - start, processor + process_time_ns() - used
        self.clock.append(clock / 1e6)
        self.processor.append(processor / 1e6)


def measure(chosen: argparse.Namespace, size: tuple[int, int]) -> dict[str, Frames]:
    """Return the frames of the game, of the bare window, and of taking a card up. The first time that a card is taken
    up is separate.
    """
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.storage.settings import ANIMATION, SORT
    from pictures.scenes import SCENES
    from pictures.stage import staged

    scene = next(one for one in SCENES if one.name == SCENES_OF[chosen.game])
    scene = replace(scene, steps=(), settings={**scene.settings, ANIMATION: "normal", SORT: not chosen.unsorted})
    with (
        tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder,
        staged(scene, size, chosen.theme, Path(folder)) as on,
    ):
        window, viewport = on.window, on.table.viewport()
        window.table.art.complete()
        QTest.qWait(1500)
        gc.collect()
        gc.freeze()  # as the program does after its start
        game, blits, first, taken = Frames([], []), Frames([], []), Frames([], []), Frames([], [])

        def take_up(frames: Frames) -> None:
            at = next(on.at(place) for place in on.table.slots if on.table.target.may_lift(place))
            QTest.mouseMove(viewport, at)
            QApplication.processEvents()
            frames.count(
                lambda: (
                    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=at),
                    QApplication.processEvents(),
                ),
                lambda: (QTest.mouseMove(viewport, at + QPoint(9, 9)), QApplication.processEvents()),
            )

        take_up(first)
        card = next(item for item in on.table.scene().items() if isinstance(item, FlyingCard))
        bare = bare_window(viewport.grab(), card.pixmap())
        width, height = viewport.width(), viewport.height()
        for step in range(chosen.frames):
            # Once around the table and across it, some 20 logical pixels at a time, as a hand does.
            angle = step * 0.045
            at = QPoint(
                round(width * (0.5 + 0.38 * math.cos(angle))), round(height * (0.55 + 0.35 * math.sin(1.7 * angle)))
            )
            for frames, step_to in (
                (game, lambda to=at: (QTest.mouseMove(viewport, to), QApplication.processEvents())),
                (blits, lambda to=at: bare.step_to(to)),
            ):
                frames.count(step_to)
        bare.close()
        for _time in range(_TIMES_TAKEN_UP):
            on.table.gestures.cancel()
            QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint())
            on.settle()
            take_up(taken)
    return {"game": game, "bare": blits, "taken up": taken, "taken up first": first}


def bare_window(table: QPixmap, card: QPixmap) -> Any:
    """Return a window that shows the table, with the middle of the card where ``step_to`` puts it."""
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QImage, QPainter, QPixmap
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QWidget

    still = QPixmap.fromImage(table.toImage().convertToFormat(QImage.Format.Format_RGB32))

    class Bare(QWidget):
        card_at = card.rect()

        def step_to(self, to: QPoint) -> None:
            before, self.card_at = self.card_at, card.rect()
            self.card_at.moveCenter(to)
            self.repaint(before.united(self.card_at))  # paint at once, without handling the pending events of the game

        def paintEvent(self, event: object) -> None:
            painter = QPainter(self)
            painter.drawPixmap(QPoint(), still)
            painter.drawPixmap(self.card_at.topLeft(), card)
            painter.end()

    window = Bare()
    window.resize(still.size())
    window.show()
    QTest.qWaitForWindowExposed(window)
    return window


def told(values: list[float]) -> str:
    """Return the median, the 99th percentile and the longest, as text."""
    ordered = sorted(values)
    late = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(ordered):.2f}, 99th percentile {late:.2f}, longest {ordered[-1]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Frame times while a card is dragged.")
    parser.add_argument("--frames", type=int, default=400, help="frames at each size")
    parser.add_argument("--game", default="mile-bones", choices=SCENES_OF)
    parser.add_argument("--unsorted", action="store_true", help="the cards of the hand make room")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    chosen = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]
    if _ON_STAGE in os.environ:
        from PySide6.QtWidgets import QApplication

        from mile_bones.desktop.app import paint_in_one_thread
        from mile_bones.desktop.collector import collect_when_idle

        paint_in_one_thread()
        app = QApplication(["mile-bones"])
        collect_when_idle()
        for size in SIZES:
            for name, frames in measure(chosen, size).items():
                where = f"{size[0]}x{size[1]} {app.platformName()} {name}"
                print(f"  {where}: {told(frames.clock)} ms; processor {told(frames.processor)} ms", flush=True)
        return
    from pictures.screen import screen

    print(f"Frame time while a card is dragged, {chosen.frames} frames each")
    again = [sys.executable, *sys.argv]
    subprocess.run(again, env=os.environ | {_ON_STAGE: "1", "QT_QPA_PLATFORM": "offscreen"}, check=True)
    with screen("3900x2300x24") as room:
        subprocess.run(again, env=room | {_ON_STAGE: "1"}, check=True)


if __name__ == "__main__":
    main()
