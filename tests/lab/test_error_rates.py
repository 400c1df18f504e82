"""The error rates of our levels: the same in every measurement, and highest for random play."""

from __future__ import annotations

import pytest

from mile_bones.lab.error_rates import AT_RANDOM, Measured, measure, names, share_in_order
from mile_bones.players import coach_spec
from mile_bones.players.milebones.coaching import COACH

WORLDS = 60


def test_error_rates_cover_random_play_and_all_levels():
    assert names() == (AT_RANDOM, "easy", "original", "expert", "champion")


@pytest.mark.long
def test_random_play_costs_more_and_the_rates_are_reproducible():
    first, second = (list(measure((AT_RANDOM, "original"), 2, 5, WORLDS)) for _time in range(2))
    assert first == second
    random, original = first
    assert random.a_hand.mean > original.a_hand.mean > 0
    assert random.a_decision * random.decisions == pytest.approx(random.a_hand.mean)
    assert original.a_hand.n == 2


def test_the_order_of_players_is_the_surer_the_more_hands_a_sample_has():
    bad, good = Measured("bad", (90, 0, 70, 60, 20, 80, 50), 1), Measured("good", (20, 40, 0, 50, 10, 60, 30), 1)
    assert share_in_order([bad, good], 1) == pytest.approx(6 / 7, abs=0.02)
    assert share_in_order([bad, good], 1) < share_in_order([bad, good], 10) < share_in_order([bad, good], 100) == 1
    assert share_in_order([good, bad], 100) == 0


def test_the_limits_between_the_verdicts_rise():
    assert coach_spec("mile-bones") is COACH
    assert list(COACH.error_limits) == sorted(set(COACH.error_limits)) and len(COACH.error_limits) == 5
