"""The network that says what a table after a turn is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from mile_bones import resources
from mile_bones.players.montreal.features import INPUTS, facts_of, tell_discard, tell_table
from mile_bones.players.montreal.situation import SORTS, Numbers, Row

SCALE = 100.0
"""The network speaks of so many points."""


def judge_by_network(row: Row, sorts: Row, number: int, worths: Numbers, tools: Any) -> None:
    """A judge (see ``turns``). ``tools`` begins with the rows of the network's inputs, flat and as a matrix."""
    rows = tools[0]
    base = SORTS * INPUTS
    rows[base : base + INPUTS] = 0
    tell_table(rows, base, row)
    facts = facts_of(row)
    for place in range(number):
        at = place * INPUTS
        rows[at : at + INPUTS] = rows[base : base + INPUTS]
        tell_discard(rows, at, row, sorts[place], facts)
    forward(number, worths, tools)


def forward(number: int, worths: Numbers, tools: Any) -> None:
    """What the network says of the first ``number`` rows, in points."""
    _flat, matrix, one, one_bias, two, two_bias, out, out_bias = tools
    hidden = np.maximum(matrix[:number] @ one + one_bias, 0)
    hidden = np.maximum(hidden @ two + two_bias, 0)
    worths[:number] = (SCALE * (hidden @ out + out_bias)).ravel().tolist()


LAYERS = ("one", "one_bias", "two", "two_bias", "out", "out_bias")
"""The names in the file of weights; a weight is ``[inputs, outputs]``."""


def network_tools() -> tuple[Any, ...]:
    """What ``judge_by_network`` needs, with the weights that ship."""
    with np.load(resources.path("players/montreal.npz"), allow_pickle=False) as file:
        weights = [np.ascontiguousarray(file[name], np.float32) for name in LAYERS]
    flat = np.zeros((SORTS + 1) * INPUTS, np.float32)
    return flat, flat.reshape(SORTS + 1, INPUTS), *weights
