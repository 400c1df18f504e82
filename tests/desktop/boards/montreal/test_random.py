"""Hundreds of random clicks, drags and keys: nothing breaks, and the table always shows the current position."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.boards.montreal.gestures import LEFT, RIGHT, at, by_clicks
from desktop.driver import Home, Person
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.players import load_player
from mile_bones.storage.settings import ANIMATION, SORT

KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Delete),
    *(Qt.Key.Key_D, Qt.Key.Key_P, Qt.Key.Key_L, Qt.Key.Key_A, Qt.Key.Key_S, Qt.Key.Key_I),
)


class Monkey:
    """A player who does anything that can be done to the table, most often on places where something happens."""

    def __init__(self, person: Person, dice: random.Random) -> None:
        self.person = person
        self.dice = dice
        self.held = False
        self.brain = load_player("montreal-mille", "easy", seed=3)

    def somewhere(self) -> QPoint:
        table = self.person.table
        if self.dice.random() < 0.1:
            return QPoint(self.dice.randrange(table.viewport().width()), self.dice.randrange(table.viewport().height()))
        places = [place for place in table.places_now.slots if place in table.slots]
        hand = [place for place in places if slot_names.hand_index(place) is not None]
        return at(table, self.dice.choice((*places, *hand)))

    def act(self) -> None:
        dialogs = self.person.dialogs()
        if dialogs:
            self.dice.choice((dialogs[-1].accept, dialogs[-1].reject))()
            return
        self.dice.choice((self.click, self.click, self.drag, self.double, self.key, self.key, self.undo, self.sense))()

    def click(self) -> None:
        button = RIGHT if self.dice.random() < 0.1 else LEFT
        QTest.mouseClick(self.person.table.viewport(), button, pos=self.somewhere())

    def double(self) -> None:
        spot = self.somewhere()
        for _time in range(2):
            QTest.mouseClick(self.person.table.viewport(), LEFT, pos=spot)

    def drag(self) -> None:
        view = self.person.table.viewport()
        if not self.held:
            QTest.mousePress(view, LEFT, pos=self.somewhere())
            self.held = True
        for _move in range(self.dice.randrange(4)):
            QTest.mouseMove(view, self.somewhere())
        if self.dice.random() < 0.8:
            QTest.mouseRelease(view, LEFT, pos=self.somewhere())
            self.held = False

    def key(self) -> None:
        place = self.person.focused()
        if place is not None:
            shift = self.dice.random() < 0.1
            held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
            QTest.keyClick(self.person.table.buttons[place], self.dice.choice(KEYS), held)

    def undo(self) -> None:
        if self.dice.random() < 0.3:
            (self.person.play.undo if self.dice.random() < 0.5 else self.person.play.redo)()

    def sense(self) -> None:
        """Make a sensible move, so that the game progresses."""
        if not self.held and self.person.play.idle and self.person.may_know.to_act:
            by_clicks(self.person.table, self.brain.choose(self.person.may_know))

    def sees_what_is(self) -> None:
        """Check that nothing is left over from a gesture or a flight, if the table is at rest."""
        person, table = self.person, self.person.table
        if self.held or table.animator.running or not person.play.idle or person.dialogs():
            return
        assert person.sees == person.may_know
        assert sorted(table.order.cards) == sorted(person.sees.cards)
        there = set(table.places_now.slots)
        assert {place for place, slot in table.slots.items() if slot.isVisible()} == there
        assert [place for place, slot in table.slots.items() if slot.marks.hidden or slot.marks.dimmed] == []
        assert [item for item in table.scene().items() if isinstance(item, FlyingCard)] == []
        assert set(table.drag.chosen) <= there
        assert {place for place, slot in table.slots.items() if slot.marks.selected} == set(table.drag.chosen)
        hand = [table.slots[slot_names.hand(index)].model.face for index in range(len(table.order.cards))]
        assert hand == [ART[card] for card in table.order.cards]


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize(("animation", "sort", "seed"), [("off", True, 1), ("fast", False, 2)])
def test_random_gestures_never_break_the_table(home: Home, animation: str, sort: bool, seed: int) -> None:
    home.set({ANIMATION: animation, SORT: sort})
    person = home.open(game="montreal-mille")
    monkey = Monkey(person, random.Random(seed))
    deals = 0
    for _step in range(500):
        monkey.act()
        person.window.repaint()
        monkey.sees_what_is()
        if any(dialog.objectName() == "score_sheet_dialog" for dialog in person.dialogs()):
            deals += 1
    if monkey.held:
        QTest.mouseRelease(person.table.viewport(), LEFT, pos=QPoint(2, 2))
    assert person.play.match is not None and person.play.match.length + deals > 20
