"""Searches for better weights for the level strong of Mille.

``python packaging/tune_montreal.py --against easy expert --rounds 7 --seed 1`` found the present weights, from a first
guess, when the expert was a network that searched without help.

It uses the cross-entropy method. In each round some sets of weights are drawn, each plays the same mirrored deals
against every opponent, and the best sets determine where the next round draws. The mean is printed after each round; it
is for ``WEIGHTS`` in ``players/montreal/judges.py``. It needs the extra ``lab``.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from mile_bones.lab.training.montreal import compare, side, strong
from mile_bones.lab.training.montreal_deals import machine_code
from mile_bones.players.montreal.judges import WEIGHTS
from mile_bones.players.montreal.network import network_tools

DRAWN, BEST = 24, 7
DEALS = 200
"""The number of deals of each set of weights against each opponent in each round."""
SPREAD = 0.3
"""The spread of the first weights, as the logarithm of a factor."""


def main() -> None:
    """Read the arguments, and search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--against", nargs="+", choices=("easy", "strong", "expert"), required=True)
    chosen = parser.parse_args()
    code, rng = machine_code(), np.random.default_rng(chosen.seed)
    _flat, _matrix, *weights = network_tools()
    alone = code["turn_of_judge"]
    opponents = {
        "easy": (alone, code["judge_eagerly"], np.zeros(1), 0),
        "strong": strong(code),
        "expert": side(code, "turn_of_expert", weights),
    }
    against = [opponents[name] for name in chosen.against]
    mean, spread = np.log(np.array(WEIGHTS)), np.full(len(WEIGHTS), SPREAD)

    def points(drawn: np.ndarray, seed: int, deals: int) -> list[float]:
        tried = alone, code["judge_strongly"], np.exp(drawn), 0
        return [compare(code, tried, other, deals, seed)[0] for other in against]

    began = time.monotonic()
    for number in range(chosen.rounds):
        seed = int(rng.integers(1 << 30))
        drawn = mean + spread * rng.standard_normal((DRAWN, len(mean)))
        drawn[0] = mean
        found = [points(each, seed, DEALS) for each in drawn]
        order = np.argsort([-sum(each) for each in found])
        best = drawn[order[:BEST]]
        mean = 0.4 * mean + 0.6 * best.mean(axis=0)
        spread = 0.4 * spread + 0.6 * np.maximum(best.std(axis=0), 0.05)
        told = np.array(found)
        print(
            f"round {number + 1}, {(time.monotonic() - began) / 60:.1f} minutes: mean {told[0].round(1)},"
            f" best {told[order[0]].round(1)}, all {told.mean(axis=0).round(1)}",
            flush=True,
        )
        print([round(float(each), 3) for each in np.exp(mean)], flush=True)
    for name, drawn in (("before", np.log(np.array(WEIGHTS))), ("after", mean)):
        print(name, points(drawn, 99, 2000), flush=True)


if __name__ == "__main__":
    main()
