"""A lesson in progress: the learner's step, the right action in that step, and the actions of the other side. Nothing
is saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mile_bones.engine.record import Record
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.match.match import Match
from mile_bones.match.numbers import fresh_id
from mile_bones.match.seats import Computer, Person, players_of
from mile_bones.match.thinking import Answer, Question
from mile_bones.players import levels

if TYPE_CHECKING:
    from mile_bones.engine.lesson import LessonStep

LEARNER = 0
"""The seat of the learner."""


class LessonCourse:
    """The course of this game's lesson, step by step. Raise ValueError if the game has no lesson."""

    def __init__(self, game: str) -> None:
        lesson = spec(game).lesson
        if lesson is None:
            raise ValueError(f"{game} has no lesson")
        self.game = game
        self.lesson = lesson
        self._script = self.lesson.script
        self._starts = [0]  # the number of actions before each step
        for step in self.lesson.steps:
            self._starts.append(self._starts[-1] + (0 if step.action is None else 1 + len(step.replies)))
        self.position = 0
        """The number of the current step, from 0, or the number of steps once the last one is done."""
        self.match = self._match_at(0)
        """The game of the lesson. It is not in the history, does not count for the statistics, and is not saved to the
        disk.
        """

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.lesson.steps)

    @property
    def step(self) -> LessonStep | None:
        """The step to do or read now, or None after the last one."""
        return self.lesson.steps[self.position] if self.position < self.length else None

    def go_to(self, position: int) -> Match:
        """Go to the beginning of this step. Return its game, which is a new match."""
        self.position = position
        self.match = self._match_at(self._starts[position])
        return self.match

    def read(self) -> None:
        """Go to the next step if the current step is only to be read."""
        if self.step is not None and self.step.action is None:
            self.position += 1

    def follow(self) -> None:
        """Go to the step that follows from the actions that have been played."""
        while self.position < self.length and self._is_done():
            self.position += 1

    def objection(self, action: Any) -> str | None:
        """Return the reason why this legal action of the learner is not right now, as a sentence, or None if the action
        is right.

        Steps that are only to be read are skipped.
        """
        for step in self.lesson.steps[self.position :]:
            if step.action is not None:
                return None if action == step.action else step.why_not(action)
        return None

    def answer(self, question: Question) -> Answer:
        """Return the scripted action of the other side."""
        return Answer(self._script[self.match.length], question.level)

    def _is_done(self) -> bool:
        """Return True if this step and the replies to it are done. A step that is only to be read is done when an
        action follows it.
        """
        start, end = self._starts[self.position : self.position + 2]
        return self.match.length >= max(end, start + 1)

    def _match_at(self, length: int) -> Match:
        state = self.lesson.new_state()
        seats = (Person(_("You")), Computer(levels(self.game)[0].name, _("Computer")))
        record = Record(
            game=self.game,
            rules=self.lesson.rules,
            players=players_of(seats),
            body=state.body(),
            target=spec(self.game).target,
            assisted=True,
            id=fresh_id(),
        )
        for action in self._script[:length]:
            state.apply_action(action, deal=False)
        return Match(state, seats, record, (), _keep_nowhere)


def _keep_nowhere(_record: Record) -> None:
    """Save nothing, because a lesson is not a real game."""
