"""The scale of the strip of totals: its length, the places of its ticks, and the ticks that have figures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mile_bones.desktop.boards.montreal.strip import Scale, scale_to


@pytest.mark.parametrize(
    ("target", "step", "end"),
    [
        (1200, 100, 1400),
        (2000, 200, 2400),
        (300, 50, 400),
        (50, 5, 60),
        (1, 1, 3),
        (1250, 200, 1600),
        (999_999, 100_000, 1_100_000),
    ],
)
def test_the_road_ends_a_little_behind_the_target(target: int, step: int, end: int) -> None:
    assert scale_to(target) == Scale(target, step, end)


@pytest.mark.parametrize("target", [*range(1, 3000, 97), 10_000, 123_456, 999_999])
def test_a_scale_has_neither_too_few_ticks_nor_too_many(target: int) -> None:
    scale = scale_to(target)
    assert 3 <= len(scale.ticks) <= 15
    assert scale.end > target
    assert scale.ticks[0] == 0 and scale.ticks[-1] == scale.end


@pytest.mark.parametrize(("points", "part"), [(0, 0.0), (-340, 0.0), (700, 0.5), (1400, 1.0), (9000, 1.0)])
def test_every_total_has_a_position_on_the_road(points: int, part: float) -> None:
    assert scale_to(1200).part(points) == pytest.approx(part)


def test_with_enough_room_every_tick_has_a_figure() -> None:
    assert scale_to(1200).labels(1120, 45) == tuple(range(0, 1500, 100))


def test_with_less_room_every_second_tick_has_a_figure() -> None:
    assert scale_to(1200).labels(560, 45) == tuple(range(0, 1500, 200))


def test_the_target_has_its_figure_and_its_neighbours_have_none() -> None:
    labels = scale_to(1250).labels(900, 80)
    assert 1250 in labels and 1200 not in labels and 1400 in labels


@pytest.mark.parametrize("room", [40, 150, 333, 700, 1500])
@pytest.mark.parametrize("target", [1, 77, 1200, 1250, 2000, 123_456])
def test_no_two_figures_touch(target: int, room: int) -> None:
    scale = scale_to(target)
    labels = scale.labels(room, 40)
    gaps = [(b - a) * room / scale.end for a, b in pairwise(labels)]
    assert min(gaps, default=40) >= 40
    assert target in labels
