"""The boards, loaded by the names of their games."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.boards import load_board
from mile_bones.desktop.table.board import Board
from mile_bones.engine.errors import NotationError
from mile_bones.games import GAMES, load_game, part_of

MUST_WRITE = {
    "help_topic",
    "lay_out",
    "card_size",
    "show_observation",
    "make_rules",
    "animate",
    "cues",
    "end_dialog",
}


def has_no_default(name: str) -> bool:
    member = getattr(Board, name, None)
    return member is None or (inspect.isfunction(member) and "raise NotImplementedError" in inspect.getsource(member))


def test_a_board_must_implement_exactly_eight_members() -> None:
    names = {name for name in (*dir(Board), "help_topic") if not name.startswith("_")}
    assert {name for name in names if has_no_default(name)} == MUST_WRITE


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_that_implements_all_required_members(qtbot, rendered_faces, game: str) -> None:
    board = load_board(game, rendered_faces)
    qtbot.addWidget(board)
    assert isinstance(board, Board)
    assert {name for name in MUST_WRITE if getattr(type(board), name) is getattr(Board, name, None)} == set()


def test_the_help_pictures_of_games_have_different_names(qapp) -> None:
    pictures = [part_of(game, "desktop.boards", "pictures") for game in GAMES]
    names = [name for each in pictures for name in each.NAMES]
    assert len(names) == len(set(names)) > 20
    assert all(callable(each.picture) for each in pictures)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_qts_pixmap_cache_holds_all_pictures_of_a_table(qtbot, rendered_faces, game: str) -> None:
    """With a smaller cache, every frame would throw away pictures that are needed for the next frame."""
    board = load_board(game, rendered_faces)
    qtbot.addWidget(board)
    board.show_observation(load_game(game).new_state(seed=7).observation(0))
    for size in ((640, 500), (1280, 742), (1920, 1022), (3840, 2100)):
        board.resize(*size)
        board.show()
        kept = [
            item.boundingRect().toAlignedRect()
            for item in board.scene().items()
            if item.isVisible() and item.cacheMode() == QGraphicsItem.CacheMode.DeviceCoordinateCache
        ]
        assert len(kept) > 10
        assert sum(4 * rect.width() * rect.height() for rect in kept) < 0.9 * 1024 * QPixmapCache.cacheLimit()


def test_a_game_without_a_board_is_refused_by_its_name(qapp, tmp_path) -> None:
    with pytest.raises(NotationError, match=r"^there is no game called “chess”$"):
        load_board("chess", tmp_path)
    with pytest.raises(NotationError, match=r"^there is no game called “chess”$"):
        part_of("chess", "desktop.boards", "pictures")


def test_a_board_is_imported_only_when_it_is_loaded() -> None:
    code = "import sys, mile_bones.desktop.boards; print([name for name in sys.modules if 'milebones' in name])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
