"""The choices of a person are kept in the options, in the file, and in the next window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QSlider

from desktop.driver import Home, Person
from mile_bones.desktop.dialogs.game_options import TargetField
from mile_bones.desktop.dialogs.key_box import KeyBox
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.speech import ssip
from mile_bones.games import GAMES
from mile_bones.library.settings import GAME, all_settings, shown_settings
from mile_bones.storage.settings import LANGUAGE, SPEECH, THEME, WINDOW, Setting, Settings
from other_values import another

pytestmark = pytest.mark.gui

NOT_CHOSEN = {GAME, WINDOW, LANGUAGE, SPEECH}
"""Settings that the window itself writes, or that would change the machine on which the tests run."""


def opened(person: Person) -> OptionsDialog:
    """Open the options of this window."""
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    assert isinstance(dialog, OptionsDialog)
    return dialog


def change_everything(dialog: OptionsDialog) -> None:
    """Choose something else in every control of every page."""
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        shown = dialog.pages.widget(page)
        for box in shown.findChildren(QCheckBox):
            box.click()
        for chooser in shown.findChildren(QComboBox):
            if isinstance(chooser, TargetField):
                chooser.setEditText("850")
            else:
                chooser.setCurrentIndex(chooser.count() - 1 if chooser.currentIndex() == 0 else 0)
        for slider in shown.findChildren(QSlider):
            slider.setValue(slider.minimum() if slider.value() > slider.minimum() else slider.maximum())
        for key_box in shown.findChildren(KeyBox):
            for row in range(key_box.table.rowCount()):
                key_box.table.selectRow(row)
                key_box.change()
                QTest.keyClick(key_box.table, Qt.Key(int(Qt.Key.Key_F13) + row))
    for group in dialog.findChildren(QButtonGroup):
        next(button for button in group.buttons() if not button.isChecked()).click()


@pytest.fixture
def mute_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no speech server be found or started."""
    monkeypatch.setattr(ssip, "server_socket", lambda _environment: None)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_option_is_kept_for_the_next_window(traveller: Home, mute_machine: None, game: str) -> None:
    person = traveller.open(game=game)
    dialog = opened(person)
    before = dialog.values()
    change_everything(dialog)
    chosen = dialog.values()
    assert set(chosen) == set(shown_settings(game)) - ({SPEECH} if not ssip.can_speak() else set())
    assert [setting.key for setting in chosen if chosen[setting] == before[setting]] == [], (
        "these settings have not been changed"
    )
    window = person.window
    turns = window.turns
    dialog.ok.click()
    person.wait_until(lambda: window.turns is not turns)  # the window is built again in another language
    person.settled()
    assert opened(person).values() == chosen
    traveller.leave_all()
    assert {setting: traveller.get(setting) for setting in chosen} == chosen
    assert opened(traveller.open(game=game)).values() == chosen


@pytest.mark.sample(slow=0)
@pytest.mark.parametrize("game", GAMES)
def test_accepting_the_options_unchanged_changes_no_setting(home: Home, game: str) -> None:
    values = {setting: another(setting) for setting in all_settings() if setting not in NOT_CHOSEN}
    assert all(setting.allows(value) and value != setting.default for setting, value in values.items())
    home.set(values)
    person = home.open(game=game)
    dialog = opened(person)
    shown = {setting: value for setting, value in dialog.values().items() if setting in values}
    assert shown == {setting: values[setting] for setting in shown}, "the dialog shows the stored values"
    person.click_button(dialog.ok)
    home.leave_all()
    assert {setting: home.get(setting) for setting in values} == values


@pytest.mark.parametrize("game", GAMES)
def test_the_window_reads_every_setting_that_the_options_show(
    home: Home, mute_machine: None, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    read: set[Setting[Any]] = set()
    get = Settings.get

    def watched(self: Settings, setting: Setting[Any]) -> Any:
        read.add(setting)
        return get(self, setting)

    home.set({THEME: "contrast"})
    monkeypatch.setattr(Settings, "get", watched)
    home.open(game=game)
    assert [setting.key for setting in shown_settings(game) if setting not in read] == []
