"""The page that offers the games, each as a poster, while no game is on the table.

The page does not depend on the games. The caller sets the offers, and signals report the choice of the player.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import NO_LIMIT, label
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.poster import Offer, Poster
from mile_bones.desktop.table.background import background
from mile_bones.i18n import gettext as _

_NARROW = 1000
"""The width in pixels below which the posters are rows, one below the other, each with the picture beside the words."""


class Chooser(QWidget):
    """Posters to choose from. ``show_offers`` sets the contents of the posters, and ``focus_first`` gives one of them
    the keyboard focus.
    """

    continue_requested = Signal(str)
    """Emitted when the player wants to continue the kept game of this kind."""
    new_requested = Signal(str)
    """Emitted when the player wants a new game of this kind."""
    lesson_requested = Signal(str)
    """Emitted when the player wants a lesson in this game."""
    leave_requested = Signal()
    """Emitted when the player wants to leave the page without a choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chooser")
        self.setProperty("helpTopic", "chooser")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._background: QPixmap | None = None
        self.posters: list[Poster] = []
        self.title = label(_("Which road today?"), "page-title", wrap=True)
        self.line = label(_("A game you leave is kept, and goes on where you left it."), "page-line")
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.line.text())
        self._rows = QVBoxLayout(self)
        self._shelf = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rows.addWidget(self.title)
        self._rows.addWidget(self.line)
        posters = QWidget()
        posters.setLayout(self._shelf)
        self._area = QScrollArea()
        """Scrolls the posters if they need more room than the page has."""
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(posters)
        self._seen = QTimer(self, singleShot=True)  # fires when the posters have their places
        self._seen.timeout.connect(self._show_focus)
        for ground in (posters, self._area.viewport()):
            ground.setAutoFillBackground(False)
        self._rows.addWidget(self._area, 1)
        self.apply_style()

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Offer these games, in this order. The keyboard focus stays at the game that has it."""
        focused = self._focused()
        game = None if focused is None else self.posters[focused].offer.game
        for poster in self.posters:
            self._shelf.removeWidget(poster)
            poster.hide()
            poster.deleteLater()
        self.posters = [Poster(offer, number) for number, offer in enumerate(offers, 1)]
        for poster in self.posters:
            self._shelf.addWidget(poster, 1)
            poster.continue_requested.connect(self.continue_requested)
            poster.new_requested.connect(self.new_requested)
            poster.lesson_requested.connect(self.lesson_requested)
            for button in (poster.go_on, poster.new, poster.learn):
                button.installEventFilter(self)
        self.apply_style()
        for poster in self.posters:
            if poster.offer.game == game:
                poster.first.setFocus()

    def focus_first(self) -> None:
        """Give the keyboard focus to the first game that can be continued, or else to the first game."""
        kept = [poster for poster in self.posters if poster.offer.kept]
        for poster in (kept or self.posters)[:1]:
            poster.first.setFocus()

    def apply_style(self) -> None:
        """Apply the colours and sizes of the active theme and scale, and take the shape that fits the window."""
        self._background = None
        narrow = self.width() < _NARROW or themes.active_fit().compact
        self._arrange(narrow)
        if not narrow and self._least_width() > self.width():
            self._arrange(True)
        self.update()

    def _least_width(self) -> int:
        """Return the width that the posters need beside one another."""
        margins, gaps = self._rows.contentsMargins(), self._shelf.spacing() * (len(self.posters) - 1)
        posters = sum(poster.minimumSizeHint().width() for poster in self.posters)
        return posters + gaps + margins.left() + margins.right()

    def _arrange(self, narrow: bool) -> None:
        """Put the posters one below the other if ``narrow``, else beside one another."""
        scale = themes.active()[1]

        def px(size: float) -> int:
            return round(size * scale)

        themes.set_look(self.title, "role", "page-title-narrow" if narrow else "page-title")
        self.line.setVisible(not narrow)
        direction = QBoxLayout.Direction
        self._shelf.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        self._shelf.setSpacing(px(14) if narrow else px(26))
        self._rows.setSpacing(0)
        for poster in self.posters:
            poster.apply_style(narrow)
        if narrow:
            self._rows.setContentsMargins(px(16), px(14), px(16), px(16))
            self._shelf.setContentsMargins(QMargins(0, px(12), 0, 0))
        else:
            self._rows.setContentsMargins(px(36), px(20), px(36), px(24))
            self._shelf.setContentsMargins(QMargins(0, px(16), 0, 0))
        self._limit(narrow)
        # Posters that are rows wrap their texts. They are never wider than the page, no matter how wide they
        # were side by side.
        self._area.widget().setMinimumWidth(1 if narrow else 0)

    # ------------------------------------------------------------------ the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys that move from poster to poster. Qt would let the arrows move from button to button."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._go(event)
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self._seen.start()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._go(event):
            super().keyPressEvent(event)

    def _go(self, event: QKeyEvent) -> bool:
        """Do the action of this key for the posters. Return False if the key has no meaning for them."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        key, focused = event.key(), self._focused()
        if key == Qt.Key.Key_Escape:
            self.leave_requested.emit()
            return True
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            wanted = key - Qt.Key.Key_1
        elif step := self._step(key):
            wanted = 0 if focused is None else focused + step
        else:
            return False
        if 0 <= wanted < len(self.posters):
            self.posters[wanted].first.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _step(self, key: int) -> int:
        """Return the number of posters by which an arrow key moves, in the visible order. Return 0 for any other
        key.
        """
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        across = -1 if mirrored else 1
        return {Qt.Key.Key_Left: -across, Qt.Key.Key_Right: across, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(
            Qt.Key(key), 0
        )

    def _show_focus(self) -> None:
        """Scroll until the focused button is entirely visible."""
        widget = QApplication.focusWidget()
        if widget is not None and self._focused() is not None:
            self._area.ensureWidgetVisible(widget, 0, 0)

    def _focused(self) -> int | None:
        """Return the index of the poster that has the keyboard focus, or None."""
        widget = QApplication.focusWidget()
        for place, poster in enumerate(self.posters):
            if widget is not None and poster.isAncestorOf(widget):
                return place
        return None

    # ------------------------------------------------------------------ Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.apply_style()
        self._seen.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.apply_style()

    def minimumSizeHint(self) -> QSize:
        """Return a small size, because the posters become rows when the window becomes narrow."""
        return QSize(320, 240)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._background = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._background is None:
            theme = themes.active()[0]
            self._background = background(self.width(), self.height(), self.devicePixelRatioF(), theme)
        QPainter(self).drawPixmap(0, 0, self._background)

    def _limit(self, narrow: bool) -> None:
        """Limit the size of a poster that is alone to the size that it would have beside another one."""
        margins, above, gap = self._rows.contentsMargins(), self._shelf.contentsMargins().top(), self._shelf.spacing()
        head = self.title.sizeHint().height() + above
        across = (self.width() - margins.left() - margins.right() - gap) // 2
        down = (self.height() - margins.top() - margins.bottom() - head - gap) // 2
        for poster in self.posters:
            alone = len(self.posters) == 1
            poster.setMaximumWidth(across if alone and not narrow else NO_LIMIT)
            poster.setMaximumHeight(down if alone and narrow else NO_LIMIT)
