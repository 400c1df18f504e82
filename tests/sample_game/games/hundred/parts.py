"""The parts of Hundred that are loaded on demand, and how its records are replayed."""

from __future__ import annotations

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.open_game import replay_actions
from mile_bones.engine.record import Record
from mile_bones.engine.spec import Parts, Steps
from sample_game.games.hundred import words
from sample_game.games.hundred.state import Hundred


def _replay(record: Record, _seed: int | None) -> Steps:
    game, body = Hundred(), record.body
    assert isinstance(body, ActionList), "the registry checks this"
    start = game.new_state(first=body.first)
    return replay_actions(start, body.actions, game.parse_action, words.refusal_text, record.ended)


PARTS = Parts(words=words, body=ActionList, load=lambda _rules, _options, _target: Hundred(), replay=_replay)
