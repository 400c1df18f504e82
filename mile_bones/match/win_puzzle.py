"""A position in which one turn surely wins within a few turns, as a puzzle that asks a person for this turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mile_bones.match.puzzle import Task

if TYPE_CHECKING:
    from mile_bones.match.position import Position

Turn = tuple[Any, ...]
"""The steps of a whole turn, in order."""
_BETWEEN = ", "
"""The text between the steps in the notation of a turn."""


class WinPuzzle(Task):
    """A position with the turns that win within ``turns`` own turns, this one included.

    ``solutions`` has each of these turns once, as notations. The order of captures in it does not matter.
    """

    def __init__(self, position: Position, turns: int, solutions: Sequence[Sequence[str]]) -> None:
        super().__init__(position)
        self.turns = turns
        self.solutions = tuple(self._steps(solution) for solution in solutions)
        """The turns that win, which symmetries of the position make the same."""

    @property
    def solution(self) -> Turn:
        """One of the turns that win."""
        return self.solutions[0]

    def steps_to_show(self, answer: Turn | None) -> Turn:
        return self.solution if answer is None else answer

    def answer(self, steps: Sequence[Any]) -> Turn | None:
        """Return the turn, or None if it is not over after these steps."""
        state = self.position.state()
        for step in steps:
            state.apply_action(step)
        return None if state.current_player == self.position.seat else tuple(steps)

    def answers(self) -> Iterable[Turn]:
        return (*self.solutions, ())

    def notation(self, answer: Turn) -> str:
        return _BETWEEN.join(map(str, answer))

    def read(self, notation: str) -> Turn:
        """Return the turn with this notation. Raise KeyError if it is not a legal turn."""
        steps = self._steps(notation.split(_BETWEEN))
        if self.answer(steps) is None:
            raise KeyError(notation)
        return steps

    def is_solved_by(self, answer: Turn) -> bool:
        return set(answer) in [set(solution) for solution in self.solutions]

    def _steps(self, notations: Sequence[str]) -> Turn:
        """Return the steps with these notations. Raise KeyError if one of them is not legal after those before it."""
        state, steps = self.position.state(), []
        for notation in notations:
            if state.current_player != self.position.seat:
                raise KeyError(notation)
            step = {str(action): action for action in state.legal_actions()}[notation]
            state.apply_action(step)
            steps.append(step)
        return tuple(steps)
