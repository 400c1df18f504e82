"""Functions that make all messages. ``docs/protocol.md`` explains the meaning of each message, and when it is sent.

Parts that depend on the game come from its codec, which gives the events as the bot's seat may see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mile_bones import __version__
from mile_bones.engine.shapes import Json, own_and_other
from mile_bones.lab.protocol import PROTOCOL, VERSION


def table_hello(game: str, time_limit: float) -> Json:
    """Return the very first message. ``time_limit`` is in seconds, for every answer."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "versions": [VERSION],
        "program": f"Mile Bones {__version__}",
        "game": game,
        "time_limit_ms": max(1, round(time_limit * 1000)),
    }


def game_start(game: int, length: str, rules: str, target: int | None, seat: int, opponent: str) -> Json:
    """Return the message that begins game number ``game`` of this process. ``length`` is HAND or WHOLE_GAME."""
    return {
        "type": "game_start",
        "game": game,
        "length": length,
        "rules": rules,
        "target": target,
        "seat": seat,
        "opponent": opponent,
    }


def hand_start(game: int, dealt: Json, seat: int, totals: tuple[int, int]) -> Json:
    """Return the message that deals the cards. ``totals`` are the points of both seats."""
    return {"type": "hand_start", "game": game, **_fields(dealt), "totals": own_and_other(totals, seat)}


def question(number: int, events: Sequence[Json], observation: Json, legal: Sequence[Any]) -> Json:
    """Return the message that asks the seat to act. ``events`` are those since the last message that had events."""
    return {
        "type": "question",
        "id": number,
        "events": list(events),
        "observation": observation,
        "legal_actions": [str(action) for action in legal],
    }


def hand_over(game: int, ended: Json, events: Sequence[Json]) -> Json:
    """Return the message that ends a hand, with both columns of its score."""
    head = {"type": "hand_over", "game": game, "hand": ended["hand"], "events": list(events)}
    return head | _fields(ended)


def game_over(game: int, ended: Json, seat: int, totals: tuple[int, int], events: Sequence[Json] | None = None) -> Json:
    """Return the message that ends a game, with ``events`` only in a game without hands."""
    head = {"type": "game_over", "game": game, "winner": ended["winner"], "totals": own_and_other(totals, seat)}
    return head | _fields(ended) | ({} if events is None else {"events": list(events)})


def error(code: str, text: str, *, fatal: bool) -> Json:
    """Return the message about a fault in what the other side sent. If ``fatal`` is true, the sender then stops
    listening.
    """
    return {"type": "error", "code": code, "text": text, "fatal": fatal}


def bye() -> Json:
    """Return the message that ends the match: the bot should end."""
    return {"type": "bye"}


def bot_hello(name: str) -> Json:
    """Return the bot's answer to the table's hello."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION, "name": name}


def action(number: int, choice: Any) -> Json:
    """Return the answer to question ``number``."""
    return {"type": "action", "id": number, "action": str(choice)}


def _fields(event: Json) -> Json:
    """Return the fields that a message takes over from an event."""
    return {name: value for name, value in event.items() if name != "event"}
