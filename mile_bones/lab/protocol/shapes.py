"""The shape of every message: its fields, and a check of the values of each.

``packaging/protocol_page.py`` writes the tables of ``docs/protocol.md`` from these checks. Unknown fields are ignored,
because a later program of the same version may send more. The codec of a game checks the parts that depend on the game.
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
    called,
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
"""The fields of messages, by the type of message."""

BEGINNINGS_AND_ENDINGS = ("dealt", "hand_ended", "game_ended")
"""Events that become messages of their own, or parts of such messages."""


def _action(value: object, path: Path) -> None:
    """The notation of an action; the game checks which one."""
    text(value, path)


called(_action, "action")

ERROR: Mapping[str, Check] = {"code": text, "text": text, "fatal": flag}
BOT_SAYS: Messages = {
    "hello": {"protocol": one_of((PROTOCOL,)), "version": from_one, "name": text},
    "action": {"id": from_one, "action": _action},
    "error": ERROR,
}
"""The messages from the bot to the table."""


@cache
def table_says(game: str) -> Messages:
    """Return the messages from the table to the bot in a match of ``game``. Raise NotationError for an unknown game."""
    found = spec(game)
    happened = {"events": items(event_of(found))}
    ended = found.codec.EVENTS["game_ended"]
    says: dict[str, Mapping[str, Check]] = {
        "hello": {
            "protocol": one_of((PROTOCOL,)),
            "versions": items(from_one),
            "program": text,
            "game": called(one_of((game,)), "name of the game"),
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
            "observation": called(members({}), "observation"),  # the codec checks the rest when it reads it
            "legal_actions": items(_action),
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
    """Return a check for events within a hand, or in a game without hands. The field "event" contains the name of the
    event.
    """
    known = {name: members(fields) for name, fields in game.codec.EVENTS.items() if name not in BEGINNINGS_AND_ENDINGS}
    named = members({"event": one_of(known)})

    def check(value: object, path: Path) -> None:
        named(value, path)
        assert isinstance(value, dict)
        known[value["event"]](value, path)

    return called(check, "event")


def check_message(message: Json, known: Messages) -> str:
    """Return the type of a message. Raise ProtocolError if it is not one of those ``known``, or if a field is wrong."""
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
    """Return the error as a ProtocolError; ``within`` is the field of the message that contains the fault."""
    path = f"{within}.{error.dotted_path}" if within else error.dotted_path
    return ProtocolError("bad_message", _("“{field}”: {reason}").format(field=path, reason=error.reason))
