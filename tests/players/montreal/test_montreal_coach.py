"""The worths of steps by the coach of Mille."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from games.montreal.tables import table
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import DRAW, Action, Kind, parse_action
from mile_bones.games.montreal.game import MontrealMille, resampled_round
from mile_bones.games.montreal.observation import Observation
from mile_bones.players import coach_spec, has_coach, load_coach
from mile_bones.players.coach import Rating
from mile_bones.players.montreal import coaching
from mile_bones.players.montreal.coach import MEASURED, PARTS, MontrealCoach, chance_of_game
from mile_bones.players.montreal.moments import MOMENTS, rest_of_turn
from mile_bones.players.montreal.players import ExpertPlayer
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


@pytest.mark.slow
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


def continued(view: Observation) -> Iterator[tuple[Action, Observation]]:
    """Yield the steps that draw nothing and do not end the turn, each with the observation after it. Of steps that lead
    to alike tables, only one is yielded.
    """
    state, known = MontrealMille().resample(view, Rng(1)), set()
    for action in view.legal_actions():
        if action.kind in (Kind.DRAW, Kind.DISCARD):
            continue
        after = state.clone()
        after.apply_action(action, deal=False)
        like = (action.kind, action.rank, *(card >> 2 for card in action.cards))
        if after.current_player == view.seat and not after.needs_deal and like not in known:
            known.add(like)
            yield action, after.observation(view.seat)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0])
def test_a_step_without_chance_is_worth_at_least_what_the_expert_makes_of_it(seed: int) -> None:
    """The worlds are the same before and after the step, to the last card."""
    expert, number = ExpertPlayer(), 0
    for view in questions(seed, 6):
        rating = COACH.rate(view, 2)
        assert rating is not None
        for action, after in continued(view):
            _worth, rest = expert.plan(after)
            before = [COACH.outcomes(view, [(action, *rest)], world, None)[0] for world in range(2)]
            assert before == [COACH.outcomes(after, [rest], world, None)[0] for world in range(2)]
            assert rating.of(action).worth >= sum(before) / 2 - 1e-9
            number += 1
    assert number > 3


def gap(view: Observation, action: Action, after: Observation, worlds: int) -> float:
    """Return how much more the best step after a step is worth than this step before it, in points."""
    before, then = COACH.rate(view, worlds), COACH.rate(after, worlds)
    assert before is not None and then is not None
    return then.best.worth - before.of(action).worth


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1003, 1004, 1006, 1008])
def test_a_step_without_chance_is_worth_what_the_best_step_after_it_is_worth(seed: int) -> None:
    gaps = [gap(view, *step, PARTS[-1]) for view in questions(seed, 9) for step in continued(view)]
    assert gaps == pytest.approx([0.0] * len(gaps)) and gaps


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_in_ten_thousand_positions_a_step_without_chance_is_worth_what_the_best_step_after_it_is_worth(
    part: int,
) -> None:
    """Each part has 500 positions. Only in the largest turns, in which not all moments are tried, a better end may be
    found after the step.
    """
    number, small, large = 0, [], []
    for seed in range(2000 + 1000 * part, 3000 + 1000 * part):
        for view in questions(seed, 3):
            number += 1
            turn = rest_of_turn(view, resampled_round(view, Rng(3)), ExpertPlayer())
            gaps = large if len(turn.moments) > MOMENTS else small
            gaps += [gap(view, *step, 2) for step in continued(view)]
        if number >= 500:
            break
    different = sum(abs(each) > 1e-6 for each in large)
    print(f"{number} positions, {len(small)} steps of small turns, {different} of {len(large)} different in large ones")
    assert number >= 500 and small == pytest.approx([0.0] * len(small))


@pytest.mark.proof
def test_a_named_choice_is_measured_in_two_hundred_worlds_that_chose_nothing() -> None:
    view = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play").observation(0)
    chosen = parse_action("discard 8S")
    hint, rating = (COACH.rate(view, PARTS[-1] + MEASURED, None, played) for played in (None, chosen))
    assert hint is not None and rating is not None
    assert (hint.worlds, rating.worlds) == (PARTS[-1], MEASURED) and rating.mark(chosen)
    assert rating.best.action == hint.best.action and rating.best.se == 0
    for seed in (1, 2):
        other = MontrealCoach(seed).rate(view, PARTS[-1] + MEASURED, None, chosen)
        assert other is not None
        both = 4 * math.hypot(rating.of(chosen).se, other.of(chosen).se)
        assert other.of(other.best.action).worth - other.of(chosen).worth == pytest.approx(
            rating.best.worth - rating.of(chosen).worth, abs=both
        )


@pytest.mark.slow
def test_only_the_choice_that_was_played_is_rated_differently_as_a_choice() -> None:
    view = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play").observation(0)
    chosen = parse_action("discard 8S")
    hint, rating = COACH.rate(view, 60), COACH.rate(view, 60, None, chosen)
    assert hint is not None and rating is not None and rating.worlds == 60 - PARTS[-1]
    like = {parse_action("discard 8S"), parse_action("discard 8H"), parse_action("discard 8D")}
    for worth in hint.worths:
        if worth.action not in like:
            again = rating.of(worth.action)
            assert rating.best.worth - again.worth == pytest.approx(hint.best.worth - worth.worth)
            assert again.se == worth.se
    assert rating.of(chosen).se != hint.of(chosen).se


@pytest.mark.slow
def test_a_choice_is_never_rated_in_more_worlds_than_asked() -> None:
    """In too few worlds, a second look would be worth less than the first."""
    view = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play").observation(0)
    chosen = parse_action("discard 8S")
    for worlds in (2, 5, PARTS[-1], 2 * PARTS[-1] - 1):
        rating = COACH.rate(view, worlds, None, chosen)
        assert rating is not None and rating.worlds == min(worlds, PARTS[-1])


def test_going_out_is_best_if_possible() -> None:
    start = table("8S 8H 8D 4S", "KS", theirs=THEIRS, stock=89, phase="play")
    rating = rated(start.observation(0))
    assert str(rating.best.action) == "lay 8S 8H 8D"
    assert rating.cost(parse_action("discard 8S")).points > 35


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
    assert spec.version().startswith("4-")
    assert list(spec.error_limits) == sorted(spec.error_limits) and len(spec.error_limits) == 5
    state = MontrealMille().new_state(1)
    assert found.luck(state, (DRAW,)) is None
    assert {found.theme(one, other) for one in (DRAW,) for other in (DRAW,)} <= set(spec.themes)
