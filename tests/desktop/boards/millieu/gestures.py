"""Carries out steps of Millieu on the board by clicks, drags or keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.games.millieu.actions import Action, Place, Slide, Take

LEFT = Qt.MouseButton.LeftButton


def at(board: MillieuBoard, place: str) -> QPoint:
    return board.slots[place].rect.center().toPoint()


def key(board: MillieuBoard, pressed: Qt.Key) -> None:
    place = board.focused_place
    assert place is not None
    QTest.keyClick(board.buttons[place], pressed)


def click(board: MillieuBoard, place: str) -> None:
    QTest.mouseClick(board.viewport(), LEFT, pos=at(board, place))


def drag(board: MillieuBoard, source: str, target: str) -> None:
    view, start, end = board.viewport(), at(board, source), at(board, target)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, 6))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)


def ends(action: Action) -> tuple[str, str]:
    """Return the place of the piece that `action` moves, and the target. A place in the hand is in the hand of the
    player to act.
    """
    match action:
        case Place(piece, point):
            return slot_names.hand(True, piece), slot_names.point(point)
        case Slide(origin, target):
            return slot_names.point(origin), slot_names.point(target)
        case Take(point):
            return slot_names.point(point), slot_names.OWN_HAND[0]


def by_clicks(board: MillieuBoard, action: Action) -> None:
    source, target = ends(action)
    click(board, source)
    if not isinstance(action, Take):
        click(board, target)


def by_drags(board: MillieuBoard, action: Action) -> None:
    drag(board, *ends(action))


def walk_to(board: MillieuBoard, place: str) -> None:
    """Walk with keys to a point or to a place of the player's tray."""
    kind, end = slot_names.hand_kind(place), slot_names.point_index(place)
    for _step in range(30):
        here = board.focused_place
        assert here is not None
        if here == place:
            return
        if kind is not None:
            now = slot_names.hand_kind(here)
            if now is None:
                key(board, Qt.Key.Key_Left)
            elif now // 3 != kind // 3:
                key(board, Qt.Key.Key_Right if now < kind else Qt.Key.Key_Left)
            else:
                key(board, Qt.Key.Key_Down if now < kind else Qt.Key.Key_Up)
            continue
        now = slot_names.point_index(here)
        if now is None:
            key(board, Qt.Key.Key_Right)
        elif now % 3 != end % 3:
            key(board, Qt.Key.Key_Right if now % 3 < end % 3 else Qt.Key.Key_Left)
        elif now // 3 % 3 != end // 3 % 3:
            key(board, Qt.Key.Key_Down if now // 3 % 3 < end // 3 % 3 else Qt.Key.Key_Up)
        else:
            key(board, Qt.Key.Key_PageUp if now < end else Qt.Key.Key_PageDown)
    raise AssertionError(f"the keys do not lead to {place}")


def by_keys(board: MillieuBoard, action: Action) -> None:
    source, target = ends(action)
    walk_to(board, source)
    key(board, Qt.Key.Key_Return)
    if not isinstance(action, Take):
        walk_to(board, target)
        key(board, Qt.Key.Key_Return)
