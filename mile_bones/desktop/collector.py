"""Runs Python's garbage collector only in the window's thread, and only while that thread is idle.

Normally Python collects in the thread that happens to allocate the object that exceeds the threshold. That may be the
thread of the coach or a thread that writes files. Reference cycles, such as a closed dialog with its lambdas, would
then be destroyed outside the thread that paints, which Qt forbids. The thread may also be the window's own thread, in
the middle of a change of style or of a drag.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QAbstractEventDispatcher, Qt
from PySide6.QtGui import QGuiApplication


def collect_when_idle() -> None:
    """From now on collect garbage only in this thread, before it waits for the next event. There must be an
    application.
    """
    gc.disable()
    QAbstractEventDispatcher.instance().aboutToBlock.connect(_collect_with_free_hands)


def _collect_with_free_hands() -> None:
    """Collect garbage, unless a mouse button is down. A collection can take as long as a frame, which would be visible
    in a drag.
    """
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
        collect_due()


def collect_due() -> None:
    """Collect the generations that Python itself would collect now. Usually there are none."""
    counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counted) if count > most]
    if due:
        gc.collect(due[-1])
