"""A field for the name of a player, which counts characters as people do."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QLineEdit, QWidget

from mile_bones.engine.graphemes import cut, graphemes
from mile_bones.storage.settings import LONGEST_NAME

_MOST = 32 * LONGEST_NAME
"""Units of UTF-16, which Qt counts: enough for the longest emoji."""


class NameField(QLineEdit):
    """Takes no more than a name may have, typed or pasted."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_MOST)
        self.setValidator(_Longest(self))
        self.setText(cut(name, LONGEST_NAME))

    def name(self) -> str:
        """What was written, without the spaces around it; those between the words stay as they are."""
        return self.text().strip()


class _Longest(QValidator):
    """What does not fit is dropped where it is put in; what was there stays."""

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        units = text.encode("utf-16-le", "surrogatepass")  # which is what Qt counts
        before, after = (part.decode("utf-16-le", "replace") for part in (units[: 2 * place], units[2 * place :]))
        before = cut(before, max(0, LONGEST_NAME - sum(1 for _one in graphemes(after))))
        shorter = cut(before + after, LONGEST_NAME)
        if shorter == text:
            return QValidator.State.Acceptable, text, place
        return QValidator.State.Acceptable, shorter, len(before.encode("utf-16-le")) // 2
