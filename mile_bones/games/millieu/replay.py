"""Playing the actions of a record of Millieu again, each of them checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mile_bones.engine.errors import NotationError, ReplayError
from mile_bones.engine.faults import action_fault
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.state import MillieuState
from mile_bones.games.millieu.words import refusal_text
from mile_bones.i18n import gettext as _


def replay_actions(texts: Sequence[str], first: int = 0) -> Iterator[tuple[MillieuState, Action | None]]:
    """Play actions such as "0 place RED_DISC 13" again: each with the state just before it, and at last the state with
    None.

    It is the same state every time, moved on between the steps: ``clone`` it to keep a position. ReplayError names the
    first action that does not fit, counted from 1; the hand is always 1.
    """
    state = MillieuState(first)
    for number, text in enumerate(texts, 1):
        action = _checked(state, text, number)
        yield state, action
        state.apply_legal(action)
    yield state, None


def _checked(state: MillieuState, text: str, number: int) -> Action:
    if state.is_terminal():
        raise ReplayError(_("the game was over before this action"), action=number)
    seat, _space, notation = text.partition(" ")
    try:
        action = parse_action(notation or text)
    except NotationError:
        action = None
    if action is None or seat != str(state.current_player) or state.why_not(action) is not None:
        raise action_fault(state, text, None, number, parse_action, refusal_text)
    return action
