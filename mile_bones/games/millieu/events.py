"""The events on the board, as frozen values. Nothing is hidden in this game: everybody sees everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from mile_bones.games.millieu.pieces import Piece

Reason = Literal["no_pieces", "blocked", "turns"]
"""The reason why a game ended: the player to move has no piece in hand ("no_pieces") or no turn that can be completed
("blocked"), or the game has reached the most turns ("turns").
"""


class _Open:
    __slots__ = ()

    def seen_by(self, seat: int | None) -> Self:
        """Return the event itself, because everybody sees it, including spectators (None)."""
        return self


@dataclass(frozen=True, slots=True)
class Placed(_Open):
    """A piece was placed on the board from the hand of ``seat``."""

    seat: int
    piece: Piece
    point: int


@dataclass(frozen=True, slots=True)
class Slid(_Open):
    """A piece was slid along a line."""

    seat: int
    piece: Piece
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Captured(_Open):
    """The player in ``seat`` took a piece from a mill into the hand."""

    seat: int
    piece: Piece
    point: int


@dataclass(frozen=True, slots=True)
class TurnEnded(_Open):
    """``seat`` has completed turn ``turn``, counted from 1 over the turns of both players."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded(_Open):
    """The end of the game. ``winner`` is None for a draw."""

    winner: int | None
    reason: Reason


Event = Placed | Slid | Captured | TurnEnded | GameEnded
