"""A game in progress without a window: who acts, what is saved, and how a record is continued."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import Disk, act, act_for_computer, resumed, seen, setup
from mile_bones.engine.bodies import Hands
from mile_bones.engine.errors import IllegalAction, NotationError, ReplayError
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import GAMES, replay, spec
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Dealt, Discarded, Drawn, Event, HandEnded, Played
from mile_bones.games.milebones.observation import Phase
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.players import load_player
from stories import Story, begun, going, near_the_goal, three_wins

SETUP = setup(seed=3)


def start(disk: Disk, setup: Setup = SETUP) -> Match:
    return Match.start(setup, disk.save)


def resume(disk: Disk, record: Record, level: str = "easy", seed: int | None = 3) -> Match:
    return resumed(record, disk.save, level=level, seed=seed)


def play_on(match: Match, level: str, acts: int = 10_000) -> None:
    """Play ``acts`` actions, or to the end of the game. A computer player of ``level`` plays the person's seat."""
    brain = load_player("mile-bones", level)
    for _act in range(acts):
        if match.is_over:
            return
        if match.question() is not None:
            act_for_computer(match)
        else:
            act(match, brain.choose(seen(match)))


# ------------------------------------------------------------------ a new game


def test_a_new_game_is_saved_at_once(disk: Disk):
    match = start(disk)
    assert disk == [match.record()]
    assert disk[0].players == (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
    assert disk[0].rules == "mile-bones" and disk[0].target == 5000
    assert disk[0].hands[0].actions == ()


def test_the_seed_decides_the_cards_and_games_without_a_seed_differ(disk: Disk):
    assert start(disk).record().body == start(disk).record().body
    free = SETUP._replace(seed=None)
    assert start(disk, free).record().body != start(disk, free).record().body


def test_the_setup_decides_who_begins_the_rules_and_the_opponent(disk: Disk):
    match = start(disk, setup("Ben", "mille", "original", first=1))
    assert match.rules_name == "mille"
    assert match.record().players[1].level == "original"
    assert match.question() is not None
    assert match.next_first == 0


@pytest.mark.parametrize("wrong", [{"rules": "poker"}, {"level": "genius"}])
def test_rules_and_levels_that_do_not_exist_are_refused(disk: Disk, wrong):
    with pytest.raises(NotationError):
        start(disk, setup(**wrong))


# ------------------------------------------------------------------ acting


def test_every_action_is_saved_before_the_next_can_be_made(disk: Disk):
    match = start(disk)
    brain = load_player("mile-bones", "easy")
    for _act in range(40):
        before = len(disk)
        if match.question() is not None:
            act_for_computer(match)
        else:
            act(match, brain.choose(seen(match)))
        assert len(disk) == before + 1  # once, and before the call returned
        assert disk[-1] == match.record()
    acts = [sum(len(hand.actions) for hand in record.hands) for record in disk]
    assert acts == list(range(len(disk)))


def test_the_person_sees_no_card_of_the_computers_hand(disk: Disk):
    match = start(disk)
    (drawn,) = act(match, DRAW)
    assert isinstance(drawn, Drawn) and drawn.card is not None
    act(match, DISCARD[seen(match).hand[0]])
    (drawn,) = act_for_computer(match)
    assert isinstance(drawn, Drawn) and drawn.seat == 1 and drawn.card is None
    dealt = match.opening(0).events[0]
    assert isinstance(dealt, Dealt) and dealt.hands[0] is not None and dealt.hands[1] is None


@pytest.mark.slow
def test_the_events_since_the_deal_are_the_same_after_a_restart(disk: Disk):
    match = start(disk)
    told: list[Event] = []
    while not any(isinstance(event, HandEnded) for event in told):
        assert tuple(told) == match.since_deal(0) == resume(disk, match.record()).since_deal(0)
        if match.question() is not None:
            told += act_for_computer(match)
        else:
            told += act(match, load_player("mile-bones", "easy").choose(seen(match)))
    assert any(isinstance(event, Drawn) and event.seat != 0 for event in told)
    assert all(event.card is None for event in told if isinstance(event, Drawn) and event.seat != 0)
    assert match.since_deal(0) == ()  # nothing has happened yet in the new hand


@pytest.mark.sample(fast=1)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_story_has_the_events_and_the_table_of_each_action(disk: Disk, viewer: int | None):
    match = start(disk, setup(seed=11))
    brain = load_player("mile-bones", "easy")
    first, seen_then = 0, []
    for _turn in range(150):
        story = match.story(viewer)
        assert tuple(event for told in story for event in told.events) == match.since_deal(viewer)
        assert [told.number for told in story] == list(range(first, match.length))
        assert [told.observation for told in story] == seen_then
        if match.question() is not None:
            act_for_computer(match)
        else:
            act(match, brain.choose(seen(match)))
        seen_then.append(match.observation(viewer))
        if not match.since_deal(None):
            first, seen_then = match.length, []
    assert first > 0, "a hand has ended on the way"


def test_the_events_of_the_last_hand_of_a_finished_game_lack_its_end(disk: Disk):
    record = three_wins().record()
    told = resume(disk, record).since_deal(0)
    assert sum(isinstance(event, Played | Discarded) for event in told) >= 1
    assert not any(isinstance(event, Dealt | HandEnded) for event in told)


def test_the_computer_does_what_its_level_chooses(disk: Disk):
    for level in ("easy", "original"):
        match = start(disk, setup(level=level, seed=1_000_000_003))
        state, _act = list(replay(match.record(), 3))[-1]
        for _act in range(2):
            chosen = load_player("mile-bones", level).choose(state.observation(1))
            state.apply_action(chosen)
            act_for_computer(match)
            assert match.record().hands[0].actions[-1] == f"1 {chosen}"


def test_a_question_to_the_computer_has_its_own_observation(disk: Disk):
    match = resume(disk, going().me("draw 50", "play 50").record())
    question = match.question()
    state, _none = list(replay(match.record()))[-1]
    assert question.observation == state.observation(1)
    assert question.ply == len(match.record().hands[0].actions)
    assert match.question() == question  # asking changes nothing
    act_for_computer(match)
    assert match.question().ply == question.ply + 1
    assert start(disk).question() is None  # the person is to act


def test_a_late_answer_is_dropped_and_nothing_is_saved(disk: Disk):
    match = resume(disk, going().me("draw 50", "play 50").record())
    question = match.question()
    assert match.submit(1, DRAW, question.ply)
    second = match.question()
    before, saves = match.record(), len(disk)
    assert not match.submit(1, load_player("mile-bones", "easy").choose(second.observation), question.ply)
    assert match.record() == before and len(disk) == saves
    match.give_up()
    before, saves = match.record(), len(disk)
    assert match.question() is None
    assert not match.submit(1, load_player("mile-bones", "easy").choose(second.observation), second.ply)
    assert match.record() == before and len(disk) == saves


def test_an_action_out_of_turn_is_refused(disk: Disk):
    match = start(disk)
    before, saves = match.record(), len(disk)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        match.submit(1, DRAW, 0)
    assert match.record() == before and len(disk) == saves


def test_an_illegal_action_raises_and_changes_and_saves_nothing(disk: Disk):
    match = start(disk)
    before, saves = match.record(), len(disk)
    card = seen(match).hand[0]
    assert match.why_not(0, DISCARD[card]).code == "draw_first"
    with pytest.raises(IllegalAction):
        act(match, DISCARD[card])
    assert match.record() == before and len(disk) == saves


def test_the_person_is_refused_while_the_computer_is_to_act(disk: Disk):
    match = resume(disk, going().me("draw 50", "play 50").record())
    assert match.question() is not None
    before, saves = match.record(), len(disk)
    assert match.why_not(0, DRAW).code == "not_your_turn"
    with pytest.raises(IllegalAction):
        act(match, DRAW)
    assert match.record() == before and len(disk) == saves


def test_an_error_while_saving_reaches_the_caller(disk: Disk):
    """An error that ``save`` raises is not caught. A front end passes a ``save`` that reports errors itself."""

    def full(_record: Record) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        Match.start(SETUP, full)


# ------------------------------------------------------------------ continuing a record


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
def test_a_match_continues_a_record_exactly_where_it_stops(disk: Disk, record: Record):
    match = resume(disk, record)
    assert match.record() == record
    assert disk == [record]
    state, _none = list(replay(record))[-1]
    assert seen(match) == state.observation(0)
    play_on(match, "easy", 20)
    assert match.record().hands[: len(record.hands) - 1] == record.hands[:-1]
    assert match.record().hands[len(record.hands) - 1].actions[: len(record.hands[-1].actions)] == (
        record.hands[-1].actions
    )


def test_an_open_question_is_still_open_in_the_continued_game(disk: Disk):
    match = resume(disk, near_the_goal().me("draw 50", "play 100").record())
    assert seen(match).phase is Phase.EXTEND
    assert set(seen(match).legal_actions()) == {EXTEND, END_TRIP}
    act(match, EXTEND)
    assert seen(match).goal == 1000


def test_people_and_computers_sit_where_the_record_says(disk: Disk):
    record = replace(
        going().record(), players=(PlayerInfo("Robot", "computer", "original"), PlayerInfo("Ben", "human"))
    )
    match = resume(disk, record, "easy")
    assert match.seats == (Computer("original", "Robot"), Person("Ben"))
    assert match.viewer == 1 and match.persons == (1,)
    question = match.question()
    assert question is not None and question.seat == 0
    assert disk[-1].players == record.players


@pytest.mark.parametrize(("level", "goes_on"), [("easy", Computer("easy", "One")), ("genius", Person("One"))])
def test_two_computers_continue_alone_if_both_levels_are_known(disk: Disk, level, goes_on):
    players = (PlayerInfo("One", "computer", level), PlayerInfo("Two", "computer", "original"))
    match = resume(disk, replace(going().record(), players=players))
    assert match.seats == (goes_on, Computer("original", "Two"))


@pytest.mark.parametrize("level", [None, "genius"])
def test_an_unknown_level_is_replaced_by_that_of_the_setup(disk: Disk, level):
    match = resume(disk, going(level=level).record(), "original")
    assert match.record().players[1].level == "original"


def test_a_known_level_is_kept(disk: Disk):
    match = resume(disk, going(level="easy").record(), "original")
    assert match.record().players[1].level == "easy"


def test_the_seed_of_the_setup_deals_future_hands(disk: Disk):
    def next_deal(seed: int) -> object:
        match = resume(disk, near_the_goal().me("draw 50", "play 100").record(), seed=seed)
        act(match, END_TRIP)
        return match.record().hands[1].dealt

    assert next_deal(3) == next_deal(3) != next_deal(4)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "original"])
def test_a_game_resumed_after_every_step_is_the_same_game(disk: Disk, level):
    whole = start(disk, setup(level=level, seed=3))
    brain = load_player("mile-bones", "easy")
    piecemeal = start(disk, setup(level=level, seed=3))
    for _act in range(120):
        if whole.question() is not None:
            act_for_computer(whole)
            act_for_computer(piecemeal)
        else:
            action = brain.choose(seen(whole))
            act(whole, action)
            act(piecemeal, action)
        piecemeal = resume(disk, disk[-1])
        assert seen(piecemeal) == seen(whole)
        assert piecemeal.record().body == whole.record().body


@pytest.mark.parametrize(
    ("actions", "hand", "action"), [(("0 draw", "0 play ACCIDENT"), 1, 2), (("1 draw",), 1, 1), (("0 dance",), 1, 1)]
)
def test_a_record_that_breaks_the_rules_is_refused_and_nothing_is_saved(disk: Disk, actions, hand, action):
    record = going().record()
    bad = replace(record, body=Hands((replace(record.hands[0], actions=actions),)))
    with pytest.raises(ReplayError) as caught:
        resume(disk, bad)
    assert (caught.value.hand, caught.value.action) == (hand, action)
    assert disk == []


# ------------------------------------------------------------------ the end


@pytest.mark.slow
def test_a_whole_game_has_a_winner_and_the_first_turn_alternates(disk: Disk):
    match = start(disk)
    play_on(match, "original")
    assert match.is_over and not match.given_up
    assert max(match.totals) >= 5000
    assert match.winner == int(match.totals[1] > match.totals[0])
    assert match.next_first == 1 - match.record().hands[-1].first
    assert match.why_not(0, DRAW).code == "game_over"
    assert disk[-1] == match.record()
    assert [state for state, _act in replay(disk[-1])][-1].totals == match.totals
    again = resume(disk, disk[-1])
    assert again.is_over and again.digest() == match.digest()
    ended, game_ended = again.ending(0).events
    assert isinstance(ended, HandEnded) and ended.totals == match.totals
    assert game_ended.winner == match.winner


def test_a_drawn_game_has_no_winner(disk: Disk):
    story = Story("GO 25 25 25 25 25", "GO 25 25 25 25 50", target=25)
    story.me("draw 50", "play GO").computer("draw 50", "play GO")
    story.me("draw 50", "play 25").computer("draw 50", "play 25").idle_until(0)
    hand = story.record().hands[0]
    match = resume(disk, story.record())
    while not match.is_over:
        if match.question() is not None:
            match = _discarded_by_the_computer(match, disk)
        else:
            act(match, DISCARD[seen(match).hand[0]])
    assert match.totals == (25, 25)
    assert match.winner is None
    assert match.ending(0).events[1].winner is None
    assert match.record().hands[0].deck == hand.deck


def _discarded_by_the_computer(match: Match, disk: Disk) -> Match:
    """Return the same game after the computer has discarded a card, regardless of the choice of its level."""
    record = match.record()
    state, _none = list(replay(record))[-1]
    act = next(action for action in state.legal_actions() if action.kind is Kind.DISCARD)
    state.apply_action(act)
    return resume(disk, replace(record, body=state.body()))


def test_giving_up_ends_the_game_without_a_winner_and_is_saved(disk: Disk):
    match = resume(disk, going().record())
    match.give_up()
    assert match.is_over and match.given_up and match.winner is None
    assert disk[-1].ended == GIVEN_UP
    assert match.why_not(0, DRAW).code == "game_over"
    assert seen(match).legal_actions() == () and seen(match).phase is Phase.OVER
    assert match.question() is None
    assert match.ending(0) is None
    assert match.next_first == 1
    again = resume(disk, disk[-1])
    assert again.given_up and again.digest() == match.digest()
    assert again.why_not(0, DRAW).code == "game_over"


def test_the_digest_identifies_a_game(disk: Disk):
    record = going().record()
    match = resume(disk, record)
    digest = match.digest()
    assert resume(disk, record).digest() == digest
    act(match, DRAW)
    assert match.digest() != digest
    assert resume(disk, replace(record, players=(PlayerInfo("Ben", "human"), record.players[1]))).digest() != digest


def test_the_events_of_an_action_come_in_their_order(disk: Disk):
    theirs = "FLAT_TIRE GASOLINE GASOLINE REPAIRS REPAIRS REPAIRS"
    story = Story("GO 100 100 100 100 PUNCTURE_PROOF", theirs, coming="50 75")
    story.me("draw 25", "play GO").computer("draw GASOLINE", "play FLAT_TIRE")
    match = resume(disk, story.record())
    played, first, second = act(match, PLAY[Card.PUNCTURE_PROOF])
    assert isinstance(played, Played) and played.coup
    assert (first.card, second.card) == (Card.MILES_50, Card.MILES_75) and first.coup and second.coup


@pytest.mark.parametrize("game", [game for game in GAMES if spec(game).has_hidden_cards])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_undo_between_two_people_takes_back_one_action_and_reveals_nothing(game: str, seed: int):
    """The undone step may have had an alternative or not. This depends on cards that the opponent does not see, so it
    must not show.
    """
    record = begun(game, spec(game).rule_sets[0].name, (Person("Anna"), Person("Bert")), seed, turns=12)
    match = Match.resume(record, lambda _record: None, level="easy")
    for left in reversed(range(match.length)):
        assert match.length_after_undo == left
        match.undo()
        assert match.length == left
    match.redo()
    assert match.length == 1
