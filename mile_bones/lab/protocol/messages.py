"""Every message, made in one place. ``docs/protocol.md`` says what each means and when it is sent.

What a game says of its own comes from its codec: the shapes of events are those that it gives the seat of the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mile_bones import __version__
from mile_bones.engine.shapes import Json, own_and_other
from mile_bones.lab.protocol import PROTOCOL, VERSION


def table_hello(game: str, time_limit: float) -> Json:
    """The first message of all. ``time_limit`` in seconds, for every answer."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "versions": [VERSION],
        "program": f"Mile Bones {__version__}",
        "game": game,
        "time_limit_ms": max(1, round(time_limit * 1000)),
    }


def game_start(game: int, length: str, rules: str, target: int | None, seat: int, opponent: str) -> Json:
    """Game number ``game`` of this process begins. ``length`` is HAND or WHOLE_GAME."""
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
    """The cards are dealt. ``totals`` are those of both seats."""
    return {"type": "hand_start", "game": game, **_fields(dealt), "totals": own_and_other(totals, seat)}


def question(number: int, events: Sequence[Json], observation: Json, legal: Sequence[Any]) -> Json:
    """The seat is to act. ``events``: what happened since it was last told."""
    return {
        "type": "question",
        "id": number,
        "events": list(events),
        "observation": observation,
        "legal_actions": [str(action) for action in legal],
    }


def hand_over(game: int, ended: Json, events: Sequence[Json]) -> Json:
    """The end of a hand with both columns of its score."""
    head = {"type": "hand_over", "game": game, "hand": ended["hand"], "events": list(events)}
    return head | _fields(ended)


def game_over(game: int, ended: Json, seat: int, totals: tuple[int, int], events: Sequence[Json] | None = None) -> Json:
    """The end of a game; with ``events`` in one that has no hands."""
    head = {"type": "game_over", "game": game, "winner": ended["winner"], "totals": own_and_other(totals, seat)}
    return head | _fields(ended) | ({} if events is None else {"events": list(events)})


def error(code: str, text: str, *, fatal: bool) -> Json:
    """Something was wrong with what the other side said. ``fatal``: and the sender listens no longer."""
    return {"type": "error", "code": code, "text": text, "fatal": fatal}


def bye() -> Json:
    """The match is over: the bot ends."""
    return {"type": "bye"}


def bot_hello(name: str) -> Json:
    """The bot's answer to the table's hello."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION, "name": name}


def action(number: int, choice: Any) -> Json:
    """The answer to question ``number``."""
    return {"type": "action", "id": number, "action": str(choice)}


def _fields(event: Json) -> Json:
    """What a message takes over from an event."""
    return {name: value for name, value in event.items() if name != "event"}
