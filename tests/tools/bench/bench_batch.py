"""Measures batched hands a second, beside the arena: ``python tests/tools/bench/bench_batch.py [HANDS]``.

Both engines play greedily on one core, as machine code if the extra ``lab`` is installed. The speed of a machine
differs from minute to minute, so both engines play by turns, and the medians are printed. The arena plays the level
``easy``. The batched engine makes the same choices (`greedy`), with shuffling, dealing and scores included. Aim:
100,000 batched hands a second of processor time on one core. Nothing is asserted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time

from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import arena
from mile_bones.lab.batch import greedy
from mile_bones.lab.batch.compiled import IS_COMPILED, use_cores

ROUNDS = 7
ARENA_HANDS = 400
HANDS = 40_960 if IS_COMPILED else 400


def hands_a_second(play: Callable[[], object], hands: int) -> tuple[float, float]:
    """Return hands a second, by processor time and by the clock."""
    wall, processor = perf_counter(), process_time()
    play()
    return hands / (process_time() - processor), hands / (perf_counter() - wall)


def main(hands: int = HANDS) -> None:
    """Print hands a second of both engines under both rule sets."""
    use_cores(1)
    print("machine code" if IS_COMPILED else "plain Python: the extra lab is not installed")
    for rules in RULE_SETS:
        greedy.play_hands(2, 0, rules)  # compiles the functions, or reads compiled ones
        batched, scalar = [], []
        for seed in range(ROUNDS):
            batched.append(hands_a_second(partial(greedy.play_hands, hands, seed, rules), hands))
            match = partial(arena.play, "easy", "easy", hands=ARENA_HANDS, seed=seed, rules=rules)
            scalar.append(hands_a_second(match, ARENA_HANDS))
        for name, rounds in (("batched", batched), ("arena", scalar)):
            processor, wall = (median(values) for values in zip(*rounds, strict=True))
            print(f"{rules}, {name}: {processor:,.0f} hands a second of processor time, {wall:,.0f} by the clock")
        ratio = median(fast[0] / slow[0] for fast, slow in zip(batched, scalar, strict=True))
        print(f"{rules}: batched is {ratio:.1f} times as fast")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
