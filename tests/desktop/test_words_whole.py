"""Pages and bars at every size of window and text: nothing scrolls sideways, and no word on a button is cut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea, QWidget

from desktop.test_scenes import BY_NAME
from mile_bones import i18n
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.look.scale import fit_for
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.poster import Poster
from mile_bones.storage.settings import TEXT
from pictures.stage import staged

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints", "does not support raise")

SIZES = ((640, 400), (800, 600), (1280, 800), (1920, 1080))
TEXTS = ("100", "150", "200", "250")
LANGUAGES = ("en", "de", "es", "fa", "fr")
LEAST_CARD, LEAST_PIECE = 36, 24
"""The least widths of a card and of a piece beside a bar, in pixels. The limits do not hold in the smallest window with
larger text.
"""
PAGES = (
    *("chooser", "chooser-first", "lesson", "mille-lesson", "coup-answered", "coup-refused", "mistake-answered"),
    *("replay-review", "replay-review-both", "replay-review-safety", "millieu-coup-answered", "watching"),
    "mille-coup-answered",
)


@pytest.fixture(autouse=True)
def _english_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    i18n.install(["en"])
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def _out_of_reach(button: QWidget, window: QWidget) -> bool:
    """Return True if the button is neither in the window nor in a scrolled part of it."""
    area = next((each for each in window.findChildren(QScrollArea) if each.isAncestorOf(button)), None)
    if area is None or area.widget() is None:
        return not window.rect().contains(QRect(button.mapTo(window, QPoint()), button.size()))
    lies, inside = QRect(area.mapTo(window, QPoint()), area.size()), area.widget()
    scrolled = inside.height() - area.viewport().height()
    return not (
        window.rect().contains(lies)
        and area.verticalScrollBar().maximum() >= scrolled
        and inside.rect().contains(QRect(button.mapTo(inside, QPoint()), button.size()))
    )


def _cut_in(chooser: Chooser) -> list[str]:
    heading, focused, found = chooser.title, chooser.window().focusWidget(), []
    widest = max(map(heading.fontMetrics().horizontalAdvance, heading.text().split()))
    if heading.height() < heading.heightForWidth(heading.width()) or widest > heading.width():
        found.append(f"{heading.text()!r} is cut")
    if isinstance(focused, QPushButton) and focused.visibleRegion().boundingRect() != focused.rect():
        found.append(f"{focused.text()} has the focus, and is not all seen")
    return found


def cut(window: QWidget) -> list[str]:
    """Return a message for each button that is too small or out of reach, and for each other part that is hidden or
    cut.
    """
    found = []
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.text():
            least = button.minimumSizeHint()
            if button.width() < least.width() or button.height() < least.height():
                found.append(f"{button.text()} {button.size()} < {least}")
            if _out_of_reach(button, window):
                found.append(f"{button.text()} cannot be reached")
    found += [
        f"{area} scrolls sideways by {area.horizontalScrollBar().maximum()}"
        for area in window.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBar().maximum()
    ]
    for chooser in window.findChildren(Chooser):
        if chooser.isVisible():
            found += _cut_in(chooser)
    for poster in window.findChildren(Poster):
        if poster.isVisible() and poster.picture.isVisible():
            picture = QRect(poster.picture.mapTo(poster, QPoint()), poster.picture.size())
            found += [
                f"{part} lies over the picture of {poster.offer.title}"
                for part in (poster.name, *poster.findChildren(QAbstractButton))
                if part.isVisible() and picture.intersects(QRect(part.mapTo(poster, QPoint()), part.size()))
            ]
    return found


def check(name: str, language: str, sizes: tuple, texts: tuple, folder: Path) -> None:
    scene = BY_NAME[name]
    faults = {}
    with staged(scene, SIZES[0], "light", folder, language=language) as stage:
        for text in texts:
            stage.window.change_settings({TEXT: text})
            for size in sizes:
                stage.window.resize(*size)
                stage.settle()
                found = cut(stage.window)
                if stage.table.isVisible() and (size != SIZES[0] or text == "100"):
                    wide = stage.table.card_size()[0]
                    least = LEAST_PIECE if stage.table.handles == "piece" else LEAST_CARD
                    found += [f"cards are {wide} wide"] if wide < least else []
                if found:
                    faults[size, text] = found
    assert faults == {}


@pytest.mark.sample(slow=0)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["chooser", "lesson", "replay-review"])
def test_large_words_fit_in_a_small_window(name: str, tmp_path: Path, qapp: QApplication) -> None:
    check(name, "en", SIZES[:2], TEXTS[2:], tmp_path)


@pytest.mark.sample(proof=5)
@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_words_are_not_cut_on_any_page(name: str, language: str, tmp_path: Path, qapp: QApplication) -> None:
    check(name, language, SIZES, TEXTS, tmp_path)


def _lost_menus(window: MainWindow) -> list[str]:
    """Return the menus that no pointer reaches, or whose words are cut."""
    bar, found = window.menuBar(), []
    words = bar.fontMetrics()
    for action in bar.actions():
        place = bar.actionGeometry(action)
        wide = words.size(Qt.TextFlag.TextShowMnemonic, action.text()).width()
        if not bar.rect().contains(place) or bar.actionAt(place.center()) is not action or place.width() < wide:
            found.append(action.text())
    extensions = [each for each in bar.findChildren(QAbstractButton) if each.isVisible()]
    return found + [f"{each.objectName()} hides menus" for each in extensions]


def _check_menus(language: str, sizes: tuple, texts: tuple, folder: Path) -> None:
    lost = {}
    with staged(BY_NAME["road"], sizes[-1], "light", folder, language=language) as stage:
        for text in texts:
            stage.window.change_settings({TEXT: text})
            for size in sizes:
                stage.window.resize(*size)
                stage.settle()
                if found := _lost_menus(stage.window):
                    lost[size, text] = found
        letters = stage.window.menuBar().fontInfo().pixelSize()
        assert letters == round(14 * fit_for(*sizes[-1], float(texts[-1]) / 100).k), "the letters return to their size"
    assert lost == {}


@pytest.mark.proof
def test_all_menus_can_be_reached_in_a_small_window(tmp_path: Path, qapp: QApplication) -> None:
    _check_menus("fr", (*SIZES[:2], SIZES[-1]), ("200", "250", "100"), tmp_path)


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_menus_can_be_reached(language: str, tmp_path: Path, qapp: QApplication) -> None:
    _check_menus(language, SIZES, ("125", "150", "200", "250", "100"), tmp_path)


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_the_question_about_the_extension_covers_none_of_your_cards(size, language: str, tmp_path: Path, qapp) -> None:
    with staged(BY_NAME["extension"], size, "light", tmp_path, language=language) as stage:
        table, frame = stage.table, stage.front().frameGeometry()
        mine = [slot_names.battle(True), slot_names.speed(True)]
        mine += [slot_names.safety(True, number) for number in range(4)] + list(slot_names.HAND[:6])
        middles = {name: table.mapToGlobal(table.mapFromScene(table.slots[name].rect.center())) for name in mine}
        assert [name for name, middle in middles.items() if frame.contains(middle)] == []
