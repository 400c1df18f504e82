"""Trains a network by self-play on Ray RLlib: ``python packaging/train_rllib.py --runners 8``.

docs/research.md explains it, and how to use a cluster. It needs the extras lab, rl and ray.
"""

from __future__ import annotations

import argparse

import ray

from mile_bones.lab.rl.rllib_training import Plan, build, points_against, train

MEASURED_EVERY = 20  # iterations


def main() -> None:
    """Read the arguments, and train the network."""
    usual = Plan()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runners", type=int, default=usual.runners, help="processes that play")
    parser.add_argument("--learners", type=int, default=usual.learners, help="processes that learn; 0: this one")
    parser.add_argument("--gpus", type=float, default=usual.gpus, help="GPUs for each learner")
    parser.add_argument("--batch", type=int, default=usual.batch, help="decisions in an iteration")
    parser.add_argument("--rules", default=usual.rules, help="mile-bones or mille")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--iterations", type=int, default=1_000)
    parser.add_argument("--hands", type=int, default=1_000, help="for each measurement against original")
    parser.add_argument("--address", help="of a cluster; without it RAY_ADDRESS, or this machine")
    chosen = parser.parse_args()
    plan = Plan(chosen.runners, chosen.learners, chosen.gpus, chosen.batch, chosen.rules, chosen.seed)
    ray.init(chosen.address)
    algorithm = build(plan)
    for iteration, decisions in enumerate(train(algorithm, chosen.iterations), 1):
        print(f"iteration {iteration}: {decisions:,} decisions", flush=True)
        if iteration % MEASURED_EVERY == 0 or iteration == chosen.iterations:
            points = points_against("original", algorithm, chosen.hands // 2, chosen.rules)
            print(f"    {points.mean:+.0f} points a hand against original, standard error {points.se:.0f}", flush=True)
            print(f"    saved in {algorithm.save_to_path()}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
