"""A lesson: a game whose cards and moves are fixed, in which somebody learns by doing. Plain data, no Qt.

A game that has one says so in its ``Spec``; ``mile_bones.match.lesson`` plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

Words: TypeAlias = Callable[[], str]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to do, or to read.

    ``topic`` names what is learned by it. ``words`` are said before it, ``action`` is the one that is right, None where
    there is nothing to do but to read on. ``replies`` are what the other side does after it, in their order.
    ``wrong`` tells of single actions why they are not right now, and ``otherwise`` of all others.
    """

    topic: str
    words: Words
    action: Any | None = None
    replies: tuple[Any, ...] = ()
    wrong: Mapping[Any, Words] = field(default_factory=lambda: MappingProxyType({}))
    otherwise: Words | None = None

    def why_not(self, action: Any) -> str:
        """Why this action is not the one that is right, a whole sentence."""
        words = self.wrong.get(action, self.otherwise)
        return "" if words is None else words()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a lesson for the one in the first seat, one after another, from one deal.

    ``line`` says in one sentence what it is. ``new_state`` deals the cards under the rule set ``rules``. ``end_title``
    and ``end_words`` are the last that is said.
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
        """All actions of both sides, in their order."""
        done = ((step.action, *step.replies) for step in self.steps if step.action is not None)
        return tuple(action for actions in done for action in actions)
