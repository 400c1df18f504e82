"""The chips below a name plate say in few lines what a side needs, even in a small window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from desktop.driver import Home
from mile_bones.desktop.boards.milebones.models import chips
from mile_bones.desktop.look.theme import active_fit, font
from mile_bones.desktop.table.chips import Chip, lines_of
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.tableau import TableauView
from mile_bones.games.milebones.words import state_texts
from mile_bones.storage.settings import LANGUAGE
from stories import going

EDGE = 8
"""Pixels by which the shadow may be wider than the chips."""
SIDES = {
    battle: TableauView(battle=battle)
    for battle in (None, Card.GO, Card.STOP, Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT)
}


def shown(chip: Chip, width: float, k: float) -> list[str]:
    return list(lines_of(chip, QFontMetricsF(font(max(11.0, 11.5 * k), "Bold")), width - 3))


@pytest.mark.parametrize("language", ["en", "de", "es", "fa", "fr"])
def test_the_chips_have_few_lines_in_a_small_window(traveller: Home, language: str):
    traveller.set({LANGUAGE: language})
    person = traveller.open(going().record())
    person.window.resize(800, 600)
    QApplication.processEvents()
    room = person.table.chips[0].boundingRect().width() - EDGE
    lines = {battle: shown(chips(side, state_texts(side))[0], room, active_fit().k) for battle, side in SIDES.items()}
    assert max(map(len, lines.values())) <= 3, lines
    assert language != "en" or lines[None] == ["Needs", "Go"], "the long text would take four lines"
    assert not any("…" in line for each in lines.values() for line in each), lines


def test_with_enough_room_a_chip_shows_all_its_words(home: Home):
    person = home.open(going().record())
    person.window.resize(800, 600)
    side = TableauView(battle=Card.FLAT_TIRE)
    (chip,) = chips(side, state_texts(side))
    assert shown(chip, 400, 1.0) == ["Flat tire: needs Spare Tire"]
    assert shown(chip, 1, 1.0) != shown(Chip(chip.text, chip.tone), 1, 1.0)
