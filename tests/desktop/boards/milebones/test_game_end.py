"""The places of both cars in the scene of a won game."""

from __future__ import annotations

import pytest

from mile_bones.desktop.boards.milebones.game_end import ways_to_line
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.tableau import TableauView


def ended(completed_by: int | None, miles: tuple[int, int], totals: tuple[int, int]) -> HandEnded:
    scores = Score(milestones=miles[0]), Score(milestones=miles[1])
    sides = TableauView(miles=miles[0]), TableauView(miles=miles[1])
    return HandEnded(4, "trip", completed_by, 700, 0, scores, totals, sides)


@pytest.mark.parametrize(
    ("completed_by", "miles", "totals", "ways"),
    [
        (0, (700, 350), (5200, 3000), (1.0, 0.5)),
        (None, (300, 600), (5000, 4000), (1.0, 0.8)),
        (1, (300, 700), (5000, 1000), (1.0, 0.2)),
    ],
    ids=["the winner arrives", "nobody arrives", "the loser arrives"],
)
def test_the_winner_of_a_game_is_always_first_at_the_line(
    completed_by: int | None, miles: tuple[int, int], totals: tuple[int, int], ways: tuple[float, float]
) -> None:
    assert ways_to_line(ended(completed_by, miles, totals), 0) == pytest.approx(ways)
