"""The points that fly to the score at the end of a hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF

from desktop.boards.milebones.clock import Clock
from desktop.boards.milebones.seats import seen
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.table.durations import COAST_MS, EMPTY_LANE_MS, LIGHT_MS, LIGHTS_MS, POINTS_MS
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.lights import Lights
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.scoring import Score
from stories import near_the_goal

TRIP = Score(milestones=700, trip_completed=400)
ALL = Score(milestones=700, safeties=400, all_safeties=300, trip_completed=400, shut_out=500)


@pytest.fixture(params=[(1280, 742), (640, 360)], ids=["usual", "small"])
def board(request: pytest.FixtureRequest, qtbot, rendered_faces) -> Iterator[MileBonesBoard]:
    made = MileBonesBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(*request.param)
    with qtbot.waitExposed(made):
        made.show()
    return made


def points(board: MileBonesBoard) -> list[QPointF]:
    """Return the places of the points in the air."""
    return [item.pos() for item in board.scene().items() if isinstance(item, FlyingWords) and item.isVisible()]


def end(board: MileBonesBoard, completed_by: int | None, score: Score) -> list[bool]:
    """Let the hand end. Return a list that gets an item when the animation is over."""
    ended: list[bool] = []
    table = seen(near_the_goal())
    board.show_observation(table)
    event = HandEnded(1, "trip", completed_by, 700, 40, (score, Score()), (score.total, 0))
    board.animate([event], table, lambda: ended.append(True))
    return ended


@pytest.mark.parametrize(("score", "flights"), [(TRIP, 1), (ALL, 3)], ids=["trip", "everything"])
def test_bonuses_fly_from_their_places_to_the_score_within_a_second(
    board: MileBonesBoard, score: Score, flights: int
) -> None:
    clock = Clock(board)
    ended = end(board, 0, score)
    places = points(board)
    assert len(places) == flights and not ended
    assert all(board.sceneRect().contains(place) for place in places)
    clock.go_on(POINTS_MS)
    assert points(board) != places
    clock.go_on(1000 - POINTS_MS)
    assert ended and not points(board)


def test_nothing_flies_if_the_trip_was_not_yours(board: MileBonesBoard) -> None:
    assert end(board, 1, Score(milestones=600)) and not points(board)


def test_both_cars_roll_to_a_stop_if_nobody_finishes_the_trip(board: MileBonesBoard) -> None:
    clock = Clock(board)
    board.show_observation(seen(near_the_goal()))
    stand = [car.pos() for car in board.strip.cars]
    ended = end(board, None, Score(milestones=600))
    assert not points(board)
    if board.strip.isVisible():
        clock.go_on(COAST_MS / 4)
        moved = [car.pos() != before for car, before in zip(board.strip.cars, stand, strict=True)]
        assert moved == [bool(miles) for miles in board.strip.miles] and any(moved) and not ended
        clock.go_on(COAST_MS)
    assert ended and [car.pos() for car in board.strip.cars] == stand


def lights(board: MileBonesBoard) -> list[Lights]:
    return [item for item in board.scene().items() if isinstance(item, Lights)]


def test_all_four_safeties_light_up_one_after_another(board: MileBonesBoard) -> None:
    clock = Clock(board)
    end(board, 0, ALL)
    (light,) = lights(board)
    for index in range(slot_names.SAFETY_PLACES):
        assert light.sceneBoundingRect().contains(board.slots[slot_names.safety(True, index)].rect)
    assert light.lit == 0
    clock.go_on(1.5 * LIGHT_MS)
    assert 1 < light.lit < 2
    clock.go_on(LIGHTS_MS)
    assert not lights(board)


def test_three_safeties_do_not_light_up(board: MileBonesBoard) -> None:
    end(board, 0, TRIP)
    assert not lights(board)


def test_a_shut_out_lane_is_grey_for_a_moment(board: MileBonesBoard) -> None:
    clock = Clock(board)
    board.show_observation(seen(near_the_goal()))
    before = board.grab().toImage()
    end(board, 0, Score(milestones=700, trip_completed=400, shut_out=500))
    clock.go_on(EMPTY_LANE_MS / 2)
    lane = board.strip.mapRectToScene(board.strip.boundingRect()).toRect()
    now = board.grab().toImage()
    if board.strip.isVisible():
        assert now.copy(lane) != before.copy(lane)
    clock.go_on(1000)
    assert board.grab().toImage().copy(lane) == before.copy(lane)


def test_all_safeties_fly_from_the_safeties(board: MileBonesBoard) -> None:
    end(board, 0, ALL)
    crest = board.slots[slot_names.safety(True, 1)].rect.center()
    assert crest in points(board)


def test_a_key_brings_the_bonuses_home(board: MileBonesBoard) -> None:
    ended = end(board, 0, ALL)
    board.finish()
    assert ended and not points(board)
