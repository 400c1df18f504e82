"""The search for whole turns in Mille, on the player's own row of numbers, compared with the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.montreal.tables import lively, table
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Kind
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players.montreal import situation as at
from mile_bones.players.montreal.conversion import situation_of, steps_of
from mile_bones.players.montreal.expert_inputs import CARD
from mile_bones.players.montreal.experts import choose_turn, expert_worth
from mile_bones.players.montreal.features import INPUTS, chance_of_taking, facts_of, spread_of, tell_discard, tell_table
from mile_bones.players.montreal.judges import WEIGHTS, judge_strongly
from mile_bones.players.montreal.network import network_tools
from mile_bones.players.montreal.proposals import PROPOSALS, new_proposals, propose
from mile_bones.players.montreal.turns import (
    NEVER,
    PLAN,
    THROW,
    best_turn,
    go_out,
    lay_plan,
    new_space,
    take_pile,
    throw,
    worth_of_drawing,
)


def tables(seed: int) -> Iterator[MontrealState]:
    """Yield every state of a lively random deal."""
    state, rng = MontrealMille().new_state(seed), Rng(seed)
    while not state.needs_deal and not state.is_terminal():
        yield state
        state.apply_action(lively(state, rng), deal=False)


def view_of(state: MontrealState) -> Observation:
    return state.observation(state.current_player)


def judge_points(row, sorts, number, worths, _tools) -> None:  # type: ignore[no-untyped-def]
    """Value a row by the points on the table less those in the hand."""
    for place in range(number):
        worths[place] = row[at.POINTS] - at.value(row, at.HAND) + at.VALUES[sorts[place]]


@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_counted_exactly_once_in_the_row(seed: int) -> None:
    for state in tables(seed):
        row = situation_of(view_of(state))
        cards = [at.held(row, part) for part in (at.HAND, at.KNOWN, at.UNSEEN, at.PILE, at.OWN, at.WILDS)]
        cards += [at.held(row, at.THEIRS), at.held(row, at.THEIR_WILDS)]
        assert sum(cards) == 104
        points = sum(at.value(row, part) for part in (at.HAND, at.KNOWN, at.UNSEEN, at.PILE))
        assert points + row[at.POINTS] + row[at.THEIR_POINTS] == 1140
        assert row[at.THEIR_CARDS] + row[at.STOCK] == at.held(row, at.KNOWN) + at.held(row, at.UNSEEN)


@pytest.mark.parametrize("seed", range(3))
def test_the_steps_of_a_plan_lead_to_its_table(seed: int) -> None:
    space = new_space()
    for state in tables(seed):
        view = view_of(state)
        if view.phase is not Phase.PLAY:
            continue
        row, plan = situation_of(view), [0] * PLAN
        best_turn(row, plan, space, judge_points, None)
        now = state.clone()
        for step in steps_of(view, plan):
            now.apply_action(step, deal=False)
        lay_plan(row, plan)
        if plan[THROW] >= 0:
            throw(row, plan[THROW])
        after = situation_of(now.observation(view.seat))
        parts = (at.HAND, at.PILE, at.OWN, at.WILDS)
        assert [row[part : part + at.RANKS] for part in parts] == [after[part : part + at.RANKS] for part in parts]
        assert (row[at.POINTS], row[at.TOP]) == (after[at.POINTS], after[at.TOP])


@pytest.mark.parametrize("seed", range(6))
def test_taking_the_pile_agrees_with_the_game(seed: int) -> None:
    for state in tables(seed):
        view = view_of(state)
        for action in view.legal_actions():
            if action.kind is Kind.PILE:
                row, now = situation_of(view), state.clone()
                take_pile(row)
                now.apply_action(action)
                after = situation_of(now.observation(view.seat))
                assert row[at.HAND : at.HAND + at.RANKS] == after[at.HAND : at.HAND + at.RANKS]
                assert row[at.OWN : at.OWN + at.RANKS] == after[at.OWN : at.OWN + at.RANKS]
                assert row[at.PILE : at.PILE + at.SORTS] == [0] * at.SORTS


def can_go_out(state: MontrealState) -> bool:
    """Return True if the player can go out, found by trying every step."""
    seen, waiting = set(), [state]
    while waiting:
        now = waiting.pop()
        for action in now.legal_actions():
            after = now.clone()
            after.apply_action(action, deal=False)
            if after.needs_deal or after.is_terminal():
                return True
            view = after.observation(0)
            if action.kind is not Kind.DISCARD and (view.hand, view.own) not in seen:
                seen.add((view.hand, view.own))
                waiting.append(after)
    return False


HANDS = (
    "KS KH KD 4S", "KS KH 2D 4S", "KS 2S 2H 4S", "KS 9H 2S 2H", "KS KH 9S 9H 2S 4D", "KS KH 9S 9H 2S 2D", "2S 2H 2D",
    "2S 2H", "2S 4C", "KS KH KD KC 2S 4D", "KS KH KD 2S 2H 2D 4S", "KS KH KD 2S 2H 4S", "KS KH 4S", "3S 3H 2D 2C 7S",
)  # fmt: skip


@pytest.mark.parametrize("sets", [{}, {"A": "AS AH AD"}, {"2": "2D 2H 2C"}], ids=["no set", "aces", "2s"])
@pytest.mark.parametrize("hand", HANDS)
def test_going_out_is_found_exactly_when_it_is_possible(hand: str, sets: dict[str, str]) -> None:
    state = table(hand, "5H 6H", sets=sets, phase="play", stock=30)
    plan, other = [0] * PLAN, [0] * PLAN
    found = go_out(situation_of(state.observation(0)), plan, other, new_space())
    assert (found > NEVER) == can_go_out(state)
    if found > NEVER:
        for step in steps_of(state.observation(0), plan):
            state.apply_action(step, deal=False)
        assert state.ending() is not None or state.needs_deal


def test_the_worth_of_going_out_is_the_score_of_the_deal() -> None:
    """Both kinds of natural are scored at once, and every card of the opponent's hand is known."""
    eights = "8S 8S 8H 8H 8D 8D 8C"
    state = table("8C 4S", "5H 6H", sets={"8": eights}, theirs="QS", phase="play", stock=40)
    at_play = state.round
    at_play.known[1][40] += 1
    known = MontrealState.from_round(state.rules, at_play, 1, 1)
    plan = [0] * PLAN
    assert go_out(situation_of(known.observation(0)), plan, [0] * PLAN, new_space()) == 4 * 40 + 100


def test_the_chance_of_a_pair_in_the_opponents_hand_is_right() -> None:
    nobody = table("KS KH KD KC KS KH 3S", "5H 6H", theirs="KD 4S", phase="play", stock=40)
    row = situation_of(nobody.observation(0))
    assert chance_of_taking(row, 11, spread_of(row)) == pytest.approx((2 / at.held(row, at.UNSEEN)) ** 2)
    row[at.KNOWN + 11], row[at.UNSEEN + 11] = 2, 0
    assert chance_of_taking(row, 11, spread_of(row)) == 1
    row[at.KNOWN + 11] = 1
    assert chance_of_taking(row, 11, spread_of(row)) == 0


def test_an_empty_stock_is_refilled_and_all_hands_are_known() -> None:
    state = table("KS KH 9C 7D", "3S 4S QS JD KD", stock=0)
    row = situation_of(state.observation(0))
    assert at.held(row, at.KNOWN) == 0
    at.restock(row)
    assert [at.held(row, part) for part in (at.KNOWN, at.UNSEEN, at.PILE)] == [row[at.THEIR_CARDS], 4, 1]
    assert (row[at.UNSEEN + at.DEAR_QUEEN], row[at.UNSEEN + at.DEAR_JACK], row[at.STOCK]) == (1, 1, 4)
    assert worth_of_drawing(row, new_space(), judge_points, None) > NEVER


def test_the_features_of_a_discard_equal_those_of_the_table_after_it() -> None:
    """Some features are computed as differences for each discard. They must equal the features that are computed from
    scratch.
    """
    for state in tables(2):
        view = view_of(state)
        if view.phase is not Phase.PLAY or view.held[0] < 2:
            continue
        row = situation_of(view)
        for sort in range(at.SORTS):
            if at.plain(row, at.HAND, sort) == 0:
                continue
            told, after, fresh = [0.0] * INPUTS, row[:], [0.0] * INPUTS
            tell_table(told, 0, row)
            tell_discard(told, 0, row, sort, facts_of(row))
            throw(after, sort)
            tell_table(fresh, 0, after)
            by_rank = [place for place in range(204) if place % 34 < 32]
            assert [told[place] for place in by_rank] == pytest.approx([fresh[place] for place in by_rank])


def proposed(view: Observation) -> tuple[list[list[int]], list[float]]:
    """Return the plans that strong proposes, and their worths."""
    proposals = new_proposals()
    row = situation_of(view)
    number = propose(row, [0] * PLAN, proposals, new_space(), judge_strongly, WEIGHTS)
    plans = [proposals[0][PLAN * place : PLAN * (place + 1)] for place in range(number)]
    assert row == situation_of(view), "the row is unchanged"
    return [list(plan) for plan in plans], list(proposals[1][:number])


@pytest.mark.parametrize("seed", range(3))
def test_proposals_begin_with_the_best_turn_and_are_sorted(seed: int) -> None:
    several = 0
    for state in tables(seed):
        view = view_of(state)
        if view.phase is not Phase.PLAY:
            continue
        plans, worths = proposed(view)
        best = [0] * PLAN
        worth = best_turn(situation_of(view), best, new_space(), judge_strongly, WEIGHTS)
        assert worths == sorted(worths, reverse=True)
        assert worths[0] >= worth and (worths[0] > worth or best in plans)
        assert len({tuple(plan) for plan in plans}) == len(plans) <= PROPOSALS
        several += len(plans) > 2
        for plan in plans:
            now = state.clone()
            for step in steps_of(view, plan):
                now.apply_action(step, deal=False)
            assert now.current_player != view.seat or now.needs_deal or now.is_terminal()
    assert several > 5


def network_of(weigh: Callable[[Any], None]) -> tuple[Any, ...]:
    """Return a network whose weights are all 0, except those that ``weigh`` sets."""
    flat, matrix, *layers = network_tools()
    empty = [0 * each for each in layers]
    weigh(empty)
    return flat, matrix, *empty


def test_the_expert_plays_like_strong_if_its_network_is_empty() -> None:
    def nothing(layers: Any) -> None:
        pass

    for state in tables(3):
        view = view_of(state)
        if view.phase is not Phase.PLAY:
            continue
        plans, worths = proposed(view)
        plan = [0] * PLAN
        worth = choose_turn(
            situation_of(view), plan, new_proposals(), new_space(), judge_strongly, WEIGHTS, network_of(nothing)
        )
        assert worth == pytest.approx(worths[0], rel=1e-5)
        alike = [each for each, by in zip(plans, worths, strict=True) if by == pytest.approx(worths[0], rel=1e-5)]
        assert plan in alike


def test_the_network_decides_among_the_proposals() -> None:
    """This network prefers discards of high value, and nothing else."""

    def dear(layers: Any) -> None:
        layers[0][CARD + 19, 0] = layers[2][0, 0] = 1
        layers[4][0, 0] = 1000

    view = table("KS KH QD 9C 7S 4C 10H AH", "5H 6H", phase="play", stock=30).observation(0)
    plans, _worths = proposed(view)
    plan = [0] * PLAN
    choose_turn(situation_of(view), plan, new_proposals(), new_space(), judge_strongly, WEIGHTS, network_of(dear))
    most = max(at.VALUES[each[THROW]] for each in plans)
    assert at.VALUES[plan[THROW]] == most > at.VALUES[plans[0][THROW]]


def test_the_network_values_a_table_the_same_alone_and_among_others() -> None:
    view = table("KS KH KD 9C 9S 2H 4C 7H", "5H 6H", phase="play", stock=30).observation(0)
    row, plan, network = situation_of(view), [0] * PLAN, network_tools()
    worth = choose_turn(row, plan, new_proposals(), new_space(), judge_strongly, WEIGHTS, network)
    lay_plan(row, plan)
    assert expert_worth(row, plan[THROW], WEIGHTS, network) == pytest.approx(worth, rel=1e-4)
