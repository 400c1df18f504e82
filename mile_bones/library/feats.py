"""What is worth saying of a game that was just won: how many in a row, and whether it is a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mile_bones.storage.statistics import Statistics


class Feats(NamedTuple):
    """Of the game that ended last."""

    streak: int = 0
    """So many games the person has won in a row."""
    best: bool = False
    """Nobody's points were ever higher in a game of the person's."""
    widest: bool = False
    """The person was never further ahead."""


def feats(found: Statistics | None) -> Feats:
    """What the last of these games was; nothing is a record without a game to compare it with."""
    if found is None or not found.results:
        return Feats()
    *before, last = found.results
    return Feats(
        streak=max(0, found.streak),
        best=bool(before) and last.own > max(game.own for game in before),
        widest=bool(before) and last.own - last.other > max(game.own - game.other for game in before),
    )
