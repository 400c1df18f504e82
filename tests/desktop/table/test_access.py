"""The names, descriptions and states of slots for screen readers, without a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.slot_buttons import SlotButton


@pytest.mark.parametrize("name", ["Go", "25 Miles"])
def test_marking_a_card_is_reported_and_unmarking_it_is_not(qtbot, name: str):
    """Unmarking is not reported, because a sentence says whether the card was put back or played."""
    room = QWidget()
    qtbot.addWidget(room)
    button = SlotButton("hand", room, "hand")
    button.describe("Go", "")
    changes: list[bool] = []
    button.toggled.connect(changes.append)
    button.describe("Go", "", marked=True)
    button.describe(name, "")
    assert changes == [True]
    assert not button.isCheckable() and not button.isChecked(), "otherwise each card would be read as not checked"


def test_a_slot_with_the_focus_changes_only_its_name(qtbot, monkeypatch: pytest.MonkeyPatch):
    """A screen reader speaks each change of the focused object. The description changes when the focus comes back."""
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    room = QWidget()
    qtbot.addWidget(room)
    here, there = (SlotButton(place, room, "hand") for place in ("here", "there"))
    here.describe("Go", "Can be played")
    room.show()
    qtbot.waitUntil(room.isActiveWindow)
    here.setFocus()
    assert (here.accessibleName(), here.accessibleDescription()) == ("Go", "Can be played")
    here.describe("Stop", "Drawn")
    assert here.accessibleName() == "Go", "the old name stays until tell_words is called"
    here.tell_words()
    assert (here.accessibleName(), here.accessibleDescription()) == ("Stop", "")
    here.describe("Place 7: empty", "", empty=True)
    here.tell_words()
    assert here.accessibleName() == ""
    here.describe("Stop", "Drawn")
    here.tell_words()
    there.setFocus(Qt.FocusReason.ShortcutFocusReason)
    here.tell_words()
    assert (here.accessibleName(), here.accessibleDescription()) == ("Stop", "Drawn")
