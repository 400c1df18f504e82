"""The board of Mille as a widget of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.boards.montreal.positions import NAMES
from mile_bones.desktop.boards.montreal.board import MilleBoard


@pytest.fixture
def board(qtbot, rendered_faces: Path) -> MilleBoard:
    """At rest, without animation, in front of a player who has the mouse and the keyboard."""
    made = MilleBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(1280, 742)
    made.show_players(NAMES)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    for animator in made.animators():
        animator.speed = 0.0
    return made
