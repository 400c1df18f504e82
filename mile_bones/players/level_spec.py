"""What there is to know of a level before its player is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from mile_bones.engine.game import Player
    from mile_bones.engine.spec import Words

Clock = Callable[[], float]
"""Seconds, such as ``time.monotonic``."""
Cancel = Callable[[], bool]
"""Whether nobody wants the answer any more."""


class Load(Protocol):
    """Makes a player. One that takes no time worth speaking of asks neither ``clock`` nor ``cancel``."""

    def __call__(self, seed: int, clock: Clock | None, cancel: Cancel | None) -> Player[Any, Any]: ...


class Level(NamedTuple):
    """How well a computer plays one game. ``title`` is what people call it, ``line`` says how it does so, and
    ``strength`` how strong it was measured to be.

    ``quick``: it loads in a few milliseconds and answers in much less than one: a window may ask it directly.
    """

    name: str
    title: Words
    line: Words
    strength: Words
    load: Load
    quick: bool = False
