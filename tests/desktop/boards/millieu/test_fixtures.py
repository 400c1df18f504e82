"""The buttons beside the cube."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QWidget

from mile_bones import i18n, resources
from mile_bones.desktop.boards.millieu.fixtures import TableButton
from mile_bones.desktop.look.theme import apply_theme, font
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.layout import Rect
from mile_bones.i18n import gettext as _


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    i18n.install(["en"])


@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
@pytest.mark.parametrize("size", [(98, 22), (110, 40), (128, 49), (128, 60), (200, 49), (240, 36)], ids=str)
def test_the_words_of_a_button_fit_into_it(qtbot, language: str, size: tuple[int, int]) -> None:
    apply_theme(QApplication.instance(), LIGHT)
    i18n.install([language], folder=resources.path("translations"))
    window = QWidget()
    qtbot.addWidget(window)
    for long, short in (
        (_("Take back this step"), _("Take back")),
        (_("Show neighbours"), _("Neighbours")),
        (_("Sheets side by side"), _("Side by side")),
    ):
        button = TableButton(long, short, "millieu-board", window)
        button.place_at(Rect(0, 0, *size))
        px = int(button.styleSheet().rpartition("font-size: ")[2].removesuffix("px;"))
        assert QFontMetricsF(font(px, "Bold")).horizontalAdvance(button.text()) <= size[0] - 8, button.text()
        assert px >= 8
