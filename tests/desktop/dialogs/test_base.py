"""The behaviour of all dialogs: room for their words, names, mnemonics, mirrored layout, changing themes."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QStackedLayout,
    QWidget,
)

from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.about import AboutDialog
from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.dialogs.review import ReviewDialog
from mile_bones.desktop.dialogs.review_figures import ReviewFigures
from mile_bones.desktop.look import theme
from mile_bones.games import GAMES
from mile_bones.games.milebones.events import GameEnded, HandEnded
from mile_bones.games.milebones.scoring import Score
from mile_bones.match.replaying import Replay
from mile_bones.match.review import HandReview, gathered
from mile_bones.players import levels
from other_values import usual
from pictures.profiles import REVIEWED

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

HAND = HandEnded(1, "cards", None, 700, 0, (Score(), Score(milestones=25)), (0, 25))
DIALOGS = {
    "about": AboutDialog,
    "extension": ExtensionDialog,
    "high scores": lambda window: HighScoresDialog({}, GAMES[0], None, window),
    "name": lambda window: NameDialog("Anna", window),
    "welcome": lambda window: NameDialog("", window, first=True),
    "options": lambda window: OptionsDialog(usual, GAMES[0], window),
    "options of another game": lambda window: OptionsDialog(usual, GAMES[1], window),
    "players": lambda window: PlayersDialog(
        levels("mile-bones"), ("W" * 31, "Bert"), ("expert", "expert"), window, hidden=True
    ),
    "message": lambda window: MessageDialog("A message", "Words. " * 30, window),
    "question": lambda window: QuestionDialog("Really?", "Words. " * 30, "&Yes", "&No", "secondary", window),
    "hand": lambda window: ScoreSheetDialog(HAND, (0, 25), (0, 0), ("You", "Computer"), None, window),
    "review": lambda window: ReviewDialog(
        ReviewFigures(REVIEWED), gathered(Replay(REVIEWED), (HandReview(1, (950, 1200), None, ()),)), window
    ),
    "game": lambda window: ScoreSheetDialog(
        HAND, (0, 5025), (0, 1), ("You", "Computer"), GameEnded(1, (0, 5025)), window
    ),
}
SIZES = [(800, 600, 0.86), (1280, 800, 1.0), (1920, 1080, 1.2)]


@pytest.fixture(params=DIALOGS)
def make(request):
    return DIALOGS[request.param]


def shown(dialog: QWidget, kind: type[QWidget]) -> list[QWidget]:
    return [widget for widget in dialog.findChildren(kind) if widget.isVisibleTo(dialog)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}", scope="module")
# The scope is the module, so that one style sheet serves many dialogs.
@pytest.mark.sample(slow=13, proof=13)
@pytest.mark.parametrize("name", ["light", pytest.param("contrast", marks=pytest.mark.proof)], scope="module")
def test_all_words_of_a_dialog_have_room(window, make, size, name, opened) -> None:
    width, height, scale = size
    dialog = opened(make(window(name, scale, width, height)))
    for words in shown(dialog, QLabel):
        if words.wordWrap():
            assert words.height() >= words.heightForWidth(words.width()), words.text()
        else:
            assert words.width() >= words.sizeHint().width(), words.text()
    for button in shown(dialog, QAbstractButton):
        if button.text():
            assert button.width() >= button.minimumSizeHint().width(), button.text()
            assert button.height() >= button.minimumSizeHint().height(), button.text()
    assert dialog.width() <= width
    assert dialog.height() + 40 <= height
    assert dialog._area.verticalScrollBar().maximum() == 0


@pytest.mark.sample(slow=5)
def test_no_two_widgets_of_a_layout_overlap(window, make, opened) -> None:
    dialog = opened(make(window()))
    for parent in [dialog, *dialog.findChildren(QWidget)]:
        layout = parent.layout()
        if layout is None or isinstance(layout, QStackedLayout) or not parent.isVisible():
            continue
        layouts = [layout, *layout.findChildren(QLayout)]
        seen = [child for child in parent.children() if isinstance(child, QWidget) and child.isVisible()]
        boxes = [child.geometry() for child in seen if any(each.indexOf(child) >= 0 for each in layouts)]
        for number, box in enumerate(boxes):
            assert not any(box.intersects(other) for other in boxes[number + 1 :])


@pytest.mark.sample(slow=5)
def test_a_dialog_and_all_its_controls_have_names(window, make, opened) -> None:
    dialog = opened(make(window()))
    assert dialog.accessibleName() == dialog.windowTitle() != ""
    assert dialog.property("helpTopic")
    for control in dialog.findChildren(QComboBox) + dialog.findChildren(QLineEdit):
        assert control.accessibleName()
    for button in shown(dialog, QAbstractButton):
        if button.focusPolicy() != Qt.FocusPolicy.NoFocus:
            assert button.text()


@pytest.mark.sample(slow=5)
def test_every_control_has_its_own_mnemonic(window, make, opened) -> None:
    dialog = opened(make(window()))
    texts = [widget.text() for widget in shown(dialog, QAbstractButton) if widget.text()]
    texts += [words.text() for words in shown(dialog, QLabel) if words.buddy() is not None]
    letters = Counter(text[text.index("&") + 1].lower() for text in texts)
    assert len(letters) == len(texts)


@pytest.mark.sample(slow=4)
def test_f1_asks_for_the_page_of_the_dialog(qtbot, window, make, opened) -> None:
    dialog = opened(make(window()))
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog, Qt.Key.Key_F1)
    assert asked.args[0]


def test_exactly_one_button_is_amber_and_takes_enter(window, make) -> None:
    dialog = make(window())
    primary = [button for button in dialog.findChildren(QAbstractButton) if button.property("kind") == "primary"]
    assert len(primary) == 1
    assert primary[0].isDefault()


@pytest.mark.proof
def test_right_to_left_mirrors_a_dialog(qapp: QApplication, window, opened) -> None:
    def places() -> tuple[BaseDialog, int, int]:
        dialog = opened(OptionsDialog(usual, GAMES[0], window()))
        return dialog, dialog.ok.mapTo(dialog, dialog.ok.rect().center()).x(), dialog.restore.x()

    dialog, ok, restore = places()
    assert ok > dialog.width() / 2 > restore
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        mirrored, ok_there, restore_there = places()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert ok_there < mirrored.width() / 2 < restore_there
    assert abs(ok_there - (dialog.width() - ok)) <= 2


def test_a_dialog_grows_with_its_words(window, opened) -> None:
    def height(text: str) -> int:
        dialog = opened(MessageDialog("A message", text, window()))
        return dialog.height()

    assert height("Words. " * 60) > height("Words.") + 60


def test_a_text_too_long_for_the_screen_can_be_scrolled(window, opened) -> None:
    dialog = opened(MessageDialog("A message", "Words and words. " * 1500, window()))
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    assert dialog._area.verticalScrollBar().maximum() > 0
    assert dialog.close_button.geometry().bottom() <= dialog.height()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_dialog_is_centred_in_the_window_even_over_another_dialog(window, opened, size) -> None:
    width, height, scale = size
    main = window("light", scale, width, height)
    main.move(0, 0)
    low = opened(QuestionDialog("Really?", "Words.", "&Yes", "&No", "secondary", main))
    high = opened(ScoreSheetDialog(HAND, (0, 25), (0, 0), ("You", "Computer"), None, low))
    for dialog in (low, high):
        off = dialog.frameGeometry().center() - main.frameGeometry().center()
        room = main.screen().availableGeometry()
        assert room.contains(dialog.frameGeometry())
        if room.contains(main.frameGeometry()):
            assert abs(off.x()) <= 1 and abs(off.y()) <= 1


def test_an_open_dialog_follows_the_theme(qapp: QApplication, window, opened) -> None:
    dialog = opened(MessageDialog("A message", "Words.", window("light")))
    corner = dialog.grab().toImage().pixelColor(5, dialog.height() // 2)
    assert corner == theme.THEMES["light"].panel
    theme.apply_theme(qapp, theme.THEMES["contrast"], 0.86)
    assert dialog.grab().toImage().pixelColor(5, dialog.height() // 2) == theme.THEMES["contrast"].panel


def test_a_button_has_a_ring_only_while_it_has_the_focus(qtbot, window, opened) -> None:
    dialog = opened(MessageDialog("A message", "Words.", window("light")))
    button = dialog.close_button
    assert button.hasFocus()
    middle = button.width() // 2
    colours = {button.grab().toImage().pixelColor(middle, y).name() for y in range(6)}
    assert theme.THEMES["light"].focus.name() in colours
    button.clearFocus()
    colours = {button.grab().toImage().pixelColor(middle, y).name() for y in range(6)}
    assert theme.THEMES["light"].focus.name() not in colours


def test_text_is_never_taken_for_markup(window) -> None:
    words = label("<b>Anna</b> & Bert")
    assert words.textFormat() == Qt.TextFormat.PlainText


@pytest.mark.sample(slow=5)
def test_the_buttons_of_a_closed_dialog_do_nothing(window, make, opened) -> None:
    """Until the dialog is deleted, a program that reads the window can still press the buttons."""
    dialog = opened(make(window()))
    pressed: list[bool] = []
    for button in dialog.findChildren(QAbstractButton):
        button.clicked.connect(pressed.append)
    dialog.done(0)
    for button in dialog.findChildren(QAbstractButton):
        button.click()
    assert dialog.findChildren(QAbstractButton)
    assert pressed == []


@pytest.mark.sample(slow=2, proof=2)
def test_a_dialog_that_closes_disables_nothing(window, make, opened) -> None:
    """A screen reader would be notified about each disabled widget. In such a flood of events, Orca 43 drops the next
    sentence.
    """
    dialog = opened(make(window()))
    before = [widget for widget in dialog.findChildren(QWidget) if widget.isEnabled()]
    dialog.done(0)
    assert [widget for widget in before if not widget.isEnabled()] == []
