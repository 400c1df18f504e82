"""Conversion of text for terminals that can show only ASCII."""

from __future__ import annotations

import re
import unicodedata

from mile_bones.terminal.canvas import columns

_SIGNS = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "–": "-",
        "—": "-",
        "‐": "-",
        "…": "...",
        "\u00a0": " ",
    }
    | {"«": '"', "»": '"', "œ": "oe", "Œ": "OE", "ß": "ss", "°": "o", "×": "x", "−": "-", "±": "+/-", "¿": "", "¡": ""}
    | {"→": "->", "←": "<-", "↑": "^", "↓": "v", "▸": ">", "·": "*", "•": "*", "⌥": "Alt", "⌘": "Cmd"}
)
_FIELD = re.compile(r"[^ |]+(?: [^ |]+)* *")
"""A group of words in a row, with the blanks after them. Groups are separated by several blanks or by "|"."""


def plain(text: str) -> str:
    """Return the text in ASCII, without accents and curly quotation marks. Other characters become question marks."""
    apart = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    letters = (letter for letter in apart if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf")
    return "".join(letters).encode("ascii", "replace").decode()


def plain_row(text: str) -> str:
    """Return a row of a screen, or a part of one, in ASCII. Text in a column keeps its position."""
    if text.isascii():
        return text
    return _FIELD.sub(_in_its_columns, text)


def _in_its_columns(field: re.Match[str]) -> str:
    width = len(columns(field[0]))
    return plain(field[0]).rstrip().ljust(width)[:width]
