"""What screen readers are told of a slot, without a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.slot_buttons import SlotButton


@pytest.mark.parametrize("name", ["Go", "25 Miles"])
def test_that_a_card_is_marked_is_told_and_that_it_no_longer_is_can_be_seen(qtbot, name: str):
    """What became of it is said in a sentence, whether it was put back or played."""
    room = QWidget()
    qtbot.addWidget(room)
    button = SlotButton("hand", room, "hand")
    button.describe("Go", "")
    changes: list[bool] = []
    button.toggled.connect(changes.append)
    button.describe("Go", "", marked=True)
    button.describe(name, "")
    assert changes == [True]
    assert not button.isCheckable() and not button.isChecked(), "else of each card it were said that it is not"


def test_what_has_the_focus_changes_its_name_and_says_no_more(qtbot, monkeypatch: pytest.MonkeyPatch):
    """A screen reader speaks each change of what has the focus; the rest is there when the focus comes back."""
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
    assert here.accessibleName() == "Go", "until the words stay as they are"
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
