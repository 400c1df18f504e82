"""The panel beside the table with the coach's comment on the current choice of a replay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.dialogs.row_list import RowDelegate, RowList
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.whole_rows import WholeRowsArea
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.match.choice_words import Alternative

_WIDTH = 196
"""The width of the panel in pixels at scale 1. The panel is beside the table, because the bar of the replay leaves no
room for it below.
"""
_MOST = 0.45
"""The largest width of the panel, as a fraction of the window's width. It matters if the letters are large."""
_ROW = 40
"""The height of a row of the list whose choice has a name of one line. The row has two lines."""
_PAD = 7
"""The distance between a row's text and the left and right edges."""
_LIST_EDGE = 8
"""The space above and below the rows of the list, in pixels."""
_ALL = 1000
"""The stretch factor of the list, so large that it gets all spare height."""


class ReviewPanel(QFrame):
    """Shows a choice and its alternatives. The signal ``review_requested`` is emitted when the player asks for a
    review.
    """

    review_requested = Signal()
    """Emitted when the player wants the coach to review this game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("review_panel")
        self.setProperty("helpTopic", "replay")
        self.setAccessibleName(_("What the coach says"))
        self._told: tuple[str, str, tuple[Alternative, ...]] = ("", "", ())
        self.title = label("", "strong", wrap=True)
        self.text = label("", "muted", wrap=True)
        for words in (self.title, self.text):
            words.setMinimumWidth(0)
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            policy.setHeightForWidth(True)
            words.setSizePolicy(policy)
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.ask = PaperButton("")
        self.list = RowList(_("What could be done"))
        self.list.setObjectName("alternatives")
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setSelectionMode(RowList.SelectionMode.NoSelection)
        self.list.setWordWrap(True)  # the list then lays its rows out again when a scroll bar makes it narrower
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        inside = QWidget()
        self._rows = QVBoxLayout(inside)
        self._rows.addWidget(self.title)
        self._rows.addWidget(self.text)
        self._rows.addWidget(self.ask)
        self._rows.addWidget(self.list, _ALL)
        self._rows.addStretch(1)  # takes the spare height if there is no list
        self.area = WholeRowsArea()
        self.area.setObjectName("review_area")
        self.area.setAccessibleName(self.accessibleName())
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.hold(inside)
        self.area.verticalScrollBar().rangeChanged.connect(self._reach)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.addWidget(self.area)
        self.ask.hide()
        self.ask.clicked.connect(self.review_requested)
        self.text.installEventFilter(self)
        self.apply_style()

    @property
    def texts(self) -> list[str]:
        """The texts of the alternatives for a screen reader."""
        return [self.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(self.list.count())]

    def show_choice(self, title: str, text: str, alternatives: tuple[Alternative, ...] = ()) -> None:
        """Show these texts and the alternatives, the best first.

        If nothing has changed, the list keeps its scroll position.
        """
        if (title, text, alternatives) == self._told:
            return
        self._told = title, text, alternatives
        self.title.setText(title)
        self.text.setText(text)
        self.list.show_rows((each.text, each) for each in alternatives)
        self.list.setVisible(bool(alternatives))
        self._measure()
        self.area.verticalScrollBar().setValue(0)

    def _measure(self) -> None:
        """Set the least heights, so that all text and at least one alternative fit. The player can scroll to the
        rest.
        """
        for words in (self.title, self.text):
            words.setMinimumHeight(0)  # a label never asks for less than its least height
            words.setMinimumHeight(max(0, words.heightForWidth(words.width())))
        first = self.list.sizeHintForRow(0) if self.list.count() else 0
        self.list.setMinimumHeight(first + 2 * self.list.frameWidth() + _LIST_EDGE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure again when a scroll bar has changed the width of the text."""
        if event.type() == QEvent.Type.Resize:
            self._measure()
        return super().eventFilter(watched, event)

    def _reach(self, _least: int, most: int) -> None:
        """Let the area have the keyboard focus if there is something to scroll."""
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus if most else Qt.FocusPolicy.NoFocus)

    def offer_review(self, offered: bool) -> None:
        """Show or hide the button that asks for a review."""
        self.ask.setVisible(offered)

    def apply_style(self) -> None:
        """Apply the sizes of the active scale."""
        k = themes.active()[1]
        left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        themes.set_look(self, "lies", "left" if left else "right")
        self._rows.setContentsMargins(*(round(size * k) for size in (8, 6, 8, 6)))
        self._rows.setSpacing(round(4 * k))
        self.ask.setText(_("&Review") if themes.active_fit().compact else _("Review &this game"))
        self.setFixedWidth(round(min(_WIDTH * k, _MOST * self.window().width())))
        self.list.doItemsLayout()
        self._measure()


class _Rows(RowDelegate):
    """Draws an alternative: its name, and below it its worth and its cost.

    The best one is on amber. The alternative that was chosen has a line around it and a pointer in front of it, so that
    it is not shown by colour alone.
    """

    def __init__(self, view: RowList) -> None:
        super().__init__(view)
        self._view = view

    def size(self, shown: Alternative) -> QSize:
        k = themes.active()[1]
        lines, height = self._lines(shown)
        return QSize(0, round(_ROW * k + (lines - 1) * height))

    def _lines(self, shown: Alternative) -> tuple[int, float]:
        """Return the number of lines that the name takes, and the height of a line."""
        k = themes.active()[1]
        metrics = QFontMetricsF(_face(k))
        room = QRectF(0, 0, self._view.viewport().width() - 2 - 2 * _PAD * k, 10_000)
        height = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), _words(shown)).height()
        return max(1, round(height / metrics.lineSpacing())), metrics.lineSpacing()

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, row: int, shown: Alternative) -> None:
        theme, k = themes.active()
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        ink: QColor = theme.panel_ink
        if shown.is_best:
            painter.setBrush(theme.amber)
            painter.drawRoundedRect(box, 4, 4)
            ink = theme.amber_ink
        if shown.was_chosen or focused:
            painter.setPen(QPen(theme.focus if focused else ink, 2.5 if focused else 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        room = box.adjusted(_PAD * k, 2 * k, -_PAD * k, -2 * k)
        upper, lower = QRectF(room), QRectF(room)
        lines, height = self._lines(shown)
        lower.setTop(room.bottom() - (room.height() - (lines - 1) * height) / 2)
        upper.setBottom(lower.top())
        middle = Qt.AlignmentFlag.AlignVCenter
        face = _face(k)
        painter.setFont(face)
        painter.setPen(ink)
        text = _words(shown)
        if lines == 1:
            text = QFontMetricsF(face).elidedText(text, Qt.TextElideMode.ElideRight, upper.width())
        painter.drawText(upper, int(Qt.AlignmentFlag.AlignLeading | middle | Qt.TextFlag.TextWordWrap), text)
        cost = shown.cost or pgettext("choice", "best")
        themes.draw_figure(painter, lower, Qt.AlignmentFlag.AlignTrailing | middle, cost)
        small = themes.font(max(11.0, 13 * k), "Medium")
        room_left = lower.width() - QFontMetricsF(face).horizontalAdvance(cost) - _PAD * k
        worth = QFontMetricsF(small).elidedText(shown.worth, Qt.TextElideMode.ElideRight, room_left)
        painter.setFont(small)
        themes.draw_figure(painter, lower, Qt.AlignmentFlag.AlignLeading | middle, worth)


def _face(k: float) -> QFont:
    return themes.font(max(11.5, 14 * k), "Bold")


def _words(shown: Alternative) -> str:
    """Return the name of a choice as the list shows it."""
    return _("▸ {choice}").format(choice=shown.text) if shown.was_chosen else shown.text
