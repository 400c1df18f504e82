"""A cost has two currencies: points of this hand, and per cent of the game."""

from __future__ import annotations

import pytest

from mile_bones.games import GAMES, spec
from mile_bones.match.cost_words import cost_figures, cost_text, costs_nothing, worth_figures, worth_text
from mile_bones.players.coach import Cost, Worth

MINUS = "\u200e\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("points", "chance", "said", "figures"),
    [
        (90.4, 0.031, "90 points and 3% of the game", f"{MINUS}90, {MINUS}3%"),
        (1.0, 0.26, "1 point and 26% of the game", f"{MINUS}1, {MINUS}26%"),
        (90.0, 0.004, "90 points", f"{MINUS}90, 0%"),
        (100.0, -0.02, "100 points, and brings 2% of the game", f"{MINUS}100, 2%"),
        (-100.0, 0.3, "30% of the game, and brings 100 points", f"100, {MINUS}30%"),
        (0.2, 0.3, "30% of the game", f"0, {MINUS}30%"),
        (0.2, 0.001, "at most 1% of the game", "0, 0%"),
        (-0.6, -0.2, "at most 1% of the game", "1, 20%"),
    ],
)
def test_a_cost_is_said_in_points_and_per_cent(points: float, chance: float, said: str, figures: str) -> None:
    cost = Cost(points, chance)
    assert cost_text(cost, spec("mile-bones")) == said
    assert cost_figures(cost, spec("mile-bones")) == figures
    assert "point" not in cost_text(cost, spec("millieu")) and "," not in cost_figures(cost, spec("millieu"))


@pytest.mark.parametrize(
    ("points", "chance", "nothing"),
    [(0.4, 0.004, {"mile-bones", "montreal-mille", "millieu"}), (0.6, 0.0, {"millieu"}), (0.0, 0.006, set())],
)
def test_a_cost_is_nothing_if_its_figures_are(points: float, chance: float, nothing: set[str]) -> None:
    assert {game for game in GAMES if costs_nothing(Cost(points, chance), spec(game))} == nothing


@pytest.mark.parametrize("game", GAMES)
def test_a_worth_has_points_only_in_a_game_with_points(game: str) -> None:
    worth = Worth("any", 20.0, 0.54, 7.0, 0.0)
    said = worth_text(worth, spec(game))
    assert worth_figures(worth, spec(game)) == ("20, 54%" if spec(game).has_points else "54%")
    assert said.endswith("54% to win") and ("20 points, " in said) == spec(game).has_points
