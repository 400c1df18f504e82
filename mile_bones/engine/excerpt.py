"""Texts from outside, as a sentence can quote them: out of files, names of files, names of people."""

from __future__ import annotations

_LONGEST = 40
_READ_ALL_THE_SAME = frozenset("\xa0\u2009\u202f\u3000\u200c\u200d")
"""Blanks that Python does not print: those of typesetters and of Japanese, and the joiners of Persian and of emoji."""


def legible(text: object, longest: int | None = None) -> str:
    """The text, cut to so many characters, with "\ufffd" for each sign that is none to read.

    Those are the signs that would break the line, steer a terminal, or turn the order of the words around them. What
    looks like markup stays as it is: whoever shows a text shows it letter by letter.
    """
    whole = str(text)
    shown = whole if longest is None else whole[:longest]
    if shown.isprintable():
        return shown
    return "".join(sign if sign.isprintable() or sign in _READ_ALL_THE_SAME else "\ufffd" for sign in shown)


def excerpt(text: str) -> str:
    """The text, legible and cut to 40 characters.

    A record may have a name of a megabyte; the sentence about it must fit into a message all the same.
    """
    return legible(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
