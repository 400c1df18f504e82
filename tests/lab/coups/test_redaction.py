"""The hidden cards of a puzzle are dealt again. The solver sees the same as before, and the true hidden cards are
gone.
"""

from __future__ import annotations

import pytest

from match.helpers import short_game
from mile_bones.lab.coups.redaction import hidden
from mile_bones.match.position import Position
from mile_bones.match.replaying import Replay

RECORD = short_game()


def positions() -> list[Position]:
    """Return some positions in which either seat has to choose."""
    replay = Replay(RECORD)
    return [
        Position(RECORD, hand, number)
        for hand in range(1, replay.hands + 1)
        for number, (state, action) in enumerate(replay.steps(hand), 1)
        if action is not None and len(state.legal_actions()) > 1
    ][::9]


def of_anybody(observation):
    """Return the observation as it would be if its seat were 0."""
    seat = observation.seat
    return observation._replace(
        seat=0,
        player=0,
        first=observation.first ^ seat,
        discarded_by=tuple(each ^ seat for each in observation.discarded_by),
        extended_by=None if observation.extended_by is None else observation.extended_by ^ seat,
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, len(positions()), 3))
def test_the_solver_in_seat_0_sees_what_the_original_seat_saw(number):
    position = positions()[number]
    found = hidden(position, 1)
    assert found.seat == 0
    assert found.observation() == of_anybody(position.observation())


def test_the_positions_that_these_tests_use_come_from_both_seats():
    assert {position.seat for position in positions()} == {0, 1}


@pytest.mark.slow
def test_the_deck_and_the_opponents_hand_are_replaced():
    for position in positions():
        before, after = position.record.hands[-1], hidden(position, 1).record.hands[-1]
        left = position.observation().left
        assert after.deck[-left:] != before.deck[-left:]
        assert after.deck[: len(after.deck) - left].count("25") <= 10  # it is still one deck: a replay counts all cards


def test_the_new_cards_follow_from_the_seed_and_the_observation():
    position = positions()[5]
    assert hidden(position, 1).record == hidden(position, 1).record != hidden(position, 2).record


def test_earlier_hands_stay_unchanged():
    position = positions()[-1]
    assert position.hand > 1 and position.seat == 0
    assert hidden(position, 1).record.hands[:-1] == position.record.hands[:-1]
