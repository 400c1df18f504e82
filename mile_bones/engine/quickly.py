"""Reading a record quickly, by the standard library's parser.

It takes a tenth of the time of ``json_text``, but cannot say where a fault stands. So it only says yes: of a text in
which anything at all is the matter it gives None, and ``Record.from_json`` reads it once more, slowly. What it does
take is exactly what the slow reader takes, and means the same.
"""

from __future__ import annotations

import json
from typing import Any

_TOO_LARGE = 10**18

_ALWAYS = frozenset({"format", "version", "game", "rules", "assisted", "players"})
_HEADS = {
    1: (_ALWAYS | {"target"}, frozenset({"ended", "seed"})),
    2: (_ALWAYS | {"id", "options"}, frozenset({"target", "seed", "ended", "arrangement"})),
}
"""By the version of the format: what is in every header, and what may be."""


class _Doubt(ValueError):
    """Something that needs a closer look."""


def members(text: str) -> dict[str, Any] | None:
    """The top of a record whose header has the right names and types, for all that is known of them; None when in
    doubt. What is in it besides is the body's, and not looked at yet, but there is no half of a character in it."""
    text = text.removeprefix("\ufeff")
    try:
        top = _DECODER.decode(text)
        if not _is_head(top):
            return None
        if "\\u" in text or not text.isascii():
            json.dumps(top, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return top  # type: ignore[no-any-return]


def body_names(top: dict[str, Any]) -> set[str]:
    """The names of the members that are not of the header."""
    needed, possible = _HEADS[top["version"]]
    return top.keys() - needed - possible


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # a name stands there twice
        raise _Doubt
    return found


def _refuse(_number: str) -> None:
    raise _Doubt


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)


def _is_head(top: Any) -> bool:
    if type(top) is not dict or type(top.get("version")) is not int or top["version"] not in _HEADS:
        return False
    return (
        top.keys() >= _HEADS[top["version"]][0]
        and are(str, (top["format"], top["game"], top["rules"], top.get("ended", ""), top.get("id", "")))
        and are(int, (top.get("target", 1), top.get("seed", 0)))
        and type(top["assisted"]) is bool
        and is_pair(top["players"])
        and all(map(_is_player, top["players"]))
        and type(top.get("options", {})) is dict
        and all(type(value) in (str, bool) or are(int, (value,)) for value in top.get("options", {}).values())
        and ("arrangement" not in top or is_pair_of_texts(top["arrangement"]))
    )


def _is_player(player: Any) -> bool:
    return (
        type(player) is dict
        and player.keys() >= {"name", "kind"}
        and player.keys() <= {"name", "kind", "level"}
        and are(str, player.values())
    )


def is_pair(value: Any) -> bool:
    """A list of two."""
    return type(value) is list and len(value) == 2


def is_pair_of_texts(value: Any) -> bool:
    """A list of two lists of texts."""
    return is_pair(value) and all(map(is_texts, value))


def is_texts(value: Any) -> bool:
    """A list of texts."""
    return type(value) is list and are(str, value)


def are(kind: type, values: Any) -> bool:
    """All have this very type (a truth value is no number), and no number has more than 18 digits."""
    return set(map(type, values)) <= {kind} and (
        kind is not int or all(-_TOO_LARGE < value < _TOO_LARGE for value in values)
    )
