"""Measures hands a second in the arena: ``python tests/tools/bench/bench_arena.py [HANDS]``.

The speed of a machine differs from hour to hour. Therefore, a loop of plain Python runs in the same minute, and
"calibration loops a hand" is the number to compare. The aim is 1,500 hands of the greedy level a second on one core.
Nothing is asserted.

``--against FOLDER`` plays the same hands by turns in this checkout and in another checkout, and prints the ratio of
each pair of runs. A ratio above 1 means that this checkout is quicker. ``--match`` plays whole games by turns in the
arena's own loop and by the ``Match`` that front ends drive, and prints the same kind of ratio.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

CALIBRATION = 1000
"""The number of rounds in one calibration loop."""
PAIRS = (("easy", "easy"), ("original", "easy"), ("original", "original"))
ROOT = Path(__file__).resolve().parents[3]


def calibration_seconds() -> float:
    """Return the seconds of processor time that one calibration loop takes now. This is the best of five
    measurements.
    """
    best = float("inf")
    for _measurement in range(5):
        start = process_time()
        number = 0
        for step in range(200 * CALIBRATION):
            number = (number * 31 + step) & 0xFFFF
        best = min(best, (process_time() - start) / 200)
    return best


def measure(hands: int) -> None:
    """Print hands a second for every pair of levels under both rule sets."""
    from mile_bones.games.milebones.rules import RULE_SETS
    from mile_bones.lab import arena

    for a, b in PAIRS:
        for rules in RULE_SETS:
            loop = calibration_seconds()
            wall, processor = perf_counter(), process_time()
            arena.play(a, b, hands=hands, seed=1, rules=rules)
            wall, processor = perf_counter() - wall, process_time() - processor
            print(
                f"{a} - {b}, {rules}: {hands / processor:,.0f} hands a second of processor time, "
                f"{hands / wall:,.0f} by the clock; {processor / hands / loop:.1f} calibration loops a hand"
            )


ONE_RUN = """
import sys
from time import process_time
from mile_bones.lab import arena
a, b, hands = sys.argv[1], sys.argv[2], int(sys.argv[3])
arena.play(a, b, hands=50, seed=2)
start = process_time()
arena.play(a, b, hands=hands, seed=1)
print(process_time() - start)
"""


def seconds_of(folder: Path, a: str, b: str, hands: int) -> float:
    """Return the seconds of processor time that a checkout takes for `hands` hands, in a separate process."""
    told = subprocess.run(
        [sys.executable, "-c", ONE_RUN, a, b, str(hands)],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(told.stdout)


def against(folder: Path, hands: int, runs: int) -> None:
    """Print how quick this checkout is, compared with the checkout in ``folder``."""
    for a, b in PAIRS:
        other, this = (partial(seconds_of, where.resolve(), a, b, hands) for where in (folder, ROOT))
        tell(f"{a} - {b}, {hands} hands, this checkout beside the other", in_turns(other, this, runs))


def by_match(games: int, runs: int) -> None:
    """Print how quick whole games are by ``Match``, and by the state alone, compared with the arena's own loop."""
    for a, b in PAIRS:
        loop, match, state = (partial(seconds_by, play, a, b, games) for play in (by_loop, by_a_match, by_a_state))
        tell(f"{a} - {b}, {games} games, by Match beside the arena's loop", in_turns(loop, match, runs))
        tell(f"{a} - {b}, {games} games, by the state alone beside it", in_turns(loop, state, runs))


def seconds_by(play: Callable[[str, str, tuple[Any, Any], int], None], a: str, b: str, games: int) -> float:
    """Return the seconds of processor time for `games` games."""
    from mile_bones.players import load_player

    players = load_player("mile-bones", a), load_player("mile-bones", b)
    start = process_time()
    for seed in range(games):
        play(a, b, players, seed)
    return process_time() - start


def by_loop(_a: str, _b: str, players: tuple[Any, Any], seed: int) -> None:
    """Play a game as the arena does."""
    from mile_bones.games.milebones.rules import MILE_BONES
    from mile_bones.lab import hands

    hands.play_game(seed, 0, players, MILE_BONES)


def by_a_match(a: str, b: str, players: tuple[Any, Any], seed: int) -> None:
    """Play a game as every front end does, but with nobody listening and nothing saved."""
    from mile_bones.games.milebones.actions import DRAW
    from mile_bones.match.match import Match
    from mile_bones.match.seats import Computer, Setup

    setup = Setup("mile-bones", (Computer(a, a), Computer(b, b)), "mile-bones", seed=seed)
    match = Match.start(setup, lambda _record: None)
    while (question := match.question()) is not None:
        legal = question.observation.legal_actions()
        action = DRAW if legal == (DRAW,) else players[question.seat].choose(question.observation)
        match.submit(question.seat, action, question.ply)


def by_a_state(_a: str, _b: str, players: tuple[Any, Any], seed: int) -> None:
    """Play a game as a user of the library would write it."""
    from mile_bones.games import load_game
    from mile_bones.games.milebones.actions import DRAW

    state = load_game("mile-bones").new_state(seed)
    while (seat := state.current_player) is not None:
        legal = state.legal_actions()
        state.apply_action(DRAW if legal == (DRAW,) else players[seat].choose(state.observation(seat)))


def in_turns(one: Callable[[], float], other: Callable[[], float], runs: int) -> list[float]:
    """Return how many times as quick ``other`` is as ``one``, for each run."""
    ratios = []
    for run in range(runs):
        if run % 2:
            second, first = other(), one()
        else:
            first, second = one(), other()
        ratios.append(first / second)
    return ratios


def tell(what: str, ratios: list[float]) -> None:
    """Print the ratios of some runs."""
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"{what}: {median(ratios):.3f} ({spread}, {len(ratios)} runs)", flush=True)


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description="Measure how quick the arena is.")
    parser.add_argument("hands", type=int, nargs="?", default=2000)
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--runs", type=int, default=9)
    chosen = parser.parse_args()
    if chosen.against is not None:
        against(chosen.against, chosen.hands, chosen.runs)
    elif chosen.match:
        by_match(max(1, chosen.hands // 5), chosen.runs)
    else:
        measure(chosen.hands)


if __name__ == "__main__":
    main()
