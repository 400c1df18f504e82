"""Check boxes and radio buttons whose text wraps if one line has no room for it, and the notes below them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.plain_text import PlainLabel, set_whats_this

_HIGH = 10_000  # more than any text needs
_SPARE = 2
"""The additional width in pixels that a text needs. Without it, the text is broken when it is drawn, although its
measured width fits.
"""
_WORDS = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic | Qt.AlignmentFlag.AlignVCenter)


if TYPE_CHECKING:
    _Button = QCheckBox  # QRadioButton has the same methods
else:
    _Button = object  # Qt allows only one Qt base class


class _Wrapping(_Button):
    """A button as wide as its text if there is room, and at least as wide as the longest word."""

    _control: QStyle.ControlElement
    _contents: QStyle.ContentsType
    _words: QStyle.SubElement

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Preferred)
        policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        box = QRect(0, 0, max(1, width - self._around().width() - _SPARE), _HIGH)
        words = self.fontMetrics().boundingRect(box, _WORDS & ~int(Qt.AlignmentFlag.AlignVCenter), self.text())
        return self._sized(QSize(0, words.height())).height()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + _SPARE, hint.height())

    def minimumSizeHint(self) -> QSize:
        longest = max((self.fontMetrics().horizontalAdvance(word) for word in self.text().split()), default=0)
        return QSize(self._around().width() + longest + _SPARE, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(self._control, option)
        option.text = self.text()
        room = self.style().subElementRect(self._words, option, self)
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        side |= Qt.AlignmentFlag.AlignAbsolute  # otherwise Qt would mirror the side once more
        role = self.foregroundRole()
        painter.drawItemText(room, _WORDS | int(side), self.palette(), self.isEnabled(), self.text(), role)

    def _around(self) -> QSize:
        """Return the size of the button without its text."""
        return self._sized(QSize(0, 0))

    def _sized(self, words: QSize) -> QSize:
        self.ensurePolished()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        return self.style().sizeFromContents(self._contents, option, words, self)


class WrappingCheckBox(_Wrapping, QCheckBox):
    """A check box whose text may wrap."""

    _control = QStyle.ControlElement.CE_CheckBox
    _contents = QStyle.ContentsType.CT_CheckBox
    _words = QStyle.SubElement.SE_CheckBoxContents


class WrappingRadioButton(_Wrapping, QRadioButton):
    """A radio button whose text may wrap."""

    _control = QStyle.ControlElement.CE_RadioButton
    _contents = QStyle.ContentsType.CT_RadioButton
    _words = QStyle.SubElement.SE_RadioButtonContents


def note_below(line: str, px: Callable[[float], int]) -> PlainLabel:
    """Make the label with a remark, to be put below a check box or radio button."""
    made = label(line, "muted", wrap=True)
    made.setIndent(px(34))
    made.setContentsMargins(0, 0, 0, px(4))
    return made


def describe(button: QAbstractButton, line: str) -> None:
    """Tell screen readers and What's This the remark about a button."""
    button.setAccessibleDescription(line)
    set_whats_this(button, line)
