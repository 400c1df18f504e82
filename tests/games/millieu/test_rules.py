"""The facts of the rules page, one by one."""

from __future__ import annotations

import pytest

from games.millieu.perft import whole_turns
from games.millieu.positions import position
from mile_bones.engine.errors import IllegalAction
from mile_bones.games.millieu import cube, pieces
from mile_bones.games.millieu.actions import parse_action
from mile_bones.games.millieu.cube import LINES, NEIGHBOURS, POINTS, coordinates, index
from mile_bones.games.millieu.events import Captured, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.parts import Millieu
from mile_bones.games.millieu.pieces import PIECES, Piece, is_mill
from mile_bones.games.millieu.state import MOST_TURNS, MillieuState

R, B, C = 0, 3, 6  # red, brown, cream; plus 0 disc, 1 square, 2 hexagon


def play(state: MillieuState, *texts: str) -> list[object]:
    return [event for text in texts for event in state.apply_action(parse_action(text))]


def test_the_cube_has_nine_lines_along_each_axis_and_the_right_neighbours() -> None:
    assert len(set(LINES)) == 27
    assert [sum(len({coordinates(p)[other] for p in line}) == 3 for line in LINES) for other in range(3)] == [9, 9, 9]
    assert sorted(map(len, NEIGHBOURS)) == [3] * 8 + [4] * 12 + [5] * 6 + [6]
    assert len(NEIGHBOURS[index(1, 1, 1)]) == 6
    assert all(
        sum(abs(a - b) for a, b in zip(coordinates(p), coordinates(q), strict=True)) == 1
        for p in POINTS
        for q in NEIGHBOURS[p]
    )


def test_the_48_symmetries_of_the_cube_and_72_of_the_pieces_keep_mills() -> None:
    assert len(set(cube.SYMMETRIES)) == 48
    assert len(set(pieces.SYMMETRIES)) == 72
    lines = {frozenset(line) for line in LINES}
    assert all({frozenset(image[point] for point in line) for line in lines} == lines for image in cube.SYMMETRIES)
    trios = [(a, b, c) for a in PIECES for b in PIECES for c in PIECES]
    assert all(is_mill(*trio) == is_mill(*(image[p] for p in trio)) for image in pieces.SYMMETRIES for trio in trios)
    assert cube.SYMMETRIES[0] == tuple(POINTS)
    assert pieces.SYMMETRIES[0] == PIECES


def test_a_mill_has_one_colour_and_three_shapes_or_the_reverse() -> None:
    assert is_mill(Piece.RED_DISC, Piece.RED_HEX, Piece.RED_SQUARE)
    assert is_mill(Piece.RED_DISC, Piece.CREAM_DISC, Piece.BROWN_DISC)
    assert not is_mill(Piece.RED_DISC, Piece.BROWN_SQUARE, Piece.CREAM_HEX), "nothing in common"
    assert not is_mill(Piece.RED_DISC, Piece.RED_DISC, Piece.RED_SQUARE), "two are equal"
    assert not is_mill(Piece.RED_DISC, Piece.RED_SQUARE, None)
    assert sum(is_mill(a, b, c) for a in PIECES for b in PIECES for c in PIECES) == 36


def test_the_opening_turn_places_one_piece_on_any_point() -> None:
    state = MillieuState()
    assert len(state.legal_actions()) == 9 * 27
    assert play(state, "place RED_DISC 13") == [Placed(0, Piece.RED_DISC, 13), TurnEnded(0, 1)]
    assert (state.current_player, state.turn) == (1, 2)


@pytest.mark.parametrize(("point", "replies"), [(0, 108), (1, 162), (4, 216), (13, 270)])
def test_the_number_of_replies_depends_on_the_point_of_the_opening(point: int, replies: int) -> None:
    state = MillieuState()
    play(state, f"place CREAM_HEX {point}")
    assert sum(1 for _after in whole_turns(state)) == replies


def test_a_slide_goes_one_or_two_points_straight_and_never_through_a_piece() -> None:
    state = position({0: R, 1: B + 1}, [R], [R])
    play(state, "place RED_DISC 9")  # above 0
    assert [str(action) for action in state.legal_actions()] == ["slide 0 3", "slide 0 6"]
    assert state.why_not(parse_action("slide 0 2")).code == "in_the_way"  # type: ignore[union-attr]
    assert state.why_not(parse_action("slide 1 2")).code == "not_next_to_placed"  # type: ignore[union-attr]
    assert state.why_not(parse_action("slide 9 18")).code == "just_placed"  # type: ignore[union-attr]


def test_a_mill_made_by_placing_and_broken_by_the_slide_does_not_count() -> None:
    state = position({1: R + 1, 2: R + 2, 4: C}, [R], [B])
    play(state, "place RED_DISC 0")
    events = play(state, "slide 1 10")
    assert [type(event) for event in events] == [Slid, TurnEnded]


def test_a_capture_cannot_take_the_piece_just_placed_or_just_moved() -> None:
    state = position({1: R + 1, 2: R + 2, 3: B}, [R, C + 1], [B])
    play(state, "place RED_DISC 0", "slide 3 4")
    view = state.observation(0)
    assert (view.phase, view.mills, view.takeable) == (Phase.CAPTURE, ((0, 1, 2),), (1, 2))
    assert state.why_not(parse_action("take 0")).code == "just_placed"  # type: ignore[union-attr]
    assert state.why_not(parse_action("take 4")).code == "just_moved"  # type: ignore[union-attr]
    assert play(state, "take 2") == [Captured(0, Piece.RED_HEX, 2), TurnEnded(0, 10)]
    assert state.observation(1).hands[0] == (0, 0, 1, 0, 0, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("late_mills", "turn", "expected"),
    [
        (True, 10, "no_mill_yet"),
        (True, 12, "no_mill_yet"),  # the sixth turn of the second player
        (True, 14, None),
        (True, 11, None),  # the first player may always make mills
        (False, 2, None),
        (False, 12, None),
    ],
)
def test_with_late_mills_the_second_player_makes_no_mill_in_six_turns(
    late_mills: bool, turn: int, expected: str | None
) -> None:
    board, hand = {1: R + 1, 2: R + 2, 3: B}, [R, C + 1]
    state = position(board, hand, hand, turn, 1 - turn % 2, late_mills=late_mills)
    play(state, "place RED_DISC 0")
    slide = parse_action("slide 3 4")
    refusal = state.why_not(slide)
    assert (refusal and refusal.code) == expected
    assert (slide in state.legal_actions()) == (expected is None)
    assert parse_action("slide 1 10") in state.legal_actions(), "the slide breaks the mill"


@pytest.mark.parametrize(("turn", "expected"), [(12, "no_mill_yet"), (13, None)])
def test_with_late_mills_a_piece_is_not_placed_where_every_slide_leaves_a_mill(turn: int, expected: str | None) -> None:
    board = {1: R + 1, 2: R + 2, 3: B, 4: C, 10: C + 2}  # the piece on 1 cannot slide
    state = position(board, [R, C + 1], [R, C + 1], turn, 1 - turn % 2, late_mills=True)
    refusal = state.why_not(parse_action("place RED_DISC 0"))
    assert (refusal and refusal.code) == expected


OVERLAP = {1: B + 1, 3: R + 1, 6: R + 2, 5: C + 1}


def test_capturing_a_shared_piece_breaks_both_mills() -> None:
    state = position(OVERLAP, [R], [B])
    play(state, "place RED_DISC 0", "slide 1 4")
    found = []

    def follow(now: MillieuState, taken: tuple[int, ...]) -> None:
        for action in now.legal_actions():
            after = now.clone()
            after.apply_action(action)
            more = (*taken, action.point)  # type: ignore[union-attr]
            if after.turn > now.turn or after.is_terminal():
                found.append(more)
            else:
                follow(after, more)

    follow(state, ())
    assert sorted(found) == [(3,), (5, 3), (5, 6), (6, 3), (6, 5)]


def test_a_turn_may_not_lead_to_more_than_nine_pieces_in_hand() -> None:
    """With nine pieces in hand, eight are left after placing, so a turn with two mills must allow a single capture."""
    nine = [R, R, *range(1, 8)]
    state = position(OVERLAP, nine, [B])
    play(state, "place RED_DISC 0", "slide 1 4")
    assert [str(action) for action in state.legal_actions()] == ["take 3"]
    assert state.why_not(parse_action("take 5")).code == "hand_would_overflow"  # type: ignore[union-attr]
    assert state.why_not(parse_action("take 1")).code == "nothing_there"  # type: ignore[union-attr]
    apart = {1: R + 1, 2: R + 2, 3: B, 12: C, 22: B + 1, 23: B + 2}  # a mill at 0, 1, 2, and a brown mill at 21, 22, 23
    state = position(apart, nine, [B])
    play(state, "place RED_DISC 0")
    assert parse_action("slide 3 21") not in state.legal_actions()


def test_two_captures_are_not_possible_with_eight_pieces_in_hand() -> None:
    apart = {1: R + 1, 2: R + 2, 3: B, 5: B + 1, 8: C}
    below = {**apart, 13: B + 1, 22: B + 2}  # 4, 13, 22 would be brown
    few = position(below, [R], [B])
    play(few, "place RED_DISC 0")
    assert parse_action("slide 3 4") in few.legal_actions()
    full = position(below, [R, R, *range(1, 8)], [B])
    play(full, "place RED_DISC 0")
    assert full.why_not(parse_action("slide 3 4")).code == "hand_would_overflow"  # type: ignore[union-attr]
    assert parse_action("slide 3 4") not in full.legal_actions()


def test_a_player_without_pieces_loses() -> None:
    state = position({0: R}, [R + 1], [])
    assert play(state, "place RED_SQUARE 1", "slide 0 3")[-1] == GameEnded(0, "no_pieces")
    assert state.returns() == (1, -1)
    assert (state.is_terminal(), state.current_player, state.legal_actions()) == (True, None, ())
    assert state.why_not(parse_action("place RED_DISC 5")).code == "game_over"  # type: ignore[union-attr]


def test_a_player_who_cannot_complete_a_turn_loses() -> None:
    """Two empty points are left. A turn would leave one, from which no piece can slide."""
    state = position({point: R for point in POINTS if point not in (0, 4)}, [R], [R, B])
    assert play(state, "place RED_DISC 0", "slide 1 4")[-1] == GameEnded(0, "blocked")
    assert state.observation(1).held(1) == 2


def test_a_piece_may_only_be_placed_if_a_slide_is_possible_afterwards() -> None:
    state = position({point: R for point in POINTS if point not in (0, 4, 26)}, [R], [R, R])
    assert {action.point for action in state.legal_actions()} == {0, 4}  # type: ignore[union-attr]
    assert state.why_not(parse_action("place RED_DISC 26")).code == "nothing_could_slide"  # type: ignore[union-attr]


def test_after_400_turns_the_game_is_drawn() -> None:
    state = position({0: R, 13: B}, [R, B], [C, C], turn=MOST_TURNS)
    events = play(state, "place RED_DISC 1", "slide 0 9")
    assert events[-1] == GameEnded(None, "turns")
    assert (state.returns(), state.turn) == ((0, 0), MOST_TURNS)
    before = position({0: R, 13: B}, [R, B], [C, C], turn=MOST_TURNS - 1)
    play(before, "place RED_DISC 1", "slide 0 9")
    assert not before.is_terminal()


def test_a_player_who_cannot_move_loses_even_after_400_turns() -> None:
    state = position({0: R, 13: B}, [R, B], [], turn=MOST_TURNS)
    assert play(state, "place RED_DISC 1", "slide 0 9")[-1] == GameEnded(0, "no_pieces")


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    state = MillieuState()
    play(state, "place RED_DISC 13")
    before = state.observation(None)
    for text in ("place RED_DISC 0", "slide 13 14", "take 13", "place RED_DISC 13"):
        with pytest.raises(IllegalAction):
            state.apply_action(parse_action(text))
    assert state.observation(None) == before
    assert len(state.log) == 1


def test_the_game_has_a_name_and_ignores_the_seed() -> None:
    game = Millieu()
    assert (game.name, game.rules_name) == ("millieu", "millieu")
    assert game.new_state(7).observation(0) == game.new_state().observation(0)
    other = game.new_state(first=1)
    assert (other.current_player, other.first) == (1, 1)
    with pytest.raises(ValueError, match="seat"):
        game.new_state(first=2)
    with pytest.raises(ValueError, match="seat"):
        other.observation(2)
