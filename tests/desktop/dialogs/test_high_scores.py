"""The high scores: both lists with names and dates, empty places, and marks on the newest lines. The lists are cleared
only after a question.
"""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt

from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.score_table import SPOKEN
from mile_bones.storage.results import Entry

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SCORES = {
    "best": (
        Entry("Anna", 6850, date(2026, 5, 4)),
        Entry("Anna", 6275, date(2026, 4, 21)),
        Entry("Computer", 5900, date(2026, 5, 2)),
    ),
    "spread": (Entry("Anna", 3400, date(2026, 4, 21)),),
}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def show(window, opened):
    def make(scores=SCORES, highlight=None):
        return opened(HighScoresDialog(scores, "mile-bones", highlight, window()))

    return make


def lines(table) -> list[list[str]]:
    return [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]


def test_both_lists_of_scores_are_shown(show) -> None:
    dialog = show()
    assert lines(dialog.tables["best"]) == [
        ["Anna", "4 May 2026", "6,850"],
        ["Anna", "21 April 2026", "6,275"],
        ["Computer", "2 May 2026", "5,900"],
    ]
    assert dialog.windowTitle() == "High scores in Mile Bones"
    assert lines(dialog.tables["spread"]) == [["Anna", "21 April 2026", "3,400"], ["–", "–", "–"], ["–", "–", "–"]]


def test_a_screen_reader_gets_each_line(show) -> None:
    dialog = show()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert dialog.tables["best"].item(0, 0).data(SPOKEN) == "Place 1: Anna, 6,850 points, 4 May 2026"
    assert "6,850" in " ".join(str(dialog.tables["best"].item(0, column).data(role)) for column in range(3))
    assert dialog.tables["spread"].item(2, 0).data(SPOKEN) == "Place 3: empty"
    assert dialog.tables["best"].accessibleName() == "Top three scores"


def test_the_new_lines_are_marked(show) -> None:
    dialog = show(highlight={"best": (1,)})
    assert [row.amber for row in dialog.tables["best"].plan.rows] == [False, True, False]
    assert not any(row.amber for row in dialog.tables["spread"].plan.rows)


def test_clearing_asks_first_and_enter_keeps_the_scores(qtbot, show) -> None:
    dialog = show()
    with qtbot.assertNotEmitted(dialog.clear_requested):
        qtbot.mouseClick(dialog.clear, LEFT)
        question = dialog.question
        assert question.isVisible()
        assert question.focusWidget() is question.no
        qtbot.keyClick(question.no, Qt.Key.Key_Return)
    assert lines(dialog.tables["best"])[0][0] == "Anna"


def test_a_confirmed_clearing_empties_both_lists(qtbot, show) -> None:
    dialog = show()
    qtbot.mouseClick(dialog.clear, LEFT)
    with qtbot.waitSignal(dialog.clear_requested):
        qtbot.mouseClick(dialog.question.yes, LEFT)
    empty = [["–", "–", "–"]] * 3
    assert lines(dialog.tables["best"]) == lines(dialog.tables["spread"]) == empty
    assert not dialog.clear.isEnabled()
    assert dialog.isVisible()


def test_empty_lists_cannot_be_cleared(show) -> None:
    assert not show({}).clear.isEnabled()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_keys_close_the_high_scores(qtbot, show, key) -> None:
    dialog = show()
    assert dialog.focusWidget() is dialog.close_button
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog.focusWidget(), key)


def test_f1_in_the_question_asks_for_the_help_on_high_scores(qtbot, show) -> None:
    dialog = show()
    qtbot.mouseClick(dialog.clear, LEFT)
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog.question.no, Qt.Key.Key_F1)
    assert asked.args == ["high-scores"]


def test_the_widest_name_fits_into_the_smallest_window(show) -> None:
    dialog = show({"best": (Entry("W" * 31, 12_345, date(2026, 9, 30)),)})
    assert dialog.width() <= 800 and not dialog._area.horizontalScrollBar().isVisible()
    assert dialog.tables["best"].width() >= dialog.tables["best"].minimumWidth()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert "W" * 31 in dialog.tables["best"].item(0, 0).data(role), "the whole name is read aloud"
