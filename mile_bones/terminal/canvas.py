"""A screen of letters to draw on, each with a style. It knows no terminal."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.engine import legible

WIDTH, HEIGHT = 80, 24


class Span(NamedTuple):
    """Letters in a row that share a style; "" is the usual one."""

    text: str
    style: str


class Canvas:
    """Lines of blanks at first."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self._letters = [[" "] * width for _line in range(height)]
        self._styles = [[""] * width for _line in range(height)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        """Write there; what would go over the edge is left out. No sign of it steers a terminal."""
        room = len(self._letters[y]) - x
        for place, letter in enumerate(legible(text, max(room, 0)), x):
            self._letters[y][place] = letter
            self._styles[y][place] = style

    def lines(self) -> list[list[Span]]:
        """What has been drawn, line by line."""
        drawn = []
        for letters, styles in zip(self._letters, self._styles, strict=True):
            spans: list[Span] = []
            for letter, style in zip(letters, styles, strict=True):
                if spans and spans[-1].style == style:
                    spans[-1] = Span(spans[-1].text + letter, style)
                else:
                    spans.append(Span(letter, style))
            drawn.append(spans)
        return drawn

    def text(self) -> str:
        """The letters alone, without blanks at the ends of lines."""
        return "\n".join("".join(letters).rstrip() for letters in self._letters)
