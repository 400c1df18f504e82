"""The dialog after a won game, with the car that drives over the line."""

from __future__ import annotations

import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTransform

from mile_bones.desktop.boards.milebones.card_faces import CardFaces
from mile_bones.desktop.dialogs.won_game import WonGameDialog, feat_texts
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.durations import GOAL_MS
from mile_bones.desktop.table.victory_lane import VictoryLane
from mile_bones.library.achievements import Achievements
from mile_bones.storage.results import Entry

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

DAY = datetime.date(2026, 5, 4)
SCORES = {"best": (Entry("Anna", 6275, DAY), Entry("Anna", 5625, DAY)), "spread": (Entry("Anna", 1750, DAY),)}


@pytest.fixture
def show(window, opened, rendered_faces):
    art = CardArt(CardFaces(), rendered_faces)
    art.configure(LIGHT, (127, 178), 1.0)

    def make(achievements=Achievements(), speed=1.0, **how) -> tuple[WonGameDialog, list[float]]:  # noqa: B008 - it is frozen
        clock = [0.0]
        animator = Animator()
        animator.speed = speed
        animator.now = lambda: clock[0]
        lane = VictoryLane(art, 0, "Your car is over the line.", animator)
        dialog = WonGameDialog(
            SCORES,
            "mile-bones",
            {"best": (1,), "spread": (0,)},
            window(**how),
            title="You have won!",
            subtitle="You win the game, 5,625 to 3,875.",
            picture=lane,
            texts=feat_texts(achievements),
        )
        return opened(dialog), clock

    return make


def test_the_car_drives_over_the_line_once(show) -> None:
    dialog, clock = show()
    lane = dialog.findChild(VictoryLane)
    noses = []
    for part in (0.0, 0.2, 0.5, 1.0):
        clock[0] = part * GOAL_MS
        lane.animator.tick()
        noses.append(lane.nose)
    assert noses == sorted(set(noses))
    assert noses[0] <= 0 and noses[-1] > 0.9
    assert not lane.animator.running


def test_without_animation_the_scene_is_a_still_picture_of_its_end(show) -> None:
    dialog, _clock = show(speed=0.0)
    assert dialog.findChild(VictoryLane).nose > 0.9


def test_a_first_key_ends_the_drive_and_a_second_accepts_the_dialog(qtbot, show) -> None:
    dialog, _clock = show()
    lane = dialog.findChild(VictoryLane)
    qtbot.keyClick(dialog.close_button, Qt.Key.Key_Return)
    assert lane.nose > 0.9 and dialog.isVisible()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.close_button, Qt.Key.Key_Return)


def test_the_scene_is_also_described_in_words(show) -> None:
    dialog, _clock = show(Achievements(3, best=True, widest=True))
    assert dialog.told == (
        "You win the game, 5,625 to 3,875. Your car is over the line. 3 games won in a row."
        " A record: your highest total so far."
    )
    assert dialog.achievements.text() == "3 games won in a row. A record: your highest total so far."
    assert dialog.tables["best"].item(1, 2).text() == "5,625"
    assert dialog.clear.isHidden()


def test_an_ordinary_win_mentions_no_achievements(show) -> None:
    dialog, _clock = show(Achievements(1))
    assert dialog.achievements.isHidden()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_whole_scene_fits_into_the_smallest_window(show, theme) -> None:
    dialog, _clock = show(Achievements(12, best=True), theme=theme)
    assert dialog.height() + 40 <= 600
    assert dialog._area.verticalScrollBar().maximum() == 0


def test_on_a_mirrored_table_the_car_comes_from_the_right(show) -> None:
    dialog, clock = show()
    lane = dialog.findChild(VictoryLane)
    clock[0] = 0.1 * GOAL_MS
    lane.animator.tick()
    straight = lane.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    lane.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    mirrored = lane.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    mirrored = mirrored.transformed(QTransform.fromScale(-1, 1))
    middle = straight.height() // 2
    same = sum(straight.pixel(x, middle) == mirrored.pixel(x, middle) for x in range(straight.width()))
    assert same > 0.8 * straight.width()
