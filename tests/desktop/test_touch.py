"""A finger does what the mouse does: taps mark and play, a swipe carries, two taps on one card are smart play."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.millieu import slot_names as points
from stories import going

_STEPS = 8


class Finger:
    """One finger on the screen in front of a person; it is quick."""

    def __init__(self, person: Person, screen: QPointingDevice) -> None:
        self._person, self._screen = person, screen
        self._window = person.window.windowHandle()

    def tap(self, place: str) -> None:
        """Touch the middle of a place."""
        self.swipe(self._person.at(place), self._person.at(place), steps=0)

    def swipe(self, start: QPoint, end: QPoint, *, steps: int = _STEPS) -> None:
        """From there to there, without leaving the screen."""
        QTest.touchEvent(self._window, self._screen).press(0, start, self._window).commit()
        for step in range(1, steps + 1):
            here = start + (end - start) * (step / steps)
            QTest.touchEvent(self._window, self._screen).move(0, here, self._window).commit()
        QTest.touchEvent(self._window, self._screen).release(0, end, self._window).commit()
        QCoreApplication.processEvents()


@pytest.fixture(scope="module")
def screen(qapp) -> QPointingDevice:
    return QTest.createTouchDevice()


@pytest.fixture
def person(home: Home) -> Person:
    person = home.open(going("100 75 25 50 GASOLINE").record())
    person.draw()
    return person


def own_acts(home: Home) -> list[str]:
    return [act for act in home.acts() if act.startswith("0 ")]


def test_two_taps_play_a_card_however_quick_they_are(home: Home, person: Person, screen: QPointingDevice):
    finger = Finger(person, screen)
    finger.tap(person.place_of("75"))
    assert person.marked() == {person.place_of("75")}
    finger.tap(slot_names.miles(True))
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"
    finger.tap(slot_names.DRAW)
    assert own_acts(home)[-1] == "0 draw", "a tap elsewhere is no second half of a double-click"
    person.looks_right()


def test_a_swipe_carries_a_card(home: Home, person: Person, screen: QPointingDevice):
    Finger(person, screen).swipe(person.at(person.place_of("75")), person.at(slot_names.miles(True)))
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"
    person.looks_right()


def test_two_taps_on_one_card_are_smart_play(home: Home, person: Person, screen: QPointingDevice):
    finger, place = Finger(person, screen), person.place_of("75")
    finger.tap(place)
    finger.swipe(person.at(place) + QPoint(7, 0), person.at(place) + QPoint(7, 0), steps=0)  # a finger is not exact
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"


def test_nothing_stays_raised_under_a_finger_that_has_gone(home: Home, person: Person, screen: QPointingDevice):
    Finger(person, screen).tap(person.place_of("75"))
    assert person.marked() and not [slot for slot in person.table.slots.values() if slot.marks.hover]


def test_two_taps_place_a_piece_of_millieu(home: Home, screen: QPointingDevice):
    person = home.open(game="millieu")
    person.settled()
    finger, saw = Finger(person, screen), person.sees
    action = saw.legal_actions()[0]
    rules = person.table.drop_rules()
    source = next(place for place in person.table.slots if rules.may_lift(place))
    finger.tap(source)
    assert points.point(action.point) in person.lit()
    finger.tap(points.point(action.point))
    person.settled()
    assert person.sees != saw
