"""Reading a record quickly, by the standard library's parser.

It takes a tenth of the time of ``jsontext``, but cannot say where a fault stands. So it only says yes: of a text in
which anything at all is the matter it gives None, and ``Record.from_json`` reads it once more, slowly. What it does
take is exactly what the slow reader takes, and means the same.
"""

from __future__ import annotations

import json
from typing import Any

_TOO_LARGE = 10**18

_HEAD = frozenset({"format", "version", "game", "rules", "target", "assisted", "players", "hands"})
_HEAD_MORE = _HEAD | {"ended", "seed"}
_HAND = frozenset({"first", "dealt", "deck", "actions"})
_HAND_MORE = _HAND | {"score"}


class _Doubt(ValueError):
    """Something that needs a closer look."""


def members(text: str) -> dict[str, Any] | None:
    """The top of a record whose members, hands and scores all have the right names and types; None when in doubt."""
    text = text.removeprefix("\ufeff")
    try:
        top = _DECODER.decode(text)
        if not (_is_head(top) and all(map(_is_hand, top["hands"]))):
            return None
        if "\\u" in text or not text.isascii():
            _require_whole_characters(top)
    except (ValueError, RecursionError):
        return None
    return top  # type: ignore[no-any-return]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # a name stands there twice
        raise _Doubt
    return found


def _refuse(_number: str) -> None:
    raise _Doubt


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)


def _require_whole_characters(top: dict[str, Any]) -> None:
    """UnicodeEncodeError when there is half a character in any of the texts."""
    texts = [top["game"], top["rules"], *(text for player in top["players"] for text in player.values())]
    for hand in top["hands"]:
        texts += (*hand["dealt"][0], *hand["dealt"][1], *hand["deck"], *hand["actions"])
        texts += (name for score in hand.get("score", ()) for name in score)
    " ".join(texts).encode("utf-8")


def _is_head(top: Any) -> bool:
    return (
        type(top) is dict
        and top.keys() >= _HEAD
        and top.keys() <= _HEAD_MORE
        and _are(str, (top["format"], top["game"], top["rules"], top.get("ended", "")))
        and _are(int, (top["version"], top["target"], top.get("seed", 0)))
        and type(top["assisted"]) is bool
        and _is_pair(top["players"])
        and all(map(_is_player, top["players"]))
        and type(top["hands"]) is list
    )


def _is_player(player: Any) -> bool:
    return (
        type(player) is dict
        and player.keys() >= {"name", "kind"}
        and player.keys() <= {"name", "kind", "level"}
        and _are(str, player.values())
    )


def _is_hand(hand: Any) -> bool:
    return (
        type(hand) is dict
        and hand.keys() >= _HAND
        and hand.keys() <= _HAND_MORE
        and _are(int, (hand["first"],))
        and _is_pair(hand["dealt"])
        and all(type(cards) is list and _are(str, cards) for cards in (*hand["dealt"], hand["deck"], hand["actions"]))
        and ("score" not in hand or (_is_pair(hand["score"]) and all(map(_is_score, hand["score"]))))
    )


def _is_score(score: Any) -> bool:
    return type(score) is dict and _are(int, score.values())


def _is_pair(value: Any) -> bool:
    return type(value) is list and len(value) == 2


def _are(kind: type, values: Any) -> bool:
    """All have this very type (a truth value is no number), and no number has more than 18 digits."""
    return set(map(type, values)) <= {kind} and (
        kind is not int or all(-_TOO_LARGE < value < _TOO_LARGE for value in values)
    )
