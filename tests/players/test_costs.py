"""Losses add up to what choices really give away: the noise of few worlds adds nothing on average."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.players.coach import LIMITS, Cost, Mark, Rating, Worth
from mile_bones.players.costs import costs_of, losses_of

RNG = np.random.default_rng(57)


@pytest.mark.parametrize("actions", [2, 3, 8])
def test_equal_choices_cost_noise_but_lose_nothing_on_average(actions: int) -> None:
    costs, losses = [], []
    for _time in range(400):
        worths = RNG.normal(0, 100, (actions, 40))
        costs.append(costs_of(worths)[1][0])
        losses.append(losses_of(worths, worths)[0])
    error = np.std(losses) / len(losses) ** 0.5
    assert abs(np.mean(losses)) < 4 * error and np.mean(costs) > 5 * error


def test_a_clear_loss_is_the_difference_in_points() -> None:
    better = RNG.normal(0, 100, 500)
    worths = np.stack([better, better - 60, better - 300])
    assert losses_of(worths, worths) == pytest.approx([0, 60, 300])


@pytest.mark.parametrize(
    ("points", "worth", "loss"),
    [
        (60.0, 900.0, 60.0),  # the game hangs on it: an even score would lose no more than the points
        (60.0, 20.0, 20.0),  # the game is decided: the points hardly matter
        (-60.0, 900.0, 0.0),  # fewer points are right for the game
        (60.0, -5.0, 0.0),  # the choice is the best one for the game
    ],
)
def test_a_loss_counts_as_if_the_score_were_even(points: float, worth: float, loss: float) -> None:
    base = np.zeros((2, 10))
    less = np.array([[0.0], [1.0]])
    found = losses_of(base - points * less, base - worth * less)
    assert found[1 if worth > 0 else 0] == pytest.approx(loss if worth > 0 else 0)


def test_a_choice_tried_in_few_worlds_is_compared_in_these_alone() -> None:
    better = RNG.normal(0, 100, 100)
    worse = np.where(np.arange(100) < 20, better - 250, np.nan)
    worths = np.stack([better, worse])
    assert losses_of(worths, worths) == pytest.approx([0, 250])


def rated(points: float, chance: float, gap: float, se: float = 1.0) -> Rating:
    return Rating((Worth("best", 0.0, 0.5, 0.0, 0.0), Worth("other", -points, 0.5 - chance, -gap, se)), 100)


@pytest.mark.parametrize(
    ("points", "chance", "mark"),
    [
        (34.4, 0.034, None),
        (34.6, 0.0, Mark.DOUBTFUL),
        (0.0, 0.036, Mark.DOUBTFUL),
        (-100.0, 0.041, Mark.DOUBTFUL),
        (70.0, 0.05, Mark.MISTAKE),
        (40.0, 0.09, Mark.MISTAKE),
        (-500.0, 0.161, Mark.BLUNDER),
        (140.0, -0.01, Mark.BLUNDER),
    ],
)
def test_the_mark_follows_the_currency_that_matters_more(points: float, chance: float, mark: Mark | None) -> None:
    rating = rated(points, chance, gap=50.0)
    assert rating.mark("other") is mark
    assert rating.cost("other").mark is mark
    assert rated(points, chance, gap=50.0, se=30.0).mark("other") is None, "the cost is not sure"


def test_a_larger_cost_has_a_worse_mark() -> None:
    assert [*LIMITS] == [Mark.BLUNDER, Mark.MISTAKE, Mark.DOUBTFUL]
    for one, other in zip(LIMITS.values(), [*LIMITS.values()][1:], strict=False):
        assert one.points > other.points > 0 and one.chance > other.chance > 0
        assert Cost(*one).size > Cost(*other).size
