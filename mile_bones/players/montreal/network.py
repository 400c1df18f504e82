"""The network that estimates the error in the level strong's judgement of a table after a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mile_bones import resources
from mile_bones.players.montreal.expert_inputs import TOLD, WORTH
from mile_bones.players.montreal.proposals import PROPOSALS
from mile_bones.players.montreal.situation import Numbers

SCALE = 100.0
"""The unit of the network's output, in points."""
LAYERS = ("one", "one_bias", "two", "two_bias", "out", "out_bias")
"""The names of the arrays in the file of weights. A weight matrix is ``[inputs, outputs]``."""


def opine(number: int, worths: Numbers, network: Any) -> None:
    """Put the corrected worths of the first ``number`` rows, in points, into ``worths``. ``network`` is the result of
    ``network_tools``, of which the first two items are the rows, flat and as a matrix.
    """
    _flat, matrix, one, one_bias, two, two_bias, out, out_bias = network
    hidden = np.maximum(matrix[:number] @ one + one_bias, 0)
    hidden = np.maximum(hidden @ two + two_bias, 0)
    worths[:number] = (SCALE * (matrix[:number, WORTH] + (hidden @ out + out_bias)[:, 0])).tolist()


def read_weights(path: Path) -> list[NDArray[np.float32]]:
    """Return the weights in a file, in the order of ``LAYERS``."""
    with np.load(path, allow_pickle=False) as file:
        return [np.ascontiguousarray(file[name], np.float32) for name in LAYERS]


def network_tools() -> tuple[Any, ...]:
    """Return the tools for ``opine``: the rows, flat and as a matrix, and the weights that ship."""
    flat = np.zeros(PROPOSALS * TOLD, np.float32)
    return flat, flat.reshape(PROPOSALS, TOLD), *read_weights(resources.path("players/montreal.npz"))
