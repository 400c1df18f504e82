"""The objects that a screen reader finds in the open windows, read through Qt's own accessible objects."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication

MOST_CHILDREN = 60
"""The number of children that are read of one object. Therefore, only the first rows of a long list are read."""


def open_windows() -> Iterator[QAccessibleInterface]:
    """Yield the accessible object of each visible window."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield QAccessible.queryAccessibleInterface(window)


def walk(top: QAccessibleInterface) -> Iterator[tuple[QAccessibleInterface, int]]:
    """Yield `top` and every visible object below it, in the order of the tree, each with its depth."""
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
    """Return role, name, description, class and focusability in one line, for a message."""
    widget = thing.object()
    kind = type(widget).__name__ if widget is not None else ""
    state = " focusable" if thing.state().focusable else ""
    described = thing.text(QAccessible.Text.Description)
    return f"{thing.role().name} {name(thing)!r} ({described!r}) {kind}{state}"
