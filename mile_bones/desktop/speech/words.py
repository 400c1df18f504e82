"""The text that is read aloud about a focused widget: its name, and, depending on the verbosity, further details."""

from __future__ import annotations

from itertools import count, takewhile

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractItemView, QWidget

from mile_bones.desktop.table.slot_buttons import SlotButton
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

SHORT, NORMAL, FULL = "short", "normal", "full"

_Role = QAccessible.Role


def words_of(widget: QWidget, verbosity: str) -> str:
    """Return the text about a widget, or "" if it has none."""
    found = QAccessible.queryAccessibleInterface(widget)
    if found is None:
        return ""
    parts = [_named(widget, found)]
    if isinstance(widget, QAbstractItemView):
        parts.append(row_words(widget.currentIndex()))
    parts.append(_state(widget, found))
    if verbosity == FULL:
        parts.append(_kind(found.role()))
    if verbosity != SHORT:
        parts.append(found.text(QAccessible.Text.Description))
    return sentences(parts)


def dialog_words(window: QWidget, verbosity: str) -> str:
    """Return the text about a window that has just opened: its title and its message."""
    parts = [window.accessibleName() or window.windowTitle()]
    if verbosity != SHORT:
        parts.append(getattr(window, "told", "") or window.accessibleDescription())
    return sentences(parts)


def row_words(index: QModelIndex) -> str:
    """Return the text of a row of a list or a table, with the text of each cell once."""
    from mile_bones.desktop.dialogs.score_table import SPOKEN

    if not index.isValid():
        return ""
    first = index.siblingAtColumn(0)
    said = first.data(SPOKEN) or first.data(Qt.ItemDataRole.AccessibleTextRole)
    if said:
        return str(said)
    # Python cannot call ``columnCount`` of a list model that has one column.
    cells = (cell.data() for cell in takewhile(QModelIndex.isValid, map(index.siblingAtColumn, count())))
    return ", ".join(str(cell) for cell in cells if cell)


def sentences(parts: list[str]) -> str:
    """Return `parts` joined as sentences, each with a full stop or similar, and none of them twice."""
    found = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
    return " ".join(part if part[-1] in ".?!:…؟" else _("{sentence}.").format(sentence=part) for part in found)


def _named(widget: QWidget, found: QAccessibleInterface) -> str:
    """Return the name that was given to the widget, and its content or chosen value."""
    name = widget.accessibleName() or found.text(QAccessible.Text.Name)
    value = found.text(QAccessible.Text.Value)
    if found.role() in (_Role.ComboBox, _Role.EditableText, _Role.SpinBox, _Role.Slider) and value:
        return f"{name}: {value}" if name and name != value else value
    return name


def _state(widget: QWidget, found: QAccessibleInterface) -> str:
    state = found.state()
    if isinstance(widget, SlotButton) and not state.checked:
        return ""  # too much to say about every card of a hand
    if state.checkable and found.role() in (_Role.CheckBox, _Role.RadioButton, _Role.Button):
        return pgettext("spoken", "checked") if state.checked else pgettext("spoken", "not checked")
    return ""


def _kind(role: QAccessible.Role) -> str:
    kinds = {
        _Role.Button: pgettext("spoken", "button"),
        _Role.CheckBox: pgettext("spoken", "check box"),
        _Role.RadioButton: pgettext("spoken", "radio button"),
        _Role.ComboBox: pgettext("spoken", "list to choose from"),
        _Role.Slider: pgettext("spoken", "slider"),
        _Role.EditableText: pgettext("spoken", "text field"),
        _Role.Table: pgettext("spoken", "table"),
        _Role.Tree: pgettext("spoken", "list"),
        _Role.List: pgettext("spoken", "list"),
        _Role.Chart: pgettext("spoken", "chart"),
    }
    return kinds.get(role, "")
