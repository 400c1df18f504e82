"""One game in several places: what is played on here may have been played on elsewhere, from a copy of its record."""

from __future__ import annotations

from typing import Protocol


class Copies(Protocol):
    """Knows how far every game has been played, in whatever window, program or file. A game is known by its ``id``."""

    def is_past(self, game: str, ply: int) -> bool:
        """Somebody has played this game past so many actions, or to its end, elsewhere."""

    def leave(self, game: str, ply: int) -> None:
        """This game was played as far as this here, and is now taken back or left."""


class _Alone:
    def is_past(self, game: str, ply: int) -> bool:
        return False

    def leave(self, game: str, ply: int) -> None:
        pass


ALONE: Copies = _Alone()
"""There is no other copy."""
