"""The words of a chip are broken into lines for the available width."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table.chips import wrapped


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Flat tire: needs Spare", "Flat tire:", ["Flat tire:", "needs", "Spare"]),
        ("Panne: Ersatz\u00adrad", "Ersatzrad", ["Panne:", "Ersatzrad"]),
        ("Panne: Ersatz\u00adrad", "Ersatzra", ["Panne:", "Ersatz-", "rad"]),
        ("Panne: Ersatzrad", "Ersatzra", ["Panne:", "Ersatz…"]),
        ("Ersatz\u00adrad", "Ersatzra", ["Ersatz-", "rad"]),
        ("Crevaison\u202f: roue", "Crevaison\u202f:", ["Crevaison\u202f:", "roue"]),
    ],
)
def test_lines_break_at_spaces_and_soft_hyphens(qapp: QApplication, text: str, room: str, lines: list[str]) -> None:
    metrics = QFontMetricsF(font(11.0, "Bold"))
    assert list(wrapped(text, metrics, metrics.horizontalAdvance(room) + 0.5)) == lines
