"""Error rates of our levels: measured the same way every time, and the worse for playing at random."""

from __future__ import annotations

import pytest

from mile_bones.lab.error_rates import AT_RANDOM, measure, names
from mile_bones.players import coach_spec
from mile_bones.players.milebones.coaching import COACH

WORLDS = 8


def test_there_are_all_levels_and_play_at_random():
    assert names() == (AT_RANDOM, "easy", "original", "expert", "champion")


@pytest.mark.long
def test_who_plays_at_random_gives_more_away_and_the_numbers_come_again():
    first, second = (list(measure((AT_RANDOM, "original"), 2, 5, WORLDS)) for _time in range(2))
    assert first == second
    random, original = first
    assert random.a_hand.mean > original.a_hand.mean > 0
    assert random.a_decision * random.decisions == pytest.approx(random.a_hand.mean)
    assert original.a_hand.n == 2


def test_the_limits_of_the_words_rise():
    assert coach_spec("mile-bones") is COACH
    assert list(COACH.error_limits) == sorted(set(COACH.error_limits)) and len(COACH.error_limits) == 5
