"""Questions and messages: the extension, a dangerous question, a plain message, and About."""

from __future__ import annotations

from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent

from mile_bones import __version__, resources
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.dialogs.about import AboutDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.installation import installation, installation_text

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def extension(window, opened):
    return opened(ExtensionDialog("Computer", window()))


def test_the_extension_names_both_distances_and_what_is_at_stake(extension) -> None:
    said = extension.accessibleDescription()
    assert extension.windowTitle() == "You made it!"
    assert all(number in said for number in ("700", "1,000", "400", "200"))
    assert "waits for your answer" in said
    assert extension.no.isDefault() and extension.no.hasFocus() and not extension.yes.isDefault()


def test_the_extension_states_the_cards_left_and_both_scores(window, opened) -> None:
    dialog = opened(ExtensionDialog("Ben", window(), left=17, totals=(1900, 2400)))
    assert "17 cards are left" in dialog.accessibleDescription()
    assert "you have 1,900 points, Ben 2,400" in dialog.accessibleDescription()


def test_the_extension_is_answered_by_its_buttons(qtbot, window, extension, opened) -> None:
    with qtbot.waitSignal(extension.accepted):
        qtbot.mouseClick(extension.yes, LEFT)
    again = opened(ExtensionDialog("Computer", window()))
    with qtbot.waitSignal(again.rejected):
        qtbot.mouseClick(again.no, LEFT)


@pytest.mark.parametrize("key", ["Y", "N"])
def test_the_extension_is_answered_by_its_mnemonics(qtbot, extension, key) -> None:
    with qtbot.waitSignal(extension.accepted if key == "Y" else extension.rejected):
        qtbot.keyClick(extension, getattr(Qt.Key, f"Key_{key}"), Qt.KeyboardModifier.AltModifier)


def test_escape_does_not_answer_the_extension(qtbot, extension) -> None:
    with qtbot.assertNotEmitted(extension.finished):
        qtbot.keyClick(extension, Qt.Key.Key_Escape)
    assert extension.isVisible()


def test_the_window_system_cannot_close_the_extension_but_the_program_can(qtbot, extension) -> None:
    from_outside = QCloseEvent()
    extension.closeEvent(_Spontaneous(from_outside))
    assert extension.isVisible()
    assert not from_outside.isAccepted()
    with qtbot.assertNotEmitted(extension.finished):
        assert extension.close()
    assert not extension.isVisible()


class _Spontaneous:
    """A stand-in for a close event from the window system. No program can create the real event."""

    def __init__(self, event: QCloseEvent) -> None:
        self.ignore = event.ignore
        self.accept = event.accept

    def spontaneous(self) -> bool:
        return True


def test_a_plain_question_takes_enter_for_yes(qtbot, window, opened) -> None:
    words = ("Give up?", "The game counts for nobody.", "&Give up", "&Play on")
    dialog = opened(QuestionDialog(*words, "primary", window()))
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)


def test_a_dangerous_question_takes_enter_for_no(qtbot, window, opened) -> None:
    dialog = opened(QuestionDialog("Erase?", "It cannot be brought back.", "&Erase", "&Keep", "secondary", window()))
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)


def test_a_message_is_read_and_closed(qtbot, window, opened) -> None:
    dialog = opened(MessageDialog("A file was damaged", "It was set aside.", window(), topic="files"))
    assert dialog.accessibleDescription() == "It was set aside."
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog.close_button, Qt.Key.Key_F1)
    assert asked.args == ["files"]
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_a_long_file_name_does_not_widen_a_message(window, opened) -> None:
    short = opened(MessageDialog("It cannot be opened", "a.json", window()))
    width = short.width()
    short.close()
    name = "n" * 250 + ".json"
    long = opened(MessageDialog("It cannot be opened", name, window()))
    assert long.width() == width
    assert long.text.accessibleName() == long.accessibleDescription() == name


def test_about_names_the_versions_and_holds_the_licences(qtbot, window, opened) -> None:
    dialog = opened(AboutDialog(window()))
    assert __version__ in dialog.version.text()
    assert PySide6.__version__ in dialog.runs_on.text()
    assert dialog.installation.text() == installation_text(installation())
    assert "MIT License" in dialog.page.toPlainText()
    qtbot.keyClick(dialog, Qt.Key.Key_L, Qt.KeyboardModifier.AltModifier)
    for file in ("OFL.txt", "OFL-Vazirmatn.txt"):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
        assert dialog.page.toPlainText().strip() == resources.read_text(f"fonts/{file}").strip()
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert "LGPL" in dialog.chooser.currentText()
    assert "https://code.qt.io" in dialog.page.toPlainText()


def test_about_lists_the_licences_of_a_bundle_and_how_to_replace_its_qt(
    window, opened, tmp_path: Path, root: Path, monkeypatch
) -> None:
    for part in (root / "resources").iterdir():
        (tmp_path / part.name).symlink_to(part)
    (tmp_path / "licences").mkdir()
    for name, text in (("numpy", "of NumPy"), ("Qt, PySide6", "Lay your Qt over it."), ("cffi", "of cffi")):
        (tmp_path / "licences" / f"{name}.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    dialog = opened(AboutDialog(window()))
    names = [dialog.chooser.itemText(index) for index in range(dialog.chooser.count())]
    assert names[-2:] == ["cffi", "numpy"]
    shown = []
    for index in range(dialog.chooser.count()):
        dialog.chooser.setCurrentIndex(index)
        shown.append(dialog.page.toPlainText())
    assert shown[-2:] == ["of cffi", "of NumPy"]
    assert "Lay your Qt over it." in shown[-3] and str(Path(PySide6.__file__).parent) in shown[-3]
