"""What a game is. Standard library only: no files, no clocks, no threads, no global random, no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.errors import (
    IllegalAction,
    MileBonesError,
    NewerVersion,
    NotationError,
    RecordError,
    Refusal,
    ReplayError,
)
from mile_bones.engine.excerpt import excerpt, legible
from mile_bones.engine.graphemes import cut, graphemes
from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.engine.bodies import ActionList, Body, HandRecord, Hands
    from mile_bones.engine.game import Action, Event, Game, Observation, Player, State
    from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
    from mile_bones.engine.rng import Rng

__all__ = [
    "GIVEN_UP",
    "Action",
    "ActionList",
    "Body",
    "Event",
    "Game",
    "HandRecord",
    "Hands",
    "IllegalAction",
    "MileBonesError",
    "NewerVersion",
    "NotationError",
    "Observation",
    "Player",
    "PlayerInfo",
    "Record",
    "RecordError",
    "Refusal",
    "ReplayError",
    "Rng",
    "State",
    "cut",
    "excerpt",
    "graphemes",
    "legible",
]

__getattr__ = offering(
    __name__,
    {
        "bodies": "ActionList Body HandRecord Hands",
        "game": "Action Event Game Observation Player State",
        "record": "GIVEN_UP PlayerInfo Record",
        "rng": "Rng",
    },
)
