"""A screen of letters to draw on, each with a style. It knows no terminal."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from mile_bones.engine.excerpt import legible

WIDTH, HEIGHT = 80, 24
_MARKS = dict.fromkeys(map(ord, "\u200e\u200f\u2066\u2067\u2068\u2069"))
"""What says from which side a text is read. In columns nothing is turned round, or the terminal does it by itself."""
_JOINERS = "\u200c\u200d"


def columns(text: str) -> list[str]:
    """What takes a column each: a letter, together with the signs upon it and the joiners behind it, as in Persian."""
    found: list[str] = []
    for sign in legible(text.translate(_MARKS)):
        if found and (sign in _JOINERS or unicodedata.combining(sign)):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def cut_to(text: str, width: int) -> str:
    """The text, or as much of it as has so many columns."""
    return "".join(columns(text)[:width])


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
        room = max(len(self._letters[y]) - x, 0)
        for place, letter in enumerate(columns(text)[:room], x):
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
