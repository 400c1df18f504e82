"""A record moment by moment: the same tables as in the game, and a way to continue from each of them."""

from __future__ import annotations

from dataclasses import replace as changed
from pathlib import Path

import pytest

from match.helpers import Disk, resumed, seen
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import replay
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Dealt, Drawn, GameEnded, HandEnded, Played
from mile_bones.games.milebones.observation import Phase
from mile_bones.match.replaying import Replay, is_over
from mile_bones.storage.records import load_record
from stories import Story, going, near_the_goal, three_wins

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"
GAMES = ("mile-bones-game-01", "mile-bones-game-04", "mille-game-01")


def load(name: str) -> Record:
    return load_record(CONFORMANCE / f"{name}.json")


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_shows_the_table_of_the_game(name: str):
    record = load(name)
    shown = Replay(record)
    position = 0
    for state, _action in replay(record):
        if shown.moment(position).action == shown.actions(shown.moment(position).hand):
            position += 1  # after the end of a hand, the state has already dealt the next hand
        if position == len(shown):
            break
        assert shown.moment(position).observations == tuple(state.observation(seat) for seat in (0, 1))
        position += 1
    assert len(shown) == sum(len(hand.actions) + 1 for hand in record.hands)


@pytest.mark.parametrize("name", GAMES)
def test_each_hand_ends_with_the_score_of_the_record(name: str):
    record = load(name)
    shown = Replay(record)
    moments = [shown.moment(position) for position in range(len(shown))]
    ends = [event for moment in moments for event in moment.events if isinstance(event, HandEnded)]
    assert [event.hand for event in ends] == list(range(1, len(record.hands) + 1))
    for ended, hand in zip(ends, record.hands, strict=True):
        assert hand.score == tuple(score.to_dict() for score in ended.scores)
    last = moments[-1]
    assert isinstance(last.events[-1], GameEnded) and last.events[-1].totals == ends[-1].totals
    for moment in moments:
        if any(isinstance(event, HandEnded) for event in moment.events):
            assert all(seat.phase is Phase.OVER and seat.player is None for seat in moment.observations)


@pytest.mark.parametrize("name", GAMES)
def test_the_events_account_for_every_change_of_the_hands(name: str):
    """The open events (cards drawn and put away) are applied to the dealt hands. The result is the hands that are
    shown.
    """
    shown = Replay(load(name))
    hands: list[list] = [[], []]
    for position in range(len(shown)):
        moment = shown.moment(position)
        for event in moment.events:
            if isinstance(event, Dealt):
                hands = [list(cards) for cards in event.hands]
            elif isinstance(event, Drawn):
                hands[event.seat].append(event.card)
            elif hasattr(event, "card"):
                hands[event.seat].remove(event.card)
        assert [list(seat.hand) for seat in moment.observations] == hands


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_continued_from_anywhere_but_its_end(name: str):
    record = load(name)
    shown = Replay(record)
    for position in range(0, len(shown), 7):
        moment = shown.moment(position)
        cut = shown.record_at(position)
        assert cut is not None and cut.assisted
        match = resumed(cut, Disk().save)
        if any(isinstance(event, HandEnded) for event in moment.events):
            moment = shown.moment(position + 1)  # the next hand is dealt from its recorded cards
        assert seen(match) == moment.observations[0]
        assert match.assisted and not match.is_over
    assert shown.record_at(len(shown) - 1) is None


def test_an_unfinished_game_can_be_continued_after_its_last_hand():
    record = three_wins().record()
    whole = Replay(record)
    assert whole.record_at(len(whole) - 1) is not None
    for position in range(len(whole)):
        assert not is_over(whole.record_at(position))


def test_the_opponents_cards_stay_hidden_in_the_hand_in_progress():
    record = three_wins().record()
    shown = Replay(record)
    opened = {shown.moment(position).hand for position in range(len(shown)) if shown.is_open(position)}
    assert opened == set(range(1, shown.hands)), "all but the last"
    given_up = Replay(going().record(ended=GIVEN_UP))
    assert not any(given_up.is_open(position) for position in range(len(given_up))), (
        "a copy of the game may be in progress"
    )


def test_the_next_event_is_a_safety_hazard_answer_or_end_of_a_hand():
    story = near_the_goal(target=700).me("draw 50", "play 100", "extend no")
    shown = Replay(story.record())
    assert shown.next_event(0) == len(shown) - 1, "only distances are played until the answer, which ends the game"
    story = Story("GO 100 100 EXTRA_TANK 25 25", "OUT_OF_GAS GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS")
    story.me("draw 25", "play GO").computer("draw GO", "play OUT_OF_GAS").me("play EXTRA_TANK").comes("25 25")
    shown = Replay(story.record())
    hit = shown.next_event(0)
    assert shown.moment(hit).events == (Played(1, Card.OUT_OF_GAS, 0),)
    coup = shown.next_event(hit)
    assert coup == hit + 1 and shown.moment(coup).events[0] == Played(0, Card.EXTRA_TANK, 0, coup=True)
    assert shown.next_event(coup) == len(shown) - 1


def test_positions_that_do_not_exist_are_refused():
    shown = Replay(going().record())
    for position in (-1, len(shown)):
        with pytest.raises(IndexError):
            shown.moment(position)


def test_a_record_that_breaks_the_rules_is_refused():
    with pytest.raises(ReplayError):
        Replay(changed(going().record(), rules="chess"))
