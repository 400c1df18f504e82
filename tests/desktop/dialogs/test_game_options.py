"""The options and the target of a game, in the options dialog and before a new game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel

from mile_bones.desktop.dialogs.game_options import GameOptionsBox, TargetField
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.games import GAMES, spec
from mile_bones.library.settings import game_settings, option_setting, target_setting
from mile_bones.players import levels
from other_values import usual

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

GAME = "montreal-mille"
TARGET = target_setting(GAME)
REQUIRED, PROGRESSIVE, STAKE = (option_setting(GAME, name) for name in ("natural_required", "progressive", "stake"))
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def show(window, opened):
    """Return a function that opens the dialog before a new game of some kind."""

    def make(game=GAME):
        names, chosen = ("Anna", "Bert"), ("person", "easy")
        return opened(PlayersDialog(levels("montreal-mille"), names, chosen, window(), hidden=True, game=game))

    return make


@pytest.fixture
def field(show) -> TargetField:
    return show().options.findChild(TargetField)


@pytest.mark.parametrize("game", GAMES)
def test_the_dialog_asks_for_the_options_that_a_game_declares(show, game: str) -> None:
    found = spec(game)
    assert len(game_settings(game)) == len(found.options) + bool(found.targets)
    dialog = show(game)
    assert (dialog.options is not None) == bool(game_settings(game))


def test_without_values_all_options_have_their_defaults(show) -> None:
    box = show().options
    assert box.values() == {TARGET: "1200", REQUIRED: False, PROGRESSIVE: False, STAKE: "0"}


def test_values_that_are_set_are_returned(show) -> None:
    other = {TARGET: "2500", REQUIRED: True, PROGRESSIVE: True, STAKE: "3"}
    box = show().options
    box.set_values(other)
    assert box.values() == other
    box.set_values({})
    assert box.values()[STAKE] == "0"


@pytest.mark.parametrize(
    ("written", "points"),
    [("2000", "2000"), ("2,000", "2000"), ("1 500", "1500"), ("007", "7"), ("999999", "999999")],
)
def test_any_target_can_be_typed(qtbot, show, written: str, points: str) -> None:
    box = show().options
    field = box.findChild(TargetField)
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), written)
    assert box.values()[TARGET] == points


@pytest.mark.parametrize("written", ["", "0", ","])
def test_an_invalid_target_is_visibly_replaced_by_the_default(qtbot, show, written: str) -> None:
    dialog = show()
    field = dialog.options.findChild(TargetField)
    field.lineEdit().setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Delete)
    qtbot.keyClicks(field.lineEdit(), written)
    assert dialog.options.values()[TARGET] == "1200"
    dialog.begin.setFocus()
    assert field.currentText() == "1,200"


def test_the_target_field_ignores_letters(qtbot, field: TargetField) -> None:
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), "12a34-")
    assert field.points() == "1234"


def test_the_list_offers_the_targets_of_the_game(field: TargetField) -> None:
    assert [field.itemText(at) for at in range(field.count())] == ["1,200", "2,000"]


def marked(texts: list[str]) -> list[Qt.Key]:
    return [QKeySequence.mnemonic(text)[0].key() for text in texts if "&" in text]


def test_every_control_has_a_letter_of_its_own(show) -> None:
    dialog = show()
    own = marked([widget.text() for widget, _text in dialog.options.named])
    others = marked([button.text() for button in (*dialog.presets.buttons(), dialog.begin, dialog.cancel)])
    others += marked([text for box in dialog.seat_boxes for text in box.marked_texts()])
    assert len(own) == len(game_settings(GAME))
    assert len({*own, *others}) == len(own) + len(others)


def test_the_game_options_are_reached_by_access_keys(qtbot, window, opened) -> None:
    dialog = opened(OptionsDialog(usual, GAME, window()))
    dialog.pages.setCurrentIndex(1)
    box = dialog.findChild(GameOptionsBox)
    for widget, text in box.named:
        if text in (REQUIRED.label, f"{STAKE.label}:"):
            qtbot.keyClick(dialog, QKeySequence.mnemonic(widget.text())[0].key(), ALT)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: (dialog.values()[REQUIRED], dialog.values()[STAKE]) == (True, "1"))


def test_every_control_has_a_name_for_a_screen_reader(show) -> None:
    box = show().options
    assert {control.accessibleName() or control.text().replace("&", "") for control in box._controls.values()} == {
        setting.label for setting in box.held
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_options_dialog_explains_each_check_box_to_eyes_and_to_a_screen_reader(window, opened, game: str) -> None:
    dialog = opened(OptionsDialog(usual, game, window()))
    dialog.pages.setCurrentIndex(1)
    boxes = {box.text().replace("&", ""): box for box in dialog.findChildren(QCheckBox)}
    notes = [note.text() for note in dialog.findChildren(QLabel) if note.isVisible()]
    for setting in game_settings(game):
        if setting.control == "tick":
            assert setting.line is not None
            box = boxes[setting.label]
            assert box.accessibleDescription() == setting.line() and notes.count(setting.line()) == 1
            assert setting.line() in box.whatsThis()


def test_beside_lists_there_is_no_room_for_notes_but_a_narrow_dialog_has_them_below(show) -> None:
    box = show().options
    lines = {setting.line() for setting in box.held if setting.line is not None}

    def shown() -> list[str]:
        return [note.text() for note in box.findChildren(QLabel) if note.isVisible() and note.text() in lines]

    assert shown() == []
    box.fold(True)
    assert sorted(shown()) == sorted(lines)
    box.fold(False)
    assert shown() == []


def test_the_dialog_has_room_for_the_longest_line_about_a_level(window, opened) -> None:
    terse = levels(GAME)[0]
    wordy = terse._replace(name="wordy", line=lambda: "word " * 30)
    both = (terse, wordy)
    names, chosen = ("Anna", "Bert"), ("person", terse.name)
    dialog = opened(PlayersDialog(both, names, chosen, window(), hidden=True, game=GAME))
    dialog.more.click()
    dialog.seat_boxes[1].seat("wordy")
    QApplication.processEvents()  # the layout follows the words
    assert dialog._area.verticalScrollBar().maximum() == 0
