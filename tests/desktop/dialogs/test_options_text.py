"""The options dialog says in every language and game what it has always said, in the same places."""

from __future__ import annotations

import difflib

from PySide6.QtWidgets import QApplication

from desktop.dialogs.options_text import FILE, everything


def test_the_options_say_the_same_in_the_same_places(qapp: QApplication, dressed) -> None:
    dressed()
    before = FILE.read_text(encoding="utf-8").splitlines()
    assert list(difflib.unified_diff(before, everything(qapp).splitlines(), "before", "now", lineterm="", n=1)) == []
