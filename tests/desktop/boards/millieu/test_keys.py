"""Millieu is played by the keyboard. Tested are the number of keys for a turn, the places that keys lead to, and the
announcements.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.boards.millieu.gestures import at, key
from desktop.boards.millieu.positions import TO_SLIDE, TO_TAKE, standing
from games.millieu.positions import lively
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.cube import index
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MillieuState

FIRST = Qt.Key.Key_Return


def digits(board: MillieuBoard, action: Action) -> tuple[int, ...]:
    """Return the digit keys that name this step."""
    choices = board.choices
    match action:
        case Place(piece, point):
            return piece + 1, point // 9 + 1, point % 9 + 1
        case Slide(origin, target):
            return sorted(choices.slides).index(origin) + 1, choices.slides[origin].index(target) + 1
        case Take(point):
            return (sorted(choices.takes).index(point) + 1,)


def press(board: MillieuBoard, digit: int) -> None:
    """Press a digit as the window does. The keys 1 to 7 can be changed by the player, so they come from the controller
    of keys.
    """
    if digit < 8:
        assert board.mark_card(digit)
    else:
        key(board, Qt.Key(Qt.Key.Key_0 + digit))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turn_takes_at_most_five_keys_and_one_for_each_capture(board: MillieuBoard, seed: int) -> None:
    state, rng = MillieuState(1), Rng(seed)

    def play(action: Action) -> None:
        board.animate(state.apply_action(action), state.observation(seat), lambda: None)

    board.chosen.connect(play)
    steps: set[type] = set()
    while not state.is_terminal() and len(state.actions) < 60:
        seat, keys = state.current_player, 0
        board.show_observation(state.observation(seat))
        board.focus_first()
        captures = 0
        while state.current_player == seat:
            action = lively(state, rng)
            named = digits(board, action)
            for digit in named:
                press(board, digit)
            assert state.actions[-1] == action
            keys += len(named)
            captures += isinstance(action, Take)
            steps.add(type(action))
        assert keys <= 5 + captures
    assert steps == {Place, Slide, Take}


def test_a_turn_of_first_choices_takes_four_presses_of_enter(board: MillieuBoard) -> None:
    state = standing()
    done: list[Action] = []

    def play(action: Action) -> None:
        done.append(action)
        board.animate(state.apply_action(action), state.observation(0), lambda: None)

    board.chosen.connect(play)
    board.show_observation(state.observation(0))
    board.focus_first()
    for _key in range(4):
        key(board, FIRST)
    assert [type(action) for action in done] == [Place, Slide]


def test_choosing_a_piece_to_slide_leads_to_its_arrows_and_names_them(board: MillieuBoard, qtbot) -> None:
    board.show_observation(standing(*TO_SLIDE).observation(0))
    origin = index(1, 2, 1)
    board.focus_place(slot_names.point(origin))
    qtbot.waitUntil(lambda: board.announcer.silent)
    told: list[str] = []
    board.announcer.announced.connect(told.append)
    key(board, FIRST)
    ways = board.choices.slides[origin]
    assert len(ways) > 1
    assert board.focused_place in map(slot_names.point, ways)
    qtbot.waitUntil(lambda: any("Arrows: 1: " in text for text in told))
    (arrows,) = (text for text in told if "Arrows: " in text)
    assert arrows.count("sheet, ") == len(ways)
    numbers = {place: slot.marks.number for place, slot in board.slots.items() if getattr(slot.marks, "number", 0)}
    assert numbers == {slot_names.point(way): n for n, way in enumerate(ways, 1)}
    key(board, Qt.Key.Key_Escape)
    assert board.focused_place == slot_names.point(origin)


def test_numbers_are_shown_only_while_keys_are_used(board: MillieuBoard) -> None:
    board.show_observation(standing(*TO_TAKE).observation(0))

    def numbers() -> list[int]:
        return sorted(filter(None, (board.slots[place].marks.number for place in slot_names.BOARD)))

    assert numbers() == []
    board.focus_first()
    board.walk.by_keys(True)
    assert numbers() == list(range(1, len(board.choices.takes) + 1))
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at(board, slot_names.OWN_HAND[0]))
    assert numbers() == []


def test_arrow_keys_stop_at_pieces_and_reach_every_one_of_them(board: MillieuBoard) -> None:
    """Pieces are reached in both hands and in both layout directions."""
    held = (Piece.RED_SQUARE, Piece.BROWN_HEX, Piece.CREAM_DISC, Piece.CREAM_HEX)
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        board.setLayoutDirection(direction)
        board.refresh()
        board.show_observation(standing(held=held).observation(0))
        full = {place for place in slot_names.ALL if board.slots[place].model.face is not None}
        for tray in (slot_names.OWN_HAND, slot_names.OTHER_HAND):
            reached, waiting = set(), [next(place for place in tray if place in full)]
            while waiting:
                place = waiting.pop()
                reached.add(place)
                for arrow in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
                    board.focus_place(place)
                    key(board, arrow)
                    here = board.focused_place
                    assert here in full or here in slot_names.BOARD, (place, arrow)
                    if here in tray and here not in reached:
                        waiting.append(here)
            assert reached == full & set(tray)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ((1,), "You have no such piece in hand"),
        ((2, 9), "Name the sheet first"),
        ((2, 1, 1), "There is a piece already"),
    ],
)
def test_a_meaningless_number_is_explained(board: MillieuBoard, named: tuple[int, ...], said: str, qtbot) -> None:
    board.show_observation(standing().observation(0))
    board.focus_first()
    hints: list[str] = []
    board.hint.connect(hints.append)
    with qtbot.assertNotEmitted(board.chosen):
        for digit in named:
            press(board, digit)
    assert said in hints[-1]


def test_a_number_beyond_the_last_arrow_is_explained(board: MillieuBoard) -> None:
    board.show_observation(standing(*TO_SLIDE).observation(0))
    board.focus_first()
    hints: list[str] = []
    board.hint.connect(hints.append)
    press(board, 9)
    assert hints == ["There is no number 9 here."]


def test_a_number_key_marks_nothing_in_the_opponents_turn(board: MillieuBoard) -> None:
    board.show_observation(standing(seat=1).observation(0))
    assert not board.mark_card(1)


def test_smart_play_says_what_to_do_if_no_piece_has_only_one_step(board: MillieuBoard, qtbot) -> None:
    board.show_observation(standing(*TO_SLIDE).observation(0))
    source = slot_names.point(next(point for point, ways in board.choices.slides.items() if len(ways) > 1))
    empty = next(place for place in slot_names.BOARD if board.slots[place].model.face is None)
    with qtbot.assertNotEmitted(board.chosen):
        board.setFocus()
        assert board.focused_place is None and board.smart_play()
        assert board.message.text == "Your turn: slide a neighbour of the piece you placed."
        board.focus_place(source)
        assert board.smart_play()
        assert board.message.text.startswith("Slide ") and "arrows" in board.message.text
        board.focus_place(empty)
        assert board.smart_play()
        assert board.message.text == "Your turn: slide a neighbour of the piece you placed."
