"""The parts of the window that are made when somebody first asks for them, and are left alone until then."""

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
    """Do to the whole window what reaches every part that is there."""
    window = person.window
    window.resize(window.width() // 2, window.height() // 2)
    for values in ({TEXT: "150", THEME: "contrast"}, {TEXT: "100", THEME: "light"}):
        window.change_settings(values)
    window.reduced_motion.changed.emit(True)


def test_a_window_that_only_stands_there_makes_no_part(home: Home) -> None:
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


def test_another_language_brings_other_parts(traveller: Home) -> None:
    """A part of the window before would speak its language, to a table that is gone."""
    person = traveller.open()
    before = {name: getattr(person.window, name) for name in PARTS}
    choose(person, "de")
    assert made(person.window) == FOR_A_GAME
    assert [name for name, part in before.items() if getattr(person.window, name) is part] == []


@pytest.mark.parametrize(("values", "part"), [({SCANNING: "2000"}, "scanning"), ({SPEECH: "short"}, "speech")])
def test_a_part_that_the_options_ask_for_is_there_at_once(home: Home, values: dict, part: str) -> None:
    window = home.open(begin=False).window
    window.change_settings(values)
    assert made(window) == {part}
    window.change_settings({setting: setting.default for setting in values})
    home.set(values)
    assert made(home.open(begin=False).window) == {part}


def test_the_mute_button_is_right_before_there_is_sound(home: Home) -> None:
    home.set({MUTE: True})
    window = home.open(begin=False).window
    assert window.status.mute.isChecked() and window.menus.mute.isChecked()
    window.change_settings({MUTE: False})
    assert not window.status.mute.isChecked() and not window.menus.mute.isChecked()
    assert made(window) == set()
