"""The 42 actions of the environment as numbers, and their meanings at the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.engine.errors import IllegalAction, Refusal
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action, Kind
from mile_bones.games.milebones.cards import GUARD, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.i18n import gettext as _

FACES = len(Card)
EXTEND_YES = 2 * FACES
EXTEND_NO = EXTEND_YES + 1
COUP = EXTEND_NO + 1
"""Before the draw, play the safety against the hazard that was just played: a coup fourré."""
DRAW_INSTEAD = COUP + 1
"""Draw, and so give up the coup fourré."""
ACTIONS = DRAW_INSTEAD + 1
"""The number of actions: 42."""

_ANY_TIME = (*PLAY, *DISCARD, EXTEND, END_TRIP)


def action_at(number: int, observation: Observation) -> Action:
    """Return the action that ``number`` means for the player to act.

    Raise ValueError for a number outside 0 to 41, and IllegalAction for number 40 if no hazard was just played. Other
    illegal actions are not detected.
    """
    if not 0 <= number < ACTIONS:
        raise ValueError(
            _("there is no action {number}: they go from 0 to {last}").format(number=number, last=ACTIONS - 1)
        )
    if number < COUP:
        return _ANY_TIME[number]
    if number == DRAW_INSTEAD:
        return DRAW
    if observation.coup_hazard is None:
        raise IllegalAction("a coup fourré", Refusal("draw_first"))
    return PLAY[GUARD[observation.coup_hazard]]


def number_of(action: Action, observation: Observation) -> int:
    """Return the number, 0 to 41, of an action of the player to act; for scripted players and recorded games."""
    match action.kind:
        case Kind.DRAW:
            return DRAW_INSTEAD
        case Kind.EXTEND:
            return EXTEND_YES if action.yes else EXTEND_NO
        case Kind.DISCARD:
            assert action.card is not None
            return FACES + action.card
        case Kind.PLAY:
            assert action.card is not None
            return COUP if observation.phase is Phase.DRAW else int(action.card)


def mask(observation: Observation) -> NDArray[np.int8]:
    """Return an array of shape (42,) with 1 for each legal action and 0 for all others. If it is not this seat's turn,
    all are 0.
    """
    legal: NDArray[np.int8] = np.zeros(ACTIONS, np.int8)
    for action in observation.legal_actions():
        legal[number_of(action, observation)] = 1
    return legal
