"""Characters as people count them: an emoji of a family, a flag or a letter with its accents is one, of many signs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)  # two letters are one flag
_HANGUL_VOWELS_AND_ENDS = range(0x1160, 0x1200)
_MOST_SIGNS = 16
"""In one character; more than any letter or emoji has, less than some scribble over the lines above."""


def graphemes(text: str) -> Iterator[str]:
    """The characters of the text, near enough to UAX #29 for names."""
    one = ""
    for sign in text:
        if one and len(one) < _MOST_SIGNS and _belongs(one, sign):
            one += sign
        else:
            if one:
                yield one
            one = sign
    if one:
        yield one


def cut(text: str, longest: int) -> str:
    """The first characters of the text, at most so many."""
    if len(text) <= longest:
        return text
    found = ""
    for number, one in enumerate(graphemes(text)):
        if number == longest:
            break
        found += one
    return found


def _belongs(one: str, sign: str) -> bool:
    """The sign goes on with the character that has begun."""
    code = ord(sign)
    if code < 0x300:
        return False
    if sign == _JOINER or code in _TONES or code in _HANGUL_VOWELS_AND_ENDS or unicodedata.category(sign)[0] == "M":
        return True
    if one[-1] == _JOINER:
        return unicodedata.category(sign) == "So"  # of emoji only: the joiner of Persian joins nothing to one letter
    return code in _FLAGS and len(one) == 1 and ord(one) in _FLAGS
