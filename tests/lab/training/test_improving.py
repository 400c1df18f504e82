"""Expert iteration: choices are evaluated by playing on from them, and a player learns from the values. A round can be
interrupted.
"""

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
from mile_bones.lab.training import export, judging
from mile_bones.lab.training.distilling import Pace, distil
from mile_bones.lab.training.duel import duel
from mile_bones.lab.training.duel import main as duels
from mile_bones.lab.training.improve import CHAMPION as MADE
from mile_bones.lab.training.improve import CURVE, PLAYER, Batch, Improvement, Plan
from mile_bones.lab.training.networks import PlayerTower, told_completions
from mile_bones.lab.training.plans import OtherPlanError
from mile_bones.lab.training.search import Depth, Kind, Teacher, Weighed
from mile_bones.lab.training.selfplay import Tables, Trajectories, play
from mile_bones.players.milebones.champion import ChampionPlayer
from mile_bones.players.milebones.policy import Policy
from players.milebones.positions import questions

EXPERT, CHAMPION = (str(resources.path(f"players/{name}.npz")) for name in ("expert", "champion"))
TINY = Plan(
    seed=3,
    player=EXPERT,
    champion=CHAMPION,
    rounds=1,
    batches=2,
    hands=16,
    deals=4,
    depth=Depth(worlds=2, late_worlds=2, extension_worlds=2, plies=1, most=20),
    pace=Pace(steps=20, lines=32),
    judging=judging.Pace(batches=1, hands=64, groups=20, lines=64),
    guesses=1,
)


@pytest.fixture(scope="module")
def course() -> Trajectories:
    """Hands that the expert played against itself."""
    torch.manual_seed(4)
    return play(export.tower(Path(EXPERT)), Tables(48, np.random.default_rng(4)), torch.device("cpu"))


def teacher(depth: Depth, seed: int = 1) -> Teacher:
    return Teacher(export.tower(Path(EXPERT)), *export.champion_towers(Path(CHAMPION)), depth, seed)


def weighed(course: Trajectories, depth: Depth, seed: int = 1) -> Weighed:
    return teacher(depth, seed).weigh(course, np.random.default_rng(1))


def test_exactly_the_asked_actions_are_evaluated(course: Trajectories) -> None:
    found = weighed(course, replace(TINY.depth, most=10_000))
    told = ~np.isnan(found.worth)
    assert set(found.kind.tolist()) == set(Kind)
    assert not (told & ~found.legal).any()
    number = told.sum(axis=1)
    for kind in (Kind.LATE, Kind.EXTENSION):
        assert (told[found.kind == kind] == found.legal[found.kind == kind]).all()
    assert (number[found.kind == Kind.OTHER] > 1).all()
    assert (number[found.kind == Kind.QUIET] == 0).all()
    late = course.rows[:, at.LEFT] <= TINY.depth.late
    is_open = course.legal.numpy().sum(axis=1) > 1
    extends = course.rows[:, at.PHASE] == at.EXTEND_PHASE
    assert (found.kind == Kind.LATE).sum() == (late & is_open & ~extends).sum()
    assert (found.kind == Kind.EXTENSION).sum() == extends.sum()


def test_the_number_of_other_positions_is_limited(course: Trajectories) -> None:
    found = weighed(course, replace(TINY.depth, most=20))
    assert (found.kind == Kind.OTHER).sum() == 20
    assert (found.kind == Kind.QUIET).sum() == 5


def test_all_actions_of_a_position_are_tried_in_the_same_worlds(course: Trajectories) -> None:
    """Because of this, two seeds find similar differences between actions, although they find very different values of
    each single action.
    """
    depth = replace(TINY.depth, most=0, extension_worlds=64, to_the_end=at.DECK)
    one, other = (weighed(course, depth, seed) for seed in (1, 2))
    asked = one.kind == Kind.EXTENSION
    yes, no = (np.stack([each.worth[asked, place] for each in (one, other)]) for place in (at.YES, at.NO))
    assert len(yes[0]) > 10
    assert np.abs(yes[0] - yes[1]).mean() > 0
    assert np.corrcoef(yes - no)[0, 1] > 0.5


def test_an_action_that_ends_the_hand_is_worth_its_score(course: Trajectories) -> None:
    """No critic and no imagined card matters here, because declining the extension ends the hand."""
    found = weighed(course, replace(TINY.depth, most=0))
    extends = course.rows[:, at.PHASE] == at.EXTEND_PHASE
    stakes = export.champion_towers(Path(CHAMPION))[2]
    declined = found.worth[found.kind == Kind.EXTENSION][:, at.NO]
    seats = course.rows[extends][:, at.PLAYER]
    both = []
    for row, seat in zip(course.rows[extends], seats, strict=True):
        from mile_bones.lab.batch.engine import step
        from mile_bones.lab.training.stakes import worth

        ended = row.copy()
        step(ended, course.decks[0].copy(), at.NO)
        assert ended[at.ENDED]
        both.append(worth(ended, stakes.tables, stakes.slopes, 0.75) * (1 - 2 * seat))
    assert declined == pytest.approx(both, abs=0.1)


def lesson(better: int, worse: int, points: float, lines: int = 64) -> Weighed:
    """Return a repeated late position in which one action is better than another, and a repeated position without
    evaluated actions.
    """
    seen = np.ones((2 * lines, features.SIZE), np.int8)
    legal = np.zeros((2 * lines, at.ACTIONS), np.bool_)
    legal[:, [better, worse]] = True
    worth = np.full((2 * lines, at.ACTIONS), np.nan, np.float32)
    worth[:lines, better], worth[:lines, worse] = points, -points
    seen[lines:, :40] = 0
    return Weighed(seen, legal, worth, np.repeat(np.array([Kind.LATE, Kind.QUIET], np.int8), lines))


def test_the_player_learns_the_better_action_and_stays_the_same_elsewhere() -> None:
    torch.manual_seed(5)
    player = PlayerTower(32, half=False).requires_grad_(False)
    taught = lesson(4, 30, 100.0)
    learned = distil(player, [taught], Pace(steps=800, lines=32, points=40.0, kept_late=0.5), lambda _line: None)
    before, after = (each(torch.from_numpy(taught.seen[[0, -1]])) for each in (player, learned))
    half = 0.5 * (before[0, 4] - before[0, 30]).item()
    assert (after[0, 4] - after[0, 30]).item() == pytest.approx(200 / 40 + half, abs=0.5)
    kept = torch.softmax(after[1, [4, 30]], 0) - torch.softmax(before[1, [4, 30]], 0)
    assert kept.abs().max() < 0.1


def test_a_player_given_completions_begins_unchanged() -> None:
    before = export.tower(Path(EXPERT))
    rows = torch.randint(0, 2, (20, features.SIZE), dtype=torch.int8)
    assert told_completions(before)(rows).numpy() == pytest.approx(before(rows).numpy(), abs=1e-3)


def test_a_player_equals_itself_and_beats_a_random_network() -> None:
    expert = export.tower(Path(EXPERT))
    same = duel(expert, expert, 20, 1, 0)
    assert (same.mean, same.se) == (0, 0)
    torch.manual_seed(6)
    anything = PlayerTower(16, half=False).requires_grad_(False)
    found, mirrored = duel(expert, anything, 40, 1, 1), duel(anything, expert, 40, 1, 1)
    assert found.mean > 500
    assert mirrored.mean == -found.mean


@pytest.mark.parametrize("rules", range(len(at.RULE_SETS)))
def test_the_shipped_expert_beats_the_first_expert(rules: int) -> None:
    first = Path(resources.path("players/first-expert.npz"))
    found = duel(export.tower(Path(EXPERT)), export.tower(first), 4000, 5, rules)
    assert found.mean > 3 * found.se


def test_a_duel_is_reported_by_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    duels([EXPERT, EXPERT, "--deals", "3", "--seed", "1"])
    assert capsys.readouterr().out == "mile-bones: +0.0 ± 0.0, 6 hands\nmille: +0.0 ± 0.0, 6 hands\n"


def test_a_round_leaves_the_better_player_and_its_gain(tmp_path: Path) -> None:
    told: list[str] = []
    Improvement(TINY, tmp_path).go(1, told.append)
    entry = json.loads((tmp_path / CURVE).read_text())
    assert entry["round"] == 1
    assert {"mile-bones", "mille", "gain"} < entry.keys()
    better = tmp_path / "player-1.npz" if entry["gain"] > 0 else Path(EXPERT)
    assert (tmp_path / PLAYER).read_bytes() == better.read_bytes()
    assert any("2 of 2 batches" in line for line in told)
    Improvement(TINY, tmp_path).go(1, told.append)
    assert len((tmp_path / CURVE).read_text().splitlines()) == 1


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_finished_run_writes_a_champion_that_uses_the_best_player(rounds: int, tmp_path: Path) -> None:
    run = Improvement(replace(TINY, rounds=rounds), tmp_path)
    run.go(1, lambda _line: None)
    run.finish(1, lambda _line: None)
    made, shipped = (dict(np.load(path)) for path in (tmp_path / MADE, CHAMPION))
    assert made.keys() == shipped.keys()
    champion = ChampionPlayer(Policy(dict(np.load(tmp_path / PLAYER))), made, 1)
    seen = questions("expert", "mille", 9)[20]
    assert champion.choose(seen) in seen.legal_actions()
    assert (made["chances"] == shipped["chances"]).all()
    assert (made["judge_two"] != shipped["judge_two"]).any()


def test_without_rounds_the_player_stays_unchanged(tmp_path: Path) -> None:
    Improvement(replace(TINY, rounds=0), tmp_path).go(1, lambda _line: None)
    assert (tmp_path / PLAYER).read_bytes() == Path(EXPERT).read_bytes()
    assert not (tmp_path / "player-1.npz").exists()


def test_an_interrupted_round_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(_line: str) -> None:
        raise Stopped

    Improvement(TINY, tmp_path / "whole").go(1, lambda _line: None)
    with pytest.raises(Stopped):
        Improvement(TINY, tmp_path / "parts").go(1, stop)
    assert len(list((tmp_path / "parts" / "round-1").iterdir())) == 1
    Improvement(TINY, tmp_path / "parts").go(1, lambda _line: None)
    one, other = ((tmp_path / name / "player-1.npz").read_bytes() for name in ("whole", "parts"))
    assert one == other


def test_batches_of_a_round_differ() -> None:
    work = Batch(TINY, 1, EXPERT)
    one, other, again = work(0), work(1), work(0)
    assert one.seen.shape != other.seen.shape or (one.seen != other.seen).any()
    assert (one.seen == again.seen).all()
    assert np.array_equal(one.worth, again.worth, equal_nan=True)


def test_a_different_plan_is_refused_but_more_rounds_are_accepted(tmp_path: Path) -> None:
    Improvement(TINY, tmp_path)
    with pytest.raises(OtherPlanError, match="batches"):
        Improvement(replace(TINY, batches=3), tmp_path)
    assert Improvement(replace(TINY, rounds=2), tmp_path).plan.rounds == 2
