"""One game in progress: the true state, who sits where, the save before the next action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.match.match import Match
    from mile_bones.match.seats import (
        Computer,
        Person,
        Seat,
        Seats,
        Setup,
        lone_person,
        shown_names,
        told_apart,
    )
    from mile_bones.match.steps import GivenUp, Redone, Step, StepKind, Told, Undone
    from mile_bones.match.thinking import Answer, ComputerPlayer, Load, Question

__all__ = [
    "Answer",
    "Computer",
    "ComputerPlayer",
    "GivenUp",
    "Load",
    "Match",
    "Person",
    "Question",
    "Redone",
    "Seat",
    "Seats",
    "Setup",
    "Step",
    "StepKind",
    "Told",
    "Undone",
    "lone_person",
    "shown_names",
    "told_apart",
]

__getattr__ = offering(
    __name__,
    {
        "match": "Match",
        "seats": "Computer Person Seat Seats Setup lone_person shown_names told_apart",
        "steps": "GivenUp Redone Step StepKind Told Undone",
        "thinking": "Answer ComputerPlayer Load Question",
    },
)
