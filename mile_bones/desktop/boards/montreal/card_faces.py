"""How the cards of Mille are painted: as they are drawn. Nothing is written on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.look.card_art import svg
from mile_bones.desktop.table.model import BACK

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from mile_bones.desktop.look.theme import Theme

WIDTH, HEIGHT = 250, 350
"""The units in which a card is drawn."""
_CORNER = 16
_FOLDER = "cards/montreal"


class MilleFaces:
    """The pictures of this deck, as ``CardArt`` wants them."""

    names = (*ART, BACK)
    units = (WIDTH, HEIGHT)
    files = (
        *(f"{_FOLDER}/{name}.svg" for name in (*ART, BACK)),
        *(f"{_FOLDER}/high_contrast/{name}.svg" for name in ART),
    )

    def words(self) -> str:
        """Nothing: ranks are the same in every language."""
        return ""

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        """A card at the origin, 250 by 350 units."""
        folder = f"{_FOLDER}/high_contrast" if theme.high_contrast and name != BACK else _FOLDER
        svg(f"{folder}/{name}.svg").render(painter, QRectF(0, 0, WIDTH, HEIGHT))
        if theme.face_veil.alpha():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.face_veil)
            painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), _CORNER, _CORNER)
