"""Trains the network that separates luck from skill in Mile Bones: ``python packaging/train_luck.py --seed 1``.

It needs the extra ``lab``. It begins with the champion's judge (the network that estimates the value of a position) and
the expert, as they ship.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from mile_bones import resources
from mile_bones.lab.training import luck
from mile_bones.lab.training.export import layers, tower, write
from mile_bones.players.milebones.network import load_weights

WHERE = Path(__file__).parents[1] / "resources/players/luck.npz"


def main() -> None:
    """Read the arguments, and train the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--rounds", type=int, default=60, help="batches of 8,192 hands")
    parser.add_argument("--recorded", type=int, default=42_000, help="hands of original")
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals for the mean of the deals")
    parser.add_argument("--to", type=Path, default=WHERE)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    rng = np.random.default_rng(chosen.seed)
    recorded = luck.record(chosen.recorded, chosen.seed)
    player = tower(resources.path("players/expert.npz"))
    start = luck.from_critic(load_weights("champion"))
    trained = luck.train(start, player, recorded, chosen.rounds, rng, lambda line: print(line, flush=True))
    weights = layers(trained)
    weights["fair"] = luck.fair(weights, chosen.deals, rng)
    write(weights, chosen.to)


if __name__ == "__main__":
    main()
