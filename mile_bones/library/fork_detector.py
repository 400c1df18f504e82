"""The progress of a game in all windows and programs of a profile, so that each game counts only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mile_bones.storage import played

if TYPE_CHECKING:
    from mile_bones.engine.record import Record
    from mile_bones.storage.autosave import Autosave
    from mile_bones.storage.history import History


class ForkDetector:
    """The ``Copies`` of a match, based on the other slots and on the notes in the history.

    ``history`` returns the history, which is not opened before it is needed. ``slot`` returns this window's slot.

    The object is asked before every action, so it reads the files again only if they have changed.
    """

    def __init__(self, history: Callable[[], History], slot: Callable[[], Autosave]) -> None:
        self._history = history
        self._slot = slot
        self._looks: tuple[object, ...] | None = None
        self._noted: str | None = None
        self._left = 0

    def is_past(self, game: str, ply: int) -> bool:
        """Return True if the game with the id ``game`` was played past ``ply`` actions, or to its end, elsewhere."""
        if self._slot().elsewhere(game) > ply:
            return True
        looks = self._history().looks()
        if looks != self._looks:
            self._looks, self._noted = looks, self._history().played(game)
        return played.is_past(self._noted, ply)

    def leave(self, game: str, ply: int) -> None:
        """Note that ``ply`` actions of the game were played here, before some are taken back or the game is left."""
        if ply > self._left:
            self._left = ply
            self._history().note_played(game, ply)

    def take_up(self, record: Record) -> bool:
        """Return True if the game was already continued beyond the end of this record.

        If not, note that the game is resumed from the end of the record.
        """
        if self._slot().elsewhere(record.id) > record.body.plies or self._history().is_past(record):
            return True
        self._history().take_up(record.id)
        return False
