"""A lesson: a game with fixed cards and moves in which a person learns by doing. This module has plain data, no Qt.

A game that has a lesson sets ``has_lesson`` in its ``Spec``; ``mile_bones.match.lesson`` plays the lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from mile_bones.i18n import gettext as _

Words: TypeAlias = Callable[[], str]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to do or to read.

    ``topic`` is what the step teaches. ``words`` are shown before the learner acts. ``action`` is the right action, or
    None if the learner only has to read. ``replies`` are the actions of the other side after ``action``, in their
    order. ``wrong`` has a text for some wrong actions, by action: the reason why the action is not right now.
    ``otherwise`` is the text for all other wrong actions. ``new_state`` makes the game with which the step begins, or
    is None if the game of the step before continues. The step before another game must be a step to read, so that the
    learner sees how the game has continued.

    In a step to read every action is wrong, so that no text is passed unread.
    """

    topic: str
    words: Words
    action: Any | None = None
    replies: tuple[Any, ...] = ()
    wrong: Mapping[Any, Words] = field(default_factory=lambda: MappingProxyType({}))
    otherwise: Words | None = None
    new_state: Callable[[], Any] | None = None

    def why_not(self, action: Any) -> str:
        """Return the reason why ``action`` is not right, as a whole sentence, or "" if there is none."""
        words = self.wrong.get(action, self._otherwise)
        return "" if words is None else words()

    @property
    def reasons(self) -> tuple[str, ...]:
        """All reasons that this step has against wrong actions, each once."""
        found = (words() for words in (*self.wrong.values(), self._otherwise) if words is not None)
        return tuple(dict.fromkeys(found))

    @property
    def _otherwise(self) -> Words | None:
        return _read_first if self.action is None and self.otherwise is None else self.otherwise


def _read_first() -> str:
    return _("Read this first, then press “Next”.")


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a lesson for the player in seat 0. They are all in one game, or in several games one after another.

    ``line`` describes the lesson in one sentence. ``new_state`` makes the first game. All games have the rule set
    ``rules``.
    ``end_title`` and ``end_words`` are shown after the last step.
    """

    title: Words
    line: Words
    rules: str
    new_state: Callable[[], Any]
    steps: tuple[LessonStep, ...]
    end_title: Words
    end_words: Words

    @property
    def script(self) -> tuple[Any, ...]:
        """The actions of both sides, in order."""
        done = ((step.action, *step.replies) for step in self.steps if step.action is not None)
        return tuple(action for actions in done for action in actions)
