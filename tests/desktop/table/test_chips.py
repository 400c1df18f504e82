"""Words under a name plate, which is narrow."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table.chips import wrapped

ENGLISH = "Out of gas: needs Gasoline"
FRENCH = "En panne\u00a0: il faut Essence"


@pytest.mark.parametrize("text", [ENGLISH, FRENCH])
def test_lines_break_at_blanks_but_not_before_a_french_colon(qapp, text: str) -> None:
    lines = wrapped(text, QFontMetricsF(font(12, "Bold")), 75)
    assert len(lines) > 1
    assert " ".join(lines) == text
    assert not any(line.startswith(":") for line in lines)
