"""The parts of Millieu: how it is played, scored and described."""

from __future__ import annotations

from collections import deque

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.record import Record
from mile_bones.engine.spec import POINTS, Fact, HandFacts, Parts, Steps
from mile_bones.games.millieu import words
from mile_bones.games.millieu.events import Captured, GameEnded
from mile_bones.games.millieu.game import Millieu
from mile_bones.games.millieu.replay import replay_actions
from mile_bones.i18n import gettext as _


def _replay(record: Record, _seed: int | None) -> Steps:
    assert isinstance(record.body, ActionList), "the registry checks this"
    return replay_actions(record.body.actions, record.body.first, record.ended)


def _facts(record: Record) -> HandFacts:
    """Return one "hand", the game: a point for the winner and the numbers of captures. An unfinished game has none."""
    assert isinstance(record.body, ActionList), "the registry checks this"
    actions = record.body.actions
    state, _no_action = deque(replay_actions(actions, record.body.first), maxlen=1).pop()
    if not state.is_terminal():
        return ()
    won = [int(result > 0) for result in state.returns()]
    taken = [sum(text.startswith(f"{seat} take ") for text in actions) for seat in (0, 1)]
    one, other = ({POINTS: won[seat], "taken": taken[seat]} for seat in (0, 1))
    return ((one, other),)


_TOLD = (
    Fact(POINTS, lambda: _("Games won")),
    Fact("taken", lambda: _("Pieces taken"), other=lambda: _("Pieces lost")),
)

PARTS = Parts(
    words=words,
    body=ActionList,
    load=lambda _rules, _options, _target: Millieu(),
    replay=_replay,
    is_turning_point=lambda event: isinstance(event, (Captured, GameEnded)),
    fact_columns=_TOLD,
    facts=_facts,
)
