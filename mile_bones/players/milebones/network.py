"""A trained network in NumPy: two hidden layers with ReLU, from a row of features to a number for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones import resources

POINTS = 500.0
"""The unit in which networks speak of points."""
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

    @property
    def inputs(self) -> int:
        """Numbers in a row."""
        return len(self._one)

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

        The inputs that are the same in all rows are reckoned once, and so are rows that are the same.
        """
        lines = rows.T
        varies = np.flatnonzero((lines != lines[:, :1]).any(axis=1))
        differing = np.zeros((len(rows), -(len(varies) + 1) // 8 * -8), np.int8)
        differing[:, : len(varies)] = lines[varies].T
        differing[:, len(varies)] = 1  # stands for all that is common
        which, back = _distinct(differing)
        common = lines[:, 0].astype(np.float32)
        common[varies] = 0
        weights = np.empty((len(varies) + 1, self._one.shape[1]), np.float32)
        np.take(self._one, varies, axis=0, out=weights[:-1])
        np.add(common @ self._one, self._one_bias, out=weights[-1])
        said = np.empty((len(which), self._out.shape[1]), np.float32)
        for begin in range(0, len(which), _AT_ONCE):
            some = slice(begin, begin + _AT_ONCE)
            first = differing[which[some], : len(weights)].astype(np.float32) @ weights
            np.matmul(self._after(first), self._out, out=said[some])
        said += self._out_bias
        result: NDArray[np.float32] = said[back]
        return result

    def _after(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """The hidden layers, from what comes into the first; it is overwritten."""
        np.maximum(first, 0, out=first)
        last: NDArray[np.float32] = first @ self._two
        last += self._two_bias
        np.maximum(last, 0, out=last)
        return last


_AT_ONCE = 512
"""Rows whose layers fit into a core's cache: a fifth less time than 2,000."""
_FACTORS = np.random.default_rng(1).integers(0, 2**63, (2, 64), np.uint64) * np.uint64(2) + np.uint64(1)
_HALF = np.uint64(32)


def _distinct(rows: NDArray[np.int8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The numbers of rows that differ from one another, and for every row which of these it is like.

    Rows, a multiple of eight bytes long, are told apart by 64 bits. What differs in high bits alone must come down
    before words are added up, or it would be lost.
    """
    words = rows.view(np.uint64)
    number = words.shape[1]
    mixed = words * _FACTORS[0, :number]
    mixed ^= mixed >> _HALF
    _values, which, back = np.unique(mixed @ _FACTORS[1, :number], return_index=True, return_inverse=True)
    return which, back
