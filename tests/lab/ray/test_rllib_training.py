"""Training with RLlib: a short run with two processes that play improves the player."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Ray and RLlib themselves emit warnings

DECISIONS = 4_096
"""The number of decisions in each iteration."""


def test_a_short_run_with_two_runners_learns(tmp_path: Path) -> None:
    import ray

    from mile_bones.lab.rl.rllib_training import Plan, build, points_against, train

    ray.init("local", num_cpus=3, include_dashboard=False, log_to_driver=False)
    try:
        algorithm = build(Plan(runners=2, batch=DECISIONS))
        before = points_against("easy", algorithm, 50, "mille")
        made = list(train(algorithm, 6))
        after = points_against("easy", algorithm, 50, "mille")
        kept = Path(algorithm.save_to_path(str(tmp_path)))
        algorithm.stop()
    finally:
        ray.shutdown()
    assert all(DECISIONS * number <= decisions for number, decisions in enumerate(made, 1))
    assert after.mean - before.mean > 3 * (before.se**2 + after.se**2) ** 0.5, f"{before} before, {after} after"
    assert list(kept.iterdir())
