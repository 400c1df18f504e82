"""The score sheet: every item of both players, for the eye and for the screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.score_table import SPOKEN
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.durations import COUNT_MS
from mile_bones.games.milebones import words
from mile_bones.games.milebones.events import GameEnded, HandEnded
from mile_bones.games.milebones.scoring import Score

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

MINE = Score(milestones=700, safeties=200, coups_fourres=300, trip_completed=400, safe_trip=300)
THEIRS = Score(milestones=475, safeties=100)
HAND = HandEnded(3, "trip", 0, 700, 9, (MINE, THEIRS), (3175, 2675))


@pytest.fixture
def show(window, opened):
    def make(hand=HAND, ended=None, names=("You", "Computer"), **how):
        return opened(ScoreSheetDialog(hand, hand.totals, (3, 1), names, ended, window(**how)))

    return make


def lines(dialog) -> list[list[str]]:
    table = dialog.table
    return [[table.item(row, column).text() for column in range(4)] for row in range(table.rowCount())]


def test_the_score_sheet_has_every_item_and_the_sums(show) -> None:
    assert lines(show()) == [
        ["Milestones played", "1 a mile", "700", "475"],
        ["Each safety", "100", "200", "100"],
        ["All 4 safeties", "300", "–", "–"],
        ["Each coup fourré", "300", "300", "–"],
        ["Trip completed", "400", "400", "–"],
        ["Safe trip", "300", "300", "–"],
        ["Delayed action", "300", "–", "–"],
        ["Extension", "200", "–", "–"],
        ["Shut-out", "500", "–", "–"],
        ["Hand total", "", "1,900", "575"],
        ["Grand total", "", "3,175", "2,675"],
        ["Games", "", "3", "1"],
    ]


def test_each_item_stands_in_its_own_row(show) -> None:
    for row, (field, label, _) in enumerate(words.score_items()):
        hand = HAND._replace(scores=(Score(**{field: 123}), Score(**{field: 45})), totals=(123, 45))
        assert lines(show(hand))[row][0] == label
        assert [line[2:] for line in lines(show(hand))[:9]].index(["123", "45"]) == row


@pytest.mark.parametrize(
    ("scores", "seat", "said", "colour"),
    [
        ((MINE, THEIRS), 0, "You win this hand", "green"),
        ((THEIRS, MINE), 0, "Bert wins this hand", "navy"),
        ((THEIRS, MINE), 1, "You win this hand", "green"),
        ((MINE, THEIRS), None, "Anna wins this hand", "green"),
        ((THEIRS, MINE), None, "Bert wins this hand", "navy"),
        ((MINE, MINE), 0, "Nobody wins this hand", "brown"),
    ],
)
def test_the_banner_says_who_won_the_hand_in_words_and_by_its_colour(window, opened, scores, seat, said, colour):
    hand = HAND._replace(scores=scores)
    dialog = opened(ScoreSheetDialog(hand, (0, 25), (0, 0), ("Anna", "Bert"), None, window(), seat=seat))
    assert (dialog.windowTitle(), dialog.band.title.text(), dialog.band.colour) == (said, said, colour)


def seen(dialog) -> list[list[str]]:
    table = dialog.table
    return [[cell.text for cell in table.row_seen(line).cells] for line in range(table.rowCount())]


@pytest.fixture
def counting(window, opened):
    """Return a function that opens a sheet whose figures count up. The function returns the sheet with its clock (in
    ms).
    """

    def make() -> tuple[ScoreSheetDialog, list[float]]:
        clock = [0.0]
        animator = Animator()
        animator.now = lambda: clock[0]
        sheet = ScoreSheetDialog(HAND, HAND.totals, (3, 1), ("You", "Bert"), None, window(), animator=animator)
        return opened(sheet), clock

    return make


def test_rows_and_their_sums_count_up_one_row_after_another(counting) -> None:
    dialog, clock = counting()
    read = lines(dialog)
    steps = []
    for part in (0.0, 0.1, 0.4, 0.7, 1.0):
        clock[0] = part * COUNT_MS
        dialog.counting.tick()
        steps.append(seen(dialog))
        assert lines(dialog) == read  # a screen reader finds the final figures
    miles = [int(step[0][2] or 0) for step in steps]
    assert miles[0] == 0 < miles[1] < miles[2] == 700
    assert steps[1][4][2] == "" and steps[3][4][2] == "400"
    assert steps[0][10][2] == "1,275"  # the total before this hand
    assert steps[-1] == read
    assert not dialog.counting.running


@pytest.mark.parametrize("how", ["key", "click"])
def test_a_key_or_a_click_ends_the_counting_and_does_nothing_else(qtbot, counting, how) -> None:
    dialog, _clock = counting()
    assert seen(dialog) != lines(dialog)
    if how == "key":
        qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)
    else:
        qtbot.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    assert seen(dialog) == lines(dialog)
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)


@pytest.mark.parametrize("how", ["off", "reduced"])
def test_without_animation_the_final_figures_are_shown_at_once(window, opened, how) -> None:
    animator = Animator()
    animator.speed, animator.reduced = (0.0, False) if how == "off" else (1.0, True)
    dialog = opened(ScoreSheetDialog(HAND, HAND.totals, (3, 1), ("You", "Bert"), None, window(), animator=animator))
    assert seen(dialog) == lines(dialog)


def test_the_foot_says_what_was_special_about_the_game(window, opened) -> None:
    ended, special = GameEnded(1, (4700, 5200)), "Hand 2 was close: you were 25 miles short."
    dialog = opened(ScoreSheetDialog(HAND, (4700, 5200), (0, 1), ("You", "Bert"), ended, window(), special=special))
    assert dialog.note.text() == special and special in dialog.told


def test_the_head_says_how_the_hand_ended(show) -> None:
    dialog = show()
    assert dialog.band.subtitle.text() == "You reached 700 miles with 9 cards left in the deck."
    assert dialog.note.text() == "First to 5,000 wins the game."
    assert dialog.go_on.text() == "&Next hand"


@pytest.mark.parametrize(
    ("winner", "totals", "said", "way_on"),
    [
        (0, (5250, 3900), "You win the game, 5,250 to 3,900.", "&New game"),
        (1, (3900, 5250), "Computer wins the game, 5,250 to 3,900.", "&Play again"),
        (None, (5250, 5250), "The game is drawn at 5,250 points each.", "&New game"),
    ],
)
def test_the_head_says_who_won_the_game(show, winner, totals, said, way_on) -> None:
    dialog = show(HAND._replace(totals=totals), GameEnded(winner, totals))
    assert dialog.band.subtitle.text() == said
    assert dialog.go_on.text() == way_on


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "You reached 700 miles with 9 cards left in the deck."),
        (1, "Anna reached 700 miles with 9 cards left in the deck."),
        (None, "Anna reached 700 miles with 9 cards left in the deck."),
    ],
)
def test_the_head_addresses_the_viewer_as_you(window, opened, seat, said) -> None:
    """If two people or two computers play, nobody is addressed: the seat is None."""
    dialog = opened(ScoreSheetDialog(HAND, (0, 25), (0, 0), ("Anna", "Bert"), None, window(), seat=seat))
    assert dialog.band.subtitle.text() == said


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_keys_close_the_sheet_and_continue_the_game(qtbot, show, key) -> None:
    dialog = show()
    assert dialog.focusWidget() is dialog.go_on
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.focusWidget(), key)


def test_enter_accepts_the_sheet_even_if_the_table_has_the_focus(qtbot, show) -> None:
    dialog = show()
    dialog.table.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.table, Qt.Key.Key_Return)


def test_a_screen_reader_gets_every_row_as_a_sentence(qtbot, show) -> None:
    table = show().table
    reader = QAccessible.queryAccessibleInterface(table)
    assert reader.text(QAccessible.Text.Name) == "Score sheet"
    cells = {
        reader.child(number).text(QAccessible.Text.Name)
        for number in range(reader.childCount())
        if reader.child(number) is not None
    }
    assert {"Milestones played", "You 700", "Computer 475"} <= cells, "each figure is read with the name of its player"
    said = [table.item(row, 0).data(SPOKEN) for row in range(table.rowCount())]
    assert "Milestones played: You 700, Computer 475" in said
    assert "Grand total: You 3,175, Computer 2,675" in said


def test_the_table_is_walked_with_the_arrows_and_left_with_tab(qtbot, show) -> None:
    dialog = show()
    qtbot.keyClick(dialog.go_on, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.table
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.table.currentRow() == 1
    qtbot.keyClick(dialog.table, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.both_hands
    qtbot.keyClick(dialog.both_hands, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.go_on


def test_a_button_asks_for_both_hands_and_leaves_the_sheet_open(qtbot, show) -> None:
    dialog = show()
    assert dialog.both_hands.text() == "Show &both hands"
    with qtbot.waitSignal(dialog.both_hands_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(dialog.both_hands_requested):
        dialog.both_hands.setFocus()
        qtbot.keyClick(dialog.both_hands, Qt.Key.Key_Return)
    assert dialog.isVisible()


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("names", [("You", "Computer"), ("Maximilian-Alexander Longname-X", "Computer")])
def test_the_whole_sheet_fits_into_the_smallest_window(show, theme, names) -> None:
    dialog = show(names=names, theme=theme)
    assert dialog.width() <= 800
    assert dialog.height() + 40 <= 600
    bar = dialog._area.verticalScrollBar()
    assert bar.maximum() == 0, "the sheet should not scroll"
    table = dialog.table
    assert table.rowViewportPosition(11) + table.rowHeight(11) <= table.viewport().height()


def test_in_a_larger_window_the_rows_have_their_designed_height(show) -> None:
    dialog = show(scale=1.0, width=1280, height=800)
    assert dialog.table.rowHeight(0) == 38
    assert dialog.width() == 604
