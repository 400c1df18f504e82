"""The buttons beside the cube, and the turn strip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QGraphicsScene, QWidget

from desktop.reader import read
from mile_bones import i18n, resources
from mile_bones.desktop.boards.millieu.fixtures import CARS, TableButton, TurnStrip, strip_words
from mile_bones.desktop.boards.millieu.layout import millieu_layout
from mile_bones.desktop.boards.millieu.pieces import PieceArt
from mile_bones.desktop.look.scale import FORMS
from mile_bones.desktop.look.theme import apply_theme, font
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.layout import Rect
from mile_bones.games.millieu.observation import Phase
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


@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.SLIDE, Phase.CAPTURE], ids=str)
@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
def test_the_steps_of_the_strip_are_apart_on_the_narrowest_table(qtbot, language: str, phase: Phase) -> None:
    """A step takes a disc of 26 pixels, the words, and the car of 44 pixels if it is the present step."""
    apply_theme(QApplication.instance(), LIGHT)
    i18n.install([language], folder=resources.path("translations"))
    k = 0.86
    rect = millieu_layout(FORMS[0].width * k, 520, k).strip
    strip, scene = TurnStrip(PieceArt(None)), QGraphicsScene(*rect)
    scene.addItem(strip)
    strip.place_at(rect, k, LIGHT, mirrored=False, ratio=1.0)
    strip.show_step(strip_words(_("You"), over=False), phase, CARS[0])
    who, *steps = sorted((word for word in read(strip) if not word.text.isdigit()), key=lambda word: word.zone.x())
    assert len(steps) == 3 and who.fits and not who.text.endswith("…")
    for number, (word, following) in enumerate(pairwise(steps)):
        car = 58 * k if number == strip.step else 0
        assert word.zone.right() + car < following.zone.x() - 33 * k, word.text
