"""Compares reviews and hints, which drop clear actions early, with a coach who tries all actions in all worlds:
``python tests/tools/bench/bench_racing.py [--choices 40] [--worlds 2400]``.

The choices are drawn from games between levels, some of which now and then act at random. Each is rated as in a review,
as in a hint, and with all worlds under the same seed and under another one; the two last show how much chance there is
in the marks. The tool prints the processor time, the marks that agree, and the mean difference of the costs. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.games.milebones.actions import Action
    from mile_bones.games.milebones.observation import Observation

SEED = 57
SEATS = (
    (("easy", 0.1), ("original", 0.25)),
    (("original", 0.0), ("expert", 0.1)),
    (("expert", 0.0), ("easy", 0.0)),
    (("original", 0.25), ("original", 0.0)),
)
"""The levels of each game, and how often each acts at random."""


def choices() -> list[tuple[Observation, Action]]:
    """Return every choice of the games, and what was chosen."""
    from mile_bones.games import load_game
    from mile_bones.players import load_player

    rng, found = random.Random(SEED), []
    for number, seats in enumerate(SEATS):
        players = [(load_player("mile-bones", level), at_random) for level, at_random in seats]
        rules = ("mile-bones", "mille")[number % 2]
        state = load_game("mile-bones", rules=rules).new_state(seed=100 * SEED + number)
        while state.current_player is not None:
            seen = state.observation(state.current_player)
            player, at_random = players[state.current_player]
            legal = seen.legal_actions()
            action = rng.choice(legal) if rng.random() < at_random else player.choose(seen)
            if len(legal) > 1:
                found.append((seen, action))
            state.apply_action(action)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The coach against one who tries everything in all worlds.")
    parser.add_argument("--choices", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=2400)
    chosen = parser.parse_args()
    from mile_bones.players.milebones import coach as module
    from mile_bones.players.milebones.coach import MileBonesCoach
    from mile_bones.players.milebones.network import load_weights
    from mile_bones.players.milebones.policy import expert_policy

    policy, weights = expert_policy(), load_weights("champion")
    parts = module.PARTS
    one, other = MileBonesCoach(policy, weights, 0), MileBonesCoach(policy, weights, 1)
    ways = (("a review", one, parts), ("a hint", one, parts), ("all worlds", one, ()), ("other worlds", other, ()))
    asked = random.Random(1).sample(choices(), chosen.choices)
    took, rated = [0.0] * len(ways), []
    for seen, action in asked:
        ratings = []
        for number, (name, coach, now) in enumerate(ways):
            module.PARTS = now
            begin = process_time()
            rating = coach.rate(seen, chosen.worlds, None, action if name == "a review" else None)
            took[number] += process_time() - begin
            assert rating is not None
            ratings.append(rating)
        rated.append((action, ratings))
    print(f"{len(asked)} choices, {chosen.worlds} worlds; load {os.getloadavg()[0]:.1f}")
    for (name, _coach, _parts), seconds in zip(ways, took, strict=True):
        print(f"  processor time of a choice in {name}: {seconds / len(asked):.2f} s")
    for first, second in combinations(range(len(ways)), 2):
        marks = sum(ratings[first].mark(action) == ratings[second].mark(action) for action, ratings in rated)
        costs = sum(abs(ratings[first].gap(action) - ratings[second].gap(action)) for action, ratings in rated)
        names = f"{ways[first][0]} and {ways[second][0]}"
        print(f"  {names}: {marks} of {len(rated)} marks agree, the costs differ by {costs / len(rated):.1f} points")


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
