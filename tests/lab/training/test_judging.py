"""A judge learns what hands are worth that a player plays who does not change any more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch import features
from mile_bones.lab.training import export, judging
from mile_bones.lab.training.advantages import Settings, traced
from mile_bones.lab.training.networks import Tower, sharpened
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.players.milebones.judge import POINTS

CPU = torch.device("cpu")
EXPERT, CHAMPION = (Path(resources.path(f"players/{name}.npz")) for name in ("expert", "champion"))


def test_a_fresh_judge_comes_to_foresee_what_hands_are_worth() -> None:
    torch.manual_seed(2)
    stakes = export.champion_towers(CHAMPION)[2]
    fresh = Tower(features.CRITIC_SCALE, 32, 1, half=False)
    told: list[str] = []
    pace = judging.Pace(batches=12, hands=64, lines=256, rate=2e-3, average=0.05)
    player = export.tower(EXPERT)
    judge = judging.train(fresh, player, stakes, pace, np.random.default_rng(2), told.append)

    course = play(player, Tables(200, np.random.default_rng(3)), CPU)
    found = traced(course, judge, stakes, Settings(trace=1.0), CPU)
    seen, came = torch.from_numpy(found.open_rows), torch.from_numpy(found.returns)
    with torch.no_grad():
        missed, nothing = ((each(seen)[:, 0] - came).square().mean().item() for each in (judge, fresh))
    assert missed < 0.9 * nothing
    assert [line.split(":")[0] for line in told] == ["10/12", "12/12"]


def test_without_anything_to_learn_from_the_judge_stays_as_it_was() -> None:
    _guess, judge, stakes, _part = export.champion_towers(CHAMPION)
    pace = judging.Pace(batches=1, hands=8, lines=64, rate=0.0)
    again = judging.train(judge, export.tower(EXPERT), stakes, pace, np.random.default_rng(2), lambda _line: None)
    rows = torch.randint(0, 2, (10, features.CRITIC_SIZE), dtype=torch.int8)
    assert again(rows).numpy() == pytest.approx(judge(rows).numpy(), abs=1e-5)


def test_at_the_end_of_a_hand_everything_was_foreseen() -> None:
    """The return of the last choice is what it brought, whatever the judge says."""
    _guess, judge, stakes, _part = export.champion_towers(CHAMPION)
    course = play(export.tower(EXPERT), Tables(16, np.random.default_rng(3)), CPU)
    last = {int(hand): line for line, hand in enumerate(course.hands)}
    found, other = (traced(course, judge, stakes, Settings(trace=trace, game_part=0.0), CPU) for trace in (0.9, 0.1))
    lines = list(last.values())
    assert found.returns[lines] == pytest.approx(other.returns[lines], abs=1e-5)
    assert np.abs(found.returns[lines] * POINTS).max() > 0


def test_a_sharpened_player_likes_the_same_and_more_surely() -> None:
    player = export.tower(EXPERT)
    rows = torch.randint(0, 2, (30, features.SIZE), dtype=torch.int8)
    said, sharp = player(rows), sharpened(player, 3.0)(rows)
    assert sharp.numpy() == pytest.approx(3 * said.numpy(), rel=1e-4, abs=1e-4)
    assert sharp.shape == (30, at.ACTIONS)
