"""A judge, a network that estimates the value of an open hand, learns from hands of a player that no longer changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn import functional as f

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch import features
from mile_bones.lab.training import export, judging
from mile_bones.lab.training.advantages import open_features
from mile_bones.lab.training.networks import Tower, sharpened
from mile_bones.lab.training.outcomes import Groups, OpenJudge, still_to_come
from mile_bones.lab.training.selfplay import Tables, Trajectories, play

CPU = torch.device("cpu")
EXPERT, CHAMPION = (Path(resources.path(f"players/{name}.npz")) for name in ("expert", "champion"))
_GUESS, JUDGE, STAKES, GAME_PART = export.champion_towers(CHAMPION)


def surprise(judge: OpenJudge, groups: Groups, course: Trajectories) -> float:
    """Return the mean negative log-likelihood, in nats, that the judge gives to the ends of these hands."""
    seen = torch.from_numpy(open_features(course.rows, course.decks[course.hands], None))
    with torch.no_grad():
        return f.cross_entropy(judge.tower(seen), torch.from_numpy(groups.of(still_to_come(course)))).item()


def test_a_judge_learns_to_predict_how_hands_end() -> None:
    torch.manual_seed(2)
    fresh = Tower(features.CRITIC_SCALE, 32, 1, half=False)
    told: list[str] = []
    player = export.tower(EXPERT)
    pace = judging.Pace(batches=10, hands=64, groups=20, lines=256, rate=2e-3, average=0.05)
    one, other = (
        judging.train(
            fresh, player, STAKES, GAME_PART, replace(pace, batches=batches), np.random.default_rng(2), told.append
        )
        for batches in (10, 1)
    )
    assert [line.split(":")[0] for line in told] == ["10/10", "1/1"]
    assert (one.examples == other.examples).all(), "the first hands were the same"

    rng = np.random.default_rng(2)
    tables = Tables(64, rng)
    tables.move(rng.random(64) < pace.anywhere)
    groups = Groups(still_to_come(play(sharpened(player, pace.sharpness), tables, CPU)), 20)
    later = play(player, Tables(100, np.random.default_rng(3)), CPU)
    assert surprise(one, groups, later) < surprise(other, groups, later) - 0.1


def test_an_untrained_judge_gives_outcomes_their_frequencies() -> None:
    torch.manual_seed(2)
    fresh = Tower(features.CRITIC_SCALE, 16, 1, half=False)
    pace = judging.Pace(batches=1, hands=64, groups=10, lines=64, rate=0.0)
    judge = judging.train(
        fresh, export.tower(EXPERT), STAKES, GAME_PART, pace, np.random.default_rng(2), lambda _line: None
    )
    rows = torch.randint(0, 2, (10, features.CRITIC_SIZE), dtype=torch.int8)
    with torch.no_grad():
        chances = torch.softmax(judge.tower(rows), 1).numpy()
    assert chances == pytest.approx(np.tile(chances[:1], (10, 1)), rel=0.2), "the last layer has learned nothing yet"
    assert chances.shape == (10, 10)


@pytest.fixture(scope="module")
def course() -> Trajectories:
    tables = Tables(60, np.random.default_rng(3))
    tables.move(np.arange(60) % 2 == 0)
    return play(export.tower(EXPERT), tables, CPU)


def signs(course: Trajectories) -> np.ndarray:
    return np.where(course.rows[:, at.PLAYER] == 0, 1, -1)


def test_with_a_full_trace_the_target_is_the_end_of_the_hand(course: Trajectories) -> None:
    came = STAKES.worths(course.ended, GAME_PART)
    found = judging.followed(course, JUDGE, STAKES, GAME_PART, 1.0)
    assert found == pytest.approx(signs(course) * came[course.hands], abs=0.5)


def test_without_a_trace_the_target_is_the_estimate_at_the_next_choice(course: Trajectories) -> None:
    found = judging.followed(course, JUDGE, STAKES, GAME_PART, 0.0)
    said = signs(course) * JUDGE.worths(course.rows, course.decks[course.hands], STAKES, GAME_PART)
    for hand in range(0, 60, 7):
        lines = np.flatnonzero(course.hands == hand)
        assert (signs(course) * found)[lines[:-1]] == pytest.approx(said[lines[1:]], abs=0.5)


def test_a_judge_trained_on_its_own_estimates_contradicts_itself_less(course: Trajectories) -> None:
    """Two judges learn from the same hands, one of them only from the ends."""
    pace = judging.Pace(batches=12, hands=256, groups=40, lines=256, average=0.02)

    def contradiction(own_word: float) -> float:
        torch.manual_seed(2)
        given = (JUDGE.tower, export.tower(EXPERT), STAKES, GAME_PART, replace(pace, own_word=own_word))
        judge = judging.train(*given, np.random.default_rng(2), lambda _line: None)
        said = judge.worths(course.rows, course.decks[course.hands], STAKES, GAME_PART)
        return float(np.abs(judging.followed(course, judge, STAKES, GAME_PART, 0.0) - said).mean())

    assert contradiction(1.0) < 0.9 * contradiction(0.0)


def test_a_sharpened_player_has_the_same_preferences_more_strongly() -> None:
    player = export.tower(EXPERT)
    rows = torch.randint(0, 2, (30, features.SIZE), dtype=torch.int8)
    said, sharp = player(rows), sharpened(player, 3.0)(rows)
    assert sharp.numpy() == pytest.approx(3 * said.numpy(), rel=1e-4, abs=1e-4)
    assert sharp.shape == (30, at.ACTIONS)
