"""The description of a level, available before its player is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from mile_bones.engine.game import Player
    from mile_bones.engine.spec import Words

PERSON = "person"
"""The choice for a seat in which a person plays. Every other choice is the name of a computer level."""
Clock = Callable[[], float]
"""A function that returns a time in seconds, such as ``time.monotonic``."""
Cancel = Callable[[], bool]
"""A function that returns True if the answer is no longer wanted."""


class Load(Protocol):
    """A function that makes a player. A player that answers at once ignores ``clock`` and ``cancel``."""

    def __call__(self, seed: int, clock: Clock | None, cancel: Cancel | None) -> Player[Any, Any]: ...


class Level(NamedTuple):
    """The strength at which a computer plays one game.

    ``title`` is the name that people see. ``line`` describes how the level plays. ``strength`` tells how strong the
    level was measured to be. ``quick`` is True if the player loads in a few milliseconds and answers in much less than
    a millisecond, so that the window's thread may ask it directly.
    """

    name: str
    title: Words
    line: Words
    strength: Words
    load: Load
    quick: bool = False
