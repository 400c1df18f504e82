"""Python's collector of garbage works in the window's thread alone, and only while that has nothing to do.

By itself Python collects in whichever thread makes the object that is one too many. That may be the coach's, or the one
that writes: what lies in a circle there, such as a closed dialog with its lambdas, would be taken apart beside the
thread that paints, and Qt forbids that. Or it may be the window's own, in the middle of a change of style or of a drag.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QAbstractEventDispatcher, Qt
from PySide6.QtGui import QGuiApplication


def collect_when_idle() -> None:
    """From now on nothing is collected but by this thread, before it waits for the next event. Needs an application."""
    gc.disable()
    QAbstractEventDispatcher.instance().aboutToBlock.connect(_collect_with_free_hands)


def _collect_with_free_hands() -> None:
    """A round takes as long as a frame may take: none while a card is dragged."""
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
        collect_due()


def collect_due() -> None:
    """Collect what Python itself would collect by now; mostly that is nothing."""
    counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counted) if count > most]
    if due:
        gc.collect(due[-1])
