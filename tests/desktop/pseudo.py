"""The pseudo-locale in the window: make its catalogues, and find text that is still English."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QTabWidget,
    QWidget,
)

from desktop.reader import words_of
from mile_bones.desktop.table.board import Board

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    *("Mile", "Bones", "Millieu", "Mille", "mille", "Anna", "Bert", "Wilhelmina", "Featherstonehaugh", "Wy"),
    *("Qt", "Cabin", "Vazirmatn", "OFL", "MIT", "PySide", "OK"),
    *("Strg", "Umschalt", "Alt", "Pos", "Ende", "Esc", "Return", "Enter", "Eingabe", "Leertaste", "Entf"),
    *("English", "Deutsch", "Nach", "links", "rechts", "scrollen", "April", "Mai"),
}
"""Words that are the same in every language, languages by their own names, and Qt's German words."""


def make_pseudo_catalogues(folder: Path, codes: tuple[str, ...] = ("de", "fa", "qaa")) -> Path:
    """Compile the pseudo-locale as the catalogue of each language in `codes`. Return `folder`.

    With the code of a real language, the pseudo-locale can be chosen in the program. With the code of Persian, it is
    laid out from right to left.
    """
    spec = importlib.util.spec_from_file_location("messages", ROOT / "packaging" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    messages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(messages)
    made = messages.compile_pseudo(folder)
    for code in codes:
        place = folder / code / "LC_MESSAGES" / made.name
        place.parent.mkdir(parents=True)
        place.write_bytes(made.read_bytes())
    return folder


def english_in(text: str) -> list[str]:
    """Return the words of a text that did not come from the catalogue: they have vowels, and no accent."""
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>|&(?=\w)", "", text))
    return [word for word in words if word.isascii() and set(word.lower()) & set("aeiouy") and word not in NAMES]


def texts_of(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield all texts of a window, visible or for screen readers, each after the name of its widget."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget.window() is not window:
            continue
        where = f"{type(widget).__name__} {widget.objectName()}".strip()
        told = (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.whatsThis())
        for text in (*told, widget.windowTitle(), *_shown(widget)):
            if text:
                yield where, text
    for action in window.findChildren(QAction):
        if not _is_in_a_file_dialog(action):
            yield "QAction", action.text()


def _is_in_a_file_dialog(thing: QObject | None) -> bool:
    """Return True if `thing` is in a file dialog. The words of a file dialog are Qt's."""
    while thing is not None and not isinstance(thing, QFileDialog):
        thing = thing.parent()
    return thing is not None


def _shown(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QTabWidget):
        yield from (widget.tabText(at) for at in range(widget.count()))
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model = widget.model()
        for row in range(min(model.rowCount(), 30)):
            columns = model.columnCount() if isinstance(model, QAbstractTableModel) else 1
            yield from (str(model.index(row, column).data() or "") for column in range(columns))
    elif isinstance(widget, Board):
        for item in widget.scene().items():
            if item.isVisible() and type(item).__module__.startswith("mile_bones"):
                yield from (word.text for word in words_of(item))
                if isinstance(getattr(item, "text", None), str):  # a caption paints its letters as a path
                    yield item.text
