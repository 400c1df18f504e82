"""Twin histories: what a player is shown never depends on cards that this player has not seen.

A game is played and recorded. The cards that the viewer never saw (those left in the opponent's hand and in the deck
when a hand ends) are shuffled, and the same actions are done again. The viewer must be shown the same things.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

import pytest

from games.reach import all_within, hidden_within, is_alive
from games.tables import lively_steps, play, table
from games.twins import Case, Leak, cases, check_many, compare, drawn_anew, played, twin_deal, unseen_places
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Dealt, Drawn, Event, Played
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.state import MileBonesState

BOTH = pytest.mark.parametrize("rules", ["mile-bones", "mille"])
HANDS_A_PART = 2000


def shown(state: MileBonesState, actions: list[Action], viewer: int) -> Iterator[tuple[Any, ...]]:
    """Yield everything that the viewer is shown while the actions are done."""
    yield state.opening()[0].seen_by(viewer), state.observation(viewer), state.observation(viewer).legal_actions()
    for action in actions:
        events = state.apply_action(action)
        observation = state.observation(viewer)
        yield tuple(event.seen_by(viewer) for event in events), observation, observation.legal_actions()


def history(rules: str, seed: int, most: int) -> tuple[list[Action], list[list[Event]], list[Deal]]:
    """Play a random game. Return its actions, the events of each hand, and the deals."""
    state = MileBones(rules).new_state(seed=seed)
    actions: list[Action] = []
    events: list[list[Event]] = [[]]
    for action, happened in lively_steps(state, seed, most):
        actions.append(action)
        for event in happened:
            if isinstance(event, Dealt):
                events.append([])
            events[-1].append(event)
    return actions, events, [log.deal for log in state.logs]


@pytest.mark.sample(fast=4)
@BOTH
@pytest.mark.parametrize("most", [40, 100, 10_000], ids=["early", "late", "whole game"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_unseen_cards_do_not_change_what_a_viewer_is_shown(rules: str, viewer: int, most: int) -> None:
    redrawn = 0
    for seed in range(4):
        actions, events, deals = history(rules, seed, most)
        rng = Rng(seed)
        places = [unseen_places(deal, happened, viewer) for deal, happened in zip(deals, events, strict=True)]
        twins = [drawn_anew(deal, hidden, rng) for deal, hidden in zip(deals, places, strict=True)]
        redrawn += sum(deal != twin for deal, twin in zip(deals, twins, strict=True))
        game = MileBones(rules)
        one = shown(game.new_state(seed=seed, deal=deals), actions, viewer)
        two = shown(game.new_state(seed=seed, deal=twins), actions, viewer)
        for mine, theirs in zip(one, two, strict=True):
            assert mine == theirs
    assert redrawn > 3


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_many_hands_look_the_same_as_their_twins(part: int) -> None:
    """Compare 16,000 hands that cover every mixture of rule sets, viewers, first players, and play at random or by
    levels.

    These are the first of the 100,000 hands that ``python tests/games/twins.py`` compares.
    """
    assert check_many(HANDS_A_PART, 1, part * HANDS_A_PART) > 0.9 * HANDS_A_PART


def test_the_compared_hands_cover_every_mixture() -> None:
    """Any 32 consecutive hands cover both rule sets, both viewers and both first players. Levels play half of the hands
    of each kind.
    """
    seen = Counter((case.rules, case.viewer, case.deal.first, by_levels(case)) for case in cases(32, 1))
    assert len(seen) == 16
    assert set(seen.values()) == {2}
    assert len({case.choose for case in cases(32, 1) if by_levels(case)}) == 2


def by_levels(case: Case) -> bool:
    """Return True if computer players play this hand. Computer players would play the same hand the same way again."""
    return all(inspect.ismethod(choose) for choose in case.choose)


def test_a_viewer_who_has_seen_the_cards_can_tell_the_twins_apart() -> None:
    """The cards that only seat 0 has not seen are shuffled. Seat 1 is then shown something else, and the comparison
    finds it.
    """
    found = 0
    for case in cases(64, 1):
        if case.viewer == 0 and by_levels(case):
            story = played(case)
            length = len(story.actions) // 2
            deal, other = twin_deal(case, story, length), case._replace(viewer=1)
            compare(case, story, deal, length)
            with pytest.raises(Leak):
                compare(other, played(other), deal, length)
            found += 1
    assert found == 16


def test_the_twin_looks_different_to_the_seat_that_saw_the_cards() -> None:
    """The other seat has seen those cards and is shown something else, so the comparison can fail."""
    actions, events, deals = history("mile-bones", 1, 40)
    twin = drawn_anew(deals[0], unseen_places(deals[0], events[0], 0), Rng(1))
    game = MileBones("mile-bones")
    assert list(shown(game.new_state(deal=deals), actions, 1)) != list(shown(game.new_state(deal=twin), actions, 1))


def test_the_opponents_dealt_and_drawn_cards_are_hidden() -> None:
    state = table("mile-bones", "GO PUNCTURE_PROOF 25", "FLAT_TIRE 50 75", "100 100 200 200 STOP")
    assert state.opening()[0].seen_by(0) == Dealt(1, 0, (state.observation(0).hand, None), 5)
    assert state.opening()[0].seen_by(1) == Dealt(1, 0, (None, state.observation(1).hand), 5)
    events = play(state, "0 draw, 0 play GO, 1 draw, 1 play FLAT_TIRE, 0 play PUNCTURE_PROOF")
    drawn = [event for event in events if isinstance(event, Drawn)]
    assert [event.card for event in drawn] == [Card.MILES_100, Card.MILES_100, Card.MILES_200, Card.MILES_200]
    assert [event.coup for event in drawn] == [False, False, True, True]
    assert [event.seen_by(0).card for event in drawn] == [Card.MILES_100, None, Card.MILES_200, Card.MILES_200]
    assert [event.seen_by(1).card for event in drawn] == [None, Card.MILES_100, None, None]
    assert [event.seen_by(1).left for event in drawn] == [4, 3, 2, 1]


# --- objects that an observation refers to -------------------------------------------------------------------------


def is_frozen(item: object) -> bool:
    if isinstance(item, Enum | int | str | tuple | frozenset | None):
        return True
    return is_dataclass(item) and type(item).__dataclass_params__.frozen and not hasattr(item, "__dict__")


@BOTH
def test_observations_and_events_hold_no_reference_to_the_state(rules: str) -> None:
    state = MileBones(rules).new_state(seed=4)
    checked = 0
    for _action, events in lively_steps(state, 4, 400):
        for thing in (*events, state.observation(0), state.observation(1)):
            for item in all_within(thing):
                assert is_frozen(item), f"{type(item).__name__} can be reached from {type(thing).__name__}"
                assert not isinstance(item, MileBonesState)
                checked += 1
    assert checked > 10_000


@pytest.mark.slow
@BOTH
def test_keeping_observations_and_events_does_not_keep_the_state_alive(rules: str) -> None:
    """References that the garbage collector cannot follow, such as caches, do not hold the state either."""

    def shown_of_a_game() -> tuple[int, list[object]]:
        state = MileBones(rules).new_state(seed=4)
        kept: list[object] = [state.opening()[0].seen_by(0)]
        for _action, events in lively_steps(state, 4, 200):
            kept += [event.seen_by(0) for event in events]
            kept += [state.observation(0), state.observation(0).legal_actions(), state.legal_actions()]
        assert is_alive(MileBonesState, id(state))
        return id(state), kept

    identity, kept = shown_of_a_game()
    assert len(kept) > 400
    assert not is_alive(MileBonesState, identity)


@BOTH
def test_an_observation_never_changes(rules: str) -> None:
    state = MileBones(rules).new_state(seed=4)
    kept = []
    for _action, _events in lively_steps(state, 4, 200):
        kept.append((state.observation(0), repr(state.observation(0))))
    assert all(repr(observation) == text for observation, text in kept)


SMUGGLED: list[Callable[[Any], Any]] = [
    lambda state: [state],
    lambda state: (1, ({"deep": state},)),
    lambda state: lambda: state,
    lambda state: lambda given=state: given,
    lambda state: state.legal_actions,
    lambda state: (one for one in [state]),
]


@pytest.mark.parametrize("smuggle", SMUGGLED)
def test_the_search_finds_objects_that_are_not_frozen(smuggle: Callable[[Any], Any]) -> None:
    state = MileBones().new_state(seed=1)
    smuggled = smuggle(state)
    assert not all(is_frozen(item) for item in all_within(smuggled))
    assert hidden_within(state) <= {id(item) for item in all_within(smuggled)}


# --- the actions that a seat is shown -------------------------------------------------------------------------------


@BOTH
def test_only_the_seat_to_act_sees_legal_actions(rules: str) -> None:
    state = MileBones(rules).new_state(seed=6)
    for _action, _events in lively_steps(state, 6, 500):
        if state.current_player is None:
            break
        assert state.observation(state.current_player).legal_actions() == state.legal_actions()
        assert state.observation(1 - state.current_player).legal_actions() == ()
        assert state.observation(1 - state.current_player).coup is None


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_other_than_0_and_1_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match=str(seat)):
        MileBones().new_state(seed=1).observation(seat)


@BOTH
def test_an_observation_offers_a_coup_exactly_when_there_is_one(rules: str) -> None:
    """``observation.coup`` is the safety that would now score a coup fourré, or None if no safety would."""
    offered = 0
    for seed in range(25):
        state = MileBones(rules).new_state(seed=seed)
        for _action, _events in lively_steps(state, seed, 300):
            if state.current_player is None:
                break
            mine = state.observation(state.current_player)
            coups = set()
            for action in state.legal_actions():
                if action.kind is Kind.PLAY and action.card in mine.hand:
                    twin = state.clone()
                    first = twin.apply_action(action)[0]
                    coups |= {first.card} if isinstance(first, Played) and first.coup else set()
            assert coups == ({mine.coup} if mine.coup is not None else set())
            offered += len(coups)
    assert offered > 3
