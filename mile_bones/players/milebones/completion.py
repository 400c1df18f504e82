"""The ways in which the hand can complete the trip: an input of the expert besides ``features``.

Which distances of the hand add up to the goal is a puzzle. A network, which sums inputs, solves it badly, so the answer
is an input. All of these numbers follow from the blocks of ``features`` for the hand, the distance to the goal and the
200s on the table. As in ``features``, at most three cards of each distance are counted.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.cards import DISTANCES, MILES, Card
from mile_bones.games.milebones.rules import MILE_BONES
from mile_bones.players.milebones.features import BLOCKS, SIZE, UNIT

WITHIN = (1, 2, 3, 4, 6)
"""Steps for the fewest cards of the hand that complete the trip exactly: at most 1, at most 2, and so on."""
WITHIN_AFTER = (0, 1, 2, 3, 5)
"""For each distance: steps for the number of cards that are still needed after that distance has been played."""
WITHIN_LONGER = (2, 3, 4, 6)
"""Steps as in ``WITHIN``, but for a trip that is extended by ``LONGER`` units."""
LONGER = 300 // UNIT
BESIDES = (-4, 0, 4, LONGER)
"""Steps for the sum of all distances in the hand: at least the missing units plus this number."""

LENGTH = len(WITHIN) + len(DISTANCES) * len(WITHIN_AFTER) + len(WITHIN_LONGER) + len(BESIDES)
"""The length of a row."""
INPUTS = SIZE + LENGTH
"""The number of inputs of the expert's network: the row of ``features``, followed by a row of this module."""

Rows = NDArray[np.int8]

_UNITS = tuple(MILES[card] // UNIT for card in DISTANCES)
_MOST = 3
"""The most cards of a distance that are counted. Of 200s, also no more are counted than may still be played."""
_MOST_200S = MILE_BONES.most_200s
_SHAPE = (*(_MOST + 1,) * (len(DISTANCES) - 1), _MOST_200S + 1)
_FARTHEST = 1000 // UNIT
_IMPOSSIBLE = 99
_ENDS = accumulate(block.length for block in BLOCKS)
_BEGINS = {block.name: end - block.length for block, end in zip(BLOCKS, _ENDS, strict=True)}
_HAND, _DISTANCE, _PLAYED_200S = (_BEGINS[name] for name in ("hand", "own distance to goal", "own 200s"))
_OWN_200S = _HAND + 3 * int(Card.MILES_200)


def completions(seen: Rows) -> Rows:
    """Return a row, ``[n, LENGTH]``, for each row of ``features``, ``[n, SIZE]`` or longer."""
    hands = np.zeros(len(seen), np.int16)
    for card, places in zip(DISTANCES[:-1], _SHAPE[:-1], strict=True):
        first = _HAND + 3 * card
        hands = hands * places + seen[:, first] + seen[:, first + 1] + seen[:, first + 2]
    left = _MOST_200S - seen[:, _PLAYED_200S] - seen[:, _PLAYED_200S + 1]
    held = seen[:, _OWN_200S] + seen[:, _OWN_200S + 1] + seen[:, _OWN_200S + 2]
    hands = hands * _SHAPE[-1] + np.minimum(held, left)
    result: Rows = _table()[hands, seen[:, _DISTANCE]]
    return result


@cache
def _table() -> Rows:
    """Return every possible row, by hand and distance to the goal: ``[hands, units, LENGTH]``, about a megabyte."""
    counts = np.indices(_SHAPE).reshape(len(_SHAPE), -1)
    units = np.arange(_FARTHEST + 1)
    fewest = _fewest()
    lines = [fewest[:, : len(units)] <= most for most in WITHIN]
    steps = np.cumprod((1, *_SHAPE[:0:-1]))[::-1]
    for distance, step, held in zip(_UNITS, steps, counts, strict=True):
        after = np.full((len(fewest), len(units)), _IMPOSSIBLE)
        has = np.flatnonzero(held)
        after[has, distance:] = fewest[has - step, : len(units) - distance]
        lines += [after <= most for most in WITHIN_AFTER]
    lines += [fewest[:, LONGER : LONGER + len(units)] <= most for most in WITHIN_LONGER]
    brought = (counts * np.array(_UNITS)[:, None]).sum(axis=0)[:, None]
    lines += [brought >= units + besides for besides in BESIDES]
    return np.stack(lines, axis=-1).astype(np.int8)


def _fewest() -> NDArray[np.int64]:
    """Return the fewest cards of each hand whose distances add up to each number of units: ``[hands, units]``. The
    units go up to the longest trip plus an extension. The number is ``_IMPOSSIBLE`` if no cards add up to the units.
    """
    units = _FARTHEST + LONGER + 1
    result = np.full((*_SHAPE, units), _IMPOSSIBLE)
    result[..., 0] = 0
    for axis, (distance, places) in enumerate(zip(_UNITS, _SHAPE, strict=True)):
        lines = np.moveaxis(result, axis, 0)
        for held in range(1, places):
            lines[held:, ..., distance:] = np.minimum(
                lines[held:, ..., distance:], lines[held - 1 : -1, ..., :-distance] + 1
            )
    return result.reshape(-1, units)
