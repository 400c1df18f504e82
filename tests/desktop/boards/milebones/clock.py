"""A clock for everything that moves on a board, so that a test sees any moment of it without waiting."""

from __future__ import annotations

from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.durations import FRAME_MS


class Clock:
    """A clock that stands still until ``go_on`` is called."""

    def __init__(self, board: Board) -> None:
        self.now = 0.0
        self._board = board
        for animator in board.animators():
            animator.now = lambda: self.now

    def go_on(self, milliseconds: float) -> None:
        """Advance the clock by `milliseconds`, frame by frame, and let all animators follow."""
        end = self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + FRAME_MS)
            for animator in self._board.animators():
                animator.tick()
