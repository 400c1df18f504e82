"""The board as a widget. It sends only the lines that have changed, which helps on a slow connection."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from mile_bones.terminal.canvas import WIDTH, Span

_STYLES = {
    "": "",
    "heading": "bold",
    "prompt": "bold",
    "distance": "bold",
    "hazard": "red",
    "remedy": "",
    "safety": "magenta",
    "error": "bold reverse",
}
"""Rich styles by name.

The colours have names, so that the terminal chooses them, and are readable on black and on white.

No colour has a meaning that the words do not have.
"""


class BoardView(Widget):
    """A widget that shows lines of letters with styles."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self._lines: list[list[Span]] = []

    @property
    def lines(self) -> list[str]:
        """The letters that are shown, without styles."""
        return ["".join(span.text for span in line) for line in self._lines]

    def show(self, lines: Sequence[Sequence[Span]]) -> None:
        """Replace the lines that are shown."""
        before, self._lines = self._lines, [list(line) for line in lines]
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [number for number, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
        if changed:
            self.refresh(*(Region(0, number, WIDTH, 1) for number in changed))

    def render_line(self, y: int) -> Strip:
        """Return one line in the form that Textual needs."""
        spans = self._lines[y] if y < len(self._lines) else []
        ground = self.rich_style
        segments = [Segment(span.text, ground + Style.parse(_STYLES[span.style])) for span in spans]
        return Strip(segments).adjust_cell_length(self.size.width, ground)
