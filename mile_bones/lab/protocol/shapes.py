"""What every message looks like: its fields, and for each the values that it may have.

``docs/protocol.md`` has the same tables in words; a test holds the two together. Fields that are not listed are passed
over: a later program of the same version may say more than we know. What belongs to a game is its codec's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mile_bones.engine.shapes import (
    Check,
    Json,
    Path,
    ShapeError,
    both,
    flag,
    from_one,
    items,
    maybe,
    members,
    nothing,
    one_of,
    points,
    seat,
    text,
)
from mile_bones.engine.spec import Spec
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol import PROTOCOL
from mile_bones.lab.protocol.lines import ProtocolError, short

HAND = "hand"
"""A game of one hand, which counts by its points."""
WHOLE_GAME = "game"
"""A game to its end."""

Messages = Mapping[str, Mapping[str, Check]]
"""Type to fields."""

BEGINNINGS_AND_ENDINGS = ("dealt", "hand_ended", "game_ended")
"""Events that are messages of their own, or parts of one."""

ERROR: Mapping[str, Check] = {"code": text, "text": text, "fatal": flag}
BOT_SAYS: Messages = {
    "hello": {"protocol": one_of((PROTOCOL,)), "version": from_one, "name": text},
    "action": {"id": from_one, "action": text},
    "error": ERROR,
}
"""What the bot says to the table."""


@cache
def table_says(game: str) -> Messages:
    """What the table says to the bot in a match of this game. NotationError when there is no such game."""
    found = spec(game)
    happened = {"events": items(event_of(found))}
    ended = found.codec.EVENTS["game_ended"]
    says: dict[str, Mapping[str, Check]] = {
        "hello": {
            "protocol": one_of((PROTOCOL,)),
            "versions": items(from_one),
            "program": text,
            "game": one_of((game,)),
            "time_limit_ms": from_one,
        },
        "game_start": {
            "game": from_one,
            "length": one_of((HAND, WHOLE_GAME) if found.has_deals else (WHOLE_GAME,)),
            "rules": one_of(found.rules),
            "target": nothing if found.target is None else from_one,
            "seat": seat,
            "opponent": text,
        },
        "question": {
            "id": from_one,
            **happened,
            "observation": members({}),  # the codec looks closer when it reads it
            "legal_actions": items(text),
        },
        "game_over": {"game": from_one, "winner": maybe(seat), "totals": both(points), **ended},
        "error": ERROR,
        "bye": {},
    }
    if not found.has_deals:
        return says | {"game_over": {**says["game_over"], **happened}}
    hand_ended = {"game": from_one, "hand": from_one, **happened, **found.codec.EVENTS["hand_ended"]}
    return says | {
        "hand_start": {"game": from_one, **found.codec.EVENTS["dealt"], "totals": both(points)},
        "hand_over": hand_ended,
    }


def event_of(game: Spec) -> Check:
    """One of the events within a hand, or a game without hands, by its name in the field “event”."""
    known = {name: members(fields) for name, fields in game.codec.EVENTS.items() if name not in BEGINNINGS_AND_ENDINGS}
    named = members({"event": one_of(known)})

    def check(value: object, path: Path) -> None:
        named(value, path)
        assert isinstance(value, dict)
        known[value["event"]](value, path)

    return check


def check_message(message: Json, known: Messages) -> str:
    """The type of a message that is one of those ``known``; ProtocolError for any other, or where a field is wrong."""
    kind = message.get("type")
    if isinstance(kind, str) and kind not in known:
        raise ProtocolError("unknown_type", _("there is no message “{kind}” here").format(kind=short(kind)))
    try:
        text(kind, ("type",))
        members(known[str(kind)])(message, ())
    except ShapeError as error:
        raise bad_message(error) from None
    return str(kind)


def bad_message(error: ShapeError, within: str = "") -> ProtocolError:
    """The same in the words of the protocol; ``within`` is the field of the message in which it was found."""
    path = f"{within}.{error.dotted_path}" if within else error.dotted_path
    return ProtocolError("bad_message", _("“{field}”: {reason}").format(field=path, reason=error.reason))
