"""Check boxes and radio buttons show all of their words, in as many lines as needed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from mile_bones.desktop.dialogs.toggles import WrappingCheckBox, WrappingRadioButton
from mile_bones.desktop.look.theme import apply_theme
from mile_bones.desktop.look.themes import LIGHT

TEXTS = (
    *("&Against the computer", "&Gegen den Computer", "Z&wei Personen am Tisch", "Zwei Computern z&usehen"),
    *("Dos personas en la &mesa", "&Deux personnes à la table", "&دو نفر پشت یک میز"),
)


def inked(button: QWidget) -> int:
    """Return the number of pixel rows that are not blank."""
    image = button.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return sum(len({*image.constScanLine(y)[: image.width()]}) > 1 for y in range(image.height()))


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("kind", [WrappingCheckBox, WrappingRadioButton])
@pytest.mark.parametrize("k", [0.86, 1.0, 1.5, 2.15, 2.5])
def test_no_line_is_cut_at_any_width(qtbot, qapp: QApplication, kind: type, k: float) -> None:
    apply_theme(qapp, LIGHT, k, compact=False)
    page = QWidget()
    qtbot.addWidget(page)
    try:
        for text in TEXTS:
            button = kind(text)
            button.setParent(page)
            button.ensurePolished()
            hint = button.sizeHint()
            for width in {button.minimumSizeHint().width(), *range(hint.width(), hint.width() - 4, -1)}:
                button.resize(width, button.heightForWidth(width))
                lines = inked(button)
                button.resize(width, button.height() + 400)
                assert lines == inked(button), (text, width)
    finally:
        apply_theme(qapp, LIGHT, 1.0, compact=False)


@pytest.mark.parametrize("kind", [WrappingCheckBox, WrappingRadioButton])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_words_begin_beside_the_box_in_a_wide_row(qtbot, qapp: QApplication, kind: type, direction) -> None:
    qapp.setLayoutDirection(direction)
    try:
        with_words, without = kind("هر دو"), kind("")
        pictures = []
        for button in (with_words, without):
            qtbot.addWidget(button)
            button.resize(600, 40)
            pictures.append(button.grab().toImage())
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    one, other = pictures
    inked_columns = [x for x in range(600) if any(one.pixel(x, y) != other.pixel(x, y) for y in range(40))]
    assert max(inked_columns) - min(inked_columns) < 100
    assert (min(inked_columns) > 300) == (direction is Qt.LayoutDirection.RightToLeft)
