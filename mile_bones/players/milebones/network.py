"""A trained network in NumPy: two hidden layers with ReLU, from a row of features to a number for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones import resources

LAYERS = ("one", "one_bias", "two", "two_bias", "out", "out_bias")
"""The names in a file of weights; a weight is ``[inputs, outputs]``."""


def load_weights(name: str) -> dict[str, NDArray[np.float16]]:
    """All arrays of a file of weights in ``resources/players``. ResourceError when there is none of that name."""
    with np.load(resources.path(f"players/{name}.npz"), allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


class Network:
    """Weights, and what they say of rows. ``layers`` has them under the names of ``LAYERS``, each after ``prefix``."""

    __slots__ = ("_one", "_one_bias", "_out", "_out_bias", "_two", "_two_bias")

    def __init__(self, layers: Mapping[str, NDArray[np.floating]], prefix: str = "") -> None:
        exact = [np.ascontiguousarray(layers[prefix + name], np.float32) for name in LAYERS]
        self._one, self._one_bias, self._two, self._two_bias, self._out, self._out_bias = exact

    def __call__(self, rows: NDArray[np.float32] | Sequence[int]) -> NDArray[np.float32]:
        """``[inputs]`` to ``[outputs]``, or ``[n, inputs]`` to ``[n, outputs]``."""
        result: NDArray[np.float32] = self.hidden(rows) @ self._out + self._out_bias
        return result

    def hidden(self, rows: NDArray[np.float32] | Sequence[int]) -> NDArray[np.float32]:
        """What the last hidden layer makes of the rows."""
        first: NDArray[np.float32] = np.asarray(rows, np.float32) @ self._one
        return self._after(first + self._one_bias)

    def alike(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        """``[n, inputs]`` to ``[n, outputs]``, for rows that have much in common, as one hand in many worlds has.

        The inputs that are the same in all rows are reckoned once.
        """
        lines = rows.T
        varies = (lines != lines[:, :1]).any(axis=1)
        common = lines[~varies, 0].astype(np.float32) @ self._one[~varies] + self._one_bias
        first: NDArray[np.float32] = lines[varies].astype(np.float32).T @ self._one[varies]
        first += common
        result: NDArray[np.float32] = self._after(first) @ self._out + self._out_bias
        return result

    def _after(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """The hidden layers, from what comes into the first; it is overwritten."""
        np.maximum(first, 0, out=first)
        last: NDArray[np.float32] = first @ self._two
        last += self._two_bias
        np.maximum(last, 0, out=last)
        return last
