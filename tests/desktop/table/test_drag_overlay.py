"""Held cards are painted over a picture of the table. This picture is never out of date."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.table.toy_board import ToyBoard
from mile_bones.desktop.look.themes import DARK
from mile_bones.desktop.table import drag_overlay
from mile_bones.desktop.table.model import SlotModel
from mile_bones.desktop.table.slot import SlotItem

LEFT = Qt.MouseButton.LeftButton


class CountedSlot(SlotItem):
    """A slot that counts how often it is painted."""

    count = 0

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        self.count += 1
        super().paint(painter, option, widget)


class CountedBoard(ToyBoard):
    """A board that counts how often its scene and its slots are painted."""

    count = 0
    """The number of times that the scene was painted. Each time covers some part of the scene."""
    copied = 0.0
    """The number of pixels that were painted into the picture of the still table."""

    def make_slot(self, place: str) -> SlotItem:
        return CountedSlot(place, self.art)

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        self.count += 1
        if self._drag_overlay is not None and self._drag_overlay._taking:
            self.copied += rect.width() * rect.height()
        super().drawBackground(painter, rect)


@pytest.fixture
def board(qtbot) -> Iterator[CountedBoard]:
    """Yield a board whose pointer holds a card of the hand."""
    made = CountedBoard()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    for animator in made.animators():
        animator.speed = 0  # animations stand still unless a test advances them
    made.show_cards(9, 3, 7, top=5)
    rect = made.slots["hand.0"].rect
    at = QPoint(round(rect.x()) + 5, round(rect.center().y()))
    QTest.mousePress(made.viewport(), LEFT, pos=at)
    for step in (0.1, 0.4, 0.7, 1.0):
        carry(made, at + (over(made, "pile") - at) * step)
    qtbot.waitUntil(lambda: not made._drag_overlay._strips.isActive())
    yield made
    made.gestures.cancel()
    QTest.mouseRelease(made.viewport(), LEFT, pos=at)


def over(board: ToyBoard, place: str) -> QPoint:
    return board.slots[place].rect.center().toPoint()


def carry(board: ToyBoard, to: QPoint) -> None:
    QTest.mouseMove(board.viewport(), to)
    QApplication.processEvents()


def screen(board: ToyBoard) -> QImage:
    """Return what is seen of the board."""
    QApplication.processEvents()
    return board.screen().grabWindow(board.winId()).toImage()


def painted_anew(board: ToyBoard) -> QImage:
    """Return what is seen of the board once everything has been painted again."""
    board.viewport().update()
    return screen(board)


def test_the_still_table_is_not_repainted_under_a_carried_card(board: CountedBoard):
    start = over(board, "pile")
    for step in (QPoint(30, 0), QPoint(0, 0)):
        carry(board, start + step)
    board.count = 0
    before = screen(board)
    for step in (QPoint(10, 2), QPoint(28, 4), QPoint(0, 0)):
        carry(board, start + step)
    assert board.count == 0
    assert screen(board) == before
    assert painted_anew(board) == before


def test_a_target_under_a_card_is_not_repainted_but_its_marks_are(board: CountedBoard):
    pile, beside = board.slots["pile"], over(board, "pile") + QPoint(80, 0)
    carry(board, beside)
    screen(board)
    seen = {}
    pile.count = 0
    for at in (over(board, "pile"), beside, over(board, "pile")):
        carry(board, at)
        corner = pile.rect.adjusted(-8, -8, -pile.rect.width(), 8).toAlignedRect()
        seen[pile.marks.over] = screen(board).copy(corner)
    assert pile.count == 0
    assert seen[True] != seen[False]


def test_many_simultaneous_changes_are_painted_once_and_not_copied_first(board: CountedBoard):
    at = over(board, "far")
    carry(board, at)
    for step in (5, 0):
        for place in ("hand.1", "hand.2", "deck", "pile"):
            board.slots[place].setPos(0, 2 * step)
        board.count = board.copied = 0
        carry(board, at + QPoint(step, step))
        assert (board.count, board.copied) == (1, 0)
        assert screen(board) == painted_anew(board)


def test_a_veiled_place_is_not_repainted_when_the_card_comes_over_it(
    board: CountedBoard, qtbot, monkeypatch: pytest.MonkeyPatch
):
    board.gestures.cancel()
    QTest.mouseRelease(board.viewport(), LEFT, pos=QPoint(1, 1))
    screen(board)
    start = over(board, "hand.0")
    QTest.mousePress(board.viewport(), LEFT, pos=start)
    screen(board)
    board.count = board.copied = 0
    monkeypatch.setattr(drag_overlay, "_STRIP_MS", 10**6)
    carry(board, start + QPoint(0, 40))
    assert board.copied < board.width() * board.height() / 4  # the first step is painted, and little copied
    board._drag_overlay._strips.setInterval(0)
    qtbot.waitUntil(lambda: not board._drag_overlay._strips.isActive())
    assert board.slots["deck"].marks.dimmed
    board.count = board.copied = 0
    carry(board, over(board, "deck"))
    assert (board.count, board.copied) == (0, 0)
    assert screen(board) == painted_anew(board)


def test_after_a_small_change_the_picture_is_still_used(board: CountedBoard):
    at = over(board, "pile")
    for step in (QPoint(4, 0), QPoint(0, 0)):
        carry(board, at + step)
    board.slots["deck"].mark(refused=True)
    carry(board, at + QPoint(2, 0))
    board.count = 0
    for step in (QPoint(4, 0), QPoint(0, 0)):
        carry(board, at + step)
    assert board.count == 0
    assert screen(board) == painted_anew(board)


def test_the_veil_comes_and_goes_without_repainting_a_card(board: CountedBoard):
    board.gestures.cancel()
    QTest.mouseRelease(board.viewport(), LEFT, pos=QPoint(1, 1))
    QPixmapCache.clear()  # other windows may have filled the cache
    QTest.mouseMove(board.viewport(), over(board, "hand.0"))
    seen = screen(board)
    QTest.mousePress(board.viewport(), LEFT, pos=over(board, "hand.0"))
    deck = board.slots["deck"]
    deck.count = 0
    carry(board, over(board, "hand.0") + QPoint(0, 40))
    assert deck.marks.dimmed
    where = deck.rect.toAlignedRect()
    assert screen(board).copy(where) != seen.copy(where)
    board.gestures.cancel()
    assert screen(board).copy(where) == seen.copy(where)
    assert deck.count == 0


def test_the_marks_of_a_card_are_painted_over_its_veil(board: CountedBoard):
    deck = board.slots["deck"]
    assert deck.marks.dimmed
    ring = deck.rect.adjusted(-3, 20, -1 - deck.rect.width(), -20).toAlignedRect()
    veiled = screen(board).copy(ring)
    deck.mark(last_move="Last move")
    marked = screen(board).copy(ring)
    board.gestures.cancel()
    assert veiled != marked == screen(board).copy(ring)


def _hide_pile(board: ToyBoard) -> None:
    board.slots["pile"].setVisible(False)


def _land_beside(board: ToyBoard) -> None:
    flight = board.fly("7", "pile")
    QApplication.processEvents()
    board.land(flight)


CHANGES: dict[str, Callable[[ToyBoard], object]] = {
    "a mark": lambda board: board.slots["pile"].mark(refused=True),
    "a card below": lambda board: board.slots["pile"].show_model(SlotModel()),
    "a card elsewhere": lambda board: board.slots["far"].show_model(SlotModel(face="2")),
    "words": lambda board: board.show_message("It is your turn"),
    "a slot that moves": lambda board: board.slots["pile"].setPos(0, 20),
    "a slot that goes": _hide_pile,
    "a card in the air": lambda board: board.fly("7", "pile"),
    "a card that lands": _land_beside,
    "other colours": lambda board: board.set_theme(DARK),
    "another size": lambda board: board.resize(board.width() + 60, board.height() + 40),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_under_a_carried_card_are_seen(board: CountedBoard, change: str):
    before = screen(board)
    CHANGES[change](board)
    if change != "a card that lands":
        assert screen(board) != before
    for place in ("far", "pile", "deck", "pile"):
        carry(board, over(board, place) + QPoint(7, 9))
        assert screen(board) == painted_anew(board)


def test_a_held_card_is_seen_at_the_pointer_and_nowhere_else(board: CountedBoard):
    alone = screen(board)
    carry(board, over(board, "far"))
    elsewhere = screen(board)
    carry(board, over(board, "pile"))
    assert elsewhere != alone == screen(board)


def test_no_trace_of_a_card_stays_where_it_was_last_held(board: CountedBoard):
    carry(board, QPoint(430, 150))  # where no card and no place is
    board.gestures.cancel()
    assert board.slots["hand.0"].marks.hidden is False
    assert screen(board) == painted_anew(board)


def test_carried_cards_overlap_and_the_table_below_is_not_repainted(qtbot, board: CountedBoard):
    board.gestures.cancel()
    cards = [board.fly(face, "pile") for face in ("7", "8", "9")]
    start = over(board, "pile")
    board.hold(*cards)
    assert board._drag_overlay is not None
    qtbot.waitUntil(lambda: not board._drag_overlay._strips.isActive())  # a busy machine paints its last strips late
    for step in (0, 40, 0, 25):
        board.count = 0 if step == 25 else board.count
        for number, card in enumerate(cards):
            card.setPos(start + QPoint(step + 15 * number, step))
        board.held_moved()
        QApplication.processEvents()
    assert board.count == 0
    held = screen(board)
    assert held == painted_anew(board)
    board.let_go()
    assert held == painted_anew(board), "the cards have the places and the order of the scene"
