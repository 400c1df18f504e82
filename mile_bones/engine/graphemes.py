"""Text as the characters that people count (graphemes).

A flag, an emoji of a family or a letter with its accents is one grapheme, but consists of several code points. A code
point is called a sign here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)  # the letters of flags; two of them are one flag
_HANGUL_VOWELS_AND_ENDS = range(0x1160, 0x1200)
_MOST_SIGNS = 16
"""The most signs in one grapheme. It is more than any letter or emoji has. It is few enough that stacked accents do not
cover the lines above.
"""


def graphemes(text: str) -> Iterator[str]:
    """Yield the graphemes of ``text``. The result is close enough to UAX #29 for names."""
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
    """Return the first ``longest`` graphemes of ``text``, or all of it if it has fewer."""
    if len(text) <= longest:
        return text
    found = ""
    for number, one in enumerate(graphemes(text)):
        if number == longest:
            break
        found += one
    return found


def _belongs(one: str, sign: str) -> bool:
    """Return True if ``sign`` belongs to ``one``, the grapheme that has begun."""
    code = ord(sign)
    if code < 0x300:
        return False
    if sign == _JOINER or code in _TONES or code in _HANGUL_VOWELS_AND_ENDS or unicodedata.category(sign)[0] == "M":
        return True
    if one[-1] == _JOINER:
        return unicodedata.category(sign) == "So"  # emoji only: the joiner of Persian must not join two letters
    return code in _FLAGS and len(one) == 1 and ord(one) in _FLAGS
