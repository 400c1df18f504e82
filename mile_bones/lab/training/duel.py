"""Two networks against each other, over many mirrored hands at once: ``python -m mile_bones.lab.training.duel A B``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch.engine import deal, shuffle_decks, step_all
from mile_bones.lab.statistics import Estimate, estimate
from mile_bones.lab.training import export
from mile_bones.lab.training.networks import Tower, half_is_quick
from mile_bones.lab.training.selfplay import best, memory_of, scores

_TOGETHER = 4096
"""Deals that are played side by side, each from both seats."""


def duel(one: Tower, other: Tower, deals: int, seed: int, rules: int) -> Estimate:
    """Return the mean of the points of ``one`` minus those of ``other``, a hand, from 0 to 0.

    ``rules`` is the number of the rule set. Every deal is played twice, with the seats swapped. Both players take their
    most likely actions. The same seed gives the same deals.
    """
    rng = np.random.default_rng([seed, rules])
    found: list[float] = []
    for begin in range(0, deals, _TOGETHER):
        number = min(_TOGETHER, deals - begin)
        seats = np.arange(2 * number, dtype=np.int16) // number
        ended = _played((one, other), seats, rules, rng)
        points = scores(ended).astype(np.int64)
        ahead = (points[:, 0] - points[:, 1]) * (1 - 2 * seats)
        found += ((ahead[:number] + ahead[number:]) / 2).tolist()
    return estimate(found)


def duels(one: Tower, other: Tower, deals: int, seed: int) -> Iterator[tuple[str, Estimate]]:
    """Yield the result of a duel with its name, for each rule set."""
    for number, rules in enumerate(at.RULE_SETS):
        yield rules.name, duel(one, other, deals, seed, number)


def _played(players: tuple[Tower, Tower], seats: np.ndarray, rules: int, rng: np.random.Generator) -> np.ndarray:
    """Return the hands at their end. ``seats`` are the first player's seats; the second half mirrors the first."""
    number = len(seats)
    cards = np.empty((number // 2, at.DECK + 12), np.int8)
    shuffle_decks(cards, rng.random(cards.shape))
    first = rng.integers(0, 2, number // 2).astype(np.int8)
    rows, decks = np.empty((number, at.WIDTH), np.int16), np.empty((number, at.DECK), np.int8)
    mirrored = np.concatenate([cards, cards]), np.concatenate([first, first])
    deal(rows, decks, mirrored[0], np.full(number, rules, np.int8), mirrored[1], np.zeros((number, 2), np.int16))
    memory = memory_of(number, *players)
    active = np.arange(number)
    while len(active):
        is_first = rows[active, at.PLAYER] == seats[active]
        for player, chosen in zip(players, (active[is_first], active[~is_first]), strict=True):
            if len(chosen):
                choices = best(player, rows, chosen, memory)
                if memory is not None:
                    memory.note(chosen, rows[chosen, at.PLAYER], choices)
                step_all(rows, decks, chosen, choices)
        active = active[rows[active, at.ENDED] == 0]
    return rows


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and print a line for each rule set: the mean in points a hand, and its standard error."""
    parser = argparse.ArgumentParser(prog="python -m mile_bones.lab.training.duel", description=__doc__)
    parser.add_argument("one", type=Path, metavar="A", help="a trained player (.npz)")
    parser.add_argument("other", type=Path, metavar="B", help="another")
    parser.add_argument("--deals", type=int, default=16_384, help="each played from both seats (default: %(default)s)")
    parser.add_argument("--seed", type=int, required=True)
    chosen = parser.parse_args(argv)
    one, other = (export.tower(path, half=half_is_quick()) for path in (chosen.one, chosen.other))
    for rules, found in duels(one, other, chosen.deals, chosen.seed):
        sys.stdout.write(f"{rules}: {found.mean:+.1f} ± {found.se:.1f}, {2 * found.n} hands\n")


if __name__ == "__main__":
    main()
