"""The boards of the games. ``load_board`` makes one by the name of its game."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from mile_bones.engine.errors import NotationError, no_such_game

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from mile_bones.desktop.table.board import Board


def load_board(game: str, cache: Path | None, parent: QWidget | None = None) -> Board:
    """The board of the game with this name. ``cache``: the folder in which rendered faces are kept.

    NotationError for a game that has none.
    """
    if game not in _BOARDS:
        raise NotationError(no_such_game(game))
    return _BOARDS[game](cache, parent)


def _mile_bones(cache: Path | None, parent: QWidget | None) -> Board:
    from mile_bones.desktop.boards.milebones.board import MileBonesBoard

    return MileBonesBoard(cache, parent)


def _millieu(cache: Path | None, parent: QWidget | None) -> Board:
    from mile_bones.desktop.boards.millieu.board import MillieuBoard

    return MillieuBoard(cache, parent)


def _montreal(cache: Path | None, parent: QWidget | None) -> Board:
    from mile_bones.desktop.boards.montreal.board import MilleBoard

    return MilleBoard(cache, parent)


_BOARDS = {"mile-bones": _mile_bones, "millieu": _millieu, "montreal-mille": _montreal}
"""Each imports its board only when it is wanted."""


def load_pictures(game: str) -> ModuleType:
    """What a game has pictures of beside its table: ``NAMES``, and ``picture``, which paints one of these."""
    if game == "mile-bones":
        from mile_bones.desktop.boards.milebones import pictures as cards

        return cards
    if game == "millieu":
        from mile_bones.desktop.boards.millieu import pictures as pieces

        return pieces
    if game == "montreal-mille":
        from mile_bones.desktop.boards.montreal import pictures as deck

        return deck
    raise NotationError(no_such_game(game))
