"""A position: one choice in a record, with the player to act, what that player knew, and the legal actions."""

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

    The record may continue after this action or end before it: later actions are ignored. Raise ReplayError if the
    record breaks the rules or ends earlier, or if the player to act does not have at least two legal actions.
    """

    def __init__(self, record: Record, hand: int, action: int) -> None:
        self.hand = hand
        self.action = action
        self._state = _state_at(record, hand, action)
        self._observation = self._state.observation(self.seat)
        self.record = changed(record, body=self._state.body(), assisted=True, ended=None)
        """The record of the game up to this choice, marked as assisted."""

    @classmethod
    def at_end(cls, record: Record) -> Position:
        """Return the position of the choice that comes next after the last action of the record."""
        replay = Replay(record)
        return cls(record, replay.hands, replay.actions(replay.hands) + 1)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.record.game

    @property
    def seat(self) -> int:
        """The seat of the player who has to choose."""
        seat = self._state.current_player
        assert seat is not None, "the first line of this function checks this"
        return seat

    def state(self) -> State[Any]:
        """Return a copy of the game with all its cards, which can be played on. It is not for players or a coach."""
        return self._state.clone()

    def observation(self) -> Any:
        """Return what the player to act knows."""
        return self._observation

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the legal actions. There are at least two."""
        return tuple(self._state.legal_actions())

    def legal_action(self, notation: str) -> Any:
        """Return the legal action with this notation. Stored ratings use notations. Raise KeyError if there is no such
        action.
        """
        return {str(action): action for action in self.legal_actions()}[notation]


def _state_at(record: Record, hand: int, action: int) -> State[Any]:
    replay = Replay(record)
    if not 1 <= hand <= replay.hands:
        raise ReplayError(_("the record has no such hand"), hand)
    for number, (state, _done) in enumerate(replay.steps(hand), 1):
        if number == action and state.current_player is not None and len(state.legal_actions()) > 1:
            return state.clone()
    raise ReplayError(_("nobody has anything to choose there"), hand, action)
