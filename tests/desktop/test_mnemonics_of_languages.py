"""No two buttons, tabs, fields and menus of a window share a mnemonic, in all languages that use mnemonics."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QLabel, QMainWindow, QMenu, QTabBar, QWidget

from mile_bones import resources
from mile_bones.desktop.language import choose_language
from pictures.scenes import SCENES
from pictures.stage import staged

BY_NAME = {scene.name: scene for scene in SCENES}
OFTEN = ("lesson-discard",)
"""The scenes that every ``make test`` checks. The others take minutes."""


def every_scene() -> pytest.MarkDecorator:
    marks = {scene: (pytest.mark.slow,) if scene in OFTEN else () for scene in BY_NAME}
    return pytest.mark.parametrize("scene", [pytest.param(scene, marks=marks[scene]) for scene in BY_NAME])


def texts_with_letters(window: QWidget) -> list[str]:
    """Return the texts of everything that can be pressed with Alt in this window, with their ``&`` marks."""
    seen = [each for each in window.findChildren(QWidget) if each.isVisible() and each.window() is window]
    texts = [each.text() for each in seen if isinstance(each, QAbstractButton)]
    texts += [each.text() for each in seen if isinstance(each, QLabel) and each.buddy() is not None]
    texts += [each.title() for each in seen if isinstance(each, QGroupBox)]
    texts += [each.tabText(index) for each in seen if isinstance(each, QTabBar) for index in range(each.count())]
    if isinstance(window, QMainWindow):
        texts += [action.text() for action in window.menuBar().actions()]
    return texts


def doubles(texts: list[str]) -> list[str]:
    letters = [(QKeySequence.mnemonic(text).toString(), text) for text in texts]
    often = Counter(letter for letter, _text in letters if letter)
    return sorted(text for letter, text in letters if often[letter] > 1)


@pytest.mark.sample(proof=12)
@every_scene()
@pytest.mark.parametrize("code", ["en", "de", "es", "fr"])
def test_no_mnemonic_of_a_window_is_used_twice(scene: str, code: str, tmp_path: Path, qapp: QApplication) -> None:
    folder = resources.path("translations")
    try:
        with staged(BY_NAME[scene], (1280, 800), "light", tmp_path, language=code, translations=folder) as stage:
            front = stage.front()
            assert doubles(texts_with_letters(front)) == []
            if front is stage.window:
                for menu in stage.window.menuBar().findChildren(QMenu):
                    assert doubles([action.text() for action in menu.actions() if action.isVisible()]) == []
    finally:
        choose_language(qapp, "en", folder)
