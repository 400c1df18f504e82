"""One message, one line: JSON objects in and out, and everything refused that is not exactly that.

The reader of records (``engine.json_text``) knows where in a file a fault stands and takes its time for that; a line
needs no such place, and comes at every decision of a match.
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
"""How many brackets may be open at once."""

_LONGEST_NUMBER = 18  # digits: more than any number of the game needs, and below 2**63 for those who count in that
_STRING = re.compile(r'"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)', re.DOTALL)  # matches an open string, too: never goes back
_BRACKET = re.compile(r"[\[\]{}]")


class ProtocolError(MileBonesError, ValueError):
    """A line that is no message of the protocol. ``code`` is a word for programs, ``text`` a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


def to_line(message: Mapping[str, object]) -> bytes:
    """The message as one line, its line feed included. ASCII only, so that no encoding can get it wrong."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line that is not blank, None at the end of the stream.

    ProtocolError for a line beyond the limit, which has then been passed over to its end.
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
    """What is said about a line beyond the limit."""
    return ProtocolError("line_too_long", _("the line is longer than {limit} bytes").format(limit=LINE_LIMIT))


def parse_line(line: bytes) -> Json:
    """The object on this line. ProtocolError with what is wrong where it is not one, or not one that is unmistakable.

    Refused: bytes that are not UTF-8, names that come twice, numbers that are not whole (NaN is none), deep nesting,
    and half characters.
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
    if "\\u" in text:  # no other way leads to half a character
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
    """A text from outside as it may stand in a sentence: on one line, without signs that steer a terminal, not long."""
    plain = "".join(sign if sign.isprintable() else "�" for sign in text[: most + 1])
    return plain if len(plain) <= most else plain[: most - 1] + "…"
