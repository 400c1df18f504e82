"""How far something is that takes longer than a moment, and a button to break it off."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from importlib import import_module
from threading import Thread
from time import monotonic

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.i18n import gettext as _

_AT_ONCE = 0.3
"""Seconds that nobody minds waiting; what takes longer is shown."""
_BIT = 0.03
"""Seconds of work between two looks at the mouse and the keyboard."""

_SMALL_BIT = 0.02
"""The same where somebody types, or looks at what has come by now."""

Work = Generator[float, None, None]
"""Something to be done bit by bit, which says how much of it has been done, from 0 to 1."""


class ProgressDialog(BaseDialog):
    """Does ``work`` while it is open; ``accepted`` when it has come to its end, ``rejected`` when it was broken off.

    An OSError of the work is in ``error`` then.
    """

    def __init__(self, title: str, work: Work, parent: QWidget | None = None, *, topic: str = "contents") -> None:
        super().__init__(parent, title=title, band="navy", topic=topic, width=440)
        self.setObjectName("progress_dialog")
        self.error: OSError | None = None
        self._work = work
        self.text = label(_("This takes a moment."), "text")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(title)
        self.body.addWidget(self.text)
        self.body.addWidget(self.bar)
        self.stop = self.add_button(_("&Cancel"), "primary", default=True)
        self.stop.clicked.connect(self.reject)
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(lambda: self._go_on(_BIT))
        self.finished.connect(self._end)

    def begin(self) -> bool:
        """Do what can be done at once; whether there is more to do, for which the dialog has to be opened."""
        self._go_on(_AT_ONCE)
        if self.result() or self.error is not None:
            return False
        self._next.start()
        return True

    def _go_on(self, seconds: float) -> None:
        end = monotonic() + seconds
        try:
            while monotonic() < end:
                self.bar.setValue(round(1000 * next(self._work)))
        except StopIteration:
            self.accept()
        except OSError as error:
            self.error = error
            self.reject()

    def _end(self) -> None:
        self._next.stop()
        self._work.close()


class ProgressLine(QProgressBar):
    """A thin line inside a dialog, which does what the dialog wants to show next: one work at a time, bit by bit.

    What takes no longer than a moment is done at once, and the line is not seen; its place is kept free all the same.
    """

    #: Something more has been done, or all.
    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("progress_line")
        self.setAccessibleName(name)
        self.setRange(0, 1000)
        self.setTextVisible(False)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()
        self._work: Generator[float, None, object] | None = None
        self._begun = 0.0
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(lambda: self._go_on(_SMALL_BIT))

    @property
    def busy(self) -> bool:
        """There is more to do."""
        return self._work is not None

    def begin(self, work: Generator[float, None, object]) -> None:
        """Do this, instead of what was to be done: as much as a moment allows at once, the rest by and by."""
        self.stop()
        self._work, self._begun = work, monotonic()
        self._next.start()
        self._go_on(_SMALL_BIT)

    def stop(self) -> None:
        """Break the work off."""
        work, self._work = self._work, None
        self._next.stop()
        self.hide()
        if work is not None:
            work.close()

    def _go_on(self, seconds: float) -> None:
        work, end = self._work, monotonic() + seconds
        if work is None:
            return
        try:
            part = next(work)
            while monotonic() < end:
                part = next(work)
        except StopIteration:
            self.stop()
            self.changed.emit()
            return
        self.setValue(round(1000 * part))
        if monotonic() - self._begun > _AT_ONCE:
            self.show()
        self.changed.emit()


def load(module: str) -> Work:
    """Import a module that takes its time, beside the window. Whatever is wrong with it is told by the import that
    follows."""

    def fetch() -> None:
        with suppress(ImportError):
            import_module(module)

    thread = Thread(target=fetch, name="import", daemon=True)
    thread.start()
    left = 1.0  # nobody knows how much there is to do
    while thread.is_alive():
        thread.join(_BIT / 3)
        left *= 0.98
        yield 1 - left


def work_on(dialog: ProgressDialog, open_dialog: Callable[[ProgressDialog], object]) -> None:
    """Begin, and show the dialog by ``open_dialog`` if that takes longer than a moment."""
    if dialog.begin():
        open_dialog(dialog)
    else:
        dialog.deleteLater()
