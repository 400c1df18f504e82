"""Reads and writes messages as lines, one JSON object each, and refuses every other line.

The reader of records (``engine.json_text``) takes time to locate a fault in its file. A message needs no such location,
and messages are read at every decision of a match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import BinaryIO, NoReturn

from mile_bones.engine.errors import MileBonesError
from mile_bones.engine.shapes import Json
from mile_bones.i18n import gettext as _

LINE_LIMIT = 1 << 20
"""The longest line in bytes, its line feed included."""
DEEPEST = 16
"""The maximal number of brackets that are open at once."""

_LONGEST_NUMBER = 18  # digits: more than the game ever needs, and less than 2**63 for programs with 64-bit integers
_STRING = re.compile(r'"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)', re.DOTALL)  # also matches an open string: never backtracks
_BRACKET = re.compile(r"[\[\]{}]")


class ProtocolError(MileBonesError, ValueError):
    """Raised for a line that is not a message. ``code`` is a word for programs, ``text`` a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


def to_line(message: Mapping[str, object]) -> bytes:
    """Return the message as one line, line feed included. It is in ASCII, so that no encoding can garble it."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def read_line(stream: BinaryIO) -> bytes | None:
    """Return the next line that is not blank, or None at the end of the stream.

    Raise ProtocolError for a line beyond the limit, after skipping it to its end.
    """
    while line := stream.readline(LINE_LIMIT + 1):
        if len(line) > LINE_LIMIT:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LINE_LIMIT)
            raise too_long()
        if line.strip():
            return line
    return None


def too_long() -> ProtocolError:
    """Return the error for a line beyond the limit."""
    return ProtocolError("line_too_long", _("the line is longer than {limit} bytes").format(limit=LINE_LIMIT))


def parse_line(line: bytes) -> Json:
    """Return the object on this line. Raise ProtocolError, with the reason, if it is not a JSON object or is ambiguous.

    Refused are bytes that are not UTF-8, duplicate names, numbers that are not integers (NaN included), deep nesting,
    and lone surrogates.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad_json(_("byte {number} is not UTF-8").format(number=error.start + 1)) from None
    _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_members, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
    except json.JSONDecodeError as error:
        raise _bad_json(_("the line is not JSON from character {number} on").format(number=error.pos + 1)) from None
    if not isinstance(value, dict):
        raise _bad_json(_("the line is not an object in braces"))
    if "\\u" in text:  # lone surrogates come only from escapes
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise _bad_json(_("a text has half a character, which no text can hold")) from None
    return value


def _bad_json(text: str) -> ProtocolError:
    return ProtocolError("bad_json", text)


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > DEEPEST:
            raise _bad_json(_("more than {number} brackets are open at once").format(number=DEEPEST))


def _members(pairs: list[tuple[str, object]]) -> Json:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad_json(_("“{name}” is there twice").format(name=short(twice)))
    return members


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > _LONGEST_NUMBER:
        _fraction(digits)
    return int(digits)


def _fraction(digits: str) -> NoReturn:
    raise _bad_json(
        _("“{number}” is not a whole number of {most} digits at most").format(
            number=short(digits), most=_LONGEST_NUMBER
        )
    )


def short(text: str, most: int = 80) -> str:
    """Return a text from outside in a form that fits into a sentence: short, on one line, without control
    characters.
    """
    plain = "".join(sign if sign.isprintable() else "�" for sign in text[: most + 1])
    return plain if len(plain) <= most else plain[: most - 1] + "…"
