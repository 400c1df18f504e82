"""Drawings of the cards: their numbers are written in the digits of the language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from mile_bones import i18n, resources
from mile_bones.desktop.boards.milebones.card_faces import drawing_of
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name

NUMBERED = ("25", "50", "75", "100", "200", "limit", "endlimit")
FIGURES = ("plate-figure", "index-figure")


def painted(drawing: QSvgRenderer, part: str = "") -> QImage:
    image = QImage(250, 350, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    if part:
        drawing.render(painter, part, drawing.boundsOnElement(part))
    else:
        drawing.render(painter, QRectF(0, 0, 250, 350))
    painter.end()
    return image


@pytest.fixture
def _english_again() -> Iterator[None]:
    yield
    i18n.install()


@pytest.mark.usefixtures("_english_again", "qapp")
@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
def test_numbers_in_drawings_are_in_the_digits_of_the_language(language: str) -> None:
    english = {name: drawing_of(name) for name in ART}
    i18n.install([language], folder=resources.path("translations"))
    differ = [name for name in ART if painted(drawing_of(name)) != painted(english[name])]
    assert differ == ([name for name in ART if name in NUMBERED] if language == "fa" else [])
    for name in differ:
        drawing = drawing_of(name)
        for figure in filter(drawing.elementExists, FIGURES):
            before, now = (each.boundsOnElement(figure) for each in (english[name], drawing))
            assert before.adjusted(-0.1, -0.1, 0.1, 0.1).contains(now), (name, figure)
            assert max(now.width() / before.width(), now.height() / before.height()) == pytest.approx(1, abs=0.02)
            assert painted(drawing, figure) != painted(english[name], figure)


@pytest.mark.usefixtures("qapp")
def test_a_numbered_card_has_its_number_on_its_plate_and_in_its_corner() -> None:
    named = [name for name in ART if any(map(str.isdigit, card_name(Card(ART.index(name)))))]
    assert named == [*NUMBERED[:5]]
    assert all(drawing_of(name).elementExists(figure) for name in named for figure in FIGURES)
