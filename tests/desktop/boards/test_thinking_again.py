"""The hints and marks after a player puts things back. A held thing is pulled towards a lit place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from desktop.boards.at_rest import at_rest
from desktop.boards.milebones.seats import seen, to_play
from desktop.boards.millieu.positions import TO_SLIDE, standing
from desktop.boards.montreal.positions import table
from mile_bones.desktop.boards import load_board
from mile_bones.desktop.boards.millieu import slot_names as millieu
from mile_bones.desktop.boards.montreal import slot_names as montreal
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.drop_target import pulled
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.hand_places import hand, hand_index
from mile_bones.games.millieu.cube import index

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
BARE = QPoint(3, 3)
GAMES = {"Mile Bones": "mile-bones", "Montréal": "montreal-mille", "Millieu": "millieu"}
SORTED = "Your hand sorts itself. The options let you arrange it."


@dataclass(frozen=True)
class Things:
    """A table, the places of the things that the player takes up there, and another place that belongs to the same
    player.
    """

    board: str
    observation: Callable[[], Any]
    sources: tuple[str, ...]
    other: str
    lit: str
    """The place that lights up for the things."""
    stays: str
    """The hint that the things stay where they are."""
    last_stays: str = ""
    """The hint for the last of several things, or "" if the last thing has the hint ``stays``, too."""


THINGS = {
    "a card of Mile Bones": Things(
        "Mile Bones",
        lambda: seen(to_play()),
        (hand(1),),
        hand(4),
        "own.miles",
        "100 Miles stays in your hand.",
    ),
    "a card of Montréal": Things(
        "Montréal",
        lambda: table("4S 8S 8H 8D 9C", own=("8: 8C 8C 8S",)),
        (hand(1),),
        hand(4),
        montreal.own_set(6),
        "8 of spades stays in your hand.",
    ),
    "two cards of Montréal": Things(
        "Montréal",
        lambda: table("4S 8S 8H 8D 9C", own=("8: 8C 8C 8S",)),
        (hand(1), hand(2)),
        hand(4),
        montreal.own_set(6),
        "2 cards stay in your hand and are no longer selected.",
        "8 of hearts stays in your hand.",
    ),
    "a piece of the hand": Things(
        "Millieu",
        lambda: standing().observation(0),
        (millieu.hand(True, 8),),
        millieu.hand(True, 1),
        millieu.point(index(1, 1, 1)),
        "Cream hexagon stays in your hand.",
    ),
    "a piece on the cube": Things(
        "Millieu",
        lambda: standing(*TO_SLIDE).observation(0),
        (millieu.point(index(1, 2, 1)),),
        millieu.hand(True, 8),
        millieu.point(index(0, 2, 1)),
        "Red square stays where it is.",
    ),
}
"""The things that can be held, or marked or selected, on the three boards."""


class Player:
    """A player at a board, who writes down the actions and hints that follow from gestures."""

    def __init__(self, board: Board, things: Things) -> None:
        self.board = board
        self.things = things
        self.chosen: list[object] = []
        self.hints: list[str] = []
        board.show_observation(things.observation())
        board.focus_first()
        board.chosen.connect(self.chosen.append)
        board.hint.connect(self.hints.append)

    def at(self, place: str) -> QPoint:
        """Return a point at which the place can be pressed. On a card of the hand, the point is near the left edge,
        which no other card covers.
        """
        rect = self.board.slots[place].rect
        if hand_index(place) is None:
            return rect.center().toPoint()
        return QPoint(round(rect.x() + 6), round(rect.y() + rect.height() * 0.25))

    def choose(self) -> None:
        """Mark or select the things by clicks."""
        for place in self.things.sources:
            self.click(self.at(place))
        assert self.board.taken_up == self.things.sources

    def lift(self) -> list[FlyingCard]:
        """Take up the things with the pointer."""
        if len(self.things.sources) > 1:
            self.choose()
        start = self.at(self.things.sources[0])
        QTest.mousePress(self.board.viewport(), LEFT, pos=start)
        self.move(start + QPoint(6, -6))
        flights = self.flights()
        assert len(flights) == len(self.things.sources)
        return flights

    def move(self, to: QPoint) -> None:
        QTest.mouseMove(self.board.viewport(), to)

    def drop(self, at: QPoint) -> None:
        self.move(at)
        QTest.mouseRelease(self.board.viewport(), LEFT, pos=at)

    def click(self, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self.board.viewport(), button, pos=at)

    def flights(self) -> list[FlyingCard]:
        return [item for item in self.board.scene().items() if isinstance(item, FlyingCard)]

    def marks(self) -> dict[str, list[str]]:
        """Return the places that still have a mark of something in play, by the name of the mark."""
        names = ("marked", "selected", "hidden", "target", "over", "dimmed")
        slots = self.board.slots.items()
        found = {name: [place for place, slot in slots if getattr(slot.marks, name)] for name in names}
        return {name: places for name, places in found.items() if places}


@pytest.fixture(params=THINGS)
def player(request: pytest.FixtureRequest, qtbot, rendered_faces) -> Iterator[Player]:
    things = THINGS[request.param]
    board = at_rest(qtbot, load_board(GAMES[things.board], rendered_faces), ("Anna", "Ben"))
    made = Player(board, things)
    yield made
    board.gestures.cancel()


def drop_where_it_lay(player: Player) -> None:
    player.drop(player.at(player.things.sources[0]))


def drop_on_another_place_of_ones_own(player: Player) -> None:
    player.drop(player.at(player.things.other))


def drop_on_the_bare_table(player: Player) -> None:
    player.drop(BARE)


def press_escape(player: Player) -> None:
    QTest.keyClick(player.board.buttons[player.board.focused_place or ""], Qt.Key.Key_Escape)


def press_the_right_button(player: Player) -> None:
    player.click(BARE, RIGHT)


def click_on_the_bare_table(player: Player) -> None:
    player.click(BARE)


def click_on_it_again(player: Player) -> None:
    for place in player.things.sources:
        player.hints.clear()
        player.click(player.at(place))


SAID = {"Mile Bones": ("stays",), "Montréal": ("stays",), "Millieu": ("stays",)}
HELD = {
    drop_where_it_lay: {"Montréal": ("stays",)},
    drop_on_another_place_of_ones_own: {"Mile Bones": ("sorted",), "Montréal": ("stays", "sorted")},
    drop_on_the_bare_table: {"Montréal": ("stays",)},
    press_escape: SAID,
    press_the_right_button: SAID,
}
"""The hints about things that the pointer holds, by the player's next gesture and then by the board."""
CHOSEN = {
    click_on_the_bare_table: SAID,
    click_on_it_again: dict.fromkeys(SAID, ("last stays",)),
    press_escape: SAID,
    press_the_right_button: SAID,
}
"""The hints about things that are marked or selected, by the player's next gesture and then by the board."""


def nothing_is_in_play(player: Player, said: tuple[str, ...]) -> None:
    """Check that exactly these hints were given, and that everything lies as it lay before."""
    player.board.finish()
    things = player.things
    words = {"stays": things.stays, "last stays": things.last_stays or things.stays, "sorted": SORTED}
    assert player.hints == [words[key] for key in said]
    assert player.chosen == [] and player.flights() == [] and player.marks() == {}


@pytest.mark.parametrize("think_again", HELD, ids=lambda way: way.__name__)
def test_held_things_go_back_if_the_move_is_cancelled(player: Player, think_again: Callable[[Player], None]) -> None:
    player.lift()
    player.hints.clear()
    think_again(player)
    QTest.mouseRelease(player.board.viewport(), LEFT, pos=player.at(player.things.lit))
    nothing_is_in_play(player, HELD[think_again].get(player.things.board, ()))


@pytest.mark.parametrize("think_again", CHOSEN, ids=lambda way: way.__name__)
def test_marked_things_are_released_if_the_move_is_cancelled(
    player: Player, think_again: Callable[[Player], None]
) -> None:
    player.choose()
    player.hints.clear()
    think_again(player)
    nothing_is_in_play(player, CHOSEN[think_again].get(player.things.board, ()))


def test_a_held_thing_moves_towards_a_lit_place_except_in_montreal(player: Player) -> None:
    flights = player.lift()
    centre = player.board.slots[player.things.lit].rect.center()
    player.move(BARE)
    grips = [flight.pos() - QPointF(BARE) for flight in flights]
    pointer = (centre - grips[0]).toPoint() + QPoint(9, -7)
    player.move(pointer)
    assert [place for place, slot in player.board.slots.items() if slot.marks.over] == [player.things.lit]
    held = [QPointF(pointer) + grip for grip in grips]
    if player.things.board == "Montréal":
        assert [flight.pos() for flight in flights] == held
    else:
        near = pulled(held[0].toTuple(), centre.toTuple())
        assert near != held[0].toTuple()
        assert flights[0].pos().toTuple() == pytest.approx(near)
    press_escape(player)
