"""The points that fly to the score at the end of a hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF

from desktop.boards.milebones.clock import Clock
from desktop.boards.milebones.seats import seen
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.table.durations import POINTS_MS
from mile_bones.desktop.table.flying_words import FlyingWords
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


@pytest.mark.parametrize("completed_by", [None, 1])
def test_nothing_flies_if_the_trip_was_not_yours(board: MileBonesBoard, completed_by: int | None) -> None:
    assert end(board, completed_by, Score(milestones=600)) and not points(board)


def test_all_safeties_fly_from_the_safeties(board: MileBonesBoard) -> None:
    end(board, 0, ALL)
    crest = board.slots[slot_names.safety(True, 1)].rect.center()
    assert crest in points(board)


def test_a_key_brings_the_bonuses_home(board: MileBonesBoard) -> None:
    ended = end(board, 0, ALL)
    board.finish()
    assert ended and not points(board)
