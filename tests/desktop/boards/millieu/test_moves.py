"""The moves of pieces that follow from the events of Millieu, computed without a window."""

from __future__ import annotations

import pytest

from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.moves import moves
from mile_bones.desktop.boards.millieu.slot_names import hand, point
from mile_bones.games.millieu.events import Captured, Event, Placed, Slid, TurnEnded
from mile_bones.games.millieu.pieces import Piece

DISC, HEXAGON = Piece(0), Piece(8)


@pytest.mark.parametrize(
    ("events", "moved"),
    [
        pytest.param([Placed(0, DISC, 4)], [(DISC, hand(True, 0), point(4))], id="a piece is placed"),
        pytest.param([Placed(1, HEXAGON, 4)], [(HEXAGON, hand(False, 8), point(4))], id="the other places one"),
        pytest.param([Slid(1, HEXAGON, 4, 5)], [(HEXAGON, point(4), point(5))], id="a piece slides"),
        pytest.param([Captured(0, DISC, 5)], [(DISC, point(5), hand(True, 0))], id="a piece is taken"),
        pytest.param(
            [Slid(0, DISC, 4, 5), Captured(0, HEXAGON, 9), TurnEnded(0, 7)],
            [(DISC, point(4), point(5)), (HEXAGON, point(9), hand(True, 8))],
            id="one after another",
        ),
    ],
)
def test_events_move_the_expected_pieces_forward_and_back(
    events: list[Event], moved: list[tuple[Piece, str, str]]
) -> None:
    found = moves(events, 0)
    assert [(move.face, move.source.place, move.target.place) for move in found] == [
        (ART[piece], source, target) for piece, source, target in moved
    ]
    assert [(move.source.place, move.target.place) for move in (move.back() for move in reversed(found))] == [
        (target, source) for _piece, source, target in reversed(moved)
    ]
