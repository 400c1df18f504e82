"""The table behind a dialog. It shows nothing untrue, and everything that is needed for the answer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.base import FRAME
from mile_bones.desktop.dialogs.name import NameDialog
from stories import near_the_goal


def panel(person: Person) -> dict[str, tuple[str, str]]:
    """Return the figures of the score panel by the name of the row: the viewer's figure and the opponent's."""
    return {name: (own, other) for name, own, other in person.table.panel.rows}


def asked(home: Home) -> Person:
    """Open a game in which the trip has just been completed, so that the question about the extension is asked."""
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.dialog(ExtensionDialog)
    return person


def test_before_the_first_game_the_name_plates_show_only_names(new_home: Home):
    person = new_home.open()
    dialog = person.dialog(NameDialog)
    assert [chips.texts for chips in person.table.chips] == [(), ()]
    assert [label.text() for label in person.table.plate_labels] == ["You", "Computer"]
    dialog.field.setText("Anna")
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert [chips.texts for chips in person.table.chips] == [("Not started: needs Go",)] * 2


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_extension_question_covers_neither_the_hand_nor_the_score(home: Home, size: tuple[int, int], qapp):
    person = home.open(near_the_goal().record())
    person.window.resize(*size)
    qapp.processEvents()
    person.draw()
    person.drag("100", slot_names.miles(True))
    dialog = person.dialog(ExtensionDialog)
    table = person.table
    covered = QRect(table.viewport().mapFromGlobal(dialog.geometry().topLeft()), dialog.size()).adjusted(0, 0, 0, FRAME)
    held = [person.place_of(card) for card in person.hand]
    for place in held:  # only the part that is read: a screen may cut off the lower edge
        card = table.slots[place].rect.toRect()
        assert not covered.intersects(card.adjusted(0, 0, 0, -card.height() // 20)), place
    assert not covered.intersects(table.panel.rect.toRect())
    room = person.window.screen().availableGeometry().united(person.window.geometry())
    assert room.contains(dialog.geometry()), "on the screen, if need be below a low window"


def test_behind_the_score_sheet_the_panel_has_the_new_figures(home: Home):
    person = asked(home)
    before = panel(person)
    person.click_button(person.dialog(ExtensionDialog).no)
    sheet = person.dialog(ScoreSheetDialog)
    first_hand = tuple(f"{total:,}" for total in person.sees.totals)
    assert panel(person)["Hand"] == panel(person)["Total"] == first_hand != before["Hand"]
    person.window.resize(900, 700)  # this lays out the table again
    assert panel(person)["Hand"] == first_hand
    assert all(figure in person.table.panel_label.text() for figure in panel(person)["Hand"])
    person.click_button(sheet.go_on)
    person.settled()
    assert panel(person)["Hand"] == ("0", "0")
