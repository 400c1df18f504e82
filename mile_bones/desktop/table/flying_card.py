"""A card on its way from one place to another, or on the player's pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from mile_bones.desktop.table import paint

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.look.themes import Theme

_PAD = 14
"""The margin around the card for its shadow, in pixels."""
_TILT = -5.0
_GROWTH = 1.06


class FlyingCard(QGraphicsPixmapItem):
    """A card above the table. Card and shadow are composed into one pixmap, so that each frame needs only one blit."""

    def __init__(self, art: CardArt, face: str, theme: Theme, start: QRectF) -> None:
        super().__init__()
        self.face = face
        self._art = art
        self._theme = theme
        self._grip = QPointF()
        self.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setZValue(100)
        self.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        self._card = QRectF(start)
        self.turn_to(face)

    def turn_to(self, face: str) -> None:
        """Show another face of the card, such as its back."""
        self.face = face
        self.setPixmap(self._compose(1.6))
        self.setOffset(-self._card.width() / 2 - _PAD, -self._card.height() / 2 - _PAD)
        self.setPos(self._card.center())

    def take_up(self, pointer: QPointF) -> None:
        """Attach the card to the pointer. The card becomes a little larger and tilted, and its shadow becomes wider."""
        lying = self._compose(3.2)
        turned = lying.transformed(
            QTransform().rotate(_TILT).scale(_GROWTH, _GROWTH), Qt.TransformationMode.SmoothTransformation
        )
        self.setPixmap(turned)
        size = turned.deviceIndependentSize()
        self.setOffset(-size.width() / 2, -size.height() / 2)
        self._grip = self.pos() - pointer

    def follow(self, pointer: QPointF) -> QRectF:
        """Move with the pointer. Return the rectangle of the card as if it were not tilted."""
        centre = pointer + self._grip
        self.setPos(centre)
        card = QRectF(0, 0, self._card.width(), self._card.height())
        card.moveCenter(centre)
        return card

    def put_down(self) -> None:
        """Lie flat again at the present position."""
        here = self.pos()
        self.turn_to(self.face)
        self.setPos(here)

    def between(self, start: QPointF, end: QPointF, part: float) -> None:
        """Move to the point at ``part`` (0 to 1) of the way."""
        self.setPos(start + (end - start) * part)

    def _compose(self, lift: float) -> QPixmap:
        face = self._art.face(self.face)
        ratio = face.devicePixelRatio()
        width, height = self._card.width(), self._card.height()
        pixmap = QPixmap(round((width + 2 * _PAD) * ratio), round((height + 2 * _PAD) * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(_PAD, _PAD, width, height)
        paint.shadow(painter, rect, paint.CORNER * width, self._theme, lift)
        painter.drawPixmap(rect.topLeft(), face)
        painter.end()
        return pixmap
