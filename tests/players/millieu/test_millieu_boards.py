"""The players' own board of Millieu agrees with the game itself."""

from __future__ import annotations

import numpy as np
import pytest

from games.millieu.perft import kind, whole_turns
from games.millieu.positions import position, wandering
from mile_bones.games.millieu.actions import parse_action
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.millieu.boards import all_turns, best_mills, hand_bits, may_be_blocked, needs, safe_turns
from mile_bones.players.millieu.plans import Plans, board_of, hand_of
from mile_bones.players.millieu.search import look, values
from mile_bones.players.millieu.symmetry import different, unchanging


def places(seed: int, *, late_mills: bool = False) -> list[tuple[MillieuState, Plans]]:
    """Return the positions of a game at the start of a turn, with the players' plans for them."""
    return [
        (now.clone(), Plans(now.observation(None)))
        for now in wandering(seed, late_mills=late_mills)
        if now.observation(None).phase is Phase.PLACE and now.turn > 1
    ]


@pytest.mark.parametrize("late_mills", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_players_find_the_same_turns_as_the_game(seed: int, late_mills: bool) -> None:
    for state, plans in places(seed, late_mills=late_mills)[seed::4]:
        seat = state.current_player
        assert seat is not None
        expected = set()
        for after in whole_turns(state):
            view = after.observation(None)
            expected.add((board_of(view).tobytes(), hand_of(view, seat).tobytes()))
        found = plans.turns
        assert {(found.boards[:, n].tobytes(), found.hands[:, n].tobytes()) for n in range(len(plans))} == expected


@pytest.mark.parametrize("seed", range(4))
def test_the_largest_number_of_mills_is_found_without_making_a_turn(seed: int) -> None:
    for _state, plans in places(seed):
        board = plans.board[:, None]
        most = best_mills(board, needs(board), hand_bits(plans.own[:, None]))
        assert most.tolist() == [1 + int((plans.turns.taken >= 0).sum(axis=0).max())]


def test_best_mills_is_zero_without_a_possible_turn_or_a_piece() -> None:
    crowded = np.zeros((27, 1), np.uint8)
    assert best_mills(crowded, needs(crowded), np.array([511], np.uint16)).tolist() == [0]
    open_board = board_of(position({0: 0, 1: 1}, [2], [3]).observation(None))[:, None]
    assert best_mills(open_board, needs(open_board), np.array([0], np.uint16)).tolist() == [0]
    # If the piece at 1 slides away, placing at 2 makes no mill, and no other piece beside 1 could complete a mill
    # there.
    assert best_mills(open_board, needs(open_board), np.array([511], np.uint16)).tolist() == [1]


def columns(seed: int) -> tuple[list[Plans], np.ndarray, np.ndarray, np.ndarray]:
    """Return the plans of positions of a game, and their boards, the hands to move and the other hands as columns."""
    plans = [plans for _state, plans in places(seed)[:40]]
    return plans, *(np.array([getattr(each, name) for each in plans]).T for name in ("board", "own", "other"))  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(4))
def test_the_turns_of_many_positions_are_those_of_each_position(seed: int) -> None:
    plans, boards, own, _other = columns(seed)
    found, start = all_turns(boards, own)
    captures, of = all_turns(boards, own, only_captures=True)
    for number, each in enumerate(plans):
        takes = (each.turns.taken >= 0).any(axis=0)
        for name in ("piece", "point", "origin", "target", "taken", "boards", "hands"):
            alone, together = getattr(each.turns, name), getattr(found, name)[..., start == number]
            assert (alone == together).all()
            assert (alone[..., takes] == getattr(captures, name)[..., of == number]).all()


@pytest.mark.parametrize("seed", range(4))
def test_safe_turns_are_counted_as_if_each_turn_were_tried(seed: int) -> None:
    plans, boards, own, other = columns(seed)
    for each, count in zip(plans, safe_turns(boards, own, other).tolist(), strict=True):
        after = each.turns.boards
        held = np.broadcast_to(hand_bits(each.other[:, None]), (len(each),))
        gives = best_mills(after, needs(after), held) > 1
        assert count == ((each.turns.taken < 0).all(axis=0) & ~gives).sum()


@pytest.mark.parametrize("seed", range(4))
def test_the_values_of_many_positions_are_those_of_each_position(seed: int) -> None:
    plans, boards, own, other = columns(seed)
    expected = [look(each.board, each.own, each.other).value for each in plans]
    assert values(boards, own, other).tolist() == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_with_late_mills_the_values_are_those_of_the_legal_turns_and_answers(seed: int) -> None:
    for state, plans in places(seed, late_mills=True)[:14]:
        now, seat = plans.weighed(), state.current_player
        assert seat is not None
        columns = (part[:, None] for part in (plans.board, plans.own, plans.other))
        assert values(*columns, state.observation(None).barred).tolist() == pytest.approx([now.value])
        for turn in range(seed, len(plans), 40):
            after = state.clone()
            for step in plans.steps(turn):
                after.apply_action(step)
            if after.is_terminal():
                continue
            view = after.observation(None)
            taken = max(sum(answer.observation(None).hands[1 - seat]) for answer in whole_turns(after))
            assert now.lead[turn] == sum(view.hands[seat]) - taken - 1


def test_only_boards_near_a_box_of_empty_points_may_be_blocked() -> None:
    """Two layers, or two by two by three points, can be the only empty points. Then nobody has a turn."""
    box = np.zeros(27, bool)
    box[[9 * z + 3 * y + x for z in (0, 1) for y in (0, 1) for x in range(3)]] = True
    before = box.copy()
    before[8] = True  # the next piece is placed here
    elsewhere = np.arange(27) % 2 == 0
    boards = np.where(np.array([before, elsewhere]).T, 9, 0).astype(np.uint8)
    assert may_be_blocked(boards).tolist() == [True, False]
    blocked = np.where(box, 9, 0).astype(np.uint8)[:, None]
    assert best_mills(blocked, needs(blocked), np.array([511], np.uint16)).tolist() == [0]


def test_a_hand_never_has_more_than_nine_pieces_after_a_turn() -> None:
    state = position({1: 4, 3: 1, 6: 2, 5: 7}, [0, 0, *range(1, 8)], [3])
    found = Plans(state.observation(0)).turns
    assert found.hands.sum(axis=0).max() == 9
    double = (found.piece == 0) & (found.point == 0) & (found.origin == 1) & (found.target == 4)
    assert [sorted(set(found.taken[:, n]) - {-1}) for n in np.flatnonzero(double)] == [[3]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "most"), [(["place RED_DISC 0"], 6), pytest.param(["place RED_DISC 13"], 14, marks=pytest.mark.slow)]
)
def test_symmetrical_turns_are_examined_once(texts: list[str], most: int) -> None:
    state = MillieuState()
    for text in texts:
        state.apply_action(parse_action(text))
    for _turn in range(2):
        plans = Plans(state.observation(None))
        kept = different(plans.turns, plans.board, plans.own, plans.other)
        kinds = {kind(after.observation(None)) for after in whole_turns(state)}
        assert len(kept) == len(kinds) < len(plans)
        state = next(whole_turns(state))


def test_a_position_without_a_symmetry_keeps_all_its_turns() -> None:
    state = position({0: 0, 1: 4, 4: 8, 13: 1, 22: 5}, [0, 3], [1, 7])
    plans = Plans(state.observation(None))
    assert len(unchanging(plans.board, plans.own, plans.other)) == 1
    assert different(plans.turns, plans.board, plans.own, plans.other).tolist() == list(range(len(plans)))


@pytest.mark.parametrize("seed", range(3))
def test_the_steps_of_every_turn_are_legal_and_lead_to_its_board(seed: int) -> None:
    for number, (state, plans) in enumerate(places(seed)):
        seat = state.current_player
        assert seat is not None
        captures = np.flatnonzero((plans.turns.taken >= 0).any(axis=0)).tolist()
        for turn in [*captures, number % len(plans)]:
            now = state.clone()
            for step in plans.steps(turn):
                now.apply_action(step)
            assert board_of(now.observation(None)).tolist() == plans.turns.boards[:, turn].tolist()
            assert hand_of(now.observation(None), seat).tolist() == plans.turns.hands[:, turn].tolist()
            assert now.is_terminal() or now.turn == state.turn + 1


def test_every_way_to_complete_a_begun_turn_is_found() -> None:
    state = position({1: 4, 3: 1, 6: 2, 5: 7}, [0, 8], [3])
    for text, rests in (("place RED_DISC 0", None), ("slide 1 4", {"take 3", "take 5|take 3", "take 6|take 3"})):
        state.apply_action(parse_action(text))
        plans = Plans(state.observation(0))
        found = {"|".join(map(str, plans.steps(turn))) for turn in range(len(plans))}
        if rests is not None:
            assert rests < found
            assert len(found) == 5
        assert {text.split("|")[0] for text in found} == {str(action) for action in state.legal_actions()}
