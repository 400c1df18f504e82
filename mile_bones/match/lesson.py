"""A lesson in progress: where the learner is, what is right there, and what the other side does. Nothing is saved."""

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
"""The seat of whoever learns."""


class LessonCourse:
    """Goes from step to step of the lesson of this game. ValueError for a game that has none."""

    def __init__(self, game: str) -> None:
        lesson = spec(game).lesson
        if lesson is None:
            raise ValueError(f"{game} has no lesson")
        self.game = game
        self.lesson = lesson
        self._script = self.lesson.script
        self._starts = [0]  # how many actions are done when a step begins
        for step in self.lesson.steps:
            self._starts.append(self._starts[-1] + (0 if step.action is None else 1 + len(step.replies)))
        self.position = 0
        """Which step it is, from 0; the number of steps when the last is done."""
        self.match = self._match_at(0)
        """The game in which it is done. It enters no history, counts for nothing, and is nowhere on the disk."""

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self.lesson.steps)

    @property
    def step(self) -> LessonStep | None:
        """What is to be done or read now; None: nothing any more."""
        return self.lesson.steps[self.position] if self.position < self.length else None

    def go_to(self, position: int) -> Match:
        """Stand at the beginning of this step; returns the game that stands there, which is another one."""
        self.position = position
        self.match = self._match_at(self._starts[position])
        return self.match

    def read(self) -> None:
        """What was only to be read has been read."""
        if self.step is not None and self.step.action is None:
            self.position += 1

    def follow(self) -> None:
        """The game has gone on: stand at the step to which it has come."""
        while self.position < self.length and self._is_done():
            self.position += 1

    def objection(self, action: Any) -> str | None:
        """Why this legal action of the learner is not to be done now, a whole sentence; None: it is right.

        What is only to be read may be passed over.
        """
        for step in self.lesson.steps[self.position :]:
            if step.action is not None:
                return None if action == step.action else step.why_not(action)
        return None

    def answer(self, question: Question) -> Answer:
        """What the other side does."""
        return Answer(self._script[self.match.length], question.level)

    def _is_done(self) -> bool:
        """This step is behind, with all that follows from it; one to be read when something was done after it."""
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
    """A lesson is no game."""
