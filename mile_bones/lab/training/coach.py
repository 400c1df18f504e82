"""How the coach reads points off the judge: ``python -m mile_bones.lab.training.coach --out FILE``.

The expert plays hands against itself, with one choice at random in most of them, because the coach must know what
comes of poor choices too. Every state after that one is a line: what the judge's last hidden layer makes of it, and
how many points the hand still brought. Least squares do the rest. NumPy alone; the same number of hands and the same
seed give the same file with the same versions of everything on the same kind of processor.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.engine import deal, step
from mile_bones.games.milebones.batch.legality import legal, spread
from mile_bones.games.milebones.batch.points import score
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.batch_features import open_features
from mile_bones.players.milebones.judge import POINTS
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy, expert_policy
from mile_bones.players.milebones.rollouts import choices
from mile_bones.players.milebones.stakes import UNIT, Stakes
from mile_bones.storage.files import write_atomically

HANDS = 300_000
TOGETHER = 1000
"""Hands that are played side by side, an even number: half of them under each rule set."""
LAST_SLIP = 60
"""A random choice is one of so many first ones of a hand; in some hands it never comes, because they are over."""
RESTART, ANYWHERE = 0.25, 0.5
"""How often a game is given up after a hand; how often the next begins anywhere, not at nothing to nothing."""
_RIDGE = 1e-6
"""Beside the mean of the squares: units of the layer that hardly ever speak are to say little."""
_CARDS = np.repeat(np.arange(at.FACES, dtype=np.int8), tables.FULL_DECK)
_TARGET = at.RULE_SETS[0].target


class Games:
    """Games that go on side by side: whose turn it is to begin, and the totals."""

    def __init__(self, number: int, rng: np.random.Generator) -> None:
        self._rng = rng
        self._rules = np.arange(number) % len(at.RULE_SETS)
        self._first = rng.integers(0, 2, number)
        self._totals = np.zeros((number, 2), np.int64)

    def deal(self) -> tuple[Row, Deck]:
        """The next hand of each."""
        cards = self._rng.permuted(np.tile(_CARDS, (len(self._rules), 1)), axis=1)
        return deal(cards, self._rules, self._first, self._totals)

    def finish(self, scores: NDArray[np.int16]) -> None:
        """Add the points of the hands, ``[2, n]``."""
        self._totals += scores.T
        over = (self._totals.max(axis=1) >= _TARGET) | (self._rng.random(len(self._totals)) < RESTART)
        self._totals[over] = 0
        self.move(over & (self._rng.random(len(over)) < ANYWHERE))
        self._first = 1 - self._first

    def move(self, chosen: NDArray[np.bool_]) -> None:
        """Let the next hands of these games be played at any standing, each as likely as the next."""
        self._totals[chosen] = self._rng.integers(0, _TARGET // UNIT, (chosen.sum(), 2)) * UNIT


class Fit:
    """Least squares, added up line by line: ``targets`` columns, each from all ``inputs`` and a constant."""

    def __init__(self, inputs: int, targets: int) -> None:
        self._products = np.zeros((inputs + 1, inputs + 1))
        self._with_targets = np.zeros((inputs + 1, targets))

    def add(self, lines: NDArray[np.float32], targets: NDArray[np.float64]) -> None:
        """``[n, inputs]`` and ``[n, targets]``."""
        whole = np.column_stack([lines, np.ones(len(lines), np.float32)])
        self._products += whole.T @ whole
        self._with_targets += whole.T @ targets

    def solve(self) -> dict[str, NDArray[np.float32]]:
        """The last layer of a network, under its names."""
        ridge = _RIDGE * np.trace(self._products) / len(self._products) * np.eye(len(self._products))
        found = np.linalg.solve(self._products + ridge, self._with_targets).astype(np.float32)
        return {"out": found[:-1], "out_bias": found[-1]}


def lines(
    policy: Policy, judge: Network, stakes: Stakes, games: Games, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float64], Row]:
    """One hand of each game: the judge's hidden layer, what followed in ``POINTS``, and the states.

    What followed has two columns, as the two lines of ``Stakes.standing``, for whoever was to act.
    """
    rows, decks = games.deal()
    number = len(rows)
    slips = rng.integers(0, LAST_SLIP, number)
    after = np.zeros(number, bool)
    ends = np.zeros((2, number), np.int16)
    worth = np.zeros((2, number))
    hidden, before, signs, hands, states = [], [], [], [], []
    which, ply = np.arange(number), 0
    while which.size:
        looked = np.flatnonzero(after[which])
        if looked.size:
            part = rows.T[:, looked].T
            hidden.append(judge.hidden(open_features(part, decks[looked]).astype(np.float32)))
            before.append(stakes.standing(part, 0))
            signs.append(np.where(part[:, at.PLAYER] == 0, 1 / POINTS, -1 / POINTS))
            hands.append(which[looked])
            states.append(part)
        chosen = choices(policy, rows)
        slip = np.flatnonzero(slips[which] == ply)
        if slip.size:
            allowed = spread(legal(rows.T[:, slip].T))
            chosen[slip] = (allowed * rng.random(allowed.shape)).argmax(axis=1)
            after[which[slip]] = True
        step(rows, decks, chosen)
        over = rows[:, at.ENDED] != 0
        done = rows.T[:, over].T
        ends[:, which[over]] = score(done)
        worth[:, which[over]] = stakes.standing(done, 0)
        rows, decks, which, ply = rows.T[:, ~over].T, decks[~over], which[~over], ply + 1
    games.finish(ends)
    where = np.concatenate(hands)
    targets = (worth[:, where] - np.concatenate(before, axis=1)) * np.concatenate(signs)
    return np.concatenate(hidden), targets.T, np.concatenate(states)


def points_of(hands: int, seed: int, tell: Callable[[str], None]) -> dict[str, NDArray[np.float32]]:
    """What ships as ``coach.npz``, out of so many hands. ``tell`` gets a line now and then."""
    weights = load_weights("champion")
    policy, judge, stakes = expert_policy(), Network(weights, "judge_"), Stakes.of_champion(weights)
    rng = np.random.default_rng(seed)
    games, fit = Games(TOGETHER, rng), Fit(weights["judge_out"].shape[0], 1)
    for done in range(0, hands, TOGETHER):
        hidden, targets, _states = lines(policy, judge, stakes, games, rng)
        fit.add(hidden, targets[:, :1])
        if done // TOGETHER % 20 == 19:
            tell(f"{done + TOGETHER} of {hands} hands")
    return fit.solve()


def main(argv: Sequence[str] | None = None) -> None:
    """Fit, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m mile_bones.lab.training.coach", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file to write: resources/players/coach.npz")
    parser.add_argument("--hands", type=int, default=HANDS, help="how many are played (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=2)
    chosen = parser.parse_args(argv)
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **points_of(chosen.hands, chosen.seed, print))
    write_atomically(chosen.out, data.getvalue())


if __name__ == "__main__":
    main()
