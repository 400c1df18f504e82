"""Whatever is chosen stays chosen: opening the options and accepting them changes nothing that nobody has touched."""

from __future__ import annotations

from itertools import chain

import pytest

from desktop.driver import Home
from mile_bones.desktop.dialogs.options import OptionsDialog, settings_held
from mile_bones.games import GAMES
from mile_bones.library import keys
from mile_bones.library import settings as library_settings
from mile_bones.library.settings import GAME, SETTINGS, game_settings, level_setting, rules_setting, target_setting
from mile_bones.storage import settings
from mile_bones.storage.settings import LANGUAGE, NAME, SPEECH, WINDOW, Setting

pytestmark = pytest.mark.gui

MODULES = (settings, library_settings, keys)
DECLARED = {
    *(value for module in MODULES for value in vars(module).values() if isinstance(value, Setting)),
    *chain.from_iterable((*settings_held(game), *game_settings(game), level_setting(game)) for game in GAMES),
    *keys.KEYS,
    rules_setting(GAMES[0]),
}
NOT_CHOSEN = {GAME, WINDOW, LANGUAGE, SPEECH}
"""What the window itself writes, and what would change the machine that runs this."""


def another(setting: Setting, number: int) -> object:
    """A value that is not the usual one."""
    if isinstance(setting.default, bool):
        return not setting.default
    if setting.choices is not None:
        return next(choice for choice in reversed(list(setting.choices)) if choice != setting.default)
    if setting in keys.KEYS:
        return f"Ctrl+Shift+F{number % 12 + 1}" if number < 12 else f"Ctrl+Alt+F{number % 12 + 1}"
    return {NAME: "Zoe"}.get(setting, "850")


def changed() -> dict[Setting, object]:
    numbers = {setting: number for number, setting in enumerate(keys.KEYS)}
    return {setting: another(setting, numbers.get(setting, 0)) for setting in DECLARED - NOT_CHOSEN}


def test_the_list_of_settings_has_all_that_are_declared():
    assert set(SETTINGS) == DECLARED
    assert target_setting("montreal-mille") in DECLARED


@pytest.mark.sample(slow=0)
@pytest.mark.parametrize("game", GAMES)
def test_the_options_are_opened_and_accepted_and_nothing_has_changed(home: Home, game: str):
    values = changed()
    assert all(setting.allows(value) and value != setting.default for setting, value in values.items())
    home.set(values)
    person = home.open(game=game)
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    assert {setting: dialog.values()[setting] for setting in dialog.held if setting in values} == {
        setting: values[setting] for setting in dialog.held if setting in values
    }, "what the dialog shows"
    person.click_button(dialog.ok)
    home.leave_all()
    assert {setting: home.get(setting) for setting in values} == values
