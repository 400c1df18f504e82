"""Facts that hold at every step of random games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from examples import examples
from games.millieu import naive
from games.millieu.perft import whole_turns
from games.millieu.positions import lively, position, wandering
from mile_bones.engine.errors import IllegalAction, NotationError
from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import ACTIONS, PLACE, SLIDE, TAKE, Take, parse_action
from mile_bones.games.millieu.cube import LINES
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.parts import Millieu
from mile_bones.games.millieu.pieces import PIECES, Piece, is_mill
from mile_bones.games.millieu.refusals import CODES
from mile_bones.games.millieu.state import MillieuState
from mile_bones.games.millieu.words import REFUSAL_CODES, refusal_text

SEEDS = st.integers(0, 2**32)
few = examples(12, suppress_health_check=[HealthCheck.too_slow])


@few
@given(SEEDS)
def test_every_turn_starts_without_a_mill_and_with_all_pieces(seed: int) -> None:
    for state in wandering(seed):
        view = state.observation(None)
        counts = Counter(piece for piece in view.board if piece is not None)
        for hand in view.hands:
            counts.update({piece: hand[piece] for piece in PIECES})
        assert all(counts[piece] == 2 for piece in PIECES)
        if view.phase in (Phase.PLACE, Phase.OVER):
            assert not any(is_mill(*(view.board[point] for point in line)) for line in LINES)
            assert max(map(sum, view.hands)) <= 9


@few
@given(SEEDS)
def test_a_mill_has_one_active_piece_and_a_turn_at_most_four_captures(seed: int) -> None:
    taken = 0
    for state in wandering(seed):
        view = state.observation(None)
        taken = taken + 1 if view.phase is Phase.CAPTURE else 0
        assert taken <= 4
        for line in view.mills:
            assert len(set(line) & set(view.active)) == 1
            assert set(line) - set(view.active) <= {point for line in view.mills for point in line}


@pytest.mark.slow
@few
@given(SEEDS, st.booleans())
def test_exactly_the_listed_actions_are_legal_and_refusals_have_words(seed: int, late_mills: bool) -> None:
    for number, state in enumerate(wandering(seed, late_mills=late_mills)):
        if number % 4:
            continue
        legal = set(state.legal_actions())
        for action in ACTIONS:
            refusal = state.why_not(action)
            assert (refusal is None) == (action in legal), f"{action}: {refusal}"
            if refusal is not None:
                assert refusal.code in CODES
                assert refusal_text(refusal, ("Ada", "Bo"), 0)


def test_every_code_has_words() -> None:
    """The codes include that of a match for an action out of turn."""
    assert {*CODES, "not_your_turn"} == REFUSAL_CODES


@pytest.mark.slow
@few
@given(SEEDS, st.booleans())
def test_every_legal_step_belongs_to_a_turn_that_can_be_completed(seed: int, late_mills: bool) -> None:
    rng = Rng(seed)
    for number, state in enumerate(wandering(seed, late_mills=late_mills)):
        if number % 5:
            continue
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            while after.current_player == state.current_player and after.turn == state.turn:
                actions = after.legal_actions()
                assert actions, f"{action} cannot be completed"
                after.apply_action(actions[rng.below(len(actions))])


@pytest.mark.slow
@few
@given(SEEDS)
def test_a_clone_is_independent(seed: int) -> None:
    rng = Rng(seed)
    for number, state in enumerate(wandering(seed)):
        if number % 7 or state.is_terminal():
            continue
        before, log = state.observation(0), state.log
        twin = state.clone()
        for _step in range(6):
            if not twin.is_terminal():
                twin.apply_action(lively(twin, rng))
        assert (state.observation(0), state.log) == (before, log)
        assert twin.log[: len(log)] == log


@pytest.mark.slow
@few
@given(SEEDS)
def test_undoing_and_repeating_actions_gives_the_same_game(seed: int) -> None:
    *_before, state = wandering(seed)
    for back in (0, 1, 2, 3, 10, len(state.log)):
        earlier = state.before(back)
        assert len(earlier.log) == len(state.log) - back
        for _seat, action in state.log[len(earlier.log) :]:
            earlier.apply_action(action)
        assert earlier.observation(None) == state.observation(None)
        assert earlier.ending() == state.ending()


@pytest.mark.slow
@few
@given(SEEDS, st.booleans())
def test_an_observation_contains_the_whole_state(seed: int, late_mills: bool) -> None:
    """A state made from an observation continues like the observed state."""
    rng = Rng(seed)
    for number, state in enumerate(wandering(seed, late_mills=late_mills)):
        if state.is_terminal():
            with pytest.raises(ValueError, match="over"):
                Millieu().resample(state.observation(0), rng)
        elif number % 5 == 0:
            for seat in (0, 1, None):
                view = state.observation(seat)
                again = Millieu().resample(view, rng)
                assert again.observation(seat) == view
                assert again.legal_actions() == state.legal_actions()
                assert view.legal_actions() == (state.legal_actions() if seat == state.current_player else ())
                action = lively(state, rng)
                assert again.apply_action(action) == state.clone().apply_action(action)


@pytest.mark.proof
@few
@given(SEEDS)
def test_the_turns_agree_with_the_naive_rules(seed: int) -> None:
    for number, state in enumerate(wandering(seed)):
        view = state.observation(None)
        if view.phase is Phase.PLACE and number % 3 == 0 and state.turn > 4:
            assert Counter(map(as_naive, whole_turns(state))) == Counter(naive.whole_turns(as_naive(state)))


@pytest.mark.slow
@few
@given(SEEDS)
def test_with_late_mills_only_turns_of_the_second_player_without_a_mill_are_legal_at_first(seed: int) -> None:
    """A turn without a mill leaves one piece more on the board."""
    for state in wandering(seed, late_mills=True):
        view = state.observation(None)
        if view.phase is Phase.PLACE and 2 <= state.turn <= 14:
            turns = Counter(naive.whole_turns(as_naive(state)))
            if state.turn in (2, 4, 6, 8, 10, 12):
                pieces = 27 - view.board.count(None)
                turns = Counter({after: count for after, count in turns.items() if len(after[0]) == pieces + 1})
            assert Counter(map(as_naive, whole_turns(state))) == turns


def as_naive(state: MillieuState) -> naive.Position:
    view = state.observation(None)
    board = {(p % 3, p // 3 % 3, p // 9): (k // 3, k % 3) for p, k in enumerate(view.board) if k is not None}
    hands = [tuple((k // 3, k % 3) for k in range(9) for _one in range(hand[k])) for hand in view.hands]
    mover = view.player if view.player is not None else 1 - state.log[-1][0]
    return tuple(sorted(board.items())), (hands[0], hands[1]), mover


def test_every_action_is_parsed_from_its_notation() -> None:
    assert len(ACTIONS) == len(set(map(str, ACTIONS))) == 243 + 162 + 27
    for action in ACTIONS:
        assert parse_action(str(action)) == action
    assert str(PLACE[Piece.RED_DISC][13]) == "place RED_DISC 13"
    assert (str(SLIDE[13, 14]), str(TAKE[4])) == ("slide 13 14", "take 4")
    for wrong in (
        "",
        "place",
        "place RED_DISC 27",
        "place red_disc 3",
        "place PINK_DISC 3",
        "slide 0 4",
        "slide 0 0",
        "take 27",
        "take  3",
        "take 03",
        "take ٣",
        "pass",
        " take 3",
    ):
        with pytest.raises(NotationError):
            parse_action(wrong)


def test_refused_actions_raise_with_the_refusal() -> None:
    state = position({0: 0}, [1], [2])
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(Take(0))
    assert caught.value.refusal.code == "place_first"


@pytest.mark.parametrize("seed", [1, 9, 14])
def test_an_observation_has_the_steps_of_the_current_and_the_last_turn(seed: int) -> None:
    *_all, end = wandering(seed)
    state, done, taken = MillieuState(), [], 0
    for action in end.actions:
        done.append(action)
        taken += isinstance(action, Take)
        turn = state.turn
        state.apply_action(action)
        view = state.observation(None)
        if view.phase is Phase.OVER or view.turn > turn:
            assert list(view.last_turn) == done
            done = []
        if view.phase is not Phase.OVER:
            assert list(view.steps) == done
    assert taken >= 3
