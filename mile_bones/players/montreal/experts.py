"""What the expert thinks of a table after a turn: the mean of what its network and the level strong do.

Each errs where the other does not: together they play better than either alone (docs/players.md).
"""

from __future__ import annotations

from typing import Any

from mile_bones.players.montreal.judges import judge_strongly
from mile_bones.players.montreal.network import judge_by_network
from mile_bones.players.montreal.situation import Numbers, Row


def judge_as_expert(row: Row, sorts: Row, number: int, worths: Numbers, tools: Any) -> None:
    """A judge (see ``turns``). ``tools``: those of the network, the weights of strong, and a row to work in."""
    network, weights, others = tools
    judge_by_network(row, sorts, number, worths, network)
    judge_strongly(row, sorts, number, others, weights)
    for place in range(number):
        worths[place] = 0.5 * (worths[place] + others[place])
