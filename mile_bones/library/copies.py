"""How far a game has been played in all windows and programs of a profile, so that it counts once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mile_bones.storage import played

if TYPE_CHECKING:
    from mile_bones.engine.record import Record
    from mile_bones.storage.autosave import Autosave
    from mile_bones.storage.history import History


class CopiesOfProfile:
    """The ``Copies`` of a match: what lies in other slots, and what the history remembers.

    ``history`` gives the history, which is not opened before it is asked something, and ``slot`` its own slot.

    It is asked before every action, and looks at the files again only when they have changed.
    """

    def __init__(self, history: Callable[[], History], slot: Callable[[], Autosave]) -> None:
        self._history = history
        self._slot = slot
        self._looks: tuple[object, ...] | None = None
        self._noted: str | None = None
        self._left = 0

    def is_past(self, game: str, ply: int) -> bool:
        """See ``mile_bones.match.copies.Copies``."""
        if self._slot().elsewhere(game) > ply:
            return True
        looks = self._history().looks()
        if looks != self._looks:
            self._looks, self._noted = looks, self._history().played(game)
        return played.is_past(self._noted, ply)

    def leave(self, game: str, ply: int) -> None:
        """See ``mile_bones.match.copies.Copies``."""
        if ply > self._left:
            self._left = ply
            self._history().note_played(game, ply)

    def take_up(self, record: Record) -> bool:
        """Whether the game was played on from the end of this record before; if not, it goes on from there now."""
        if self._slot().elsewhere(record.id) > record.body.plies or self._history().is_past(record):
            return True
        self._history().take_up(record.id)
        return False
