"""The trip strip: where the miles stand beside the cars."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt

from desktop.driver import Home
from mile_bones.desktop.boards.milebones.strip import TripStrip
from stories import going


def lettering(strip: TripStrip, seat: int) -> QRectF:
    """Where the miles of this car stand on the table."""
    return strip.cars[seat].mapRectToScene(strip.cars[seat].label())


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("width", [800, 1280, 1920])
def test_the_miles_never_stand_on_the_flag_nor_beyond_the_road(home: Home, width, mirrored):
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
            assert not lettering(strip, 0).intersects(strip.flag()), (goal, miles)
            assert strip.boundingRect().contains(lettering(strip, 0)), (goal, miles)


def test_the_miles_step_aside_when_the_flag_moves(home: Home):
    person = home.open(going().record())
    strip = person.table.strip
    strip.show_miles(1, 975)
    before = lettering(strip, 1)
    strip.show_goal(1000, True)
    assert not lettering(strip, 1).intersects(strip.flag())
    strip.show_goal(700, False)
    assert lettering(strip, 1) == before
