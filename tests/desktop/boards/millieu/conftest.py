"""The board of Millieu as a widget without the main window."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.boards.at_rest import at_rest
from mile_bones.desktop.boards.millieu.board import MillieuBoard


@pytest.fixture
def board(qtbot, rendered_faces: Path) -> MillieuBoard:
    """The board at rest, without animation, active for a player who has the mouse and the keyboard."""
    return at_rest(qtbot, MillieuBoard(rendered_faces), ("Anna", "Ben"))
