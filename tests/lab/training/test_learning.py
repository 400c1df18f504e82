"""A batch moves the player towards the better actions, and an interrupted run ends like an uninterrupted one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch import features
from mile_bones.lab.training import export, judging, memory
from mile_bones.lab.training.advantages import Experience
from mile_bones.lab.training.learning import Learner, Pace
from mile_bones.lab.training.networks import PlayerTower, Tower, WidthError, grown
from mile_bones.lab.training.plans import OtherPlanError
from mile_bones.lab.training.selfplay import Tables
from mile_bones.lab.training.train import CHAMPION, CHECKPOINT, CURVE, PLAYER, DamagedError, Plan, Run
from mile_bones.players.milebones.completion import INPUTS
from mile_bones.players.milebones.features import SCALE, SIZE
from mile_bones.players.milebones.network import LAYERS, Network

TINY = Plan(
    seed=3,
    choices=6_000,
    hidden=16,
    hands=32,
    evaluate_every=10**9,
    evaluate_hands=4,
    guesses=2,
    judging=judging.Pace(batches=2, hands=32, lines=64),
    cores=1,
)


def experience(lines: int, better: int, worse: int) -> Experience:
    """Return a repeated position in which one action is better than another."""
    allowed = torch.zeros(lines, at.ACTIONS, dtype=torch.bool)
    allowed[:, [better, worse]] = True
    advantages = torch.zeros(lines, at.ACTIONS)
    advantages[:, better], advantages[:, worse] = 0.3, -0.3
    return Experience(
        actor=torch.ones(lines, SIZE, dtype=torch.int8),
        critic=torch.ones(lines, features.CRITIC_SIZE, dtype=torch.int8),
        legal=allowed,
        chances=allowed / 2,
        advantages=advantages,
        taken=torch.full((lines,), worse),
        surplus=torch.zeros(lines),
        returns=torch.where(torch.arange(lines) % 2 == 0, 1.5, 0.5),
        extended=0.0,
        completed=0.0,
    )


def learner() -> Learner:
    torch.manual_seed(1)
    return Learner(Tower(SCALE, 16, at.ACTIONS, half=False), Tower(features.CRITIC_SCALE, 16, 1, half=False))


def test_the_better_action_becomes_likelier_and_the_critic_learns_the_mean() -> None:
    pupil, batch = learner(), experience(256, better=4, worse=30)
    for _time in range(30):
        pupil.learn(batch, Pace(rate=3e-3, entropy=0.0, lines=64))
    logits = pupil.actor(batch.actor[:1])[0]
    assert logits[4] - logits[30] > 0.3
    assert pupil.critic(batch.critic[:1]).item() == pytest.approx(1.0, abs=0.2)


def test_a_later_surplus_makes_the_action_taken_likelier() -> None:
    pupil = learner()
    batch = replace(experience(256, 4, 30), surplus=torch.full((256,), 2.0))
    for _time in range(30):
        pupil.learn(batch, Pace(rate=3e-3, entropy=0.0, lines=64))
    logits = pupil.actor(batch.actor[:1])[0]
    assert logits[30] > logits[4]


def test_the_shipped_network_computes_the_same_as_the_trained_one() -> None:
    player = PlayerTower(64, half=False)
    torch.nn.init.normal_(player.out.weight, std=0.3)
    rows, _decks = Tables(50, np.random.default_rng(3)).deal()
    seen = np.empty((50, SIZE), np.int8)
    features.actor_features(rows, np.arange(50), seen)
    said = export.policy(player).alike(rows)
    assert said == pytest.approx(player(torch.from_numpy(seen)).detach().numpy(), abs=0.03)


def test_a_run_leaves_a_player_a_curve_and_a_checkpoint(tmp_path: Path) -> None:
    told: list[str] = []
    Run.open(TINY, tmp_path).go(told.append)
    curve = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert curve[-1]["choices"] >= TINY.choices
    assert {"easy mile-bones", "easy mille", "original mile-bones", "original mille"} < curve[-1].keys()
    with np.load(tmp_path / PLAYER, allow_pickle=False) as layers:
        assert set(layers) == set(LAYERS)
        assert Network(layers)([0] * INPUTS).shape == (at.ACTIONS,)
    assert "left" in told[0]


def test_an_interrupted_run_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("{"):
            raise Stopped

    whole = Run.open(TINY, tmp_path / "whole")
    whole.go(lambda _line: None)

    first = Run.open(replace(TINY, evaluate_every=3_000), tmp_path / "parts")
    with pytest.raises(Stopped):
        first.go(stop)
    second = Run.open(TINY, tmp_path / "parts")
    assert 0 < second.done == first.done < TINY.choices
    second.go(lambda _line: None)
    assert (tmp_path / "parts" / PLAYER).read_bytes() == (tmp_path / "whole" / PLAYER).read_bytes()


def test_a_run_with_another_plan_is_refused(tmp_path: Path) -> None:
    Run.open(TINY, tmp_path).go(lambda _line: None)
    with pytest.raises(OtherPlanError, match="hidden"):
        Run.open(replace(TINY, hidden=32), tmp_path)
    assert Run.open(replace(TINY, choices=12_000), tmp_path).done >= TINY.choices


def test_a_player_can_be_trained_against_an_earlier_one(tmp_path: Path) -> None:
    Run.open(TINY, tmp_path / "old").go(lambda _line: None)
    before = (tmp_path / "old" / PLAYER).read_bytes()
    plan = replace(TINY, against=str(tmp_path / "old" / PLAYER))
    run = Run.open(plan, tmp_path / "new")
    run.go(lambda _line: None)
    run.finish(lambda _line: None)
    curve = [json.loads(line) for line in (tmp_path / "new" / CURVE).read_text().splitlines()]
    assert {"against mile-bones", "against mille"} < curve[-1].keys()
    assert (tmp_path / "old" / PLAYER).read_bytes() == before != (tmp_path / "new" / PLAYER).read_bytes()
    assert not (tmp_path / "new" / CHAMPION).exists()
    assert Run.open(plan, tmp_path / "new").done == run.done
    with pytest.raises(OtherPlanError, match="against"):
        Run.open(TINY, tmp_path / "new")


def test_a_player_trained_against_another_may_remember_its_choices(tmp_path: Path) -> None:
    Run.open(TINY, tmp_path / "old").go(lambda _line: None)
    start = str(resources.path("players/expert.npz"))
    plan = replace(TINY, against=str(tmp_path / "old" / PLAYER), start=start, hidden=256, memory=True)
    run = Run.open(plan, tmp_path / "new")
    run.go(lambda _line: None)
    entry = json.loads((tmp_path / "new" / CURVE).read_text().splitlines()[-1])
    assert {"against mile-bones", "against mille"} < entry.keys()
    assert "easy mille" not in entry, "the levels play only against players without memory"
    new = export.tower(tmp_path / "new" / PLAYER)
    assert new.one.weight.shape[1] == INPUTS + memory.LENGTH
    assert new.one.weight[:, INPUTS:].abs().max() > 0, "the memory has gained weight"


@pytest.mark.parametrize("player", [PlayerTower(64, half=False), Tower(SCALE, 64, at.ACTIONS, half=False)])
def test_a_written_player_is_read_back_with_completions_or_without(player: Tower, tmp_path: Path) -> None:
    torch.nn.init.normal_(player.out.weight, std=0.3)
    export.write(export.layers(player), tmp_path / PLAYER)
    rows = torch.randint(0, 2, (50, SIZE), dtype=torch.int8)
    assert export.tower(tmp_path / PLAYER)(rows).numpy() == pytest.approx(player(rows).detach().numpy(), abs=0.03)


@pytest.mark.parametrize("keep", [0, 100, 20_000])
def test_a_damaged_checkpoint_is_reported_and_unchanged(tmp_path: Path, keep: int) -> None:
    Run.open(TINY, tmp_path).go(lambda _line: None)
    checkpoint = tmp_path / CHECKPOINT
    checkpoint.write_bytes(checkpoint.read_bytes()[:keep])
    with pytest.raises(DamagedError, match=CHECKPOINT):
        Run.open(TINY, tmp_path)
    assert checkpoint.stat().st_size == keep


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A folder has the name of the player's file. Therefore, the file cannot be written."""
    (tmp_path / PLAYER / "in the way").mkdir(parents=True)
    with pytest.raises(OSError, match=PLAYER):
        Run.open(TINY, tmp_path).go(lambda _line: None)


def test_a_player_can_start_as_a_wider_copy_of_another(tmp_path: Path) -> None:
    shipped = str(resources.path("players/expert.npz"))
    plan = replace(TINY, start=shipped, hidden=512, choices=1)
    begun = Run.open(plan, tmp_path / "run")
    rows = torch.randint(0, 2, (200, SIZE), dtype=torch.int8)
    with torch.no_grad():
        said, wanted = begun.learner.actor(rows), export.tower(Path(shipped))(rows)
    off, spread = (said - wanted).square().mean().sqrt(), wanted.std()
    assert 0 < off < 0.1 * spread
    assert (said.argmax(dim=1) == wanted.argmax(dim=1)).float().mean() > 0.9
    begun.go(lambda _line: None)
    assert export.tower(tmp_path / "run" / PLAYER)(rows).shape == (200, at.ACTIONS)
    with pytest.raises(OtherPlanError, match="start"):
        Run.open(replace(plan, start=None), tmp_path / "run")


def test_a_width_that_is_not_a_multiple_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WidthError, match="300"):
        Run.open(replace(TINY, start=str(resources.path("players/expert.npz")), hidden=300), tmp_path)


def test_a_copy_of_the_same_width_computes_the_same() -> None:
    before = export.tower(Path(resources.path("players/expert.npz")))
    after = PlayerTower(256, half=False)
    grown(before, after)
    rows = torch.randint(0, 2, (50, SIZE), dtype=torch.int8)
    assert after(rows).detach().numpy() == pytest.approx(before(rows).numpy(), abs=1e-3)
