"""A dialog answers once, however many keys and clicks were queued for it when it closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from desktop.driver import NOON, Home, past
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.engine.record import GIVEN_UP
from mile_bones.games import facts
from mile_bones.storage.records import save_record
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME
from stories import going, near_the_goal, three_wins, won

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def keys(widget: QWidget, key: Qt.Key = Qt.Key.Key_Return) -> None:
    """Queue three key strokes before the first of them is handled."""
    for _stroke in range(3):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QCoreApplication.postEvent(widget, QKeyEvent(kind, key, NONE))
    QCoreApplication.processEvents()


def clicks(widget: QWidget) -> None:
    """Queue three clicks before the first of them is handled."""
    at = QPointF(widget.rect().center())
    for _click in range(3):
        for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, Qt.MouseButton(0))):
            QCoreApplication.postEvent(widget, QMouseEvent(kind, at, widget.mapToGlobal(at), LEFT, held, NONE))
    QCoreApplication.processEvents()


bursts = pytest.mark.parametrize("burst", [keys, clicks])
Burst = Callable[[QWidget], None]


def count(signal) -> list[object]:
    """Return a list that grows whenever the signal is sent."""
    heard: list[object] = []
    signal.connect(lambda *values: heard.append(values))
    return heard


@bursts
def test_queued_input_answers_a_question_once(home: Home, burst: Burst):
    person = home.open(going().record())
    begun = count(person.window.games.begun)
    person.choose("Game", "Give up")
    burst(person.dialog(QuestionDialog).yes)
    person.settled()
    assert person.dialogs() == [] and len(begun) == 1
    assert [game.state for game in past(home).games()] == [GIVEN_UP]


@bursts
def test_queued_input_calls_the_extension_once(home: Home, burst: Burst):
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    dialog = person.dialog(ExtensionDialog)
    burst(dialog.yes)
    person.settled()
    assert person.dialogs() == []
    assert home.acts().count("0 extend yes") == 1
    person.looks_right()


@bursts
def test_queued_input_deals_the_next_hand_once(home: Home, burst: Burst):
    person = home.open(near_the_goal().record())
    sheet = person.win()
    assert isinstance(sheet, ScoreSheetDialog)
    settled = count(person.play.settled)
    burst(sheet.go_on)
    person.settled()
    assert person.dialogs() == [] and len(settled) == 1
    assert len(home.saved().hands) == 2
    assert len(person.hand) == 6, "no card has been drawn"
    person.looks_right()


@bursts
def test_queued_input_begins_one_game_after_the_high_scores(home: Home, burst: Burst):
    person = home.open(three_wins().record())
    begun = count(person.window.games.begun)
    burst(person.win().go_on)
    dialog = person.dialog(HighScoresDialog)
    assert person.dialogs() == [dialog] and begun == []
    burst(dialog.close_button)
    person.settled()
    assert person.dialogs() == [] and len(begun) == 1


@bursts
def test_queued_input_in_the_name_dialog_begins_one_game(new_home: Home, burst: Burst):
    person = new_home.open(seed=1)
    begun = count(person.window.games.begun)
    dialog = person.dialog(NameDialog)
    person.type("Anna")
    burst(dialog.ok)
    person.settled()
    assert new_home.get(NAME) == "Anna" and len(begun) == 1 and person.dialogs() == []


@bursts
def test_queued_input_opens_one_replay(home: Home, burst: Burst):
    record = won()
    past(home).add(CountedGame(record, NOON, facts(record), "finished"))
    person = home.open(going().record())
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    asked = count(dialog.replay_requested)
    burst(dialog.replay)
    assert len(asked) == 1 and person.window.replay.record == record


def test_queued_keys_open_a_file_once(home: Home, tmp_path: Path):
    save_record(tmp_path / "game.json", near_the_goal().record())
    before = going().record()
    person = home.open(before)
    begun = count(person.window.games.begun)
    person.choose("Game", "Open")
    dialog = person.dialog(QFileDialog)
    dialog.findChild(QLineEdit, "fileNameEdit").setText(str(tmp_path / "game.json"))
    keys(next(button for button in dialog.findChildren(QPushButton) if button.isDefault()))
    person.settled()
    assert len(begun) == 1 and home.kept() == [before]
