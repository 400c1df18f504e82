"""Facts about a game just won that are worth mentioning: the series of wins, and whether it is a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mile_bones.storage.statistics import Statistics


class Achievements(NamedTuple):
    """Facts about the game that ended last."""

    streak: int = 0
    """The number of games that the person has won in a row."""
    best: bool = False
    """True if the person's points are the highest of all the person's games."""
    widest: bool = False
    """True if the person's lead is the largest of all games."""


def achievements(found: Statistics | None) -> Achievements:
    """Return the facts about the game that ended last. Without an earlier game to compare it with, nothing is a
    record.
    """
    if found is None or not found.results:
        return Achievements()
    *before, last = found.results
    return Achievements(
        streak=max(0, found.streak),
        best=bool(before) and last.own > max(game.own for game in before),
        widest=bool(before) and last.own - last.other > max(game.own - game.other for game in before),
    )
