"""Draw the icons of ``packaging/icons`` from ``resources/icons/icon.svg``: ``python packaging/make_icons.py``.

The icons are committed, so that packagers do not need Qt to draw them. A test draws them again and compares.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "resources" / "icons" / "icon.svg"
NAME = "org.milebones.MileBones"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def draw(size: int) -> QImage:
    """Return the icon, `size` pixels wide and high, on a transparent background."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    return image


def main(folder: Path = ROOT / "packaging" / "icons" / "hicolor") -> None:
    """Write the icon in every size, and the SVG, in the folders of an icon theme."""
    for size in SIZES:
        place = folder / f"{size}x{size}" / "apps" / f"{NAME}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        if not draw(size).save(str(place)):
            sys.exit(f"cannot write {place}")
    scalable = folder / "scalable" / "apps" / f"{NAME}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCE, scalable)


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication(sys.argv)
    main()
