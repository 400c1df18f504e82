"""The network that says how far the level strong is off with what it thinks of a table after a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mile_bones import resources
from mile_bones.players.montreal.proposals import PROPOSALS
from mile_bones.players.montreal.situation import Numbers
from mile_bones.players.montreal.thoughts import TOLD, WORTH

SCALE = 100.0
"""The network speaks of so many points."""
LAYERS = ("one", "one_bias", "two", "two_bias", "out", "out_bias")
"""The names in the file of weights; a weight is ``[inputs, outputs]``."""


def opine(number: int, worths: Numbers, network: Any) -> None:
    """What the first ``number`` rows are worth, in points: what strong says, put right. ``network`` begins with the
    rows, flat and as a matrix."""
    _flat, matrix, one, one_bias, two, two_bias, out, out_bias = network
    hidden = np.maximum(matrix[:number] @ one + one_bias, 0)
    hidden = np.maximum(hidden @ two + two_bias, 0)
    worths[:number] = (SCALE * (matrix[:number, WORTH] + (hidden @ out + out_bias)[:, 0])).tolist()


def read_weights(path: Path) -> list[NDArray[np.float32]]:
    """The weights in a file, layer by layer."""
    with np.load(path, allow_pickle=False) as file:
        return [np.ascontiguousarray(file[name], np.float32) for name in LAYERS]


def network_tools() -> tuple[Any, ...]:
    """What ``opine`` needs, with the weights that ship."""
    flat = np.zeros(PROPOSALS * TOLD, np.float32)
    return flat, flat.reshape(PROPOSALS, TOLD), *read_weights(resources.path("players/montreal.npz"))
