"""The strip of totals and the score panel on the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from desktop.boards.montreal.positions import table
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.boards.montreal.score_model import CIRCLES, ScoreRow
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.layout import Rect
from mile_bones.games.montreal.rules import Rules
from mile_bones.i18n import format_signed

SEEN = table("QS 2H KD")._replace(totals=(785, -430), naturals=(2, 0))


def test_the_strip_and_the_panel_are_described_in_words(board: MontrealBoard) -> None:
    board.show_observation(SEEN)
    assert board.strip_label.text() == f"A road to 1,200 points. Anna: 785. Ben: {format_signed(-430)}."
    assert "Total: Anna 785, Ben" in board.panel_label.text()
    assert "In hand: Anna" in board.panel_label.text() and "Ben unknown" in board.panel_label.text()


def test_the_deal_of_the_day_has_its_label(board: MontrealBoard) -> None:
    board.show_deal("Deal of the day")
    assert board.strip_label.text().startswith("Deal of the day. A road to")
    board.show_deal("")
    assert board.strip_label.text().startswith("A road to")


def test_the_road_leads_to_the_target_of_the_game(board: MontrealBoard) -> None:
    board.show_observation(SEEN._replace(rules=Rules(target=2000)))
    assert board.strip_label.text().startswith("A road to 2,000 points.")


def test_the_cars_drive_to_the_totals_of_a_deal_that_has_ended(board: MontrealBoard, qtbot) -> None:
    board.show_observation(SEEN)
    board.animator.speed = 1.0
    clock = [0.0]
    board.animator.now = lambda: clock[0]
    done: list[bool] = []
    board.animate((), SEEN._replace(totals=(985, -230)), lambda: done.append(True))
    clock[0] = 300.0
    board.animator.tick()
    assert -430 < board.strip.shown[1] < -230 and 785 < board.strip.shown[0] < 985
    assert board.strip.totals == (985, -230)
    board.finish()
    assert board.strip.shown == (985, -230) and done == [True]


def test_no_car_drives_if_no_total_has_changed(board: MontrealBoard) -> None:
    board.show_observation(SEEN)
    board.animator.speed = 1.0
    done: list[bool] = []
    board.animate((), SEEN, lambda: done.append(True))
    assert done == [True] and not board.animator.running


def test_the_panel_shows_the_games_won(board: MontrealBoard) -> None:
    board.show_games((3, 1))
    assert board.panel.rows[-1].figures == ("3", "1")


def test_a_chapeau_has_its_number_beside_its_mark(board: MontrealBoard) -> None:
    """A ring alone would look like one more 0."""

    def pictured(chapeaux: int, figure: str) -> QImage:
        row = ScoreRow("Chapeaux", ("0", figure), ("0", figure), CIRCLES, (0, chapeaux))
        board.panel.show_rows((row,), ("Anna", "Ben"))
        board.panel.place_at(Rect(0, 0, 214, 100), 1.0, LIGHT, False, 1.0)
        picture = QImage(214, 100, QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        board.panel.paint(painter, None)
        painter.end()
        return picture

    marked, plain, other = pictured(1, "1"), pictured(0, "1"), pictured(1, "2")
    end = QRect(191, 30, 23, 70)
    assert marked != plain, "the mark is painted"
    assert marked.copy(end) == plain.copy(end) != other.copy(end), "the figure ends where the figures above it end"


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("totals", [(785, 430), (1290, -340), (-1340, -1340), (12_345, 23_456)])
@pytest.mark.parametrize(("width", "k"), [(144, 0.86), (214, 1.0), (257, 1.2)])
def test_the_figures_of_the_two_players_never_touch(
    board: MontrealBoard, totals: tuple[int, int], width: int, k: float
) -> None:
    panel = board.panel
    board.show_observation(SEEN._replace(totals=totals))
    panel.place_at(Rect(0, 0, width, 340), k, LIGHT, False, 1.0)
    px, near, far = panel.fitted()
    widths = [QFontMetricsF(font(px, "Bold")).horizontalAdvance(text) for text in panel.rows[2].figures]
    assert near + 6 * k <= far - widths[1]
    assert near - widths[0] > 0.2 * width
    if totals == (785, 430):
        assert (px, near) == (16 * k, 0.665 * width)
