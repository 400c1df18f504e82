"""What the expert thinks of a table after a turn: the mean of what its network says and of what the level
strong would say with other weights.

Each errs where the other does not. How much that helps stands in docs/players.md.
"""

from __future__ import annotations

from typing import Any

from mile_bones.players.montreal.judges import judge_strongly
from mile_bones.players.montreal.network import judge_by_network
from mile_bones.players.montreal.situation import Numbers, Row

OWN_WEIGHTS = (
    *(0.236, 0.007, 0.26, 2.021, 0.374, 6.521, 0.65, 6.432, 0.489),
    *(0.355, 40.071, 0.18, 3.86, 0.588, 5.413, 8.442, 0.311, 0.427),
)
"""Like ``judges.WEIGHTS``; looked for against the level strong (packaging/tune_montreal.py)."""


def judge_as_expert(row: Row, sorts: Row, number: int, worths: Numbers, tools: Any) -> None:
    """A judge (see ``turns``). ``tools``: those of the network, weights, and a row to work in."""
    network, weights, others = tools
    judge_by_network(row, sorts, number, worths, network)
    judge_strongly(row, sorts, number, others, weights)
    for place in range(number):
        worths[place] = 0.5 * (worths[place] + others[place])
