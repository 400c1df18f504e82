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
    from collections.abc import Callable

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
        self._parts: list[_Part] = []  # the part to which each step belongs
        for step in self.lesson.steps:
            if step.new_state is not None or not self._parts:
                part = _Part(step.new_state or self.lesson.new_state, len(self._parts))
            part.add(step)
            self._parts.append(part)
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
        self.match = self._match_at(position)
        return self.match

    def read(self) -> Match | None:
        """Go to the next step if the current step is only to be read. If the next step begins another game, return this
        game, which is a new match.
        """
        if self.step is None or self.step.action is not None:
            return None
        if self._is_last_of_game(self.position):
            return self.go_to(self.position + 1)
        self.position += 1
        return None

    def follow(self) -> None:
        """Go to the step that follows from the actions that have been played."""
        while self.position < self.length and self._is_done():
            self.position += 1

    def objection(self, action: Any) -> str | None:
        """Return the reason why this legal action of the learner is not right now, as a sentence, or None if the action
        is right.
        """
        step = self.step
        return None if step is None or action == step.action else step.why_not(action)

    def answer(self, question: Question) -> Answer:
        """Return the scripted action of the other side."""
        return Answer(self._parts[self.position].script[self.match.length], question.level)

    def _is_done(self) -> bool:
        """Return True if the action of this step and the replies to it are done. A step that is only to be read is done
        in ``read``.
        """
        part = self._parts[self.position]
        end = part.starts[self.position - part.first + 1]
        return self.lesson.steps[self.position].action is not None and self.match.length >= end

    def _is_last_of_game(self, position: int) -> bool:
        """Return True if the step at ``position`` is the last one of a game that another game follows."""
        return self._parts[position] is not self._parts[min(position + 1, self.length - 1)]

    def _match_at(self, position: int) -> Match:
        part = self._parts[position]
        state = part.new_state()
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
        for action in part.script[: part.starts[position - part.first]]:
            state.apply_action(action, deal=False)
        return Match(state, seats, record, (), _keep_nowhere)


class _Part:
    """The steps of a lesson that are in one game. ``first`` is the number of the first of them in the lesson."""

    def __init__(self, new_state: Callable[[], Any], first: int) -> None:
        self.new_state = new_state
        self.first = first
        self.script: list[Any] = []
        """The actions of both sides in this game, in order."""
        self.starts = [0]
        """The number of actions before each step, and finally after the last step."""

    def add(self, step: LessonStep) -> None:
        """Add the next step of the lesson."""
        if step.action is not None:
            self.script += [step.action, *step.replies]
        self.starts.append(len(self.script))


def _keep_nowhere(_record: Record) -> None:
    """Save nothing, because a lesson is not a real game."""
