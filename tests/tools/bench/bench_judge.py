"""Measures the error of the judge, the model that estimates the value of a position: ``python
tests/tools/bench/bench_judge.py [--champion FILE] [--player FILE] [--positions 300] [--orders 128]``.

The positions come from hands that the player plays against itself, half of them at a random score. Each position is
taken in many orders of the deck. The judge's estimate, on average over these orders, should equal its estimates after
one more choice and after two. The difference shows how far the judge contradicts itself. It can be measured without
playing a hand to its end.

Then the hands are played to their ends, and their worth is compared with the judge's first estimate. This second
difference contains the luck of the deck. The size of the luck is printed, too.

All numbers are in points, as the square root of the mean square, near the end of a game and far from it. Nothing is
asserted. ``bench_differences.py`` measures whether the judge is right about the differences between actions.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR = 3500
"""In points: a game is near its end if one of the players has at least this total before the hand."""


def positions(policy: Any, number: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Return rows and decks, each from a different hand, with more than 12 cards left in the deck."""
    import numpy as np

    from mile_bones.games.milebones.batch import layout as at
    from mile_bones.games.milebones.batch.engine import deal, step
    from mile_bones.games.milebones.batch.tables import FULL_DECK
    from mile_bones.players.milebones.rollouts import choices
    from mile_bones.players.milebones.stakes import UNIT

    first, totals = rng.integers(0, 2, 2 * number), np.zeros((2 * number, 2), np.int64)
    anywhere = rng.random(2 * number) < 0.5
    totals[anywhere] = rng.integers(0, at.RULE_SETS[0].target // UNIT, (anywhere.sum(), 2)) * UNIT
    cards = rng.permuted(np.tile(np.repeat(np.arange(at.FACES, dtype=np.int8), FULL_DECK), (2 * number, 1)), axis=1)
    rows, decks = deal(cards, np.arange(2 * number) % len(at.RULE_SETS), first, totals)
    stops = rng.integers(1, 40, 2 * number)
    for ply in range(40):
        going = np.flatnonzero((stops > ply) & (rows[:, at.ENDED] == 0))
        if not going.size:
            break
        part = rows.T[:, going].T
        step(part, decks[going], choices(policy, part))
        rows.T[:, going] = part.T
    kept = np.flatnonzero((rows[:, at.ENDED] == 0) & (rows[:, at.LEFT] > 12))[:number]
    return rows.T[:, kept].T, decks[kept]


def reordered(row: Any, deck: NDArray[np.int8], orders: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Return the same hand `orders` times, with the rest of its deck in different orders."""
    import numpy as np

    from mile_bones.games.milebones.batch import layout as at

    left = int(row[at.LEFT])
    decks = np.tile(deck, (orders, 1))
    decks[:, at.DECK - left :] = rng.permuted(decks[:, at.DECK - left :], axis=1)
    return np.tile(row[:, None], (1, orders)).T, decks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--champion", type=Path, help="the judge (.npz); without it, the one that ships")
    parser.add_argument("--player", type=Path, help="who plays on (.npz); without it, the expert that ships")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--orders", type=int, default=128, help="of the deck, for each")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    import numpy as np

    from mile_bones.players.milebones.judge import Judge
    from mile_bones.players.milebones.network import load_weights
    from mile_bones.players.milebones.policy import Policy

    def weights(path: Path | None, name: str) -> Any:
        return load_weights(name) if path is None else dict(np.load(path, allow_pickle=False))

    policy, judge = Policy(weights(chosen.player, "expert")), Judge(weights(chosen.champion, "champion"))
    rng = np.random.default_rng(chosen.seed)
    judge_positions(policy, judge, chosen.positions, chosen.orders, rng)


def judge_positions(policy: Any, judge: Any, number: int, orders: int, rng: np.random.Generator) -> None:
    """Print the table of contradictions."""
    import numpy as np

    from mile_bones.games.milebones.batch import layout as at
    from mile_bones.players.milebones.rollouts import play_on, play_out

    told, ends, luck, near = [], [], [], []
    for row, deck in zip(*positions(policy, number, rng), strict=True):
        rows, decks = reordered(row, deck, orders, rng)
        words = [judge.worths(rows, decks, 0).mean()]
        for _choice in range(2):
            play_on(policy, rows, decks, 1)
            words.append(judge.worths(rows, decks, 0).mean())
        play_out(policy, rows, decks, at.DECK)
        worth = judge.worths(rows, decks, 0)
        told.append(words)
        ends.append(worth.mean())
        luck.append(worth.std() / orders**0.5)
        near.append(max(int(row[at.TOTALS]), int(row[at.TOTALS + 1])) >= NEAR)
    said, is_near = np.array(told), np.array(near)
    steps, off = np.diff(said, axis=1), said[:, 0] - np.array(ends)
    print(f"{'':24}{'positions':>10}{'contradiction':>15}{'off':>8}{'of it luck':>12}")
    for name, which in (("far from a game's end", ~is_near), ("near it", is_near)):
        mean = [float(np.sqrt(np.square(each[which]).mean())) for each in (steps, off, np.array(luck))]
        print(f"{name:24}{which.sum():>10}{mean[0]:>15.0f}{mean[1]:>8.0f}{mean[2]:>12.0f}")


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
