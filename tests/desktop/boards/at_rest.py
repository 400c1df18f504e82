"""A board as a widget of its own, at rest."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QApplication

from mile_bones.desktop.look.theme import apply_theme
from mile_bones.desktop.look.themes import LIGHT
from mile_bones.desktop.table.board import Board

Shown = TypeVar("Shown", bound=Board)


def at_rest(qtbot, board: Shown, names: tuple[str, str]) -> Shown:
    """Show the board without animation, in front of a player who has the mouse and the keyboard.

    It is dressed in light at scale 1, whatever the test before has worn.
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
