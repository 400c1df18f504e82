"""A main window for dialogs, and a way to open them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QMainWindow

from mile_bones.desktop.dialogs.base import BaseDialog


@pytest.fixture
def window(qtbot, dressed) -> Callable[..., QMainWindow]:
    """Return a function that shows a main window of a theme, scale and size."""

    kept = []  # qtbot holds its widgets weakly, and a dialog dies with its window

    def make(theme: str = "light", scale: float = 0.86, width: int = 800, height: int = 600) -> QMainWindow:
        dressed(theme, scale)
        made = QMainWindow()
        qtbot.addWidget(made)
        kept.append(made)
        made.resize(width, height)
        made.show()
        return made

    return make


@pytest.fixture
def opened(qtbot) -> Callable[[BaseDialog], BaseDialog]:
    """Return a function that opens a dialog and waits until it has the keyboard."""

    def open_it(dialog: BaseDialog) -> BaseDialog:
        with qtbot.waitActive(dialog):
            dialog.open()
        return dialog

    return open_it
