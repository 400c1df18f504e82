"""The parts of the window that are made on first use, and not before."""

from __future__ import annotations

from functools import cached_property

import pytest

from desktop.driver import Home, Person
from desktop.test_language import choose
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.on_demand import PartsOnDemand
from mile_bones.storage.settings import MUTE, SCANNING, SPEECH, TEXT, THEME

pytestmark = [pytest.mark.gui, pytest.mark.slow]

PARTS = {name for name, value in vars(PartsOnDemand).items() if isinstance(value, cached_property)}
FOR_A_GAME = {"hints", "long_press", "maintenance", "other_layouts", "sound"}


def made(window: MainWindow) -> set[str]:
    return {name for name in PARTS if window.is_made(name)}


def treat(person: Person) -> None:
    """Change the size, text and theme of the window, and reduced motion. These changes reach every part that exists."""
    window = person.window
    window.resize(window.width() // 2, window.height() // 2)
    for values in ({TEXT: "150", THEME: "contrast"}, {TEXT: "100", THEME: "light"}):
        window.change_settings(values)
    window.reduced_motion.changed.emit(True)


def test_a_window_without_a_game_makes_no_part(home: Home) -> None:
    person = home.open(begin=False)
    treat(person)
    person.window.close()
    assert made(person.window) == set()


def test_a_window_with_a_game_makes_only_what_the_game_needs(traveller: Home) -> None:
    person = traveller.open()
    assert made(person.window) == FOR_A_GAME
    treat(person)
    for language in ("fa", "en"):
        choose(person, language)
    person.window.close()
    assert made(person.window) == FOR_A_GAME


def test_another_language_replaces_all_parts(traveller: Home) -> None:
    """A part of the old window would use the old language, and a table that no longer exists."""
    person = traveller.open()
    before = {name: getattr(person.window, name) for name in PARTS}
    choose(person, "de")
    assert made(person.window) == FOR_A_GAME
    assert [name for name, part in before.items() if getattr(person.window, name) is part] == []


@pytest.mark.parametrize(("values", "part"), [({SCANNING: "2000"}, "scanning"), ({SPEECH: "short"}, "speech")])
def test_a_part_that_an_option_needs_is_made_at_once(home: Home, values: dict, part: str) -> None:
    window = home.open(begin=False).window
    window.change_settings(values)
    assert made(window) == {part}
    window.change_settings({setting: setting.default for setting in values})
    home.set(values)
    assert made(home.open(begin=False).window) == {part}


def test_the_mute_button_is_correct_before_the_sound_is_made(home: Home) -> None:
    home.set({MUTE: True})
    window = home.open(begin=False).window
    assert window.status.mute.isChecked() and window.menus.mute.isChecked()
    window.change_settings({MUTE: False})
    assert not window.status.mute.isChecked() and not window.menus.mute.isChecked()
    assert made(window) == set()
