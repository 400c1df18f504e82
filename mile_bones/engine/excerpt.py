"""Texts out of files, as a sentence can quote them."""

from __future__ import annotations

_LONGEST = 40


def excerpt(text: str) -> str:
    """The text, cut to 40 characters, with "\ufffd" for each sign that would break the line or steer a terminal.

    A record may have a name of a megabyte; the sentence about it must fit into a message all the same.
    """
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in shown)
