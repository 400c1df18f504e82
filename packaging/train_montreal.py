"""Makes the expert of Mille anew, by self-play: ``python packaging/train_montreal.py --deals 200000 --seed 1``.

Needs the extra ``lab``. The weights are written when it is done, and every few minutes on the way.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from mile_bones.lab.training.montreal import Learner, Report

WHERE = Path(__file__).parents[1] / "resources/players/montreal.npz"
OFTEN = 60.0
"""Seconds."""


def main() -> None:
    """Read the arguments, and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--to", type=Path, default=WHERE)
    chosen = parser.parse_args()
    learner = Learner(chosen.seed, chosen.deals)
    began = last = time.monotonic()

    def tell(report: Report) -> None:
        nonlocal last
        if time.monotonic() - last < OFTEN:
            return
        last = time.monotonic()
        learner.save(chosen.to)
        print(f"{(last - began) / 60:.1f} minutes, {report.deals:,} deals, loss {report.loss:.2f}", flush=True)

    learner.run(tell)
    learner.save(chosen.to)


if __name__ == "__main__":
    main()
