"""The options dialog says in every language and game what it has always said, in the same places."""

from __future__ import annotations

import difflib

from PySide6.QtWidgets import QApplication

from desktop.dialogs.options_text import FILE, everything


def test_the_options_say_the_same_in_the_same_places(qapp: QApplication, dressed) -> None:
    dressed()
    before, now = FILE.read_text(encoding="utf-8").splitlines(), everything(qapp).splitlines()
    changed = list(difflib.unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert changed == [], "if this is what you want, see options_text.py"
