"""Millieu as it is played, counted and told of."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from mile_bones.engine.aliases import Option
from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import NotationError, ReplayError
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.engine.spec import POINTS, Fact, HandFacts, Parts, Sheet, Steps
from mile_bones.games.millieu import words
from mile_bones.games.millieu.events import Captured, GameEnded
from mile_bones.games.millieu.game import Millieu
from mile_bones.games.millieu.replay import replay_actions
from mile_bones.games.millieu.rules import NAME
from mile_bones.i18n import gettext as _


def _load(rules: str | None, _options: Mapping[str, Option], _target: int | None) -> Millieu:
    if rules not in (None, NAME):
        raise NotationError(_("“{name}” is not a rule set of Millieu").format(name=rules))
    return Millieu()


def _replay(record: Record, _seed: int | None) -> Steps:
    assert isinstance(record.body, ActionList), "which the registry has seen to"
    if record.rules != NAME:
        raise ReplayError(_("there are no other rules of Millieu than its own"))
    if record.seed is not None:
        raise ReplayError(_("nothing is dealt in Millieu, and no deal has a number"))
    for state, action in replay_actions(record.body.actions, record.body.first):
        if action is None and record.ended == GIVEN_UP and state.is_terminal():
            raise ReplayError(_("the game was played to its end, and cannot have been given up"))
        yield state, action


def _facts(record: Record) -> HandFacts:
    """A win is a point; a game that is not over has none."""
    assert isinstance(record.body, ActionList), "which the registry has seen to"
    actions = record.body.actions
    state, _no_action = deque(replay_actions(actions, record.body.first), maxlen=1).pop()
    if not state.is_terminal():
        return ()
    won = [int(result > 0) for result in state.returns()]
    taken = [sum(text.startswith(f"{seat} take ") for text in actions) for seat in (0, 1)]
    one, other = ({POINTS: won[seat], "taken": taken[seat]} for seat in (0, 1))
    return ((one, other),)


def _sheet(record: Record) -> Sheet:
    found = _facts(record)
    if not found:
        return (None,)
    return (tuple((fact.title(), (found[0][0][fact.name], found[0][1][fact.name])) for fact in _TOLD),)


_TOLD = (
    Fact(POINTS, lambda: _("Games won")),
    Fact("taken", lambda: _("Pieces taken"), other=lambda: _("Pieces lost")),
)

PARTS = Parts(
    words=words,
    body=ActionList,
    load=_load,
    replay=_replay,
    turning=lambda event: isinstance(event, (Captured, GameEnded)),
    told=_TOLD,
    facts=_facts,
    sheet=_sheet,
)
