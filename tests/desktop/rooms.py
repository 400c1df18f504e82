"""Check that the words of a window have enough space: labels, buttons, lists, menus and the status bar."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.table.slot_buttons import AccessibleLabel, SlotButton


def needed(widget: QWidget) -> QSize:
    """Return the size that the words of a widget need. If lines are broken, this is only the height."""
    if widget.hasHeightForWidth() and (not isinstance(widget, QLabel) or widget.wordWrap()):
        return QSize(0, widget.heightForWidth(widget.width()))
    if isinstance(widget, QLabel):
        return widget.sizeHint()
    widget.ensurePolished()
    option = QStyleOptionButton()
    option.initFrom(widget)
    words = widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, widget.text())
    return widget.style().sizeFromContents(_contents(widget), option, words, widget)


def _contents(widget: QAbstractButton) -> QStyle.ContentsType:
    kinds = {"QRadioButton": QStyle.ContentsType.CT_RadioButton, "QCheckBox": QStyle.ContentsType.CT_CheckBox}
    name = next((name for name in kinds if widget.inherits(name)), "")
    return kinds.get(name, QStyle.ContentsType.CT_PushButton)


def check_widgets(window: QWidget) -> int:
    """Check that every label and button is large enough and that no siblings overlap. Return the number checked."""
    checked, crowded = look_at_widgets(window)
    assert crowded == [], crowded
    return checked


def look_at_widgets(window: QWidget) -> tuple[int, list[str]]:
    """Return the number of texts in the widgets of a window. Also return a sentence about each text that has too little
    space.
    """
    checked = 0
    crowded: list[str] = []
    by_parent: dict[QWidget, list[QWidget]] = {}
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, (SlotButton, AccessibleLabel)):
            continue
        if not isinstance(widget, (QLabel, QAbstractButton, QComboBox, QLineEdit)) or widget.window() is not window:
            continue
        by_parent.setdefault(widget.parentWidget(), []).append(widget)
        if isinstance(widget, (QLabel, QAbstractButton)) and widget.text():
            need = needed(widget)
            if widget.width() < need.width() or widget.height() < need.height() - 1:
                crowded.append(f"{widget.text()!r}: {widget.size()} is less than {need}")
            checked += 1
        if isinstance(widget, QComboBox):
            longest = max(widget.fontMetrics().horizontalAdvance(widget.itemText(at)) for at in range(widget.count()))
            opened = widget.view().minimumWidth()  # some boxes are wider when they are open
            if max(widget.width(), opened) < longest + 28:
                crowded.append(f"{widget.currentText()!r}: a list of {widget.width()} for {longest} pixels")
            checked += 1
    for siblings in by_parent.values():
        for one, other in combinations(siblings, 2):
            if one.geometry().intersects(other.geometry()):
                crowded.append(f"{one} {one.geometry()} lies over {other}")
    return checked, crowded


def check_dialog(dialog: QWidget, window: MainWindow) -> None:
    assert dialog is not window
    assert check_widgets(dialog) >= 2
    screen = window.screen().availableGeometry()
    assert dialog.width() <= max(screen.width(), window.width())
    assert dialog.height() <= max(screen.height(), window.height())


def check_menus_and_status_bar(window: MainWindow) -> None:
    bar = window.menuBar()
    assert check_widgets(window) >= 4
    status = window.status
    labels = [label for label in (*status.parts, status.setup) if label.isVisible()]
    assert len(labels) == 4
    for one, other in combinations(labels, 2):
        assert not one.geometry().intersects(other.geometry())
    assert all(status.rect().contains(label.geometry()) for label in labels)
    _check_actions(bar)
    for menu in window.findChildren(QMenu):
        menu.ensurePolished()
        menu.resize(menu.sizeHint())
        _check_actions(menu)


def _check_actions(menu: QMenuBar | QMenu) -> None:
    right = 0
    for action in menu.actions():
        if action.isSeparator():
            continue
        place = menu.actionGeometry(action)
        words = menu.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, action.text())
        keys = menu.fontMetrics().horizontalAdvance(action.shortcut().toString())
        assert place.width() >= words.width() + keys, action.text()
        assert place.height() >= words.height(), action.text()
        if isinstance(menu, QMenuBar):
            assert place.x() >= right, f"{action.text()} lies over the entry before it"
            assert place.right() <= menu.width()
            right = place.right()
        else:
            assert menu.rect().contains(place), action.text()
