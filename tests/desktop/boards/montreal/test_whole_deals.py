"""Whole deals are played from both seats on the board: by clicks, drags, keys, and presses of a screen reader alone."""

from __future__ import annotations

from collections import Counter

import pytest

from desktop.boards.montreal.gestures import Act, by_clicks, by_drags, by_keys, by_presses
from desktop.boards.montreal.positions import NAMES, new_state
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.boards.montreal.models import slot_models
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.events import HandEnded
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.state import MontrealState

pytestmark = pytest.mark.proof  # make test plays whole deals in the window

SEED, DICE = 38, 2
"""A short deal in which both seats draw, take the pile, lay down and add."""

LIVELY = {Kind.DRAW: 2, Kind.PILE: 9, Kind.TURNED: 9, Kind.LAY: 6, Kind.ADD: 6, Kind.DISCARD: 1}


def lively(state: MontrealState, rng: Rng) -> Action:
    """Return a random legal action, seldom a discard."""
    legal = state.legal_actions()
    weights = [LIVELY[action.kind] * 8 if action.kind is not Kind.DISCARD else 1 for action in legal]
    mark = rng.below(sum(weights))
    for action, weight in zip(legal, weights, strict=True):
        mark -= weight
        if mark < 0:
            return action
    raise AssertionError


def looks_right(board: MontrealBoard, seen: Observation) -> None:
    """Check that the scene equals the observation, and that nothing is left over from a gesture or a flight."""
    assert board.observation == seen
    assert sorted(board.order.cards) == sorted(seen.cards)
    expected = slot_models(seen, board.order.cards, NAMES, pair=board.rules().pair())
    shown = {place: slot.model for place, slot in board.slots.items() if place in expected}
    assert shown == expected
    there = set(board.places_now.slots)
    gone = {place for place in expected if place not in there}
    assert there <= set(expected) and gone <= {"take", *slot_names.OWN_SETS, *slot_names.OTHER_SETS}
    assert [place for place in gone if expected[place].face is not None] == []
    assert {place for place, slot in board.slots.items() if slot.isVisible()} == there
    assert {place for place, button in board.buttons.items() if button.isVisible()} == there
    assert [place for place, slot in board.slots.items() if slot.marks.hidden or slot.marks.dimmed] == []
    assert [item for item in board.scene().items() if isinstance(item, FlyingCard)] == []


@pytest.mark.sample(proof=1)
@pytest.mark.parametrize(
    ("by", "dragging"),
    [(by_clicks, True), (by_clicks, False), (by_drags, True), (by_keys, True), (by_presses, True)],
    ids=["clicks where dragging is a method too", "clicks alone", "drags", "keys", "presses of a screen reader"],
)
def test_a_whole_deal_can_be_played_for_both_seats(board: MontrealBoard, by: Act, dragging: bool) -> None:
    board.gestures.dragging = dragging
    state, rng = new_state(SEED), Rng(DICE)
    done: Counter[Kind] = Counter()
    ended: list[HandEnded] = []
    acting = 0

    def play(action: Action) -> None:
        events = state.apply_action(action, deal=False)
        ended.extend(event for event in events if isinstance(event, HandEnded))
        happened = [event for event in events if not isinstance(event, state.closing)]
        board.animate(happened, state.observation(acting), lambda: None)

    board.chosen.connect(play)
    while not ended:
        assert state.current_player is not None
        acting = state.current_player
        board.show_observation(state.observation(acting))
        board.show_invitation()
        board.focus_first()
        action, count = lively(state, rng), len(state.actions)
        by(board, action)
        assert state.actions[count:] == (action,), f"{action} in {board.order.cards}"
        done[action.kind] += 1
        looks_right(board, state.observation(acting))
    assert min(done[kind] for kind in (Kind.DRAW, Kind.PILE, Kind.LAY, Kind.ADD, Kind.DISCARD)) > 0


@pytest.mark.parametrize("speed", [0.0, 1.0], ids=["at once", "with flights that are ended early"])
def test_every_action_of_both_seats_is_shown_undone_and_redone(board: MontrealBoard, speed: float) -> None:
    """Seat 0 looks on: it sees its own actions, and what it may see of the opponent's."""
    for animator in board.animators():
        animator.speed = speed
    state, rng, kinds = new_state(SEED), Rng(DICE), Counter[tuple[int | None, Kind]]()
    ends: list[Observation] = []
    while not state.needs_deal:
        before, seen = state.observation(0), state.current_player
        action = lively(state, rng)
        kinds[seen, action.kind] += 1
        happened = state.apply_action(action, deal=False)
        events = [event.seen_by(0) for event in happened if not isinstance(event, state.closing)]
        after = state.observation(0)
        board.show_observation(before)
        board.animate(events, after, lambda: ends.append(board.observation))
        board.finish()
        looks_right(board, after)
        board.travel(events, before, lambda: ends.append(board.observation), back=True)
        board.finish()
        looks_right(board, before)
        board.travel(events, after, lambda: ends.append(board.observation), back=False)
        board.finish()
        looks_right(board, after)
        assert ends[-3:] == [after, before, after]
    assert min(kinds[seat, kind] for seat in (0, 1) for kind in (Kind.DRAW, Kind.PILE, Kind.LAY, Kind.ADD)) > 0
