"""The coach's worths of actions: right where they can be computed by hand, and based on the observation alone."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.players import load_player
from mile_bones.players.coach import Mark, Rating
from mile_bones.players.milebones.coach import (
    MOST_LOSS,
    PARTS,
    MileBonesCoach,
    _is_clear,
    _mean_loss,
    load_coach,
)
from mile_bones.players.milebones.determinizations import imagine, rng_for
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.stakes import Stakes
from players.milebones.hand_by_hand import HandByHand
from players.milebones.positions import position, questions
from players.milebones.test_fairness import twins_seen_by

COACH = load_coach()


def decisions(rules: str, seed: int) -> list[Observation]:
    """Return every choice between at least two actions in a hand of the expert."""
    return [seen for seen in questions("expert", rules, seed) if len(seen.legal_actions()) > 1]


def last_card(**more: object) -> Observation:
    """Return a position with the last card: an empty deck, and an opponent without cards. The player has 550 miles and
    two safeties, the opponent 300 miles.
    """
    own, other = "GO 200 200 100 50 EXTRA_TANK DRIVING_ACE", "GO 100 100 100"
    return position("100", own=own, other=other, unseen="", other_cards=0, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_points_rated_at_the_last_card_agree_with_the_score_sheet(rules: str) -> None:
    rating = COACH.rate(last_card(rules=rules), 10)
    assert rating is not None
    assert [(worth.action, worth.points) for worth in rating.worths] == [
        (PLAY[Card.MILES_100], 650 + 200 - 300),
        (DISCARD[Card.MILES_100], 550 + 200 - 300),
    ]
    assert [worth.se for worth in rating.worths] == pytest.approx([0, 0], abs=1e-9), "all worlds are the same"
    assert rating.worths[0].chance > rating.worths[1].chance > 0.5


def test_at_the_last_card_of_a_game_the_chance_is_certain() -> None:
    won, lost = last_card()._replace(totals=(4200, 0)), last_card()._replace(totals=(0, 4700))
    rating = COACH.rate(won, 10)
    assert rating is not None
    assert rating.of(PLAY[Card.MILES_100]).chance == 1
    assert 0.9 < rating.of(DISCARD[Card.MILES_100]).chance < 1, "4,950 points do not win yet"
    rating = COACH.rate(lost, 10)
    assert rating is not None and {worth.chance for worth in rating.worths} == {0}


def test_the_coach_advises_against_an_extension_if_the_trip_wins() -> None:
    """Without an extension the trip wins the game; with one the game may still be lost."""
    asked = position("25 25 GO STOP 50 75", own="GO 200 200 100 100 100", phase=Phase.EXTEND)._replace(
        totals=(4000, 4500)
    )
    rating = COACH.rate(asked, 200)
    assert rating is not None
    assert rating.best.action == END_TRIP
    assert rating.best.chance == 1
    assert rating.of(END_TRIP).points == 700 + 400 + 500, "miles, the trip, and a shut-out"
    assert rating.of(EXTEND).chance < 1
    assert rating.mark(EXTEND) is not None


@pytest.mark.parametrize("rules", RULE_SETS)
def test_all_legal_actions_are_rated_the_best_first(rules: str) -> None:
    for seen in decisions(rules, 4)[::6]:
        rating = COACH.rate(seen, 40)
        assert rating is not None and rating.worlds == 40
        assert sorted(str(worth.action) for worth in rating.worths) == sorted(map(str, seen.legal_actions()))
        worths = [worth.worth for worth in rating.worths]
        assert worths == sorted(worths, reverse=True)
        assert rating.best.se == 0
        assert all(0 <= worth.chance <= 1 and worth.se >= 0 for worth in rating.worths)
        assert all(worth.se > 0 for worth in rating.worths[1:])


def test_a_forced_action_is_not_a_decision() -> None:
    hand = Hand(RULE_SETS["mille"], shuffled_deal(RULE_SETS["mille"], 3, 0, 0))
    rating = COACH.rate(hand.observation(0), 10)
    assert rating is not None
    assert [worth.action for worth in rating.worths] == [DRAW]
    assert not rating.is_decision


@pytest.mark.long
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("plies", [0, 2])
def test_the_coach_agrees_with_the_scalar_engine(rules: str, plies: int) -> None:
    """The scalar engine plays hand by hand, in the same worlds."""
    policy, weights = Policy(load_weights("expert")), load_weights("champion")
    coach = MileBonesCoach(policy, weights, seed=5, plies=plies, last_cards=-1)
    guess = Network(weights, "guess_")
    now, later = (HandByHand(policy, weights, so_many) for so_many in (plies, plies + 1))
    must_draw = Hand(RULE_SETS[rules], shuffled_deal(RULE_SETS[rules], 3, 0, 0)).observation(0)
    for seen in (must_draw, *decisions(rules, 9)[2::9]):
        rating, actions = coach.rate(seen, 16), seen.legal_actions()
        assert rating is not None
        worlds = imagine(seen, guess(features(seen)), 16, rng_for(5, features(seen)))
        expected = (now.worths(seen, actions, worlds) + later.worths(seen, actions, worlds)).mean(axis=1) / 2
        assert [rating.of(action).worth for action in actions] == pytest.approx(expected.tolist(), abs=0.1)


def test_an_action_has_the_same_worth_twice_in_the_same_worlds() -> None:
    seen = decisions("mille", 9)[3]
    one, other, *_rest = seen.legal_actions()
    found = COACH.lookahead.outcomes(seen, (one, other, one), *COACH.lookahead.imagined(seen, 300))
    assert found is not None
    assert (found[0] == found[2]).all()
    assert (found[0] != found[1]).any()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_world_is_played_to_its_end_if_few_cards_are_left(rules: str) -> None:
    """Scores are multiples of 25; estimates of the judge are not."""
    hand, table = "100 50 STOP GO REPAIRS 25 75", {"own": "GO 200 100", "other": "GO 100", "rules": rules}
    early = position(hand, **table)  # type: ignore[arg-type]
    late = position(hand, unseen="25 25 50 50 75 100 100 STOP GO GO FLAT_TIRE REPAIRS", **table)  # type: ignore[arg-type]
    assert late.left == 6
    for seen, is_played_out in ((early, False), (late, True)):
        found = COACH.lookahead.outcomes(seen, seen.legal_actions(), *COACH.lookahead.imagined(seen, 60))
        assert found is not None
        assert bool(np.all(found[:, 0] % 25 == 0)) == is_played_out


def question() -> Observation:
    """Return a position with two answers (drive on to 1,000 miles or not) whose worth differs between worlds."""
    return position("25 25 GO STOP 50 75", own="GO 200 200 100 100 100", other="GO 100", phase=Phase.EXTEND)


def test_the_standard_error_falls_with_the_number_of_worlds() -> None:
    few, many = (_rated(COACH, question(), worlds).worths[-1].se for worlds in (100, 1600))
    assert few / many == pytest.approx(4, rel=0.25)


@pytest.mark.proof
def test_the_standard_error_is_that_of_the_difference() -> None:
    """Over many seeds, the difference has the spread that its error predicts."""
    policy, weights = Policy(load_weights("expert")), load_weights("champion")
    ratings = [_rated(MileBonesCoach(policy, weights, seed, plies=0), question(), 60) for seed in range(60)]
    differences = [rating.of(EXTEND).worth - rating.of(END_TRIP).worth for rating in ratings]
    assert np.std(differences) == pytest.approx(np.mean([rating.worths[-1].se for rating in ratings]), rel=0.3)


@pytest.mark.proof
def test_actions_are_compared_world_by_world() -> None:
    stakes = Stakes.of_champion(load_weights("champion"))
    for seen in decisions("mille", 9)[3::12]:
        actions = seen.legal_actions()
        found = COACH.lookahead.outcomes(seen, actions, *COACH.lookahead.imagined(seen, PARTS[0]))
        assert found is not None
        worths = stakes.mixed(found[:, 0], found[:, 1])
        best = worths[worths.mean(axis=1).argmax()]
        rating = _rated(COACH, seen, PARTS[0])
        for action, worth in zip(actions, worths, strict=True):
            assert rating.gap(action) == pytest.approx(np.mean(best - worth), abs=1e-6)
            assert rating.of(action).se == pytest.approx(np.std(best - worth, ddof=1) / PARTS[0] ** 0.5, abs=1e-6)


@pytest.mark.proof
def test_an_action_dropped_early_has_the_error_of_its_fewer_worlds() -> None:
    """Nobody discards a safety. Its cost is known well enough before all worlds have been examined."""
    seen = position("DRIVING_ACE 25 100 100 STOP GO 50", own="GO 100", other="STOP 50")
    stakes, action = Stakes.of_champion(load_weights("champion")), DISCARD[Card.DRIVING_ACE]
    rating = _rated(COACH, seen, 1200)
    found = COACH.lookahead.outcomes(seen, (rating.best.action, action), *COACH.lookahead.imagined(seen, 1200))
    assert found is not None
    costs = np.subtract(*stakes.mixed(found[:, 0], found[:, 1]))
    error = rating.of(action).se
    assert error > 1.5 * costs.std() / 1200**0.5, "a fifth of the worlds"
    assert rating.gap(action) == pytest.approx(costs.mean(), abs=4 * error)
    assert rating.mark(action) is Mark.BLUNDER


@pytest.mark.proof
def test_clear_actions_need_few_worlds_and_the_best_is_tried_in_all() -> None:
    """The worlds of a rating are the first of those that a rating in all worlds would use."""
    few = 0
    for seen in decisions("mille", 9)[1::5]:
        rating = _rated(COACH, seen, 600)
        assert rating.worlds in (*PARTS, 600)
        few += rating.worlds < 600
        found = COACH.lookahead.outcomes(seen, (rating.best.action,), *COACH.lookahead.imagined(seen, rating.worlds))
        assert found is not None
        assert rating.best.points == pytest.approx(found[0, 0].mean(), abs=0.1)
        for worth in rating.worths[1:]:
            is_open = not _is_clear(rating.gap(worth.action), worth.se)
            assert not is_open or rating.worlds == 600, "an open action is tried in all worlds"
    assert few > 2


@pytest.mark.proof
def test_the_cost_of_a_chosen_action_is_clear_when_the_review_stops() -> None:
    """Whatever was chosen, no other action may be much better than the best one."""
    few = 0
    for number, seen in enumerate(decisions("mille", 9)[1::5]):
        actions = seen.legal_actions()
        chosen = actions[number % len(actions)]
        rating = COACH.rate(seen, 600, None, chosen)
        assert rating is not None
        found = COACH.lookahead.outcomes(seen, (rating.best.action,), *COACH.lookahead.imagined(seen, rating.worlds))
        assert found is not None and rating.best.points == pytest.approx(found[0, 0].mean(), abs=0.1)
        if rating.worlds < 600:
            few += 1
            assert rating.is_best(chosen) or _is_clear(rating.gap(chosen), rating.of(chosen).se)
            for worth in rating.worths[1:]:
                assert _mean_loss(rating.gap(worth.action), worth.se) <= MOST_LOSS + 0.01
    assert few > 4


def test_an_action_is_clear_only_if_its_mark_and_its_rank_are() -> None:
    assert _is_clear(0, 0) and _is_clear(300, 20) and _is_clear(20, 5)
    assert not _is_clear(5, 10), "it may be the best"
    assert not _is_clear(75, 14), "it may be doubtful or a mistake"
    assert not _is_clear(400, 100), "its cost is hardly known"
    assert _is_clear(75, 11), "more worlds would not tell"


def _rated(coach: MileBonesCoach, seen: Observation, worlds: int) -> Rating:
    rating = coach.rate(seen, worlds)
    assert rating is not None
    return rating


def test_the_same_seed_and_observation_give_the_same_rating() -> None:
    seen = decisions("mille", 6)[10]
    policy, weights = Policy(load_weights("expert")), load_weights("champion")
    again, another = MileBonesCoach(policy, weights), MileBonesCoach(policy, weights, seed=1)
    assert COACH.rate(seen, 50) == COACH.rate(seen, 50) == again.rate(seen, 50) != another.rate(seen, 50)


@pytest.mark.sample(slow=0, proof=2)
@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
def test_unseen_cards_do_not_change_a_rating(viewer: int) -> None:
    redrawn = 0
    for one, two in twins_seen_by(viewer):
        assert COACH.rate(one.observation(viewer), 20) == COACH.rate(two.observation(viewer), 20)
        redrawn += one.logs[0].deal != two.logs[0].deal
    assert redrawn > 5


@pytest.mark.proof
def test_a_rating_can_be_cancelled() -> None:
    seen = decisions("mille", 6)[10]
    asked: list[int] = []

    def after(times: int) -> bool:
        asked.append(times)
        return len(asked) > times

    assert COACH.rate(seen, 2400, lambda: after(1)) is None
    assert len(asked) == 2, "it was asked between two batches"
    assert COACH.rate(seen, 2400, lambda: after(1000)) is not None
    assert len(asked) > 4


def test_a_rating_out_of_turn_is_refused() -> None:
    hand = Hand(RULE_SETS["mille"], shuffled_deal(RULE_SETS["mille"], 3, 0, 0))
    with pytest.raises(ValueError, match="turn"):
        COACH.rate(hand.observation(1), 10)
    with pytest.raises(ValueError, match="turn"):
        COACH.rate(hand.observation(0).closed(), 10)
    with pytest.raises(ValueError, match="two worlds"):
        COACH.rate(hand.observation(0), 1)


@pytest.mark.proof
def test_the_experts_actions_cost_less_than_random_ones() -> None:
    player, rng = load_player("mile-bones", "expert"), Rng(1)
    by_expert, by_chance = [], []
    for seen in decisions("mile-bones", 8)[::3]:
        rating, legal = _rated(COACH, seen, 200), seen.legal_actions()
        by_expert.append(rating.gap(player.choose(seen)))
        by_chance.append(rating.gap(legal[rng.below(len(legal))]))
    assert np.mean(by_expert) < 0.2 * np.mean(by_chance)
