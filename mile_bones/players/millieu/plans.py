"""The conversion of an observation to the whole turns that it allows, and of a turn to its steps.

A player plans a whole turn at once. If the turn has begun already, the turns are the ways to complete it.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Action, Take
from mile_bones.games.millieu.legality import standing_mills
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.millieu.boards import EMPTY, Rows, Turns, turns
from mile_bones.players.millieu.search import Position, weigh

Steps = tuple[Action, ...]


def board_of(observation: Observation) -> Rows:
    """Return the board as a column of numbers."""
    return np.array([EMPTY if piece is None else piece for piece in observation.board], np.uint8)


def hand_of(observation: Observation, seat: int) -> Rows:
    """Return the hand of ``seat`` as a column of counts."""
    return np.array(observation.hands[seat], np.uint8)


def is_opening(observation: Observation) -> bool:
    """Return True if the board is still empty."""
    return all(piece is None for piece in observation.board)


class Plans:
    """All ways to complete the turn of the player to act, except for the opening."""

    def __init__(self, observation: Observation) -> None:
        seat = observation.player
        assert seat is not None
        self.observation = observation
        self.board = board_of(observation)
        self.own, self.other = hand_of(observation, seat), hand_of(observation, 1 - seat)
        self._begun: list[Steps] = []
        if observation.placed is None:
            self.turns = turns(self.board, self.own, may_capture=observation.may_make_mills)
        else:
            self.turns = self._complete()

    def __len__(self) -> int:
        return int(self.turns.boards.shape[1])

    def weighed(self) -> Position:
        """Return the position with the values of these turns at first sight."""
        return weigh(self.turns, self.other, self.observation.barred)

    @property
    def is_whole(self) -> bool:
        """Whether the turn has not begun yet."""
        return not self._begun

    def first_steps(self) -> list[Action]:
        """Return the first step of each turn."""
        if self._begun:
            return [steps[0] for steps in self._begun]
        return [PLACE[piece][point] for piece, point in zip(self.turns.piece, self.turns.point, strict=True)]

    def steps(self, turn: int) -> Steps:
        """Return the steps of a turn, in order."""
        if self._begun:
            return self._begun[turn]
        found = self.turns
        piece, point = int(found.piece[turn]), int(found.point[turn])
        origin, target = int(found.origin[turn]), int(found.target[turn])
        board = [*self.observation.board]
        placed = PLACE[piece][point]
        board[point] = placed.piece
        board[target], board[origin] = board[origin], None
        taken = [TAKE[place] for place in found.taken[:, turn] if place >= 0]
        for order in permutations(taken):
            if _can_be_taken(order, [*board], (point, target)):
                return (placed, SLIDE[origin, target], *order)
        raise AssertionError("every turn can be done in some order")

    def _complete(self) -> Turns:
        ends = []
        start = MillieuState.from_observation(self.observation)
        open_ends: list[tuple[MillieuState, Steps]] = [(start, ())]
        while open_ends:
            state, steps = open_ends.pop()
            for action in state.legal_actions():
                after = state.clone()
                after.apply_legal(action)
                done = (*steps, action)
                if after.current_player == start.current_player and after.turn == start.turn:
                    open_ends.append((after, done))
                else:
                    ends.append(after.observation(None))
                    self._begun.append(done)
        seat = self.observation.player
        assert seat is not None
        none = np.full(len(ends), -1)
        boards = np.array([board_of(end) for end in ends], np.uint8).T
        hands = np.array([hand_of(end, seat) for end in ends], np.uint8).T
        return Turns(none, none, none, none, np.tile(none, (4, 1)), boards, hands)


def _can_be_taken(order: tuple[Take, ...], board: list[Piece | None], active: tuple[int, int]) -> bool:
    for action in order:
        if not any(action.point in line for line in standing_mills(board, active)):
            return False
        board[action.point] = None
    return True
