"""Small pictures in dialogs: SVG files in the colours of the theme, drawn as vectors at any size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from mile_bones import resources
from mile_bones.desktop.look import theme as themes

# The files have the colours of the light theme. Each colour represents a role, for which other themes have other
# colours.
_ROLES = {
    "#4A3A1E": "icon_brown",
    "#1A2F5C": "icon_navy",
    "#B3261A": "icon_red",
    "#14533F": "icon_green",
    "#FFF8E8": "icon_paper",
    "#fff": "icon_paper",
    "#2A2421": "icon_ink",
    "#4A4646": "icon_asphalt",
    "#F5D98A": "icon_lane",
}


@lru_cache(maxsize=64)
def _renderer(name: str, theme_name: str) -> QSvgRenderer:
    text = resources.read_text(name)
    if name.startswith("icons/sheet/") and "/place_" not in name:
        theme = themes.theme_named(theme_name)
        for colour, role in _ROLES.items():
            # Two steps, because otherwise a colour that was just inserted could be replaced again.
            text = text.replace(f'"{colour}"', f'"@{role}@"')
        for role in _ROLES.values():
            text = text.replace(f"@{role}@", getattr(theme, role).name())
    return QSvgRenderer(QByteArray(text.encode()))


def draw(painter: QPainter, name: str, box: QRectF, *, mirrored: bool = False) -> None:
    """Draw the resource `name` (such as "icons/car_red.svg") into `box`, as large as possible without changing its
    proportions.
    """
    renderer = _renderer(name, themes.active()[0].name)
    size = renderer.viewBoxF().size()
    size.scale(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(box.center())
    painter.save()
    if mirrored:
        painter.translate(2 * place.center().x(), 0)
        painter.scale(-1, 1)
    renderer.render(painter, place)
    painter.restore()


class Picture(QWidget):
    """A picture of a fixed size, given in pixels at scale 1."""

    def __init__(self, name: str, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._size = QSize(width, height)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return self._size * themes.active()[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw(painter, self._name, QRectF(self.rect()))
