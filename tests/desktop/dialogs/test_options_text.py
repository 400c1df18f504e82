"""The options dialog has the recorded words in the recorded places, in every language and game."""

from __future__ import annotations

import difflib

from PySide6.QtWidgets import QApplication

from desktop.dialogs.options_text import FILE, everything


def test_the_options_dialog_is_as_recorded(qapp: QApplication, dressed) -> None:
    dressed()
    before, now = FILE.read_text(encoding="utf-8").splitlines(), everything(qapp).splitlines()
    changed = list(difflib.unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert changed == [], "if this is what you want, see options_text.py"
