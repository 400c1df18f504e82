"""The contrast of what is really drawn, as defined by WCAG 2: of painted words and of the pixels of widgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QGraphicsItem, QGraphicsView, QLabel, QWidget

WORDS, MARKS = 7.0, 3.0
"""The least ratios in this program: the ratio of WCAG's level AAA for text, and the ratio of WCAG for parts of a
control.
"""


def luminance(colour: QColor) -> float:
    """Return the WCAG 2 relative luminance."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: QColor, second: QColor) -> float:
    """Return the WCAG 2 contrast ratio, 1 to 21."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True)
class Measured:
    """A text with its contrast ratio and its two colours."""

    text: str
    ratio: float
    ink: str
    ground: str


def painted_words(view: QGraphicsView, monkeypatch: pytest.MonkeyPatch) -> list[Measured]:
    """Measure all words that the table paints itself. Compare the colour of the pen with the pixels below the words at
    the moment of painting.
    """
    items = view.scene().items()
    modes = [item.cacheMode() for item in items]
    for item in items:
        item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
    image = QImage(view.viewport().size(), QImage.Format.Format_ARGB32_Premultiplied)
    found: list[Measured] = []
    with _watched(image, found, monkeypatch):
        painter = QPainter(image)
        view.render(painter)
        painter.end()
    for item, mode in zip(items, modes, strict=True):
        item.setCacheMode(mode)
    return found


@contextmanager
def _watched(image: QImage, found: list[Measured], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure each text before it is drawn on `image`, and append the result to `found`."""
    draw = QPainter.drawText

    def watched(painter: QPainter, *args: object) -> object:
        if painter.device() is image and (area := _area(painter, args)) is not None:
            text = next(arg for arg in args if isinstance(arg, str))
            ground = _least_contrasting(image, area, painter.pen().color())
            if text.strip() and ground is not None:
                ink = _over(painter.pen().color(), painter.opacity(), ground)
                found.append(Measured(text, contrast(ink, ground), ink.name(), ground.name()))
        return draw(painter, *args)

    with monkeypatch.context() as patch:
        patch.setattr(QPainter, "drawText", watched)
        yield


def _area(painter: QPainter, args: tuple[object, ...]) -> QRect | None:
    """Return the rectangle of the words on the device, or None if it is unknown or empty."""
    first, text = args[0], next(arg for arg in args if isinstance(arg, str))
    if isinstance(first, QRectF | QRect):
        flags = next((int(arg) for arg in args if isinstance(arg, int | Qt.AlignmentFlag)), 0)
        rect = painter.boundingRect(QRectF(first), flags, text)
    elif isinstance(first, QPointF | QPoint):
        rect = QFontMetricsF(painter.font()).tightBoundingRect(text).translated(QPointF(first))
    else:
        return None
    found = painter.combinedTransform().mapRect(rect).toAlignedRect()
    room = QRect(0, 0, painter.device().width(), painter.device().height())
    return found.intersected(room) or None


def _least_contrasting(image: QImage, area: QRect, ink: QColor) -> QColor | None:
    """Return the colour with the least contrast to `ink`, of those that cover at least 5 % of the area."""
    counts: Counter[int] = Counter()
    for y in range(area.top(), area.bottom() + 1, 2):
        counts.update(image.pixel(x, y) for x in range(area.left(), area.right() + 1, 2))
    many = [QColor(value) for value, count in counts.items() if 20 * count >= counts.total()]
    return min(many, key=lambda ground: contrast(ink, ground), default=None)


def _over(ink: QColor, opacity: float, ground: QColor) -> QColor:
    share = ink.alphaF() * opacity
    mixed = [a * share + b * (1 - share) for a, b in zip(ink.getRgbF()[:3], ground.getRgbF()[:3], strict=True)]
    return QColor.fromRgbF(*mixed)


def words_of_widgets(window: QWidget) -> list[Measured]:
    """Measure all labels and buttons that are enabled and fully visible. The most frequent colour counts as the ground.
    The colour that contrasts most with the ground counts as the ink.
    """
    image = window.grab().toImage()
    found = []
    for widget in (*window.findChildren(QLabel), *window.findChildren(QAbstractButton)):
        text = widget.text()
        if not text.strip() or not widget.isVisible() or not widget.isEnabled() or widget.window() is not window:
            continue
        area = QRect(widget.mapTo(window, QPoint()), widget.size()).intersected(window.rect())
        if widget.visibleRegion().boundingRect().size() != widget.size() or area.isEmpty():
            continue  # a part of the widget has scrolled away
        ratio = image.devicePixelRatio()
        inside = QRect(area.topLeft() * ratio, area.size() * ratio).adjusted(2, 2, -2, -2)
        counts = Counter(
            image.pixel(x, y)
            for y in range(inside.top(), inside.bottom() + 1)
            for x in range(inside.left(), inside.right() + 1)
        )
        ground = QColor(counts.most_common(1)[0][0])
        inks = [QColor(value) for value, count in counts.items() if count >= 3]
        ink = max(inks, key=lambda colour: contrast(colour, ground))
        found.append(Measured(text, contrast(ink, ground), ink.name(), ground.name()))
    return found
