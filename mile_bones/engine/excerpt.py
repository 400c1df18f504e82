"""Texts from outside (from files, names of files, names of people) in a form in which a sentence can quote them."""

from __future__ import annotations

_LONGEST = 40
_READ_ALL_THE_SAME = frozenset("\xa0\u2009\u202f\u3000\u200c\u200d")
"""Characters that are kept although ``str.isprintable`` returns False for them: typographical spaces, the Japanese
space, and the joiners of Persian and of emoji.
"""


def legible(text: object, longest: int | None = None) -> str:
    r"""Return ``text`` with "\ufffd" for each unprintable character, cut to ``longest`` characters unless that is None.

    An unprintable character would break the line, control a terminal, or reverse the order of the words around it.
    Markup stays as it is, because the windows show such a text as plain text.
    """
    whole = str(text)
    shown = whole if longest is None else whole[:longest]
    if shown.isprintable():
        return shown
    return "".join(sign if sign.isprintable() or sign in _READ_ALL_THE_SAME else "\ufffd" for sign in shown)


def excerpt(text: str) -> str:
    """Return ``text`` legible and cut to 40 characters.

    A record may contain a name of a megabyte, and the sentence about it must still fit into a message.
    """
    return legible(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
