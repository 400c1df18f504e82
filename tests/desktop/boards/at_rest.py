"""Shows a board as a widget without the main window, at rest."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QApplication

from mile_bones.desktop.look.theme import apply_theme
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.board import Board

Shown = TypeVar("Shown", bound=Board)


def at_rest(qtbot, board: Shown, names: tuple[str, str]) -> Shown:
    """Show the board without animation, as the player to move sees it, and return the board.

    It has the light theme at scale 1, whatever theme an earlier test has set.
    """
    apply_theme(QApplication.instance(), LIGHT)
    qtbot.addWidget(board)
    board.resize(1280, 742)
    board.show_players(names)  # type: ignore[attr-defined]
    with qtbot.waitExposed(board):
        board.show()
    board.activateWindow()
    qtbot.waitUntil(board.isActiveWindow)
    for animator in board.animators():
        animator.speed = 0.0
    return board
