"""Cards travel back on undo and forward on redo. No card is ever cut off by the edge of the table."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from PySide6.QtCore import QRectF

from desktop.boards.milebones.clock import Clock
from desktop.boards.milebones.seats import hit_by, seen
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.table.durations import FRAME_MS, REWIND_MS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Drawn, Played
from mile_bones.games.milebones.observation import Observation

SHADOW = 14
"""The width of the shadow around a card, which may be cut off."""
HIT = ("FLAT_TIRE", "PUNCTURE_PROOF", "100", "75", "25", "50")


@pytest.fixture(params=[(800, 540), (1280, 742), (1920, 1020)], ids=["800x600", "1280x800", "1920x1080"])
def board(request, qtbot, rendered_faces) -> Iterator[MileBonesBoard]:
    made = MileBonesBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(*request.param)
    with qtbot.waitExposed(made):
        made.show()
    return made


def hazard() -> tuple[Observation, Observation, list[object]]:
    """Return the table before and after the opponent draws and plays a hazard, and the events."""
    story = hit_by("ACCIDENT", *HIT[1:])
    end = seen(story)
    return end._replace(left=end.left + 1), end, [Drawn(1, None, end.left), Played(1, Card.ACCIDENT, 0)]


def coup() -> tuple[Observation, Observation, list[object]]:
    """Return the table before and after the opponent's coup fourré, and the events."""
    story = hit_by(*HIT)
    end = seen(deepcopy(story).me("play PUNCTURE_PROOF").comes("50 75"), 1)
    return seen(story, 1), end, [Played(0, Card.PUNCTURE_PROOF, 0, coup=True), Drawn(0, None, end.left, coup=True)]


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("back", [True, False], ids=["undone", "redone"])
@pytest.mark.parametrize("moves", [hazard, coup])
def test_no_card_is_cut_off_on_its_way(board: MileBonesBoard, moves, back: bool) -> None:
    before, after, events = moves()
    shown, other = (after, before) if back else (before, after)
    board.show_observation(shown)
    clock = Clock(board)
    board.travel(events, other, lambda: None, back=back)
    room = QRectF(board.viewport().rect())
    flew, fully = 0, False
    while board.animator.running:
        flying = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
        for flight in (one for one in flying if one.isVisible() and one.opacity() > 0.05):
            card = flight.mapRectToScene(flight.boundingRect().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW))
            assert room.contains(card), f"{flight.face} after {clock.now} ms"
            flew, fully = flew + 1, fully or flight.opacity() > 0.9
        clock.go_on(FRAME_MS)
    assert flew >= REWIND_MS / FRAME_MS and fully
