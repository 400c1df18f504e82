"""A trained network in NumPy: two hidden layers with ReLU, from a row of features to a number for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones import resources

POINTS = 500.0
"""The unit of a network's output, in points."""
LAYERS = ("one", "one_bias", "two", "two_bias", "out", "out_bias")
"""The names of the arrays in a file of weights. A weight matrix is ``[inputs, outputs]``."""


def load_weights(name: str) -> dict[str, NDArray[np.float16]]:
    """Return all arrays of a file of weights in ``resources/players``. Raise ResourceError if there is no such file."""
    with np.load(resources.path(f"players/{name}.npz"), allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


class Network:
    """A network that can be called with rows of features. ``layers`` has each array of ``LAYERS``, its name after
    ``prefix``.
    """

    __slots__ = ("_one", "_one_bias", "_out", "_out_bias", "_two", "_two_bias")

    def __init__(self, layers: Mapping[str, NDArray[np.floating]], prefix: str = "") -> None:
        exact = [np.ascontiguousarray(layers[prefix + name], np.float32) for name in LAYERS]
        self._one, self._one_bias, self._two, self._two_bias, self._out, self._out_bias = exact

    @property
    def inputs(self) -> int:
        """The number of inputs, which is the length of a row."""
        return len(self._one)

    def __call__(self, rows: NDArray[np.float32] | Sequence[int]) -> NDArray[np.float32]:
        """Return the outputs: ``[outputs]`` for a row ``[inputs]``, or ``[n, outputs]`` for rows ``[n, inputs]``."""
        result: NDArray[np.float32] = self.hidden(rows) @ self._out + self._out_bias
        return result

    def hidden(self, rows: NDArray[np.float32] | Sequence[int]) -> NDArray[np.float32]:
        """Return the activations of the last hidden layer for the rows."""
        first: NDArray[np.float32] = np.asarray(rows, np.float32) @ self._one
        return self._after(first + self._one_bias)

    def alike(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return ``[n, outputs]`` for rows ``[n, inputs]`` that have much in common, such as one hand in many worlds.

        Inputs that are the same in all rows, and rows that are equal, are computed only once.
        """
        lines = rows.T
        varies = np.flatnonzero((lines != lines[:, :1]).any(axis=1))
        differing = np.zeros((len(rows), -(len(varies) + 1) // 8 * -8), np.int8)
        differing[:, : len(varies)] = lines[varies].T
        differing[:, len(varies)] = 1  # one input represents all inputs that the rows have in common
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
        """Return the activations of the last hidden layer. ``first`` is the input of the first layer, and is
        overwritten.
        """
        np.maximum(first, 0, out=first)
        last: NDArray[np.float32] = first @ self._two
        last += self._two_bias
        np.maximum(last, 0, out=last)
        return last


_AT_ONCE = 512
"""The number of rows that are computed at a time. Their layers fit into a core's cache, which takes a fifth less time
than 2,000 rows.
"""
_FACTORS = np.random.default_rng(1).integers(0, 2**63, (2, 64), np.uint64) * np.uint64(2) + np.uint64(1)
_HALF = np.uint64(32)


def _distinct(rows: NDArray[np.int8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of the rows that are distinct, and for each row the number of the distinct row to which it is
    equal.

    The length of a row is a multiple of eight bytes. Rows are compared by a hash of 64 bits. A difference in the high
    bits alone must be mixed into the low bits before the words are added up; otherwise the sum would lose the
    difference.
    """
    words = rows.view(np.uint64)
    number = words.shape[1]
    mixed = words * _FACTORS[0, :number]
    mixed ^= mixed >> _HALF
    _values, which, back = np.unique(mixed @ _FACTORS[1, :number], return_index=True, return_inverse=True)
    return which, back
