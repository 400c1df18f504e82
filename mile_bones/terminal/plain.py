"""Letters for terminals that have only those of ASCII."""

from __future__ import annotations

import unicodedata

_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "\u00a0": " "}
    | {"«": '"', "»": '"', "œ": "oe", "Œ": "OE", "°": "o", "×": "x"}
)


def plain(text: str) -> str:
    """The text with accents and curly signs taken off; a question mark for what is left."""
    apart = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).encode("ascii", "replace").decode()
