"""The menu that an entry unfolds."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def menu_of(action: QAction) -> QMenu | None:
    """The menu behind an entry of a menu or bar; None where it has none.

    ``QAction.menu`` is not asked: in PySide6 6.8 whatever it returns belongs from then on to the Python object of the
    action, and with that one all entries of the menu become unusable ("Internal C++ object already deleted").
    """
    menu = action.parent()
    return menu if isinstance(menu, QMenu) and menu.menuAction() is action else None
