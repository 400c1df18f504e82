"""The log of a hand: what happened, in short sentences. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A sentence, and the event that it tells."""

    text: str
    event: Any


def lines(
    words: ModuleType, events: Iterable[Any], names: Sequence[str], seat: int | None, *, laid_open: bool = False
) -> tuple[Line, ...]:
    """What the narrator tells the one in ``seat``, or a spectator, who may see these events.

    ``laid_open``: nothing is hidden, and nothing goes without saying; see ``event_text`` of the game's words.
    """
    return tuple(
        Line(words.event_text(event, names, seat, laid_open=laid_open), event)
        for event in events
        if laid_open or words.is_worth_telling(event, seat)
    )
