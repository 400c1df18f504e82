"""Measures how much more the champion's choices are worth than the expert's: ``python tests/tools/bench/bench_gain.py
[--hands 200] [--part 8] [--trust 6] [--played 1 0.5] [--seed 1]``.

The choices come from hands that the expert plays against itself, one in ``--part`` from each hand. Half of the hands
begin at 0 to 0, the others at a random score. The expert chooses, and so do champions that trust the expert to
different degrees (``champion.TRUST``), and champions that play on that part of their usual number of hands
(``champion.HANDS`` and its sisters). If their choices differ, each chosen action is valued by playing 1,500 hands to
their ends. The results are printed in points with standard errors, for a choice and for one side in a hand, by the
number of cards in the deck. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mile_bones.games.milebones.observation import Observation

WORLDS = 1500


def choices(number: int, rng: np.random.Generator) -> Iterator[list[Observation]]:
    """Yield the choices of each hand, of both seats."""
    from mile_bones.games import load_game
    from mile_bones.games.milebones.rules import RULE_SETS
    from mile_bones.players import load_player

    player, names = load_player("mile-bones", "expert"), list(RULE_SETS)
    for hand in range(number):
        state = load_game("mile-bones", names[hand % 2]).new_state(seed=int(rng.integers(2**31)))
        totals = (0, 0) if hand % 4 < 2 else tuple(int(points) for points in rng.integers(0, 200, 2) * 25)
        asked = []
        while not (state.is_terminal() or state.needs_deal):
            observation = state.observation(state.current_player)
            if len(state.legal_actions()) > 1:
                asked.append(observation._replace(totals=totals))
            state.apply_action(player.choose(observation), deal=False)
        yield asked


def measure(hands: int, part: int, variants: Sequence[tuple[float, float]], seed: int) -> None:
    """Print the tables. A variant is the champion's trust and the part of its hands that it plays on."""
    import numpy as np

    from mile_bones.games.milebones.batch import layout as at
    from mile_bones.players.milebones import champion as module
    from mile_bones.players.milebones.expert import ExpertPlayer
    from mile_bones.players.milebones.judge import Judge
    from mile_bones.players.milebones.lookahead import Lookahead
    from mile_bones.players.milebones.network import Network, load_weights
    from mile_bones.players.milebones.policy import expert_policy
    from mile_bones.players.milebones.stakes import to_usual_target

    rng, weights, policy = np.random.default_rng(seed), load_weights("champion"), expert_policy()
    expert = ExpertPlayer(policy)
    champions = [module.ChampionPlayer(policy, weights, seed, trust=trust) for trust, _played in variants]
    to_end = Lookahead(policy, Network(weights, "guess_"), Judge(weights).worths, seed + 1, plies=0, last_cards=at.DECK)
    limits = (module.LAST_CARDS, 30, module.EARLY_CARDS, at.DECK)
    gains: list[list[list[float]]] = [[] for _limit in limits]
    others: list[list[list[bool]]] = [[] for _limit in limits]
    all_choices = [0] * len(limits)
    usual_hands = {name: getattr(module, name) for name in ("EARLY_HANDS", "HANDS", "LAST_HANDS")}
    for asked in choices(hands, rng):
        for seen in asked:
            all_choices[bisect_left(limits, seen.left)] += 1
        for number in rng.permutation(len(asked))[: -(-len(asked) // part)]:
            seen = to_usual_target(asked[number])
            usual, chosen = expert.choose(seen), []
            for champion, (_trust, played) in zip(champions, variants, strict=True):
                for name, most in usual_hands.items():
                    setattr(module, name, round(played * most))
                chosen.append(champion.choose(seen))
            worth = {usual: 0.0}
            if set(chosen) != {usual}:
                actions = list({usual, *chosen})
                found = to_end.outcomes(seen, actions, *to_end.imagined(seen, WORLDS))
                assert found is not None
                worth = dict(zip(actions, found.mean(axis=1), strict=True))
            place = bisect_left(limits, seen.left)
            gains[place].append([worth[action] - worth[usual] for action in chosen])
            others[place].append([action != usual for action in chosen])
    for place, most in enumerate(limits):
        in_a_hand = all_choices[place] / (2 * hands)
        print(f"at most {most} cards in the deck: {len(gains[place])} choices, {in_a_hand:.1f} a hand and side")
        each = np.array(gains[place])
        means, errors = _mean(each)
        more, more_errors = _mean(each - each[:, :1])
        for number, (trust, played) in enumerate(variants):
            print(
                f"  trust {trust:4.0f}, {played:4.0%} of the hands: {np.mean(others[place], axis=0)[number]:4.0%} done "
                f"otherwise, {means[number]:+5.2f} ± {errors[number]:4.2f} a choice, "
                f"{means[number] * in_a_hand:+5.1f} ± {errors[number] * in_a_hand:4.1f} a hand; "
                f"than the first {more[number]:+5.2f} ± {more_errors[number]:4.2f}"
            )


def _mean(lines: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean of each column, and its standard error."""
    mean, error = lines.mean(axis=0), lines.std(axis=0) / len(lines) ** 0.5
    return mean, error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--part", type=int, default=8, help="one choice in this number is measured")
    parser.add_argument("--trust", type=float, nargs="+", default=[6.0])
    parser.add_argument("--played", type=float, nargs="+", default=[1.0], help="parts of the usual number of hands")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    measure(chosen.hands, chosen.part, list(product(chosen.trust, chosen.played)), chosen.seed)


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
