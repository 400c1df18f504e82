"""Letters for terminals that have only those of ASCII."""

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
"""Words of a row that belong together, with the blanks behind them."""


def plain(text: str) -> str:
    """The text with accents and curly signs taken off; a question mark for what is left."""
    apart = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    letters = (letter for letter in apart if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf")
    return "".join(letters).encode("ascii", "replace").decode()


def plain_row(text: str) -> str:
    """The same for a row of a screen, or a part of one: what stands in a column stays there."""
    if text.isascii():
        return text
    return _FIELD.sub(_in_its_columns, text)


def _in_its_columns(field: re.Match[str]) -> str:
    width = len(columns(field[0]))
    return plain(field[0]).rstrip().ljust(width)[:width]
