"""The worths of steps by the coach of Millieu."""

from __future__ import annotations

import pytest

from games.millieu.positions import position, wandering
from mile_bones.games.millieu.actions import Place, parse_action
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players import coach_spec, has_coach, load_coach, points_text
from mile_bones.players.coach import Rating
from mile_bones.players.millieu.coach import GAME, rate
from mile_bones.players.millieu.coaching import COACH

BOARD = {1: 1, 2: 2, 3: 3, 12: 8}


def rated(state: MillieuState) -> Rating:
    found = rate(state.observation(state.current_player))
    assert found is not None
    return found


def choices(seed: int, every: int) -> list[MillieuState]:
    """Return some states of a random game with more than one legal action."""
    found = [state.clone() for state in wandering(seed) if len(state.legal_actions()) > 1]
    return found[1::every]


@pytest.mark.slow
def test_every_legal_step_is_rated_best_first_and_always_the_same() -> None:
    for state in choices(5, 15):
        rating = rated(state)
        assert {worth.action for worth in rating.worths} == set(state.legal_actions())
        worths = [worth.worth for worth in rating.worths]
        assert worths == sorted(worths, reverse=True)
        for each in rating.worths:
            assert each.se == each.points == 0 and each.worth == pytest.approx(GAME * (each.chance - 0.5))
            assert each.loss == pytest.approx(100 * (rating.best.chance - each.chance))
        assert rated(state) == rating, "it uses no memory and no random numbers"


def test_all_openings_are_equal_and_favour_the_opponent() -> None:
    rating = rated(MillieuState())
    assert len(rating.worths) == 243 and not rating.is_decision
    assert 0.1 < rating.best.chance < 0.5


@pytest.mark.slow
def test_the_best_steps_make_a_possible_mill() -> None:
    state = position({1: 1, 2: 2, 3: 3}, [0, 7], [3, 4, 5])
    best = rated(state).best
    state.apply_action(best.action)
    state.apply_action(rated(state).best.action)
    assert state.observation(None).mills


def test_giving_away_the_last_piece_loses_and_a_sure_win_has_chance_1() -> None:
    """If a player has no piece left, the opponent wins by completing a turn."""
    lost = rated(position(BOARD, [0], [7, 8]))
    assert any(worth.worth == -GAME / 2 for worth in lost.worths), "turns without a capture lose"
    won = rated(position({0: 0, 1: 4}, [1], []))
    assert won.best.worth == GAME / 2 and won.best.chance == 1


def test_steps_with_the_same_result_have_the_same_worth() -> None:
    """The position is its own mirror image, and the two steps are mirror images of each other."""
    rating = rated(position({13: 4}, [0, 8], [0, 8]))
    one, other = (rating.of(parse_action(f"place RED_DISC {point}")) for point in (12, 14))
    assert one.worth == other.worth


def test_a_rating_can_be_cancelled_and_is_refused_out_of_turn() -> None:
    state = position(BOARD, [0, 7], [3])
    assert rate(state.observation(0), lambda: True) is None
    with pytest.raises(ValueError, match="turn"):
        rate(state.observation(1))


def test_the_registry_has_the_coach_of_millieu() -> None:
    found = load_coach("millieu")
    assert has_coach("millieu") and coach_spec("millieu") is COACH and found is not None
    assert list(COACH.error_limits) == sorted(COACH.error_limits) and len(COACH.error_limits) == 5
    assert found.luck(MillieuState(), ()) is None and not COACH.knows_luck
    assert "chance" in points_text("millieu") and "deal" in points_text("montreal-mille")
    themes = {found.theme(action, action) for action in map(parse_action, ("place RED_DISC 0", "slide 0 1", "take 0"))}
    assert themes == set(COACH.themes)
    assert isinstance(parse_action("place RED_DISC 0"), Place)
