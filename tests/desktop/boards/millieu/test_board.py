"""The board of Millieu as a widget: whole games by clicks, keys and drags, and their animations and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, qGray
from PySide6.QtTest import QTest

from desktop.boards.millieu.gestures import at, by_clicks, by_drags, by_keys, click, drag, ends, key
from desktop.boards.millieu.positions import MIDDLE, TO_SLIDE, TO_TAKE, standing
from games.millieu.positions import lively
from mile_bones.desktop.boards.millieu import slot_names, table
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.boards.millieu.last_move import LastMove
from mile_bones.desktop.boards.millieu.models import State, empty_board, place_models
from mile_bones.desktop.help.book import open_book
from mile_bones.desktop.look.scale import Fit
from mile_bones.desktop.look.themes import THEMES, Theme
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.layout import Rect
from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import SLIDE, TAKE, Action, Place, Slide, Take
from mile_bones.games.millieu.cube import NEIGHBOURS, index
from mile_bones.games.millieu.events import Placed
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MillieuState

NAMES = ("Anna", "Ben")
LEFT = Qt.MouseButton.LeftButton
SQUARE = slot_names.point(index(1, 2, 1))
TARGET = slot_names.point(index(0, 2, 1))


def slow(board: MillieuBoard) -> None:
    """Make animations so slow that nothing lands during a test."""
    for animator in board.animators():
        animator.speed = 1000.0


def looks_right(board: MillieuBoard, seen: Observation) -> None:
    """Check that the scene equals the observation, and that nothing is left over from a gesture or a flight."""
    assert board.observation == seen
    expected = place_models(Choices(seen, playing=board.viewpoint is None), NAMES, board.near_seat)
    assert {place: slot.model for place, slot in board.slots.items()} == expected
    assert [place for place, slot in board.slots.items() if slot.marks.hidden or slot.marks.target] == []
    assert [item for item in board.scene().items() if isinstance(item, FlyingCard)] == []
    assert board.cube.routes.mills == seen.mills


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("by", "dragging"),
    [(by_clicks, True), (by_clicks, False), pytest.param(by_drags, True, marks=pytest.mark.proof), (by_keys, True)],
    ids=["clicks where dragging is the method", "clicks", "drags", "keys"],
)
def test_a_whole_game_can_be_played_for_both_seats(
    board: MillieuBoard, by: Callable[[MillieuBoard, Action], None], dragging: bool
):
    board.gestures.dragging = dragging
    state, rng = MillieuState(1), Rng(5)
    steps: set[type] = set()

    def play(action: Action) -> None:
        events = state.apply_action(action)
        board.animate(events, state.observation(action_seat), lambda: None)

    action_seat = 0
    board.chosen.connect(play)
    while not state.is_terminal():
        action_seat = state.current_player
        board.show_observation(state.observation(action_seat))
        board.focus_first()
        action, count = lively(state, rng), len(state.actions)
        by(board, action)
        assert state.actions[count:] == (action,)
        steps.add(type(action))
        looks_right(board, state.observation(action_seat))
    assert steps == {Place, Slide, Take}
    assert board.strip.step is None


def test_a_piece_that_covers_a_quarter_of_a_point_goes_to_that_point(board: MillieuBoard):
    board.show_observation(MillieuState(1).observation(0))
    point = board.slots[slot_names.point(4)].rect
    size = board.slots[slot_names.OWN_HAND[0]].rect.width()
    card = Rect(point.x() - 0.42 * size, point.y() - 0.42 * size, size, size)
    assert board.place_under(*card.centre) is None
    assert board.places_covered(card, card.centre) == (slot_names.point(4),)
    far = Rect(point.x() - 0.6 * size, point.y() - 0.6 * size, size, size)
    assert slot_names.point(4) not in board.places_covered(far, far.centre)


@pytest.mark.parametrize("mirrored", [False, True])
def test_from_right_to_left_the_panels_change_sides_and_the_cube_stays(board: MillieuBoard, mirrored: bool):
    before = {place: board.slots[place].rect for place in slot_names.ALL}
    own, other = (hand.rect for hand in board.hands)
    if mirrored:
        board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    board.refresh()
    for place in slot_names.BOARD:
        assert board.slots[place].rect == before[place]
    assert (board.hands[0].rect.x() > board.hands[1].rect.x()) is mirrored
    assert {board.hands[0].rect.x(), board.hands[1].rect.x()} == {own.x(), other.x()}
    red, cream = (board.slots[slot_names.hand(True, kind)].rect.x() for kind in (0, 6))
    assert (red > cream) is mirrored


def test_from_right_to_left_keys_find_the_hands_on_their_new_sides(board: MillieuBoard):
    board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    board.refresh()
    board.focus_place(slot_names.point(11))
    key(board, Qt.Key.Key_Right)
    assert board.focused_place == slot_names.OWN_HAND[0]
    key(board, Qt.Key.Key_Left)
    assert board.focused_place == slot_names.OWN_HAND[3]
    board.focus_place(slot_names.OWN_HAND[6])
    key(board, Qt.Key.Key_Left)
    assert board.focused_place == slot_names.point(11)
    key(board, Qt.Key.Key_Left)
    assert board.focused_place == slot_names.point(10)


def test_every_place_and_label_has_its_page_in_the_help(board: MillieuBoard):
    pages = open_book("en").pages
    asked = [*board.buttons.values(), *board.labels.values(), board.take_back, board.neighbours]
    assert {one.property("helpTopic") for one in asked} <= pages.keys()
    assert {topic for _rect, topic in board.extra_topics()} <= pages.keys()
    assert board.topic_at(1, 1) == "millieu"
    assert board.topic_at(*board.slots[slot_names.point(13)].rect.center().toTuple()) == "millieu-board"


def test_the_accessible_name_of_a_point_says_what_is_there(board: MillieuBoard):
    board.show_observation(standing(*TO_SLIDE).observation(0))
    names = [board.buttons[place].accessibleName() for place in slot_names.BOARD]
    assert len(set(names)) == 27
    assert names[index(0, 1, 1)] == "Middle sheet, middle row, left: cream disc, may slide"
    assert board.buttons[slot_names.hand(True, Piece.BROWN_HEX)].accessibleName() == "Brown hexagon, 1 in hand"
    assert board.strip_label.text() == "Anna to play. Step 2 of 3, Slide"
    assert board.panel_label.text() == "Score. Captured: Anna 2, Ben 0."
    board.show_games((3, 1))
    assert board.panel_label.text().endswith("Games: Anna 3, Ben 1.")
    board.show_observation(standing(*TO_SLIDE).observation(1))
    assert board.panel_label.text().startswith("Score. Captured: Ben 0, Anna 2; ")
    assert [hand.name for hand in board.hands] == ["Ben", "Anna"]


def test_arrows_and_page_keys_walk_along_the_axes_and_end_at_the_faces(board: MillieuBoard):
    reached = set()
    board.focus_place(slot_names.point(0))
    for up in range(3):
        for back in range(3):
            for _right in range(2):
                reached.add(board.focused_place)
                key(board, Qt.Key.Key_Right)
            reached.add(board.focused_place)
            key(board, Qt.Key.Key_Home)
            if back < 2:
                key(board, Qt.Key.Key_Down)
        key(board, Qt.Key.Key_Up)
        key(board, Qt.Key.Key_Up)
        key(board, Qt.Key.Key_Up)
        if up < 2:
            key(board, Qt.Key.Key_PageUp)
    assert reached == set(slot_names.BOARD)
    key(board, Qt.Key.Key_PageUp)
    assert board.focused_place == slot_names.point(18)
    key(board, Qt.Key.Key_Left)
    assert board.focused_place in slot_names.OWN_HAND
    key(board, Qt.Key.Key_End)
    assert board.focused_place == slot_names.OWN_HAND[-1]
    key(board, Qt.Key.Key_Right)
    assert board.focused_place == slot_names.point(18)
    key(board, Qt.Key.Key_End)
    key(board, Qt.Key.Key_Right)
    assert board.focused_place in slot_names.OTHER_HAND


def test_the_tab_key_goes_from_marked_point_to_marked_point(board: MillieuBoard):
    state = standing(*TO_SLIDE)
    board.show_observation(state.observation(0))
    board.focus_place(slot_names.OWN_HAND[0])
    walked = []
    for _marked in range(4):
        key(board, Qt.Key.Key_Tab)
        walked.append(slot_names.point_index(board.focused_place))
    assert walked == sorted({action.origin for action in state.legal_actions()})
    key(board, Qt.Key.Key_Backtab)
    assert slot_names.point_index(board.focused_place) == walked[2]
    key(board, Qt.Key.Key_Tab)
    key(board, Qt.Key.Key_Tab)
    assert board.focused_place not in slot_names.BOARD


def test_enter_on_a_hand_piece_leads_to_a_target_and_escape_returns(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    board.focus_first()
    assert board.focused_place == slot_names.hand(True, Piece.RED_SQUARE)
    key(board, Qt.Key.Key_Return)
    assert board.slots[board.focused_place].marks.target == "Place it here"
    key(board, Qt.Key.Key_Escape)
    assert board.focused_place == slot_names.hand(True, Piece.RED_SQUARE)
    assert board.drag.marked is None


@pytest.mark.parametrize(
    ("done", "first"),
    [
        ((), slot_names.hand(True, Piece.RED_SQUARE)),
        (TO_SLIDE, slot_names.point(index(0, 1, 1))),
        (TO_TAKE, slot_names.point(index(0, 2, 0))),
    ],
)
def test_the_focus_begins_at_a_piece_for_the_current_step(board: MillieuBoard, done: tuple[Action, ...], first: str):
    board.show_observation(standing(*done).observation(0))
    board.focus_first()
    assert board.focused_place == first


def test_n_shows_and_announces_the_neighbours_of_the_focused_point(board: MillieuBoard, qtbot):
    board.show_observation(standing(*TO_SLIDE).observation(0))
    board.focus_place(slot_names.point(MIDDLE))
    qtbot.waitUntil(lambda: board.announcer.silent)
    with qtbot.waitSignal(board.announcer.announced) as said:
        key(board, Qt.Key.Key_N)
    assert said.args[0].startswith("Neighbours: Bottom sheet, middle row, middle: empty; ")
    near = {point for point, place in enumerate(slot_names.BOARD) if board.slots[place].marks.near}
    assert near == set(NEIGHBOURS[MIDDLE])
    assert board.cube.routes.centre == MIDDLE
    key(board, Qt.Key.Key_N)
    assert board.cube.routes.centre is None


def test_the_button_shows_neighbours_of_each_point_below_the_pointer(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    QTest.mouseClick(board.neighbours, LEFT)
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(0)))
    assert board.cube.routes.centre == 0
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(26)))
    assert board.cube.routes.centre == 26
    QTest.mouseClick(board.neighbours, LEFT)
    assert board.cube.routes.centre is None


def test_the_button_shows_the_neighbours_of_the_point_below_the_pointer_at_once(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(13)))
    board.neighbours.toggle()
    assert board.cube.routes.centre == 13
    assert {point for point, place in enumerate(slot_names.BOARD) if board.slots[place].marks.near} == set(
        NEIGHBOURS[13]
    )


def test_neighbours_stay_until_another_point_is_chosen(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    QTest.mouseClick(board.neighbours, LEFT)
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(0)))
    QTest.mouseMove(board.viewport(), at(board, slot_names.OWN_HAND[0]))
    board.focus_place(slot_names.OWN_HAND[0])
    assert board.cube.routes.centre == 0
    board.focus_place(slot_names.point(26))
    assert board.cube.routes.centre == 26


def test_the_button_asks_for_a_point_if_none_is_chosen_and_looks_pressed(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    off = board.neighbours.grab().toImage()
    QTest.mouseClick(board.neighbours, LEFT)
    assert board.message_label.text() == "Point at a place of the cube to see its neighbours."
    assert board.neighbours.grab().toImage() != off


def test_the_empty_cube_does_not_say_that_a_game_has_ended(board: MillieuBoard):
    board.show_observation(empty_board())
    assert board.strip_label.text() == ""
    board.show_observation(standing().observation(0))
    assert board.strip_label.text().startswith("Anna to play.")


@pytest.mark.parametrize(("turn", "left"), [(1, "6"), (2, "6"), (3, "5"), (12, "1"), (13, None)])
def test_the_table_shows_the_turns_without_a_mill_while_there_are_any(
    board: MillieuBoard, turn: int, left: str | None
) -> None:
    view = MillieuState().observation(0)._replace(turn=turn, late_mills=True)
    board.show_observation(view)
    rows = {label: figures for label, *figures in board.panel.rows}
    assert rows.get("No mill yet") == (None if left is None else ["0", left])
    assert board.panel_label.text().endswith(": Ben.") == (left is not None)
    for line in board.lines:  # the compact form shows them
        line.place_at(Rect(0, 0, 300, 21), 1.0, board.theme, False, 1.0)
    mine, theirs = board.lines
    turns = "turn" if left == "1" else "turns"
    assert theirs.text.endswith("captured" if left is None else f"no mill for {left} {turns}")
    theirs.place_at(Rect(0, 0, 150, 15), 1.0, board.theme, False, 1.0)
    assert theirs.text.endswith("no mill yet") == (left is not None)
    assert "mill" not in mine.text
    board.show_observation(view._replace(late_mills=False))
    assert "No mill yet" not in {label for label, *_figures in board.panel.rows}
    assert "mill" not in board.panel_label.text() + theirs.text


def test_a_pointer_that_rests_on_a_point_shows_its_neighbours(board: MillieuBoard, qtbot):
    board.show_observation(standing().observation(0))
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(MIDDLE)))
    assert board.cube.routes.centre is None
    qtbot.waitUntil(lambda: board.cube.routes.centre == MIDDLE)
    QTest.mouseMove(board.viewport(), at(board, slot_names.OWN_HAND[0]))
    assert board.cube.routes.centre is None


# ------------------------------------------------------------------ gestures


def test_a_refused_drop_says_why_and_does_nothing(board: MillieuBoard, qtbot):
    board.show_observation(standing(*TO_SLIDE).observation(0))
    said: list[str] = []
    board.hint.connect(said.append)
    with qtbot.assertNotEmitted(board.chosen):
        drag(board, SQUARE, slot_names.point(0))
    assert said[-1] == "A piece slides in a straight line, one or two points."
    looks_right(board, standing(*TO_SLIDE).observation(0))


def test_a_click_on_a_piece_that_cannot_slide_says_why(board: MillieuBoard, qtbot):
    board.show_observation(standing(*TO_SLIDE).observation(0))
    with qtbot.waitSignal(board.hint) as said:
        click(board, slot_names.point(0))
    assert said.args == ["Only a piece next to the one you placed may slide."]


def test_dragging_the_placed_piece_home_takes_the_step_back(board: MillieuBoard, qtbot):
    board.show_observation(standing(*TO_SLIDE).observation(0))
    with qtbot.waitSignal(board.undo_requested):
        drag(board, slot_names.point(MIDDLE), slot_names.OWN_HAND[4])
    looks_right(board, standing(*TO_SLIDE).observation(0))
    with qtbot.assertNotEmitted(board.undo_requested):
        drag(board, SQUARE, slot_names.OWN_HAND[4])


@pytest.mark.parametrize(("done", "seat", "possible"), [((), 0, False), (TO_SLIDE, 0, True), (TO_SLIDE, 1, False)])
def test_the_button_takes_back_a_step_of_your_own_turn(
    board, qtbot, done: tuple[Action, ...], seat: int, possible: bool
):
    board.show_observation(standing(*done).observation(seat))
    assert board.take_back.isEnabled() is possible
    if possible:
        with qtbot.waitSignal(board.undo_requested):
            QTest.mouseClick(board.take_back, LEFT)


def test_a_piece_that_may_be_taken_is_dragged_to_the_hand_or_clicked(board: MillieuBoard, qtbot):
    board.show_observation(standing(*TO_TAKE).observation(0))
    taken = slot_names.point(index(0, 2, 2))
    with qtbot.waitSignal(board.chosen) as chosen:
        drag(board, taken, slot_names.OWN_HAND[8])
    assert chosen.args == [TAKE[index(0, 2, 2)]]
    board.show_observation(standing(*TO_TAKE).observation(0))
    with qtbot.waitSignal(board.chosen) as chosen:
        click(board, taken)
    assert chosen.args == [TAKE[index(0, 2, 2)]]


def test_all_steps_of_a_suggested_turn_are_lit_each_in_its_own_way(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    board.show_last_move_of([Placed(1, Piece.BROWN_DISC, 26)])
    place, slide = TO_TAKE
    take = TAKE[index(0, 2, 0)]
    board.suggest(place, (slide, take))
    origin, target, taken = map(slot_names.point, (slide.origin, slide.target, take.point))
    hand = (slot_names.hand(True, Piece.CREAM_SQUARE), slot_names.hand(True, Piece.RED_HEX))
    lit = {name for name, slot in board.slots.items() if slot.marks.suggested}
    assert lit == {hand[0], slot_names.point(MIDDLE), origin, target, taken, hand[1]}
    assert not any(slot.marks.last_move for slot in board.slots.values()), "its rings could be taken for the turn"
    for name in (target, taken):
        slot = board.slots[name]
        before = board.grab(slot.rect.toRect()).toImage()
        slot.mark(step=None)
        assert before != board.grab(slot.rect.toRect()).toImage(), "the arrow of a slide, or the sign of a capture"
    board.suggest(None)
    assert not any(slot.marks.suggested for slot in board.slots.values())


def test_the_targets_light_up_while_a_piece_is_taken_up(board: MillieuBoard):
    state = standing(*TO_SLIDE)
    board.show_observation(state.observation(0))
    click(board, SQUARE)
    lit = {place for place, slot in board.slots.items() if slot.marks.target}
    assert lit == {slot_names.point(action.target) for action in state.legal_actions() if ends(action)[0] == SQUARE}
    click(board, SQUARE)
    assert [slot for slot in board.slots.values() if slot.marks.target] == []


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_gestures_of_a_spectator_do_nothing(board: MillieuBoard, qtbot, seat: int | None):
    if seat is not None:
        board.set_viewpoint(seat)
    board.show_observation(standing(*TO_SLIDE).observation(None if seat is None else 0))
    assert board.rules() is None
    assert board.hands[0].name == NAMES[seat or 0]
    with qtbot.assertNotEmitted(board.chosen):
        drag(board, SQUARE, TARGET)


# ------------------------------------------------------------------ what comes about


def test_a_placed_piece_comes_from_the_hand_of_its_player(board: MillieuBoard):
    state = standing()
    board.show_observation(state.observation(1))
    slow(board)
    ended: list[bool] = []
    events = state.apply_action(TO_SLIDE[0])
    board.animate(events, state.observation(1), lambda: ended.append(True))
    tray = slot_names.hand(False, Piece.CREAM_SQUARE)
    (flight,) = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    assert flight.face == "cream_square"
    assert flight.scale() == board.size_at(tray) < 1
    assert (flight.pos() - board.slots[tray].rect.center()).manhattanLength() < 1
    assert board.slots[tray].model.face is None
    assert board.hands[1].active
    board.finish()
    assert ended == [True]
    looks_right(board, state.observation(1))


def test_a_mill_bar_fades_in_after_the_slide_and_goes_with_the_capture(board: MillieuBoard):
    state = standing(*TO_SLIDE)
    board.show_observation(state.observation(0))
    slow(board)
    board.animate(state.apply_action(TO_TAKE[-1]), state.observation(0), lambda: None)
    assert board.cube.routes.mills == ()
    board.animator.finish()
    mill = (index(0, 2, 0), index(0, 2, 1), index(0, 2, 2))
    assert board.cube.routes.mills == (mill,)
    assert board.cube.routes.mill_strength == 0
    board.finish()
    assert board.cube.routes.mill_strength == 1
    board.animate(state.apply_action(TAKE[mill[0]]), state.observation(0), lambda: None)
    assert board.cube.routes.mills == (mill,)
    board.finish()
    assert board.cube.routes.mills == ()
    assert board.slots[slot_names.hand(True, Piece.RED_HEX)].model.face == "red_hexagon"
    looks_right(board, state.observation(0))


def test_an_opponents_piece_is_visible_in_the_pause_after_its_flight(board: MillieuBoard):
    state = standing()
    board.show_observation(state.observation(1))
    slow(board)
    board.animate(state.apply_action(TO_SLIDE[0]), state.observation(1), lambda: None)
    point = board.slots[slot_names.point(MIDDLE)]
    assert point.marks.hidden
    board.animator.finish()
    assert board.animator.running
    assert not point.marks.hidden
    assert [item for item in board.scene().items() if isinstance(item, FlyingCard)] == []


def test_with_reduced_motion_a_piece_fades_in_where_it_belongs(board: MillieuBoard):
    state = standing()
    board.show_observation(state.observation(0))
    slow(board)
    board.animator.reduced = True
    board.animate(state.apply_action(TO_SLIDE[0]), state.observation(0), lambda: None)
    (flight,) = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    assert flight.pos() == board.slots[slot_names.point(MIDDLE)].rect.center()
    assert (flight.scale(), flight.opacity()) == (1.0, 0.0)
    board.finish()
    looks_right(board, state.observation(0))


def test_a_piece_held_by_the_pointer_is_as_large_as_on_the_board(board: MillieuBoard):
    board.show_observation(standing().observation(0))
    start = at(board, slot_names.hand(True, Piece.CREAM_HEX))
    QTest.mousePress(board.viewport(), LEFT, pos=start)
    QTest.mouseMove(board.viewport(), start + QPoint(9, 9))
    (flight,) = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    assert (flight.face, flight.scale()) == ("cream_hexagon", 1.0)
    QTest.mouseMove(board.viewport(), at(board, slot_names.point(MIDDLE)))
    assert [place for place, slot in board.slots.items() if slot.marks.over] == [slot_names.point(MIDDLE)]
    assert (flight.pos() - board.slots[slot_names.point(MIDDLE)].rect.center()).manhattanLength() < 30
    QTest.mouseRelease(board.viewport(), LEFT, pos=start)
    looks_right(board, standing().observation(0))


def test_the_opponents_turn_is_shown_step_by_step_and_stays_marked(board: MillieuBoard):
    state = standing()
    start = state.observation(1)
    events = [event for action in (*TO_TAKE, TAKE[index(0, 2, 0)]) for event in state.apply_action(action)]
    board.show_observation(start)
    slow(board)
    board.animate(events, state.observation(1), lambda: None)
    steps = [board.strip.step]
    while board.animator.running:
        board.animator.finish()
        steps.append(board.strip.step)
    assert list(dict.fromkeys(steps)) == [1, 2, 0]
    board.show_last_move_of(events)
    ringed = {point for point, place in enumerate(slot_names.BOARD) if board.slots[place].marks.last_move}
    assert ringed == {MIDDLE, index(0, 2, 1)}
    assert board.slots[slot_names.point(index(0, 2, 0))].marks.gone is Piece.RED_HEX
    mill = (index(0, 2, 0), index(0, 2, 1), index(0, 2, 2))
    assert board.cube.routes.last == LastMove(MIDDLE, index(1, 2, 1), index(0, 2, 1), mill[:1], (mill,))
    board.show_last_move_of(())
    assert board.cube.routes.last is None
    looks_right(board, state.observation(1))


def test_a_slide_that_leaves_no_mill_never_shows_the_third_step(board: MillieuBoard):
    state = standing(*TO_SLIDE)
    board.show_observation(state.observation(0))
    slow(board)
    action = next(action for action in state.legal_actions() if ends(action)[1] == slot_names.point(index(2, 2, 1)))
    board.animate(state.apply_action(action), state.observation(0), lambda: None)
    steps = {board.strip.step}
    while board.animator.running:
        board.animator.finish()
        steps.add(board.strip.step)
    assert state.current_player == 1
    assert steps == {1, 0}


def test_the_strip_is_announced_when_your_own_step_changes(board: MillieuBoard, qtbot):
    board.show_observation(standing().observation(0))
    qtbot.waitUntil(lambda: board.announcer.silent)
    with qtbot.waitSignal(board.announcer.announced) as said:
        board.show_observation(standing(*TO_SLIDE).observation(0))
    assert said.args == ["Step 2 of 3, Slide."]
    board.show_observation(standing(*TO_SLIDE).observation(0))
    assert board.announcer.silent


def test_the_side_by_side_view_is_offered_if_the_cube_is_small(board: MillieuBoard):
    assert not board.side_by_side.isVisible()
    board.resize(640, 345)
    assert board.layout_now.projection.scale < 0.5
    assert board.side_by_side.isVisible()
    assert board.rect().contains(board.side_by_side.geometry())
    stacked = board.slots[slot_names.point(0)].rect
    QTest.mouseClick(board.side_by_side, LEFT)
    assert board.layout_now.projection.is_flat
    assert board.slots[slot_names.point(0)].rect != stacked
    board.resize(1280, 742)
    assert board.side_by_side.isVisible()
    QTest.mouseClick(board.side_by_side, LEFT)
    assert not board.side_by_side.isVisible()


def test_a_board_beside_a_panel_takes_the_compact_form(board: MillieuBoard):
    assert board.strip.isVisible() and board.neighbours.isVisible() and not board.lines[0].isVisible()
    board.resize(800, 540)
    assert not (board.strip.isVisible() or board.panel.isVisible() or board.neighbours.isVisible())
    assert all(line.isVisible() for line in board.lines)


@pytest.mark.parametrize("size", [(352, 273), (640, 343), (800, 510)], ids=str)
def test_large_names_of_sheets_do_not_reach_the_pieces_in_the_middle(
    board: MillieuBoard, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
):
    monkeypatch.setattr(table, "active_fit", lambda: Fit(1.72, compact=True))
    board.resize(*size)
    for sheet, caption in enumerate(board.sheet_names):
        middle = board.slots[slot_names.point(9 * sheet + 7)]
        assert caption.fits() and caption.inked.height() >= 10
        assert not caption.inked.intersects(middle.disc), caption.text


def test_the_side_by_side_view_finds_every_point_at_its_own_place(board: MillieuBoard, qtbot):
    board.set_side_by_side(True)
    board.show_observation(standing(*TO_SLIDE).observation(0))
    for place in slot_names.BOARD:
        centre = board.slots[place].rect.center()
        assert board.place_under(centre.x(), centre.y()) == place
    with qtbot.waitSignal(board.chosen) as chosen:
        drag(board, SQUARE, TARGET)
    assert chosen.args == [SLIDE[index(1, 2, 1), index(0, 2, 1)]]


# ------------------------------------------------------------------ what it looks like


def picture(board: MillieuBoard, place: str) -> QImage:
    """Return a picture of a place and its surroundings."""
    reach = round(44 * board.layout_now.projection.scale)
    middle = at(board, place)
    return board.grab(QRect(middle - QPoint(reach, reach), middle + QPoint(reach, reach))).toImage()


def greys(image: QImage) -> list[int]:
    """Return every fourth pixel in grey."""
    return [qGray(image.pixel(x, y)) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)]


def unlike(one: list[int], other: list[int]) -> int:
    """Return the number of pixels that differ visibly."""
    return sum(abs(here - there) > 24 for here, there in zip(one, other, strict=True))


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_all_states_of_pieces_and_points_differ_without_colour(board: MillieuBoard, theme: Theme):
    board.set_theme(theme)
    board.show_observation(standing(*TO_SLIDE).observation(1))
    piece, point = SQUARE, TARGET
    marks = ({}, {"marked": True}, {"last_move": "Last move"}, {"focus": True}, {"near": True})
    seen = []
    for state in (State.PLAIN, State.SLIDES, State.TAKEABLE, State.PLACED, State.STAYS, State.BARRED):
        board.slots[piece].show_model(replace(board.slots[piece].model, state=state))
        seen.append(greys(picture(board, piece)))
    board.slots[piece].show_model(replace(board.slots[piece].model, state=State.PLAIN))
    for how in marks[1:]:
        board.slots[piece].mark(**how)
        seen.append(greys(picture(board, piece)))
        board.slots[piece].mark(marked=False, last_move="", focus=False, near=False)
    empty = [greys(picture(board, point))]
    board.slots[point].show_model(replace(board.slots[point].model, state=State.OPEN))
    empty.append(greys(picture(board, point)))
    board.slots[point].show_model(replace(board.slots[point].model, state=State.PLAIN))
    for how in ({"focus": True}, {"near": True}, {"centre": True}, {"gone": Piece.RED_HEX}):
        board.slots[point].mark(**how)
        empty.append(greys(picture(board, point)))
        board.slots[point].mark(focus=False, near=False, centre=False, gone=None)
    for pictures in (seen, empty):
        for one, other in combinations(pictures, 2):
            assert unlike(one, other) > 6


def test_the_nine_pieces_can_be_told_apart_without_colour(board: MillieuBoard):
    board.show_observation(MillieuState().observation(0))
    seen = [greys(picture(board, place)) for place in slot_names.OWN_HAND]
    for one, other in combinations(seen, 2):
        assert unlike(one, other) > 20
