"""Dialogs fit screens and text of every size: nothing scrolls sideways or is cut, and the focus is visible."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.aside import offscreen, told_by
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.storage.settings import TEXT
from pictures.stage import staged, wait_for

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints", "does not support raise")

SIZES = ((640, 400), (800, 600), (1280, 800), (1920, 1080))
TEXTS = ("100", "150", "200", "250")
LANGUAGES = ("en", "de", "es", "fa", "fr")
WITH_COACH = ("extension-hint", "advice", "millieu-advice")
DIALOGS = (
    *(
        "extension",
        "extension-last",
        "extension-hint",
        "score-sheet",
        "both-hands",
        "game-over",
        "high-scores",
        "mille-score-sheet",
    ),
    *("mille-both-hands", "mille-payment", "advice", "millieu-advice", "options", "opponents", "aids", "name-missing"),
    *("about", "unsaved", "check", "restore", "whose-games", "history", "statistics", "results", "results-table"),
    *("review", "review-table", "errors", "luck-table", "number", "past-coups", "lesson-end", "players-more"),
    *("mille-players", "mille-options", "give-up"),
)


def look(size: tuple[int, int], language: str, names: tuple[str, ...], texts: tuple[str, ...], folder: Path) -> None:
    """Look for faults in a separate process, because only a new process can have a screen of another size."""
    environment = {**os.environ, "QT_QPA_PLATFORM": offscreen(folder, (0, 0, *size))}
    told = (json.dumps(each) for each in (size, language, names, texts))
    faults = told_by("-m", "desktop.look_at_dialogs", str(folder), *told, environment=environment)
    assert faults == [], faults


@pytest.mark.proof
def test_dialogs_fit_the_smallest_screen(tmp_path: Path) -> None:
    look(SIZES[0], "en", ("score-sheet", "options", "name-missing", "history", "restore"), ("200",), tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize(("size", "language"), [(SIZES[1], "de"), (SIZES[1], "fa"), (SIZES[2], "fr")], ids=str)
def test_the_question_about_the_extension_covers_neither_your_piles_nor_the_road(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    look(size, language, ("extension", "extension-last"), TEXTS, tmp_path)


@pytest.mark.slow
def test_the_options_open_at_their_top(tmp_path: Path, qapp: QApplication) -> None:
    with staged(replace(BY_NAME["millieu-options"], settings={TEXT: "200"}), (800, 560), "light", tmp_path) as stage:
        dialog = stage.front()
        bar = dialog._area.verticalScrollBar()
        assert bar.maximum() > bar.value() == 0


@pytest.mark.slow
def test_page_keys_scroll_a_dialog_that_does_not_fit(tmp_path: Path, qapp: QApplication) -> None:
    with staged(replace(BY_NAME["extension"], settings={TEXT: "200"}), SIZES[0], "light", tmp_path) as stage:
        dialog = stage.front()
        bar = dialog._area.verticalScrollBar()
        bar.setRange(0, max(bar.maximum(), 100))  # the screen of these tests is larger than the window
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_PageDown)
        assert bar.value() > 0
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_PageUp)
        assert bar.value() == 0


@pytest.mark.slow
@pytest.mark.parametrize("text", ["100", "200"])
def test_the_tab_key_leads_through_a_page_of_the_options_and_back(
    text: str, tmp_path: Path, qapp: QApplication
) -> None:
    """At 200 % there is a list of pages instead of the tabs."""
    with staged(replace(BY_NAME["options"], settings={TEXT: text}), SIZES[1], "light", tmp_path) as stage:
        dialog = stage.front()
        assert dialog.page.isVisible() == (text == "200")
        first = dialog.page if dialog.page.isVisible() else dialog.pages.tabBar()
        first.setFocus()
        seen = []
        while first not in seen:
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            assert dialog.focusWidget() not in seen
            seen.append(dialog.focusWidget())
        assert {dialog.ok, dialog.cancel} < {*seen} and len(seen) > 6


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_dialogs_fit_any_screen(size: tuple[int, int], language: str, tmp_path: Path, pytestconfig) -> None:
    """With little room, all dialogs are checked in the longest language and in the right-to-left language.

    With more room, a third of the dialogs is checked. Each language and each size then has every dialog that does not
    need the coach to think. ``make long`` checks all combinations, which takes half an hour.
    """
    everything = pytestconfig.getoption("make") == "long"
    look(size, language, *((DIALOGS, TEXTS) if everything else part_of(size, language)), tmp_path)


def part_of(size: tuple[int, int], language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the dialogs and the sizes of text to check."""
    if size in SIZES[:2] and language in ("de", "fa"):
        return DIALOGS, TEXTS
    third = (SIZES.index(size) + LANGUAGES.index(language)) % 3
    names = tuple(name for name in DIALOGS[third::3] if size in SIZES[:2] or name not in WITH_COACH)
    return names, TEXTS if size in SIZES[:2] else TEXTS[LANGUAGES.index(language) % 2 :: 2]


def test_every_dialog_is_checked_in_each_language_and_at_each_size() -> None:
    parts = {(size, language): part_of(size, language) for size in SIZES for language in LANGUAGES}
    for one in (*SIZES[:2], *LANGUAGES):
        seen = {name for key, (names, _texts) in parts.items() if one in key for name in names}
        assert seen >= {*DIALOGS} - ({*WITH_COACH} if one in LANGUAGES else set()), one
    for size in SIZES:
        assert {text for key, (_names, texts) in parts.items() if size in key for text in texts} == set(TEXTS)


@pytest.mark.proof
def test_filters_and_buttons_of_the_history_are_reached_with_little_room(tmp_path: Path, qapp: QApplication) -> None:
    scene = BY_NAME["history"]
    with staged(replace(scene, settings={TEXT: "250"}), SIZES[1], "light", tmp_path) as stage:
        dialog = stage.front()
        assert isinstance(dialog, HistoryDialog)
        assert dialog.unfold.isVisible() and not dialog.filters.isVisible()
        assert dialog.list.hasFocus()
        before = dialog.model.rowCount()
        QTest.keyClick(dialog.list, Qt.Key.Key_Tab)
        assert dialog.unfold.hasFocus()
        QTest.keyClick(dialog.unfold, Qt.Key.Key_Space)
        QApplication.processEvents()
        assert dialog.search.hasFocus() and in_view(dialog, dialog.search)
        QTest.keyClicks(dialog.search, "millieu")
        wait_for(lambda: not dialog.line.busy)
        assert 0 < dialog.model.rowCount() < before
        seen = []
        for _each in range(30):
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            assert in_view(dialog, dialog.focusWidget()) or dialog.list.hasFocus()
            seen.append(dialog.focusWidget())
            if dialog.search.hasFocus():
                break
        assert {dialog.delete, dialog.bring, dialog.replay, dialog.close_button, dialog.list, *dialog._boxes} <= {*seen}
        stage.window.change_settings({TEXT: "100"})
        stage.settle()
        dialog.fit()
        assert dialog.filters.isVisible()
        assert dialog.search.text() == "millieu"


def in_view(dialog: HistoryDialog, widget: QWidget) -> bool:
    if not dialog._area.isAncestorOf(widget):
        return dialog.rect().contains(QRect(widget.mapTo(dialog, QPoint()), widget.size()))
    place = QRect(widget.mapTo(dialog._area.viewport(), QPoint()), widget.size())
    return dialog._area.viewport().rect().contains(place)
