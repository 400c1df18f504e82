"""The trip strip: the figures of the miles beside the cars, and the label of the strip."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import QRectF, Qt

from desktop.boards.milebones.seats import hit_by
from desktop.driver import Home
from desktop.reader import read
from mile_bones.desktop.boards.milebones.strip import TripStrip
from stories import going


def lettering(strip: TripStrip, seat: int) -> QRectF:
    """Return the rectangle of this car's figure, in coordinates of the scene."""
    return strip.cars[seat].mapRectToScene(strip.cars[seat].label())


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("width", [800, 1280, 1920])
def test_the_miles_never_overlap_the_flag_or_leave_the_road(home: Home, width, mirrored):
    person = home.open(going().record())
    person.window.resize(width, 800)
    if mirrored:
        person.table.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        person.table.refresh()
    strip = person.table.strip
    for goal, extended in ((700, False), (1000, True)):
        strip.show_goal(goal, extended)
        for miles in range(0, goal + 1, 25):
            strip.show_miles(0, miles)
            assert not lettering(strip, 0).intersects(strip.flag.room()), (goal, miles)
            assert strip.boundingRect().contains(lettering(strip, 0)), (goal, miles)


def test_the_number_of_miles_moves_aside_for_the_flag(home: Home):
    person = home.open(going().record())
    strip = person.table.strip
    strip.show_miles(1, 975)
    before = lettering(strip, 1)
    strip.show_goal(1000, True)
    assert not lettering(strip, 1).intersects(strip.flag.room())
    strip.show_goal(700, False)
    assert lettering(strip, 1) == before


def test_the_deal_of_the_day_is_labelled_on_the_table(home: Home):
    person = home.open(going().record())
    label = person.table.strip_label
    assert label.text().startswith("Trip to 700 miles.")
    person.window.games.deal_of_the_day()
    person.settled()
    assert label.text().startswith("Deal of the day. Trip to 700 miles.")
    assert "Deal of the day" in [word.text for word in read(person.table.strip)]
    person.quit()
    home.now += timedelta(days=1)
    person = home.open()
    assert label_of(person).startswith("4 May 2026. Trip to 700 miles.")
    person.window.games.new_game_with(4711)
    person.settled()
    assert label_of(person).startswith("Trip to 700 miles.")


def test_the_strip_says_which_signs_the_cars_carry(home: Home):
    person = home.open(hit_by("OUT_OF_GAS", "100", "75", "25", "25", "50").record())
    assert "Out of Gas" in label_of(person)


def label_of(person) -> str:
    return person.table.strip_label.text()
