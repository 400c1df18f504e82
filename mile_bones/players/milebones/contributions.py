"""Measures why one action is better than another, item by item of the score sheet.

Both actions are done in the same imagined worlds, and each world is played to the end of the hand by the expert. The
difference of the leads is then the sum of the differences of all items of both sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.batch import points
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.scoring import ITEMS
from mile_bones.players.milebones.coach import MileBonesCoach
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.rollouts import ends
from mile_bones.players.milebones.stakes import to_usual_target

WORLDS = 400
"""The number of worlds, which takes a quarter of a second. An item that moves the lead by 20 points then stands out of
the noise.
"""
SURE = 3.0
"""A contribution counts if it is more than this number of its standard errors. With fewer, one of the many items
would always stand out.
"""
LEAST = 1 / 3
"""A contribution counts if it is at least this part of the whole difference in the lead."""
TAKEN_BACK = 0.5
"""A contribution counts if the same item of the other side takes back no more than this part of it."""
_WHOLE_DECK = 200
"""A number of cards that no deck has more of, so that all hands are played to their end."""


class Contribution(NamedTuple):
    """The points by which one item of the score sheet moves the lead in favour of the better action.

    ``item`` is the name of the item in records. ``of_opponent``: the opponent gets fewer of these points; otherwise the
    player gets more of them.
    """

    item: str
    of_opponent: bool
    points: float


class Measured(NamedTuple):
    """The differences between two actions. ``contributions`` are the items that surely favour the better one and
    explain a good part of the difference, the largest first. ``chance`` is the chance of winning the game that it adds,
    0 to 1, or 0 if that is not sure.
    """

    contributions: tuple[Contribution, ...]
    chance: float


def measured(
    coach: MileBonesCoach, observation: Observation, better: Action, worse: Action, worlds: int = WORLDS
) -> Measured:
    """Return what makes ``better`` better than ``worse`` if the hand is played to its end. Both must be legal."""
    observation = to_usual_target(observation)
    rows, decks = coach.lookahead.imagined(observation, worlds)
    places = [place(action, observation.phase) for action in (better, worse)]
    over, _decks = ends(coach.policy, rows, decks, places, 0, _WHOLE_DECK)
    items = points.items(over)
    sides = (items[:, observation.seat], -items[:, 1 - observation.seat])
    gained = np.stack([side[:, :worlds] - side[:, worlds:] for side in sides]).astype(float)
    means = gained.mean(axis=2)
    sure = means > SURE * gained.std(axis=2, ddof=1) / np.sqrt(worlds)
    sure &= (means >= LEAST * means.sum()) & (means[::-1] >= -TAKEN_BACK * means)
    found = [
        Contribution(ITEMS[item], bool(side), float(means[side, item]))
        for side, item in zip(*np.nonzero(sure), strict=True)
    ]
    game = np.subtract(*coach.stakes.standing(over, observation.seat)[1].reshape(2, -1))
    is_sure = game.mean() > SURE * game.std(ddof=1) / np.sqrt(worlds)
    name = observation.rules.name
    chance = coach.stakes.chance(float(game.mean()), name) - coach.stakes.chance(0.0, name) if is_sure else 0.0
    return Measured(tuple(sorted(found, key=lambda each: -each.points)), chance)
