"""A moment: a scene that covers the table at the end of a game, drawn from what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.durations import AFTER_MOMENT_MS

if TYPE_CHECKING:
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.view import TableView

_ENDS_IT = frozenset((QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin))
_TAKEN = frozenset((QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride))
"""Two kinds of events: those that end a scene, and further ones that do nothing while it plays."""


class Moment(QWidget):
    """A scene in front of a picture of the table. The first key or press shows the last frame at once, and does nothing
    else.

    A subclass defines ``motions`` and ``paint_scene``. The picture stays until ``close`` is called.
    """

    def __init__(self, table: TableView, words: str) -> None:
        """Prepare the scene. ``words`` describe the last frame to screen readers."""
        super().__init__(table.viewport())
        self.hide()
        self.setAccessibleName(words)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(table.viewport().rect())
        self._table = table
        self._ground = self._backdrop = table.grab()
        self._veil = 0.0
        self._done: Callable[[], None] | None = None
        self._dialog: QWidget | None = None
        self.animator = Animator.like(table.animator, self)
        table.viewport().installEventFilter(self)

    # ------------------------------------------------------------------ for a scene

    def motions(self) -> list[Motion]:
        """Return all motions of the scene."""
        raise NotImplementedError

    def paint_scene(self, painter: QPainter) -> None:
        """Paint the scene as it is now, in front of the veiled table."""
        raise NotImplementedError

    @property
    def table(self) -> TableView:
        """The table that the scene covers."""
        return self._table

    def sink(self, depth: float, length: float) -> Motion:
        """Return the motion in which the table sinks under a veil. ``depth`` is its final opacity."""

        def go(part: float) -> None:
            self._veil = depth * part
            self.update()

        def sunk() -> None:
            """Keep the veiled picture, because a veil takes long to paint on a large screen."""
            self._backdrop, self._veil = QPixmap(self._ground), 0.0
            painter = QPainter(self._backdrop)
            self._paint_veil(painter, depth)
            painter.end()

        return Motion(go, length, curve=QEasingCurve.Type.OutCubic, landed=sunk)

    @property
    def hides_table(self) -> bool:
        """Whether the scene covers the table so that nothing of it can be seen. Default: False."""
        return False

    def hear(self, cues: Sequence[Cue], start: float) -> Motion:
        """Return a motion that plays ``cues`` after ``start`` milliseconds. If that moment is skipped, only tunes are
        played.
        """

        def sound() -> None:
            if self.animator.running or any(cue.is_tune for cue in cues):
                self._table.cued.emit(cues)

        return Motion(lambda _part: None, 1, start, landed=sound)

    # ------------------------------------------------------------------ playing

    def play(self, done: Callable[[], None]) -> None:
        """Show the scene. Call ``done`` soon after its last frame. If motion is reduced, the last frame is shown at
        once.
        """
        self._done = done
        motions = self.motions()
        self.show()
        self.raise_()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self.animator.run(motions, self._end, rest=AFTER_MOMENT_MS)

    def stay_behind(self, dialog: QWidget) -> None:
        """Keep the last frame until ``dialog``, which follows the scene, is hidden."""
        self._dialog = dialog
        dialog.installEventFilter(self)

    def stop(self) -> None:
        """Remove the scene. The function that was given to ``play`` is not called any more."""
        self._done = None
        self.animator.finish()
        self._listen_no_more()
        self.close()

    def _end(self) -> None:
        self._listen_no_more()
        done, self._done = self._done, None
        if done is not None:
            done()

    def _listen_no_more(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take all keys, and end the scene at the first press in its window. Leave with the dialog that follows, or if
        the table gets another size.
        """
        kind = event.type()
        if kind == QEvent.Type.Resize and watched is self._table.viewport():
            self.animator.finish()
            self.close()
            return False
        if watched is self._dialog:
            if kind == QEvent.Type.Hide:
                self.close()
            return False
        if kind not in _ENDS_IT and kind not in _TAKEN:
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return False
        if kind in _ENDS_IT:
            self.animator.finish()
        else:
            event.accept()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self.hides_table:
            painter.drawPixmap(0, 0, self._backdrop)
        if self._veil:
            self._paint_veil(painter, self._veil)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.paint_scene(painter)
        painter.end()

    def _paint_veil(self, painter: QPainter, depth: float) -> None:
        veil = QColor(self._table.theme.shadow)
        veil.setAlphaF(depth)
        painter.fillRect(self.rect(), veil)
