"""What the coach learns to read off the judge: how many points a hand will still bring."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.points import lasting_points
from mile_bones.lab.training import coach
from mile_bones.players.milebones.batch_features import OPEN_SIZE
from mile_bones.players.milebones.judge import POINTS
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.stakes import Stakes

WEIGHTS = load_weights("champion")


def test_least_squares_find_what_is_there() -> None:
    rng = np.random.default_rng(1)
    truth, fit = rng.normal(size=(5, 2)), coach.Fit(4, 2)
    for _batch in range(3):
        inputs = rng.random((100, 4)).astype(np.float32)
        fit.add(inputs, inputs @ truth[:4] + truth[4])
    found = fit.solve()
    assert np.vstack([found["out"], found["out_bias"]]) == pytest.approx(truth, abs=1e-3)


@pytest.fixture(scope="module")
def played() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The lines of forty hands."""
    rng = np.random.default_rng(5)
    policy, judge = Policy(load_weights("expert")), Network(WEIGHTS, "judge_")
    return coach.lines(policy, judge, Stakes.of_champion(WEIGHTS), coach.Games(40, rng), rng)


def test_a_line_tells_what_is_still_to_come(played: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    hidden, targets, rows = played
    assert hidden.shape == (len(rows), 256) and targets.shape == (len(rows), 2)
    assert WEIGHTS["judge_one"].shape[0] == OPEN_SIZE
    assert not rows[:, at.ENDED].any()
    assert set(rows[:, at.RULES].tolist()) == {0, 1}
    first, second = lasting_points(rows)
    final = targets[:, 0] * POINTS * np.where(rows[:, at.PLAYER] == 0, 1, -1) + first - second
    assert np.abs(final / 25 - np.round(final / 25)).max() < 1e-6, "scores are multiples of 25"
    assert len(np.unique(np.round(final))) <= 40, "all lines of a hand come to the same end"


def test_what_ships_foresees_the_points(played: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    hidden, targets, _rows = played
    points = load_weights("coach")
    off = hidden @ points["out"][:, 0] + points["out_bias"][0] - targets[:, 0]
    assert np.mean(off**2) < 0.7 * np.mean(targets[:, 0] ** 2)


@pytest.mark.slow
def test_the_command_writes_what_the_coach_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "TOGETHER", 100)
    for name in ("one.npz", "again.npz"):
        coach.main(["--hands", "100", "--seed", "3", "--out", str(tmp_path / name)])
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "again.npz").read_bytes()
    with np.load(tmp_path / "one.npz") as file:
        assert {key: file[key].shape for key in file.files} == {"out": (256, 1), "out_bias": (1,)}
