"""One choice from a record: what its player knew, and which actions were legal. Some moments are not choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import short_game
from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import load_game
from mile_bones.games.milebones.actions import DRAW
from mile_bones.match.position import Position
from mile_bones.match.replaying import Replay
from mile_bones.players import load_player


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of two hands and the beginning of a third."""
    return short_game()


def choices(record: Record) -> list[tuple[int, int]]:
    """Return the hand and action number of each choice between at least two actions."""
    replay = Replay(record)
    return [
        (hand, number)
        for hand in range(1, replay.hands + 1)
        for number, (state, action) in enumerate(replay.steps(hand), 1)
        if action is not None and len(state.legal_actions()) > 1
    ]


def test_a_position_is_what_the_seat_knew_and_could_do(record: Record) -> None:
    replay, found = Replay(record), set()
    for hand, action in choices(record)[::7]:
        position = Position(record, hand, action)
        state = next(state for number, (state, _) in enumerate(replay.steps(hand), 1) if number == action)
        assert (position.game, position.hand, position.action) == ("mile-bones", hand, action)
        assert position.seat == state.current_player
        assert position.observation() == state.observation(position.seat)
        assert position.legal_actions() == tuple(state.legal_actions())
        assert all(position.legal_action(str(each)) == each for each in position.legal_actions())
        found.add(position.seat)
    assert found == {0, 1}


def test_the_record_of_a_position_ends_just_before_the_choice(record: Record) -> None:
    for hand, action in choices(record)[::11]:
        position = Position(record, hand, action)
        assert len(position.record.hands) == hand
        assert position.record.hands[-1].actions == record.hands[hand - 1].actions[: action - 1]
        assert position.record.hands[-1].score is None and position.record.assisted
        again = Position.at_end(position.record)
        assert (again.hand, again.action) == (hand, action)
        assert again.observation() == position.observation()


def test_a_position_does_not_depend_on_later_actions(record: Record) -> None:
    hand, action = choices(record)[3]
    wrong = replace(record.hands[0], actions=record.hands[0].actions[: action - 1], score=None)
    alone = replace(record, body=Hands((wrong,)), id="")
    assert Position(alone, hand, action).observation() == Position(record, hand, action).observation()


def test_playing_on_from_a_position_does_not_change_it(record: Record) -> None:
    position = Position(record, *choices(record)[5])
    before = position.observation()
    state = position.state()
    state.apply_action(position.legal_actions()[0])
    assert state.observation(position.seat) != before == position.observation()


@pytest.mark.parametrize(
    ("hand", "action", "message"),
    [
        (0, 1, "no such hand"),
        (4, 1, "no such hand"),
        (1, 0, "anything to choose"),
        (1, 999, "anything to choose"),
        (1, 1, "anything to choose"),  # a card must be drawn, which is not a choice
        (2, 10_000, "anything to choose"),
    ],
)
def test_an_error_names_the_place_that_has_no_choice(record: Record, hand: int, action: int, message: str) -> None:
    with pytest.raises(ReplayError, match=message) as caught:
        Position(record, hand, action)
    assert caught.value.hand == hand


def test_the_end_of_a_game_is_not_a_choice() -> None:
    state = load_game("mile-bones", target=100).new_state(3)
    player = load_player("mile-bones", "easy", seed=1)
    while not state.is_terminal():
        state.apply_action(player.choose(state.observation(state.current_player)))
    record = replace(short_game(), body=state.body(), target=100, seed=3, id="0" * 32)
    with pytest.raises(ReplayError, match="anything to choose"):
        Position.at_end(record)


def test_a_record_that_breaks_the_rules_raises_an_error(record: Record) -> None:
    first = record.hands[0]
    broken = HandRecord(first.first, first.dealt, first.deck, ("1 draw", "1 draw"), None)
    with pytest.raises(ReplayError):
        Position(replace(record, body=Hands((broken,)), id=""), 1, 2)
    with pytest.raises(ReplayError, match="no game"):
        Position(replace(record, game="whist"), 1, 2)


def test_an_illegal_action_is_not_found(record: Record) -> None:
    with pytest.raises(KeyError):
        Position(record, *choices(record)[0]).legal_action(str(DRAW))
