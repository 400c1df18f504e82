"""A layout that puts widgets in one row, or in several rows if one row would be too wide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

_WIDEST = 10_000  # pixels


class FlowRows(QVBoxLayout):
    """A layout of rows. To use it, put it into another layout, and call ``fit`` with each new width.

    The widgets keep their order.
    """

    def __init__(
        self,
        widgets: Sequence[QWidget],
        *,
        growing: QWidget | None = None,
        margin: int = 0,
        rest: QVBoxLayout | None = None,
        pinned: Sequence[QWidget] = (),
    ) -> None:
        """Make a layout with one row.

        ``growing`` is a widget that gets the space that the other widgets of its row leave. ``margin`` is the space at
        both ends of a row, in pixels. ``rest`` is the layout for all rows except the first, or None to put these rows
        below the first one. ``pinned`` are the last widgets, which are always at the end of the first row.
        """
        super().__init__()
        self._widgets, self._growing, self._pinned = tuple(widgets), growing, tuple(pinned)
        self._lines = [QHBoxLayout() for _widget in widgets]  # the maximum number of rows
        for line in self._lines:
            line.setContentsMargins(margin, 0, margin, 0)
            (self if rest is None or line is self._lines[0] else rest).addLayout(line)
        self._margin, self._gap = 2 * margin, 0
        self._shown: tuple[list[list[QWidget]], bool] = ([], False)
        self._put([list(widgets)])

    def set_gap(self, pixels: int) -> None:
        """Set the distance between two widgets of a row."""
        self._gap = pixels
        for line in self._lines:
            line.setSpacing(pixels)

    def fit(self, width: int) -> None:
        """Use as few rows of this width as possible."""
        self._put(self._rows_of(width, self._needs()))

    def _needs(self, also: Collection[QWidget] = ()) -> dict[QWidget, int]:
        """Return the width that each widget needs with the gap beside it. Hidden widgets that are not in ``also`` need
        none.
        """
        seen = {widget: widget in also or not widget.isHidden() for widget in self._widgets}
        return {widget: _wide(widget) + self._gap if shown else 0 for widget, shown in seen.items()}

    def _rows_of(self, width: int, needs: Mapping[QWidget, int]) -> list[list[QWidget]]:
        rows: list[list[QWidget]] = [[]]
        used = self._margin + sum(needs[widget] for widget in self._pinned)
        for widget in self._widgets[: len(self._widgets) - len(self._pinned)]:
            needed = needs[widget]
            if used + needed > width and (rows[-1] or (self._pinned and len(rows) == 1)):
                rows.append([])
                used = self._margin
            rows[-1].append(widget)
            used += needed
        rows[0] += self._pinned
        return rows

    def width_for(self, rows: int, also: Collection[QWidget] = ()) -> int:
        """Return the smallest width in which this number of rows is enough. The rows stay as they are.

        ``also`` are widgets that need room even if they are hidden.
        """
        needs = self._needs(also)
        widths = range(self.least_width(), _WIDEST, 4)
        return next((width for width in widths if len(self._rows_of(width, needs)) <= rows), _WIDEST)

    def count_rows(self) -> int:
        """Return the present number of rows."""
        return len(self._shown[0])

    def count_rows_in(self, width: int, also: Collection[QWidget] = ()) -> int:
        """Return the number of rows that this width needs. ``also`` are widgets that need room even if hidden."""
        return len(self._rows_of(width, self._needs(also)))

    def least_width(self) -> int:
        """Return the smallest width in which no widget is cut."""
        needs = self._needs()
        pinned = sum(needs[widget] for widget in self._pinned)
        return self._margin + max(pinned, *(0 if widget.isHidden() else _wide(widget) for widget in self._widgets))

    def _put(self, rows: list[list[QWidget]]) -> None:
        grows = self._growing is not None and not self._growing.isHidden()
        if (rows, grows) == self._shown:
            return
        self._shown = rows, grows
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        for line, widgets in zip(self._lines, rows, strict=False):
            for widget in widgets:
                # With an alignment, no widget has a greatest height, which would be the greatest height of its row.
                line.addWidget(widget, 1 if widget is self._growing else 0, Qt.AlignmentFlag.AlignVCenter)
            if not grows or self._growing not in widgets:
                line.insertStretch(len(widgets) - (len(self._pinned) if line is self._lines[0] else 0), 1)
        self.invalidate()


def _wide(widget: QWidget) -> int:
    widget.ensurePolished()  # a hidden widget does not know its style yet
    return max(widget.minimumSizeHint().width(), widget.minimumWidth())
