"""The hands of a record in numbers, for the history."""

from __future__ import annotations

from mile_bones.engine import HandRecord, Record, ReplayError
from mile_bones.games import final_state
from mile_bones.games.milebones import EXTEND, HAZARDS, PLAY
from mile_bones.games.milebones.scoring import COUP_FOURRE
from mile_bones.storage import Tally

_HAZARDS = tuple(frozenset(f"{seat} {PLAY[card]}" for card in HAZARDS) for seat in (0, 1))


def tallies(record: Record) -> tuple[tuple[Tally, Tally], ...]:
    """Both sides of every finished hand, the person's first. The record has been checked."""
    return tuple((_tally(hand, 0), _tally(hand, 1)) for hand in record.hands if hand.score is not None)


def recount(record: Record) -> tuple[str, tuple[tuple[Tally, Tally], ...]] | None:
    """How the game ended, as the history says it, and its ``tallies``; None when the record breaks the rules."""
    try:
        state = final_state(record)
    except ReplayError:
        return None
    return record.ended or ("finished" if state.is_terminal() else "unfinished"), tallies(record)


def _tally(hand: HandRecord, seat: int) -> Tally:
    assert hand.score is not None
    score = hand.score[seat]
    return Tally(
        points=score["total"],
        miles=score["milestones"],
        coups=score["coups_fourres"] // COUP_FOURRE,
        hazards=sum(map(_HAZARDS[seat].__contains__, hand.actions)),
        trip=score["trip_completed"] > 0,
        extended=f"{seat} {EXTEND}" in hand.actions,
    )
