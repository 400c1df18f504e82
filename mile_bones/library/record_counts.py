"""Compute a game's end and its facts from the record, for a game whose row in the history was damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import facts, final_state

if TYPE_CHECKING:
    from mile_bones.engine.spec import HandFacts


def recount(record: Record) -> tuple[str, HandFacts] | None:
    """Return the state of the game, as in the history, and its facts, or None if the record breaks the rules."""
    try:
        state = final_state(record)
    except ReplayError:
        return None
    return record.ended or ("finished" if state.is_terminal() else "unfinished"), facts(record)
