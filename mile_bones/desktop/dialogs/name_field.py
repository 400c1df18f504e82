"""A field for a player's name. It counts characters as people do."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QLineEdit, QWidget

from mile_bones.engine.graphemes import cut, graphemes
from mile_bones.storage.settings import LONGEST_NAME

_MOST = 32 * LONGEST_NAME
"""The maximum length in UTF-16 units, which Qt counts. It is enough for a name that consists of the longest emoji."""


class NameField(QLineEdit):
    """A field that accepts only as many characters as a name may have, whether they are typed or pasted."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_MOST)
        self.setValidator(_Longest(self))
        self.setText(cut(name, LONGEST_NAME))

    def name(self) -> str:
        """Return the text without the spaces around it. Spaces between words stay."""
        return self.text().strip()


class _Longest(QValidator):
    """Drops inserted characters that do not fit. The existing text is not changed."""

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        units = text.encode("utf-16-le", "surrogatepass")  # Qt counts these units
        before, after = (part.decode("utf-16-le", "replace") for part in (units[: 2 * place], units[2 * place :]))
        before = cut(before, max(0, LONGEST_NAME - sum(1 for _one in graphemes(after))))
        shorter = cut(before + after, LONGEST_NAME)
        if shorter == text:
            return QValidator.State.Acceptable, text, place
        return QValidator.State.Acceptable, shorter, len(before.encode("utf-16-le")) // 2
