"""The board of Mille as a widget without the main window."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.boards.at_rest import at_rest
from desktop.boards.montreal.positions import NAMES
from mile_bones.desktop.boards.montreal.board import MontrealBoard


@pytest.fixture
def board(qtbot, rendered_faces: Path) -> MontrealBoard:
    """The board at rest, without animation, active for a player who has the mouse and the keyboard."""
    return at_rest(qtbot, MontrealBoard(rendered_faces), NAMES)
