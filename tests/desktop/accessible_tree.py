"""What a screen reader finds in the windows that are open, through Qt's own accessible objects."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication

MOST_CHILDREN = 60
"""Of a long list the first rows are looked at."""


def open_windows() -> Iterator[QAccessibleInterface]:
    """The windows that show."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield QAccessible.queryAccessibleInterface(window)


def walk(top: QAccessibleInterface) -> Iterator[tuple[QAccessibleInterface, int]]:
    """An object and everything that can be seen below it, in the order of the tree, and how deep each lies."""
    yield from _walk(top, 0)


def _walk(top: QAccessibleInterface, depth: int) -> Iterator[tuple[QAccessibleInterface, int]]:
    if not top.isValid() or top.state().invisible:
        return
    yield top, depth
    for index in range(min(top.childCount(), MOST_CHILDREN)):
        child = top.child(index)
        if child is not None:
            yield from _walk(child, depth + 1)


def name(thing: QAccessibleInterface) -> str:
    return thing.text(QAccessible.Text.Name)


def line(thing: QAccessibleInterface) -> str:
    """Role, name and description in one line, for a message."""
    widget = thing.object()
    kind = type(widget).__name__ if widget is not None else ""
    state = " focusable" if thing.state().focusable else ""
    described = thing.text(QAccessible.Text.Description)
    return f"{thing.role().name} {name(thing)!r} ({described!r}) {kind}{state}"
