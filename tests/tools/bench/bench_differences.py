"""Measures the error of the coach of Mile Bones in differences between actions:
``tests/tools/bench/bench_differences.py [--positions 60] [--plies 3 7] [--champion FILE]``.

The positions come from hands of the expert against itself and against ``original``, three from each hand. Every third
hand begins at a random score. The question is how much more the expert's favourite action is worth than up to three
other actions.

It is answered in two ways. The coach plays some choices on, and then takes the estimate of its judge (the model that
estimates the value of a position). For comparison, hands are played to their ends. Both answers contain the luck of the
imagined worlds. The size of this luck is known, and is subtracted from the mean square of the difference between the
two answers.

All numbers are in points. Differences of more than 400 are left out, because nobody needs a coach for them. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from itertools import count
from math import sqrt
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mile_bones.games.milebones.actions import Action
    from mile_bones.games.milebones.observation import Observation

MOST = 400
WORLDS, HANDS = 600, 1500
"""The number of worlds that the coach imagines, and of hands that are played to their ends."""


def positions(rng: random.Random) -> Iterator[Observation]:
    """Yield positions in which the expert had to choose."""
    from mile_bones.games import load_game
    from mile_bones.players import load_player

    for number in count():
        rules, opponent = ("mile-bones", "mille")[number // 2 % 2], ("original", "expert")[number % 2]
        players = [load_player("mile-bones", level, number) for level in ("expert", opponent)]
        seat = number // 4 % 2
        totals = (0, 0) if number % 3 else (rng.randrange(180) * 25, rng.randrange(180) * 25)
        state, asked = load_game("mile-bones", rules).new_state(seed=(77 << 32) + number), []
        while not (state.is_terminal() or state.needs_deal):
            observation = state.observation(state.current_player)
            if state.current_player == seat and len(observation.legal_actions()) > 1 and observation.left > 6:
                asked.append(observation._replace(totals=totals))
            state.apply_action(players[state.current_player != seat].choose(observation), deal=False)
        yield from rng.sample(asked, min(3, len(asked)))


def some_actions(observation: Observation, rng: random.Random) -> list[Action]:
    """Return the expert's favourite action, and up to three others."""
    from mile_bones.players.milebones.expert import place
    from mile_bones.players.milebones.policy import expert_policy

    said = expert_policy()(observation)
    favourite = max(observation.legal_actions(), key=lambda action: said[place(action, observation.phase)])
    others = [action for action in observation.legal_actions() if action != favourite]
    return [favourite, *rng.sample(others, min(3, len(others)))]


def differences(lookahead: Any, stakes: Any, observation: Observation, actions: list[Action], worlds: int) -> list[Any]:
    """Return how much each other action is worth more than the first, with the square of the standard error."""
    found = lookahead.outcomes(observation, actions, *lookahead.imagined(observation, worlds))
    worths = stakes.mixed(found[:, 0], found[:, 1])
    return [(less.mean(), less.var() / worlds) for less in worths[1:] - worths[0]]


def told(seconds: float, pairs: list[tuple[Any, Any]]) -> str:
    apart = [said - came for (said, _), (came, _) in pairs]
    luck = sum(one + other for (_, one), (_, other) in pairs) / len(pairs)
    square = sum(each**2 for each in apart) / len(pairs)
    return (
        f"{len(pairs):5} differences: {sqrt(square):5.1f} apart, luck {sqrt(luck):5.1f}, "
        f"so off by {sqrt(max(square - luck, 0)):5.1f}, in {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--plies", type=int, nargs="+", default=[3, 7])
    parser.add_argument("--champion", type=Path, help="the judge (.npz); without it, the one that ships")
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()

    import numpy as np

    from mile_bones.games.milebones.batch import layout as at
    from mile_bones.players.milebones.coach import MileBonesCoach
    from mile_bones.players.milebones.network import load_weights
    from mile_bones.players.milebones.policy import expert_policy

    shipped = load_weights("champion")
    weights = shipped if chosen.champion is None else dict(np.load(chosen.champion, allow_pickle=False))
    to_end = MileBonesCoach(expert_policy(), shipped, seed=9, plies=0, last_cards=at.DECK)
    rng = random.Random(chosen.seed)
    asked, came = [], []
    for _number, observation in zip(range(chosen.positions), positions(rng), strict=False):
        actions = some_actions(observation, rng)
        asked.append((observation, actions))
        came.append(differences(to_end.lookahead, to_end.stakes, observation, actions, HANDS))
    for plies in chosen.plies:
        coach, pairs = MileBonesCoach(expert_policy(), weights, seed=3, plies=plies), []
        begin = process_time()
        for (observation, actions), ends in zip(asked, came, strict=True):
            said = differences(coach.lookahead, coach.stakes, observation, actions, WORLDS)
            pairs += [(one, end) for one, end in zip(said, ends, strict=True) if abs(end[0]) < MOST]
        print(f"{plies:3} choices played on", told(process_time() - begin, pairs), flush=True)


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
