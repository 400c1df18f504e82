"""The animations on the road strip: cars drive, brake when they are hit, and start when they may go, and a flag is
waved.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from desktop.boards.milebones.clock import Clock
from desktop.boards.milebones.seats import hit_by, seen
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.boards.milebones.models import CarState
from mile_bones.desktop.table.durations import (
    BRAKE_MS,
    CAR_MS,
    COMPUTER_MS,
    FLAG_MS,
    FRAME_MS,
    HEAVIER_MS,
    OVERTAKE_MS,
    PLAY_MS,
    PUFF_MS,
)
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Answered, Played
from stories import Story, going, near_the_goal


@pytest.fixture
def board(qtbot, rendered_faces) -> Iterator[MileBonesBoard]:
    made = MileBonesBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(1280, 742)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def clock(board: MileBonesBoard) -> Clock:
    return Clock(board)


def nose(board: MileBonesBoard, lane: int) -> QPointF:
    return board.strip.cars[lane].pos()


def play(board: MileBonesBoard, before: Story, *acts: str) -> None:
    """Play `acts` after `before`, and animate the last of them, which is a distance card of yours."""
    board.show_observation(seen(before))
    end = seen(before.me(*acts))
    board.animate([Played(0, Card["MILES_" + acts[-1].split()[1]], 0)], end, lambda: None)


def test_miles_are_driven_and_counted_while_the_game_goes_on(board, clock):
    play(board, going("100 25 25 50 75").me("draw 50"), "play 100")
    clock.go_on(PLAY_MS + HEAVIER_MS)
    assert not board.animator.running  # the card has landed, and the game goes on
    seen_miles = []
    for _frame in range(5):
        clock.go_on(CAR_MS / 5)
        seen_miles.append(round(board.strip.shown_miles(0)))
        assert board.strip.cars[0].text == str(seen_miles[-1])
    assert seen_miles == sorted(set(seen_miles)) and seen_miles[-1] == 100
    assert 0 < seen_miles[0] < seen_miles[3] < 100


def test_showing_the_table_during_a_drive_does_not_make_the_car_jump(board, clock):
    play(board, going("100 25 25 50 75").me("draw 50"), "play 100")
    clock.go_on(PLAY_MS + HEAVIER_MS + CAR_MS / 2)
    half_way = nose(board, 0)
    board.show_observation(board.observation)
    assert nose(board, 0) == half_way
    clock.go_on(CAR_MS)
    assert board.strip.shown_miles(0) == 100


def test_undoing_a_drive_puts_the_car_back_at_once(board, clock):
    before = seen(going("100 25 25 50 75").me("draw 50"))
    play(board, going("100 25 25 50 75").me("draw 50"), "play 100")
    clock.go_on(PLAY_MS + HEAVIER_MS + CAR_MS / 2)
    board.show_observation(before)
    assert board.strip.shown_miles(0) == 0
    clock.go_on(CAR_MS)
    assert board.strip.shown_miles(0) == 0


def test_a_car_leans_back_more_if_it_drives_farther(board, clock):
    leans = []
    for miles in ("25", "200"):
        play(board, going("25 200 100 100 100"), "draw 25", f"play {miles}")
        before = board.strip.cars[0].rotation()
        angles = []
        for _frame in range(2 * CAR_MS // FRAME_MS):
            clock.go_on(FRAME_MS)
            angles.append(board.strip.cars[0].rotation())
        assert before == 0 and angles[-1] == 0
        leans.append(min(angles))
    assert -4 <= leans[1] < leans[0] - 1 < -1


def test_the_car_behind_leaves_its_lane_to_overtake(board, clock):
    strip = board.strip
    strip.show_miles(1, 75)
    lane = nose(board, 0).y()
    board.lanes[0].run(strip.drive(0, 50))
    clock.go_on(CAR_MS / 2)
    assert nose(board, 0).y() == lane
    clock.go_on(CAR_MS)
    board.lanes[0].run(strip.drive(0, 150))
    clock.go_on(OVERTAKE_MS / 2)
    assert nose(board, 0).y() > lane
    clock.go_on(OVERTAKE_MS)
    assert (nose(board, 0).y(), strip.cars[0].rotation()) == (lane, 0)


def test_a_car_that_is_hit_brakes_and_carries_the_sign_of_the_hazard(board, clock):
    story = hit_by("OUT_OF_GAS", "100", "75", "25", "25", "50")
    hazard = seen(story)
    board.show_observation(hazard._replace(own=hazard.own._replace(battle=Card.GO, can_go=True)))
    place = nose(board, 0)
    board.animate([Played(1, Card.OUT_OF_GAS, 0)], hazard, lambda: None)
    clock.go_on(300)
    assert board.strip.cars[0].state == CarState("outofgas", limited=False, going=False)
    clock.go_on(BRAKE_MS / 2)
    assert nose(board, 0) != place
    clock.go_on(BRAKE_MS)
    assert (nose(board, 0), board.strip.cars[0].rotation()) == (place, 0)


def test_the_plate_states_a_hazard_as_soon_as_its_card_lands(board, clock):
    story = hit_by("OUT_OF_GAS", "100", "75", "25", "25", "50")
    hazard = seen(story)
    board.show_observation(hazard._replace(own=hazard.own._replace(battle=Card.GO, can_go=True)))
    assert board.chips[0].texts == ("Going",)
    board.animate([Played(1, Card.OUT_OF_GAS, 0)], hazard, lambda: None)
    clock.go_on(COMPUTER_MS - FRAME_MS)
    assert board.chips[0].texts == ("Going",)
    clock.go_on(2 * FRAME_MS)
    assert board.animator.running, "the card is held in view for a while"
    assert board.chips[0].texts == ("Out of gas: needs Gasoline",)
    assert "needs Gasoline" in board.plate_labels[0].text()


def test_miles_are_counted_when_the_card_lands_while_the_car_drives(board, clock):
    before = near_the_goal().me("draw 50")
    board.show_observation(seen(before))
    end = seen(before.me("play 100"))
    board.animate([Played(0, Card.MILES_100, 0)], end, lambda: None)
    assert board.captions[slot_names.miles(True)].text == "Miles: 600"
    clock.go_on(PLAY_MS + HEAVIER_MS)
    assert board.animator.running, "the car drives to the goal"
    assert board.captions[slot_names.miles(True)].text == "Miles: 700"


def test_a_car_that_may_go_starts_with_a_puff(board, clock):
    start = seen(Story("GO 100 25 25 50 75").me("draw 50"))
    after = seen(Story("GO 100 25 25 50 75").me("draw 50", "play GO"))
    board.show_observation(start)
    board.animate([Played(0, Card.GO, 0)], after, lambda: None)
    puff = board.strip.cars[0].puff
    assert not puff.isVisible()
    clock.go_on(PLAY_MS + HEAVIER_MS + PUFF_MS / 2)
    assert puff.isVisible()
    clock.go_on(PUFF_MS)
    assert not puff.isVisible()


def test_the_flag_waves_at_the_goal_and_moves_on_for_an_extension(board, clock):
    strip = board.strip
    line = strip.flag.line()
    strip.show_miles(0, 600)
    assert not strip.flag.raised
    board.animator.run(strip.drive(0, 700))
    clock.go_on(CAR_MS + FLAG_MS / 2)
    assert strip.flag.raised
    clock.go_on(FLAG_MS)
    there = board.observation._replace(goal=1000, extended_by=0)
    ended: list[bool] = []
    board.animate([Answered(0, True, 1000)], there, lambda: ended.append(True))
    clock.go_on(FLAG_MS / 2)
    assert line.right() < strip.flag.line().left() and not ended
    clock.go_on(FLAG_MS)
    assert ended and not strip.flag.raised


def test_a_car_under_a_speed_limit_carries_a_plate_above_it(board):
    limited = seen(hit_by("SPEED_LIMIT", "100", "75", "25", "25", "50"))
    board.show_observation(limited)
    car = board.strip.cars[0]
    assert car.state.limited
    assert car.plate().intersects(car.boundingRect()) and car.plate().center().y() < 0


def test_no_animation_runs_once_the_board_is_at_rest(board, clock):
    play(board, going("100 25 25 50 75").me("draw 50"), "play 100")
    board.finish()
    assert not any(animator.running for animator in board.animators())


def test_the_flag_at_the_goal_is_painted(board: MileBonesBoard):
    picture = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(30, 5)
    board.strip.flag.paint(painter, None)
    painter.end()
    colours = {picture.pixelColor(30 + x, 5 + y).name() for x in range(-8, 8) for y in range(20)}
    assert len(colours) > 1, "a chequered pole"
