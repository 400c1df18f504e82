"""The way in which the expert finds a turn: the level strong proposes several turns, and a network chooses among them.

For each proposal, the network estimates the error of strong's judgement. The network is not used to search all turns,
because a search finds those turns about which the network is most wrong. docs/decisions/057 has the measurements.
"""

from __future__ import annotations

from typing import Any

from mile_bones.players.montreal.expert_inputs import TOLD, tell
from mile_bones.players.montreal.network import opine
from mile_bones.players.montreal.proposals import Proposals, propose, take_proposal
from mile_bones.players.montreal.situation import HAND, Numbers, Row, Weights, held
from mile_bones.players.montreal.turns import THROW, Judge, Space, copy_row, lay_plan


def choose_turn(
    row: Row, plan: Row, proposals: Proposals, space: Space, judge: Judge, weights: Weights, network: Any
) -> float:
    """Put the best turn into ``plan`` and return its worth. ``judge``, with its ``weights``, proposes the turns."""
    number = propose(row, plan, proposals, space, judge, weights)
    worths, after, which, found = proposals[1], space[0], space[1], space[2]
    rows = network[0]
    told = 0
    for place in range(number):
        take_proposal(proposals, place, plan)
        copy_row(row, after)
        lay_plan(after, plan)
        if held(after, HAND) > 1:  # otherwise the turn goes out, and its worth is known exactly
            rows[told * TOLD : (told + 1) * TOLD] = 0
            tell(rows, told * TOLD, after, plan[THROW], weights)
            which[told] = place
            told += 1
    opine(told, found, network)
    for place in range(told):
        worths[which[place]] = found[place]
    best = 0
    for place in range(1, number):
        if worths[place] > worths[best]:
            best = place
    take_proposal(proposals, best, plan)
    return worths[best]


def expert_worth(row: Row, sort: int, weights: Weights, network: Any) -> float:
    """Return the worth of a table in points of this deal if a card of this sort is discarded."""
    worths: Numbers = [0.0]
    network[0][:TOLD] = 0
    tell(network[0], 0, row, sort, weights)
    opine(1, worths, network)
    return worths[0]
