"""Carries out steps of a turn of Mille on the board: by clicks, drags, keys, and presses of a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import Card

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Act = Callable[[MontrealBoard, Action], None]


def at(board: MontrealBoard, place: str) -> QPoint:
    """Return a point at which this place can be pressed. For a card of the hand, return a point on its index, which no
    other card covers.
    """
    rect = board.slots[place].rect
    if slot_names.hand_index(place) is not None:
        return QPoint(round(rect.x() + 6), round(rect.y() + rect.height() * 0.25))
    if place == slot_names.PILE:
        return QPoint(round(rect.right() - 8), round(rect.y() + 20))
    return rect.center().toPoint()


def places_of(board: MontrealBoard, cards: Sequence[Card]) -> list[str]:
    """Return the places of these cards in the hand."""
    held = list(board.order.cards)
    found = []
    for card in cards:
        index = held.index(card)
        held[index] = -1
        found.append(slot_names.hand(index))
    return found


def target_of(action: Action) -> str:
    """Return the place to which the cards of `action` go, or the place that is pressed to do `action`."""
    if action.kind is Kind.ADD:
        assert action.rank is not None
        return slot_names.own_set(action.rank)
    return {
        Kind.DRAW: slot_names.STOCK,
        Kind.PILE: slot_names.TAKE,
        Kind.TURNED: slot_names.TAKE,
        Kind.LAY: slot_names.LAY,
        Kind.DISCARD: slot_names.PILE,
    }[action.kind]


def click(board: MontrealBoard, place: str) -> None:
    QTest.mouseClick(board.viewport(), LEFT, pos=at(board, place))


def key(board: MontrealBoard, pressed: Qt.Key) -> None:
    place = board.focused_place
    assert place is not None
    QTest.keyClick(board.buttons[place], pressed)


def drag(board: MontrealBoard, source: str, target: str) -> None:
    view, start, end = board.viewport(), at(board, source), at(board, target)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)


def by_clicks(board: MontrealBoard, action: Action) -> None:
    QTest.mouseClick(board.viewport(), RIGHT, pos=QPoint(2, 2))  # the right button clears the selection
    for place in places_of(board, action.cards):
        click(board, place)
    target = target_of(action)
    if action.kind is Kind.PILE and board.rules().takes_turned:
        target = slot_names.PILE  # the button takes only the 2
    click(board, target)


def by_drags(board: MontrealBoard, action: Action) -> None:
    QTest.mouseClick(board.viewport(), RIGHT, pos=QPoint(2, 2))
    places = places_of(board, action.cards)
    if not places:
        click(board, target_of(action))
        return
    for place in places[1:]:
        click(board, place)
    if len(places) > 1:
        click(board, places[0])
    drag(board, places[0], slot_names.PILE if action.kind is Kind.PILE else target_of(action))


def walk_to(board: MontrealBoard, place: str) -> None:
    """Walk with the arrow keys to a place: first to its row, then along the row."""
    rows = (slot_names.GROUPS[0], slot_names.GROUPS[1], slot_names.GROUPS[2], slot_names.GROUPS[3])
    wanted = next(number for number, row in enumerate(rows) if place in row)
    for _step in range(150):
        here = board.focused_place
        assert here is not None
        if here == place:
            return
        now = next(number for number, row in enumerate(rows) if here in row)
        if now != wanted:
            key(board, Qt.Key.Key_Down if now < wanted else Qt.Key.Key_Up)
        else:
            left = board.slots[place].rect.center().x() < board.slots[here].rect.center().x()
            key(board, Qt.Key.Key_Left if left else Qt.Key.Key_Right)
    raise AssertionError(f"the arrow keys do not lead to {place}")


def by_keys(board: MontrealBoard, action: Action) -> None:
    board.focus_place(slot_names.hand(0))
    key(board, Qt.Key.Key_Escape)
    for place in places_of(board, action.cards):
        walk_to(board, place)
        key(board, Qt.Key.Key_Space)
    if action.kind is Kind.ADD:
        walk_to(board, target_of(action))
        key(board, Qt.Key.Key_Return)
        return
    pressed = {
        Kind.DRAW: Qt.Key.Key_D,
        Kind.PILE: Qt.Key.Key_P,
        Kind.TURNED: Qt.Key.Key_P,
        Kind.LAY: Qt.Key.Key_L,
        Kind.DISCARD: Qt.Key.Key_Delete,
    }[action.kind]
    if action.kind is Kind.TURNED:
        walk_to(board, slot_names.TAKE)
        pressed = Qt.Key.Key_Space
    key(board, pressed)


def press(board: MontrealBoard, place: str) -> None:
    """Press a place as a screen reader does, without the tenth of a second for which Qt shows the press."""
    board.buttons[place].click()


def by_presses(board: MontrealBoard, action: Action) -> None:
    for place in board.drag.chosen:
        press(board, place)
    for place in places_of(board, action.cards):
        press(board, place)
    target = target_of(action)
    if action.kind is Kind.PILE and board.rules().takes_turned:
        target = slot_names.PILE
    press(board, target)
