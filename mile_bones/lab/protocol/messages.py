"""Every message, made in one place. ``docs/protocol.md`` says what each means and when it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones import __version__
from mile_bones.games.milebones import Action, Dealt, GameEnded, HandEnded, Observation, Rules
from mile_bones.games.milebones.game import NAME
from mile_bones.lab.protocol import PROTOCOL, VERSION
from mile_bones.lab.protocol.lines import Json
from mile_bones.lab.protocol.observations import notations, observation_to_json, own_and_other

HAND = "hand"
"""A game of one hand, which counts by its points."""
WHOLE_GAME = "game"
"""A game to the target."""


def table_hello(time_limit: float) -> Json:
    """The first message of all. ``time_limit`` in seconds, for every answer."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "versions": [VERSION],
        "program": f"Mile Bones {__version__}",
        "game": NAME,
        "time_limit_ms": max(1, round(time_limit * 1000)),
    }


def game_start(game: int, length: str, rules: Rules, seat: int, opponent: str) -> Json:
    """Game number ``game`` of this process begins. ``length`` is HAND or WHOLE_GAME."""
    return {
        "type": "game_start",
        "game": game,
        "length": length,
        "rules": rules.name,
        "target": rules.target,
        "seat": seat,
        "opponent": opponent,
    }


def hand_start(game: int, dealt: Dealt, seat: int, totals: tuple[int, int]) -> Json:
    """The cards are dealt. ``totals`` are those of both seats."""
    cards = dealt.hands[seat]
    assert cards is not None, "one sees one's own cards"
    return {
        "type": "hand_start",
        "game": game,
        "hand": dealt.hand,
        "first": dealt.first,
        "cards": notations(cards),
        "left": dealt.left,
        "totals": _from(seat, totals),
    }


def question(number: int, events: Sequence[Json], observation: Observation) -> Json:
    """The seat is to act. ``events``: what happened since it was last told."""
    return {
        "type": "question",
        "id": number,
        "events": list(events),
        "observation": observation_to_json(observation),
        "legal_actions": [str(action) for action in observation.legal_actions()],
    }


def hand_over(game: int, ended: HandEnded, seat: int, events: Sequence[Json]) -> Json:
    """The end of a hand with both columns of its score."""
    columns = ended.scores[0].to_dict(), ended.scores[1].to_dict()
    return {
        "type": "hand_over",
        "game": game,
        "hand": ended.hand,
        "events": list(events),
        "reason": ended.reason,
        "completed_by": ended.completed_by,
        "goal": ended.goal,
        "left": ended.left,
        "scores": _from(seat, columns),
        "totals": _from(seat, ended.totals),
    }


def game_over(game: int, ended: GameEnded, seat: int) -> Json:
    """The end of a game."""
    return {"type": "game_over", "game": game, "winner": ended.winner, "totals": _from(seat, ended.totals)}


def error(code: str, text: str, *, fatal: bool) -> Json:
    """Something was wrong with what the other side said. ``fatal``: and the sender listens no longer."""
    return {"type": "error", "code": code, "text": text, "fatal": fatal}


def bye() -> Json:
    """The match is over: the bot ends."""
    return {"type": "bye"}


def bot_hello(name: str) -> Json:
    """The bot's answer to the table's hello."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION, "name": name}


def action(number: int, choice: Action) -> Json:
    """The answer to question ``number``."""
    return {"type": "action", "id": number, "action": str(choice)}


def _from(seat: int, pair: tuple[object, object]) -> Json:
    return own_and_other(pair if seat == 0 else pair[::-1])
