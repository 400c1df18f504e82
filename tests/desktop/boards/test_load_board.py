"""The boards by the names of their games."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mile_bones.desktop.boards import load_board
from mile_bones.desktop.table.board import Board
from mile_bones.engine import NotationError
from mile_bones.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_that_offers_all_that_a_window_asks_for(qtbot, rendered_faces, game: str) -> None:
    board = load_board(game, rendered_faces)
    qtbot.addWidget(board)
    wanted = {name for name in (*vars(Board), *Board.__annotations__) if not name.startswith("_")}
    assert len(wanted) > 20
    assert sorted(name for name in wanted if not hasattr(board, name)) == []


def test_a_game_without_a_board_is_refused_by_its_name(qapp, tmp_path) -> None:
    with pytest.raises(NotationError, match="no game called “chess”"):
        load_board("chess", tmp_path)


def test_a_board_is_imported_when_it_is_wanted() -> None:
    code = "import sys, mile_bones.desktop.boards; print([name for name in sys.modules if 'milebones' in name])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
