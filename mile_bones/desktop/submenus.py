"""The submenu of a menu entry."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def menu_of(action: QAction) -> QMenu | None:
    """Return the menu that ``action`` opens, or None if the action opens no menu.

    This function does not call ``QAction.menu``. In PySide6 6.8 the menu that it returns belongs from then on to the
    Python object of the action. When that object is deleted, all entries of the menu become unusable ("Internal C++
    object already deleted").
    """
    menu = action.parent()
    return menu if isinstance(menu, QMenu) and menu.menuAction() is action else None
