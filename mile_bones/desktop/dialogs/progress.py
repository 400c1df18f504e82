"""Progress of work that takes longer than a moment: a dialog with a Cancel button, and a thin line inside a dialog."""

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
"""The seconds of waiting that nobody minds. Work that takes longer shows its progress."""
_BIT = 0.03
"""The seconds of work after which mouse and keyboard are handled."""

_SMALL_BIT = 0.02
"""The seconds of work after which mouse and keyboard are handled in a dialog in which somebody types, or looks at the
first results.
"""

Work = Generator[float, None, None]
"""Work to be done step by step. The generator yields the part that is done, from 0 to 1."""


class ProgressDialog(BaseDialog):
    """Does ``work`` while it is open. ``accepted`` means that the work is finished, ``rejected`` that the work was
    stopped. ``error`` is the OSError that the work raised, if any.
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
        """Do the work for a moment. Return True if there is more work to do. The dialog must then be opened."""
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
    """A thin progress line inside a dialog. It does step by step the work for the next thing that the dialog will show.
    Work that takes only a moment is done without showing the line. The place of the line is always kept free.
    """

    #: Emitted when a part of the work, or all of it, is done.
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
        """Whether there is more work to do."""
        return self._work is not None

    def begin(self, work: Generator[float, None, object]) -> None:
        """Do this work instead of any earlier work. Work for a moment immediately, and do the rest step by step."""
        self.stop()
        self._work, self._begun = work, monotonic()
        self._next.start()
        self._go_on(_SMALL_BIT)

    def stop(self) -> None:
        """Stop the work."""
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
    """Import a slow module in a thread. Errors are ignored here, because the import that follows raises them."""

    def fetch() -> None:
        with suppress(ImportError):
            import_module(module)

    thread = Thread(target=fetch, name="import", daemon=True)
    thread.start()
    left = 1.0  # the amount of work is unknown
    while thread.is_alive():
        thread.join(_BIT / 3)
        left *= 0.98
        yield 1 - left


def work_on(dialog: ProgressDialog, open_dialog: Callable[[ProgressDialog], object]) -> None:
    """Do the work of `dialog`. If the work takes longer than a moment, call `open_dialog` to show it."""
    if dialog.begin():
        open_dialog(dialog)
    else:
        dialog.deleteLater()
