"""The computer players of Mile Bones and the modules that they share; ``players.load_player`` loads a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from mile_bones.engine.game import Player
    from mile_bones.games.milebones.actions import Action
    from mile_bones.games.milebones.observation import Observation

MileBonesPlayer: TypeAlias = "Player[Observation, Action]"
"""A computer player of Mile Bones: ``player.choose(observation)`` returns one of its legal actions."""
