"""Times the choices of champion and expert: ``python tests/tools/bench/bench_champion.py [--games 8] [--choices 400]``.

The choices are drawn at random from games that the expert plays against itself. Each is a choice between several
actions. The tool measures processor time, with NumPy on one core. Of several rounds the quickest counts, as if nothing
else were running. The results are printed by kind of choice, and for all choices together. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
from math import inf
from pathlib import Path
from time import process_time as clock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation
    from mile_bones.players.milebones import MileBonesPlayer


def kind_of(observation: Observation) -> str:
    from mile_bones.games.milebones.observation import Phase

    if observation.phase is Phase.EXTEND:
        return "extension"
    return "10 cards or fewer" if observation.left <= 10 else "earlier"


def told(name: str, seconds: list[float]) -> str:
    milliseconds = sorted(second * 1e3 for second in seconds)
    return (
        f"  {name:18} {len(milliseconds):5} choices: median {statistics.median(milliseconds):6.2f}, "
        f"99th percentile {milliseconds[int(len(milliseconds) * 0.99)]:6.2f}, longest {milliseconds[-1]:6.2f} ms"
    )


def measure(player: MileBonesPlayer, asked: list[Observation], rounds: int) -> dict[str, list[float]]:
    """Return the seconds of the quickest of `rounds` rounds for each choice, by kind of choice."""
    quickest = [inf] * len(asked)
    for _round in range(rounds):
        for number, observation in enumerate(asked):
            begin = clock()
            player.choose(observation)
            quickest[number] = min(quickest[number], clock() - begin)
    took: dict[str, list[float]] = {}
    for observation, seconds in zip(asked, quickest, strict=True):
        took.setdefault(kind_of(observation), []).append(seconds)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description="Time of a choice of champion and expert.")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--choices", type=int, default=400, help="the number of choices")
    parser.add_argument(
        "--rounds", type=int, default=3, help="the number of times that each is measured; the quickest counts"
    )
    chosen = parser.parse_args()
    from bench.bench_coach import choices
    from mile_bones.players import load_player

    every, _hands = choices(chosen.games)
    asked = random.Random(1).sample(every, min(chosen.choices, len(every)))
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"load {load:.1f} on {os.cpu_count()} cores")
    for level, aim in (("champion", "median 50, 99th percentile 100 ms on a quiet core"), ("expert", "1 ms")):
        player = load_player("mile-bones", level, 1)
        player.choose(asked[0])
        took = measure(player, asked, chosen.rounds)
        print(f"{level}; aim: {aim}")
        for kind, seconds in sorted(took.items()):
            print(told(kind, seconds))
        print(told("all", [second for seconds in took.values() for second in seconds]))


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path[:0] = [str(Path(__file__).resolve().parents[number]) for number in (3, 1)]
    main()
