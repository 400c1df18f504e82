"""The boards of the games. ``load_board`` makes the board of a game from the game's name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.games import part_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from mile_bones.desktop.table.board import Board, MakeBoard


def load_board(game: str, cache: Path | None, parent: QWidget | None = None) -> Board:
    """Return a new board for ``game``. ``cache`` is the folder for rendered card faces, or None.

    Raise NotationError if there is no such game.
    """
    make: MakeBoard = part_of(game, "desktop.boards", "board").BOARD
    return make(cache, parent)
