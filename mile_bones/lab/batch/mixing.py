"""Luck for compiled functions: numbers that follow from a seed, whichever thread asks first."""

from __future__ import annotations

import numpy as np

from mile_bones.lab.batch.compiled import compiled

STEP = np.uint64(0x9E3779B97F4A7C15)
"""What is added to the seed for each number that is wanted."""
_BY = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_DOWN = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled
def mixed(state: np.uint64) -> np.uint64:
    """64 bits that tell nothing of those for the next state (splitmix64, by Guy Steele and others, 2014)."""
    bits = (state ^ (state >> _DOWN[0])) * _BY[0]
    bits = (bits ^ (bits >> _DOWN[1])) * _BY[1]
    return bits ^ (bits >> _DOWN[2])
