"""Runs Python's garbage collector only in the window's thread, and only while that thread is idle.

Normally Python collects in whichever thread happens to allocate the object that exceeds the threshold. That may be the
thread of the coach or the one that writes files. Reference cycles, such as a closed dialog with its lambdas, would then
be destroyed beside the thread that paints, which Qt forbids. Or it may be the window's own thread in the middle of a
change of style or of a drag.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QAbstractEventDispatcher, Qt
from PySide6.QtGui import QGuiApplication


def collect_when_idle() -> None:
    """From now on collect garbage only in this thread, before it waits for the next event. Needs an application."""
    gc.disable()
    QAbstractEventDispatcher.instance().aboutToBlock.connect(_collect_with_free_hands)


def _collect_with_free_hands() -> None:
    """Collect, unless a mouse button is down: one collection can take as long as a frame, which a drag would show."""
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
        collect_due()


def collect_due() -> None:
    """Collect the generations that Python itself would collect now. Mostly there are none."""
    counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counted) if count > most]
    if due:
        gc.collect(due[-1])
