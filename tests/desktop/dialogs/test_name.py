"""The dialog for the name: typed with the keyboard, at most 31 characters, never empty."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea

from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.engine.record import PlayerInfo
from mile_bones.games import GAMES
from mile_bones.match.seats import shown_names
from mile_bones.storage.settings import NAME

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def dialog(window, opened):
    return opened(NameDialog("", window(), first=True))


def test_a_name_is_typed_and_accepted_with_enter(qtbot, dialog) -> None:
    assert dialog.field.hasFocus()
    qtbot.keyClicks(dialog.field, "  Anna   Maria ")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.name() == "Anna   Maria"


@pytest.mark.parametrize("game", GAMES)
def test_the_welcome_speaks_of_a_road_trip_only_before_the_game_of_700_miles(window, opened, game: str) -> None:
    dialog = opened(NameDialog("", window(), first=True, game=game))
    assert ("700" in dialog.band.subtitle.text()) == (game == "mile-bones")


def test_no_more_than_31_characters_fit(qtbot, dialog) -> None:
    qtbot.keyClicks(dialog.field, "x" * 40)
    assert dialog.name() == "x" * 31


@pytest.mark.parametrize("one", ["😀", "👩‍👩‍👧", "🇫🇷", "👍🏽", "e\u0301", "❤️"])
def test_an_emoji_a_flag_or_an_accented_letter_counts_as_one_character(qtbot, dialog, one: str) -> None:
    QGuiApplication.clipboard().setText(one * 40)
    qtbot.keyClick(dialog.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert dialog.name() == one * 31
    assert NAME.fits(dialog.name()) and not NAME.fits(one * 32)
    assert shown_names("mile-bones", (PlayerInfo(one * 40, "human"), PlayerInfo("Ben", "human")))[0] == one * 31
    dialog.field.setText(one * 30)
    qtbot.keyClicks(dialog.field, "xy")
    assert dialog.name() == one * 30 + "x"


def test_text_typed_into_the_middle_is_cut_and_pushes_nothing_out(qtbot, dialog) -> None:
    dialog.field.setText("ab" + "😀" * 27)
    dialog.field.setCursorPosition(1)
    qtbot.keyClicks(dialog.field, "xyz")
    assert dialog.name() == "axyb" + "😀" * 27 and dialog.field.cursorPosition() == 3


def test_an_empty_name_is_refused_in_words(qtbot, dialog) -> None:
    qtbot.keyClicks(dialog.field, "   ")
    with qtbot.assertNotEmitted(dialog.accepted):
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert dialog.note.text() == "Please write a name first."
    (area,) = dialog.findChildren(QScrollArea)
    needed = area.widget().layout().totalHeightForWidth(area.viewport().width())
    assert needed <= area.viewport().height(), "the refusal fits without a scroll bar"
    assert dialog.field.accessibleDescription() == dialog.note.text()
    assert dialog.field.hasFocus()
    qtbot.keyClicks(dialog.field, "B")
    assert "31" in dialog.note.text()


def test_escape_closes_without_a_name(qtbot, dialog) -> None:
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)


def test_a_later_change_begins_with_the_old_name_selected(qtbot, window, opened) -> None:
    dialog = opened(NameDialog("Anna", window()))
    qtbot.keyClicks(dialog.field, "Bert")
    assert dialog.name() == "Bert"
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)


def test_the_access_key_of_the_label_leads_to_the_field(qtbot, dialog) -> None:
    dialog.ok.setFocus()
    qtbot.keyClick(dialog, Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)
    assert dialog.field.hasFocus()
