"""Measures how long the coach takes for a choice: ``tests/tools/bench/bench_coach.py [--choices 40] [--worlds 240
2400]``.

The tool measures processor time on one core, over choices of games that the expert plays against itself. The choices
are rated one after the other, so that a busy machine does not distort the mean. At the end, the tool prints the time
that a review of a game of six hands takes on two cores. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.observation import Observation

HANDS = 6


def choices(games: int) -> tuple[list[Observation], int]:
    """Return every choice of some games, of both seats, and the number of hands in these games."""
    from mile_bones.games import load_game
    from mile_bones.players import load_player

    player, found, hands = load_player("mile-bones", "expert"), [], 0
    for number in range(games):
        state = load_game("mile-bones", rules=("mile-bones", "mille")[number % 2]).new_state(seed=100 + number)
        while state.current_player is not None:
            observation = state.observation(state.current_player)
            if len(observation.legal_actions()) > 1:
                found.append(observation)
            state.apply_action(player.choose(observation))
        hands += len(state.logs)
    return found, hands


def main() -> None:
    parser = argparse.ArgumentParser(description="Processor time of the coach.")
    parser.add_argument("--choices", type=int, default=40, help="so many, drawn from eight games")
    parser.add_argument("--worlds", type=int, nargs="+", default=[240, 2400])
    chosen = parser.parse_args()
    from mile_bones.players.milebones.coach import load_coach

    found, hands = choices(8)
    drawn, coach = random.Random(1).sample(found, chosen.choices), load_coach()
    coach.rate(drawn[0], 100)
    print(f"{len(found) / hands:.0f} choices a hand; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for worlds in chosen.worlds:
        took = []
        for observation in drawn:
            begin = process_time()
            coach.rate(observation, worlds)
            took.append(process_time() - begin)
        mean, longest = statistics.mean(took), max(took)
        review = mean * HANDS * len(found) / hands / 2
        print(
            f"{worlds} worlds: {mean * 1e3:.0f} ms a choice, the longest {longest * 1e3:.0f} ms; {review:.0f} s for "
            f"{HANDS} hands on two cores"
        )


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
