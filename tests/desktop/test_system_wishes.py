"""The system's preferences are followed while the game runs: dark or light theme, high contrast, and reduced motion.

A choice in the options overrides the preferences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication

from desktop.driver import Home, Person
from mile_bones.desktop import reduced_motion
from mile_bones.desktop.look import theme
from mile_bones.desktop.look.themes import DARK, LIGHT
from mile_bones.storage.settings import ANIMATION, LARGE_INDICES, OUTLINES, THEME

pytestmark = pytest.mark.gui


@pytest.fixture
def wish(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that sets the system's preference ("light", "dark" or "contrast") and reports it as a desktop
    does.
    """
    hints = QGuiApplication.styleHints()

    def change(scheme: str) -> None:
        if scheme == "contrast" and not hasattr(hints, "accessibility"):
            pytest.skip("this Qt knows no contrast preference")  # before 6.10
        monkeypatch.setattr(theme, "system_scheme", lambda app=None: scheme)
        if scheme == "contrast":
            hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
        else:
            hints.colorSchemeChanged.emit(getattr(Qt.ColorScheme, scheme.capitalize()))

    yield change
    monkeypatch.undo()


def ground(person: Person) -> QColor:
    """Return the colour of the table in an empty corner."""
    return person.table.viewport().grab().toImage().pixelColor(1, 1)


def test_the_table_follows_the_schemes_of_the_system(home: Home, wish: Callable[[str], None]):
    home.set({THEME: "system"})
    person = home.open(seed=9)
    person.settled()
    before = person.play.match.record()
    for scheme in ("dark", "contrast", "light", "contrast", "dark"):
        wish(scheme)
        assert person.table.theme is theme.THEMES[scheme] is theme.active()[0]
        assert (ground(person).lightnessF() > 0.5) == (scheme == "light")
    assert person.play.match.record() == before


def test_a_chosen_theme_overrides_the_system(home: Home, wish: Callable[[str], None]):
    home.set({THEME: "light"})
    person = home.open(seed=9)
    wish("contrast")
    assert person.table.theme is LIGHT


def test_the_systems_high_contrast_has_the_chosen_lines_and_indices(home: Home, wish: Callable[[str], None]):
    home.set({THEME: "system", OUTLINES: "thick", LARGE_INDICES: True})
    person = home.open(seed=9)
    wish("dark")
    assert person.table.theme is DARK, "the options for high contrast do not affect it"
    wish("contrast")
    assert person.table.theme.outline == 1.5 and person.table.theme.large_indices
    assert "contrast_thick_large" in person.table.art._set, "its pictures have a set of their own"


def test_reduced_motion_is_followed_during_a_game(home: Home, monkeypatch: pytest.MonkeyPatch):
    home.set({ANIMATION: "slow"})
    person = home.open(seed=9)
    person.settled()
    person.draw()
    assert person.table.animator.running
    monkeypatch.setattr(reduced_motion, "reduced", lambda: True)
    person.window.reduced_motion.look_again()
    assert not person.table.animator.running
    assert all(animator.reduced for animator in person.table.animators())
    monkeypatch.setattr(reduced_motion, "reduced", lambda: False)
    person.window.reduced_motion.look_again()
    assert not any(animator.reduced for animator in person.table.animators())
