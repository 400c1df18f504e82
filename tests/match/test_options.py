"""Games with options and another target: both are in the record, and the continued game keeps them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import Disk, resumed
from mile_bones.engine.errors import NotationError, ReplayError
from mile_bones.games import final_state, replay
from mile_bones.games.montreal.actions import Kind, parse_action
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.state import MontrealState
from mile_bones.match.match import Match
from mile_bones.match.replaying import Replay
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.players import load_player

OPTIONS = {"natural_required": True, "stake": 2}
ANNA, COMPUTER = Person("Anna"), Computer("easy", "Computer")


def start(disk: Disk, seats: tuple[Person | Computer, Person | Computer] = (ANNA, COMPUTER), **more: object) -> Match:
    setup = Setup("montreal-mille", seats, "montreal-mille", **{"seed": 5, "target": 300, **more})  # type: ignore[arg-type]
    return Match.start(setup, disk.save)


def play_on(match: Match, acts: int = 10_000) -> None:
    """Play ``acts`` actions, or to the end. The person's seat is played like the computer's."""
    brain = load_player("montreal-mille", "easy", 1)
    for _act in range(acts):
        if match.is_over:
            return
        seat = match.current_player
        assert seat is not None
        match.submit(seat, brain.choose(match.observation(seat)))


def test_the_record_has_options_and_target(disk: Disk):
    match = start(disk, options=OPTIONS)
    assert (match.options, match.target) == (OPTIONS, 300)
    (saved,) = disk
    assert (saved.options, saved.target) == (OPTIONS, 300)
    assert match.observation(0).rules == Rules(target=300, natural_required=True, stake=2)
    usual = Match.start(Setup("montreal-mille", (ANNA, COMPUTER), "montreal-mille"), disk.save)
    assert (usual.options, usual.target, usual.observation(0).rules) == ({}, 1200, Rules())


def test_a_continued_game_keeps_its_options(disk: Disk):
    match = start(disk, options=OPTIONS)
    play_on(match, 50)
    again = resumed(disk[-1], disk.save)
    assert again.observation(0) == match.observation(0)
    assert (again.options, again.target) == (OPTIONS, 300)


def test_options_and_targets_that_do_not_exist_are_refused(disk: Disk):
    with pytest.raises(NotationError, match="“stake” cannot be “7” in Mille"):
        start(disk, options={"stake": 7})
    with pytest.raises(NotationError, match="cannot be played to 0"):
        start(disk, target=0)
    record = replace(start(disk).record(), options={"progressive": 1})
    with pytest.raises(ReplayError, match="“progressive” cannot be “1” in Mille"):
        next(replay(record))


def test_mile_bones_is_played_to_another_target(disk: Disk):
    match = Match.start(Setup("mile-bones", (ANNA, COMPUTER), "mile-bones", target=700), disk.save)
    assert match.target == disk[0].target == match.observation(0).rules.target == 700


def test_a_whole_game_is_played_saved_and_replayed(disk: Disk):
    match = start(disk, (Computer("easy", "One"), Computer("easy", "Two")), options={"stake": 1})
    play_on(match)
    assert match.winner is not None
    assert final_state(disk[-1]).returns() == ((1, -1) if match.winner == 0 else (-1, 1))
    shown = Replay(disk[-1])
    assert shown.hands == disk[-1].body.count
    assert shown.moment(len(shown) - 1).events[-1].payment is not None
    half = shown.record_at(len(shown) // 2)
    assert half is not None
    again = resumed(half, disk.save)
    play_on(again)
    assert again.is_over


# ------------------------------------------------------------------ undo


def at_play(disk: Disk, seed: int = 5) -> Match:
    """Return a game in which Anna has just drawn and holds cards that she can lay down."""
    for number in range(seed, seed + 50):
        match = start(disk, seed=number)
        submit(match, "draw")
        if any(action.kind is Kind.LAY for action in match.observation(0).legal_actions()):
            return match
    raise AssertionError("nobody has a set")


def submit(match: Match, text: str) -> None:
    seat = match.current_player
    assert seat is not None
    match.submit(seat, parse_action(text))


def lay(match: Match) -> None:
    actions = match.observation(0).legal_actions()
    match.submit(0, next(action for action in actions if action.kind is Kind.LAY))


def test_undoing_laid_cards_is_free_of_charge(disk: Disk):
    match = at_play(disk)
    before = match.observation(0)
    lay(match)
    assert match.is_free_to_undo()
    match.undo()
    assert match.observation(0) == before
    assert not match.assisted


def test_undoing_a_discard_is_free_until_the_computer_moves(disk: Disk):
    match = at_play(disk)
    match.submit(0, match.observation(0).legal_actions()[-1])
    assert match.current_player == 1 and match.is_free_to_undo()
    question = match.question()
    assert question is not None
    match.submit(1, question.observation.legal_actions()[0])
    assert not match.is_free_to_undo()


def test_undo_is_free_after_taking_the_pile_but_not_after_drawing(disk: Disk):
    games = (start(disk, seed=seed) for seed in range(200))
    match = next(match for match in games if len(match.observation(0).legal_actions()) > 1)
    pile = match.observation(0).legal_actions()[1]
    match.submit(0, pile)
    assert match.is_free_to_undo(), "the cards of the pile had been seen"
    match.undo()
    assert not match.assisted
    submit(match, "draw")
    assert not match.is_free_to_undo()
    match.undo()
    assert match.assisted


def test_undo_does_not_change_the_stock(disk: Disk):
    match = at_play(disk)
    first = final_state(match.record())
    assert isinstance(first, MontrealState)
    stock = list(first.round.stock)
    lay(match)
    match.undo()
    again = final_state(match.record())
    assert again.round.stock == stock
