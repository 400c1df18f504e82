"""The place below the table for the bar of a lesson, a puzzle or a replay.

Usually the bar has its preferred height. If the letters are large for the window, the bar scrolls in a lower area, or
is lower and scrolls its text.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from shiboken6 import isValid

from mile_bones.desktop.look.scale import Fit, least_table
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.whole_rows import WholeRowsArea
from mile_bones.desktop.words_bar import WordsBar

_LEAST, _LEAST_LINES = 0.32, 72.0
"""Two limits for the height of a scrolling bar if the table and the bar have too little room together. The bar is at
least as high as the smaller of them: this fraction of the height of both, or this number of pixels at scale 1.

The number of pixels is enough for a row of buttons and two lines of text.
"""


class BarArea(WholeRowsArea):
    """A scroll area at the end of ``rows``. It is visible only while a bar scrolls in it."""

    _bar: QWidget | None = None  # a class attribute because it is read before __init__ sets the attributes

    def __init__(self, rows: QVBoxLayout) -> None:
        super().__init__()
        self._rows = rows
        self._fit, self._width, self._room = Fit(1.0, compact=False), 0, 0
        self._beside = False  # whether the buttons of the bar are beside its text
        self.setObjectName("bar_area")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._settle)
        self.hide()
        rows.addWidget(self)

    def lay(self, bar: QWidget) -> None:
        """Show this bar. A bar that is still in this area goes back into the rows, because otherwise Qt would delete
        it.
        """
        if self.widget() is not None:
            self._rows.addWidget(self.takeWidget())
        self._bar = bar
        self._rows.addWidget(bar)
        bar.installEventFilter(self)
        if isinstance(bar, WordsBar):
            bar.words_changed.connect(self._begin_at_the_top)
        self._apply()

    def fit(self, fit: Fit, height: int) -> None:
        """Set the fit of the window, and the height in pixels that the table and the bar have together."""
        width = self._rows.parentWidget().width()
        if (fit, width, height) != (self._fit, self._width, self._room):
            self._fit, self._width, self._room = fit, width, height
            self._apply()

    def _apply(self) -> None:
        bar = self._bar
        if bar is None or not isValid(bar):
            self.hide()
            return
        self._beside = False
        if isinstance(bar, WordsBar):
            bar.set_low(self._fit.compact)  # before it is measured
            self._beside = self._fits_beside(bar)
            bar.limit(self._most() if self._beside else None)
        scrolls = self._fit.compact and not self._beside
        inside = self.widget() is bar
        held = bar.focusWidget() if bar.isAncestorOf(QApplication.focusWidget()) else None
        if scrolls and not inside:
            self._rows.removeWidget(bar)
            self._measure(bar)  # before the bar is visible, so that the table never loses all its room
            self.hold(bar)
            bar.show()
        elif inside and not scrolls:
            self.takeWidget()
            self._rows.addWidget(bar)
            bar.show()
        if held is not None and not held.hasFocus():
            held.setFocus()  # the bar loses the focus when it moves to another parent
        self.setVisible(scrolls and not bar.isHidden())
        if scrolls:
            self._measure(bar)
        self._settling.start()

    def _fits_beside(self, bar: QWidget) -> bool:
        """Return True if there is little room, and the buttons of the bar fit beside its text."""
        return self._fit.compact and isinstance(bar, WordsBar) and bar.fits_beside(self._width, self._most())

    def _measure(self, bar: QWidget) -> None:
        wide = bar.minimumSizeHint().width() > self._rows.parentWidget().width()
        below = self.horizontalScrollBar().sizeHint().height() if wide else 0
        wanted = bar.sizeHint().height() + below
        height = min(wanted, self._most())
        if not isinstance(bar, WordsBar):  # otherwise the height would change with each text, and the table with it
            height = min(wanted, self.whole(self._most() - RING) + RING)
        policy = Qt.ScrollBarPolicy  # a scroll bar as needed would change the width while the height is being computed
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if wanted > height else policy.ScrollBarAlwaysOff)
        if height != self.maximumHeight():
            self.setFixedHeight(height)
            self._settling.start()

    def _begin_at_the_top(self) -> None:
        """Scroll to the beginning of a new text, unless the focused button of the bar would then be out of sight."""
        self.verticalScrollBar().setValue(0)

    def _most(self) -> int:
        """Return the greatest height of the bar, in pixels."""
        return round(max(self._room - least_table(self._fit.k), min(_LEAST * self._room, _LEAST_LINES * self._fit.k)))

    def _settle(self) -> None:
        """Lay out again, because Qt ignores a widget that changes its preferred size while Qt lays out the window."""
        bar = self._bar
        if bar is None or not isValid(bar):
            return
        if self._fits_beside(bar) != self._beside:  # the buttons have another size now
            self._apply()
            return
        for layout in filter(None, (bar.layout(), self._rows)):
            layout.invalidate()
            layout.activate()
        if self.widget() is bar:
            self._measure(bar)

    @property
    def settled(self) -> bool:
        """Whether the area has already adapted to the preferred height of its bar."""
        return not self._settling.isActive()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the area when the bar is hidden, is shown or has another preferred height."""
        if watched is self._bar and self.widget() is watched:
            if event.type() == QEvent.Type.HideToParent:
                self.hide()
            elif event.type() == QEvent.Type.ShowToParent:
                self.show()
            elif event.type() == QEvent.Type.LayoutRequest and self._bar is not None:
                self._measure(self._bar)
        return super().eventFilter(watched, event)
