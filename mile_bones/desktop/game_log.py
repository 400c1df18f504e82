"""The log of a hand: its events in short sentences. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A sentence, and the event that it describes."""

    text: str
    event: Any


def lines(
    words: ModuleType, events: Iterable[Any], names: Sequence[str], seat: int | None, *, laid_open: bool = False
) -> tuple[Line, ...]:
    """Return the sentences about ``events`` for the player in ``seat``, or for a spectator if ``seat`` is None.

    ``events`` are the events that this viewer may see. ``laid_open``: nothing is hidden, and obvious events have a
    sentence, too. See ``event_text`` in the game's words.
    """
    return tuple(
        Line(words.event_text(event, names, seat, laid_open=laid_open), event)
        for event in events
        if laid_open or words.is_worth_telling(event, seat)
    )
