"""The options of a game and its target, in the options and before a new game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

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
    """The dialog before a new game of this kind."""

    def make(game=GAME):
        names, chosen = ("Anna", "Bert"), ("person", "easy")
        return opened(PlayersDialog(levels("montreal-mille"), names, chosen, window(), hidden=True, game=game))

    return make


@pytest.fixture
def field(show) -> TargetField:
    return show().options.findChild(TargetField)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_asked_for_what_it_declares(show, game: str) -> None:
    found = spec(game)
    assert len(game_settings(game)) == len(found.options) + bool(found.targets)
    dialog = show(game)
    assert (dialog.options is not None) == bool(game_settings(game))


def test_without_values_everything_is_as_usual(show) -> None:
    box = show().options
    assert box.values() == {TARGET: "1200", REQUIRED: False, PROGRESSIVE: False, STAKE: "0"}


def test_what_goes_in_comes_out(show) -> None:
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
def test_any_target_can_be_written(qtbot, show, written: str, points: str) -> None:
    box = show().options
    field = box.findChild(TargetField)
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), written)
    assert box.values()[TARGET] == points


@pytest.mark.parametrize("written", ["", "0", ","])
def test_what_is_no_target_is_the_usual_one_and_seen_as_such(qtbot, show, written: str) -> None:
    dialog = show()
    field = dialog.options.findChild(TargetField)
    field.lineEdit().setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Delete)
    qtbot.keyClicks(field.lineEdit(), written)
    assert dialog.options.values()[TARGET] == "1200"
    dialog.begin.setFocus()
    assert field.currentText() == "1,200"


def test_letters_are_not_taken(qtbot, field: TargetField) -> None:
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


def test_they_are_used_by_letters_in_the_options(qtbot, window, opened) -> None:
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


def test_whoever_is_chosen_the_dialog_has_room_for_what_is_told_of_them(window, opened) -> None:
    terse = levels(GAME)[0]
    wordy = terse._replace(name="wordy", line=lambda: "word " * 30)
    both = (terse, wordy)
    names, chosen = ("Anna", "Bert"), ("person", terse.name)
    dialog = opened(PlayersDialog(both, names, chosen, window(), hidden=True, game=GAME))
    dialog.more.click()
    dialog.seat_boxes[1].seat("wordy")
    QApplication.processEvents()  # the layout follows the words
    assert dialog._area.verticalScrollBar().maximum() == 0
