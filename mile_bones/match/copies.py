"""Copies of one game in several places: a game that is continued here may have been continued elsewhere, from a copy of
its record.
"""

from __future__ import annotations

from typing import Protocol


class Copies(Protocol):
    """A register of how far each game has been played in any window, program or file. Games are identified by
    ``id``.
    """

    def is_past(self, game: str, ply: int) -> bool:
        """Return True if this game has been played elsewhere past ``ply`` actions, or to its end."""

    def leave(self, game: str, ply: int) -> None:
        """Note that this game was played to ``ply`` actions here, before actions are taken back or the game is left."""


class _Alone:
    def is_past(self, game: str, ply: int) -> bool:
        return False

    def leave(self, game: str, ply: int) -> None:
        pass


ALONE: Copies = _Alone()
"""The register for a game without other copies."""
