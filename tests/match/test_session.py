"""A game in progress without a window: who acts, what is saved, and how a record is gone on with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import Disk, act_for_computer
from mile_bones.engine import GIVEN_UP, IllegalAction, NotationError, PlayerInfo, Record, ReplayError
from mile_bones.games import replay
from mile_bones.games.milebones import (
    DISCARD,
    DRAW,
    END_TRIP,
    EXTEND,
    PLAY,
    Card,
    Dealt,
    Discarded,
    Drawn,
    Event,
    HandEnded,
    Kind,
    Phase,
    Played,
)
from mile_bones.match import VIEWER, Session, Setup
from mile_bones.players import load_player
from stories import Story, going, near_the_goal, three_wins

SETUP = Setup("Anna", "mile-bones", "easy", seed=3)


def start(disk: Disk, setup: Setup = SETUP) -> Session:
    return Session.start(setup, disk.save, "Computer")


def resume(disk: Disk, record: Record, setup: Setup = SETUP) -> Session:
    return Session.resume(record, setup, disk.save)


def play_on(session: Session, level: str, acts: int = 10_000) -> None:
    """So many actions, or to the end of the game; the person's seat is played by a computer player."""
    brain = load_player(level)
    for _act in range(acts):
        if session.is_over:
            return
        if session.computer_to_act:
            act_for_computer(session)
        else:
            session.act(brain.choose(session.observation))


# ------------------------------------------------------------------ a new game


def test_a_new_game_is_saved_at_once(disk: Disk):
    session = start(disk)
    assert disk == [session.record()]
    assert disk[0].players == (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
    assert disk[0].rules == "mile-bones" and disk[0].target == 5000
    assert disk[0].hands[0].actions == ()


def test_the_seed_decides_the_cards_and_without_one_they_differ(disk: Disk):
    assert start(disk).record() == start(disk).record()
    free = replace(SETUP, seed=None)
    assert start(disk, free).record() != start(disk, free).record()


def test_the_setup_says_who_begins_by_which_rules_and_against_whom(disk: Disk):
    session = start(disk, Setup("Ben", "mille", "original", first=1))
    assert session.rules_name == "mille"
    assert session.players[1].level == "original"
    assert session.computer_to_act
    assert session.next_first == 0


@pytest.mark.parametrize("wrong", [{"rules": "poker"}, {"level": "genius"}])
def test_rules_and_levels_that_do_not_exist_are_refused(disk: Disk, wrong):
    with pytest.raises(NotationError):
        start(disk, replace(SETUP, **wrong))


# ------------------------------------------------------------------ acting


def test_every_action_is_saved_before_the_next_can_be_made(disk: Disk):
    session = start(disk)
    brain = load_player("easy")
    for _act in range(40):
        before = len(disk)
        if session.computer_to_act:
            act_for_computer(session)
        else:
            session.act(brain.choose(session.observation))
        assert len(disk) == before + 1  # once, and before the call came back
        assert disk[-1] == session.record()
    acts = [sum(len(hand.actions) for hand in record.hands) for record in disk]
    assert acts == list(range(len(disk)))


def test_the_person_gets_no_card_of_the_computer_to_see(disk: Disk):
    session = start(disk)
    (drawn,) = session.act(DRAW)
    assert isinstance(drawn, Drawn) and drawn.card is not None
    session.act(DISCARD[session.observation.hand[0]])
    (drawn,) = act_for_computer(session)
    assert isinstance(drawn, Drawn) and drawn.seat == 1 and drawn.card is None
    dealt = session.dealt()
    assert isinstance(dealt, Dealt) and dealt.hands[VIEWER] is not None and dealt.hands[1 - VIEWER] is None


@pytest.mark.slow
def test_what_happened_in_the_hand_is_told_again_after_a_restart(disk: Disk):
    session = start(disk)
    seen: list[Event] = []
    while not any(isinstance(event, HandEnded) for event in seen):
        assert tuple(seen) == session.hand_so_far() == resume(disk, session.record()).hand_so_far()
        if session.computer_to_act:
            seen += act_for_computer(session)
        else:
            seen += session.act(load_player("easy").choose(session.observation))
    assert any(isinstance(event, Drawn) and event.seat != VIEWER for event in seen)
    assert all(event.card is None for event in seen if isinstance(event, Drawn) and event.seat != VIEWER)
    assert session.hand_so_far() == ()  # of the next hand


def test_of_a_finished_game_the_last_hand_is_told_without_its_end(disk: Disk):
    record = three_wins().record()
    told = resume(disk, record).hand_so_far()
    assert sum(isinstance(event, Played | Discarded) for event in told) >= 1
    assert not any(isinstance(event, Dealt | HandEnded) for event in told)


def test_the_computer_does_what_its_level_chooses_from_what_it_may_know(disk: Disk):
    for level in ("easy", "original"):
        session = start(disk, replace(SETUP, level=level, seed=1_000_000_003))
        state, _act = list(replay(session.record(), 3))[-1]
        for _act in range(2):
            chosen = load_player(level).choose(state.observation(1))
            state.apply_action(chosen)
            act_for_computer(session)
            assert session.record().hands[0].actions[-1] == f"1 {chosen}"


def test_the_computer_is_asked_when_it_is_to_act_and_gets_what_its_seat_may_know(disk: Disk):
    session = resume(disk, going().me("draw 50", "play 50").record())
    question = session.question()
    state, _none = list(replay(session.record()))[-1]
    assert question.observation == state.observation(1)
    assert question.ply == len(session.record().hands[0].actions)
    assert session.question() == question  # asking changes nothing
    act_for_computer(session)
    assert session.question().ply == question.ply + 1
    assert start(disk).question() is None  # the person is to act


def test_an_answer_that_comes_late_is_dropped_and_nothing_is_saved(disk: Disk):
    session = resume(disk, going().me("draw 50", "play 50").record())
    question = session.question()
    assert session.answer(question.ply, DRAW) is not None
    second = session.question()
    before, saves = session.record(), len(disk)
    assert session.answer(question.ply, load_player("easy").choose(second.observation)) is None
    assert session.record() == before and len(disk) == saves
    session.give_up()
    before, saves = session.record(), len(disk)
    assert session.question() is None
    assert session.answer(second.ply, load_player("easy").choose(second.observation)) is None
    assert session.record() == before and len(disk) == saves


def test_an_answer_while_the_person_is_to_act_is_dropped(disk: Disk):
    session = start(disk)
    before, saves = session.record(), len(disk)
    assert session.answer(0, DRAW) is None
    assert session.record() == before and len(disk) == saves


def test_an_illegal_action_raises_and_changes_and_saves_nothing(disk: Disk):
    session = start(disk)
    before, saves = session.record(), len(disk)
    card = session.observation.hand[0]
    assert session.why_not(DISCARD[card]).code == "draw_first"
    with pytest.raises(IllegalAction):
        session.act(DISCARD[card])
    assert session.record() == before and len(disk) == saves


def test_the_person_is_refused_while_the_computer_is_to_act(disk: Disk):
    session = resume(disk, going().me("draw 50", "play 50").record())
    assert session.computer_to_act
    before, saves = session.record(), len(disk)
    assert session.why_not(DRAW).code == "not_your_turn"
    with pytest.raises(IllegalAction):
        session.act(DRAW)
    assert session.record() == before and len(disk) == saves


def test_a_save_that_fails_is_the_callers_to_report(disk: Disk):
    """What ``save`` raises comes through: a front end passes one that reports and goes on."""

    def full(_record: Record) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        Session.start(SETUP, full, "Computer")


# ------------------------------------------------------------------ going on with a record


@pytest.mark.parametrize(
    "record",
    [
        going().record(),
        going().me("draw 50").record(),
        near_the_goal().me("draw 50", "play 100").record(),
        three_wins().record(),
        going().idle_until(0).record(),
        going(rules="mille").record(),
    ],
    ids=["to draw", "to play", "extension", "third hand", "deck out", "mille"],
)
def test_a_record_is_gone_on_with_exactly_where_it_stops(disk: Disk, record: Record):
    session = resume(disk, record)
    assert session.record() == record
    assert disk == [record]
    state, _none = list(replay(record))[-1]
    assert session.observation == state.observation(VIEWER)
    play_on(session, "easy", 20)
    assert session.record().hands[: len(record.hands) - 1] == record.hands[:-1]
    assert session.record().hands[len(record.hands) - 1].actions[: len(record.hands[-1].actions)] == (
        record.hands[-1].actions
    )


def test_a_question_that_was_open_is_still_open(disk: Disk):
    session = resume(disk, near_the_goal().me("draw 50", "play 100").record())
    assert session.observation.phase is Phase.EXTEND
    assert set(session.observation.legal_actions()) == {EXTEND, END_TRIP}
    session.act(EXTEND)
    assert session.observation.goal == 1000


def test_the_person_takes_the_first_seat_whoever_sat_there(disk: Disk):
    record = replace(
        going().record(), players=(PlayerInfo("Robot", "computer", "original"), PlayerInfo("Ben", "human"))
    )
    session = resume(disk, record, replace(SETUP, level="original"))
    assert session.players == (PlayerInfo("Robot", "human"), PlayerInfo("Ben", "computer", "original"))
    assert not session.computer_to_act
    session.act(DRAW)
    assert disk[-1].players == session.players


@pytest.mark.parametrize("level", [None, "genius"])
def test_a_level_that_is_not_known_is_replaced_by_that_of_the_setup(disk: Disk, level):
    session = resume(disk, going(level=level).record(), replace(SETUP, level="original"))
    assert session.players[1].level == "original"


def test_a_level_that_is_known_stays(disk: Disk):
    session = resume(disk, going(level="easy").record(), replace(SETUP, level="original"))
    assert session.players[1].level == "easy"


def test_the_seed_of_the_setup_deals_the_hands_to_come(disk: Disk):
    def next_deal(seed: int) -> object:
        session = resume(disk, near_the_goal().me("draw 50", "play 100").record(), replace(SETUP, seed=seed))
        session.act(END_TRIP)
        return session.record().hands[1].dealt

    assert next_deal(3) == next_deal(3) != next_deal(4)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "original"])
def test_a_game_that_is_left_and_gone_on_with_at_every_step_is_the_same_game(disk: Disk, level):
    setup = replace(SETUP, level=level)
    whole = start(disk, setup)
    brain = load_player("easy")
    piecemeal = start(disk, setup)
    for _act in range(120):
        if whole.computer_to_act:
            act_for_computer(whole)
            act_for_computer(piecemeal)
        else:
            action = brain.choose(whole.observation)
            whole.act(action)
            piecemeal.act(action)
        piecemeal = resume(disk, disk[-1], setup)
        assert piecemeal.observation == whole.observation
        assert piecemeal.record() == whole.record()


@pytest.mark.parametrize(
    ("actions", "hand", "action"), [(("0 draw", "0 play ACCIDENT"), 1, 2), (("1 draw",), 1, 1), (("0 dance",), 1, 1)]
)
def test_a_record_that_breaks_the_rules_is_refused_and_nothing_is_saved(disk: Disk, actions, hand, action):
    record = going().record()
    bad = replace(record, hands=(replace(record.hands[0], actions=actions),))
    with pytest.raises(ReplayError) as caught:
        resume(disk, bad)
    assert (caught.value.hand, caught.value.action) == (hand, action)
    assert disk == []


# ------------------------------------------------------------------ the end


@pytest.mark.slow
def test_a_whole_game_ends_with_a_winner_and_the_turn_goes_on(disk: Disk):
    session = start(disk)
    play_on(session, "original")
    assert session.is_over and not session.given_up
    assert max(session.totals) >= 5000
    assert session.winner == int(session.totals[1] > session.totals[0])
    assert session.next_first == 1 - session.record().hands[-1].first
    assert session.why_not(DRAW).code == "game_over"
    assert disk[-1] == session.record()
    assert [state for state, _act in replay(disk[-1])][-1].totals == session.totals
    again = resume(disk, disk[-1])
    assert again.is_over and again.digest() == session.digest()
    ended, game_ended = again.ending()
    assert isinstance(ended, HandEnded) and ended.totals == session.totals
    assert game_ended.winner == session.winner


def test_a_drawn_game_has_no_winner(disk: Disk):
    story = Story("GO 25 25 25 25 25", "GO 25 25 25 25 50", target=25)
    story.me("draw 50", "play GO").computer("draw 50", "play GO")
    story.me("draw 50", "play 25").computer("draw 50", "play 25").idle_until(0)
    hand = story.record().hands[0]
    session = resume(disk, story.record())
    while not session.is_over:
        if session.computer_to_act:
            session = _discarded_by_the_computer(session, disk)
        else:
            session.act(DISCARD[session.observation.hand[0]])
    assert session.totals == (25, 25)
    assert session.winner is None
    assert session.ending()[1].winner is None
    assert session.record().hands[0].deck == hand.deck


def _discarded_by_the_computer(session: Session, disk: Disk) -> Session:
    """The same game after the computer has thrown a card away, whatever its level would do."""
    record = session.record()
    state, _none = list(replay(record))[-1]
    act = next(action for action in state.legal_actions() if action.kind is Kind.DISCARD)
    state.apply_action(act)
    return resume(disk, replace(record, hands=state.hand_records()))


def test_giving_up_ends_the_game_without_a_winner_and_is_saved(disk: Disk):
    session = resume(disk, going().record())
    session.give_up()
    assert session.is_over and session.given_up and session.winner is None
    assert disk[-1].ended == GIVEN_UP
    assert session.why_not(DRAW).code == "game_over"
    assert session.observation.legal_actions() == () and session.observation.phase is Phase.OVER
    assert not session.computer_to_act
    assert session.ending() is None
    assert session.next_first == 1
    again = resume(disk, disk[-1])
    assert again.given_up and again.digest() == session.digest()
    assert again.why_not(DRAW).code == "game_over"


def test_a_game_is_known_again_by_its_digest_and_no_other_has_it(disk: Disk):
    record = going().record()
    session = resume(disk, record)
    digest = session.digest()
    assert resume(disk, record).digest() == digest
    session.act(DRAW)
    assert session.digest() != digest
    assert resume(disk, replace(record, players=(PlayerInfo("Ben", "human"), record.players[1]))).digest() != digest


def test_the_events_of_an_action_are_told_in_their_order(disk: Disk):
    theirs = "FLAT_TIRE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS"
    story = Story("GO 100 100 100 100 PUNCTURE_PROOF", theirs, coming="50 75")
    story.me("draw 25", "play GO").computer("draw GASOLINE", "play FLAT_TIRE")
    session = resume(disk, story.record())
    played, first, second = session.act(PLAY[Card.PUNCTURE_PROOF])
    assert isinstance(played, Played) and played.coup
    assert (first.card, second.card) == (Card.MILES_50, Card.MILES_75) and first.coup and second.coup
