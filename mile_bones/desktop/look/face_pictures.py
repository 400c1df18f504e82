"""Pictures of whole cards and pieces outside the table, for example in the help. The pictures are sharp at every device
pixel ratio.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from mile_bones.desktop.look.card_art import Faces
from mile_bones.desktop.look.themes import Theme


def face_picture(faces: Faces, name: str, theme: Theme, width: int, ratio: float, lift: int = 0) -> QPixmap:
    """Return the picture of a face, `width` logical pixels wide, with `lift` empty pixels below the face. ``ratio`` is
    the device pixel ratio.
    """
    unit = width / faces.units[0]
    pixmap = QPixmap(round(width * ratio), round((faces.units[1] * unit + lift) * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(unit, unit)
    faces.paint(painter, name, theme)
    painter.end()
    return pixmap
