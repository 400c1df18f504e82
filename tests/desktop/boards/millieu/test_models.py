"""The models of the places on the Millieu table: names, pictures and states, and the marks of the last move."""

from __future__ import annotations

import pytest

from desktop.boards.millieu.positions import MIDDLE, TO_SLIDE, TO_TAKE, overlapping, standing
from games.millieu.positions import position
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.boards.millieu.event_animator import after
from mile_bones.desktop.boards.millieu.last_move import LastMove, last_move
from mile_bones.desktop.boards.millieu.models import ART, PlaceModel, State, empty_board, place_models, step_text, taken
from mile_bones.games.millieu.actions import PLACE, Action
from mile_bones.games.millieu.cube import index
from mile_bones.games.millieu.events import Captured, TurnEnded
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MillieuState
from mile_bones.i18n import gettext

NAMES = ("Anna", "Ben")
CENTRE = "Middle sheet, middle row, middle"


def models(*actions: Action, viewer: int = 0, playing: bool = True) -> dict[str, PlaceModel]:
    view = standing(*actions).observation(viewer)
    return place_models(Choices(view, playing=playing), NAMES, viewer)


def at(found: dict[str, PlaceModel], x: int, y: int, z: int) -> PlaceModel:
    return found[slot_names.point(index(x, y, z))]


def test_each_point_has_its_own_name_with_sheet_row_and_column() -> None:
    names = [models()[place].name for place in slot_names.BOARD]
    assert len(set(names)) == 27
    sheets = [("Bottom", "Middle", "Top"), ("back", "middle", "front"), ("left", "middle", "right")]
    for point, name in enumerate(names):
        words = [words[point // 3**axis % 3] for axis, words in zip((2, 1, 0), sheets, strict=True)]
        assert name.startswith("{} sheet, {} row, {}: ".format(*words))


@pytest.mark.parametrize(
    ("done", "place", "name", "state"),
    [
        (TO_SLIDE, (0, 1, 1), "Middle sheet, middle row, left: cream disc, may slide", State.SLIDES),
        (
            TO_SLIDE,
            (1, 1, 1),
            "Middle sheet, middle row, middle: cream square, placed in this turn, stays",
            State.PLACED,
        ),
        (TO_SLIDE, (0, 0, 0), "Bottom sheet, back row, left: red disc", State.PLAIN),
        (TO_TAKE, (0, 2, 1), "Middle sheet, front row, left: red square, moved in this turn, stays", State.STAYS),
        (TO_TAKE, (0, 2, 2), "Top sheet, front row, left: red disc, may be taken", State.TAKEABLE),
        ((), (1, 1, 1), f"{CENTRE}: empty", State.OPEN),
        ((), (0, 0, 2), "Top sheet, back row, left: empty", State.PLAIN),
    ],
)
def test_a_points_name_says_its_place_its_piece_and_what_may_be_done(
    done: tuple[Action, ...], place: tuple[int, int, int], name: str, state: State
) -> None:
    model = at(models(*done), *place)
    assert (model.name, model.state) == (name, state)


def test_the_own_hand_states_its_pieces_and_the_other_hand_its_owner() -> None:
    found = models()
    assert found[slot_names.hand(True, Piece.BROWN_HEX)].name == "Brown hexagon, 1 in hand"
    assert found[slot_names.hand(True, Piece.BROWN_HEX)].face == "brown_hexagon"
    assert found[slot_names.hand(True, Piece.RED_DISC)].face is None
    assert found[slot_names.hand(False, Piece.RED_HEX)].name == "Ben: Red hexagon, 1 in hand"
    twin = standing(held=(Piece.RED_DISC, Piece.RED_DISC)).observation(0)
    assert place_models(Choices(twin), NAMES, 0)[slot_names.hand(True, 0)].depth == 1


def test_a_spectator_reads_the_names_of_both_players() -> None:
    view = standing().observation(None)
    found = place_models(Choices(view), NAMES, 0)
    assert found[slot_names.hand(True, Piece.BROWN_HEX)].name == "Anna: Brown hexagon, 1 in hand"


def test_a_piece_that_no_whole_turn_can_use_is_dim_and_says_why() -> None:
    found = place_models(Choices(overlapping().observation(0)), NAMES, 0)
    states = {point: found[slot_names.point(point)].state for point in (0, 3, 4, 5, 6)}
    assert states == {0: State.STAYS, 3: State.TAKEABLE, 4: State.STAYS, 5: State.BARRED, 6: State.BARRED}
    model = found[slot_names.point(5)]
    assert model.name == "Bottom sheet, middle row, right: cream square, cannot be used"
    assert model.description == "You would end the turn with more than nine pieces in hand."


def test_with_late_mills_a_piece_that_would_leave_a_mill_says_why_it_stays() -> None:
    """The red disc completes a row of red pieces, and the mill remains wherever the brown disc slides."""
    board = {1: Piece.RED_SQUARE, 2: Piece.RED_HEX, 3: Piece.BROWN_DISC}
    state = position(board, [Piece.RED_DISC] * 2, [Piece.RED_DISC], turn=12, player=1, late_mills=True)
    state.apply_action(PLACE[Piece.RED_DISC][0])
    choices = Choices(state.observation(1))
    why = "By the rules chosen for this game, you may not make a mill in your first six turns."
    assert (choices.why_still(3), choices.why_still(1)) == (why, "")


def test_a_piece_that_cannot_be_placed_says_why() -> None:
    choices = Choices(standing().observation(0))
    assert choices.why_unusable(Piece.RED_DISC) == "You have no such piece in hand: Red disc."
    assert choices.why_unusable(Piece.CREAM_HEX) == ""
    assert Choices(standing(*TO_SLIDE).observation(0)).why_unusable(Piece.RED_DISC) == ""


@pytest.mark.parametrize("how", [{"viewer": 1}, {"playing": False}])
def test_nothing_is_lit_for_a_viewer_who_is_not_to_act(how: dict[str, int]) -> None:
    for done in ((), TO_SLIDE, TO_TAKE):
        lit = {model.state for model in models(*done, **how).values()}
        assert lit <= {State.PLAIN, State.PLACED, State.STAYS}


def test_before_the_first_game_all_pieces_lie_in_their_trays() -> None:
    found = place_models(Choices(empty_board()), NAMES, 0)
    assert [found[place].face for place in slot_names.OWN_HAND] == list(ART)
    assert [found[place].face for place in slot_names.BOARD] == [None] * 27


@pytest.mark.parametrize(
    ("done", "said"),
    [((), "Step 1 of 3, Place"), (TO_SLIDE, "Step 2 of 3, Slide"), (TO_TAKE, "Step 3 of 3, Capture")],
)
def test_the_strip_names_the_current_step(done: tuple[Action, ...], said: str) -> None:
    assert step_text(standing(*done).observation(0)) == said
    assert step_text(empty_board()) == gettext("The end")


def walk(seed: int) -> MillieuState:
    """Return a game of up to 120 pseudo-random steps, in which pieces are captured."""
    state = MillieuState(seed % 2)
    number = seed
    while not state.is_terminal() and len(state.actions) < 120:
        legal = state.legal_actions()
        number = (number * 1103515245 + 12345) % 2**31
        state.apply_action(legal[number // 7 % len(legal)])
    return state


@pytest.mark.parametrize("seed", range(6))
def test_captures_are_counted_from_the_hands_and_the_number_of_turns(seed: int) -> None:
    end = walk(seed)
    state, counts = MillieuState(end.first), [0, 0]
    for seat, action in end.log:
        counts[seat] += str(action).startswith("take")
        state.apply_action(action)
        assert [taken(state.observation(0), seat) for seat in (0, 1)] == counts


@pytest.mark.parametrize("seed", range(4))
def test_events_lead_from_one_observation_to_the_next(seed: int) -> None:
    end = walk(seed)
    state = MillieuState(end.first)
    view = state.observation(0)
    for _seat, action in end.log:
        for event in state.apply_action(action):
            view = after(view, event)
        now = state.observation(0)
        assert view._replace(last_turn=(), turn=0) == now._replace(last_turn=(), turn=0) or now.player is None
        assert (view.board, view.hands, view.phase) == (now.board, now.hands, now.phase)
        view = now


def test_the_opponents_last_move_stays_marked_until_their_next_move() -> None:
    theirs = LastMove(26, index(2, 0, 1), index(2, 1, 1))
    assert last_move(standing().observation(0), 1, {}) == theirs
    assert last_move(standing(*TO_SLIDE).observation(0), 1, {}) == theirs
    assert last_move(standing().observation(0), 0, {}) is None
    assert last_move(standing(*TO_SLIDE).observation(1), 0, {}) == LastMove(MIDDLE)
    assert last_move(standing(*TO_TAKE).observation(0), None, {}) == LastMove(MIDDLE, index(1, 2, 1), index(0, 2, 1))
    assert theirs.points == (26, index(2, 1, 1))


@pytest.mark.parametrize("seed", [2, 4, 7, 15, 16, 19])
def test_the_mills_that_the_last_turn_made_stay_marked_until_the_next_slide(seed: int) -> None:
    end = walk(seed)
    state, made, gone, seen = MillieuState(end.first), (), dict[int, Piece](), 0
    for seat, action in end.log:
        view = state.observation(seat)
        if view.phase is not Phase.CAPTURE:
            last = last_move(view, 1 - seat, gone)
            assert (() if last is None else last.mills) == (made if gone else ())
            seen += bool(gone)
        elif not view.taken:
            made, taken_now = view.mills, dict[int, Piece]()
        for event in state.apply_action(action):
            if isinstance(event, Captured):
                taken_now[event.point] = event.piece
            elif isinstance(event, TurnEnded):
                gone = taken_now if view.phase is Phase.CAPTURE else {}
    assert seen
