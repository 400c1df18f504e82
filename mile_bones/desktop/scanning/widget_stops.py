"""The stops of menus, of dialogs and of everything else that consists of Qt's controls."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)

from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.scanning.ring import Light, light
from mile_bones.desktop.scanning.walk import Stop, group, parted
from mile_bones.desktop.submenus import menu_of
from mile_bones.i18n import gettext as _

_ROW = 12
"""The height in pixels of a row of controls. Controls in the same row are read from side to side."""
_FEW = 6
"""The maximum number of stops of a window without groups."""


# ------------------------------------------------------------------ menus


def bar_stops(bar: QMenuBar) -> list[Stop]:
    """Return the menus of the bar, as one group."""
    shown = [action for action in bar.actions() if action.isVisible() and action.isEnabled()]
    stops = [
        Stop(_plain(action.text()), _plain(action.text()), partial(bar.setActiveAction, action), lights=[at])
        for action in shown
        if (at := Light(bar, bar.actionGeometry(action))).rect.isValid()
    ]
    # Translators: the menu bar as something to choose
    return group("menus", _("Menus"), stops, lights=[light(bar)])


def menu_stops(menu: QMenu) -> list[Stop]:
    """Return a stop for each entry of an open menu that can be chosen, and a stop that closes the menu."""
    stops = []
    for number, action in enumerate(menu.actions()):
        if action.isSeparator() or not action.isVisible() or not action.isEnabled():
            continue
        inner = menu_of(action)
        act = partial(_unfold, menu, action, inner) if inner is not None else partial(_trigger, action)
        text = _plain(action.text())
        if action.isChecked():
            # Translators: an entry of a menu that is ticked
            text = _("{entry}, chosen").format(entry=text)
        stops.append(Stop(f"{number}", text, act, lights=[Light(menu, menu.actionGeometry(action))]))
    return [*parted(stops), Stop("close", _("Close the menu"), menu.close, lights=[light(menu)])]


def _unfold(menu: QMenu, action: QAction, inner: QMenu) -> None:
    at = menu.actionGeometry(action)
    left = menu.layoutDirection() == Qt.LayoutDirection.RightToLeft
    inner.popup(menu.mapToGlobal(at.topLeft() if left else at.topRight()))


def _trigger(action: QAction) -> None:
    close_popups()
    action.trigger()


def close_popups() -> None:
    """Close all open menus."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
        if QApplication.activePopupWidget() is popup:
            return


# ------------------------------------------------------------------ windows


def window_stops(window: QWidget, skipped: Sequence[QWidget] = ()) -> list[Stop]:
    """Return the stops of the window's controls that can have the focus, in reading order and in visible groups."""
    stops: list[tuple[QWidget, list[Stop]]] = []
    for number, widget in enumerate(_controls(window, skipped)):
        if found := _stops_of(widget, str(number)):
            stops.append((_frame(widget, window), found))
    if sum(len(found) for _frame_, found in stops) <= _FEW:
        return [stop for _frame_, found in stops for stop in found]
    grouped: list[Stop] = []
    while stops:
        frame = stops[0][0]
        together = [stop for other, found in stops if other is frame for stop in found]
        stops = [one for one in stops if one[0] is not frame]
        grouped += together if frame is window else group(f"in {together[0].key}", _title(frame), together)
    return grouped


def _controls(window: QWidget, skipped: Sequence[QWidget]) -> list[QWidget]:
    """Return the controls in reading order.

    Qt's focus chain is not used. PySide treats each widget of the chain as a child of the widget before it. When that
    widget is deleted, PySide drops the menus.
    """
    found: list[tuple[int, int, QWidget]] = []
    mirrored = window.layoutDirection() == Qt.LayoutDirection.RightToLeft
    for widget in window.findChildren(QWidget):
        takes = widget.focusPolicy() & (Qt.FocusPolicy.ClickFocus | Qt.FocusPolicy.TabFocus)
        if not takes or not widget.isVisible() or not widget.isEnabled() or widget.window() is not window:
            continue
        above = _above(widget)
        if any(isinstance(each, QComboBox) or each in skipped for each in above) or isinstance(widget, QScrollArea):
            continue
        middle = widget.mapTo(window, widget.rect().center())
        found.append((middle.y() // _ROW, -middle.x() if mirrored else middle.x(), widget))
    return [widget for _y, _x, widget in sorted(found, key=lambda one: one[:2])]


def _above(widget: QWidget) -> list[QWidget]:
    found, parent = [], widget.parentWidget()
    while parent is not None:
        found.append(parent)
        parent = parent.parentWidget()
    return found


def _frame(widget: QWidget, window: QWidget) -> QWidget:
    """Return the group box or poster that contains the widget, or the window itself if there is none."""
    from mile_bones.desktop.poster import Poster

    return next((each for each in _above(widget) if isinstance(each, QGroupBox | Poster)), window)


def _title(frame: QWidget) -> str:
    return frame.title().replace("&", "") if isinstance(frame, QGroupBox) else frame.accessibleName()


def _stops_of(widget: QWidget, key: str) -> list[Stop]:
    """Return the stops for everything that can be done with one control."""
    if isinstance(widget, QAbstractButton):
        text, stays = words_of(widget), widget.isCheckable()
        if isinstance(widget, QCheckBox | QRadioButton) and widget.isChecked():
            # Translators: a box with a tick, or a button of which one is always chosen
            text = _("{control}, chosen").format(control=text)
        return [Stop(key, text, partial(_click, widget), lights=[light(widget)], stays=stays)]
    if isinstance(widget, QTabBar):
        return [
            Stop(
                f"{key} {tab}",
                _("Page {name}").format(name=_plain(widget.tabText(tab))),
                partial(widget.setCurrentIndex, tab),
                lights=[Light(widget, widget.tabRect(tab))],
                stays=True,
            )
            for tab in range(widget.count())
            if widget.isTabVisible(tab) and widget.isTabEnabled(tab)
        ]
    if isinstance(widget, QComboBox):
        text = _("{control}: {value}").format(control=words_of(widget), value=widget.currentText())
        return [Stop(key, text, inside=partial(_values, widget), lights=[light(widget)])]
    if isinstance(widget, QAbstractSlider):
        return [] if isinstance(widget, QScrollBar) else _slider(widget, key)
    if isinstance(widget, QLineEdit):
        text = _("{control}: {value}").format(control=words_of(widget), value=widget.text() or _("empty"))
        return [Stop(key, text, inside=partial(_signs, widget), lights=[light(widget)])]
    return _by_keys(widget, key)


def _click(button: QAbstractButton) -> None:
    button.setFocus(Qt.FocusReason.TabFocusReason)
    button.click()


def _values(chooser: QComboBox) -> list[Stop]:
    """Return a stop for each value of a combo box. The combo box stays closed."""
    return parted(
        [
            Stop(str(row), chooser.itemText(row), partial(_choose, chooser, row), lights=[light(chooser)], stays=True)
            for row in range(chooser.count())
        ]
    )


def _choose(chooser: QComboBox, row: int) -> None:
    chooser.setCurrentIndex(row)
    chooser.activated.emit(row)


def _slider(slider: QAbstractSlider, key: str) -> list[Stop]:
    lit, action = [light(slider)], QAbstractSlider.SliderAction
    inside = [
        Stop("more", _("More"), partial(slider.triggerAction, action.SliderSingleStepAdd), lights=lit, stays=True),
        Stop("less", _("Less"), partial(slider.triggerAction, action.SliderSingleStepSub), lights=lit, stays=True),
    ]
    return [Stop(key, words_of(slider), inside=lambda: inside, lights=lit)]


def _signs(field: QLineEdit) -> list[Stop]:
    """Return stops for letters, figures, the space, and for deleting the last letter."""
    lit = [light(field)]

    def sign(text: str, letter: str, key: Qt.Key = Qt.Key.Key_unknown) -> Stop:
        return Stop(text, text, partial(_send, field, key, letter), lights=lit, stays=True)

    rub_out = sign(_("Delete the last"), "", Qt.Key.Key_Backspace)
    space = sign(_("Space"), " ")
    figures, letters = ([sign(each, each) for each in some] for some in (string.digits, string.ascii_uppercase))
    return [*parted(letters), *group("figures", _("Figures"), figures), space, rub_out]


def _by_keys(widget: QWidget, key: str) -> list[Stop]:
    """Return a group of stops, each of which sends a key to a list, page or picture. Everybody uses such widgets with
    these keys.
    """
    keys: list[tuple[str, Qt.Key]] = [(_("Down"), Qt.Key.Key_Down), (_("Up"), Qt.Key.Key_Up)]
    if isinstance(widget, QAbstractScrollArea):
        keys += [(_("Page down"), Qt.Key.Key_PageDown), (_("Page up"), Qt.Key.Key_PageUp)]
    # Translators: chooses the line of a list, or follows a link
    keys.append((_("Choose this"), Qt.Key.Key_Return))
    inside = [
        Stop(text, text, partial(_send, widget, pressed), lights=[light(widget)], stays=True) for text, pressed in keys
    ]
    text = words_of(widget)
    return [Stop(key, text, inside=lambda: inside, lights=[light(widget)])] if text else []


def _send(widget: QWidget, key: Qt.Key, text: str = "") -> None:
    """Send this key to `widget`.

    The filter for the key of scanning ignores this key, because the filter watches only windows.
    """
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


def words_of(widget: QWidget) -> str:
    """Return the name of a control: its own name, or that of its label."""
    own: Callable[[], str] | None = getattr(widget, "text", None) if isinstance(widget, QAbstractButton) else None
    name = widget.accessibleName() or (own() if own is not None else "")
    if not name:
        buddies = [each for each in widget.window().findChildren(PlainLabel) if each.buddy() is widget]
        name = buddies[0].text().removesuffix(":") if buddies else ""
    return _plain(name)


def _plain(text: str) -> str:
    """Return `text` without the mnemonic marks and without the dots at the end."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


def in_view(found: Sequence[Light]) -> None:
    """Scroll so that the lit things are visible."""
    for widget, rect in found:
        for above in _above(widget):
            if not isinstance(above, QScrollArea):
                continue
            inside = above.widget()
            if inside is not None and inside.isAncestorOf(widget):
                at = widget.mapTo(inside, rect.center())
                above.ensureVisible(at.x(), at.y(), rect.width() // 2 + 8, rect.height() // 2 + 8)
