"""The parsers of the JSON in records. They can also find the places of faults, as offsets in the text.

This JSON is stricter than that of the ``json`` module. A name may not occur twice in an object. Numbers must be whole
and have at most 18 digits, so NaN and Infinity are refused. Deep nesting and lone surrogates (halves of characters) are
refused, too. ``decode`` uses the standard library's parser, which takes a tenth of the time of ``parse`` but gives no
places. Only a text with a fault is read again by ``parse``, which gives places.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, Any, NoReturn

from mile_bones.engine.errors import RecordError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.shapes import Json, Path

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?![\d.eE])", re.ASCII)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_DIGITS = 18
_DEEPEST = 16
_FARTHEST = 128 * 1024
"""The offset in characters beyond which ``parse`` reads no value. The worst text of this length takes a fifth of a
second.

The record of a game to 5000 points has about 16 thousand characters.
"""
_BOM = "\ufeff"  # byte order mark, which some editors put in front of a text and do not show
_STRINGS = JSONDecoder()

Value = dict[str, "Node"] | list["Node"] | str | int | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value and the offset in the text at which it begins."""

    value: Value
    offset: int


class TooFar(Exception):
    """Raised if the text is too long to be parsed with places."""


def decode(text: str) -> Any:
    """Return the whole text as plain values. Raise ValueError if ``parse`` would refuse the text.

    There is one difference: this function does not check how deeply values are nested. No valid record is nested as
    deeply as ``parse`` allows.
    """
    text = text.removeprefix(_BOM)
    try:
        value = _WHOLE.decode(text)
    except RecursionError as error:
        raise ValueError("brackets are nested too deeply") from error
    if "\\u" in text or not text.isascii():
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # raises ValueError for a lone surrogate
    return value


def _once(pairs: list[tuple[str, Any]]) -> Json:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name occurs twice")
    return members


def _short(digits: str) -> int:
    if len(digits) > _MOST_DIGITS and len(digits.removeprefix("-")) > _MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{excerpt(number)} is not a whole number")


_WHOLE = JSONDecoder(object_pairs_hook=_once, parse_int=_short, parse_float=_refuse, parse_constant=_refuse)


def offset_of(node: Node, path: Path) -> int:
    """Return the offset of the value to which ``path`` leads from ``node``."""
    for part in path:
        assert isinstance(node.value, dict | list)
        node = node.value[part]  # type: ignore[index]
    return node.offset


def fault(text: str, offset: int, reason: str) -> RecordError:
    """Return a RecordError that points at ``offset``."""
    offset = min(offset, len(text))
    line_start = text.rfind("\n", 0, offset) + 1
    if line_start == 0 and text.startswith(_BOM):
        line_start = len(_BOM)
    return RecordError(reason, text.count("\n", 0, offset) + 1, offset - line_start + 1)


def parse(text: str) -> Node:
    """Return the whole text as one value.

    Raise RecordError at the first character that the JSON of a record cannot have.

    Raise TooFar if there is no fault in the first ``_FARTHEST`` characters and the text goes beyond them.
    """
    offset = len(_BOM) if text.startswith(_BOM) else 0
    node, end = _value(text, offset, 0)
    end = _skip(text, end)
    if end != len(text):
        raise fault(text, end, _("something follows the end of the record"))
    return node


def _skip(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _value(text: str, offset: int, depth: int) -> tuple[Node, int]:
    offset = _skip(text, offset)
    if offset > _FARTHEST:
        raise TooFar
    first = text[offset : offset + 1]
    if first == '"':
        word, end = _string(text, offset)
        return Node(word, offset), end
    if first and first in "{[":
        if depth == _DEEPEST:
            raise fault(text, offset, _("brackets are nested too deeply for a record"))
        return (_object if first == "{" else _array)(text, offset, depth + 1)
    if number := _NUMBER.match(text, offset):
        return Node(int(number.group()), offset), number.end()
    for literal, meaning in _WORDS.items():
        if text.startswith(literal, offset):
            return Node(meaning, offset), offset + len(literal)
    if not first:
        raise fault(text, offset, _("the text ends too early"))
    if first in "-0123456789":
        raise fault(text, offset, _("a record has whole numbers only, of 18 digits at most"))
    raise fault(text, offset, _("a value is expected here"))


def _string(text: str, offset: int) -> tuple[str, int]:
    try:
        word, end = _STRINGS.raw_decode(text, offset)
    except JSONDecodeError as error:
        raise fault(text, error.pos, _("this string is not closed or has a character that must be escaped")) from None
    if _SURROGATE.search(word):
        raise fault(text, offset, _("this string has half a character, which no text can hold"))
    return str(word), end


def _object(text: str, start: int, depth: int) -> tuple[Node, int]:
    members: dict[str, Node] = {}
    offset = _skip(text, start + 1)
    if text.startswith("}", offset):
        return Node(members, start), offset + 1
    while True:
        if not text.startswith('"', offset):
            raise fault(text, offset, _("a name in quotes is expected here"))
        name, after = _string(text, offset)
        if name in members:
            raise fault(text, offset, _("“{name}” is here for the second time").format(name=excerpt(name)))
        after = _skip(text, after)
        if not text.startswith(":", after):
            raise fault(text, after, _("a colon is expected here"))
        members[name], offset = _value(text, after + 1, depth)
        offset, more = _next(text, offset, "}")
        if not more:
            return Node(members, start), offset


def _array(text: str, start: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    offset = _skip(text, start + 1)
    if text.startswith("]", offset):
        return Node(items, start), offset + 1
    while True:
        item, offset = _value(text, offset, depth)
        items.append(item)
        offset, more = _next(text, offset, "]")
        if not more:
            return Node(items, start), offset


def _next(text: str, offset: int, closing: str) -> tuple[int, bool]:
    """Return an offset and whether another item follows: the offset after the comma and True, or the offset after the
    closing bracket and False.
    """
    offset = _skip(text, offset)
    if text.startswith(",", offset):
        return _skip(text, offset + 1), True
    if text.startswith(closing, offset):
        return offset + 1, False
    raise fault(text, offset, _("a comma or “{closing}” is expected here").format(closing=closing))
