"""Films ten seconds of play for the README: ``python tests/tools/pictures/film.py [--out FILE]``.

The real window plays without a screen. Its pictures are taken as they come, 14 a second, with a pointer painted where
the mouse is. On a busy machine the pictures come too late, and the film jumps.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]
ROOT = TOOLS.parents[1]
OUT = ROOT / "docs" / "play.webp"
SIZE = (840, 550)
FRAME_MS = 70
QUALITY = 24
"""The quality of WebP, 0 to 100: the lowest at which the small letters of the cards stay sharp."""


class Camera:
    """Films a window while this program plays in it."""

    def __init__(self, stage, folder: Path) -> None:
        from PySide6.QtCore import QElapsedTimer, QPoint

        self._stage, self._folder = stage, folder
        self._frames = 0
        self._clock = QElapsedTimer()
        self._clock.start()
        table = stage.table
        self._pointer = QPoint(table.width() - 60, table.height() // 2)

    def wait(self, milliseconds: float) -> None:
        """Film the game for `milliseconds`."""
        for _frame in range(round(milliseconds / FRAME_MS)):
            self._take()

    def wait_for_turn(self) -> None:
        """Film until it is our turn and nothing moves."""
        window = self._stage.window
        while window.table.animator.running or not window.turns.idle:
            self._take()

    def glide(self, place: str, milliseconds: float, each: Callable[[], None] = lambda: None) -> None:
        """Move the mouse to the middle of a place, slowly at the start and at the end."""
        from PySide6.QtCore import QEasingCurve

        start, end = self._pointer, self._stage.at(place)
        curve, steps = QEasingCurve(QEasingCurve.Type.InOutQuad), round(milliseconds / FRAME_MS)
        for step in range(1, steps + 1):
            self._pointer = start + (end - start) * curve.valueForProgress(step / steps)
            self._mouse("mouseMove")
            each()
            self._take()

    def drag(self, card: str, place: str) -> None:
        """Drag a card of the hand to a place."""
        self.glide(self._stage.card(card), 600)
        self._mouse("mousePress")
        self.wait(120)
        self.glide(place, 800)
        self.wait(120)
        self._mouse("mouseRelease")

    def double_click(self, card: str) -> None:
        """Double-click a card of the hand, so that it goes where it belongs."""
        self.glide(self._stage.card(card), 600)
        self.wait(160)
        self._mouse("mouseDClick")  # both clicks

    def _mouse(self, what: str) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        window = self._stage.window.windowHandle()
        if what == "mouseMove":
            QTest.mouseMove(window, self._at())
        else:
            none = Qt.KeyboardModifier.NoModifier
            getattr(QTest, what)(window, Qt.MouseButton.LeftButton, none, self._at())

    def _at(self):
        return self._stage.table.viewport().mapTo(self._stage.window, self._pointer)

    def _take(self) -> None:
        """Take the next frame once its time has come."""
        from PySide6.QtGui import QPainter
        from PySide6.QtTest import QTest

        window = self._stage.window
        late = self._clock.elapsed() - FRAME_MS * self._frames
        QTest.qWait(max(1, FRAME_MS - late))
        picture = window.grab()
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._at())
        _paint_pointer(painter)
        painter.end()
        picture.save(str(self._folder / f"{self._frames:04}.bmp"))
        self._frames += 1


def _paint_pointer(painter) -> None:
    """Paint an arrow whose tip is at 0, 0."""
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QColor, QPen, QPolygonF

    tip = ((0, 0), (0, 20), (4.6, 15.6), (8, 23), (11, 21.6), (7.8, 14.4), (14, 14))
    painter.setPen(
        QPen(QColor("white"), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.setBrush(QColor("#1d1d1d"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in tip]))


def play(camera: Camera) -> None:
    """Drag a distance card, play a coup fourré on a hazard of the computer's, and play 200 miles."""
    from mile_bones.desktop.boards.milebones import slot_names

    camera.wait(600)
    camera.drag("100", slot_names.miles(True))
    camera.wait_for_turn()
    camera.wait(500)
    camera.double_click("PROOF")
    camera.wait_for_turn()
    camera.wait(400)
    camera.double_click("200")
    camera.wait_for_turn()
    camera.wait(1200)


def shoot(folder: Path) -> None:
    """Save the frames of the film into this folder, each as a BMP."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from PySide6.QtWidgets import QApplication

    from mile_bones.desktop.collector import collect_when_idle
    from mile_bones.storage.settings import ANIMATION, AUTO_DRAW
    from pictures.scenes import Scene
    from pictures.stage import staged

    app = QApplication(["mile-bones"])
    app.setQuitOnLastWindowClosed(False)
    collect_when_idle()
    scene = Scene("film", opening(), settings={ANIMATION: "normal", AUTO_DRAW: True})
    with (
        tempfile.TemporaryDirectory(prefix="mile-bones-film-") as home,
        staged(scene, SIZE, "light", Path(home)) as stage,
    ):
        play(Camera(stage, folder))


def opening():
    """Return a game with a hand on its way, and with the cards that will be drawn next."""
    from pictures.deals import finished, game, hand

    turns = [
        "0 GO",
        "1 GO",
        "0 75",
        "1 50",
        "0 100",
        "1 75",
        "0 50",
        "1 100",
        "0 LIMIT",
        "1 25 > TANK",
        "1 .",
        "0 ? 75",
    ]
    mine, theirs = "100 GO END PROOF 25 STOP", "FLAT 50 TANK 75 REPAIRS PUMP"
    return game(*finished("mile-bones-game-04", 2), hand(mine, theirs, turns, then="FLAT 200 50 25 25"), level="expert")


def main() -> None:
    parser = argparse.ArgumentParser(description="Film ten seconds of play.")
    parser.add_argument("--out", type=Path, default=OUT, help="the film, docs/play.webp without it")
    chosen = parser.parse_args()
    sys.path[0] = str(TOOLS)
    from PIL import Image

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("MILE_BONES_AUDIO", "off")
    with tempfile.TemporaryDirectory(prefix="mile-bones-film-") as folder:
        shoot(Path(folder))
        frames = sorted(Path(folder).glob("*.bmp"))
        first, *others = [Image.open(frame) for frame in frames]
        first.save(
            chosen.out, save_all=True, append_images=others, duration=FRAME_MS, loop=0, quality=QUALITY, method=6
        )
    print(f"{len(frames)} frames, {chosen.out.stat().st_size / 1e6:.1f} MB in {chosen.out}")


if __name__ == "__main__":
    main()
