"""Where the bar of a lesson, a puzzle or a replay lies: below the table, as high as it wants to be or, where letters
are large for the window, in a part of it in which the bar scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

_MOST = 0.42
"""Of the window's height, for a bar that scrolls."""


class BarArea(QScrollArea):
    """Lies in ``rows`` below what is there. It is seen only while there is a bar that scrolls."""

    def __init__(self, rows: QVBoxLayout) -> None:
        super().__init__()
        self._rows = rows
        self._bar: QWidget | None = None
        self._compact, self._room = False, 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        rows.addWidget(self)

    def lay(self, bar: QWidget) -> None:
        """Let this bar lie there; the one before has gone, or is about to go."""
        self._bar = bar
        self._rows.addWidget(bar)
        bar.installEventFilter(self)
        self._apply()

    def fit(self, compact: bool, height: int) -> None:
        """In a window so high; ``compact``: letters are large for it."""
        if (compact, height) != (self._compact, self._room):
            self._compact, self._room = compact, height
            self._apply()

    def _apply(self) -> None:
        bar = self._bar
        if bar is None or not isValid(bar):
            self.hide()
            return
        inside = self.widget() is bar
        if self._compact and not inside:
            self._rows.removeWidget(bar)
            self.setWidget(bar)
            bar.show()
        elif inside and not self._compact:
            self.takeWidget()
            self._rows.addWidget(bar)
            bar.show()
        self.setVisible(self._compact and not bar.isHidden())
        if self._compact:
            self._measure(bar)

    def _measure(self, bar: QWidget) -> None:
        wide = bar.minimumSizeHint().width() > self._rows.parentWidget().width()
        below = self.horizontalScrollBar().sizeHint().height() if wide else 0
        self.setFixedHeight(min(bar.sizeHint().height() + below, round(_MOST * self._room)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The bar has gone, or wants another height."""
        if watched is self._bar and self.widget() is watched:
            if event.type() == QEvent.Type.HideToParent:
                self.hide()
            elif event.type() == QEvent.Type.ShowToParent:
                self.show()
            elif event.type() == QEvent.Type.LayoutRequest and self._bar is not None:
                self._measure(self._bar)
        return super().eventFilter(watched, event)
