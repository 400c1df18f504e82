"""Taking moves back: through the computer's replies to one's own last choice, and never to another luck."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from match.helpers import Disk, act_for_computer
from mile_bones.engine import Record
from mile_bones.games import replay
from mile_bones.games.milebones import DRAW, END_TRIP, EXTEND, PLAY, Card, Phase
from mile_bones.match import VIEWER, Session, Setup
from mile_bones.match.numbers import LARGEST, first_of, fresh_number, number_of_day
from mile_bones.players import load_player
from stories import Story, near_the_goal, three_wins

SETUP = Setup("Anna", "mile-bones", "easy", seed=3)


def to_the_next_choice(session: Session) -> None:
    """The computer plays, and the person draws, until the person has something to choose."""
    while not session.is_over:
        if session.computer_to_act:
            act_for_computer(session)
        elif len(session.observation.legal_actions()) == 1:
            session.act(session.observation.legal_actions()[0])
        else:
            return


def choose(session: Session, which: int = 0) -> None:
    session.act(session.observation.legal_actions()[which])
    to_the_next_choice(session)


@pytest.fixture
def session(disk: Disk) -> Session:
    session = Session.start(SETUP, disk.save, "Computer")
    to_the_next_choice(session)
    return session


def assisted(record: Record) -> Record:
    return replace(record, assisted=True)


def test_undo_goes_back_through_the_computers_replies_to_ones_own_last_choice(session: Session):
    before, seen = session.record(), session.observation
    choose(session)
    assert session.to_undo == before_last(before, session.record())
    session.undo()
    assert session.record() == assisted(before)
    assert session.observation == seen
    assert session.assisted


def before_last(before: Record, after: Record) -> object:
    """The first action that ``after`` has more."""
    done = sum(len(hand.actions) for hand in before.hands)
    return [action for _state, action in replay(after)][done]


def test_drawing_is_no_choice_as_long_as_there_is_no_other(session: Session):
    before = session.record()
    session.act(session.observation.legal_actions()[0])
    while session.computer_to_act:
        act_for_computer(session)
    assert session.observation.legal_actions() == (DRAW,)
    session.undo()
    assert session.record() == assisted(before)
    while session.to_undo is not None:
        session.undo()
    assert session.record().hands[0].actions == ("0 draw",)


def test_a_coup_that_could_have_been_played_makes_drawing_a_choice(disk: Disk):
    story = Story("GO PUNCTURE_PROOF 200 200 100 STOP", "FLAT_TIRE GO 25 25 RIGHT_OF_WAY END_OF_LIMIT")
    story.me("draw 100", "play GO").computer("draw 25", "play FLAT_TIRE")
    session = Session.resume(story.record(), SETUP, disk.save)
    session.act(DRAW)
    assert session.to_undo == DRAW


def test_one_can_go_back_to_the_start_of_the_game_and_forward_again(session: Session):
    start = session.record()
    steps = [start]
    for number in range(60):
        choose(session, number % 2)
        steps.append(session.record())
    assert len(session.record().hands) > 1, "the game should reach a second hand here"
    for step in reversed(steps[:-1]):
        session.undo()
        assert session.record() == assisted(step)
    assert session.to_undo is None
    at_start = session.record()
    session.undo()
    assert session.record() == at_start
    for step in steps[1:]:
        session.redo()
        assert session.record() == assisted(step)
    assert session.to_redo is None
    session.redo()
    assert session.record() == assisted(steps[-1])


def test_undo_does_not_change_luck(session: Session):
    """Also not that of hands which had been dealt when they were undone, and come another way now."""

    def to_the_second_hand() -> None:
        while len(session.record().hands) == 1:
            choose(session, -1)

    to_the_second_hand()
    seen = session.record().hands[1]
    while session.to_undo is not None:
        session.undo()
    choose(session, 0)
    to_the_second_hand()
    again = session.record().hands[1]
    assert (again.dealt, again.deck) == (seen.dealt, seen.deck)
    assert session.record().hands[0].actions != ()


def test_the_luck_of_a_game_from_a_file_without_a_number_stays_as_well(disk: Disk):
    session = Session.resume(near_the_goal().me("draw 50", "play 100").record(), replace(SETUP, seed=None), disk.save)
    assert session.observation.phase is Phase.EXTEND
    session.act(END_TRIP)
    seen = session.record().hands[1]
    session.undo()
    assert session.observation.phase is Phase.EXTEND
    assert session.to_redo == END_TRIP
    session.act(END_TRIP)
    assert session.record().hands[1] == seen


def test_the_answer_about_the_extension_can_be_taken_back(disk: Disk):
    session = Session.resume(near_the_goal().me("draw 50", "play 100").record(), SETUP, disk.save)
    session.act(EXTEND)
    assert session.to_undo == EXTEND
    session.undo()
    assert session.observation.phase is Phase.EXTEND
    assert session.to_undo == PLAY[Card.MILES_100]


def test_another_choice_forgets_what_was_undone(session: Session):
    choose(session)
    session.undo()
    assert session.to_redo is not None
    session.act(session.observation.legal_actions()[-1])
    assert session.to_redo is None


def test_an_answer_to_a_question_from_before_the_undo_is_dropped(session: Session):
    session.act(session.observation.legal_actions()[0])
    question = session.question()
    assert question is not None
    session.undo()
    session.act(session.observation.legal_actions()[1])
    again = session.question()
    assert again is not None
    before = session.record()
    assert session.answer(question.ply, load_player("easy").choose(again.observation)) is None
    assert session.record() == before


def test_undo_and_redo_are_saved_before_they_return(session: Session, disk: Disk):
    choose(session)
    for step in (session.undo, session.redo):
        saves = len(disk)
        step()
        assert len(disk) == saves + 1
        assert disk[-1] == session.record()


def test_moves_from_before_a_restart_can_be_taken_back(session: Session, disk: Disk):
    before = session.record()
    choose(session)
    after = Session.resume(disk[-1], replace(SETUP, seed=None), disk.save)
    assert after.to_undo == session.to_undo
    after.undo()
    assert after.record() == assisted(before)
    assert Session.resume(disk[-1], SETUP, disk.save).assisted


def test_a_game_that_is_over_stays_as_it_is(disk: Disk, session: Session):
    choose(session)
    session.give_up()
    assert session.to_undo is None
    before = session.record()
    session.undo()
    assert session.record() == before


# ------------------------------------------------------------------ the numbers of deals


def test_a_game_keeps_its_number_and_the_number_deals_all_of_it(disk: Disk):
    setup = replace(SETUP, seed=None)
    session = Session.start(setup, disk.save, "Computer")
    assert session.seed is not None
    twin = Session.start(replace(setup, seed=session.seed), disk.save, "Computer")
    assert twin.record() == session.record()
    again = Session.resume(disk[-1], setup, disk.save)
    assert again.seed == session.seed
    for game in (session, again):
        brain = load_player("original")
        while len(game.record().hands) == 1:
            if game.computer_to_act:
                act_for_computer(game)
            else:
                game.act(brain.choose(game.observation))
    assert again.record() == session.record()


def test_a_number_says_who_begins(disk: Disk):
    for first in (0, 1):
        number = fresh_number(first)
        assert first_of(number) == first
        assert 0 <= number <= LARGEST
        session = Session.start(replace(SETUP, seed=number, first=1 - first), disk.save, "Computer")
        assert session.record().hands[0].first == first
        free = Session.start(replace(SETUP, seed=None, first=first), disk.save, "Computer")
        assert free.record().hands[0].first == first


def test_fresh_numbers_differ():
    assert len({fresh_number(0) for _time in range(100)}) == 100


def test_the_deal_of_the_day_is_made_from_the_date():
    assert number_of_day(date(2026, 12, 24)) == 20261224
    assert first_of(number_of_day(date(9999, 12, 31))) == VIEWER


def test_a_game_without_a_number_has_none(disk: Disk):
    assert Session.resume(three_wins().record(), SETUP, disk.save).seed is None
