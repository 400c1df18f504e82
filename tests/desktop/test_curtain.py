"""The curtain, a page that hides the cards while a device is passed on. It names the next player, who lifts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton

from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.help.context import topic_for
from mile_bones.storage.settings import LONGEST_NAME

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton
Hang = Callable[..., Curtain]


@pytest.fixture
def hang(qtbot, dressed) -> Hang:
    """Return a function that shows a curtain with this name in a window of this size and theme."""
    kept = []

    def make(
        name: str = "Bert", theme: str = "light", scale: float = 0.86, width: int = 800, height: int = 600
    ) -> Curtain:
        dressed(theme, scale)
        window = QMainWindow()
        qtbot.addWidget(window)
        kept.append(window)
        window.resize(width, height)
        curtain = Curtain()
        curtain.show_name(name)
        window.setCentralWidget(curtain)
        with qtbot.waitActive(window):
            window.show()
        return curtain

    return make


def picture(curtain: Curtain) -> QImage:
    return curtain.grab().toImage()


# ------------------------------------------------------------------ lifting the curtain


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_and_space_lift_the_curtain_at_once(qtbot, hang: Hang, key: Qt.Key) -> None:
    curtain = hang()
    with qtbot.waitSignal(curtain.lifted):
        qtbot.keyClick(QApplication.focusWidget(), key)


def test_the_button_lifts_the_curtain(qtbot, hang: Hang) -> None:
    curtain = hang()
    with qtbot.waitSignal(curtain.lifted):
        qtbot.mouseClick(curtain.button, LEFT)


def test_the_mnemonic_of_the_button_lifts_the_curtain(qtbot, hang: Hang) -> None:
    curtain = hang()
    with qtbot.waitSignal(curtain.lifted):
        qtbot.keyClick(curtain, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_lifts_the_curtain_even_if_its_button_lost_the_focus(qtbot, hang: Hang, key: Qt.Key) -> None:
    curtain = hang()
    curtain.button.clearFocus()
    with qtbot.waitSignal(curtain.lifted):
        qtbot.keyClick(curtain, key)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
@pytest.mark.parametrize("on_button", [True, False], ids=["button", "page"])
def test_a_key_held_since_the_last_turn_does_not_lift_the_curtain(
    qtbot, hang: Hang, key: Qt.Key, on_button: bool
) -> None:
    curtain = hang()
    heard: list[None] = []
    curtain.lifted.connect(lambda: heard.append(None))
    target = curtain.button if on_button else curtain
    none = Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.KeyPress):
        QApplication.sendEvent(target, QKeyEvent(kind, key, none, "", True))
    QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyRelease, key, none, "", False))
    assert heard == []
    QTest.keyClick(target, key)
    assert heard == [None]


def test_the_second_half_of_a_double_click_does_not_lift_the_curtain(qtbot, hang: Hang) -> None:
    """The first click of the double-click has ended the turn, somewhere on the table."""
    curtain = hang()
    with qtbot.assertNotEmitted(curtain.lifted):
        _second_half(curtain.button)


def _second_half(button: QPushButton) -> None:
    at = button.rect().center().toPointF()
    there = button.mapToGlobal(at)
    none = Qt.KeyboardModifier.NoModifier
    for kind, held in (
        (QEvent.Type.MouseButtonDblClick, LEFT),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        QApplication.sendEvent(button, QMouseEvent(kind, at, there, LEFT, held, none))


# ------------------------------------------------------------------ words and looks


def test_the_curtain_names_only_the_next_player(hang: Hang) -> None:
    curtain = hang("Anna")
    assert curtain.title.text() == "Pass the device to Anna."
    assert curtain.line.text() == "Anna continues when nobody else looks."
    assert curtain.accessibleName() == curtain.title.text()
    assert curtain.accessibleDescription() == curtain.button.accessibleDescription() == curtain.line.text()


def test_mark_up_in_a_name_is_shown_as_plain_text(hang: Hang) -> None:
    curtain = hang("<b>An\u202ena</b>")
    assert curtain.title.text() == "Pass the device to <b>An\ufffdna</b>."
    assert curtain.title.textFormat() == curtain.line.textFormat() == Qt.TextFormat.PlainText


def test_the_curtain_is_announced_when_it_appears(qtbot, hang: Hang) -> None:
    curtain = hang()
    qtbot.waitUntil(lambda: curtain.announcer.silent)
    other = QPushButton("Another", curtain.window())
    other.show()
    curtain.hide()
    other.setFocus()
    curtain.show_name("Anna")
    with qtbot.waitSignal(curtain.announcer.announced) as said:
        curtain.show()
    assert said.args == ["Pass the device to Anna. Anna continues when nobody else looks."]
    assert curtain.button.hasFocus()


def test_a_new_name_is_announced(qtbot, hang: Hang) -> None:
    curtain = hang()
    qtbot.waitUntil(lambda: curtain.announcer.silent)
    with qtbot.waitSignal(curtain.announcer.announced) as said:
        curtain.show_name("Carla")
    assert said.args[0].startswith("Pass the device to Carla.")


def test_the_curtain_always_looks_the_same(hang: Hang) -> None:
    first, second = picture(hang()), picture(hang())
    assert first == second


@pytest.mark.parametrize("size", [(800, 600, 0.86), (1280, 800, 1.0), (1920, 1080, 1.2)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize(
    "name", ["Bert", "W" * LONGEST_NAME, "Œ" * LONGEST_NAME, "Wilhelmina Featherstonehaugh-Wy", "\u4e00" * LONGEST_NAME]
)
def test_every_name_fits_on_the_curtain(hang: Hang, name: str, size: tuple[int, int, float]) -> None:
    width, height, scale = size
    curtain = hang(name, "light", scale, width, height)
    for words in (curtain.title, curtain.line):
        assert words.height() >= words.heightForWidth(words.width())
        metrics = QFontMetricsF(words.font())
        longest = max(words.text().replace("\u4e00", "\u4e00 ").split(), key=metrics.horizontalAdvance)
        assert metrics.horizontalAdvance(longest) <= words.width()
        assert curtain.rect().contains(words.rect().translated(words.mapTo(curtain, words.rect().topLeft())))
    assert curtain.button.width() >= curtain.button.minimumSizeHint().width()
    assert curtain.title.geometry().bottom() < curtain.line.geometry().top()
    assert curtain.line.geometry().bottom() < curtain.button.geometry().top()


def test_the_curtain_takes_the_colours_of_another_theme(hang: Hang, dressed) -> None:
    curtain = hang()
    before = picture(curtain)
    dressed("dark", 0.86)
    after = picture(curtain)
    assert before.pixelColor(20, 300) != after.pixelColor(20, 300)


def test_the_curtain_opens_the_help_page_about_players(hang: Hang) -> None:
    curtain = hang()
    assert topic_for(curtain.button) == topic_for(curtain) == "players"


def test_the_curtain_is_centred_in_right_to_left_languages(hang: Hang) -> None:
    curtain = hang()
    curtain.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    curtain.layout().activate()
    centre = curtain.button.mapTo(curtain, curtain.button.rect().center()).x()
    assert abs(centre - curtain.width() / 2) <= 1
