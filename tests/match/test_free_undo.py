"""Undoing a step within one's own turn is free of charge, because nobody has learned anything by the step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from match.helpers import Disk, resumed
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Seat, Setup
from stories import Story, going, near_the_goal

ANNA, BERT, COMPUTER = Person("Anna"), Person("Bert"), Computer("easy", "Computer")


def start(disk: Disk, second: Seat) -> Match:
    return Match.start(Setup("millieu", (ANNA, second), "millieu"), disk.save)


def safety() -> Story:
    """Return a game in which you have drawn and played a safety."""
    return going("100 100 DRIVING_ACE 200 200").me("draw 25", "play DRIVING_ACE")


def both_go() -> Story:
    """Return a game in which both players are on their way, and it is your turn."""
    story = Story("GO 100 100 100 100 100", "GO GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE SPARE_TIRE", coming="50 25")
    return story.me("draw 25", "play GO").computer("draw SPARE_TIRE", "play GO")


def act_at_random(match: Match, rng: random.Random) -> int:
    """Do a random legal action for the seat to act. Return that seat."""
    seat = match.current_player
    match.submit(seat, rng.choice(match.observation(seat).legal_actions()))
    return seat


def now(match: Match) -> tuple[int, int, int]:
    """Return the seat to act, the number of its turn, and the number of actions so far."""
    return match.current_player, match.observation(0).turn, len(match.record().body.actions)


def test_an_undo_is_free_only_within_a_turn(disk: Disk) -> None:
    """Check the rule after every action of three games. An undo also takes back earlier steps, up to the last step that
    had an alternative and was not a computer's.
    """
    seen: Counter[tuple[str, bool]] = Counter()
    for second, seed in ((BERT, 11), (BERT, 152), (COMPUTER, 1)):
        match, rng = start(disk, second), random.Random(seed)
        while not match.is_over:
            mover = act_at_random(match, rng)
            if match.to_undo is None:
                continue
            free, free_to_mover, after = match.is_free_to_undo(), match.is_free_to_undo(mover), now(match)
            match.undo()
            before = now(match)
            match.redo()
            if second is COMPUTER:
                taken = match.record().body.actions[before[2] :]
                assert free == all(action.startswith("0") for action in taken), "until the computer answers"
                continue
            assert free == (before[:2] == after[:2])
            assert free_to_mover == (before[0] == mover), "the player has not yet ended the turn"
            seen["free", free] += 1
            seen["free with a forced step", free and after[2] - before[2] > 1] += 1
            seen["free until it is said", free_to_mover and not free] += 1
    assert len(seen) == 6, f"not every case occurred: {seen}"


@pytest.mark.parametrize("seed", [11, 152])
def test_only_an_undo_that_is_not_free_makes_a_game_assisted(disk: Disk, seed: int) -> None:
    match, rng = start(disk, BERT), random.Random(seed)
    free = paid = 0
    while not match.is_over:
        act_at_random(match, rng)
        is_free, was_assisted = match.is_free_to_undo(), match.assisted
        if match.to_undo is None or not (is_free or free):
            continue  # first find some actions whose undo is free
        match.undo()
        assert disk[-1].assisted is match.assisted is (was_assisted or not is_free)
        match.redo()
        free += is_free and not was_assisted
        paid += not is_free
    assert free and paid


@pytest.mark.parametrize(
    ("story", "free"),
    [
        (safety(), True),  # the next card has not been drawn
        (safety().me("draw 50"), False),
        (both_go().me("draw 50", "play 50"), True),  # the computer has not answered
        (both_go().me("draw 50", "discard 50"), True),
        (both_go().me("draw 50", "play 50").computer("draw 25"), False),
        (near_the_goal().me("draw 25", "play 100"), True),
        (near_the_goal().me("draw 25", "play 100", "extend no"), False),  # the next hand has been seen
    ],
)
def test_in_mile_bones_an_undo_is_free_if_no_new_card_was_seen(disk: Disk, story: Story, free: bool) -> None:
    match = resumed(story.record(), disk.save)
    assert match.is_free_to_undo() is free
    match.undo()
    assert match.assisted is not free
