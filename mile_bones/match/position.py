"""One choice out of a record: who had to choose, what could be known then, and what could be done."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import Any

from mile_bones.engine.errors import ReplayError
from mile_bones.engine.game import State
from mile_bones.engine.record import Record
from mile_bones.i18n import gettext as _
from mile_bones.match.replaying import Replay


class Position:
    """The game before action number ``action`` of hand number ``hand``, both counted from 1 as in a review.

    The record may go on after it, or end just there: what comes later is not looked at. ReplayError when the record
    breaks the rules, does not go so far, or nobody has two actions to choose from there.
    """

    def __init__(self, record: Record, hand: int, action: int) -> None:
        self.hand = hand
        self.action = action
        self._state = _state_at(record, hand, action)
        self._observation = self._state.observation(self.seat)
        self.record = changed(record, body=self._state.body(), assisted=True, ended=None)
        """The game up to the choice: an assisted one."""

    @classmethod
    def at_end(cls, record: Record) -> Position:
        """The choice with which the record ends."""
        replay = Replay(record)
        return cls(record, replay.hands, replay.actions(replay.hands) + 1)

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self.record.game

    @property
    def seat(self) -> int:
        """Who has to choose."""
        seat = self._state.current_player
        assert seat is not None, "which was asked at the beginning"
        return seat

    def state(self) -> State[Any]:
        """The game, with all its cards: a copy to go on with. Not for players, nor for a coach."""
        return self._state.clone()

    def observation(self) -> Any:
        """What whoever has to choose knows."""
        return self._observation

    def legal_actions(self) -> tuple[Any, ...]:
        """What can be done: two actions or more."""
        return tuple(self._state.legal_actions())

    def legal_action(self, notation: str) -> Any:
        """The one of them that is written so, as in a rating that is kept. KeyError when there is none."""
        return {str(action): action for action in self.legal_actions()}[notation]


def _state_at(record: Record, hand: int, action: int) -> State[Any]:
    replay = Replay(record)
    if not 1 <= hand <= replay.hands:
        raise ReplayError(_("the record has no such hand"), hand)
    for number, (state, _done) in enumerate(replay.steps(hand), 1):
        if number == action and state.current_player is not None and len(state.legal_actions()) > 1:
            return state.clone()
    raise ReplayError(_("nobody has anything to choose there"), hand, action)
