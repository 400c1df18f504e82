"""Hands a second in the arena: ``python tests/bench/bench_arena.py [HANDS]``.

The speed of a machine differs from hour to hour, so each number stands beside a loop of plain Python that ran in the
same minute: "calibration loops a hand" is what can be compared. Aim: 1,500 hands of the greedy level a second on one
core. Nothing is asserted.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from mile_bones.games.milebones import RULE_SETS
from mile_bones.lab import arena

CALIBRATION = 1000
"""Rounds of the calibration loop that count as one."""


def calibration_seconds() -> float:
    """The seconds of processor time that one calibration loop takes now: the best of five measurements."""
    best = float("inf")
    for _measurement in range(5):
        start = process_time()
        number = 0
        for step in range(200 * CALIBRATION):
            number = (number * 31 + step) & 0xFFFF
        best = min(best, (process_time() - start) / 200)
    return best


def main(hands: int = 2000) -> None:
    """Print hands a second for every pair of levels under both rule sets."""
    for a, b in (("easy", "easy"), ("original", "easy"), ("original", "original")):
        for rules in RULE_SETS:
            loop = calibration_seconds()
            wall, processor = perf_counter(), process_time()
            arena.play(a, b, hands=hands, seed=1, rules=rules)
            wall, processor = perf_counter() - wall, process_time() - processor
            print(
                f"{a} - {b}, {rules}: {hands / processor:,.0f} hands a second of processor time, "
                f"{hands / wall:,.0f} by the clock; {processor / hands / loop:.1f} calibration loops a hand"
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
