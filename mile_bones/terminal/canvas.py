"""A grid of letters with styles to draw on. It does not depend on a terminal."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from mile_bones.engine.excerpt import legible

WIDTH, HEIGHT = 80, 24
_MARKS = dict.fromkeys(map(ord, "\u200e\u200f\u2066\u2067\u2068\u2069"))
"""Marks of the reading direction.

They are left out, because the terminal either reorders letters itself or never does.
"""
_JOINERS = "\u200c\u200d"


def columns(text: str) -> list[str]:
    """Return the text in columns. A letter shares its column with the combining signs and joiners after it, as in
    Persian.
    """
    found: list[str] = []
    for sign in legible(text.translate(_MARKS)):
        if found and (sign in _JOINERS or unicodedata.combining(sign)):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def cut_to(text: str, width: int) -> str:
    """Return the text, cut to this ``width`` in columns."""
    return "".join(columns(text)[:width])


class Span(NamedTuple):
    """Neighbouring letters with the same style. The usual style is ""."""

    text: str
    style: str


class Canvas:
    """A grid of letters, which are blanks at first. Width and height are in columns and lines."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self._letters = [[" "] * width for _line in range(height)]
        self._styles = [[""] * width for _line in range(height)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        """Write ``text`` from line ``y`` and column ``x``. Cut the text at the edge, and make its control characters
        legible.
        """
        room = max(len(self._letters[y]) - x, 0)
        for place, letter in enumerate(columns(text)[:room], x):
            self._letters[y][place] = letter
            self._styles[y][place] = style

    def lines(self) -> list[list[Span]]:
        """Return the spans of each line."""
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
        """Return the letters without styles, and without blanks at the ends of lines."""
        return "\n".join("".join(letters).rstrip() for letters in self._letters)
