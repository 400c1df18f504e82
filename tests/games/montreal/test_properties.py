"""Properties of random deals and games: no card is lost or doubled, scores are right, and every deal and game ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from games.montreal import naive
from games.montreal.tables import lively, spread
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import DECK_SIZE, FULL_DECK, NOTATION, RANK_NOTATION, VALUES
from mile_bones.games.montreal.deal import shuffled_deal
from mile_bones.games.montreal.events import HandEnded
from mile_bones.games.montreal.game import MontrealMille, resampled_round
from mile_bones.games.montreal.legality import legal_actions
from mile_bones.games.montreal.observation import Phase
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.rules import MOST_DEALS, Rules
from mile_bones.games.montreal.state import MontrealState

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**64 - 1)
HOW = st.sampled_from(["random", "lively", "hoarding"])


def choices(at: Round, how: str, rng: Rng) -> Action:
    """Return a random legal action: mostly one that lays cards down if "lively", only draws and discards if
    "hoarding".
    """
    actions = legal_actions(at.view())
    if how == "hoarding":
        actions = tuple(action for action in actions if action.kind in (Kind.DRAW, Kind.DISCARD)) or actions
    elif how == "lively":
        actions = tuple(a for a in actions if a.kind in (Kind.PILE, Kind.LAY, Kind.ADD)) or actions
    return actions[rng.below(len(actions))]


def walk(seed: int, how: str) -> Iterator[Round]:
    """Yield the round at its beginning and after each action, until its end. The same round object is yielded every
    time, and changes in between.
    """
    at, rng = Round(shuffled_deal(seed, 0, seed % 2)), Rng(seed)
    yield at
    while at.ended is None:
        at.do(choices(at, how, rng))
        yield at


def names(at: Round, seat: int) -> tuple[list[str], dict[str, list[str]]]:
    """Return the hand and the sets of ``seat`` in the form of the naive rules."""
    sets = at.sets(seat)
    by_rank = {RANK_NOTATION[rank]: [NOTATION[card] for card in sets.cards(rank)] for rank in sets.ranks}
    return [NOTATION[card] for card in at.cards(seat)], by_rank


@pytest.mark.proof
@examples(30)
@given(seed=SEEDS, how=HOW)
def test_no_card_is_lost_or_doubled_and_all_cards_are_worth_1140(seed: int, how: str) -> None:
    for at in walk(seed, how):
        where = spread(at)
        assert where == list(FULL_DECK)
        assert sum(where) == DECK_SIZE == 104
        assert sum(value * count for value, count in zip(VALUES, where, strict=True)) == 1140
        assert at.held == [sum(at.hands[0]), sum(at.hands[1])]
        for seat in (0, 1):
            assert all(known <= held for known, held in zip(at.known[seat], at.hands[seat], strict=True))
            assert all(naive.is_set(cards, of) for of, cards in names(at, seat)[1].items())


@pytest.mark.proof
@examples(6)
@given(seed=SEEDS, how=HOW)
def test_the_legal_actions_agree_with_the_naive_rules(seed: int, how: str) -> None:
    for number, at in enumerate(walk(seed, how)):
        if at.ended is None and (number % 7 == seed % 7 or not at.stock):
            hand, sets = names(at, at.player)
            found = {str(action) for action in legal_actions(at.view())}
            assert found == naive.legal(
                hand,
                sets,
                [NOTATION[card] for card in at.pile],
                len(at.stock),
                drawn=at.phase is Phase.PLAY,
                first_turn=at.turn == 1,
                reshuffled=at.reshuffled,
            )


@examples(60)
@given(seed=SEEDS, how=HOW)
def test_every_deal_ends_and_its_score_agrees_with_the_naive_rules(seed: int, how: str) -> None:
    *_before, at = walk(seed, how)
    assert (at.ended == "out") == (at.out is not None)
    for seat, score in enumerate(at.score()):
        hand, sets = names(at, seat)
        assert (score.total, score.naturals) == naive.score(sets, hand, out=at.out == seat)
        assert at.out != seat or hand == []


def test_a_deal_without_sets_ends_when_the_second_stock_is_empty() -> None:
    ends = [list(walk(seed, "hoarding"))[-1] for seed in range(5)]
    assert {at.ended for at in ends} == {"stock"}
    assert all(at.reshuffled and not at.stock for at in ends)
    assert all(at.turn > 70 for at in ends)


@examples(25)
@given(seed=SEEDS, how=HOW)
def test_a_resampled_deal_looks_the_same_and_has_all_cards(seed: int, how: str) -> None:
    rng = Rng(seed)
    for number, at in enumerate(walk(seed, how)):
        if number % 9 or at.ended is not None:
            continue
        for seat in (0, 1):
            view = at.observation(seat, Rules())
            twin = resampled_round(view, rng)
            assert twin.observation(seat, Rules()) == view
            assert spread(twin) == list(FULL_DECK)
            unseen = [held - known for held, known in zip(at.hands[1 - seat], at.known[1 - seat], strict=True)]
            for card in at.stock:
                unseen[card] += 1
            assert list(view.unseen()) == unseen


@examples(40)
@given(seed=SEEDS, how=HOW)
def test_an_action_has_the_same_result_with_and_without_events(seed: int, how: str) -> None:
    rng = Rng(seed)
    done, told = Round(shuffled_deal(seed, 0, 0)), Round(shuffled_deal(seed, 0, 0))
    while done.ended is None:
        action = choices(done, how, rng)
        done.do(action)
        assert told.apply(action)
        assert all(getattr(done, name) == getattr(told, name) for name in Round.__slots__)


def played(state: MontrealState, seed: int) -> MontrealState:
    rng = Rng(seed)
    while not state.is_terminal():
        state.apply_legal(lively(state, rng))
    return state


@examples(15)
@given(
    seed=SEEDS,
    rules=st.builds(Rules, st.integers(1, 700), st.booleans(), st.booleans(), st.integers(0, 3)),
)
def test_every_game_ends_and_its_totals_are_sums_of_its_deals(seed: int, rules: Rules) -> None:
    state = played(MontrealMille(rules).new_state(seed), seed)
    ended = state.ending()
    assert ended is not None
    scores = [log.scores for log in state.logs]
    assert all(score is not None for score in scores)
    for seat in (0, 1):
        mine = [score[seat] for score in scores if score is not None]
        assert state.totals[seat] == sum(score.total for score in mine)
        assert state.naturals[seat] == sum(score.naturals for score in mine)
        assert state.chapeaux[seat] == sum(score.total < 0 for score in mine)
    assert state.hand_number <= MOST_DEALS
    assert (ended[1].payment is not None) == (rules.stake > 0 and ended[1].winner is not None)


@pytest.mark.slow
def test_a_game_that_nobody_can_win_ends_after_100_deals() -> None:
    state = MontrealMille(Rules(target=10**6, stake=1)).new_state(1)
    ends = 0
    rng = Rng(1)
    while not state.is_terminal():
        ends += any(isinstance(event, HandEnded) for event in state.apply_legal(lively(state, rng)))
    assert ends == state.hand_number == MOST_DEALS
    assert state.ending()[1].reason == "deals"
    assert state.returns() != (0, 0)
