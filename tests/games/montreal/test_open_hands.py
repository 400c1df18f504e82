"""The review of a deal of Mille shows both hands: every card, its origin and its fate."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.montreal.actions import DRAW, TURNED, Kind
from mile_bones.games.montreal.cards import NOTATION
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.review import CardStory, DealReview, Fate, Origin, both_hands
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players import load_player

NAME = "montreal-mille"
PLAYERS = (PlayerInfo("One", "computer", "easy"), PlayerInfo("Two", "computer", "easy"))


def record_of(state: MontrealState, seed: int | None) -> Record:
    return Record(NAME, NAME, PLAYERS, state.body(), target=1200, seed=seed)


@cache
def played(seed: int, *, idle: bool = False) -> tuple[MontrealState, Record]:
    """Return a deal between two easy players.

    With ``idle``, the second player only draws and discards, so that the stock runs out.
    """
    state = MontrealMille().new_state(seed=seed)
    player = load_player(NAME, "easy", seed)
    while not state.needs_deal:
        legal, seat = state.legal_actions(), state.current_player
        lazy = idle and (seat == 1 or legal[0].kind is not Kind.DRAW)
        action = player.choose(state.observation(seat))
        if lazy or idle:
            action = legal[0] if DRAW in legal else legal[-1]
        if TURNED in legal:
            action = TURNED
        state.apply_action(action, deal=False)
    return state, record_of(state, seed)


def turned_up() -> int:
    """Return the seed of a deal in which a 2 is turned up."""
    return next(seed for seed in range(50) if TURNED in MontrealMille().new_state(seed=seed).legal_actions())


SEEDS = (*range(8), turned_up())


def faces(stories: tuple[CardStory, ...]) -> Counter[int]:
    return Counter(story.card for story in stories)


@pytest.mark.sample(fast=3)
@pytest.mark.parametrize("idle", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_accounted_for(seed: int, idle: bool) -> None:
    state, record = played(seed, idle=idle)
    found, log, at = both_hands(record, 1), state.logs[0], state.round
    assert found.deal.dealt == log.deal.dealt
    for seat, side in enumerate(found.sides):
        assert tuple(story.card for story in side.came(Origin.DEALT)) == log.deal.dealt[seat]
        assert Counter(side.kept) == Counter(at.cards(seat))
        laid = Counter(story.card for story in side.stories if story.fate is Fate.LAID)
        assert laid == Counter(card for rank in at.sets(seat).ranks for card in at.sets(seat).cards(rank))
        thrown = [str(action).split()[1] for who, action in log.actions if who == seat and action.kind is Kind.DISCARD]
        away = [story for story in side.stories if story.fate is Fate.DISCARDED]
        assert [NOTATION[one.card] for one in sorted(away, key=lambda one: one.left)] == thrown
    stock = log.deal.stock if log.restocked is None else log.restocked
    assert found.stock == stock[len(stock) - len(found.stock) :] and len(found.stock) == len(at.stock)
    drawn = sum(len(side.came(Origin.DRAWN)) for side in found.sides)
    assert drawn == sum(action.kind is Kind.DRAW for _seat, action in log.actions)
    assert found.turns == at.turn - (at.out is None), "a turn without a legal action does not count"


@pytest.mark.slow
def test_every_deal_that_idle_players_played_had_a_second_stock() -> None:
    assert all(played(seed, idle=True)[0].logs[0].restocked is not None for seed in SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_comes_to_a_hand_before_it_leaves_the_hand(seed: int) -> None:
    found = both_hands(played(seed)[1], 1)
    for side in found.sides:
        for story in side.stories:
            assert (story.came == 0) == (story.origin is Origin.DEALT)
            assert (story.left is None) == (story.fate is Fate.KEPT)
            assert story.left is None or story.came <= story.left <= found.turns


def taken() -> DealReview:
    """Return a deal in which a pile of several cards was taken."""
    for seed in range(40):
        state, record = played(seed)
        before = MontrealMille().new_state(seed=seed)
        for _seat, action in state.logs[0].actions:
            if action.kind is Kind.PILE and len(before.observation(0).pile) > 2:
                return both_hands(record, 1)
            before.apply_action(action, deal=False)
    raise AssertionError


def test_every_card_of_a_taken_pile_is_listed_and_its_top_card_is_laid() -> None:
    found = taken()
    stories = next(side for side in found.sides if side.came(Origin.TAKEN)).came(Origin.TAKEN)
    turn = stories[0].came
    together = [story for story in stories if story.came == turn]
    assert len(together) > 2
    assert (together[-1].fate, together[-1].left) == (Fate.LAID, turn)


def test_the_turned_up_2_was_taken_in_the_first_turn() -> None:
    seed = turned_up()
    state, record = played(seed)
    first = both_hands(record, 1).sides[state.logs[0].deal.first]
    assert next((story.card, story.came) for story in first.came(Origin.TAKEN)) == (state.logs[0].deal.turned, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_older_of_two_equal_cards_leaves_first(seed: int) -> None:
    for side in both_hands(played(seed, idle=True)[1], 1).sides:
        for card in faces(side.stories):
            left = [story.left for story in side.stories if story.card == card]
            gone = [turn for turn in left if turn is not None]
            assert gone == sorted(gone) and left == gone + [None] * (len(left) - len(gone))


def test_an_unfinished_deal_cannot_be_reviewed() -> None:
    state = MontrealMille().new_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="not over"):
        both_hands(record_of(state, 3), 1)


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_deal_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="no deal"):
        both_hands(played(1)[1], number)


def test_a_record_without_its_seed_gives_the_same_review() -> None:
    for idle in (False, True):
        state, record = played(2, idle=idle)
        alone, known = both_hands(record_of(state, None), 1), both_hands(record, 1)
        assert (alone.sides, alone.stock, alone.turns) == (known.sides, known.stock, known.turns)
