"""A network gives the same output for many rows together as for each alone."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.players.milebones.completion import INPUTS
from mile_bones.players.milebones.network import Network, load_weights


@pytest.mark.parametrize("varying", [0, 1, 60, INPUTS])
def test_the_common_part_of_rows_may_be_computed_once(varying: int) -> None:
    rng, network = np.random.default_rng(4), Network(load_weights("expert"))
    rows = np.tile(rng.integers(0, 3, INPUTS), (50, 1)).astype(np.int8)
    places = rng.permutation(INPUTS)[:varying]
    rows[:, places] = rng.integers(-3, 4, (50, varying))
    said = network.alike(rows)
    assert said.shape == (50, 42)
    assert said == pytest.approx(np.array([network(row.tolist()) for row in rows]), abs=1e-3)


@pytest.mark.slow
def test_equal_rows_are_distinguished_from_rows_with_one_difference() -> None:
    rng, network = np.random.default_rng(4), Network(load_weights("expert"))
    rows = np.tile(rng.integers(0, 3, INPUTS), (1500, 1)).astype(np.int8)
    rows[np.arange(1000), rng.integers(0, INPUTS, 1000)] ^= 1
    order = rng.permutation(1500)
    said = network.alike(rows[order])
    assert said == pytest.approx(network(rows[order].astype(np.float32)), abs=1e-3)
    assert (said[np.argsort(order)[1000:]] == said[np.argsort(order)[1000]]).all()
