"""Levels of Mille differ in how they think, never in what they know: unseen cards do not change their answers."""

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
"""The number of parts. Each part has a thousand deals. Ten parts take four minutes of processor time."""


def at(deal: Deal, actions: list[Action]) -> MontrealState:
    """Return the deal after these actions."""
    state = MontrealMille().new_state(1, deal=deal)
    for action in actions:
        state.apply_action(action, deal=False)
    return state


def twins(number: int) -> Iterator[tuple[int, MontrealState, MontrealState]]:
    """Yield one moment of deal ``number`` at which the viewer has a choice, as two states, or nothing if there is no
    such moment. The first state is as it was played. In the second state, cards that the viewer has not seen are
    replaced by others.

    In every third deal the players hoard cards, so that the stock runs out and a new stock is made from the discards.
    """
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
    """Ask every level at a moment of each deal and at its twin. Return the number of deals whose twins had other
    cards.
    """
    asked = {name: (load_player("montreal-mille", name, 3), load_player("montreal-mille", name, 3)) for name in LEVELS}
    redrawn = 0
    for number in numbers:
        for viewer, one, two in twins(number):
            for here, there in asked.values():
                assert here.choose(one.observation(viewer)) == there.choose(two.observation(viewer))
            redrawn += one.round.hands[1 - viewer] != two.round.hands[1 - viewer] or one.round.stock != two.round.stock
    return redrawn


def test_unseen_cards_do_not_change_an_answer() -> None:
    assert compare(range(24)) > 20


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_answer_is_the_same_in_many_twin_deals(part: int) -> None:
    assert compare(range(part * DEALS_A_PART, (part + 1) * DEALS_A_PART)) > 0.9 * DEALS_A_PART


def test_the_hands_of_most_twins_differ_so_peeping_would_be_noticed() -> None:
    """The opponent's hand differs between the twins, so the answers of such a player would differ in the tests
    above.
    """
    different = 0
    for number in range(12):
        for viewer, one, two in twins(number):
            different += one.observation(1 - viewer).hand != two.observation(1 - viewer).hand
    assert different > 6


@pytest.mark.parametrize("name", LEVELS)
def test_a_player_keeps_no_reference_to_the_state(name: str) -> None:
    state, player = MontrealMille().new_state(5), load_player("montreal-mille", name, 3)
    for _action in range(30):
        state.apply_action(player.choose(state.observation(state.current_player)))
    hidden = {
        id(item) for item in all_within(state) if isinstance(item, MontrealState | Round | Deal | bytearray | list)
    }
    assert len(hidden) > 10
    assert not hidden & {id(item) for item in all_within(player)}
