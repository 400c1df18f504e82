"""Undo takes back the computer's replies and one's own last choice. It never changes the cards to come."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from match.helpers import Disk, act, act_for_computer, resumed, seen, setup
from mile_bones.engine.record import Record
from mile_bones.games import replay
from mile_bones.games.milebones.actions import DRAW, END_TRIP, EXTEND, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Phase
from mile_bones.match.match import Match
from mile_bones.match.numbers import LARGEST, first_of, fresh_number, number_of_day
from mile_bones.players import load_player
from stories import Story, near_the_goal, three_wins

SETUP = setup(seed=3)


def to_the_next_choice(match: Match) -> None:
    """Let the computer play and the person draw, until the person has a choice."""
    while not match.is_over:
        if match.question() is not None:
            act_for_computer(match)
        elif len(seen(match).legal_actions()) == 1:
            act(match, seen(match).legal_actions()[0])
        else:
            return


def choose(match: Match, which: int = 0) -> None:
    act(match, seen(match).legal_actions()[which])
    to_the_next_choice(match)


@pytest.fixture
def match(disk: Disk) -> Match:
    match = Match.start(SETUP, disk.save)
    to_the_next_choice(match)
    return match


def assisted(record: Record) -> Record:
    return replace(record, assisted=True)


def test_undo_returns_to_the_players_own_last_choice(match: Match):
    before, table = match.record(), seen(match)
    choose(match)
    assert match.to_undo == before_last(before, match.record())
    match.undo()
    assert match.record() == assisted(before)
    assert seen(match) == table
    assert match.assisted


def before_last(before: Record, after: Record) -> object:
    """Return the first action of ``after`` that is not in ``before``."""
    done = sum(len(hand.actions) for hand in before.hands)
    return [action for _state, action in replay(after)][done]


def test_drawing_is_not_a_choice_if_nothing_else_is_legal(match: Match):
    before = match.record()
    act(match, seen(match).legal_actions()[0])
    while match.question() is not None:
        act_for_computer(match)
    assert seen(match).legal_actions() == (DRAW,)
    match.undo()
    assert match.record() == assisted(before)
    while match.to_undo is not None:
        match.undo()
    assert match.record().hands[0].actions == ("0 draw",)


def test_drawing_is_a_choice_if_a_coup_could_have_been_played(disk: Disk):
    story = Story("GO PUNCTURE_PROOF 200 200 100 STOP", "FLAT_TIRE GO 25 25 RIGHT_OF_WAY END_OF_LIMIT")
    story.me("draw 100", "play GO").computer("draw 25", "play FLAT_TIRE")
    match = resumed(story.record(), disk.save, seed=3)
    act(match, DRAW)
    assert match.to_undo == DRAW


def test_undo_and_redo_reach_the_start_of_the_game_and_back(match: Match):
    start = match.record()
    steps = [start]
    for number in range(60):
        choose(match, number % 2)
        steps.append(match.record())
    assert len(match.record().hands) > 1, "the game should reach a second hand here"
    for step in reversed(steps[:-1]):
        match.undo()
        assert match.record() == assisted(step)
    assert match.to_undo is None
    at_start = match.record()
    match.undo()
    assert match.record() == at_start
    for step in steps[1:]:
        match.redo()
        assert match.record() == assisted(step)
    assert match.to_redo is None
    match.redo()
    assert match.record() == assisted(steps[-1])


def test_undo_does_not_change_the_cards_to_come(match: Match):
    """The cards also stay the same in hands that had been dealt before the undo and are reached in another way
    afterwards.
    """

    def to_the_second_hand() -> None:
        while len(match.record().hands) == 1:
            choose(match, -1)

    to_the_second_hand()
    next_hand = match.record().hands[1]
    while match.to_undo is not None:
        match.undo()
    choose(match, 0)
    to_the_second_hand()
    again = match.record().hands[1]
    assert (again.dealt, again.deck) == (next_hand.dealt, next_hand.deck)
    assert match.record().hands[0].actions != ()


def test_undo_keeps_the_cards_of_a_game_whose_file_has_no_number(disk: Disk):
    match = resumed(near_the_goal().me("draw 50", "play 100").record(), disk.save)
    assert seen(match).phase is Phase.EXTEND
    act(match, END_TRIP)
    next_hand = match.record().hands[1]
    match.undo()
    assert seen(match).phase is Phase.EXTEND
    assert match.to_redo == END_TRIP
    act(match, END_TRIP)
    assert match.record().hands[1] == next_hand


def test_the_answer_about_the_extension_can_be_undone(disk: Disk):
    match = resumed(near_the_goal().me("draw 50", "play 100").record(), disk.save, seed=3)
    act(match, EXTEND)
    assert match.to_undo == EXTEND
    match.undo()
    assert seen(match).phase is Phase.EXTEND
    assert match.to_undo == PLAY[Card.MILES_100]


def test_another_choice_discards_the_undone_actions(match: Match):
    choose(match)
    match.undo()
    assert match.to_redo is not None
    act(match, seen(match).legal_actions()[-1])
    assert match.to_redo is None


def test_an_answer_to_a_question_from_before_the_undo_is_dropped(match: Match):
    act(match, seen(match).legal_actions()[0])
    question = match.question()
    assert question is not None
    match.undo()
    act(match, seen(match).legal_actions()[1])
    again = match.question()
    assert again is not None
    before = match.record()
    assert not match.submit(1, load_player("mile-bones", "easy").choose(again.observation), question.ply)
    assert match.record() == before


def test_undo_and_redo_are_saved_before_they_return(match: Match, disk: Disk):
    choose(match)
    for step in (match.undo, match.redo):
        saves = len(disk)
        step()
        assert len(disk) == saves + 1
        assert disk[-1] == match.record()


def test_moves_from_before_a_restart_can_be_undone(match: Match, disk: Disk):
    before = match.record()
    choose(match)
    after = resumed(disk[-1], disk.save)
    assert after.to_undo == match.to_undo
    after.undo()
    assert after.record() == assisted(before)
    assert resumed(disk[-1], disk.save, seed=3).assisted


def test_a_finished_game_cannot_be_undone(disk: Disk, match: Match):
    choose(match)
    match.give_up()
    assert match.to_undo is None
    before = match.record()
    match.undo()
    assert match.record() == before


# ------------------------------------------------------------------ the numbers of deals


def test_a_game_keeps_its_number_which_decides_all_deals(disk: Disk):
    free = SETUP._replace(seed=None)
    match = Match.start(free, disk.save)
    assert match.seed is not None
    twin = Match.start(free._replace(seed=match.seed), disk.save)
    assert twin.record().body == match.record().body
    again = resumed(disk[-1], disk.save)
    assert again.seed == match.seed
    for game in (match, again):
        brain = load_player("mile-bones", "original")
        while len(game.record().hands) == 1:
            if game.question() is not None:
                act_for_computer(game)
            else:
                act(game, brain.choose(seen(game)))
    assert again.record().body == match.record().body


def test_the_number_of_a_deal_decides_who_begins(disk: Disk):
    for first in (0, 1):
        number = fresh_number(first)
        assert first_of(number) == first
        assert 0 <= number <= LARGEST
        match = Match.start(SETUP._replace(seed=number, first=1 - first), disk.save)
        assert match.record().hands[0].first == first
        free = Match.start(SETUP._replace(seed=None, first=first), disk.save)
        assert free.record().hands[0].first == first


def test_a_hundred_new_deal_numbers_are_all_different():
    assert len({fresh_number(0) for _time in range(100)}) == 100


def test_the_number_of_the_day_is_made_from_the_date():
    assert number_of_day(date(2026, 12, 24)) == 20261224
    assert first_of(number_of_day(date(9999, 12, 31))) == 0


def test_a_game_from_a_file_without_a_deal_number_has_no_deal_number(disk: Disk):
    assert resumed(three_wins().record(), disk.save, seed=3).seed is None
