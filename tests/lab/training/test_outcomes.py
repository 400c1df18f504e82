"""Similar outcomes of hands are put into groups. The values of open hands are computed from these groups."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.points import lasting_points, score
from mile_bones.lab.training import export
from mile_bones.lab.training.advantages import open_features
from mile_bones.lab.training.outcomes import EXAMPLES, Groups, still_to_come
from mile_bones.lab.training.selfplay import Tables, Trajectories, play
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.network import load_weights

EXPERT, CHAMPION = (Path(resources.path(f"players/{name}.npz")) for name in ("expert", "champion"))


@pytest.fixture(scope="module")
def course() -> Trajectories:
    """Hands that the expert played against itself, at random totals."""
    torch.manual_seed(4)
    tables = Tables(64, np.random.default_rng(4))
    tables.move(np.ones(64, np.bool_))
    return play(export.tower(EXPERT), tables, torch.device("cpu"))


def test_the_present_and_the_future_points_add_up_to_the_score(course: Trajectories) -> None:
    came = still_to_come(course) * 25
    final, there = score(course.ended)[:, course.hands], lasting_points(course.rows)
    seats, every = course.rows[:, at.PLAYER], np.arange(len(course.rows))
    assert (came[:, 0] + there[seats, every] == final[seats, every]).all()
    assert (came[:, 1] + there[1 - seats, every] == final[1 - seats, every]).all()


def test_groups_cover_all_outcomes_and_have_matching_examples(course: Trajectories) -> None:
    came = still_to_come(course)
    groups = Groups(came, 40)
    assert len(groups) == 40
    counts = np.bincount(groups.of(came), minlength=40)
    assert counts.min() > 0
    assert groups.shares() == pytest.approx(counts / len(came))
    examples = groups.examples()
    assert examples.shape == (40, EXAMPLES, 2)
    for number, some in enumerate(examples):
        assert (groups.of(some.astype(np.int64) // 25) == number).all()


def test_more_groups_have_less_spread_within(course: Trajectories) -> None:
    came = still_to_come(course)

    def spread(number: int) -> float:
        groups = Groups(came, number)
        means = groups.examples().mean(axis=1) / 25
        return float(np.square(came - means[groups.of(came)]).mean())

    one, few, many = spread(1), spread(10), spread(100)
    assert one > 5 * few > 10 * many


def test_there_are_no_more_groups_than_outcomes() -> None:
    groups = Groups(np.array([[0, 0], [0, 0], [4, 0], [4, 8]]), 256)
    assert len(groups) == 3
    assert sorted(groups.shares()) == [0.25, 0.25, 0.5]
    assert {tuple(each) for some in groups.examples().tolist() for each in some} == {(0, 0), (100, 0), (100, 200)}


def test_the_judge_of_the_lab_computes_the_same_as_the_champions_judge(course: Trajectories) -> None:
    _guess, judge, stakes, game_part = export.champion_towers(CHAMPION)
    lines = np.arange(0, len(course.rows), 29)
    rows, decks = course.rows[lines], course.decks[course.hands[lines]]
    shipped = Judge(load_weights("champion"))
    by_seat = np.stack([shipped.worths(rows, decks, seat) for seat in (0, 1)])
    expected = by_seat[rows[:, at.PLAYER], np.arange(len(rows))]
    assert judge.worths(rows, decks, stakes, game_part) == pytest.approx(expected, abs=0.2)


def test_the_value_of_a_hand_is_the_mean_value_of_its_outcomes(course: Trajectories) -> None:
    _guess, judge, stakes, game_part = export.champion_towers(CHAMPION)
    lines = np.arange(0, len(course.rows), 29)
    rows, decks = course.rows[lines], course.decks[course.hands[lines]]
    with torch.no_grad():
        chances = torch.softmax(judge.tower(torch.from_numpy(open_features(rows, decks, None))), 1).numpy()
    each = judge.each_worth(rows, stakes, game_part)
    assert np.ptp(each, axis=1).min() > 1000
    assert judge.worths(rows, decks, stakes, game_part) == pytest.approx((chances * each).sum(axis=1), abs=0.5)
