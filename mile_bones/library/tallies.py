"""How a record stands in the history, for one whose row there was damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import facts, final_state

if TYPE_CHECKING:
    from mile_bones.engine.spec import HandFacts


def recount(record: Record) -> tuple[str, HandFacts] | None:
    """How the game ended, as the history says it, and its facts; None when the record breaks the rules."""
    try:
        state = final_state(record)
    except ReplayError:
        return None
    return record.ended or ("finished" if state.is_terminal() else "unfinished"), facts(record)
