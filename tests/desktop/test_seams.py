"""On screens with a fractional scale factor, a picture that is painted in parts looks like a picture that is painted at
once.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop.aside import told_by

_DRAGGED = """
import json, sys
from pathlib import Path

import numpy
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
import conftest
from desktop.test_scenes import BY_NAME
from pictures.stage import staged

app = QApplication(["mile-bones"])
folder = Path(sys.argv[1])


def shot(window):
    app.processEvents()
    return window.screen().grabWindow(window.winId()).toImage()


def differing(one, other):
    assert one.size() == other.size() and not one.isNull()
    images = [image.convertToFormat(QImage.Format.Format_RGBA8888) for image in (one, other)]
    one, other = (numpy.frombuffer(image.constBits(), numpy.uint8).reshape(-1, 4).astype(int) for image in images)
    return int((abs(one - other).max(axis=1) > 1).sum())


told = []
with staged(BY_NAME["road"], (1120, 640), "light", folder) as stage:
    window, table = stage.window, stage.table
    handle = window.windowHandle()
    for place in [place for place in table.buttons if table.target.may_lift(place)][:3]:
        at = table.viewport().mapTo(window, table.slots[place].rect.center().toPoint())
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
        for step in range(1, 70):
            to = at + QPoint(step * 7, -min(step, 50) * (at.y() - 70) // 50)
            QTest.mouseMove(handle, to)
            app.processEvents()
            if step == 40:
                parts = shot(window)
                table.viewport().update()
                on_the_way = differing(parts, shot(window))
        carried = table.gestures.carrying
        QTest.mouseClick(handle, Qt.MouseButton.RightButton, pos=to)
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=to)
        stage.settle()
        parts = shot(window)
        window.update()
        table.viewport().update()
        told.append([place, carried, on_the_way, differing(parts, shot(window))])
print(json.dumps(told))
"""


@pytest.mark.sample(slow=1, proof=4)
@pytest.mark.parametrize("factor", ["1", "1.25", "1.5", "1.75", "2"])
def test_a_drag_leaves_no_trace_and_shifts_no_pixel(factor: str, tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": factor}
    told = told_by("-c", _DRAGGED, str(tmp_path), environment=environment)
    assert told
    for place, carried, on_the_way, after in told:
        assert carried, place
        assert (on_the_way, after) == (0, 0), place
