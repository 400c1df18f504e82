"""The steps that a match sends to its viewers: all receive the same steps, each with what that viewer may see."""

from __future__ import annotations

import pytest

from match.helpers import Disk, act_for_computer, heard, resumed, setup
from mile_bones.engine.record import Record
from mile_bones.games.milebones.actions import DRAW, END_TRIP
from mile_bones.games.milebones.events import Dealt, Discarded, Drawn, GameEnded, HandEnded, Played
from mile_bones.games.milebones.observation import Phase
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.match.steps import GivenUp, Redone, Step, StepKind, Undone
from mile_bones.players import load_player
from stories import going, near_the_goal, three_wins


def listeners(match: Match) -> dict[int | None, list[Step]]:
    """Subscribe a viewer in each seat and a spectator. Return the lists that collect their steps."""
    told: dict[int | None, list[Step]] = {0: [], 1: [], None: []}
    for viewer, steps in told.items():
        match.subscribe(viewer, steps.append)
    return told


def test_every_viewer_gets_each_action_but_only_its_player_a_drawn_card(disk: Disk):
    match = Match.start(setup(seed=3), disk.save)
    told = listeners(match)
    match.submit(0, DRAW)
    (own,), (other,), (nobody,) = (told[viewer] for viewer in (0, 1, None))
    assert own.kind is other.kind is nobody.kind is StepKind.ACTION
    assert own.events[0].card is not None
    assert other.events[0].card is None and nobody.events[0].card is None
    assert [step.observation for step in (own, other)] == [match.observation(seat) for seat in (0, 1)]
    assert nobody.observation.hand == () and nobody.observation.legal_actions() == ()


def test_a_spectator_sees_no_hand_and_no_deal(disk: Disk):
    match = Match.start(setup(seed=3), disk.save)
    (dealt,) = match.opening(None).events
    assert isinstance(dealt, Dealt) and dealt.hands == (None, None)
    assert match.observation(None).hand == () and not match.observation(None).to_act


def test_a_step_is_sent_after_it_was_saved(disk: Disk):
    match = Match.start(setup(seed=3), disk.save)
    saved: list[Record] = []
    match.subscribe(0, lambda _step: saved.append(disk[-1]))
    match.submit(0, DRAW)
    assert saved == [match.record()]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_end_of_a_hand_and_the_next_deal_are_two_steps(disk: Disk, viewer: int | None):
    match = resumed(near_the_goal().me("draw 50", "play 100").record(), disk.save, seed=4)
    steps: list[Step] = []
    match.subscribe(viewer, steps.append)
    match.submit(0, END_TRIP)
    action, end, deal = steps
    assert [step.kind for step in steps] == [StepKind.ACTION, StepKind.END, StepKind.DEAL]
    assert [type(event) for event in end.events] == [HandEnded] and not any(
        isinstance(event, HandEnded) for event in action.events
    )
    assert [type(event) for event in deal.events] == [Dealt]
    for step in (action, end):
        seen = step.observation
        assert (seen.hand_number, seen.phase, seen.player) == (1, Phase.OVER, None)
        miles = {seen.own.miles, seen.other.miles}
        assert 700 in miles, "the table as it stood when the hand ended"
    assert (deal.observation.hand_number, deal.observation.own.miles) == (2, 0)
    assert deal.observation.phase is Phase.DRAW


def test_the_game_ends_in_one_step_with_its_last_hand(disk: Disk):
    match = resumed(three_wins().me("draw", "play 100").record(), disk.save)
    steps = heard(match, lambda: match.submit(0, END_TRIP))
    assert [step.kind for step in steps] == [StepKind.ACTION, StepKind.END]
    assert [type(event) for event in steps[-1].events] == [HandEnded, GameEnded]
    ending = match.ending(0)
    assert ending is not None and (ending.kind, ending.events) == (StepKind.END, steps[-1].events)


def test_a_viewer_who_unsubscribed_gets_no_more_steps(disk: Disk):
    match = Match.start(setup(seed=3), disk.save)
    steps: list[Step] = []
    leave = match.subscribe(0, steps.append)
    leave()
    match.submit(0, DRAW)
    assert steps == []


def test_undo_redo_and_giving_up_are_steps(disk: Disk):
    match = resumed(going().me("draw 50").record(), disk.save)
    action = load_player("mile-bones", "easy").choose(match.observation(0))
    match.submit(0, action)
    steps = heard(match, lambda: (match.undo(), match.redo(), match.give_up(0)))
    assert [(step.kind, step.events) for step in steps] == [
        (StepKind.REWIND, (Undone(action),)),
        (StepKind.REWIND, (Redone(action),)),
        (StepKind.END, (GivenUp(0),)),
    ]
    assert [step.ply for step in steps] == sorted({step.ply for step in steps})
    assert steps[-1].observation.phase is Phase.OVER


def test_two_people_each_see_the_table_from_their_own_seat(disk: Disk):
    match = Match.start(Setup("mile-bones", (Person("Anna"), Person("Ben")), "mile-bones", seed=3), disk.save)
    told = listeners(match)
    brain = load_player("mile-bones", "original")
    hands = 0
    while hands == 0:
        seat = match.current_player
        assert seat is not None and match.question() is None
        match.submit(seat, brain.choose(match.observation(seat)))
        hands = sum(step.kind is StepKind.END for step in told[0])
    assert match.level is None and match.persons == (0, 1)
    assert [player.kind for player in match.record().players] == ["human", "human"]
    for viewer in (0, 1):
        for step in told[viewer]:
            assert step.observation.seat == viewer
            assert all(event.card is None for event in step.events if isinstance(event, Drawn) and event.seat != viewer)
    assert match.to_undo is not None
    plays = [event for step in told[1] for event in step.events if isinstance(event, Played | Discarded)]
    assert {event.seat for event in plays} == {0, 1}


def test_a_spectator_watches_two_computers_play_a_whole_hand(disk: Disk):
    seats = (Computer("easy", "Easy"), Computer("original", "Original"))
    match = Match.start(Setup("mile-bones", seats, "mille", seed=3), disk.save)
    steps: list[Step] = []
    match.subscribe(None, steps.append)
    while not any(step.kind is StepKind.END for step in steps):
        assert act_for_computer(match)
    assert all(event.card is None for step in steps for event in step.events if isinstance(event, Drawn))
    assert match.to_undo is None, "no choice was a person's"
