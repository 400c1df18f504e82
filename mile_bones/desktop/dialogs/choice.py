"""A list to choose one from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox


def choice_box(name: str, values: Sequence[tuple[object, str]], everything: str = "") -> QComboBox:
    """Values with their words; ``currentData`` is the one chosen. ``everything`` comes first and stands for None."""
    box = QComboBox()
    box.setAccessibleName(name)
    if everything:
        box.addItem(everything, None)
    for value, text in values:
        box.addItem(text, value)
    return box
