"""Random numbers for compiled functions. They follow from a seed, and do not depend on the order in which threads ask
for them.
"""

from __future__ import annotations

import numpy as np

from mile_bones.lab.batch.compiled import compiled

STEP = np.uint64(0x9E3779B97F4A7C15)
"""The difference between the states of two successive random numbers."""
_BY = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_DOWN = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled
def mixed(state: np.uint64) -> np.uint64:
    """Return 64 bits that reveal nothing about those of the next state (splitmix64, Guy Steele and others, 2014)."""
    bits = (state ^ (state >> _DOWN[0])) * _BY[0]
    bits = (bits ^ (bits >> _DOWN[1])) * _BY[1]
    return bits ^ (bits >> _DOWN[2])
