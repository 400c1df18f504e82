"""Trains a network for the level expert of Mille, with deals against the level strong: ``python
packaging/train_montreal.py --deals 400000 --seed 1 --to one.npz``. The expert uses the mean of several networks:
``python packaging/train_montreal.py --mean one.npz two.npz three.npz``.

It needs the extra ``lab``. The weights are written at the end, and every minute before. At the end it prints how far
the expert that ships, or the network in ``--to``, is ahead of strong. Without ``--deals`` it only prints that.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from mile_bones.lab.training.montreal import Learner, Report, compare, mean_of, side, strong, write_weights
from mile_bones.lab.training.montreal_deals import machine_code
from mile_bones.players.montreal.network import read_weights

WHERE = Path(__file__).parents[1] / "resources/players/montreal.npz"
OFTEN = 60.0
"""Seconds between two reports."""
MEASURED = 20_000
"""The number of mirrored deals at the end. Their seeds differ from those of the training."""


def main() -> None:
    """Read the arguments, and train the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=WHERE)
    parser.add_argument("--mean", type=Path, nargs="+", help="write the mean of these networks")
    chosen = parser.parse_args()
    if chosen.deals:
        train(chosen.seed, chosen.deals, chosen.to)
    if chosen.mean:
        write_weights(mean_of([read_weights(each) for each in chosen.mean]), chosen.to)
    code = machine_code()
    expert = side(code, "turn_of_expert", read_weights(chosen.to))
    ahead, error = compare(code, expert, strong(code), MEASURED, 1 << 31)
    print(f"{ahead:+.1f} points a deal ahead of strong, standard error {error:.1f}, {MEASURED:,} mirrored deals")


def train(seed: int, deals: int, to: Path) -> None:
    """Train the weights, and report the progress from time to time."""
    learner = Learner(seed, deals)
    began = last = time.monotonic()

    def tell(report: Report) -> None:
        nonlocal last
        if time.monotonic() - last < OFTEN:
            return
        last = time.monotonic()
        learner.save(to)
        told = f"{report.deals:,} deals, {report.ahead:+.1f} points a deal, loss {report.loss:.3f}"
        print(f"{(last - began) / 60:.1f} minutes, {told}", flush=True)

    learner.run(tell)
    learner.save(to)


if __name__ == "__main__":
    main()
