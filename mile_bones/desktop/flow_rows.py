"""Widgets in a row, and in several rows where one would be wider than its room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


class FlowRows(QVBoxLayout):
    """Put into another layout; call ``fit`` with each new width. The widgets keep their order."""

    def __init__(
        self,
        widgets: Sequence[QWidget],
        *,
        growing: QWidget | None = None,
        margin: int = 0,
        rest: QVBoxLayout | None = None,
    ) -> None:
        """``growing`` takes what the others leave of its row; ``margin``: pixels at both ends of a row; ``rest``: where
        all rows but the first lie, if not below it."""
        super().__init__()
        self._widgets, self._growing = tuple(widgets), growing
        self._lines = [QHBoxLayout() for _widget in widgets]  # as many as there can be
        for line in self._lines:
            line.setContentsMargins(margin, 0, margin, 0)
            (self if rest is None or line is self._lines[0] else rest).addLayout(line)
        self._margin, self._gap = 2 * margin, 0
        self._counts: tuple[int, ...] = ()
        self._put((len(widgets),))

    def set_gap(self, pixels: int) -> None:
        """So much between two widgets of a row."""
        self._gap = pixels
        for line in self._lines:
            line.setSpacing(pixels)

    def fit(self, width: int) -> None:
        """Use as few rows of this width as possible."""
        counts, used = [0], self._margin
        for widget in self._widgets:
            needed = 0 if widget.isHidden() else _wide(widget) + self._gap
            if counts[-1] and used + needed > width:
                counts.append(0)
                used = self._margin
            counts[-1] += 1
            used += needed
        self._put(tuple(counts))

    def least_width(self) -> int:
        """The narrowest room in which no widget is cut."""
        return self._margin + max(0 if widget.isHidden() else _wide(widget) for widget in self._widgets)

    def _put(self, counts: tuple[int, ...]) -> None:
        if counts == self._counts:
            return
        self._counts = counts
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        rest = list(self._widgets)
        for line, count in zip(self._lines, counts, strict=False):
            for widget in rest[:count]:
                line.addWidget(widget, 1 if widget is self._growing else 0)
            if self._growing not in rest[:count]:
                line.addStretch(1)
            del rest[:count]
        self.invalidate()


def _wide(widget: QWidget) -> int:
    return max(widget.minimumSizeHint().width(), widget.minimumWidth())
