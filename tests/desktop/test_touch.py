"""A finger can do what the mouse does: taps mark and play, a swipe drags, and two taps on one card are smart play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QGuiApplication, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.millieu import slot_names as points
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.storage.settings import SORT
from stories import going

_STEPS = 8


class Finger:
    """One quick finger on the screen."""

    def __init__(self, person: Person, screen: QPointingDevice) -> None:
        self._person, self._screen = person, screen
        self._window = person.window.windowHandle()

    def tap(self, place: str) -> None:
        """Touch the middle of a place."""
        self.swipe(self._person.at(place), self._person.at(place), steps=0)

    def rest(self, at: QPoint, until: Callable[[], bool]) -> None:
        """Touch this point and stay there until `until` is true."""
        QTest.touchEvent(self._window, self._screen).press(0, at, self._window).commit()
        self._person.wait_until(until)
        QTest.touchEvent(self._window, self._screen).release(0, at, self._window).commit()
        QCoreApplication.processEvents()

    def swipe(self, start: QPoint, end: QPoint, *, steps: int = _STEPS) -> None:
        """Move the finger from `start` to `end` without leaving the screen."""
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


def test_two_quick_taps_mark_and_play_a_card(home: Home, person: Person, screen: QPointingDevice):
    finger = Finger(person, screen)
    finger.tap(person.place_of("75"))
    assert person.marked() == {person.place_of("75")}
    finger.tap(slot_names.miles(True))
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"
    finger.tap(slot_names.DRAW)
    assert own_acts(home)[-1] == "0 draw", "a tap elsewhere does not complete a double-click"
    person.looks_right()


def test_a_swipe_drags_a_card(home: Home, person: Person, screen: QPointingDevice):
    Finger(person, screen).swipe(person.at(person.place_of("75")), person.at(slot_names.miles(True)))
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"
    person.looks_right()


def test_two_taps_on_one_card_play_the_card(home: Home, person: Person, screen: QPointingDevice):
    finger, place = Finger(person, screen), person.place_of("75")
    finger.tap(place)
    finger.swipe(person.at(place) + QPoint(7, 0), person.at(place) + QPoint(7, 0), steps=0)  # a finger is not exact
    person.settled()
    assert own_acts(home)[-1] == "0 play 75"


def test_no_card_stays_raised_after_a_tap(home: Home, person: Person, screen: QPointingDevice):
    Finger(person, screen).tap(person.place_of("75"))
    assert person.marked() and not [slot for slot in person.table.slots.values() if slot.marks.hover]


def test_two_taps_place_a_piece_of_millieu(home: Home, screen: QPointingDevice):
    person = home.open(game="millieu")
    person.settled()
    finger, saw = Finger(person, screen), person.sees
    action = saw.legal_actions()[0]
    rules = person.table.rules()
    source = next(place for place in person.table.slots if rules.may_lift(place))
    finger.tap(source)
    assert points.point(action.point) in person.lit()
    finger.tap(points.point(action.point))
    person.settled()
    assert person.sees != saw


# ---------------------------------------------------------------------- What's This by a long press


def bubble() -> QWidget | None:
    """Return the visible bubble of What's This, or None."""
    return QApplication.activePopupWidget()


@pytest.mark.parametrize("game", ["mile-bones", "millieu", "montreal-mille"])
def test_a_long_press_explains_any_place_and_does_nothing_else(home: Home, screen: QPointingDevice, game: str):
    person = home.open(game=game, seed=5)
    person.settled()
    asked: list[str] = []
    person.table.help_wanted.connect(lambda topic, _at: asked.append(topic))
    before = person.play.match.record()
    shown = [place for place, button in person.table.buttons.items() if button.isVisible()]
    assert len(shown) > 10
    for number, place in enumerate(shown):
        if number % 4 and place != shown[-1]:
            continue  # each long press takes as long as a finger has to rest
        person.window.long_press.resting.setInterval(1)
        Finger(person, screen).rest(person.at(place), lambda: bubble() is not None)
        bubble().close()
        under = person.table.place_under(*person.table.slots[place].rect.center().toTuple())
        assert asked[-1] == person.table.buttons[under].property("helpTopic")
        assert not [slot for slot in person.table.slots.values() if slot.marks.marked or slot.marks.hover]
    assert person.play.match.record() == before


def test_the_system_decides_how_long_a_long_press_is(person: Person, screen: QPointingDevice):
    hold = QGuiApplication.styleHints().mousePressAndHoldInterval()
    assert person.window.long_press.resting.interval() == hold >= 500
    finger = Finger(person, screen)
    finger.tap(person.place_of("75"))
    assert bubble() is None and person.marked() and not person.window.long_press.resting.isActive()
    finger.swipe(person.at(person.place_of("75")), person.at(slot_names.miles(True)))
    assert bubble() is None


def test_a_long_press_on_a_button_explains_it_and_does_not_press_it(
    home: Home, person: Person, screen: QPointingDevice
):
    resting = person.window.long_press.resting
    usual = resting.interval()
    resting.setInterval(1)
    button = person.table.tools["undo"]
    at = button.mapTo(person.window, button.rect().center())
    Finger(person, screen).rest(at, lambda: bubble() is not None)
    bubble().close()
    QCoreApplication.processEvents()
    assert not person.dialogs() and not button.isDown()
    resting.setInterval(usual)
    Finger(person, screen).swipe(at, at, steps=0)
    person.dialog(QuestionDialog)  # undo asks first


def test_a_swipe_within_the_hand_arranges_it(home: Home, screen: QPointingDevice):
    home.set({SORT: False})
    person = home.open(going("100 75 25 50 GASOLINE").record())
    person.draw()
    order = person.hand
    Finger(person, screen).swipe(person.at(slot_names.hand(0)), person.at(slot_names.hand(2)) + QPoint(4, 0))
    person.settled()
    assert person.hand != order and sorted(person.hand) == sorted(order)
