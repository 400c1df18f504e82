"""Levels of Mille differ by thinking, never by knowing: the same answer whatever the unseen cards are."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from games.montreal.tables import lively
from games.montreal.test_twins import drawn_anew, unseen_places
from games.reach import all_within
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.events import Event
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players import levels, load_player

pytestmark = pytest.mark.slow

LEVELS = tuple(each.name for each in levels("montreal-mille"))
DEALS_A_PART = 1000
PARTS = int(os.environ.get("MILE_BONES_TWIN_PARTS", "1"))
"""Of a thousand deals each; ten of them take four minutes of a processor."""


def at(deal: Deal, actions: list[Action]) -> MontrealState:
    """The deal after these actions."""
    state = MontrealMille().new_state(1, deal=deal)
    for action in actions:
        state.apply_action(action, deal=False)
    return state


def twins(number: int) -> Iterator[tuple[int, MontrealState, MontrealState]]:
    """A moment of deal ``number`` at which the viewer has a choice, twice: as it was, and with other cards where the
    viewer has seen none. In every third deal the players hoard, so that the stock is made anew."""
    state, rng, viewer = MontrealMille().new_state(number, first=number % 2), Rng(~number), number // 2 % 2
    hoard = number % 3 == 2
    actions: list[Action] = []
    moments: list[int] = []
    events: list[Event] = []
    before: list[int] = []
    while not state.needs_deal and not state.is_terminal() and len(actions) < 400:
        if state.current_player == viewer and len(state.legal_actions()) > 1:
            moments.append(len(actions))
            before.append(len(events))
        action = lively(state, rng)
        if hoard and action.kind is not Kind.DRAW:
            options = [each for each in state.legal_actions() if each.kind in (Kind.DRAW, Kind.DISCARD)] or [action]
            action = options[rng.below(len(options))]
        actions.append(action)
        events += state.apply_action(action, deal=False)
    if not moments:
        return
    which = rng.below(len(moments))
    done, happened = actions[: moments[which]], events[: before[which]]
    here = at(state.logs[0].deal, done)
    log = here.logs[0]
    there = at(drawn_anew(log.deal, log.restocked, unseen_places(log.deal, log.restocked, happened, viewer), rng), done)
    yield viewer, here, there


def compare(numbers: range) -> int:
    """Ask every level at a moment of each of these deals and at its twin; in how many there were other cards."""
    asked = {name: (load_player("montreal-mille", name, 3), load_player("montreal-mille", name, 3)) for name in LEVELS}
    redrawn = 0
    for number in numbers:
        for viewer, one, two in twins(number):
            for here, there in asked.values():
                assert here.choose(one.observation(viewer)) == there.choose(two.observation(viewer))
            redrawn += one.round.hands[1 - viewer] != two.round.hands[1 - viewer] or one.round.stock != two.round.stock
    return redrawn


def test_the_answer_is_the_same_whatever_the_unseen_cards_are() -> None:
    assert compare(range(24)) > 20


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_deals_and_their_twins(part: int) -> None:
    assert compare(range(part * DEALS_A_PART, (part + 1) * DEALS_A_PART)) > 0.9 * DEALS_A_PART


def test_a_player_that_saw_the_other_hand_would_be_found() -> None:
    """Its answers differ between the twins, which is what the tests above look at."""
    different = 0
    for number in range(12):
        for viewer, one, two in twins(number):
            different += one.observation(1 - viewer).hand != two.observation(1 - viewer).hand
    assert different > 6


@pytest.mark.parametrize("name", LEVELS)
def test_nothing_that_a_player_keeps_leads_to_the_state(name: str) -> None:
    state, player = MontrealMille().new_state(5), load_player("montreal-mille", name, 3)
    for _action in range(30):
        state.apply_action(player.choose(state.observation(state.current_player)))
    hidden = {
        id(item) for item in all_within(state) if isinstance(item, MontrealState | Round | Deal | bytearray | list)
    }
    assert len(hidden) > 10
    assert not hidden & {id(item) for item in all_within(player)}
