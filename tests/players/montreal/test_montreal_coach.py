"""The worths of steps by the coach of Mille."""

from __future__ import annotations

import pytest

from games.montreal.tables import table
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import DRAW, Kind, parse_action
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.players import coach_spec, has_coach, load_coach
from mile_bones.players.coach import Rating
from mile_bones.players.montreal import coaching
from mile_bones.players.montreal.coach import MontrealCoach, chance_of_game
from players.montreal.test_montreal_players import questions

COACH = MontrealCoach()
WORLDS = 4
THEIRS = "3S 4H 5D 6C 7S 9H 10D JC KH AD"


def rated(observation: Observation) -> Rating:
    found = COACH.rate(observation, WORLDS)
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4])
def test_every_legal_step_is_rated_best_first_in_the_same_worlds(seed: int) -> None:
    for view in questions(seed, 12):
        rating = rated(view)
        assert {worth.action for worth in rating.worths} == set(view.legal_actions())
        worths = [worth.worth for worth in rating.worths]
        assert worths == sorted(worths, reverse=True)
        assert rating.best.se == 0 and all(worth.se >= 0 for worth in rating.worths)
        assert all(0 <= worth.chance <= 1 for worth in rating.worths)
        assert 2 <= rating.worlds <= WORLDS


def test_hidden_cards_do_not_change_a_rating() -> None:
    """With other hidden cards the observation stays the same. The rating uses only the observation, so it stays the
    same, too.
    """
    game = MontrealMille()
    for view in questions(6, 15):
        twin = game.resample(view, Rng(77)).observation(view.seat)
        assert twin == view
        assert MontrealCoach().rate(twin, WORLDS) == rated(view)


def test_steps_with_the_same_result_have_the_same_worth() -> None:
    start = table("8S 8H 8D 4S 9C", "KS", theirs=THEIRS, stock=88, phase="play")
    rating = rated(start.observation(0))
    lays = {worth.worth for worth in rating.worths if worth.action.kind is Kind.LAY}
    assert len(lays) == 1
    black, red = (rating.of(parse_action(f"discard {card}")) for card in ("8S", "8H"))
    assert black.worth == red.worth and black.se == red.se


def test_going_out_is_best_if_possible() -> None:
    start = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play")
    rating = rated(start.observation(0))
    assert str(rating.best.action) == "lay 8S 8H 8D"
    assert rating.cost(parse_action("discard 8S")) > 35


def test_a_rating_can_be_cancelled_and_is_refused_out_of_turn() -> None:
    view = next(questions(4, 4))
    assert COACH.rate(view, WORLDS, lambda: True) is None
    with pytest.raises(ValueError, match="two worlds"):
        COACH.rate(view, 1)
    with pytest.raises(ValueError, match="turn"):
        COACH.rate(view._replace(player=1 - view.seat), WORLDS)


def test_the_number_of_worlds_of_a_hint_is_limited() -> None:
    view = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play").observation(0)
    rating = coaching.COACH.load().rate(view, 2400)
    assert rating is not None and rating.worlds <= (coaching.COACH.most_worlds or 0)


def test_the_chance_to_win_grows_with_the_lead() -> None:
    view = MontrealMille().new_state(1).observation(0)
    assert chance_of_game(view, 0, 100) == 0.5
    assert 0.5 < chance_of_game(view, 100, 100) < chance_of_game(view._replace(totals=(1100, 900)), 100, 100) < 1
    behind = view._replace(totals=(900, 1100))
    ahead = behind._replace(totals=(1100, 900))
    assert chance_of_game(behind, -100, 100) == pytest.approx(1 - chance_of_game(ahead, 100, 100))


def test_the_registry_has_the_coach_of_mille() -> None:
    spec, found = coach_spec("montreal-mille"), load_coach("montreal-mille")
    assert has_coach("montreal-mille") and spec is coaching.COACH and found is not None
    assert spec.version().startswith("1-")
    assert list(spec.error_limits) == sorted(spec.error_limits) and len(spec.error_limits) == 5
    state = MontrealMille().new_state(1)
    assert found.luck(state, (DRAW,)) is None
    assert {found.theme(one, other) for one in (DRAW,) for other in (DRAW,)} <= set(spec.themes)
