"""What the coach says of the choice that a replay stands at: beside the table, or under it where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.transport import TransportButton
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.match.choice_words import Alternative

_WIDTH, _HEIGHT = 208, 112
"""Beside the table and under it, in pixels at scale 1."""
_ROW, _LEAST_ROW = 27, 21
"""Of the list."""
_WORDS, _LIST = 3, 2
"""How the panel is shared out where it lies under the table."""
_NO_LIMIT = 16_777_215
"""Qt's own word for it: QWIDGETSIZE_MAX."""
_SHOWN = int(Qt.ItemDataRole.UserRole)


class ReviewPanel(QFrame):
    """Shows what it is told, and says what is asked for."""

    next_requested = Signal()
    """On to the next marked choice."""
    previous_requested = Signal()
    review_requested = Signal()
    """The coach shall look at this game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("review_panel")
        self.setProperty("helpTopic", "replay")
        self.setAccessibleName(_("What the coach says"))
        self.title = label("", "strong", wrap=True)
        self.text = label("", "muted", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.previous = TransportButton("previous mark", _("Previous marked choice (Shift+N)"))
        self.next = TransportButton("next mark", _("Next marked choice (N)"))
        self.ask = PaperButton(_("Review this &game"))
        self.list = QListWidget()
        self.list.setObjectName("alternatives")
        self.list.setAccessibleName(_("What could be done"))
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._beside = True
        self._lay_out()
        self.previous.clicked.connect(self.previous_requested)
        self.next.clicked.connect(self.next_requested)
        self.ask.clicked.connect(self.review_requested)

    @property
    def texts(self) -> list[str]:
        """What a screen reader says of each alternative."""
        return [self.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(self.list.count())]

    def show_choice(self, title: str, text: str, alternatives: Sequence[Alternative] = ()) -> None:
        """These words, and what could have been done, the best first."""
        self.title.setText(title)
        self.text.setText(text)
        self.list.clear()
        for each in alternatives:
            item = QListWidgetItem(each.text, self.list)
            item.setData(_SHOWN, each)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, each.sentence)
            set_tip(item, each.sentence)
        self.list.setVisible(bool(alternatives))

    def offer_review(self, offered: bool) -> None:
        """Whether a review can be asked for here."""
        self.ask.setVisible(offered)

    def show_marks(self, before: bool, after: bool) -> None:
        """Whether there is a marked choice before this place, and after it."""
        for button, there, other in ((self.previous, before, self.next), (self.next, after, self.previous)):
            if button.hasFocus() and not there:
                other.setEnabled(True)
                other.setFocus()  # else Qt would give the keyboard to whatever comes next
            button.setEnabled(there)

    def lie(self, *, beside: bool) -> None:
        """Lie beside the table, the words above the list, or under it, the words before the list."""
        self._beside = beside
        self.apply_style()

    def apply_style(self) -> None:
        """Take the sizes of the active scale."""
        k = themes.active()[1]
        left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.setProperty("lies", "under" if not self._beside else "left" if left else "right")
        self.style().polish(self)
        self._parts.setDirection(QBoxLayout.Direction.TopToBottom if self._beside else QBoxLayout.Direction.LeftToRight)
        self._parts.setContentsMargins(*(round(size * k) for size in (8, 6, 8, 6)))
        self._parts.setSpacing(round(6 * k))
        self._words.setSpacing(round(3 * k))
        self._head.setSpacing(round(2 * k))
        self._parts.setStretch(0, 0 if self._beside else _WORDS)
        self._parts.setStretch(1, 1 if self._beside else _LIST)
        self.setMinimumSize(0, 0)
        self.setMaximumSize(_NO_LIMIT, _NO_LIMIT)
        if self._beside:
            self.setFixedWidth(round(_WIDTH * k))
        else:
            self.setFixedHeight(round(_HEIGHT * k))
        self.list.doItemsLayout()

    def _lay_out(self) -> None:
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._words, self._head = QVBoxLayout(), QHBoxLayout()
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.previous)
        self._head.addWidget(self.next)
        self._words.addLayout(self._head)
        self._words.addWidget(self.text)
        self._words.addWidget(self.ask, 0, Qt.AlignmentFlag.AlignLeft)
        self._words.addStretch(1)
        self._parts.addLayout(self._words)
        self._parts.addWidget(self.list)
        self.text.setMinimumWidth(0)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.ask.hide()


class _Rows(QStyledItemDelegate):
    """An alternative: what could be done, its points, and what it costs. The best lies on amber, what was chosen has a
    line around it and a pointer before it, so that neither is told by a colour alone."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, max(_LEAST_ROW, round(_ROW * themes.active()[1])))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, k = themes.active()
        shown: Alternative = index.data(_SHOWN)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ink: QColor = theme.panel_ink
        if shown.is_best:
            painter.setBrush(theme.amber)
            painter.drawRoundedRect(box, 4, 4)
            ink = theme.amber_ink
        if shown.was_chosen or focused:
            line = theme.focus if focused else ink
            painter.setPen(QPen(line, 2.5 if focused else 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        face = themes.font(max(11.0, 13.5 * k), "Bold" if shown.was_chosen else "SemiBold")
        painter.setFont(face)
        painter.setPen(ink)
        metrics = QFontMetricsF(face)
        room = box.adjusted(6 * k, 0, -6 * k, 0)
        number = metrics.horizontalAdvance("−000") + 2 * k
        end = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        columns = [room.adjusted(room.width() - number, 0, 0, 0), room.adjusted(0, 0, -number, 0)]
        columns.append(room.adjusted(0, 0, -2 * number - 4 * k, 0))
        if option.direction == Qt.LayoutDirection.RightToLeft:
            for column in columns:
                column.moveLeft(box.left() + box.right() - column.right())
        painter.drawText(columns[0], int(end), shown.cost or pgettext("choice", "best"))
        painter.drawText(columns[1], int(end), shown.points)
        text = _("▸ {choice}").format(choice=shown.text) if shown.was_chosen else shown.text
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, columns[2].width())
        painter.drawText(columns[2], int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()
