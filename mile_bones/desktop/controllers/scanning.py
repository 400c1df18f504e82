"""Scanning: the parts of the window are highlighted in turn, so that a player can do everything with one key.

A key or click selects the part that is highlighted ("lit").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget

from mile_bones.desktop.scanning.ring import Ring
from mile_bones.desktop.scanning.walk import Stop, Walk
from mile_bones.desktop.window_input import WindowInput
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.turns import TurnController

_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select)
_DOWN = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress)
_TAKEN = (
    *_DOWN,
    QEvent.Type.KeyRelease,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
)


class ScanController(QObject):
    """Highlights the parts of the window in turn, once ``set_pace`` is called. ``announce`` reads them aloud."""

    lit = Signal(str)
    """Emitted with the words for the part that is lit now, or "" if nothing is lit."""

    def __init__(
        self, window: QMainWindow, boards: BoardStack, turns: TurnController, announce: Callable[[str], None]
    ) -> None:
        super().__init__(boards)
        self._window, self._boards, self._turns, self._announce = window, boards, turns, announce
        self._walk = Walk(self._stops)
        self._front: QWidget | None = None
        self._ring: Ring | None = None
        self._input = WindowInput(self._take, self)
        self._beat = QTimer(self)
        self._beat.timeout.connect(self.step)
        turns.settled.connect(self._begin)
        turns.left.connect(self._renew)
        boards.currentChanged.connect(self._renew)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.connect(self._renew)  # so that no beat is lost when the player comes back

    @property
    def on(self) -> bool:
        """Whether scanning is on."""
        return self._beat.isActive()

    @property
    def current(self) -> Stop | None:
        """The part that is lit. It is None if nothing is lit, in which case the key starts the scan again."""
        return self._walk.current

    @property
    def ring(self) -> Ring | None:
        """The ring around the lit part, or None if there is no ring."""
        return self._ring if self._ring is not None and shiboken6.isValid(self._ring) else None

    def set_pace(self, milliseconds: int) -> None:
        """Keep each part lit for `milliseconds`. If this is 0, switch scanning off."""
        was_on = self.on
        if milliseconds:
            self._beat.start(milliseconds)
        else:
            self._beat.stop()
        if self.on and not was_on:
            self._input.start()
            QTimer.singleShot(0, self, self._begin)  # after the dialog in which the player chose the pace has closed
        elif was_on and not self.on:
            self.close()

    def close(self) -> None:
        """Switch scanning off, so that keys and clicks have their usual meaning."""
        self._beat.stop()
        self._input.stop()
        self._darken()

    def step(self) -> None:
        """Light the next part, because the time of the current one is over."""
        if self._waits() or self._front_now() is not self._front:
            self._begin()
            return
        self._walk.step()
        self._show()

    def select(self) -> None:
        """Select the lit part, because the key was pressed. If an animation is running, finish it instead."""
        if self._waits():
            self._turns.hurry()
            self._begin()
            return
        if self._front_now() is not self._front:
            self._begin()
            return
        self._beat.start()  # the next part is lit for the full time
        stop, done = self._walk.current, self._walk.select()
        if done and (stop is None or not stop.stays):
            self._darken()
            QTimer.singleShot(0, self, self._begin)
        else:
            self._show()

    def _take(self, _window: QWindow, event: QEvent) -> bool:
        """Handle a key or click before Qt does. Return True if Qt must ignore the event.

        The event comes directly from the window system.
        """
        kind = event.type()
        if kind not in _TAKEN:
            return False
        if isinstance(event, QKeyEvent):
            if event.key() not in _KEYS or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                return False
            if event.isAutoRepeat():
                return True
        if kind in _DOWN:
            self.select()
        return True

    # ------------------------------------------------------------------ the parts of the window

    def _stops(self) -> list[Stop]:
        # Imported only when somebody scans, because these modules import all kinds of widgets.
        from mile_bones.desktop.scanning.table_stops import table_stops
        from mile_bones.desktop.scanning.widget_stops import bar_stops, menu_stops, window_stops

        front = self._front
        if front is None or not shiboken6.isValid(front):
            return []
        if isinstance(front, QMenu):
            return menu_stops(front)
        if front is not self._window:
            closes = [] if front.isModal() and not _is_popup(front) else [Stop("close", _("Close"), front.close)]
            return [*([] if _is_popup(front) else window_stops(front)), *closes]
        board, shown = self._boards.current, self._boards.shows_board()
        stops = table_stops(board) if shown else []
        return [*stops, *window_stops(self._window, [board]), *bar_stops(self._window.menuBar())]

    def _front_now(self) -> QWidget | None:
        """Return the window in front: a menu, a dialog, the help or the main window. Return None if the keyboard
        belongs to another program.
        """
        if QApplication.applicationState() != Qt.ApplicationState.ApplicationActive:
            return None
        found = QApplication.activePopupWidget() or QApplication.activeModalWidget() or QApplication.activeWindow()
        return found or self._window

    def _waits(self) -> bool:
        """Return True if nothing is to be lit now, because others play or an animation is running."""
        return self._boards.shows_board() and self._turns.others_play

    # ------------------------------------------------------------------ the lit part

    def _begin(self) -> None:
        if not self.on:
            return
        self._beat.start()
        self._front = None if self._waits() else self._front_now()
        if self._front is None:
            self._darken()
            return
        self._input.listen_to(self._front.window().windowHandle())
        self._walk.begin()
        self._show()

    def _renew(self) -> None:
        """Start the scan again, because the content of the window has changed and the lit part may be gone."""
        if self.on:
            self._front = None
            self._darken()
            QTimer.singleShot(0, self, self._begin)

    def _show(self) -> None:
        from mile_bones.desktop.scanning.widget_stops import in_view

        stop, front = self._walk.current, self._front
        if stop is None or front is None:
            self._darken()
            return
        ring = self.ring
        if ring is None or ring.parentWidget() is not front:
            self._darken()
            ring = self._ring = Ring(front)
            ring.displaced.connect(self._renew)
        lights = [each for each in stop.lights if shiboken6.isValid(each.widget) and each.widget.isVisible()]
        in_view(lights)
        ring.lie_around(lights, stop.text)
        self._announce(stop.text)
        self.lit.emit(stop.text)

    def _darken(self) -> None:
        ring = self.ring
        self._ring = None
        if ring is not None:
            ring.hide()
            ring.deleteLater()
            self.lit.emit("")


def _is_popup(widget: QWidget) -> bool:
    return bool(widget.windowFlags() & Qt.WindowType.Popup == Qt.WindowType.Popup)
