"""Mile Bones (1992) and mille(6): one game, two rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action, Kind, parse_action
    from mile_bones.games.milebones.cards import (
        BATTLE_HAZARDS,
        CURE,
        DISTANCES,
        FULL_DECK,
        GUARD,
        HAZARDS,
        REMEDIES,
        SAFETIES,
        Card,
        parse_card,
    )
    from mile_bones.games.milebones.events import (
        Answered,
        Dealt,
        Discarded,
        Drawn,
        Event,
        GameEnded,
        HandEnded,
        Passed,
        Played,
    )
    from mile_bones.games.milebones.game import MileBones
    from mile_bones.games.milebones.hand import Deal
    from mile_bones.games.milebones.observation import Observation, Phase, SpectatorView
    from mile_bones.games.milebones.replay import replay_milebones
    from mile_bones.games.milebones.rules import MILE_BONES, MILLE, NAME, RULE_SETS, Rules
    from mile_bones.games.milebones.scoring import Score
    from mile_bones.games.milebones.state import MileBonesState
    from mile_bones.games.milebones.tableau import TableauView

__all__ = [
    "BATTLE_HAZARDS",
    "CURE",
    "DISCARD",
    "DISTANCES",
    "DRAW",
    "END_TRIP",
    "EXTEND",
    "FULL_DECK",
    "GUARD",
    "HAZARDS",
    "MILE_BONES",
    "MILLE",
    "NAME",
    "PLAY",
    "REMEDIES",
    "RULE_SETS",
    "SAFETIES",
    "Action",
    "Answered",
    "Card",
    "Deal",
    "Dealt",
    "Discarded",
    "Drawn",
    "Event",
    "GameEnded",
    "HandEnded",
    "Kind",
    "MileBones",
    "MileBonesState",
    "Observation",
    "Passed",
    "Phase",
    "Played",
    "Rules",
    "Score",
    "SpectatorView",
    "TableauView",
    "parse_action",
    "parse_card",
    "replay_milebones",
]

__getattr__ = offering(
    __name__,
    {
        "actions": "DISCARD DRAW END_TRIP EXTEND PLAY Action Kind parse_action",
        "cards": "BATTLE_HAZARDS CURE DISTANCES FULL_DECK GUARD HAZARDS REMEDIES SAFETIES Card parse_card",
        "events": "Answered Dealt Discarded Drawn Event GameEnded HandEnded Passed Played",
        "game": "MileBones",
        "hand": "Deal",
        "observation": "Observation Phase SpectatorView",
        "replay": "replay_milebones",
        "rules": "MILE_BONES MILLE NAME RULE_SETS Rules",
        "scoring": "Score",
        "state": "MileBonesState",
        "tableau": "TableauView",
    },
)
